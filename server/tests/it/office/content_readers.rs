//! Who reads which documents: the permission of a document's group opens it, and no other one does.

use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::custom_roles::made;
use super::{Member, Office};
use crate::browser::Answer;

const RULES: &str = "fraud_rules.toml";
const BANNERS: &str = "banners.toml";
const OFFERS: &str = "bonuses.toml";

/// When the draft of the rules comes into force.
const DUE: &str = "2026-01-01T00:20:00Z";

async fn document(member: &Member, path: &str) -> Answer {
    member.browser.get(&format!("/api/content/document?path={path}")).await
}

/// Saves what is in force of a document with one more comment, as its first draft; answers the text.
async fn reviews(member: &Member, path: &str) -> String {
    let text = document(member, path).await.expect(200)["in_force"]["body"].as_str().unwrap().to_owned();
    let reviewed = format!("{text}\n# Reviewed.\n");
    let draft = json!({ "path": path, "base": 0, "revision": 0, "body": reviewed });
    member.browser.post("/api/content/save", draft).await.expect(200);
    reviewed
}

async fn publishes(member: &Member, path: &str, at: Option<&str>) -> Answer {
    let documents = json!([{ "path": path, "revision": 1 }]);
    let form = json!({ "documents": documents, "reason": "spring", "at": at });
    member.browser.post("/api/content/publish", form).await
}

/// The documents in the list of `member`.
async fn listed(member: &Member) -> Vec<String> {
    let list = member.browser.get("/api/content").await.expect(200);
    list["documents"].as_array().unwrap().iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
}

/// The documents that come into force in January, as the calendar shows them to `member`.
async fn planned(member: &Member) -> Vec<Value> {
    let period = "from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&kind=publication";
    let calendar = member.browser.get(&format!("/api/calendar?{period}")).await.expect(200);
    calendar["entries"].as_array().unwrap().iter().map(|entry| entry["title"].clone()).collect()
}

fn assert_refused(answer: &Answer, call: &str) {
    assert_eq!((answer.status.as_u16(), answer.code()), (403, "forbidden"), "{call}");
    assert!(!answer.body.to_string().contains("Reviewed"), "{call} says nothing of the text");
}

/// Makes every call about the fraud rules as `member`, who may make none of them.
async fn is_kept_from_rules(member: &Member) {
    for read in [
        format!("/api/content/document?path={RULES}"),
        format!("/api/content/versions?path={RULES}"),
        format!("/api/content/version?path={RULES}&version=0"),
        format!("/api/content/version?path={RULES}&version=1"),
        format!("/api/content/version?path={RULES}&version=9"),
        "/api/fraud-rules/dry-run".to_owned(),
        "/api/log".to_owned(),
    ] {
        assert_refused(&member.browser.get(&read).await, &read);
    }
    let draft = json!([{ "path": RULES, "revision": 1 }]);
    let both = json!([{ "path": BANNERS, "revision": 1 }, { "path": RULES, "revision": 1 }]);
    for (step, form) in [
        ("content/save", json!({ "path": RULES, "base": 0, "revision": 1, "body": "x" })),
        ("content/discard", json!({ "path": RULES, "revision": 1 })),
        ("content/restore", json!({ "path": RULES, "version": 0 })),
        ("content/check", json!({ "documents": draft })),
        ("content/check", json!({ "documents": both })),
        ("content/preview", json!({ "documents": draft })),
        ("content/preview", json!({ "documents": both })),
        ("content/publish", json!({ "documents": draft, "reason": "spring", "at": null })),
        ("content/publish", json!({ "documents": both, "reason": "spring", "at": DUE })),
        ("content/unschedule", json!({ "path": RULES })),
        ("fraud-rules/dry-run", json!({ "revision": 1 })),
        ("fraud-rules/dry-run/cancel", json!({})),
    ] {
        assert_refused(&member.browser.post(&format!("/api/{step}"), form).await, step);
    }
}

