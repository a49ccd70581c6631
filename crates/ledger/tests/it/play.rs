//! Bets on built-in games and of partners.

use croupier_ledger::{Action, Refusal, RoundStatus, Stop, StopReason};

use super::books::*;

fn step(round: i64, version: i64, win: i64, open: bool) -> Action {
    Action::Step { round, version, settle: wins(win, open) }
}

#[test]
#[rustfmt::skip]
fn bets_of_one_step() {
    let books = walk(Books::with(1_000), vec![
        (spin(100, 0),                         Ok(()),                       [  900, 0, 0, 0]),
        (spin(100, 250),                       Ok(()),                       [1_050, 0, 0, 0]),
        (spin(0, 0),                           Err(Refusal::BadAmount),      [1_050, 0, 0, 0]),
        (spin(-1, 0),                          Err(Refusal::BadAmount),      [1_050, 0, 0, 0]),
        (spin(i64::MAX, 0),                    Err(Refusal::BadAmount),      [1_050, 0, 0, 0]),
        (spin(100, -1),                        Err(Refusal::BadAmount),      [1_050, 0, 0, 0]),
        (spin(1_051, 0),                       poor(1_050),                  [1_050, 0, 0, 0]),
        (play(100, 5, 0, wins(0, false)),      Err(Refusal::RoundsChanged),  [1_050, 0, 0, 0]),
        (play(100, 0, 0, panics()),            Err(Refusal::Panicked),       [1_050, 0, 0, 0]),
        (spin(1_050, 0),                       Ok(()),                       [    0, 0, 0, 0]),
    ]);
    assert_eq!(books.got(GAMES), 1_000);
    assert_eq!(books.batch.wallets[&WALLET].nonce, 3, "refused bets use no play number");
}

#[test]
fn a_rule_that_panics_fails_its_command_and_not_its_batch() {
    let mut books = Books::with(1_000);
    let commands = [
        command(WALLET, "a", 0, spin(100, 0)),
        command(WALLET, "b", 0, play(100, 0, 0, panics())),
        command(OTHER, "c", 0, deposit(5)),
        command(WALLET, "d", 0, spin(100, 30)),
    ];
    let answers: Vec<_> = books.take_all(&commands).into_iter().map(reported).collect();
    assert_eq!(answers, [Ok(()), Err(Refusal::Panicked), Ok(()), Ok(())]);
    assert_eq!(books.balances(), [830, 0, 0, 0]);
    books.assert_sound();
    assert_eq!(reported(books.take(&command(WALLET, "b", 0, spin(100, 0)))), Ok(()), "it has kept no key");
}

#[test]
fn the_stake_of_an_open_round_waits_until_its_last_step() {
    let mut books = Books::with(1_000);
    let opened = books.ask(play(100, 0, 500, wins(30, true))).unwrap();
    let round = opened.round_id.unwrap();
    assert_eq!(books.balances(), [930, 0, 100, 0]);
    #[rustfmt::skip]
    let books = walk(books, vec![
        (step(round, 1, 9, false),             Err(Refusal::RoundConflict), [930, 0, 100, 0]),
        (step(round + 1, 0, 9, false),         Err(Refusal::UnknownRound),  [930, 0, 100, 0]),
        (step(round, 0, 0, true),              Ok(()),                      [930, 0, 100, 0]),
        (step(round, 0, 0, true),              Err(Refusal::RoundConflict), [930, 0, 100, 0]),
        (Action::Step { round, version: 1, settle: panics() },
                                               Err(Refusal::Panicked),      [930, 0, 100, 0]),
        (play(10, 0, 0, wins(0, false)),       Err(Refusal::RoundsChanged), [930, 0, 100, 0]),
        (play(10, 1, 0, wins(0, false)),       Ok(()),                      [920, 0, 100, 0]),
        (step(round, 1, 70, false),            Ok(()),                      [990, 0,   0, 0]),
        (step(round, 2, 70, false),            Err(Refusal::RoundConflict), [990, 0,   0, 0]),
    ]);
    let round = books.round(round);
    assert_eq!((round.status, round.stake, round.win, round.version), (RoundStatus::Closed, 100, 100, 2));
}

