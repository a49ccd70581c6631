//! Draws: once, by the seed that was promised, and each prize paid once.

use std::time::Duration;

use croupier_db::params;
use croupier_games::fair::ServerSeed;
use croupier_games::lottery::draw_tickets;
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::lottery::{check, draw_due, keep, pay_due};
use croupier_server::wallet;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    CUP, CUP_LASTS, NEARLY, NEARLY_SOON, assert_sound, buy, cup, define, drawn, ending_soon, lottery_id,
    request, tickets, with_points,
};
use crate::browser::Browser;
use crate::play::cash;
use crate::stops::{lift, stop};
use crate::testkit::{Engine, Kit};

/// Gifts of free spins.
async fn gifts(browser: &Browser) -> usize {
    browser.get("/api/player/freespins").await.expect(200).as_array().unwrap().len()
}

/// How many prizes of lotteries are paid, and how many there are.
async fn awards(kit: &Kit) -> (i64, i64) {
    let row = kit.app.db.query_one("SELECT COUNT(paid_at_ms), COUNT(*) FROM lottery_award", params![]);
    let row = row.await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap())
}

async fn until_paid(kit: &Kit, count: i64) {
    let what = format!("{count} prizes");
    Kit::until(&what, async || (awards(kit).await.0 == count).then_some(())).await;
}

/// Tickets of the winners, the first place first.
fn winners(cup: &Value) -> Vec<i64> {
    cup["winners"].as_array().unwrap().iter().map(|winner| winner["ticket"].as_i64().unwrap()).collect()
}

/// The places of those of `drawn` that are among `own`.
fn places_of(own: &[i64], drawn: &[i64]) -> Vec<i64> {
    (1..).zip(drawn).filter(|(_, ticket)| own.contains(ticket)).map(|(place, _)| place).collect()
}

/// A player who is stopped for `reason` after the purchase wins all prizes: money is owed, gifts are not.
async fn win_while_stopped(kit: Kit, reason: StopReason) {
    define(&kit, CUP).await;
    let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
    buy(&kit, &jane, "a", 5).await.expect(201);
    stop(&kit.app, id, reason).await;
    drawn(&kit).await;
    until_paid(&kit, 1).await;
    Kit::until("the gifts to be put off", async || {
        let sql = "SELECT COUNT(*) FROM lottery_award WHERE retries > 0 AND paid_at_ms IS NULL";
        let waits: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        (waits == 2).then_some(())
    })
    .await;
    assert_eq!(cash(&kit.app, id).await, 5_000);
    assert_sound(&kit).await;
}

