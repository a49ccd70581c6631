//! The wallet through its facade.

mod archive;
mod bonus;
mod check;
mod keys;
mod killed;
mod lane;
mod limits;
mod linked;
mod panics;
mod rollback;

use std::sync::Arc;

use croupier_ledger::{
    Action, BetLimit, Fact, Funding, Key, Receipt, Refusal, RoundRef, Settle, Settlement, StopReason,
};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::{self, Order, WalletError};

use crate::stops::{lift, stop};
use crate::testkit::Kit;

const PLAYER: i64 = 7;

async fn open(app: &App, player: i64) {
    let mut tx = app.db.begin().await.unwrap();
    app.wallet.open(&mut tx, player, Currency::EUR).await.unwrap();
    tx.commit().await.unwrap();
}

/// The limits of a player's wallet.
pub async fn limits_of(app: &App, player: i64, currency: Currency) -> Vec<BetLimit> {
    let limits = app.wallet.all_limits(player).await.unwrap();
    limits.into_iter().filter(|(held_in, _)| *held_in == currency).map(|(_, limit)| limit).collect()
}

pub fn order(key: &str, player: i64, action: Action) -> Order {
    let key = Key::new("test", key);
    Order {
        key,
        fingerprint: Key::new("body", &format!("{action:?}")),
        player,
        currency: Currency::EUR,
        at: 1,
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    }
}

async fn deposit(app: &App, key: &str, player: i64, amount: i64) -> Result<Receipt, WalletError> {
    let from = app.wallet.system_account("payments:test", Currency::EUR).await?;
    app.wallet.submit(order(key, player, Action::Deposit { from, amount })).await
}

/// A play that wins `win` and stays open if told so.
async fn play(
    app: &App,
    key: &str,
    player: i64,
    stake: i64,
    win: i64,
    open: bool,
) -> Result<Receipt, WalletError> {
    let system = app.wallet.system_account("games:test", Currency::EUR).await?;
    let settle = Settle::new(move |context| {
        Ok(Settlement { win, open, detail: format!("{{\"nonce\":{}}}", context.nonce), facts: vec![] })
    });
    let open_rounds = app.wallet.open_rounds(player, Currency::EUR).await.unwrap();
    let (funding, open_rounds) = (Funding::Wallet, i64::try_from(open_rounds.len()).unwrap());
    let action =
        Action::Play { game: 1, system, funding, stake, win_max: win, seed_no: 1, open_rounds, settle };
    app.wallet.submit(order(key, player, action)).await
}