#[test]
#[rustfmt::skip]
fn a_partner_names_its_rounds() {
    let closes = |round: &str, amount| Action::Win { round: partner(round), amount, closes: true };
    let books = walk(Books::with(1_000), vec![
        (win("r", 10),            Err(Refusal::UnknownRound),  [1_000, 0, 0, 0]),
        (bet("r", 100),           Ok(()),                      [  900, 0, 0, 0]),
        (bet("r", 50),            Ok(()),                      [  850, 0, 0, 0]),
        (bet("r", 0),             Err(Refusal::BadAmount),     [  850, 0, 0, 0]),
        (bet("r", 851),           poor(850),                   [  850, 0, 0, 0]),
        (win("r", 0),             Ok(()),                      [  850, 0, 0, 0]),
        (win("r", -1),            Err(Refusal::BadAmount),     [  850, 0, 0, 0]),
        (win("r", 20),            Ok(()),                      [  870, 0, 0, 0]),
        (closes("r", 0),          Ok(()),                      [  870, 0, 0, 0]),
        (bet("r", 10),            Err(Refusal::RoundConflict), [  870, 0, 0, 0]),
        (win("r", 5),             Ok(()),                      [  875, 0, 0, 0]),
        (bet("q", 875),           Ok(()),                      [    0, 0, 0, 0]),
        (closes("q", 0),          Ok(()),                      [    0, 0, 0, 0]),
    ]);
    assert_eq!(books.got(GAMES), 1_000);
}

#[test]
#[rustfmt::skip]
fn a_stopped_wallet_takes_no_bets_and_lets_money_leave() {
    let mut books = Books::with(1_000);
    let round = books.ask(play(100, 0, 0, wins(0, true))).unwrap().round_id.unwrap();
    books.ask(bet("r", 100)).unwrap();
    let stop = Stop { reason: StopReason::CoolingOff, until: 100 };
    books.batch.wallets.get_mut(&WALLET).unwrap().stops.set(stop.reason, stop.until);
    let stopped = || Err(Refusal::Stopped(stop));
    walk(books, vec![
        (spin(100, 0),                      stopped(), [800,   0, 100, 0]),
        (bet("r", 100),                     stopped(), [800,   0, 100, 0]),
        (win("r", 50),                      Ok(()),    [850,   0, 100, 0]),
        (step(round, 0, 30, false),         Ok(()),    [880,   0,   0, 0]),
        (Action::PayoutHold { amount: 80 }, Ok(()),    [800,  80,   0, 0]),
    ]);
    let mut books = Books::with(100);
    books.batch.wallets.get_mut(&WALLET).unwrap().stops.set(stop.reason, stop.until);
    books.at = stop.until;
    assert_eq!(reported(books.ask(spin(100, 0))), Ok(()), "it has ended");
}

#[test]
fn on_behalf_of_a_player_money_leaves_while_only_staff_can_ask_for_it() {
    use StopReason::{CoolingOff, Exclusion, Fraud, Operator};
    let until = 100;
    let by_fraud = Refusal::Stopped(Stop { reason: Fraud, until });
    let by_operator = Refusal::Stopped(Stop { reason: Operator, until });
    for (reasons, at, by_staff, by_player) in [
        (&[][..], 0, Err(Refusal::MaySignIn), Ok(())),
        (&[CoolingOff], 0, Err(Refusal::MaySignIn), Ok(())),
        (&[Exclusion], 0, Ok(()), Ok(())),
        (&[Exclusion], until, Err(Refusal::MaySignIn), Ok(())),
        (&[Operator], 0, Ok(()), Err(by_operator)),
        (&[Exclusion, Fraud], 0, Err(by_fraud.clone()), Err(by_fraud)),
    ] {
        let mut books = Books::with(100);
        for reason in reasons {
            books.batch.wallets.get_mut(&WALLET).unwrap().stops.set(*reason, until);
        }
        books.at = at;
        let asked = reported(books.ask(Action::PayoutHoldOnBehalf { amount: 60 }));
        assert_eq!(asked, by_staff, "{reasons:?} at {at}, by staff");
        let own = reported(books.ask(Action::PayoutHold { amount: 40 }));
        assert_eq!(own, by_player, "{reasons:?} at {at}, by the player");
        let held = [(asked.is_ok(), 60), (by_player.is_ok(), 40)];
        let held: i64 = held.into_iter().filter(|(taken, _)| *taken).map(|(_, amount)| amount).sum();
        assert_eq!(books.balances(), [100 - held, held, 0, 0]);
    }
}

#[test]
fn every_accepted_command_takes_a_place_of_its_own() {
    let mut books = Books::with(1_000);
    books.ask(bet("r", 10)).unwrap();
    let quiet = [
        win("r", 0),
        rollback("nobody"),
        rollback("nobody"),
        Action::RotateSeed { seed_no: 1 },
        play(1, 0, 0, wins(0, true)),
    ];
    let mut places = std::collections::BTreeSet::new();
    let mut places_of = |books: &mut Books, action| places.insert(lsn(&books.ask(action)));
    for action in quiet {
        let action = match action {
            Action::Play { game, system, funding, stake, win_max, open_rounds, settle, .. } => {
                Action::Play { game, system, funding, stake, win_max, seed_no: 2, open_rounds, settle }
            }
            other => other,
        };
        let before = books.places();
        assert!(places_of(&mut books, action.clone()), "{action:?} has the place of another");
        assert!(books.places() > before, "{action:?} takes no place");
    }
    books.assert_sound();
}
