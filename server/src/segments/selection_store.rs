//! Players of a rule, as SQL over what readers and contexts keep of each player; the log is never asked.
//!
//! Players are looked at in the order of their numbers, some at a time, so that no query is long.

use std::collections::BTreeMap;

use croupier_db::{Db, Result, Value, params};
use croupier_ledger::PlayerId;

use super::rule::{
    Among, Bound, Channel, Condition, Consent, Count, InGroups, Join, Level, Part, SegmentRule, Sum, When,
};
use super::selection::Selection;
use crate::platform::calendar::DAY_MS;
use crate::site_config::Statuses;

/// The condition that holds for the players of `selection`, whose row of `player` is called `p`; its values are pushed to
/// `values`.
pub(super) fn condition(selection: &Selection, values: &mut Vec<Value>) -> String {
    let mut words = Words { values, at: selection.at, levels: &selection.levels };
    let mut conditions = Vec::new();
    if !selection.with_stopped {
        let now = words.put(selection.at);
        conditions.push(format!(
            "NOT EXISTS (SELECT 1 FROM player_stop x WHERE x.player_id = p.id AND x.until_ms > {now})"
        ));
    }
    if let Some(brand) = &selection.brand {
        conditions.push(format!("p.brand = {}", words.put(brand)));
    }
    if let Some(rule) = &selection.rule {
        conditions.push(words.rule(rule));
    }
    if conditions.is_empty() { "1 = 1".to_owned() } else { conditions.join(" AND ") }
}

/// Writes conditions, and collects the values that they name.
struct Words<'a> {
    values: &'a mut Vec<Value>,
    /// When the rule is looked at, UTC milliseconds.
    at: i64,
    levels: &'a Statuses,
}

