//! Coins that arrive without an order: where one stands, which moves there are, and why one is held. Pure.

use croupier_ledger::{PlayerId, StopReason};
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::platform::calendar::rfc3339;

/// Where an arrival stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CoinArrivalState)]
pub enum ArrivalState {
    /// Seen on its chain, and not confirmed yet.
    Seen,
    /// Confirmed; what becomes of it is decided.
    Confirmed,
    /// In the wallet, as the payment of the same id.
    Credited,
    /// Set aside, see [`HeldFor`].
    Held,
    /// On its way back.
    Returning,
    /// Sent back.
    Returned,
    /// Its chain has taken it back before it was confirmed.
    Dropped,
}

impl ArrivalState {
    const ALL: [Self; 7] = [
        Self::Seen,
        Self::Confirmed,
        Self::Credited,
        Self::Held,
        Self::Returning,
        Self::Returned,
        Self::Dropped,
    ];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Confirmed => "confirmed",
            Self::Credited => "credited",
            Self::Held => "held",
            Self::Returning => "returning",
            Self::Returned => "returned",
            Self::Dropped => "dropped",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether an arrival may come from here into `next`. Every update is guarded by the state that it starts from, and
    /// names a move of this table.
    #[cfg(test)]
    const fn allows(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Seen, Self::Confirmed | Self::Dropped)
                | (Self::Confirmed, Self::Credited | Self::Held)
                | (Self::Held, Self::Credited | Self::Returning | Self::Returned)
                | (Self::Returning, Self::Returned | Self::Held)
        )
    }
}

/// Why an arrival is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CoinHeldFor)]
pub enum HeldFor {
    /// The limit on deposits does not leave it.
    DepositLimit,
    /// The player has excluded themselves, or is known again as somebody who has.
    Exclusion,
    /// The player takes a break.
    CoolingOff,
    /// The account is locked.
    Locked,
    /// Documents are missing.
    Verification,
    /// The national register of self-excluded people has not answered yet.
    RegisterSilent,
    /// An answer about the source of the wealth is overdue.
    Wealth,
    /// The account was made without a form and is not complete.
    Incomplete,
    /// The licence, the player's groups or the catalogue do not have the coin.
    NotOffered,
    /// The operator may not take deposits from where the player lives.
    Country,
    /// Less than the least amount.
    TooSmall,
    /// The wallet cannot hold it.
    WalletFull,
    /// A risk rule refuses it.
    Risk,
}

impl HeldFor {
    const ALL: [Self; 13] = [
        Self::DepositLimit,
        Self::Exclusion,
        Self::CoolingOff,
        Self::Locked,
        Self::Verification,
        Self::RegisterSilent,
        Self::Wealth,
        Self::Incomplete,
        Self::NotOffered,
        Self::Country,
        Self::TooSmall,
        Self::WalletFull,
        Self::Risk,
    ];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DepositLimit => "deposit_limit",
            Self::Exclusion => "exclusion",
            Self::CoolingOff => "cooling_off",
            Self::Locked => "locked",
            Self::Verification => "verification",
            Self::RegisterSilent => "register_silent",
            Self::Wealth => "wealth",
            Self::Incomplete => "incomplete",
            Self::NotOffered => "not_offered",
            Self::Country => "country",
            Self::TooSmall => "too_small",
            Self::WalletFull => "wallet_full",
            Self::Risk => "risk",
        }
    }

    /// The reason called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.name() == name)
    }

    /// What a player is shown: suspicions look like a locked account.
    #[must_use]
    pub const fn reported(self) -> Self {
        match self {
            Self::Risk => Self::Locked,
            other => other,
        }
    }
}

impl From<StopReason> for HeldFor {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Operator | StopReason::Fraud | StopReason::Closed => Self::Locked,
            StopReason::Exclusion | StopReason::Register => Self::Exclusion,
            StopReason::CoolingOff => Self::CoolingOff,
            StopReason::Verification => Self::Verification,
            StopReason::RegisterSilent => Self::RegisterSilent,
        }
    }
}

/// An address that a member of staff has typed for an arrival to go back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnRequest {
    /// The address.
    pub address: String,
    /// Who has typed it.
    pub member: Uuid,
    /// The name by then.
    pub name: String,
    /// Why.
    pub reason: String,
    /// When, in UTC milliseconds.
    pub at: i64,
}

