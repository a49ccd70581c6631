use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::{PASSWORD, form, form_with, personal_id};
use crate::testkit::{Engine, Kit};
use croupier_db::params;

on_both_engines! {
    async fn a_guest_becomes_a_player_at_once(kit: Kit) {
        let browser = kit.browser();
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
        let answer = browser.post("/api/users", json!({ "user": form(" Jane@Example.COM ") })).await;
        let cookie = answer.set_cookie().unwrap().to_owned();
        assert!(cookie.starts_with("__Host-croupier="), "{cookie}");
        for flag in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure", "; Max-Age=2592000"] {
            assert!(cookie.contains(flag), "{cookie} has {flag}");
        }
        let player = answer.expect(201);
        assert_eq!(player["email"], "jane@example.com");
        assert_eq!(player["confirmed_at"], json!(null));
        assert_eq!(player["created_at"], "2026-01-01T00:00:00.000Z");
        assert_eq!(browser.get("/api/player").await.expect(200), player);
        let group = if player["id"].as_i64().unwrap() % 2 == 0 { "group_543" } else { "group_544" };
        assert_eq!(player["statuses"][0]["id"], group);
        let accounts = browser.get("/api/player/accounts").await.expect(200);
        assert_eq!(
            accounts,
            json!([{
                "currency": "EUR",
                "amount_cents": 0,
                "bonus_amount_cents": 0,
                "available_to_cashout_cents": 0,
                "active": true,
                // The place of the log's last row.
                "seq": accounts[0]["seq"].as_i64().filter(|seq| *seq > 0),
            }])
        );
    }

    async fn a_player_keeps_the_language_of_the_form(kit: Kit) {
        for (email, wanted, kept) in
            [("a@example.com", "et", "et"), ("b@example.com", "en-KW", "en-CA"), ("c@example.com", "", "en-CA")]
        {
            let user = form_with(email, json!({ "locale": wanted }));
            let player = kit.browser().post("/api/users", json!({ "user": user })).await.expect(201);
            assert_eq!(player["language"], kept, "{wanted}");
        }
    }

    async fn one_address_cannot_try_without_end(kit: Kit) {
        let browser = kit.browser();
        kit.player("june@example.com").await;
        for _ in 0..99 {
            let taken = browser.post("/api/users", json!({ "user": form("june@example.com") })).await;
            assert_eq!(taken.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
        }
        let limited = browser.post("/api/users", json!({ "user": form("jane@example.com") })).await;
        assert_eq!((limited.status.as_u16(), limited.code()), (429, "too_many_requests"));
        kit.app.clock.advance(Duration::from_hours(1));
        browser.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
    }

    async fn the_profile_has_exactly_its_keys(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let player = browser.get("/api/player").await.expect(200);
        let mut keys: Vec<_> = player.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut expected = [
            "id", "user_id", "email", "nickname", "nick_name", "first_name", "last_name", "gender",
            "date_of_birth", "country", "state", "city", "address", "postal_code", "mobile_phone",
            "receive_promos", "receive_sms_promos", "currency", "language", "locale", "statuses",
            "auth_fields_missed", "confirmed_at", "created_at", "current_sign_in_at", "deposit_bonus_code",
            "can_issue_bonuses", "verified", "sumsub_verified", "two_factor_enabled",
            "sow_questionnaire_expires_at", "license_name", "autoregistered", "autologin_link", "profession",
        ];
        expected.sort_unstable();
        assert_eq!(keys, expected);
        assert_eq!((&player["id"], &player["user_id"]), (&json!(id), &json!(id)));
        assert_eq!((player["license_name"].as_str(), player["locale"].as_str()), (Some("CW"), Some("en-CA")));
    }

    async fn one_address_is_one_player(kit: Kit) {
        let bodies = [form("Twin@example.com"), form("twin@example.com ")];
        let browsers = [kit.browser(), kit.browser()];
        let [one, two] = &browsers;
        let [first, second] = bodies.map(|form| json!({ "user": form }));
        let (one, two) = tokio::join!(one.post("/api/users", first), two.post("/api/users", second));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
        let refused = if one.status == 422 { one } else { two };
        assert_eq!(refused.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
    }

    async fn every_bad_field_is_named(kit: Kit) {
        let browser = kit.browser();
        let bad = json!({
            "email": "a@b", "password": "short", "password_confirmation": "other", "currency": "GBP",
            "country": "ZZ", "nickname": "a_b", "locale": "xx", "gender": "x", "postal_code": "#",
        });
        let answer = browser.post("/api/users", json!({ "user": bad })).await;
        assert_eq!(answer.status, 422);
        for (field, code) in [
            ("email", "VALIDATION.EMAIL.INVALID"),
            ("password", "VALIDATION.PASSWORD.TOO_SHORT"),
            ("password_confirmation", "VALIDATION.PASSWORD_CONFIRMATION.NOT_MATCH"),
            ("currency", "VALIDATION.CURRENCY.NOT_ALLOWED"),
            ("country", "VALIDATION.COUNTRY.NOT_ALLOWED"),
            ("nickname", "VALIDATION.NICKNAME.CHARACTERS"),
            ("locale", "VALIDATION.LOCALE.NOT_ALLOWED"),
            ("gender", "VALIDATION.GENDER.NOT_ALLOWED"),
            ("postal_code", "VALIDATION.POSTAL_CODE.INVALID"),
            ("terms_acceptance", "VALIDATION.TERMS_ACCEPTANCE.UNCHECKED"),
        ] {
            assert_eq!(answer.field(field), [code]);
        }
        let empty = browser.post("/api/users", json!({ "user": {} })).await;
        for field in ["email", "password", "currency", "country"] {
            assert_eq!(empty.field(field), [format!("VALIDATION.{}.REQUIRED", field.to_uppercase())]);
        }
        let common = form_with("a@example.com", json!({ "password": "Password1" }));
        let answer = browser.post("/api/users", json!({ "user": common })).await;
        assert_eq!(answer.field("password"), ["VALIDATION.PASSWORD.COMMON"]);
        assert_eq!(browser.get("/api/player").await.expect(200), json!({}));
    }

    async fn estonia_asks_for_more_and_for_21_years(kit: Kit) {
        // In browsers of their own: one that has named too young a date is held to it.
        let ask = async |changes| {
            let form = form_with("mari@example.ee", changes);
            kit.browser().post("/api/users", json!({ "user": form })).await
        };
        let bare = ask(json!({ "country": "EE" })).await;
        assert_eq!(bare.field("first_name"), ["VALIDATION.FIRST_NAME.REQUIRED"]);
        assert_eq!(bare.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.REQUIRED"]);
        let names = |born: &str| {
            json!({
                "country": "EE", "first_name": "Mari", "last_name": "Maasikas", "date_of_birth": born,
                "personal_id": personal_id(born),
            })
        };
        let young = ask(names("2005-01-02")).await;
        assert_eq!(young.field("date_of_birth"), ["VALIDATION.DATE_OF_BIRTH.UNDERAGE"]);
        let player = ask(names("2005-01-01")).await.expect(201);
        assert_eq!((&player["license_name"], &player["auth_fields_missed"]), (&json!("EE"), &json!([])));
    }

    async fn estonia_asks_for_a_personal_id_that_fits(kit: Kit) {
        let born = "1990-04-05";
        let fitting = personal_id(born);
        let ask = async |changes: Value| {
            let mut form = form_with("mart@example.ee", json!({
                "country": "EE", "first_name": "Mart", "last_name": "Maasikas", "date_of_birth": born, "gender": "m",
                "personal_id": fitting,
            }));
            for (name, value) in changes.as_object().unwrap() {
                form[name] = value.clone();
            }
            kit.browser().post("/api/users", json!({ "user": form })).await
        };
        let other_day = personal_id("1990-04-06");
        let (short, long) = (&fitting[..10], format!("{fitting}0"));
        for (changes, rule) in [
            (json!({ "personal_id": null }), "REQUIRED"),
            (json!({ "personal_id": "" }), "REQUIRED"),
            (json!({ "personal_id": short }), "TOO_SHORT"),
            (json!({ "personal_id": long }), "TOO_LONG"),
            (json!({ "personal_id": "49004050001" }), "INVALID"),
            (json!({ "personal_id": other_day }), "NOT_MATCH"),
            (json!({ "gender": "f" }), "NOT_MATCH"),
        ] {
            let code = format!("VALIDATION.PERSONAL_ID.{rule}");
            assert_eq!(ask(changes.clone()).await.field("personal_id"), [code.as_str()], "{changes}");
        }
        let elsewhere = ask(json!({ "country": "CA", "personal_id": "nonsense", "email": "ca@example.com" })).await;
        elsewhere.expect(201);
        let player = ask(json!({})).await.expect(201);
        assert!(player.get("personal_id").is_none(), "it is told to nobody");
        let rows = kit.app.db.query("SELECT personal_id FROM player ORDER BY id", params![]).await.unwrap();
        assert_eq!(rows[0].get::<Option<Vec<u8>>>(0).unwrap(), None, "where it is not asked it is not kept");
        let kept = rows[1].get::<Vec<u8>>(0).unwrap();
        assert!(!kept.windows(11).any(|part| part == fitting.as_bytes()), "it is kept encrypted");
    }

    async fn nothing_secret_is_kept(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let row = kit.app.db.query_one("SELECT password_hash FROM login WHERE player_id = $1", params![id]);
        let hash: String = row.await.unwrap().get(0).unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains(PASSWORD));
        let token = browser.cookie().unwrap().split_once('=').unwrap().1.to_owned();
        let row = kit.app.db.query_one("SELECT token_hash FROM session WHERE player_id = $1", params![id]);
        let kept: Vec<u8> = row.await.unwrap().get(0).unwrap();
        let (lane, secret) = token.split_once('.').unwrap();
        assert_eq!((kept.len(), secret.len()), (32, 43));
        assert_eq!(lane, croupier_db::log::lane_of(&kit.app.db, id).to_string(), "what a balancer goes by");
        assert_ne!(kept, token.into_bytes());
    }

    async fn affiliate_marks_come_from_cookies(kit: Kit) {
        let browser = kit.browser().with("cookie", "stag=abc_1; affb_id=77; partner_id=9; other=1");
        let player = browser.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
        let sql = "SELECT stag, affiliate_id, partner_id, dfpc FROM player WHERE id = $1";
        let row = kit.app.db.query_one(sql, params![player["id"].as_i64().unwrap()]).await.unwrap();
        let marks: Vec<String> = (0..4).map(|column| row.get(column).unwrap()).collect();
        assert_eq!(marks, ["abc_1", "77", "9", "device-1"]);
    }

    async fn a_megabyte_of_password_is_not_hashed(kit: Kit) {
        let form = form_with("jane@example.com", json!({ "password": "x".repeat(1 << 20) }));
        let answer = kit.browser().post("/api/users", json!({ "user": form })).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (413, "payload_too_large"));
    }

    async fn the_log_tells_of_it(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        browser.delete("/api/users/sign_out").await.expect(204);
        let sql = "SELECT kind FROM event WHERE player_id = $1 ORDER BY lsn";
        let rows = kit.app.db.query(sql, params![id]).await.unwrap();
        let kinds: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        assert_eq!(kinds, ["player.registered", "player.signed_in", "player.signed_out", "session.ended"]);
    }

    async fn players_who_share_a_device_are_told_of(kit: Kit) {
        let (_, first) = kit.player("jane@example.com").await;
        let (_, second) = kit.player("june@example.com").await;
        let form = form_with("july@example.com", json!({ "dfpc": "" }));
        kit.browser().post("/api/users", json!({ "user": form })).await.expect(201);
        let sql = "SELECT player_id, body FROM event WHERE kind = 'player.device_shared'";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].get::<i64>(0).unwrap(), second);
        assert_eq!(rows[0].get::<String>(1).unwrap(), format!("{{\"by\":\"fingerprint\",\"players\":[{first}]}}"));
    }
}

