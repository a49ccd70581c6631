//! The VIP club: progress within a quarter, and what its end decides.

use std::time::Duration;

use croupier_db::Row;
use croupier_money::Currency;
use croupier_server::loyalty::{VipStatus, vip};
use croupier_server::player::{groups_of, half_of};
use serde_json::{Value, json};

use super::{Partner, assert_sound, statuses, until_quiet};
use crate::browser::Browser;
use crate::play::{give, rich_player};
use crate::testkit::Kit;

const DAY: Duration = Duration::from_hours(24);

async fn progress(browser: &Browser) -> Value {
    browser.get("/jam/vip_status_progress").await.expect(200)
}

/// The first number of days that leads from one quarter of 2026 into the next.
const DAYS: [u32; 3] = [90, 91, 92];

/// Lets `days` pass and ends what has ended.
async fn later(kit: &Kit, days: u32) -> usize {
    until_quiet(&kit.app).await;
    kit.app.clock.advance(DAY * days);
    kit.app.clock.advance(Duration::from_mins(2));
    vip::end_quarters(&kit.app).await.unwrap()
}

on_both_engines! {
    async fn progress_counts_deposits_and_bets_of_the_quarter(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        kit.browser().get("/jam/vip_status_progress").await.expect(401);
        until_quiet(&kit.app).await;
        let expected = json!({
            "currency": "EUR", "currentStatus": "REGULAR", "activeStatus": "REGULAR", "nextStatus": "BRONZE",
            "depositThresholdCents": 600_000, "depositAmountCents": 100_000,
            "betSumCents": 0, "betSumThresholdCents": 6_000_000,
            "overallProgress": 0.08, "quarterEndsAt": "2026-04-01T00:00:00.000Z",
        });
        assert_eq!(progress(&browser).await, expected);
        give(&kit.app, id, Currency::EUR, 6_500_000).await;
        let partner = Partner::new(&kit.app, id);
        partner.lose("a", 3_000_000).await;
        partner.lose("b", 1_000).await;
        partner.roll_back("b").await;
        until_quiet(&kit.app).await;
        let half = progress(&browser).await;
        assert_eq!((&half["betSumCents"], &half["overallProgress"]), (&json!(3_000_000), &json!(0.75)));
        partner.lose("c", 3_000_000).await;
        until_quiet(&kit.app).await;
        let reached = progress(&browser).await;
        assert_eq!((&reached["currentStatus"], &reached["activeStatus"]), (&json!("REGULAR"), &json!("BRONZE")));
        assert_sound(&kit.app).await;
    }

    async fn amounts_of_other_currencies_count_converted(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        browser.post("/api/player/accounts", json!({ "currency": "JPY" })).await.expect(201);
        give(&kit.app, id, "JPY".parse().unwrap(), 143_000).await;
        until_quiet(&kit.app).await;
        let yen = progress(&browser).await;
        assert_eq!((&yen["currency"], &yen["betSumThresholdCents"]), (&json!("USD"), &json!(6_000_000)));
        // 1,000 EUR and 143,000 JPY, in dollars.
        let dollars = yen["depositAmountCents"].as_i64().unwrap();
        assert!((190_000..=215_000).contains(&dollars), "{dollars}");
        browser.post("/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
        let coins = progress(&browser).await;
        assert_eq!((&coins["currency"], &coins["depositThresholdCents"]), (&json!("BTC"), &json!(7_500_000)));
    }

    async fn the_end_of_a_quarter_moves_players_once(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        assert_eq!(vip::end_quarters(&kit.app).await.unwrap(), 0, "the installation begins with this quarter");
        give(&kit.app, id, Currency::EUR, 30_000_000).await;
        let partner = Partner::new(&kit.app, id);
        partner.lose("a", 24_000_000).await;
        until_quiet(&kit.app).await;
        assert!(!statuses(&browser).await.iter().any(|id| id == "group_259"), "the quarter has not ended");
        until_quiet(&kit.app).await;
        kit.app.clock.advance(DAY * DAYS[0]);
        assert_eq!(vip::end_quarters(&kit.app).await.unwrap(), 0, "bets of the last moment may still come");
        kit.app.clock.advance(Duration::from_mins(2));
        let (one, two) = tokio::join!(vip::end_quarters(&kit.app), vip::end_quarters(&kit.app));
        let decided: i64 = kit.app.db.query_one("SELECT COUNT(*) FROM vip_decision", Vec::new()).await.unwrap().get(0).unwrap();
        assert_eq!(decided, 1, "{one:?} {two:?}");
        assert_eq!(vip::status_of(&kit.app.db, id).await.unwrap(), VipStatus::Gold);
        // Two quarters without play: one step down each.
        for (days, status) in [(DAYS[1], VipStatus::Silver), (DAYS[2], VipStatus::Bronze)] {
            later(&kit, days).await;
            assert_eq!(vip::status_of(&kit.app.db, id).await.unwrap(), status);
        }
        assert_eq!(groups_of(&kit.app, id).await.unwrap(), [257, half_of(id)]);
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.groups' AND player_id = $1 AND body LIKE '%removed%'";
        let moves: i64 = kit.app.db.query_one(sql, vec![id.into()]).await.unwrap().get(0).unwrap();
        assert_eq!(moves, 2);
    }

    async fn a_player_without_a_rate_holds_up_no_other_and_keeps_the_quarter_open(kit: Kit) {
        let (stuck_browser, stuck) = kit.player("jane@example.com").await;
        let (_, id) = kit.player("joan@example.com").await;
        vip::end_quarters(&kit.app).await.unwrap();
        let why = ("Ann", "invited");
        vip::set_status(&kit.app.db, stuck, VipStatus::Bronze, why, kit.app.clock.now()).await.unwrap();
        let bitcoin: Currency = "BTC".parse().unwrap();
        stuck_browser.post("/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
        give(&kit.app, stuck, bitcoin, 1_000_000_000).await;
        Partner { currency: bitcoin, ..Partner::new(&kit.app, stuck) }.lose("coins", 800_000_000).await;
        give(&kit.app, id, Currency::EUR, 30_000_000).await;
        Partner::new(&kit.app, id).lose("euros", 24_000_000).await;
        until_quiet(&kit.app).await;
        let rates = kit.app.site_config.rates.now();
        let mut without = (*rates).clone();
        without.rates.clear();
        kit.app.site_config.rates.replace(without);
        later(&kit, DAYS[0]).await;
        assert_eq!(vip::status_of(&kit.app.db, id).await.unwrap(), VipStatus::Gold);
        let counts = async || {
            let sql = "SELECT (SELECT COUNT(*) FROM vip_decision), (SELECT COUNT(*) FROM vip_quarter_end)";
            let row = kit.app.db.query_one(sql, Vec::new()).await.unwrap();
            (row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap())
        };
        assert_eq!(counts().await, (1, 1), "the quarter of the installation's start is closed, this one is not");
        later(&kit, DAYS[1]).await;
        assert_eq!(counts().await, (2, 1), "nor does the next quarter wait for who is stuck");
        assert_eq!(vip::status_of(&kit.app.db, id).await.unwrap(), VipStatus::Silver);
        kit.app.site_config.rates.replace((*rates).clone());
        vip::end_quarters(&kit.app).await.unwrap();
        assert_eq!(counts().await, (4, 3));
        let sql = "SELECT status_before, status_after FROM vip_decision WHERE player_id = $1 ORDER BY quarter";
        let decisions = kit.app.db.query(sql, vec![stuck.into()]).await.unwrap();
        let read = |row: &Row| (row.get::<String>(0).unwrap(), row.get::<String>(1).unwrap());
        let [first, second] = [read(&decisions[0]), read(&decisions[1])];
        assert_eq!((&*first.0, &second.0), ("BRONZE", &first.1), "one quarter follows from the other");
        assert_ne!(second.1, first.1, "a quarter without play takes a step");
    }

    async fn diamond_is_kept_for_life_and_staff_sets_a_status(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        vip::end_quarters(&kit.app).await.unwrap();
        let output = kit.command().args(["vip", "set", "--email", "player@example.com", "--status", "diamond"])
            .args(["--by", "Ann", "--reason", "a friend of the casino"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(progress(&browser).await["nextStatus"], Value::Null);
        for days in [DAYS[0], DAYS[1]] {
            later(&kit, days).await;
            assert_eq!(vip::status_of(&kit.app.db, id).await.unwrap(), VipStatus::Diamond);
        }
    }
}
