//! Tickets and boxes for points: each sold once, with the points they cost.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::lottery::{Ended, draw_due, end, list};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    CUP, NEARLY_SOON, assert_sound, buy, cup, define, ending_soon, lottery_id, points, request, tickets,
    with_points,
};
use crate::browser::Browser;
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

const PATH: &str = "/api/loyalty/purchases";

fn boxes(group: &str, points: i64) -> Value {
    json!({ "type": "lootboxes", "group": group, "points": points })
}

on_both_engines! {
    async fn tickets_are_bought_with_points_and_numbered(kit: Kit) {
        define(&kit, CUP).await;
        let (jane, _) = with_points(&kit, "jane@example.com", 500).await;
        let (joe, _) = with_points(&kit, "joe@example.com", 500).await;
        let bought = buy(&kit, &jane, "a", 3).await.expect(201);
        let answer = (&bought["type"], &bought["points"], &bought["chargeable"]["points"]);
        assert_eq!(answer, (&json!("lotteries"), &json!(150), &json!(350)));
        assert_eq!(buy(&kit, &jane, "a", 3).await.expect(201)["id"], bought["id"]);
        buy(&kit, &joe, "a", 2).await.expect(201);
        buy(&kit, &jane, "b", 1).await.expect(201);
        assert_eq!((tickets(&jane).await, tickets(&joe).await), (vec![1, 2, 3, 6], vec![4, 5]));
        assert_eq!(points(&jane).await, 300);
        let seen = cup(&kit).await;
        assert_eq!((&seen["tickets_count"], &seen["in_progress"]), (&json!(6), &json!(true)));
        let statuses = jane.get("/api/lotteries/statuses").await.expect(200);
        assert_eq!((&statuses[0]["slug"], &statuses[0]["tickets_left"]), (&json!("cup"), &json!(6)));
        assert_sound(&kit).await;
    }

    async fn the_four_calls_answer_and_ask_for_a_sign_in_where_they_must(kit: Kit) {
        define(&kit, CUP).await;
        let guest = kit.browser();
        let all = guest.get("/api/lotteries?l=de").await.expect(200);
        assert_eq!((&all[0]["title"], &all[0]["ticket_points"]), (&json!("Der Pokal"), &json!(50)));
        assert_eq!(all[0]["prizes"][0]["amount_cents"], 5_000);
        assert_eq!(all[0]["prizes"][1]["gift"]["attributes"]["freespins_count"], 20);
        assert_eq!((&all[0]["server_seed"], all[0]["server_seed_hash"].as_str().unwrap().len()), (&json!(null), 64));
        let by_number = guest.get(&format!("/api/lotteries/{}", all[0]["id"])).await.expect(200);
        assert_eq!(by_number["slug"], "cup");
        guest.get("/api/lotteries/nothing").await.expect(404);
        guest.get("/api/lotteries/statuses").await.expect(401);
        guest.get("/api/lotteries/cup/status").await.expect(401);
        let (jane, _) = with_points(&kit, "jane@example.com", 50).await;
        jane.get("/api/lotteries/nothing/status").await.expect(404);
        assert_eq!(jane.get("/api/lotteries/cup/status").await.expect(200)["tickets"], json!([]));
        let cards = guest.get("/api/loyalty/offers?type=lotteries&l=de").await.expect(200);
        let rate = json!({ "points": 50, "count_max": 10, "lottery_ids": [all[0]["id"]], "freespins_count": null });
        assert_eq!((&cards[0]["group"], &cards[0]["title"], &cards[0]["rate"]), (&json!("tickets"), &json!("Der Pokal"), &rate));
    }

    async fn what_cannot_be_sold_is_refused_with_its_reason(kit: Kit) {
        let later = CUP.replace("\"cup\"", "\"later\"").replace("\"tickets\"", "\"later\"").replace("2026-01-01T00", "2026-01-01T05");
        define(&kit, &format!("{CUP}{later}")).await;
        let (jane, _) = with_points(&kit, "jane@example.com", 600).await;
        let (id, soon) = (lottery_id(&kit, "cup").await, lottery_id(&kit, "later").await);
        let with = |field: &str, value: Value| {
            let mut body = request(id, 2);
            body[field] = value;
            body
        };
        for (body, field, code) in [
            (with("group", json!("other")), "lottery_id", "VALIDATION.LOTTERY.UNKNOWN"),
            (with("lottery_id", json!(id + 99)), "lottery_id", "VALIDATION.LOTTERY.UNKNOWN"),
            (with("lottery_id", Value::Null), "lottery_id", "VALIDATION.REQUIRED"),
            (with("tickets_count", Value::Null), "tickets_count", "VALIDATION.REQUIRED"),
            (with("tickets_count", json!(0)), "tickets_count", "lottery_tickets_max"),
            (with("tickets_count", json!(-1)), "tickets_count", "lottery_tickets_max"),
            (with("tickets_count", json!(i64::MAX)), "tickets_count", "lottery_tickets_max"),
            (with("points", json!(50)), "points", "VALIDATION.POINTS.INVALID"),
            (request(id, 11), "tickets_count", "lottery_tickets_max"),
        ] {
            let refused = jane.post_once("k", PATH, body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.field(field)), (422, vec![code]), "{body}");
        }
        let mut early = request(soon, 1);
        early["group"] = json!("later");
        assert_eq!(jane.post_once("k", PATH, early).await.field("lottery_id"), ["lottery_not_started"]);
        kit.browser().post_once("k", PATH, request(id, 1)).await.expect(401);
        buy(&kit, &jane, "k", 10).await.expect(201);
        assert_eq!(buy(&kit, &jane, "l", 1).await.field("tickets_count"), ["lottery_tickets_max"]);
        assert_eq!(points(&jane).await, 100);
        let (poor, _) = with_points(&kit, "poor@example.com", 40).await;
        assert_eq!(buy(&kit, &poor, "k", 1).await.field("points"), ["insufficient_points"]);
        assert_sound(&kit).await;
    }

    async fn sales_at_once_never_pass_the_points_or_the_cap(kit: Kit) {
        define(&kit, CUP).await;
        // One is short of points, the other would have too many tickets.
        for (email, count, most) in [("poor@example.com", 260, 5), ("rich@example.com", 5_000, 10)] {
            let (browser, _) = with_points(&kit, email, count).await;
            let (kit, browser) = (&kit, &browser);
            let sales = (0..30).map(|key| async move { buy(kit, browser, &format!("k{key}"), 1).await });
            let mut bought = 0;
            for (key, answer) in join_all(sales).await.into_iter().enumerate() {
                assert!([201, 409, 422].contains(&answer.status.as_u16()), "{}", answer.status);
                bought += usize::from(answer.status == 201);
                // Those of one batch stand in each other's way: who was told so asks again.
                if answer.status == 409 {
                    bought += usize::from(buy(kit, browser, &format!("k{key}"), 1).await.status == 201);
                }
            }
            assert_eq!((bought, tickets(browser).await.len()), (most, most), "{email}");
        }
        assert_sound(&kit).await;
    }

    async fn a_sale_at_the_instant_of_the_draw_counts_or_is_refused(kit: Kit) {
        define(&kit, &ending_soon()).await;
        let (jane, _) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "first", 1).await.expect(201);
        let id = lottery_id(&kit, "cup").await;
        kit.app.clock.advance(NEARLY_SOON);
        let sales = join_all((0..8).map(|key| {
            let jane = &jane;
            async move { jane.post_once(&format!("k{key}"), PATH, request(id, 1)).await }
        }));
        let draw = async {
            kit.app.clock.advance(Duration::from_millis(1));
            draw_due(&kit.app).await
        };
        let (answers, drawn) = tokio::join!(sales, draw);
        drawn.unwrap();
        let bought = answers.iter().filter(|answer| answer.status == 201).count();
        assert!(answers.iter().all(|answer| [201, 409, 422].contains(&answer.status.as_u16())));
        assert_eq!(cup(&kit).await["tickets_count"], json!(bought + 1));
        assert_eq!(points(&jane).await, 450 - 50 * i64::try_from(bought).unwrap());
        assert_eq!(buy(&kit, &jane, "late", 1).await.field("lottery_id"), ["lottery_ended"]);
        assert_sound(&kit).await;
    }

    async fn staff_ends_a_sale_before_its_time(kit: Kit) {
        define(&kit, CUP).await;
        let (jane, _) = with_points(&kit, "jane@example.com", 500).await;
        buy(&kit, &jane, "a", 1).await.expect(201);
        kit.app.clock.advance(Duration::from_mins(1));
        let now = kit.app.clock.now();
        assert_eq!(end(&kit.app.db, "cup", "Ann", now).await.unwrap(), Ended::Done);
        assert_eq!(end(&kit.app.db, "cup", "Ann", now).await.unwrap(), Ended::NotOnSale);
        assert_eq!(buy(&kit, &jane, "b", 1).await.field("lottery_id"), ["lottery_ended"]);
        Kit::until("the draw", async || (cup(&kit).await["status"] == "archive").then_some(())).await;
        let listed = list(&kit.app.db, now - 1).await.unwrap();
        assert!(listed.iter().any(|one| (one.slug(), one.tickets_count()) == ("cup", 1)));
        assert_sound(&kit).await;
    }

    async fn a_stopped_player_buys_nothing(kit: Kit) {
        define(&kit, CUP).await;
        let (jane, id) = with_points(&kit, "jane@example.com", 500).await;
        stop(&kit.app, id, StopReason::CoolingOff).await;
        buy(&kit, &jane, "a", 1).await.expect(401);
        assert_eq!(cup(&kit).await["tickets_count"], 0);
        assert_sound(&kit).await;
    }

    async fn points_buy_lootboxes(kit: Kit) {
        let (jane, _) = with_points(&kit, "jane@example.com", 700).await;
        let cards = kit.browser().get("/api/loyalty/offers?type=lootboxes").await.expect(200);
        assert_eq!((&cards[0]["group"], &cards[0]["rate"]["points"]), (&json!("daily"), &json!(200)));
        assert_eq!(cards[0]["items"][0]["weight"], 7_000, "the odds are shown before the purchase");
        for (body, field, code) in [
            (boxes("wheel", 200), "group", "VALIDATION.GROUP.UNKNOWN"),
            (boxes("daily", 0), "points", "VALIDATION.POINTS.INVALID"),
            (boxes("daily", 300), "points", "VALIDATION.POINTS.INVALID"),
            (boxes("daily", 2_200), "points", "VALIDATION.POINTS.INVALID"),
            (boxes("daily", 800), "points", "insufficient_points"),
        ] {
            let refused = jane.post_once("k", PATH, body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.field(field)), (422, vec![code]), "{body}");
        }
        let sql = "SELECT COUNT(*) FROM counter WHERE name = 'lootbox' AND next_value > 1";
        let numbered: i64 = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(numbered, 0, "what is refused writes nothing");
        for _ in 0..2 {
            jane.post_once("k", PATH, boxes("daily", 400)).await.expect(201);
        }
        let own = jane.get("/api/player/lootboxes").await.expect(200);
        assert_eq!(own.as_array().unwrap().len(), 2);
        open(&jane, &own[0]).await;
        jane.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        let refused = jane.post_once("off", PATH, boxes("daily", 200)).await;
        assert_eq!(refused.field("group"), ["bonuses_off"]);
        assert_eq!(points(&jane).await, 300);
        assert_sound(&kit).await;
    }
}

async fn open(browser: &Browser, one: &Value) {
    let path = format!("/api/player/lootboxes/{}/activation", one["id"].as_str().unwrap());
    browser.post(&path, json!({ "client_seed": "x" })).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_sell_each_number_once() {
    let kit = Kit::start(Engine::Postgres).await;
    define(&kit, CUP).await;
    let other = kit.second().await;
    let mut players = Vec::new();
    for number in 0..4 {
        players.push(with_points(&kit, &format!("p{number}@example.com"), 500).await.0);
    }
    let id = lottery_id(&kit, "cup").await;
    let sales = players.iter().enumerate().flat_map(|(number, browser)| {
        let server = if number % 2 == 0 { &kit } else { &other };
        (0..5).map(move |key| (browser.moved_to(server), key))
    });
    let sales = sales.map(|(browser, key)| async move {
        browser.post_once(&format!("k{key}"), PATH, request(id, 2)).await
    });
    let answers = join_all(sales).await;
    let bought = answers.iter().filter(|answer| answer.status == 201).count();
    assert!(bought > 0 && answers.iter().all(|answer| [201, 409].contains(&answer.status.as_u16())));
    assert_eq!(cup(&kit).await["tickets_count"], json!(2 * bought));
    assert_sound(&kit).await;
}
