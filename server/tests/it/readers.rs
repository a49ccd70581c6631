//! The runner of readers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use croupier_db::{Error, log, params, readers};
use croupier_ledger::Fact;
use croupier_server::app::App;
use croupier_server::ops::metrics_token;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::readers::{After, Reader, run};
use reqwest::Client;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::testkit::{Engine, Kit};

/// How long a lease lasts in these tests.
const LEASE_MS: i64 = 15_000;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const ROWS: i64 = 1_500;

/// A reader that counts the rows it sees in the store, and tells `after` of each commit.
fn counting(after: Arc<AtomicI64>) -> Reader {
    Reader::new("test_count", move |tx, rows| {
        let after = after.clone();
        Box::pin(async move {
            let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            let sql = "UPDATE counter SET next_value = next_value + $1 WHERE name = 'test_count'";
            tx.execute(sql, params![count]).await?;
            Ok(After::then(async move {
                after.fetch_add(count, Ordering::SeqCst);
            }))
        })
    })
}

/// A reader that fails every second time, after it has written.
fn failing(calls: Arc<AtomicI64>) -> Reader {
    Reader::new("test_count", move |tx, rows| {
        let calls = calls.clone();
        Box::pin(async move {
            let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            let sql = "UPDATE counter SET next_value = next_value + $1 WHERE name = 'test_count'";
            tx.execute(sql, params![count]).await?;
            if calls.fetch_add(1, Ordering::SeqCst) % 2 == 0 {
                return Err(Error::Unavailable("as the test wants it".to_owned()));
            }
            Ok(After::nothing())
        })
    })
}

/// A reader that panics after it has written, until `mended`.
fn panicking(mended: Arc<AtomicBool>) -> Reader {
    Reader::new("test_panics", move |tx, _| {
        let mended = mended.clone();
        Box::pin(async move {
            let sql = "UPDATE counter SET next_value = next_value + 1000000 WHERE name = 'test_count'";
            if !mended.load(Ordering::SeqCst) {
                tx.execute(sql, vec![]).await?;
                panic!("as the test wants it");
            }
            Ok(After::nothing())
        })
    })
}

fn start(app: &Arc<App>, reader: Reader) -> (watch::Sender<bool>, JoinHandle<()>) {
    start_all(app, vec![reader])
}

fn start_all(app: &Arc<App>, readers: Vec<Reader>) -> (watch::Sender<bool>, JoinHandle<()>) {
    let stop = watch::Sender::new(false);
    let (app, stopping) = (app.clone(), stop.subscribe());
    let task = tokio::spawn(async move {
        let owner = Entropy.uuid(&app.clock).to_string();
        run(&app.db, &app.clock, &owner, &app.health, &readers, LEASE_MS, &stopping).await;
    });
    (stop, task)
}

