//! Taking bets and wins back.

use croupier_ledger::{Action, Key, Refusal, RoundStatus};

use super::books::*;

#[test]
#[rustfmt::skip]
fn what_may_be_taken_back() {
    let mut books = Books::with(1_000);
    books.named("bet", bet("r", 100)).unwrap();
    books.named("win", win("r", 40)).unwrap();
    books.named("settled", spin(10, 0)).unwrap();
    books.named("deposit", deposit(70)).unwrap();
    walk(books, vec![
        (rollback("deposit"), Err(Refusal::KeyConflict),   [1_000, 0, 0, 0]),
        (rollback("settled"), Err(Refusal::RoundConflict), [1_000, 0, 0, 0]),
        (rollback("win"),     Ok(()),                      [  960, 0, 0, 0]),
        (rollback("win"),     Ok(()),                      [  960, 0, 0, 0]),
        (rollback("bet"),     Ok(()),                      [1_060, 0, 0, 0]),
        (rollback("bet"),     Ok(()),                      [1_060, 0, 0, 0]),
        // A round whose bets were all taken back may go on, but wins nothing before that.
        (win("r", 5),         Err(Refusal::RoundConflict), [1_060, 0, 0, 0]),
        (bet("r", 60),        Ok(()),                      [1_000, 0, 0, 0]),
        (win("r", 5),         Ok(()),                      [1_005, 0, 0, 0]),
    ]);
}

#[test]
fn a_win_that_was_spent_cannot_be_taken_back() {
    let mut books = Books::with(100);
    books.ask(bet("r", 100)).unwrap();
    books.named("win", win("r", 40)).unwrap();
    books.ask(Action::PayoutHold { amount: 30 }).unwrap();
    assert_eq!(reported(books.ask(rollback("win"))), poor(10));
    books.assert_sound();
}

#[test]
fn a_rollback_before_its_bet_leaves_a_tombstone() {
    let mut books = Books::with(100);
    books.ask(rollback("late")).unwrap();
    assert_eq!(reported(books.named("late", bet("r", 10))), Err(Refusal::Tombstoned));
    assert_eq!(books.balances(), [100, 0, 0, 0]);
    assert_eq!(reported(books.ask(bet("r", 10))), Ok(()), "the round is not the bet");
}

#[test]
fn nobody_takes_back_what_another_player_staked() {
    let mut books = Books::with(100);
    books.named("bet", bet("r", 10)).unwrap();
    let stranger = command(OTHER, "strange", 0, rollback("bet"));
    assert_eq!(reported(books.take(&stranger)), Err(Refusal::UnknownRound));
    assert_eq!(reported(books.take(&command(OTHER, "w", 0, win("r", 10)))), Err(Refusal::UnknownRound));
    let itself = Action::Rollback { original: key("self") };
    assert_eq!(reported(books.named("self", itself)), Err(Refusal::KeyConflict));
    books.assert_sound();
}

#[test]
fn what_is_in_the_archive_is_not_taken_back() {
    let mut books = Books::with(100);
    books.named("bet", bet("r", 10)).unwrap();
    books.batch.archived_seq = books.places();
    assert_eq!(reported(books.ask(rollback("bet"))), Err(Refusal::Archived));
}

#[test]
fn all_legs_of_a_mixed_bet_come_back() {
    let mut books = Books::with(60);
    books.ask(grant(1, 100)).unwrap();
    let opened = books.named("open", play(120, 0, 0, wins(0, true))).unwrap();
    assert_eq!(books.balances(), [0, 0, 120, 40]);
    books.ask(rollback("open")).unwrap();
    assert_eq!(books.balances(), [60, 0, 0, 100]);
    let round = books.round(opened.round_id.unwrap());
    assert_eq!((round.status, round.stake, round.stake_bonus), (RoundStatus::Void, 0, 0));
    books.assert_sound();
}

/// However many transfers a command has made, each of them is taken back.
#[test]
fn a_command_of_many_legs_is_taken_back_whole() {
    let mut books = Books::with(1_000);
    let receipt = books.named("bet", bet("r", 40)).unwrap();
    // The ledger makes no such part; its legs are what a store would load for it.
    let first = books.batch.operations[&receipt.lsn][0].clone();
    let legs: Vec<_> = (0..40)
        .map(|n| {
            let lsn = croupier_ledger::Lsn(first.lsn.0 + n);
            croupier_ledger::Transfer { lsn, amount: 1, ..first.clone() }
        })
        .collect();
    books.batch.operations.insert(receipt.lsn, legs);
    let before = books.log.len();
    books.ask(rollback("bet")).unwrap();
    assert_eq!(books.log.len() - before, 40);
    assert_eq!(books.balances(), [1_000, 0, 0, 0]);
}

#[test]
fn a_key_stands_for_one_request() {
    let mut books = Books::with(100);
    let first = books.named("k", spin(10, 3)).unwrap();
    let again = books.named("k", spin(10, 3)).unwrap();
    assert!(again.replayed);
    assert_eq!((first.lsn, first.cash, first.round_id), (again.lsn, again.cash, again.round_id));
    assert_eq!(reported(books.named("k", spin(11, 3))), Err(Refusal::KeyConflict));
    let round = Key::new("round", "r");
    books.ask(bet("r", 10)).unwrap();
    let named = croupier_ledger::Command {
        part: croupier_ledger::Part { key: round, ..part(WALLET, "x", deposit(1)) },
        ..command(WALLET, "x", 0, deposit(1))
    };
    assert_eq!(reported(books.take(&named)), Err(Refusal::KeyConflict), "a partner's round is no command");
}
