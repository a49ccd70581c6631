//! What calls, frames and the log show of bonuses and free spins.

use croupier_promo::{BonusStage, FreespinStage, Kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A bonus as its player sees it. Amounts are in subunits of its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Bonus)]
pub struct BonusView {
    /// Its id.
    pub id: String,
    /// What it is.
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "Deposit bonus")]
    pub kind: Kind,
    /// The group that it is shown and hidden with.
    pub group_key: String,
    /// `issued`, `wait`, `handle_bets`, `wager_done`, `lost`, `canceled`, `expired` or `finished`.
    #[schema(value_type = String, example = "handle_bets")]
    pub stage: BonusStage,
    /// The currency of its wallet.
    pub currency: String,
    /// What it gives: points of the type `XP`, 0 of the types `Group`, `Custom` and `SoftGaming Gift`, which the title names.
    pub amount_cents: i64,
    /// What was wagered so far.
    pub amount_wager_cents: i64,
    /// What has to be wagered; 0 when nothing has to.
    pub amount_wager_requirement_cents: i64,
    /// Whether it can be activated now.
    pub activatable: bool,
    /// Until when it can be activated; null when no moment is set.
    pub activatable_until: Option<String>,
    /// In the language of the request; in frames in that of the profile.
    pub title: String,
    /// What it holds: itself, as nothing is a package yet.
    pub bonuses: Vec<BonusItem>,
    /// How many times the bonus, or bonus and deposit, have to be wagered.
    pub wager_multiple: i64,
    /// The largest bet while it is active; null when there is none.
    pub bet_max_cents: Option<i64>,
    /// The most that becomes money; null when everything does.
    pub win_max_cents: Option<i64>,
    /// It counts as played away with less than this in the wallet, cash and bonus money together; null when it is played
    /// to its last cent.
    pub lost_below_cents: Option<i64>,
    /// Identifiers of games that cannot be played while it is active.
    pub excluded_games: Vec<String>,
    /// Categories of games that cannot be played while it is active.
    pub excluded_categories: Vec<String>,
    /// Whether a withdrawal cancels it.
    pub canceled_by_cashout: bool,
    /// Whether the bonus itself is never paid out: once it is wagered, what was won beyond it becomes money.
    pub sticky: bool,
    /// Its place among those that wait in its wallet: the lowest is activated next. Null while it does not wait.
    pub place: Option<i64>,
    /// When an active one is over; null before it is active.
    pub valid_until: Option<String>,
    /// Why it has ended: `wagered`, `given`, `emptied`, `declined`, `cashed_out`, `excluded`, `closed`, `staff` or `time_over`; null
    /// before.
    pub ended_by: Option<String>,
    /// What became money at the end.
    pub converted_cents: i64,
    /// What was above the most that becomes money.
    pub withheld_cents: i64,
    /// What of a sticky one was taken before the rest became money: the bonus itself.
    pub deducted_cents: i64,
    /// Bonus money that was given back at another end.
    pub forfeited_cents: i64,
    /// The version of its offer that it was made by, of which staff is told.
    #[serde(skip)]
    pub offer_version: i64,
    /// When it was issued.
    pub created_at: String,
    /// When it became the active one.
    pub activated_at: Option<String>,
    /// When it ended.
    pub finished_at: Option<String>,
}

/// A part of a bonus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BonusItem {
    /// What it is.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: Kind,
    /// How it is called.
    pub title: String,
}

/// Free spins as their player sees them. Amounts are in subunits of their currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Freespins)]
pub struct FreespinsView {
    /// Their id, which `POST /api/play/rounds` names.
    pub id: String,
    /// What they are.
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "Giftspin")]
    pub kind: Kind,
    /// The group that they are shown and hidden with.
    pub group_key: String,
    /// `issued`, `activated`, `finished`, `canceled` or `expired`.
    #[schema(value_type = String, example = "activated")]
    pub stage: FreespinStage,
    /// The currency of their wallet.
    pub currency: String,
    /// In the language of the request; in frames in that of the profile.
    pub title: String,
    /// Whether they can be activated now.
    pub activatable: bool,
    /// Until when they can be activated; null when no moment is set.
    pub activatable_until: Option<String>,
    /// How many there are.
    pub freespins_total: i64,
    /// How many were played.
    pub freespins_performed: i64,
    /// What a spin is played at.
    pub stake_cents: i64,
    /// Who makes the games.
    pub provider: String,
    /// Identifiers of the games that they can be played in.
    pub games: Vec<String>,
    /// What they have won so far.
    pub win_cents: i64,
    /// How many times the winnings have to be wagered; 0 when they are money at once.
    pub wager_multiple: i64,
    /// The most of the winnings that becomes money; null when everything does.
    pub win_max_cents: Option<i64>,
    /// When activated ones are over; null before.
    pub valid_until: Option<String>,
    /// Why they have ended, as of a bonus; null before and after the last spin.
    pub ended_by: Option<String>,
    /// The version of their offer that they were made by, of which staff is told.
    #[serde(skip)]
    pub offer_version: i64,
    /// When they were issued.
    pub created_at: String,
    /// When they were activated.
    pub activated_at: Option<String>,
    /// When they ended.
    pub finished_at: Option<String>,
}

