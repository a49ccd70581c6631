//! The checks of a definition's features.

use std::collections::BTreeMap;

use super::grid::shown;
use super::validate::{Checked, MULTIPLIER_MAX, UNITS_MAX, WEIGHT_MAX, check_reel_set, require, role_of};
use crate::definition::{BonusBuy, Chance, Evaluation, ReelSet, Role, SlotsDefinition};

const RESPINS_MAX: u32 = 20;
const CHANCE_MAX: u32 = 1_000_000;
const PRICE_MAX: i64 = 1_000;
const CONTRIBUTION_MAX: u32 = 300_000;
const PRIZES: [&str; 3] = ["mini", "minor", "major"];

/// Refuses the first feature that does not hold together.
pub(super) fn check(definition: &SlotsDefinition) -> Checked {
    check_alone(definition)?;
    check_hold_and_win(definition)?;
    check_expanding_wild(definition)?;
    check_mystery(definition)?;
    check_nudge(definition)?;
    check_expanding_symbol(definition)?;
    check_sticky_wilds(definition)?;
    check_heights(definition)?;
    check_levels(definition)?;
    check_jackpot(definition)?;
    definition.bonus_buy.as_ref().map_or(Ok(()), |buy| check_bonus_buy(definition, buy))
}

/// These features end a paid spin in their own way, so a game has one of them and no scatter.
fn check_alone(definition: &SlotsDefinition) -> Checked {
    let present = [
        ("hold_and_win", definition.hold_and_win.is_some()),
        ("expanding_wild", definition.expanding_wild.is_some()),
        ("nudge", definition.nudge.is_some()),
    ];
    let Some((first, _)) = present.iter().find(|(_, present)| *present) else { return Ok(()) };
    let alone = present.iter().filter(|(_, present)| *present).count() == 1
        && definition.scatter.is_none()
        && definition.tumble.is_none();
    require(alone, *first, || "goes with no scatter, no tumble and none of its like".into())?;
    require(matches!(definition.reel_set, ReelSet::Strips { .. }), *first, || "needs strips".into())
}

fn check_hold_and_win(definition: &SlotsDefinition) -> Checked {
    let coins = definition.symbols.iter().filter(|s| s.role == Role::Coin).count();
    require(coins == usize::from(definition.hold_and_win.is_some()), "hold_and_win", || {
        "a coin symbol and hold and win must both stand, once, or neither".into()
    })?;
    let Some(hold) = &definition.hold_and_win else { return Ok(()) };
    let cells = definition.reels * definition.rows;
    require((1..=cells).contains(&usize::from(hold.trigger)), "hold_and_win.trigger", || {
        format!("must be from 1 to {cells}")
    })?;
    require((1..=RESPINS_MAX).contains(&hold.respins), "hold_and_win.respins", || {
        format!("must be from 1 to {RESPINS_MAX}")
    })?;
    check_chance("hold_and_win.chance", hold.chance)?;
    require(!hold.values.is_empty(), "hold_and_win.values", || "needs a value".into())?;
    for (index, value) in hold.values.iter().enumerate() {
        let sound = (1..=UNITS_MAX).contains(&value.units) && (1..=WEIGHT_MAX).contains(&value.weight);
        require(sound, format!("hold_and_win.values[{index}]"), || {
            format!("units must be from 1 to {UNITS_MAX}, weights from 1 to {WEIGHT_MAX}")
        })?;
        let known = value.prize.as_ref().is_none_or(|prize| PRIZES.contains(&prize.as_str()));
        require(known, format!("hold_and_win.values[{index}].prize"), || {
            format!("must be one of {}", PRIZES.join(", "))
        })?;
    }
    require((0..=UNITS_MAX).contains(&hold.full_units), "hold_and_win.full_units", || {
        format!("must be from 0 to {UNITS_MAX}")
    })
}

fn check_expanding_wild(definition: &SlotsDefinition) -> Checked {
    let Some(rule) = &definition.expanding_wild else { return Ok(()) };
    check_ladder("expanding_wild.multipliers", &rule.multipliers)?;
    let lines = matches!(definition.evaluation, Evaluation::Lines { .. });
    require(lines && definition.wild.is_some(), "expanding_wild", || "needs lines and a wild".into())?;
    let ReelSet::Strips { strips } = &definition.reel_set else { return Ok(()) };
    let wild = |strip: &Vec<String>| strip.iter().any(|id| role_of(definition, id) == Some(Role::Wild));
    require(strips.iter().any(|strip| !wild(strip)), "expanding_wild", || {
        "a reel must stay without wilds, or a round might cover all of them".into()
    })
}

