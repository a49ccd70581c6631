//! The cookie of the browser, and what is found by it.

use croupier_db::params;
use serde_json::{Value, json};

use crate::browser::{Browser, form, form_with, personal_id};
use crate::testkit::Kit;

async fn devices(kit: &Kit) -> Vec<String> {
    let rows = kit.app.db.query("SELECT device FROM player ORDER BY id", params![]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

async fn facts(kit: &Kit, kind: &str) -> Vec<String> {
    let sql = "SELECT body FROM event WHERE kind = $1 ORDER BY lsn";
    let rows = kit.app.db.query(sql, params![kind]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

on_both_engines! {
    async fn two_phones_of_one_model_are_two_devices(kit: Kit) {
        kit.player("jane@example.com").await;
        kit.player("june@example.com").await;
        let devices = devices(&kit).await;
        assert_eq!(devices.len(), 2);
        assert_ne!(devices[0], devices[1], "one fingerprint, two browsers");
    }

    async fn a_browser_keeps_its_id_and_nobody_makes_one_up(kit: Kit) {
        let first = kit.browser().post("/api/users", json!({ "user": form("jane@example.com") })).await;
        let cookie = Browser::device_of(&first);
        for (email, cookie) in [("june@example.com", cookie.clone()), ("july@example.com", cookie.replacen('=', "=0", 1))] {
            let user = form_with(email, json!({ "dfpc": email }));
            kit.browser().with("cookie", &cookie).post("/api/users", json!({ "user": user })).await.expect(201);
        }
        let devices = devices(&kit).await;
        assert_eq!(devices[0], devices[1]);
        assert_ne!(devices[0], devices[2], "an id without our signature is none");
        let id = first.body["id"].as_i64().unwrap();
        let reported = json!({ "by": "browser", "players": [id] }).to_string();
        assert_eq!(facts(&kit, "player.device_shared").await, [reported]);
        let user = json!({ "email": "jane@example.com", "password": crate::browser::PASSWORD });
        let again = kit.browser().with("cookie", &cookie).post("/api/users/sign_in", json!({ "user": user })).await;
        assert_eq!(Browser::device_of(&again), cookie);
    }

    async fn a_sign_in_on_a_new_device_is_told_by_mail(kit: Kit) {
        let first = kit.browser().post("/api/users", json!({ "user": form("jane@example.com") })).await;
        let cookie = Browser::device_of(&first);
        let mails = async || {
            let sql = "SELECT recipient, subject, body FROM mail_outbox WHERE subject = 'New sign-in to your account' ORDER BY id";
            let rows = kit.app.db.query(sql, params![]).await.unwrap();
            rows.iter().map(|row| (row.get(0).unwrap(), row.get(2).unwrap())).collect::<Vec<(String, String)>>()
        };
        let user = json!({ "email": "jane@example.com", "password": crate::browser::PASSWORD });
        let sign_in = async |browser: Browser| {
            browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        };
        sign_in(kit.browser().with("cookie", &cookie)).await;
        let agent = "Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0";
        sign_in(kit.browser().with("user-agent", agent)).await;
        let reported = Kit::until("the mail", async || Some(mails().await).filter(|mails| !mails.is_empty())).await;
        assert_eq!(reported.len(), 1, "the known device is no news");
        let (to, body) = &reported[0];
        assert_eq!(to, "jane@example.com");
        assert!(body.contains("Firefox, Windows, 2026-01-01 00:00 UTC") && body.contains("/profile/security"), "{body}");
    }

    async fn who_was_too_young_does_not_try_the_next_date(kit: Kit) {
        let born = |date: &str, email: &str| {
            let more = json!({
                "country": "EE", "first_name": "Ada", "last_name": "Koit", "date_of_birth": date,
                "personal_id": personal_id(date),
            });
            json!({ "user": form_with(email, more) })
        };
        let young = kit.browser().post("/api/users", born("2012-01-01", "jane@example.com")).await;
        assert_eq!(young.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.UNDERAGE"]);
        let cookie = Browser::device_of(&young);
        for email in ["jane@example.com", "other@example.com"] {
            let again = kit.browser().with("cookie", &cookie).post("/api/users", born("1990-01-01", email)).await;
            assert_eq!(again.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.AGE_REFUSED"]);
        }
        let elsewhere = json!({ "user": form("jane@example.com") });
        let answer = kit.browser().with("cookie", &cookie).post("/api/users", elsewhere.clone()).await;
        assert_eq!(answer.status, 422, "another country does not ask for the date, and is no way around it");
        kit.browser().post("/api/users", born("1990-01-01", "june@example.com")).await.expect(201);
        kit.app.clock.advance(std::time::Duration::from_hours(24));
        kit.browser().with("cookie", &cookie).post("/api/users", elsewhere).await.expect(201);
    }

    async fn a_player_who_was_too_young_does_not_either(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let named = async |date: &str| {
            browser.patch("/api/player", json!({ "player": { "date_of_birth": date, "city": "Oslo" } })).await
        };
        let young = named("2012-01-01").await;
        assert_eq!(young.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.UNDERAGE"]);
        let again = named("1990-01-01").await;
        assert_eq!(again.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.AGE_REFUSED"]);
        assert_eq!(facts(&kit, "player.age_refused").await.len(), 1);
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!((&player["date_of_birth"], &player["city"]), (&Value::Null, &Value::Null));
        kit.app.clock.advance(std::time::Duration::from_hours(24));
        named("1990-01-01").await.expect(200);
    }
}
