//! Wins that cannot be announced wait, and hold up no other.

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::jackpot::keep;

use super::{NEAR, define, northern, player, until_read};
use crate::tournaments::bet_in;

on_both_engines! {
    async fn wins_that_cannot_be_announced_keep_no_other_from_its_turn(kit: Kit) {
        let (_, id) = player(&kit, "winner@example.com").await;
        define(&kit, &northern(NEAR)).await;
        // More than are announced in one go, all of them older; nobody has won them.
        let won = "INSERT INTO jackpot_win (id, jackpot_id, level, cycle, player_id, game_id, lsn, payment_no, currency,
                       amount_cents, original_currency, original_amount_cents, worth_cents, won_at_ms)
                   SELECT CAST($1 AS bigint), id, 1, $1, -1, -1, $1, 0, 'EUR', 1, 'EUR', 1, 1, 0 FROM jackpot
                   WHERE identifier = 'northern'";
        let paid = "INSERT INTO due_payment (reader, lsn, no, player_id, currency, payment, due_at_ms, paid_at_ms)
                    VALUES ('jackpots', $1, 0, -1, 'EUR', '', 0, 1)";
        let mut tx = kit.app.db.begin().await.unwrap();
        for number in -120..0_i64 {
            tx.execute(won, params![number]).await.unwrap();
            tx.execute(paid, params![number]).await.unwrap();
        }
        tx.commit().await.unwrap();
        bet_in(&kit.app, "hit", id, Currency::EUR, 100).await;
        until_read(&kit.app).await;
        let sql = "SELECT COUNT(*) FROM jackpot_win WHERE player_id = $1 AND announced_at_ms IS NOT NULL";
        Kit::until("the win to be announced", async || {
            keep(&kit.app).await.unwrap();
            let row = kit.app.db.query_one(sql, params![id]).await.unwrap();
            (row.get::<i64>(0).unwrap() == 1).then_some(())
        })
        .await;
        let sql = "SELECT COUNT(*) FROM jackpot_win WHERE announced_at_ms IS NULL AND retry_at_ms > $1";
        let waiting = kit.app.db.query_one(sql, params![kit.app.clock.now()]).await.unwrap();
        assert_eq!(waiting.get::<i64>(0).unwrap(), 120);
    }
}
