//! A payment as all partners report it.

use serde::{Deserialize, Serialize};

use crate::cashbox::kind;
use crate::cashbox::state::{Action, State};

/// The longest address of a partner's page, in bytes.
const PAGE_MAX: usize = 2_000;

/// The partner's side of a payment, from an answer or from a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::cashbox) struct Report {
    /// The partner's id.
    pub(in crate::cashbox) id: String,
    /// Our id, as we gave it.
    pub(in crate::cashbox) merchant_ref: String,
    /// Which way the money goes.
    #[serde(rename = "type")]
    pub(in crate::cashbox) kind: Kind,
    /// Subunits.
    pub(in crate::cashbox) amount: i64,
    /// The currency's code.
    pub(in crate::cashbox) currency: String,
    /// Where it stands there.
    pub(in crate::cashbox) status: Status,
    /// Why it was declined.
    #[serde(default)]
    pub(in crate::cashbox) error_code: Option<String>,
    /// The card or account that paid.
    #[serde(default)]
    pub(in crate::cashbox) profile: Option<Profile>,
    /// Subunits that have come, once that is known.
    #[serde(default)]
    pub(in crate::cashbox) received: Option<i64>,
    /// How many blocks have confirmed it.
    #[serde(default)]
    pub(in crate::cashbox) confirmations: u32,
    /// How many it takes; 0 when none are awaited.
    #[serde(default)]
    pub(in crate::cashbox) confirmations_needed: u32,
    /// Where the player goes to pay; only in answers.
    #[serde(default)]
    pub(in crate::cashbox) checkout_url: Option<String>,
    /// Where on the chain it came from, when it came to a lasting address by itself.
    #[serde(default)]
    pub(in crate::cashbox) arrival: Option<Chain>,
}

impl Report {
    /// Where the player goes to pay. What is no address of the web is left out: a browser would run it, or go nowhere.
    pub(in crate::cashbox) fn page(&self) -> Option<&str> {
        let page = self.checkout_url.as_deref()?;
        let is_plain = page.len() <= PAGE_MAX && page.bytes().all(|byte| byte.is_ascii_graphic());
        let is_web = page.starts_with("https://") || page.starts_with("http://");
        if is_plain && is_web {
            return Some(page);
        }
        tracing::error!(partner_id = self.id, "the partner names a page that is no address of the web");
        None
    }
}

/// An output of a transaction that came to a lasting address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::cashbox) struct Chain {
    /// The address.
    pub(in crate::cashbox) address: String,
    /// The transaction.
    pub(in crate::cashbox) txid: String,
    /// Which of its outputs.
    pub(in crate::cashbox) output: u32,
    /// What was named with it, where the network has memos.
    #[serde(default)]
    pub(in crate::cashbox) memo: Option<String>,
}

/// A lasting address as a partner has issued it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::cashbox) struct Issued {
    /// The address.
    pub(in crate::cashbox) address: String,
    /// The network that the coin has to be sent on, where there is a choice.
    #[serde(default)]
    pub(in crate::cashbox) network: Option<String>,
    /// What has to be named with every payment to it, where the network has memos.
    #[serde(default)]
    pub(in crate::cashbox) memo: Option<String>,
}

/// A part of a partner's list of what came to lasting addresses.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(in crate::cashbox) struct Arrived {
    /// Its lines, oldest first; one that cannot be read is for itself.
    #[serde(rename = "data")]
    pub(in crate::cashbox) lines: Vec<serde_json::Value>,
    /// What the next part is asked for by.
    pub(in crate::cashbox) next: String,
}

/// Which way the money goes, in the partner's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cashbox) enum Kind {
    /// In.
    Deposit,
    /// Out.
    Payout,
}

impl From<Action> for Kind {
    fn from(action: Action) -> Self {
        match action {
            Action::Deposit => Self::Deposit,
            Action::Cashout => Self::Payout,
        }
    }
}

/// Where a payment stands at the partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cashbox) enum Status {
    /// Waits for the customer.
    Pending,
    /// A payout that was taken in.
    Accepted,
    /// Under way.
    Processing,
    /// Paid.
    Succeeded,
    /// Refused.
    Declined,
    /// Given up.
    Canceled,
}

