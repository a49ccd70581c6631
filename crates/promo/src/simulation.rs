//! What an offer comes to when players take it: their journeys, played many times with draws from a known seed.
//!
//! A player plays at one stake until the bonus has ended, cash first, as wallets do. The answer is that of this way to play in
//! this game, and says how sure it is.

use crate::spread::{Draws, Spread};
use crate::{End, Progress, Terms, end, playable_bets, requirement};

/// The longest journey, in bets.
pub const BETS_MAX: i64 = 20_000;

/// How many bets all journeys may take together before no other begins.
const BETS_IN_ALL: i64 = 3_000_000;

/// The most journeys.
const JOURNEYS_MAX: u32 = 20_000;

/// Standard errors on either side, between which 95 of 100 such answers lie.
const BAND: f64 = 1.96;

/// Free spins of a plan.
#[derive(Debug, Clone, Copy)]
pub struct PlannedSpins<'a> {
    /// How many.
    pub count: i64,
    /// What each is played at, in subunits.
    pub stake: i64,
    /// The terms of what they win.
    pub terms: &'a Terms,
}

/// How an offer is taken. Amounts are in subunits.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// What is paid in; 0 without a deposit.
    pub deposit: i64,
    /// The bonus and its terms.
    pub bonus: Option<(i64, &'a Terms)>,
    /// The free spins, whose winnings are played after the bonus.
    pub spins: Option<PlannedSpins<'a>>,
    /// What is staked.
    pub stake: i64,
    /// How many percent of a stake count.
    pub contribution: i64,
}

/// What was found, and between which two figures it lies with 95 of 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// What was found.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What a plan comes to in one game. Amounts are in subunits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// How many journeys were played.
    pub journeys: u32,
    /// The share of them in which everything was wagered.
    pub completed: Estimate,
    /// The share in which the time was over.
    pub timed_out: f64,
    /// What a player has more at the end than before: it is what the operator pays, bonus and play together.
    pub value: Estimate,
    /// What the account of the offer pays and does not get back.
    pub cost: Estimate,
    /// The largest that became money of the bonus and the free spins in one journey.
    pub largest: i64,
    /// How many bets a journey takes.
    pub bets: f64,
}

/// One journey.
#[derive(Debug, Clone, Copy, Default)]
struct Journey {
    /// Money in the wallet, less what was paid in.
    gain: i64,
    cost: i64,
    converted: i64,
    bets: i64,
    is_completed: bool,
    is_timed_out: bool,
}

