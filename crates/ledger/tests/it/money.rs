//! Deposits, payouts and corrections; amounts at their bounds; accounts that are not the command's.

use croupier_ledger::{AccountId, Action, Funding, Refusal, SubAccount};
use croupier_money::WIRE_MAX;

use super::books::*;

const fn hold(amount: i64) -> Action {
    Action::PayoutHold { amount }
}

const fn release(amount: i64) -> Action {
    Action::PayoutRelease { amount }
}

const fn finish(amount: i64) -> Action {
    Action::PayoutFinish { to: PAYMENTS, amount }
}

const fn adjust(amount: i64) -> Action {
    Action::Adjust { system: ADJUSTMENT, amount }
}

#[test]
#[rustfmt::skip]
fn money_moves_by_what_is_there() {
    let books = walk(Books::default(), vec![
        (deposit(1_000),   Ok(()),                      [1_000,   0, 0, 0]),
        (deposit(0),       Err(Refusal::BadAmount),     [1_000,   0, 0, 0]),
        (deposit(-5),      Err(Refusal::BadAmount),     [1_000,   0, 0, 0]),
        (hold(1_001),      poor(1_000),                 [1_000,   0, 0, 0]),
        (hold(600),        Ok(()),                      [  400, 600, 0, 0]),
        (release(601),     poor(600),                   [  400, 600, 0, 0]),
        (release(250),     Ok(()),                      [  650, 350, 0, 0]),
        (finish(351),      poor(350),                   [  650, 350, 0, 0]),
        (finish(350),      Ok(()),                      [  650,   0, 0, 0]),
        (adjust(-651),     poor(650),                   [  650,   0, 0, 0]),
        (adjust(-650),     Ok(()),                      [    0,   0, 0, 0]),
        (adjust(7),        Ok(()),                      [    7,   0, 0, 0]),
        (adjust(0),        Err(Refusal::BadAmount),     [    7,   0, 0, 0]),
        (adjust(i64::MIN), Err(Refusal::BadAmount),     [    7,   0, 0, 0]),
    ]);
    assert_eq!((books.got(PAYMENTS), books.got(ADJUSTMENT)), (-650, 643));
}

#[test]
#[rustfmt::skip]
fn a_wallet_never_holds_more_than_an_amount_can_say() {
    let full = Err(Refusal::BalanceFull);
    walk(Books::with(WIRE_MAX - 100), vec![
        (deposit(101),                         full.clone(),            [WIRE_MAX - 100,   0, 0,  0]),
        (deposit(i64::MAX),                    Err(Refusal::BadAmount), [WIRE_MAX - 100,   0, 0,  0]),
        (hold(500),                            Ok(()),                  [WIRE_MAX - 600, 500, 0,  0]),
        // What is held comes back one day, and has to fit then.
        (deposit(101),                         full.clone(),            [WIRE_MAX - 600, 500, 0,  0]),
        (grant(1, 60),                         Ok(()),                  [WIRE_MAX - 600, 500, 0, 60]),
        (deposit(41),                          full.clone(),            [WIRE_MAX - 600, 500, 0, 60]),
        (release(500),                         Ok(()),                  [WIRE_MAX - 100,   0, 0, 60]),
        (deposit(40),                          Ok(()),                  [WIRE_MAX -  60,   0, 0, 60]),
        (spin(10, 0),                          Ok(()),                  [WIRE_MAX -  70,   0, 0, 60]),
        (win("unknown", 1),                    Err(Refusal::UnknownRound), [WIRE_MAX - 70, 0, 0, 60]),
    ]);
}

#[test]
fn a_bet_is_refused_by_the_most_it_can_win_and_never_by_what_it_wins() {
    let full = Err(Refusal::BalanceFull);
    for winning in [0, 200] {
        let mut books = Books::with(WIRE_MAX - 199);
        let bet = || play(100, 0, 200, wins(winning, false));
        assert_eq!(reported(books.ask(bet())), full, "a win of {winning}");
        assert_eq!(books.batch.wallets[&WALLET].nonce, 0, "no play number is used");
        books.ask(hold(1)).unwrap();
        assert_eq!(reported(books.ask(bet())), full, "held money comes back");
        books.ask(finish(1)).unwrap();
        assert_eq!(reported(books.ask(bet())), Ok(()), "a win of {winning}");
        books.assert_sound();
    }
}