impl Words<'_> {
    fn put(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn list<T: Into<Value>>(&mut self, values: impl IntoIterator<Item = T>) -> String {
        let places: Vec<_> = values.into_iter().map(|value| self.put(value)).collect();
        places.join(", ")
    }

    fn since(&mut self, days: i64) -> String {
        self.put(self.at.saturating_sub(days.saturating_mul(DAY_MS)))
    }

    fn rule(&mut self, SegmentRule { join, parts, .. }: &SegmentRule) -> String {
        let parts: Vec<_> = parts.iter().map(|part| self.part(part)).collect();
        joined(*join, &parts)
    }

    fn part(&mut self, Part { join, conditions }: &Part) -> String {
        let conditions: Vec<_> = conditions.iter().map(|condition| self.condition(condition)).collect();
        joined(*join, &conditions)
    }

    fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Brand(among) => self.among("p.brand", among),
            Condition::Country(among) => self.among("p.country", among),
            Condition::Language(among) => self.among("p.locale", among),
            Condition::Currency(among) => self.among("p.currency", among),
            Condition::Groups(InGroups { is, groups }) => {
                let groups = self.list(groups.iter().copied());
                let is_member = format!(
                    "EXISTS (SELECT 1 FROM player_group g WHERE g.player_id = p.id AND g.group_id IN ({groups}))"
                );
                said(*is, is_member)
            }
            Condition::Level(Level { bound, level }) => {
                let (side, points) = match bound {
                    Bound::AtLeast => (">", self.levels.points_below(*level)),
                    Bound::AtMost => ("<=", self.levels.points_below(level.saturating_add(1))),
                };
                let earned = "(SELECT a.earned_points FROM point_account a WHERE a.player_id = p.id)";
                format!("COALESCE({earned}, 0) {side} {}", self.put(points))
            }
            Condition::Registered(When { within, days }) => {
                let since = self.since(*days);
                said(*within, format!("p.created_at_ms >= {since}"))
            }
            Condition::Seen(When { within, days }) => {
                let since = self.since(*days);
                let signed_in = "SELECT 1 FROM login l WHERE l.player_id = p.id AND l.current_sign_in_at_ms";
                let here = "SELECT 1 FROM session s WHERE s.player_id = p.id AND s.seen_at_ms";
                said(*within, format!("(EXISTS ({signed_in} >= {since}) OR EXISTS ({here} >= {since}))"))
            }
            Condition::Deposited(When { within, days }) => {
                let deposits = self.deposits(*days, None);
                said(*within, format!("EXISTS (SELECT 1 FROM {deposits})"))
            }
            Condition::DepositCount(Count { bound, count, currency, days }) => {
                let deposits = self.deposits(*days, currency.as_deref());
                format!("(SELECT COUNT(*) FROM {deposits}) {} {}", side(*bound), self.put(*count))
            }
            Condition::DepositSum(Sum { bound, amount_cents, currency, days }) => {
                let deposits = self.deposits(*days, Some(currency));
                let sum = format!("(SELECT CAST(COALESCE(SUM(d.amount), 0) AS bigint) FROM {deposits})");
                format!("{sum} {} {}", side(*bound), self.put(*amount_cents))
            }
            Condition::BetSum(Sum { bound, amount_cents, currency, days }) => {
                let (currency, since) = (self.put(currency), self.since(*days));
                let sum = format!(
                    "(SELECT CAST(COALESCE(SUM(h.staked), 0) AS bigint) FROM play_hour h
                      WHERE h.player_id = p.id AND h.currency = {currency} AND h.hour_ms >= {since})"
                );
                format!("{sum} {} {}", side(*bound), self.put(*amount_cents))
            }
            Condition::ActiveBonus(yes) => {
                let active =
                    "SELECT 1 FROM bonus_award b WHERE b.player_id = p.id AND b.stage = 'handle_bets'";
                said(yes.is, format!("EXISTS ({active})"))
            }
            Condition::Verified(yes) => said(yes.is, "p.verified_at_ms IS NOT NULL".to_owned()),
            Condition::Consent(Consent { is, channel }) => {
                let takes = match channel {
                    Channel::Email => "p.receive_promos",
                    Channel::Sms => "p.receive_sms_promos",
                };
                said(*is, takes.to_owned())
            }
        }
    }

    fn among(&mut self, column: &str, Among { is, values }: &Among) -> String {
        let values = self.list(values.iter());
        said(*is, format!("{column} IN ({values})"))
    }

    /// The table of a player's deposits that arrived within the last `days`, with its condition.
    fn deposits(&mut self, days: i64, currency: Option<&str>) -> String {
        let since = self.since(days);
        let mut deposits = format!(
            "payment d WHERE d.player_id = p.id AND d.action = 'deposit' AND d.state = 'succeeded'
                 AND d.finished_at_ms >= {since}"
        );
        if let Some(currency) = currency {
            deposits.push_str(" AND d.currency = ");
            deposits.push_str(&self.put(currency));
        }
        deposits
    }
}

fn joined(join: Join, conditions: &[String]) -> String {
    let word = match join {
        Join::All => " AND ",
        Join::Any => " OR ",
    };
    format!("({})", conditions.join(word))
}

fn said(is: bool, condition: String) -> String {
    if is { condition } else { format!("NOT ({condition})") }
}

const fn side(bound: Bound) -> &'static str {
    match bound {
        Bound::AtLeast => ">=",
        Bound::AtMost => "<=",
    }
}

/// What a look at some players has found.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// The last one; `None` when there was nobody.
    pub(super) last: Option<PlayerId>,
    /// How many there were.
    pub(super) looked: i64,
    /// Those of the rule, by the currency of their active wallet.
    pub(super) found: BTreeMap<String, i64>,
}

/// Looks at the `window` players after the number `after`.
pub(super) async fn look(db: &Db, selection: &Selection, after: PlayerId, window: i64) -> Result<Look> {
    let mut values = params![after, window];
    let holds = condition(selection, &mut values);
    let sql = format!(
        "SELECT p.currency, MAX(p.id), COUNT(*), COUNT(CASE WHEN {holds} THEN 1 END)
         FROM (SELECT * FROM player WHERE id > $1 ORDER BY id LIMIT $2) p GROUP BY p.currency"
    );
    let mut look = Look::default();
    for row in db.query(&sql, values).await? {
        let (last, found): (PlayerId, i64) = (row.get(1)?, row.get(3)?);
        look.last = look.last.max(Some(last));
        look.looked += row.get::<i64>(2)?;
        if found > 0 {
            look.found.insert(row.get(0)?, found);
        }
    }
    Ok(look)
}

