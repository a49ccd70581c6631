//! What a partner is told of a call that came to nothing: a number of the partner's table, and a sentence.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_ledger::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::body::Json;
use crate::platform::error::ApiError;
use crate::wallet::WalletError;

/// Why a call came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The wallet has less than the bet.
    Funds,
    /// The session is over, or its player has signed out.
    Player,
    /// A limit of the player is reached.
    Limit,
    /// The bet is above the largest one that the active bonus allows.
    BetMax,
    /// The active bonus excludes the game.
    Excluded,
    /// The player is stopped.
    Stopped,
    /// The game is not offered where the player is.
    Country,
    /// The player has no wallet in this currency, or the session is in another one.
    Currency,
    /// The call says something that cannot be.
    Malformed(&'static str),
    /// The signature is not right.
    Signature,
    /// The session or the round is not known.
    Missing(&'static str),
    /// The game is switched off.
    NotOffered,
    /// The issue of free spins is not known, or was paid.
    Issue,
    /// Something of the operator is wrong.
    SiteConfig,
    /// The call is to be sent again.
    Later,
}

/// A refusal on the partner's wire.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerRefused {
    /// The number of the partner's table.
    #[schema(example = 100)]
    code: u16,
    /// What is wrong.
    message: String,
    /// What the player can bet, in subunits; absent where nobody is known to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<i64>,
}

impl Fault {
    /// The number of the partner's table.
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Funds => 100,
            Self::Player => 101,
            Self::Limit => 105,
            Self::BetMax => 106,
            Self::Excluded => 107,
            Self::Stopped => 110,
            Self::Country => 153,
            Self::Currency => 154,
            Self::Malformed(_) => 400,
            Self::Signature => 403,
            Self::Missing(_) => 404,
            Self::NotOffered => 405,
            Self::SiteConfig => 500,
            Self::Issue => 610,
            Self::Later => 503,
        }
    }

    /// What is wrong, as a sentence.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Funds => "The player has not enough funds.",
            Self::Player => "The session is over.",
            Self::Limit => "The player has reached a limit.",
            Self::BetMax => "The bet is above the largest one that is allowed.",
            Self::Excluded => "The player's bonus excludes this game.",
            Self::Stopped => "The player may not play.",
            Self::Country => "The game is not available in the player's country.",
            Self::Currency => "The currency is not that of the session.",
            Self::Malformed(what) | Self::Missing(what) => what,
            Self::Signature => "The signature is not right.",
            Self::NotOffered => "The game is not available.",
            Self::Issue => "The issue of free spins is not known, or over.",
            Self::SiteConfig => "The call could not be carried out.",
            Self::Later => "The call could not be carried out now.",
        }
    }

    const fn status(self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Signature => StatusCode::FORBIDDEN,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::SiteConfig => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Later => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::PRECONDITION_FAILED,
        }
    }

    /// The answer to the call; `balance` is what the player can bet.
    pub(super) fn answer(self, balance: Option<i64>) -> Response {
        let refused = PartnerRefused { code: self.code(), message: self.message().to_owned(), balance };
        (self.status(), Json(refused)).into_response()
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::InsufficientFunds { .. } => Self::Funds,
            Refusal::BadAmount => Self::Malformed("The amount is not possible."),
            Refusal::KeyConflict => Self::Malformed("The name was used for another action."),
            Refusal::Tombstoned => Self::Malformed("The action was rolled back before it came."),
            Refusal::RoundConflict => Self::Malformed("The round is over."),
            Refusal::Archived => Self::Malformed("The round is in the archive."),
            Refusal::UnknownRound => Self::Missing("The round is not known."),
            Refusal::UnknownWallet => Self::Currency,
            Refusal::LimitReached { .. } => Self::Limit,
            Refusal::Stopped(_) => Self::Stopped,
            Refusal::Game("bonus_bet_max") | Refusal::RoundMax { .. } => Self::BetMax,
            Refusal::Game("bonus_game_excluded") => Self::Excluded,
            Refusal::Game(_)
            | Refusal::PreconditionFailed
            | Refusal::BonusChanged
            | Refusal::BonusConflict => Self::Later,
            _ => Self::SiteConfig,
        }
    }
}

impl From<WalletError> for Fault {
    fn from(error: WalletError) -> Self {
        match error {
            WalletError::Refused(refusal) => refusal.into(),
            WalletError::NoWallet(_) | WalletError::NoWallets => Self::Currency,
            WalletError::Store(error) => error.into(),
            WalletError::InsideReader => Self::SiteConfig,
        }
    }
}

impl From<croupier_db::Error> for Fault {
    fn from(error: croupier_db::Error) -> Self {
        tracing::warn!(?error, "a partner's call has to be sent again");
        Self::Later
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        match error.status() {
            StatusCode::FORBIDDEN => Self::Limit,
            StatusCode::INTERNAL_SERVER_ERROR => Self::SiteConfig,
            _ => Self::Later,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_the_ledger_have_numbers_of_the_partners_table() {
        for (refusal, code) in [
            (Refusal::InsufficientFunds { available: 0 }, 100),
            (Refusal::BadAmount, 400),
            (Refusal::Tombstoned, 400),
            (Refusal::UnknownRound, 404),
            (Refusal::Game("bonus_bet_max"), 106),
            (Refusal::RoundMax { most: 300 }, 106),
            (Refusal::Game("bonus_game_excluded"), 107),
            (Refusal::PreconditionFailed, 503),
            (Refusal::Panicked, 500),
        ] {
            assert_eq!(Fault::from(refusal.clone()).code(), code, "{refusal:?}");
        }
    }
}
