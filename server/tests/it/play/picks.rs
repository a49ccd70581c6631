//! Draws of keno: picked, drawn, paid, saved and proved.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Frame, KENO, WHEEL, assert_books, cash, rich_player};

fn picked(numbers: &[u8], amount_cents: i64) -> Value {
    json!({ "bets": [{ "kind": "picks", "numbers": numbers, "amount_cents": amount_cents }] })
}

on_both_engines! {
    async fn a_draw_moves_exactly_what_it_says(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KENO, "real").await;
        let session = frame.session().await.expect(200);
        assert_eq!(session["game"]["kind"], "keno");
        assert_eq!((&session["stakes_cents"][0], &session["places"]), (&json!(20), &json!([])));
        let pays = &session["game"]["definition"]["pays"]["2"];
        let (mut left, mut won) = (100_000, 0);
        for count in 0..30 {
            let round = frame.bet(&format!("d{count}"), picked(&[40, 4], 40)).await.expect(201);
            let step = &round["steps"][0];
            let hits = step["hits"].as_array().unwrap().len();
            assert_eq!(step["drawn"].as_array().unwrap().len(), 10);
            let paid = 2 * pays[hits.to_string()].as_i64().unwrap_or_default();
            assert_eq!((&round["status"], &round["win_cents"]), (&json!("finished"), &json!(paid)));
            left += paid - 40;
            won += paid;
            assert_eq!(round["balance_cents"], left);
        }
        assert!(won > 0, "of thirty draws with two picks some return something");
        assert_eq!(cash(&kit.app, player).await, left);
        assert_books(&kit.app).await;
    }

    async fn a_draw_is_asked_for_once_and_proved(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KENO, "real").await;
        let first = frame.bet("k", picked(&[9, 2], 100)).await.expect(201);
        assert_eq!(frame.bet("k", picked(&[9, 2], 100)).await.expect(201), first);
        let other = frame.bet("k", picked(&[9, 3], 100)).await.expect(409);
        assert_eq!(other["error"]["code"], "idempotency_conflict");
        let id = first["id"].as_str().unwrap();
        let proof = browser.get(&format!("/api/player/fairness/rounds/{id}")).await.expect(200);
        assert_eq!(proof["bets"], json!([{ "kind": "picks", "numbers": [9, 2], "amount_cents": 100 }]));
        assert_eq!((&proof["game"]["definition"]["kind"], &proof["stake_cents"]), (&json!("keno"), &json!(100)));
        assert_eq!(proof["round"]["steps"], first["steps"]);
    }

    async fn what_is_no_pick_is_refused_and_writes_nothing(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KENO, "real").await;
        let eleven: Vec<u8> = (1..=11).collect();
        let foul: [&[u8]; 5] = [&[], &[0], &[41], &[7, 7], &eleven];
        for (count, numbers) in foul.into_iter().enumerate() {
            let refused = frame.bet(&format!("f{count}"), picked(numbers, 100)).await;
            assert_eq!(refused.field("bets"), ["VALIDATION.BETS.INVALID"], "{numbers:?}");
        }
        for (count, amount) in [0, -20, 30, 10_020].into_iter().enumerate() {
            let refused = frame.bet(&format!("s{count}"), picked(&[7], amount)).await;
            assert_eq!(refused.field("stake_cents"), ["VALIDATION.STAKE_CENTS.INVALID"], "{amount}");
        }
        frame.bet("none", json!({ "stake_cents": 100 })).await.expect(422);
        let wheel = Frame::open(&kit, &browser, WHEEL, "real").await;
        wheel.bet("w", picked(&[7], 100)).await.expect(422);
        let demo = Frame::open(&kit, &browser, KENO, "demo").await;
        demo.bet("d", picked(&[7, 7], 100)).await.expect(422);
        let shown = demo.bet("e", picked(&[7, 8], 100)).await.expect(201);
        assert_eq!(shown["steps"][0]["kind"], "keno");
        assert_eq!(cash(&kit.app, player).await, 100_000);
        let rows = kit.app.db.query("SELECT id FROM round", vec![]).await.unwrap();
        assert!(rows.is_empty());
    }

    async fn picks_are_saved_in_rising_order(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KENO, "real").await;
        let mut body = picked(&[31, 4, 17], 100);
        body["name"] = json!("Birthdays");
        let saved = frame.send(Method::POST, "/api/play/saved_bets", Some(body.clone()), "").await.expect(201);
        assert_eq!(saved["saved"][0]["bets"][0]["numbers"], json!([4, 17, 31]));
        assert_eq!(saved["saved"][0]["total_cents"], 100);
        body["bets"][0]["numbers"] = json!([4, 4]);
        body["name"] = json!("Twice");
        let refused = frame.send(Method::POST, "/api/play/saved_bets", Some(body), "").await;
        assert_eq!(refused.field("bets"), ["VALIDATION.BETS.INVALID"]);
        let wheel = Frame::open(&kit, &browser, WHEEL, "real").await;
        let theirs = wheel.send(Method::GET, "/api/play/saved_bets", None, "").await.expect(200);
        assert_eq!(theirs["saved"], json!([]), "picks stay with their board");
    }
}
