//! Terms that are hard on players, so that whoever writes an offer sees it before a player does.

use crate::{Terms, WagerBase, requirement};

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Bets that somebody makes in an hour of play.
const BETS_PER_HOUR: i64 = 600;

/// How long somebody plays on a day.
const HOURS_PER_DAY: i64 = 2;

/// A bonus that has to be wagered more often is hardly ever won.
const WAGER_FAIR: i64 = 50;

/// The same where the deposit has to be wagered as well.
const WAGER_WITH_DEPOSIT_FAIR: i64 = 30;

/// Less than so many times the bonus is a low bound of what becomes money.
const WIN_MAX_FAIR: i64 = 5;

/// More than so many percent of the bonus is a lot to lose as a rest.
const LOST_BELOW_FAIR: i64 = 5;

/// When fewer games of a hundred count, most do not.
const COUNTING_FAIR: i64 = 50;

/// What counts below so many percent counts little.
const CONTRIBUTION_FAIR: i64 = 50;

/// An offer as a player gets it in one currency. Amounts are in subunits.
#[derive(Debug, Clone, Copy)]
pub struct Promise<'a> {
    /// Its terms.
    pub terms: &'a Terms,
    /// What it gives; of free spins what their stakes come to.
    pub amount: i64,
    /// The deposit that it comes with; 0 without one.
    pub deposit: i64,
    /// How long it can be activated, in milliseconds.
    pub activatable_ms: i64,
    /// Of a hundred games, how many count anything.
    pub counting: i64,
}

/// Why terms are hard on players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    /// Not even the bonus itself can become money in full.
    WinMaxBelowBonus,
    /// What is won beyond a few times the bonus is taken away at the end.
    WithholdsWinnings,
    /// The bonus itself never becomes money, only what is won beyond it.
    Sticky,
    /// The multiple is high.
    WagerHigh,
    /// The multiple of bonus and deposit together is high.
    WagerWithDepositHigh,
    /// Even at the largest bet nobody gets through in the time that there is.
    TooShort,
    /// It is gone when nobody looks for a day.
    ActivationShort,
    /// A withdrawal takes the bonus and what was won with it.
    CancelsOnCashout,
    /// A large rest is taken away.
    LostBelowHigh,
    /// Most games count nothing.
    FewGamesCount,
    /// Other games than those that are named count little.
    CountsLittle,
}

/// How many bets somebody makes in so many milliseconds who plays two hours a day.
pub const fn playable_bets(valid_ms: i64) -> i64 {
    let hours = if valid_ms < DAY_MS {
        let hours = valid_ms / HOUR_MS;
        if hours < HOURS_PER_DAY { hours } else { HOURS_PER_DAY }
    } else {
        valid_ms / DAY_MS * HOURS_PER_DAY
    };
    hours.saturating_mul(BETS_PER_HOUR)
}

