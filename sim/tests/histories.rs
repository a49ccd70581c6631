//! Random histories through memory, SQLite and PostgreSQL beside the reference.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use croupier_db::{Db, Target};
use croupier_pgtest::Cluster;
use croupier_sim::histories::{bonus_share, in_memory, on_store};
use croupier_sim::sql::Store;

#[test]
fn memory_agrees_with_the_reference() {
    for seed in 0..400 {
        in_memory(seed).unwrap();
    }
}

#[test]
fn the_histories_reach_what_they_are_for() {
    assert!(bonus_share(200) >= 30, "{} of a hundred play with bonus money", bonus_share(200));
}

async fn agree(target: Target, name: &str, seeds: std::ops::Range<u64>) {
    let db = Db::open(&target).await.unwrap();
    db.migrate().await.unwrap();
    let store = Store::new(db).await.unwrap();
    for seed in seeds {
        on_store(&store, name, seed).await.unwrap();
    }
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn sqlite_agrees_with_the_reference() {
    let folder = tempfile::tempdir().unwrap();
    agree(Target::Sqlite(folder.path().to_owned()), "SQLite", 0..40).await;
}

#[tokio::test]
async fn postgresql_agrees_with_the_reference() {
    let cluster = Cluster::start(false).unwrap();
    agree(Target::Postgres(cluster.database("histories").unwrap()), "PostgreSQL", 0..40).await;
}
