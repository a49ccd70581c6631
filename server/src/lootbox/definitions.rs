//! The boxes and wheels of `content/lootboxes.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};

use super::model::Item;
use super::view::LootboxItem;
use crate::bonus::{Offers, Prize};
use crate::content::Localised;
use crate::site_config::ExchangeRates;
use crate::wallet;

const FILE: &str = "lootboxes.toml";

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The longest that a box can be opened, in hours: a year.
const VALID_HOURS_MAX: i64 = 366 * 24;

/// A box that can be issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Its code.
    pub code: String,
    /// What it is shown with; boxes of wheels begin with `wheel` or `manual_wheel`, those of chances with `chance`.
    pub group_key: String,
    /// How it is called.
    pub title: Localised,
    /// How long it can be opened, in milliseconds.
    pub valid_ms: i64,
    /// Its prizes with their weights.
    pub items: Vec<Item>,
    /// What it costs in the points shop; `None` when it is not sold.
    pub points: Option<i64>,
    /// The smallest deposit that brings it, by currency, in subunits; empty when no deposit does.
    pub deposit_min: BTreeMap<Currency, i64>,
}

impl Definition {
    /// What it can hold, in `locale`.
    pub fn shown_items(&self, locale: &str) -> Vec<LootboxItem> {
        self.items.iter().map(|item| item.view(false, locale)).collect()
    }

    /// What has to be paid in at once in `currency` for one; a currency that is not named is asked for what the amount of EUR
    /// is worth. `None` when no deposit brings it, or no rate leads there.
    fn asked(&self, currency: Currency, rates: &ExchangeRates) -> Option<i64> {
        if let Some(amount) = self.deposit_min.get(&currency) {
            return Some(*amount);
        }
        let euros = *self.deposit_min.get(&Currency::EUR)?;
        wallet::converted(rates, euros, Currency::EUR, currency).map(|amount| amount.max(1))
    }

    /// Whether every prize of it is made in `currency`.
    pub fn is_in(&self, currency: Currency) -> bool {
        self.items.iter().all(|item| item.prize.is_in(currency))
    }
}

/// A segment of a wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The prize.
    pub prize: Prize,
    /// What stands on it, when that is not the title of the prize.
    pub label: Option<Localised>,
    /// Its colour, `#rrggbb`.
    pub colour: String,
}

/// Every box and wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definitions {
    boxes: Vec<Definition>,
    wheel_box: usize,
    segments: Vec<Segment>,
    groups: BTreeMap<String, Vec<Segment>>,
}

impl Definitions {
    /// Reads the file of the content folder; prizes are offers of lootboxes among `offers`.
    pub fn load(folder: &Path, offers: &Offers) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text, offers).with_context(|| format!("in {}", path.display()))
    }

    /// The box `code`.
    pub fn find(&self, code: &str) -> Option<&Definition> {
        self.boxes.iter().find(|known| known.code == code)
    }

    /// The boxes that points buy, with what they cost.
    pub fn sold(&self) -> impl Iterator<Item = (&Definition, i64)> {
        self.boxes.iter().filter_map(|known| Some((known, known.points?)))
    }

    /// The box that a deposit brings: of several the one that asks for the most.
    pub fn brought_by(&self, currency: Currency, amount: i64, rates: &ExchangeRates) -> Option<&Definition> {
        let asked = |known: &&Definition| known.asked(currency, rates).filter(|asked| amount >= *asked);
        self.boxes.iter().filter(|known| known.is_in(currency) && asked(known).is_some()).max_by_key(asked)
    }

    /// Every box, in the order of the file.
    pub fn all(&self) -> &[Definition] {
        &self.boxes
    }

    /// The codes of all boxes.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.boxes.iter().map(|known| known.code.as_str())
    }

    /// The box whose odds are shown beside the wheel.
    pub fn wheel_box(&self) -> &Definition {
        &self.boxes[self.wheel_box]
    }

    /// The segments of the wheel of everybody who has none of their own.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The segments of the wheels of groups, by the number of the group.
    pub const fn groups(&self) -> &BTreeMap<String, Vec<Segment>> {
        &self.groups
    }

    /// Reads the text of the file; prizes are offers of lootboxes among `offers`.
    pub fn parse(text: &str, offers: &Offers) -> Result<Self> {
        let File { boxes, wheel } = toml::from_str(text)?;
        let mut known: Vec<Definition> = Vec::new();
        for one in boxes {
            let code = one.code.clone();
            let read = one.definition(offers).with_context(|| format!("box {code:?}"))?;
            ensure!(known.iter().all(|other| other.code != code), "two boxes are called {code:?}");
            known.push(read);
        }
        let place = known.iter().position(|one| one.code == wheel.box_code);
        let wheel_box =
            place.with_context(|| format!("there is no box {:?} for the wheel", wheel.box_code))?;
        let read = |name: &str, segments: Vec<SegmentLine>| {
            let segments = segments.into_iter().map(|line| line.segment(offers)).collect::<Result<Vec<_>>>();
            let segments = segments.with_context(|| format!("wheel {name}"))?;
            for one in known.iter().filter(|one| is_of_wheel(&one.group_key)) {
                let shown =
                    |item: &Item| segments.iter().any(|segment| segment.prize.code() == item.prize.code());
                ensure!(one.items.iter().all(shown), "wheel {name} lacks a prize of the box {:?}", one.code);
            }
            Ok(segments)
        };
        let segments = read("of everybody", wheel.segments)?;
        let mut groups = BTreeMap::new();
        for (group, segments) in wheel.groups {
            ensure!(group.parse::<i64>().is_ok(), "{group:?} is no number of a group");
            let segments = read(&group, segments)?;
            groups.insert(group, segments);
        }
        Ok(Self { boxes: known, wheel_box, segments, groups })
    }
}

