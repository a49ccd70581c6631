//! Cashouts that staff divides into several.

use croupier_server::cashbox;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::payouts::{approve, decline, path};
use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::cashbox::closed_loop::fill_by_account;
use crate::cashbox::payment_kit::{PaymentKit, Setup, Shopper};

/// Holds cashouts from 50 EUR on, and lets nobody make more than two a day.
const RULES: &str = "[[rule]]\ntype = \"payout\"\nwhen = \"amount\"\namounts = { EUR = \"50\" }\n\
                     decision = \"review\"\nreason = \"large\"\n[[rule]]\ntype = \"payout\"\nwhen = \"velocity\"\n\
                     count = 2\nwindow_s = 86400\ndecision = \"decline\"\nreason = \"velocity\"\n";

const HELD: Setup = Setup { rules: Some(RULES), closed_loop: true, ..Setup::USUAL };

async fn split(member: &Member, payment: &Value, seen: i64, parts: &[(i64, Value)]) -> Answer {
    let parts: Vec<_> = parts
        .iter()
        .map(|(amount, profile)| json!({ "amount_cents": amount, "profile_id": profile }))
        .collect();
    let form = json!({ "reason": "the bank takes no more at once", "amount_cents": seen, "parts": parts });
    member.browser.post(&path(payment, "/split"), form).await
}

fn field(answer: &Answer) -> String {
    answer.field("parts").first().map(|code| (*code).to_owned()).unwrap_or_default()
}

/// The rules that are broken.
async fn broken(payments: &PaymentKit) -> Vec<&'static str> {
    cashbox::check(&payments.kit.app.db).await.unwrap().iter().map(|found| found.rule).collect()
}

async fn recall(payments: &PaymentKit, ada: &Shopper, payment: &Value) -> u16 {
    let path = format!("/api/player/payments/{}/recall", payment["id"].as_str().unwrap());
    payments.post(ada, &path, &Value::Null).await.status
}

