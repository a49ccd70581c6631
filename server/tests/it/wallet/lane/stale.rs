//! Commands whose attached statements miss their rows: what they cost the rest of their batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use croupier_db::log::{Attached, Submission};
use croupier_db::{Statement, params};
use croupier_ledger::{Action, Funding, PlayContext, Refusal, Settle, Settlement};

use super::{SYSTEM, assert_books, command, commit, deposit, fill, store, writer};

/// How many commands of a batch miss.
const STALE: usize = 40;

/// A deposit with statements that touch the rows of `counter` with these names.
fn guarded(n: usize, names: &[&str]) -> Submission {
    let sql = "UPDATE counter SET next_value = next_value WHERE name = $1";
    let statement = |name: &&str| Statement { sql, params: params![*name], expect_one_row: true };
    let attached = names.iter().map(statement).map(|statement| Attached { part: 0, statement }).collect();
    Submission { attached, ..deposit(n) }
}

/// A bet that counts how often it is decided.
fn counted(key: &str, decided: &Arc<AtomicUsize>) -> Submission {
    let decided = decided.clone();
    let settle = Settle::new(move |_: &PlayContext<'_>| {
        decided.fetch_add(1, Ordering::SeqCst);
        Ok(Settlement { win: 1, open: false, detail: String::new(), facts: Vec::new() })
    });
    let funding = Funding::Wallet;
    let (system, seed_no, open_rounds) = (SYSTEM, 1, 0);
    command(
        key,
        Action::Play { game: 1, system, funding, stake: 1, win_max: 1, seed_no, open_rounds, settle },
    )
}

on_both_engines! {
    async fn many_that_miss_cost_the_rest_a_few_tries(kit: Kit) {
        let db = store(&kit).await;
        let mut writer = writer(&db);
        fill(&mut writer, 0..1).await;
        let mut tx = db.begin().await.unwrap();
        let sql = "INSERT INTO counter (name, next_value) VALUES ('there', 1)";
        tx.execute(sql, params![]).await.unwrap();
        tx.commit().await.unwrap();
        for (case, names, tries_max) in [
            ("they miss at once: all are found in one try", &["nobody"][..], 2),
            ("each has changed a row before it misses", &["there", "nobody"], 5),
        ] {
            let decided = Arc::default();
            let mut work: Vec<_> = (0..STALE).map(|n| guarded(1_000 + n, names)).collect();
            work.insert(STALE / 2, counted(case, &decided));
            let outcomes = commit(&mut writer, work).await;
            let stale = outcomes.iter().filter(|outcome| **outcome == Err(Refusal::PreconditionFailed)).count();
            assert_eq!((stale, outcomes[STALE / 2].as_ref().unwrap().cash), (STALE, 1), "{case}");
            let decided = decided.load(Ordering::SeqCst);
            assert!(decided <= tries_max, "{case}: decided {decided} times");
        }
        let answers = commit(&mut writer, vec![guarded(1_000, &["there"]), deposit(2_000)]).await;
        assert_eq!(answers[1].as_ref().unwrap().cash, 3, "{answers:?}");
        assert_books(&db).await;
    }
}
