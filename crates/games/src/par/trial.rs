//! A sheet against the kernel: many rounds played, and how far what they came to lies from what was counted.
//!
//! The seed is given, so a run can be repeated, and one with a fixed seed cannot fail by chance.

use num_traits::ToPrimitive;

use super::figures::target_chance;
use super::{ParError, SlotsPar, as_float};
use crate::crash::{Crash, ONE, mix};
use crate::error::PlayError;
use crate::fair::{ServerSeed, Stream};
use crate::game::{Game, Kind};
use crate::outcome::Transition;
use crate::roulette::{Bet, BetKind, POCKETS, RETURN_X_MAX};

/// Standard errors to both sides of a mean that hold 95 of 100.
const CONFIDENCE_95: f64 = 1.96;
/// One bought round for so many staked ones: its features make it as long as these.
const STAKED_TO_BOUGHT: u64 = 10;

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
    match game.rules() {
        Kind::Slots(slots) => {
            let sheet = SlotsPar::count(slots)?;
            let mut compared = play_staked(game, seed, rounds, &sheet)?;
            compared.extend(play_bought(game, seed, rounds / STAKED_TO_BOUGHT, &sheet)?);
            Ok(compared)
        }
        Kind::Roulette(_) => play_straight(game, seed, rounds),
        Kind::Crash(crash) => Ok(play_double(crash, seed, rounds)),
    }
}

fn play_staked(
    game: &Game,
    seed: &ServerSeed,
    rounds: u64,
    sheet: &SlotsPar,
) -> Result<Vec<Compared>, TrialError> {
    let stake_cents = game.stake_multiple_cents();
    let [mut wins, mut hits, mut features, mut lengths, mut pays] = [Sample::default(); 5];
    for nonce in 0..rounds {
        let round = Played::out(game, seed, nonce, |stream| game.start(stake_cents, &[], stream))?;
        wins.add(float(round.win_cents) / float(stake_cents));
        hits.add_if(round.first_win_cents > 0);
        features.add_if(round.further_steps > 0);
        if round.further_steps > 0 {
            lengths.add(f64::from(round.further_steps));
            pays.add(float(round.win_cents - round.first_win_cents) / float(stake_cents));
        }
    }
    let (hit, trigger) = (as_float(&sheet.hit), as_float(&sheet.trigger));
    let mut compared = vec![
        Compared::new("return", &wins, as_float(&sheet.rtp()), sheet.standard_deviation),
        Compared::new("hit rate", &hits, hit, bernoulli(hit)),
    ];
    if lengths.values > 0 {
        let pay = as_float(&(&sheet.feature_win / &sheet.trigger)) / float(sheet.bet_units);
        // Prizes too rare for the sample make its own spread too small; that of whole rounds bounds it.
        let bound = sheet.standard_deviation / trigger.sqrt();
        compared.extend([
            Compared::new("features", &features, trigger, bernoulli(trigger)),
            Compared::new("feature length", &lengths, as_float(&sheet.feature_steps), lengths.deviation()),
            Compared::new("feature pay", &pays, pay, bound),
        ]);
    }
    Ok(compared)
}

fn play_bought(
    game: &Game,
    seed: &ServerSeed,
    rounds: u64,
    sheet: &SlotsPar,
) -> Result<Option<Compared>, TrialError> {
    let Some(bought) = &sheet.bought else { return Ok(None) };
    let stake_cents = game.stake_multiple_cents();
    let mut wins = Sample::default();
    for nonce in 0..rounds {
        let round = Played::out(game, seed, nonce, |stream| game.start_bought(stake_cents, stream))?;
        wins.add(float(round.win_cents) / float(stake_cents * bought.cost_x));
    }
    let (rtp, deviation) = (as_float(&bought.rtp), bought.standard_deviation);
    Ok(Some(Compared::new("bought return", &wins, rtp, deviation)))
}

/// One pocket, the bet that spreads the most; all others return the same share.
fn play_straight(game: &Game, seed: &ServerSeed, rounds: u64) -> Result<Vec<Compared>, TrialError> {
    let bets = [Bet { kind: BetKind::Straight, numbers: vec![17], amount_cents: 1 }];
    let [mut wins, mut hits] = [Sample::default(); 2];
    for nonce in 0..rounds {
        let round = Played::out(game, seed, nonce, |stream| game.start(1, &bets, stream))?;
        wins.add(float(round.win_cents));
        hits.add_if(round.win_cents > 0);
    }
    let hit = 1.0 / f64::from(POCKETS);
    let pays = float(RETURN_X_MAX);
    Ok(vec![
        Compared::new("return", &wins, hit * pays, bernoulli(hit) * pays),
        Compared::new("hit rate", &hits, hit, bernoulli(hit)),
    ])
}

/// Cashes out at 2.00.
fn play_double(crash: &Crash, seed: &ServerSeed, rounds: u64) -> Vec<Compared> {
    const TARGET: i64 = 200;
    let [mut wins, mut hits] = [Sample::default(); 2];
    for round in 0..rounds {
        let won = crash.point(seed, &mix(["trial"]), round) >= TARGET;
        wins.add(if won { float(TARGET) / float(ONE) } else { 0.0 });
        hits.add_if(won);
    }
    let hit = as_float(&target_chance(crash, TARGET));
    let pays = float(TARGET) / float(ONE);
    vec![
        Compared::new("return", &wins, hit * pays, bernoulli(hit) * pays),
        Compared::new("hit rate", &hits, hit, bernoulli(hit)),
    ]
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
        let mut played =
            Self { first_win_cents: first.win_cents, win_cents: first.win_cents, further_steps: 0 };
        let mut state = first.state;
        while let Some(open) = state {
            let next = game.step(&open, &mut stream(open.step_next))?;
            played.win_cents += next.win_cents;
            played.further_steps += 1;
            state = next.state;
        }
        Ok(played)
    }
}

/// Sums of a sample.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sample {
    values: u64,
    sum: f64,
    square: f64,
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
