//! What a draft of the fraud rules would have decided about the payments of the last days, beside the rules in force.
//!
//! Both are weighed anew by one code over the same records, so the difference is what the draft changes. Payments count with
//! what was known at their moment: the ones before them, and the browsers seen before them.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::fraud::{Decision, Rules, Type, When};
use super::fraud_history_store::{self as store, Checked, History};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};

/// How many days are looked at, up to now.
const DAYS: i64 = 30;

/// The most payments that are shown one by one.
const SHOWN_MAX: usize = 200;

/// How many payments a rule decides about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FraudRuleHits)]
pub struct RuleHits {
    /// A cashout is held for a person, a deposit goes on.
    pub review: i64,
    /// Stopped.
    pub decline: i64,
}

impl RuleHits {
    fn count(&mut self, decision: Decision) {
        match decision {
            Decision::Approve => {}
            Decision::Review => self.review += 1,
            Decision::Decline => self.decline += 1,
        }
    }
}

/// What a rule decides, in force and in the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FraudRuleLine)]
pub struct RuleLine {
    /// Deposits or cashouts.
    #[serde(rename = "type")]
    pub kind: Type,
    /// The reason that the rule gives.
    pub reason: String,
    /// By the rules in force.
    pub old: RuleHits,
    /// By the draft.
    pub new: RuleHits,
}

/// A payment about which the draft decides otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedPayment {
    /// `None` of one that was stopped before it was written down.
    pub payment: Option<Uuid>,
    /// Whose.
    pub player: PlayerId,
    /// In or out.
    pub kind: Type,
    /// Subunits.
    pub amount: i64,
    /// The code of its currency.
    pub currency: String,
    /// When it was asked for, UTC milliseconds.
    pub at: i64,
    /// By the rules in force, with the reason of the rule.
    pub old: (Decision, Option<String>),
    /// By the draft.
    pub new: (Decision, Option<String>),
}

/// What a draft would have decided. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DryRun {
    /// From when on payments count.
    pub from: i64,
    /// Up to when.
    pub to: i64,
    /// Payments that were asked for in these days.
    pub payments: i64,
    /// Every rule that decides about any, by type and reason.
    pub lines: Vec<RuleLine>,
    /// All lines together.
    pub old: RuleHits,
    /// All lines together.
    pub new: RuleHits,
    /// Payments about which the draft decides otherwise.
    pub changed: i64,
    /// The newest of them.
    pub shown: Vec<ChangedPayment>,
}

/// Weighs the payments of the last days by the rules in force and by `draft`. `None` when there are too many of them.
pub async fn dry_run(app: &App, draft: &Rules) -> ApiResult<Option<DryRun>> {
    let to = app.clock.now();
    let from = to - DAYS * DAY_MS;
    let rules = app.cashbox.rules.now();
    let window = rules.window_ms().max(draft.window_ms());
    let history = store::history(&app.db, from, from.saturating_sub(window)).await?;
    let Some(history) = history else { return Ok(None) };
    let draft = draft.clone();
    // Rules are weighed for every payment twice: nobody else's work waits for that.
    let replay = move || replayed(&history, [rules.as_ref(), &draft], (from, to));
    tokio::task::spawn_blocking(replay).await.map(Some).map_err(|error| ApiError::internal(&error))
}

impl Rules {
    /// How far back the rule with the longest memory looks, in milliseconds.
    fn window_ms(&self) -> i64 {
        let of = |kind| {
            self.about(kind).map(|rule| match rule.when {
                When::Velocity { window_s, .. } | When::Device { window_s, .. } => window_s * 1000,
                When::Amount(_) | When::Country => 0,
            })
        };
        of(Type::Transaction).chain(of(Type::Payout)).max().unwrap_or(0)
    }

    /// What they say of a payment, and the reason of the rule that decides.
    fn decide<'a>(&'a self, checked: &Checked, before: &Before<'_>) -> (Decision, Option<&'a str>) {
        let mut verdict = (Decision::Approve, None);
        for rule in self.about(checked.kind) {
            if rule.decision <= verdict.0 {
                continue;
            }
            let applies = rule.applies_at_sight(checked.sight).unwrap_or_else(|| match rule.when {
                When::Velocity { count, window_s } => {
                    before.payments_since(checked, checked.at - window_s * 1000) >= count
                }
                When::Device { count, window_s } => {
                    before.others_since(checked, checked.at - window_s * 1000) > count
                }
                When::Amount(_) | When::Country => false,
            });
            if applies {
                verdict = (rule.decision, Some(rule.reason.as_str()));
            }
        }
        verdict
    }
}

