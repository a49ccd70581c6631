//! The rules of the fraud check as their file has them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use croupier_money::Currency;
use serde::Deserialize;
use toml::Spanned;

use super::figures::{Place, subunits};
use super::fraud::{Decision, NO_REASON, Rule, Rules, Type, UNWEIGHED, When};

/// The content file.
pub const FILE: &str = "fraud_rules.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    rule: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(rename = "type")]
    kind: Type,
    when: String,
    count: Option<u32>,
    window_s: Option<u32>,
    amounts: Option<BTreeMap<String, String>>,
    decision: Decision,
    reason: String,
}

impl Rules {
    /// Reads and checks the file in `folder`.
    pub fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Reads and checks the text of `file`.
    pub(super) fn parse(file: &str, text: &str) -> Result<Self> {
        let place = Place { file, text };
        let rows: Rows = toml::from_str(text).with_context(|| format!("in {file}"))?;
        let rules = rows.rule.into_iter().map(|row| {
            let at = place.of(&row.span());
            row.into_inner().checked().with_context(|| format!("{at}: the rule"))
        });
        Ok(Self(rules.collect::<Result<_>>()?))
    }
}

impl Row {
    fn checked(self) -> Result<Rule> {
        ensure!(self.decision != Decision::Approve, "a rule decides review or decline");
        let is_own =
            !self.reason.trim().is_empty() && ![NO_REASON, UNWEIGHED].contains(&self.reason.as_str());
        ensure!(is_own, "a reason is not empty, and neither {NO_REASON:?} nor {UNWEIGHED:?}");
        let counted = || {
            let (count, window_s) = self.count.zip(self.window_s).context("count and window_s are needed")?;
            ensure!(window_s > 0 && self.amounts.is_none(), "window_s is above 0, and amounts do not belong");
            Ok((i64::from(count), i64::from(window_s)))
        };
        let when = match self.when.as_str() {
            "velocity" => counted().map(|(count, window_s)| When::Velocity { count, window_s })?,
            "device" => counted().map(|(count, window_s)| When::Device { count, window_s })?,
            other => {
                ensure!(self.count.is_none() && self.window_s.is_none(), "count and window_s do not belong");
                match (other, &self.amounts) {
                    ("amount", Some(amounts)) => When::Amount(figures(amounts)?),
                    ("country", None) => When::Country,
                    _ => anyhow::bail!("{other:?} is no test, or its figures do not belong to it"),
                }
            }
        };
        Ok(Rule { kind: self.kind, when, decision: self.decision, reason: self.reason })
    }
}

fn figures(amounts: &BTreeMap<String, String>) -> Result<BTreeMap<Currency, i64>> {
    let figure = |(code, text): (&String, &String)| {
        let currency: Currency = code.parse()?;
        let amount = subunits(text, currency).with_context(|| format!("{text:?} is no amount of {code}"))?;
        Ok((currency, amount))
    };
    amounts.iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_are_sound_and_a_broken_one_is_told_with_its_line() {
        let content = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content"));
        assert_eq!(Rules::load(content).unwrap().0.len(), 5);
        let sound = "\n[[rule]]\ntype = \"payout\"\nwhen = \"amount\"\namounts = { EUR = \"1000\" }\n\
                     decision = \"review\"\nreason = \"large\"\n";
        let rules = Rules::parse("f.toml", sound).unwrap();
        assert_eq!(rules.0[0].when, When::Amount([(Currency::EUR, 100_000)].into()));
        for (was, is) in [
            ("\"1000\"", "\"-1\""),
            ("EUR", "XXX"),
            ("\"large\"", "\" \""),
            ("\"large\"", "\"none\""),
            ("\"large\"", "\"check_failed\""),
            ("\"review\"", "\"approve\""),
            ("\"amount\"", "\"country\""),
            ("\"amount\"", "\"velocity\""),
            ("\"amount\"", "\"weather\""),
            ("reason =", "count = 1\nreason ="),
        ] {
            let reported = format!("{:#}", Rules::parse("f.toml", &sound.replacen(was, is, 1)).unwrap_err());
            assert!(reported.starts_with("f.toml:2"), "{is}: {reported}");
        }
    }
}
