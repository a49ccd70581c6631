//! The writer of a lane: keys answer the same wherever they are by now, and what is remembered is never
//! trusted when another has written.
//!
//! Each batch is one transaction, so the states between batches are all that a kill can leave behind: a new
//! writer after every batch is a restart at every instant.

mod ahead;
mod stale;

use std::sync::Arc;

use croupier_db::log::{Attached, LaneWriter, Sizes, Submission, broken_keys, lane_of, lock_lane};
use croupier_db::{Db, Statement, params};
use croupier_ledger::{
    AccountId, Action, Command, Key, NO_END, Outcome, Part, Receipt, Refusal, RoundRef, Stop, StopReason,
};
use croupier_server::wallet;

use crate::testkit::{Engine, Kit};

/// Small, so that a test sees several runs.
const RUN: usize = 64;

/// The player and wallet, of lane 0.
const PLAYER: i64 = 8;
const WALLET: i64 = 501;

/// Another player of the lane, and his wallet.
const OTHER: i64 = 12;
const OTHERS_WALLET: i64 = 502;

const SYSTEM: AccountId = AccountId::system(901);

/// A store with a wallet and a system account that no other writer touches.
async fn store(kit: &Kit) -> Db {
    let db = kit.app.db.clone();
    let mut tx = db.begin().await.unwrap();
    let sql = "INSERT INTO wallet (id, lane, player_id, currency) VALUES ($1, 0, $2, 'EUR')";
    for (wallet, player) in [(WALLET, PLAYER), (OTHERS_WALLET, OTHER)] {
        tx.execute(sql, params![wallet, player]).await.unwrap();
    }
    let sql = "INSERT INTO system_account (id, name, currency) VALUES (901, 'test', 'EUR')";
    tx.execute(sql, params![]).await.unwrap();
    tx.commit().await.unwrap();
    db
}

fn writer(db: &Db) -> LaneWriter {
    LaneWriter::new(db.clone(), 0, Sizes { run_keys: RUN, ..Sizes::default() })
}

fn command(key: &str, action: Action) -> Submission {
    let (key, fingerprint) = (Key::new("lane", key), Key::new("body", &format!("{action:?}")));
    let part = Part { key, fingerprint, wallet: WALLET, action, facts: Vec::new() };
    Submission { command: Command { at: 1, part, linked: Vec::new() }, attached: Vec::new() }
}

/// The same for the other player.
fn of_other(mut work: Submission) -> Submission {
    work.command.part.wallet = OTHERS_WALLET;
    work
}

fn deposit(n: usize) -> Submission {
    command(&n.to_string(), Action::Deposit { from: SYSTEM, amount: 1 })
}

async fn commit(writer: &mut LaneWriter, work: Vec<Submission>) -> Vec<Outcome> {
    writer.commit(Arc::new(work)).await.unwrap()
}

async fn one(writer: &mut LaneWriter, work: Submission) -> Result<Receipt, Refusal> {
    commit(writer, vec![work]).await.pop().unwrap()
}

async fn fill(writer: &mut LaneWriter, numbers: std::ops::Range<usize>) {
    let outcomes = commit(writer, numbers.map(deposit).collect()).await;
    assert!(outcomes.iter().all(|outcome| outcome.as_ref().is_ok_and(|receipt| !receipt.replayed)));
}

async fn count(db: &Db, sql: &str) -> i64 {
    db.query_one(sql, params![]).await.unwrap().get(0).unwrap()
}

/// On SQLite, keys have moved into several runs.
async fn assert_moved(kit: &Kit) {
    let runs = count(&kit.app.db, "SELECT COUNT(*) FROM key_run").await;
    assert!(runs > 3 || kit.engine == Engine::Postgres, "{runs} runs");
}

async fn assert_books(db: &Db) {
    assert_eq!(wallet::check(db).await.unwrap(), []);
}

