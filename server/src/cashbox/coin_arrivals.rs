//! Coins that come to lasting addresses: taken from webhooks and from partners' lists alike, exactly once for each output of
//! a transaction, and credited or held.
//!
//! A webhook and a line of the list say the same, in any order and any number of times. What is confirmed is decided by
//! `coin_arrivals_judge`: it is credited as a payment, or set aside on the account `coins:held` and offered
//! back. A server that dies in between leaves a row that the next look takes up.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Error, Statement, log};
use croupier_ledger::{Action as Order, Fact, Key, Refusal};
use croupier_money::{Currency, WIRE_MAX};
use serde_json::{Value, json};
use uuid::Uuid;

use super::coin_arrivals_judge::{Credit, credit, finish};
use super::coin_arrivals_state::{Arrival, ArrivalState, HeldFor};
use super::coin_arrivals_store as store;
use super::partner::{Chain, Kind, Report, Status};
use super::reports::ReportOutcome;
use super::{coin_addresses_store, coin_arrivals_return};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::{self, WalletError};

/// The account of what is held.
pub(super) const HELD: &str = "coins:held";

/// How often partners' lists are read and what is open is looked at.
const EVERY: Duration = Duration::from_secs(5);

/// What is looked at in one go, and how many parts of a list are read: one without an end keeps no known coins waiting.
const BATCH: i64 = 100;

/// How often a change is tried when others change the row at the same time.
const TRIES: u32 = 5;

/// The longest line of a list that is kept, in bytes.
const BODY_MAX: usize = 2_000;

/// Reads partners' lists and looks after what is open until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("coins that arrive", EVERY, |app| async move { look(&app).await }).await;
}

/// Reads on in every partner's list, and goes on with what a lost call or a dead server has left behind.
pub async fn look(app: &App) -> ApiResult<()> {
    for partner in app.cashbox.partners.iter().filter(|partner| partner.issues_addresses()) {
        if coin_addresses_store::has_issued(&app.db, partner.name).await? {
            read_list(app, partner.name).await?;
        }
    }
    for kept in store::unread(&app.db, true, BATCH).await? {
        take_again(app, &kept).await?;
    }
    for arrival in store::open(&app.db, BATCH).await? {
        let Some(arrival) = store::claim_look(&app.db, arrival).await? else { continue };
        let (id, state) = (arrival.id, arrival.state);
        let done = match state {
            ArrivalState::Returning => coin_arrivals_return::ask(app, &arrival).await,
            ArrivalState::Credited => finish(app, &arrival).await,
            _ => settle(app, &arrival).await,
        };
        if let Err(error) = done {
            tracing::error!(arrival = %id, state = state.name(), ?error, "coins that arrived could not be looked at");
        }
    }
    Ok(())
}

