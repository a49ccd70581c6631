//! Balances that staff pays out on behalf of players who may not sign in.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::payouts::{approve, path};
use super::{Member, Office, kinds};
use crate::cashbox::payment_kit::{PaymentKit, Setup, Shopper};
use crate::testkit::Kit;

const BOUND: Setup = Setup { closed_loop: true, ..Setup::USUAL };

/// The way called `method` by which the player's EUR can be paid out.
async fn way(member: &Member, ada: &Shopper, method: &str) -> Value {
    let found = member.browser.get(&format!("/api/players/{}/payout-ways", ada.id)).await.expect(200);
    assert_eq!(found["wallets"][0]["currency"], "EUR");
    let ways = found["wallets"][0]["ways"].as_array().unwrap().clone();
    ways.into_iter().find(|way| way["payment_method_id"] == method).unwrap()
}

fn to_card(card: &Value, amount: i64) -> Value {
    json!({ "currency": "EUR", "amount_cents": amount, "payment_method_id": "visa_mastercard",
            "profile_id": card["profiles"][0]["profile_id"], "reason": "asked by mail, the passport was shown" })
}

async fn stop(member: &Member, ada: &Shopper, reason: &str) {
    let form = json!({ "reason": reason, "why": "asked on the phone" });
    member.browser.post(&format!("/api/players/{}/stops", ada.id), form).await.expect(200);
}

/// Lets the operator send `payment`, and waits for its end.
async fn sent(payments: &PaymentKit, member: &Member, payment: &Value) -> Value {
    payments.later(0).await;
    Kit::until("the payout", async || {
        let page = member.browser.get(&path(payment, "")).await.expect(200);
        (page["state"] == "succeeded").then_some(page)
    })
    .await
}

on_each_engine! {
    async fn an_excluded_player_is_paid_by_two_members(engine: Engine) {
        let payments = PaymentKit::start_with(engine, BOUND).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let boss = office.member(Role::Administrator).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let card = way(&paul, &ada, "visa_mastercard").await;
        assert_eq!((&card["destination"], &card["room_cents"]), (&json!("profile"), &json!(10_000)));
        let payouts = format!("/api/players/{}/payouts", ada.id);
        let early = paul.browser.post(&payouts, to_card(&card, 10_000)).await;
        assert_eq!((early.status.as_u16(), early.code()), (409, "player_signs_in"));
        stop(&rita, &ada, "exclusion").await;

        let mut by_bank = to_card(&card, 10_000);
        by_bank["payment_method_id"] = json!("bank_transfer");
        by_bank["profile_id"] = Value::Null;
        by_bank["iban"] = json!("DE89370400440532013000");
        for (form, field, code) in [
            (to_card(&card, 0), "amount_cents", "VALIDATION.AMOUNT_CENTS.INVALID"),
            (to_card(&card, 10_001), "amount_cents", "insufficient_funds"),
            (by_bank, "amount_cents", "cashout_order"),
        ] {
            assert_eq!(paul.browser.post(&payouts, form).await.field(field), [code]);
        }
        let made = paul.browser.post_once("once", &payouts, to_card(&card, 10_000)).await.expect(201);
        let again = paul.browser.post_once("once", &payouts, to_card(&card, 10_000)).await.expect(201);
        assert_eq!(made["id"], again["id"]);
        assert_eq!((&made["state"], &made["review"], &made["needs_two"]), (&json!("reserved"), &json!("waiting"), &json!(true)));
        assert_eq!((&made["approval"]["member_id"], &made["made_by"]), (&json!(paul.id), &made["approval"]["by"]));
        assert_eq!(made["made_why"], "asked by mail, the passport was shown");
        assert_eq!(payments.money(&ada, "EUR").await, (0, 10_000));

        let first = made["approval"]["id"].clone();
        assert_eq!(approve(&paul, &made, first.clone()).await.code(), "second_person_needed", "the sum is small");
        assert_eq!(approve(&rita, &made, first).await.expect(200)["review"], "approved");
        sent(&payments, &paul, &made).await;
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        let entries = office.log(&boss, &format!("?player={}", ada.id), 3).await;
        let reported = entries.iter().find(|entry| entry["kind"] == "payment.made_on_behalf");
        assert_eq!(reported.map(|entry| &entry["email"]), Some(&json!(paul.email)), "{:?}", kinds(&entries));
        payments.close().await;
    }

    async fn what_a_closed_account_holds_goes_out_and_what_is_suspected_stays(engine: Engine) {
        let payments = PaymentKit::start_with(engine, BOUND).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 10_000).await;
        let card = way(&paul, &ada, "visa_mastercard").await;
        let payouts = format!("/api/players/{}/payouts", ada.id);
        stop(&rita, &ada, "operator").await;
        let made = paul.browser.post(&payouts, to_card(&card, 6_000)).await.expect(201);
        approve(&rita, &made, made["approval"]["id"].clone()).await.expect(200);
        sent(&payments, &paul, &made).await;
        stop(&rita, &ada, "fraud").await;
        let refused = paul.browser.post(&payouts, to_card(&card, 4_000)).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "account_locked"));
        assert_eq!(payments.money(&ada, "EUR").await, (4_000, 0));
        payments.close().await;
    }
}
