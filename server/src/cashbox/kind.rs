//! Kinds of methods, by how a payment comes about.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a payment by a method comes about. All but `crypto` serve wallets of fiat currencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaymentMethodKind)]
pub(super) enum Kind {
    /// A card, which the partner may keep.
    Card,
    /// An account elsewhere, which the partner may keep.
    Wallet,
    /// A code that works once.
    Voucher,
    /// A transfer between banks, which may take days and bring another amount than was asked for.
    Bank,
    /// A payment on a chain, which may bring another amount than was asked for.
    Crypto,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Card, Self::Wallet, Self::Voucher, Self::Bank, Self::Crypto];

    /// The name on the wire and in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Wallet => "wallet",
            Self::Voucher => "voucher",
            Self::Bank => "bank",
            Self::Crypto => "crypto",
        }
    }

    /// The kind called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether cashouts go to a card or account that was paid with before.
    pub(super) const fn pays_to_profile(self) -> bool {
        matches!(self, Self::Card | Self::Wallet)
    }

    /// Whether a deposit may bring another amount than was asked for.
    pub(super) const fn may_differ(self) -> bool {
        matches!(self, Self::Bank | Self::Crypto)
    }
}
