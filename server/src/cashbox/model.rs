//! A payment: its row, and what calls and the log show of it.

use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fees::Terms;
use super::kind::Kind;
use super::state::{Action, State};
use crate::platform::calendar::rfc3339;

/// A person's decision about a cashout that is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Review {
    /// Nobody has decided yet.
    Waiting,
    /// It may be sent.
    Approved,
    /// It goes back to the player.
    Refused,
}

impl Review {
    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Refused => "refused",
        }
    }

    /// The decision called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Approved, Self::Refused].into_iter().find(|review| review.name() == name)
    }
}

/// The name of every transfer between banks, as an instrument.
pub(super) const BANK: &str = "bank";

/// What the card or account `token` of a partner is called among instruments.
pub(super) fn instrument(provider: &str, token: &str) -> String {
    format!("{provider}:{token}")
}

/// A payment as it is stored. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Payment {
    /// Our id; the partner knows it as the merchant's reference.
    pub(super) id: Uuid,
    /// Whose.
    pub(super) player: PlayerId,
    /// In or out.
    pub(super) action: Action,
    /// Where it stands.
    pub(super) state: State,
    /// How it is paid.
    pub(super) method_id: String,
    /// Whose sign the method carries.
    pub(super) brand: String,
    /// The partner that it is with, or is about to be asked of.
    pub(super) provider: String,
    /// The partners that are asked next when that one refuses, with commas between.
    pub(super) further: String,
    /// The wallet.
    pub(super) currency: Currency,
    /// How it is paid.
    pub(super) kind: Kind,
    /// Subunits; above zero. Of a deposit that was paid, what has come.
    pub(super) amount: i64,
    /// Subunits that the player asked for.
    pub(super) requested: i64,
    /// What it costs its player, in subunits: of a deposit taken off what has come, of a cashout off what goes out.
    pub(super) fee: i64,
    /// What the fee is worked out by; `None` when it costs nothing.
    pub(super) fee_terms: Option<Terms>,
    /// How many blocks have confirmed it.
    pub(super) confirmations: i64,
    /// How many it takes; 0 when it is not on a chain or the partner has not said.
    pub(super) confirmations_needed: i64,
    /// The partner's token of a saved card.
    pub(super) profile_token: Option<String>,
    /// Where a payout goes that goes to no kept card or account: an address on a chain, an IBAN, an e-mail address.
    pub(super) address: Option<String>,
    /// By which card or account it comes or goes, see [`instrument`]; `None` where money cannot go back the way it came, or
    /// while that is not known.
    pub(super) instrument: Option<String>,
    /// The cashout that staff has divided, when this is a part of it.
    pub(super) split_of: Option<Uuid>,
    /// What the cashout came to before staff divided it, in subunits.
    pub(super) whole: Option<i64>,
    /// The address of the operator where it was asked for, without a path; `None` of old payments.
    pub(super) site_address: Option<String>,
    /// The key the player's call came with.
    pub(super) idempotency_key: String,
    /// Hash of what that call asked.
    pub(super) fingerprint: Vec<u8>,
    /// Whether method and licence allow a recall.
    pub(super) recallable: bool,
    /// The decision, when one is needed.
    pub(super) review: Option<Review>,
    /// What the fraud check was called.
    pub(super) fraud_check_id: Option<Uuid>,
    /// The partner's id, once it is known.
    pub(super) partner_id: Option<String>,
    /// Where the player goes to pay.
    pub(super) redirect_url: Option<String>,
    /// Why it failed.
    pub(super) error_code: Option<String>,
    /// When it was made.
    pub(super) created_at: i64,
    /// When it reached its final state.
    pub(super) finished_at: Option<i64>,
    /// When the operator next looks at it by itself; `None` when there is nothing to look for.
    pub(super) next_look_at: Option<i64>,
    /// How often it has looked.
    pub(super) looks: i64,
}

impl Payment {
    /// Whether the player may take it back now.
    pub(super) const fn is_recallable_now(&self) -> bool {
        self.recallable
            && matches!(self.action, Action::Cashout)
            && matches!(self.state, State::Pending | State::Reserved)
    }

    /// What the partner is asked to take in or pay out, in subunits.
    pub(super) const fn asked(&self) -> i64 {
        match self.action {
            Action::Deposit => self.requested,
            Action::Cashout => self.requested - self.fee,
        }
    }

    /// What the partner has taken in or paid out once it has succeeded, in subunits.
    pub(super) const fn moved(&self) -> i64 {
        match self.action {
            Action::Deposit => self.amount,
            Action::Cashout => self.amount - self.fee,
        }
    }

