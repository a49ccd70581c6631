//! How mass gifts are shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::segments::SegmentName;
use super::shared::SwitchView;
use crate::app::App;
use crate::mass_gifts::{self, MassGift, Outcome, Preview, State, Thing, Wanted, Worths};
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;

/// The language in which staff reads what is given.
const LOCALE: &str = "en";

/// Members whom it could not be given, on the page of a mass gift.
const FAILURES_SHOWN: i64 = 50;

/// What kind of thing is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MassGiftKind {
    /// An offer of those that staff gives.
    Offer,
    /// A lootbox.
    Lootbox,
}

impl MassGiftKind {
    /// What is wanted of this kind.
    pub(super) fn wanted(self, code: String) -> Wanted {
        match self {
            Self::Offer => Wanted::Offer(code),
            Self::Lootbox => Wanted::Lootbox(code),
        }
    }
}

/// What came of members of a mass gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MassGiftOutcome {
    /// Not yet taken.
    Waiting,
    /// Have the gift.
    Given,
    /// Are stopped, and get none.
    Stopped,
    /// Have switched bonuses off.
    BonusesOff,
    /// Have no wallet in the currency.
    NoWallet,
    /// The gift is not made in the currency.
    NotMade,
    /// There is no such player.
    Gone,
    /// It could not be given.
    Failed,
}

impl From<Outcome> for MassGiftOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Waiting => Self::Waiting,
            Outcome::Given => Self::Given,
            Outcome::Stopped => Self::Stopped,
            Outcome::BonusesOff => Self::BonusesOff,
            Outcome::NoWallet => Self::NoWallet,
            Outcome::NotMade => Self::NotMade,
            Outcome::Gone => Self::Gone,
            Outcome::Failed => Self::Failed,
        }
    }
}

/// A gift that many players are given at once.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MassGiftView {
    /// The number.
    id: i64,
    name: String,
    kind: MassGiftKind,
    code: String,
    /// How it is called, in English.
    title: String,
    /// Whose players are its members; null of a list of players.
    segment: Option<SegmentName>,
    /// The id of the brand whose players alone are its members; null for those of all.
    brand: Option<String>,
    state: State,
    /// How many members it has; they rise while it gathers them.
    members: i64,
    /// How many have their gift.
    given: i64,
    /// How many were passed over.
    skipped: i64,
    /// How many could not be given theirs.
    failed: i64,
    /// What all can cost at most, in euro cents; null until that is known, and where it cannot be told.
    worth_cents: Option<i64>,
    /// Who has asked for it, and the name by then.
    requester_id: String,
    by: String,
    reason: String,
    created_at: String,
    /// Nobody approves it from then on; null when nobody has to.
    expires_at: Option<String>,
    /// Whether that time is over.
    expired: bool,
    /// The second member of staff, who has approved it.
    approval: Option<SwitchView>,
    /// Who has last paused, resumed, canceled or retried it.
    change: Option<SwitchView>,
    finished_at: Option<String>,
}

impl MassGiftView {
    /// `order` as it stands now.
    pub(super) async fn of(app: &App, order: MassGift) -> ApiResult<Self> {
        let segment = SegmentName::of(app, order.segment).await?;
        let is_waiting = order.state == State::Waiting;
        let expired = is_waiting && order.expires_at.is_some_and(|until| until <= app.clock.now());
        let approval =
            order.approval.map(|of| SwitchView { by: of.by, reason: of.reason, at: rfc3339(of.at) });
        let change = order.change.map(|of| SwitchView { by: of.by, reason: of.reason, at: rfc3339(of.at) });
        Ok(Self {
            id: order.id,
            name: order.name,
            kind: match &order.thing {
                Thing::Offer(_) => MassGiftKind::Offer,
                Thing::Lootbox(_) => MassGiftKind::Lootbox,
            },
            code: order.thing.code().to_owned(),
            title: order.thing.title(LOCALE).to_owned(),
            segment,
            brand: order.brand,
            state: order.state,
            members: order.members,
            given: order.given,
            skipped: order.skipped,
            failed: order.failed,
            worth_cents: order.worth,
            requester_id: order.member.to_string(),
            by: order.by,
            reason: order.reason,
            created_at: rfc3339(order.created_at),
            expires_at: order.expires_at.map(rfc3339),
            expired,
            approval,
            change,
            finished_at: order.finished_at.map(rfc3339),
        })
    }
}

