//! The order in which waiting bonuses are activated.

use futures_util::future::join_all;
use serde_json::json;

use super::*;

const PATH: &str = "/api/player/bonuses/order";

/// An active bonus, and three that wait behind it in the order in which they came.
async fn line(kit: &Kit, browser: &Browser, player_id: i64) -> (String, [String; 3]) {
    let running = active(kit, browser, player_id, "PLAIN").await;
    let mut waiting = [String::new(), String::new(), String::new()];
    // The last one was issued first: what counts is who has come to the line.
    let early = gift(kit, browser, player_id, "PLAIN").await;
    for (place, id) in waiting.iter_mut().enumerate() {
        *id = if place == 2 { early.clone() } else { gift(kit, browser, player_id, "PLAIN").await };
        let reported = activate(browser, "bonuses", id).await;
        assert_eq!((&reported["stage"], &reported["place"]), (&json!("wait"), &json!(place + 1)));
    }
    (running, waiting)
}

/// The ids of those that wait, by their places, which count from 1.
async fn waiting(browser: &Browser) -> Vec<String> {
    let all = browser.get("/api/player/bonuses").await.expect(200);
    let mut placed: Vec<(i64, String)> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["stage"] == "wait")
        .map(|one| (one["place"].as_i64().unwrap(), one["id"].as_str().unwrap().to_owned()))
        .collect();
    placed.sort();
    let places: Vec<i64> = placed.iter().map(|one| one.0).collect();
    assert_eq!(places, (1..=i64::try_from(placed.len()).unwrap()).collect::<Vec<_>>());
    placed.into_iter().map(|one| one.1).collect()
}

on_both_engines! {
    async fn the_first_of_the_order_is_activated_next(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let (running, [a, b, c]) = line(&kit, &browser, player_id).await;
        assert_eq!(waiting(&browser).await, [&*a, &*b, &*c]);
        let ordered = browser.patch(PATH, json!({ "ids": [c, a, b] })).await.expect(200);
        let reported: Vec<_> = ordered.as_array().unwrap().iter().map(|one| (one["id"].as_str().unwrap(), one["place"].as_i64().unwrap())).collect();
        assert_eq!(reported, [(&*c, 1), (&*a, 2), (&*b, 3)]);
        assert_eq!(waiting(&browser).await, [&*c, &*a, &*b]);
        browser.delete(&format!("/api/player/bonuses/{running}")).await.expect(200);
        assert_eq!(at_stage(&browser, "bonuses", &c, "handle_bets").await["place"], json!(null));
        // The end that was told to other pages by now makes an order of before it stale.
        assert_eq!(browser.patch(PATH, json!({ "ids": [c, b, a] })).await.code(), "bonus_order_changed");
        browser.patch(PATH, json!({ "ids": [b, a] })).await.expect(200);
        browser.delete(&format!("/api/player/bonuses/{c}")).await.expect(200);
        at_stage(&browser, "bonuses", &b, "handle_bets").await;
        assert_eq!(find(&browser, "bonuses", &a).await["stage"], "wait");
        // Who joins the line comes behind those who are in it.
        let late = gift(&kit, &browser, player_id, "PLAIN").await;
        activate(&browser, "bonuses", &late).await;
        browser.delete(&format!("/api/player/bonuses/{b}")).await.expect(200);
        at_stage(&browser, "bonuses", &a, "handle_bets").await;
        assert_eq!(find(&browser, "bonuses", &late).await["stage"], "wait");
        assert_sound(&kit).await;
    }

    async fn an_order_names_all_that_wait_once_and_nothing_of_others(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let (running, [a, b, c]) = line(&kit, &browser, player_id).await;
        let (other, other_id) = crate::play::grown_player(&kit, "other@example.com").await;
        let (_, [theirs, ..]) = line(&kit, &other, other_id).await;
        for (ids, status, code) in [
            (json!([a, b, theirs]), 404, "not_found"),
            (json!([a, b, "x"]), 404, "not_found"),
            (json!([a, b]), 409, "bonus_order_changed"),
            (json!([a, b, c, running]), 409, "bonus_order_changed"),
        ] {
            let refused = browser.patch(PATH, json!({ "ids": ids })).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (status, code), "{ids}");
        }
        for ids in [json!([]), json!([a, b, c, c])] {
            assert_eq!(browser.patch(PATH, json!({ "ids": ids })).await.field("ids"), ["VALIDATION.IDS.INVALID"], "{ids}");
        }
        kit.browser().patch(PATH, json!({ "ids": [a, b, c] })).await.expect(401);
        assert_eq!(other.patch(PATH, json!({ "ids": [c, b, a] })).await.status.as_u16(), 404);
        assert_eq!(waiting(&browser).await, [&*a, &*b, &*c], "nothing has moved");
    }

    async fn orders_at_once_leave_one_of_them_and_never_a_mixture(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let (running, [a, b, c]) = line(&kit, &browser, player_id).await;
        let orders = [[&*b, &*c, &*a], [&*c, &*b, &*a]];
        let calls = (0..10).map(|n| browser.patch(PATH, json!({ "ids": orders[n % 2] })));
        let answers = join_all(calls).await;
        assert!(answers.iter().any(|answer| answer.status.as_u16() == 200));
        for refused in answers.iter().filter(|answer| answer.status.as_u16() != 200) {
            assert_eq!((refused.status.as_u16(), refused.code()), (409, "bonus_order_changed"), "{:#}", refused.body);
        }
        let left = waiting(&browser).await;
        assert!(orders.iter().any(|order| left == *order), "{left:?}");
        // An end while orders are changed takes one of the line, and the rest stand one behind the other.
        let path = format!("/api/player/bonuses/{running}");
        let (ended, ordered) = tokio::join!(browser.delete(&path), browser.patch(PATH, json!({ "ids": [a, b, c] })));
        ended.expect(200);
        assert!([200, 409].contains(&ordered.status.as_u16()), "{:#}", ordered.body);
        Kit::until("the next one", async || {
            let all = browser.get("/api/player/bonuses").await.expect(200);
            all.as_array().unwrap().iter().any(|one| one["stage"] == "handle_bets").then_some(())
        }).await;
        assert_sound(&kit).await;
    }
}
