//! Files to take along: `files.toml` lists them, with where the page of their kind shows them; what they are
//! lies in `media/`.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::media::Media;
use super::toml_file::{Result, TomlFile, check_slug};
use crate::site_config::Localised;

/// A file to take along.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Download {
    /// Its name, for good.
    pub id: String,
    /// What it is.
    pub title: Localised,
    /// Its edition, as people name it.
    pub version: String,
    /// Its path below `media/`, by language.
    pub path: Localised,
    /// The pages that list it.
    pub categories: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    file: Vec<toml::Spanned<Download>>,
}

/// Reads the list in `folder`; every file on it has to be there.
pub(super) fn read(folder: &Path) -> Result<Vec<Download>> {
    let file = TomlFile::read(folder, "files.toml")?;
    let list: List = file.parse()?;
    let media = Media::in_content(folder);
    let mut ids = BTreeSet::new();
    for spanned in &list.file {
        let (at, download) = (Some(spanned.span().start), spanned.get_ref());
        if !ids.insert(download.id.as_str()) {
            return Err(file.wrong(at, format!("file {} stands twice", download.id)));
        }
        for name in download.categories.iter().chain([&download.id]) {
            check_slug(name).map_err(|error| file.wrong(at, error))?;
        }
        if let Some(missing) = download.path.texts().find(|path| !media.holds(path)) {
            return Err(file.wrong(at, format!("media/{missing} is not there")));
        }
    }
    Ok(list.file.into_iter().map(toml::Spanned::into_inner).collect())
}
