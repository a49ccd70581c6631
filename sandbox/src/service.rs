//! What happens to payments: taken in, moved on, told to the merchant.

use std::sync::MutexGuard;

use sha2::{Digest as _, Sha256};

use crate::App;
use crate::card::Card;
use crate::coin;
use crate::error::Refusal;
use crate::method::Flow;
use crate::partner::{Mode, Partner};
use crate::payment::{
    Challenge, Instrument, Kind, Paid, Payment, Profile, SavedCard, Status, Step, forced_outcome,
};
use crate::request::{PaymentRequest, check, owned_card};
use crate::store::{Answered, Line, State};
use crate::webhook;

const CHALLENGE_TRIES: u8 = 3;

/// The JSON that a request is answered with, now or again.
pub(crate) struct Created {
    pub(crate) answer: String,
    pub(crate) replayed: bool,
}

/// How a code was taken by the cardholder's bank.
pub(crate) enum Verdict {
    Passed,
    Wrong { tries_left: u8 },
    Failed,
}

impl App {
    /// Takes a payment in for `partner` under an idempotency key and sets it going.
    pub(crate) fn create(
        &self,
        partner: Partner,
        key: &str,
        request: &PaymentRequest,
    ) -> Result<Created, Refusal> {
        let request_digest = hex::encode(Sha256::digest(serde_json::to_vec(request)?));
        let mut state = self.store.lock();
        if let Some(answered) = state.answered(key) {
            return if answered.request_digest == request_digest {
                Ok(Created { answer: answered.answer.clone(), replayed: true })
            } else {
                Err(Refusal::IdempotencyConflict)
            };
        }
        if state.payment_by_ref(partner, &request.merchant_ref).is_some() {
            return Err(Refusal::MerchantRefTaken);
        }
        let payment = self.accept(partner, request, &state)?;
        let id = payment.id.clone();
        let answer = payment.answer(&self.public_url)?;
        let answered = Answered { key: key.to_owned(), request_digest, answer: answer.clone() };
        state.record(vec![Line::Payment(Box::new(payment)), Line::Answered(answered)])?;
        drop(state);
        self.carry_on(id);
        Ok(Created { answer, replayed: false })
    }

    /// The payment a valid request asks for.
    fn accept(&self, partner: Partner, request: &PaymentRequest, state: &State) -> Result<Payment, Refusal> {
        if self.modes.of(partner) == Mode::Refusing {
            return Err(Refusal::Invalid("method", "No payment is taken by this method at the moment."));
        }
        check(request)?;
        let profile = request.profile.as_deref().map(|token| owned_card(state, partner, token, request));
        let profile = profile.transpose()?;
        let hosted = request.kind == Kind::Deposit && profile.is_none();
        if hosted && request.return_url.is_none() {
            return Err(Refusal::Invalid("return_url", "A deposit with a checkout needs a return_url."));
        }
        let address = match (request.kind, request.method.flow()) {
            (Kind::Deposit, Flow::Coin) => {
                let owner = request.customer.as_ref().unwrap_or(&request.merchant_ref);
                Some(coin::address(&request.currency, &partner.owner(owner))?)
            }
            (Kind::Payout, Flow::Coin | Flow::Bank | Flow::Voucher) => request.address.clone(),
            _ => None,
        };
        let now_ms = self.config.clock.now_ms();
        Ok(Payment {
            partner,
            id: self.config.entropy.id(partner.prefixes().0),
            merchant_ref: request.merchant_ref.clone(),
            kind: request.kind,
            amount: request.amount,
            currency: request.currency.clone(),
            method: request.method,
            status: match request.kind {
                Kind::Payout => Status::Accepted,
                Kind::Deposit if hosted => Status::Pending,
                Kind::Deposit => Status::Processing,
            },
            error_code: None,
            profile,
            address,
            customer: request.customer.clone(),
            notify_url: request.notify_url.clone(),
            return_url: request.return_url.clone(),
            hosted,
            challenge: None,
            received: None,
            confirmations: 0,
            blocked_bins: request.blocked_bins.clone(),
            arrival: None,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        })
    }

    /// Moves a payment to its next state and tells the merchant in the background. Gives the payment as it is then.
    pub(crate) fn advance(&self, id: &str, step: Step) -> Result<Payment, Refusal> {
        self.advance_in(self.store.lock(), id, step)
    }