/// At most `limit` players of the rule after the number `after`, up to the number `last`, in their order.
pub(super) async fn players(
    db: &Db,
    selection: &Selection,
    (after, last): (PlayerId, PlayerId),
    limit: i64,
) -> Result<Vec<PlayerId>> {
    let mut values = params![after, last, limit];
    let holds = condition(selection, &mut values);
    let sql = format!(
        "SELECT p.id FROM player p WHERE p.id > $1 AND p.id <= $2 AND {holds} ORDER BY p.id LIMIT $3"
    );
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
}

/// The number of the last of the `window` players after the number `after`; `None` when there is nobody.
pub(super) async fn window_end(db: &Db, after: PlayerId, window: i64) -> Result<Option<PlayerId>> {
    let sql = "SELECT MAX(w.id) FROM (SELECT id FROM player WHERE id > $1 ORDER BY id LIMIT $2) w";
    db.query_one(sql, params![after, window]).await?.get(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value as Json, json};

    use super::*;

    const AT: i64 = 100 * DAY_MS;

    fn levels() -> Arc<Statuses> {
        Arc::new(Statuses::parse(include_str!("../../../content/statuses.toml")).unwrap())
    }

    fn written(conditions: &Json, join: &str) -> (String, Vec<Value>) {
        let rule =
            json!({ "version": 1, "join": "all", "parts": [{ "join": join, "conditions": conditions }] });
        let rule = serde_json::from_value(rule).unwrap();
        let mut values = params![7_i64];
        let selection = Selection::of(Some(rule), AT, levels()).with_stopped();
        let sql = condition(&selection, &mut values);
        (sql, values.split_off(1))
    }

    #[test]
    fn a_condition_is_written_with_its_values() {
        for (fact, sql, values) in [
            (
                json!({ "fact": "country", "is": false, "values": ["DE", "IT"] }),
                "NOT (p.country IN ($2, $3))",
                params!["DE", "IT"],
            ),
            (
                json!({ "fact": "registered", "within": true, "days": 7 }),
                "p.created_at_ms >= $2",
                params![93 * DAY_MS],
            ),
            (json!({ "fact": "verified", "is": false }), "NOT (p.verified_at_ms IS NOT NULL)", params![]),
            (json!({ "fact": "consent", "is": true, "channel": "sms" }), "p.receive_sms_promos", params![]),
            (
                json!({ "fact": "level", "bound": "at_most", "level": 3 }),
                "COALESCE((SELECT a.earned_points FROM point_account a WHERE a.player_id = p.id), 0) <= $2",
                params![1_500_i64],
            ),
        ] {
            assert_eq!(written(&json!([fact]), "all"), (format!("(({sql}))"), values), "{fact}");
        }
    }

    #[test]
    fn conditions_are_joined_as_their_part_says() {
        let both =
            json!([{ "fact": "verified", "is": true }, { "fact": "brand", "is": true, "values": ["a"] }]);
        let (sql, values) = written(&both, "any");
        assert_eq!(
            (sql.as_str(), values),
            ("((p.verified_at_ms IS NOT NULL OR p.brand IN ($2)))", params!["a"])
        );
    }

    #[test]
    fn who_is_stopped_is_left_out_unless_it_is_about_the_account() {
        let mut values = Vec::new();
        let sql = condition(&Selection::of(None, AT, levels()).in_brand(Some("a".to_owned())), &mut values);
        assert!(sql.starts_with("NOT EXISTS (SELECT 1 FROM player_stop"), "{sql}");
        assert!(sql.ends_with("AND p.brand = $2"), "{sql}");
        assert_eq!(condition(&Selection::of(None, AT, levels()).with_stopped(), &mut Vec::new()), "1 = 1");
    }
}
