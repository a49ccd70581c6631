//! Layouts of chips that players keep at a table.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Frame, SAILS, WHEEL, grown_player, rich_player};
use crate::browser::Answer;

const PATH: &str = "/api/play/saved_bets";

/// So many layouts are kept.
const MAX: usize = 10;

fn bets(amount_cents: i64) -> Value {
    json!([
        { "kind": "corner", "numbers": [8, 11, 7, 10], "amount_cents": amount_cents },
        { "kind": "red", "amount_cents": 50 },
    ])
}

async fn list(frame: &Frame) -> Vec<Value> {
    let answer = frame.send(Method::GET, PATH, None, "").await.expect(200);
    answer["saved"].as_array().unwrap().clone()
}

async fn save(frame: &Frame, name: &str, bets: Value) -> Answer {
    frame.send(Method::POST, PATH, Some(json!({ "name": name, "bets": bets })), "").await
}

async fn rename(frame: &Frame, id: &str, name: &str) -> Answer {
    frame.send(Method::PATCH, &format!("{PATH}/{id}"), Some(json!({ "name": name })), "").await
}

async fn delete(frame: &Frame, id: &str) -> Answer {
    frame.send(Method::DELETE, &format!("{PATH}/{id}"), None, "").await
}

on_both_engines! {
    async fn a_layout_is_there_on_every_device(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        assert_eq!(list(&frame).await, Vec::<Value>::new());
        let saved = save(&frame, "  Evenings ", bets(100)).await.expect(201);
        assert_eq!(saved["max"], MAX);
        let elsewhere = Frame::open(&kit, &browser, WHEEL, "real").await;
        let kept = list(&elsewhere).await;
        assert_eq!(Value::from(kept.clone()), saved["saved"]);
        assert_eq!((&kept[0]["name"], &kept[0]["total_cents"]), (&json!("Evenings"), &json!(150)));
        assert_eq!(kept[0]["bets"][0]["numbers"], json!([7, 8, 10, 11]), "pockets stand in rising order");
        let id = kept[0]["id"].as_str().unwrap();
        let renamed = rename(&elsewhere, id, "Mornings").await.expect(200);
        assert_eq!(renamed["saved"][0]["name"], "Mornings");
        let round = elsewhere.bet("k", json!({ "bets": kept[0]["bets"] })).await.expect(201);
        assert_eq!(round["stake_cents"], 150);
        delete(&frame, id).await.expect(200);
        assert_eq!(delete(&frame, id).await.expect(200)["saved"], json!([]), "one that is gone stays so");
        assert_eq!(rename(&frame, id, "Gone").await.expect(404)["error"]["code"], "not_found");
    }

    async fn a_name_stands_for_one_layout(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let first = save(&frame, "Mine", bets(100)).await.expect(201);
        assert_eq!(save(&frame, "Mine", bets(100)).await.expect(201), first, "sent again, saved once");
        assert_eq!(save(&frame, "Mine", bets(200)).await.expect(409)["error"]["code"], "saved_bets_name");
        let second = save(&frame, "Other", bets(200)).await.expect(201);
        let id = second["saved"][1]["id"].as_str().unwrap();
        assert_eq!(rename(&frame, id, "Mine").await.expect(409)["error"]["code"], "saved_bets_name");
        rename(&frame, id, "Other").await.expect(200);
    }

    async fn more_than_ten_are_refused_however_they_come(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        for count in 1..MAX {
            save(&frame, &format!("Layout {count}"), bets(100)).await.expect(201);
        }
        let (one, other) = (save(&frame, "One", bets(100)), save(&frame, "Two", bets(100)));
        let (one, other) = tokio::join!(one, other);
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        assert_eq!(save(&frame, "Three", bets(100)).await.expect(409)["error"]["code"], "saved_bets_max");
        assert_eq!(list(&frame).await.len(), MAX);
    }

    async fn what_is_no_bet_is_not_saved(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let one = |kind: &str, numbers: Value, amount: i64| json!([{ "kind": kind, "numbers": numbers, "amount_cents": amount }]);
        let many: Vec<Value> = (0..101).map(|_| json!({ "kind": "red", "amount_cents": 10 })).collect();
        for (foul, field) in [
            (json!([]), "bets"),
            (one("straight", json!([37]), 100), "bets"),
            (one("split", json!([1, 9]), 100), "bets"),
            (one("red", json!([]), 49), "bets"),
            (one("straight", json!([17]), 10_001), "bets"),
            (one("red", json!([]), 500_001), "bets"),
            (json!([{ "kind": "red", "amount_cents": 400_000 }, { "kind": "odd", "amount_cents": 400_000 }]), "stake_cents"),
            (Value::from(many), "bets"),
        ] {
            let refused = save(&frame, "Foul", foul.clone()).await;
            assert_eq!(refused.status, 422, "{foul}");
            assert!(!refused.field(field).is_empty(), "{foul}: {:#}", refused.body);
        }
        for name in ["", "  ", "a\nb", "4111 1111 1111 1111", "x".repeat(41).as_str()] {
            assert!(!save(&frame, name, bets(100)).await.field("name").is_empty(), "{name}");
        }
        assert_eq!(list(&frame).await, Vec::<Value>::new());
    }

    async fn layouts_belong_to_their_player_and_table(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let saved = save(&frame, "Mine", bets(100)).await.expect(201);
        let id = saved["saved"][0]["id"].as_str().unwrap();
        let (stranger, _) = grown_player(&kit, "stranger@example.com").await;
        let theirs = Frame::open(&kit, &stranger, WHEEL, "real").await;
        assert_eq!(list(&theirs).await, Vec::<Value>::new());
        rename(&theirs, id, "Theirs").await.expect(404);
        delete(&theirs, id).await.expect(200);
        assert_eq!(list(&frame).await.len(), 1);
        let demo = Frame::open(&kit, &browser, WHEEL, "demo").await;
        demo.send(Method::GET, PATH, None, "").await.expect(404);
        let slots = Frame::open(&kit, &browser, SAILS, "real").await;
        slots.send(Method::GET, PATH, None, "").await.expect(404);
    }
}
