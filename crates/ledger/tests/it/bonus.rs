//! The bonus purse.

use croupier_ledger::{Action, Refusal, Settle, Settlement};

use super::books::*;

const fn convert(bonus: i64, most: i64) -> Action {
    Action::BonusConvert { bonus, most }
}

const fn forfeit(bonus: i64) -> Action {
    Action::BonusForfeit { bonus }
}

#[test]
#[rustfmt::skip]
fn cash_is_staked_first_and_wins_follow_the_split() {
    let books = walk(Books::with(60), vec![
        (grant(1, 100),   Ok(()),                      [60, 0, 0, 100]),
        (grant(2, 10),    Err(Refusal::BonusConflict), [60, 0, 0, 100]),
        // 60 of 90 are cash: of 100 won, 66 are cash, and what does not divide is bonus money.
        (spin(90, 100),   Ok(()),                      [66, 0, 0, 104]),
        (spin(171, 0),    poor(170),                   [66, 0, 0, 104]),
        (spin(66, 10),    Ok(()),                      [10, 0, 0, 104]),
        (spin(114, 0),    Ok(()),                      [ 0, 0, 0,   0]),
        (forfeit(1),      Ok(()),                      [ 0, 0, 0,   0]),
        (forfeit(1),      Err(Refusal::BonusConflict), [ 0, 0, 0,   0]),
        (grant(2, 50),    Ok(()),                      [ 0, 0, 0,  50]),
        (convert(2, -1),  Err(Refusal::BadAmount),     [ 0, 0, 0,  50]),
        (convert(1, 50),  Err(Refusal::BonusConflict), [ 0, 0, 0,  50]),
        (convert(2, 30),  Ok(()),                      [30, 0, 0,   0]),
    ]);
    assert_eq!((books.got(COST), books.got(LATER_COST)), (-100, -30));
}

#[test]
#[rustfmt::skip]
fn a_late_win_goes_to_the_account_that_bore_the_cost_of_its_own_bonus() {
    let books = walk(Books::default(), vec![
        (grant(1, 100),   Ok(()), [0, 0, 0, 100]),
        (bet("r", 80),    Ok(()), [0, 0, 0,  20]),
        (forfeit(1),      Ok(()), [0, 0, 0,   0]),
        (grant(2, 50),    Ok(()), [0, 0, 0,  50]),
        (win("r", 500),   Ok(()), [0, 0, 0,  50]),
        (bet("r", 10),    poor(0), [0, 0, 0, 50]),
    ]);
    assert_eq!((books.got(COST), books.got(LATER_COST)), (420, -50));
}

#[test]
fn a_bet_that_is_taken_back_after_its_bonus_leaves_the_newer_bonus_alone() {
    let mut books = Books::default();
    books.ask(grant(1, 100)).unwrap();
    books.named("b", bet("r", 80)).unwrap();
    books.ask(forfeit(1)).unwrap();
    books.ask(grant(2, 50)).unwrap();
    books.ask(rollback("b")).unwrap();
    assert_eq!(books.balances(), [0, 0, 0, 50]);
    assert_eq!((books.got(COST), books.got(LATER_COST)), (0, -50));
    books.assert_sound();
}

#[test]
#[rustfmt::skip]
fn a_bonus_is_finished_as_its_caller_knows_it() {
    const fn finish(bonus: i64, holds: i64, most: i64) -> Action {
        Action::BonusFinish { bonus, holds, cash_max: None, most }
    }
    const fn finish_beside(cash_max: i64) -> Action {
        Action::BonusFinish { bonus: 1, holds: 100, cash_max: Some(cash_max), most: 70 }
    }
    let books = walk(Books::with(60), vec![
        (grant(1, 100),         Ok(()),                      [60, 0, 0, 100]),
        (finish(2, 100, 100),   Err(Refusal::BonusConflict), [60, 0, 0, 100]),
        (finish(1, 99, 99),     Err(Refusal::BonusChanged),  [60, 0, 0, 100]),
        (finish(1, 100, -1),    Err(Refusal::BadAmount),     [60, 0, 0, 100]),
        // A deposit may have come since its caller saw too little left.
        (finish_beside(59),     Err(Refusal::BonusChanged),  [60, 0, 0, 100]),
        (finish_beside(60),     Ok(()),                      [130, 0, 0, 0]),
        (finish(1, 0, 0),       Err(Refusal::BonusConflict), [130, 0, 0, 0]),
    ]);
    assert_eq!(books.got(COST), -70);
}

#[test]
fn an_open_round_keeps_its_bonus_from_being_finished() {
    let mut books = Books::with(60);
    books.ask(grant(1, 100)).unwrap();
    books.ask(play(100, 0, 0, wins(0, true))).unwrap();
    let finish = Action::BonusFinish { bonus: 1, holds: 60, cash_max: None, most: 0 };
    assert_eq!(books.ask(finish), Err(Refusal::RoundOpen));
    books.assert_sound();
}

#[test]
fn a_rule_is_told_the_active_bonus() {
    let mut books = Books::with(60);
    let judged_by = |expected: Option<i64>| {
        Settle::new(move |context| {
            let settled = Settlement { win: 0, open: false, detail: String::new(), facts: Vec::new() };
            if context.bonus == expected { Ok(settled) } else { Err(Refusal::BonusChanged) }
        })
    };
    books.ask(play(1, 0, 0, judged_by(None))).unwrap();
    books.ask(grant(7, 100)).unwrap();
    assert_eq!(books.ask(play(1, 0, 0, judged_by(None))), Err(Refusal::BonusChanged));
    books.ask(play(1, 0, 0, judged_by(Some(7)))).unwrap();
}
