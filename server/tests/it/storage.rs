//! What a transaction promises when its caller goes away or a statement fails.

use croupier_db::{Error, log, params};

on_both_engines! {
    async fn a_caller_that_goes_away_leaves_no_transaction_behind(kit: Kit) {
        for _ in 0..50 {
            let begun = kit.app.db.begin();
            // Asks for the transaction, and goes away before the answer is there.
            let _ = tokio::time::timeout(std::time::Duration::ZERO, begun).await;
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        let first = log::take_numbers(&mut tx, "left", 1).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = kit.app.db.begin().await.unwrap();
        assert_eq!(log::take_numbers(&mut tx, "left", 1).await.unwrap(), first + 1);
    }

    async fn a_failed_statement_spoils_its_transaction(kit: Kit) {
        let insert = "INSERT INTO counter (name, next_value) VALUES ($1, 1)";
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(insert, params!["spoiled"]).await.unwrap();
        let again = tx.execute(insert, params!["spoiled"]).await;
        assert!(matches!(again, Err(Error::Unique(_))), "{again:?}");
        let after = tx.execute(insert, params!["another"]).await;
        assert!(matches!(after, Err(Error::Engine(_))), "{after:?}");
        assert!(tx.commit().await.is_err());
        let count = "SELECT COUNT(*) FROM counter WHERE name IN ('spoiled', 'another')";
        let row = kit.app.db.query_one(count, params![]).await.unwrap();
        assert_eq!(row.get::<i64>(0).unwrap(), 0);
    }
}