on_both_engines! {
    async fn an_editor_of_banners_learns_nothing_of_the_fraud_rules(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let edith = office.member(Role::Editor).await;
        let rules = reviews(&rita, RULES).await;

        is_kept_from_rules(&edith).await;
        assert_refused(&document(&edith, OFFERS).await, "what costs money is not the editor's either");
        assert_refused(&edith.browser.get("/api/offers").await, "nor are offers");
        let seen = listed(&edith).await;
        for (path, is_seen) in [(RULES, false), (OFFERS, false), (BANNERS, true), ("catalogue.toml", true)] {
            assert_eq!(seen.iter().any(|one| one == path), is_seen, "{path}");
        }
        let missing = edith.browser.get("/api/content/missing").await.expect(200).to_string();
        for path in [RULES, OFFERS, "lotteries.toml", "lootboxes.toml"] {
            assert!(!missing.contains(path), "{path}: {missing}");
        }

        publishes(&boss, RULES, Some(DUE)).await.expect(204);
        is_kept_from_rules(&edith).await;
        assert_eq!(planned(&edith).await, Vec::<Value>::new());
        assert_eq!(planned(&rita).await, [json!(RULES)]);
        let waits = document(&rita, RULES).await.expect(200);
        assert_eq!((&waits["draft"]["body"], &waits["draft"]["revision"]), (&json!(rules), &json!(1)));

        reviews(&edith, BANNERS).await;
        let documents = json!({ "documents": [{ "path": BANNERS, "revision": 1 }] });
        let judged = edith.browser.post("/api/content/check", documents).await.expect(200);
        assert_eq!(judged["faults"], json!([]));
        publishes(&edith, BANNERS, None).await.expect(204);
        assert_eq!(document(&edith, BANNERS).await.expect(200)["in_force"]["version"], 1);
    }

    async fn a_risk_officer_reads_the_fraud_rules(kit: Kit) {
        let office = Office::open(&kit).await;
        let (rita, cora) = (office.member(Role::Risk).await, office.member(Role::Compliance).await);
        let rules = reviews(&rita, RULES).await;
        for reader in [&rita, &cora] {
            assert!(listed(reader).await.iter().any(|path| path == RULES));
            assert_eq!(document(reader, RULES).await.expect(200)["draft"]["body"], json!(rules));
            let versions = format!("/api/content/versions?path={RULES}");
            let versions = reader.browser.get(&versions).await.expect(200);
            assert_eq!(versions["versions"][0]["state"], "draft");
            let text = format!("/api/content/version?path={RULES}&version=1");
            assert_eq!(reader.browser.get(&text).await.expect(200)["body"], json!(rules));
        }
        let save = json!({ "path": RULES, "base": 0, "revision": 1, "body": "x" });
        assert_refused(&cora.browser.post("/api/content/save", save).await, "reading is no writing");
    }

    async fn a_role_of_the_installation_reads_the_groups_that_it_names(kit: Kit) {
        let office = Office::open(&kit).await;
        let one = office.member(Role::Administrator).await;
        let two = office.member_at("two@house.example", Role::Administrator).await;
        let reader = made(&one, &two, "Fraud reader", &["risk.read"]).await;
        let reader = office.invited_for("reader@house.example", &reader, &BrandScope::ALL).await;
        let reader = office.taken(&reader).await;
        assert_eq!(listed(&reader).await, [RULES]);
        document(&reader, RULES).await.expect(200);
        assert_refused(&document(&reader, BANNERS).await, BANNERS);
        // Writing takes reading: an answer to a save shows the document.
        let writer = made(&one, &two, "Fraud writer", &["content.read", "risk.edit", "risk.publish"]).await;
        let writer = office.invited_for("writer@house.example", &writer, &BrandScope::ALL).await;
        is_kept_from_rules(&office.taken(&writer).await).await;
    }
}
