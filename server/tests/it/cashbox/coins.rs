//! Coins that come to lasting addresses: issued once, credited once, held where they may not be credited, and sent back.

use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_server::calendar::{DAY_MS, Date};
use croupier_server::cashbox;
use serde_json::{Value, json};

use super::till::{Answer, Setup, Shopper, Till, answer};
use crate::stops::{lift, stop};
use crate::testkit::Kit;

/// An address on the main network, which a held coin can go back to.
pub const ELSEWHERE: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// Another one.
const OF_THE_HOUSE: &str = "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S";

const SILENT: Setup = Setup { webhooks: false, ..Setup::USUAL };

impl Till {
    /// The player's lasting address for a coin.
    pub async fn coin_address(&self, shopper: &Shopper, currency: &str) -> String {
        let answer = self.post(shopper, "/api/player/coin_addresses", &json!({ "currency": currency })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["address"].as_str().unwrap().to_owned()
    }

    /// Coins appear at an address.
    pub async fn send_coins(&self, sent: &Value) -> Value {
        // Of one instant, they would have no order.
        self.kit.app.clock.advance(Duration::from_millis(1));
        let answer = answer(self.http.post(format!("{}/panel/arrivals", self.partner)).json(sent)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Waits until the newest coins of the player are in `state`.
    pub async fn coins_in(&self, shopper: &Shopper, state: &str) -> Value {
        Kit::until(state, async || {
            let list = self.get(shopper, "/api/player/coin_arrivals").await.body;
            let newest = list["data"][0].clone();
            (newest["state"] == state).then_some(newest)
        })
        .await
    }

    async fn has_cash(&self, shopper: &Shopper, cash: i64) {
        Kit::until("credited", async || (self.money(shopper, "BTC").await == (cash, 0)).then_some(())).await;
    }

    async fn about_coins(&self, shopper: &Shopper, coins: &Value, what: &str, body: &Value) -> Answer {
        let path = format!("/api/player/coin_arrivals/{}/{what}", coins["id"].as_str().unwrap());
        self.post(shopper, &path, body).await
    }
}

on_each_engine! {
    async fn a_player_has_one_address_for_a_coin_and_nobody_else_has_it(engine: Engine) {
        let till = Till::start(engine).await;
        let (ada, eve) = (till.player("BTC").await, till.player("BTC").await);
        assert_eq!(till.get(&ada, "/api/player/coin_addresses").await.body, json!([]));
        let (one, two, three) = tokio::join!(
            till.coin_address(&ada, "BTC"), till.coin_address(&ada, "BTC"), till.coin_address(&eve, "BTC"));
        assert_eq!(one, two);
        assert_ne!(one, three);
        assert_eq!(till.coin_address(&ada, "BTC").await, one, "and for good");
        let listed = till.get(&ada, "/api/player/coin_addresses").await.body;
        assert_eq!((&listed[0]["address"], &listed[0]["least_cents"], &listed[1]), (&json!(one), &json!(10_000), &Value::Null));
        assert!(listed[0]["qr_svg"].as_str().unwrap().contains("<svg"));
        assert_eq!(till.count("SELECT COUNT(*) FROM coin_address").await, 2);
        for currency in ["EUR", "LTC", "XXX"] {
            let refused = till.post(&ada, "/api/player/coin_addresses", &json!({ "currency": currency })).await;
            assert_eq!(refused.status, 422, "{currency}: no coin, or no wallet");
        }
        stop(&till.kit.app, eve.id, StopReason::CoolingOff).await;
        let eve = till.sign_in(&eve, Some(&eve)).await;
        assert_eq!(till.coin_address(&eve, "BTC").await, three, "it stays hers");
        let kim = till.player("BTC").await;
        stop(&till.kit.app, kim.id, StopReason::CoolingOff).await;
        let kim = till.sign_in(&kim, Some(&kim)).await;
        let refused = till.post(&kim, "/api/player/coin_addresses", &json!({ "currency": "BTC" })).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("cooling_off")));
        till.close().await;
    }

    async fn coins_are_credited_once_however_often_they_are_told(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("BTC").await;
        let address = till.coin_address(&ada, "BTC").await;
        till.send_coins(&json!({ "address": address, "amount": 150_000, "txid": "aa", "output": 1 })).await;
        till.has_cash(&ada, 150_000).await;
        let coins = till.coins_in(&ada, "credited").await;
        let payment = till.payment(&ada, &coins).await;
        assert_eq!((&payment["state"], &payment["amount_cents"], &payment["action"]), (&json!("succeeded"), &json!(150_000), &json!("deposit")));
        let receipt = format!("/api/player/payments/{}/receipt", coins["id"].as_str().unwrap());
        let receipt = till.get(&ada, &receipt).await.body;
        let states: Vec<_> = receipt["steps"].as_array().unwrap().iter().map(|step| step["state"].clone()).collect();
        assert_eq!(states, ["processing", "succeeded"]);
        assert_eq!(till.told().await, ["processing", "succeeded"]);
        let again = till.panel(&coins, "webhook", &json!({ "kind": "resend", "copies": 5 })).await;
        assert_eq!(again.body["answers"], json!([204, 204, 204, 204, 204]));
        let forged = till.panel(&coins, "webhook", &json!({ "kind": "bad_signature", "copies": 1 })).await;
        assert_eq!(forged.body["answers"], json!([401]));
        // An older message, and another amount, of the same coins.
        let mut report = json!({ "type": "payment.processing", "data": {
            "id": till.partner_id(&coins).await, "merchant_ref": coins["id"], "type": "deposit", "amount": 150_000,
            "currency": "BTC", "status": "processing", "confirmations": 1, "confirmations_needed": 3,
            "arrival": { "address": address, "txid": "aa", "output": 1 },
        }});
        assert_eq!(till.signed_webhook("msg_late", &report).await, 204);
        report["data"]["amount"] = json!(250_000);
        assert_eq!(till.signed_webhook("msg_other", &report).await, 409);
        let untaken = cashbox::untaken(&till.kit.app.db, 10).await.unwrap();
        assert_eq!(untaken.len(), 1, "people see it, and ask how the coins stand");
        assert!(cashbox::ask_again(&till.kit.app, untaken[0].id).await.unwrap());
        // The same output under another name, and another output of the same transaction.
        till.send_coins(&json!({ "address": address, "amount": 150_000, "txid": "aa", "output": 1 })).await;
        till.send_coins(&json!({ "address": address, "amount": 20_000, "txid": "aa", "output": 2 })).await;
        till.has_cash(&ada, 170_000).await;
        cashbox::coin_arrivals::look(&till.kit.app).await.unwrap();
        assert_eq!(till.money(&ada, "BTC").await, (170_000, 0));
        assert_eq!(till.count("SELECT COUNT(*) FROM payment WHERE state = 'succeeded'").await, 2);
        till.close().await;
    }

    async fn a_list_heals_lost_webhooks_and_no_line_holds_it_up(engine: Engine) {
        let till = Till::start_with(engine, SILENT).await;
        let ada = till.player("BTC").await;
        let address = till.coin_address(&ada, "BTC").await;
        till.send_coins(&json!({ "address": address, "amount": 1, "garbled": true })).await;
        till.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        Kit::until("credited", async || {
            let (one, two) = tokio::join!(
                cashbox::coin_arrivals::look(&till.kit.app), cashbox::coin_arrivals::look(&till.kit.app));
            assert!(one.is_ok() && two.is_ok());
            (till.money(&ada, "BTC").await == (150_000, 0)).then_some(())
        })
        .await;
        let unread = cashbox::unread_coins(&till.kit.app.db, 10).await.unwrap();
        assert_eq!(unread.iter().map(|line| line.why.as_str()).collect::<Vec<_>>(), ["unreadable"]);
        // One that failed is tried again, and is for people once it fits nothing here.
        till.change("UPDATE coin_unread SET why = 'failed'").await;
        cashbox::coin_arrivals::look(&till.kit.app).await.unwrap();
        assert_eq!(till.count("SELECT COUNT(*) FROM coin_unread WHERE why = 'unknown' AND tries > 0").await, 1);
        till.close().await;
    }

    async fn what_a_limit_does_not_leave_is_held_and_goes_back(engine: Engine) {
        let till = Till::start(engine).await;
        let (ada, eve) = (till.player("BTC").await, till.player("BTC").await);
        let limit = json!({ "type": "deposit", "period": "day", "amount_cents": 100_000, "currency": "BTC" });
        assert_eq!(till.post(&ada, "/api/user_limits", &limit).await.status, 201);
        let (address, others) = (till.coin_address(&ada, "BTC").await, till.coin_address(&eve, "BTC").await);
        till.send_coins(&json!({ "address": address, "amount": 150_013 })).await;
        let held = till.coins_in(&ada, "held").await;
        assert_eq!((&held["reason"], &held["amount_cents"]), (&json!("deposit_limit"), &json!(150_013)));
        assert_eq!(till.money(&ada, "BTC").await, (0, 0));
        let refused = till.about_coins(&ada, &held, "credit", &Value::Null).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("coin_held_deposit_limit")));
        // As if it were of the main network: a good address, but of the house.
        till.change(&format!("UPDATE coin_address SET address = '{OF_THE_HOUSE}' WHERE address = '{others}'")).await;
        for (to, code) in [("", "VALIDATION.ADDRESS.REQUIRED"), ("nowhere", "VALIDATION.ADDRESS.INVALID"), (address.as_str(), "VALIDATION.ADDRESS.INVALID"), (OF_THE_HOUSE, "VALIDATION.ADDRESS.INVALID")] {
            let refused = till.about_coins(&ada, &held, "return", &json!({ "address": to })).await;
            assert_eq!((refused.status, &refused.body["errors"]["address"][0]["code"]), (422, &json!(code)));
        }
        for what in ["credit", "return"] {
            let foreign = till.about_coins(&eve, &held, what, &json!({ "address": ELSEWHERE })).await;
            assert_eq!(foreign.status, 404, "{what}");
        }
        // The partner refuses this amount: the coins stay where they are.
        let going = till.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!(going.status, 200, "{}", going.body);
        let back = Kit::until("held again", async || {
            let now = till.coins_in(&ada, "held").await;
            (now["return_failed"] == true).then_some(now)
        })
        .await;
        assert_eq!(back["id"], held["id"]);
        // What fits is credited beside it, and counts.
        till.send_coins(&json!({ "address": address, "amount": 60_000 })).await;
        till.has_cash(&ada, 60_000).await;
        till.send_coins(&json!({ "address": address, "amount": 50_000 })).await;
        let second = till.coins_in(&ada, "held").await;
        assert_eq!(second["reason"], "deposit_limit");
        let elsewhere = json!({ "address": ELSEWHERE });
        let (one, two) = tokio::join!(
            till.about_coins(&ada, &second, "return", &elsewhere),
            till.about_coins(&ada, &second, "credit", &Value::Null));
        assert_eq!((one.status, two.status), (200, 409));
        let gone = till.coins_in(&ada, "returned").await;
        assert_eq!((&gone["id"], &gone["return_address"]), (&second["id"], &json!(ELSEWHERE)));
        let sent = "SELECT COUNT(*) FROM coin_arrival WHERE return_address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' AND state = 'returned'";
        assert_eq!(till.count(sent).await, 1);
        assert_eq!(till.money(&ada, "BTC").await, (60_000, 0));
        till.close().await;
    }

    async fn a_stop_holds_and_its_end_lets_the_player_credit(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("BTC").await;
        let address = till.coin_address(&ada, "BTC").await;
        stop(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = till.sign_in(&ada, Some(&ada)).await;
        till.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let held = till.coins_in(&ada, "held").await;
        assert_eq!(held["reason"], "cooling_off");
        lift(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        cashbox::coin_arrivals::look(&till.kit.app).await.unwrap();
        assert_eq!(till.money(&ada, "BTC").await, (0, 0), "it waits for the player's own press");
        let (one, two) = tokio::join!(
            till.about_coins(&ada, &held, "credit", &Value::Null), till.about_coins(&ada, &held, "credit", &Value::Null));
        assert!(one.status == 200 || two.status == 200, "{} {}", one.body, two.body);
        till.has_cash(&ada, 150_000).await;
        assert_eq!(till.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await.status, 409);
        till.send_coins(&json!({ "address": address, "amount": 9_999 })).await;
        let dust = till.coins_in(&ada, "held").await;
        assert_eq!(dust["reason"], "too_small");
        // As for a cashout, an answer that is overdue comes first.
        till.change(&format!(
            "INSERT INTO wealth_questionnaire (id, player_id, state, due_at_ms, note, asked_at_ms, asked_by)
             VALUES ('00000000-0000-4000-8000-000000000001', {}, 'asked', 0, 'whence', 0, 'Carl')", ada.id)).await;
        let refused = till.about_coins(&ada, &dust, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("wealth_questionnaire_overdue")));
        till.close().await;
    }

    async fn coins_go_back_once_though_calls_and_answers_are_lost(engine: Engine) {
        let till = Till::start_with(engine, SILENT).await;
        let ada = till.player("BTC").await;
        let address = till.coin_address(&ada, "BTC").await;
        stop(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = till.sign_in(&ada, Some(&ada)).await;
        till.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let look = async || cashbox::coin_arrivals::look(&till.kit.app).await.unwrap();
        let held = Kit::until("held", async || {
            look().await;
            let list = till.get(&ada, "/api/player/coin_arrivals").await.body;
            (list["data"][0]["state"] == "held").then(|| list["data"][0].clone())
        })
        .await;
        // The call is lost, then its answer.
        till.partner_is_away.store(true, Ordering::SeqCst);
        let going = till.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!((going.status, &going.body["state"]), (200, &json!("returning")));
        till.partner_is_away.store(false, Ordering::SeqCst);
        till.line_is_cut.store(true, Ordering::SeqCst);
        look().await;
        till.line_is_cut.store(false, Ordering::SeqCst);
        let again = till.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!(again.status, 200, "the same wish again is answered as it stands");
        Kit::until("returned", async || {
            look().await;
            let list = till.get(&ada, "/api/player/coin_arrivals").await.body;
            (list["data"][0]["state"] == "returned").then_some(())
        })
        .await;
        assert_eq!(till.at_partner().await, 2, "what came, and one payout");
        till.change("UPDATE coin_arrival SET on_hold = true").await;
        let broken = cashbox::check(&till.kit.app.db).await.unwrap();
        let rules: Vec<_> = broken.iter().map(|found| found.rule).collect();
        let both = ["coins that are held lie on their account", "what has arrived is held, credited as a payment, or sent back"];
        assert_eq!(rules, both);
        till.change("UPDATE coin_arrival SET on_hold = false").await;
        till.close().await;
    }

    async fn the_partners_file_agrees_about_coins_that_are_held_or_went_back(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("BTC").await;
        let address = till.coin_address(&ada, "BTC").await;
        till.send_coins(&json!({ "address": address, "amount": 30_000 })).await;
        till.has_cash(&ada, 30_000).await;
        stop(&till.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = till.sign_in(&ada, Some(&ada)).await;
        till.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let held = till.coins_in(&ada, "held").await;
        assert_eq!(till.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await.status, 200);
        till.coins_in(&ada, "returned").await;
        till.send_coins(&json!({ "address": address, "amount": 70_000 })).await;
        till.coins_in(&ada, "held").await;
        let app = &till.kit.app;
        let day = Date::of(app.clock.now()).to_string();
        app.clock.advance(Duration::from_millis(DAY_MS.unsigned_abs()));
        let told = cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", &day), &app.clock).await.unwrap();
        assert_eq!(told.mismatches, []);
        assert!(told.agrees(), "{told:?}");
        // What is paid there and only seen here is no agreement.
        let seen = ("state = 'seen', on_hold = false", "state = 'held'");
        let held = ("state = 'held', on_hold = true", "state = 'seen'");
        for ((is, was), agrees) in [(seen, false), (held, true)] {
            till.change(&format!("UPDATE coin_arrival SET {is} WHERE {was}")).await;
            let told = cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", &day), &app.clock).await.unwrap();
            assert_eq!(told.agrees(), agrees, "{told:?}");
        }
        till.close().await;
    }
}
