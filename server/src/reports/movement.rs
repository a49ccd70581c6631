//! What a transfer adds to the sums of its day. The view `report_movement` says the same in SQL, for the check.

use croupier_ledger::{AccountId, SubAccount, Transfer, TransferKind};

use super::figures::{Figure, Figures};

/// What bears a cost, by the name of its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bearer {
    /// An offer of bonuses or free spins.
    Bonus,
    /// Jackpots.
    Jackpot,
    /// The shop for points.
    Shop,
    /// Everything else: providers of games, payment partners, prizes, corrections.
    Other,
}

impl Bearer {
    /// The one whose account is called `name`.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "jackpots" => Self::Jackpot,
            "points_shop" => Self::Shop,
            name if name.starts_with("bonus:") => Self::Bonus,
            _ => Self::Other,
        }
    }

    const fn cost(self) -> Figure {
        match self {
            Self::Bonus => Figure::BonusCost,
            Self::Jackpot => Figure::JackpotCost,
            Self::Shop => Figure::LoyaltyCost,
            Self::Other => Figure::PrizeCost,
        }
    }
}

/// What `transfer` adds, where `bearer` knows system accounts.
pub(super) fn figures(transfer: &Transfer, bearer: impl Fn(AccountId) -> Bearer) -> Figures {
    let mut figures = Figures::default();
    let Transfer { kind, debit, credit, amount, .. } = *transfer;
    if transfer.round == Some(transfer.lsn.0) {
        figures[Figure::Rounds] = 1;
    }
    if [debit, credit].iter().any(|account| account.sub_account() == Some(SubAccount::Points)) {
        return figures;
    }
    let side = |account: AccountId| account.is_system().then(|| bearer(account));
    let (payer, taker) = (side(debit), side(credit));
    let is_bonus =
        |account: AccountId| account.is_system() || account.sub_account() == Some(SubAccount::Bonus);
    let mut with_bonus = |all: Figure, part: Figure, amount: i64, of: AccountId| {
        figures[all] = amount;
        figures[part] = if is_bonus(of) { amount } else { 0 };
    };
    match kind {
        TransferKind::Bet => {
            with_bonus(Figure::Bets, Figure::BonusBets, amount, debit);
            if debit.is_system() {
                figures[Figure::BonusBets] = 0;
            }
        }
        TransferKind::BetRollback => with_bonus(Figure::Bets, Figure::BonusBets, -amount, credit),
        // What free spins win is a cost of theirs.
        TransferKind::Win if payer != Some(Bearer::Bonus) => {
            with_bonus(Figure::Wins, Figure::BonusWins, amount, credit);
        }
        TransferKind::WinRollback if taker != Some(Bearer::Bonus) => {
            with_bonus(Figure::Wins, Figure::BonusWins, -amount, debit);
        }
        TransferKind::Deposit => {
            figures[Figure::Deposits] = amount;
            figures[Figure::DepositsCount] = 1;
        }
        TransferKind::PayoutFinish => {
            figures[Figure::Cashouts] = amount;
            figures[Figure::CashoutsCount] = 1;
        }
        TransferKind::Adjust => {
            figures[Figure::Adjustments] = if debit.is_system() { amount } else { -amount }
        }
        TransferKind::BonusGrant => figures[Figure::BonusCost] = amount,
        TransferKind::BonusForfeit => figures[Figure::BonusCost] = -amount,
        _ => {}
    }
    let costs = |bearer: &Bearer| match kind {
        TransferKind::Move => true,
        TransferKind::Win | TransferKind::BetRollback | TransferKind::WinRollback => *bearer == Bearer::Bonus,
        _ => false,
    };
    if let Some(bearer) = payer.filter(&costs) {
        figures[bearer.cost()] += amount;
    }
    if let Some(bearer) = taker.filter(&costs) {
        figures[bearer.cost()] -= amount;
    }
    let in_wallet = |account: AccountId| if account.is_system() { 0 } else { amount };
    figures[Figure::Liability] = in_wallet(credit) - in_wallet(debit);
    figures
}

#[cfg(test)]
mod tests {
    use croupier_ledger::Lsn;

    use super::*;

    const GAMES: AccountId = AccountId::system(1);
    const BONUS: AccountId = AccountId::system(2);
    const JACKPOTS: AccountId = AccountId::system(3);
    const SHOP: AccountId = AccountId::system(4);

