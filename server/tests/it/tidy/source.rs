//! Reading the tree: its files, and Rust sources taken apart into code and texts, so that a rule about
//! either is not fooled by the other or by a comment.

use std::path::{Path, PathBuf};

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A file of the tree.
pub struct File {
    /// Its path from the root, with slashes.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// Folders of what is built, installed or kept, which are nobody's source.
const NOT_SOURCE: [&str; 6] = ["target", "node_modules", "dist", "games-dist", "data", "test-results"];

/// Every file below `folder` (from the root) whose name ends in one of `endings`, in the order of paths.
pub fn files(folder: &str, endings: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    collect(&root().join(folder), folder, endings, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, prefix: &str, endings: &[&str], found: &mut Vec<File>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
            if !hidden && !NOT_SOURCE.contains(&name.as_str()) {
                collect(&entry.path(), &path, endings, found);
            }
        } else if kind.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
            let text =
                std::fs::read_to_string(entry.path()).unwrap_or_else(|error| panic!("{path}: {error}"));
            found.push(File { path, text });
        }
    }
}

/// A Rust source taken apart.
pub struct Parts {
    /// The code, with texts emptied and comments taken out; lines stay where they are.
    pub code: String,
    /// The texts between quotes.
    pub texts: Vec<String>,
}

/// Takes `source` apart.
pub fn parts(source: &str) -> Parts {
    let mut rest = source;
    let mut parts = Parts { code: String::with_capacity(source.len()), texts: Vec::new() };
    while let Some(first) = rest.chars().next() {
        rest = if rest.starts_with("//") {
            &rest[rest.find('\n').unwrap_or(rest.len())..]
        } else if rest.starts_with("/*") {
            after_block_comment(rest, &mut parts.code)
        } else if let Some(hashes) = raw_text(&parts.code, rest) {
            let begin = &rest[hashes + 2..];
            let end = format!("\"{}", "#".repeat(hashes));
            let length = begin.find(&end).unwrap_or(begin.len());
            parts.keep_text(&begin[..length]);
            begin[length..].strip_prefix(&end).unwrap_or_default()
        } else if first == '"' {
            let length = text_length(&rest[1..]);
            parts.keep_text(&rest[1..=length]);
            rest.get(length + 2..).unwrap_or_default()
        } else if first == '\'' {
            after_quote(rest, &mut parts.code)
        } else {
            parts.code.push(first);
            &rest[first.len_utf8()..]
        };
    }
    parts
}

impl Parts {
    fn keep_text(&mut self, text: &str) {
        self.code.push_str("\"\"");
        self.code.extend(text.matches('\n'));
        self.texts.push(text.to_owned());
    }
}

/// The number of hashes when `rest` begins a raw text behind `code`.
fn raw_text(code: &str, rest: &str) -> Option<usize> {
    let inside_a_name = code.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !code.ends_with('b');
    let behind = rest.strip_prefix('r').filter(|_| !inside_a_name)?;
    let hashes = behind.bytes().take_while(|byte| *byte == b'#').count();
    behind[hashes..].starts_with('"').then_some(hashes)
}

/// The length of a text up to its closing quote.
fn text_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.unwrap_or(text.len().saturating_sub(1))
}

fn after_block_comment<'a>(rest: &'a str, code: &mut String) -> &'a str {
    let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
    code.extend(rest[..length].matches('\n'));
    &rest[length..]
}

/// Behind a quote stands a character or the name of a lifetime; a character may be a quote itself.
fn after_quote<'a>(rest: &'a str, code: &mut String) -> &'a str {
    let mut inner = rest[1..].char_indices();
    let length = match (inner.next(), inner.next()) {
        (Some((_, '\\')), Some((next, escaped))) => {
            let behind = 1 + next + escaped.len_utf8();
            rest[behind..].find('\'').map(|end| behind + end + 1)
        }
        (Some(_), Some((next, '\''))) => Some(next + 2),
        _ => None,
    };
    if let Some(length) = length {
        code.push_str("' '");
        &rest[length..]
    } else {
        code.push('\'');
        &rest[1..]
    }
}

/// Whether `code` names `word` as a word of its own.
pub fn names(code: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(part_of_name) && !code[at + word.len()..].starts_with(part_of_name)
    })
}

/// The modules that `code` reaches through `crate::`, alone or in a list.
pub fn modules_named(code: &str) -> Vec<String> {
    let mut named = Vec::new();
    for (at, prefix) in code.match_indices("crate::") {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(list) => named.extend(heads(list)),
            None => named.push(head(rest)),
        }
    }
    named
}

/// The modules that `code`, which stands `depth` modules below the root, reaches through so many `super::`.
pub fn modules_above(code: &str, depth: usize) -> Vec<String> {
    let step = "super::";
    let mut named = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(step) {
        rest = &rest[at..];
        let mut steps = 0;
        while let Some(behind) = rest.strip_prefix(step) {
            (rest, steps) = (behind, steps + 1);
        }
        if steps >= depth {
            match rest.strip_prefix('{') {
                Some(list) => named.extend(heads(list)),
                None => named.push(head(rest)),
            }
        }
    }
    named
}

fn head(path: &str) -> String {
    path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first names of the paths in a list that was just opened.
fn heads(list: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let mut begin = 0;
    let mut found = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(head(&list[begin..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(head(&list[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

#[test]
fn a_source_comes_apart() {
    let source = r##"
use crate::{error::{ApiError, ApiResult}, wallet};
// SELECT in a comment
fn a<'a>(x: &'a str) -> char { /* "no" */ let q = '"'; let e = '\''; let n = '\u{1F600}'; q }
const SQL: &str = "SELECT \"x\" FROM y";
const RAW: &str = r#"a "raw" one"#; let b = crate::play::rounds::start;
"##;
    let parts = parts(source);
    assert_eq!(parts.texts, [r#"SELECT \"x\" FROM y"#, r#"a "raw" one"#]);
    assert!(!names(&parts.code, "SELECT") && names(&parts.code, "SQL"));
    assert!(names(&parts.code, "char") && !names(&parts.code, "cha"));
    assert_eq!(modules_named(&parts.code), ["error", "wallet", "play"]);
    assert_eq!(parts.code.lines().count(), source.lines().count());
    let upwards = "use super::own; use super::super::{wallet::Order, play}; super::super::super::ops::look()";
    assert_eq!(modules_above(upwards, 2), ["wallet", "play", "ops"]);
}
