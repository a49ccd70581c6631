//! Limits on bets, in the same decision as the bet.

use croupier_ledger::{
    AccountId, BetLimit, Command, LimitKind, LimitPeriod, Lsn, Refusal, SubAccount, Transfer, TransferKind,
};
use proptest::prelude::*;

use super::books::*;
use super::laws::commands;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Books with 1,000 in cash and one limit of a day.
fn limited(kind: LimitKind, cap: i64) -> Books {
    let mut books = Books::with(1_000);
    books.batch.wallets.get_mut(&WALLET).unwrap().limited = true;
    let since = Lsn::new(0, books.batch.next_seq);
    let limit = BetLimit::new(WALLET, (kind, LimitPeriod::Day), cap, 0, since);
    books.batch.limits.insert(WALLET, vec![limit]);
    books
}

const fn reached(kind: LimitKind, left: i64) -> Result<(), Refusal> {
    Err(Refusal::LimitReached { kind, period: LimitPeriod::Day, left, until: DAY_MS })
}

fn net(books: &Books) -> i64 {
    books.batch.limits[&WALLET][0].net
}

#[test]
#[rustfmt::skip]
fn a_wager_limit_counts_bets() {
    use LimitKind::Wager;
    let books = walk(limited(Wager, 250), vec![
        (spin(100, 100),  Ok(()),               [1_000, 0, 0,  0]),
        (spin(151, 0),    reached(Wager, 150),  [1_000, 0, 0,  0]),
        (bet("r", 150),   Ok(()),               [  850, 0, 0,  0]),
        (spin(1, 0),      reached(Wager, 0),    [  850, 0, 0,  0]),
        (win("r", 500),   Ok(()),               [1_350, 0, 0,  0]),
        (spin(1, 0),      reached(Wager, 0),    [1_350, 0, 0,  0]),
    ]);
    assert_eq!(net(&books), 250);
}

#[test]
#[rustfmt::skip]
fn a_loss_limit_counts_bets_less_wins() {
    use LimitKind::Loss;
    let books = walk(limited(Loss, 100), vec![
        (spin(100, 0),    Ok(()),              [  900, 0, 0, 0]),
        (spin(1, 0),      reached(Loss, 0),    [  900, 0, 0, 0]),
        (bet("r", 1),     reached(Loss, 0),    [  900, 0, 0, 0]),
        (deposit(10),     Ok(()),              [  910, 0, 0, 0]),
    ]);
    assert_eq!(net(&books), 100);
    walk(limited(Loss, 100), vec![
        (spin(50, 250),   Ok(()),              [1_200, 0, 0, 0]),
        (spin(301, 0),    reached(Loss, 300),  [1_200, 0, 0, 0]),
        (spin(300, 0),    Ok(()),              [  900, 0, 0, 0]),
    ]);
}

#[test]
fn bonus_money_is_not_limited() {
    let mut books = limited(LimitKind::Wager, 1_000);
    books.ask(grant(1, 500)).unwrap();
    books.ask(spin(1_400, 0)).unwrap();
    assert_eq!((net(&books), books.balances()), (1_000, [0, 0, 0, 100]));
    assert_eq!(reported(books.ask(spin(100, 0))), Ok(()));
    books.assert_sound();
}

#[test]
fn what_is_taken_back_is_uncounted_in_its_own_window_only() {
    let mut books = limited(LimitKind::Wager, 100);
    books.named("today", bet("r", 100)).unwrap();
    books.named("back", rollback("today")).unwrap();
    assert_eq!(net(&books), 0);
    books.named("again", bet("q", 100)).unwrap();
    books.at = DAY_MS;
    books.named("tomorrow", bet("p", 60)).unwrap();
    assert_eq!(net(&books), 60, "a new window");
    books.ask(rollback("again")).unwrap();
    assert_eq!(net(&books), 60, "the bet was yesterday's");
    // A clock that jumps back opens no window again.
    books.at = 0;
    assert!(books.ask(bet("o", 41)).is_err());
    books.assert_sound();
}

#[test]
#[rustfmt::skip]
fn a_deposit_limit_counts_what_arrives_and_refuses_nothing() {
    use LimitKind::Deposit;
    let books = walk(limited(Deposit, 500), vec![
        (deposit(300),    Ok(()),   [1_300, 0, 0, 0]),
        (spin(1_300, 0),  Ok(()),   [    0, 0, 0, 0]),
        (deposit(400),    Ok(()),   [  400, 0, 0, 0]),
    ]);
    assert_eq!(net(&books), 700);
}