/// What was known before a payment.
struct Before<'a> {
    history: &'a History,
    /// Who was seen on each browser, and when, in the order of time.
    seen: HashMap<u32, VecDeque<(i64, PlayerId)>>,
}

impl Before<'_> {
    /// How many payments of its type the player has made after `since` and before it.
    fn payments_since(&self, checked: &Checked, since: i64) -> i64 {
        let Some(times) = self.history.payments.get(&(checked.player, checked.kind)) else { return 0 };
        let until = |at: i64, inclusive: bool| {
            times.partition_point(|time| if inclusive { *time <= at } else { *time < at })
        };
        i64::try_from(until(checked.at, false).saturating_sub(until(since, true))).unwrap_or(i64::MAX)
    }

    /// With how many other players its browser was seen after `since` and before it.
    fn others_since(&self, checked: &Checked, since: i64) -> i64 {
        let Some(seen) = checked.device.and_then(|device| self.seen.get(&device)) else { return 0 };
        let recent = seen.iter().rev().take_while(|(at, _)| *at > since);
        let others: HashSet<_> =
            recent.filter(|(_, player)| *player != checked.player).map(|(_, player)| player).collect();
        i64::try_from(others.len()).unwrap_or(i64::MAX)
    }

    /// Keeps that a player was seen on a browser; who was seen last stands once.
    fn note(&mut self, checked: &Checked) {
        let Some(device) = checked.device else { return };
        let seen = self.seen.entry(device).or_default();
        if let Some(place) = seen.iter().position(|(_, player)| *player == checked.player) {
            seen.remove(place);
        }
        seen.push_back((checked.at, checked.player));
    }
}

