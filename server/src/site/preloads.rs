//! Which modules and texts a page needs, from what the build writes: a browser that is told fetches them all at once,
//! not one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::built;
use super::pages::Subject;
use crate::site_config::START_NAMESPACE;

/// The source file of what every page runs.
const MAIN: &str = "src/app/main.tsx";

/// The source file of what every page shows to a player, in its header.
const TOOLS: &str = "src/app/shell/PlayerTools.tsx";

/// Addresses of modules, and namespaces of texts.
#[derive(Debug, Default)]
pub(super) struct Preloads {
    /// What every page needs.
    main: Vec<String>,
    /// What a page needs with that, by its source file.
    by_source: BTreeMap<String, Vec<String>>,
    /// What a player's page needs besides.
    tools: Vec<String>,
    /// The namespaces that a part of the site needs besides the one of every page, by its source file.
    namespaces: BTreeMap<String, Vec<String>>,
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
        let namespaces = built::read(folder, ".vite/texts.json")?;
        Ok(Self { namespaces, ..Self::of_manifest(&built::read(folder, ".vite/manifest.json")?) })
    }

    fn of_manifest(chunks: &BTreeMap<String, Chunk>) -> Self {
        let main = needed(chunks, MAIN);
        let pages = chunks.keys().filter(|source| source.starts_with("src/routes/"));
        let files = |source: &String| needed(chunks, source).union(&main).cloned().collect();
        let by_source = pages.map(|source| (source.clone(), files(source))).collect();
        let tools = needed(chunks, TOOLS).difference(&main).cloned().collect();
        Self { by_source, main: main.into_iter().collect(), tools, ..Self::default() }
    }

    /// What a page about `subject` needs, for a player or a guest. The page itself comes first.
    pub(super) fn of(&self, subject: &Subject, is_player: bool) -> impl Iterator<Item = &String> {
        let page = self.of_page(subject);
        let tools = self.tools.iter().filter(move |file| is_player && !page.contains(file));
        page.iter().chain(tools)
    }

    /// The namespaces of the texts that a page about `subject` needs, for a player or a guest; each once.
    pub(super) fn namespaces(&self, subject: &Subject, is_player: bool) -> Vec<&str> {
        let sources = source(subject).into_iter().chain(is_player.then_some(TOOLS));
        let needed = sources.filter_map(|source| self.namespaces.get(source)).flatten().map(String::as_str);
        let needed: BTreeSet<&str> = needed.collect();
        std::iter::once(START_NAMESPACE).chain(needed).collect()
    }

    fn of_page(&self, subject: &Subject) -> &[String] {
        source(subject).and_then(|source| self.by_source.get(source)).unwrap_or(&self.main)
    }
}

/// The source file of the page about `subject`; `None` for pages whose modules nobody waits for.
fn source(subject: &Subject) -> Option<&'static str> {
    Some(match subject {
        Subject::Lobby => "src/routes/lobby/LobbyPage.tsx",
        Subject::Category(..) => "src/routes/catalogue/CategoryPage.tsx",
        Subject::Provider(..) => "src/routes/catalogue/ProducerPage.tsx",
        Subject::Game(..) => "src/routes/play/GamePage.tsx",
        Subject::Text(slug, _) => match slug.split_once('/') {
            Some(("news", _)) => "src/routes/info/ArticlePage.tsx",
            Some(("promo", _)) => "src/routes/info/PromoPage.tsx",
            _ => "src/routes/info/TextPage.tsx",
        },
        Subject::Named("news.title") => "src/routes/info/NewsPage.tsx",
        Subject::Named("nav.payments") => "src/routes/info/PaymentsPage.tsx",
        Subject::Named("promotions.title") => "src/routes/info/PromotionsPage.tsx",
        Subject::Bonus(_) | Subject::Competition(_) | Subject::Named(_) => return None,
    })
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
    fn a_page_is_told_of_all_that_it_imports() {
        let manifest = r#"{
            "index.html": {"file": "assets/start.js", "isEntry": true},
            "src/app/main.tsx": {"file": "assets/main.js", "imports": ["_react.js"]},
            "_react.js": {"file": "assets/react.js"},
            "_tile.js": {"file": "assets/tile.js", "imports": ["_react.js", "_tile.js"]},
            "_menu.js": {"file": "assets/menu.js", "imports": ["_react.js"]},
            "src/app/shell/PlayerTools.tsx": {"file": "assets/tools.js", "imports": ["_menu.js", "_tile.js"]},
            "src/routes/lobby/LobbyPage.tsx": {"file": "assets/lobby.js", "imports": ["_tile.js"]}
        }"#;
        let texts = r#"{
            "src/app/shell/PlayerTools.tsx": ["errors", "lobby"],
            "src/routes/lobby/LobbyPage.tsx": ["catalogue", "lobby"]
        }"#;
        let preloads = Preloads {
            namespaces: serde_json::from_str(texts).unwrap(),
            ..Preloads::of_manifest(&serde_json::from_str(manifest).unwrap())
        };
        let of = |subject: Subject, is_player| preloads.of(&subject, is_player).cloned().collect::<Vec<_>>();
        let lobby = ["/assets/lobby.js", "/assets/main.js", "/assets/react.js", "/assets/tile.js"];
        assert_eq!(of(Subject::Lobby, false), lobby);
        assert_eq!(of(Subject::Named("x"), false), ["/assets/main.js", "/assets/react.js"]);
        let with_tools = [&lobby[..], &["/assets/menu.js", "/assets/tools.js"]].concat();
        assert_eq!(of(Subject::Lobby, true), with_tools, "each once");
        assert_eq!(preloads.namespaces(&Subject::Lobby, false), ["shell", "catalogue", "lobby"]);
        assert_eq!(preloads.namespaces(&Subject::Lobby, true), ["shell", "catalogue", "errors", "lobby"]);
        assert_eq!(preloads.namespaces(&Subject::Named("x"), false), ["shell"]);
    }
}