on_both_engines! {
    async fn the_promised_seed_draws_the_winners_and_each_prize_is_paid_once(kit: Kit) {
        define(&kit, CUP).await;
        let (jane, one) = with_points(&kit, "jane@example.com", 500).await;
        let (joe, other) = with_points(&kit, "joe@example.com", 500).await;
        buy(&kit, &jane, "a", 4).await.expect(201);
        buy(&kit, &joe, "a", 3).await.expect(201);
        let promised = cup(&kit).await["server_seed_hash"].clone();
        let seen = drawn(&kit).await;
        let seed = ServerSeed::from_hex(seen["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!((&seen["server_seed_hash"], json!(seed.commitment())), (&promised, promised.clone()));
        let drawn: Vec<i64> = draw_tickets(&seed, "cup", 7, 3).into_iter().map(i64::from).collect();
        assert_eq!(winners(&seen), drawn);
        until_paid(&kit, 3).await;
        for _ in 0..3 {
            keep(&kit.app).await.unwrap();
        }
        assert_eq!(cup(&kit).await["winners"], seen["winners"]);
        for (browser, id) in [(&jane, one), (&joe, other)] {
            let places = places_of(&tickets(browser).await, &drawn);
            assert_eq!(cash(&kit.app, id).await, if places.contains(&1) { 5_000 } else { 0 });
            assert_eq!(gifts(browser).await, places.iter().filter(|place| **place > 1).count());
            let wins = browser.get("/api/lotteries/cup/status").await.expect(200)["wins"].clone();
            let reported: Vec<i64> = wins.as_array().unwrap().iter().map(|win| win["place"].as_i64().unwrap()).collect();
            assert_eq!(reported, places);
            assert!(wins.as_array().unwrap().iter().all(|win| win["is_paid"] == true));
        }
        assert_sound(&kit).await;
    }

    async fn nothing_is_drawn_before_the_end_or_without_tickets(kit: Kit) {
        define(&kit, CUP).await;
        kit.app.clock.advance(NEARLY);
        draw_due(&kit.app).await.unwrap();
        assert_eq!(cup(&kit).await["status"], "active");
        kit.app.clock.advance(Duration::from_millis(1));
        draw_due(&kit.app).await.unwrap();
        let seen = cup(&kit).await;
        assert_eq!((&seen["status"], &seen["winners"]), (&json!("archive"), &json!([])));
        assert_eq!(seen["server_seed"].as_str().unwrap().len(), 64);
        assert_sound(&kit).await;
    }

    async fn draws_and_payments_at_once_draw_and_pay_once(kit: Kit) {
        define(&kit, CUP).await;
        let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "a", 5).await.expect(201);
        kit.app.clock.advance(CUP_LASTS);
        for done in join_all((0..6).map(|_| draw_due(&kit.app))).await {
            done.unwrap();
        }
        for done in join_all((0..6).map(|_| pay_due(&kit.app))).await {
            done.unwrap();
        }
        until_paid(&kit, 3).await;
        assert_eq!((cash(&kit.app, id).await, gifts(&jane).await), (5_000, 2));
        assert_sound(&kit).await;
    }

    async fn draws_that_always_fail_keep_no_other_from_its_turn(kit: Kit) {
        define(&kit, CUP).await;
        // More than are drawn in one go; all are over before the cup, one cannot be read and the others have no seed.
        let sql = "INSERT INTO lottery (id, slug, definition_id, terms, start_at_ms, end_at_ms, tickets_max,
                       server_seed_hash)
                   SELECT 1000000 + CAST($1 AS bigint), $2, 'lost', COALESCE($3, terms), start_at_ms, end_at_ms - 1, 1,
                       'lost' FROM lottery WHERE slug = 'cup'";
        let mut tx = kit.app.db.begin().await.unwrap();
        for number in 0..25_i64 {
            let terms = (number == 0).then(|| "no terms".to_owned());
            tx.execute(sql, params![number, format!("lost-{number}"), terms]).await.unwrap();
        }
        tx.commit().await.unwrap();
        kit.app.clock.advance(CUP_LASTS);
        for _ in 0..2 {
            draw_due(&kit.app).await.unwrap();
        }
        assert_eq!(cup(&kit).await["status"], "archive");
        let sql = "SELECT COUNT(*) FROM lottery WHERE drawn_at_ms IS NULL AND retries > 0 AND retry_at_ms > $1";
        let waiting = kit.app.db.query_one(sql, params![kit.app.clock.now()]).await.unwrap();
        assert_eq!(waiting.get::<i64>(0).unwrap(), 25);
    }

    async fn a_held_prize_waits_for_the_end_of_the_stop(kit: Kit) {
        let money = CUP.replace(", { from = 2, to = 3, offer = \"WHEEL-20-SPINS\" }", "");
        define(&kit, &money).await;
        let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "a", 5).await.expect(201);
        stop(&kit.app, id, StopReason::Operator).await;
        drawn(&kit).await;
        Kit::until("the prize to be put off", async || {
            let sql = "SELECT COUNT(*) FROM lottery_award WHERE retries > 0";
            let waits: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
            (waits == 1).then_some(())
        })
        .await;
        assert_eq!((awards(&kit).await, cash(&kit.app, id).await), ((0, 1), 0));
        lift(&kit.app, id, StopReason::Operator).await;
        kit.app.clock.advance(Duration::from_hours(1));
        until_paid(&kit, 1).await;
        assert_eq!(cash(&kit.app, id).await, 5_000);
        assert_sound(&kit).await;
    }

    async fn an_excluded_winner_gets_money_and_no_gift(kit: Kit) {
        win_while_stopped(kit, StopReason::Exclusion).await;
    }

    async fn a_winner_whose_account_is_closed_gets_money_and_no_gift(kit: Kit) {
        win_while_stopped(kit, StopReason::Closed).await;
    }

    async fn prizes_of_money_are_converted(kit: Kit) {
        define(&kit, &CUP.replace("\"EUR\"", "\"CAD\"")).await;
        let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "a", 1).await.expect(201);
        drawn(&kit).await;
        until_paid(&kit, 1).await;
        let rates = kit.app.site_config.rates.now();
        let euros = wallet::converted(&rates, 5_000, "CAD".parse().unwrap(), Currency::EUR).unwrap();
        assert_eq!(cash(&kit.app, id).await, euros);
        assert!((1_000..5_000).contains(&euros), "{euros}");
        assert_sound(&kit).await;
    }

    async fn an_edit_changes_nothing_that_is_on_sale(kit: Kit) {
        let soon = CUP.replace("2026-01-01T00", "2026-01-01T05");
        define(&kit, &soon).await;
        let hash = cup(&kit).await["server_seed_hash"].clone();
        define(&kit, &soon.replace("points = 50", "points = 70")).await;
        // The server's own job may have been at it with what was read before.
        let edited = async || Some(cup(&kit).await).filter(|cup| cup["ticket_points"] == 70);
        assert_eq!(Kit::until("the edit", edited).await["server_seed_hash"], hash);
        kit.app.clock.advance(Duration::from_hours(5));
        define(&kit, &soon.replace("amount_cents = 5000", "amount_cents = 1")).await;
        let seen = cup(&kit).await;
        assert_eq!((&seen["ticket_points"], &seen["prizes"][0]["amount_cents"]), (&json!(70), &json!(5_000)));
        define(&kit, "").await;
        assert_eq!(cup(&kit).await["status"], "active", "what is on sale is not taken back");
    }
}

