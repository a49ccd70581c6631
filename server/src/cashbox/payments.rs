//! What a player may do: pay in, take out, give up.

use croupier_db::Statement;
use croupier_ledger::{Action as Order, Key, PlayerId, Refusal};
use croupier_money::Currency;
use uuid::Uuid;

use super::amounts::{UnverifiedRoom, check_amount, check_room, check_verified};
use super::asking::{ask_partner, partners_for, send, with_partner};
use super::closed_loop::{self, Seeker};
use super::deposits::deposit;
use super::destination;
use super::fees::{self, Charge};
use super::fraud::{self, Decision, Question, Verdict};
use super::methods::Method;
use super::model::{Payment, Review, SavedCard};
use super::moves::{Step, advance};
use super::payer::Payer;
use super::reports::{self, LOOK_AFTER_MS};
use super::state::{Action, State};
use super::{cards_store, receipts_store, store, unverified_store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::wallet::{self, WalletError};
use crate::{account, bonus, verification};

/// How often a payment is weighed when others of the player come in between.
const TRIES: u32 = 5;

/// What a player asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PaymentRequest {
    pub(super) action: Action,
    pub(super) method_id: String,
    pub(super) currency: Currency,
    /// Subunits.
    pub(super) amount: i64,
    pub(super) profile_id: Option<Uuid>,
    /// Where a coin goes.
    pub(super) address: Option<String>,
    /// Where a transfer goes.
    pub(super) iban: Option<String>,
    /// The e-mail address of the account that the payout of a voucher goes to.
    pub(super) account: Option<String>,
    /// The fee that the player has seen, in subunits. It does not belong to what the key stands for.
    pub(super) fee: Option<i64>,
    /// Whether a withdrawal may cancel bonuses. It does not belong to what the key stands for.
    pub(super) cancel_bonus: bool,
}

impl PaymentRequest {
    /// Hash of all that is asked.
    pub(super) fn fingerprint(&self) -> Key {
        let amount = self.amount.to_be_bytes();
        let profile = self.profile_id.map(Uuid::into_bytes);
        Key::hash(&[
            self.action.name().as_bytes(),
            self.method_id.as_bytes(),
            self.currency.code().as_bytes(),
            &amount,
            profile.as_ref().map_or(&[], |bytes| bytes),
            self.address.as_deref().unwrap_or_default().as_bytes(),
            self.iban.as_deref().unwrap_or_default().as_bytes(),
            self.account.as_deref().unwrap_or_default().as_bytes(),
        ])
    }
}

/// The payment of an earlier call with this key, if there was one. Another wish under it is a conflict.
pub(super) async fn earlier(
    app: &App,
    player: PlayerId,
    key: &str,
    payment_request: &PaymentRequest,
) -> ApiResult<Option<Payment>> {
    let Some(payment) = store::by_key(&app.db, player, key).await? else { return Ok(None) };
    if payment.fingerprint != payment_request.fingerprint().0 {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another request."));
    }
    Ok(Some(payment))
}

/// Goes on with a deposit whose first call never reached the partner, when its player may still pay in.
pub(super) async fn ask_again(app: &App, payer: &Payer, payment: Payment) -> ApiResult<Payment> {
    payer.may_still_pay_in(app, &payment).await?;
    ask_partner(app, payment).await
}

/// Starts a payment that no earlier call has started.
pub(super) async fn start(
    app: &App,
    payer: &Payer,
    key: &str,
    payment_request: &PaymentRequest,
) -> ApiResult<Payment> {
    let player = payer.player.id;
    app.limits.payments.take(LimitKey::player(player))?;
    account::refuse_incomplete(app, &payer.player).await?;
    let methods = app.cashbox.methods.now();
    let method = payer.offered(app, &methods, &payment_request.method_id)?;
    payer.refuse_restricted(app, payment_request.action)?;
    if payment_request.action == Action::Deposit {
        account::refuse_excluded(app, player).await?;
    }
    check_amount(app, player, method, payment_request).await?;
    payer.require_profile(app, payment_request.action, payment_request.currency)?;
    let card = card_of(app, payer, method, payment_request).await?;
    let destination = destination::check(app, player, method, payment_request).await?;
    let charge = fees::charge(app, payer, method, payment_request).await?;
    let instrument = closed_loop::instrument_of(method, card.as_ref());
    let question = Question {
        kind: payment_request.action.into(),
        amount: payment_request.amount,
        currency: payment_request.currency,
        payment_system: &method.brand,
        fingerprint: None,
        card: card.as_ref().map(|card| card.masked.as_str()),
    };
    for _ in 0..TRIES {
        verification::refuse_wealth_overdue(app, player).await?;
        check_room(app, player, payment_request).await?;
        let room = check_verified(app, payer, payment_request).await?;
        let judged = Box::pin(closed_loop::check(app, payer, payment_request, instrument.as_deref())).await?;
        let mut verdict = fraud::check(app, payer, &question).await?;
        if verdict.decision == Decision::Decline {
            return Err(ApiError::forbidden(
                "payment_declined",
                "This payment is not possible at the moment.",
            ));
        }
        verdict.guards.extend(judged.map(|judged| judged.guard(verdict.id)));
        let id = app.entropy.uuid(&app.clock);
        let target = Target {
            id,
            partners: partners_for(app, payer, method, payment_request, card.as_ref(), id)?,
            card: card.clone(),
            address: destination.clone(),
            instrument: instrument.clone(),
            charge,
        };
        let payment = new_payment(app, payer, method, key, payment_request, target, &verdict);
        let made = match payment_request.action {
            Action::Deposit => {
                Box::pin(deposit(app, payer, payment, payment_request, verdict.guards)).await?
            }
            Action::Cashout => {
                Box::pin(cashout(app, payer, payment, payment_request, verdict.guards, room)).await?
            }
        };
        // Otherwise payments came in between that change the verdict: it is asked for again.
        if let Some(payment) = made {
            return Ok(payment);
        }
    }
    Err(ApiError::unavailable(&format!("the payments of player {player} keep changing")))
}

