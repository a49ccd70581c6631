//! Limits that staff sets on a player's behalf: a cap that is there is lowered and never raised, and a pause is begun and
//! never shortened. Both hold at once, by the rules of the player's own.

use croupier_db::Tx;
use croupier_ledger::PlayerId;
use serde_json::{Value, json};

use super::change::{self, Cap, LimitRequest, record};
use super::model::{LimitType, Period};
use super::pauses::{self, Pause};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::Actor;
use crate::wallet::{self, WalletError};
use crate::{identity, player};

/// A stricter limit that staff wants for a player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OnBehalf<'a> {
    pub(crate) player: PlayerId,
    pub(crate) wanted: LimitRequest,
    /// In the words of the member.
    pub(crate) reason: &'a str,
    pub(crate) by: &'a Actor,
}

/// Puts a stricter limit in force together with its fact, within the caller's transaction, which holds the player's row and
/// the lock of the lane. What is not stricter than the limit that holds is refused.
pub(crate) async fn tighten_in(app: &App, tx: &mut Tx, of: OnBehalf<'_>, now: i64) -> ApiResult<()> {
    let body = match of.wanted {
        LimitRequest::Cap(cap) => lower(app, tx, of.player, cap, now).await?,
        LimitRequest::Pause(kind, period) => begin(app, tx, of, (kind, period), now).await?,
    };
    Ok(record(app, tx, of.player, now, of.by.signing(body_with_reason(body, of.reason))).await?)
}

fn body_with_reason(mut body: Value, reason: &str) -> Value {
    body["reason"] = json!(reason);
    body
}

/// Sets a cap where there is none of its type and period, or lowers the one that is there. Answers what the fact says.
async fn lower(app: &App, tx: &mut Tx, player: PlayerId, cap: Cap, now: i64) -> ApiResult<Value> {
    change::check(&cap)?;
    if let Some(currency) = cap.currency
        && !wallet::currencies_in(tx, player).await?.contains(&currency)
    {
        return Err(WalletError::NoWallet(currency).into());
    }
    let (id, before) = match store::find(tx, player, cap.kind, cap.period).await? {
        None => (change::add(app, tx, player, cap, now).await?, None),
        Some(limit) => {
            let held = change::held(tx, &limit, cap.currency).await?;
            if held.is_some_and(|held| cap.amount >= held) {
                return Err(not_stricter("The player's limit is this strict already."));
            }
            change::tighten(app, tx, &limit, cap, now).await?;
            (limit.id, held)
        }
    };
    let currency = cap.currency.map(croupier_money::Currency::code);
    Ok(json!({
        "limit": id,
        "subject": subject(cap.kind, cap.period),
        "type": cap.kind,
        "period": cap.period,
        "currency": currency,
        "before": before,
        "cap": cap.amount,
    }))
}

/// Begins a pause that lasts longer than the one that holds. Answers what the fact says.
async fn begin(
    app: &App,
    tx: &mut Tx,
    of: OnBehalf<'_>,
    (kind, period): (LimitType, Period),
    now: i64,
) -> ApiResult<Value> {
    let OnBehalf { player, reason: why, by, .. } = of;
    let pause = Pause { player, kind, period, by: &by.name, why, signed: by.signed.as_ref() };
    let stop = pause.stop()?;
    if identity::stops_in(tx, player).await?.until(stop) >= period.end(now) {
        return Err(not_stricter("The player takes a pause already that lasts this long."));
    }
    player::end_offers(tx, player, now).await?;
    let id = pauses::begin_in(app, tx, pause, stop, now).await?;
    Ok(json!({ "limit": id, "subject": subject(kind, period), "type": kind, "period": period }))
}

fn subject(kind: LimitType, period: Period) -> String {
    format!("{} {}", kind.name(), period.name())
}

fn not_stricter(message: &str) -> ApiError {
    ApiError::conflict("limit_not_stricter", message)
}
