//! What came of an A/B test.
//!
//! A run of a test is planned before it begins: which outcome, and how many visitors of each variant. Only those are counted,
//! the first ones of each variant, each for [`RESULT_WINDOW_MS`] from when they were shown it. Nothing is claimed before all of
//! them have had that time, so whoever looks often finds no difference that is not there.

use croupier_db::Db;

use super::exposure_store as store;
use super::rule::{FlagRule, TestPlan};
use super::statistics::{Sample, two_proportions};
use super::{FlagVersion, history};
use crate::platform::calendar::DAY_MS;

/// How long after a variant was shown an outcome counts for it, in milliseconds.
pub const RESULT_WINDOW_MS: i64 = 7 * DAY_MS;

/// How likely a test may call a difference where none is, in all its comparisons together.
const ALPHA: f64 = 0.05;

/// A share of 1 in the units of [`VariantResult`].
const WHOLE: f64 = 10_000.0;

/// What the rows of a variant come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counted {
    /// Everybody who was shown it.
    pub(super) shown: i64,
    /// The first of them, as many as were planned.
    pub(super) visitors: i64,
    /// How many of those have reached the outcome in time.
    pub(super) reached: i64,
    /// When the last of those was shown it, UTC milliseconds.
    pub(super) last_at: i64,
}

/// A run of a test: from the version that began it to the one that ended it or changed what is compared. Times are UTC
/// milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestRun {
    /// The version that began it.
    pub run: i64,
    /// When it began.
    pub begun_at: i64,
    /// When it ended; `None` while it runs.
    pub ended_at: Option<i64>,
    /// What was planned.
    pub plan: TestPlan,
    /// How far it is.
    pub progress: TestProgress,
    /// The variants that were shown, the first one to compare with.
    pub variants: Vec<VariantResult>,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestProgress {
    /// Visitors are missing.
    Collecting,
    /// It has ended before there were enough of them.
    TooShort,
    /// The last ones still have time to reach the outcome, until then.
    Waiting {
        /// UTC milliseconds.
        until: i64,
    },
    /// It says what it says.
    Complete,
}

/// What came of a variant. Shares are in hundredths of a per cent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantResult {
    /// As the site knows it.
    pub name: String,
    /// Everybody who was shown it.
    pub shown: i64,
    /// Those of the plan among them, who alone are counted.
    pub visitors: i64,
    /// How many of those have reached the outcome.
    pub reached: i64,
    /// Their share with its interval; `None` without visitors.
    pub share: Option<VariantShare>,
    /// Against the first variant; `None` of that one, and before the run is complete.
    pub against_first: Option<Comparison>,
}

/// A share and the interval of 95 % around it, in hundredths of a per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantShare {
    /// The share itself.
    pub value: u32,
    /// The lower end.
    pub low: u32,
    /// The upper end.
    pub high: u32,
}

/// What a comparison says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Fewer than five have reached the outcome, or missed it: too few to compare.
    TooFew,
    /// How likely variants that are alike would lie at least this far apart.
    Compared {
        /// In hundredths of a per cent.
        probability: u32,
        /// Whether that is too unlikely to be believed.
        differs: bool,
    },
}

/// Runs of the test `name`, newest first. Versions beyond the newest hundred begin none.
pub async fn results(db: &Db, name: &str, now: i64) -> croupier_db::Result<Vec<TestRun>> {
    let mut runs = Vec::new();
    for (first, ended_at) in runs_of(&history(db, name).await?) {
        let (Some(run), Some(plan)) = (first.run, first.rule.plan) else { continue };
        let counts = store::counts(db, name, run, &plan).await?;
        let counted =
            |variant: &str| counts.iter().find(|(name, _)| name == variant).map(|(_, counted)| *counted);
        let counted: Vec<_> = shown_variants(&first.rule)
            .map(|name| (name.to_owned(), counted(name).unwrap_or_default()))
            .collect();
        let progress = progress(plan, &counted, ended_at, now);
        let begun_at = first.at;
        runs.push(TestRun { run, begun_at, ended_at, plan, progress, variants: judged(counted, progress) });
    }
    Ok(runs)
}

/// The first version of each run with the time of its end, newest first; `versions` are newest first too.
fn runs_of(versions: &[FlagVersion]) -> Vec<(&FlagVersion, Option<i64>)> {
    let mut runs: Vec<(&FlagVersion, Option<i64>)> = Vec::new();
    let mut later: Option<&FlagVersion> = None;
    for version in versions {
        if version.run.is_some() {
            match runs.last_mut() {
                Some((first, _)) if first.run == version.run => *first = version,
                _ => runs.push((version, later.map(|later| later.at))),
            }
        }
        later = Some(version);
    }
    runs
}

fn shown_variants(rule: &FlagRule) -> impl Iterator<Item = &str> {
    rule.variants.iter().filter(|variant| variant.weight > 0).map(|variant| variant.name.as_str())
}

fn progress(plan: TestPlan, counted: &[(String, Counted)], ended_at: Option<i64>, now: i64) -> TestProgress {
    if counted.iter().any(|(_, counted)| counted.visitors < i64::from(plan.visitors)) {
        return if ended_at.is_some() { TestProgress::TooShort } else { TestProgress::Collecting };
    }
    let last = counted.iter().map(|(_, counted)| counted.last_at).max().unwrap_or_default();
    let until = last.saturating_add(RESULT_WINDOW_MS);
    if until > now { TestProgress::Waiting { until } } else { TestProgress::Complete }
}