fn replayed(history: &History, [old, new]: [&Rules; 2], (from, to): (i64, i64)) -> DryRun {
    let mut before = Before { history, seen: HashMap::new() };
    let mut lines: BTreeMap<(&'static str, &str), (Type, RuleHits, RuleHits)> = BTreeMap::new();
    let mut found = DryRun {
        from,
        to,
        payments: 0,
        lines: Vec::new(),
        old: RuleHits::default(),
        new: RuleHits::default(),
        changed: 0,
        shown: Vec::new(),
    };
    let mut changed = VecDeque::new();
    for checked in &history.checks {
        if checked.counts && checked.at >= from {
            found.payments += 1;
            let (by_old, by_new) = (old.decide(checked, &before), new.decide(checked, &before));
            for (is_new, (decision, reason)) in [(false, by_old), (true, by_new)] {
                let Some(reason) = reason else { continue };
                let key = (checked.kind.name(), reason);
                let line =
                    lines.entry(key).or_insert((checked.kind, RuleHits::default(), RuleHits::default()));
                let (of_rule, of_all) =
                    if is_new { (&mut line.2, &mut found.new) } else { (&mut line.1, &mut found.old) };
                of_rule.count(decision);
                of_all.count(decision);
            }
            if by_old.0 != by_new.0 {
                found.changed += 1;
                changed.push_back(checked.changed(by_old, by_new));
                if changed.len() > SHOWN_MAX {
                    changed.pop_front();
                }
            }
        }
        before.note(checked);
    }
    for ((_, reason), (kind, old, new)) in lines {
        found.lines.push(RuleLine { kind, reason: reason.to_owned(), old, new });
    }
    found.shown = changed.into_iter().rev().collect();
    found
}

impl Checked {
    fn changed(&self, old: (Decision, Option<&str>), new: (Decision, Option<&str>)) -> ChangedPayment {
        let owned = |(decision, reason): (Decision, Option<&str>)| (decision, reason.map(str::to_owned));
        ChangedPayment {
            payment: self.payment,
            player: self.player,
            kind: self.kind,
            amount: self.sight.amount,
            currency: self.sight.currency.code().to_owned(),
            at: self.at,
            old: owned(old),
            new: owned(new),
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_money::Currency;

    use super::*;
    use crate::cashbox::fraud::Sight;

    fn rules(text: &str) -> Rules {
        Rules::parse("f.toml", text).unwrap()
    }

    fn checked(player: PlayerId, amount: i64, at: i64) -> Checked {
        Checked {
            player,
            kind: Type::Payout,
            sight: Sight { amount, currency: Currency::EUR, is_from_abroad: false },
            device: Some(7),
            at,
            payment: Some(Uuid::from_u128(u128::try_from(at).unwrap())),
            counts: true,
        }
    }

    /// Cashouts of 100, 200, 300 by players 1, 1, 2 on one browser, a second apart, after one of player 1 that counts no more.
    fn history() -> History {
        let checks = [(1, 900, 500), (1, 100, 1_000), (1, 200, 2_000), (2, 300, 3_000)];
        let times = vec![500, 1_000, 2_000];
        History {
            checks: checks.into_iter().map(|(player, amount, at)| checked(player, amount, at)).collect(),
            payments: [((1, Type::Payout), times), ((2, Type::Payout), vec![3_000])].into(),
        }
    }

    fn rule(when: &str, decision: &str) -> Rules {
        let rule =
            format!("[[rule]]\ntype = \"payout\"\n{when}\ndecision = \"{decision}\"\nreason = \"why\"\n");
        rules(&rule)
    }

    #[test]
    fn each_test_is_weighed_as_it_was_at_the_moment_of_the_payment() {
        #[rustfmt::skip]
        let cases = [
            ("when = \"amount\"\namounts = { EUR = \"2\" }",            2, "an amount from the figure on"),
            ("when = \"amount\"\namounts = { USD = \"1\" }",            0, "another currency"),
            ("when = \"country\"",                                      0, "nobody is abroad"),
            ("when = \"velocity\"\ncount = 2\nwindow_s = 60",           1, "the third of player 1"),
            ("when = \"velocity\"\ncount = 2\nwindow_s = 1",            0, "a window excludes its beginning"),
            ("when = \"velocity\"\ncount = 1\nwindow_s = 1",            1, "the second follows half a second later"),
            ("when = \"device\"\ncount = 0\nwindow_s = 60",             1, "player 2 comes where 1 was"),
            ("when = \"device\"\ncount = 0\nwindow_s = 1",              0, "a second is too short"),
            ("when = \"device\"\ncount = 1\nwindow_s = 60",             0, "one other is not more than one"),
        ];
        for (when, held, why) in cases {
            let found = replayed(&history(), [&Rules::default(), &rule(when, "review")], (1_000, 4_000));
            assert_eq!(found.payments, 3, "{why}");
            assert_eq!(
                (found.old, found.new),
                (RuleHits::default(), RuleHits { review: held, decline: 0 }),
                "{why}"
            );
            assert_eq!(found.changed, held, "{why}");
        }
    }

    #[test]
    fn the_strictest_rule_decides_and_a_change_is_shown_newest_first() {
        let both = "[[rule]]\ntype = \"payout\"\nwhen = \"amount\"\namounts = { EUR = \"1\" }\ndecision = \"review\"\n\
                    reason = \"any\"\n[[rule]]\ntype = \"payout\"\nwhen = \"amount\"\namounts = { EUR = \"3\" }\n\
                    decision = \"decline\"\nreason = \"large\"\n";
        let any = rule("when = \"amount\"\namounts = { EUR = \"1\" }", "review");
        let found = replayed(&history(), [&any, &rules(both)], (1_000, 4_000));
        assert_eq!(
            (found.old, found.new),
            (RuleHits { review: 3, decline: 0 }, RuleHits { review: 2, decline: 1 })
        );
        let lines: Vec<_> = found
            .lines
            .iter()
            .map(|line| (line.reason.as_str(), line.old.review, line.new.review, line.new.decline))
            .collect();
        assert_eq!(lines, [("any", 0, 2, 0), ("large", 0, 0, 1), ("why", 3, 0, 0)]);
        assert_eq!(found.changed, 1, "another reason for the same decision is no change");
        let shown = &found.shown[0];
        assert_eq!((shown.player, shown.amount), (2, 300));
        assert_eq!(shown.old, (Decision::Review, Some("why".to_owned())));
        assert_eq!(shown.new, (Decision::Decline, Some("large".to_owned())));
    }
}