/// A bonus that a deposit can bring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DepositOffer {
    /// Its id.
    pub id: String,
    /// What `PATCH /api/player/set_bonus_code` takes.
    pub code: String,
    /// In the language of the request.
    pub title: String,
    /// The group that it is shown and hidden with.
    pub group_key: String,
    /// Which deposit of the player it is for, counted from 1; null for every one.
    pub deposit_number: Option<i64>,
    /// Whether the player has chosen it for the next deposit.
    pub chosen: bool,
    /// Percent of the deposit.
    pub percent: i64,
    /// How many times it has to be wagered; 0 when it need not be.
    pub wager_multiple: i64,
    /// `bonus` or `bonus_and_deposit`.
    pub wager_on: String,
    /// How long it can be wagered once it is active.
    pub valid_hours: i64,
    /// Whether a withdrawal cancels it.
    pub canceled_by_cashout: bool,
    /// Whether the bonus itself is never paid out: once it is wagered, what was won beyond it becomes money.
    pub sticky: bool,
    /// The amounts, by currency.
    pub currencies: Vec<DepositOfferAmounts>,
    /// The free spins that come with it.
    pub freespins: Option<OfferFreespins>,
    /// Identifiers of games that cannot be played while it is active.
    pub excluded_games: Vec<String>,
    /// Categories of games that cannot be played while it is active.
    pub excluded_categories: Vec<String>,
}

/// The amounts of a deposit offer in a currency, in its subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DepositOfferAmounts {
    /// The currency.
    pub currency: String,
    /// The smallest deposit.
    pub deposit_min_cents: i64,
    /// The largest bonus.
    pub bonus_max_cents: i64,
    /// The largest bet while it is active.
    pub bet_max_cents: Option<i64>,
    /// The most that becomes money.
    pub win_max_cents: Option<i64>,
    /// It counts as played away with less than this in the wallet, cash and bonus money together.
    pub lost_below_cents: Option<i64>,
}

/// Free spins of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferFreespins {
    /// How many.
    pub freespins_count: i64,
    /// Identifiers of their games.
    pub games: Vec<String>,
    /// How many times their winnings have to be wagered.
    pub wager_multiple: i64,
}

/// A gift that comes with a confirmed account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegistrationOffer {
    /// Its id.
    pub id: String,
    /// In the language of the request.
    pub title: String,
    /// The group that it is shown and hidden with.
    pub group_key: String,
    /// What it is.
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "NonDeposit")]
    pub kind: Kind,
    /// How many times it has to be wagered.
    pub wager_multiple: i64,
    /// How long it can be wagered once it is active.
    pub valid_hours: i64,
    /// Whether a withdrawal cancels it.
    pub canceled_by_cashout: bool,
    /// As of a bonus of a deposit.
    pub sticky: bool,
    /// The amounts, by currency; none when it is free spins alone.
    pub currencies: Vec<RegistrationOfferAmounts>,
    /// The free spins.
    pub freespins: Option<OfferFreespins>,
    /// Identifiers of games that cannot be played while it is active.
    pub excluded_games: Vec<String>,
    /// Categories of games that cannot be played while it is active.
    pub excluded_categories: Vec<String>,
}

/// The amounts of a registration gift in a currency, in its subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegistrationOfferAmounts {
    /// The currency.
    pub currency: String,
    /// What it gives.
    pub amount_cents: i64,
    /// The largest bet while it is active.
    pub bet_max_cents: Option<i64>,
    /// The most that becomes money.
    pub win_max_cents: Option<i64>,
    /// It counts as played away with less than this in the wallet, cash and bonus money together.
    pub lost_below_cents: Option<i64>,
}

/// A bonus that everybody may read about, with its conditions. Either `deposit` or `registration` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicOffer {
    /// Its page is `/bonus/{slug}`.
    pub slug: String,
    /// Whether the caller can get it: of a guest whether a new player can.
    pub available: bool,
    /// A bonus of a deposit.
    pub deposit: Option<DepositOffer>,
    /// A gift of a confirmed account.
    pub registration: Option<RegistrationOffer>,
}

/// What became of a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CouponStatus {
    /// The gift is there.
    Activated,
    /// There is no such coupon.
    NotFound,
    /// Its time is over, or has not begun, or it was used up by others.
    Expired,
    /// The player has used it before.
    AlreadyUsed,
    /// It is not for this player, or not in the currency of the active wallet.
    Restricted,
}

/// The answer to a coupon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CouponAnswer {
    /// What became of it.
    pub status: CouponStatus,
    /// The bonus that it brought.
    pub bonus: Option<BonusView>,
    /// The free spins that it brought.
    pub freespins: Option<FreespinsView>,
}

/// What a game shows of the gifts of its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayGifts {
    /// The active bonus of the wallet.
    pub bonus: Option<BonusView>,
    /// Activated free spins that can be played in this game.
    pub freespins: Vec<FreespinsView>,
}

/// Groups of bonuses that are hidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DisabledBonuses {
    /// Their keys.
    pub group_keys: Vec<String>,
}

/// How gifts of a group look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiftLook {
    /// Address of the picture.
    pub image: String,
    /// Where the gift leads; an address of the site.
    pub url: String,
    /// A colour, `#rrggbb`.
    pub accent: String,
}