    fn advance_in(&self, state: MutexGuard<'_, State>, id: &str, step: Step) -> Result<Payment, Refusal> {
        let mut payment = state.payment(id).ok_or(Refusal::NotFound)?.clone();
        if !payment.allows(step.status()) {
            return Err(Refusal::InvalidState);
        }
        payment.status = step.status();
        payment.updated_at_ms = self.config.clock.now_ms();
        payment.challenge = None;
        let mut lines = Vec::new();
        match step {
            Step::Declined(code) => payment.error_code = Some(code),
            Step::Succeeded(Paid { instrument, received, voucher }) => {
                // Looked at and used up under one lock: of two payments by one voucher the second comes too late.
                if let Some(code) = voucher {
                    if state.is_used(&code) {
                        return Err(Refusal::VoucherUsed);
                    }
                    lines.push(Line::Voucher(code));
                }
                if let Some(instrument) = instrument {
                    let saved = self.save(instrument, &payment, &state);
                    payment.profile = Some(saved.profile.clone());
                    lines.push(Line::Card(saved));
                }
                payment.confirmations = payment.confirmations_needed();
                payment.received = Some(received.or(payment.received).unwrap_or(payment.amount));
            }
            Step::Processing | Step::Canceled => {}
        }
        self.publish(state, payment, lines)
    }

    /// Writes the payment down with `lines`, and tells the merchant of it in the background.
    pub(crate) fn publish(
        &self,
        mut state: MutexGuard<'_, State>,
        payment: Payment,
        mut lines: Vec<Line>,
    ) -> Result<Payment, Refusal> {
        let event = webhook::event_of(&payment, self.config.entropy.id("msg"), &self.public_url)?;
        let event_id = event.as_ref().map(|event| event.id.clone());
        lines.push(Line::Payment(Box::new(payment.clone())));
        lines.extend(event.map(Line::Event));
        state.record(lines)?;
        drop(state);
        tracing::info!(payment = payment.id, status = payment.status.name(), "payment moved on");
        if let Some(event_id) = event_id {
            self.deliver(event_id);
        }
        Ok(payment)
    }

    /// Gives up a deposit for its merchant. One that is canceled already stays so; any other end is a refusal.
    pub(crate) fn cancel(&self, id: &str) -> Result<Payment, Refusal> {
        let payment = self.store.lock().payment(id).ok_or(Refusal::NotFound)?.clone();
        match (payment.kind, payment.status) {
            (Kind::Deposit, Status::Canceled) => Ok(payment),
            (Kind::Deposit, Status::Pending) => match self.advance(id, Step::Canceled) {
                // The merchant asked twice at the same time.
                Err(Refusal::InvalidState) => {
                    let now = self.store.lock().payment(id).ok_or(Refusal::NotFound)?.clone();
                    if now.status == Status::Canceled { Ok(now) } else { Err(Refusal::InvalidState) }
                }
                moved => moved,
            },
            _ => Err(Refusal::InvalidState),
        }
    }

    /// Notes that a coin's payment was seen on its chain, bringing `received` subunits. Its confirmations follow.
    pub(crate) fn see(&self, id: &str, received: Option<i64>) -> Result<Payment, Refusal> {
        let mut state = self.store.lock();
        let mut payment = state.payment(id).ok_or(Refusal::NotFound)?.clone();
        if payment.method.flow() != Flow::Coin || payment.status != Status::Pending {
            return Err(Refusal::InvalidState);
        }
        payment.received = Some(received.unwrap_or(payment.amount));
        state.record(vec![Line::Payment(Box::new(payment))])?;
        let payment = self.advance_in(state, id, Step::Processing)?;
        self.confirm_by_itself(id.to_owned());
        Ok(payment)
    }

    /// Adds one confirmation to a coin's payment that was seen; the last one pays.
    pub(crate) fn confirm(&self, id: &str) -> Result<Payment, Refusal> {
        let state = self.store.lock();
        let mut payment = state.payment(id).ok_or(Refusal::NotFound)?.clone();
        let is_seen = payment.status == Status::Processing && payment.confirmations_needed() > 0;
        if !is_seen {
            return Err(Refusal::InvalidState);
        }
        if payment.confirmations + 1 >= payment.confirmations_needed() {
            return self.advance_in(state, id, Step::Succeeded(Paid::default()));
        }
        payment.confirmations += 1;
        payment.updated_at_ms = self.config.clock.now_ms();
        self.publish(state, payment, Vec::new())
    }

