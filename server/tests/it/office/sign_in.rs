//! Invitations, sign-in and sessions of staff.

use std::time::Duration;

use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::json;

use super::Office;
use crate::browser::PASSWORD;
use crate::testkit::Kit;

const HALF_HOUR: Duration = Duration::from_mins(30);

on_both_engines! {
    async fn an_invitation_makes_a_member_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let token = office.invited("ann@house.example", Role::Risk).await;
        let browser = office.browser();
        let path = format!("/api/invitations/{token}");
        let shown = browser.get(&path).await.expect(200);
        assert_eq!((&shown["email"], &shown["role"]), (&json!("ann@house.example"), &json!("risk")));
        let secret = shown["totp_secret"].as_str().unwrap();
        assert!(shown["otpauth_url"].as_str().unwrap().contains(secret));
        assert!(shown["qr_svg"].as_str().unwrap().contains("<svg"));
        assert_eq!(browser.get(&path).await.expect(200)["totp_secret"], secret, "a second look shows the same");
        let weak = browser.post(&path, json!({ "password": "password", "code": office.code(secret) })).await;
        assert_eq!(weak.field("password"), ["VALIDATION.PASSWORD.COMMON"]);
        let wrong = browser.post(&path, json!({ "password": PASSWORD, "code": "000000" })).await;
        assert_eq!(wrong.field("code"), ["SIGN_IN.WRONG_CODE"]);
        assert_eq!(browser.get("/api/me").await.expect(401)["error"]["code"], "unauthorized");
        let form = json!({ "password": PASSWORD, "code": office.code(secret) });
        let joined = browser.post(&path, form.clone()).await;
        let cookie = joined.set_cookie().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly; SameSite=Strict; Secure") && cookie.starts_with("__Host-croupier-office="));
        let mark = joined.set_cookies().nth(1).unwrap();
        assert!(mark.starts_with("croupier-office-open=1; ") && !mark.contains("HttpOnly"), "{mark}");
        let me = joined.expect(200);
        assert_eq!(me["permissions"].as_array().unwrap().len(), Role::Risk.permissions().len());
        assert_eq!(browser.get("/api/me").await.expect(200), me);
        browser.get(&path).await.expect(404);
        browser.post(&path, form).await.expect(404);
    }

    async fn an_invitation_ends_after_two_days_and_with_the_next_one(kit: Kit) {
        let office = Office::open(&kit).await;
        let first = office.invited("ann@house.example", Role::Support).await;
        let second = office.invited("ann@house.example", Role::Support).await;
        let browser = office.browser();
        browser.get(&format!("/api/invitations/{first}")).await.expect(404);
        kit.app.clock.advance(Duration::from_hours(48) - Duration::from_secs(1));
        browser.get(&format!("/api/invitations/{second}")).await.expect(200);
        kit.app.clock.advance(Duration::from_secs(1));
        browser.get(&format!("/api/invitations/{second}")).await.expect(404);
    }

    async fn whatever_is_wrong_is_answered_alike_and_a_code_counts_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member(Role::Support).await;
        let browser = office.browser();
        let used = office.credentials(&ann);
        let replayed = browser.post("/api/sign-in", used.clone()).await;
        assert_eq!((replayed.status.as_u16(), replayed.code()), (401, "sign_in_wrong"), "the code has joined already");
        kit.app.clock.advance(Duration::from_mins(1));
        let good = office.credentials(&ann);
        for (field, wrong) in [("email", "nobody@house.example"), ("email", "nobody"), ("password", "Zu9!kelmotrb"), ("code", "000000")] {
            let mut form = good.clone();
            form[field] = json!(wrong);
            let answer = browser.post("/api/sign-in", form).await;
            assert_eq!((answer.status, &answer.body["error"]), (replayed.status, &replayed.body["error"]), "{field} {wrong}");
        }
        browser.post("/api/sign-in", good.clone()).await.expect(200);
        browser.get("/api/me").await.expect(200);
        office.browser().post("/api/sign-in", good).await.expect(401);
    }

    async fn tries_are_bounded(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member(Role::Support).await;
        kit.app.clock.advance(Duration::from_mins(1));
        let browser = office.browser();
        let wrong = json!({ "email": ann.email, "password": "Zu9!kelmotrb", "code": "000000" });
        for _ in 0..5 {
            browser.post("/api/sign-in", wrong.clone()).await.expect(401);
        }
        let refused = browser.post("/api/sign-in", office.credentials(&ann)).await;
        assert_eq!(refused.status, 429, "the right one has to wait, too");
        assert_eq!(refused.headers["retry-after"], "300");
        kit.app.clock.advance(Duration::from_mins(5));
        browser.post("/api/sign-in", office.credentials(&ann)).await.expect(200);
    }

    async fn a_session_ends_when_it_is_left_alone_and_after_half_a_day(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member(Role::Support).await;
        for _ in 0..23 {
            kit.app.clock.advance(Duration::from_secs(1_799));
            ann.browser.get("/api/me").await.expect(200);
        }
        kit.app.clock.advance(HALF_HOUR);
        ann.browser.get("/api/me").await.expect(401);
        ann.browser.post("/api/sign-in", office.credentials(&ann)).await.expect(200);
        for _ in 0..24 {
            kit.app.clock.advance(Duration::from_mins(29));
            ann.browser.get("/api/me").await.expect(200);
        }
        kit.app.clock.advance(Duration::from_mins(25));
        ann.browser.get("/api/me").await.expect(401);
    }

    async fn signing_out_ends_the_session(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member(Role::Support).await;
        let kept = ann.browser.cookie();
        let left = ann.browser.post("/api/sign-out", json!({})).await;
        // The cookie and its mark, by which the pages know that there is a session to ask about.
        assert!(left.set_cookies().count() == 2 && left.set_cookies().all(|cookie| cookie.contains("Max-Age=0;")));
        left.expect(204);
        assert_eq!(ann.browser.cookie(), None);
        ann.browser.set_cookie(kept);
        ann.browser.get("/api/me").await.expect(401);
        office.browser().post("/api/sign-out", json!({})).await.expect(204);
    }

    async fn the_office_answers_its_own_pages_alone(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member(Role::Administrator).await;
        let foreign = ann.browser.send(Method::POST, "/api/sign-out", None, &[("origin", "https://evil.example")]).await;
        assert_eq!((foreign.status.as_u16(), foreign.code()), (403, "cross_site"));
        let site = ann.browser.send(Method::POST, "/api/sign-out", None, &[("origin", &kit.app.config.public_url)]).await;
        assert_eq!(site.code(), "cross_site", "the players' site is another one");
        let rebound = ann.browser.send(Method::GET, "/api/me", None, &[("host", "evil.example")]).await;
        assert_eq!((rebound.status.as_u16(), rebound.code()), (421, "unknown_host"));
        let me = ann.browser.get("/api/me").await;
        assert!(me.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
        assert_eq!((&me.headers["x-content-type-options"], &me.headers["cache-control"]), (&"nosniff".parse().unwrap(), &"no-store".parse().unwrap()));
        ann.browser.get("/api/nothing").await.expect(404);
        ann.browser.delete("/api/me").await.expect(405);
        kit.browser().get("/api/me").await.expect(404);
        kit.browser().get("/api/staff").await.expect(404);
    }
}