/// What gifts in one currency come to.
#[derive(Debug, Serialize, ToSchema)]
struct MassGiftWorth {
    currency: String,
    /// How many players have their active wallet in it; null where that is not counted.
    players: Option<i64>,
    /// What one gift can cost, in euro cents; null where no rate leads there.
    euro_cents: Option<i64>,
}

/// How many members an outcome has.
#[derive(Debug, Serialize, ToSchema)]
struct MassGiftOutcomeCount {
    outcome: MassGiftOutcome,
    players: i64,
}

/// A member whom it could not be given.
#[derive(Debug, Serialize, ToSchema)]
struct MassGiftFailure {
    /// The number of the player.
    player: i64,
    /// Why, in the words of the server.
    error: Option<String>,
}

/// A mass gift with what came of its members.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MassGiftPage {
    mass_gift: MassGiftView,
    outcomes: Vec<MassGiftOutcomeCount>,
    /// By currency; empty until its members are known.
    worths: Vec<MassGiftWorth>,
    /// The first 50 whom it could not be given.
    failures: Vec<MassGiftFailure>,
}

impl MassGiftPage {
    /// The page of `order`.
    pub(super) async fn of(app: &App, order: MassGift) -> ApiResult<Self> {
        let outcomes = mass_gifts::outcomes(&app.db, order.id).await?;
        let failed =
            mass_gifts::lines_after(&app.db, order.id, Some(Outcome::Failed), 0, FAILURES_SHOWN).await?;
        let count =
            |(outcome, players): (Outcome, i64)| MassGiftOutcomeCount { outcome: outcome.into(), players };
        let failure = |line: mass_gifts::Line| MassGiftFailure { player: line.player, error: line.error };
        let worth = |(currency, worth): (&String, &Option<i64>)| MassGiftWorth {
            currency: currency.clone(),
            players: None,
            euro_cents: *worth,
        };
        Ok(Self {
            outcomes: outcomes.into_iter().map(count).collect(),
            worths: order.worths.0.iter().map(worth).collect(),
            failures: failed.into_iter().map(failure).collect(),
            mass_gift: MassGiftView::of(app, order).await?,
        })
    }
}

/// What a mass gift would be.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MassGiftPreview {
    /// How many would be given it; whoever is stopped is none of them.
    players: i64,
    /// How many of them have their active wallet in a currency that it is not made in, and would be passed over.
    not_made: i64,
    /// Whether all players were looked at; else the time was over before, and they are more.
    complete: bool,
    /// By currency.
    worths: Vec<MassGiftWorth>,
    /// What all can cost at most, in euro cents; null when that cannot be told, as while not all players were looked at.
    worth_cents: Option<i64>,
    /// Whether a second member of staff has to approve it; while not all players were looked at, whether those alone take two.
    takes_two: bool,
}

impl From<Preview> for MassGiftPreview {
    fn from(preview: Preview) -> Self {
        let Preview { players, is_complete, worths: Worths(worths), worth, takes_two } = preview;
        let is_made = |code: &String| worths.contains_key(code);
        let made = players.iter().filter(|(code, _)| is_made(code));
        let given: i64 = made.clone().map(|(_, count)| count).sum();
        let all: i64 = players.values().sum();
        let worths = made.map(|(code, count)| MassGiftWorth {
            currency: code.clone(),
            players: Some(*count),
            euro_cents: worths.get(code).copied().flatten(),
        });
        Self {
            players: given,
            not_made: all - given,
            complete: is_complete,
            worths: worths.collect(),
            worth_cents: worth,
            takes_two,
        }
    }
}
