//! Texts as files: `{folder}/{language}.md` for everybody, `{folder}/{COUNTRY or LICENCE}/{language}.md` for
//! those.

use std::collections::BTreeMap;
use std::path::Path;

use super::heading_names;
use super::pages::{FOR_EVERYBODY, Values};
use super::toml_file::{Result, read_text, unreadable};
use crate::catalogue::ContentError;
use crate::site_config::LOCALES;
use crate::site_config::SOURCE_LANGUAGE;

/// Something by country or licence, empty for everybody; then by language.
pub type ByReader<T> = BTreeMap<String, BTreeMap<String, T>>;

/// Reads everything that is written in `folder`; `parse` takes the name of a file and its text.
pub(super) fn read_texts<T>(folder: &Path, parse: &impl Fn(&str, &str) -> Result<T>) -> Result<ByReader<T>> {
    let mut texts = BTreeMap::new();
    texts.insert(FOR_EVERYBODY.to_owned(), read_languages(folder, parse)?);
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Folders in lower case are parts of a page's address.
        if path.is_dir() && name.bytes().all(|b| b.is_ascii_uppercase()) {
            texts.insert(name, read_languages(&path, parse)?);
        }
    }
    Ok(texts)
}

fn read_languages<T>(folder: &Path, parse: &impl Fn(&str, &str) -> Result<T>) -> Result<BTreeMap<String, T>> {
    let mut texts = BTreeMap::new();
    for language in LOCALES {
        let path = folder.join(format!("{language}.md"));
        if path.exists() || language == SOURCE_LANGUAGE {
            texts.insert(language.to_owned(), parse(&path.display().to_string(), &read_text(&path)?)?);
        }
    }
    Ok(texts)
}

/// Refuses names in braces that stand for nothing. `file` is named when something is wrong.
pub(super) fn check_values(file: &str, text: &str) -> Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = unknown_value(line) {
            let known = Values::NAMES.join(", ");
            let message = format!("{{{name}}} is no known value; there are {known}");
            return Err(ContentError { file: file.to_owned(), line: Some(number), message });
        }
    }
    Ok(())
}

/// The first name in braces that stands for nothing.
fn unknown_value(line: &str) -> Option<&str> {
    let line = if line.starts_with('#') { heading_names::split(line).0 } else { line };
    let named = line.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    named.into_iter().find(|name| !Values::NAMES.contains(name))
}
