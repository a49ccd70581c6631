//! Fraud rules are drafted, tried on the payments of the last days, and published by another member.

use std::time::Duration;

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::payouts::{HELD, held};
use super::{Member, Office};
use crate::browser::Answer;
use crate::cashbox::payment_kit::{PaymentKit, Shopper};
use crate::testkit::Kit;

const PATH: &str = "fraud_rules.toml";

/// Holds cashouts from 70 EUR on, refuses those from 90 EUR on, and the third within an hour.
const DRAFT: &str = r#"
[[rule]]
type = "payout"
when = "amount"
amounts = { EUR = "70" }
decision = "review"
reason = "large"
[[rule]]
type = "payout"
when = "amount"
amounts = { EUR = "90" }
decision = "decline"
reason = "too_large"
[[rule]]
type = "payout"
when = "velocity"
count = 2
window_s = 3600
decision = "review"
reason = "often"
"#;

async fn saves(member: &Member, revision: i64, body: &str) -> Answer {
    let draft = json!({ "path": PATH, "base": 0, "revision": revision, "body": body });
    member.browser.post("/api/content/save", draft).await
}

async fn publishes(member: &Member) -> Answer {
    let documents = json!([{ "path": PATH, "revision": 1 }]);
    let form = json!({ "documents": documents, "at": null, "reason": "fewer to look at" });
    member.browser.post("/api/content/publish", form).await
}

/// Tries the draft; answers what it would have decided.
async fn tries(member: &Member) -> Value {
    member.browser.post("/api/fraud-rules/dry-run", json!({ "revision": 1 })).await.expect(200);
    Kit::until("the end of the dry run", async || {
        let standing = member.browser.get("/api/fraud-rules/dry-run").await.expect(200)["standing"].clone();
        (standing["state"] == "done").then(|| standing["found"].clone())
    })
    .await
}

/// Waits until the draft is what payments are weighed by.
async fn in_force(payments: &PaymentKit, shopper: &Shopper) {
    Kit::until("the rules in force", async || {
        // Nobody may ask more than thirty times a minute.
        payments.kit.app.clock.advance(Duration::from_secs(2));
        let question = json!({ "type": "payout", "amount_cents": 9_500, "currency": "EUR", "payment_system": "visa_mastercard" });
        let answer = payments.post(shopper, "/api/users/transaction", &question).await;
        (answer.body["decision"] == "decline").then_some(())
    })
    .await;
}

on_each_engine! {
    async fn a_draft_is_tried_on_past_payments_and_published_by_another(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let editor = office.member(Role::Editor).await;
        let (ada, _) = held(&payments, &[6_000, 7_000, 9_000, 2_000]).await;
        payments.kit.app.clock.advance(Duration::from_secs(1));

        assert_eq!(saves(&editor, 0, DRAFT).await.status, 403, "who writes pages writes no fraud rules");
        assert_eq!(editor.browser.get("/api/fraud-rules/dry-run").await.status, 403);
        assert_eq!(rita.browser.get("/api/fraud-rules/dry-run").await.expect(200)["standing"], Value::Null);
        saves(&rita, 0, DRAFT).await.expect(200);
        let stale = rita.browser.post("/api/fraud-rules/dry-run", json!({ "revision": 2 })).await;
        assert_eq!((stale.status.as_u16(), stale.code()), (409, "content_changed"));

        let found = tries(&rita).await;
        assert_eq!(found["payments"], 5, "the deposit and four cashouts: {found}");
        assert_eq!(found["old"], json!({ "review": 3, "decline": 0 }));
        assert_eq!(found["new"], json!({ "review": 2, "decline": 1 }));
        let lines: Vec<_> = found["lines"].as_array().unwrap().iter()
            .map(|line| (line["type"].as_str().unwrap(), line["reason"].as_str().unwrap(), line["new"].clone())).collect();
        let hits = |review, decline| json!({ "review": review, "decline": decline });
        assert_eq!(lines, [
            ("payout", "large", hits(1, 0)), ("payout", "often", hits(1, 0)), ("payout", "too_large", hits(0, 1)),
        ]);
        assert_eq!(found["changed"], 3, "60 passes, 90 is refused, and 20 is the fourth of an hour");
        let shown: Vec<_> = found["shown"].as_array().unwrap().iter()
            .map(|one| (one["amount_cents"].as_i64().unwrap(), one["old"]["decision"].clone(), one["new"]["decision"].clone())).collect();
        assert_eq!(shown, [
            (2_000, json!("approve"), json!("review")), (9_000, json!("review"), json!("decline")), (6_000, json!("review"), json!("approve")),
        ]);
        assert_eq!((&found["shown"][0]["player"], &found["shown"][0]["new"]["reason"]), (&json!(ada.id), &json!("often")));

        assert_eq!(publishes(&rita).await.code(), "second_person_needed");
        publishes(&boss).await.expect(204);
        in_force(&payments, &ada).await;
        payments.close().await;
    }

    async fn a_faulty_file_of_the_ways_to_pay_keeps_published_rules_from_nothing(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        let (ada, _) = held(&payments, &[]).await;
        let methods = payments.kit.app.config.content_dir.join("payment_methods.toml");
        std::fs::write(methods, "nothing = 1\n").unwrap();
        saves(&rita, 0, DRAFT).await.expect(200);
        publishes(&boss).await.expect(204);
        in_force(&payments, &ada).await;
        payments.close().await;
    }

    async fn rules_that_do_not_load_are_neither_tried_nor_published(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (rita, boss) = (office.member(Role::Risk).await, office.member(Role::Administrator).await);
        saves(&rita, 0, &DRAFT.replace("\"90\"", "\"-1\"")).await.expect(200);
        rita.browser.post("/api/fraud-rules/dry-run", json!({ "revision": 1 })).await.expect(200);
        let standing = Kit::until("the end of the dry run", async || {
            let standing = rita.browser.get("/api/fraud-rules/dry-run").await.expect(200)["standing"].clone();
            (standing["state"] == "failed").then_some(standing)
        })
        .await;
        assert_eq!((&standing["fault"], &standing["found"]), (&json!("faulty"), &Value::Null));
        assert_eq!(publishes(&boss).await.code(), "content_faulty");
        payments.close().await;
    }
}