#[test]
#[rustfmt::skip]
fn the_room_for_the_wins_of_open_rounds_is_nobody_elses() {
    let full = || Err(Refusal::BalanceFull);
    let step = |round, version, win, open| Action::Step { round, version, settle: wins(win, open) };
    let mut books = Books::with(WIRE_MAX - 1_000);
    let round = books.ask(play(100, 0, 600, wins(0, true))).unwrap().round_id.unwrap();
    let books = walk(books, vec![
        (deposit(401),                     full(), [WIRE_MAX - 1_100, 0, 100, 0]),
        (grant(1, 401),                    full(), [WIRE_MAX - 1_100, 0, 100, 0]),
        (deposit(400),                     Ok(()), [WIRE_MAX -   700, 0, 100, 0]),
        (play(10, 1, 1, wins(0, false)),   full(), [WIRE_MAX -   700, 0, 100, 0]),
        (step(round, 0, 250, true),        Ok(()), [WIRE_MAX -   450, 0, 100, 0]),
        (deposit(1),                       full(), [WIRE_MAX -   450, 0, 100, 0]),
        (step(round, 1, 350, false),       Ok(()), [WIRE_MAX -   100, 0,   0, 0]),
        (deposit(100),                     Ok(()), [WIRE_MAX,         0,   0, 0]),
    ]);
    assert_eq!(books.batch.wallets[&WALLET].win_room, 0);
    // What a round has not won by its end, or by the end of its bets, is room again.
    let mut books = Books::with(WIRE_MAX - 1_000);
    let round = books.ask(play(100, 0, 600, wins(0, true))).unwrap().round_id.unwrap();
    books.take(&command(WALLET, "void", 0, play(100, 1, 400, wins(40, true)))).unwrap();
    walk(books, vec![
        (deposit(1),                       full(), [WIRE_MAX - 1_160, 0, 200, 0]),
        (rollback("void"),                 Ok(()), [WIRE_MAX - 1_100, 0, 100, 0]),
        (deposit(401),                     full(), [WIRE_MAX - 1_100, 0, 100, 0]),
        (step(round, 0, 0, false),         Ok(()), [WIRE_MAX - 1_100, 0,   0, 0]),
        (deposit(1_100),                   Ok(()), [WIRE_MAX,         0,   0, 0]),
    ]);
}

#[test]
fn money_goes_to_no_account_that_nobody_keeps() {
    let strange = [
        AccountId(0),
        AccountId::of(OTHER, SubAccount::Cash),
        AccountId::of(OTHER, SubAccount::Bonus),
        AccountId::of(99, SubAccount::Held),
    ];
    for account in strange {
        let mut books = Books::with(100);
        books.ask(hold(50)).unwrap();
        let asked = [
            Action::Deposit { from: account, amount: 10 },
            Action::PayoutFinish { to: account, amount: 10 },
            Action::Adjust { system: account, amount: 10 },
            Action::Adjust { system: account, amount: -10 },
            Action::BonusGrant { bonus: 1, from: account, amount: 10 },
            Action::Play {
                game: 1,
                system: account,
                funding: Funding::Wallet,
                stake: 10,
                win_max: 0,
                seed_no: 1,
                open_rounds: 0,
                settle: wins(0, false),
            },
            Action::bet(croupier_ledger::RoundRef { system: account, ..partner("r") }, 10),
            move_between(account, ADJUSTMENT, 10),
            move_between(ADJUSTMENT, account, 10),
        ];
        for action in asked {
            let shown = format!("{action:?} with {account:?}");
            assert_eq!(reported(books.ask(action)), Err(Refusal::UnknownAccount), "{shown}");
            assert_eq!(books.balances(), [50, 50, 0, 0], "{shown}");
        }
        books.assert_sound();
    }
}

#[test]
fn a_command_for_a_wallet_that_is_not_there_is_refused() {
    let mut books = Books::default();
    assert_eq!(reported(books.take(&command(99, "k", 0, deposit(1)))), Err(Refusal::UnknownWallet));
}

#[test]
fn bets_of_a_round_come_to_no_more_than_they_may_together() {
    let capped = |round: &str, amount| Action::Bet {
        round: partner(round),
        funding: Funding::Wallet,
        amount,
        round_max: Some(300),
    };
    let over = || Err(Refusal::RoundMax { most: 300 });
    let mut books = Books::with(1_000);
    books.named("first", capped("r", 200)).unwrap();
    assert_eq!(reported(books.ask(capped("r", 101))), over());
    assert_eq!(reported(books.ask(capped("other", 301))), over());
    assert_eq!(reported(books.ask(capped("r", 100))), Ok(()));
    assert_eq!(reported(books.ask(capped("r", 1))), over());
    // What is taken back makes room.
    books.ask(rollback("first")).unwrap();
    assert_eq!(reported(books.ask(capped("r", 200))), Ok(()));
    assert_eq!(books.balances(), [700, 0, 0, 0]);
    books.assert_sound();
}
