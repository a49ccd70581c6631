//! Held coins in the office: credited, and sent back by one member or by two.

use croupier_ledger::StopReason;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office, kinds};
use crate::browser::Answer;
use crate::cashbox::coins::ELSEWHERE;
use crate::cashbox::payment_kit::{PaymentKit, Setup};
use crate::stops::{lift, stop};

/// Refuses deposits of BTC from 0.001 on.
const RISK: &str = "[[rule]]\ntype = \"transaction\"\nwhen = \"amount\"\namounts = { BTC = \"0.001\" }\n\
                    decision = \"decline\"\nreason = \"large\"\n";

async fn act(member: &Member, coins: &Value, what: &str, address: &str) -> Answer {
    let path = format!("/api/coins/{}/{what}", coins["id"].as_str().unwrap());
    member.browser.post(&path, json!({ "reason": "asked by mail", "address": address })).await
}

on_each_engine! {
    async fn an_address_that_staff_types_takes_two(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let boss = office.member(Role::Administrator).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let coins = payments.coins_in(&ada, "held").await;
        let list = paul.browser.get("/api/coins?state=held").await.expect(200);
        let row = &list["coins"][0];
        assert_eq!((&row["id"], &row["held_for"], &row["known_address"]), (&coins["id"], &json!("cooling_off"), &Value::Null));
        let refused = act(&paul, &coins, "credit", "").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "coin_held_cooling_off"));
        assert_eq!(act(&paul, &coins, "return", "nowhere").await.field("address"), ["VALIDATION.ADDRESS.INVALID"]);
        let asked = act(&paul, &coins, "return", ELSEWHERE).await.expect(200);
        assert_eq!((&asked["state"], &asked["asked"]["address"]), (&json!("held"), &json!(ELSEWHERE)));
        let own = act(&paul, &coins, "approve", ELSEWHERE).await;
        assert_eq!((own.status.as_u16(), own.code()), (409, "second_person_needed"));
        let unseen = act(&rita, &coins, "approve", "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S").await;
        assert_eq!((unseen.status.as_u16(), unseen.code()), (409, "invalid_state"));
        let late = office.member_at("late@house.example", Role::Risk).await;
        payments.kit.app.clock.advance(std::time::Duration::from_millis(5));
        act(&rita, &coins, "refuse", "").await.expect(200);
        act(&paul, &coins, "return", ELSEWHERE).await.expect(200);
        let (one, two) = tokio::join!(act(&rita, &coins, "approve", ELSEWHERE), act(&late, &coins, "approve", ELSEWHERE));
        let mut done = [one.status.as_u16(), two.status.as_u16()];
        done.sort_unstable();
        assert_eq!(done, [200, 409], "{} {}", one.body, two.body);
        payments.coins_in(&ada, "returned").await;
        assert_eq!(payments.money(&ada, "BTC").await, (0, 0));
        let entries = office.log(&boss, &format!("?player={}", ada.id), 4).await;
        assert_eq!(kinds(&entries), ["coin.returned", "coin.return_requested", "coin.return_refused", "coin.return_requested"]);
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&coins["id"], &json!("asked by mail")));
        payments.close().await;
    }

    async fn what_a_risk_rule_holds_goes_back_by_staff_alone(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { rules: Some(RISK), ..Setup::USUAL }).await;
        let office = Office::open(&payments.kit).await;
        let (paul, rita) = (office.member(Role::Payments).await, office.member(Role::Risk).await);
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let coins = payments.coins_in(&ada, "held").await;
        assert_eq!(coins["reason"], "locked", "suspicions are not told");
        let path = format!("/api/player/coin_arrivals/{}/return", coins["id"].as_str().unwrap());
        let refused = payments.post(&ada, &path, &json!({ "address": ELSEWHERE })).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("coin_held_locked")));
        // A payout that the partner does not take leaves them held. Should it have been taken after all, they are gone.
        payments.set_partner("northpay", "refusing").await;
        act(&paul, &coins, "return", ELSEWHERE).await.expect(200);
        act(&rita, &coins, "approve", ELSEWHERE).await.expect(200);
        assert_eq!(payments.coins_in(&ada, "held").await["return_failed"], true);
        let payout = payments.kit.app.db.query_one("SELECT return_id FROM coin_arrival", vec![]).await.unwrap();
        let payout: uuid::Uuid = payout.get(0).unwrap();
        let sent = |status: &str| json!({ "type": format!("payment.{status}"), "data": {
            "id": "pay_late", "merchant_ref": payout.to_string(), "type": "payout", "amount": 150_000, "currency": "BTC", "status": status,
        }});
        assert_eq!(payments.signed_webhook("msg_declined", &sent("declined")).await, 204);
        let (one, two) = (sent("succeeded"), sent("succeeded"));
        let reported = tokio::join!(payments.signed_webhook("msg_one", &one), payments.signed_webhook("msg_two", &two));
        assert_eq!(reported, (204, 204));
        assert_eq!(payments.coins_in(&ada, "returned").await["id"], coins["id"]);
        assert_eq!(payments.count("SELECT COUNT(*) FROM coin_arrival WHERE on_hold").await, 0);
        payments.close().await;
    }

    async fn one_member_credits_and_sends_to_an_address_that_was_paid(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        payments.coins_in(&ada, "credited").await;
        let out = json!({
            "action": "cashout", "payment_method_id": "bitcoin", "currency": "BTC", "amount_cents": 20_000,
            "fields": { "address": ELSEWHERE },
        });
        let out = payments.pay(&ada, "out", &out).await;
        assert_eq!(out.status, 201, "{}", out.body);
        payments.later(10).await;
        payments.settled(&ada, &out.body, "succeeded").await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.send_coins(&json!({ "address": address, "amount": 40_000 })).await;
        let first = payments.coins_in(&ada, "held").await;
        let going = act(&paul, &first, "return", ELSEWHERE).await.expect(200);
        assert_ne!(going["state"], "held", "the player was paid there");
        payments.coins_in(&ada, "returned").await;
        payments.kit.app.clock.advance(std::time::Duration::from_millis(1));
        payments.send_coins(&json!({ "address": address, "amount": 50_000 })).await;
        let second = payments.coins_in(&ada, "held").await;
        lift(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let credited = act(&paul, &second, "credit", "").await.expect(200);
        assert_eq!(credited["state"], "credited");
        assert_eq!(payments.money(&ada, "BTC").await, (180_000, 0));
        act(&paul, &json!({ "id": "00000000-0000-0000-0000-000000000000" }), "credit", "").await.expect(404);
        payments.close().await;
    }
}
