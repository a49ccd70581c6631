//! Lists of games as partners hand them to staff: read, laid beside the catalogue as it is written, and taken over as a whole.
//!
//! A row says what it says: fields that it leaves out stay as the entry has them. A game that a whole list does not have any more
//! is turned off and keeps its entry.

mod reading;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::source::identifier_parts;
use super::written::{WrittenCollection, WrittenGame, WrittenGames};
pub use reading::ListFormat;

/// Games of a list at most.
pub const LIST_MAX: usize = 5_000;

/// Fields of a row that bulk imports by command read and an entry of the catalogue does not have.
const LEFT_OUT: [&str; 3] = ["accent", "placeholder", "provider_title"];

/// What is known of a list beside its rows.
#[derive(Debug, Clone)]
pub struct ListTerms<'a> {
    /// Providers of the site.
    pub providers: &'a BTreeSet<String>,
    /// The providers that the list may name, those of the partner; every one when absent.
    pub of_partner: Option<&'a [String]>,
    /// Whether the list has every game of its providers, so that others are gone.
    pub is_whole: bool,
}

/// A game that the list changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedGame {
    /// As it becomes.
    pub game: WrittenGame,
    /// The fields that become others.
    pub fields: Vec<String>,
}

/// A row that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRow {
    /// The line of the file, or the place in a JSON array; counts from 1.
    pub line: usize,
    /// The game, where the row says which.
    pub identifier: Option<String>,
    /// A sentence.
    pub reason: String,
}

/// What a list comes to.
#[derive(Debug, Clone, Default)]
pub struct ListImport {
    /// Games that are new.
    pub new: Vec<WrittenGame>,
    /// Games that become others.
    pub changed: Vec<ChangedGame>,
    /// Games that a whole list does not have any more, as they were.
    pub gone: Vec<WrittenGame>,
    /// Games that stay as they are.
    pub same: usize,
    /// Rows that cannot be taken: none is, while there is one.
    pub refused: Vec<RefusedRow>,
    /// Fields of rows that an entry does not have.
    pub left_out: BTreeSet<String>,
    /// The catalogue with the list taken over.
    pub games: WrittenGames,
}

/// Lays the list `text` beside the catalogue `before` and its `lists`; the sentence says why it cannot be read at all.
pub fn import_list(
    (format, text): (ListFormat, &str),
    before: &WrittenGames,
    lists: &[WrittenCollection],
    terms: &ListTerms<'_>,
) -> Result<ListImport, String> {
    let rows = reading::rows(format, text)?;
    if rows.len() > LIST_MAX {
        return Err(format!("a list has at most {LIST_MAX} games"));
    }
    let known: BTreeMap<&str, &WrittenGame> =
        before.game.iter().map(|game| (game.identifier.as_str(), game)).collect();
    let mut import = ListImport { games: before.clone(), ..ListImport::default() };
    let mut named = BTreeSet::new();
    for (line, row) in rows {
        let identifier = row.as_ref().ok().and_then(|row| row.get("identifier")?.as_str().map(str::to_owned));
        let read = row.and_then(|mut row| {
            for field in LEFT_OUT {
                if row.remove(field).is_some() {
                    import.left_out.insert(field.to_owned());
                }
            }
            let old = identifier.as_deref().and_then(|identifier| known.get(identifier).copied());
            let game = merged(old, row)?;
            judge(&game, lists, terms)?;
            if named.insert(game.identifier.clone()) {
                Ok((old, game))
            } else {
                Err("the game is there twice".to_owned())
            }
        });
        match read {
            Err(reason) => import.refused.push(RefusedRow { line, identifier, reason }),
            Ok((Some(old), game)) if *old == game => import.same += 1,
            Ok((old, game)) => take(&mut import, old, game),
        }
    }
    if terms.is_whole {
        turn_off(&mut import, before, &named, terms);
    }
    Ok(import)
}

fn take(import: &mut ListImport, old: Option<&WrittenGame>, game: WrittenGame) {
    import.games.put(game.clone());
    match old {
        None => import.new.push(game),
        Some(old) => {
            let fields = differing(old, &game);
            import.changed.push(ChangedGame { game, fields });
        }
    }
}

/// The entry `old` with what the row says, or the row as a new entry.
fn merged(old: Option<&WrittenGame>, row: Map<String, Value>) -> Result<WrittenGame, String> {
    let mut fields = match old {
        Some(old) => fields_of(old),
        // What a partner does not offer for fun is not tried: a row says so, as it does in bulk imports.
        None => Map::from_iter([("demo".to_owned(), Value::Bool(false))]),
    };
    fields.extend(row);
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}