/// Starts and ends of what is scheduled, in hours since the start of the tests' clock.
async fn scheduled(kit: &Kit) -> Vec<(i64, i64)> {
    let sql = "SELECT start_at_ms, end_at_ms FROM lottery WHERE definition_id = 'cup' ORDER BY start_at_ms";
    let began = kit.app.clock.now() / 86_400_000 * 86_400_000;
    let hours = |at: i64| (at - began) / 3_600_000;
    let rows = kit.app.db.query(sql, params![]).await.unwrap();
    rows.iter().map(|row| (hours(row.get(0).unwrap()), hours(row.get(1).unwrap()))).collect()
}

/// The server's own job may be at it with what was read before; it mends that the next time.
async fn until_scheduled(kit: &Kit, times: &[(i64, i64)]) {
    Kit::until("the schedule", async || {
        keep(&kit.app).await.unwrap();
        (scheduled(kit).await == times).then_some(())
    })
    .await;
}

on_both_engines! {
    async fn of_one_definition_no_two_are_on_sale_at_once(kit: Kit) {
        let daily = CUP.replace("lasts_hours = 1", "lasts_hours = 24\nevery_hours = 24");
        define(&kit, &daily).await;
        assert_eq!(scheduled(&kit).await, [(0, 24), (24, 48)]);
        // The next one would begin while this one is on sale.
        define(&kit, &daily.replace("2026-01-01T00", "2025-12-31T20")).await;
        until_scheduled(&kit, &[(0, 24)]).await;
        define(&kit, &daily.replace("2026-01-01T00", "2026-01-02T02")).await;
        kit.app.clock.advance(Duration::from_hours(3));
        until_scheduled(&kit, &[(0, 24), (26, 50)]).await;
        kit.app.clock.advance(Duration::from_hours(22));
        keep(&kit.app).await.unwrap();
        let list = kit.browser().get("/api/lotteries").await.expect(200);
        let active = |one: &&Value| one["status"] == "active" && one["title"] == "The Cup";
        assert_eq!(list.as_array().unwrap().iter().filter(active).count(), 0);
    }

    async fn a_prize_that_cannot_be_read_holds_up_no_other(kit: Kit) {
        define(&kit, &ending_soon()).await;
        let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "a", 5).await.expect(201);
        let began = kit.app.clock.now();
        // Drawn by hand, so that no prize is paid before one of them is spoilt.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO lottery_award (lottery_id, place, ticket, player_id, shown_name, currency, prize)
                   SELECT id, $1, $1, $2, 'J', 'EUR', $3 FROM lottery WHERE slug = 'cup'";
        let prizes = [(1, r#"{"unheard_of":1}"#), (2, r#"{"money":700}"#)];
        for (place, prize) in prizes {
            tx.execute(sql, params![place, id, prize]).await.unwrap();
        }
        tx.commit().await.unwrap();
        until_paid(&kit, 1).await;
        assert_eq!(cash(&kit.app, id).await, 700);
        let sql = "SELECT retry_at_ms FROM lottery_award WHERE place = 1";
        let retry: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert!(retry > began, "the other one is put off");
    }
}

/// A draw that dies before its commit has drawn nothing, and the next one draws the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_while_drawing_leaves_no_trace() {
    let kit = Kit::start(Engine::Postgres).await;
    define(&kit, &ending_soon()).await;
    let (jane, _) = with_points(&kit, "jane@example.com", 500).await;
    buy(&kit, &jane, "a", 5).await.expect(201);
    let id = lottery_id(&kit, "cup").await;
    let mut dying = kit.app.db.begin().await.unwrap();
    let sql = "UPDATE lottery SET server_seed = 'x', drawn_at_ms = 1 WHERE id = $1";
    assert_eq!(dying.execute(sql, params![id]).await.unwrap(), 1);
    kit.app.clock.advance(NEARLY_SOON);
    // A sale waits for the draw, and counts as the draw did not come about.
    let sale = jane.post_once("b", "/api/loyalty/purchases", request(id, 1));
    let (answer, ()) = tokio::join!(sale, async {
        tokio::task::yield_now().await;
        drop(dying);
    });
    answer.expect(201);
    let other = kit.second().await;
    kit.app.clock.advance(Duration::from_millis(1));
    other.app.clock.advance(Duration::from_millis(1));
    let seen = drawn(&kit).await;
    assert_eq!((&seen["tickets_count"], winners(&seen).len()), (&json!(6), 3));
    until_paid(&kit, 3).await;
    assert_sound(&kit).await;
}

