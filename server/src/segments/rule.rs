//! The rule of a segment: what has to hold of its players.
//!
//! Conditions stand in parts, and each part joins its conditions by "all" or "any"; so does the rule its parts. A rule is
//! kept as JSON with the version of its form, so that rules of before stay readable.

use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::Rule;
use crate::site_config::LOCALES;

/// The version of the form that is written now.
pub const VERSION: i64 = 1;

/// Parts of a rule.
const PARTS_MAX: usize = 10;
/// Conditions of a part.
const CONDITIONS_MAX: usize = 10;
/// Values of a condition.
const VALUES_MAX: usize = 250;
/// The longest time that is looked back, in days: ten years.
const DAYS_MAX: i64 = 3_653;

/// How several things are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SegmentJoin)]
pub enum Join {
    /// All of them have to hold.
    All,
    /// One of them has to hold.
    Any,
}

/// On which side of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SegmentBound)]
pub enum Bound {
    /// As much or more.
    AtLeast,
    /// As much or less.
    AtMost,
}

/// How a player may be told of offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SegmentChannel)]
pub enum Channel {
    /// By mail.
    Email,
    /// By text message.
    Sms,
}

/// One of some texts, or none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentAmong)]
pub struct Among {
    /// Whether it is one of them.
    pub is: bool,
    /// At least one.
    pub values: Vec<String>,
}

/// A member of one of some groups, or of none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentGroups)]
pub struct InGroups {
    /// Whether the player is a member of one of them.
    pub is: bool,
    /// At least one.
    pub groups: Vec<i64>,
}

/// Within the last days, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentWhen)]
pub struct When {
    /// Whether it was within them; else before, or never.
    pub within: bool,
    /// At least 1.
    pub days: i64,
}

/// A level of loyalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentLevel)]
pub struct Level {
    /// On which side of it.
    pub bound: Bound,
    /// From 1 up.
    pub level: i64,
}

/// How often something happened within the last days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentCount)]
pub struct Count {
    /// On which side.
    pub bound: Bound,
    /// How often.
    pub count: i64,
    /// In one currency; null for any.
    pub currency: Option<String>,
    /// At least 1.
    pub days: i64,
}

/// How much it was within the last days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentSum)]
pub struct Sum {
    /// On which side.
    pub bound: Bound,
    /// Subunits.
    pub amount_cents: i64,
    /// In which currency.
    pub currency: String,
    /// At least 1.
    pub days: i64,
}

/// Whether something is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentYes)]
pub struct Yes {
    /// Whether it is.
    pub is: bool,
}

/// Whether a player takes offers on a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SegmentConsent)]
pub struct Consent {
    /// Whether the player does.
    pub is: bool,
    /// On which way.
    pub channel: Channel,
}

/// What has to hold of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[schema(as = SegmentCondition)]
pub enum Condition {
    /// The brand on whose host the player signed up.
    Brand(Among),
    /// The country of the profile.
    Country(Among),
    /// The language of the profile.
    Language(Among),
    /// The currency of the active wallet.
    Currency(Among),
    /// Groups, the statuses of the VIP club among them.
    Groups(InGroups),
    /// The level of loyalty.
    Level(Level),
    /// When the player signed up.
    Registered(When),
    /// When the player was last here.
    Seen(When),
    /// When a deposit of the player last arrived.
    Deposited(When),
    /// How many deposits arrived.
    DepositCount(Count),
    /// How much was paid in.
    DepositSum(Sum),
    /// How much was bet.
    BetSum(Sum),
    /// Whether a bonus is being wagered.
    ActiveBonus(Yes),
    /// Whether staff has made sure who the player is.
    Verified(Yes),
    /// Whether the player takes offers.
    Consent(Consent),
}

/// Conditions that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SegmentPart)]
pub struct Part {
    /// How the conditions are joined.
    pub join: Join,
    /// 1 to 10.
    pub conditions: Vec<Condition>,
}

/// What has to hold of the players of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SegmentRule {
    /// Of this form: 1.
    pub version: i64,
    /// How the parts are joined.
    pub join: Join,
    /// 1 to 10.
    pub parts: Vec<Part>,
}

/// What the operator has that rules may name.
#[derive(Debug, Clone)]
pub struct Named {
    /// The ids of its brands.
    pub brands: Vec<String>,
    /// The numbers of its groups.
    pub groups: Vec<i64>,
    /// Its levels of loyalty.
    pub levels: Vec<i64>,
}

impl SegmentRule {
    /// Refuses a rule that is too large, or names what there is not.
    pub fn check(&self, named: &Named) -> Result<(), Rule> {
        if self.version != VERSION || self.parts.len() > PARTS_MAX {
            return Err(Rule::Invalid);
        }
        if self.parts.is_empty() || self.parts.iter().any(|part| part.conditions.is_empty()) {
            return Err(Rule::Required);
        }
        if self.parts.iter().any(|part| part.conditions.len() > CONDITIONS_MAX) {
            return Err(Rule::Invalid);
        }
        self.parts.iter().flat_map(|part| &part.conditions).try_for_each(|condition| condition.check(named))
    }
}

