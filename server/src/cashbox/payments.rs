//! What a player may do: pay in, take out, take back.

use croupier_db::Statement;
use croupier_ledger::{Action as Order, Key, PlayerId, Refusal};
use croupier_money::{Currency, positive};
use uuid::Uuid;

use super::address;
use super::fraud::{self, Decision, Question, Verdict};
use super::methods::{Kind, Method, OutOfRange};
use super::model::{Payment, Review, SavedCard};
use super::moves::{Moved, Step, advance, without_money};
use super::partner::Failure;
use super::payer::Payer;
use super::reports::{self, LOOK_AFTER_MS};
use super::state::{Action, State};
use super::store;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::wallet::{self, WalletError};

/// Payments a player may start in a minute.
const PER_MINUTE: u32 = 30;

/// The error code of a payment that the partner would not take.
const PROVIDER_REFUSED: &str = "provider_refused";

/// What a player asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) action: Action,
    pub(super) method_id: String,
    pub(super) currency: Currency,
    /// Subunits.
    pub(super) amount: i64,
    pub(super) profile_id: Option<Uuid>,
    pub(super) address: Option<String>,
}

impl Wish {
    /// Hash of all that is asked.
    fn fingerprint(&self) -> Key {
        let amount = self.amount.to_be_bytes();
        let profile = self.profile_id.map(Uuid::into_bytes);
        Key::hash(&[
            self.action.name().as_bytes(),
            self.method_id.as_bytes(),
            self.currency.code().as_bytes(),
            &amount,
            profile.as_ref().map_or(&[], |bytes| bytes),
            self.address.as_deref().unwrap_or_default().as_bytes(),
        ])
    }
}

/// The answer to an earlier call with this key, if there was one. Another wish under it is a conflict.
pub(super) async fn earlier(
    app: &App,
    player: PlayerId,
    key: &str,
    wish: &Wish,
) -> ApiResult<Option<Payment>> {
    let Some(payment) = store::by_key(&app.db, player, key).await? else { return Ok(None) };
    if payment.fingerprint != wish.fingerprint().0 {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another request."));
    }
    let never_arrived =
        payment.action == Action::Deposit && payment.state == State::Pending && payment.partner_id.is_none();
    Ok(Some(if never_arrived { ask_partner(app, payment).await? } else { payment }))
}

/// Starts a payment that no earlier call has started.
pub(super) async fn start(app: &App, payer: &Payer, key: &str, wish: &Wish) -> ApiResult<Payment> {
    let player = payer.player.id;
    app.limiter.hit(&format!("payments:{player}"), PER_MINUTE, 60, app.clock.now())?;
    let method = app.cashbox.methods.get(&wish.method_id).filter(|method| payer.may_use(method));
    let method = method.ok_or_else(|| {
        ApiError::field(
            "payment_method_id",
            "VALIDATION.PAYMENT_METHOD.UNKNOWN",
            "This method is not offered.",
        )
    })?;
    payer.refuse_restricted(app, wish.action)?;
    check_amount(app, player, method, wish).await?;
    payer.require_profile(app, wish.action, wish.currency)?;
    let card = card_of(app, player, method, wish).await?;
    check_address(method, wish)?;
    let question = Question {
        kind: wish.action.into(),
        amount: wish.amount,
        currency: wish.currency,
        payment_system: &method.brand,
        fingerprint: None,
        card: card.as_ref().map(|card| card.masked.as_str()),
    };
    let verdict = fraud::check(app, payer, &question).await?;
    if verdict.decision == Decision::Decline {
        return Err(ApiError::forbidden("payment_declined", "This payment is not possible at the moment."));
    }
    let payment = new_payment(app, payer, method, key, wish, card, &verdict);
    match wish.action {
        Action::Deposit => deposit(app, payment, wish).await,
        Action::Cashout => cashout(app, payment, wish).await,
    }
}