/// Whatever is changed afterwards by hand is found.
#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_what_was_tampered_with() {
    let kit = Kit::start(Engine::Sqlite).await;
    define(&kit, CUP).await;
    let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
    buy(&kit, &jane, "a", 5).await.expect(201);
    drawn(&kit).await;
    until_paid(&kit, 3).await;
    assert_sound(&kit).await;
    let run = async |sql: &str| {
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute(sql, params![]).await.unwrap();
        tx.commit().await.unwrap();
    };
    let awards = |change: &str| format!("UPDATE lottery_award SET {change}");
    for (change, back, rule) in [
        (awards("ticket = ticket + 100"), awards("ticket = ticket - 100"), "winners that its seed draws"),
        (
            awards("paid_amount = 1 WHERE place = 1"),
            awards("paid_amount = 5000 WHERE place = 1"),
            "have cost",
        ),
        (
            awards("player_id = 0 WHERE place = 2"),
            awards("player_id = {id} WHERE place = 2"),
            "was given once",
        ),
        (
            "UPDATE lottery_ticket SET points = 1".to_owned(),
            "UPDATE lottery_ticket SET points = 250".to_owned(),
            "taken their points",
        ),
        (
            "UPDATE lottery SET tickets_count = 6 WHERE slug = 'cup'".to_owned(),
            "UPDATE lottery SET tickets_count = 5 WHERE slug = 'cup'".to_owned(),
            "numbered from 1",
        ),
    ] {
        run(&change).await;
        let found = check(&kit.app.db).await.unwrap();
        assert!(found.iter().any(|finding| finding.rule.contains(rule)), "{change}: {found:?}");
        run(&back.replace("{id}", &id.to_string())).await;
    }
    assert_eq!(check(&kit.app.db).await.unwrap(), []);
}
