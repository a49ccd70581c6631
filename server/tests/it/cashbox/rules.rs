//! A site with fraud rules and methods of its own.

use std::path::Path;

use croupier_server::platform::config::Config;

use super::payment_kit::PaymentKit;

/// Gives the server a content folder with other fraud rules.
pub fn with_rules(config: &mut Config, rules: &str) {
    own_content(config);
    std::fs::write(config.content_dir.join("fraud_rules.toml"), rules).unwrap();
}

/// Gives the server a content folder whose licences all ask for the closed loop.
pub fn with_closed_loop(config: &mut Config) {
    own_content(config);
    let path = config.content_dir.join("licences.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replace("closed_loop = false", "closed_loop = true")).unwrap();
}

/// Gives the server a content folder of its own, once.
pub fn own_content(config: &mut Config) {
    let folder = config.data.with_file_name("content");
    if config.content_dir != folder {
        copy(&config.content_dir, &folder);
        config.content_dir = folder;
    }
}

/// A content folder in whose `file` a text is replaced by another.
pub fn content_with(payments: &PaymentKit, file: &str, text: &str, other: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&payments.kit.app.config.content_dir, folder.path());
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
