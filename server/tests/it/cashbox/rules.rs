//! A house with fraud rules and methods of its own.

use std::path::Path;

use croupier_server::config::Config;

use super::till::Till;

/// Gives the server a content folder with other fraud rules.
pub fn with_rules(config: &mut Config, rules: &str) {
    let folder = config.data.with_file_name("content");
    copy(&config.content_dir, &folder);
    std::fs::write(folder.join("fraud_rules.toml"), rules).unwrap();
    config.content_dir = folder;
}

/// A content folder in whose `file` a text is replaced by another.
pub fn content_with(till: &Till, file: &str, text: &str, other: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&till.kit.app.config.content_dir, folder.path());
    let path = folder.path().join(file);
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(found.contains(text), "{file} has no {text}");
    std::fs::write(path, found.replace(text, other)).unwrap();
    folder
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