fn judged(counted: Vec<(String, Counted)>, progress: TestProgress) -> Vec<VariantResult> {
    let first = counted.first().map(|(_, counted)| sample(counted));
    // Several comparisons share what may be called by mistake (Bonferroni).
    let others = u32::try_from(counted.len()).unwrap_or(u32::MAX).saturating_sub(1).max(1);
    let compare = |place: usize, own: Sample| {
        let first = first.filter(|_| place > 0 && progress == TestProgress::Complete)?;
        Some(match two_proportions(first, own) {
            None => Comparison::TooFew,
            Some(probability) => Comparison::Compared {
                probability: hundredths(probability),
                differs: probability < ALPHA / f64::from(others),
            },
        })
    };
    let result = |(place, (name, counted)): (usize, (String, Counted))| {
        let own = sample(&counted);
        let share = own.share().map(|share| VariantShare {
            value: hundredths(share.value),
            low: hundredths(share.low),
            high: hundredths(share.high),
        });
        let Counted { shown, visitors, reached, .. } = counted;
        VariantResult { name, shown, visitors, reached, share, against_first: compare(place, own) }
    };
    counted.into_iter().enumerate().map(result).collect()
}

fn sample(counted: &Counted) -> Sample {
    let within = |count: i64| u32::try_from(count).unwrap_or_default();
    Sample { reached: within(counted.reached), visitors: within(counted.visitors) }
}

/// A share from 0 to 1 in hundredths of a per cent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 0 and 10,000")]
fn hundredths(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * WHOLE).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::{FlagVariant, Outcome};

    const PLAN: TestPlan = TestPlan { outcome: Outcome::Registration, visitors: 1_000 };

    fn version(version: i64, run: Option<i64>) -> FlagVersion {
        let variants = vec![FlagVariant { name: "a".to_owned(), weight: 1 }];
        let rule = FlagRule {
            is_on: run.is_some(),
            brands: Vec::new(),
            groups: Vec::new(),
            countries: Vec::new(),
            share: 100,
            variants,
            plan: Some(PLAN),
        };
        FlagVersion { version, run, rule, reason: String::new(), by: String::new(), at: version * 10 }
    }

    #[test]
    fn a_run_goes_from_its_first_version_to_the_one_after_its_last() {
        let runs: [(i64, Option<i64>); 7] =
            [(7, Some(6)), (6, Some(6)), (5, None), (4, Some(4)), (3, Some(2)), (2, Some(2)), (1, None)];
        let versions: Vec<_> = runs.map(|(number, run)| version(number, run)).to_vec();
        let found: Vec<_> = runs_of(&versions).into_iter().map(|(first, end)| (first.version, end)).collect();
        assert_eq!(found, [(6, None), (4, Some(50)), (2, Some(40))]);
    }

    fn counts(a: (i64, i64), b: (i64, i64), last_at: i64) -> Vec<(String, Counted)> {
        let counted = |(reached, visitors)| Counted { shown: visitors + 7, visitors, reached, last_at };
        vec![("a".to_owned(), counted(a)), ("b".to_owned(), counted(b))]
    }

    #[test]
    fn nothing_is_claimed_before_all_who_were_planned_had_their_time() {
        let full = || counts((100, 1_000), (150, 1_000), 50);
        let end = 50 + RESULT_WINDOW_MS;
        for (counted, ended_at, now, expected) in [
            (counts((100, 1_000), (150, 999), 50), None, end, TestProgress::Collecting),
            (counts((100, 1_000), (150, 999), 50), Some(60), end, TestProgress::TooShort),
            (counts((0, 0), (0, 0), 0), None, end, TestProgress::Collecting),
            (full(), None, end - 1, TestProgress::Waiting { until: end }),
            (full(), Some(60), end - 1, TestProgress::Waiting { until: end }),
            (full(), None, end, TestProgress::Complete),
        ] {
            let found = progress(PLAN, &counted, ended_at, now);
            assert_eq!(found, expected);
            let is_claimed = judged(counted, found)[1].against_first.is_some();
            assert_eq!(is_claimed, expected == TestProgress::Complete);
        }
    }

    #[test]
    fn a_difference_is_called_where_it_is_unlikely_to_be_chance() {
        let against = |counted| judged(counted, TestProgress::Complete)[1].against_first;
        // R: prop.test(c(100, 150), c(1000, 1000), correct = FALSE) answers a probability of 0.0007.
        let found = against(counts((100, 1_000), (150, 1_000), 0));
        assert_eq!(found, Some(Comparison::Compared { probability: 7, differs: true }));
        let found = against(counts((100, 1_000), (105, 1_000), 0));
        assert!(matches!(found, Some(Comparison::Compared { differs: false, .. })), "{found:?}");
        assert_eq!(against(counts((2, 1_000), (7, 1_000), 0)), Some(Comparison::TooFew));
        let first = &judged(counts((100, 1_000), (150, 1_000), 0), TestProgress::Complete)[0];
        assert_eq!(first.share, Some(VariantShare { value: 1_000, low: 829, high: 1_202 }));
        assert_eq!(first.against_first, None);
    }

    #[test]
    fn several_comparisons_share_what_may_be_wrong() {
        let mut three = counts((100, 1_000), (130, 1_000), 0);
        let alone = judged(three.clone(), TestProgress::Complete)[1].against_first;
        three.push(three[0].clone());
        let among = judged(three, TestProgress::Complete)[1].against_first;
        let (
            Some(Comparison::Compared { differs: alone, .. }),
            Some(Comparison::Compared { differs: among, .. }),
        ) = (alone, among)
        else {
            panic!("both are compared")
        };
        assert_eq!((alone, among), (true, false));
    }
}
