//! Who a player is, corrected by staff, and what follows from it.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::player::IdentityCheck;
use croupier_server::staff::Role;
use croupier_server::verification;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::{Answer, PASSWORD};
use crate::identity::second_step::Guarded;
use crate::play::grown_player;
use crate::realtime::Client;
use crate::stops::stop;
use crate::testkit::Kit;

async fn correct(member: &Member, id: i64, fields: Value) -> Answer {
    let mut body = fields;
    body["reason"] = json!("a typo in the papers");
    member.browser.post(&format!("/api/players/{id}/correct"), body).await
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// What was mailed to an address: the subjects, in order.
async fn subjects(kit: &Kit, recipient: &str) -> Vec<String> {
    let sql = "SELECT subject FROM mail_outbox WHERE recipient = $1 ORDER BY posted_at_ms, id";
    let rows = kit.app.db.query(sql, params![recipient]).await.unwrap();
    rows.iter().map(|row| row.get(0).unwrap()).collect()
}

on_both_engines! {
    async fn a_locked_name_is_corrected_and_the_check_falls_back(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sam, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        jane.patch("/api/player", json!({ "player": { "first_name": "Jnae" } })).await.expect(200);
        let locked = jane.patch("/api/player", json!({ "player": { "first_name": "Jane" } })).await;
        assert_eq!(locked.field("first_name"), ["VALIDATION.LOCKED"]);
        let now = kit.app.clock.now();
        verification::set_check(&kit.app.db, id, IdentityCheck::Staff, true, ("Ann", "seen"), now).await.unwrap();
        let settings = jane.get("/api/player/settings").await.expect(200);
        let (mut socket, _) = Client::connect(kit.address, settings["realtime"]["token"].as_str().unwrap()).await;
        let path = format!("/api/players/{id}/correct");
        let body = json!({ "first_name": " Jane ", "date_of_birth": "1990-04-06", "reason": "a typo in the papers" });
        for _ in 0..2 {
            sam.browser.post_once("key", &path, body.clone()).await.expect(204);
        }
        let other = sam.browser.post_once("key", &path, json!({ "first_name": "Ann", "reason": "x" })).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        loop {
            let (channel, data, _) = socket.publication().await;
            if channel.starts_with("documents_changes#") {
                assert_eq!(data, json!({ "changed": true }), "open pages read the player anew");
                break;
            }
        }
        let own = jane.get("/api/player").await.expect(200);
        let reported = [&own["first_name"], &own["date_of_birth"], &own["verified"]];
        assert_eq!(reported, [&json!("Jane"), &json!("1990-04-06"), &json!(false)], "the session goes on");
        let entries = office.log(&boss, &format!("?player={id}"), 2).await;
        let mut reported = kinds(&entries);
        reported.sort_unstable();
        assert_eq!(reported, ["player.corrected", "player.verification"]);
        let fact = entries.iter().find(|entry| entry["kind"] == "player.corrected").unwrap();
        let reason = json!("a typo in the papers");
        assert_eq!((&fact["subject"], &fact["reason"]), (&json!("date_of_birth, first_name"), &reason));
        let sql = "SELECT actor, old_value, new_value FROM player_change WHERE field = 'first_name' ORDER BY id DESC";
        let row = kit.app.db.query(sql, params![]).await.unwrap().into_iter().next().unwrap();
        let kept: (String, String, String) = (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        assert_eq!(kept, ("support of support@house.example".to_owned(), "Jnae".to_owned(), "Jane".to_owned()));
        // What is so already is no change, and no fact.
        correct(&sam, id, json!({ "first_name": "Jane" })).await.expect(204);
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.corrected'";
        assert_eq!(kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap(), 1);
    }

    async fn another_address_is_told_to_both_and_ends_sessions(kit: Kit) {
        let office = Office::open(&kit).await;
        let sam = office.member(Role::Support).await;
        let (jane, id) = kit.player("jane@example.com").await;
        kit.player("joe@example.com").await;
        let taken = correct(&sam, id, json!({ "email": "JOE@example.com" })).await;
        assert_eq!(taken.field("email"), ["VALIDATION.EMAIL.TAKEN"]);
        // A change that somebody in the account has asked for waits for its mail.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO mail_request (id, purpose, email, player_id, host, asked_at_ms, next_try_ms)
                   VALUES ($1, 'email_change', 'intruder@example.com', $2, '', $3, $4)";
        let (now, number) = (kit.app.clock.now(), kit.app.entropy.uuid(&kit.app.clock));
        tx.execute(sql, params![number, id, now, now + 60_000]).await.unwrap();
        tx.commit().await.unwrap();
        correct(&sam, id, json!({ "email": " New@Example.com " })).await.expect(204);
        let waiting = kit.app.db.query_one("SELECT COUNT(*) FROM mail_request", params![]).await.unwrap();
        assert_eq!(waiting.get::<i64>(0).unwrap(), 0, "and is off");
        assert_eq!(jane.get("/api/player").await.status, 401, "every session ends");
        let old = subjects(&kit, "jane@example.com").await;
        assert!(old.contains(&"Your e-mail address was changed".to_owned()), "{old:?}");
        assert_eq!(subjects(&kit, "new@example.com").await.len(), 1, "it has to be confirmed");
        let sign_in = |email: &str| json!({ "user": { "email": email, "password": PASSWORD, "dfpc": "device-2" } });
        assert_eq!(kit.browser().post("/api/users/sign_in", sign_in("jane@example.com")).await.status, 422);
        let again = kit.browser();
        again.post("/api/users/sign_in", sign_in("new@example.com")).await.expect(201);
        let page = sam.browser.get(&format!("/api/players/{id}")).await.expect(200);
        assert_eq!(page["confirmed"], false);
    }

    async fn an_excluded_player_is_known_by_what_was_corrected(kit: Kit) {
        let office = Office::open(&kit).await;
        let sam = office.member(Role::Support).await;
        let (_, id) = grown_player(&kit, "jane@example.com").await;
        let (_, free) = grown_player(&kit, "joan@example.com").await;
        stop(&kit.app, id, StopReason::Exclusion).await;
        for player in [id, free] {
            let fields = json!({ "first_name": "Ada", "last_name": "Quill", "email": format!("right{player}@example.com") });
            correct(&sam, player, fields).await.expect(204);
        }
        let kept = async |player: i64| -> Vec<String> {
            let sql = "SELECT value FROM excluded_person WHERE player_id = $1 ORDER BY field, value";
            let rows = kit.app.db.query(sql, params![player]).await.unwrap();
            rows.iter().map(|row| row.get(0).unwrap()).collect()
        };
        let right = format!("right{id}@example.com");
        assert_eq!(kept(id).await, ["jane@example.com", right.as_str(), "ada quill 1990-04-05"]);
        assert!(kept(free).await.is_empty(), "nothing is kept of who plays on");
    }

    async fn a_currency_changes_as_long_as_no_money_has_moved(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sam, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let own = async || jane.get("/api/player").await.expect(200)["currency"].clone();
        assert_eq!(own().await, "EUR");
        correct(&sam, id, json!({ "currency": "CAD" })).await.expect(204);
        assert_eq!(own().await, "CAD");
        let unknown = correct(&sam, id, json!({ "currency": "XXX" })).await;
        assert_eq!(unknown.field("currency"), ["VALIDATION.CURRENCY.NOT_ALLOWED"]);
        let body = json!({ "currency": "CAD", "direction": "give", "amount_cents": 100, "reason": "a test" });
        boss.browser.post(&format!("/api/players/{id}/adjustments"), body).await.expect(201);
        assert_eq!(refused(&correct(&sam, id, json!({ "currency": "EUR" })).await), (409, "money_moved"));
        assert_eq!(own().await, "CAD");
    }

    async fn what_does_not_fit_is_refused_at_its_field(kit: Kit) {
        let office = Office::open(&kit).await;
        let sam = office.member(Role::Support).await;
        let (_, id) = kit.player("jane@example.com").await;
        for (field, value, rule) in [
            ("first_name", "", "REQUIRED"), ("last_name", "4111 1111 1111 1111", "CARD_NUMBER"), ("date_of_birth", "2020-01-01", "UNDERAGE"),
            ("date_of_birth", "soon", "INVALID"), ("country", "EE", "NOT_ALLOWED"), ("country", "FR", "NOT_ALLOWED"),
            ("country", "Germany", "NOT_ALLOWED"), ("email", "nobody", "INVALID"), ("email", "", "REQUIRED"),
            ("currency", "euros", "NOT_ALLOWED"),
        ] {
            let answer = correct(&sam, id, json!({ field: value })).await;
            assert_eq!(answer.field(field), [format!("VALIDATION.{}.{rule}", field.to_uppercase())], "{field}: {value}");
        }
        let nothing = correct(&sam, id, json!({})).await;
        assert_eq!(nothing.field("first_name"), ["VALIDATION.FIRST_NAME.REQUIRED"]);
        assert_eq!(refused(&correct(&sam, 999, json!({ "first_name": "Ada" })).await), (404, "not_found"));
        for role in [Role::Bonus, Role::Payments, Role::Compliance] {
            let member = office.member(role).await;
            let answer = correct(&member, id, json!({ "first_name": "Ada" })).await;
            assert_eq!(refused(&answer), (403, "forbidden"), "{}", role.name());
        }
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.corrected'";
        assert_eq!(kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap(), 0);
    }

    async fn a_lost_second_factor_is_taken_off_with_a_reason(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sam, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let jane = Guarded::at(&kit).await;
        let (path, email) = (format!("/api/players/{}/second-factor-off", jane.id), crate::identity::second_step::EMAIL);
        let page = async || sam.browser.get(&format!("/api/players/{}", jane.id)).await.expect(200);
        assert_eq!(page().await["two_factor_enabled"], true);
        assert_eq!(sam.browser.post(&path, json!({ "reason": " " })).await.field("reason").len(), 1);
        sam.browser.post(&path, json!({ "reason": "passport seen" })).await.expect(204);
        assert_eq!(refused(&sam.browser.post(&path, json!({ "reason": "again" })).await), (409, "second_factor_gone"));
        let nobody = sam.browser.post("/api/players/987654/second-factor-off", json!({ "reason": "x" })).await;
        assert_eq!(nobody.status, 404);
        assert_eq!((&page().await["two_factor_enabled"], &page().await["sessions_count"]), (&json!(false), &json!(0)));
        jane.browser.get("/api/player/two_factor").await.expect(401);
        let user = json!({ "email": email, "password": PASSWORD });
        kit.browser().post("/api/users/sign_in", json!({ "user": user })).await.expect(201);
        let told = async || subjects(&kit, email).await.iter().any(|one| one == "Two-step sign-in is off").then_some(());
        Kit::until("the mail to the player", told).await;
        let sql = "SELECT body FROM event WHERE kind = 'player.two_factor_disabled'";
        let body: String = kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        let fact: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&fact["why"], &fact["staff"]["id"]), (&json!("passport seen"), &json!(sam.id)));
        let entries = office.log(&boss, &format!("?player={}", jane.id), 1).await;
        assert_eq!(kinds(&entries), ["player.two_factor_disabled"]);
    }

    async fn the_same_call_takes_off_no_factor_that_was_set_up_since(kit: Kit) {
        let office = Office::open(&kit).await;
        let sam = office.member(Role::Support).await;
        let jane = Guarded::at(&kit).await;
        let path = format!("/api/players/{}/second-factor-off", jane.id);
        let asks = async |reason: &'static str| sam.browser.post_once("key", &path, json!({ "reason": reason })).await;
        let (one, two) = tokio::join!(asks("passport seen"), asks("passport seen"));
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (204, 204), "pressed twice");
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("INSERT INTO passkey_guard (player_id, since_ms) VALUES ($1, 1)", params![jane.id]).await.unwrap();
        tx.commit().await.unwrap();
        asks("passport seen").await.expect(204);
        assert_eq!(refused(&asks("another reason").await), (409, "idempotency_conflict"));
        let count = async |sql: &'static str| kit.app.db.query_one(sql, params![]).await.unwrap().get::<i64>(0).unwrap();
        assert_eq!(count("SELECT COUNT(*) FROM passkey_guard").await, 1, "the answer was lost, and the player was quicker");
        assert_eq!(count("SELECT COUNT(*) FROM event WHERE kind = 'player.two_factor_disabled'").await, 1);
    }
}