    fn bearer(account: AccountId) -> Bearer {
        match account {
            BONUS => Bearer::Bonus,
            JACKPOTS => Bearer::Jackpot,
            SHOP => Bearer::Shop,
            _ => Bearer::Other,
        }
    }

    fn of(kind: TransferKind, debit: AccountId, credit: AccountId) -> Vec<(Figure, i64)> {
        let transfer = Transfer {
            lsn: Lsn(7),
            op: Lsn(7),
            kind,
            debit,
            credit,
            amount: 10,
            wallet: 1,
            cash_after: 0,
            held_after: 0,
            bonus_after: 0,
            round: Some(7),
            game: None,
            grant: None,
            ends: None,
            reverses: None,
            at: 0,
        };
        let figures = figures(&transfer, bearer);
        Figure::ALL
            .into_iter()
            .map(|figure| (figure, figures[figure]))
            .filter(|(_, sum)| *sum != 0)
            .skip(1)
            .collect()
    }

    #[test]
    fn each_kind_of_transfer_counts_where_it_belongs() {
        use Figure::{
            Adjustments, Bets, BonusBets, BonusCost, BonusWins, Cashouts, CashoutsCount, Deposits,
            DepositsCount, JackpotCost, Liability, LoyaltyCost, PrizeCost, Wins,
        };
        let of_wallet = |sub_account| AccountId::of(1, sub_account);
        let (cash, stake) = (of_wallet(SubAccount::Cash), of_wallet(SubAccount::Stake));
        let (bonus, free) = (of_wallet(SubAccount::Bonus), of_wallet(SubAccount::FreespinWin));
        let points = of_wallet(SubAccount::Points);
        for (kind, debit, credit, expected) in [
            (TransferKind::Bet, cash, GAMES, vec![(Bets, 10), (Liability, -10)]),
            (TransferKind::Bet, cash, stake, vec![(Bets, 10)]),
            (TransferKind::Bet, bonus, GAMES, vec![(Bets, 10), (BonusBets, 10), (Liability, -10)]),
            (TransferKind::Settle, stake, GAMES, vec![(Liability, -10)]),
            (TransferKind::BetRollback, GAMES, cash, vec![(Bets, -10), (Liability, 10)]),
            (TransferKind::BetRollback, GAMES, BONUS, vec![(Bets, -10), (BonusBets, -10), (BonusCost, -10)]),
            (TransferKind::Win, GAMES, cash, vec![(Wins, 10), (Liability, 10)]),
            (TransferKind::Win, GAMES, BONUS, vec![(Wins, 10), (BonusWins, 10), (BonusCost, -10)]),
            (TransferKind::Win, BONUS, free, vec![(BonusCost, 10), (Liability, 10)]),
            (TransferKind::WinRollback, cash, GAMES, vec![(Wins, -10), (Liability, -10)]),
            (TransferKind::Move, free, BONUS, vec![(BonusCost, -10), (Liability, -10)]),
            (TransferKind::Move, JACKPOTS, cash, vec![(JackpotCost, 10), (Liability, 10)]),
            (TransferKind::Move, SHOP, cash, vec![(LoyaltyCost, 10), (Liability, 10)]),
            (TransferKind::Move, GAMES, cash, vec![(PrizeCost, 10), (Liability, 10)]),
            (TransferKind::Move, GAMES, points, vec![]),
            (TransferKind::BonusGrant, BONUS, bonus, vec![(BonusCost, 10), (Liability, 10)]),
            (TransferKind::BonusConvert, bonus, cash, vec![]),
            (TransferKind::BonusForfeit, bonus, BONUS, vec![(BonusCost, -10), (Liability, -10)]),
            (TransferKind::Adjust, GAMES, cash, vec![(Adjustments, 10), (Liability, 10)]),
            (TransferKind::Adjust, cash, GAMES, vec![(Adjustments, -10), (Liability, -10)]),
            (TransferKind::Deposit, GAMES, cash, vec![(Deposits, 10), (DepositsCount, 1), (Liability, 10)]),
            (
                TransferKind::PayoutFinish,
                cash,
                GAMES,
                vec![(Cashouts, 10), (CashoutsCount, 1), (Liability, -10)],
            ),
        ] {
            assert_eq!(of(kind, debit, credit), expected, "{kind:?}");
        }
    }
}