/// Whether boxes of a group are opened with the wheel.
pub fn is_of_wheel(group_key: &str) -> bool {
    group_key.starts_with("wheel") || group_key.starts_with("manual_wheel")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "box")]
    boxes: Vec<BoxTable>,
    wheel: WheelTable,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxTable {
    code: String,
    group_key: String,
    title: Localised,
    valid_hours: i64,
    items: Vec<ItemLine>,
    points: Option<i64>,
    #[serde(default)]
    deposit_min: BTreeMap<Currency, i64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemLine {
    prize: String,
    weight: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelTable {
    #[serde(rename = "box")]
    box_code: String,
    segments: Vec<SegmentLine>,
    #[serde(default)]
    groups: BTreeMap<String, Vec<SegmentLine>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SegmentLine {
    prize: String,
    label: Option<Localised>,
    colour: String,
}

fn prize(offers: &Offers, code: &str) -> Result<Prize> {
    Prize::find(offers, code).with_context(|| format!("no offer of lootboxes is called {code:?}"))
}

impl BoxTable {
    fn definition(self, offers: &Offers) -> Result<Definition> {
        let slug = |text: &str| {
            (1..=64).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        ensure!(slug(&self.code) && slug(&self.group_key), "a code and a key are letters, digits, hyphens");
        ensure!(
            (1..=VALID_HOURS_MAX).contains(&self.valid_hours),
            "valid_hours is from 1 to {VALID_HOURS_MAX}"
        );
        let total = self.items.iter().try_fold(0_u32, |sum, item| sum.checked_add(item.weight));
        ensure!(total.is_some_and(|total| total > 0), "the weights come to nothing, or to too much");
        let mut items: Vec<Item> = Vec::new();
        for ItemLine { prize: code, weight } in self.items {
            ensure!(
                items.iter().all(|item| item.prize.code() != code),
                "the prize {code:?} stands there twice"
            );
            items.push(Item { prize: prize(offers, &code)?, weight });
        }
        let valid_ms = self.valid_hours * HOUR_MS;
        ensure!(self.points.is_none_or(|points| points > 0), "a box costs at least a point");
        ensure!(
            self.deposit_min.is_empty() || self.deposit_min.contains_key(&Currency::EUR),
            "deposit_min lacks the amount in EUR, which is for all others"
        );
        ensure!(self.deposit_min.values().all(|amount| *amount > 0), "a deposit is above zero");
        let Self { code, group_key, title, points, deposit_min, .. } = self;
        Ok(Definition { code, group_key, title, valid_ms, items, points, deposit_min })
    }
}

impl SegmentLine {
    fn segment(self, offers: &Offers) -> Result<Segment> {
        let is_colour = self
            .colour
            .strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
        ensure!(is_colour, "{:?} is no colour: #rrggbb", self.colour);
        Ok(Segment { prize: prize(offers, &self.prize)?, label: self.label, colour: self.colour })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
    }

    #[test]
    fn the_shipped_wheel_has_the_weights_and_terms_that_are_promised() {
        let offers = Offers::load(&content()).unwrap();
        let shipped = Definitions::load(&content(), &offers).unwrap();
        assert_eq!(shipped.groups().keys().collect::<Vec<_>>(), ["1308", "1309", "21"]);
        let wheel = shipped.wheel_box();
        let promised = wheel.items.iter().map(|item| {
            let view = item.prize.view("en");
            let most = view.result_bonus.max_win["EUR"].amount_cents;
            (view.attributes.freespins_count, item.weight, view.result_bonus.wager, most)
        });
        assert_eq!(
            promised.collect::<Vec<_>>(),
            [
                (Some(10), 4_000, 30, 100_000),
                (Some(20), 4_000, 30, 100_000),
                (Some(50), 2_000, 25, 100_000),
                (None, 0, 3, 1_000_000),
                (None, 0, 3, 3_000_000),
            ]
        );
        assert_eq!(wheel.items.iter().map(|item| item.weight).sum::<u32>(), 10_000);
    }

    #[test]
    fn what_cannot_be_right_is_refused() {
        let offers = Offers::load(&content()).unwrap();
        let good = r##"
            [[box]]
            code = "a"
            group_key = "wheel"
            title = { en = "A" }
            valid_hours = 1
            items = [{ prize = "WHEEL-10-SPINS", weight = 1 }]
            [wheel]
            box = "a"
            segments = [{ prize = "WHEEL-10-SPINS", colour = "#123456" }]
        "##;
        assert!(Definitions::parse(good, &offers).is_ok());
        for (from, to) in [
            ("weight = 1", "weight = 0"),
            ("weight = 1", "weight = -1"),
            ("valid_hours = 1", "valid_hours = 0"),
            ("valid_hours = 1", "valid_hours = 1\npoints = 0"),
            ("valid_hours = 1", "valid_hours = 1\ndeposit_min = { USD = 1 }"),
            ("valid_hours = 1", "valid_hours = 1\ndeposit_min = { EUR = 0 }"),
            ("[{ prize = \"WHEEL-10-SPINS\", w", "[{ prize = \"WELCOME\", w"),
            ("[{ prize = \"WHEEL-10-SPINS\", c", "[{ prize = \"WHEEL-20-SPINS\", c"),
            ("#123456", "red"),
            ("box = \"a\"", "box = \"b\""),
        ] {
            assert!(
                good.contains(from) && Definitions::parse(&good.replace(from, to), &offers).is_err(),
                "{to}"
            );
        }
    }

    #[test]
    fn a_deposit_brings_the_box_that_asks_for_the_most_of_it() {
        let offers = Offers::load(&content()).unwrap();
        let boxes = [("a", "{ EUR = 1000, USD = 1500 }"), ("b", "{ EUR = 5000 }"), ("c", "{}")].map(
            |(code, deposit_min)| {
                format!(
                    "[[box]]\ncode = \"{code}\"\ngroup_key = \"k\"\ntitle = {{ en = \"A\" }}\nvalid_hours = 1\n\
                     deposit_min = {deposit_min}\nitems = [{{ prize = \"WHEEL-10-SPINS\", weight = 1 }}]\n"
                )
            },
        );
        let text = format!(
            "{}[wheel]\nbox = \"a\"\nsegments = [{{ prize = \"WHEEL-10-SPINS\", colour = \"#123456\" }}]",
            boxes.concat()
        );
        let known = Definitions::parse(&text, &offers).unwrap();
        let rates: ExchangeRates =
            toml::from_str("updated_at = ''\n[rates.BTC]\nEUR = '50000'\nUSD = '50000'").unwrap();
        #[rustfmt::skip]
        let cases = [
            ("EUR",     999, None),
            ("EUR",   1_000, Some("a")),
            ("EUR",   4_999, Some("a")),
            ("EUR",   5_000, Some("b")),
            ("USD",   1_499, None),
            ("USD",   1_500, Some("a")),
            ("BTC",  10_000, None),
            ("BTC",  20_000, Some("a")),
        ];
        for (currency, amount, code) in cases {
            let brought = known.brought_by(currency.parse().unwrap(), amount, &rates);
            assert_eq!(brought.map(|known| known.code.as_str()), code, "{amount} {currency}");
        }
    }

    #[test]
    fn wheels_are_told_by_the_beginning_of_the_key() {
        for (key, is_wheel) in
            [("wheel_a", true), ("manual_wheel_b", true), ("mywheel", false), ("chance", false)]
        {
            assert_eq!(is_of_wheel(key), is_wheel, "{key}");
        }
    }
}
