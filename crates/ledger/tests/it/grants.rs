//! Rounds that a grant pays: free spins, and free rounds of partners.

use croupier_ledger::{Action, Funding, PlayedKind, Refusal, RoundStatus, Stop, StopReason, SubAccount};

use super::books::*;

fn free_bet(round: &str) -> Action {
    Action::Bet {
        round: partner(round),
        funding: granted(SubAccount::FreespinWin),
        amount: 0,
        round_max: None,
    }
}

fn closing(round: &str, amount: i64) -> Action {
    Action::Win { round: partner(round), amount, closes: true }
}

#[test]
fn a_free_spin_costs_nothing_and_wins_into_the_account_that_its_grant_names() {
    let mut books = Books::with(100);
    books.ask(grant(1, 50)).unwrap();
    let won = books.ask(free_spin(30, false, SubAccount::FreespinWin)).unwrap();
    assert_eq!((books.balances(), books.balance(SubAccount::FreespinWin)), ([100, 0, 0, 50], 30));
    let round = books.round(won.round_id.unwrap());
    assert_eq!((round.status, round.stake, round.win, round.bets), (RoundStatus::Closed, 0, 30, 1));
    assert_eq!(round.funding, granted(SubAccount::FreespinWin));
    books.ask(free_spin(5, false, SubAccount::Cash)).unwrap();
    assert_eq!(books.balances(), [105, 0, 0, 50]);
    books.assert_sound();
}

#[test]
fn a_free_spin_that_loses_takes_its_place_in_the_log() {
    let mut books = Books::default();
    let lost = books.ask(free_spin(0, false, SubAccount::FreespinWin)).unwrap();
    assert_eq!(books.log.len(), 1);
    let row = books.log[0].played().unwrap();
    assert_eq!(
        (books.log[0].lsn, row.kind, row.game, row.grant),
        (lost.lsn, PlayedKind::Bet, 1, Some(GRANT))
    );
    assert_eq!((row.opens, row.ends, row.real, row.bonus), (true, Some(RoundStatus::Closed), 0, 0));
    books.assert_sound();
}

#[test]
#[rustfmt::skip]
fn what_a_grant_may_pay() {
    let with = |stake, to| Action::Play {
        game: 1, system: GAMES, funding: granted(to), stake, win_max: 0, seed_no: 1, open_rounds: 0,
        settle: wins(0, false),
    };
    let books = walk(Books::with(100), vec![
        (with(1, SubAccount::FreespinWin),  Err(Refusal::BadAmount),      [100, 0, 0, 0]),
        (with(-1, SubAccount::FreespinWin), Err(Refusal::BadAmount),      [100, 0, 0, 0]),
        (with(0, SubAccount::Held),         Err(Refusal::UnknownAccount), [100, 0, 0, 0]),
        (with(0, SubAccount::Stake),        Err(Refusal::UnknownAccount), [100, 0, 0, 0]),
        (with(0, SubAccount::Bonus),        Err(Refusal::UnknownAccount), [100, 0, 0, 0]),
        (with(0, SubAccount::Points),       Err(Refusal::UnknownAccount), [100, 0, 0, 0]),
        (spin(0, 0),                        Err(Refusal::BadAmount),      [100, 0, 0, 0]),
        (free_bet("r"),                     Ok(()),                       [100, 0, 0, 0]),
        (bet("r", 10),                      Err(Refusal::RoundConflict),  [100, 0, 0, 0]),
        (win("r", 40),                      Ok(()),                       [100, 0, 0, 0]),
        (free_bet("r"),                     Ok(()),                       [100, 0, 0, 0]),
        (closing("r", 0),                   Ok(()),                       [100, 0, 0, 0]),
        (free_bet("r"),                     Err(Refusal::RoundConflict),  [100, 0, 0, 0]),
    ]);
    assert_eq!(books.balance(SubAccount::FreespinWin), 40);
}

