//! What a version of a switch says: whom it is on for, and which variant of an A/B test somebody sees.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

/// A share of everybody, in per cent.
const SHARE_ALL: u8 = 100;

/// Brands, groups or countries that one version names.
const NAMES_MAX: usize = 250;

/// The most that a variant weighs.
const WEIGHT_MAX: u32 = 1_000;

/// How many visitors of each variant a test is planned for.
const VISITORS: std::ops::RangeInclusive<u32> = 100..=1_000_000;

/// Places that a share is measured in: hundredths of a per cent.
const PLACES: u64 = 10_000;

/// Whom a switch is on for. Every condition has to hold; an empty list is no condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagRule {
    /// Off, it is off for everybody.
    pub is_on: bool,
    /// Short names of brands.
    pub brands: Vec<String>,
    /// Numbers of groups of which one has to be the player's; guests are in none.
    pub groups: Vec<i64>,
    /// ISO 3166-1: where a player lives, and where a guest is.
    pub countries: Vec<String>,
    /// The part of them, in per cent.
    #[schema(maximum = 100)]
    pub share: u8,
    /// The variants of the A/B test; empty for a switch that has none.
    pub variants: Vec<FlagVariant>,
    /// What the A/B test is to tell; a test without a plan shows its variants and counts nobody.
    pub plan: Option<TestPlan>,
}

/// What an A/B test is to tell, said before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestPlan {
    /// What its visitors may reach.
    pub outcome: Outcome,
    /// How many visitors of each variant are counted. Nothing is claimed before there are so many.
    #[schema(minimum = 100, maximum = 1_000_000)]
    pub visitors: u32,
}

/// What a visitor may reach within seven days of being shown a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A guest signs up. Players are not counted.
    Registration,
    /// Somebody who has never paid in does.
    FirstDeposit,
}

/// A variant of an A/B test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagVariant {
    /// As the site knows it.
    pub name: String,
    /// Its part of all weights is its part of those whom the test is on for.
    #[schema(maximum = 1000)]
    pub weight: u32,
}

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub struct Asker<'a> {
    /// The short name of the brand.
    pub brand: &'a str,
    /// ISO 3166-1.
    pub country: Option<&'a str>,
    /// Groups of the player.
    pub groups: &'a [i64],
    /// What stays the same about the player or the browser; `None` of a browser that keeps nothing.
    pub key: Option<&'a str>,
}

