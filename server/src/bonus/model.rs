//! Awards and grants as they are stored. Times are UTC milliseconds, amounts are in subunits.

use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use croupier_promo::{BonusStage, Effect, End, FreespinStage, Kind, Progress, Terms, WagerBase};

use super::offers::Offers;
use super::view::{BonusItem, BonusView, FreespinsView};
use crate::content::Localised;
use crate::platform::calendar::rfc3339;

/// The fact that a bonus has changed; its body is the bonus as its player sees it.
pub const BONUS_CHANGED: &str = "bonus.changed";

/// The fact that free spins have changed.
pub const FREESPINS_CHANGED: &str = "freespins.changed";

/// A bonus that a player got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// Its number, for the ledger too.
    pub id: i64,
    /// Whose.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The offer, whose account bears the cost.
    pub offer: String,
    /// The version of the offer's document that it was made by; 0 is the content folder's.
    pub offer_version: i64,
    /// What it is.
    pub kind: Kind,
    /// What it is shown and hidden with.
    pub group_key: String,
    /// How it is called.
    pub title: Localised,
    /// Its terms.
    pub terms: Terms,
    /// What it was made by.
    pub source: String,
    /// Where it stands.
    pub stage: BonusStage,
    /// What it gives, in subunits; points of the kind `XP`; 1 of what has no amount.
    pub amount: i64,
    /// The group that one of the kind `Group` puts its player into.
    pub group: Option<i64>,
    /// What has to be wagered.
    pub requirement: i64,
    /// What was wagered.
    pub wagered: Progress,
    /// When it was made.
    pub issued_at: i64,
    /// Until when it can be activated.
    pub activatable_until: i64,
    /// When it became active.
    pub activated_at: Option<i64>,
    /// When an active one is over.
    pub valid_until: Option<i64>,
    /// When it ended.
    pub ended_at: Option<i64>,
    /// Why.
    pub ended_by: Option<End>,
    /// What was given to the wallet.
    pub granted: i64,
    /// What became money.
    pub converted: i64,
    /// What was above the most that becomes money.
    pub withheld: i64,
    /// What of a sticky one was taken before the rest became money: the bonus itself.
    pub deducted: i64,
    /// What went back at another end.
    pub forfeited: i64,
    /// Its place among those that wait in its wallet, from 1 on; the lowest is activated next.
    pub place: Option<i64>,
    /// What a server has to do with it next.
    pub due: Option<Due>,
    /// When a server looks at it next, UTC milliseconds; at once when that is over. Lower whenever something moves in its
    /// wallet.
    pub next_try: i64,
}

/// What a server has to do with a gift by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Activate it.
    Activate,
    /// End it, because everything was wagered.
    Wagered,
    /// End it, because its money was played away.
    Emptied,
    /// End it, because its player has excluded themselves.
    Excluded,
    /// End it, because its player's account was closed.
    Closed,
    /// End it, because staff says so.
    Staff,
}

impl Due {
    const ALL: [Self; 6] =
        [Self::Activate, Self::Wagered, Self::Emptied, Self::Excluded, Self::Closed, Self::Staff];

    /// The name in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Activate => "activate",
            Self::Wagered => "wagered",
            Self::Emptied => "emptied",
            Self::Excluded => "excluded",
            Self::Closed => "closed",
            Self::Staff => "staff",
        }
    }

    /// What is called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|due| due.name() == name)
    }
}

impl Award {
    /// Whether it is active and what it asks to be wagered has been.
    pub fn is_wagered(&self) -> bool {
        self.stage == BonusStage::HandleBets && self.wagered.meets(self.requirement)
    }

    /// When its stage is over.
    pub fn deadline(&self) -> Option<i64> {
        match self.stage {
            BonusStage::Issued => self.activated_until(),
            BonusStage::HandleBets => self.valid_until,
            _ => None,
        }
    }

    /// Until when it can be activated, or staked as a free bet; what staff hands over has no such time.
    fn activated_until(&self) -> Option<i64> {
        (self.kind.effect() != Effect::ByHand).then_some(self.activatable_until)
    }

    /// The award once its player has what it holds, at `now`; nothing of it is money.
    pub fn given(&self, now: i64) -> Self {
        Self { activated_at: Some(now), ..self.ended(End::Given, now) }
    }

    /// The system account that bears its cost.
    pub fn account(&self) -> String {
        account_of(&self.offer)
    }

    /// The award as it is once it has ended at `now`.
    pub fn ended(&self, end: End, now: i64) -> Self {
        Self {
            stage: end.stage(),
            ended_at: Some(now),
            ended_by: Some(end),
            due: None,
            place: None,
            ..self.clone()
        }
    }

    /// What calls show in `locale` at `now`.
    pub fn view(&self, offers: &Offers, locale: &str, now: i64) -> BonusView {
        let title = self.title.in_locale(locale).to_owned();
        let waits = self.stage == BonusStage::Issued;
        BonusView {
            id: self.id.to_string(),
            kind: self.kind,
            group_key: self.group_key.clone(),
            stage: self.stage,
            currency: self.currency.code().to_owned(),
            amount_cents: if self.kind.has_amount() { self.amount } else { 0 },
            amount_wager_cents: self.wagered.cents().min(self.requirement),
            amount_wager_requirement_cents: self.requirement,
            activatable: waits
                && self.kind.is_activated()
                && now < self.activatable_until
                && !offers.is_disabled(&self.group_key),
            activatable_until: self.activated_until().filter(|_| waits).map(rfc3339),
            bonuses: vec![BonusItem { kind: self.kind, title: title.clone() }],
            title,
            wager_multiple: self.terms.wager,
            bet_max_cents: self.terms.bet_max,
            win_max_cents: self.terms.win_max,
            lost_below_cents: self.terms.lost_below,
            excluded_games: self.terms.excluded.games.iter().cloned().collect(),
            excluded_categories: self.terms.excluded.categories.iter().cloned().collect(),
            canceled_by_cashout: self.terms.ends_at_cashout(),
            sticky: self.terms.sticky,
            place: self.place,
            valid_until: self.valid_until.map(rfc3339),
            ended_by: self.ended_by.map(|end| end.name().to_owned()),
            converted_cents: self.converted,
            withheld_cents: self.withheld,
            deducted_cents: self.deducted,
            forfeited_cents: self.forfeited,
            offer_version: self.offer_version,
            created_at: rfc3339(self.issued_at),
            activated_at: self.activated_at.map(rfc3339),
            finished_at: self.ended_at.map(rfc3339),
        }
    }

