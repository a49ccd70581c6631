//! Wagering: what is asked, what has been done, and what becomes of the money at the end.

use crate::{BonusStage, Terms, WagerBase};

/// What is to be wagered for a bonus of `amount` that came with `deposit`, in subunits. It never exceeds what an amount can
/// say.
pub fn requirement(terms: &Terms, amount: i64, deposit: i64) -> i64 {
    let base = match terms.wager_on {
        WagerBase::Bonus => i128::from(amount),
        WagerBase::BonusAndDeposit => i128::from(amount) + i128::from(deposit),
    };
    i64::try_from(base * i128::from(terms.wager)).unwrap_or(i64::MAX).min(1 << 53)
}

/// What was wagered, in hundredths of subunits: a stake of a subunit that counts one percent is counted as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress(pub i64);

impl Progress {
    /// With a stake that counts `percent`.
    #[must_use]
    pub const fn with(self, stake: i64, percent: i64) -> Self {
        Self(self.0.saturating_add(stake.saturating_mul(percent)))
    }

    /// Without a stake that was counted with `percent` and is taken back; never below nothing.
    #[must_use]
    pub fn without(self, stake: i64, percent: i64) -> Self {
        Self(self.0.saturating_sub(stake.saturating_mul(percent)).max(0))
    }

    /// In whole subunits, rounded down.
    pub const fn cents(self) -> i64 {
        self.0 / 100
    }

    /// Whether `requirement` (subunits) is met.
    pub const fn meets(self, requirement: i64) -> bool {
        self.cents() >= requirement
    }
}

/// Why a bonus ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Everything was wagered.
    Wagered,
    /// What it holds is the player's: points, a group, a thing.
    Given,
    /// Its money was played away.
    Emptied,
    /// The player declines it.
    Declined,
    /// The player withdraws, and the terms end it then.
    CashedOut,
    /// The player has excluded themselves.
    Excluded,
    /// The player's account was closed.
    Closed,
    /// Staff has ended it.
    Staff,
    /// Its time was over.
    TimeOver,
}

impl End {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Wagered,
        Self::Given,
        Self::Emptied,
        Self::Declined,
        Self::CashedOut,
        Self::Excluded,
        Self::Closed,
        Self::Staff,
        Self::TimeOver,
    ];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wagered => "wagered",
            Self::Given => "given",
            Self::Emptied => "emptied",
            Self::Declined => "declined",
            Self::CashedOut => "cashed_out",
            Self::Excluded => "excluded",
            Self::Closed => "closed",
            Self::Staff => "staff",
            Self::TimeOver => "time_over",
        }
    }

    /// The reason called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// The stage that it leads to.
    pub const fn stage(self) -> BonusStage {
        match self {
            Self::Wagered | Self::Given => BonusStage::Finished,
            Self::Emptied => BonusStage::Lost,
            Self::Declined | Self::CashedOut | Self::Excluded | Self::Closed | Self::Staff => {
                BonusStage::Canceled
            }
            Self::TimeOver => BonusStage::Expired,
        }
    }
}

/// Where the bonus money goes at the end, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Split {
    /// Becomes money.
    pub converted: i64,
    /// Goes back because it is above the most that becomes money.
    pub withheld: i64,
    /// Goes back because it is the bonus itself, which is sticky.
    pub deducted: i64,
    /// Goes back because the bonus was not wagered.
    pub forfeited: i64,
}

