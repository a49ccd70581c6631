//! Pages of documentation name what is in the tree.

use std::path::Path;

use super::assert_none;
use super::source::{File, files};

/// Folders of the tree that a path in a page begins with.
const FOLDERS: [&str; 11] = [
    "bench/", "content/", "crates/", "docs/", "pgtest/", "sandbox/", "scripts/", "server/", "sim/", "web/",
    "xtask/",
];

/// Folders that a build makes.
const BUILT: [&str; 2] = ["web/dist", "web/office-dist"];

/// Every page but those that players read.
fn pages() -> Vec<File> {
    let mut all = files("", &[".md"]);
    all.retain(|file| !file.path.starts_with("content/"));
    all
}

/// What stands in code marks in a line.
fn marked(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[test]
fn paths_in_pages_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let is_path = |text: &&str| {
        FOLDERS.iter().any(|folder| text.starts_with(folder))
            && !text.contains([' ', '*', '<', '{', '…', '$'])
            && !BUILT.iter().any(|folder| text.starts_with(folder))
    };
    let mut broken = Vec::new();
    let mut count = 0;
    for file in pages() {
        for (number, line) in file.text.lines().enumerate() {
            for path in marked(line).filter(is_path) {
                count += 1;
                if !root.join(path).exists() {
                    broken.push(format!("{}:{}: {path}", file.path, number + 1));
                }
            }
        }
    }
    assert!(count > 200, "the paths are no longer found: {count}");
    assert_none("a path that a page names is in the tree", &broken);
}

#[test]
fn tests_that_pages_run_exist() {
    let tests = files("server/tests/it", &[".rs"]);
    let is_there = |filter: &str| {
        let (path, function) = (filter.replace("::", "/"), format!("fn {filter}"));
        tests.iter().any(|test| test.path.contains(&path) || test.text.contains(&function))
    };
    let mut broken = Vec::new();
    for file in pages() {
        let commands = file.text.lines().flat_map(marked);
        for filters in
            commands.filter_map(|text| text.strip_prefix("cargo test -p croupier-server --test it "))
        {
            let missing = filters.split_whitespace().filter(|filter| !is_there(filter));
            broken.extend(missing.map(|filter| format!("{} runs {filter}", file.path)));
        }
    }
    assert_none("a filter that a page gives to the tests finds some", &broken);
}
