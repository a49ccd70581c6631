//! The jackpots of `content/jackpots.toml`.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use croupier_games::builtin::GAMES;
use croupier_games::par::Figures;
use croupier_money::Currency;
use serde::Deserialize;

use super::pot::{Level, Terms};
use crate::catalogue::{Game, JackpotGames, WrittenGames};
use crate::content::Localised;

const FILE: &str = "jackpots.toml";

/// The games that are offered.
const CATALOGUE: &str = "catalogue.toml";

/// The subunits of a unit that a jackpot's currency has.
const SUBUNITS: i64 = 100;

/// The largest amount of a level, in subunits; far below what millionths of it could overflow at.
const AMOUNT_MAX: i64 = 4_000_000_000;

/// The largest part of a bet that a level adds, in millionths: a tenth.
const CONTRIBUTION_PPM_MAX: i64 = 100_000;

/// The jackpots that games have to themselves, by identifier: the game, and the millionths of each bet that its PAR sheet counts.
static OWN: LazyLock<BTreeMap<String, (String, i64)>> = LazyLock::new(|| {
    let figures = GAMES.iter().filter_map(|game| serde_json::from_str::<Figures>(game.figures).ok());
    figures
        .filter_map(|Figures { identifier, jackpot, .. }| {
            let own = jackpot?;
            Some((own.identifier, (identifier, i64::from(own.contribution_ppm))))
        })
        .collect()
});

/// A jackpot as the content folder has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its name, and its address on the site.
    pub identifier: String,
    /// In which it is counted.
    pub currency: Currency,
    /// How it is called.
    pub title: Localised,
    /// What it says about itself.
    pub description: Localised,
    /// Its games; empty for every game of our own.
    games: HashSet<String>,
    levels: BTreeMap<Level, Terms>,
}

impl Definition {
    /// Whether bets on `game` count.
    pub fn counts(&self, game: &Game) -> bool {
        if self.games.is_empty() { game.own } else { self.games.contains(&game.identifier) }
    }

    /// Adds its games to those with a jackpot.
    pub(super) fn add_games(&self, games: &mut JackpotGames) {
        games.every_own |= self.games.is_empty();
        games.named.extend(self.games.iter().cloned());
    }

