//! What a way to pay costs its player, as staff sets it: by licence, method, direction and currency, in versions.
//!
//! A fee is worked out and frozen when a payment is made. A deposit credits what has come less the fee; a cashout takes its
//! whole amount out of the wallet and pays it out less the fee. The fee goes from the partner's account to `fees`, with the
//! money that it is taken off; a payment that comes to nothing costs nothing.

use croupier_db::log;
use croupier_ledger::Fact;
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::fees_store as store;
use super::methods::Method;
use super::payer::Payer;
use super::payments::PaymentRequest;
use super::state::Action;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{Actor, NO_PLAYER};

/// The system account that fees go to.
pub(super) const ACCOUNT: &str = "fees";

/// The longest processing time, in hours: 30 days.
const HOURS_MAX: i64 = 720;

/// What a way to pay costs in one direction, and how long it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = PaymentTerms)]
pub struct Terms {
    /// Subunits, whatever the amount.
    pub fixed_cents: i64,
    /// Hundredths of a percent of the amount, on top of that.
    pub basis_points: i64,
    /// The least that it comes to, in subunits.
    pub min_cents: i64,
    /// The most that it comes to, in subunits; null when there is none.
    pub max_cents: Option<i64>,
    /// Within how many hours it is done; 0 at once, or as the list of ways to pay says.
    pub hours: i64,
}

impl Terms {
    /// Whether it costs nothing, whatever the amount.
    pub const fn is_free(&self) -> bool {
        self.fixed_cents == 0 && self.basis_points == 0 && self.min_cents == 0
    }

    /// The fee on `amount`, in subunits, to the nearest one.
    pub fn on(&self, amount: i64) -> i64 {
        let share = (i128::from(amount) * i128::from(self.basis_points) + 5_000) / 10_000;
        let sum = i64::try_from(share).unwrap_or(i64::MAX).saturating_add(self.fixed_cents);
        let fee = sum.max(self.min_cents);
        self.max_cents.map_or(fee, |max| fee.min(max))
    }

    /// Whether staff may set it.
    fn is_sound(&self) -> bool {
        let is_amount = |amount: i64| (0..=WIRE_MAX).contains(&amount);
        is_amount(self.fixed_cents)
            && is_amount(self.min_cents)
            && (0..=10_000).contains(&self.basis_points)
            && self.max_cents.is_none_or(|max| is_amount(max) && max >= self.min_cents)
            && (0..=HOURS_MAX).contains(&self.hours)
    }
}

/// What a fee is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeKey {
    /// The licence's code.
    pub licence: String,
    /// The way to pay, by its id.
    pub method: String,
    /// Whether it is of deposits, else of cashouts.
    pub deposit: bool,
    /// The wallet.
    pub currency: Currency,
}

impl FeeKey {
    /// Which way the money goes.
    pub(super) const fn action(&self) -> Action {
        if self.deposit { Action::Deposit } else { Action::Cashout }
    }
}

/// A version of what a way to pay costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fee {
    /// What it is for.
    pub key: FeeKey,
    /// Its number, from 1.
    pub version: i64,
    /// What it is.
    pub terms: Terms,
    /// Who has set it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When, in UTC milliseconds.
    pub at: i64,
}

/// All that holds now.
#[derive(Debug, Clone, Default)]
pub(super) struct Book(Vec<Fee>);

impl Book {
    /// What `method` costs players of `licence`.
    pub(super) fn terms(&self, licence: &str, method: &Method, action: Action, currency: Currency) -> Terms {
        let found = self.0.iter().find(|Fee { key, .. }| {
            key.licence == licence
                && key.method == method.id
                && key.action() == action
                && key.currency == currency
        });
        found.map(|fee| fee.terms).unwrap_or_default()
    }
}

/// What holds now.
pub(super) async fn book(app: &App) -> ApiResult<Book> {
    Ok(Book(store::current(&app.db).await?))
}

/// What holds now, for staff.
pub async fn fees(app: &App) -> ApiResult<Vec<Fee>> {
    Ok(store::current(&app.db).await?)
}

