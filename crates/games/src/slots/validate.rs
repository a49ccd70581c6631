//! The checks of a slots definition: after them nothing in the kernel can fail.

use std::collections::{BTreeMap, BTreeSet};

use super::validate_features;
use crate::definition::{ByCount, Evaluation, ReelSet, Role, SlotsDefinition};
use crate::error::DefinitionError;

const SIDE_MAX: usize = 8;
const STRIP_MAX: usize = 1_000;
pub(super) const WEIGHT_MAX: u32 = 1_000_000;
pub(super) const UNITS_MAX: i64 = 10_000_000;
pub(super) const MULTIPLIER_MAX: i64 = 10_000;
const FREESPINS_MAX: u32 = 1_000;
const TUMBLES_MAX: u32 = 100;

pub(super) type Checked = Result<(), DefinitionError>;

/// Refuses the first thing that does not hold together.
pub(super) fn check(definition: &SlotsDefinition) -> Checked {
    check_frame(definition)?;
    check_symbols(definition)?;
    check_evaluation(definition)?;
    check_pays(definition)?;
    check_reel_set(definition, "reel_set", &definition.reel_set)?;
    check_scatter(definition)?;
    check_freespins(definition)?;
    check_tumble(definition)?;
    validate_features::check(definition)
}

fn check_frame(definition: &SlotsDefinition) -> Checked {
    check_identifier(&definition.identifier)?;
    for (at, side) in [("reels", definition.reels), ("rows", definition.rows)] {
        require((1..=SIDE_MAX).contains(&side), at, || format!("must be from 1 to {SIDE_MAX}"))?;
    }
    require((1..=10_000).contains(&definition.bet_units), "bet_units", || "must be from 1 to 10000".into())?;
    require((1..=1_000_000).contains(&definition.max_win_x), "max_win_x", || {
        "must be from 1 to 1000000".into()
    })
}

/// An identifier is `{provider}/{slug}` of lower-case letters, digits and hyphens.
pub(crate) fn check_identifier(identifier: &str) -> Checked {
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let sound = identifier.split_once('/').is_some_and(|(provider, slug)| word(provider) && word(slug));
    require(sound, "identifier", || format!("{identifier:?} is not provider/slug in lower case"))
}

fn check_symbols(definition: &SlotsDefinition) -> Checked {
    let ids: BTreeSet<&str> = definition.symbols.iter().map(|s| s.id.as_str()).collect();
    require(ids.len() == definition.symbols.len(), "symbols", || "an id stands twice".into())?;
    let count = |wanted: fn(Role) -> bool| definition.symbols.iter().filter(|s| wanted(s.role)).count();
    require(count(|role| role == Role::Regular) >= 1, "symbols", || "a regular symbol is needed".into())?;
    require(count(Role::is_wild) == usize::from(definition.wild.is_some()), "wild", || {
        "a wild symbol and the wild's rule must both stand, once, or neither".into()
    })?;
    require(count(Role::is_scatter) == usize::from(definition.scatter.is_some()), "scatter", || {
        "a scatter symbol and the scatter's rule must both stand, once, or neither".into()
    })?;

    let Some(wild) = &definition.wild else { return Ok(()) };
    require((1..=MULTIPLIER_MAX).contains(&wild.multiplier), "wild.multiplier", || {
        format!("must be from 1 to {MULTIPLIER_MAX}")
    })?;
    for id in wild.substitutes_for.iter().flatten() {
        require(role_of(definition, id) == Some(Role::Regular), "wild.substitutes_for", || {
            format!("{id:?} is no regular symbol")
        })?;
    }
    Ok(())
}

