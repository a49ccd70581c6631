//! All state: in memory, and as a journal of JSON lines when a file is given.
//!
//! A line is written before it takes effect, and reading the journal applies the same lines again. The last line wins,
//! so a payment is simply written anew on each change. Nothing is synced to disk: the sandbox survives its own restart,
//! not the machine's.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::arrival::LastingAddress;
use crate::partner::Partner;
use crate::payment::{Payment, SavedCard};
use crate::proofline::Applicant;

/// A webhook and how its delivery went so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    /// The `webhook-id`.
    pub(crate) id: String,
    pub(crate) payment_id: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) body: String,
    pub(crate) attempts: u32,
    pub(crate) delivered: bool,
    /// HTTP status of the last answer, `None` when the receiver gave none.
    pub(crate) last_answer: Option<u16>,
    /// Tries that got no answer.
    #[serde(default)]
    pub(crate) unanswered: u32,
}

/// A used idempotency key: the digest of its request and the answer it got.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub(crate) key: String,
    pub(crate) request_digest: String,
    pub(crate) answer: String,
}

/// One change of state, one line of the journal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    Payment(Box<Payment>),
    Card(SavedCard),
    Answered(Answered),
    Event(Event),
    /// The code of a voucher that was used.
    Voucher(String),
    /// Somebody whom the identity partner knows.
    Applicant(Box<Applicant>),
    Address(LastingAddress),
}

#[derive(Default)]
pub(crate) struct State {
    payments: HashMap<String, Payment>,
    /// Payment ids, oldest first.
    order: Vec<String>,
    /// Each partner's payments by the merchant's name for them.
    by_ref: HashMap<(Partner, String), String>,
    cards: HashMap<String, SavedCard>,
    answered: HashMap<String, Answered>,
    events: HashMap<String, Event>,
    /// Event ids by payment, oldest first.
    reported: HashMap<String, Vec<String>>,
    /// Codes of vouchers that were used.
    vouchers: HashSet<String>,
    /// Whom the identity partner knows, by its own name for them.
    applicants: HashMap<String, Applicant>,
    /// Lasting addresses by themselves.
    addresses: BTreeMap<String, LastingAddress>,
    /// Ids of what came to them, once for each change, oldest first.
    arrived: Vec<String>,
    journal: Option<File>,
}

pub(crate) struct Store(Mutex<State>);

impl Store {
    /// Opens the journal and reads what it holds. A last line that was cut off is dropped; a broken line before that
    /// is an error.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let mut state = State::default();
        if let Some(path) = path {
            let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
            let text = io::read_to_string(&file)?;
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            for line in text[..whole].lines() {
                state.apply(serde_json::from_str(line)?);
            }
            if whole < text.len() {
                file.set_len(whole as u64)?;
            }
            file.flush()?;
            state.journal = Some(file);
        }
        Ok(Self(Mutex::new(state)))
    }

    /// The state for one short, synchronous look or change. A panic elsewhere does not take it away: every change is
    /// applied whole.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes the changes down and makes them. Nothing has changed when it fails.
    pub(crate) fn record(&mut self, lines: Vec<Line>) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            let mut text = Vec::new();
            for line in &lines {
                serde_json::to_writer(&mut text, line)?;
                text.push(b'\n');
            }
            journal.write_all(&text)?;
        }
        for line in lines {
            self.apply(line);
        }
        Ok(())
    }

    fn apply(&mut self, line: Line) {
        match line {
            Line::Payment(payment) => {
                if !self.payments.contains_key(&payment.id) {
                    self.order.push(payment.id.clone());
                    self.by_ref.insert((payment.partner, payment.merchant_ref.clone()), payment.id.clone());
                }
                if payment.arrival.is_some() {
                    self.arrived.push(payment.id.clone());
                }
                self.payments.insert(payment.id.clone(), *payment);
            }
            Line::Card(card) => {
                self.cards.insert(card.profile.token.clone(), card);
            }
            Line::Answered(answered) => {
                self.answered.insert(answered.key.clone(), answered);
            }
            Line::Event(event) => {
                if !self.events.contains_key(&event.id) {
                    self.reported.entry(event.payment_id.clone()).or_default().push(event.id.clone());
                }
                self.events.insert(event.id.clone(), event);
            }
            Line::Voucher(code) => {
                self.vouchers.insert(code);
            }
            Line::Applicant(applicant) => {
                self.applicants.insert(applicant.id.clone(), *applicant);
            }
            Line::Address(lasting) => {
                self.addresses.insert(lasting.address.clone(), lasting);
            }
        }
    }

    pub(crate) fn payment(&self, id: &str) -> Option<&Payment> {
        self.payments.get(id)
    }

    pub(crate) fn payment_by_ref(&self, partner: Partner, merchant_ref: &str) -> Option<&Payment> {
        self.payments.get(self.by_ref.get(&(partner, merchant_ref.to_owned()))?)
    }

    /// Newest first.
    pub(crate) fn payments(&self) -> impl Iterator<Item = &Payment> {
        self.order.iter().rev().filter_map(|id| self.payments.get(id))
    }

    pub(crate) fn card(&self, token: &str) -> Option<&SavedCard> {
        self.cards.get(token)
    }

    /// The same card or account saved before by the same named customer at the same partner.
    pub(crate) fn card_of(
        &self,
        partner: Partner,
        customer: &str,
        brand: &str,
        masked: &str,
    ) -> Option<&SavedCard> {
        self.cards.values().find(|card| {
            card.partner == partner
                && card.customer.as_deref() == Some(customer)
                && card.profile.brand == brand
                && card.profile.masked == masked
        })
    }

    /// Whether the voucher of that code was used.
    pub(crate) fn is_used(&self, voucher: &str) -> bool {
        self.vouchers.contains(voucher)
    }

    pub(crate) fn applicant(&self, id: &str) -> Option<&Applicant> {
        self.applicants.get(id)
    }

    /// The applicant whom the merchant calls `external`.
    pub(crate) fn applicant_of(&self, external: &str) -> Option<&Applicant> {
        self.applicants.values().find(|applicant| applicant.external_user_id == external)
    }

    pub(crate) fn lasting_address(&self, address: &str) -> Option<&LastingAddress> {
        self.addresses.get(address)
    }

    pub(crate) fn lasting_addresses(&self) -> impl Iterator<Item = &LastingAddress> {
        self.addresses.values()
    }

    /// Ids of what came to lasting addresses, once for each change, oldest first.
    pub(crate) fn arrived(&self) -> &[String] {
        &self.arrived
    }

    pub(crate) fn answered(&self, key: &str) -> Option<&Answered> {
        self.answered.get(key)
    }

    pub(crate) fn event(&self, id: &str) -> Option<&Event> {
        self.events.get(id)
    }

    /// A payment's webhooks, oldest first.
    pub(crate) fn events_of(&self, payment_id: &str) -> impl DoubleEndedIterator<Item = &Event> {
        self.reported.get(payment_id).into_iter().flatten().filter_map(|id| self.events.get(id))
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.values()
    }
}