async fn check_amount(app: &App, player: PlayerId, method: &Method, wish: &Wish) -> ApiResult<()> {
    let unsupported =
        || ApiError::field("currency", "currency_not_supported", "This method does not take this currency.");
    let limits = method.limits(wish.currency).ok_or_else(unsupported)?;
    if app.wallet.get(player, wish.currency).await?.is_none() {
        return Err(WalletError::NoWallet(wish.currency).into());
    }
    let refuse = |code: &str, message: &str| ApiError::field("amount_cents", code, message);
    positive(wish.amount).map_err(|error| refuse("VALIDATION.AMOUNT.INVALID", &error.to_string()))?;
    limits.of(wish.action).check(wish.amount).map_err(|wrong| match wrong {
        OutOfRange::Min => refuse("VALIDATION.AMOUNT.MIN", "This is less than the method takes."),
        OutOfRange::Max => refuse("VALIDATION.AMOUNT.MAX", "This is more than the method takes."),
        OutOfRange::Step => refuse("VALIDATION.AMOUNT.STEP", "The method does not take amounts this fine."),
    })
}

/// The saved card that pays or is paid. A cashout to a card goes to the one named, or else to the newest.
async fn card_of(app: &App, player: PlayerId, method: &Method, wish: &Wish) -> ApiResult<Option<SavedCard>> {
    let needed = wish.profile_id.is_some() || (wish.action == Action::Cashout && method.kind == Kind::Card);
    if !needed {
        return Ok(None);
    }
    let cards = store::cards(&app.db, player).await?;
    let mut fitting = cards.into_iter().filter(|card| card.method_id == method.id);
    let found = fitting.find(|card| wish.profile_id.is_none_or(|id| card.id == id));
    found.map(Some).ok_or_else(|| match wish.profile_id {
        Some(_) => {
            ApiError::field("profile_id", "VALIDATION.PROFILE.UNKNOWN", "There is no such saved card.")
        }
        None => ApiError::field("profile_id", "VALIDATION.PROFILE.REQUIRED", "Pay in with a card first."),
    })
}

fn check_address(method: &Method, wish: &Wish) -> ApiResult<()> {
    let wanted = wish.action == Action::Cashout && method.kind == Kind::Crypto;
    let refuse = |code, message| Err(ApiError::field("address", code, message));
    match &wish.address {
        None if wanted => refuse("VALIDATION.ADDRESS.REQUIRED", "Where should it go?"),
        Some(text) if wanted && !address::is_bitcoin(text) => {
            refuse("VALIDATION.ADDRESS.INVALID", "This is no valid address.")
        }
        Some(_) if !wanted => refuse("VALIDATION.ADDRESS.INVALID", "An address does not belong here."),
        _ => Ok(()),
    }
}

fn new_payment(
    app: &App,
    payer: &Payer,
    method: &Method,
    key: &str,
    wish: &Wish,
    card: Option<SavedCard>,
    verdict: &Verdict,
) -> Payment {
    let now = app.clock.now();
    let licence = app.house.licences.named(&payer.player.licence);
    let recallable = wish.action == Action::Cashout && method.recallable && licence.recall;
    let held = wish.action == Action::Cashout && verdict.decision == Decision::Review;
    let pause_ms = match wish.action {
        Action::Deposit => LOOK_AFTER_MS,
        Action::Cashout if recallable => i64::from(method.recall_s) * 1000,
        Action::Cashout => 0,
    };
    Payment {
        id: app.entropy.uuid(&app.clock),
        player: payer.player.id,
        action: wish.action,
        state: State::Pending,
        method_id: method.id.clone(),
        brand: method.brand.clone(),
        provider: method.provider.clone(),
        currency: wish.currency,
        amount: wish.amount,
        profile_token: card.map(|card| card.token),
        address: wish.address.clone(),
        house: Some(payer.house.clone()),
        idempotency_key: key.to_owned(),
        fingerprint: wish.fingerprint().0.to_vec(),
        recallable,
        review: held.then_some(Review::Waiting),
        fraud_check_id: Some(verdict.id),
        partner_id: None,
        redirect_url: None,
        error_code: None,
        created_at: now,
        finished_at: None,
        next_look_at: (!held).then_some(now + pause_ms),
        looks: 0,
    }
}

