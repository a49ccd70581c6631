//! Boards say what the log says: scores are worked out again from transfers, by other code.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::tournaments::{export, forget_rounds};
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use super::{
    CUP, CUP_MS, bet_in, define, join, ms, points, racer, round, round_in, scored, take_back, win_in,
};
use crate::browser::form_with;
use crate::play::give;
use crate::testkit::{Kit, START_MS};

/// A generator of numbers that looks random and comes out the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % limit).unwrap()
    }
}

on_both_engines! {
    async fn boards_equal_the_log(kit: Kit) {
        define(&kit, CUP).await;
        let mut numbers = Numbers(7);
        let mut racers = Vec::new();
        for number in 0..5 {
            racers.push(racer(&kit, &format!("r{number}@example.com"), "cup").await.1);
        }
        for turn in 0..150 {
            let id = racers[usize::try_from(numbers.below(5)).unwrap()];
            let key = format!("t{turn}");
            round(&kit.app, &key, id, 1 + numbers.below(500), numbers.below(900)).await;
            if numbers.below(6) == 0 {
                take_back(&kit.app, &key, id).await;
            }
            if numbers.below(10) == 0 {
                kit.let_leases_run_out().await;
            }
            kit.app.clock.advance(ms(1));
        }
        let board = points(&kit, "cup").await;
        assert_eq!(board, from_the_log(&kit).await);
        assert_eq!(board.len(), 5);
    }

    async fn a_program_of_its_own_finds_the_scores_of_the_boards_in_the_log(kit: Kit) {
        let best = CUP.replace("\"cup\"", "\"best\"").replace("sum_of_bets", "best_multiplier");
        define(&kit, &format!("{CUP}{best}")).await;
        let mut numbers = Numbers(21);
        let mut racers = Vec::new();
        for number in 0..3 {
            let (browser, id) = racer(&kit, &format!("r{number}@example.com"), "cup").await;
            join(&browser, "best").await;
            racers.push((id, Currency::EUR));
        }
        let form = form_with("cad@example.com", json!({ "currency": "CAD" }));
        let browser = kit.browser();
        let player = browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let canadian = (player["id"].as_i64().unwrap(), "CAD".parse().unwrap());
        give(&kit.app, canadian.0, canadian.1, 1_000_000).await;
        for tournament in ["cup", "best"] {
            join(&browser, tournament).await;
        }
        racers.push(canadian);
        for turn in 0..60 {
            let (id, currency) = racers[usize::try_from(numbers.below(4)).unwrap()];
            let (key, stake) = (format!("t{turn}"), 1 + numbers.below(500));
            round_in(&kit.app, &key, id, currency, stake, numbers.below(900)).await;
            if currency == Currency::EUR && numbers.below(6) == 0 {
                take_back(&kit.app, &key, id).await;
            }
            kit.app.clock.advance(ms(1));
        }
        // A round that has begun in time may end within the minute after the end.
        kit.app.clock.advance(ms(CUP_MS - 100));
        bet_in(&kit.app, "late", racers[0].0, Currency::EUR, 77).await;
        kit.app.clock.advance(ms(1_000));
        win_in(&kit.app, "late", racers[0].0, Currency::EUR, 900).await;
        for tournament in ["cup", "best"] {
            assert_eq!(points(&kit, tournament).await.len(), 4);
            let (found, said) = rescored(&kit, tournament);
            assert_eq!((found, said.as_str()), (Some(0), "4 players have the scores of the log\n"));
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE tournament_player SET points = points + 1 WHERE player_id = $1";
        tx.execute(sql, params![canadian.0]).await.unwrap();
        tx.commit().await.unwrap();
        let (found, said) = rescored(&kit, "cup");
        assert!(found == Some(1) && said.starts_with(&format!("player {}: points", canadian.0)), "{said}");
    }

    async fn an_export_has_no_rows_that_were_scored_after_its_scores(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        let (reached, mut at_scores) = mpsc::unbounded_channel();
        let (go_on, held) = std::sync::mpsc::channel();
        let (db, runtime) = (kit.app.db.clone(), Handle::current());
        let exported = tokio::task::spawn_blocking(move || {
            let mut out = HeldAtScores { text: Vec::new(), hold: Some((reached, held)) };
            assert!(runtime.block_on(export(&db, "cup", &mut out)).unwrap());
            out.text
        });
        at_scores.recv().await.unwrap();
        round(&kit.app, "two", id, 50, 0).await;
        scored(&kit.app).await;
        go_on.send(()).unwrap();
        let (found, said) = rescored_of(&exported.await.unwrap());
        assert_eq!((found, said.as_str()), (Some(0), "1 players have the scores of the log\n"));
    }

    async fn rounds_are_forgotten_a_month_after_the_places_were_final(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        kit.app.clock.advance(ms(CUP_MS + 90_000));
        Kit::until("the end", async || {
            let sql = "SELECT COUNT(*) FROM tournament WHERE identifier = 'cup' AND closed_at_ms IS NOT NULL";
            let closed: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
            (closed == 1).then_some(())
        })
        .await;
        assert_eq!(forget_rounds(&kit.app).await.unwrap(), 0);
        kit.app.clock.advance(ms(30 * 24 * 3_600_000));
        assert_eq!(forget_rounds(&kit.app).await.unwrap(), 1);
        assert_eq!(points(&kit, "cup").await, [100]);
    }
}

/// How `scripts/rescore_tournament.py` ends over what `croupier tournament export` writes, and what it prints.
fn rescored(kit: &Kit, tournament: &str) -> (Option<i32>, String) {
    let exported = kit.command().args(["tournament", "export", tournament]).output().unwrap();
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    rescored_of(&exported.stdout)
}

/// How `scripts/rescore_tournament.py` ends over an export, and what it prints.
fn rescored_of(exported: &[u8]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("export.jsonl");
    std::fs::write(&file, exported).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/rescore_tournament.py");
    let output = Command::new("python3").arg("-I").arg(program).arg(file).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Takes an export in, and stops once it comes to the scores until it is told to go on.
struct HeldAtScores {
    text: Vec<u8>,
    hold: Option<(mpsc::UnboundedSender<()>, std::sync::mpsc::Receiver<()>)>,
}

impl Write for HeldAtScores {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        self.text.extend_from_slice(part);
        if String::from_utf8_lossy(&self.text).contains("\"standing\"")
            && let Some((reached, held)) = self.hold.take()
        {
            reached.send(()).unwrap();
            held.recv().unwrap();
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The scores that the log gives, highest first: of each round what was bet and not taken back, within the cup's hour.
async fn from_the_log(kit: &Kit) -> Vec<i64> {
    let sql = "SELECT w.player_id, t.kind, t.amount FROM transfer t JOIN wallet w ON w.id = t.wallet_id
               WHERE t.round_id IS NOT NULL AND t.at_ms >= $1 AND t.at_ms < $2";
    let span = params![START_MS, START_MS + i64::try_from(CUP_MS).unwrap()];
    let mut sums: BTreeMap<i64, i64> = BTreeMap::new();
    for row in kit.app.db.query(sql, span).await.unwrap() {
        let (player, kind, amount): (i64, i64, i64) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        let sum = sums.entry(player).or_default();
        if kind == croupier_ledger::TransferKind::Bet.code() {
            *sum += amount;
        } else if kind == croupier_ledger::TransferKind::BetRollback.code() {
            *sum -= amount;
        }
    }
    let mut sums: Vec<i64> = sums.into_values().filter(|sum| *sum > 0).collect();
    sums.sort_unstable_by(|a, b| b.cmp(a));
    sums
}