fn check_mystery(definition: &SlotsDefinition) -> Checked {
    let symbols = definition.symbols.iter().filter(|s| s.role == Role::Mystery).count();
    require(symbols == usize::from(definition.mystery.is_some()), "mystery", || {
        "a mystery symbol and its rule must both stand, once, or neither".into()
    })?;
    let Some(mystery) = &definition.mystery else { return Ok(()) };
    check_choice(definition, "mystery.weights", &mystery.weights)?;
    let free = definition.freespins.as_ref();
    let alone = definition.tumble.is_none()
        && definition.expanding_wild.is_none()
        && free.is_none_or(|free| free.expanding_symbol.is_none() && free.sticky_wilds.is_none());
    require(alone, "mystery", || "goes with no tumble and no expanding or sticky symbol".into())
}

fn check_nudge(definition: &SlotsDefinition) -> Checked {
    let Some(nudge) = &definition.nudge else { return Ok(()) };
    check_chance("nudge.chance", nudge.chance)?;
    require(definition.mystery.is_none(), "nudge", || "goes with no mystery".into())
}

fn check_expanding_symbol(definition: &SlotsDefinition) -> Checked {
    let Some(free) = &definition.freespins else { return Ok(()) };
    let Some(weights) = &free.expanding_symbol else { return Ok(()) };
    let at = "freespins.expanding_symbol";
    check_choice(definition, at, weights)?;
    let lines = matches!(definition.evaluation, Evaluation::Lines { .. });
    let strips = matches!(free.reel_set, ReelSet::Strips { .. });
    require(lines && strips, at, || "needs lines and strips".into())
}

fn check_sticky_wilds(definition: &SlotsDefinition) -> Checked {
    let Some(free) = &definition.freespins else { return Ok(()) };
    let by_reel = matches!(free.reel_set, ReelSet::ReelCells { .. });
    let at = "freespins.sticky_wilds";
    require(by_reel == free.sticky_wilds.is_some(), at, || {
        "go with cells drawn by weights of their reel, and these with them".into()
    })?;
    let (Some(sticky), ReelSet::ReelCells { weights }) = (&free.sticky_wilds, &free.reel_set) else {
        return Ok(());
    };
    check_ladder("freespins.sticky_wilds.ladder", &sticky.ladder)?;
    let ways = matches!(definition.evaluation, Evaluation::Ways);
    require(ways && definition.wild.is_some(), at, || "need ways and a wild".into())?;
    let scatter = |id: &String| role_of(definition, id).is_some_and(Role::is_scatter);
    require(!weights.iter().any(|reel| reel.keys().any(scatter)), at, || {
        "leave no room for more free spins: no scatter may be drawn".into()
    })?;
    let regular =
        |reel: &BTreeMap<String, u32>| reel.keys().any(|id| role_of(definition, id) == Some(Role::Regular));
    require(weights.iter().all(regular), at, || "need a regular symbol on every reel".into())
}

/// Whether something lays symbols over a window, or turns them, after it was drawn.
fn changes_windows(definition: &SlotsDefinition) -> bool {
    let free = definition.freespins.as_ref();
    definition.mystery.is_some()
        || definition.hold_and_win.is_some()
        || definition.expanding_wild.is_some()
        || definition.nudge.is_some()
        || free.is_some_and(|free| free.expanding_symbol.is_some() || free.sticky_wilds.is_some())
}

fn check_heights(definition: &SlotsDefinition) -> Checked {
    let whole = definition.tumble.as_ref().is_some_and(|tumble| tumble.whole);
    require(!(whole && changes_windows(definition)), "tumble.whole", || {
        "goes with nothing that changes a window after it was drawn".into()
    })?;
    let Some(heights) = &definition.heights else { return Ok(()) };
    let ways = matches!(definition.evaluation, Evaluation::Ways);
    let sets = [Some(&definition.reel_set), definition.freespins.as_ref().map(|free| &free.reel_set)];
    let strips = sets.into_iter().flatten().all(|set| matches!(set, ReelSet::Strips { .. }));
    let alone = !changes_windows(definition) && definition.bonus_buy.is_none();
    require(ways && strips && alone, "heights", || {
        "need ways on strips, and nothing else beside them".into()
    })?;
    require(heights.weights.len() == definition.reels, "heights.weights", || {
        "needs weights for every reel".into()
    })?;
    for (reel, weights) in heights.weights.iter().enumerate() {
        let sound = weights.iter().all(|(cells, weight)| {
            (1..=definition.rows).contains(&usize::from(*cells)) && (1..=WEIGHT_MAX).contains(weight)
        });
        require(sound && !weights.is_empty(), format!("heights.weights[{reel}]"), || {
            format!("heights must be from 1 to {}, weights from 1 to {WEIGHT_MAX}", definition.rows)
        })?;
    }
    Ok(())
}

