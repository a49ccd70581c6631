//! Cashouts that wait for staff: the list, the risk picture, four eyes, and two at once.

use std::time::Duration;

use axum::response::IntoResponse as _;
use croupier_server::cashbox::{self, Approvals, Decided, ReviewDecision, Split, SplitPart};
use croupier_server::staff::{Actor, Role, Signed};
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::cashbox::payment_kit::{PaymentKit, Setup, Shopper};
use crate::testkit::Kit;

/// Holds cashouts from 50 EUR on.
const RULES: &str = "[[rule]]\ntype = \"payout\"\nwhen = \"amount\"\namounts = { EUR = \"50\" }\n\
                     decision = \"review\"\nreason = \"large\"\n";

pub(super) const HELD: Setup = Setup { rules: Some(RULES), ..Setup::USUAL };

pub(super) fn path(payment: &Value, step: &str) -> String {
    format!("/api/payouts/{}{step}", payment["id"].as_str().unwrap())
}

pub(super) async fn approve(member: &Member, payment: &Value, seen: Value) -> Answer {
    let amount = payment["amount_cents"].as_i64().unwrap_or(1);
    let form = json!({ "reason": "a known player", "approval_id": seen, "amount_cents": amount });
    member.browser.post(&path(payment, "/approve"), form).await
}

pub(super) async fn decline(member: &Member, payment: &Value) -> Answer {
    member.browser.post(&path(payment, "/decline"), json!({ "reason": "a stolen card" })).await
}

/// A player with money, and their cashouts by amount.
pub(super) async fn held(payments: &PaymentKit, amounts: &[i64]) -> (Shopper, Vec<Value>) {
    let ada = payments.player("EUR").await;
    payments.fill(&ada, 190_000).await;
    let mut made = Vec::new();
    for (number, amount) in amounts.iter().enumerate() {
        // Of one instant, their numbers would have no order.
        payments.kit.app.clock.advance(Duration::from_millis(1));
        made.push(payments.cashout(&ada, &format!("cashout {number}"), *amount).await);
    }
    (ada, made)
}

