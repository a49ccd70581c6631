//! Snippets: small texts that widgets place. `snippets.toml` names them, `snippets/{id}/{language}.md` holds
//! their texts, and `snippets/{id}/{COUNTRY or LICENCE}/{language}.md` another text for those.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::pages::{Reader, by_reader};
use super::rich_text::{self, CleanHtml};
use super::texts::{ByReader, check_values, read_texts};
use super::toml_file::{Result, TomlFile, check_slug};

/// A small text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Snippet {
    /// Its name, for good.
    pub id: String,
    /// The places that show it.
    pub categories: Vec<String>,
    /// By country or licence, empty for everybody; then by language.
    pub texts: ByReader<CleanHtml>,
}

impl Snippet {
    /// The text for `reader`.
    pub fn text(&self, reader: Reader<'_>) -> Option<&CleanHtml> {
        by_reader(&self.texts, reader)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    snippet: Vec<toml::Spanned<Entry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    categories: Vec<String>,
}

/// Reads the snippets of `folder`.
pub(super) fn read(folder: &Path) -> Result<Vec<Snippet>> {
    let file = TomlFile::read(folder, "snippets.toml")?;
    let list: List = file.parse()?;
    let mut snippets: BTreeMap<String, Snippet> = BTreeMap::new();
    for spanned in list.snippet {
        let at = Some(spanned.span().start);
        let Entry { id, categories } = spanned.into_inner();
        for name in categories.iter().chain([&id]) {
            check_slug(name).map_err(|error| file.wrong(at, error))?;
        }
        let texts = read_texts(&folder.join("snippets").join(&id), &|name, text| {
            check_values(name, text)?;
            Ok(rich_text::html(text))
        })?;
        let snippet = Snippet { id: id.clone(), categories, texts };
        if snippets.insert(id.clone(), snippet).is_some() {
            return Err(file.wrong(at, format!("snippet {id} stands twice")));
        }
    }
    Ok(snippets.into_values().collect())
}
