//! Commands of several parts, moves and rounds that a grant pays, on every engine and past a restart of the writer.

use croupier_db::{Statement, params};
use croupier_ledger::{
    AccountId, Action, Funding, Key, PlayedKind, Receipt, Refusal, RoundRef, RoundStatus, SubAccount,
};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::{self, Order, WalletError};

use super::{PLAYER, assert_books, deposit, open, order, refused};

async fn partner(app: &App, name: &str) -> RoundRef {
    let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
    RoundRef { key: Key::new("round", name), game: 9, system }
}

async fn wallet_id(app: &App) -> i64 {
    let sql = "SELECT id FROM wallet WHERE player_id = $1";
    app.db.query_one(sql, params![PLAYER]).await.unwrap().get(0).unwrap()
}

async fn balance(app: &App, of: SubAccount) -> i64 {
    let sql = "SELECT b.balance FROM wallet_balance b JOIN wallet w ON w.id = b.wallet_id
               WHERE w.player_id = $1 AND b.sub_account = $2";
    app.db.query_one(sql, params![PLAYER, of.code()]).await.unwrap().get(0).unwrap()
}

async fn bet_and_win(app: &App, round: RoundRef, amount: i64, win: i64) -> Result<Receipt, WalletError> {
    let win = Action::Win { round, amount: win, closes: true };
    let first = order("bet", PLAYER, Action::bet(round, amount));
    app.wallet.submit_linked(first, vec![order("win", PLAYER, win)]).await
}