/// The saved card that pays or is paid. A cashout to a card goes to the one named, or else to one that money has to go back to,
/// or else to the newest; one that was taken off the list is paid out to while money has to go back there.
async fn card_of(
    app: &App,
    payer: &Payer,
    method: &Method,
    payment_request: &PaymentRequest,
) -> ApiResult<Option<SavedCard>> {
    let needed = payment_request.profile_id.is_some()
        || (payment_request.action == Action::Cashout && method.kind.pays_to_profile());
    if !needed {
        return Ok(None);
    }
    let mut cards = cards_store::cards(&app.db, payer.player.id).await?;
    if payment_request.action == Action::Cashout {
        let ways = Box::pin(Seeker::of(payer, payment_request.currency).ways(app, &[])).await?;
        let binding = ways.into_iter().filter(|way| way.room > 0).filter_map(|way| way.card);
        let others = std::mem::take(&mut cards);
        cards.extend(binding.chain(others));
    }
    let mut fitting = cards.into_iter().filter(|card| card.method_id == method.id);
    let found = fitting.find(|card| payment_request.profile_id.is_none_or(|id| card.id == id));
    let blocked = |card: &SavedCard| {
        payment_request.action == Action::Deposit && app.cashbox.methods.now().is_blocked(&card.masked)
    };
    if found.as_ref().is_some_and(blocked) {
        let message = "Cards of this bank are not accepted.";
        return Err(ApiError::field("profile_id", "VALIDATION.CARD.BIN_BLOCKED", message));
    }
    found.map(Some).ok_or_else(|| match payment_request.profile_id {
        Some(_) => {
            ApiError::field("profile_id", "VALIDATION.PROFILE.UNKNOWN", "There is no such saved card.")
        }
        None => ApiError::field("profile_id", "VALIDATION.PROFILE.REQUIRED", "Pay in with a card first."),
    })
}

/// What a payment is carried out by, and paid with or to, as far as that is not typed at the partner's page.
#[derive(Debug)]
struct Target {
    /// The payment's id.
    id: Uuid,
    /// The first one first; never empty.
    partners: Vec<String>,
    card: Option<SavedCard>,
    address: Option<String>,
    instrument: Option<String>,
    charge: Charge,
}