pub fn refused(result: Result<Receipt, WalletError>) -> Refusal {
    match result {
        Err(WalletError::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

async fn assert_books(app: &App) {
    assert_eq!(wallet::check(&app.db).await.unwrap(), []);
}

on_both_engines! {
    async fn a_bet_and_its_win_move_money_once(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        assert_eq!(deposit(app, "d", PLAYER, 1_000).await.unwrap().cash, 1_000);
        let first = play(app, "p", PLAYER, 100, 250, false).await.unwrap();
        assert_eq!((first.cash, first.replayed), (1_150, false));
        let again = play(app, "p", PLAYER, 100, 250, false).await.unwrap();
        assert_eq!((again.cash, again.replayed, again.round_id), (1_150, true, first.round_id));
        let other = refused(play(app, "p", PLAYER, 200, 250, false).await);
        assert_eq!(other, Refusal::KeyConflict);
        assert_eq!(app.wallet.list(PLAYER).await.unwrap()[0].cash, 1_150);
        assert_books(app).await;
    }

    async fn amounts_that_cannot_move_are_refused(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        for (n, stake) in [0, -1, i64::MAX, i64::MIN].into_iter().enumerate() {
            assert_eq!(refused(play(app, &format!("p{n}"), PLAYER, stake, 0, false).await), Refusal::BadAmount);
        }
        let poor = refused(play(app, "p", PLAYER, 1_001, 0, false).await);
        assert_eq!(poor, Refusal::InsufficientFunds { available: 1_000 });
        assert_books(app).await;
    }

    async fn of_a_hundred_bets_of_everything_one_wins(kit: Kit) {
        let app = kit.app.clone();
        open(&app, PLAYER).await;
        deposit(&app, "d", PLAYER, 1_000).await.unwrap();
        let bets = (0..100).map(|n| {
            let app = app.clone();
            tokio::spawn(async move { play(&app, &format!("p{n}"), PLAYER, 1_000, 0, false).await.is_ok() })
        });
        let mut taken = 0;
        for bet in bets.collect::<Vec<_>>() {
            taken += i32::from(bet.await.unwrap());
        }
        assert_eq!(taken, 1);
        assert_eq!(app.wallet.list(PLAYER).await.unwrap()[0].cash, 0);
        assert_books(&app).await;
    }

    async fn a_round_of_several_steps_keeps_its_stake_apart(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let opened = play(app, "p", PLAYER, 100, 30, true).await.unwrap();
        assert_eq!(opened.cash, 930);
        assert_books(app).await;
        let round = opened.round_id.unwrap();
        let step = |open: bool| Settle::new(move |context| {
            let seen = context.round.map(|round| round.version);
            Ok(Settlement { win: 50, open, detail: format!("{seen:?}"), facts: vec![] })
        });
        let action = |version, open| Action::Step { round, version, settle: step(open) };
        app.wallet.submit(order("s0", PLAYER, action(0, true))).await.unwrap();
        let stale = app.wallet.submit(order("s0b", PLAYER, action(0, true))).await;
        assert_eq!(refused(stale), Refusal::RoundConflict);
        let last = app.wallet.submit(order("s1", PLAYER, action(1, false))).await.unwrap();
        let settled = last.round.unwrap();
        assert_eq!((settled.stake, settled.win, settled.version, last.cash), (100, 130, 2, 1_030));
        assert_eq!(settled.detail, "Some(1)");
        assert!(app.wallet.rounds_left_open(i64::MAX, 0, 10).await.unwrap().is_empty());
        assert_books(app).await;
    }

    async fn a_rollback_before_its_bet_leaves_a_tombstone(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let original = Key::new("test", "late");
        app.wallet.submit(order("r", PLAYER, Action::Rollback { original })).await.unwrap();
        assert_eq!(refused(play(app, "late", PLAYER, 100, 0, false).await), Refusal::Tombstoned);
        assert_eq!(app.wallet.list(PLAYER).await.unwrap()[0].cash, 1_000);
        assert_books(app).await;
    }

    async fn partner_rounds_take_bets_wins_and_rollbacks(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
        let round = RoundRef { key: Key::new("round", "r1"), game: 9, system };
        let bet = |amount| Action::bet(round, amount);
        app.wallet.submit(order("b1", PLAYER, bet(100))).await.unwrap();
        app.wallet.submit(order("b2", PLAYER, bet(50))).await.unwrap();
        let back = Action::Rollback { original: Key::new("test", "b2") };
        assert_eq!(app.wallet.submit(order("x", PLAYER, back.clone())).await.unwrap().cash, 900);
        assert_eq!(app.wallet.submit(order("x2", PLAYER, back)).await.unwrap().cash, 900);
        let win = Action::Win { round, amount: 300, closes: true };
        let won = app.wallet.submit(order("w", PLAYER, win)).await.unwrap();
        assert_eq!(won.cash, 1_200);
        assert_eq!(won.round.map(|round| (round.stake, round.win)), Some((100, 300)));
        assert_eq!(refused(app.wallet.submit(order("b3", PLAYER, bet(10))).await), Refusal::RoundConflict);
        assert_books(app).await;
    }

    async fn payouts_are_held_and_then_leave_or_return(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let to = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
        let held = app.wallet.submit(order("h", PLAYER, Action::PayoutHold { amount: 600 })).await.unwrap();
        assert_eq!((held.cash, held.held), (400, 600));
        let out = Action::PayoutFinish { to, amount: 350 };
        app.wallet.submit(order("f", PLAYER, out.clone())).await.unwrap();
        let back = app.wallet.submit(order("b", PLAYER, Action::PayoutRelease { amount: 250 })).await.unwrap();
        assert_eq!((back.cash, back.held), (650, 0));
        let twice = app.wallet.submit(order("f2", PLAYER, out)).await;
        assert_eq!(refused(twice), Refusal::InsufficientFunds { available: 0 });
        assert_books(app).await;
    }

    async fn what_is_attached_commits_with_the_money_or_refuses_it(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
        let with = |key: &str, name: &str| Order {
            attached: vec![croupier_db::Statement {
                sql: "UPDATE counter SET next_value = 77 WHERE name = $1",
                params: croupier_db::params![name],
                expect_one_row: true,
            }],
            facts: vec![Fact { kind: "test.done", body: "{}".to_owned() }],
            ..order(key, PLAYER, Action::Deposit { from, amount: 10 })
        };
        assert_eq!(refused(app.wallet.submit(with("a", "nobody")).await), Refusal::PreconditionFailed);
        assert_eq!(app.wallet.submit(with("b", "wallet")).await.unwrap().cash, 10);
        let row = app.db.query_one("SELECT next_value FROM counter WHERE name = 'wallet'", vec![]).await.unwrap();
        assert_eq!(row.get::<i64>(0).unwrap(), 77);
        assert_books(app).await;
    }

    async fn a_seed_pair_that_was_rotated_takes_no_more_bets(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        app.wallet.submit(order("r", PLAYER, Action::RotateSeed { seed_no: 1 })).await.unwrap();
        assert_eq!(refused(play(app, "p", PLAYER, 100, 0, false).await), Refusal::SeedChanged);
        let again = app.wallet.submit(order("r2", PLAYER, Action::RotateSeed { seed_no: 1 })).await;
        assert_eq!(refused(again), Refusal::SeedChanged);
        assert_books(app).await;
    }

    async fn no_round_stays_open_under_a_pair_that_is_rotated(kit: Kit) {
        let app = kit.app.clone();
        for player in 1..=20 {
            open(&app, player).await;
            deposit(&app, &format!("d{player}"), player, 1_000).await.unwrap();
        }
        let pairs: Vec<_> = (1..=20)
            .map(|player| {
                let (one, other) = (app.clone(), app.clone());
                let opens = tokio::spawn(async move { play(&one, &format!("p{player}"), player, 100, 0, true).await });
                let rotation = order(&format!("r{player}"), player, Action::RotateSeed { seed_no: 1 });
                (opens, tokio::spawn(async move { other.wallet.submit(rotation).await }))
            })
            .collect();
        for (opens, rotates) in pairs {
            match (opens.await.unwrap(), rotates.await.unwrap()) {
                (Ok(_), rotates) => assert_eq!(refused(rotates), Refusal::RoundOpen),
                (opens, Ok(_)) => assert_eq!(refused(opens), Refusal::SeedChanged),
                both => panic!("one of the two comes first: {both:?}"),
            }
        }
        let sql = "SELECT COUNT(*) FROM round r JOIN wallet w ON w.id = r.wallet_id
                   WHERE r.status = 0 AND r.seed_no <> w.seed_no";
        assert_eq!(app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap(), 0);
        assert_books(&app).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_server_changes_the_other_does_not_remember_otherwise() {
    let first = Kit::start(crate::testkit::Engine::Postgres).await;
    let second = first.second().await;
    open(&first.app, PLAYER).await;
    deposit(&first.app, "d", PLAYER, 1_000).await.unwrap();
    for turn in 0..3 {
        for (name, app) in [("first", &first.app), ("second", &second.app)] {
            let cash = play(app, &format!("{name}{turn}"), PLAYER, 100, 0, false).await.unwrap().cash;
            assert_eq!(cash, app.wallet.list(PLAYER).await.unwrap()[0].cash);
        }
        stop(&first.app, PLAYER, StopReason::Operator).await;
        let refusal = refused(play(&second.app, &format!("blocked{turn}"), PLAYER, 100, 0, false).await);
        assert!(matches!(refusal, Refusal::Stopped(_)), "{refusal:?}");
        lift(&second.app, PLAYER, StopReason::Operator).await;
    }
    let again = play(&second.app, "first0", PLAYER, 100, 0, false).await.unwrap();
    assert!(again.replayed, "the key of the first server's bet");
    assert_books(&first.app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_keep_one_set_of_books() {
    let first = Kit::start(crate::testkit::Engine::Postgres).await;
    let second = first.second().await;
    for player in 1..=8 {
        open(&first.app, player).await;
        deposit(&first.app, &format!("d{player}"), player, 10_000).await.unwrap();
    }
    let servers: [Arc<App>; 2] = [first.app.clone(), second.app.clone()];
    let bets = (0..800).map(|n: i64| {
        let app = servers[usize::from(n % 2 == 1)].clone();
        tokio::spawn(async move { play(&app, &format!("p{n}"), n % 8 + 1, 100, 0, false).await.is_ok() })
    });
    let mut taken = 0;
    for bet in bets.collect::<Vec<_>>() {
        taken += i32::from(bet.await.unwrap());
    }
    assert_eq!(taken, 800, "each player has exactly enough for his hundred bets");
    for player in 1..=8 {
        assert_eq!(first.app.wallet.list(player).await.unwrap()[0].cash, 0);
    }
    assert_books(&second.app).await;
}
