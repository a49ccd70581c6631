//! What players who have joined are told: that a tournament begins soon, that it has begun, and that they have come
//! among the places with a prize or were pushed out of them.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::{Tx, log};
use croupier_ledger::PlayerId;

use super::closing_store::{self, Announced};
use super::model::{Tournament, TournamentStatus};
use super::{LISTED_MAX, store};
use crate::app::App;
use crate::content::Localised;
use crate::notifications::{self, AboutTournament, TournamentEvent, TournamentNotice};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::LOCALES;

/// How long before its start players are told that a tournament begins, in milliseconds.
const SOON_MS: i64 = 3_600_000;

/// A start that is longer ago is no news, in milliseconds.
const START_NEWS_MS: i64 = 3_600_000;

/// How long a player hears nothing more of the prizes of a tournament after a notice of them, in milliseconds: places near
/// the last prize change hands all the time.
const QUIET_MS: i64 = 60_000;

/// Players told in one go.
const AT_ONCE: i64 = 200;

/// Tells whoever has to be told at the app's clock. A tournament that cannot be told of holds up no other.
pub async fn announce_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for tournament in store::list(&app.db, now, LISTED_MAX).await? {
        if let Err(error) = notify_of(app, &tournament, now).await {
            tracing::error!(tournament = tournament.identifier, ?error, "its players cannot be told");
        }
    }
    Ok(())
}

async fn notify_of(app: &App, tournament: &Tournament, now: i64) -> ApiResult<()> {
    if tournament.status(now) == TournamentStatus::Active {
        if now < tournament.start_at + START_NEWS_MS {
            announce_once(app, tournament, Announced::Start, now).await?;
        }
        return announce_prizes(app, tournament, now).await;
    }
    if now >= tournament.start_at - SOON_MS {
        announce_once(app, tournament, Announced::Soon, now).await?;
    }
    Ok(())
}

async fn announce_once(app: &App, tournament: &Tournament, reported: Announced, now: i64) -> ApiResult<()> {
    let (event, joined_until) = match reported {
        // Who joins later than that has just read when it begins.
        Announced::Soon => (TournamentEvent::TournamentStartsSoon, tournament.start_at - SOON_MS),
        Announced::Start => (TournamentEvent::TournamentStarted, tournament.start_at),
    };
    let (mut after, mut left) = (PlayerId::MIN, AT_ONCE);
    // Players who cannot be told take no turn from those behind them.
    while left > 0 {
        let page = (after, left);
        let players =
            closing_store::to_announce(&app.db, tournament.id, reported, joined_until, page).await?;
        let Some(last) = players.last() else { break };
        after = *last;
        for player in players {
            match announce_to(app, tournament, player, (reported, event), now).await {
                Ok(()) => left -= 1,
                Err(error) => not_told(tournament, player, &error),
            }
        }
    }
    Ok(())
}

async fn announce_to(
    app: &App,
    tournament: &Tournament,
    player: PlayerId,
    (reported, event): (Announced, TournamentEvent),
    now: i64,
) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    if closing_store::note_announced(&mut tx, tournament.id, player, reported).await? {
        publish(app, &mut tx, tournament, player, event, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn not_told(tournament: &Tournament, player: PlayerId, error: &ApiError) {
    tracing::warn!(tournament = tournament.identifier, player, ?error, "a player cannot be told");
}

async fn announce_prizes(app: &App, tournament: &Tournament, now: i64) -> ApiResult<()> {
    let places = tournament.terms.prize_places();
    let board = store::board(&app.db, tournament.id, 1, places).await?;
    let within: BTreeSet<PlayerId> = board.iter().map(|standing| standing.player).collect();
    let reported: BTreeSet<PlayerId> =
        closing_store::announced_in_prizes(&app.db, tournament.id).await?.into_iter().collect();
    // Who hears nothing now is not worth a lock of a lane.
    let quiet: BTreeSet<PlayerId> =
        closing_store::announced_lately(&app.db, tournament.id, now - QUIET_MS).await?.into_iter().collect();
    let joined = within.difference(&reported).map(|player| (*player, true));
    let kicked = reported.difference(&within).map(|player| (*player, false));
    for (player, is_in) in joined.chain(kicked).filter(|(player, _)| !quiet.contains(player)) {
        if let Err(error) = announce_prizes_to(app, tournament, player, is_in, now).await {
            not_told(tournament, player, &error);
        }
    }
    Ok(())
}

async fn announce_prizes_to(
    app: &App,
    tournament: &Tournament,
    player: PlayerId,
    is_in: bool,
    now: i64,
) -> ApiResult<()> {
    let event = if is_in {
        TournamentEvent::PlayerJoinedLeaderboard
    } else {
        TournamentEvent::PlayerKickedFromLeaderboard
    };
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let pair = (tournament.id, player);
    if closing_store::note_in_prizes(&mut tx, pair, is_in, now, now - QUIET_MS).await? {
        publish(app, &mut tx, tournament, player, event, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn publish(
    app: &App,
    tx: &mut Tx,
    tournament: &Tournament,
    player: PlayerId,
    event: TournamentEvent,
    now: i64,
) -> ApiResult<()> {
    let about = AboutTournament { event, identifier: tournament.identifier.clone() };
    let notice = TournamentNotice {
        player,
        about,
        title: words(app, tournament, &format!("tournaments.notice_{}_title", event.name()))?,
        text: words(app, tournament, &format!("tournaments.notice_{}_text", event.name()))?,
        button: words(app, tournament, "tournaments.notice_button")?,
        expires_at: tournament.end_at + DAY_MS,
    };
    let id = app.entropy.uuid(&app.clock);
    Ok(notifications::notify_of_tournament(&app.db, tx, id, notice, now).await?)
}

/// The text `key` in every language, with the title of the tournament in it.
fn words(app: &App, tournament: &Tournament, key: &str) -> ApiResult<Localised> {
    let in_locale = |locale: &'static str| {
        let text = app.site_config.messages.text(locale, key);
        (locale.to_owned(), text.replace("{title}", tournament.terms.title.in_locale(locale)))
    };
    let texts: BTreeMap<String, String> = LOCALES.into_iter().map(in_locale).collect();
    Localised::try_from(texts).map_err(|error| ApiError::internal(&error))
}
