//! Commands of several parts: all of them or none.

use croupier_ledger::{AccountId, Action, Command, Refusal, RoundStatus, SubAccount};

use super::books::*;

const CONTRIBUTION: AccountId = AccountId::system(6);

fn closing(round: &str, amount: i64) -> Action {
    Action::Win { round: partner(round), amount, closes: true }
}

fn own(of: SubAccount) -> AccountId {
    AccountId::of(WALLET, of)
}

#[test]
fn a_bet_and_its_win_come_in_one_call() {
    let mut books = Books::with(100);
    let receipt = books.take(&linked(&[("b", bet("r", 40)), ("w", closing("r", 90))])).unwrap();
    assert_eq!((receipt.cash, receipt.linked[0].cash), (60, 150), "the balance after each");
    assert_eq!(receipt.round_id, receipt.linked[0].round_id);
    let round = books.round(receipt.round_id.unwrap());
    assert_eq!((round.status, round.stake, round.win, round.version), (RoundStatus::Closed, 40, 90, 1));
    books.assert_sound();
    // Each part has its own key, by which it is taken back.
    books.ask(rollback("w")).unwrap();
    assert_eq!(books.balances(), [60, 0, 0, 0]);
    books.ask(rollback("b")).unwrap();
    assert_eq!(books.balances(), [100, 0, 0, 0]);
    books.assert_sound();
}

#[test]
fn a_part_that_is_refused_refuses_all_of_them() {
    let cases = [
        ([("b", bet("r", 40)), ("c", bet("r", 61))], Refusal::InsufficientFunds { available: 60 }),
        ([("b", bet("r", 40)), ("w", win("q", 5))], Refusal::UnknownRound),
        ([("b", bet("r", 40)), ("p", play(1, 0, 0, panics()))], Refusal::Panicked),
        ([("b", bet("r", 40)), ("late", bet("r", 1))], Refusal::Tombstoned),
        ([("b", bet("r", 40)), ("b", bet("r", 41))], Refusal::KeyConflict),
    ];
    for (parts, refusal) in cases {
        let mut books = Books::with(100);
        books.ask(rollback("late")).unwrap();
        let places = books.places();
        assert_eq!(reported(books.take(&linked(&parts))), Err(refusal), "{parts:?}");
        assert_eq!((books.balances(), books.places()), ([100, 0, 0, 0], places), "{parts:?}");
        books.assert_sound();
        assert_eq!(reported(books.named("b", bet("r", 40))), Ok(()), "{parts:?}: no key is kept");
    }
}

#[test]
fn a_part_that_was_carried_out_before_is_not_carried_out_again() {
    let mut books = Books::with(100);
    let first = books.named("b", bet("r", 40)).unwrap();
    let both = linked(&[("b", bet("r", 40)), ("w", closing("r", 90))]);
    let receipt = books.take(&both).unwrap();
    assert_eq!((receipt.replayed, receipt.lsn, receipt.cash), (true, first.lsn, 60));
    assert_eq!((receipt.linked[0].replayed, receipt.linked[0].cash), (false, 150));
    let again = books.take(&both).unwrap();
    assert!(again.replayed && again.linked[0].replayed);
    assert_eq!(books.balances(), [150, 0, 0, 0]);
    books.assert_sound();
}

#[test]
fn parts_see_what_those_before_them_did_in_another_wallet_of_the_lane() {
    let mut books = Books::with(100);
    let parts = vec![part(OTHER, "o", deposit(5)), part(WALLET, "h", Action::PayoutHold { amount: 100 })];
    let command = Command { at: 0, part: part(OTHER, "d", deposit(7)), linked: parts };
    let receipt = books.take(&command).unwrap();
    assert_eq!(receipt.linked.iter().map(|receipt| receipt.cash).collect::<Vec<_>>(), [12, 0]);
    books.assert_sound();
}

/// A bet, what a jackpot gets of it, and the points for it.
#[test]
fn moves_go_with_the_bet_that_they_belong_to() {
    let mut books = Books::with(100);
    let parts = [
        ("b", bet("r", 40)),
        ("j", move_between(GAMES, CONTRIBUTION, 2)),
        ("p", move_between(ADJUSTMENT, own(SubAccount::Points), 4)),
    ];
    books.take(&linked(&parts)).unwrap();
    assert_eq!((books.got(GAMES), books.got(CONTRIBUTION)), (38, 2));
    assert_eq!((books.balance(SubAccount::Points), books.batch.wallets[&WALLET].total()), (4, 60));
    let back = linked(&[("1", rollback("p")), ("2", rollback("j")), ("3", rollback("b"))]);
    books.take(&back).unwrap();
    assert_eq!((books.got(GAMES), books.got(CONTRIBUTION)), (0, 0));
    assert_eq!((books.balance(SubAccount::Points), books.balances()), (0, [100, 0, 0, 0]));
    books.assert_sound();
    assert_eq!(reported(books.ask(rollback("1"))), Err(Refusal::KeyConflict), "a rollback is not taken back");
}

#[test]
#[rustfmt::skip]
fn moves_touch_only_accounts_that_no_other_rule_watches_over() {
    use SubAccount::{Bonus, Cash, FreespinWin, Held, JackpotShare, LockedDeposit, LockedWin, Points, Stake};
    let no = || Err(Refusal::UnknownAccount);
    let cases = [
        (own(Cash),        own(LockedDeposit), 30, Ok(())),
        (own(LockedDeposit), own(Cash),        31, Err(Refusal::InsufficientFunds { available: 30 })),
        (own(LockedDeposit), own(Cash),        10, Ok(())),
        (CONTRIBUTION,     own(LockedWin),      7, Ok(())),
        (own(LockedWin),   own(FreespinWin),    7, Ok(())),
        (own(FreespinWin), own(JackpotShare),   7, Ok(())),
        (own(JackpotShare), CONTRIBUTION,       7, Ok(())),
        (CONTRIBUTION,     ADJUSTMENT,          9, Ok(())),
        (ADJUSTMENT,       own(Points),        50, Ok(())),
        (own(Points),      ADJUSTMENT,         51, Err(Refusal::InsufficientFunds { available: 50 })),
        (own(Points),      own(Cash),           1, no()),
        (own(Cash),        own(Points),         1, no()),
        (own(Cash),        own(Cash),           1, no()),
        (own(Cash),        own(Bonus),          1, no()),
        (own(Cash),        own(Held),           1, no()),
        (own(Cash),        own(Stake),          1, no()),
        (own(Bonus),       own(Cash),           1, no()),
        (own(Held),        own(Cash),           1, no()),
        (own(Stake),       own(Cash),           1, no()),
        (own(Cash),        AccountId::of(OTHER, Cash), 1, no()),
        (AccountId(WALLET * 16 + 15), own(Cash), 1, no()),
        (own(Cash),        CONTRIBUTION,        0, Err(Refusal::BadAmount)),
        (own(Cash),        CONTRIBUTION,       -1, Err(Refusal::BadAmount)),
    ];
    let mut books = Books::with(100);
    for (from, to, amount, answer) in cases {
        let shown = format!("{from:?} to {to:?}: {amount}");
        assert_eq!(reported(books.ask(move_between(from, to, amount))), answer, "{shown}");
        books.assert_sound();
    }
}
