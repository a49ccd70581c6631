//! What games return beside what they are made to return, and switching them off and on.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use croupier_db::{Tx, log};
use croupier_games::builtin;
use croupier_ledger::Fact;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::catalogue::{self, Game, ProviderOff, SwitchedOff};
use crate::platform::error::{ApiError, ApiResult};
use crate::reports::periods::Period;
use crate::reports::{self, Returned};
use crate::staff::{self, Actor, NO_PLAYER, Permission};

/// A return this many standard errors from its mean stands out: one honest game in some 370 does by chance.
const STANDS_OUT: f64 = 3.0;

/// Standard errors on either side of the mean, between which 95 of 100 returns lie.
const BAND: f64 = 1.96;

/// Fewer rounds tell nothing: their pay is far from the bell curve that the band is made of.
const ROUNDS_MIN: i64 = 1_000;

/// What the sheet of a game says. Shares of what is staked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sheet {
    /// What comes back in the mean.
    pub(super) rtp: f64,
    /// The standard deviation of a round's pay for a stake of 1.
    pub(super) deviation: Option<f64>,
}

/// What is read of the figures of a built-in game.
#[derive(Deserialize)]
struct Figures {
    identifier: String,
    standard_deviation: Option<String>,
}

/// Standard deviations of the built-in games, by identifier: those that their sheets count.
static DEVIATIONS: LazyLock<BTreeMap<String, f64>> = LazyLock::new(|| {
    let read = |game: &builtin::BuiltinGame| {
        let figures: Figures = serde_json::from_str(game.figures).ok()?;
        Some((figures.identifier, figures.standard_deviation?.parse().ok()?))
    };
    builtin::GAMES.iter().filter_map(read).collect()
});

/// The standard deviation of a round's pay for a stake of 1, of a game whose sheet counts one.
pub(super) fn deviation_of(identifier: &str) -> Option<f64> {
    DEVIATIONS.get(identifier).copied()
}

impl Sheet {
    /// Of `game`; `None` when nobody says what it returns.
    fn of(game: &Game) -> Option<Self> {
        let rtp = game.rtp.as_ref()?.parse::<f64>().ok()? / 100.0;
        let most = game.max_win_x.as_ref().and_then(|most| most.parse::<f64>().ok());
        // Where the sheet counts none, no pay between nothing and the most spreads further than this.
        let bound = most.filter(|most| *most > rtp).map(|most| (rtp * (most - rtp)).sqrt());
        Some(Self { rtp, deviation: deviation_of(&game.identifier).or(bound) })
    }
}

/// How the return of a game stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// What came back of each unit staked.
    pub(super) actual: Option<f64>,
    /// Between which 95 of 100 returns of so many rounds lie.
    pub(super) band: Option<(f64, f64)>,
    /// Whether it lies further off than chance explains.
    pub(super) stands_out: bool,
}

impl Standing {
    fn of(returned: &Returned, sheet: Option<Sheet>) -> Self {
        let actual = returned.actual();
        let error = sheet.and_then(|sheet| returned.standard_error(sheet.deviation?));
        let tells = returned.rounds >= ROUNDS_MIN;
        let band = sheet
            .zip(error)
            .filter(|_| tells)
            .map(|(sheet, error)| ((sheet.rtp - BAND * error).max(0.0), sheet.rtp + BAND * error));
        let off = actual.zip(sheet).map(|(actual, sheet)| (actual - sheet.rtp).abs());
        let stands_out = tells && off.zip(error).is_some_and(|(off, error)| off > STANDS_OUT * error);
        Self { actual, band, stands_out }
    }
}

/// A game with what it has returned.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) game: Arc<Game>,
    pub(super) off: Option<SwitchedOff>,
    pub(super) sheet: Option<Sheet>,
    pub(super) returned: Returned,
    pub(super) standing: Standing,
    /// Whether it is a built-in game, which has a PAR sheet.
    pub(super) is_ours: bool,
}

/// Every game, offered or switched off, with what it returned in `period`.
pub(super) async fn watched(app: &App, period: Period) -> ApiResult<Vec<Watched>> {
    let off = catalogue::switched_off(&app.db).await?;
    let returned = reports::returned(&app.db, period.from, period.to).await?;
    let index = app.catalogue.index();
    let watch = |game: &Arc<Game>| {
        let returned = returned.get(&game.id).copied().unwrap_or_default();
        let sheet = Sheet::of(game);
        Watched {
            game: game.clone(),
            off: off.iter().find(|off| off.game == game.id).cloned(),
            sheet,
            returned,
            standing: Standing::of(&returned, sheet),
            is_ours: is_ours(&game.identifier),
        }
    };
    Ok(index.games().chain(index.switched_off()).map(watch).collect())
}

