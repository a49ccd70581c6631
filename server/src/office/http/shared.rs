//! What several calls of the back office show.

use serde::Serialize;
use utoipa::ToSchema;

/// A player in a list, personal data masked.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PlayerBrief {
    /// The number.
    pub(super) id: i64,
    /// Masked, as `j***@e***.com`.
    pub(super) email: String,
    /// Masked, as `J*** D***`; null while the player has told no name.
    pub(super) name: Option<String>,
    /// ISO 3166-1.
    pub(super) country: String,
    /// Whether staff has made sure who the player is.
    pub(super) verified: bool,
    /// The reasons for which the player is stopped now.
    pub(super) stops: Vec<StopName>,
}

/// Why a player is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StopName {
    /// By the house.
    Operator,
    /// By the player's own wish, for long or for good.
    Exclusion,
    /// By the player's own wish, for a while.
    CoolingOff,
    /// For a suspicion of fraud, of which the player must not learn.
    Fraud,
    /// Until documents are verified.
    Verification,
}

/// A stop of a player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct StopView {
    /// Why.
    pub(super) reason: StopName,
    /// Its end; null until it is lifted.
    pub(super) until: Option<String>,
    /// Whether its end has passed.
    pub(super) over: bool,
    /// When it was made.
    pub(super) since: String,
    /// Who has made it.
    pub(super) by: String,
    /// In the words of who has made it.
    pub(super) why: String,
}

/// What a player has paid, staked and won in one currency. Amounts in subunits.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SumsView {
    /// The currency.
    pub(super) currency: String,
    /// Deposits that succeeded.
    pub(super) deposits_cents: i64,
    /// How many of them.
    pub(super) deposits_count: i64,
    /// Cashouts that succeeded.
    pub(super) cashouts_cents: i64,
    /// Bets, less those rolled back.
    pub(super) bets_cents: i64,
    /// Wins, less those rolled back.
    pub(super) wins_cents: i64,
}

/// A payment in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OfficePayment)]
pub(super) struct PaymentRow {
    /// The number.
    pub(super) id: String,
    /// `deposit` or `cashout`.
    pub(super) action: String,
    /// Where it stands: `pending`, `reserved`, `processing`, `succeeded`, `declined`, `rejected`, `recalled` or `canceled`.
    pub(super) state: String,
    /// Subunits.
    pub(super) amount_cents: i64,
    /// The wallet.
    pub(super) currency: String,
    /// Whose sign the method carries.
    pub(super) brand: String,
    /// When it was made.
    pub(super) created_at: String,
    /// When it came to its end.
    pub(super) finished_at: Option<String>,
    /// Why it failed.
    pub(super) error_code: Option<String>,
}

/// Why something is decided.
#[derive(Debug, serde::Deserialize, ToSchema)]
pub(super) struct ReasonBody {
    /// 1 to 500 characters.
    pub(super) reason: String,
}
