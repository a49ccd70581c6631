//! The PAR sheets of the built-in games, as they were counted: how often each symbol stands where, what pays, and what comes
//! back.

use croupier_games::par::Figures;
use include_dir::{Dir, include_dir};
use serde::Serialize;
use utoipa::ToSchema;

use crate::content::rich_text;

static SHEETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/par");

/// The sheet of one game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ParSheet {
    /// `{provider}/{name}`.
    identifier: String,
    /// The SHA-256 of the definition that was counted, which rounds name as well.
    definition: String,
    /// The sheet as clean HTML, in English.
    content: String,
}

/// The sheet of the game called `slug`; `None` when the operator has none.
pub(super) fn sheet(slug: &str) -> Option<ParSheet> {
    let text = |ending: &str| SHEETS.get_file(format!("{slug}.{ending}"))?.contents_utf8();
    let figures: Figures = serde_json::from_str(text("json")?).ok()?;
    // The page has its own heading.
    let (_, body) = text("md")?.split_once('\n')?;
    Some(ParSheet {
        identifier: figures.identifier.clone(),
        definition: figures.definition.to_string(),
        content: rich_text(body).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_game_has_its_sheet() {
        for game in croupier_games::builtin::GAMES {
            let sheet = sheet(game.slug).unwrap();
            assert!(sheet.identifier.ends_with(game.slug), "{}", sheet.identifier);
            assert!(sheet.content.contains("<table>") && sheet.content.contains(&sheet.definition));
            assert!(!sheet.content.contains("<h1"), "{}", game.slug);
        }
        for nothing in ["README", "", "../ARCHITECTURE", "nothing"] {
            assert!(sheet(nothing).is_none(), "{nothing}");
        }
    }
}
