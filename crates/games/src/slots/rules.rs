//! A checked definition with symbols as numbers, so that playing and counting need no look-ups by name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::definition::{
    Chance, Evaluation, ExpandingWild, HoldAndWin, ReelSet, Role, SlotsDefinition, StickyWilds,
};
use crate::error::DefinitionError;
use crate::outcome::Window;

/// A symbol: its index in the definition's list.
pub type SymbolIndex = usize;

/// Symbols by reel and row.
pub type Grid = Vec<Vec<SymbolIndex>>;

/// The rules of a slots game.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Number of reels.
    pub reels: usize,
    /// Number of rows.
    pub rows: usize,
    /// Symbol ids.
    pub symbols: Vec<String>,
    /// The symbols that pay by the evaluation, in the definition's order.
    pub regular: Vec<SymbolIndex>,
    /// The wild.
    pub wild: Option<WildRule>,
    /// The scatter.
    pub scatter: Option<SymbolIndex>,
    /// What makes a win.
    pub evaluation: Evaluation,
    /// `pays[symbol][count]` in units, the scatter's included; every count up to the number of cells.
    pub pays: Vec<Vec<i64>>,
    /// Where a paid spin's symbols come from.
    pub source: Source,
    /// The free spins.
    pub freespins: Option<FreeRule>,
    /// `awards[scatter count, or rung]` in free spins.
    awards: Vec<u32>,
    /// `heights[reel][cells - 1]`: weight of a reel's showing so many cells; `None` when all show every row.
    pub heights: Option<Vec<Vec<u32>>>,
    /// Whether the whole window leaves after a win.
    pub whole: bool,
    /// The symbols that leave the ladder's windows one by one; `None` without a ladder.
    pub leaving: Option<Vec<SymbolIndex>>,
    /// Multiplier by tumble; empty when the game does not tumble.
    ladder: Vec<i64>,
    tumbles_max: usize,
    /// The coin of hold and win.
    pub coin: Option<SymbolIndex>,
    /// Hold and win.
    pub hold: Option<HoldAndWin>,
    /// Expanding wilds.
    pub expanding_wild: Option<ExpandingWild>,
    /// The mystery symbol.
    pub mystery: Option<MysteryRule>,
    /// The chance of a nudge.
    pub nudge: Option<Chance>,
    /// Where the paid spin of a bought round comes from.
    pub bought: Option<Source>,
}

/// The mystery symbol's rule.
#[derive(Debug, Clone)]
pub struct MysteryRule {
    /// The mystery symbol itself.
    pub symbol: SymbolIndex,
    /// Weight by symbol.
    pub weights: Vec<u32>,
}

/// The wild's rule.
#[derive(Debug, Clone)]
pub struct WildRule {
    /// The wild itself.
    pub symbol: SymbolIndex,
    /// Multiplier of a line win that holds it.
    pub multiplier: i64,
    /// By symbol: whether the wild stands for it.
    pub stands_for: Vec<bool>,
}

/// The free spins' rule.
#[derive(Debug, Clone)]
pub struct FreeRule {
    /// Most free spins of a round.
    pub max_total: u32,
    /// Multiplier of every win.
    pub multiplier: i64,
    /// Where their symbols come from.
    pub source: Source,
    /// Weight by symbol of being chosen to expand; empty when none does.
    pub expanding: Vec<u32>,
    /// Sticky wilds.
    pub sticky: Option<StickyWilds>,
    /// The rung that each of them begins on.
    pub from_rung: usize,
}

/// Where symbols come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A strip per reel.
    Strips(Vec<Vec<SymbolIndex>>),
    /// Weight by symbol, in the definition's order.
    Cells(Vec<u32>),
    /// `[reel]`: weight by symbol.
    ReelCells(Vec<Vec<u32>>),
}

