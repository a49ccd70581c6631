//! A TOML file of the content folder: whatever is wrong with it is told with file and line.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::catalogue::ContentError;

/// What reading content answers.
pub(super) type Result<T> = std::result::Result<T, ContentError>;

/// A file and its text.
#[derive(Debug)]
pub(super) struct TomlFile {
    path: String,
    text: String,
}

impl TomlFile {
    /// Reads `name` in `folder`.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Self> {
        let path = folder.join(name);
        Ok(Self { text: read_text(&path)?, path: path.display().to_string() })
    }

    /// What the file says.
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        toml::from_str(&self.text)
            .map_err(|error| self.wrong(error.span().map(|span| span.start), error.message()))
    }

    /// That something is wrong at byte `at` of the file.
    pub(super) fn wrong(&self, at: Option<usize>, message: impl Into<String>) -> ContentError {
        let line = at.map(|byte| self.text.get(..byte).unwrap_or_default().matches('\n').count() + 1);
        ContentError { file: self.path.clone(), line, message: message.into() }
    }
}

/// Reads a file of text.
pub(super) fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// That a file or folder cannot be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> ContentError {
    ContentError { file: path.display().to_string(), line: None, message: format!("cannot be read: {error}") }
}

/// Refuses what is no slug: lower-case letters, digits and hyphens, and slashes between such parts.
pub(super) fn check_slug(slug: &str) -> std::result::Result<(), String> {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if slug.split('/').all(is_part) {
        Ok(())
    } else {
        Err(format!("{slug:?} is no slug: lower-case letters, digits, hyphens"))
    }
}
