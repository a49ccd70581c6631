//! The adventure calendar as calls show it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::definition::Reward;
use super::model::{Adventure, CardState, Completion, card_state};
use crate::bonus::{PrizeBonus, SourcedGift};
use crate::platform::calendar::{Date, rfc3339};

/// The calendar that is shown: the one that runs, or the last one until the end of the day after its last day.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct AdventureCalendar {
    /// Null when no calendar runs and none ended within the last day.
    campaign: Option<AdventureCampaign>,
    /// In order of their dates, then the record of the prize for all days, if the calendar has one. Empty without a campaign.
    days: Vec<AdventureDay>,
}

/// One run of a calendar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdventureCampaign {
    /// The name of this run, unique among all runs of all calendars.
    id: String,
    /// In the language of the request.
    title: String,
    /// In the language of the request.
    description: String,
    /// When its first day begins: midnight in the calendar's own time zone, RFC 3339.
    start_at: String,
    /// When its last day ends: midnight in the calendar's own time zone, RFC 3339.
    end_at: String,
    /// Whether the player has completed the last day; false for a guest.
    is_finished: bool,
}

/// A day of the calendar, or the record of the prize for all days, which has the date of the last day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdventureDay {
    /// The day of the month, in the calendar's own time zone.
    day: i64,
    /// 1 (January) to 12.
    month: i64,
    /// 1 (Monday) to 7 (Sunday).
    weekday: i64,
    /// `step` less one.
    index: i64,
    /// The number of the day in the calendar, from 1; `stepTotal` + 1 in the record for all days.
    step: i64,
    /// How many days the calendar has.
    step_total: i64,
    /// Whether the player has completed it; false for a guest.
    is_completed: bool,
    /// Whether it is today; false in the record for all days.
    today: bool,
    state: CardState,
    prize: AdventurePrize,
    condition: AdventureCondition,
    /// How many times the bonus, or what the free spins win, has to be wagered; 0 for never.
    wager: i64,
    /// How many days the player has to activate the gift, from when it is issued.
    period_activation_days: i64,
    /// What the player has deposited today, by currency code, in subunits of the currency; empty unless `today`.
    deposited: BTreeMap<String, i64>,
    /// The gift that the player was given for it; null before that.
    gift: Option<SourcedGift>,
}

/// The kind of a prize.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AdventurePrizeType {
    Bonus,
    Freespin,
    /// The prize for all days, whether it is a bonus or free spins.
    Superb,
}

/// The prize of a day: a bonus or free spins.
#[derive(Debug, Serialize, ToSchema)]
struct AdventurePrize {
    #[serde(rename = "type")]
    kind: AdventurePrizeType,
    /// The bonus; null for free spins.
    bonus: Option<PrizeBonus>,
    /// The free spins; null for a bonus.
    fs: Option<PrizeBonus>,
}

/// What completes a day.
#[derive(Debug, Serialize, ToSchema)]
struct AdventureCondition {
    /// What the player has to deposit on that day, by currency code, in subunits of the currency. In a currency that is not
    /// listed it is the equivalent of the amount in EUR. Empty in the record for all days.
    #[serde(rename = "minDep")]
    min_dep: BTreeMap<String, i64>,
}

/// How far a player is in a calendar; empty for a guest.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub completions: Vec<Completion>,
    /// What the player has deposited today, by currency code, in subunits of the currency.
    pub deposited: BTreeMap<String, i64>,
    pub gifts: Vec<SourcedGift>,
}

/// `adventure` at `now` (UTC milliseconds), with texts in `locale`, as a player with `progress` sees it.
pub(super) fn view(adventure: &Adventure, progress: &Progress, locale: &str, now: i64) -> AdventureCalendar {
    let day = |step| record(adventure, progress, locale, (step, adventure.step_at(now)));
    let completed_last = progress.completions.iter().any(|done| done.step == adventure.days_count);
    AdventureCalendar {
        campaign: Some(AdventureCampaign {
            id: adventure.slug.clone(),
            title: adventure.terms.title.in_locale(locale).to_owned(),
            description: adventure.terms.description.in_locale(locale).to_owned(),
            start_at: rfc3339(adventure.start_at()),
            end_at: rfc3339(adventure.end_at()),
            is_finished: completed_last,
        }),
        days: (1..=adventure.superb_step()).filter_map(day).collect(),
    }
}

/// The record of `step` while `today` is the current step; `None` for the one for all days when it has no prize.
fn record(
    adventure: &Adventure,
    progress: &Progress,
    locale: &str,
    (step, today): (i64, i64),
) -> Option<AdventureDay> {
    let (terms, total) = (&adventure.terms, adventure.days_count);
    let done = progress.completions.iter().find(|done| done.step == step);
    let is_superb = step > total;
    let is_today = step == today && !is_superb;
    let promised = if is_superb { terms.superb.as_ref() } else { terms.day(step).map(|day| &day.reward) };
    // A completed day keeps what it promised.
    let reward = done.map(|done| &done.reward).or(promised)?;
    let date = Date::of_days(adventure.day_of(step.min(total)));
    let source = format!("{}{step}", adventure.source_prefix());
    let min_dep = terms.day(step).map(|day| day.deposit_min.clone()).unwrap_or_default();
    let prize = prize(reward, is_superb, locale);
    Some(AdventureDay {
        day: date.day(),
        month: date.month(),
        weekday: date.weekday(),
        index: step - 1,
        step,
        step_total: total,
        is_completed: done.is_some(),
        today: is_today,
        state: card_state(step, total, today, done.is_some()),
        wager: prize.bonus.as_ref().or(prize.fs.as_ref()).map_or(0, |given| given.result_bonus.wager),
        prize,
        condition: AdventureCondition { min_dep },
        period_activation_days: reward.activation_days,
        deposited: if is_today { progress.deposited.clone() } else { BTreeMap::new() },
        gift: progress.gifts.iter().find(|gift| gift.source == source).cloned(),
    })
}

fn prize(reward: &Reward, is_superb: bool, locale: &str) -> AdventurePrize {
    let given = reward.prize.view(locale);
    let is_spins = given.kind == "freespins";
    let kind = match (is_superb, is_spins) {
        (true, _) => AdventurePrizeType::Superb,
        (false, true) => AdventurePrizeType::Freespin,
        (false, false) => AdventurePrizeType::Bonus,
    };
    let (bonus, fs) = if is_spins { (None, Some(given)) } else { (Some(given), None) };
    AdventurePrize { kind, bonus, fs }
}