fn check_levels(definition: &SlotsDefinition) -> Checked {
    let from_rung = definition.freespins.as_ref().and_then(|free| free.from_rung);
    let Some(levels) = &definition.levels else {
        return require(from_rung.is_none(), "freespins.from_rung", || "there is no ladder".into());
    };
    let clusters = matches!(definition.evaluation, Evaluation::Clusters);
    let whole = definition.tumble.as_ref().is_some_and(|tumble| tumble.whole);
    require(clusters && whole && definition.scatter.is_none(), "levels", || {
        "go with clusters and windows that leave as a whole, and with no scatter".into()
    })?;
    let tumbles = definition.tumble.as_ref().map_or(0, |tumble| tumble.max_tumbles);
    require(from_rung.is_none_or(|rung| rung < tumbles), "freespins.from_rung", || {
        "must be below the number of tumbles".into()
    })?;
    let sets = [Some(&definition.reel_set), definition.freespins.as_ref().map(|free| &free.reel_set)];
    for set in sets.into_iter().flatten() {
        let ReelSet::Cells { weights } = set else { return require(false, "levels", || "need cells".into()) };
        let stays = weights.keys().any(|id| !levels.leaving.contains(id));
        require(stays, "levels.leaving", || "a symbol must stay".into())?;
    }
    for id in &levels.leaving {
        let once = levels.leaving.iter().filter(|other| *other == id).count() == 1;
        require(once && role_of(definition, id) == Some(Role::Regular), "levels.leaving", || {
            format!("{id:?} is no regular symbol, or stands twice")
        })?;
    }
    Ok(())
}

fn check_bonus_buy(definition: &SlotsDefinition, buy: &BonusBuy) -> Checked {
    require((2..=PRICE_MAX).contains(&buy.cost_x), "bonus_buy.cost_x", || {
        format!("must be from 2 to {PRICE_MAX}")
    })?;
    check_reel_set(definition, "bonus_buy.reel_set", &buy.reel_set)?;
    let (ReelSet::Strips { strips }, Some(scatter), Some(_)) =
        (&buy.reel_set, &definition.scatter, &definition.freespins)
    else {
        return require(false, "bonus_buy", || "needs strips, and free spins to award".into());
    };
    let is_scatter: Vec<Vec<usize>> = strips
        .iter()
        .map(|strip| {
            strip.iter().map(|id| usize::from(role_of(definition, id).is_some_and(Role::is_scatter)))
        })
        .map(Iterator::collect)
        .collect();
    let fewest: usize = is_scatter
        .iter()
        .filter_map(|reel| {
            (0..reel.len()).map(|stop| shown(reel, stop, definition.rows).iter().sum::<usize>()).min()
        })
        .sum();
    let awarded = scatter.freespins.keys().next().is_some_and(|least| usize::from(*least) <= fewest);
    require(awarded, "bonus_buy.reel_set", || "every window must award free spins".into())
}

/// A weighted choice of regular symbols.
fn check_choice(definition: &SlotsDefinition, at: &str, weights: &BTreeMap<String, u32>) -> Checked {
    require(!weights.is_empty(), at, || "needs a weight".into())?;
    for (id, weight) in weights {
        require(role_of(definition, id) == Some(Role::Regular), at, || {
            format!("{id:?} is no regular symbol")
        })?;
        require((1..=WEIGHT_MAX).contains(weight), at, || {
            format!("the weight of {id:?} must be from 1 to {WEIGHT_MAX}")
        })?;
    }
    Ok(())
}

fn check_ladder(at: &str, ladder: &[i64]) -> Checked {
    let sound = !ladder.is_empty() && ladder.iter().all(|by| (1..=MULTIPLIER_MAX).contains(by));
    require(sound, at, || format!("must be a list of multipliers from 1 to {MULTIPLIER_MAX}"))
}

fn check_chance(at: &str, chance: Chance) -> Checked {
    let sound = (1..=CHANCE_MAX).contains(&chance.out_of) && (1..=chance.out_of).contains(&chance.of);
    require(sound, at, || format!("must be from 1 in {CHANCE_MAX} to certain"))
}

fn check_jackpot(definition: &SlotsDefinition) -> Checked {
    let Some(own) = &definition.jackpot else { return Ok(()) };
    let is_slug = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let sound = !own.identifier.is_empty() && own.identifier.bytes().all(is_slug);
    require(sound, "jackpot.identifier", || "is of lower-case letters, digits and hyphens".into())?;
    let within = (1..=CONTRIBUTION_MAX).contains(&own.contribution_ppm);
    require(within, "jackpot.contribution_ppm", || format!("must be from 1 to {CONTRIBUTION_MAX}"))
}
