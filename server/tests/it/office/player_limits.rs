//! Limits that staff sets on players' behalf: stricter ones, at once.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::limits::{assert_sound, cap, count, limit, set};
use crate::play::grown_player;
use crate::realtime::Client;

async fn tighten(member: &Member, id: i64, wanted: Value) -> Answer {
    member.browser.post(&format!("/api/players/{id}/limits"), with_reason(wanted)).await
}

fn with_reason(mut wanted: Value) -> Value {
    wanted["reason"] = json!("she asked for it on the phone");
    wanted
}

fn refused(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

on_both_engines! {
    async fn a_stricter_limit_of_staff_holds_at_once(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sam, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        let settings = jane.get("/api/player/settings").await.expect(200);
        let (mut socket, _) = Client::connect(kit.address, settings["realtime"]["token"].as_str().unwrap()).await;
        let path = format!("/api/players/{id}/limits");
        let once = || sam.browser.post_once("key", &path, with_reason(cap("deposit", "day", 5_000)));
        let (one, two) = tokio::join!(once(), once());
        assert_eq!((one.status.as_u16(), two.status.as_u16()), (204, 204));
        let other = sam.browser.post_once("key", &path, with_reason(cap("deposit", "day", 4_000))).await;
        assert_eq!(refused(&other), (409, "idempotency_conflict"));
        loop {
            let (channel, data, _) = socket.publication().await;
            if channel.starts_with("game_limits#") {
                assert_eq!(data, json!({ "changed": true }), "open pages learn of it, and not from whom");
                break;
            }
        }
        assert_eq!(limit(&jane, "deposit").await["accounts"][0]["amount_cents"], 5_000);
        tighten(&sam, id, cap("deposit", "day", 2_000)).await.expect(204);
        for looser in [2_000, 2_001] {
            assert_eq!(refused(&tighten(&sam, id, cap("deposit", "day", looser)).await), (409, "limit_not_stricter"));
        }
        assert_eq!(limit(&jane, "deposit").await["accounts"][0]["amount_cents"], 2_000);
        let entries = office.log(&boss, &format!("?player={id}"), 2).await;
        assert_eq!(kinds(&entries), ["limits.changed"; 2], "what was refused is no fact");
        let reported = (&entries[0]["subject"], &entries[0]["reason"]);
        assert_eq!(reported, (&json!("deposit day"), &json!("she asked for it on the phone")));
        assert_sound(&kit).await;
    }

    async fn the_limit_of_a_player_is_lowered_and_a_raise_that_waits_ends(kit: Kit) {
        let office = Office::open(&kit).await;
        let rita = office.member(Role::Risk).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        set(&jane, cap("loss", "week", 1_000)).await.expect(201);
        set(&jane, cap("loss", "week", 9_000)).await.expect(200);
        assert_eq!(limit(&jane, "loss").await["status"], "pending");
        assert_eq!(refused(&tighten(&rita, id, cap("loss", "week", 1_500)).await), (409, "limit_not_stricter"));
        assert_eq!(limit(&jane, "loss").await["status"], "pending", "what is refused ends nothing");
        tighten(&rita, id, cap("loss", "week", 500)).await.expect(204);
        let now = limit(&jane, "loss").await;
        assert_eq!((&now["status"], &now["accounts"][0]["amount_cents"]), (&json!("active"), &json!(500)));
        tighten(&rita, id, json!({ "type": "session", "period": "day", "amount_minutes": 60 })).await.expect(204);
        let longer = json!({ "type": "session", "period": "day", "amount_minutes": 61 });
        assert_eq!(refused(&tighten(&rita, id, longer).await), (409, "limit_not_stricter"));
        assert_eq!(limit(&jane, "session").await["accounts"][0]["amount_minutes"], 60);
        assert_sound(&kit).await;
    }

    async fn a_cooling_off_begins_at_once_and_is_never_shortened(kit: Kit) {
        let office = Office::open(&kit).await;
        let (sam, boss) = (office.member(Role::Support).await, office.member(Role::Administrator).await);
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        let pause = |period: &str| json!({ "type": "coolingoff", "period": period });
        tighten(&sam, id, pause("week")).await.expect(204);
        assert_eq!(jane.get("/api/user_limits").await.status, 401, "the sessions have ended");
        for shorter in ["week", "day_3"] {
            assert_eq!(refused(&tighten(&sam, id, pause(shorter)).await), (409, "limit_not_stricter"));
        }
        tighten(&sam, id, pause("month")).await.expect(204);
        let page = sam.browser.get(&format!("/api/players/{id}")).await.expect(200);
        let stop = &page["stop_rows"][0];
        assert_eq!((&stop["reason"], &stop["by"]), (&json!("cooling_off"), &json!("support of support@house.example")));
        let entries = office.log(&boss, &format!("?player={id}"), 4).await;
        let mut reported = kinds(&entries);
        reported.sort_unstable();
        assert_eq!(reported, ["limits.changed", "limits.changed", "player.stopped", "player.stopped"]);
        assert_sound(&kit).await;
    }

    async fn what_is_no_limit_and_who_may_not_set_one(kit: Kit) {
        let office = Office::open(&kit).await;
        let sam = office.member(Role::Support).await;
        let (_, id) = grown_player(&kit, "jane@example.com").await;
        for (wanted, field) in [
            (cap("losses", "day", 1), "type"),
            (json!({ "type": "selfexclusion", "period": "month_6" }), "type"),
            (cap("loss", "month_6", 1), "period"),
            (json!({ "type": "coolingoff", "period": "month_6" }), "period"),
            (json!({ "type": "session", "period": "day", "amount_minutes": 0 }), "amount_minutes"),
            (cap("loss", "day", -1), "amount_cents"),
            (json!({ "type": "loss", "period": "day", "amount_cents": 5, "currency": "USD" }), "currency"),
        ] {
            assert_eq!(tighten(&sam, id, wanted.clone()).await.field(field).len(), 1, "{wanted}");
        }
        let mut nameless = cap("loss", "day", 5);
        nameless["reason"] = json!(" ");
        let answer = sam.browser.post(&format!("/api/players/{id}/limits"), nameless).await;
        assert_eq!(answer.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        assert_eq!(refused(&tighten(&sam, 999, cap("loss", "day", 5)).await), (404, "not_found"));
        for role in [Role::Payments, Role::Bonus] {
            let member = office.member(role).await;
            assert_eq!(refused(&tighten(&member, id, cap("loss", "day", 5)).await), (403, "forbidden"));
        }
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM user_limit").await, 0);
    }
}
