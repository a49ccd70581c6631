//! Commands that are decided while the batch before them is on its way, which SQLite does: they are committed as they
//! were decided, or decided anew where the lane turns out to be another.
//!
//! A flight begins when it is first waited for, so that each test says what happens before and after.

use croupier_db::log::append;
use croupier_ledger::Fact;

use super::*;

/// A writer that knows the wallet, which has 10.
async fn ready(db: &Db) -> LaneWriter {
    let mut writer = writer(db);
    fill(&mut writer, 0..10).await;
    writer
}

fn ahead(writer: &mut LaneWriter, work: &[Submission]) {
    for submission in work {
        assert!(writer.decide_ahead(submission), "{submission:?}");
    }
}

/// Commits a batch, all or a part of which was decided ahead; answers `None` when it has to be tried again.
async fn fly(writer: &mut LaneWriter, work: &[Submission]) -> Option<Vec<Outcome>> {
    let commit_result = writer.begin_commit(Arc::new(work.to_vec())).await;
    writer.finish_commit(commit_result).unwrap()
}

fn cash(outcomes: &[Outcome]) -> Vec<i64> {
    outcomes.iter().map(|outcome| outcome.as_ref().unwrap().cash).collect()
}

fn bet(n: i64, amount: i64) -> Submission {
    let round = RoundRef { key: Key::new("round", "r"), game: 1, system: SYSTEM };
    command(&format!("bet{n}"), Action::bet(round, amount))
}

fn win(n: i64, amount: i64) -> Submission {
    let round = RoundRef { key: Key::new("round", "r"), game: 1, system: SYSTEM };
    command(&format!("win{n}"), Action::Win { round, amount, closes: false })
}

fn undo(key: &str) -> Submission {
    command(&format!("undo{key}"), Action::Rollback { original: Key::new("lane", key) })
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_committed_as_it_was_decided() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = ready(&db).await;
    let (first, second) = ([deposit(10), deposit(11)], [deposit(12), deposit(10), bet(1, 20), bet(2, 4)]);
    ahead(&mut writer, &first);
    let pending_commit = writer.begin_commit(Arc::new(first.to_vec()));
    ahead(&mut writer, &second);
    let commit_result = pending_commit.await;
    assert_eq!(cash(&writer.finish_commit(commit_result).unwrap().unwrap()), [11, 12]);

    let outcomes = fly(&mut writer, &second).await.unwrap();
    assert_eq!(outcomes[2], Err(Refusal::InsufficientFunds { available: 13 }));
    let (repeated, last) = (outcomes[1].as_ref().unwrap(), outcomes[3].as_ref().unwrap());
    assert_eq!((repeated.replayed, repeated.cash, last.cash), (true, 11, 9), "the key was still on its way");
    assert!(writer.decide_ahead(&deposit(13)), "nothing has to be read again");
    assert_books(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_falls_with_the_batch_before_it() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = ready(&db).await;
    let sql = "UPDATE counter SET next_value = 1 WHERE name = $1";
    let missing = Statement { sql, params: params!["nobody"], expect_one_row: true };
    let stale = Submission { attached: vec![Attached { part: 0, statement: missing }], ..deposit(10) };
    ahead(&mut writer, std::slice::from_ref(&stale));
    let pending_commit = writer.begin_commit(Arc::new(vec![stale.clone()]));
    ahead(&mut writer, &[deposit(11)]);
    let commit_result = pending_commit.await;
    assert_eq!(writer.finish_commit(commit_result).unwrap(), None);
    assert_eq!(commit(&mut writer, vec![stale]).await, [Err(Refusal::PreconditionFailed)]);
    assert_eq!(cash(&commit(&mut writer, vec![deposit(11)]).await), [11], "without the one that fell");
    assert_books(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_decided_anew_when_another_has_written() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = ready(&db).await;

    // Told in the log: the numbers are taken.
    ahead(&mut writer, &[deposit(10)]);
    let mut tx = db.begin().await.unwrap();
    let fact = Fact { kind: "test.told", body: "{}".to_owned() };
    append(&db, &mut tx, PLAYER, 1, &[fact]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(fly(&mut writer, &[deposit(10)]).await, None);
    assert_eq!(cash(&commit(&mut writer, vec![deposit(10)]).await), [11]);

    // Changed from outside.
    ahead(&mut writer, &[bet(1, 1)]);
    let mut tx = db.begin().await.unwrap();
    lock_lane(&db, &mut tx, PLAYER).await.unwrap();
    tx.execute("UPDATE wallet SET operator_stop_ms = $2 WHERE id = $1", params![WALLET, NO_END])
        .await
        .unwrap();
    let sql = "INSERT INTO player_stop (player_id, reason, until_ms, stopped_at_ms, stopped_by, why)
               VALUES ($1, 1, $2, 0, '', '')";
    tx.execute(sql, params![PLAYER, NO_END]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(fly(&mut writer, &[bet(1, 1)]).await, None);
    assert_eq!(
        commit(&mut writer, vec![bet(1, 1)]).await,
        [Err(Refusal::Stopped(Stop { reason: StopReason::Operator, until: NO_END }))]
    );

    // By another writer, and what was decided ahead goes with something that has to be read.
    assert!(writer.decide_ahead(&deposit(11)));
    fill(&mut super::writer(&db), 20..25).await;
    let outcomes = fly(&mut writer, &[deposit(11), undo("nothing")]).await.unwrap();
    assert_eq!(cash(&outcomes), [17, 17]);
    assert_books(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_to_be_read_from_the_tables_waits_for_it() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = ready(&db).await;
    assert!(!writer.decide_ahead(&of_other(deposit(10))), "his wallet was never read");

    // All of one batch knows of each other.
    let batch = [bet(1, 2), win(1, 5), undo("bet1"), bet(2, 3)];
    ahead(&mut writer, &batch);
    let pending_commit = writer.begin_commit(Arc::new(batch.to_vec()));
    // The round and the bet are on their way.
    for later in [win(2, 1), undo("bet2")] {
        assert!(!writer.decide_ahead(&later), "{later:?}");
    }
    ahead(&mut writer, &[deposit(10)]);
    let commit_result = pending_commit.await;
    assert_eq!(cash(&writer.finish_commit(commit_result).unwrap().unwrap()), [8, 13, 15, 12]);
    let outcomes = fly(&mut writer, &[deposit(10), win(2, 1), undo("bet2"), of_other(deposit(11))]).await;
    assert_eq!(cash(&outcomes.unwrap()), [13, 14, 17, 1]);
    assert_books(&db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_have_left_the_memory_are_still_taken() {
    let kit = Kit::start(Engine::Sqlite).await;
    let db = store(&kit).await;
    let mut writer = ready(&db).await;
    for n in 10..400 {
        if writer.decide_ahead(&deposit(n)) {
            assert_eq!(
                cash(&fly(&mut writer, &[deposit(n)]).await.unwrap()),
                [i64::try_from(n).unwrap() + 1]
            );
        } else {
            fill(&mut writer, n..n + 1).await;
        }
    }
    assert_moved(&kit).await;
    for n in 0..400 {
        writer.decide_ahead(&deposit(n));
        assert!(fly(&mut writer, &[deposit(n)]).await.unwrap()[0].as_ref().unwrap().replayed, "{n}");
    }
    assert_books(&db).await;
}
