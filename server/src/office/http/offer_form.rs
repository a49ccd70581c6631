//! An offer as the form of the back office fills it in: every field of the file, each of them said.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bonus::Offer;
use crate::platform::error::{ApiError, ApiResult};

/// By what a player comes to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfferTrigger {
    Deposit,
    Registration,
    Coupon,
    Staff,
    Cashback,
    Reward,
}

/// What an offer gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) enum OfferKind {
    #[serde(rename = "Deposit bonus")]
    DepositBonus,
    NonDeposit,
    Cash,
    Cashback,
    Freebet,
    #[serde(rename = "XP")]
    Xp,
    Group,
    Custom,
    #[serde(rename = "SoftGaming Gift")]
    SoftGamingGift,
}

/// What free spins are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
enum OfferSpinsKind {
    Giftspin,
    #[serde(rename = "Feature Freespins")]
    FeatureFreespins,
}

/// How long losses are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferPeriod {
    Day,
    Week,
}

/// What the multiple is taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferWagerBase {
    Bonus,
    BonusAndDeposit,
}

/// What a withdrawal does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferCashout {
    Keep,
    Cancel,
}

/// For whom an offer is. A list that is empty leaves nobody out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferAudience {
    /// Numbers of groups of players; members of one of them.
    groups: BTreeSet<i64>,
    /// Numbers of groups whose members do not, whatever else they are.
    excluded_groups: BTreeSet<i64>,
    /// Where players live (ISO 3166-1).
    countries: BTreeSet<String>,
    /// Where those live who do not.
    excluded_countries: BTreeSet<String>,
    /// Codes of licences that players have signed up under.
    licences: BTreeSet<String>,
    /// Ids of brands on whose hosts players have signed up.
    brands: BTreeSet<String>,
}

/// Games by identifier, and by category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferGames {
    games: BTreeSet<String>,
    categories: BTreeSet<String>,
}

/// How many percent of a stake count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferContributions {
    /// By identifier; goes before categories.
    games: BTreeMap<String, i64>,
    categories: BTreeMap<String, i64>,
    /// Of all other games.
    other: i64,
}

/// Amounts in one currency, in subunits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferAmounts {
    /// What it gives; with a deposit the most. Points of the kind `XP`.
    amount: i64,
    deposit_min: i64,
    bet_max: Option<i64>,
    win_max: Option<i64>,
    lost_below: Option<i64>,
    loss_min: i64,
}

/// Free spins of an offer. Amounts are in subunits, by currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferSpins {
    kind: OfferSpinsKind,
    count: i64,
    /// Identifiers of their games, all of one provider.
    games: Vec<String>,
    stakes: BTreeMap<String, i64>,
    bet_max: BTreeMap<String, i64>,
    /// How long activated ones can be played.
    hours: i64,
    wager: i64,
    win_max: BTreeMap<String, i64>,
}

/// An offer, every field of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferForm {
    /// Its name, for good.
    code: String,
    pub(super) trigger: OfferTrigger,
    /// Null of free spins alone.
    pub(super) kind: Option<OfferKind>,
    group_key: String,
    /// By language.
    title: BTreeMap<String, String>,
    deposit_number: Option<i64>,
    hidden: bool,
    /// Everybody's when all of its lists are empty.
    audience: OfferAudience,
    coupon: Option<String>,
    group: Option<i64>,
    points: Option<i64>,
    percent: i64,
    period: Option<OfferPeriod>,
    /// The games whose losses count for cashback.
    counted: OfferGames,
    /// By currency.
    amounts: BTreeMap<String, OfferAmounts>,
    wager: i64,
    wager_on: OfferWagerBase,
    contributions: OfferContributions,
    excluded: OfferGames,
    on_cashout: OfferCashout,
    /// Whether the bonus itself is never paid out; what its free spins win is.
    sticky: bool,
    activatable_hours: i64,
    valid_hours: i64,
    freespins: Option<OfferSpins>,
    /// From when on players come to it (RFC 3339, UTC); at once when null.
    from: Option<String>,
    /// Until when.
    until: Option<String>,
    /// Whether nobody comes to it any more.
    withdrawn: bool,
}

impl OfferForm {
    /// `offer` in the words of the form.
    pub(super) fn of(offer: &Offer) -> ApiResult<Self> {
        let plain = Offer { version: 0, ..offer.clone() };
        let said = serde_json::to_value(plain).and_then(serde_json::from_value);
        said.map_err(|error| ApiError::internal(&format!("offer {}: {error}", offer.code)))
    }

    /// The offer that was filled in. 422 when a word of it, such as a currency, is none.
    pub(super) fn offer(&self) -> ApiResult<Offer> {
        let said = serde_json::to_value(self).and_then(serde_json::from_value);
        said.map_err(|error| ApiError::field("offer", "VALIDATION.INVALID", &error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::bonus::Offers;

    #[test]
    fn every_shipped_offer_survives_the_form_and_its_document() {
        let offers = Offers::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        for offer in offers.all() {
            let form = OfferForm::of(offer).unwrap();
            assert_eq!(&form.offer().unwrap(), offer);
            assert_eq!(&Offer::parse(&offer.text().unwrap()).unwrap(), offer);
        }
    }

    #[test]
    fn whom_an_offer_is_for_and_that_it_is_sticky_are_fields_of_the_form() {
        let offer = Offer::parse(
            "code = \"A\"\ngroup_key = \"a\"\nactivatable_hours = 24\ntitle = { en = \"A\" }\n\
             trigger = \"coupon\"\nkind = \"NonDeposit\"\nwager = 10\nsticky = true\namounts.EUR = { amount = 500 }\n\
             audience = { groups = [9, 7], excluded_groups = [8], countries = [\"CA\"], licences = [\"GCB\"], \
             brands = [\"borealis\"] }",
        )
        .unwrap();
        let said = serde_json::to_value(OfferForm::of(&offer).unwrap()).unwrap();
        assert_eq!(said["sticky"], true);
        assert_eq!(
            said["audience"],
            serde_json::json!({
                "groups": [7, 9], "excluded_groups": [8], "countries": ["CA"], "excluded_countries": [],
                "licences": ["GCB"], "brands": ["borealis"],
            })
        );
        let form: OfferForm = serde_json::from_value(said.clone()).unwrap();
        assert_eq!(form.offer().unwrap(), offer);
        assert_eq!(Offer::parse(&offer.text().unwrap()).unwrap(), offer);
        // What is no field, and an audience of which not every list is said.
        for (field, value) in
            [("age", serde_json::json!(18)), ("audience", serde_json::json!({ "groups": [7] }))]
        {
            let mut other = said.clone();
            other[field] = value;
            assert!(serde_json::from_value::<OfferForm>(other).is_err(), "{field}");
        }
    }

    #[test]
    fn a_word_that_is_none_is_refused() {
        let offers = Offers::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        let form = OfferForm::of(offers.all().next().unwrap()).unwrap();
        let amounts = OfferAmounts {
            amount: 1,
            deposit_min: 0,
            bet_max: None,
            win_max: None,
            lost_below: None,
            loss_min: 0,
        };
        for wrong in [
            OfferForm { amounts: BTreeMap::from([("XXX".to_owned(), amounts)]), ..form.clone() },
            OfferForm { from: Some("tomorrow".to_owned()), ..form.clone() },
            OfferForm { title: BTreeMap::new(), ..form },
        ] {
            assert_eq!(wrong.offer().unwrap_err().status(), axum::http::StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}
