//! Setting, changing and removing limits. A stricter limit holds at once. A looser one waits until its player has
//! confirmed it by mail, and then until the running window and the delay of the licence are over.
//!
//! Every decision is made under the lock of the player's lane, under which bets, deposits and new wallets are decided
//! too: two tabs that ask at once ask one after the other.

use croupier_db::{Tx, log};
use croupier_ledger::{BetLimit, Fact, LimitKind, LimitPeriod, PlayerId};
use croupier_money::{Currency, WIRE_MAX};
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::letter::{self, Recipient};
use super::model::{LimitType, Period};
use super::store::{self, ChangeRow, LimitRow, Outcome};
use super::view::window_end;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::wallet::{self, LimitOf, WalletError};

/// How long a looser limit can be confirmed, in milliseconds: 24 hours.
const CONFIRM_MS: i64 = 24 * 3_600_000;

/// How often a change is tried again when the store asks for it.
pub(super) const TRIES: u32 = 5;

/// The same mail is not sent again within a minute.
const MAIL_AGAIN_MS: i64 = 60_000;

/// The most minutes that a limit on sessions may have: those of a month.
const MINUTES_MAX: i64 = 31 * 24 * 60;

/// A cap that a player asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cap {
    pub(super) kind: LimitType,
    pub(super) period: Period,
    /// The wallet; `None` for a limit on sessions.
    pub(super) currency: Option<Currency>,
    /// Subunits, or minutes for a limit on sessions.
    pub(super) amount: i64,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LimitRequest {
    /// A limit with a cap.
    Cap(Cap),
    /// A pause of a type, for a period.
    Pause(LimitType, Period),
}