    /// The fact that it stands as it does.
    pub fn changed(&self, offers: &Offers, locale: &str, now: i64) -> serde_json::Result<Fact> {
        let body = serde_json::to_string(&self.view(offers, locale, now))?;
        Ok(Fact { kind: BONUS_CHANGED, body })
    }
}

/// Free spins that a player got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Their number, for the ledger too.
    pub id: i64,
    /// Whose.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The offer, whose account pays what they win.
    pub offer: String,
    /// The version of the offer's document that they were made by; 0 is the content folder's.
    pub offer_version: i64,
    /// What they are.
    pub kind: Kind,
    /// What they are shown and hidden with.
    pub group_key: String,
    /// How they are called.
    pub title: Localised,
    /// The terms of what they win.
    pub terms: Terms,
    /// What they were made by.
    pub source: String,
    /// Where they stand.
    pub stage: FreespinStage,
    /// Identifiers of their games.
    pub games: Vec<String>,
    /// Who makes the games.
    pub provider: String,
    /// What a spin is played at.
    pub stake: i64,
    /// How many.
    pub total: i64,
    /// How many were begun.
    pub performed: i64,
    /// How many of their rounds have ended, as the reader has met them.
    pub ended_rounds: i64,
    /// What these have won.
    pub won: i64,
    /// What was paid as money at once.
    pub paid: i64,
    /// What was above the most that becomes money.
    pub withheld: i64,
    /// How long activated ones can be played.
    pub valid_ms: i64,
    /// When they were made.
    pub issued_at: i64,
    /// Until when they can be activated.
    pub activatable_until: i64,
    /// When they were activated.
    pub activated_at: Option<i64>,
    /// When activated ones are over.
    pub valid_until: Option<i64>,
    /// When they ended.
    pub ended_at: Option<i64>,
    /// Why; none after the last spin.
    pub ended_by: Option<End>,
    /// When the winnings were paid.
    pub settled_at: Option<i64>,
    /// What a server has to do with them next.
    pub due: Option<Due>,
}

impl Grant {
    /// When their stage is over.
    pub fn deadline(&self) -> Option<i64> {
        match self.stage {
            FreespinStage::Issued => Some(self.activatable_until),
            FreespinStage::Activated => self.valid_until,
            _ => None,
        }
    }

    /// The system account that pays what they win.
    pub fn account(&self) -> String {
        account_of(&self.offer)
    }

    /// The grant as it is once it has ended at `now`: after its last spin without a reason.
    pub fn ended(&self, end: Option<End>, now: i64) -> Self {
        let stage = match end {
            None => FreespinStage::Finished,
            Some(End::TimeOver) => FreespinStage::Expired,
            Some(_) => FreespinStage::Canceled,
        };
        Self { stage, ended_at: Some(now), ended_by: end, due: None, ..self.clone() }
    }

    /// Whether they can be played at `now`.
    pub fn is_playable(&self, now: i64) -> bool {
        self.stage == FreespinStage::Activated
            && self.performed < self.total
            && self.valid_until.is_some_and(|until| now < until)
    }

    /// What calls show in `locale` at `now`.
    pub fn view(&self, offers: &Offers, locale: &str, now: i64) -> FreespinsView {
        let waits = self.stage == FreespinStage::Issued;
        FreespinsView {
            id: self.id.to_string(),
            kind: self.kind,
            group_key: self.group_key.clone(),
            stage: self.stage,
            currency: self.currency.code().to_owned(),
            title: self.title.in_locale(locale).to_owned(),
            activatable: waits && now < self.activatable_until && !offers.is_disabled(&self.group_key),
            activatable_until: waits.then(|| rfc3339(self.activatable_until)),
            freespins_total: self.total,
            freespins_performed: self.performed,
            stake_cents: self.stake,
            provider: self.provider.clone(),
            games: self.games.clone(),
            win_cents: self.won,
            wager_multiple: self.terms.wager,
            win_max_cents: self.terms.win_max,
            valid_until: self.valid_until.map(rfc3339),
            ended_by: self.ended_by.map(|end| end.name().to_owned()),
            offer_version: self.offer_version,
            created_at: rfc3339(self.issued_at),
            activated_at: self.activated_at.map(rfc3339),
            finished_at: self.ended_at.map(rfc3339),
        }
    }

    /// The fact that they stand as they do.
    pub fn changed(&self, offers: &Offers, locale: &str, now: i64) -> serde_json::Result<Fact> {
        let body = serde_json::to_string(&self.view(offers, locale, now))?;
        Ok(Fact { kind: FREESPINS_CHANGED, body })
    }
}

/// The name of the system account of a campaign.
pub fn account_of(offer: &str) -> String {
    format!("bonus:{offer}")
}

/// The name of a base in calls.
pub const fn base_name(base: WagerBase) -> &'static str {
    match base {
        WagerBase::Bonus => "bonus",
        WagerBase::BonusAndDeposit => "bonus_and_deposit",
    }
}
