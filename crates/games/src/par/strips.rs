//! Counting a spin of a strip game: every combination of stops, each equally likely.
//!
//! This does not use the kernel's evaluation. It walks the reels from the left and carries, for each
//! line (or for each symbol of a ways game), what is still undecided; a line that no further reel can
//! lengthen is booked at once, so most combinations cost almost nothing. That the kernel pays the
//! same is checked by tests.

use crate::definition::Evaluation;
use crate::slots::{Rules, SymbolIndex, grid};

/// What the combinations with one number of scatters come to, in units.
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
    fn book(&mut self, units: u128, combinations: u128) {
        self.count += combinations;
        self.hits += if units > 0 { combinations } else { 0 };
        self.sum += units * combinations;
        self.sum_square += units * units * combinations;
        self.max = self.max.max(units);
    }
}

/// Tallies by number of scatters, over every combination of stops.
pub(super) fn count(rules: &Rules, strips: &[Vec<SymbolIndex>]) -> Vec<Tally> {
    let shown: Vec<Vec<Shown>> = strips.iter().map(|strip| every_stop(rules, strip)).collect();
    let mut walk = Walk {
        scatters_after: scatters_after(&shown, rules.reels * rules.rows),
        pays: Undecided::new(rules),
        rules,
        shown,
        tallies: vec![Tally::default(); rules.reels * rules.rows + 1],
    };
    let open = walk.pays.all_open();
    walk.descend(0, 0, &open, 0);
    walk.tallies
}

/// What a reel shows at one stop.
struct Shown {
    cells: Vec<SymbolIndex>,
    scatters: usize,
}

fn every_stop(rules: &Rules, strip: &[SymbolIndex]) -> Vec<Shown> {
    (0..strip.len())
        .map(|stop| {
            let cells = grid::shown(strip, stop, rules.rows);
            let scatters = cells.iter().filter(|cell| Some(**cell) == rules.scatter).count();
            Shown { cells, scatters }
        })
        .collect()
}

/// `[reel][n]`: combinations of the reels from `reel` on that show `n` scatters together.
fn scatters_after(shown: &[Vec<Shown>], cells: usize) -> Vec<Vec<u128>> {
    let mut none = vec![0; cells + 1];
    none[0] = 1;
    let mut after = vec![none];
    for stops in shown.iter().rev() {
        let mut here = vec![0; cells + 1];
        for stop in stops {
            for (n, combinations) in after[after.len() - 1].iter().enumerate().filter(|(_, c)| **c > 0) {
                here[n + stop.scatters] += combinations;
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
    scatters_after: Vec<Vec<u128>>,
    pays: Undecided,
    tallies: Vec<Tally>,
}

impl Walk<'_> {
    /// `booked` units are certain after the reels before `reel`; `open` is not decided yet.
    fn descend(&mut self, reel: usize, booked: u128, open: &[Open], scatters: usize) {
        if open.is_empty() || reel == self.rules.reels {
            for more in 0..self.tallies.len() - scatters {
                let combinations = self.scatters_after[reel][more];
                if combinations > 0 {
                    self.book(booked, scatters + more, combinations);
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
            let scatters = scatters + shown.scatters;
            self.descend(reel + 1, units, &still_open, scatters);
        }
    }

    fn book(&mut self, units: u128, scatters: usize, combinations: u128) {
        let scatter_pay = self.rules.scatter.map_or(0, |symbol| self.rules.pays[symbol][scatters]);
        self.tallies[scatters].book(units + u128::from(scatter_pay.unsigned_abs()), combinations);
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
            Evaluation::Ways | Evaluation::PayAnywhere => Self::Ways { symbols: rules.regular.clone() },
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
fn line_pay(rules: &Rules, cells: &[SymbolIndex], whole: bool) -> Option<u128> {
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