/// Reads a partner's list on from where it was read. What cannot be taken is kept for people, so that nothing waits behind it.
async fn read_list(app: &App, provider: &str) -> ApiResult<()> {
    let Some(partner) = app.cashbox.partners.get(provider) else { return Ok(()) };
    for _ in 0..BATCH {
        let place = store::place(&app.db, provider).await?;
        let part = match partner.arrivals(&place).await {
            Ok(part) => part,
            Err(failure) => {
                tracing::warn!(provider, %failure, "the partner did not say which coins have come");
                return Ok(());
            }
        };
        for line in &part.lines {
            take_line(app, provider, line).await?;
        }
        let is_last = part.lines.is_empty() || part.next == place;
        if is_last || !store::read_on(&app.db, provider, &place, &part.next).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Takes a line of a list. Fails only when what cannot be taken cannot be kept either.
async fn take_line(app: &App, provider: &str, line: &Value) -> ApiResult<()> {
    let why = match serde_json::from_value::<Report>(line.clone()) {
        Err(error) => {
            tracing::error!(provider, %error, "a partner's list has a line that cannot be read");
            "unreadable"
        }
        Ok(report) => match Box::pin(take(app, provider, &report)).await {
            Ok(ReportOutcome::Yes) => return Ok(()),
            Ok(ReportOutcome::Mismatch) => "unknown",
            Ok(ReportOutcome::NotNow) => "failed",
            Err(error) => {
                tracing::error!(provider, ?error, "coins that arrived could not be taken");
                "failed"
            }
        },
    };
    let mut body = line.to_string();
    if body.len() > BODY_MAX {
        let end = (0..=BODY_MAX).rev().find(|end| body.is_char_boundary(*end)).unwrap_or_default();
        body.truncate(end);
    }
    let id = app.entropy.uuid(&app.clock);
    Ok(store::keep_unread(&app.db, id, (provider, &body), why, app.clock.now()).await?)
}

/// Takes a line that has failed once more. One that was cut, or fits nothing here any more, is for people from then on.
async fn take_again(app: &App, kept: &store::UnreadCoin) -> ApiResult<()> {
    let taken = match serde_json::from_str::<Report>(&kept.body) {
        Ok(report) => Box::pin(take(app, &kept.provider, &report)).await.unwrap_or(ReportOutcome::NotNow),
        Err(_) => ReportOutcome::Mismatch,
    };
    let noted = match taken {
        ReportOutcome::Yes => store::forget_unread(&app.db, kept.id).await,
        ReportOutcome::Mismatch => store::tried_again(&app.db, kept.id, "unknown").await,
        ReportOutcome::NotNow => store::tried_again(&app.db, kept.id, "failed").await,
    };
    Ok(noted?)
}

/// Takes what a webhook reports, when it is about coins that came by themselves or that go back; `None` for all others.
pub(super) async fn reported(app: &App, provider: &str, report: &Report) -> ApiResult<Option<ReportOutcome>> {
    if report.arrival.is_some() {
        return take(app, provider, report).await.map(Some);
    }
    let Ok(id) = Uuid::parse_str(&report.merchant_ref) else { return Ok(None) };
    match store::by_return(&app.db, id).await? {
        Some(arrival) if arrival.provider == provider => {
            coin_arrivals_return::take(app, &arrival, id, report).await.map(Some)
        }
        _ => Ok(None),
    }
}

/// Takes what `provider` reports of an arrival.
pub(super) async fn take(app: &App, provider: &str, report: &Report) -> ApiResult<ReportOutcome> {
    let Some(seen) = as_seen(app, provider, report).await? else { return Ok(ReportOutcome::Mismatch) };
    let known = match store::get(&app.db, seen.id).await? {
        Some(known) => known,
        None if matches!(report.status, Status::Declined | Status::Canceled) => {
            return Ok(ReportOutcome::Yes);
        }
        None => match first_seen(app, &seen).await? {
            Some(known) => known,
            None => return Ok(ReportOutcome::Mismatch),
        },
    };
    if !is_same(&known, &seen) {
        tracing::error!(arrival = %known.id, provider, "the partner reports differently of coins that arrived");
        return Ok(ReportOutcome::Mismatch);
    }
    let now = app.clock.now();
    let (confirmations, confirmations_needed) = (seen.confirmations, seen.confirmations_needed);
    let further = Arrival { confirmations, confirmations_needed, changed_at: now, ..known.clone() };
    match (report.status, known.state) {
        (Status::Succeeded, ArrivalState::Seen) => {
            let state = ArrivalState::Confirmed;
            let noted = store::confirm(known.id, confirmations, confirmations_needed, now);
            let noted = Statement { expect_one_row: false, ..noted };
            let moved = store::moved(known.id, ArrivalState::Seen, state, now);
            write(app, &Arrival { state, ..further }, &[], vec![noted, moved]).await?;
        }
        (Status::Succeeded, ArrivalState::Dropped) => return Ok(ReportOutcome::Mismatch),
        (Status::Declined | Status::Canceled, ArrivalState::Seen) => {
            let state = ArrivalState::Dropped;
            let moved = store::moved(known.id, ArrivalState::Seen, state, now);
            write(app, &Arrival { state, ..further }, &[], vec![moved]).await?;
        }
        (Status::Declined | Status::Canceled, state) if state != ArrivalState::Dropped => {
            tracing::error!(arrival = %known.id, "the chain has taken back coins that were confirmed");
            return Ok(ReportOutcome::Mismatch);
        }
        (_, ArrivalState::Seen) if confirmations > known.confirmations => {
            let noted = store::confirm(known.id, confirmations, confirmations_needed, now);
            write(app, &further, &[], vec![noted]).await?;
        }
        _ => {}
    }
    if let Some(arrival) = store::get(&app.db, known.id).await?
        && arrival.state == ArrivalState::Confirmed
    {
        settle(app, &arrival).await?;
    }
    Ok(ReportOutcome::Yes)
}

/// The arrival that `report` is about, as one that is seen; `None` when it names no address of ours, or cannot be one.
async fn as_seen(app: &App, provider: &str, report: &Report) -> ApiResult<Option<Arrival>> {
    let Some(Chain { address, txid, output, memo }) = &report.arrival else { return Ok(None) };
    let amount = report.received.unwrap_or(report.amount);
    let (Ok(id), Ok(currency)) = (Uuid::parse_str(&report.merchant_ref), report.currency.parse::<Currency>())
    else {
        return Ok(None);
    };
    if report.kind != Kind::Deposit || !(1..=WIRE_MAX).contains(&amount) || txid.is_empty() {
        return Ok(None);
    }
    let memo = memo.as_deref().unwrap_or_default();
    let owner = coin_addresses_store::owner(&app.db, provider, currency, address, memo).await?;
    let Some(owner) = owner else {
        tracing::error!(provider, address, "coins have come to an address that is nobody's here");
        return Ok(None);
    };
    let now = app.clock.now();
    Ok(Some(Arrival {
        id,
        provider: provider.to_owned(),
        partner_id: report.id.clone(),
        player: owner.player,
        currency,
        address: owner.address,
        txid: txid.clone(),
        output: i64::from(*output),
        amount,
        method_id: owner.method_id,
        site_address: owner.site_address,
        state: ArrivalState::Seen,
        reason: None,
        on_hold: false,
        confirmations: report.confirmations.into(),
        confirmations_needed: report.confirmations_needed.into(),
        return_id: None,
        return_address: None,
        return_error: None,
        asked: None,
        seen_at: now,
        changed_at: now,
        looks: 0,
    }))
}

fn is_same(known: &Arrival, seen: &Arrival) -> bool {
    let place = |one: &Arrival| (one.txid.clone(), one.output, one.amount, one.player);
    known.provider == seen.provider
        && known.partner_id == seen.partner_id
        && known.currency == seen.currency
        && place(known) == place(seen)
}

/// Writes down what is seen for the first time; `None` when its output of its transaction came under another name before.
async fn first_seen(app: &App, seen: &Arrival) -> ApiResult<Option<Arrival>> {
    let fact = changed(seen)?;
    let mut tries = 0;
    loop {
        let done: croupier_db::Result<()> = async {
            let mut tx = app.db.begin().await?;
            log::append(&app.db, &mut tx, seen.player, seen.seen_at, std::slice::from_ref(&fact)).await?;
            if store::insert(&mut tx, seen).await? {
                tx.commit().await?;
                app.db.notify_all();
            }
            Ok(())
        }
        .await;
        match done {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => break done?,
        }
    }
    let known = store::get(&app.db, seen.id).await?;
    if known.is_none() {
        tracing::error!(arrival = %seen.id, txid = seen.txid, "an output of a transaction came twice");
    }
    Ok(known)
}

/// Credits a confirmed arrival, or holds it.
async fn settle(app: &App, arrival: &Arrival) -> ApiResult<()> {
    match Box::pin(credit(app, arrival, &[])).await? {
        Credit::Done => {
            tracing::info!(arrival = %arrival.id, player = arrival.player, "coins were credited");
            Ok(())
        }
        Credit::Conflict => Ok(()),
        Credit::Refused(why) => hold(app, arrival, why).await,
    }
}

/// Sets the amount aside.
async fn hold(app: &App, arrival: &Arrival, why: HeldFor) -> ApiResult<()> {
    let now = app.clock.now();
    let next = Arrival {
        state: ArrivalState::Held,
        reason: Some(why),
        on_hold: true,
        changed_at: now,
        ..arrival.clone()
    };
    let (from, to) = accounts(app, arrival).await?;
    let order = wallet::Order {
        facts: vec![changed(&next)?, held_fact(&next)],
        attached: vec![store::held(arrival.id, why, now)],
        ..moving(arrival, "coin-hold", now, Order::Move { from, to, amount: arrival.amount })
    };
    if submit(app, order).await? {
        tracing::warn!(arrival = %arrival.id, player = arrival.player, why = why.name(), "coins are held");
    }
    Ok(())
}

/// The fact that coins are held for the first time, of which the player is mailed.
fn held_fact(arrival: &Arrival) -> Fact {
    let Arrival { amount, currency, site_address, .. } = arrival;
    let body = json!({ "amount_cents": amount, "currency": currency.code(), "site_address": site_address });
    Fact { kind: "coin.held", body: body.to_string() }
}

/// The partner's account, and that of held coins.
pub(super) async fn accounts(
    app: &App,
    arrival: &Arrival,
) -> ApiResult<(croupier_ledger::AccountId, croupier_ledger::AccountId)> {
    let partner =
        app.wallet.system_account(&format!("payments:{}", arrival.provider), arrival.currency).await?;
    Ok((partner, app.wallet.system_account(HELD, arrival.currency).await?))
}

/// A movement of the arrival's amount between two system accounts. Its key is of the server's own: no call of a player
/// makes one like it.
pub(super) fn moving(arrival: &Arrival, what: &'static str, now: i64, action: Order) -> wallet::Order {
    let id = arrival.id.to_string();
    wallet::Order {
        key: Key::new(what, &id),
        fingerprint: Key::new(&id, &format!("{what} {} {}", arrival.amount, arrival.currency)),
        player: arrival.player,
        currency: arrival.currency,
        at: now,
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    }
}

/// Carries out a movement; `false` when it was done before, or the row is not as it was.
pub(super) async fn submit(app: &App, order: wallet::Order) -> ApiResult<bool> {
    match app.wallet.submit(order).await {
        Ok(receipt) => Ok(!receipt.replayed),
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Writes a change that moves no money, with the fact of it and `facts`, under the lock of the player's lane; `false` when one
/// of the statements that have to hit has missed.
pub(super) async fn write(
    app: &App,
    next: &Arrival,
    facts: &[Fact],
    statements: Vec<Statement>,
) -> ApiResult<bool> {
    let mut reported = vec![changed(next)?];
    reported.extend_from_slice(facts);
    let mut tries = 0;
    loop {
        match try_to_write(app, next, &reported, statements.clone()).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_to_write(
    app: &App,
    next: &Arrival,
    facts: &[Fact],
    statements: Vec<Statement>,
) -> croupier_db::Result<bool> {
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, next.player, app.clock.now(), facts).await?;
    for Statement { sql, params, expect_one_row } in statements {
        if tx.execute(sql, params).await? != 1 && expect_one_row {
            return Ok(false);
        }
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(true)
}

/// The fact that an arrival has changed.
pub(super) fn changed(next: &Arrival) -> ApiResult<Fact> {
    let body = serde_json::to_string(&next.view()).map_err(|error| ApiError::internal(&error))?;
    Ok(Fact { kind: "coin.changed", body })
}
