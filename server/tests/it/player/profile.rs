use croupier_db::params;
use serde_json::{Value, json};

use crate::browser::personal_id;
use crate::cashbox::own_content;
use crate::testkit::Kit;

async fn changes(kit: &Kit) -> Vec<(String, Option<String>, Option<String>)> {
    let sql = "SELECT field, old_value, new_value FROM player_change ORDER BY id";
    let rows = kit.app.db.query(sql, params![]).await.unwrap();
    rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap())).collect()
}

on_both_engines! {
    async fn a_personal_id_is_filled_once_and_other_fields_agree_with_it(kit: Kit) {
        let (browser, id) = kit.player("mart@example.ee").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE player SET licence = 'EE', country = 'EE' WHERE id = $1", params![id]).await.unwrap();
        tx.commit().await.unwrap();
        let missed = browser.get("/api/player").await.expect(200)["auth_fields_missed"].clone();
        assert_eq!(missed, json!(["first_name", "last_name", "date_of_birth", "personal_id"]));
        let edit = async |fields: Value| browser.patch("/api/player", json!({ "player": fields })).await;
        let fitting = personal_id("1990-04-05");
        let wrong = edit(json!({ "personal_id": fitting, "date_of_birth": "1990-04-06" })).await;
        assert_eq!(wrong.field("personal_id"), ["VALIDATION.PERSONAL_ID.NOT_MATCH"]);
        let player = edit(json!({ "personal_id": fitting })).await.expect(200);
        assert_eq!(player["auth_fields_missed"], json!(["first_name", "last_name", "date_of_birth"]));
        let last = changes(&kit).await.pop().unwrap();
        assert_eq!(last, ("personal_id".to_owned(), None, Some("[encrypted]".to_owned())));
        let again = edit(json!({ "personal_id": personal_id("1991-04-05") })).await;
        assert_eq!(again.field("personal_id"), ["VALIDATION.LOCKED"]);
        // What is filled later is held against it.
        for (fields, field, code) in [
            (json!({ "date_of_birth": "1990-04-06" }), "date_of_birth", "VALIDATION.DATE_OF_BIRTH.NOT_MATCH"),
            (json!({ "gender": "f" }), "gender", "VALIDATION.GENDER.NOT_MATCH"),
        ] {
            assert_eq!(edit(fields).await.field(field), [code]);
        }
        edit(json!({ "date_of_birth": "1990-04-05", "gender": "m", "city": "Tartu" })).await.expect(200);
    }

    async fn only_residents_of_estonia_are_asked_for_a_personal_id(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let answer = browser.patch("/api/player", json!({ "player": { "personal_id": personal_id("1990-04-05") } })).await;
        assert_eq!(answer.field("personal_id"), ["VALIDATION.LOCKED"]);
    }

    async fn a_profile_is_filled_and_every_change_noted(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let fields = json!({
            "nick_name": "Jane B.", "first_name": "Jane", "city": " Oslo ", "mobile_phone": "+372 (5) 12 9",
            "receive_promos": true, "gender": "f", "profession": "Pilot", "unknown": 1,
        });
        let player = browser.patch("/api/player", json!({ "player": fields })).await.expect(200);
        for (key, value) in [
            ("nickname", json!("Jane B.")),
            ("nick_name", json!("Jane B.")),
            ("city", json!("Oslo")),
            ("receive_promos", json!(true)),
            ("profession", json!("Pilot")),
        ] {
            assert_eq!(player[key], value);
        }
        assert_eq!(changes(&kit).await.len(), 7);
        browser.patch("/api/player", json!({ "player": { "city": "Oslo" } })).await.expect(200);
        assert_eq!(changes(&kit).await.len(), 7, "nothing changed, nothing noted");
        browser.patch("/api/player", json!({ "player": { "city": null } })).await.expect(200);
        let last = changes(&kit).await.pop().unwrap();
        assert_eq!(last, ("city".to_owned(), Some("Oslo".to_owned()), None));
        let sql = "SELECT COUNT(*) FROM player_change WHERE player_id = $1 AND actor = 'player' AND at_ms = $2";
        let row = kit.app.db.query_one(sql, params![id, crate::testkit::START_MS]).await.unwrap();
        assert_eq!(row.get::<i64>(0).unwrap(), 8);
    }

    async fn terms_that_were_missing_are_accepted_once(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE player SET terms_accepted_at_ms = NULL WHERE id = $1", params![id]).await.unwrap();
        tx.commit().await.unwrap();
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!(player["auth_fields_missed"], json!(["terms_acceptance"]));
        let accept = async |value: Value| browser.patch("/api/player", json!({ "player": { "terms_acceptance": value } })).await;
        for refusal in [json!(false), json!("true"), json!(null), json!(1)] {
            let refused = accept(refusal).await;
            assert_eq!(refused.field("terms_acceptance"), ["VALIDATION.TERMS_ACCEPTANCE.UNCHECKED"]);
        }
        let player = accept(json!(true)).await.expect(200);
        assert_eq!(player["auth_fields_missed"], json!([]));
        accept(json!(true)).await.expect(200);
        let noted = ("terms_acceptance".to_owned(), None, Some("2026-01-01T00:00:00.000Z".to_owned()));
        assert_eq!(changes(&kit).await, [noted]);
        let sql = "SELECT body FROM event WHERE kind = 'player.terms_accepted' AND player_id = $1";
        let facts = kit.app.db.query(sql, params![id]).await.unwrap();
        assert_eq!(facts.len(), 1);
        assert!(facts[0].get::<String>(0).unwrap().contains("\"licence\":\"CW\""));
        assert_eq!(browser.get("/api/player").await.expect(200)["auth_fields_missed"], json!([]));
    }

    async fn who_somebody_is_stays(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let patch = async |fields: Value| browser.patch("/api/player", json!({ "player": fields })).await;
        patch(json!({ "first_name": "Jane", "last_name": "Doe", "date_of_birth": "1990-04-05" })).await.expect(200);
        patch(json!({ "first_name": "Jane", "country": "CA" })).await.expect(200);
        for (field, value) in [
            ("first_name", "June"),
            ("last_name", "Roe"),
            ("date_of_birth", "1990-04-06"),
            ("country", "NZ"),
            ("email", "june@example.com"),
            ("currency", "USD"),
            ("password", "Another!one9"),
        ] {
            let refused = patch(json!({ field: value, "city": "Oslo" })).await;
            assert_eq!(refused.field(field), ["VALIDATION.LOCKED"], "{field}");
        }
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!((&player["first_name"], &player["city"]), (&json!("Jane"), &json!(null)));
    }

    async fn two_calls_at_once_fill_a_name_once(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let names = ["Ann", "Bea", "Cleo", "Dora"].map(|name| json!({ "player": { "first_name": name } }));
        let calls = names.into_iter().map(|body| browser.patch("/api/player", body));
        let answers = futures_util::future::join_all(calls).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(changes(&kit).await.len(), 1);
    }

    async fn bad_values_are_refused_by_field(kit: Kit) {
        let (browser, _) = kit.player("jane@example.com").await;
        let bad = json!({
            "nickname": "ab", "first_name": "A@", "mobile_phone": "1234567", "date_of_birth": "2008-01-02",
            "postal_code": "90210", "city": "x".repeat(61), "receive_promos": "yes", "language": "xx", "gender": 1,
        });
        let answer = browser.patch("/api/player", json!({ "player": bad })).await;
        assert_eq!(answer.status, 422);
        for (field, code) in [
            ("nickname", "VALIDATION.NICKNAME.TOO_SHORT"),
            ("first_name", "VALIDATION.FIRST_NAME.CHARACTERS"),
            ("mobile_phone", "VALIDATION.MOBILE_PHONE.TOO_SHORT"),
            ("date_of_birth", "VALIDATION.DATE_OF_BIRTH.UNDERAGE"),
            ("postal_code", "VALIDATION.POSTAL_CODE.INVALID"),
            ("city", "VALIDATION.CITY.TOO_LONG"),
            ("receive_promos", "VALIDATION.RECEIVE_PROMOS.INVALID"),
            ("locale", "VALIDATION.LOCALE.NOT_ALLOWED"),
            ("gender", "VALIDATION.GENDER.INVALID"),
        ] {
            assert_eq!(answer.field(field), [code]);
        }
        assert!(changes(&kit).await.is_empty());
    }

    async fn a_postal_code_tells_the_state_once(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let patch = async |fields: Value| {
            browser.patch("/api/player", json!({ "player": fields })).await.expect(200)["state"].clone()
        };
        let flagged = async || {
            let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.state_disagrees' AND player_id = $1";
            kit.app.db.query_one(sql, params![id]).await.unwrap().get::<i64>(0).unwrap()
        };
        assert_eq!(patch(json!({ "postal_code": "k1a 0b1" })).await, "Ontario");
        assert_eq!(flagged().await, 0);
        assert_eq!(patch(json!({ "postal_code": "V1A 0B1" })).await, "Ontario");
        assert_eq!(flagged().await, 1, "it is kept, and staff looks at it");
        assert_eq!(patch(json!({ "state": "British Columbia" })).await, "British Columbia");
        assert_eq!(flagged().await, 1);
    }

    async fn the_language_is_kept(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let choose = async |locale: &str| browser.patch("/api/player/update_locale", json!({ "locale": locale })).await;
        assert_eq!(choose("de").await.expect(200), json!({ "locale": "de" }));
        let player = browser.get("/api/player").await.expect(200);
        assert_eq!((&player["language"], &player["locale"]), (&json!("de"), &json!("de")));
        assert_eq!(browser.get("/client-context").await.expect(200)["locale"], "de");
        for locale in ["en-XX", "", "en-KW"] {
            assert_eq!(choose(locale).await.status, 422, "{locale}");
        }
        let mut tx = kit.app.db.begin().await.unwrap();
        croupier_server::player::add_groups(&kit.app, &mut tx, id, &[21]).await.unwrap();
        tx.commit().await.unwrap();
        choose("en-KW").await.expect(200);
    }

    async fn groups_are_joined_only_from_the_list(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let join = async |groups: Value| browser.post("/api/player/groups", json!({ "groups": { "add": groups } })).await;
        let before = browser.get("/api/player").await.expect(200)["statuses"].clone();
        // The other half of the A/B test is nobody's choice.
        let other_half = if id % 2 == 0 { 544 } else { 543 };
        for groups in [json!([759]), json!([859, 21]), json!([-1]), json!([543, 544]), json!([other_half])] {
            assert_eq!(join(groups).await.code(), "forbidden");
        }
        // No status of the club, no wheel of a group, no mark of several accounts and no test of a calendar.
        for group in [1117, 257, 793, 258, 259, 255, 759, 1308, 1309, 100, 916] {
            assert_eq!(join(json!([859, group])).await.code(), "forbidden", "{group}");
        }
        assert_eq!(browser.get("/api/player").await.expect(200)["statuses"], before);
        assert_eq!(join(json!("859")).await.status, 422);
        let half = if id % 2 == 0 { "group_543" } else { "group_544" };
        for _ in 0..2 {
            let statuses = join(json!([859, 131_811])).await.expect(201);
            let ids: Vec<_> = statuses["statuses"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
            assert_eq!(ids, [half, "group_859", "group_131811", "level_1"]);
        }
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.groups' AND player_id = $1";
        assert_eq!(kit.app.db.query_one(sql, params![id]).await.unwrap().get::<i64>(0).unwrap(), 1);
    }

    async fn fiat_players_have_to_fill_their_profile_before_they_pay(kit: Kit) {
        let (browser, id) = kit.player("jane@example.com").await;
        let missing = async |context: &str| {
            let player = croupier_server::player::get(&kit.app, id).await.unwrap();
            player.missing(&kit.app.site_config, context, kit.app.clock.now()).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let gate = ["mobile_phone", "first_name", "last_name", "date_of_birth", "city", "address", "postal_code"];
        assert_eq!(missing("deposit").await, gate);
        assert_eq!(missing("cashout").await, gate);
        assert_eq!(missing("provider:northlight").await, ["date_of_birth"]);
        let full = json!({
            "mobile_phone": "+372 512 93", "first_name": "Jane", "last_name": "Doe", "date_of_birth": "1990-04-05",
            "city": "Ottawa", "address": "1 Main Street", "postal_code": "K1A 0B1",
        });
        browser.patch("/api/player", json!({ "player": full })).await.expect(200);
        assert!(missing("deposit").await.is_empty());
        let player = croupier_server::player::get(&kit.app, id).await.unwrap();
        assert!(croupier_server::player::require_fields(&kit.app, &player, "deposit").is_ok());
        let (coin, coin_id) = kit.player("june@example.com").await;
        coin.post("/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
        let player = croupier_server::player::get(&kit.app, coin_id).await.unwrap();
        assert!(croupier_server::player::require_fields(&kit.app, &player, "deposit").is_ok());
        let refused = croupier_server::player::require_fields(&kit.app, &player, "provider:northlight");
        assert_eq!(refused.unwrap_err().status(), 422);
    }
}

on_each_engine! {
    async fn a_field_that_takes_english_letters_alone_refuses_others(engine: Engine) {
        let kit = Kit::start_with(engine, |config| {
            own_content(config);
            let path = config.content_dir.join("player-fields.toml");
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(path, text.replace("\nenglish = []", "\nenglish = [\"city\"]")).unwrap();
        })
        .await;
        let (browser, _) = kit.player("jane@example.com").await;
        let described = browser.get("/api/info/player_fields").await.expect(200);
        let fields = described["fields"].as_array().unwrap();
        let city = fields.iter().find(|field| field["field"] == "city").unwrap();
        assert!(city["rules"].as_array().unwrap().contains(&json!({ "rule": "english" })), "{city}");
        let edit = async |fields: Value| browser.patch("/api/player", json!({ "player": fields })).await;
        assert_eq!(edit(json!({ "city": "Jõhvi" })).await.field("city"), ["VALIDATION.CITY.ENGLISH"]);
        edit(json!({ "city": "New York", "address": "Põik 3" })).await.expect(200);
    }
}
