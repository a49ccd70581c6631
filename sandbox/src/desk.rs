//! What happens to payments: taken in, moved on, told to the merchant.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::bitcoin;
use crate::card::Card;
use crate::error::Refusal;
use crate::money;
use crate::payment::{Challenge, Kind, Method, Payment, Profile, SavedCard, Status, Step, forced_outcome};
use crate::store::{Answered, Line, State};
use crate::webhook;

const CHALLENGE_TRIES: u8 = 3;
/// The largest integer that every JSON reader keeps exact.
const AMOUNT_MAX: i64 = (1 << 53) - 1;

/// A merchant's request for a payment.
#[derive(Serialize, Deserialize)]
pub(crate) struct PaymentRequest {
    merchant_ref: String,
    #[serde(rename = "type")]
    kind: Kind,
    amount: i64,
    currency: String,
    method: Method,
    notify_url: String,
    return_url: Option<String>,
    customer: Option<String>,
    profile: Option<String>,
    address: Option<String>,
}

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
    /// Takes a payment in under an idempotency key and sets it going.
    pub(crate) fn create(&self, key: &str, request: &PaymentRequest) -> Result<Created, Refusal> {
        let request_digest = hex::encode(Sha256::digest(serde_json::to_vec(request)?));
        let mut state = self.store.lock();
        if let Some(answered) = state.answered(key) {
            return if answered.request_digest == request_digest {
                Ok(Created { answer: answered.answer.clone(), replayed: true })
            } else {
                Err(Refusal::IdempotencyConflict)
            };
        }
        if state.payment_by_ref(&request.merchant_ref).is_some() {
            return Err(Refusal::MerchantRefTaken);
        }
        let payment = self.accept(request, &state)?;
        let id = payment.id.clone();
        let answer = serde_json::to_string(&payment.view(&self.public_url))?;
        let answered = Answered { key: key.to_owned(), request_digest, answer: answer.clone() };
        state.record(vec![Line::Payment(Box::new(payment)), Line::Answered(answered)])?;
        drop(state);
        self.carry_on(id);
        Ok(Created { answer, replayed: false })
    }

    /// The payment a valid request asks for.
    fn accept(&self, request: &PaymentRequest, state: &State) -> Result<Payment, Refusal> {
        check(request)?;
        let profile =
            request.profile.as_deref().map(|token| owned_card(state, token, request.customer.as_deref()));
        let profile = profile.transpose()?;
        let hosted = request.kind == Kind::Deposit && profile.is_none();
        if hosted && request.return_url.is_none() {
            return Err(Refusal::Invalid("return_url", "A deposit with a checkout needs a return_url."));
        }
        let address = match (request.kind, request.method) {
            (_, Method::VisaMastercard) => None,
            (Kind::Deposit, Method::Bitcoin) => {
                Some(bitcoin::address(request.customer.as_ref().unwrap_or(&request.merchant_ref))?)
            }
            (Kind::Payout, Method::Bitcoin) => request.address.clone(),
        };
        let now_ms = self.config.clock.now_ms();
        Ok(Payment {
            id: self.config.entropy.id("pay"),
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
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        })
    }

    /// Moves a payment to its next state and tells the merchant in the background. Gives the payment as it is then.
    pub(crate) fn advance(&self, id: &str, step: Step) -> Result<Payment, Refusal> {
        let mut state = self.store.lock();
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
            Step::Succeeded(Some(card)) => {
                let saved = self.save(card, payment.customer.clone(), &state);
                payment.profile = Some(saved.profile.clone());
                lines.push(Line::Card(saved));
            }
            Step::Succeeded(None) | Step::Processing | Step::Canceled => {}
        }
        let event = webhook::event_of(&payment, self.config.entropy.id("msg"))?;
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

    /// A card for later: the one that this customer saved before, or a new one.
    fn save(&self, card: Card, customer: Option<String>, state: &State) -> SavedCard {
        let known = customer.as_deref().and_then(|customer| state.card_of(customer, &card.masked));
        known.cloned().unwrap_or_else(|| SavedCard {
            profile: Profile {
                token: self.config.entropy.id("card"),
                masked: card.masked,
                brand: card.brand,
            },
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
            self.advance(id, Step::Succeeded(Some(challenge.card)))?;
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
        let (events, payments): (Vec<_>, Vec<_>) = {
            let state = self.store.lock();
            (
                state.events().filter(|event| !event.delivered).map(|event| event.id.clone()).collect(),
                state
                    .payments()
                    .filter(|payment| !payment.hosted)
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
    }

    /// Brings a payment without a checkout to its end in the background: a saved card at once, a payout after the
    /// configured delay. The panel may be quicker; then there is nothing left to do.
    fn carry_on(&self, id: String) {
        let Some(payment) = self.store.lock().payment(&id).cloned() else { return };
        if payment.hosted || payment.status.is_final() {
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

/// The saved card of that token, when it is this customer's.
fn owned_card(state: &State, token: &str, customer: Option<&str>) -> Result<Profile, Refusal> {
    state
        .card(token)
        .filter(|card| card.customer.is_none() || card.customer.as_deref() == customer)
        .map(|card| card.profile.clone())
        .ok_or(Refusal::Invalid("profile", "This customer has no such saved card."))
}

/// What a request must hold whatever else is known.
fn check(request: &PaymentRequest) -> Result<(), Refusal> {
    let is_name = |text: &str| (1..=128).contains(&text.chars().count());
    let is_url = |text: &str, schemes: &[&str]| {
        reqwest::Url::parse(text).is_ok_and(|url| schemes.contains(&url.scheme()) && url.has_host())
    };
    let refuse = |field, message| Err(Refusal::Invalid(field, message));
    if !is_name(&request.merchant_ref) {
        return refuse("merchant_ref", "merchant_ref has 1 to 128 characters.");
    }
    if !(1..=AMOUNT_MAX).contains(&request.amount) {
        return refuse("amount", "amount is from 1 to 2^53-1 subunits.");
    }
    let taken = match request.method {
        Method::VisaMastercard => money::is_fiat(&request.currency),
        Method::Bitcoin => request.currency == money::BITCOIN,
    };
    if !taken {
        return refuse("currency", "This method does not take this currency.");
    }
    if !is_url(&request.notify_url, &["http"]) {
        return refuse("notify_url", "notify_url is a plain http address.");
    }
    if request.return_url.as_deref().is_some_and(|url| !is_url(url, &["http", "https"])) {
        return refuse("return_url", "return_url is an http or https address.");
    }
    if request.customer.as_deref().is_some_and(|customer| !is_name(customer)) {
        return refuse("customer", "customer has 1 to 128 characters.");
    }
    if request.profile.is_some() && request.method != Method::VisaMastercard {
        return refuse("profile", "Only a card can be saved.");
    }
    let to_address = request.kind == Kind::Payout && request.method == Method::Bitcoin;
    if to_address && !request.address.as_deref().is_some_and(bitcoin::is_address) {
        return refuse("address", "A bitcoin payout needs an address of 26 to 90 letters and digits.");
    }
    Ok(())
}