on_each_engine! {
    async fn one_member_decides_about_a_small_one(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (boss, paul) = (office.member(Role::Administrator).await, office.member(Role::Payments).await);
        let (ada, made) = held(&payments, &[6_000, 7_000, 8_000]).await;
        let list = paul.browser.get("/api/payouts?state=waiting").await.expect(200);
        let waiting: Vec<_> = list["payouts"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
        assert_eq!(waiting, made.iter().map(|payment| payment["id"].clone()).collect::<Vec<_>>(), "oldest first");
        assert_eq!(list["payouts"][0]["player"]["email"], "a***@e***.com");
        assert_eq!((&list["payouts"][0]["needs_two"], &list["next"]), (&json!(false), &Value::Null));
        let page = Kit::until("the sums of the player", async || {
            let page = paul.browser.get(&path(&made[0], "")).await.expect(200);
            (!page["sums"].as_array().unwrap().is_empty()).then_some(page)
        })
        .await;
        assert_eq!((&page["held"]["rule"], &page["review"], &page["decision"]), (&json!("large"), &json!("waiting"), &Value::Null));
        assert_eq!(page["sums"][0]["deposits_cents"], 190_000);
        assert!(page["destination"].as_str().unwrap().ends_with("4242"));
        assert_eq!(page["payments"].as_array().unwrap().len(), 3, "the deposit and the two others");
        let empty = paul.browser.post(&path(&made[0], "/approve"), json!({ "reason": " ", "amount_cents": 6_000 })).await;
        assert_eq!(empty.field("reason"), ["VALIDATION.REASON.REQUIRED"]);
        let approved = approve(&paul, &made[0], Value::Null).await.expect(200);
        assert_eq!((&approved["review"], &approved["decision"]["reason"]), (&json!("approved"), &json!("a known player")));
        assert_eq!(decline(&paul, &made[1]).await.expect(200)["review"], "declined");
        for answer in [approve(&boss, &made[0], Value::Null).await, decline(&boss, &made[0]).await] {
            assert_eq!((answer.status.as_u16(), answer.code()), (409, "payout_decided"));
        }
        payments.later(0).await;
        payments.settled(&ada, &made[0], "succeeded").await;
        payments.settled(&ada, &made[1], "rejected").await;
        let decided = paul.browser.get("/api/payouts?state=decided").await.expect(200);
        let decided: Vec<_> = decided["payouts"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
        assert_eq!(decided, [made[1]["id"].clone(), made[0]["id"].clone()], "newest first");
        let entries = office.log(&boss, &format!("?player={}", ada.id), 2).await;
        assert_eq!(kinds(&entries), ["payment.reviewed"; 2]);
        assert_eq!((&entries[0]["email"], &entries[0]["reason"], &entries[0]["subject"]), (&json!(paul.email), &json!("a stolen card"), &made[1]["id"]));
        payments.close().await;
    }

    async fn who_lost_the_permission_meanwhile_decides_nothing(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (boss, paul) = (office.member(Role::Administrator).await, office.member(Role::Payments).await);
        let (ada, made) = held(&payments, &[6_000]).await;
        let app = &payments.kit.app;
        let signed = Signed { id: paul.id.parse().unwrap(), email: paul.email.clone(), address: "127.0.0.1".to_owned() };
        let by = Actor { name: "Paul".to_owned(), signed: Some(signed) };
        let id = made[0]["id"].as_str().unwrap().parse().unwrap();
        // The call has been let in; the dismissal is committed before the decision is.
        boss.browser.post(&format!("/api/staff/{}/dismiss", paul.id), json!({})).await.expect(200);
        for approve in [true, false] {
            let decision = ReviewDecision { approve, by: by.clone(), reason: "seen".to_owned(), seen: None };
            let decided = cashbox::decide_as(&app.db, id, &decision, Approvals::One, app.clock.now()).await.unwrap();
            assert_eq!(decided, Decided::Forbidden);
        }
        let part = || SplitPart { amount: 3_000, profile: None };
        let split = Split { seen: 6_000, parts: vec![part(), part()], by, reason: "two ways".to_owned() };
        let refused = cashbox::split(app, id, &split).await.unwrap_err();
        assert_eq!(refused.into_response().status(), 403);
        assert_eq!(payments.money(&ada, "EUR").await, (184_000, 6_000), "it waits as before");
        let page = boss.browser.get(&path(&made[0], "")).await.expect(200);
        assert_eq!((&page["review"], &page["parts"]), (&json!("waiting"), &json!([])));
        payments.close().await;
    }

    async fn a_large_one_takes_two_members(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let (ada, made) = held(&payments, &[150_000, 6_000]).await;
        let first = approve(&paul, &made[0], Value::Null).await.expect(200);
        assert_eq!((&first["review"], &first["needs_two"], &first["approval"]["member_id"]), (&json!("waiting"), &json!(true), &json!(paul.id)));
        let seen = first["approval"]["id"].clone();
        for reported in [Value::Null, seen.clone()] {
            let again = approve(&paul, &made[0], reported).await;
            assert_eq!((again.status.as_u16(), again.code()), (409, "second_person_needed"));
        }
        let blind = approve(&rita, &made[0], Value::Null).await;
        assert_eq!((blind.status.as_u16(), blind.code()), (409, "approval_changed"), "who has seen none learns of it first");
        payments.kit.app.clock.advance(Duration::from_hours(24));
        // Whose sessions are over by then.
        for member in [&paul, &rita] {
            member.browser.post("/api/sign-in", office.credentials(member)).await.expect(200);
        }
        assert_eq!(approve(&rita, &made[0], seen).await.code(), "approval_changed", "a day has passed");
        assert_eq!(rita.browser.get(&path(&made[0], "")).await.expect(200)["approval"], Value::Null);
        let first = approve(&rita, &made[0], Value::Null).await.expect(200);
        assert_eq!(payments.money(&ada, "EUR").await, (34_000, 156_000), "one approval pays nothing");
        let done = approve(&paul, &made[0], first["approval"]["id"].clone()).await.expect(200);
        assert_eq!((&done["review"], &done["decision"]["first_by"]), (&json!("approved"), &json!("risk of risk@house.example")));
        payments.later(0).await;
        payments.settled(&ada, &made[0], "succeeded").await;
        payments.close().await;
    }

    async fn a_first_approval_ends_with_its_giver(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (boss, paul) = (office.member(Role::Administrator).await, office.member(Role::Payments).await);
        let rita = office.member(Role::Risk).await;
        let (ada, made) = held(&payments, &[150_000]).await;
        let first = approve(&paul, &made[0], Value::Null).await.expect(200)["approval"]["id"].clone();
        boss.browser.post(&format!("/api/staff/{}/dismiss", paul.id), json!({})).await.expect(200);
        assert_eq!(approve(&rita, &made[0], first.clone()).await.code(), "approval_changed", "who has left approves nothing");
        assert_eq!(rita.browser.get(&path(&made[0], "")).await.expect(200)["approval"], Value::Null);
        payments.kit.app.clock.advance(Duration::from_millis(1));
        assert_eq!(office.member(Role::Payments).await.id, paul.id);
        assert_eq!(approve(&rita, &made[0], first).await.code(), "approval_changed", "nor once they are back");
        assert_eq!(rita.browser.get(&path(&made[0], "")).await.expect(200)["approval"], Value::Null);
        let second = approve(&rita, &made[0], Value::Null).await.expect(200)["approval"]["id"].clone();
        assert_eq!(payments.money(&ada, "EUR").await, (40_000, 150_000), "one approval pays nothing");
        assert_eq!(approve(&boss, &made[0], second).await.expect(200)["review"], "approved");
        payments.later(0).await;
        payments.settled(&ada, &made[0], "succeeded").await;
        payments.close().await;
    }

    async fn who_was_invited_after_the_cashout_is_no_second_person(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (boss, paul) = (office.member(Role::Administrator).await, office.member(Role::Payments).await);
        let (_, made) = held(&payments, &[150_000, 6_000]).await;
        payments.kit.app.clock.advance(Duration::from_millis(1));
        let late = office.member(Role::Risk).await;
        let answer = approve(&late, &made[0], Value::Null).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "second_person_needed"), "nor the first one");
        let first = approve(&paul, &made[0], Value::Null).await.expect(200)["approval"]["id"].clone();
        let answer = approve(&late, &made[0], first.clone()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "second_person_needed"));
        assert_eq!(approve(&boss, &made[0], first).await.expect(200)["review"], "approved");
        assert_eq!(approve(&late, &made[1], Value::Null).await.expect(200)["review"], "approved", "one is enough for this");
        payments.close().await;
    }

    async fn of_two_at_once_one_is_the_request_and_the_other_learns_of_it(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let (_, made) = held(&payments, &[150_000, 6_000]).await;
        let (one, two) = tokio::join!(approve(&paul, &made[0], Value::Null), approve(&rita, &made[0], Value::Null));
        let mut answers = [(one.status.as_u16(), one.code().to_owned()), (two.status.as_u16(), two.code().to_owned())];
        answers.sort_unstable();
        assert_eq!(answers, [(200, String::new()), (409, "approval_changed".to_owned())]);
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment_approval").await, 1);
        let (one, two) = tokio::join!(approve(&paul, &made[1], Value::Null), decline(&rita, &made[1]));
        let mut answers = [(one.status.as_u16(), one.code().to_owned()), (two.status.as_u16(), two.code().to_owned())];
        answers.sort_unstable();
        assert_eq!(answers, [(200, String::new()), (409, "payout_decided".to_owned())]);
        assert_eq!(payments.count("SELECT COUNT(*) FROM event WHERE kind = 'payment.reviewed'").await, 1);
        payments.close().await;
    }

    async fn a_recalled_one_is_gone_and_an_unknown_one_is_not_there(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let (ada, made) = held(&payments, &[6_000]).await;
        let recall = format!("/api/player/payments/{}/recall", made[0]["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &Value::Null).await.status, 200);
        for answer in [approve(&paul, &made[0], Value::Null).await, decline(&paul, &made[0]).await] {
            assert_eq!((answer.status.as_u16(), answer.code()), (409, "payout_gone"));
        }
        assert_eq!(paul.browser.get("/api/payouts?state=waiting").await.expect(200)["payouts"], json!([]));
        let nobody = json!({ "id": "00000000-0000-0000-0000-000000000000" });
        paul.browser.get(&path(&nobody, "")).await.expect(404);
        approve(&paul, &nobody, Value::Null).await.expect(404);
        decline(&paul, &nobody).await.expect(404);
        paul.browser.get("/api/payouts/x").await.expect(404);
        paul.browser.get("/api/payouts?state=all").await.expect(422);
        payments.close().await;
    }

    async fn players_with_a_card_in_common_are_told(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let (_, made) = held(&payments, &[6_000]).await;
        assert_eq!(paul.browser.get(&path(&made[0], "")).await.expect(200)["links"], json!([]));
        let (bob, _) = held(&payments, &[]).await;
        let links = paul.browser.get(&path(&made[0], "")).await.expect(200)["links"].clone();
        assert_eq!((links.as_array().unwrap().len(), &links[0]["player"]["id"], &links[0]["kind"]), (1, &json!(bob.id), &json!("account")));
        payments.close().await;
    }
}