fn check_evaluation(definition: &SlotsDefinition) -> Checked {
    match &definition.evaluation {
        Evaluation::Lines { lines } => {
            let distinct: BTreeSet<&Vec<usize>> = lines.iter().collect();
            require(!lines.is_empty() && distinct.len() == lines.len(), "evaluation.lines", || {
                "lines must exist and differ".into()
            })?;
            for (index, line) in lines.iter().enumerate() {
                let fits = line.len() == definition.reels && line.iter().all(|row| *row < definition.rows);
                require(fits, format!("evaluation.lines[{index}]"), || {
                    "must name a row of the window for every reel".into()
                })?;
            }
            Ok(())
        }
        Evaluation::Clusters => require(definition.wild.is_none(), "wild", || "clusters know no wild".into()),
        Evaluation::Ways | Evaluation::PayAnywhere => {
            require(definition.wild.as_ref().is_none_or(|w| w.multiplier == 1), "wild.multiplier", || {
                "only line wins know a wild multiplier".into()
            })
        }
    }
}

fn check_pays(definition: &SlotsDefinition) -> Checked {
    let lines = matches!(definition.evaluation, Evaluation::Lines { .. });
    for (id, by_count) in &definition.pays {
        let at = format!("pays.{id}");
        let payable = match role_of(definition, id) {
            Some(Role::Regular) => true,
            Some(Role::Wild) => lines,
            Some(Role::Scatter | Role::WildScatter | Role::Coin | Role::Mystery) | None => false,
        };
        require(payable, at.clone(), || "not a symbol that pays by this evaluation".into())?;
        let most = match definition.evaluation {
            Evaluation::PayAnywhere | Evaluation::Clusters => definition.reels * definition.rows,
            Evaluation::Lines { .. } | Evaluation::Ways => definition.reels,
        };
        check_by_count(&at, by_count, most)?;
    }
    for symbol in definition.symbols.iter().filter(|s| s.role == Role::Regular) {
        require(definition.pays.contains_key(&symbol.id), "pays", || {
            format!("{:?} pays nothing", symbol.id)
        })?;
    }
    Ok(())
}

/// Pays must be positive and must not fall with the count.
fn check_by_count(at: &str, pays: &ByCount<i64>, count_max: usize) -> Checked {
    let counts = pays.keys().all(|count| *count >= 1 && usize::from(*count) <= count_max);
    require(counts, at, || format!("counts must be from 1 to {count_max}"))?;
    let units: Vec<i64> = pays.values().copied().collect();
    require(units.iter().all(|u| (1..=UNITS_MAX).contains(u)), at, || {
        format!("pays must be from 1 to {UNITS_MAX} units")
    })?;
    require(units.is_sorted(), at, || "a higher count must not pay less".into())
}

pub(super) fn check_reel_set(definition: &SlotsDefinition, at: &str, set: &ReelSet) -> Checked {
    match set {
        ReelSet::Strips { strips } => {
            require(strips.len() == definition.reels, at, || "needs a strip for every reel".into())?;
            for (reel, strip) in strips.iter().enumerate() {
                let at = format!("{at}.strips[{reel}]");
                require((definition.rows..=STRIP_MAX).contains(&strip.len()), at.clone(), || {
                    format!("must hold from {} to {STRIP_MAX} symbols", definition.rows)
                })?;
                for id in strip {
                    let role = role_of(definition, id);
                    require(role.is_some(), at.clone(), || format!("no symbol {id:?}"))?;
                    check_first_reel(definition, &at, reel, role)?;
                }
            }
            Ok(())
        }
        ReelSet::Cells { weights } => {
            let by_cell = matches!(definition.evaluation, Evaluation::PayAnywhere | Evaluation::Clusters);
            require(by_cell, at, || {
                "cells are drawn one by one only in a pay-anywhere game, or one of clusters".into()
            })?;
            check_weights(definition, at, weights)
        }
        ReelSet::ReelCells { weights } => {
            require(weights.len() == definition.reels, at, || "needs weights for every reel".into())?;
            for (reel, weights) in weights.iter().enumerate() {
                let at = format!("{at}.weights[{reel}]");
                check_weights(definition, &at, weights)?;
                for id in weights.keys() {
                    check_first_reel(definition, &at, reel, role_of(definition, id))?;
                }
            }
            Ok(())
        }
    }
}

