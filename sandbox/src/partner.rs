//! The two payment partners that this sandbox plays, and how each is doing.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// A payment partner. Both carry the same methods; their APIs have nothing in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Partner {
    /// JSON, a bearer key, amounts in subunits: `/v1`.
    #[default]
    Northpay,
    /// Orders, signed calls, amounts as decimals: `/meridian`.
    Meridian,
}

impl Partner {
    /// What customers read.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Northpay => "Northpay",
            Self::Meridian => "Meridian",
        }
    }

    /// The first part of the ids of its payments, and of its saved cards and accounts.
    pub(crate) fn prefixes(self) -> (&'static str, &'static str) {
        match self {
            Self::Northpay => ("pay", "card"),
            Self::Meridian => ("ord", "ins"),
        }
    }

    /// `owner` as the deposit addresses of this partner know it: each partner has addresses of its own.
    pub(crate) fn owner(self, owner: &str) -> String {
        match self {
            Self::Northpay => owner.to_owned(),
            Self::Meridian => format!("meridian/{owner}"),
        }
    }
}

/// How a partner is doing, as the panel has set it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// It works.
    #[default]
    Up,
    /// Its API answers nothing but 503.
    Down,
    /// It takes no new payment.
    Refusing,
}

/// The mode of each partner; kept in memory only.
#[derive(Debug, Default)]
pub(crate) struct Modes(Mutex<[Mode; 2]>);

impl Modes {
    pub(crate) fn of(&self, partner: Partner) -> Mode {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[partner as usize]
    }

    pub(crate) fn set(&self, partner: Partner, mode: Mode) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[partner as usize] = mode;
    }
}
