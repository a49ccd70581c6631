//! Coupons and codes.

use croupier_server::bonus::NewCoupon;
use serde_json::json;

use super::*;

fn coupon(kit: &Kit, code: &str, offer: &str) -> NewCoupon {
    let now = kit.app.clock.now();
    NewCoupon {
        code: code.to_owned(),
        offer: offer.to_owned(),
        valid_from: now,
        valid_until: now + 1_000_000,
        uses_max: None,
        groups: Vec::new(),
    }
}

async fn make(kit: &Kit, new: NewCoupon) {
    let now = kit.app.clock.now();
    assert!(bonus::make_coupon(&kit.app.db, &kit.app.bonuses.offers(), new, "Ann", now).await.unwrap());
}

async fn redeem(browser: &Browser, code: &str) -> Value {
    browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await.expect(200)
}

on_both_engines! {
    async fn a_coupon_has_five_answers(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        make(&kit, coupon(&kit, "once", "PLAIN")).await;
        make(&kit, NewCoupon { groups: vec![9_999], ..coupon(&kit, "members", "PLAIN") }).await;
        make(&kit, NewCoupon { valid_until: kit.app.clock.now() + 1, ..coupon(&kit, "brief", "PLAIN") }).await;
        make(&kit, NewCoupon { valid_from: kit.app.clock.now() + 1_000, ..coupon(&kit, "early", "PLAIN") }).await;
        kit.app.clock.advance(std::time::Duration::from_millis(1));
        let got = redeem(&browser, " once ").await;
        assert_eq!((&got["status"], &got["bonus"]["amount_cents"]), (&json!("activated"), &json!(1_000)));
        for (code, status) in [
            ("once", "already_used"),
            ("members", "restricted"),
            ("brief", "expired"),
            ("ONCE", "not_found"),
            ("early", "not_found"),
        ] {
            assert_eq!(redeem(&browser, code).await["status"], status, "{code}");
        }
        let spins = redeem(&browser, "TEN").await;
        assert_eq!((&spins["status"], &spins["freespins"]["freespins_total"]), (&json!("activated"), &json!(4)));
        let empty = browser.post("/api/bonuses/coupon", json!({ "coupon_code": "  " })).await;
        assert_eq!(empty.field("coupon_code"), ["VALIDATION.COUPON_CODE.REQUIRED"]);
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200).as_array().unwrap().len(), 1);
    }

    async fn a_coupon_in_another_currency_or_of_a_stopped_player_is_restricted(kit: Kit) {
        let (_, _) = player(&kit, 0).await;
        let form = crate::browser::form_with("cad@example.com", json!({ "currency": "CAD" }));
        let other = kit.browser();
        other.post("/api/users", json!({ "user": form })).await.expect(201);
        make(&kit, coupon(&kit, "euros", "PLAIN")).await;
        assert_eq!(redeem(&other, "euros").await["status"], "restricted");
    }

    async fn the_code_that_an_offer_had_once_can_become_a_coupon(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        assert_eq!(redeem(&browser, "TEN").await["status"], "activated");
        offer_only(&kit, &OFFERS.replace("coupon = \"TEN\"", "")).unwrap();
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        make(&kit, NewCoupon { valid_from: 0, ..coupon(&kit, "TEN", "SPINS") }).await;
        assert_sound(&kit).await;
        let (other, _) = kit.player("other@example.com").await;
        assert_eq!(redeem(&other, "TEN").await["status"], "activated");
        assert_eq!(redeem(&browser, "TEN").await["status"], "already_used");
        assert_sound(&kit).await;
    }

    async fn a_hundred_calls_redeem_once(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        make(&kit, NewCoupon { uses_max: Some(1), ..coupon(&kit, "race", "PLAIN") }).await;
        let call = || browser.post("/api/bonuses/coupon", json!({ "coupon_code": "race" }));
        let answers = futures_util::future::join_all((0..100).map(|_| call())).await;
        let got = answers.iter().filter(|answer| answer.body["status"] == "activated").count();
        assert_eq!(got, 1);
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200).as_array().unwrap().len(), 1);
        let (other, _) = kit.player("other@example.com").await;
        assert_eq!(redeem(&other, "race").await["status"], "expired", "it was used up");
    }

    async fn a_hundred_guesses_at_once_are_no_more_than_one_after_the_other(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        let guess = |code: String| {
            let browser = &browser;
            async move { browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await }
        };
        let answers = futures_util::future::join_all((0..100).map(|n| guess(format!("guess{n}")))).await;
        let looked_up = answers.iter().filter(|answer| answer.status.as_u16() == 200).count();
        assert_eq!(looked_up, 5);
        assert!(answers.iter().all(|answer| [200, 429].contains(&answer.status.as_u16())));
    }

    async fn codes_of_others_count_as_guesses_and_own_ones_do_not(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        make(&kit, coupon(&kit, "mine", "PLAIN")).await;
        make(&kit, NewCoupon { groups: vec![9_999], ..coupon(&kit, "theirs", "PLAIN") }).await;
        for _ in 0..7 {
            assert_ne!(redeem(&browser, "mine").await["status"], "not_found");
        }
        for _ in 0..5 {
            assert_eq!(redeem(&browser, "theirs").await["status"], "restricted");
        }
        browser.post("/api/bonuses/coupon", json!({ "coupon_code": "theirs" })).await.expect(429);
    }

    async fn a_gift_without_a_deposit_comes_once_to_a_browser(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let (second, second_id) = kit.player("second@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE player SET device = 'one browser' WHERE id IN ($1, $2)";
        assert_eq!(tx.execute(sql, croupier_db::params![player_id, second_id]).await.unwrap(), 2);
        tx.commit().await.unwrap();
        assert_eq!(redeem(&browser, "TEN").await["status"], "activated");
        assert_eq!(redeem(&second, "TEN").await["status"], "restricted");
        let (elsewhere, _) = kit.player("other@example.com").await;
        assert_eq!(redeem(&elsewhere, "TEN").await["status"], "activated");
    }

    async fn guessing_is_limited(kit: Kit) {
        let (browser, _) = player(&kit, 0).await;
        make(&kit, coupon(&kit, "right", "PLAIN")).await;
        for guess in 0..5 {
            assert_eq!(redeem(&browser, &format!("guess{guess}")).await["status"], "not_found");
        }
        for code in ["guess5", "right"] {
            let refused = browser.post("/api/bonuses/coupon", json!({ "coupon_code": code })).await;
            assert_eq!(refused.status.as_u16(), 429);
        }
        kit.app.clock.advance(std::time::Duration::from_mins(10));
        assert_eq!(redeem(&browser, "right").await["status"], "activated");
    }
}