async fn restricted(engine: Engine) {
    let kit = Kit::start_with(engine, |config| {
        config.restricted_countries = vec!["NZ".to_owned()];
        config.country_header = Some("x-country".to_owned());
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
    })
    .await;
    for (country, open) in [(Some("NZ"), false), (Some("FR"), false), (None, false), (Some("DE"), true)] {
        let mut browser = kit.browser();
        if let Some(country) = country {
            browser = browser.with("x-country", country);
        }
        let context = browser.get("/client-context").await.expect(200);
        assert_eq!((&context["country"], &context["is_restricted"]), (&json!(country), &json!(!open)));
        let up = browser.post("/api/users", json!({ "user": form("jane@example.com") })).await;
        assert_eq!(up.status, if open { 201 } else { 403 });
        let user = json!({ "email": "jane@example.com", "password": PASSWORD });
        let sign_in = browser.post("/api/users/sign_in", json!({ "user": user })).await;
        assert_eq!(sign_in.status, if open { 201 } else { 403 });
        assert_eq!(sign_in.code(), if open { "" } else { "restricted_country" });
    }
    // Residence counts as well as where the call comes from.
    let browser = kit.browser().with("x-country", "DE");
    let lives_there = form_with("june@example.com", json!({ "country": "NZ" }));
    let answer = browser.post("/api/users", json!({ "user": lives_there })).await;
    assert_eq!(answer.field("country"), ["VALIDATION.COUNTRY.NOT_ALLOWED"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn restricted_countries_stay_outside_sqlite() {
    restricted(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restricted_countries_stay_outside_postgres() {
    restricted(Engine::Postgres).await;
}