/// Coins that came to a lasting address. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The partner's reference, and the id of the payment once it is credited.
    pub id: Uuid,
    /// The partner that they came to.
    pub provider: String,
    /// What the partner calls it.
    pub partner_id: String,
    /// Whose address it is.
    pub player: PlayerId,
    /// The coin.
    pub currency: Currency,
    /// The address.
    pub address: String,
    /// The transaction on the chain.
    pub txid: String,
    /// Which of its outputs.
    pub output: i64,
    /// Subunits.
    pub amount: i64,
    /// The way to pay that the address belongs to.
    pub method_id: String,
    /// The address of the operator where the player asked for it, without a path.
    pub site_address: String,
    /// Where it stands.
    pub state: ArrivalState,
    /// Why it is held, or was held last.
    pub reason: Option<HeldFor>,
    /// Whether its amount lies on the account of held coins.
    pub on_hold: bool,
    /// How many blocks have confirmed it.
    pub confirmations: i64,
    /// How many it takes.
    pub confirmations_needed: i64,
    /// The payout that sends it back, or was to do so last.
    pub return_id: Option<Uuid>,
    /// Where it is sent back to.
    pub return_address: Option<String>,
    /// Why the last payout came to nothing.
    pub return_error: Option<String>,
    /// What a member of staff has asked for, which waits for another member.
    pub asked: Option<ReturnRequest>,
    /// When it was first seen.
    pub seen_at: i64,
    /// When it changed last.
    pub changed_at: i64,
    /// How often the server has looked at it by itself, or asked for its payout, since it was sent back.
    pub looks: i64,
}

impl Arrival {
    /// What the player sees.
    pub(super) fn view(&self) -> ArrivalView {
        let is_held = matches!(self.state, ArrivalState::Held | ArrivalState::Returning);
        ArrivalView {
            id: self.id.to_string(),
            state: self.state,
            reason: self.reason.filter(|_| is_held).map(HeldFor::reported),
            amount_cents: self.amount,
            currency: self.currency.code().to_owned(),
            confirmations: self.confirmations,
            confirmations_needed: self.confirmations_needed,
            txid: self.txid.clone(),
            return_address: self.return_address.clone(),
            return_failed: self.return_error.is_some() && self.state == ArrivalState::Held,
            seen_at: rfc3339(self.seen_at),
        }
    }
}

/// Coins that came to a lasting address, as their player sees them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CoinArrival)]
pub(super) struct ArrivalView {
    /// The id; that of the payment once it is credited.
    id: String,
    /// Where it stands.
    state: ArrivalState,
    /// Why it is held; null unless it is, or goes back.
    reason: Option<HeldFor>,
    /// Subunits.
    amount_cents: i64,
    /// The coin.
    currency: String,
    /// How many blocks have confirmed it.
    confirmations: i64,
    /// How many it takes.
    confirmations_needed: i64,
    /// The transaction on the chain.
    txid: String,
    /// Where it is sent back to.
    return_address: Option<String>,
    /// Whether the last try to send it back has failed.
    return_failed: bool,
    /// When it was first seen.
    seen_at: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_an_end_and_nothing_goes_back_to_the_chain() {
        use ArrivalState::{Confirmed, Credited, Dropped, Held, Returned, Returning, Seen};
        for (from, allowed) in [
            (Seen, &[Confirmed, Dropped][..]),
            (Confirmed, &[Credited, Held]),
            (Credited, &[]),
            (Held, &[Credited, Returning, Returned]),
            (Returning, &[Held, Returned]),
            (Returned, &[]),
            (Dropped, &[]),
        ] {
            for to in ArrivalState::ALL {
                assert_eq!(from.allows(to), allowed.contains(&to), "{from:?} to {to:?}");
            }
            assert_eq!(ArrivalState::from_name(from.name()), Some(from));
        }
    }

    #[test]
    fn every_reason_has_a_name_and_suspicions_are_not_shown() {
        for why in HeldFor::ALL {
            assert_eq!(HeldFor::from_name(why.name()), Some(why));
            assert_ne!(why.reported(), HeldFor::Risk);
        }
        for (stop, why) in [
            (StopReason::Operator, HeldFor::Locked),
            (StopReason::Fraud, HeldFor::Locked),
            (StopReason::Closed, HeldFor::Locked),
            (StopReason::Exclusion, HeldFor::Exclusion),
            (StopReason::CoolingOff, HeldFor::CoolingOff),
            (StopReason::Verification, HeldFor::Verification),
            (StopReason::Register, HeldFor::Exclusion),
            (StopReason::RegisterSilent, HeldFor::RegisterSilent),
        ] {
            assert_eq!(HeldFor::from(stop), why);
        }
    }
}
