//! The parts of a PAR sheet about a game's features.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::SlotsPar;
use super::figures::{contribution, decimal, percent};
use super::sheet::Page;
use crate::definition::{FreeSpins, HoldAndWin, SlotsDefinition};
use crate::slots::Rules;

/// The rows about what follows a paid spin.
pub(super) fn figures(page: &mut Page, rules: &Rules, par: &SlotsPar) {
    let units = BigInt::from(par.bet_units);
    let share = format!("{} %", percent(&(&par.feature_win / &units), 4));
    let (name, begun, counted, walk) = if rules.hold.is_some() {
        (
            "hold and win",
            "Probability of enough coins in the window of a paid spin.",
            "Walk over (coins, respins left) with the exact chance of every number of new coins; a coin is \
             worth the mean of the values.",
            "The same walk.",
        )
    } else if rules.expanding_wild.is_some() {
        (
            "respins",
            "Probability of a wild in the window of a paid spin.",
            "Every combination of stops of the reels left free, for each set of covered reels, and the walk \
             from set to set.",
            "The same walk.",
        )
    } else if rules.freespins.as_ref().is_some_and(|free| free.sticky.is_some()) {
        (
            "free spins",
            AWARDED,
            "Walk over (wilds on each reel, spins left) with the exact chance of every number of new wilds; \
             given its wilds a window pays the sum over symbols and runs of products of means.",
            "Fixed by the award.",
        )
    } else if rules.freespins.as_ref().is_some_and(|free| !free.expanding.is_empty()) {
        (
            "free spins",
            AWARDED,
            "For each symbol that may expand: every combination of stops, its expansion included, times the \
             mean number of spins; then by the symbols' weights.",
            "Walk over (spins left, spins awarded) with the exact award probabilities.",
        )
    } else if rules.leaving.is_some() {
        (
            "free spins",
            "Probability of a rung that awards them at the end of a paid spin.",
            "Their number times the mean pay of one, counted as the paid spin from the rung they begin on.",
            "Walk over (spins left, spins awarded) with the exact award probabilities.",
        )
    } else {
        (
            "free spins",
            AWARDED,
            "Mean number of free spins of a round times the mean pay of one; each is drawn alike, so this \
             is exact with retriggers and the cap on their number.",
            "Walk over (spins left, spins awarded) with the exact award probabilities.",
        )
    };
    page.row(&format!("of it the {name}"), &share, counted);
    let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
    let every = format!("1 in {} paid spins", decimal(&par.trigger.recip(), 2));
    page.row(&format!("{capital} begun"), &every, begun);
    let length = format!("{} steps", decimal(&par.feature_steps, 4));
    page.row(&format!("Mean length of the {name}"), &length, walk);
}

const AWARDED: &str = "Probability of enough scatters in the last window of a paid spin.";

/// The rows about the jackpot of the game alone.
pub(super) fn jackpot_figures(page: &mut Page, definition: &SlotsDefinition, par: &SlotsPar) {
    let Some(own) = &definition.jackpot else { return };
    let share = contribution(own);
    page.row(
        &format!("Contribution to the jackpot `{}`", own.identifier),
        &format!("{} % of each bet", percent(&share, 4)),
        "Stands in the definition. The operator adds it to the pots, which pay all of it to players; no draw of a \
         round depends on it. What cycles begin with comes on top and is not counted here.",
    );
    page.row(
        "Return with the contribution",
        &format!("{} %", percent(&(par.rtp() + share), 4)),
        "Return to player plus the contribution; exact, then rounded.",
    );
}

/// The rows about a bought round.
pub(super) fn bought_figures(page: &mut Page, par: &SlotsPar) {
    let Some(bought) = &par.bought else { return };
    page.row("Price of a bought round", &format!("{} × stake", bought.cost_x), "Stands in the definition.");
    page.row(
        "Return of a bought round",
        &format!("{} %", percent(&bought.rtp, 4)),
        "Per unit of its price, counted as the paid round is, with the bought spin's strips.",
    );
    page.row(
        "Standard deviation of a bought round",
        &format!("{:.3} prices", bought.standard_deviation),
        "From the same counts, for a price of 1.",
    );
}

