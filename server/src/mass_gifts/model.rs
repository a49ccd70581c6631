//! A mass gift and how it stands.

use std::collections::BTreeMap;

use croupier_money::Currency;
use croupier_promo::Effect;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::bonus::{self, Offer};
use crate::lootbox::{self, Definition};
use crate::segments::SegmentRef;

/// What staff wants given: an offer or a box, by its code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Wanted {
    /// One of the offers that staff gives: a bonus, free spins, points, a place in a group, or a thing.
    Offer(String),
    /// A lootbox.
    Lootbox(String),
}

impl Wanted {
    /// What the content says of it now; `None` when staff gives no such thing.
    pub fn find(&self, app: &App) -> Option<Thing> {
        match self {
            Self::Offer(code) => {
                let offers = app.bonuses.offers();
                let offer =
                    bonus::staff_offers(&offers, app.clock.now()).find(|offer| offer.code == *code)?;
                Some(Thing::Offer(Box::new(offer.clone())))
            }
            Self::Lootbox(code) => {
                let boxes = app.lootboxes.definitions();
                Some(Thing::Lootbox(Box::new(boxes.find(code)?.clone())))
            }
        }
    }
}

/// What is given, as the content said when it was asked for: an edit of the content changes nothing that was approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// An offer.
    Offer(Box<Offer>),
    /// A lootbox.
    Lootbox(Box<Definition>),
}

impl Thing {
    /// The code.
    pub fn code(&self) -> &str {
        match self {
            Self::Offer(offer) => &offer.code,
            Self::Lootbox(definition) => &definition.code,
        }
    }

    /// How it is called in `locale`.
    pub fn title(&self, locale: &str) -> &str {
        match self {
            Self::Offer(offer) => offer.title.in_locale(locale),
            Self::Lootbox(definition) => definition.title.in_locale(locale),
        }
    }

    /// Whether it is made in `currency`.
    pub fn is_in(&self, currency: Currency) -> bool {
        match self {
            Self::Offer(offer) => offer.is_in(currency),
            Self::Lootbox(definition) => definition.is_in(currency),
        }
    }

    /// Whether it is a bonus, which who has switched bonuses off does not get; points, groups and things are none.
    pub fn is_bonus(&self) -> bool {
        match self {
            Self::Offer(offer) => {
                let is_other =
                    |effect: Effect| matches!(effect, Effect::Points | Effect::Membership | Effect::ByHand);
                offer.freespins.is_some() || offer.kind.is_some_and(|kind| !is_other(kind.effect()))
            }
            Self::Lootbox(_) => true,
        }
    }

    /// What one can cost in each of `currencies` that it is made in.
    pub fn worths<'c>(&self, app: &App, currencies: impl IntoIterator<Item = &'c String>) -> Worths {
        let worth = |code: &String| {
            let currency = code.parse::<Currency>().ok().filter(|currency| self.is_in(*currency))?;
            let worth = match self {
                Self::Offer(offer) => bonus::euro_worth(app, offer, currency),
                Self::Lootbox(definition) => lootbox::euro_worth(app, definition, currency),
            };
            Some((code.clone(), worth))
        };
        Worths(currencies.into_iter().filter_map(worth).collect())
    }
}

/// What one gift can cost, in euro cents, by the currency of its wallet; `None` where no rate leads to euros. A currency that is
/// not named is none that the thing is made in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Worths(pub BTreeMap<String, Option<i64>>);

impl Worths {
    /// What gifts for so many players by currency can cost at most, in euro cents; `None` when that cannot be told.
    pub fn of_all(&self, players: &BTreeMap<String, i64>) -> Option<i64> {
        let mut total = 0_i64;
        for (currency, count) in players {
            match self.0.get(currency) {
                Some(Some(worth)) => total = total.saturating_add(worth.saturating_mul(*count)),
                Some(None) => return None,
                None => {}
            }
        }
        Some(total)
    }
}

/// How a mass gift stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MassGiftState)]
pub enum State {
    /// Its members are being written down.
    Gathering,
    /// A second member of staff has to approve it.
    Waiting,
    /// Its members are given their gifts.
    Running,
    /// Nobody is given anything until it is resumed.
    Paused,
    /// Every member was taken.
    Done,
    /// Nobody else is given anything.
    Canceled,
}

