//! A house with fraud rules of its own.

use std::path::Path;

use croupier_server::config::Config;

/// Gives the server a content folder with other fraud rules.
pub fn with_rules(config: &mut Config, rules: &str) {
    let folder = config.data.with_file_name("content");
    copy(&config.content_dir, &folder);
    std::fs::write(folder.join("fraud_rules.toml"), rules).unwrap();
    config.content_dir = folder;
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
