//! The archive of the log: what leaves the store, what still holds and is answered without it.

use std::cell::Cell;
use std::future::poll_fn;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::task::Poll;

use croupier_db::log::lock_lane;
use croupier_db::params;
use croupier_db::readers::{claim, lags};
use croupier_ledger::{Action, Key, LimitKind, LimitPeriod, Refusal, RoundRef, SubAccount};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::audit::archive::{self, LaneArchive, Plan};
use croupier_server::audit::{self, Tampering};
use croupier_server::wallet::{LimitOf, Order};
use croupier_server::{cashbox, wallet};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::json;

use super::{PLAYER, deposit, limits_of, open, order, play, refused};
use crate::audit::{seal_all, signer};
use crate::play::{Frame, WHEEL, rich_player};
use crate::testkit::{Kit, START_MS};

/// Everything that is sealed, however little.
const fn plan(folder: &Path) -> Plan<'_> {
    Plan { folder, before: i64::MAX, file_rows: 1 }
}

/// Waits until every reader has read everything, and seals it.
pub(super) async fn settle(kit: &Kit) {
    let db = &kit.app.db;
    Kit::until("the readers", async || {
        let lags = lags(db).await.unwrap();
        let begun = lags.iter().filter(|lag| lag.reader == "system_account_balances").count();
        let read = lags.iter().all(|lag| lag.reader == audit::seal::NAME || lag.rows == 0);
        (read && begun == usize::from(db.lanes())).then_some(())
    })
    .await;
    seal_all(kit).await;
}

async fn archive_all(kit: &Kit, folder: &Path) -> Vec<LaneArchive> {
    settle(kit).await;
    let app = &kit.app;
    archive::run(&app.db, &signer(app), plan(folder), app.clock.now()).await.unwrap()
}

/// Everything that is to hold does, with the files and without.
pub(super) async fn assert_holds(app: &App, folder: &Path) {
    assert_eq!(wallet::check(&app.db).await.unwrap(), []);
    assert_eq!(cashbox::check(&app.db).await.unwrap(), []);
    assert_eq!(audit::quick_check(&app.db, 1_000).await.unwrap(), []);
    assert_eq!(tampering(app, None).await, []);
    assert_eq!(tampering(app, Some(folder)).await, []);
}

async fn tampering(app: &App, folder: Option<&Path>) -> Vec<Tampering> {
    audit::verify(&app.db, &signer(app), folder).await.unwrap().1
}

/// How many rows the log has in the store.
pub(super) async fn rows(app: &App) -> i64 {
    let sql = "SELECT (SELECT COUNT(*) FROM transfer) + (SELECT COUNT(*) FROM event)";
    app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap()
}

/// The files of an archive.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let lanes = std::fs::read_dir(folder).into_iter().flatten();
    let files = lanes.flat_map(|lane| std::fs::read_dir(lane.unwrap().path()).unwrap());
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

async fn partner_round(app: &App, name: &str) -> RoundRef {
    let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
    RoundRef { key: Key::new("round", name), game: 9, system }
}

/// A wallet with limits, a settled round of the operator, and a partner's round with a bet that was taken back.
async fn lived(app: &App) {
    open(app, PLAYER).await;
    deposit(app, "d", PLAYER, 10_000).await.unwrap();
    let mut tx = app.db.begin().await.unwrap();
    for kind in [LimitKind::Wager, LimitKind::Loss] {
        let of = LimitOf { player: PLAYER, currency: Currency::EUR, kind, period: LimitPeriod::Month };
        app.wallet.set_limit(&mut tx, of, 9_000, 1).await.unwrap();
    }
    tx.commit().await.unwrap();
    play(app, "p", PLAYER, 100, 250, false).await.unwrap();
    let round = partner_round(app, "r1").await;
    for (key, amount) in [("b1", 70), ("b2", 50)] {
        app.wallet.submit(order(key, PLAYER, Action::bet(round, amount))).await.unwrap();
    }
    roll_back(app, "x1", "b1").await.unwrap();
    let win = Action::Win { round, amount: 30, closes: true };
    app.wallet.submit(order("w", PLAYER, win)).await.unwrap();
    app.wallet.submit(order("h", PLAYER, Action::PayoutHold { amount: 40 })).await.unwrap();
    app.wallet.submit(order("l", PLAYER, Action::PayoutRelease { amount: 40 })).await.unwrap();
}