async fn write_rows(app: &App) {
    let mut tx = app.db.begin().await.unwrap();
    tx.execute(
        "INSERT INTO counter (name, next_value) VALUES ('test_count', 0) ON CONFLICT (name) DO NOTHING",
        vec![],
    )
    .await
    .unwrap();
    let facts = vec![Fact { kind: "test.fact", body: "{}".to_owned() }; usize::try_from(ROWS / 5).unwrap()];
    for player in 1..=5 {
        log::append(&app.db, &mut tx, player, 1, &facts).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn counted(app: &App) -> i64 {
    let row = app.db.query_one("SELECT next_value FROM counter WHERE name = 'test_count'", vec![]).await;
    row.unwrap().get(0).unwrap()
}

async fn until_caught_up(app: &App) {
    Kit::until("the reader", async || {
        let lags = readers::lags(&app.db).await.unwrap();
        let ours: Vec<_> = lags.iter().filter(|lag| lag.reader == "test_count").collect();
        let all = ours.len() == usize::from(app.db.lanes()) && ours.iter().all(|lag| lag.rows == 0);
        all.then_some(())
    })
    .await;
}

/// Whether `owner`, whose clock is `ahead_ms` ahead, gets the lease.
async fn claims(app: &App, owner: &str, ahead_ms: i64) -> bool {
    let now = app.clock.now() + ahead_ms;
    readers::claim(&app.db, "test_claims", 0, owner, now, LEASE_MS).await.unwrap().is_some()
}

on_both_engines! {
    async fn every_row_counts_once_and_hooks_follow_the_commit(kit: Kit) {
        write_rows(&kit.app).await;
        let after = Arc::new(AtomicI64::new(0));
        let (stop, task) = start(&kit.app, counting(after.clone()));
        until_caught_up(&kit.app).await;
        write_rows(&kit.app).await;
        until_caught_up(&kit.app).await;
        stop.send_replace(true);
        task.await.unwrap();
        assert_eq!(counted(&kit.app).await, 2 * ROWS);
        assert_eq!(after.load(Ordering::SeqCst), 2 * ROWS);
    }

    async fn a_failed_batch_leaves_no_trace_and_is_tried_again(kit: Kit) {
        write_rows(&kit.app).await;
        let (stop, task) = start(&kit.app, failing(Arc::new(AtomicI64::new(0))));
        until_caught_up(&kit.app).await;
        stop.send_replace(true);
        task.await.unwrap();
        assert_eq!(counted(&kit.app).await, ROWS);
    }

    async fn a_reader_that_panics_holds_up_no_other_and_goes_on_once_mended(kit: Kit) {
        write_rows(&kit.app).await;
        let mended = Arc::new(AtomicBool::new(false));
        let readers = vec![panicking(mended.clone()), counting(Arc::new(AtomicI64::new(0)))];
        let (stop, task) = start_all(&kit.app, readers);
        until_caught_up(&kit.app).await;
        let lanes = usize::from(kit.app.db.lanes());
        let degraded = || kit.app.health.degraded().into_iter().filter(|job| job.contains("test_panics"));
        Kit::until("the failure to be told", async || (degraded().count() == lanes).then_some(())).await;
        let token = metrics_token(&kit.app.secrets);
        let ready = Client::new().get(kit.url("/readyz")).bearer_auth(token).send().await.unwrap();
        assert_eq!(ready.status(), 200);
        let reported = ready.json::<serde_json::Value>().await.unwrap();
        assert!(reported["degraded"].to_string().contains("reader test_panics of lane 0"), "{reported}");
        assert_eq!(counted(&kit.app).await, ROWS, "what a panic has written does not stay");
        mended.store(true, Ordering::SeqCst);
        Kit::until("the reader to go on", async || (degraded().count() == 0).then_some(())).await;
        stop.send_replace(true);
        task.await.unwrap();
        assert_eq!(counted(&kit.app).await, ROWS);
    }

    async fn a_lease_is_given_back_at_a_stop_and_taken_over_after_a_death(kit: Kit) {
        write_rows(&kit.app).await;
        let after = Arc::new(AtomicI64::new(0));
        let (stop, task) = start(&kit.app, counting(after.clone()));
        until_caught_up(&kit.app).await;
        stop.send_replace(true);
        task.await.unwrap();
        // The clock stands still, so only a lease that was given back can be taken.
        let (_second_stop, second) = start(&kit.app, counting(after.clone()));
        write_rows(&kit.app).await;
        until_caught_up(&kit.app).await;
        second.abort();
        assert!(second.await.unwrap_err().is_cancelled());
        // Nobody gave this one back: it has to run out.
        kit.let_leases_run_out().await;
        let (_third_stop, _third) = start(&kit.app, counting(after));
        write_rows(&kit.app).await;
        until_caught_up(&kit.app).await;
        assert_eq!(counted(&kit.app).await, 3 * ROWS);
    }

    async fn a_lease_from_a_clock_that_was_ahead_lasts_no_longer_than_another(kit: Kit) {
        assert!(claims(&kit.app, "ahead", DAY_MS).await);
        assert!(!claims(&kit.app, "second", DAY_MS).await);
        kit.let_leases_run_out().await;
        assert!(claims(&kit.app, "second", 0).await);
        assert!(!claims(&kit.app, "third", 0).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_ahead_takes_no_lease_on_postgresql() {
    let kit = Kit::start(Engine::Postgres).await;
    assert!(claims(&kit.app, "first", 0).await);
    assert!(!claims(&kit.app, "ahead", DAY_MS).await);
    assert!(!claims(&kit.app, "behind", -DAY_MS).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_the_readers_without_counting_twice() {
    let first = Kit::start(Engine::Postgres).await;
    let second = first.second().await;
    let after = Arc::new(AtomicI64::new(0));
    write_rows(&first.app).await;
    let (_stop, _task) = start(&first.app, counting(after.clone()));
    let (_second_stop, _second_task) = start(&second.app, counting(after));
    until_caught_up(&first.app).await;
    write_rows(&second.app).await;
    until_caught_up(&first.app).await;
    assert_eq!(counted(&first.app).await, 2 * ROWS);
}
