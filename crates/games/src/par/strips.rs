//! Counting a spin of a strip game: every combination of stops, each equally likely.
//!
//! This does not use the kernel's evaluation. It walks the reels from the left and carries, for each
//! line (or for each symbol of a ways game), what is still undecided; a line that no further reel can
//! lengthen is booked at once, so most combinations cost almost nothing. That the kernel pays the
//! same is checked by tests.
//!
//! Combinations are told apart by a *mark*: a number that every stop has and that adds up over the
//! reels. It is the number of scatters or coins, or a bit for each reel that a wild covers; what
//! follows a spin depends on its mark alone.

use crate::definition::Evaluation;
use crate::slots::{Rules, SymbolIndex, grid};

/// What the combinations with one mark come to, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Combinations.
    pub(super) count: u128,
    /// Combinations that pay.
    pub(super) hits: u128,
    /// Sum of the pays.
    pub(super) sum: u128,
    /// Sum of the squared pays.
    pub(super) sum_square: u128,
    /// The greatest pay.
    pub(super) max: u128,
}

impl Tally {
    /// Adds so many combinations that pay so much.
    pub(super) fn book(&mut self, units: u128, combinations: u128) {
        self.count += combinations;
        self.hits += if units > 0 { combinations } else { 0 };
        self.sum += units * combinations;
        self.sum_square += units * units * combinations;
        self.max = self.max.max(units);
    }

    /// Adds another tally, each of its combinations counted `weight` times.
    pub(super) fn add(&mut self, other: &Self, weight: u128) {
        self.count += other.count * weight;
        self.hits += other.hits * weight;
        self.sum += other.sum * weight;
        self.sum_square += other.sum_square * weight;
        self.max = self.max.max(other.max);
    }

    /// The same combinations when each of them pays so many units more; no combinations pay nothing more.
    pub(super) fn raised(self, units: u128) -> Self {
        if self.count == 0 {
            return self;
        }
        Self {
            count: self.count,
            hits: if units > 0 { self.count } else { self.hits },
            sum: self.sum + units * self.count,
            sum_square: self.sum_square + 2 * units * self.sum + units * units * self.count,
            max: self.max + units,
        }
    }
}

/// What a reel shows at one stop.
pub(super) struct Shown {
    pub(super) cells: Vec<SymbolIndex>,
    pub(super) mark: usize,
}

/// What a reel shows at each of its stops.
pub(super) fn stops(
    rules: &Rules,
    strip: &[SymbolIndex],
    mark: impl Fn(&[SymbolIndex]) -> usize,
) -> Vec<Shown> {
    (0..strip.len())
        .map(|stop| {
            let cells = grid::shown(strip, stop, rules.rows);
            Shown { mark: mark(&cells), cells }
        })
        .collect()
}

/// Tallies by mark, over every combination of stops.
pub(super) fn count(rules: &Rules, shown: Vec<Vec<Shown>>) -> Vec<Tally> {
    let most = |stops: &Vec<Shown>| stops.iter().map(|stop| stop.mark).max().unwrap_or(0);
    let marks = shown.iter().map(most).sum::<usize>() + 1;
    let mut walk = Walk {
        marks_after: marks_after(&shown, marks),
        pays: Undecided::new(rules),
        rules,
        shown,
        tallies: vec![Tally::default(); marks],
    };
    let open = walk.pays.all_open();
    walk.descend(0, 0, &open, 0);
    walk.tallies
}

/// `[reel][mark]`: combinations of the reels from `reel` on whose marks add up to `mark`.
fn marks_after(shown: &[Vec<Shown>], marks: usize) -> Vec<Vec<u128>> {
    let mut none = vec![0; marks];
    none[0] = 1;
    let mut after = vec![none];
    for stops in shown.iter().rev() {
        let mut here = vec![0; marks];
        for stop in stops {
            for (mark, combinations) in after[after.len() - 1].iter().enumerate().filter(|(_, c)| **c > 0) {
                here[mark + stop.mark] += combinations;
            }
        }
        after.push(here);
    }
    after.reverse();
    after
}

struct Walk<'a> {
    rules: &'a Rules,
    shown: Vec<Vec<Shown>>,
    marks_after: Vec<Vec<u128>>,
    pays: Undecided,
    tallies: Vec<Tally>,
}

