//! What a notice says.

use croupier_money::Currency;
use serde_json::json;

use crate::site_config::{Messages, amount_text};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A deposit has arrived.
    DepositArrived,
    /// A cashout has been paid.
    CashoutPaid,
}

impl Kind {
    /// The name in the store, and in the keys of its texts.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DepositArrived => "deposit_arrived",
            Self::CashoutPaid => "cashout_paid",
        }
    }

    /// The kind called `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::DepositArrived, Self::CashoutPaid].into_iter().find(|kind| kind.name() == name)
    }
}

/// A notice before it is put into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Notice {
    /// What happened.
    pub(super) kind: Kind,
    /// To which payment.
    pub(super) payment_id: String,
    /// Subunits.
    pub(super) amount: i64,
    /// Of this currency.
    pub(super) currency: Currency,
    /// When, in UTC milliseconds.
    pub(super) at: i64,
}

impl Notice {
    /// What the device gets: JSON with the words for a reader of `locale`, where a click leads, and a mark by
    /// which one that comes twice is shown once. The amount only with `shows_amount`.
    pub(super) fn words(&self, messages: &Messages, locale: &str, shows_amount: bool) -> String {
        let key = |part: &str| format!("push.{}_{part}", self.kind.name());
        let (title, text, amount) = (key("title"), key("text"), key("amount"));
        let body = if shows_amount {
            let shown_amount = amount_text(locale, self.amount, self.currency);
            messages.text(locale, &amount).replace("{amount}", &shown_amount)
        } else {
            messages.text(locale, &text).to_owned()
        };
        json!({
            "title": messages.text(locale, &title),
            "body": body,
            "lang": locale,
            "tag": format!("payment-{}", self.payment_id),
            "path": "/profile",
        })
        .to_string()
    }
}