/// Whether the operator has made the game.
fn is_ours(identifier: &str) -> bool {
    builtin::GAMES.iter().any(|game| identifier.ends_with(&format!("/{}", game.slug)))
}

/// What is switched.
#[derive(Debug, Clone, Copy)]
pub(super) enum Switched<'a> {
    /// A game, by its number.
    Game(i64),
    /// A provider whose games a partner runs, with all of them.
    Provider(&'a str),
}

/// Switches games off, or on again, as the member `by` wishes: the row and the fact are one commit. This server follows at
/// once, others within seconds. Open rounds are finished.
pub(super) async fn switch(
    app: &App,
    what: Switched<'_>,
    on: bool,
    by: &Actor,
    reason: &str,
) -> ApiResult<()> {
    let subject = match what {
        Switched::Game(id) => app.catalogue.known_by_id(id).map(|game| game.identifier.clone()),
        Switched::Provider(id) => app.game_partners.of_provider(id).map(|_| id.to_owned()),
    };
    let subject = subject.ok_or_else(ApiError::not_found)?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    let member = by.signed.as_ref().map(|signed| signed.id).ok_or_else(ApiError::unauthorized)?;
    staff::require_in(&mut tx, member, Permission::GamesSwitch).await?;
    if !done(&mut tx, what, on, by, (reason, now)).await? {
        return Err(ApiError::conflict(
            "game_switched",
            "A colleague has switched this game in the meantime.",
        ));
    }
    let kind = match (what, on) {
        (Switched::Game(_), true) => "game.switched_on",
        (Switched::Game(_), false) => "game.switched_off",
        (Switched::Provider(_), true) => "provider.switched_on",
        (Switched::Provider(_), false) => "provider.switched_off",
    };
    let body = by.signing(json!({ "subject": subject, "reason": reason })).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind, body }]).await?;
    tx.commit().await?;
    app.catalogue.refresh(&app.db).await?;
    Ok(())
}

/// Writes a switch down; `false` when it was as it is wished already.
async fn done(
    tx: &mut Tx,
    what: Switched<'_>,
    on: bool,
    by: &Actor,
    (reason, at): (&str, i64),
) -> croupier_db::Result<bool> {
    let (reason, by) = (reason.to_owned(), by.name.clone());
    match (what, on) {
        (Switched::Game(id), true) => catalogue::switch_on(tx, id).await,
        (Switched::Game(game), false) => {
            catalogue::switch_off(tx, &SwitchedOff { game, reason, by, at }).await
        }
        (Switched::Provider(id), true) => catalogue::switch_provider_on(tx, id).await,
        (Switched::Provider(id), false) => {
            let provider = id.to_owned();
            catalogue::switch_provider_off(tx, &ProviderOff { provider, reason, by, at }).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(rounds: i64, percent: i64) -> Returned {
        // Stakes of one euro each.
        Returned {
            rounds,
            bets: rounds * 100 * 1_000,
            wins: rounds * percent * 1_000,
            squares: rounds * 10_000,
        }
    }

    #[test]
    fn a_return_stands_out_when_chance_does_not_explain_it() {
        let sheet = Some(Sheet { rtp: 0.96, deviation: Some(5.0) });
        for (rounds, percent, stands_out) in [
            (10_000, 96, false),
            (10_000, 110, false),
            (10_000, 112, true),
            (10_000, 80, true),
            (900, 300, false),
        ] {
            let standing = Standing::of(&returned(rounds, percent), sheet);
            assert_eq!(standing.stands_out, stands_out, "{percent} % of {rounds} rounds");
        }
        let (low, high) = Standing::of(&returned(10_000, 96), sheet).band.unwrap();
        assert!((low - 0.862).abs() < 1e-9 && (high - 1.058).abs() < 1e-9, "{low} to {high}");
        assert_eq!(Standing::of(&returned(0, 0), sheet).actual, None);
        let unknown = Standing::of(&returned(10_000, 300), None);
        assert_eq!((unknown.band, unknown.stands_out), (None, false));
    }

    #[test]
    fn builtin_games_bring_the_deviations_of_their_sheets() {
        assert!(DEVIATIONS.len() >= 10, "{DEVIATIONS:?}");
        assert!(DEVIATIONS.values().all(|deviation| *deviation > 0.5 && *deviation < 100.0));
        assert!(is_ours("northlight/solar-sails") && !is_ours("acme/else"));
    }
}