on_each_engine! {
    async fn guesses_from_elsewhere_keep_nobody_out_where_they_have_come_from(engine: Engine) {
        let kit = Kit::start_with(engine, |config| config.trusted_proxies = vec!["127.0.0.1".to_owned()]).await;
        let office = Office::open(&kit).await;
        let at = |address: &str| office.browser().with("x-forwarded-for", address);
        let ann = office.member(Role::Support).await;
        kit.app.clock.advance(Duration::from_mins(1));
        at("192.0.2.7").post("/api/sign-in", office.credentials(&ann)).await.expect(200);
        kit.app.clock.advance(Duration::from_mins(1));
        let wrong = json!({ "email": ann.email, "password": "Zu9!kelmotrb", "code": "000000" });
        for n in 0..20 {
            at(&format!("198.51.100.{}", 1 + n / 4)).post("/api/sign-in", wrong.clone()).await.expect(401);
        }
        assert_eq!(at("203.0.113.9").post("/api/sign-in", wrong).await.status, 429, "no further network guesses");
        let right = office.credentials(&ann);
        assert_eq!(at("203.0.113.9").post("/api/sign-in", right.clone()).await.status, 429, "nor from a new one");
        at("192.0.2.7").post("/api/sign-in", right).await.expect(200);
        // A network is forgotten in time.
        kit.app.clock.advance(Duration::from_hours(24 * 30));
        for n in 0..20 {
            let wrong = json!({ "email": ann.email, "password": "Zu9!kelmotrb", "code": "000000" });
            at(&format!("198.51.100.{}", 1 + n / 4)).post("/api/sign-in", wrong).await.expect(401);
        }
        assert_eq!(at("192.0.2.7").post("/api/sign-in", office.credentials(&ann)).await.status, 429);
    }

    async fn other_networks_are_kept_out(engine: Engine) {
        let kit = Kit::start_with(engine, |config| config.office_networks = vec!["192.0.2.0/24".to_owned()]).await;
        let office = Office::open(&kit).await;
        let refused = office.browser().get("/").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "network_not_allowed"));
        let kit = Kit::start_with(engine, |config| config.office_networks = vec!["127.0.0.0/8".to_owned()]).await;
        let office = Office::open(&kit).await;
        office.member(Role::Support).await.browser.get("/api/me").await.expect(200);
    }
}
