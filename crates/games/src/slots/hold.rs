//! Hold and win: coins with values of their own, and the respins that hold them.

use super::evaluate::number;
use super::rules::{Rules, SymbolIndex};
use crate::definition::{CoinValue, HoldAndWin};
use crate::fair::Stream;
use crate::outcome::{Coin, FeatureState, Position, SlotsStep, SpinKind, Win, WinKind, Window};

/// Draws a value for every coin of a paid window, in order of reel and row.
pub(super) fn values(
    hold: &HoldAndWin,
    positions: &[Position],
    unit_cents: i64,
    stream: &mut Stream,
) -> Vec<Coin> {
    positions.iter().map(|position| draw_coin(hold, *position, unit_cents, stream)).collect()
}

/// What follows a paid spin that shows these coins.
pub(super) fn begins(hold: &HoldAndWin, coins: &[Coin]) -> Option<FeatureState> {
    (coins.len() >= usize::from(hold.trigger)).then(|| FeatureState::HoldAndWin {
        respins_left: hold.respins,
        respins: hold.respins,
        coins: coins.to_vec(),
    })
}

/// Draws every free cell anew, in order of reel and row: first whether it is a coin, then what the
/// coin is worth. Answers the step and what is still due; the last step pays all coins.
pub(super) fn respin(
    rules: &Rules,
    hold: &HoldAndWin,
    (coin, respins_left, held): (SymbolIndex, u32, &[Coin]),
    unit_cents: i64,
    stream: &mut Stream,
) -> (SlotsStep, Option<FeatureState>) {
    let mut coins = Vec::with_capacity(rules.cells());
    for position in (0..rules.reels).flat_map(|reel| (0..rules.rows).map(move |row| (reel, row))) {
        match held.iter().find(|coin| coin.position == position) {
            Some(kept) => coins.push(kept.clone()),
            None if stream.uniform(hold.chance.out_of) < hold.chance.of => {
                coins.push(draw_coin(hold, position, unit_cents, stream));
            }
            None => {}
        }
    }
    let left = if coins.len() > held.len() { hold.respins } else { respins_left - 1 };
    let full = coins.len() == rules.cells();
    let mut step = SlotsStep::shown(SpinKind::Respin, Vec::new(), window(rules, coin, &coins));
    let state = if full || left == 0 {
        step.wins = pay(rules, hold, coin, &coins, unit_cents);
        step.win_cents = step.wins.iter().fold(0, |sum: i64, win| sum.saturating_add(win.amount_cents));
        None
    } else {
        Some(FeatureState::HoldAndWin { respins_left: left, respins: hold.respins, coins: coins.clone() })
    };
    step.coins = coins;
    (step, state)
}

/// Whether held coins can stand in this game at this stake.
pub(super) fn sound(
    rules: &Rules,
    hold: &HoldAndWin,
    (respins_left, respins, coins): (u32, u32, &[Coin]),
    unit_cents: i64,
) -> bool {
    let fits = |coin: &Coin| {
        let worth = |value: &CoinValue| value.units * unit_cents == coin.amount_cents;
        coin.position.0 < rules.reels && coin.position.1 < rules.rows && hold.values.iter().any(worth)
    };
    (1..=respins).contains(&respins_left)
        && respins == hold.respins
        && coins.len() >= usize::from(hold.trigger)
        && coins.is_sorted_by(|a, b| a.position < b.position)
        && coins.iter().all(fits)
}

fn draw_coin(hold: &HoldAndWin, position: Position, unit_cents: i64, stream: &mut Stream) -> Coin {
    let all = hold.values.iter().map(|value| value.weight).sum();
    let mut rest = stream.uniform(all);
    for value in &hold.values {
        if rest < value.weight {
            let amount_cents = value.units.saturating_mul(unit_cents);
            return Coin { position, amount_cents, prize: value.prize.clone() };
        }
        rest -= value.weight;
    }
    unreachable!("uniform stays below the sum of the weights")
}

fn pay(rules: &Rules, hold: &HoldAndWin, coin: SymbolIndex, coins: &[Coin], unit_cents: i64) -> Vec<Win> {
    let win = |kind, amount_cents| Win {
        kind,
        symbol: rules.symbols[coin].clone(),
        count: number(coins.len()),
        line: None,
        ways: None,
        positions: coins.iter().map(|coin| coin.position).collect(),
        amount_cents,
    };
    let sum = coins.iter().fold(0, |sum: i64, coin| sum.saturating_add(coin.amount_cents));
    let mut wins = vec![win(WinKind::Coins, sum)];
    if coins.len() == rules.cells() && hold.full_units > 0 {
        wins.push(win(WinKind::Full, hold.full_units.saturating_mul(unit_cents)));
    }
    wins
}

/// The window of a respin: coins, and blanks where a cell is free.
fn window(rules: &Rules, coin: SymbolIndex, coins: &[Coin]) -> Window {
    let mut window = vec![vec![String::new(); rules.rows]; rules.reels];
    for Coin { position: (reel, row), .. } in coins {
        window[*reel][*row].clone_from(&rules.symbols[coin]);
    }
    window
}