/// Sets what a way to pay costs, as the version after the one that was seen. It is published to every open page of the cashbox.
pub async fn set_fee(app: &App, mut fee: Fee, by: &Actor) -> ApiResult<()> {
    let FeeKey { licence, method, currency, .. } = &fee.key;
    let is_licence = app.site_config.licences.all().iter().any(|known| known.code == *licence);
    let methods = app.cashbox.methods.now();
    let takes = methods.get(method).is_some_and(|method| method.limits(*currency).is_some());
    if !is_licence || !takes {
        return Err(ApiError::not_found());
    }
    if !fee.terms.is_sound() {
        let message = "A fee has a least that is not above its most, at most 100 %, and at most 720 hours.";
        return Err(ApiError::field("terms", "VALIDATION.FEE.INVALID", message));
    }
    let now = app.clock.now();
    fee.by.clone_from(&by.name);
    fee.at = now;
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    if !store::put(&mut tx, &fee).await? {
        return Err(ApiError::conflict("fee_changed", "Somebody has set this fee meanwhile."));
    }
    let subject = format!("{licence} {method} {} {}", fee.key.action().name(), currency.code());
    let body = by.signing(json!({
        "subject": subject, "version": fee.version, "terms": fee.terms, "reason": fee.reason,
    }));
    let fact = Fact { kind: "payment_fees.set", body: body.to_string() };
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(())
}

/// What a payment costs, and by which terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Charge {
    /// Subunits.
    pub(super) fee: i64,
    /// `None` when it costs nothing.
    pub(super) terms: Option<Terms>,
}

/// What the payment that is wished for costs. Refused when it would take all of it, and when the payer has seen another fee.
pub(super) async fn charge(
    app: &App,
    payer: &Payer,
    method: &Method,
    payment_request: &PaymentRequest,
) -> ApiResult<Charge> {
    let charge = charge_of(
        app,
        payer,
        method,
        (payment_request.action, payment_request.currency, payment_request.amount),
    )
    .await?;
    let fee = charge.fee;
    if payment_request.fee.is_some_and(|seen| seen != fee) {
        return Err(ApiError::conflict("fee_changed", "The fee has changed meanwhile. Please look again."));
    }
    if fee >= payment_request.amount {
        let message = "The fee would take all of this amount.";
        return Err(ApiError::field("amount_cents", "VALIDATION.AMOUNT.FEE", message));
    }
    Ok(charge)
}

/// What a payment of `amount` subunits by `method` costs `payer` now; it may be all of it.
pub(super) async fn charge_of(
    app: &App,
    payer: &Payer,
    method: &Method,
    (action, currency, amount): (Action, Currency, i64),
) -> ApiResult<Charge> {
    let terms = book(app).await?.terms(&payer.player.licence, method, action, currency);
    Ok(Charge { fee: terms.on(amount), terms: (!terms.is_free()).then_some(terms) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fee_has_a_fixed_part_a_share_and_bounds() {
        let terms = |fixed_cents, basis_points, min_cents, max_cents| Terms {
            fixed_cents,
            basis_points,
            min_cents,
            max_cents,
            hours: 0,
        };
        for (terms, amount, fee) in [
            (Terms::default(), 10_000, 0),
            (terms(50, 0, 0, None), 10_000, 50),
            (terms(0, 250, 0, None), 10_000, 250),
            (terms(50, 250, 0, None), 10_000, 300),
            (terms(0, 250, 0, None), 19, 0),
            (terms(0, 250, 0, None), 20, 1),
            (terms(0, 250, 100, None), 1_000, 100),
            (terms(0, 250, 100, Some(500)), 1_000_000, 500),
            (terms(50, 0, 0, Some(20)), 10_000, 20),
            // A yen is a subunit of its own: 2.5 % of 1 010 are 25.25.
            (terms(0, 250, 0, None), 1_010, 25),
            (terms(0, 10_000, 0, None), WIRE_MAX, WIRE_MAX),
        ] {
            assert_eq!(terms.on(amount), fee, "{terms:?} on {amount}");
            assert!(terms.max_cents.is_some_and(|max| max < terms.min_cents) || terms.is_sound());
        }
        for broken in [
            terms(-1, 0, 0, None),
            terms(0, 10_001, 0, None),
            terms(0, 0, 10, Some(9)),
            terms(0, 0, -1, None),
            Terms { hours: 721, ..Terms::default() },
        ] {
            assert!(!broken.is_sound(), "{broken:?}");
        }
        assert!(Terms { hours: 24, ..Terms::default() }.is_free());
    }
}