fn new_payment(
    app: &App,
    payer: &Payer,
    method: &Method,
    key: &str,
    payment_request: &PaymentRequest,
    target: Target,
    verdict: &Verdict,
) -> Payment {
    let mut partners = target.partners.into_iter();
    let now = app.clock.now();
    let licence = app.site_config.licences.named(&payer.player.licence);
    let by_player = payer.on_behalf.is_none();
    let recallable =
        payment_request.action == Action::Cashout && method.recallable && licence.recall && by_player;
    let held =
        payment_request.action == Action::Cashout && (verdict.decision == Decision::Review || !by_player);
    let pause_ms = match payment_request.action {
        Action::Deposit => LOOK_AFTER_MS,
        Action::Cashout if recallable => i64::from(method.recall_s) * 1000,
        Action::Cashout => 0,
    };
    Payment {
        id: target.id,
        player: payer.player.id,
        action: payment_request.action,
        state: State::Pending,
        method_id: method.id.clone(),
        brand: method.brand.clone(),
        provider: partners.next().unwrap_or_default(),
        further: partners.collect::<Vec<_>>().join(","),
        currency: payment_request.currency,
        kind: method.kind,
        amount: payment_request.amount,
        requested: payment_request.amount,
        fee: target.charge.fee,
        fee_terms: target.charge.terms,
        confirmations: 0,
        confirmations_needed: 0,
        profile_token: target.card.map(|card| card.token),
        address: target.address,
        instrument: target.instrument,
        split_of: None,
        whole: None,
        site_address: Some(payer.site_address.clone()),
        idempotency_key: key.to_owned(),
        fingerprint: payment_request.fingerprint().0.to_vec(),
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

/// Takes the money aside and writes the cashout down in one commit, then sends it unless it may wait. A player who is not
/// verified is held to `room`. `None` when one of the `guards` has missed.
async fn cashout(
    app: &App,
    payer: &Payer,
    mut payment: Payment,
    payment_request: &PaymentRequest,
    mut guards: Vec<Statement>,
    room: Option<UnverifiedRoom>,
) -> ApiResult<Option<Payment>> {
    let mut facts = vec![payment.changed()?];
    let mut steps = vec![receipts_store::step(&payment, State::Pending, payment.created_at)];
    if payment.review.is_some() {
        payment.state = State::Reserved;
        facts.push(payment.changed()?);
        steps.push(receipts_store::step(&payment, State::Reserved, payment.created_at));
    }
    let held = payment.fraud_check_id.zip(room);
    guards.extend(
        held.map(|(check, room)| unverified_store::is_let_out(check, &payment, room.cents, room.elsewhere)),
    );
    guards.push(store::insert(&payment));
    guards.extend(steps);
    let amount = payment.amount;
    let mut action = Order::PayoutHold { amount };
    if let Some(staff) = &payer.on_behalf {
        facts.push(staff.fact(&payment));
        guards.extend(staff.statements(&payment));
        action = Order::PayoutHoldOnBehalf { amount };
    }
    let (player, currency) = (payment.player, payment.currency);
    let with =
        bonus::with_cashout(app, player, currency, payment_request.cancel_bonus, payment.created_at).await?;
    facts.extend(with.facts);
    guards.extend(with.statements);
    guards.push(store::leaves_no_bonus(&payment));
    guards.push(store::owes_no_answer(&payment));
    let order = wallet::Order {
        key: Key::hash(&[b"cashout", &payment.player.to_be_bytes(), payment.idempotency_key.as_bytes()]),
        fingerprint: payment_request.fingerprint(),
        player: payment.player,
        currency: payment.currency,
        at: payment.created_at,
        action,
        facts,
        attached: guards,
    };
    match app.wallet.submit_linked(order, with.linked).await {
        Ok(receipt) if !receipt.replayed => {}
        // Another call with the same key was quicker: its answer is ours too.
        Ok(_) | Err(WalletError::Refused(Refusal::PreconditionFailed | Refusal::BonusChanged)) => {
            return earlier(app, payment.player, &payment.idempotency_key, payment_request).await;
        }
        Err(error) => return Err(error.into()),
    }
    let at_once = payment.next_look_at.is_some_and(|at| at <= payment.created_at);
    if at_once { send(app, payment).await.map(Some) } else { Ok(Some(payment)) }
}

pub(super) async fn get(app: &App, id: Uuid) -> ApiResult<Payment> {
    store::get(&app.db, id).await?.ok_or_else(ApiError::not_found)
}

/// A payment of the player; another's is not found.
pub(super) async fn own(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Payment> {
    Some(get(app, id).await?).filter(|payment| payment.player == player).ok_or_else(ApiError::not_found)
}

/// Answers where a deposit that waits can be paid, after asking the partner how it stands. When it no longer waits, the
/// payment says so.
pub(super) async fn resume(app: &App, payer: &Payer, id: Uuid) -> ApiResult<Payment> {
    let payment = own(app, payer.player.id, id).await?;
    if !payment.is_cancelable() {
        return Ok(payment);
    }
    payer.may_still_pay_in(app, &payment).await?;
    let partner = with_partner(app, &payment)?;
    match partner.find(id).await {
        Ok(Some(report)) => {
            reports::take(app, payment, &report).await?;
        }
        Ok(None) if payment.partner_id.is_none() => return ask_partner(app, payment).await,
        Ok(None) => tracing::error!(payment = %id, "the partner has forgotten a payment"),
        Err(why) => return Err(ApiError::unavailable(&why)),
    }
    get(app, id).await
}

/// Gives up a deposit that waits for being paid: the partner is asked first, so that its page takes no money any
/// more. A deposit that was paid meanwhile is credited instead, which the refusal says.
pub(super) async fn cancel(app: &App, player: PlayerId, id: Uuid) -> ApiResult<Payment> {
    let refused = || ApiError::field("state", "invalid_state", "This payment cannot be canceled any more.");
    let payment = own(app, player, id).await?;
    if payment.action == Action::Deposit && payment.state == State::Canceled {
        return Ok(payment);
    }
    if !payment.is_cancelable() {
        return Err(refused());
    }
    let partner = with_partner(app, &payment)?;
    match partner.cancel(&payment).await {
        Ok(Some(report)) => {
            reports::take(app, payment, &report).await?;
        }
        Ok(None) => {
            advance(app, payment, State::Canceled, &Step::default()).await?;
        }
        Err(why) => return Err(ApiError::unavailable(&why)),
    }
    Some(get(app, id).await?).filter(|payment| payment.state == State::Canceled).ok_or_else(refused)
}
