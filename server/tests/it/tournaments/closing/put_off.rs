//! Tournaments that cannot be closed wait, and hold up no other.

use croupier_db::params;

use super::{START, closed, end, until_paid};
use crate::play::cash;
use crate::tournaments::{CUP, define, racer, round, scored};

on_both_engines! {
    async fn tournaments_that_cannot_be_closed_keep_no_other_from_its_turn(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        // More than are closed in one go; all end before the cup.
        let sql = "INSERT INTO tournament (id, identifier, definition_id, terms, game_ids, start_at_ms, end_at_ms,
                       close_after)
                   SELECT 1000000 + CAST($1 AS bigint), $2, 'lost', terms, game_ids, start_at_ms, end_at_ms - 1,
                       'no places' FROM tournament WHERE identifier = 'cup'";
        let mut tx = kit.app.db.begin().await.unwrap();
        for number in 0..120_i64 {
            tx.execute(sql, params![number, format!("lost-{number}")]).await.unwrap();
        }
        tx.commit().await.unwrap();
        end(&kit);
        until_paid(&kit.app, 1).await;
        assert!(closed(&kit.app).await);
        assert_eq!(cash(&kit.app, id).await, START - 100 + 5_000);
        let sql = "SELECT COUNT(*) FROM tournament
                   WHERE closed_at_ms IS NULL AND retries > 0 AND retry_at_ms > $1";
        let waiting = kit.app.db.query_one(sql, params![kit.app.clock.now()]).await.unwrap();
        assert_eq!(waiting.get::<i64>(0).unwrap(), 120);
    }
}