fn fields_of(game: &WrittenGame) -> Map<String, Value> {
    match serde_json::to_value(game) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn differing(old: &WrittenGame, new: &WrittenGame) -> Vec<String> {
    let (old, new) = (fields_of(old), fields_of(new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    names.into_iter().filter(|name| old.get(*name) != new.get(*name)).cloned().collect()
}

fn judge(game: &WrittenGame, lists: &[WrittenCollection], terms: &ListTerms<'_>) -> Result<(), String> {
    let faults: Vec<String> = game.faults(lists).into_iter().map(|fault| fault.message).collect();
    if !faults.is_empty() {
        return Err(faults.join(" "));
    }
    let provider = provider_of(game);
    if terms.of_partner.is_some_and(|of| !of.iter().any(|known| known == provider)) {
        return Err(format!("The partner does not run games of {provider}."));
    }
    if !terms.providers.contains(provider) {
        return Err(format!("The site has no provider {provider}: providers.toml names them."));
    }
    Ok(())
}

fn provider_of(game: &WrittenGame) -> &str {
    identifier_parts(&game.identifier).map_or("", |(provider, _)| provider)
}

/// Turns those games off that the list does not name: of the partner's providers, or of those that the list has games of.
fn turn_off(import: &mut ListImport, before: &WrittenGames, named: &BTreeSet<String>, terms: &ListTerms<'_>) {
    let of_list: BTreeSet<&str> = named
        .iter()
        .filter_map(|identifier| identifier_parts(identifier))
        .map(|(provider, _)| provider)
        .collect();
    let is_of_list = |game: &WrittenGame| match terms.of_partner {
        Some(of) => of.iter().any(|known| known == provider_of(game)),
        None => of_list.contains(provider_of(game)),
    };
    let refused: BTreeSet<&str> = import.refused.iter().filter_map(|row| row.identifier.as_deref()).collect();
    let is_gone = |game: &&WrittenGame| {
        let is_there = named.contains(&game.identifier) || refused.contains(game.identifier.as_str());
        game.enabled && !is_there && is_of_list(game)
    };
    let gone: Vec<WrittenGame> = before.game.iter().filter(is_gone).cloned().collect();
    for game in &gone {
        import.games.put(WrittenGame { enabled: false, ..game.clone() });
    }
    import.gone = gone;
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = r#"
        [[game]]
        identifier = "acme/one"
        title = "One"
        categories = ["slots"]
        popularity = 7
        blocked_countries = ["DE"]
        [[game]]
        identifier = "acme/two"
        title = "Two"
        categories = ["slots"]
        [[game]]
        identifier = "house/three"
        title = "Three"
        categories = ["slots"]
    "#;

    fn import(text: &str, is_whole: bool, of_partner: Option<&[String]>) -> ListImport {
        let lists: Vec<WrittenCollection> =
            vec![serde_json::from_str(r#"{"id":"slots","title":"Slots"}"#).unwrap()];
        let providers = BTreeSet::from(["acme", "house"].map(str::to_owned));
        let terms = ListTerms { providers: &providers, of_partner, is_whole };
        let before = WrittenGames::parse(BEFORE).unwrap();
        import_list((ListFormat::Json, text), &before, &lists, &terms).unwrap()
    }

    #[test]
    fn a_row_changes_what_it_says() {
        let text = r#"{"identifier":"acme/one","title":"The One","provider_title":"Acme"}
{"identifier":"acme/two","title":"Two"}
{"identifier":"acme/four","title":"Four","categories":["slots"],"devices":["mobile"]}"#;
        let found = import(text, true, None);
        assert!(found.refused.is_empty(), "{:?}", found.refused);
        let changed = &found.changed[0];
        assert_eq!(
            (changed.fields.as_slice(), changed.game.popularity),
            (["title".to_owned()].as_slice(), 7)
        );
        assert_eq!(changed.game.blocked_countries, ["DE"]);
        assert_eq!((found.new.len(), found.same, found.gone.len()), (1, 1, 0));
        assert!(!found.new[0].demo, "nobody has said that it can be tried");
        assert_eq!(found.left_out, BTreeSet::from(["provider_title".to_owned()]));
        assert_eq!(found.games.game.len(), 4);
    }

    #[test]
    fn a_game_that_a_whole_list_lacks_is_turned_off() {
        let text = r#"{"identifier":"acme/one","title":"One"}"#;
        let whole = import(text, true, None);
        let gone: Vec<&str> = whole.gone.iter().map(|game| game.identifier.as_str()).collect();
        assert_eq!(gone, ["acme/two"], "another provider's games stay");
        let off: Vec<bool> = whole.games.game.iter().map(|game| game.enabled).collect();
        assert_eq!(off, [true, false, true]);
        assert!(import(text, false, None).gone.is_empty());
        assert_eq!(import("[]", true, Some(&["acme".to_owned()])).gone.len(), 2);
    }

    #[test]
    fn a_row_that_cannot_be_taken_says_why() {
        for (row, said) in [
            ("{", "EOF"),
            (r#"{"title":"No name"}"#, "identifier"),
            (
                r#"{"identifier":"acme/four","title":"Four","categories":["dice"],"devices":["mobile"]}"#,
                "no list",
            ),
            (r#"{"identifier":"other/four","title":"Four","categories":["slots"]}"#, "no provider other"),
            (r#"{"identifier":"house/three","title":"Three"}"#, "does not run games of house"),
            (r#"{"identifier":"acme/one","colour":1}"#, "colour"),
            (r#"{"identifier":"acme/one","title":"One","preview":"//evil.example/a"}"#, "path on this host"),
        ] {
            let of = ["acme".to_owned(), "other".to_owned()];
            let found = import(&format!("\n{row}"), true, Some(&of));
            let refused = found.refused.first().unwrap_or_else(|| panic!("{row} is taken"));
            assert!(refused.line == 2 && refused.reason.contains(said), "{row}: {refused:?}");
        }
        let twice = import("{\"identifier\":\"acme/one\"}\n{\"identifier\":\"acme/one\"}", false, None);
        assert_eq!(twice.refused[0].reason, "the game is there twice");
    }
}