/// What becomes of `held` bonus money at the end for the reason `end`, of a bonus of `granted` on `terms`. Of a sticky bonus
/// that was wagered, the bonus itself is taken first, and the most that becomes money bounds what is left.
pub fn end(end: End, held: i64, granted: i64, terms: &Terms) -> Split {
    if end != End::Wagered {
        return Split { forfeited: held, ..Split::default() };
    }
    let deducted = if terms.sticky { held.min(granted) } else { 0 };
    let won = held - deducted;
    let converted = terms.win_max.map_or(won, |most| won.min(most));
    Split { converted, withheld: won - converted, deducted, forfeited: 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Contributions;

    fn terms(wager: i64, wager_on: WagerBase) -> Terms {
        Terms {
            wager,
            wager_on,
            contributions: Contributions::default(),
            bet_max: None,
            lost_below: None,
            win_max: None,
            valid_ms: 1,
            excluded: crate::Grounds::default(),
            on_cashout: crate::CashoutRule::Keep,
            sticky: false,
        }
    }

    fn ending(win_max: Option<i64>, sticky: bool) -> Terms {
        Terms { win_max, sticky, ..terms(1, WagerBase::Bonus) }
    }

    #[test]
    fn the_requirement_is_a_multiple_of_its_base() {
        #[rustfmt::skip]
        let cases = [
            // wager  on                           amount  deposit  requirement
            (30,      WagerBase::Bonus,            100,    500,     3_000),
            (30,      WagerBase::BonusAndDeposit,  100,    500,     18_000),
            (0,       WagerBase::Bonus,            100,    0,       0),
            (i64::MAX, WagerBase::Bonus,           100,    0,       1 << 53),
        ];
        for (wager, on, amount, deposit, expected) in cases {
            assert_eq!(requirement(&terms(wager, on), amount, deposit), expected, "{wager} {on:?}");
        }
    }

    #[test]
    fn an_end_leads_to_one_stage_and_one_split() {
        #[rustfmt::skip]
        let cases = [
            // end           stage                 held   most         sticky  converted withheld deducted forfeited
            (End::Wagered,   BonusStage::Finished, 1_500, Some(1_000), false, (1_000,   500,     0,       0)),
            (End::Wagered,   BonusStage::Finished, 1_500, None,        false, (1_500,   0,       0,       0)),
            (End::Wagered,   BonusStage::Finished, 0,     Some(1_000), false, (0,       0,       0,       0)),
            (End::Wagered,   BonusStage::Finished, 1_500, None,        true,  (700,     0,       800,     0)),
            (End::Wagered,   BonusStage::Finished, 1_500, Some(600),   true,  (600,     100,     800,     0)),
            (End::Wagered,   BonusStage::Finished, 800,   Some(600),   true,  (0,       0,       800,     0)),
            (End::Wagered,   BonusStage::Finished, 799,   None,        true,  (0,       0,       799,     0)),
            (End::Wagered,   BonusStage::Finished, 0,     None,        true,  (0,       0,       0,       0)),
            (End::Emptied,   BonusStage::Lost,     0,     None,        false, (0,       0,       0,       0)),
            (End::Declined,  BonusStage::Canceled, 700,   None,        false, (0,       0,       0,       700)),
            (End::CashedOut, BonusStage::Canceled, 700,   Some(1),     false, (0,       0,       0,       700)),
            (End::CashedOut, BonusStage::Canceled, 1_500, None,        true,  (0,       0,       0,       1_500)),
            (End::Excluded,  BonusStage::Canceled, 700,   None,        false, (0,       0,       0,       700)),
            (End::Closed,    BonusStage::Canceled, 700,   None,        false, (0,       0,       0,       700)),
            (End::Staff,     BonusStage::Canceled, 700,   None,        true,  (0,       0,       0,       700)),
            (End::TimeOver,  BonusStage::Expired,  700,   None,        true,  (0,       0,       0,       700)),
        ];
        for (why, stage, held, most, sticky, (converted, withheld, deducted, forfeited)) in cases {
            assert_eq!(why.stage(), stage);
            let split = Split { converted, withheld, deducted, forfeited };
            assert_eq!(end(why, held, 800, &ending(most, sticky)), split, "{why:?} {held} {sticky}");
            assert_eq!(End::from_name(why.name()), Some(why));
        }
    }

    #[test]
    fn a_withdrawal_ends_what_is_sticky_whatever_else_the_terms_say() {
        let cancel = Terms { on_cashout: crate::CashoutRule::Cancel, ..ending(None, false) };
        assert!(cancel.ends_at_cashout() && ending(None, true).ends_at_cashout());
        assert!(!ending(None, false).ends_at_cashout());
    }

    proptest! {
        #[test]
        fn no_cent_is_made_or_lost_at_the_end(
            why in proptest::sample::select(End::ALL.to_vec()),
            held in 0..1_i64 << 53,
            granted in 1..1_i64 << 53,
            most in proptest::option::of(0..1_i64 << 53),
            sticky in proptest::bool::ANY,
        ) {
            let split = end(why, held, granted, &ending(most, sticky));
            prop_assert_eq!(split.converted + split.withheld + split.deducted + split.forfeited, held);
            prop_assert!(split.converted <= most.unwrap_or(i64::MAX));
            prop_assert!(why == End::Wagered || split.converted + split.withheld + split.deducted == 0);
            prop_assert!(sticky || split.deducted == 0);
            // The campaign has the whole of a sticky bonus back before its player gets anything of it.
            prop_assert!(!sticky || split.converted + split.withheld == 0 || split.deducted == granted);
        }

        // Bets stake cash first and the rest from the bonus, and wins are split as the stake was: whatever is played, and
        // whenever it ends, a sticky bonus makes no more money than its own money has won beyond what it has staked.
        #[test]
        fn a_sticky_bonus_pays_what_was_won_with_it_and_no_more(
            cash in 0..5_000_i64,
            granted in 1..5_000_i64,
            rounds in proptest::collection::vec((1..2_000_i64, 0..4_i64), 0..40),
            why in proptest::sample::select(End::ALL.to_vec()),
            most in proptest::option::of(0..5_000_i64),
        ) {
            let (mut cash, mut bonus, mut gain) = (cash, granted, 0);
            for (stake, pays) in rounds {
                let stake = stake.min(cash + bonus);
                let of_cash = stake.min(cash);
                let of_bonus = stake - of_cash;
                cash += of_cash * (pays - 1);
                bonus += of_bonus * (pays - 1);
                gain += of_bonus * (pays - 1);
            }
            let split = end(why, bonus, granted, &ending(most, true));
            prop_assert_eq!(granted + gain, bonus);
            prop_assert!(split.converted <= gain.max(0).min(most.unwrap_or(i64::MAX)));
            // What the campaign is out of pocket is what became money; the rest has gone where the bets went.
            prop_assert_eq!(split.converted - gain, granted - split.withheld - split.deducted - split.forfeited);
        }

        #[test]
        fn what_is_taken_back_counts_no_more(
            bets in proptest::collection::vec((1..1_000_000_i64, 0..101_i64), 0..50),
        ) {
            let all = bets.iter().fold(Progress::default(), |sum, (stake, percent)| sum.with(*stake, *percent));
            let exact: i64 = bets.iter().map(|(stake, percent)| stake * percent).sum();
            prop_assert_eq!(all.0, exact);
            let none = bets.iter().fold(all, |sum, (stake, percent)| sum.without(*stake, *percent));
            prop_assert_eq!(none, Progress::default());
        }
    }
}