/// Sets a limit, or changes one: at once when it is stricter. Answers its number, and whether it is new.
pub(super) async fn set(
    app: &App,
    player: PlayerId,
    cap: Cap,
    to: &Recipient<'_>,
) -> ApiResult<(Uuid, bool)> {
    check(&cap)?;
    if let Some(currency) = cap.currency
        && app.wallet.get(player, currency).await?.is_none()
    {
        return Err(WalletError::NoWallet(currency).into());
    }
    let mut tries = 0;
    loop {
        match try_set(app, player, cap, to).await {
            Err(error) if error.is_retry() && tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

async fn try_set(app: &App, player: PlayerId, cap: Cap, to: &Recipient<'_>) -> ApiResult<(Uuid, bool)> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let (id, is_new) = match store::find(&mut tx, player, cap.kind, cap.period).await? {
        None => (add(app, &mut tx, player, cap, now).await?, true),
        Some(limit) => {
            change(app, &mut tx, &limit, cap, to, now).await?;
            (limit.id, false)
        }
    };
    record(
        app,
        &mut tx,
        player,
        now,
        json!({ "limit": id, "type": cap.kind, "period": cap.period, "cap": cap.amount }),
    )
    .await?;
    tx.commit().await?;
    Ok((id, is_new))
}

pub(super) fn check(cap: &Cap) -> ApiResult<()> {
    if !cap.kind.periods().contains(&cap.period) {
        return Err(ApiError::field("period", "VALIDATION.PERIOD.INVALID", "This limit has no such period."));
    }
    let in_minutes = cap.kind == LimitType::Session;
    let (field, least, most) =
        if in_minutes { ("amount_minutes", 1, MINUTES_MAX) } else { ("amount_cents", 0, WIRE_MAX) };
    if (least..=most).contains(&cap.amount) {
        return Ok(());
    }
    Err(ApiError::field(field, "VALIDATION.AMOUNT.INVALID", "This amount is not possible."))
}

/// Makes a limit, in every wallet of its player: a cap of money is converted for those of other currencies.
pub(super) async fn add(app: &App, tx: &mut Tx, player: PlayerId, cap: Cap, now: i64) -> ApiResult<Uuid> {
    let id = app.entropy.uuid(&app.clock);
    let row = LimitRow {
        id,
        player,
        kind: cap.kind,
        period: cap.period,
        created_at: now,
        active_until: None,
        minutes: cap.currency.is_none().then_some(cap.amount),
        played_ms: 0,
        window_until: None,
        last_round: None,
    };
    store::add(tx, &row).await?;
    let (Some((kind, period)), Some(currency)) = (ledger_limit(&row), cap.currency) else { return Ok(id) };
    for held_in in wallet::currencies_in(tx, player).await? {
        let amount = app.wallet.converted_cap(cap.amount, currency, held_in).ok_or_else(|| {
            let message = "The limit cannot be converted into all your currencies.";
            ApiError::field("currency", "limits_not_convertible", message)
        })?;
        let of = LimitOf { player, currency: held_in, kind, period };
        app.wallet.set_limit(tx, of, amount, now).await?;
    }
    Ok(id)
}

/// What the ledger counts for a limit; `None` for one on sessions.
pub(super) fn ledger_limit(row: &LimitRow) -> Option<(LimitKind, LimitPeriod)> {
    row.kind.counted().zip(row.period.window())
}

async fn change(
    app: &App,
    tx: &mut Tx,
    limit: &LimitRow,
    cap: Cap,
    to: &Recipient<'_>,
    now: i64,
) -> ApiResult<()> {
    if held(tx, limit, cap.currency).await?.is_some_and(|held| cap.amount > held) {
        return ask(app, tx, limit, cap.currency, Some(cap.amount), to, now).await;
    }
    tighten(app, tx, limit, cap, now).await
}

/// Puts a cap in force that is no looser than the one that holds.
pub(super) async fn tighten(app: &App, tx: &mut Tx, limit: &LimitRow, cap: Cap, now: i64) -> ApiResult<()> {
    // Stricter than what holds, so also stricter than whatever waits for the same wallet, and than a removal.
    end_waiting(tx, limit, cap.currency, Outcome::Replaced, now).await?;
    put_cap(app, tx, limit, cap.currency, cap.amount, now).await
}

/// The cap of a limit that is in force: in subunits of a wallet, or in minutes. No cap changes while the lane is locked.
pub(super) async fn held(
    tx: &mut Tx,
    limit: &LimitRow,
    currency: Option<Currency>,
) -> ApiResult<Option<i64>> {
    match currency {
        Some(currency) => Ok(of_wallet(tx, limit, currency).await?.map(|held| held.cap)),
        None => Ok(limit.minutes),
    }
}

/// What a wallet holds of a limit.
async fn of_wallet(tx: &mut Tx, limit: &LimitRow, currency: Currency) -> ApiResult<Option<BetLimit>> {
    let held = wallet::limits_in(tx, limit.player).await?;
    let mut of_wallet = held.into_iter().filter(|(held_in, _)| *held_in == currency).map(|(_, held)| held);
    Ok(of_wallet.find(|held| ledger_limit(limit) == Some((held.kind, held.period))))
}

async fn put_cap(
    app: &App,
    tx: &mut Tx,
    limit: &LimitRow,
    currency: Option<Currency>,
    amount: i64,
    now: i64,
) -> ApiResult<()> {
    match (ledger_limit(limit), currency) {
        (Some((kind, period)), Some(currency)) => {
            let of = LimitOf { player: limit.player, currency, kind, period };
            Ok(app.wallet.set_limit(tx, of, amount, now).await?)
        }
        _ => Ok(store::set_minutes(tx, limit.id, amount).await?),
    }
}

/// Asks for the end of a limit that has a cap. A pause ends by itself only.
pub(super) async fn remove(app: &App, player: PlayerId, id: Uuid, to: &Recipient<'_>) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let limit = store::own(&mut tx, player, id).await?.ok_or_else(ApiError::not_found)?;
    if limit.kind.stop().is_some() {
        return Err(ApiError::field("id", "VALIDATION.LIMIT.LASTS", "This pause cannot be ended early."));
    }
    ask(app, &mut tx, &limit, None, None, to, now).await?;
    record(app, &mut tx, player, now, json!({ "limit": id, "removal": "asked" })).await?;
    Ok(tx.commit().await?)
}

/// Writes down that a looser limit is asked for, and mails its confirmation. The same wish counts once: asked again, it
/// is mailed again at most. Another wish takes the place of those that it contradicts.
async fn ask(
    app: &App,
    tx: &mut Tx,
    limit: &LimitRow,
    currency: Option<Currency>,
    amount: Option<i64>,
    to: &Recipient<'_>,
    now: i64,
) -> ApiResult<()> {
    let code = currency.map_or("", |currency| currency.code());
    let open = store::open_changes(tx, limit.id).await?;
    let same = open.iter().find(|change| (change.currency.as_str(), change.amount) == (code, amount));
    if let Some(same) = same.filter(|same| same.waits(now)) {
        if same.effective_at.is_none() && now - same.mailed_at >= MAIL_AGAIN_MS {
            store::note_mailed(tx, same.id, now).await?;
            letter::send(app, tx, limit, same, &token(app, same.id), to).await?;
        }
        return Ok(());
    }
    // A removal ends the whole limit, so it stands against every other change of it.
    let contradicts =
        |change: &&ChangeRow| amount.is_none() || change.amount.is_none() || change.currency == code;
    for other in open.iter().filter(contradicts) {
        store::end_change(tx, other.id, Outcome::Replaced, now).await?;
    }
    let change = ChangeRow {
        id: app.entropy.uuid(&app.clock),
        limit: limit.id,
        player: limit.player,
        currency: code.to_owned(),
        amount,
        asked_at: now,
        mailed_at: now,
        confirm_until: now + CONFIRM_MS,
        effective_at: None,
    };
    let token = token(app, change.id);
    store::add_change(tx, &change, &Sha256::digest(&token)).await?;
    letter::send(app, tx, limit, &change, &token, to).await
}

/// The token that confirms a change: 256 bits that only this installation can make, so that the same mail can be sent
/// again while only a hash is stored.
fn token(app: &App, change: Uuid) -> String {
    use hmac::Mac as _;
    let mut mac = crate::platform::secrets::hmac_sha256(&app.secrets.key_for("limits"));
    mac.update(change.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

async fn end_waiting(
    tx: &mut Tx,
    limit: &LimitRow,
    currency: Option<Currency>,
    outcome: Outcome,
    now: i64,
) -> ApiResult<()> {
    let code = currency.map_or("", |currency| currency.code());
    for change in store::open_changes(tx, limit.id).await? {
        if change.amount.is_none() || change.currency == code {
            store::end_change(tx, change.id, outcome, now).await?;
        }
    }
    Ok(())
}

/// Takes a change back that waits.
pub(super) async fn cancel(app: &App, player: PlayerId, id: Uuid, change: Uuid) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let limit = store::own(&mut tx, player, id).await?.ok_or_else(ApiError::not_found)?;
    let open = store::open_changes(&mut tx, limit.id).await?;
    let waits = open.iter().any(|open| open.id == change && open.waits(now));
    if !waits || !store::end_change(&mut tx, change, Outcome::Canceled, now).await? {
        return Err(ApiError::not_found());
    }
    record(app, &mut tx, player, now, json!({ "limit": id, "change": change, "outcome": "canceled" }))
        .await?;
    Ok(tx.commit().await?)
}

/// A change that its player has confirmed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Confirmed {
    pub(super) kind: LimitType,
    pub(super) period: Period,
    /// When it comes into force, UTC milliseconds.
    pub(super) effective_at: i64,
}

/// Confirms the change that `token` was mailed for. It comes into force when the running window is over, and the delay
/// of the licence. A token works once.
pub(super) async fn confirm(app: &App, token: &str) -> ApiResult<Confirmed> {
    let invalid = || {
        ApiError::field(
            "token",
            "VALIDATION.TOKEN.INVALID",
            "This link is no longer valid. Please ask for a new one.",
        )
    };
    let found = store::by_token(&app.db, &Sha256::digest(token)).await?.ok_or_else(invalid)?;
    let licence = player::get(app, found.player).await?.licence;
    let delay_ms = app.site_config.licences.named(&licence).limits.delay_ms();
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, found.player).await?;
    let limit = store::own(&mut tx, found.player, found.limit).await?.ok_or_else(invalid)?;
    let effective_at = (now + delay_ms).max(window_end(limit.period, limit.created_at, now));
    if !store::confirm(&mut tx, found.id, now, effective_at).await? {
        return Err(invalid());
    }
    record(
        app,
        &mut tx,
        found.player,
        now,
        json!({ "limit": limit.id, "change": found.id, "outcome": "confirmed" }),
    )
    .await?;
    tx.commit().await?;
    Ok(Confirmed { kind: limit.kind, period: limit.period, effective_at })
}

/// Brings a confirmed change into force; `false` when it has ended meanwhile.
pub(super) async fn apply(app: &App, change: &ChangeRow) -> ApiResult<bool> {
    let (player, now) = (change.player, app.clock.now());
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    if !store::end_change(&mut tx, change.id, Outcome::Applied, now).await? {
        return Ok(false);
    }
    let Some(limit) = store::own(&mut tx, player, change.limit).await? else {
        tx.commit().await?;
        return Ok(false);
    };
    if let Some(amount) = change.amount {
        let currency = Some(&change.currency).filter(|code| !code.is_empty());
        let currency = currency.map(|code| code.parse::<Currency>()).transpose();
        let currency = currency.map_err(|error| ApiError::internal(&error))?;
        put_cap(app, &mut tx, &limit, currency, amount, now).await?;
    } else {
        if let Some((kind, period)) = ledger_limit(&limit) {
            for currency in wallet::currencies_in(&mut tx, player).await? {
                let of = LimitOf { player, currency, kind, period };
                app.wallet.remove_limit(&mut tx, of, now).await?;
            }
        }
        store::disable(&mut tx, limit.id, now).await?;
    }
    record(
        app,
        &mut tx,
        player,
        now,
        json!({ "limit": limit.id, "change": change.id, "outcome": "applied" }),
    )
    .await?;
    tx.commit().await?;
    Ok(true)
}

/// Writes into the log what was changed: for the audit, and for the open pages of the player.
pub(super) async fn record(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    now: i64,
    body: serde_json::Value,
) -> croupier_db::Result<()> {
    let fact = Fact { kind: "limits.changed", body: body.to_string() };
    log::append(&app.db, tx, player, now, &[fact]).await
}