/// Sums over journeys.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, figure: f64) {
        self.count += 1.0;
        self.sum += figure;
        self.squares += figure * figure;
    }

    fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    fn estimate(&self) -> Estimate {
        let mean = self.mean();
        let variance = (self.squares / self.count.max(1.0) - mean * mean).max(0.0);
        let half = BAND * (variance / self.count.max(1.0)).sqrt();
        Estimate { mean, low: mean - half, high: mean + half }
    }

    /// Of a share (Wilson): one that was never seen may still happen.
    fn share(&self) -> Estimate {
        let (share, count) = (self.mean(), self.count.max(1.0));
        let z = BAND * BAND / count;
        let middle = (share + z / 2.0) / (1.0 + z);
        let half = BAND * ((share * (1.0 - share) + z / 4.0) / count).sqrt() / (1.0 + z);
        Estimate { mean: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

/// Plays `plan` in a game that pays as `spread` says. The same seed answers the same.
pub fn simulate(plan: &Plan<'_>, spread: &Spread, seed: u64) -> Simulated {
    let mut draws = Draws(seed);
    let (mut value, mut cost, mut completed) = (Sums::default(), Sums::default(), Sums::default());
    let (mut timed_out, mut bets) = (Sums::default(), Sums::default());
    let (mut journeys, mut in_all, mut largest) = (0, 0_i64, 0);
    while journeys < JOURNEYS_MAX && in_all < BETS_IN_ALL {
        let journey = played(plan, spread, &mut draws);
        value.add(number(journey.gain));
        cost.add(number(journey.cost));
        completed.add(f64::from(u8::from(journey.is_completed)));
        timed_out.add(f64::from(u8::from(journey.is_timed_out)));
        bets.add(number(journey.bets));
        largest = largest.max(journey.converted);
        journeys += 1;
        in_all += journey.bets + 1;
    }
    Simulated {
        journeys,
        completed: completed.share(),
        timed_out: timed_out.mean(),
        value: value.estimate(),
        cost: cost.estimate(),
        largest,
        bets: bets.mean(),
    }
}

/// Subunits as a figure of an estimate.
#[expect(clippy::cast_precision_loss, reason = "an estimate is reported to a few digits")]
fn number(subunits: i64) -> f64 {
    subunits as f64
}

/// A journey: the bonus with the cash that came with it, then what the free spins have won.
fn played(plan: &Plan<'_>, spread: &Spread, draws: &mut Draws) -> Journey {
    let mut journey = Journey::default();
    if let Some((amount, terms)) = plan.bonus {
        let held = Held { cash: plan.deposit, bonus: amount };
        let asked = requirement(terms, amount, plan.deposit);
        let is_completed = journey.wager(plan, held, (terms, asked), spread, draws);
        journey.is_completed = is_completed;
    }
    if let Some(spins) = plan.spins {
        let won = (0..spins.count).fold(0_i64, |won, _| won.saturating_add(spread.pay(spins.stake, draws)));
        journey.bets += spins.count;
        let asked = requirement(spins.terms, won, 0);
        let held = Held { cash: 0, bonus: won };
        // Spins that win nothing leave nothing to wager, and take nothing away.
        let is_completed = won > 0 && journey.wager(plan, held, (spins.terms, asked), spread, draws);
        journey.is_completed = if plan.bonus.is_some() { journey.is_completed } else { is_completed };
    }
    journey
}

/// What a wallet holds.
#[derive(Debug, Clone, Copy)]
struct Held {
    cash: i64,
    bonus: i64,
}

impl Journey {
    /// Plays until `asked` was wagered, all is gone or the time is over; whether it was wagered.
    fn wager(
        &mut self,
        plan: &Plan<'_>,
        held: Held,
        (terms, asked): (&Terms, i64),
        spread: &Spread,
        draws: &mut Draws,
    ) -> bool {
        let (before, granted) = (held.cash, held.bonus);
        let (mut held, mut progress, mut bets) = (held, Progress::default(), 0);
        let bets_max = playable_bets(terms.valid_ms).min(BETS_MAX);
        let why = loop {
            if progress.meets(asked) {
                break End::Wagered;
            }
            if terms.is_lost(held.cash, held.bonus) {
                break End::Emptied;
            }
            if bets >= bets_max {
                break End::TimeOver;
            }
            let stake =
                plan.stake.min(terms.bet_max.unwrap_or(i64::MAX)).min(held.cash.saturating_add(held.bonus));
            held.bet(stake, spread.pay(stake, draws));
            progress = progress.with(stake, plan.contribution);
            bets += 1;
        };
        let split = end(why, held.bonus, granted, terms);
        self.gain = self.gain.saturating_add((held.cash - before).saturating_add(split.converted));
        let back = split.withheld.saturating_add(split.deducted).saturating_add(split.forfeited);
        self.cost = self.cost.saturating_add(granted.saturating_sub(back));
        self.converted = self.converted.saturating_add(split.converted);
        self.bets += bets;
        self.is_timed_out |= why == End::TimeOver;
        why == End::Wagered
    }
}

impl Held {
    /// Stakes cash first and the rest from the bonus; what is paid is split as the stake was.
    fn bet(&mut self, stake: i64, paid: i64) {
        let of_cash = stake.min(self.cash);
        let to_cash = i128::from(paid) * i128::from(of_cash) / i128::from(stake.max(1));
        let to_cash = i64::try_from(to_cash).unwrap_or(paid);
        self.cash = self.cash.saturating_add(to_cash - of_cash);
        self.bonus = self.bonus.saturating_add((paid - to_cash) - (stake - of_cash));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CashoutRule, Contributions, Grounds, WagerBase};

    fn terms(wager: i64) -> Terms {
        Terms {
            wager,
            wager_on: WagerBase::Bonus,
            contributions: Contributions::default(),
            bet_max: None,
            win_max: None,
            lost_below: None,
            valid_ms: 7 * 24 * 60 * 60 * 1000,
            excluded: Grounds::default(),
            sticky: false,
            on_cashout: CashoutRule::Keep,
        }
    }

    fn plan(amount: i64, terms: &Terms) -> Plan<'_> {
        Plan { deposit: 0, bonus: Some((amount, terms)), spins: None, stake: 100, contribution: 100 }
    }

    /// A game that pays the same share of every stake.
    fn always(pay: f64) -> Spread {
        Spread::of(&[(1.0, pay)])
    }

    #[test]
    fn what_is_worked_out_by_hand_is_found() {
        #[rustfmt::skip]
        let cases = [
            // wager  game          deposit  contribution  value    completed
            (0,       always(0.5),  0,       100,          10_000,  1.0),
            // A game that returns every stake leaves the bonus as it was.
            (30,      always(1.0),  0,       100,          10_000,  1.0),
            // 500 bets of 100, each of which costs 10.
            (5,       always(0.9),  0,       100,          5_000,   1.0),
            // The same money on the way, out of the cash that came with it.
            (5,       always(0.9),  20_000,  100,          5_000,   1.0),
            // What costs more than there is is played away before: stakes that count less take more of them.
            (5,       always(0.9),  0,       40,           0,       0.0),
            (50,      always(0.9),  0,       100,          0,       0.0),
            (5,       always(0.9),  0,       0,            0,       0.0),
        ];
        for (wager, spread, deposit, contribution, value, completed) in cases {
            let terms = terms(wager);
            let plan = Plan { deposit, contribution, ..plan(10_000, &terms) };
            let found = simulate(&plan, &spread, 1);
            let said = format!("{wager} {deposit} {contribution}: {found:?}");
            assert!((found.value.mean - f64::from(value)).abs() < 1e-6, "{said}");
            assert!((found.completed.mean - completed).abs() < 1e-9, "{said}");
            assert!((found.value.high - found.value.low).abs() < 1e-6, "nothing is left to chance: {said}");
            assert!(found.completed.low < 1.0 && found.completed.high > 0.0, "{said}");
        }
    }

    #[test]
    fn one_toss_of_a_coin_is_worth_what_it_shows() {
        let coin = Spread::of(&[(0.5, 2.0)]);
        // One bet of everything: 200 or nothing, and of the 200 the terms let pass what they say.
        let cases = [(None, false, 100.0, 200), (Some(150), false, 75.0, 150), (None, true, 50.0, 100)];
        for (win_max, sticky, value, largest) in cases {
            let terms = Terms { win_max, sticky, ..terms(1) };
            let found = simulate(&plan(100, &terms), &coin, 5);
            assert!(found.value.low < value && value < found.value.high, "{found:?}");
            assert!((found.completed.mean - 1.0).abs() < 1e-9, "the one bet is all that was asked for");
            assert_eq!(found.largest, largest);
            assert!(
                (found.cost.mean - value).abs() < 1.0,
                "a fair coin leaves the cost to the offer: {found:?}"
            );
        }
    }

    #[test]
    fn time_and_bounds_end_a_journey() {
        let short = Terms { valid_ms: 60 * 60 * 1000, ..terms(10) };
        let found = simulate(&plan(10_000, &short), &always(1.0), 1);
        assert!((found.timed_out - 1.0).abs() < 1e-9 && found.value.mean.abs() < 1e-9, "{found:?}");
        assert!((found.bets - 600.0).abs() < 1e-9, "an hour of play");
        let low = Terms { lost_below: Some(9_950), ..terms(10) };
        let found = simulate(&plan(10_000, &low), &always(0.9), 1);
        assert!((found.bets - 6.0).abs() < 1e-9, "10 000 less 60 is below 9 950: {found:?}");
        let capped = Terms { bet_max: Some(10), ..terms(1) };
        let found = simulate(&plan(10_000, &capped), &always(1.0), 1);
        assert!((found.bets - 1_000.0).abs() < 1e-9, "bets of 10: {found:?}");
    }

    #[test]
    fn free_spins_are_worth_what_they_win() {
        let (money, wagered) = (Terms { win_max: Some(150), ..terms(0) }, terms(30));
        let spins = |terms| PlannedSpins { count: 10, stake: 20, terms };
        let plan =
            |terms| Plan { deposit: 0, bonus: None, spins: Some(spins(terms)), stake: 10, contribution: 100 };
        let found = simulate(&plan(&money), &always(1.0), 1);
        assert!((found.value.mean - 150.0).abs() < 1e-9 && found.largest == 150, "{found:?}");
        let found = simulate(&plan(&wagered), &always(1.0), 1);
        assert!((found.value.mean - 200.0).abs() < 1e-9, "{found:?}");
        let found = simulate(&plan(&wagered), &always(0.0), 1);
        assert!(found.value.mean.abs() < 1e-9 && found.completed.mean.abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn the_same_seed_answers_the_same_within_bounds() {
        let terms = terms(30);
        let coin = Spread::of(&[(0.5, 1.9)]);
        let (one, two) =
            (simulate(&plan(10_000, &terms), &coin, 9), simulate(&plan(10_000, &terms), &coin, 9));
        assert_eq!(one, two);
        assert!(one.journeys <= JOURNEYS_MAX && one.journeys >= 100, "{one:?}");
        assert!(one.value.low <= one.value.mean && one.value.mean <= one.value.high);
        assert_ne!(one.value, simulate(&plan(10_000, &terms), &coin, 10).value);
    }
}