impl FlagRule {
    /// What is wrong with it: the field. `variants` are those that the site knows.
    pub fn fault(&self, variants: &[&str]) -> Option<&'static str> {
        let is_too_long = |count: usize| count > NAMES_MAX;
        let is_country =
            |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_too_long(self.brands.len()) {
            return Some("brands");
        }
        if is_too_long(self.groups.len()) {
            return Some("groups");
        }
        if is_too_long(self.countries.len()) || !self.countries.iter().all(is_country) {
            return Some("countries");
        }
        if self.share > SHARE_ALL {
            return Some("share");
        }
        let names: Vec<&str> = self.variants.iter().map(|variant| variant.name.as_str()).collect();
        let is_heavy = self.variants.iter().any(|variant| variant.weight > WEIGHT_MAX);
        let is_weightless = !names.is_empty() && self.weights() == 0;
        if names != variants || is_heavy || is_weightless {
            return Some("variants");
        }
        let is_sound = |plan: &TestPlan| !variants.is_empty() && VISITORS.contains(&plan.visitors);
        self.plan.as_ref().is_some_and(|plan| !is_sound(plan)).then_some("plan")
    }

    /// Whether it is a test whose visitors are counted.
    pub(super) fn counts(&self) -> bool {
        self.is_on && !self.variants.is_empty() && self.plan.is_some()
    }

    /// Whether what `self` counts may be counted together with what came under `earlier`: more people may take part, and what is
    /// compared stays.
    pub(super) fn goes_on(&self, earlier: &Self) -> bool {
        self.counts() && earlier.counts() && self.variants == earlier.variants && self.plan == earlier.plan
    }

    /// Whether the switch `name` is on for `asker`.
    pub fn is_on_for(&self, name: &str, asker: Asker<'_>) -> bool {
        self.is_on_at(asker.brand)
            && (self.groups.is_empty() || self.groups.iter().any(|group| asker.groups.contains(group)))
            && (self.countries.is_empty()
                || asker.country.is_some_and(|own| self.countries.iter().any(|code| code == own)))
            && self.takes(name, asker.key)
    }

    /// Whether it is on for anybody at `brand`.
    pub fn is_on_at(&self, brand: &str) -> bool {
        self.is_on
            && self.share > 0
            && (self.brands.is_empty() || self.brands.iter().any(|named| named == brand))
    }

    /// Which variant of the test `name` somebody with `key` sees; the first one without a key. `None` when it is no test.
    pub fn variant(&self, name: &str, key: Option<&str>) -> Option<&str> {
        let first = self.variants.first()?;
        let Some(key) = key else { return Some(&first.name) };
        let mut left = place(&format!("{name}:variant"), key).checked_rem(self.weights())?;
        for variant in &self.variants {
            match left.checked_sub(u64::from(variant.weight)) {
                Some(rest) => left = rest,
                None => return Some(&variant.name),
            }
        }
        Some(&first.name)
    }

    fn weights(&self) -> u64 {
        self.variants.iter().map(|variant| u64::from(variant.weight)).sum()
    }

    /// Whether the share takes `key` in. Who has a place in a smaller share keeps it in a larger one.
    fn takes(&self, name: &str, key: Option<&str>) -> bool {
        if self.share >= SHARE_ALL {
            return true;
        }
        key.is_some_and(|key| place(name, key) % PLACES < u64::from(self.share) * (PLACES / 100))
    }
}

