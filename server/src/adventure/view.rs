//! What calls show of adventures.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::definition::Reward;
use super::model::{Adventure, CardState, Completion, card_state};
use crate::bonus::{PrizeBonus, SourcedGift};
use crate::platform::calendar::{Date, rfc3339};

/// The calendar that runs.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct AdventureCalendar {
    /// Null while none runs.
    campaign: Option<AdventureCampaign>,
    /// The first day first; the record that follows the last day stands for all of them.
    days: Vec<AdventureDay>,
}

/// A calendar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdventureCampaign {
    /// Its name.
    id: String,
    title: String,
    description: String,
    start_at: String,
    /// The end of its last day.
    end_at: String,
    /// Whether the player has completed its last day.
    is_finished: bool,
}

/// A day of the calendar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AdventureDay {
    /// The day of the month.
    day: i64,
    /// From 1 on.
    month: i64,
    /// From 1 (Monday) to 7.
    weekday: i64,
    /// Its place in the list, from 0 on.
    index: i64,
    /// From 1 on; above `stepTotal` of the record for all days.
    step: i64,
    /// How many days there are.
    step_total: i64,
    is_completed: bool,
    /// Whether it is today.
    today: bool,
    state: CardState,
    prize: AdventurePrize,
    condition: AdventureCondition,
    /// How many times the prize has to be wagered.
    wager: i64,
    /// How many days the gift can be activated.
    period_activation_days: i64,
    /// What the player has paid in on that day, by currency, in subunits; only of today.
    deposited: BTreeMap<String, i64>,
    /// The gift of a completed day, once it is issued.
    gift: Option<SourcedGift>,
}

/// What kind of prize a day brings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AdventurePrizeType {
    Bonus,
    Freespin,
    /// Of the record for all days.
    Superb,
}

/// What a day brings: a bonus or free spins.
#[derive(Debug, Serialize, ToSchema)]
struct AdventurePrize {
    #[serde(rename = "type")]
    kind: AdventurePrizeType,
    bonus: Option<PrizeBonus>,
    fs: Option<PrizeBonus>,
}

/// What completes a day.
#[derive(Debug, Serialize, ToSchema)]
struct AdventureCondition {
    /// What has to be paid in on that day, by currency, in subunits. A currency that is not named has what the amount of EUR is
    /// worth. Empty of the record for all days.
    #[serde(rename = "minDep")]
    min_dep: BTreeMap<String, i64>,
}

/// What a player has of a calendar; a guest has nothing.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub completions: Vec<Completion>,
    /// Of today.
    pub deposited: BTreeMap<String, i64>,
    pub gifts: Vec<SourcedGift>,
}

/// `adventure` at `now`, in `locale`, as somebody with `progress` sees it.
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

/// The record of a step on the day of `today`; `None` of the one for all days when it brings nothing.
fn record(
    adventure: &Adventure,
    progress: &Progress,
    locale: &str,
    (step, today): (i64, i64),
) -> Option<AdventureDay> {
    let (terms, total) = (&adventure.terms, adventure.days_count);
    let done = progress.completions.iter().find(|done| done.step == step);
    let is_superb = step > total;
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
        today: step == today && !is_superb,
        state: card_state(step, total, today, done.is_some()),
        wager: prize.bonus.as_ref().or(prize.fs.as_ref()).map_or(0, |given| given.result_bonus.wager),
        prize,
        condition: AdventureCondition { min_dep },
        period_activation_days: reward.activation_days,
        deposited: if step == today && !is_superb { progress.deposited.clone() } else { BTreeMap::new() },
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