impl State {
    const ALL: [Self; 6] =
        [Self::Gathering, Self::Waiting, Self::Running, Self::Paused, Self::Done, Self::Canceled];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Canceled => "canceled",
        }
    }

    /// The state called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What came of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Not yet taken.
    Waiting,
    /// Has the gift.
    Given,
    /// Is stopped, and gets none.
    Stopped,
    /// Has switched bonuses off.
    BonusesOff,
    /// Has no wallet in the currency.
    NoWallet,
    /// The gift is not made in the currency.
    NotMade,
    /// There is no such player.
    Gone,
    /// It could not be given; it is tried again when staff says so.
    Failed,
}

impl Outcome {
    const ALL: [Self; 8] = [
        Self::Waiting,
        Self::Given,
        Self::Stopped,
        Self::BonusesOff,
        Self::NoWallet,
        Self::NotMade,
        Self::Gone,
        Self::Failed,
    ];

    /// The name in rows and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Given => "given",
            Self::Stopped => "stopped",
            Self::BonusesOff => "bonuses_off",
            Self::NoWallet => "no_wallet",
            Self::NotMade => "not_made",
            Self::Gone => "gone",
            Self::Failed => "failed",
        }
    }

    /// The outcome called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// The second member of staff, who has approved it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The name by then.
    pub by: String,
    /// In the words of the member.
    pub reason: String,
    /// When, UTC milliseconds.
    pub at: i64,
}

/// Who has last paused, resumed, canceled or retried it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The name by then.
    pub by: String,
    /// In the words of the member.
    pub reason: String,
    /// When, UTC milliseconds.
    pub at: i64,
}

/// A mass gift. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MassGift {
    /// The number.
    pub id: i64,
    /// What staff calls it.
    pub name: String,
    /// What is given.
    pub thing: Thing,
    /// Players of this brand alone.
    pub brand: Option<String>,
    /// Whose players are its members; `None` of a list.
    pub segment: Option<SegmentRef>,
    /// Why.
    pub reason: String,
    /// Who has asked for it.
    pub member: Uuid,
    /// The member's name by then.
    pub by: String,
    /// When.
    pub created_at: i64,
    /// How it stands.
    pub state: State,
    /// Players up to this number were looked at.
    pub(super) gathered: i64,
    /// What one gift can cost.
    pub worths: Worths,
    /// What all can cost at most, in euro cents; `None` until that is known, and where it cannot be told.
    pub worth: Option<i64>,
    /// How many members it has.
    pub members: i64,
    /// How many have their gift.
    pub given: i64,
    /// How many were passed over.
    pub skipped: i64,
    /// How many could not be given theirs.
    pub failed: i64,
    /// Nobody approves it from then on.
    pub expires_at: Option<i64>,
    /// Who has approved it.
    pub approval: Option<Approval>,
    /// What was last done about it.
    pub change: Option<Change>,
    /// When its last member was taken.
    pub finished_at: Option<i64>,
}

impl MassGift {
    /// When it has ended, or ends unless somebody decides before: UTC milliseconds. `None` while nobody knows.
    pub fn ends_at(&self) -> Option<i64> {
        match self.state {
            State::Canceled => self.change.as_ref().map(|change| change.at),
            State::Waiting => self.expires_at,
            _ => self.finished_at,
        }
    }

    /// By what its gifts are made, but for the numbers of their players.
    pub(super) fn source(&self) -> String {
        format!("mass:{}", self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_can_cost_is_told_or_not_known() {
        let worths = Worths(
            [("EUR", Some(500)), ("CAD", Some(300)), ("DOGE", None)]
                .map(|(code, worth)| (code.to_owned(), worth))
                .into(),
        );
        for (players, expected) in [
            (&[][..], Some(0)),
            (&[("EUR", 3)], Some(1_500)),
            (&[("EUR", 3), ("CAD", 2)], Some(2_100)),
            // Not made in it: those players are passed over.
            (&[("EUR", 1), ("NOK", 9)], Some(500)),
            (&[("EUR", 1), ("DOGE", 1)], None),
            (&[("EUR", i64::MAX)], Some(i64::MAX)),
        ] {
            let players = players.iter().map(|(code, count)| ((*code).to_owned(), *count)).collect();
            assert_eq!(worths.of_all(&players), expected, "{players:?}");
        }
    }
}