/// Where `key` stands in the order of `salt`: the same on every server and at any time.
fn place(salt: &str, key: &str) -> u64 {
    let digest = Sha256::digest(format!("{salt}:{key}"));
    digest.iter().take(8).fold(0, |place, byte| (place << 8) | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn everybody() -> FlagRule {
        FlagRule {
            is_on: true,
            brands: Vec::new(),
            groups: Vec::new(),
            countries: Vec::new(),
            share: SHARE_ALL,
            variants: Vec::new(),
            plan: None,
        }
    }

    fn planned(visitors: u32) -> TestPlan {
        TestPlan { outcome: Outcome::Registration, visitors }
    }

    fn test_of(weights: [u32; 2]) -> FlagRule {
        let named = |(name, weight): (&str, u32)| FlagVariant { name: name.to_owned(), weight };
        FlagRule { variants: ["a", "b"].into_iter().zip(weights).map(named).collect(), ..everybody() }
    }

    const JANE: Asker<'_> =
        Asker { brand: "borealis", country: Some("DE"), groups: &[21], key: Some("player:7") };

    #[test]
    fn every_condition_has_to_hold() {
        let guest = Asker { groups: &[], country: None, key: None, ..JANE };
        for (rule, for_jane, for_guest) in [
            (everybody(), true, true),
            (FlagRule { is_on: false, ..everybody() }, false, false),
            (FlagRule { brands: vec!["borealis".to_owned()], ..everybody() }, true, true),
            (FlagRule { brands: vec!["marina".to_owned()], ..everybody() }, false, false),
            (FlagRule { groups: vec![3, 21], ..everybody() }, true, false),
            (FlagRule { groups: vec![3], ..everybody() }, false, false),
            (FlagRule { countries: vec!["DE".to_owned()], ..everybody() }, true, false),
            (FlagRule { countries: vec!["AT".to_owned()], ..everybody() }, false, false),
            (FlagRule { share: 0, ..everybody() }, false, false),
            (FlagRule { share: 99, ..everybody() }, true, false),
        ] {
            let found = (rule.is_on_for("shop", JANE), rule.is_on_for("shop", guest));
            assert_eq!(found, (for_jane, for_guest), "{rule:?}");
        }
    }

    #[test]
    fn a_share_takes_its_part_and_a_larger_one_keeps_it() {
        let keys: Vec<String> = (0..4_000).map(|id| format!("player:{id}")).collect();
        let taken = |share: u8, name: &str| -> Vec<bool> {
            let rule = FlagRule { share, ..everybody() };
            keys.iter().map(|key| rule.is_on_for(name, Asker { key: Some(key), ..JANE })).collect()
        };
        let (small, large, other) = (taken(20, "shop"), taken(60, "shop"), taken(20, "chat"));
        let count = |taken: &[bool]| taken.iter().filter(|taken| **taken).count();
        assert!((700..900).contains(&count(&small)), "{}", count(&small));
        assert!((2_300..2_500).contains(&count(&large)), "{}", count(&large));
        assert!(small.iter().zip(&large).all(|(small, large)| !small || *large));
        assert_ne!(small, other, "another switch takes other players");
    }

    #[test]
    fn variants_come_by_their_weights() {
        let count = |rule: &FlagRule| {
            let seen = |id: &i32| rule.variant("form", Some(&format!("player:{id}"))) == Some("b");
            (0..4_000).filter(seen).count()
        };
        assert!((2_850..3_150).contains(&count(&test_of([1, 3]))), "{}", count(&test_of([1, 3])));
        assert_eq!((count(&test_of([5, 0])), count(&test_of([0, 5]))), (0, 4_000));
        assert_eq!(test_of([0, 5]).variant("form", None), Some("a"), "who keeps nothing sees the first one");
        assert_eq!(everybody().variant("form", Some("player:1")), None);
    }

    #[test]
    fn a_run_goes_on_while_the_same_is_compared() {
        let test = || FlagRule { plan: Some(planned(500)), ..test_of([1, 1]) };
        for (next, goes_on) in [
            (test(), true),
            (FlagRule { share: 20, countries: vec!["DE".to_owned()], ..test() }, true),
            (FlagRule { is_on: false, ..test() }, false),
            (FlagRule { plan: None, ..test() }, false),
            (FlagRule { plan: Some(planned(501)), ..test() }, false),
            (FlagRule { plan: Some(planned(500)), ..test_of([1, 2]) }, false),
        ] {
            assert_eq!(next.goes_on(&test()), goes_on, "{next:?}");
            assert_eq!(test().goes_on(&next), goes_on, "{next:?}");
        }
    }

    #[test]
    fn what_cannot_hold_is_named() {
        for (rule, known, fault) in [
            (everybody(), &[][..], None),
            (everybody(), &["a", "b"][..], Some("variants")),
            (test_of([1, 1]), &["a", "b"][..], None),
            (test_of([1, 1]), &[][..], Some("variants")),
            (test_of([0, 0]), &["a", "b"][..], Some("variants")),
            (test_of([1, 1_001]), &["a", "b"][..], Some("variants")),
            (FlagRule { plan: Some(planned(100)), ..test_of([1, 1]) }, &["a", "b"][..], None),
            (FlagRule { plan: Some(planned(99)), ..test_of([1, 1]) }, &["a", "b"][..], Some("plan")),
            (FlagRule { plan: Some(planned(1_000_001)), ..test_of([1, 1]) }, &["a", "b"][..], Some("plan")),
            (FlagRule { plan: Some(planned(100)), ..everybody() }, &[][..], Some("plan")),
            (FlagRule { share: 101, ..everybody() }, &[][..], Some("share")),
            (FlagRule { countries: vec!["de".to_owned()], ..everybody() }, &[][..], Some("countries")),
            (FlagRule { groups: vec![1; 251], ..everybody() }, &[][..], Some("groups")),
        ] {
            assert_eq!(rule.fault(known), fault, "{rule:?}");
        }
    }
}
