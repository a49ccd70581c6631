//! How the books are checked: what a check finds is in the tests of those who break it.

use croupier_db::{Db, Target, params};
use croupier_server::wallet::Rule;
use croupier_server::{cashbox, play, wallet};

/// What the embedded engine goes through as a whole for each row of what it is joined to: with a million wallets that
/// takes days, where looking a row up takes a second.
async fn gone_through(rules: impl Iterator<Item = &Rule>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&Target::Sqlite(folder.path().to_owned())).await.unwrap();
    db.migrate().await.unwrap();
    let mut found = Vec::new();
    for rule in rules {
        let plan = db.query(&format!("EXPLAIN QUERY PLAN {}", rule.sql), params![]).await.unwrap();
        let steps = plan.iter().map(|step| step.get::<String>(3).unwrap());
        let slow = steps.filter(|step| step.starts_with("SCAN ") && step.ends_with("LEFT-JOIN"));
        found.extend(slow.map(|step| format!("{}: {step}", rule.name)));
    }
    found
}

#[tokio::test]
async fn rules_look_up_what_they_join() {
    let rules = wallet::RULES.iter().chain(cashbox::RULES).chain(play::RULES);
    assert_eq!(gone_through(rules).await, [] as [&str; 0]);
}

#[tokio::test]
async fn a_sum_that_is_gone_through_for_each_wallet_is_noticed() {
    let sql = "SELECT 'wallet ' || w.id FROM wallet w LEFT JOIN (
                   SELECT debit + 0 AS id, SUM(amount) AS spent FROM transfer GROUP BY debit + 0
               ) s ON s.id = w.id WHERE w.cash <> COALESCE(s.spent, 0)";
    assert_eq!(gone_through([Rule { name: "slow", sql }].iter()).await, ["slow: SCAN s LEFT-JOIN"]);
}
