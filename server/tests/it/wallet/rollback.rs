//! A rollback takes back all that its original has moved, however much that was.

use croupier_db::{log, params};
use croupier_ledger::{Action, Key, RoundRef, TransferKind};
use croupier_money::Currency;
use croupier_server::app::App;

use super::{PLAYER, assert_books, deposit, open, order};

const LEGS: i64 = 40;

/// Gives the bet at `op` more legs, of one subunit each, as a command of many legs would have written them.
async fn add_legs(app: &App, op: i64) {
    let mut tx = app.db.begin().await.unwrap();
    log::lock_lane(&app.db, &mut tx, PLAYER).await.unwrap();
    for leg in 1..LEGS {
        let sql = "INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after,
                       round_id, at_ms, bonus_after, reverses, game_id)
                   SELECT op + $2, op, kind, debit, credit, 1, wallet_id, cash_after - $2, held_after, round_id,
                       at_ms, bonus_after, NULL, game_id FROM transfer WHERE lsn = $1 AND kind = $3";
        tx.execute(sql, params![op, leg, TransferKind::Bet.code()]).await.unwrap();
    }
    let more = LEGS - 1;
    let lane = log::lane_of(&app.db, PLAYER);
    tx.execute("UPDATE lane SET next_seq = next_seq + $2 WHERE id = $1", params![lane, more]).await.unwrap();
    tx.execute("UPDATE wallet SET cash = cash - $2 WHERE player_id = $1", params![PLAYER, more])
        .await
        .unwrap();
    tx.execute("UPDATE round SET stake = stake + $2 WHERE id = $1", params![op, more]).await.unwrap();
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn a_command_of_many_legs_is_taken_back_whole(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        deposit(app, "d", PLAYER, 1_000).await.unwrap();
        let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
        let bet = |name: &str| {
            let round = RoundRef { key: Key::new("round", name), game: 9, system };
            order(name, PLAYER, Action::bet(round, 1))
        };
        let many = app.wallet.submit(bet("many")).await.unwrap();
        add_legs(app, many.lsn.0).await;
        assert_books(app).await;
        // Another command follows in the log, whose legs stay.
        assert_eq!(app.wallet.submit(bet("next")).await.unwrap().cash, 1_000 - LEGS - 1);
        let back = Action::Rollback { original: Key::new("test", "many") };
        let back = app.wallet.submit(order("x", PLAYER, back)).await.unwrap();
        assert_eq!(back.cash, 999);
        assert_eq!(back.round.map(|round| round.stake), Some(0));
        assert_books(app).await;
    }
}