#[test]
fn what_was_played_free_at_a_partner_is_booked_although_its_player_is_stopped_since() {
    let mut books = Books::default();
    let stop = Stop { reason: StopReason::Exclusion, until: 100 };
    books.batch.wallets.get_mut(&WALLET).unwrap().stops.set(stop.reason, stop.until);
    let stopped: Result<(), Refusal> = Err(Refusal::Stopped(stop));
    assert_eq!(
        reported(books.ask(free_spin(5, false, SubAccount::FreespinWin))),
        stopped,
        "a spin here is a bet"
    );
    assert_eq!(reported(books.ask(bet("s", 10))), stopped);
    books.ask(free_bet("r")).unwrap();
    books.ask(closing("r", 40)).unwrap();
    assert_eq!(books.balance(SubAccount::FreespinWin), 40);
    books.assert_sound();
}

#[test]
fn a_free_bet_that_is_taken_back_is_a_row_and_voids_a_round_without_others() {
    let mut books = Books::default();
    let opened = books.named("one", free_bet("r")).unwrap();
    books.named("two", free_bet("r")).unwrap();
    books.named("lost", win("r", 0)).unwrap();
    books.ask(rollback("lost")).unwrap();
    books.ask(rollback("two")).unwrap();
    let round = opened.round_id.unwrap();
    assert_eq!((books.round(round).status, books.round(round).bets), (RoundStatus::Open, 1));
    let places = books.places();
    books.ask(rollback("one")).unwrap();
    assert_eq!(books.places(), places + 1);
    let row = books.log.last().unwrap().played().unwrap();
    assert_eq!(
        (row.kind, row.grant, row.ends),
        (PlayedKind::BetRollback, Some(GRANT), Some(RoundStatus::Void))
    );
    books.assert_sound();
}

#[test]
fn each_row_tells_its_real_and_its_bonus_part() {
    let mut books = Books::with(60);
    books.ask(grant(1, 100)).unwrap();
    books.ask(spin(90, 100)).unwrap();
    let parts: Vec<_> = books.log.iter().filter_map(croupier_ledger::Transfer::played).collect();
    let shown: Vec<_> = parts.iter().map(|p| (p.kind, p.real, p.bonus, p.ends.is_some())).collect();
    assert_eq!(
        shown,
        [
            (PlayedKind::Bet, 60, 0, false),
            (PlayedKind::Bet, 0, 30, false),
            (PlayedKind::Win, 66, 0, false),
            (PlayedKind::Win, 0, 34, true),
        ]
    );
    // What is due to a bonus that has ended is its part still.
    books.ask(bet("r", 166)).unwrap();
    books.ask(Action::BonusForfeit { bonus: 1 }).unwrap();
    books.ask(win("r", 166)).unwrap();
    let last: Vec<_> = books.log.iter().rev().take(2).filter_map(croupier_ledger::Transfer::played).collect();
    assert_eq!(last.iter().map(|p| (p.real, p.bonus)).collect::<Vec<_>>(), [(0, 100), (66, 0)]);
    assert_eq!(Funding::Wallet.grant(), None);
}

#[test]
fn a_round_is_told_to_end_once() {
    let mut books = Books::with(100);
    let opened = books.ask(play(10, 0, 0, wins(0, true))).unwrap();
    let step =
        |version, open| Action::Step { round: opened.round_id.unwrap(), version, settle: wins(0, open) };
    books.ask(step(0, true)).unwrap();
    books.ask(step(1, false)).unwrap();
    books.ask(bet("r", 10)).unwrap();
    books.ask(closing("r", 0)).unwrap();
    books.ask(win("r", 5)).unwrap();
    books.ask(closing("r", 5)).unwrap();
    let ends: Vec<_> =
        books.log.iter().filter_map(croupier_ledger::Transfer::played).map(|p| p.ends.is_some()).collect();
    // The bet, a step, the last step with its stake; the bet, its end, two late wins.
    assert_eq!(ends, [false, false, false, true, false, true, false, false]);
    books.assert_sound();
}
