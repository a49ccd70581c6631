//! Documents that wait for staff: the queue, the file, and decisions.

use croupier_server::staff::Role;
use reqwest::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::verification::uploaded;

on_both_engines! {
    async fn a_member_looks_and_decides_and_the_log_tells(kit: Kit) {
        let office = Office::open(&kit).await;
        let (boss, rita) = (office.member(Role::Administrator).await, office.member(Role::Risk).await);
        let (jane, id) = kit.player("jane@example.com").await;
        let first = uploaded(&kit, &jane, "one", "identity").await;
        // Of one instant, their numbers would have no order.
        kit.app.clock.advance(std::time::Duration::from_millis(1));
        let second = uploaded(&kit, &jane, "two", "address").await;
        let list = rita.browser.get("/api/documents?state=pending").await.expect(200);
        let ids: Vec<_> = list["documents"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
        assert_eq!(ids, [json!(first), json!(second)], "oldest first");
        assert_eq!(list["documents"][0]["player"]["email"], "j***@e***.com");
        let file = rita.browser.get(&format!("/api/documents/{first}/file")).await;
        assert_eq!(file.status, 200);
        assert_eq!(file.headers[CONTENT_TYPE], "image/png");
        assert!(file.headers[CONTENT_DISPOSITION].to_str().unwrap().starts_with("inline"));
        assert_eq!((&file.headers[CACHE_CONTROL], &file.headers["x-content-type-options"]), (&"no-store".parse().unwrap(), &"nosniff".parse().unwrap()));
        let approved = rita.browser.post(&format!("/api/documents/{first}/approve"), json!({})).await.expect(200);
        assert_eq!((&approved["state"], &approved["reviewed_by"]), (&json!("approved"), &json!("risk of risk@house.example")));
        let reject = format!("/api/documents/{second}/reject");
        let other = rita.browser.post(&reject, json!({ "reason": "other" })).await;
        assert_eq!(other.field("note"), ["VALIDATION.NOTE.REQUIRED"]);
        let long = rita.browser.post(&reject, json!({ "reason": "other", "note": "x".repeat(501) })).await;
        assert_eq!(long.field("note"), ["VALIDATION.NOTE.TOO_LONG"]);
        let rejected = rita.browser.post(&reject, json!({ "reason": "expired", "note": "It ended in May." })).await.expect(200);
        assert_eq!((&rejected["state"], &rejected["reason"], &rejected["note"]), (&json!("rejected"), &json!("expired"), &json!("It ended in May.")));
        for (document, step, form) in [(first, "reject", json!({ "reason": "expired" })), (second, "approve", json!({}))] {
            let late = boss.browser.post(&format!("/api/documents/{document}/{step}"), form).await;
            assert_eq!((late.status.as_u16(), late.code()), (409, "document_decided"));
        }
        assert_eq!(rita.browser.get("/api/documents?state=pending").await.expect(200)["documents"], json!([]));
        assert_eq!(rita.browser.get("/api/documents?state=rejected").await.expect(200)["documents"][0]["id"], json!(second));
        let entries = office.log(&boss, &format!("?player={id}"), 3).await;
        assert_eq!(kinds(&entries), ["document.reviewed", "document.reviewed", "document.shown"]);
        assert_eq!((&entries[2]["subject"], &entries[2]["email"], &entries[0]["reason"]), (&json!(first), &json!(rita.email), &json!("expired")));
    }

    async fn of_two_decisions_at_once_one_stands(kit: Kit) {
        let office = Office::open(&kit).await;
        let (carl, rita) = (office.member(Role::Compliance).await, office.member(Role::Risk).await);
        let (jane, _) = kit.player("jane@example.com").await;
        let document = uploaded(&kit, &jane, "one", "identity").await;
        let (approve, reject) = (format!("/api/documents/{document}/approve"), format!("/api/documents/{document}/reject"));
        let (one, two) = tokio::join!(
            carl.browser.post(&approve, json!({})),
            rita.browser.post(&reject, json!({ "reason": "altered" })),
        );
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let unknown = "00000000-0000-0000-0000-000000000000";
        for step in ["", "/file"] {
            rita.browser.get(&format!("/api/documents/{unknown}{step}")).await.expect(404);
        }
        rita.browser.post(&format!("/api/documents/{unknown}/approve"), Value::Null).await.expect(404);
    }
}