/// Writes a deposit down, then asks the partner for it.
async fn deposit(app: &App, payment: Payment, wish: &Wish) -> ApiResult<Payment> {
    let facts = [payment.changed()?];
    let rows = vec![store::insert(&payment)];
    if without_money(app, &payment, payment.created_at, &facts, rows).await? {
        return ask_partner(app, payment).await;
    }
    quicker_one(app, &payment, wish).await
}

/// Takes the money aside and writes the cashout down in one commit, then sends it unless it may wait.
async fn cashout(app: &App, mut payment: Payment, wish: &Wish) -> ApiResult<Payment> {
    let mut facts = vec![payment.changed()?];
    if payment.review.is_some() {
        payment.state = State::Reserved;
        facts.push(payment.changed()?);
    }
    let row: Statement = store::insert(&payment);
    let order = wallet::Order {
        key: Key::hash(&[b"cashout", &payment.player.to_be_bytes(), payment.idempotency_key.as_bytes()]),
        fingerprint: wish.fingerprint(),
        player: payment.player,
        currency: payment.currency,
        at: payment.created_at,
        action: Order::PayoutHold { amount: payment.amount },
        facts,
        attached: vec![row],
    };
    match app.wallet.submit(order).await {
        Ok(receipt) if !receipt.replayed => {}
        Ok(_) | Err(WalletError::Refused(Refusal::Stale)) => return quicker_one(app, &payment, wish).await,
        Err(error) => return Err(error.into()),
    }
    let at_once = payment.next_look_at.is_some_and(|at| at <= payment.created_at);
    if at_once { send(app, payment).await } else { Ok(payment) }
}

/// Another call with the same key was quicker: its answer is ours too.
async fn quicker_one(app: &App, payment: &Payment, wish: &Wish) -> ApiResult<Payment> {
    let earlier = earlier(app, payment.player, &payment.idempotency_key, wish).await?;
    earlier.ok_or_else(|| ApiError::internal(&format!("the row of payment {} is missing", payment.id)))
}

/// Sends a cashout: from here on the player cannot take it back.
///
/// It is marked as sent first. Were it sent first, a recall in between would pay it twice.
pub(super) async fn send(app: &App, payment: Payment) -> ApiResult<Payment> {
    let step = Step { next_look_at: Some(app.clock.now() + LOOK_AFTER_MS), ..Step::default() };
    match advance(app, payment, State::Processing, &step).await? {
        Moved::Done(payment) | Moved::Already(payment) => ask_partner(app, payment).await,
        Moved::NotAllowed(payment) => Ok(payment),
    }
}

/// Asks the partner for `payment`, or again for the answer it gave. Without an answer the payment stays as it
/// is, and is looked at later.
pub(super) async fn ask_partner(app: &App, payment: Payment) -> ApiResult<Payment> {
    let id = payment.id;
    match app.cashbox.northpay.create(&payment).await {
        Ok(report) => {
            reports::take(app, payment, &report).await?;
        }
        Err(Failure::Refused(why)) => {
            tracing::warn!(payment = %id, why, "the partner refuses the payment");
            let step = Step { error_code: Some(PROVIDER_REFUSED.to_owned()), ..Step::default() };
            advance(app, payment, State::Declined, &step).await?;
        }
        Err(Failure::Unknown(why)) => {
            tracing::warn!(payment = %id, why, "the partner gave no answer; the payment is looked at later");
        }
    }
    get(app, id).await
}

async fn get(app: &App, id: Uuid) -> ApiResult<Payment> {
    store::get(&app.db, id).await?.ok_or_else(ApiError::not_found)
}

/// A payment of the player; another's is not found.
pub(super) async fn own(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Payment> {
    Some(get(app, id).await?).filter(|payment| payment.player == player).ok_or_else(ApiError::not_found)
}

/// Takes a cashout back.
pub(super) async fn recall(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Payment> {
    let refused = || ApiError::field("state", "invalid_state", "This payment cannot be taken back any more.");
    let payment = own(app, player, id).await?;
    if !payment.is_recallable_now() {
        return Err(refused());
    }
    match advance(app, payment, State::Recalled, &Step::default()).await? {
        Moved::Done(payment) => Ok(payment),
        Moved::Already(_) | Moved::NotAllowed(_) => Err(refused()),
    }
}