fn check_weights(definition: &SlotsDefinition, at: &str, weights: &BTreeMap<String, u32>) -> Checked {
    for (id, weight) in weights {
        require(role_of(definition, id).is_some(), at, || format!("no symbol {id:?}"))?;
        require((1..=WEIGHT_MAX).contains(weight), at, || {
            format!("the weight of {id:?} must be from 1 to {WEIGHT_MAX}")
        })?;
    }
    require(!weights.is_empty(), at, || "needs a weight".into())
}

fn check_first_reel(definition: &SlotsDefinition, at: &str, reel: usize, role: Option<Role>) -> Checked {
    let ways = matches!(definition.evaluation, Evaluation::Ways);
    require(!(ways && reel == 0 && role.is_some_and(Role::is_wild)), at, || {
        "a ways game has no wild on its first reel: it would count for every symbol".into()
    })
}

fn check_scatter(definition: &SlotsDefinition) -> Checked {
    let cells = definition.reels * definition.rows;
    let mut awarded = false;
    if let Some(scatter) = &definition.scatter {
        check_by_count("scatter.pays", &scatter.pays, cells)?;
        check_awards("scatter.freespins", &scatter.freespins, cells)?;
        awarded |= !scatter.freespins.is_empty();
    }
    if let Some(levels) = &definition.levels {
        check_awards("levels.freespins", &levels.freespins, cells)?;
        awarded |= !levels.freespins.is_empty();
    }
    require(awarded == definition.freespins.is_some(), "freespins", || {
        "free spins and an award for them must both stand or neither".into()
    })
}

fn check_awards(at: &str, freespins: &ByCount<u32>, count_max: usize) -> Checked {
    for (count, spins) in freespins {
        let sound = *count >= 1 && usize::from(*count) <= count_max && (1..=FREESPINS_MAX).contains(spins);
        require(sound, at, || {
            format!("counts must be from 1 to {count_max}, awards from 1 to {FREESPINS_MAX}")
        })?;
    }
    let awards: Vec<u32> = freespins.values().copied().collect();
    require(awards.is_sorted(), at, || "a higher count must not award less".into())
}

fn check_freespins(definition: &SlotsDefinition) -> Checked {
    let Some(free) = &definition.freespins else { return Ok(()) };
    require((1..=FREESPINS_MAX).contains(&free.max_total), "freespins.max_total", || {
        format!("must be from 1 to {FREESPINS_MAX}")
    })?;
    require((1..=MULTIPLIER_MAX).contains(&free.multiplier), "freespins.multiplier", || {
        format!("must be from 1 to {MULTIPLIER_MAX}")
    })?;
    check_reel_set(definition, "freespins.reel_set", &free.reel_set)
}

fn check_tumble(definition: &SlotsDefinition) -> Checked {
    let Some(tumble) = &definition.tumble else { return Ok(()) };
    require((1..=TUMBLES_MAX).contains(&tumble.max_tumbles), "tumble.max_tumbles", || {
        format!("must be from 1 to {TUMBLES_MAX}")
    })?;
    let multipliers =
        !tumble.multipliers.is_empty() && tumble.multipliers.iter().all(|m| (1..=MULTIPLIER_MAX).contains(m));
    require(multipliers, "tumble.multipliers", || {
        format!("must be a list of multipliers from 1 to {MULTIPLIER_MAX}")
    })?;
    if tumble.whole {
        return Ok(());
    }
    let free = definition.freespins.as_ref().map(|free| &free.reel_set);
    let bought = definition.bonus_buy.as_ref().map(|buy| &buy.reel_set);
    let sets = [Some(&definition.reel_set), free, bought];
    let by_cell = sets.into_iter().flatten().all(|set| matches!(set, ReelSet::Cells { .. }));
    require(by_cell, "tumble", || "only cells drawn one by one can tumble alone".into())
}

pub(super) fn role_of(definition: &SlotsDefinition, id: &str) -> Option<Role> {
    definition.symbols.iter().find(|s| s.id == id).map(|s| s.role)
}

pub(super) fn require(holds: bool, at: impl Into<String>, reason: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(DefinitionError::invalid(at, reason())) }
}
