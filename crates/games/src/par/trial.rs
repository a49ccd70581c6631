//! A sheet against the kernel: many rounds played, and how far what they came to lies from what was counted.
//!
//! The seed is given, so a run can be repeated, and one with a fixed seed cannot fail by chance. What a run has come to so far
//! can be written down and gone on with later: each round is drawn by its number, so the end is the same as that of one run.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

use super::figures::target_chance;
use super::{BaccaratPar, KenoPar, ParError, SlotsPar, as_float};
use crate::baccarat::{Baccarat, Coup, Spot};
use crate::crash::{Crash, ONE, mix};
use crate::error::PlayError;
use crate::fair::{ServerSeed, Stream};
use crate::game::{Game, Kind};
use crate::outcome::{SlotsStep, Step, Transition};
use crate::roulette::{Bet, BetKind, POCKETS, RETURN_X_MAX};

/// Standard errors to both sides of a mean that hold 95 of 100.
const CONFIDENCE_95: f64 = 1.96;
/// One bought round for so many staked ones: its features make it as long as these.
const STAKED_TO_BOUGHT: u64 = 10;
/// Where a bet on a crash game is cashed out, in hundredths.
const TARGET: i64 = 200;
/// What is picked on a board of keno.
const PICKS: [u8; 5] = [3, 9, 17, 28, 40];

/// Why no trial came about.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// There is nothing to compare with.
    #[error(transparent)]
    Par(#[from] ParError),
    /// The kernel refused a round.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A mean over many rounds beside what the sheet says of it.
#[derive(Debug, Clone, Copy)]
pub struct Compared {
    /// What it is a mean of.
    pub what: &'static str,
    /// How many values it is the mean of.
    pub count: u64,
    /// The mean.
    pub seen: f64,
    /// What was counted.
    pub exact: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
}

impl Compared {
    fn new(what: &'static str, sample: &Sample, exact: f64, deviation: f64) -> Self {
        let standard_error = deviation / sample.count().sqrt();
        Self { what, count: sample.values, seen: sample.mean(), exact, standard_error }
    }

    /// Standard errors between the mean and what was counted.
    pub fn errors(&self) -> f64 {
        let apart = (self.seen - self.exact).abs();
        // What always comes out the same has no spread, and is right to within the rounding of doubles.
        if apart < 1e-9 { 0.0 } else { apart / self.standard_error }
    }

    /// How far the 95 % confidence interval reaches to both sides of the mean.
    pub fn confidence_95(&self) -> f64 {
        CONFIDENCE_95 * self.standard_error
    }
}

/// Plays `rounds` whole rounds of a game, and a tenth as many bought ones where it sells them.
pub fn play(game: &Game, seed: &ServerSeed, rounds: u64) -> Result<Vec<Compared>, TrialError> {
    let mut trial = Trial::default();
    trial.play_to(game, seed, rounds)?;
    trial.compared(game)
}

/// What the rounds of a game have come to so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Rounds played.
    pub rounds: u64,
    /// Bought rounds played.
    pub bought_rounds: u64,
    wins: Sample,
    hits: Sample,
    features: Sample,
    lengths: Sample,
    pays: Sample,
    bought: Sample,
    /// The highest win of a round in subunits.
    most_cents: i64,
    /// Wins of all steps by step, rule, symbol and count.
    combinations: BTreeMap<String, Seen>,
}

/// How often a combination was won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// How often.
    pub times: u64,
    /// What it paid in all, in subunits.
    pub cents: i64,
}

impl Trial {
    /// Goes on until `rounds` rounds were played, and a tenth as many bought ones where the game sells them.
    pub fn play_to(&mut self, game: &Game, seed: &ServerSeed, rounds: u64) -> Result<(), PlayError> {
        while self.rounds < rounds {
            let nonce = self.rounds;
            match game.rules() {
                Kind::Slots(_) => self.play_staked(game, seed, nonce)?,
                Kind::Roulette(_) => self.play_straight(game, seed, nonce)?,
                Kind::Crash(crash) => self.play_double(crash, seed, nonce),
                Kind::Baccarat(baccarat) => self.play_tie(baccarat, seed, nonce),
                Kind::Keno(_) => self.play_picks(game, seed, nonce)?,
            }
            self.rounds += 1;
        }
        let Some(cost_x) = cost_x(game) else { return Ok(()) };
        while self.bought_rounds < rounds / STAKED_TO_BOUGHT {
            let stake_cents = game.stake_multiple_cents();
            let start = |stream: &mut Stream| game.start_bought(stake_cents, stream);
            let round = Played::out(game, seed, self.bought_rounds, start)?;
            self.bought.add(float(round.win_cents) / float(stake_cents * cost_x));
            self.bought_rounds += 1;
        }
        Ok(())
    }

