//! What a transaction promises when its caller goes away or a statement fails.

use std::time::Duration;

use croupier_db::{Db, Error, Target, log, params};
use croupier_ledger::Fact;
use tokio::time::timeout;

use crate::testkit::{Engine, Kit, fresh_database};

/// How long the bell may take to ring.
const RING_MAX: Duration = Duration::from_secs(10);

on_both_engines! {
    async fn a_caller_that_goes_away_leaves_no_transaction_behind(kit: Kit) {
        for _ in 0..50 {
            let begun = kit.app.db.begin();
            // Asks for the transaction, and goes away before the answer is there.
            let _ = timeout(Duration::ZERO, begun).await;
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        let first = log::take_numbers(&mut tx, "left", 1).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = kit.app.db.begin().await.unwrap();
        assert_eq!(log::take_numbers(&mut tx, "left", 1).await.unwrap(), first + 1);
    }

    async fn a_commit_wakes_the_readers_when_its_caller_goes_away(kit: Kit) {
        let mut commit_notifier = kit.app.db.commit_notifier();
        let mut tx = kit.app.db.begin().await.unwrap();
        let fact = Fact { kind: "test.left", body: "{}".to_owned() };
        log::append(&kit.app.db, &mut tx, 1, 1, &[fact]).await.unwrap();
        commit_notifier.mark_unchanged();
        // Asks for the commit, and goes away before the answer is there.
        let _ = timeout(Duration::ZERO, tx.commit()).await;
        let count = "SELECT COUNT(*) FROM event WHERE kind = 'test.left'";
        while kit.app.db.query_one(count, params![]).await.unwrap().get::<i64>(0).unwrap() == 0 {
            timeout(RING_MAX, commit_notifier.changed()).await.expect("the bell rings").unwrap();
        }
    }

    async fn tables_of_a_newer_program_are_refused(kit: Kit) {
        assert_eq!(kit.app.db.migrate().await.unwrap(), 0);
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO migration (name, checksum) VALUES ('9999_from_the_future', '')";
        tx.execute(sql, params![]).await.unwrap();
        tx.commit().await.unwrap();
        let refused = kit.app.db.migrate().await.unwrap_err();
        assert!(matches!(&refused, Error::Newer(name) if name == "9999_from_the_future"), "{refused:?}");
        assert!(refused.to_string().contains("newer than this program"), "{refused}");
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

/// On SQLite a read is over before its caller can go away.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_waits_for_is_in_nobodys_way() {
    let kit = Kit::start(Engine::Postgres).await;
    let lock = "SELECT pg_advisory_xact_lock(4711)::text";
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let mut held = kit.app.db.begin().await.unwrap();
    held.query(lock, params![]).await.unwrap();
    let mut waits = async || held.query_one(waiting, params![]).await.unwrap().get::<i64>(0).unwrap() == 1;
    tokio::select! {
        answer = kit.app.db.query(lock, params![]) => panic!("nobody has let go: {answer:?}"),
        // Goes away once the question has reached PostgreSQL.
        () = async { while !waits().await {} } => {}
    }
    for _ in 0..20 {
        kit.app.db.query("SELECT 1", params![]).await.unwrap();
    }
    // Whoever was given its connection would have waited until PostgreSQL gave up on the lock.
    assert!(waits().await);
}

/// SQLite is opened by the server itself, with every commit on disk.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_can_lose_commits_is_refused() {
    let base = fresh_database();
    for (mode, is_taken) in [("off", false), ("on", true), ("remote_apply", true)] {
        let url = format!("{base} options='-c synchronous_commit={mode}'");
        let opened = Db::open(&Target::Postgres(url)).await;
        assert_eq!(opened.as_ref().err().is_none(), is_taken, "{mode}: {:?}", opened.as_ref().err());
        assert!(is_taken || format!("{:?}", opened.err().unwrap()).contains("synchronous_commit"), "{mode}");
    }
}