async fn roll_back(app: &App, key: &str, original: &str) -> Result<i64, Refusal> {
    let action = Action::Rollback { original: Key::new("test", original) };
    match app.wallet.submit(order(key, PLAYER, action)).await {
        Ok(receipt) => Ok(receipt.cash),
        error => Err(refused(error)),
    }
}

on_both_engines! {
    async fn the_books_hold_without_what_was_archived(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        let before = rows(app).await;
        let lanes = archive_all(&kit, folder.path()).await;
        assert_eq!(lanes.iter().map(|lane| lane.rows).sum::<usize>(), usize::try_from(before).unwrap());
        assert_eq!((rows(app).await, files(folder.path()).is_empty()), (0, false));
        assert_holds(app, folder.path()).await;
        // The same window of the limits goes on, and so does the archive.
        play(app, "p2", PLAYER, 500, 0, false).await.unwrap();
        let limits = limits_of(app, PLAYER, Currency::EUR).await;
        assert_eq!(limits.iter().map(|limit| limit.net).collect::<Vec<_>>(), [650, 370]);
        assert_holds(app, folder.path()).await;
        archive_all(&kit, folder.path()).await;
        deposit(app, "d2", PLAYER, 1).await.unwrap();
        settle(&kit).await;
        let large = Plan { file_rows: 1_000, ..plan(folder.path()) };
        archive::run(&app.db, &signer(app), large, 0).await.unwrap();
        assert_eq!(rows(app).await, 1, "what does not fill a file stays");
        assert_holds(app, folder.path()).await;
    }

    async fn wrong_sums_carried_forward_are_found(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        archive_all(&kit, folder.path()).await;
        for sql in [
            "UPDATE wallet SET cash = cash + 5 WHERE player_id = $1",
            "UPDATE archived_balance SET amount = amount + 5 WHERE kind = 1 AND wallet_id IN
                 (SELECT id FROM wallet WHERE player_id = $1)",
        ] {
            let mut tx = app.db.begin().await.unwrap();
            assert_eq!(tx.execute(sql, params![PLAYER]).await.unwrap(), 1);
            tx.commit().await.unwrap();
            assert_ne!(wallet::check(&app.db).await.unwrap(), []);
        }
        assert!(matches!(tampering(app, Some(folder.path())).await[..], [Tampering::BalanceMismatch { kind: 1, .. }]));
    }

    async fn an_altered_file_is_named_with_its_row(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        archive_all(&kit, folder.path()).await;
        let file = files(folder.path()).remove(0);
        let (whole, mut text) = (std::fs::read(&file).unwrap(), String::new());
        GzDecoder::new(&whole[..]).read_to_string(&mut text).unwrap();
        let altered = text.replacen("\"amount\":10000,", "\"amount\":10001,", 1);
        assert_ne!(altered, text);
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        out.write_all(altered.as_bytes()).unwrap();
        std::fs::write(&file, out.finish().unwrap()).unwrap();
        let found = tampering(app, Some(folder.path())).await;
        let [Tampering::Archived { seq, file: named, .. }] = &found[..] else { panic!("{found:?}") };
        let line = text.lines().find(|line| line.contains("\"amount\":10000,")).unwrap();
        let lsn = serde_json::from_str::<serde_json::Value>(line).unwrap()["transfer"]["lsn"].as_i64().unwrap();
        assert_eq!((*seq, folder.path().join(named)), (lsn & ((1 << 48) - 1), file.clone()));
        assert_eq!(tampering(app, None).await, []);
        std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        assert!(matches!(tampering(app, Some(folder.path())).await[..], [Tampering::Unreadable { no: 1, .. }]));
        std::fs::write(&file, whole).unwrap();
        assert_eq!(tampering(app, Some(folder.path())).await, []);
    }

    async fn keys_of_archived_commands_are_answered_as_ever(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        let first = play(app, "p3", PLAYER, 10, 20, false).await.unwrap();
        archive_all(&kit, folder.path()).await;
        let again = play(app, "p3", PLAYER, 10, 20, false).await.unwrap();
        assert_eq!((again.replayed, again.cash, again.round_id), (true, first.cash, first.round_id));
        assert_eq!(refused(play(app, "p3", PLAYER, 11, 20, false).await), Refusal::KeyConflict);
        assert!(deposit(app, "d", PLAYER, 10_000).await.unwrap().replayed);
        // What was taken back stays so; nothing else in the archive is.
        assert_eq!(roll_back(app, "x2", "b1").await, Ok(first.cash));
        assert_eq!(roll_back(app, "x3", "b2").await, Err(Refusal::Archived));
        assert_eq!(roll_back(app, "x4", "w").await, Err(Refusal::Archived));
        let round = partner_round(app, "r2").await;
        app.wallet.submit(order("b4", PLAYER, Action::bet(round, 60))).await.unwrap();
        assert_eq!(roll_back(app, "x5", "b4").await, Ok(first.cash));
        assert_holds(app, folder.path()).await;
    }

    async fn what_is_open_unread_or_young_stays(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        settle(&kit).await;
        let stays = async |kit: &Kit, before: i64, why: &str| {
            let lanes = archive::run(&app.db, &signer(app), Plan { before, ..plan(folder.path()) }, 0).await;
            let lane = usize::try_from(PLAYER).unwrap() % usize::from(kit.app.db.lanes());
            let lane = &lanes.unwrap()[lane];
            assert!(lane.rows == 0 && lane.stays.contains(why), "{lane:?}");
        };
        stays(&kit, 1, "too young").await;
        let lane = croupier_db::log::lane_of(&app.db, PLAYER);
        claim(&app.db, "newcomer", lane, "test", app.clock.now(), 0).await.unwrap().unwrap();
        stays(&kit, i64::MAX, "newcomer").await;
        let mut tx = app.db.begin().await.unwrap();
        tx.execute("DELETE FROM reader WHERE name = 'newcomer'", params![]).await.unwrap();
        tx.commit().await.unwrap();
        play(app, "open", PLAYER, 100, 0, true).await.unwrap();
        let lanes = archive_all(&kit, folder.path()).await;
        let end = lanes[usize::from(lane)].archived_to;
        assert!(end > 0, "what was sealed before the round was opened is not kept by it");
        play(app, "later", PLAYER, 100, 0, false).await.unwrap();
        settle(&kit).await;
        stays(&kit, i64::MAX, "still open").await;
        let begun = claim(&app.db, "newcomer", lane, "test", app.clock.now(), 0).await.unwrap().unwrap();
        assert_eq!(begun.position, end);
    }

    async fn a_command_that_ends_anywhere_is_gone_on_with(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        open(app, PLAYER).await;
        for n in 0..4 {
            for of in 0..2 {
                deposit(app, &format!("d{n}-{of}"), PLAYER, 100).await.unwrap();
                play(app, &format!("p{n}-{of}"), PLAYER, 10, 15, false).await.unwrap();
            }
            settle(&kit).await;
        }
        let signer = signer(app);
        let mut wakes = 0;
        while rows(app).await > 0 {
            wakes += 1;
            // Files of two segments, and of what is left.
            let file_rows = if wakes % 2 == 0 { 12 } else { 1 };
            let plan = Plan { file_rows, ..plan(folder.path()) };
            let (mut run, mut left) = (Box::pin(archive::run(&app.db, &signer, plan, 0)), wakes);
            let ended = poll_fn(|context| match run.as_mut().poll(context) {
                Poll::Ready(ended) => Poll::Ready(Some(ended)),
                Poll::Pending if left == 0 => Poll::Ready(None),
                Poll::Pending => {
                    left -= 1;
                    Poll::Pending
                }
            });
            if let Some(Err(error)) = ended.await {
                assert_eq!(error.to_string(), "another command archives this log");
            }
            drop(run);
            // A commit that has begun goes on without its command; whoever writes to the lane next comes after it.
            let mut next = app.db.begin().await.unwrap();
            lock_lane(&app.db, &mut next, PLAYER).await.unwrap();
            drop(next);
            assert_holds(app, folder.path()).await;
        }
        assert_eq!(app.wallet.list(PLAYER).await.unwrap()[0].cash, 840);
    }

    async fn bets_go_on_beside_it(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        lived(app).await;
        for n in 0..3 {
            play(app, &format!("before-{n}"), PLAYER, 10, 15, false).await.unwrap();
            play(app, &format!("more-{n}"), PLAYER, 10, 15, false).await.unwrap();
            settle(&kit).await;
        }
        let signer = signer(app);
        let bets = async {
            for n in 0..40 {
                play(app, &format!("beside-{n}"), PLAYER, 10, 5, false).await.unwrap();
            }
        };
        let (archived, ()) = tokio::join!(archive::run(&app.db, &signer, plan(folder.path()), 0), bets);
        assert!(archived.unwrap().iter().any(|lane| lane.rows > 0));
        Kit::until("the books to be at rest", async || wallet::check(&app.db).await.unwrap().is_empty().then_some(()))
            .await;
        assert_holds(app, folder.path()).await;
    }

    async fn it_is_read_while_it_grows(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        open(app, PLAYER).await;
        let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
        for n in 1..=12 {
            let action = Action::Deposit { from, amount: 10 };
            let order = Order { at: START_MS + n, ..order(&format!("d{n}"), PLAYER, action) };
            app.wallet.submit(order).await.unwrap();
            settle(&kit).await;
        }
        let (signer, grown) = (signer(app), Cell::new(false));
        let growing = async {
            let lanes = archive::run(&app.db, &signer, plan(folder.path()), 0).await.unwrap();
            grown.set(true);
            assert!(lanes.iter().any(|lane| lane.rows >= 12), "{lanes:?}");
        };
        let looking = async {
            while !grown.get() {
                assert_eq!(tampering(app, Some(folder.path())).await, []);
                assert_eq!(tampering(app, None).await, []);
                let then = audit::balances_at(&app.db, Some(folder.path()), START_MS + 3, None).await.unwrap();
                assert_eq!(then.iter().map(|row| row.balances[SubAccount::Cash]).collect::<Vec<_>>(), [30]);
            }
        };
        tokio::join!(growing, looking);
    }

    async fn balances_of_the_past_need_the_files(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        open(app, PLAYER).await;
        let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
        for (n, amount) in [(1, 100), (2, 20), (3, 3), (4, 4)] {
            let action = Action::Deposit { from, amount };
            let order = Order { at: START_MS + n, ..order(&format!("d{n}"), PLAYER, action) };
            app.wallet.submit(order).await.unwrap();
        }
        archive_all(&kit, folder.path()).await;
        let at = async |n: i64, folder: Option<&Path>| {
            let rows = audit::balances_at(&app.db, folder, START_MS + n, Some(PLAYER)).await;
            rows.map(|rows| rows.iter().map(|row| row.balances[SubAccount::Cash]).collect::<Vec<_>>())
        };
        for (n, cash) in [(0, vec![]), (1, vec![100]), (2, vec![120]), (3, vec![123])] {
            assert_eq!(at(n, Some(folder.path())).await.unwrap(), cash);
            let reported = at(n, None).await.unwrap_err().to_string();
            assert!(reported.contains("lies in the archive, which ends at 2026-01-01T00:00:00.004Z"), "{reported}");
        }
        assert_eq!(at(4, None).await.unwrap(), [127]);
    }

    async fn players_see_their_rounds_as_before(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let red = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        let round = frame.bet("one", red.clone()).await.expect(201);
        let games = "/api/player/played_games";
        let listed = Kit::until("the history", async || {
            let page = browser.get(games).await.expect(200);
            (page["pagination"]["total_count"] == 1).then_some(page)
        })
        .await;
        archive_all(&kit, folder.path()).await;
        assert_eq!(rows(app).await, 0);
        assert_eq!(browser.get(games).await.expect(200), listed);
        assert_eq!(frame.bet("one", red.clone()).await.expect(201)["id"], round["id"]);
        assert_ne!(frame.bet("two", red).await.expect(201)["id"], round["id"]);
        assert_eq!(app.wallet.stats(player).await.unwrap()[0].deposits, 100_000);
        assert_holds(app, folder.path()).await;
    }
}
