//! Boards say what the log says: scores are worked out again from transfers, by other code.

use std::collections::BTreeMap;

use croupier_db::params;
use croupier_server::tournaments::forget_rounds;

use super::{CUP, CUP_MS, define, ms, points, racer, round, scored, take_back};
use crate::testkit::START_MS;

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

    async fn rounds_are_forgotten_a_month_after_the_places_were_final(kit: Kit) {
        define(&kit, CUP).await;
        let (_, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 0).await;
        scored(&kit.app).await;
        kit.app.clock.advance(ms(CUP_MS + 90_000));
        crate::testkit::Kit::until("the end", async || {
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

/// The scores that the log gives, highest first: of each round what was bet and not taken back, within the cup's hour.
async fn from_the_log(kit: &crate::testkit::Kit) -> Vec<i64> {
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
