//! What a player has staked and won of real money: within the session, the last 24 hours and the year, and as a
//! statement to take along. All of it comes from sums by the hour that a reader of the log keeps.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::activity_store as store;
use crate::app::App;
use crate::platform::calendar::{DAY_MS, Date, rfc3339};
use crate::platform::error::ApiResult;

/// An hour, in milliseconds.
pub(super) const HOUR_MS: i64 = 3_600_000;

/// Sums of one player in one currency, in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sums {
    pub(super) staked: i64,
    pub(super) won: i64,
    pub(super) deposits: i64,
    pub(super) cashouts: i64,
}

/// What was staked and won in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PlayPosition {
    currency: String,
    /// Real money staked, less what was taken back.
    staked_cents: i64,
    /// Real money won, less what was taken back.
    won_cents: i64,
    /// What was won less what was staked; below zero for a loss.
    net_cents: i64,
}

/// A span of time with what was played in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PlaySpan {
    /// When it began.
    since: String,
    /// By currency; a currency in which nothing was played is left out.
    positions: Vec<PlayPosition>,
}

/// What the player has played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PlaySummary {
    /// Since this session began to play.
    session: PlaySpan,
    /// The last 24 hours, by full hours.
    day: PlaySpan,
    /// Since 1 January.
    year: PlaySpan,
}

/// The sums of a session's first hour before it began, by currency.
type Before = BTreeMap<String, Sums>;

/// Notes where the sums stand as a login session begins to play; later calls change nothing.
pub async fn begin_session(app: &App, player: PlayerId, session: &str) -> ApiResult<()> {
    session_start(app, player, session).await.map(drop)
}

/// When a session began to play, in UTC milliseconds, and what its first hour had counted before.
async fn session_start(app: &App, player: PlayerId, session: &str) -> ApiResult<(i64, Before)> {
    if let Some((begun_at, sums)) = store::session(&app.db, session).await? {
        return Ok((begun_at, serde_json::from_str(&sums)?));
    }
    let now = app.clock.now();
    let hour = now - now.rem_euclid(HOUR_MS);
    let before: Before = store::since(&app.db, player, hour).await?.into_iter().collect();
    let mut tx = app.db.begin().await?;
    store::begin_session(&mut tx, session, player, now, &serde_json::to_string(&before)?).await?;
    tx.commit().await?;
    Ok((now, before))
}

/// What the player has played within the session, the last 24 hours and the year.
pub(super) async fn summary(app: &App, player: PlayerId, session: &str) -> ApiResult<PlaySummary> {
    let now = app.clock.now();
    let (begun_at, before) = session_start(app, player, session).await?;
    let mut within = store::since(&app.db, player, begun_at - begun_at.rem_euclid(HOUR_MS)).await?;
    for (currency, sums) in &mut within {
        let earlier = before.get(currency).copied().unwrap_or_default();
        sums.staked -= earlier.staked;
        sums.won -= earlier.won;
    }
    let day = now - now.rem_euclid(HOUR_MS) - 23 * HOUR_MS;
    let year = Date::of(now).first_of_year();
    Ok(PlaySummary {
        session: span(begun_at, &within),
        day: span(day, &store::since(&app.db, player, day).await?),
        year: span(year, &store::since(&app.db, player, year).await?),
    })
}

fn span(since: i64, sums: &[(String, Sums)]) -> PlaySpan {
    let played = sums.iter().filter(|(_, sums)| sums.staked != 0 || sums.won != 0);
    let view = |(currency, sums): &(String, Sums)| PlayPosition {
        currency: currency.clone(),
        staked_cents: sums.staked,
        won_cents: sums.won,
        net_cents: sums.won - sums.staked,
    };
    PlaySpan { since: rfc3339(since), positions: played.map(view).collect() }
}

/// The days of a year with what was staked, won, paid in and paid out, as CSV: decimal amounts with a point, one line a
/// day and currency.
pub(super) async fn statement(app: &App, player: PlayerId, year: i64) -> ApiResult<String> {
    let (from, to) = (Date::year_start(year), Date::year_start(year + 1));
    let mut text = "date,currency,staked,won,net,deposits,withdrawals\r\n".to_owned();
    for (day, code, sums) in store::by_day(&app.db, player, (from, to)).await? {
        let unit = code.parse::<Currency>().map_or(100, croupier_money::Currency::subunits_to_unit);
        let [staked, won, net, deposits, cashouts] =
            [sums.staked, sums.won, sums.won - sums.staked, sums.deposits, sums.cashouts]
                .map(|amount| decimal(amount, unit));
        let date = Date::of(day * DAY_MS);
        let line = writeln!(text, "{date},{code},{staked},{won},{net},{deposits},{cashouts}\r");
        line.map_err(|error| crate::platform::error::ApiError::internal(&error))?;
    }
    Ok(text)
}

/// `-12.50` of -1250 with 100 subunits.
fn decimal(amount: i64, unit: i64) -> String {
    let decimals = usize::try_from(unit.ilog10()).unwrap_or_default();
    let sign = if amount < 0 { "-" } else { "" };
    let amount = amount.unsigned_abs();
    let unit = unit.unsigned_abs();
    if decimals == 0 {
        format!("{sign}{amount}")
    } else {
        format!("{sign}{}.{:0decimals$}", amount / unit, amount % unit)
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        for (amount, unit, text) in [
            (-1_250, 100, "-12.50"),
            (5, 100, "0.05"),
            (-5, 100, "-0.05"),
            (7, 1, "7"),
            (1, 100_000_000, "0.00000001"),
        ] {
            assert_eq!(decimal(amount, unit), text);
        }
    }
}
