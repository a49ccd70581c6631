//! Which modules a page needs first, from the build's manifest: a browser that is told fetches them
//! together with the entry, not after it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::pages::Subject;

/// The manifest's name of the entry, whose own imports the build preloads itself.
const ENTRY: &str = "index.html";

/// Addresses of modules by the source file of a page.
#[derive(Debug, Default)]
pub(super) struct Preloads {
    by_source: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
}

impl Preloads {
    /// Reads the manifest of the build in `folder`; a build without one has no preloads.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(".vite/manifest.json");
        if !path.exists() {
            return Ok(Self::default());
        }
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::read(&text).with_context(|| format!("in {}", path.display()))
    }

    fn read(manifest: &str) -> Result<Self> {
        let chunks: BTreeMap<String, Chunk> = serde_json::from_str(manifest)?;
        let of_entry = needed(&chunks, ENTRY);
        let pages = chunks.keys().filter(|source| source.starts_with("src/routes/"));
        let files = |source: &String| needed(&chunks, source).difference(&of_entry).cloned().collect();
        Ok(Self { by_source: pages.map(|source| (source.clone(), files(source))).collect() })
    }

    /// What a page about `subject` needs beyond the entry.
    pub(super) fn of(&self, subject: &Subject) -> &[String] {
        let source = match subject {
            Subject::Lobby => "src/routes/lobby/LobbyPage.tsx",
            Subject::Category(..) => "src/routes/catalogue/CategoryPage.tsx",
            Subject::Provider(_) => "src/routes/catalogue/ProducerPage.tsx",
            Subject::Game(..) => "src/routes/play/GamePage.tsx",
            Subject::Text(..) => "src/routes/info/TextPage.tsx",
            Subject::Named(_) => return &[],
        };
        self.by_source.get(source).map_or(&[], Vec::as_slice)
    }
}

/// The addresses of a chunk and of all that it imports.
fn needed(chunks: &BTreeMap<String, Chunk>, source: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![source];
    let mut files = BTreeSet::new();
    while let Some(source) = waiting.pop() {
        if let Some(chunk) = chunks.get(source).filter(|_| seen.insert(source)) {
            files.insert(format!("/{}", chunk.file));
            waiting.extend(chunk.imports.iter().map(String::as_str));
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_brings_its_imports_but_not_those_of_the_entry() {
        let manifest = r#"{
            "index.html": {"file": "assets/index.js", "imports": ["_react.js"], "isEntry": true},
            "_react.js": {"file": "assets/react.js"},
            "_tile.js": {"file": "assets/tile.js", "imports": ["_react.js", "_tile.js"]},
            "src/routes/lobby/LobbyPage.tsx": {"file": "assets/lobby.js", "imports": ["_tile.js", "index.html"]}
        }"#;
        let preloads = Preloads::read(manifest).unwrap();
        assert_eq!(preloads.of(&Subject::Lobby), ["/assets/lobby.js", "/assets/tile.js"]);
        assert!(preloads.of(&Subject::Named("x")).is_empty());
    }
}