on_each_engine! {
    async fn each_part_is_decided_by_itself_and_the_sum_stays(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let boss = office.member(Role::Administrator).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 190_000).await;
        let payment = payments.cashout(&ada, "out", 150_000).await;
        let first = approve(&paul, &payment, Value::Null).await.expect(200)["approval"]["id"].clone();
        let third = (50_000, Value::Null);
        let thirds = [third.clone(), third.clone(), third.clone()];
        for (seen, parts, refusal) in [
            (150_000, &thirds[..2], "VALIDATION.PARTS.SUM"),
            (150_000, &[(150_000, Value::Null)][..], "VALIDATION.PARTS.COUNT"),
            (150_000, &[(149_000, Value::Null), (1_000, json!("00000000-0000-0000-0000-000000000000"))][..], "VALIDATION.PROFILE.UNKNOWN"),
            (150_000, &[(149_999, Value::Null), (1, Value::Null)][..], "VALIDATION.AMOUNT.MIN"),
        ] {
            assert_eq!(field(&split(&paul, &payment, seen, parts).await), refusal);
        }
        let other = split(&paul, &payment, 100_000, &thirds[..2]).await;
        assert_eq!((other.status.as_u16(), other.code()), (409, "amount_changed"));
        let done = split(&paul, &payment, 150_000, &thirds).await.expect(200);
        assert_eq!((&done["amount_cents"], &done["whole_cents"], &done["needs_two"]), (&json!(50_000), &json!(150_000), &json!(true)));
        let parts = done["parts"].as_array().unwrap().clone();
        assert_eq!((parts.len(), &parts[0]["id"]), (3, &payment["id"]));
        assert_eq!(payments.money(&ada, "EUR").await, (40_000, 150_000), "no money has moved");
        assert_eq!(split(&paul, &payment, 150_000, &thirds).await.code(), "amount_changed", "once more");

        // The approval of the whole is over, and whoever has seen the whole approves no part.
        assert_eq!(approve(&rita, &payment, first.clone()).await.code(), "amount_changed");
        assert_eq!(approve(&rita, &parts[0], first).await.code(), "approval_changed");
        // Small parts of what takes two take two as well.
        let first = approve(&paul, &parts[0], Value::Null).await.expect(200)["approval"]["id"].clone();
        assert_eq!(approve(&rita, &parts[0], first).await.expect(200)["review"], "approved");
        assert_eq!(decline(&rita, &parts[1]).await.expect(200)["review"], "declined");
        assert_eq!(recall(&payments, &ada, &parts[2]).await, 200);
        payments.later(0).await;
        for (part, state) in parts.iter().zip(["succeeded", "rejected", "recalled"]) {
            payments.settled(&ada, part, state).await;
        }
        assert_eq!(payments.money(&ada, "EUR").await, (140_000, 0));
        let entries = office.log(&boss, &format!("?player={}", ada.id), 5).await;
        assert_eq!(kinds(&entries).iter().filter(|kind| **kind == "payment.split").count(), 1);

        // What was divided counts as one of the two that a day takes.
        assert_eq!(payments.cashout(&ada, "second", 3_000).await["amount_cents"], 3_000);

        for (breaks, rule, mends) in [
            (
                "UPDATE payment SET whole = whole + 1 WHERE whole IS NOT NULL AND split_of IS NULL",
                "the parts of a divided cashout make up the whole",
                "UPDATE payment SET whole = whole - 1 WHERE whole IS NOT NULL AND split_of IS NULL",
            ),
            (
                "UPDATE payment SET fee = amount WHERE state = 'recalled'",
                "no payment costs as much as it comes to",
                "UPDATE payment SET fee = 0 WHERE state = 'recalled'",
            ),
        ] {
            payments.change(breaks).await;
            assert_eq!(broken(&payments).await, [rule]);
            payments.change(mends).await;
        }
        payments.close().await;
    }

    async fn of_a_recall_and_a_division_none_gives_back_too_much(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 100_000).await;
        let payment = payments.cashout(&ada, "out", 60_000).await;
        let parts = [(20_000, Value::Null), (40_000, Value::Null)];
        let (divided, recalled) =
            tokio::join!(split(&paul, &payment, 60_000, &parts), recall(&payments, &ada, &payment));
        assert_eq!(recalled, 200, "there is something to take back either way");
        let wanted = if divided.status.as_u16() == 200 {
            (60_000, 40_000)
        } else {
            assert_eq!((divided.status.as_u16(), divided.code()), (409, "payout_gone"));
            (100_000, 0)
        };
        assert_eq!(payments.money(&ada, "EUR").await, wanted);
        payments.close().await;
    }

    async fn parts_go_back_to_where_money_came_from(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        fill_by_account(&payments, &ada, 5_000).await;
        let terms = json!({ "fixed_cents": 90, "basis_points": 0, "min_cents": 0, "max_cents": null, "hours": 0 });
        let fee = json!({ "licence": "CW", "method_id": "visa_mastercard", "action": "cashout", "currency": "EUR",
                          "seen_version": 0, "terms": terms, "reason": "the partner charges it" });
        paul.browser.post("/api/payment-fees", fee).await.expect(200);
        let payment = payments.cashout(&ada, "out", 9_000).await;
        assert_eq!(payment["fee_cents"], 90);
        let page = paul.browser.get(&path(&payment, "")).await.expect(200);
        let ways = page["ways"].as_array().unwrap();
        let skrill = ways.iter().find(|way| way["room_cents"] == 5_000).unwrap()["profile_id"].clone();
        assert!(ways.iter().any(|way| way["room_cents"] == 10_000), "the cashout itself is left out of account");
        let too_much = split(&paul, &payment, 9_000, &[(3_000, Value::Null), (6_000, skrill.clone())]).await;
        assert_eq!(field(&too_much), "cashout_order");
        let done = split(&paul, &payment, 9_000, &[(5_000, Value::Null), (4_000, skrill)]).await.expect(200);
        let part = done["parts"][1].clone();
        assert_eq!(part["brand"], "skrill");
        let fees: Vec<_> = done["parts"].as_array().unwrap().iter().map(|part| part["fee_cents"].clone()).collect();
        assert_eq!(fees, [50, 40], "each part bears its share, whatever becomes of the other");
        for part in done["parts"].as_array().unwrap() {
            approve(&paul, part, Value::Null).await.expect(200);
        }
        payments.later(0).await;
        payments.settled(&ada, &part, "succeeded").await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (6_000, 0));
        let collected = "SELECT CAST(SUM(t.amount) AS bigint) FROM transfer t
                         JOIN system_account h ON h.id = -t.credit AND h.name = 'fees'";
        assert_eq!(payments.count(collected).await, 90);
        payments.close().await;
    }
}