on_both_engines! {
    async fn a_bet_and_its_win_are_one_commit_and_are_taken_back_each(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let round = partner(app, "r").await;
        assert_eq!(refused(bet_and_win(app, round, 1_001, 5).await), Refusal::InsufficientFunds { available: 1_000 });
        let done = bet_and_win(app, round, 400, 900).await.unwrap();
        assert_eq!((done.cash, done.linked[0].cash), (600, 1_500));
        let again = bet_and_win(app, round, 400, 900).await.unwrap();
        assert!(again.replayed && again.linked[0].replayed);
        assert_eq!(again.linked[0].cash, 1_500);
        assert_books(app).await;
        for (key, original, cash) in [("x", "win", 600), ("y", "bet", 1_000)] {
            let back = Action::Rollback { original: Key::new("test", original) };
            assert_eq!(app.wallet.submit(order(key, PLAYER, back)).await.unwrap().cash, cash);
        }
        assert_books(app).await;
    }

    async fn the_statements_of_a_part_go_with_it_and_are_run_once(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let round = partner(app, "r").await;
        let with = |key: &str, action: Action, name: &str| Order {
            attached: vec![Statement {
                sql: "UPDATE counter SET next_value = next_value + 1 WHERE name = $1",
                params: params![name],
                expect_one_row: true,
            }],
            ..order(key, PLAYER, action)
        };
        let counted = || async {
            let sql = "SELECT next_value FROM counter WHERE name = 'wallet'";
            app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap()
        };
        let before = counted().await;
        let bet = with("bet", Action::bet(round, 100), "wallet");
        let win = |name| with("win", Action::Win { round, amount: 30, closes: true }, name);
        let stale = app.wallet.submit_linked(bet.clone(), vec![win("nobody")]).await;
        assert_eq!(refused(stale), Refusal::PreconditionFailed);
        assert_eq!(counted().await, before);
        app.wallet.submit(bet.clone()).await.unwrap();
        assert_eq!(counted().await, before + 1);
        let done = app.wallet.submit_linked(bet, vec![win("wallet")]).await.unwrap();
        assert_eq!((done.replayed, done.linked[0].replayed, counted().await), (true, false, before + 2));
        assert_books(app).await;
    }

    async fn nobody_links_an_order_of_another_player(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        open(app, PLAYER + 2).await;
        let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
        let give = |key, player| order(key, player, Action::Deposit { from, amount: 5 });
        let both = app.wallet.submit_linked(give("a", PLAYER), vec![give("b", PLAYER + 2)]).await;
        assert_eq!(refused(both), Refusal::UnknownWallet);
        assert_eq!(app.wallet.submit(give("a", PLAYER)).await.unwrap().cash, 5);
    }

    async fn every_sub_account_is_kept_and_moved(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        let wallet = wallet_id(app).await;
        let gifts = app.wallet.system_account("gifts", Currency::EUR).await.unwrap();
        let free: Vec<_> = SubAccount::ALL.into_iter().filter(|of| of.is_free()).collect();
        for (amount, of) in (11..).zip(&free) {
            let action = Action::Move { from: gifts, to: AccountId::of(wallet, *of), amount };
            app.wallet.submit(order(&format!("{of:?}"), PLAYER, action)).await.unwrap();
        }
        // Another writer knows only what the tables say.
        let mut tx = app.db.begin().await.unwrap();
        croupier_db::log::lock_lane(&app.db, &mut tx, PLAYER).await.unwrap();
        tx.commit().await.unwrap();
        for (amount, of) in (11..).zip(&free) {
            assert_eq!(balance(app, *of).await, amount, "{of:?}");
            let back = Action::Rollback { original: Key::new("test", &format!("{of:?}")) };
            app.wallet.submit(order(&format!("back {of:?}"), PLAYER, back)).await.unwrap();
            assert_eq!(balance(app, *of).await, 0, "{of:?}");
        }
        let held = Action::Move { from: gifts, to: AccountId::of(wallet, SubAccount::Held), amount: 1 };
        assert_eq!(refused(app.wallet.submit(order("held", PLAYER, held)).await), Refusal::UnknownAccount);
        assert_books(app).await;
    }

    async fn a_round_that_a_grant_pays_is_told_by_its_rows(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        let round = partner(app, "free").await;
        let funding = Funding::Grant { grant: 5, to: SubAccount::FreespinWin };
        let free = |round| Action::Bet { round, funding, amount: 0, round_max: None };
        app.wallet.submit(order("b", PLAYER, free(round))).await.unwrap();
        let won = app.wallet.submit(order("w", PLAYER, Action::Win { round, amount: 70, closes: true })).await.unwrap();
        let stored = app.wallet.round(PLAYER, won.round_id.unwrap()).await.unwrap().unwrap();
        assert_eq!((stored.funding, stored.bets, stored.stake, stored.win), (funding, 1, 0, 70));
        let lost = partner(app, "lost").await;
        app.wallet.submit(order("l", PLAYER, free(lost))).await.unwrap();
        app.wallet.submit(order("c", PLAYER, Action::Win { round: lost, amount: 0, closes: true })).await.unwrap();
        assert_eq!(balance(app, SubAccount::FreespinWin).await, 70);
        let lane = croupier_db::log::lane_of(&app.db, PLAYER);
        let rows = croupier_db::log::rows_after(&app.db, lane, 0, 100).await.unwrap();
        let reported: Vec<_> = rows.iter().filter(|row| row.player() == PLAYER).filter_map(croupier_db::log::LogRow::played).collect();
        let shown: Vec<_> = reported.iter().map(|p| (p.kind, p.game, p.grant, p.opens, p.ends)).collect();
        let (bet, win) = (PlayedKind::Bet, PlayedKind::Win);
        let ends = Some(RoundStatus::Closed);
        let expected = [
            (bet, 9, Some(5), true, None),
            (win, 9, Some(5), false, ends),
            (bet, 9, Some(5), true, None),
            (win, 9, Some(5), false, ends),
        ];
        assert_eq!(shown, expected);
        assert_books(app).await;
    }

    async fn rows_that_tell_something_else_than_their_round_are_found(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let round = partner(app, "r").await;
        bet_and_win(app, round, 400, 900).await.unwrap();
        for (break_it, mend_it, rule) in [
            ("UPDATE transfer SET game_id = 8 WHERE kind = 2", "UPDATE transfer SET game_id = 9 WHERE kind = 2",
             "each row of a round names its game and its grant, and only such rows move nothing"),
            ("UPDATE transfer SET round_ends = NULL WHERE kind = 3", "UPDATE transfer SET round_ends = 1 WHERE kind = 3",
             "the last row that tells how a round has ended tells what the round says"),
            ("UPDATE wallet SET open_rounds = 1", "UPDATE wallet SET open_rounds = 0",
             "a wallet counts its open rounds of builtin games"),
            ("UPDATE wallet SET win_room = 1", "UPDATE wallet SET win_room = 0",
             "a wallet keeps room for what its open rounds can still win"),
            ("UPDATE wallet SET points = 3", "UPDATE wallet SET points = 0",
             "each wallet balance is the sum of its transfers"),
        ] {
            for (sql, found) in [(break_it, vec![rule]), (mend_it, vec![])] {
                let mut tx = app.db.begin().await.unwrap();
                tx.execute(sql, params![]).await.unwrap();
                tx.commit().await.unwrap();
                let findings = wallet::check(&app.db).await.unwrap();
                assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), found, "{sql}");
            }
        }
    }
}