impl Rules {
    /// Reads a definition that passed the checks.
    pub(super) fn compile(definition: &SlotsDefinition) -> Result<Self, DefinitionError> {
        let symbols: Vec<String> = definition.symbols.iter().map(|s| s.id.clone()).collect();
        let of_role = |wanted: fn(Role) -> bool| definition.symbols.iter().position(|s| wanted(s.role));
        let scatter = of_role(Role::is_scatter);
        let weights = |table: &BTreeMap<String, u32>| weights_of(&symbols, table);
        let wild = definition.wild.as_ref().zip(of_role(Role::is_wild)).map(|(wild, symbol)| WildRule {
            symbol,
            multiplier: wild.multiplier,
            stands_for: definition
                .symbols
                .iter()
                .map(|s| {
                    s.role == Role::Regular
                        && wild.substitutes_for.as_ref().is_none_or(|list| list.contains(&s.id))
                })
                .collect(),
        });

        let cells = definition.reels * definition.rows;
        let pays = definition
            .symbols
            .iter()
            .map(|symbol| {
                let by_count = match symbol.role {
                    Role::Scatter | Role::WildScatter => definition.scatter.as_ref().map(|s| &s.pays),
                    Role::Regular | Role::Wild => definition.pays.get(&symbol.id),
                    Role::Coin | Role::Mystery => None,
                };
                spread(cells, |count| by_count.and_then(|p| p.range(..=count).next_back()).map(|(_, v)| *v))
            })
            .collect();
        let awards = spread(cells, |count| {
            let by_level = definition.levels.as_ref().map(|levels| &levels.freespins);
            let table = by_level.or(definition.scatter.as_ref().map(|scatter| &scatter.freespins))?;
            table.range(..=count).next_back().map(|(_, spins)| *spins)
        });
        let heights = definition.heights.as_ref().map(|heights| {
            let of_reel = |weights: &BTreeMap<u16, u32>| {
                (1..=definition.rows)
                    .map(|cells| u16::try_from(cells).ok().and_then(|cells| weights.get(&cells)).copied())
                    .map(Option::unwrap_or_default)
                    .collect()
            };
            heights.weights.iter().map(of_reel).collect::<Vec<Vec<u32>>>()
        });
        let leaving = definition.levels.as_ref().map(|levels| {
            let index = |id: &String| symbols.iter().position(|symbol| symbol == id);
            levels.leaving.iter().filter_map(index).collect()
        });

        let freespins = match &definition.freespins {
            None => None,
            Some(free) => Some(FreeRule {
                max_total: free.max_total,
                multiplier: free.multiplier,
                source: Source::compile(&symbols, &free.reel_set)?,
                expanding: free.expanding_symbol.as_ref().map(weights).unwrap_or_default(),
                sticky: free.sticky_wilds.clone(),
                from_rung: free.from_rung.unwrap_or_default() as usize,
            }),
        };
        let mystery = definition.mystery.as_ref().zip(of_role(|role| role == Role::Mystery));
        let bought = definition.bonus_buy.as_ref().map(|buy| Source::compile(&symbols, &buy.reel_set));
        Ok(Self {
            reels: definition.reels,
            rows: definition.rows,
            regular: (0..symbols.len()).filter(|&s| definition.symbols[s].role == Role::Regular).collect(),
            wild,
            scatter,
            evaluation: definition.evaluation.clone(),
            pays,
            source: Source::compile(&symbols, &definition.reel_set)?,
            freespins,
            awards,
            heights,
            whole: definition.tumble.as_ref().is_some_and(|tumble| tumble.whole),
            leaving,
            ladder: definition.tumble.as_ref().map(|t| t.multipliers.clone()).unwrap_or_default(),
            tumbles_max: definition.tumble.as_ref().map_or(0, |t| t.max_tumbles as usize),
            coin: of_role(|role| role == Role::Coin),
            hold: definition.hold_and_win.clone(),
            expanding_wild: definition.expanding_wild.clone(),
            mystery: mystery.map(|(rule, symbol)| MysteryRule { symbol, weights: weights(&rule.weights) }),
            nudge: definition.nudge.as_ref().map(|nudge| nudge.chance),
            bought: bought.transpose()?,
            symbols,
        })
    }

    /// Most tumbles of a spin.
    pub fn tumbles_max(&self) -> usize {
        self.tumbles_max
    }

