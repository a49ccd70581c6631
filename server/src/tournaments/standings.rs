//! Tells players who are connected to this server where they stand, each at most once a second.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::PlayerId;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::model::{Standing, Tournament, TournamentStatus};
use super::{LISTED_MAX, levels_store, places, store};
use crate::app::App;
use crate::platform::error::ApiResult;

/// How often places are looked at.
const EVERY: Duration = Duration::from_secs(1);

/// What players of this server were told last, by tournament.
#[derive(Debug, Default)]
pub struct Standings(Mutex<HashMap<i64, HashMap<PlayerId, Value>>>);

/// Tells changed places until the server stops.
pub(super) async fn run(app: Arc<App>) {
    app.every("places in tournaments", EVERY, |app| async move { publish(&app).await }).await;
}

/// Places that are read in one go and told exactly; whoever stands further down hears of a new place with an own score.
const TOP: i64 = 1_000;

/// One look: every connected player hears of one change at most, and of the next one the next time.
async fn publish(app: &App) -> ApiResult<()> {
    let connected = app.realtime.connected_players();
    let mut reported = app.standings.0.lock().await;
    if connected.is_empty() {
        reported.clear();
        return Ok(());
    }
    let listening: HashSet<PlayerId> = connected.iter().copied().collect();
    let now = app.clock.now();
    let tournaments = store::list(&app.db, now, LISTED_MAX).await?;
    let running: Vec<&Tournament> =
        tournaments.iter().filter(|tournament| tournament.status(now) == TournamentStatus::Active).collect();
    reported.retain(|id, _| running.iter().any(|tournament| tournament.id == *id));
    let mut frames: HashMap<PlayerId, Value> = HashMap::new();
    for tournament in running {
        let reported = reported.entry(tournament.id).or_default();
        reported.retain(|player, _| listening.contains(player));
        let standings = store::standings_of(&app.db, tournament.id, &connected).await?;
        if standings.is_empty() {
            continue;
        }
        // A gift is issued a moment after its level was reached: that is told as well.
        let gifts = if tournament.terms.rewards.is_empty() {
            HashMap::new()
        } else {
            levels_store::issued_to(&app.db, tournament.id, &connected).await?
        };
        let top = places::top(&app.db, tournament.id, TOP).await?;
        let top: HashMap<PlayerId, i64> =
            top.into_iter().map(|(place, standing)| (standing.player, place)).collect();
        for standing in standings {
            let player = standing.player;
            if frames.contains_key(&player) {
                continue;
            }
            let place = match (top.get(&player), reported.get(&player)) {
                _ if !standing.is_ranked() => None,
                (Some(place), _) => Some(*place),
                (None, Some(before)) if before["points"] == standing.points => before["place"].as_i64(),
                (None, _) => places::place_of(&app.db, tournament.id, &standing).await?,
            };
            let gifts = gifts.get(&player).map_or(&[][..], Vec::as_slice);
            let frame = frame_of(tournament, &standing, place, gifts, now);
            // Who has just come is told as well: the page may have loaded before the last change.
            let before = reported.insert(player, frame.clone());
            if before.as_ref() != Some(&frame) {
                frames.insert(player, frame);
            }
        }
    }
    let frames: Vec<_> = frames.into_iter().collect();
    app.realtime.publish_standings(&frames);
    Ok(())
}

fn frame_of(
    tournament: &Tournament,
    standing: &Standing,
    place: Option<i64>,
    rewarded_levels: &[i64],
    now: i64,
) -> Value {
    json!({
        "tournament_id": tournament.id,
        "bets": standing.bet,
        "points": standing.points,
        "award_place": place,
        "place": place,
        "rewarded_levels": rewarded_levels,
        "status": tournament.status(now),
    })
}