    /// Whether the player may give it up: a deposit that waits for being paid.
    pub(super) const fn is_cancelable(&self) -> bool {
        matches!((self.action, self.state), (Action::Deposit, State::Pending))
    }

    /// Whether it is a deposit whose first call never reached the partner, as far as is known here.
    pub(super) const fn never_arrived(&self) -> bool {
        self.is_cancelable() && self.partner_id.is_none()
    }

    /// Until when the player may take it back, in UTC milliseconds; `None` when no moment is set.
    fn recallable_until(&self) -> Option<i64> {
        self.next_look_at.filter(|_| self.is_recallable_now() && self.state == State::Pending)
    }

    /// Whether the partner has it, or should have it by now, and has not reported an end.
    pub(super) const fn is_with_partner(&self) -> bool {
        match self.action {
            Action::Deposit => !self.state.is_final(),
            Action::Cashout => matches!(self.state, State::Processing),
        }
    }

    /// What calls show.
    pub(super) fn view(&self) -> PaymentView {
        let waits = self.state == State::Pending;
        PaymentView {
            id: self.id.to_string(),
            action: self.action,
            state: self.state,
            amount_cents: self.amount,
            requested_cents: self.requested,
            fee_cents: self.fee,
            confirmations: self.confirmations,
            confirmations_needed: self.confirmations_needed,
            currency: self.currency.code().to_owned(),
            brand: self.brand.clone(),
            payment_method_id: self.method_id.clone(),
            recallable: self.is_recallable_now(),
            recallable_until: self.recallable_until().map(rfc3339),
            cancelable: self.is_cancelable(),
            created_at: rfc3339(self.created_at),
            finished_at: self.finished_at.map(rfc3339),
            redirect_url: self.redirect_url.clone().filter(|_| waits),
            error_code: self.error_code.clone(),
        }
    }

    /// The fact that it has come into its present state.
    pub(super) fn changed(&self) -> serde_json::Result<Fact> {
        let reported = FactBody { payment: self.view(), player: self.player };
        Ok(Fact { kind: "payment.changed", body: serde_json::to_string(&reported)? })
    }
}

/// What is written to the log.
#[derive(Serialize)]
struct FactBody {
    #[serde(flatten)]
    payment: PaymentView,
    player: PlayerId,
}

/// A payment as its player sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Payment)]
pub(super) struct PaymentView {
    /// Its id.
    pub(super) id: String,
    /// In or out.
    pub(super) action: Action,
    /// Where it stands.
    pub(super) state: State,
    /// Subunits. Of a deposit that was paid, what has come.
    pub(super) amount_cents: i64,
    /// Subunits that were asked for.
    pub(super) requested_cents: i64,
    /// What it costs, in subunits: a deposit credits that much less, a cashout pays out that much less.
    pub(super) fee_cents: i64,
    /// How many blocks have confirmed a coin's deposit.
    pub(super) confirmations: i64,
    /// How many it takes; 0 when none are awaited.
    pub(super) confirmations_needed: i64,
    /// The wallet.
    pub(super) currency: String,
    /// Whose sign the method carries.
    pub(super) brand: String,
    /// How it is paid.
    pub(super) payment_method_id: String,
    /// Whether it can be taken back now.
    pub(super) recallable: bool,
    /// When it is sent and can be taken back no more; null when that moment is not set.
    pub(super) recallable_until: Option<String>,
    /// Whether it can be canceled now: a deposit that waits for being paid.
    pub(super) cancelable: bool,
    /// When it was made.
    pub(super) created_at: String,
    /// When it reached a final state; null before.
    pub(super) finished_at: Option<String>,
    /// Where to go to pay, while that is awaited.
    pub(super) redirect_url: Option<String>,
    /// Why it failed.
    pub(super) error_code: Option<String>,
}

/// A card or account that a player may pay with again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SavedCard {
    /// Our name for it.
    pub(super) id: Uuid,
    /// The method it belongs to.
    pub(super) method_id: String,
    /// The partner that keeps it.
    pub(super) provider: String,
    /// The partner's name for it; never shown to players.
    pub(super) token: String,
    /// Six and four digits of a card; an account as far as it may be shown.
    pub(super) masked: String,
    /// `visa` or `mastercard`; the method of an account.
    pub(super) brand: String,
    /// Whether its player has taken it off the list.
    pub(super) removed: bool,
}

impl SavedCard {
    /// What it is called among instruments.
    pub(super) fn instrument(&self) -> String {
        instrument(&self.provider, &self.token)
    }
}