on_both_engines! {
    async fn a_key_answers_the_same_after_a_restart_at_any_instant(kit: Kit) {
        let db = store(&kit).await;
        let mut first = writer(&db);
        let tombstone = Key::new("lane", "late");
        one(&mut first, command("early", Action::Rollback { original: tombstone })).await.unwrap();
        let round = RoundRef { key: Key::new("round", "r"), game: 1, system: SYSTEM };
        fill(&mut first, 0..10).await;
        let opened = one(&mut first, command("bet", Action::bet(round, 1))).await.unwrap();
        // A run is written over many batches, so most restarts fall into the middle of one.
        for batch in 1..200 {
            if batch % 31 == 0 {
                first = writer(&db);
            }
            fill(&mut first, batch * 10..batch * 10 + 7).await;
            let mut again = writer(&db);
            for old in [0, batch / 2 * 10, batch * 10 - 10, batch * 10] {
                let receipt = one(&mut again, deposit(old)).await.unwrap();
                assert!(receipt.replayed, "{old} after batch {batch}");
            }
            let other = command(&(batch / 3 * 10).to_string(), Action::Deposit { from: SYSTEM, amount: 2 });
            assert_eq!(one(&mut again, other).await, Err(Refusal::KeyConflict));
            let late = command("late", Action::Deposit { from: SYSTEM, amount: 1 });
            assert_eq!(one(&mut again, late).await, Err(Refusal::Tombstoned));
        }
        assert_moved(&kit).await;
        let more = one(&mut writer(&db), command("bet2", Action::bet(round, 1))).await.unwrap();
        assert_eq!(more.round_id, opened.round_id, "the partner's round is found in its run");
        let back = command("undo", Action::Rollback { original: Key::new("lane", "bet") });
        assert_eq!(one(&mut writer(&db), back).await.unwrap().cash, more.cash + 1);
        assert_books(&db).await;
    }

    async fn a_wallet_that_had_to_be_forgotten_is_loaded_again(kit: Kit) {
        let db = store(&kit).await;
        let mut writer = LaneWriter::new(db.clone(), 0, Sizes { wallets: 1, ..Sizes::default() });
        for batch in 0..3 {
            let work = vec![deposit(batch * 2), of_other(deposit(batch * 2 + 1))];
            let outcomes = commit(&mut writer, work).await;
            assert!(outcomes.iter().all(Result::is_ok), "{batch}: {outcomes:?}");
        }
        assert_books(&db).await;
    }

    async fn keys_from_before_there_were_runs_are_still_taken(kit: Kit) {
        let db = store(&kit).await;
        let Submission { command, .. } = deposit(1);
        fill(&mut writer(&db), 0..1).await;
        let mut tx = db.begin().await.unwrap();
        let sql = "INSERT INTO idem (key, fingerprint, lsn, kind, cash, held, round_id, bonus)
                   VALUES ($1, $2, 1, 0, 77, 0, NULL, 0)";
        let keys = params![command.part.key.0.as_slice(), command.part.fingerprint.0.as_slice()];
        tx.execute(sql, keys).await.unwrap();
        tx.commit().await.unwrap();
        let receipt = one(&mut writer(&db), deposit(1)).await.unwrap();
        assert_eq!((receipt.replayed, receipt.cash), (true, 77));
    }

    async fn two_writers_of_a_lane_know_what_the_other_did(kit: Kit) {
        let db = store(&kit).await;
        let (mut a, mut b) = (writer(&db), writer(&db));
        for turn in 0..60 {
            // Sometimes one of them is away for long: the other goes through whole runs meanwhile.
            let (this, other) = if turn / 10 % 2 == 0 { (&mut a, &mut b) } else { (&mut b, &mut a) };
            fill(this, turn * 10..turn * 10 + 9).await;
            if turn % 3 == 0 {
                let receipt = one(other, deposit(turn * 10)).await.unwrap();
                assert!(receipt.replayed);
                let cash = one(other, deposit(turn * 10 + 9)).await.unwrap().cash;
                let all = count(&db, "SELECT COUNT(*) FROM transfer").await;
                assert_eq!(cash, all, "the other's wallet is not remembered as it was");
            }
        }
        assert_moved(&kit).await;
        for n in (0..600).filter(|n| n % 10 != 9) {
            assert!(one(&mut a, deposit(n)).await.unwrap().replayed, "{n}");
        }
        assert_books(&db).await;
    }

    async fn what_was_undone_is_not_remembered(kit: Kit) {
        let db = store(&kit).await;
        let mut writer = writer(&db);
        fill(&mut writer, 0..3).await;
        let missing = Statement {
            sql: "UPDATE counter SET next_value = 1 WHERE name = $1",
            params: params!["nobody"],
            expect_one_row: true,
        };
        let stale = Submission { attached: vec![Attached { part: 0, statement: missing }], ..deposit(4) };
        let outcomes = commit(&mut writer, vec![deposit(3), stale.clone(), deposit(5)]).await;
        assert_eq!(outcomes[1], Err(Refusal::PreconditionFailed));
        assert_eq!(outcomes[2].as_ref().unwrap().cash, 5);
        assert_eq!(one(&mut writer, stale).await, Err(Refusal::PreconditionFailed), "its key is free");
        assert_eq!(one(&mut writer, deposit(4)).await.unwrap().cash, 6);
        assert_books(&db).await;
    }

    async fn a_change_from_outside_is_seen_by_the_next_batch(kit: Kit) {
        let db = store(&kit).await;
        let mut writer = writer(&db);
        fill(&mut writer, 0..10).await;
        let system = SYSTEM;
        let bet = |n: i64| {
            let round = RoundRef { key: Key::new("round", &n.to_string()), game: 1, system };
            command(&format!("bet{n}"), Action::bet(round, 1))
        };
        one(&mut writer, bet(1)).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        lock_lane(&db, &mut tx, PLAYER).await.unwrap();
        tx.execute("UPDATE wallet SET operator_stop_ms = $2 WHERE id = $1", params![WALLET, NO_END]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(one(&mut writer, bet(2)).await, Err(Refusal::Stopped(Stop { reason: StopReason::Operator, until: NO_END })));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn batch_rows_are_swept_once_their_run_is_sealed() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = writer(&db);
    for batch in 0..400 {
        fill(&mut writer, batch * 2..batch * 2 + 2).await;
    }
    let (runs, rows) = (
        count(&db, "SELECT COUNT(*) FROM key_run").await,
        count(&db, "SELECT COUNT(*) FROM key_batch").await,
    );
    assert!(runs > 1 && rows < 400, "{runs} runs, {rows} rows");
    assert_books(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_taken_twice_is_found_by_the_check() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    fill(&mut writer(&db), 0..5).await;
    let mut tx = db.begin().await.unwrap();
    let sql = "INSERT INTO key_batch (lsn, keys) SELECT lsn + 1, keys FROM key_batch";
    tx.execute(sql, params![]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(broken_keys(&db).await.unwrap().len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_keeps_the_lanes_it_was_made_with() {
    let kit = Kit::start(Engine::Postgres).await;
    let fresh = i64::from(kit.app.db.lanes());
    let mut tx = kit.app.db.begin().await.unwrap();
    for lane in fresh..4 {
        tx.execute("INSERT INTO lane (id, next_seq) VALUES ($1, 1)", params![lane]).await.unwrap();
    }
    tx.commit().await.unwrap();

    let later = kit.second().await;
    assert_eq!(later.app.db.lanes(), 4);
    assert_eq!(lane_of(&later.app.db, 7), 3);
}