    /// Confirms a payment on a chain block by block, unless that is left to the panel.
    pub(crate) fn confirm_by_itself(&self, id: String) {
        let (app, Some(pause)) = (self.clone(), self.config.auto_settle) else { return };
        tokio::spawn(async move {
            loop {
                // As long as a block takes here.
                tokio::time::sleep(pause).await;
                if !app.confirm(&id).is_ok_and(|payment| !payment.status.is_final()) {
                    return;
                }
            }
        });
    }

    /// A card or account for later: the one that this customer saved before, or a new one.
    fn save(&self, instrument: Instrument, payment: &Payment, state: &State) -> SavedCard {
        let Instrument { masked, brand } = instrument;
        let (partner, customer) = (payment.partner, payment.customer.clone());
        let known =
            customer.as_deref().and_then(|customer| state.card_of(partner, customer, &brand, &masked));
        known.cloned().unwrap_or_else(|| SavedCard {
            partner,
            profile: Profile { token: self.config.entropy.id(partner.prefixes().1), masked, brand },
            customer,
        })
    }

    /// Lets the cardholder's bank ask for a code before the card is charged.
    pub(crate) fn challenge(&self, id: &str, card: Card) -> Result<(), Refusal> {
        let mut state = self.store.lock();
        let mut payment = state.payment(id).ok_or(Refusal::NotFound)?.clone();
        if payment.status != Status::Pending {
            return Err(Refusal::InvalidState);
        }
        payment.challenge =
            Some(Challenge { card, code: self.config.entropy.code(), tries_left: CHALLENGE_TRIES });
        Ok(state.record(vec![Line::Payment(Box::new(payment))])?)
    }

    /// Takes the cardholder's code: the right one pays, the last wrong one declines.
    pub(crate) fn answer_challenge(&self, id: &str, code: &str) -> Result<Verdict, Refusal> {
        let challenge = {
            let mut state = self.store.lock();
            let mut payment = state.payment(id).ok_or(Refusal::NotFound)?.clone();
            let challenge = payment.challenge.as_mut().ok_or(Refusal::InvalidState)?;
            if challenge.code != code {
                challenge.tries_left = challenge.tries_left.saturating_sub(1);
            }
            let challenge = challenge.clone();
            state.record(vec![Line::Payment(Box::new(payment))])?;
            challenge
        };
        if challenge.code == code {
            self.advance(id, Step::Succeeded(challenge.card.into()))?;
            Ok(Verdict::Passed)
        } else if challenge.tries_left == 0 {
            self.advance(id, Step::Declined("authentication_failed".into()))?;
            Ok(Verdict::Failed)
        } else {
            Ok(Verdict::Wrong { tries_left: challenge.tries_left })
        }
    }

    /// Takes up what was under way when the state was last written: unsent webhooks and payments that settle by
    /// themselves.
    pub(crate) fn resume(&self) {
        let (events, payments, seen): (Vec<_>, Vec<_>, Vec<_>) = {
            let state = self.store.lock();
            (
                state.events().filter(|event| !event.delivered).map(|event| event.id.clone()).collect(),
                state
                    .payments()
                    .filter(|payment| !payment.hosted)
                    .map(|payment| payment.id.clone())
                    .collect(),
                state
                    .payments()
                    .filter(|payment| payment.status == Status::Processing)
                    .filter(|payment| payment.confirmations_needed() > 0 && payment.received.is_some())
                    .map(|payment| payment.id.clone())
                    .collect(),
            )
        };
        for id in events {
            self.deliver(id);
        }
        for id in payments {
            self.carry_on(id);
        }
        for id in seen {
            self.confirm_by_itself(id);
        }
    }

    /// Brings a payment without a checkout to its end in the background: a saved card at once, a payout after the
    /// configured delay. The panel may be quicker; then there is nothing left to do.
    fn carry_on(&self, id: String) {
        let Some(payment) = self.store.lock().payment(&id).cloned() else { return };
        if payment.hosted || payment.arrival.is_some() || payment.status.is_final() {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            if payment.status == Status::Accepted && app.advance(&id, Step::Processing).is_err() {
                return;
            }
            if payment.kind == Kind::Payout {
                let Some(delay) = app.config.auto_settle else { return };
                tokio::time::sleep(delay).await;
            }
            if let Some(step) = forced_outcome(payment.amount, payment.method) {
                match app.advance(&id, step) {
                    Ok(_) | Err(Refusal::InvalidState) => {}
                    Err(refusal) => tracing::error!(payment = id, ?refusal, "a payment could not be settled"),
                }
            }
        });
    }
}