/// What is hard about an offer, the worst first.
pub fn warnings(promise: &Promise<'_>) -> Vec<Warning> {
    let Promise { terms, amount, deposit, activatable_ms, counting } = *promise;
    let on_both = terms.wager_on == WagerBase::BonusAndDeposit;
    let is_wagered = terms.wager > 0;
    let below = |most: i64| terms.win_max.is_some_and(|win_max| win_max < most);
    let best = terms.contributions.games.values().chain(terms.contributions.categories.values());
    let best = best.copied().fold(terms.contributions.other, i64::max);
    let asked = i128::from(requirement(terms, amount, deposit)) * 100;
    let can_bet = |bet: i64| i128::from(bet) * i128::from(best) * i128::from(playable_bets(terms.valid_ms));
    let is_lost_early = |low: i64| i128::from(low) * 100 > i128::from(amount) * i128::from(LOST_BELOW_FAIR);
    let found = [
        (Warning::WinMaxBelowBonus, below(amount)),
        (Warning::WithholdsWinnings, !below(amount) && below(amount.saturating_mul(WIN_MAX_FAIR))),
        (Warning::Sticky, terms.sticky),
        (Warning::WagerHigh, terms.wager > WAGER_FAIR),
        (Warning::WagerWithDepositHigh, on_both && terms.wager > WAGER_WITH_DEPOSIT_FAIR),
        (Warning::TooShort, is_wagered && terms.bet_max.is_some_and(|bet| can_bet(bet) < asked)),
        (Warning::ActivationShort, activatable_ms < DAY_MS),
        (Warning::CancelsOnCashout, is_wagered && terms.ends_at_cashout()),
        (Warning::LostBelowHigh, is_wagered && terms.lost_below.is_some_and(is_lost_early)),
        (Warning::FewGamesCount, is_wagered && counting < COUNTING_FAIR),
        (Warning::CountsLittle, is_wagered && terms.contributions.other < CONTRIBUTION_FAIR),
    ];
    found.into_iter().filter_map(|(warning, holds)| holds.then_some(warning)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CashoutRule, Contributions, Grounds};

    /// Terms that nobody would complain about: 10 EUR, 20 times, a week, bets of up to 2 EUR.
    fn fair() -> Terms {
        Terms {
            wager: 20,
            wager_on: WagerBase::Bonus,
            contributions: Contributions::default(),
            bet_max: Some(200),
            win_max: None,
            lost_below: Some(20),
            valid_ms: 7 * DAY_MS,
            excluded: Grounds::default(),
            sticky: false,
            on_cashout: CashoutRule::Keep,
        }
    }

    #[test]
    fn a_term_that_is_hard_on_players_is_told() {
        let other = |other| Contributions { other, ..Contributions::default() };
        #[rustfmt::skip]
        let cases = [
            (fair(),                                                                  None),
            (Terms { win_max: Some(999), ..fair() },                                  Some(Warning::WinMaxBelowBonus)),
            (Terms { win_max: Some(1_000), ..fair() },                                Some(Warning::WithholdsWinnings)),
            (Terms { win_max: Some(4_999), ..fair() },                                Some(Warning::WithholdsWinnings)),
            (Terms { win_max: Some(5_000), ..fair() },                                None),
            (Terms { wager: 50, ..fair() },                                           None),
            (Terms { wager: 51, ..fair() },                                           Some(Warning::WagerHigh)),
            (Terms { wager: 30, wager_on: WagerBase::BonusAndDeposit, ..fair() },     None),
            (Terms { wager: 31, wager_on: WagerBase::BonusAndDeposit, ..fair() },     Some(Warning::WagerWithDepositHigh)),
            // 200 EUR in bets of 2 EUR are 100 bets; in an hour there are 600 of them.
            (Terms { valid_ms: HOUR_MS, ..fair() },                                   None),
            (Terms { valid_ms: HOUR_MS, bet_max: Some(33), ..fair() },                Some(Warning::TooShort)),
            (Terms { valid_ms: HOUR_MS, bet_max: Some(34), ..fair() },                None),
            (Terms { valid_ms: HOUR_MS, bet_max: None, ..fair() },                    None),
            (Terms { valid_ms: 30 * 60 * 1000, ..fair() },                            Some(Warning::TooShort)),
            (Terms { on_cashout: CashoutRule::Cancel, ..fair() },                     Some(Warning::CancelsOnCashout)),
            (Terms { on_cashout: CashoutRule::Cancel, wager: 0, ..fair() },           None),
            (Terms { lost_below: Some(50), ..fair() },                                None),
            (Terms { lost_below: Some(51), ..fair() },                                Some(Warning::LostBelowHigh)),
            (Terms { contributions: other(50), ..fair() },                            None),
            (Terms { contributions: other(49), ..fair() },                            Some(Warning::CountsLittle)),
        ];
        for (terms, expected) in cases {
            let promise =
                Promise { terms: &terms, amount: 1_000, deposit: 500, activatable_ms: DAY_MS, counting: 90 };
            assert_eq!(warnings(&promise), Vec::from_iter(expected), "{terms:?}");
        }
    }

    #[test]
    fn what_hangs_on_more_than_the_terms_is_told_too() {
        let terms = fair();
        let good = Promise { terms: &terms, amount: 1_000, deposit: 0, activatable_ms: DAY_MS, counting: 50 };
        assert_eq!(warnings(&good), []);
        assert_eq!(warnings(&Promise { counting: 49, ..good }), [Warning::FewGamesCount]);
        assert_eq!(warnings(&Promise { activatable_ms: DAY_MS - 1, ..good }), [Warning::ActivationShort]);
    }

    #[test]
    fn what_is_sticky_is_told_with_what_a_withdrawal_does_to_it() {
        let terms = Terms { sticky: true, ..fair() };
        let sticky =
            Promise { terms: &terms, amount: 1_000, deposit: 0, activatable_ms: DAY_MS, counting: 90 };
        // Whatever its own rule of withdrawals says.
        assert_eq!(terms.on_cashout, CashoutRule::Keep);
        assert_eq!(warnings(&sticky), [Warning::Sticky, Warning::CancelsOnCashout]);
    }

    #[test]
    fn somebody_plays_two_hours_a_day() {
        for (hours, bets) in
            [(0, 0), (1, 600), (2, 1_200), (23, 1_200), (24, 1_200), (47, 1_200), (168, 8_400)]
        {
            assert_eq!(playable_bets(hours * HOUR_MS), bets, "{hours}");
        }
    }
}
