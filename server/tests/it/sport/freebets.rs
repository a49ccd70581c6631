//! Free bets at the sports site: staked once, paid once, of their player and in their time.

use super::*;

/// A coupon of a free bet of ten euros that pays up to a hundred.
const FREEBET: &str = r#"
    [[offer]]
    code = "KICKOFF"
    trigger = "coupon"
    coupon = "KICK"
    kind = "Freebet"
    group_key = "sport"
    title = { en = "Kick-off", de = "Anpfiff" }
    activatable_hours = 24
    amounts.EUR = { amount = 1000, win_max = 10000 }
"#;

impl Sports {
    /// A player with a free bet: the browser, the visit, and the id of the free bet.
    async fn player_with_freebet(&self, email: &str) -> (Browser, String, String) {
        crate::bonus::offer(&self.kit, FREEBET);
        let (browser, _) = self.player(email).await;
        let got = browser.post("/api/v2/bonuses/promo-code", json!({ "code": " KICK " })).await.expect(200);
        assert_eq!(
            (&got["type"], &got["stage"], &got["amount_cents"]),
            (&json!("Freebet"), &json!("issued"), &json!(1_000))
        );
        let token = self.token(&browser).await;
        let visit =
            self.exchange(&token, &self.host, SECRET, self.kit.app.clock.now()).await.1["visit"].clone();
        (browser, visit.as_str().unwrap().to_owned(), got["id"].as_str().unwrap().to_owned())
    }

    async fn signed(&self, path: &str, body: Value) -> (u16, Value) {
        self.call(path, body, SECRET, self.kit.app.clock.now()).await
    }

    async fn cash(&self, browser: &Browser) -> Value {
        browser.get("/api/player/accounts").await.expect(200)[0]["amount_cents"].clone()
    }
}

on_each_engine! {
    async fn a_free_bet_is_staked_once_and_its_winnings_are_paid_once(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, visit, id) = sports.player_with_freebet("ada@example.com").await;
        let open = sports.signed("freebets", json!({ "visit": visit })).await;
        assert_eq!((open.0, &open.1[0]["id"], &open.1[0]["amount_cents"]), (200, &json!(id), &json!(1_000)));
        let (bet, result) = (format!("freebets/{id}/bet"), format!("freebets/{id}/result"));
        let early = json!({ "reference": "b1", "win_cents": 450 });
        assert_eq!(sports.signed(&result, early.clone()).await.0, 404, "no bet was made yet");
        let place = |reference: &'static str| json!({ "visit": visit, "reference": reference });
        let tries: Vec<_> = (0..10).map(|_| sports.signed(&bet, place("b1"))).collect();
        let answers = futures_util::future::join_all(tries).await;
        assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
        assert_eq!(sports.signed(&bet, place("b2")).await.0, 409, "it is used up");
        assert_eq!(sports.signed(&bet, json!({ "visit": visit, "reference": "" })).await.0, 400);
        assert_eq!(sports.cash(&browser).await, 0);
        let tries: Vec<_> = (0..10).map(|_| sports.signed(&result, early.clone())).collect();
        let answers = futures_util::future::join_all(tries).await;
        assert!(answers.iter().all(|(status, _)| *status == 204), "{answers:?}");
        assert_eq!(sports.cash(&browser).await, 450);
        assert_eq!(sports.signed(&result, json!({ "reference": "b1", "win_cents": 451 })).await.0, 409);
        assert_eq!(sports.signed(&result, json!({ "reference": "b1", "win_cents": -1 })).await.0, 400);
        let kept = browser.get("/api/v2/bonuses").await.expect(200);
        assert_eq!((&kept[0]["stage"], &kept[0]["paid_cents"]), (&json!("finished"), &json!(450)));
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200), json!([]), "it has a list of its own");
        crate::bonus::assert_sound(&sports.kit).await;
    }

    async fn a_lost_free_bet_pays_nothing_and_a_large_win_what_the_terms_allow(engine: Engine) {
        let sports = Sports::start(engine).await;
        for (email, win, paid) in [("lost@example.com", 0, 0), ("won@example.com", 50_000, 10_000)] {
            let (browser, visit, id) = sports.player_with_freebet(email).await;
            let place = json!({ "visit": visit, "reference": email });
            assert_eq!(sports.signed(&format!("freebets/{id}/bet"), place).await.0, 200);
            let result = json!({ "reference": email, "win_cents": win });
            assert_eq!(sports.signed(&format!("freebets/{id}/result"), result).await.0, 204);
            assert_eq!(sports.cash(&browser).await, paid);
        }
        crate::bonus::assert_sound(&sports.kit).await;
    }

    async fn a_free_bet_belongs_to_its_player_and_its_time(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, visit, id) = sports.player_with_freebet("ada@example.com").await;
        let (_, other, _) = sports.player_with_freebet("bob@example.com").await;
        let bet = format!("freebets/{id}/bet");
        assert_eq!(sports.signed(&bet, json!({ "visit": other, "reference": "b" })).await.0, 404);
        assert_eq!(sports.signed(&bet, json!({ "visit": "1.2.3", "reference": "b" })).await.0, 404);
        let unsigned = sports.http.post(sports.kit.url(&format!("/webhooks/sport/{bet}"))).body("{}");
        assert_eq!(unsigned.send().await.unwrap().status(), 401);
        let activated = browser.post(&format!("/api/player/bonuses/{id}/activation"), json!({})).await;
        assert_eq!(activated.field("id"), ["bonus_not_activatable"], "it is staked, not activated");
        browser.delete(&format!("/api/player/bonuses/{id}")).await.expect(200);
        assert_eq!(sports.signed(&bet, json!({ "visit": visit, "reference": "b" })).await.0, 409);
        crate::bonus::assert_sound(&sports.kit).await;
    }

    async fn codes_of_the_sports_pages_and_of_the_casino_are_apart(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _, _) = sports.player_with_freebet("ada@example.com").await;
        let again = browser.post("/api/v2/bonuses/promo-code", json!({ "code": "KICK" })).await;
        assert_eq!(again.field("code"), ["VALIDATION.CODE.ALREADY_USED"]);
        for code in ["TEN", "unknown"] {
            assert_eq!(browser.post("/api/v2/bonuses/promo-code", json!({ "code": code })).await.status, 404, "{code}");
        }
        let casino = browser.post("/api/bonuses/coupon", json!({ "coupon_code": "KICK" })).await.expect(200);
        assert_eq!(casino["status"], "not_found");
        sports.kit.browser().get("/api/v2/bonuses").await.expect(401);
    }

    async fn the_sports_page_stakes_a_free_bet(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _, id) = sports.player_with_freebet("ada@example.com").await;
        let (to, cookie) = sports.arrive(&sports.token(&browser).await).await;
        let cookie = cookie.unwrap();
        let page = sports.open(&to, &cookie).await.text().await.unwrap();
        let reference = page.split("name=\"reference\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(page.contains("Anpfiff") || page.contains("Kick-off"), "{page}");
        let stake = async || {
            let form = format!("reference={reference}&outcome=won&locale=de");
            let call = sports.http.post(format!("http://{}/freebets/{id}", sports.host)).header("cookie", &cookie);
            let call = call.header("content-type", "application/x-www-form-urlencoded").body(form);
            call.send().await.unwrap().headers()["location"].to_str().unwrap().to_owned()
        };
        // A form that is sent twice is one bet.
        assert_eq!([stake().await, stake().await], ["/matches?locale=de&bet=won", "/matches?locale=de&bet=won"]);
        assert_eq!(sports.cash(&browser).await, 450);
        crate::bonus::assert_sound(&sports.kit).await;
    }
}