#[test]
fn a_deposit_moves_the_window_of_its_own_limit_only() {
    let mut books = limited(LimitKind::Wager, 100);
    books.ask(bet("r", 60)).unwrap();
    books.at = DAY_MS;
    books.ask(deposit(10)).unwrap();
    assert_eq!(net(&books), 60, "only play moves the window of a wager limit");
    let mut books = limited(LimitKind::Deposit, 100);
    books.ask(deposit(60)).unwrap();
    books.at = DAY_MS;
    books.ask(bet("r", 10)).unwrap();
    assert_eq!(net(&books), 60, "only a deposit moves the window of a deposit limit");
    books.ask(deposit(5)).unwrap();
    assert_eq!(net(&books), 5);
}

#[test]
fn a_limit_is_said_to_be_reached_once_a_window() {
    for (kind, step) in [(LimitKind::Wager, bet("r", 50)), (LimitKind::Deposit, deposit(50))] {
        let mut books = limited(kind, 100);
        let mut reported = Vec::new();
        for (at, taken) in
            [(0, true), (0, true), (0, kind == LimitKind::Deposit), (DAY_MS, true), (DAY_MS, true)]
        {
            books.at = at;
            let before = books.facts;
            assert_eq!(books.ask(step.clone()).is_ok(), taken, "{kind:?} at {at}");
            reported.push(books.facts - before);
        }
        assert_eq!(reported, [0, 1, 0, 0, 1], "{kind:?}");
        books.assert_sound();
    }
}

/// What the log says that `limit` has counted.
fn counted(log: &[Transfer], limit: &BetLimit) -> i64 {
    let cash = AccountId::of(limit.wallet, SubAccount::Cash);
    let counts_since = |t: &Transfer| t.reverses.is_some_and(|lsn| lsn >= limit.since);
    let change = |t: &Transfer| match (limit.kind, t.kind) {
        (LimitKind::Deposit, TransferKind::Deposit) => t.amount,
        (LimitKind::Deposit, _) => 0,
        (_, TransferKind::Bet) if t.debit == cash => t.amount,
        (_, TransferKind::BetRollback) if t.credit == cash && counts_since(t) => -t.amount,
        (LimitKind::Loss, TransferKind::Win) if t.credit == cash => -t.amount,
        (LimitKind::Loss, TransferKind::WinRollback) if t.debit == cash && counts_since(t) => t.amount,
        _ => 0,
    };
    log.iter().filter(|t| t.wallet == limit.wallet && t.lsn >= limit.since).map(change).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// In whatever order commands come, and whatever days they name, no accepted bet takes a window past its cap,
    /// and each window has counted exactly what the log holds of it.
    #[test]
    fn no_order_of_commands_passes_a_limit(
        commands in commands(), days in prop::collection::vec(0..3_i64, 40),
        wager in 0..400_i64, loss in 0..400_i64, paid_in in 0..400_i64,
    ) {
        let mut books = Books::default();
        books.ask(deposit(1_000)).unwrap();
        let since = Lsn::new(0, books.batch.next_seq);
        let caps = [(LimitKind::Wager, wager), (LimitKind::Loss, loss), (LimitKind::Deposit, paid_in)];
        let limit = |(kind, cap)| BetLimit::new(WALLET, (kind, LimitPeriod::Day), cap, 0, since);
        books.batch.limits.insert(WALLET, caps.map(limit).to_vec());
        books.batch.wallets.get_mut(&WALLET).unwrap().limited = true;
        for (command, day) in commands.into_iter().zip(days) {
            let command = Command { at: day * DAY_MS, ..command };
            let (known, staked) = (books.log.len(), books.batch.limits[&WALLET][0].net);
            let accepted = books.take(&command).is_ok();
            let rows = || books.log[known..].iter().filter(|t| t.wallet == WALLET);
            let cash = AccountId::of(WALLET, SubAccount::Cash);
            let bets = rows().any(|t| t.kind == TransferKind::Bet && t.debit == cash && t.amount > 0)
                && rows().all(|t| t.kind != TransferKind::WinRollback);
            for limit in &books.batch.limits[&WALLET] {
                prop_assert_eq!(limit.net, counted(&books.log, limit), "{:?}", limit.kind);
                // A win that is taken back is a loss that no bet made.
                let holds = limit.kind == LimitKind::Wager || (limit.kind == LimitKind::Loss && bets);
                let grew = limit.kind == LimitKind::Loss || limit.net > staked;
                if accepted && holds && grew {
                    prop_assert!(limit.net <= limit.cap, "{limit:?}");
                }
            }
        }
    }
}