impl Status {
    /// The partner's word.
    pub(in crate::cashbox) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
        }
    }

    /// What it means for a payment of ours. A payout that the partner gives up was turned down there.
    pub(in crate::cashbox) const fn means(self, action: Action) -> State {
        match (self, action) {
            (Self::Pending, Action::Deposit) => State::Pending,
            (Self::Pending | Self::Accepted | Self::Processing, _) => State::Processing,
            (Self::Succeeded, _) => State::Succeeded,
            (Self::Declined, _) => State::Declined,
            (Self::Canceled, Action::Deposit) => State::Canceled,
            (Self::Canceled, Action::Cashout) => State::Rejected,
        }
    }
}

/// A card or account that the partner keeps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::cashbox) struct Profile {
    /// Its name at the partner.
    pub(in crate::cashbox) token: String,
    /// First six and last four digits of a card with stars between; an account with most of its name starred out.
    pub(in crate::cashbox) masked: String,
    /// `visa` or `mastercard`; the method of an account.
    pub(in crate::cashbox) brand: String,
}

impl Profile {
    /// Whether it shows no more than may be kept: six and four digits of a card, an account without its whole name.
    pub(in crate::cashbox) fn is_masked(&self, kind: kind::Kind) -> bool {
        if kind == kind::Kind::Card { self.is_masked_card() } else { self.is_masked_account() }
    }

    fn is_masked_account(&self) -> bool {
        self.masked.contains('*')
            && self.masked.bytes().filter(u8::is_ascii_digit).count() <= ACCOUNT_DIGITS_MAX
    }

    fn is_masked_card(&self) -> bool {
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let parts: Vec<_> = self.masked.split('*').filter(|part| !part.is_empty()).collect();
        matches!(parts[..], [first, last] if digits(first) == 6 && first.len() == 6
            && digits(last) == 4 && last.len() == 4)
    }
}

/// The most digits of an account that are kept: the code of a country and the last four of a phone number.
const ACCOUNT_DIGITS_MAX: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_shows_six_and_four_digits_and_no_more() {
        let masked = |masked: &str| {
            let profile = Profile { token: String::new(), masked: masked.to_owned(), brand: String::new() };
            profile.is_masked(kind::Kind::Card)
        };
        assert!(masked("424242******4242"));
        for text in ["4242424242424242", "4242424*****4242", "424242****44242", "424242", "", "424242*4242*1"]
        {
            assert!(!masked(text), "{text}");
        }
    }

    #[test]
    fn a_page_is_an_address_of_the_web() {
        let page = |checkout_url: &str| {
            let report = serde_json::json!({
                "id": "pay_1", "merchant_ref": "r", "type": "deposit", "amount": 1, "currency": "EUR", "status": "pending",
                "checkout_url": checkout_url,
            });
            serde_json::from_value::<Report>(report).unwrap().page().map(str::to_owned)
        };
        for address in ["https://pay.example/checkout/1?lang=en", "http://127.0.0.1:8090/checkout/1"] {
            assert_eq!(page(address).as_deref(), Some(address));
        }
        let long = format!("https://pay.example/{}", "x".repeat(PAGE_MAX));
        for address in [
            "",
            "javascript:alert(1)",
            "data:text/html,x",
            "//pay.example",
            "/checkout/1",
            "https://a b",
            &long,
        ] {
            assert_eq!(page(address), None, "{address}");
        }
    }

    #[test]
    fn an_account_is_never_shown_whole() {
        let masked = |masked: &str| {
            let profile = Profile { token: String::new(), masked: masked.to_owned(), brand: String::new() };
            profile.is_masked(kind::Kind::Wallet)
        };
        assert!(masked("a***@example.com") && masked("+372***1234"));
        assert!(!masked("ada@example.com") && !masked("424242*4242"));
    }

    #[test]
    fn the_partners_words_have_one_meaning_each() {
        use {Action::*, State as S, Status::*};
        for (status, deposit, cashout) in [
            (Pending, S::Pending, S::Processing),
            (Accepted, S::Processing, S::Processing),
            (Processing, S::Processing, S::Processing),
            (Succeeded, S::Succeeded, S::Succeeded),
            (Declined, S::Declined, S::Declined),
            (Canceled, S::Canceled, S::Rejected),
        ] {
            assert_eq!((status.means(Deposit), status.means(Cashout)), (deposit, cashout), "{status:?}");
        }
    }
}