    /// What the next cycle of `level` begins with.
    pub(super) fn terms(&self, level: Level) -> Terms {
        self.levels[&level]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    jackpot: Vec<Table>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    identifier: String,
    currency: Currency,
    title: Localised,
    description: Localised,
    #[serde(default)]
    games: HashSet<String>,
    gold: Terms,
    silver: Terms,
    bronze: Terms,
}

/// Reads the jackpots of the content folder, in the order of their identifiers.
pub(super) fn read(folder: &Path) -> Result<Vec<Definition>> {
    let path = folder.join(FILE);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let definitions = parse(&text).and_then(|read| check_complete(folder, &read).map(|()| read));
    definitions.with_context(|| format!("in {}", path.display()))
}

/// Refuses to leave out the jackpot of a game that the same content offers: its rules say that each bet feeds it. A
/// catalogue that cannot be read is told of by those who read it.
fn check_complete(folder: &Path, definitions: &[Definition]) -> Result<()> {
    let text = std::fs::read_to_string(folder.join(CATALOGUE)).unwrap_or_default();
    let offered = WrittenGames::parse(&text).unwrap_or_default().game;
    for (identifier, (game, _)) in &*OWN {
        let is_offered = offered.iter().any(|known| known.identifier == *game);
        let is_there = definitions.iter().any(|known| known.identifier == *identifier);
        ensure!(
            is_there || !is_offered,
            "the jackpot {identifier:?} is missing: the rules of {game} promise it"
        );
    }
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Definition>> {
    let File { jackpot } = toml::from_str(text)?;
    let mut known = BTreeMap::new();
    for table in jackpot {
        let identifier = table.identifier.clone();
        let read = table.definition().with_context(|| format!("jackpot {identifier:?}"))?;
        ensure!(known.insert(identifier.clone(), read).is_none(), "jackpot {identifier:?} stands twice");
    }
    Ok(known.into_values().collect())
}

impl Table {
    fn definition(self) -> Result<Definition> {
        let Self { identifier, currency, title, description, games, gold, silver, bronze } = self;
        let is_slug = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        ensure!(
            (1..=60).contains(&identifier.len()) && identifier.bytes().all(is_slug),
            "an identifier has 1 to 60 lower-case letters, digits and hyphens"
        );
        ensure!(
            currency.is_fiat() && currency.subunits_to_unit() == SUBUNITS,
            "{} is no fiat currency with {SUBUNITS} subunits",
            currency.code()
        );
        let levels = BTreeMap::from([(Level::Gold, gold), (Level::Silver, silver), (Level::Bronze, bronze)]);
        for (level, terms) in &levels {
            terms.check().with_context(|| level.name())?;
        }
        check_own(&identifier, &games, &levels)?;
        Ok(Definition { identifier, currency, title, description, games, levels })
    }
}

/// Holds a jackpot that a game has to itself to what the game's rules and its PAR sheet tell players.
fn check_own(identifier: &str, games: &HashSet<String>, levels: &BTreeMap<Level, Terms>) -> Result<()> {
    let Some((game, counted)) = OWN.get(identifier) else { return Ok(()) };
    ensure!(games.len() == 1 && games.contains(game), "its one game is {game}, as the rules of the game say");
    let added: i64 = levels.values().map(|terms| terms.contribution_ppm).sum();
    ensure!(
        added == *counted,
        "its levels add {added} millionths of a bet together, but the PAR sheet of {game} counts {counted}"
    );
    let takes_all = levels.values().all(|terms| terms.min_bet_cents == 1);
    ensure!(takes_all, "each min_bet_cents is 1: the rules of {game} say that any bet of any size counts");
    Ok(())
}

impl Terms {
    fn check(&self) -> Result<()> {
        let Self { contribution_ppm, seed_cents, must_hit_by_cents, min_bet_cents } = *self;
        ensure!(
            (1..=CONTRIBUTION_PPM_MAX).contains(&contribution_ppm),
            "contribution_ppm is from 1 to {CONTRIBUTION_PPM_MAX}"
        );
        // A smaller win could be worth nothing in the winner's currency.
        ensure!(
            (SUBUNITS..=AMOUNT_MAX).contains(&seed_cents),
            "seed_cents is from {SUBUNITS} to {AMOUNT_MAX}"
        );
        ensure!(
            (seed_cents + 1..=AMOUNT_MAX).contains(&must_hit_by_cents),
            "must_hit_by_cents is above seed_cents, and at most {AMOUNT_MAX}"
        );
        ensure!((1..=AMOUNT_MAX).contains(&min_bet_cents), "min_bet_cents is from 1 to {AMOUNT_MAX}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        [[jackpot]]
        identifier = "mystic-a"
        currency = "EUR"
        title = { en = "A" }
        description = { en = "A jackpot." }
        gold = { contribution_ppm = 1000, seed_cents = 1000, must_hit_by_cents = 9000, min_bet_cents = 100 }
        silver = { contribution_ppm = 1000, seed_cents = 100, must_hit_by_cents = 900, min_bet_cents = 50 }
        bronze = { contribution_ppm = 1000, seed_cents = 100, must_hit_by_cents = 190, min_bet_cents = 20 }
    "#;

    #[test]
    fn the_shipped_jackpots_are_good() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let shipped = read(&folder).unwrap();
        let [caldera, aurora] = &shipped[..] else { panic!("{shipped:?}") };
        assert_eq!(
            (caldera.identifier.as_str(), aurora.identifier.as_str()),
            ("hearts-of-caldera", "mystic-aurora")
        );
        assert_eq!(aurora.terms(Level::Bronze).min_bet_cents, 20);
    }

    #[test]
    fn a_jackpot_of_one_game_adds_what_its_par_sheet_counts() {
        let good = GOOD.replace("mystic-a", "hearts-of-caldera").replace("ppm = 1000", "ppm = 10000");
        let good = good.replace("currency =", "games = [\"northlight/caldera\"]\n        currency =");
        let good = ["100", "50", "20"].into_iter().fold(good, |text, least| {
            text.replace(&format!("min_bet_cents = {least} "), "min_bet_cents = 1 ")
        });
        assert_eq!(parse(&good).unwrap().len(), 1);
        for (from, to, said) in [
            ("[\"northlight/caldera\"]", "[]", "its one game is northlight/caldera"),
            (
                "[\"northlight/caldera\"]",
                "[\"northlight/caldera\", \"northlight/solar-sails\"]",
                "its one game",
            ),
            ("ppm = 10000", "ppm = 10001", "PAR sheet of northlight/caldera counts 30000"),
            ("min_bet_cents = 1 ", "min_bet_cents = 2 ", "any bet of any size"),
        ] {
            let error = format!("{:#}", parse(&good.replace(from, to)).unwrap_err());
            assert!(error.contains(said), "{to}: {error}");
        }
    }

    #[test]
    fn a_game_is_not_offered_without_the_jackpot_that_its_rules_promise() {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), GOOD).unwrap();
        assert_eq!(read(folder.path()).unwrap().len(), 1);
        std::fs::copy(shipped.join(CATALOGUE), folder.path().join(CATALOGUE)).unwrap();
        let error = format!("{:#}", read(folder.path()).unwrap_err());
        assert!(error.contains("\"hearts-of-caldera\" is missing"), "{error}");
        std::fs::copy(shipped.join(FILE), folder.path().join(FILE)).unwrap();
        assert_eq!(read(folder.path()).unwrap().len(), 2);
    }

    #[test]
    fn what_cannot_be_right_is_refused() {
        assert_eq!(parse(GOOD).unwrap().len(), 1);
        assert_eq!(parse("").unwrap(), []);
        for (from, to, said) in [
            ("mystic-a", "Mystic", "identifier"),
            ("mystic-a", "", "identifier"),
            ("\"EUR\"", "\"JPY\"", "JPY is no fiat currency"),
            ("\"EUR\"", "\"BTC\"", "BTC is no fiat currency"),
            ("\"EUR\"", "\"XXX\"", "currency"),
            ("ppm = 1000, seed_cents = 1000", "ppm = 0, seed_cents = 1000", "contribution_ppm"),
            ("ppm = 1000, seed_cents = 1000", "ppm = 100001, seed_cents = 1000", "contribution_ppm"),
            ("seed_cents = 1000", "seed_cents = 99", "seed_cents"),
            ("must_hit_by_cents = 9000", "must_hit_by_cents = 1000", "must_hit_by_cents"),
            ("must_hit_by_cents = 9000", "must_hit_by_cents = 4000000001", "must_hit_by_cents"),
            ("min_bet_cents = 100", "min_bet_cents = 0", "min_bet_cents"),
            ("silver", "copper", "copper"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = format!("{:#}", parse(&GOOD.replace(from, to)).unwrap_err());
            assert!(error.contains(said), "{to}: {error}");
        }
        assert!(format!("{:#}", parse(&format!("{GOOD}{GOOD}")).unwrap_err()).contains("twice"));
    }
}