    /// What was seen beside what the sheet of the game says.
    pub fn compared(&self, game: &Game) -> Result<Vec<Compared>, TrialError> {
        match game.rules() {
            Kind::Slots(slots) => Ok(self.compared_with(&SlotsPar::count(slots)?)),
            Kind::Roulette(_) => Ok(self.compared_chance(1.0 / f64::from(POCKETS), float(RETURN_X_MAX))),
            Kind::Crash(crash) => {
                let hit = as_float(&target_chance(crash, TARGET));
                Ok(self.compared_chance(hit, float(TARGET) / float(ONE)))
            }
            Kind::Baccarat(baccarat) => {
                let hit = as_float(&BaccaratPar::count(baccarat).ties());
                Ok(self.compared_chance(hit, float(1 + baccarat.definition().tie_pays)))
            }
            Kind::Keno(keno) => Ok(self.compared_picks(&KenoPar::count(keno))),
        }
    }

    /// The highest win of a round that was seen, in stakes.
    pub fn most_x(&self, game: &Game) -> f64 {
        float(self.most_cents) / float(stake_of(game))
    }

    /// The combinations that were won, each named by step, rule, symbol and count, with what it returned of all stakes.
    pub fn combinations(&self, game: &Game) -> impl Iterator<Item = (&str, Seen, f64)> {
        let staked = self.rounds.to_f64().unwrap_or(f64::NAN) * float(stake_of(game));
        self.combinations.iter().map(move |(name, seen)| (name.as_str(), *seen, float(seen.cents) / staked))
    }

    fn play_staked(&mut self, game: &Game, seed: &ServerSeed, nonce: u64) -> Result<(), PlayError> {
        let stake_cents = game.stake_multiple_cents();
        let round = Played::out(game, seed, nonce, |stream| game.start(stake_cents, &[], stream))?;
        self.wins.add(float(round.win_cents) / float(stake_cents));
        self.hits.add_if(round.first_win_cents > 0);
        self.features.add_if(round.further_steps > 0);
        if round.further_steps > 0 {
            self.lengths.add(f64::from(round.further_steps));
            self.pays.add(float(round.win_cents - round.first_win_cents) / float(stake_cents));
        }
        self.most_cents = self.most_cents.max(round.win_cents);
        for (name, cents) in round.won {
            let seen = self.combinations.entry(name).or_default();
            seen.times += 1;
            seen.cents += cents;
        }
        Ok(())
    }

    /// One pocket, the bet that spreads the most; all others return the same share.
    fn play_straight(&mut self, game: &Game, seed: &ServerSeed, nonce: u64) -> Result<(), PlayError> {
        let bets = [Bet { kind: BetKind::Straight, numbers: vec![17], amount_cents: 1 }];
        let round = Played::out(game, seed, nonce, |stream| game.start(1, &bets, stream))?;
        self.take_chance(round.win_cents, float(round.win_cents));
        Ok(())
    }

    /// Cashes out at 2.00.
    fn play_double(&mut self, crash: &Crash, seed: &ServerSeed, round: u64) {
        let won = crash.point(seed, &mix(["trial"]), round) >= TARGET;
        let win_cents = if won { TARGET } else { 0 };
        self.take_chance(win_cents, float(win_cents) / float(ONE));
    }

    /// Bets on a tie.
    fn play_tie(&mut self, baccarat: &Baccarat, seed: &ServerSeed, round: u64) {
        let coup = Coup::of(&baccarat.cards(seed, &mix(["trial"]), round));
        let win_cents = baccarat.returns(Spot::Tie, 1, &coup);
        self.take_chance(win_cents, float(win_cents));
    }

    /// Picks five numbers.
    fn play_picks(&mut self, game: &Game, seed: &ServerSeed, nonce: u64) -> Result<(), PlayError> {
        let stake_cents = game.stake_multiple_cents();
        let bets = [Bet { kind: BetKind::Picks, numbers: PICKS.to_vec(), amount_cents: stake_cents }];
        let round = Played::out(game, seed, nonce, |stream| game.start(stake_cents, &bets, stream))?;
        self.take_chance(round.win_cents, float(round.win_cents) / float(stake_cents));
        Ok(())
    }

    fn take_chance(&mut self, win_cents: i64, win_x: f64) {
        self.wins.add(win_x);
        self.hits.add_if(win_cents > 0);
        self.most_cents = self.most_cents.max(win_cents);
    }

    fn compared_with(&self, sheet: &SlotsPar) -> Vec<Compared> {
        let (hit, trigger) = (as_float(&sheet.hit), as_float(&sheet.trigger));
        let mut compared = vec![
            Compared::new("return", &self.wins, as_float(&sheet.rtp()), sheet.standard_deviation),
            Compared::new("hit rate", &self.hits, hit, bernoulli(hit)),
        ];
        if self.lengths.values > 0 {
            let pay = as_float(&(&sheet.feature_win / &sheet.trigger)) / float(sheet.bet_units);
            // Prizes too rare for the sample make its own spread too small; that of whole rounds bounds it.
            let bound = sheet.standard_deviation / trigger.sqrt();
            let (lengths, steps) = (&self.lengths, as_float(&sheet.feature_steps));
            compared.extend([
                Compared::new("features", &self.features, trigger, bernoulli(trigger)),
                Compared::new("feature length", lengths, steps, lengths.deviation()),
                Compared::new("feature pay", &self.pays, pay, bound),
            ]);
        }
        let bought = sheet.bought.as_ref().filter(|_| self.bought.values > 0);
        compared.extend(bought.map(|bought| {
            let (rtp, deviation) = (as_float(&bought.rtp), bought.standard_deviation);
            Compared::new("bought return", &self.bought, rtp, deviation)
        }));
        compared
    }