impl Walk<'_> {
    /// `booked` units are certain after the reels before `reel`; `open` is not decided yet.
    fn descend(&mut self, reel: usize, booked: u128, open: &[Open], mark: usize) {
        if open.is_empty() || reel == self.rules.reels {
            for more in 0..self.tallies.len() - mark {
                let combinations = self.marks_after[reel][more];
                if combinations > 0 {
                    self.tallies[mark + more].book(booked, combinations);
                }
            }
            return;
        }
        for stop in 0..self.shown[reel].len() {
            let shown = &self.shown[reel][stop];
            let mut units = booked;
            let mut still_open = Vec::new();
            for entry in open {
                match self.pays.extend(self.rules, reel, entry, &shown.cells) {
                    Extended::Decided(pay) => units += pay,
                    Extended::Open(entry) => still_open.push(entry),
                }
            }
            let mark = mark + shown.mark;
            self.descend(reel + 1, units, &still_open, mark);
        }
    }
}

/// A line or a symbol whose win further reels may lengthen.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// Index of the line, or the symbol of a ways game.
    of: usize,
    /// The cells so far as one number, or the number of ways so far.
    so_far: usize,
}

enum Extended {
    Decided(u128),
    Open(Open),
}

/// How wins grow reel by reel.
enum Undecided {
    /// `decided[reel][cells as one number]`: the pay when no further reel can lengthen it.
    Lines { rows: Vec<Vec<usize>>, decided: Vec<Vec<Option<u128>>> },
    /// The pays are the rules' own.
    Ways { symbols: Vec<SymbolIndex> },
}

impl Undecided {
    fn new(rules: &Rules) -> Self {
        match &rules.evaluation {
            Evaluation::Lines { lines } => Self::Lines { rows: lines.clone(), decided: line_tables(rules) },
            Evaluation::Ways | Evaluation::PayAnywhere | Evaluation::Clusters => {
                Self::Ways { symbols: rules.regular.clone() }
            }
        }
    }

    fn all_open(&self) -> Vec<Open> {
        match self {
            Self::Lines { rows, .. } => (0..rows.len()).map(|of| Open { of, so_far: 0 }).collect(),
            Self::Ways { symbols } => symbols.iter().map(|of| Open { of: *of, so_far: 1 }).collect(),
        }
    }

    fn extend(&self, rules: &Rules, reel: usize, entry: &Open, cells: &[SymbolIndex]) -> Extended {
        match self {
            Self::Lines { rows, decided } => {
                let so_far = entry.so_far * rules.symbols.len() + cells[rows[entry.of][reel]];
                match decided[reel][so_far] {
                    Some(pay) => Extended::Decided(pay),
                    None => Extended::Open(Open { so_far, ..*entry }),
                }
            }
            Self::Ways { .. } => {
                let hits = cells.iter().filter(|cell| rules.counts_as(**cell, entry.of)).count();
                let pay = |count: usize, ways: usize| {
                    Extended::Decided(u128::from(rules.pays[entry.of][count].unsigned_abs()) * ways as u128)
                };
                match hits {
                    0 => pay(reel, entry.so_far),
                    _ if reel + 1 == rules.reels => pay(reel + 1, entry.so_far * hits),
                    _ => Extended::Open(Open { so_far: entry.so_far * hits, ..*entry }),
                }
            }
        }
    }
}

/// For the first 1, 2, … cells of a line: its pay, where these cells settle it.
fn line_tables(rules: &Rules) -> Vec<Vec<Option<u128>>> {
    let symbols = rules.symbols.len();
    let mut prefixes: Vec<Vec<SymbolIndex>> = vec![Vec::new()];
    (1..=rules.reels)
        .map(|length| {
            prefixes = prefixes
                .iter()
                .flat_map(|prefix| (0..symbols).map(move |cell| [prefix.as_slice(), &[cell]].concat()))
                .collect();
            prefixes.iter().map(|cells| line_pay(rules, cells, length == rules.reels)).collect()
        })
        .collect()
}

/// The best pay of a line that begins with these cells, or `None` when a further cell may lengthen it.
pub(super) fn line_pay(rules: &Rules, cells: &[SymbolIndex], whole: bool) -> Option<u128> {
    let mut best = 0;
    for symbol in (0..rules.symbols.len()).filter(|s| Some(*s) != rules.scatter) {
        let count = cells.iter().position(|cell| !rules.counts_as(*cell, symbol)).unwrap_or(cells.len());
        if count == cells.len() && !whole {
            return None;
        }
        let with_wild = cells[..count].iter().any(|cell| rules.is_wild_for(*cell, symbol));
        let factor = rules.wild.as_ref().filter(|_| with_wild).map_or(1, |wild| wild.multiplier);
        best = best.max(rules.pays[symbol][count] * factor);
    }
    Some(u128::from(best.unsigned_abs()))
}