    /// Multiplier of the wins after so many tumbles.
    pub fn tumble_multiplier(&self, tumbles: usize) -> i64 {
        rung(&self.ladder, tumbles)
    }

    /// Where the symbols of a window on a rung of the ladder come from: without those that have left.
    pub fn source_at<'a>(&self, source: &'a Source, at: usize) -> Cow<'a, Source> {
        match (source, &self.leaving) {
            (Source::Cells(weights), Some(leaving)) if at > 0 => {
                let mut left = weights.clone();
                for symbol in leaving.iter().take(at) {
                    left[*symbol] = 0;
                }
                Cow::Owned(Source::Cells(left))
            }
            _ => Cow::Borrowed(source),
        }
    }

    /// Cells of the window; the most of them where heights change.
    pub fn cells(&self) -> usize {
        self.reels * self.rows
    }

    /// Multiplier of every win when so many reels are covered by their wild.
    pub fn covered_multiplier(&self, reels: usize) -> i64 {
        self.expanding_wild.as_ref().map_or(1, |rule| rung(&rule.multipliers, reels))
    }

    /// What an expanding symbol pays on all lines together for so many reels, in units.
    pub fn expanded_units(&self, symbol: SymbolIndex, reels: usize) -> i64 {
        let Evaluation::Lines { lines } = &self.evaluation else { return 0 };
        self.pays[symbol][reels].saturating_mul(i64::try_from(lines.len()).unwrap_or(i64::MAX))
    }

    /// Free spins awarded by so many scatters, or by the rung that a spin has ended on.
    pub fn freespins_for(&self, mark: usize) -> u32 {
        self.awards.get(mark).copied().unwrap_or(0)
    }

    /// Whether a cell counts as `symbol` for the evaluation.
    pub fn counts_as(&self, cell: SymbolIndex, symbol: SymbolIndex) -> bool {
        cell == symbol || self.is_wild_for(cell, symbol)
    }

    /// Whether a cell is a wild that stands for `symbol`.
    pub fn is_wild_for(&self, cell: SymbolIndex, symbol: SymbolIndex) -> bool {
        self.wild.as_ref().is_some_and(|wild| wild.symbol == cell && wild.stands_for[symbol])
    }

    /// The symbols' ids.
    pub(super) fn name(&self, grid: &Grid) -> Window {
        grid.iter().map(|reel| reel.iter().map(|&s| self.symbols[s].clone()).collect()).collect()
    }
}

impl Source {
    fn compile(symbols: &[String], set: &ReelSet) -> Result<Self, DefinitionError> {
        let index = |id: &String| {
            symbols
                .iter()
                .position(|s| s == id)
                .ok_or_else(|| DefinitionError::invalid("reel_set", format!("no symbol {id:?}")))
        };
        Ok(match set {
            ReelSet::Strips { strips } => Self::Strips(
                strips.iter().map(|strip| strip.iter().map(index).collect()).collect::<Result<_, _>>()?,
            ),
            ReelSet::Cells { weights } => Self::Cells(weights_of(symbols, weights)),
            ReelSet::ReelCells { weights } => {
                Self::ReelCells(weights.iter().map(|reel| weights_of(symbols, reel)).collect())
            }
        })
    }
}

/// The rung of a ladder of multipliers; the last one stays, and none is 1.
pub(crate) fn rung(ladder: &[i64], at: usize) -> i64 {
    ladder.get(at).or(ladder.last()).copied().unwrap_or(1)
}

/// Weight by symbol, 0 where the table names none.
fn weights_of(symbols: &[String], table: &BTreeMap<String, u32>) -> Vec<u32> {
    symbols.iter().map(|symbol| table.get(symbol).copied().unwrap_or(0)).collect()
}

/// A table by count from 0 to `cells`.
fn spread<T: Default>(cells: usize, value: impl Fn(u16) -> Option<T>) -> Vec<T> {
    (0..=cells).map(|count| u16::try_from(count).ok().and_then(&value).unwrap_or_default()).collect()
}