/// The rules of the features, a line each.
pub(super) fn rules(page: &mut Page, definition: &SlotsDefinition) {
    let most = definition.freespins.as_ref().map_or(0, |free| free.max_total);
    for (count, spins) in definition.scatter.iter().flat_map(|scatter| &scatter.freespins) {
        page.line(&format!(
            "- {count} or more scatters award {spins} free spins{}.",
            if *spins < most { ", also during free spins" } else { "" }
        ));
    }
    if let Some(levels) = &definition.levels {
        page.line(&format!(
            "- Each win of a spin raises its ladder by a rung; a window on rung n is drawn without the first n of {}.",
            levels.leaving.join(", ")
        ));
        for (rung, spins) in &levels.freespins {
            page.line(&format!("- A spin that ends on rung {rung} or higher awards {spins} free spins."));
        }
    }
    if let Some(free) = &definition.freespins {
        freespins(page, free);
    }
    if let Some(hold) = &definition.hold_and_win {
        hold_and_win(page, hold, definition.bet_units);
    }
    if let Some(rule) = &definition.expanding_wild {
        page.line(&format!(
            "- A reel that shows a wild is covered by it; each spin that covers another reel is followed by \
             a respin of the rest. Wins are multiplied by {} for 0, 1, … covered reels.",
            ladder(&rule.multipliers)
        ));
    }
    if let Some(mystery) = &definition.mystery {
        let all: u32 = mystery.weights.values().sum();
        let weights: Vec<String> =
            mystery.weights.iter().map(|(id, weight)| format!("{id} {weight}/{all}")).collect();
        page.line(&format!(
            "- All mystery symbols of a window turn into the same symbol: {}.",
            weights.join(", ")
        ));
    }
    if let Some(nudge) = &definition.nudge {
        page.line(&format!(
            "- When no line wins and the last reel, moved by one place, would make one win, it is moved with \
             a chance of {} in {}; of two such moves the better.",
            nudge.chance.of, nudge.chance.out_of
        ));
    }
    if let Some(buy) = &definition.bonus_buy {
        page.line(&format!(
            "- For {} stakes a round can be bought whose paid spin awards free spins for certain, where the \
             player's licence allows it.",
            buy.cost_x
        ));
    }
}

fn freespins(page: &mut Page, free: &FreeSpins) {
    page.line(&format!(
        "- Free spins multiply every win by {}; a round has at most {} of them.",
        free.multiplier, free.max_total
    ));
    if let Some(rung) = free.from_rung {
        page.line(&format!("- Each free spin begins on rung {rung} of the ladder."));
    }
    if let Some(weights) = &free.expanding_symbol {
        let all: u32 = weights.values().sum();
        let chosen: Vec<String> = weights.iter().map(|(id, weight)| format!("{id} {weight}/{all}")).collect();
        page.line(&format!(
            "- One symbol is chosen for the free spins ({}). After the wins of a free spin it covers every \
             reel it shows on and pays on all lines, on any reels, when they are enough for a pay.",
            chosen.join(", ")
        ));
    }
    if let Some(sticky) = &free.sticky_wilds {
        page.line(&format!(
            "- A wild of a free spin stays until the last. Wins are multiplied by {} for 0, 1, … wilds in \
             the window.",
            ladder(&sticky.ladder)
        ));
    }
}

fn hold_and_win(page: &mut Page, hold: &HoldAndWin, bet_units: i64) {
    let stakes = |units: i64| decimal(&BigRational::new(units.into(), bet_units.into()), 2);
    page.line(&format!(
        "- {} or more coins are held; each other cell becomes a coin with a chance of {} in {} in each of {} \
         respins, which a new coin sets back to {}. Then all coins pay, and {} stakes more when every cell \
         holds one.",
        hold.trigger,
        hold.chance.of,
        hold.chance.out_of,
        hold.respins,
        hold.respins,
        stakes(hold.full_units)
    ));
    let all: u32 = hold.values.iter().map(|value| value.weight).sum();
    let values: Vec<String> = hold
        .values
        .iter()
        .map(|value| {
            let prize = value.prize.as_ref().map(|prize| format!(" ({prize})")).unwrap_or_default();
            format!("{}{prize} with {}/{all}", stakes(value.units), value.weight)
        })
        .collect();
    page.line(&format!("- A coin is worth, in stakes: {}.", values.join(", ")));
}

fn ladder(multipliers: &[i64]) -> String {
    multipliers.iter().map(|by| format!("×{by}")).collect::<Vec<_>>().join(", ")
}