impl Condition {
    fn check(&self, named: &Named) -> Result<(), Rule> {
        match self {
            Self::Brand(among) => all_of(&among.values, |id| named.brands.contains(id)),
            Self::Country(among) => all_of(&among.values, |code| is_country(code)),
            Self::Language(among) => all_of(&among.values, |locale| LOCALES.contains(&locale.as_str())),
            Self::Currency(among) => all_of(&among.values, |code| is_currency(code)),
            Self::Groups(InGroups { groups, .. }) => all_of(groups, |group| named.groups.contains(group)),
            Self::Level(Level { level, .. }) => known(named.levels.contains(level)),
            Self::Registered(when) | Self::Seen(when) | Self::Deposited(when) => days(when.days),
            Self::DepositCount(Count { count, currency, days: of, .. }) => {
                days(*of)?;
                known(currency.as_deref().is_none_or(is_currency))?;
                fits((0..=WIRE_MAX).contains(count))
            }
            Self::DepositSum(sum) | Self::BetSum(sum) => {
                days(sum.days)?;
                known(is_currency(&sum.currency))?;
                fits((0..=WIRE_MAX).contains(&sum.amount_cents))
            }
            Self::ActiveBonus(_) | Self::Verified(_) | Self::Consent(_) => Ok(()),
        }
    }
}

fn known(is_known: bool) -> Result<(), Rule> {
    if is_known { Ok(()) } else { Err(Rule::NotAllowed) }
}

fn fits(does: bool) -> Result<(), Rule> {
    if does { Ok(()) } else { Err(Rule::Invalid) }
}

fn days(days: i64) -> Result<(), Rule> {
    fits((1..=DAYS_MAX).contains(&days))
}

fn all_of<T>(values: &[T], is_known: impl Fn(&T) -> bool) -> Result<(), Rule> {
    if values.is_empty() {
        return Err(Rule::Required);
    }
    fits(values.len() <= VALUES_MAX)?;
    known(values.iter().all(is_known))
}

fn is_country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|sign| sign.is_ascii_uppercase())
}

fn is_currency(code: &str) -> bool {
    code.parse::<Currency>().is_ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn judged(condition: &Value) -> Result<(), Rule> {
        let rule =
            json!({ "version": 1, "join": "all", "parts": [{ "join": "any", "conditions": [condition] }] });
        let rule: SegmentRule = serde_json::from_value(rule).unwrap();
        let named =
            Named { brands: vec!["aurora".to_owned()], groups: vec![259], levels: (1..=12).collect() };
        rule.check(&named)
    }

    #[test]
    fn a_condition_names_what_there_is() {
        let sum = |days: i64, amount: i64, currency: &str| json!({ "fact": "bet_sum", "bound": "at_least", "amount_cents": amount, "currency": currency, "days": days });
        for (condition, expected) in [
            (json!({ "fact": "brand", "is": true, "values": ["aurora"] }), Ok(())),
            (json!({ "fact": "brand", "is": true, "values": ["other"] }), Err(Rule::NotAllowed)),
            (json!({ "fact": "brand", "is": false, "values": [] }), Err(Rule::Required)),
            (json!({ "fact": "country", "is": true, "values": ["DE", "IT"] }), Ok(())),
            (json!({ "fact": "country", "is": true, "values": ["de"] }), Err(Rule::NotAllowed)),
            (json!({ "fact": "language", "is": true, "values": ["fr-CA"] }), Ok(())),
            (json!({ "fact": "language", "is": true, "values": ["xx"] }), Err(Rule::NotAllowed)),
            (json!({ "fact": "currency", "is": true, "values": ["EUR"] }), Ok(())),
            (json!({ "fact": "groups", "is": false, "groups": [259] }), Ok(())),
            (json!({ "fact": "groups", "is": true, "groups": [7] }), Err(Rule::NotAllowed)),
            (json!({ "fact": "level", "bound": "at_most", "level": 12 }), Ok(())),
            (json!({ "fact": "level", "bound": "at_most", "level": 13 }), Err(Rule::NotAllowed)),
            (json!({ "fact": "seen", "within": false, "days": 30 }), Ok(())),
            (json!({ "fact": "seen", "within": false, "days": 0 }), Err(Rule::Invalid)),
            (json!({ "fact": "registered", "within": true, "days": 3_654 }), Err(Rule::Invalid)),
            (
                json!({ "fact": "deposit_count", "bound": "at_most", "count": 0, "currency": null, "days": 7 }),
                Ok(()),
            ),
            (
                json!({ "fact": "deposit_count", "bound": "at_most", "count": -1, "currency": null, "days": 7 }),
                Err(Rule::Invalid),
            ),
            (sum(30, 5_000, "EUR"), Ok(())),
            (sum(30, -1, "EUR"), Err(Rule::Invalid)),
            (sum(30, 1, "GOLD"), Err(Rule::NotAllowed)),
            (json!({ "fact": "consent", "is": true, "channel": "sms" }), Ok(())),
        ] {
            assert_eq!(judged(&condition), expected, "{condition}");
        }
    }

    #[test]
    fn a_rule_is_written_as_it_is_read_and_has_bounds() {
        let one = json!({ "fact": "verified", "is": true });
        let of = |parts: Value| json!({ "version": 1, "join": "all", "parts": parts });
        let named = Named { brands: Vec::new(), groups: Vec::new(), levels: Vec::new() };
        for (rule, expected) in [
            (of(json!([{ "join": "all", "conditions": [one] }])), Ok(())),
            (of(json!([])), Err(Rule::Required)),
            (of(json!([{ "join": "any", "conditions": [] }])), Err(Rule::Required)),
            (of(json!(vec![json!({ "join": "all", "conditions": [one] }); 11])), Err(Rule::Invalid)),
            (of(json!([{ "join": "all", "conditions": vec![one.clone(); 11] }])), Err(Rule::Invalid)),
            (
                json!({ "version": 2, "join": "all", "parts": [{ "join": "all", "conditions": [one] }] }),
                Err(Rule::Invalid),
            ),
        ] {
            let read: SegmentRule = serde_json::from_value(rule.clone()).unwrap();
            assert_eq!(read.check(&named), expected, "{rule}");
            assert_eq!(serde_json::to_value(&read).unwrap(), rule);
        }
    }
}
