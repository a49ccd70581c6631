//! Cooling-off and self-exclusion, set by the player.

use croupier_db::params;
use croupier_ledger::{NO_END, StopReason};
use croupier_server::account::stops::{StopChange, stop_player};
use serde_json::{Value, json};

use super::{assert_sound, count, limit, set};
use crate::browser::{Browser, PASSWORD, form_with, personal_id};
use crate::play::{Frame, KOI, SAILS, grown_player, launch, rich_player};
use crate::stops::stop;
use crate::testkit::Kit;

async fn sign_in(kit: &Kit) -> (crate::browser::Answer, Browser) {
    let browser = kit.browser();
    let user = json!({ "email": "player@example.com", "password": PASSWORD, "dfpc": "device-1" });
    (browser.post("/api/users/sign_in", json!({ "user": user })).await, browser)
}

async fn signed_in(kit: &Kit) -> Browser {
    let (answer, browser) = sign_in(kit).await;
    answer.expect(201);
    browser
}

async fn write(kit: &Kit, sql: &str, row: Vec<croupier_db::Value>) {
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute(sql, row).await.unwrap();
    tx.commit().await.unwrap();
}

fn pause(kind: &str, period: &str) -> Value {
    json!({ "type": kind, "period": period })
}

on_both_engines! {
    async fn a_break_ends_play_and_deposits_and_leaves_sign_in_and_withdrawal(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        browser.patch("/api/player", json!({ "player": { "receive_promos": true } })).await.expect(200);
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let made = set(&browser, pause("coolingoff", "day_3")).await.expect(201);
        assert_eq!((&made["reached"], &made["active_until"]), (&json!(true), &json!("2026-01-04T00:00:00.000Z")));
        assert!([401, 403].contains(&frame.spin("after", 20).await.status.as_u16()));
        browser.get("/api/user_limits").await.expect(401);
        let browser = signed_in(&kit).await;
        assert_eq!(browser.get("/api/player").await.expect(200)["receive_promos"], false);
        assert_eq!(launch(&browser, SAILS, "real").await.code(), "cooling_off");
        assert_eq!(launch(&browser, SAILS, "demo").await.code(), "cooling_off");
        let id = limit(&browser, "coolingoff").await["id"].as_str().unwrap().to_owned();
        browser.delete(&format!("/api/user_limits/{id}")).await.expect(422);
        // A longer one may follow; a shorter one takes nothing back.
        set(&browser, pause("coolingoff", "day")).await.expect(201);
        kit.app.clock.advance(std::time::Duration::from_hours(48));
        let browser = signed_in(&kit).await;
        assert_eq!(launch(&browser, SAILS, "real").await.code(), "cooling_off");
        assert_sound(&kit).await;
    }

    async fn an_exclusion_shuts_out_until_its_end(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let made = set(&browser, pause("selfexclusion", "month_6")).await.expect(201);
        assert_eq!(made["active_until"], "2026-07-01T00:00:00.000Z");
        let (refused, _) = sign_in(&kit).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        assert_eq!(refused.body["error"]["until"], "2026-07-01T00:00:00.000Z");
        let stops = croupier_server::identity::stops_of(&kit.app.db, player).await.unwrap();
        assert_eq!(stops.until(StopReason::Exclusion), 1_782_864_000_000);
        assert_sound(&kit).await;
    }

    async fn an_open_round_is_finished_by_the_server(kit: Kit) {
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await;
        frame.open_round(20).await;
        set(&browser, pause("selfexclusion", "forever")).await.expect(201);
        Kit::until("the round to end", async || {
            let open = kit.app.wallet.open_rounds(player, croupier_money::Currency::EUR).await.unwrap();
            open.is_empty().then_some(())
        })
        .await;
        assert_sound(&kit).await;
    }

    async fn an_excluded_person_is_known_again(kit: Kit) {
        let (browser, player) = kit.player("a.da@gmail.com").await;
        let profile = json!({ "first_name": "Ada", "last_name": "O Hara", "date_of_birth": "1990-04-05", "mobile_phone": "+1 416 555 0133" });
        browser.patch("/api/player", json!({ "player": profile })).await.expect(200);
        set(&browser, pause("selfexclusion", "month_3")).await.expect(201);
        let sign_up = async |email: &str, fields: Value| {
            let form = form_with(email, fields);
            kit.browser().post("/api/users", json!({ "user": form })).await
        };
        let same_mailbox = sign_up("ADA+new@googlemail.com", json!({})).await;
        assert_eq!((same_mailbox.status.as_u16(), same_mailbox.field("email").len()), (422, 1));
        let same_phone = sign_up("eve@example.com", json!({ "mobile_phone": "(416) 555-0133" })).await;
        assert_eq!((same_phone.status.as_u16(), same_phone.code()), (403, "registration_refused"));
        let name = json!({ "first_name": "OHara", "last_name": "ADA", "date_of_birth": "1990-04-05" });
        assert_eq!(sign_up("eve@example.com", name).await.code(), "registration_refused");
        let namesake = json!({ "first_name": "Ada", "last_name": "O Hara", "date_of_birth": "1990-04-06" });
        sign_up("namesake@example.com", namesake).await.expect(201);
        let sql = "SELECT fields FROM exclusion_match WHERE excluded_player_id = $1 ORDER BY id";
        let rows = kit.app.db.query(sql, croupier_db::params![player]).await.unwrap();
        let mut fields: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["email", "mobile_phone", "name_and_birth"]);
    }

    async fn no_offers_begin_during_a_break(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        set(&browser, pause("coolingoff", "day")).await.expect(201);
        let browser = signed_in(&kit).await;
        let edit = async |on: bool| {
            browser.patch("/api/player", json!({ "player": { "receive_promos": on, "city": "Ottawa" } })).await
        };
        let choose = async |on: bool| {
            let wanted = json!({ "receive_promos": false, "receive_sms_promos": on });
            browser.send(reqwest::Method::PUT, "/api/subscriptions", Some(wanted), &[]).await
        };
        for refused in [edit(true).await, choose(true).await] {
            assert_eq!((refused.status.as_u16(), refused.code()), (403, "cooling_off"));
        }
        edit(false).await.expect(200);
        choose(false).await.expect(200);
        kit.app.clock.advance(std::time::Duration::from_hours(25));
        choose(true).await.expect(200);
    }

    async fn a_personal_id_is_known_again_under_another_name(kit: Kit) {
        let born = "1990-04-05";
        let sign_up = async |email: &str, name: &str| {
            let person = json!({
                "country": "EE", "first_name": name, "last_name": "Maasikas", "date_of_birth": born,
                "personal_id": personal_id(born),
            });
            kit.browser().post("/api/users", json!({ "user": form_with(email, person) })).await
        };
        let mart = sign_up("mart@example.ee", "Mart").await.expect(201)["id"].as_i64().unwrap();
        stop(&kit.app, mart, StopReason::Exclusion).await;
        assert_eq!(sign_up("mardo@example.ee", "Mardo").await.code(), "registration_refused");
        let sql = "SELECT COUNT(*) FROM exclusion_match WHERE fields = 'personal_id'";
        assert_eq!(count(&kit, sql).await, 1);
        let kept = "SELECT value FROM excluded_person WHERE field = 'personal_id'";
        let mark: String = kit.app.db.query_one(kept, params![]).await.unwrap().get(0).unwrap();
        assert!(!mark.contains(&personal_id(born)), "the id itself is kept encrypted alone");
    }

    async fn who_shares_a_document_or_an_account_is_looked_at_before_play(kit: Kit) {
        let (_, excluded) = kit.player("ada@example.com").await;
        let (_, known_again) = kit.player("cleared@example.com").await;
        let change = StopChange {
            player: known_again,
            reason: StopReason::Exclusion,
            by: "croupier",
            why: "a test",
            signed: None,
        };
        let now = kit.app.clock.now();
        stop_player(&kit.app.db, change, NO_END, now).await.unwrap();
        stop(&kit.app, excluded, StopReason::Exclusion).await;
        let mut others = Vec::new();
        for name in ["paid", "shown", "second-hand"] {
            let (browser, player) = grown_player(&kit, &format!("{name}@example.com")).await;
            crate::play::give(&kit.app, player, croupier_money::Currency::EUR, 1_000).await;
            others.push((browser, player));
        }
        let cashout = "INSERT INTO payment (id, player_id, action, state, method_id, brand, provider, currency, amount,
                idempotency_key, fingerprint, recallable, created_at_ms, changed_at_ms, finished_at_ms, address)
            VALUES ($1, $2, 'cashout', 'rejected', 'bank', 'bank', 'northpay', 'EUR', 100, $3, $4, $5, $6, $6, $6, $7)";
        for (player, address) in
            [(excluded, "EE1"), (others[0].1, "EE1"), (known_again, "EE2"), (others[2].1, "EE2")]
        {
            let id = kit.app.entropy.uuid(&kit.app.clock);
            let row = params![id, player, id.to_string(), vec![1_u8; 32], false, now, address];
            write(&kit, cashout, row).await;
        }
        let document = "INSERT INTO identity_document (document, player_id, claimed_at_ms) VALUES ($1, $2, $3)";
        write(&kit, document, params![vec![7_u8; 32], excluded, now]).await;
        let check = "INSERT INTO identity_check (player_id, applicant, host, reported, state, attempt, reported_at_ms, reasons, differences,
                is_shared, is_distrusted, document, begun_at_ms, look_at_ms, looks)
            VALUES ($1, 'a', 'localhost', 'green', 'review', 0, $2, '[]', '[]', $3, $4, $5, $2, $2, 0)";
        write(&kit, check, params![others[1].1, now, true, false, vec![7_u8; 32]]).await;
        for (browser, _) in &others[..2] {
            assert_eq!(launch(browser, SAILS, "real").await.code(), "verification_required");
        }
        // Who was only known again leads to nobody else.
        launch(&others[2].0, SAILS, "real").await.expect(201);
        let sql = "SELECT fields FROM exclusion_match WHERE player_id IS NOT NULL ORDER BY fields";
        let rows = kit.app.db.query(sql, params![]).await.unwrap();
        let fields: Vec<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        assert_eq!(fields, ["account", "document"]);
    }

    async fn who_tells_name_and_phone_later_is_stopped_before_play(kit: Kit) {
        let person = json!({
            "first_name": "Ada", "last_name": "Hara", "date_of_birth": "1990-04-05", "mobile_phone": "+1 416 555 0133",
        });
        let (browser, _) = kit.player("ada@example.com").await;
        browser.patch("/api/player", json!({ "player": person })).await.expect(200);
        set(&browser, pause("selfexclusion", "month_3")).await.expect(201);
        let (again, second) = kit.player("eve@example.com").await;
        crate::play::give(&kit.app, second, croupier_money::Currency::EUR, 1_000).await;
        again.patch("/api/player", json!({ "player": person })).await.expect(200);
        let refused = launch(&again, SAILS, "real").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "self_excluded"));
        again.get("/api/player/stats").await.expect(401);
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM exclusion_match WHERE player_id IS NOT NULL").await, 1);
    }
    async fn one_field_that_agrees_asks_for_documents_until_staff_tell_the_two_apart(kit: Kit) {
        let phone = json!({ "mobile_phone": "+1 416 555 0133" });
        let (mallory, _) = kit.player("mallory@example.com").await;
        mallory.patch("/api/player", json!({ "player": phone })).await.expect(200);
        set(&mallory, pause("selfexclusion", "forever")).await.expect(201);
        let mut housemates = Vec::new();
        for name in ["Ada", "Eve"] {
            let (browser, player) = kit.player(&format!("{name}@example.com")).await;
            crate::play::give(&kit.app, player, croupier_money::Currency::EUR, 1_000).await;
            browser.patch("/api/player", json!({ "player": phone })).await.expect(200);
            let person = json!({ "first_name": name, "last_name": "Koit", "date_of_birth": "1990-04-05" });
            browser.patch("/api/player", json!({ "player": person })).await.expect(200);
            housemates.push((browser, player));
        }
        for (browser, player) in &housemates {
            let refused = launch(browser, SAILS, "real").await;
            assert_eq!((refused.status.as_u16(), refused.code()), (403, "verification_required"));
            browser.get("/api/player/stats").await.expect(200);
            let stops = croupier_server::identity::stops_of(&kit.app.db, *player).await.unwrap();
            assert_eq!(stops.until(StopReason::Exclusion), 0);
        }
        let (ada, player) = &housemates[0];
        crate::stops::lift(&kit.app, *player, StopReason::Verification).await;
        launch(ada, SAILS, "real").await.expect(201);
        let refused = launch(&housemates[1].0, SAILS, "real").await;
        assert_eq!(refused.code(), "verification_required", "the other one was not looked at");
    }
}