    /// What the picks of a trial return by the sheet.
    fn compared_picks(&self, sheet: &KenoPar) -> Vec<Compared> {
        let (returns, hit) = (as_float(&sheet.returns(PICKS.len())), as_float(&sheet.wins(PICKS.len())));
        let deviation = as_float(&sheet.variance(PICKS.len())).sqrt();
        vec![
            Compared::new("return", &self.wins, returns, deviation),
            Compared::new("hit rate", &self.hits, hit, bernoulli(hit)),
        ]
    }

    /// A bet that is won with the chance `hit` and returns `pays` then.
    fn compared_chance(&self, hit: f64, pays: f64) -> Vec<Compared> {
        vec![
            Compared::new("return", &self.wins, hit * pays, bernoulli(hit) * pays),
            Compared::new("hit rate", &self.hits, hit, bernoulli(hit)),
        ]
    }
}

/// What a bought round costs in stakes; none where the game sells none.
fn cost_x(game: &Game) -> Option<i64> {
    match game.rules() {
        Kind::Slots(slots) => slots.definition().bonus_buy.as_ref().map(|buy| buy.cost_x),
        Kind::Roulette(_) | Kind::Crash(_) | Kind::Baccarat(_) | Kind::Keno(_) => None,
    }
}

/// What a round of a trial stakes, in subunits; of a crash game what its hundredths are compared with.
fn stake_of(game: &Game) -> i64 {
    match game.rules() {
        Kind::Slots(_) | Kind::Roulette(_) | Kind::Baccarat(_) | Kind::Keno(_) => game.stake_multiple_cents(),
        Kind::Crash(_) => ONE,
    }
}

/// Standard deviation of what happens with probability `p`.
fn bernoulli(p: f64) -> f64 {
    (p * (1.0 - p)).sqrt()
}

/// The nearest double.
fn float(value: i64) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// What a round came to.
struct Played {
    first_win_cents: i64,
    win_cents: i64,
    further_steps: u32,
    /// Each win by the name of its combination, with what it paid.
    won: Vec<(String, i64)>,
}

impl Played {
    /// Plays a round to its end.
    fn out(
        game: &Game,
        seed: &ServerSeed,
        nonce: u64,
        start: impl FnOnce(&mut Stream) -> Result<Transition, PlayError>,
    ) -> Result<Self, PlayError> {
        let stream = |step| Stream::new(seed, "player", "EUR", nonce, step);
        let first = start(&mut stream(0))?;
        let mut played = Self {
            first_win_cents: first.win_cents,
            win_cents: first.win_cents,
            further_steps: 0,
            won: combinations_of("paid", &first.step),
        };
        let mut state = first.state;
        while let Some(open) = state {
            let next = game.step(&open, &mut stream(open.step_next))?;
            played.win_cents += next.win_cents;
            played.further_steps += 1;
            played.won.extend(combinations_of("feature", &next.step));
            state = next.state;
        }
        Ok(played)
    }
}

/// The wins of a step, each named by the step, its rule, its symbol and how many of it.
fn combinations_of(name: &str, step: &Step) -> Vec<(String, i64)> {
    let Step::Slots(SlotsStep { wins, tumbles, .. }) = step else { return Vec::new() };
    let all = wins.iter().chain(tumbles.iter().flat_map(|tumble| &tumble.wins));
    all.map(|win| (format!("{name} {:?} {} {}", win.kind, win.symbol, win.count), win.amount_cents)).collect()
}

/// Sums of a sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    values: u64,
    #[serde(with = "bits")]
    sum: f64,
    #[serde(with = "bits")]
    square: f64,
}

/// Doubles as their bits: what is written down and read again is the same to the last one.
mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands on references")]
    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(value.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

impl Sample {
    /// Takes a value in.
    pub fn add(&mut self, value: f64) {
        self.values += 1;
        self.sum += value;
        self.square += value * value;
    }

    fn add_if(&mut self, happened: bool) {
        self.add(f64::from(u8::from(happened)));
    }

    fn count(&self) -> f64 {
        self.values.to_f64().unwrap_or(f64::NAN)
    }

    /// The mean of what was taken in.
    pub fn mean(&self) -> f64 {
        self.sum / self.count()
    }

    /// The standard deviation of what was taken in.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        (self.square / self.count() - mean * mean).max(0.0).sqrt()
    }

    /// The standard error of the mean, by the sample's own spread.
    pub fn standard_error(&self) -> f64 {
        self.deviation() / self.count().sqrt()
    }
}
