//! What an estimate has to know of players: how their points for life have risen, and in which status thresholds put them.
//! Everything is read by pages; nothing is held meanwhile.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::points::Earned;
use super::quarter::Quarter;
use super::readers::adjusted;
use super::status::VipStatus;
use super::vip::Scale;
use super::{store, vip_store};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::player;
use crate::site_config::{PICO, Vip};

/// Rounds or players that are looked up in one go.
const AT_ONCE: usize = 500;

/// The same as the store counts.
const PLAYERS_AT_ONCE: i64 = 500;

/// What a player has earned for life of late, in pico-points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Earnings {
    /// Within a span.
    pub within: i128,
    /// After its end.
    pub since: i128,
}

/// How the points for life of a player have risen within a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Climb {
    /// Who.
    pub player: PlayerId,
    /// Whole points at its beginning.
    pub before: i64,
    /// At its end.
    pub after: i64,
}

/// What rows of the log have brought players for life, in pico-points: a round counts with the row that opens it, as it
/// stands by now.
pub async fn earned_by(db: &Db, rows: &[LogRow]) -> Result<Vec<(PlayerId, i64, i128)>> {
    let mut opened: BTreeMap<i64, (PlayerId, i64)> = BTreeMap::new();
    let mut earned = Vec::new();
    for row in rows {
        if let Some(played) = row.played().filter(|played| played.opens) {
            opened.insert(played.round, (row.player(), row.at()));
        }
        if let Some(adjusted) = adjusted(row)?.filter(|adjusted| adjusted.lifetime) {
            earned.push((row.player(), row.at(), i128::from(adjusted.points) * i128::from(PICO)));
        }
    }
    let ids: Vec<i64> = opened.keys().copied().collect();
    for some in ids.chunks(AT_ONCE) {
        for (id, round) in store::rounds_of(db, some).await? {
            if let Some((player, at)) = opened.get(&id) {
                earned.push((*player, *at, round.earned()));
            }
        }
    }
    Ok(earned)
}

/// How the points of players have risen within the span of their `earnings`; who has none any more is left out.
pub async fn climbs(db: &Db, earnings: &BTreeMap<PlayerId, Earnings>) -> Result<Vec<Climb>> {
    let mut climbs = Vec::new();
    let players: Vec<PlayerId> = earnings.keys().copied().collect();
    for some in players.chunks(AT_ONCE) {
        for (player, now) in store::exactly_earned_of(db, some).await? {
            let Some(Earnings { within, since }) = earnings.get(&player).copied() else { continue };
            let less = |pico: i128| now.plus(-pico).map_or(0, |earned: Earned| earned.points);
            climbs.push(Climb { player, before: less(within + since), after: less(since) });
        }
    }
    Ok(climbs)
}

/// In which status the end of a quarter puts a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Who.
    pub player: PlayerId,
    /// The licence of the player.
    pub licence: String,
    /// The code of the currency that the player uses.
    pub currency: String,
    /// By each of the thresholds that were handed over.
    pub statuses: [VipStatus; 2],
}

/// In which status each of two sets of thresholds puts those who have staked or paid in within the last quarter that was over
/// at `at` (UTC milliseconds). Who cannot be decided, for want of a rate, is left out.
pub async fn placed_at(app: &App, vips: [&Vip; 2], at: i64) -> ApiResult<Vec<Placed>> {
    let quarter = Quarter(Quarter::of(at).0 - 1);
    let (mut placed, mut after) = (Vec::new(), PlayerId::MIN);
    loop {
        let page = vip_store::page_of_quarter(&app.db, quarter, after, PLAYERS_AT_ONCE).await?;
        let Some((last, _)) = page.last_key_value() else { return Ok(placed) };
        after = *last;
        let players: Vec<PlayerId> = page.keys().copied().collect();
        for (player, (licence, code)) in player::seats_of(&app.db, &players).await? {
            let (Some(one), Ok(currency)) = (page.get(&player), code.parse::<Currency>()) else { continue };
            let status = |vip| {
                let scale = Scale::of(vip, currency);
                let reached = scale.reached(app, scale.total(app, &one.sums)).ok()?;
                Some(one.before.after_quarter(reached))
            };
            if let (Some(old), Some(new)) = (status(vips[0]), status(vips[1])) {
                placed.push(Placed { player, licence, currency: code, statuses: [old, new] });
            }
        }
    }
}
