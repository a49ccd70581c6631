//! Coins that come to lasting addresses: issued once, credited once, held where they may not be credited, and sent back.

use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_server::cashbox;
use croupier_server::platform::calendar::{DAY_MS, Date};
use serde_json::{Value, json};

use super::payment_kit::{Answer, PaymentKit, Setup, Shopper, answer};
use crate::stops::{lift, stop};
use crate::testkit::Kit;

/// An address on the main network, which a held coin can go back to.
pub const ELSEWHERE: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// One of Bitcoin Cash, without its prefix.
const CASH_ADDRESS: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

/// Another one.
const OF_THE_OPERATOR: &str = "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S";

const SILENT: Setup = Setup { webhooks: false, ..Setup::USUAL };

impl PaymentKit {
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
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("BTC").await, payments.player("BTC").await);
        assert_eq!(payments.get(&ada, "/api/player/coin_addresses").await.body, json!([]));
        let (one, two, three) = tokio::join!(
            payments.coin_address(&ada, "BTC"), payments.coin_address(&ada, "BTC"), payments.coin_address(&eve, "BTC"));
        assert_eq!(one, two);
        assert_ne!(one, three);
        assert_eq!(payments.coin_address(&ada, "BTC").await, one, "and for good");
        let listed = payments.get(&ada, "/api/player/coin_addresses").await.body;
        assert_eq!((&listed[0]["address"], &listed[0]["least_cents"], &listed[1]), (&json!(one), &json!(10_000), &Value::Null));
        assert!(listed[0]["qr_svg"].as_str().unwrap().contains("<svg"));
        assert_eq!(payments.count("SELECT COUNT(*) FROM coin_address").await, 2);
        for currency in ["EUR", "LTC", "XXX"] {
            let refused = payments.post(&ada, "/api/player/coin_addresses", &json!({ "currency": currency })).await;
            assert_eq!(refused.status, 422, "{currency}: no coin, or no wallet");
        }
        stop(&payments.kit.app, eve.id, StopReason::CoolingOff).await;
        let eve = payments.sign_in(&eve, Some(&eve)).await;
        assert_eq!(payments.coin_address(&eve, "BTC").await, three, "it stays hers");
        let kim = payments.player("BTC").await;
        stop(&payments.kit.app, kim.id, StopReason::CoolingOff).await;
        let kim = payments.sign_in(&kim, Some(&kim)).await;
        let refused = payments.post(&kim, "/api/player/coin_addresses", &json!({ "currency": "BTC" })).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("cooling_off")));
        payments.close().await;
    }

    async fn nothing_is_withdrawn_to_a_lasting_address(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("ETH").await, payments.player("ETH").await);
        let (own, others) = (payments.coin_address(&ada, "ETH").await, payments.coin_address(&eve, "ETH").await);
        let capitals = format!("0x{}", own[2..].to_uppercase());
        let (kim, tom) = (payments.player("BCH").await, payments.player("USDT").await);
        let of_kim = payments.coin_address(&kim, "BCH").await;
        // As if it were of the main network.
        payments.change(&format!("UPDATE coin_address SET address = '{CASH_ADDRESS}' WHERE address = '{of_kim}'")).await;
        let prefixed = format!("bitcoincash:{CASH_ADDRESS}");
        for (shopper, method, currency, amount, address) in [
            (&ada, "ethereum", "ETH", 1_000_000, own.as_str()),
            (&ada, "ethereum", "ETH", 1_000_000, &capitals),
            (&ada, "ethereum", "ETH", 1_000_000, &others),
            (&tom, "tether", "USDT", 30_000_000, &own),
            (&kim, "bitcoin_cash", "BCH", 1_000_000, CASH_ADDRESS),
            (&kim, "bitcoin_cash", "BCH", 1_000_000, &prefixed),
        ] {
            let wanted = json!({
                "action": "cashout", "payment_method_id": method, "currency": currency, "amount_cents": amount,
                "fields": { "address": address },
            });
            let refused = payments.pay(shopper, address, &wanted).await;
            assert_eq!((refused.status, &refused.body["errors"]["address"][0]["code"]), (422, &json!("VALIDATION.ADDRESS.INVALID")), "{}", refused.body);
        }
        payments.close().await;
    }

    async fn coins_are_credited_once_however_often_they_are_told(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000, "txid": "aa", "output": 1 })).await;
        payments.has_cash(&ada, 150_000).await;
        let coins = payments.coins_in(&ada, "credited").await;
        let payment = payments.payment(&ada, &coins).await;
        assert_eq!((&payment["state"], &payment["amount_cents"], &payment["action"]), (&json!("succeeded"), &json!(150_000), &json!("deposit")));
        let receipt = format!("/api/player/payments/{}/receipt", coins["id"].as_str().unwrap());
        let receipt = payments.get(&ada, &receipt).await.body;
        let states: Vec<_> = receipt["steps"].as_array().unwrap().iter().map(|step| step["state"].clone()).collect();
        assert_eq!(states, ["processing", "succeeded"]);
        assert_eq!(payments.reported().await, ["processing", "succeeded"]);
        let again = payments.panel(&coins, "webhook", &json!({ "kind": "resend", "copies": 5 })).await;
        assert_eq!(again.body["answers"], json!([204, 204, 204, 204, 204]));
        let forged = payments.panel(&coins, "webhook", &json!({ "kind": "bad_signature", "copies": 1 })).await;
        assert_eq!(forged.body["answers"], json!([401]));
        // An older message, and another amount, of the same coins.
        let mut report = json!({ "type": "payment.processing", "data": {
            "id": payments.partner_id(&coins).await, "merchant_ref": coins["id"], "type": "deposit", "amount": 150_000,
            "currency": "BTC", "status": "processing", "confirmations": 1, "confirmations_needed": 3,
            "arrival": { "address": address, "txid": "aa", "output": 1 },
        }});
        assert_eq!(payments.signed_webhook("msg_late", &report).await, 204);
        report["data"]["amount"] = json!(250_000);
        assert_eq!(payments.signed_webhook("msg_other", &report).await, 409);
        let untaken = cashbox::untaken(&payments.kit.app.db, 10).await.unwrap();
        assert_eq!(untaken.len(), 1, "people see it, and ask how the coins stand");
        assert!(cashbox::ask_again(&payments.kit.app, untaken[0].id).await.unwrap());
        // The same output under another name, and another output of the same transaction.
        payments.send_coins(&json!({ "address": address, "amount": 150_000, "txid": "aa", "output": 1 })).await;
        payments.send_coins(&json!({ "address": address, "amount": 20_000, "txid": "aa", "output": 2 })).await;
        payments.has_cash(&ada, 170_000).await;
        cashbox::coin_arrivals::look(&payments.kit.app).await.unwrap();
        assert_eq!(payments.money(&ada, "BTC").await, (170_000, 0));
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment WHERE state = 'succeeded'").await, 2);
        payments.close().await;
    }

    async fn a_list_heals_lost_webhooks_and_no_line_holds_it_up(engine: Engine) {
        let payments = PaymentKit::start_with(engine, SILENT).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        payments.send_coins(&json!({ "address": address, "amount": 1, "garbled": true })).await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        Kit::until("credited", async || {
            let look = || Box::pin(cashbox::coin_arrivals::look(&payments.kit.app));
            let (one, two) = tokio::join!(look(), look());
            assert!(one.is_ok() && two.is_ok());
            (payments.money(&ada, "BTC").await == (150_000, 0)).then_some(())
        })
        .await;
        let unread = cashbox::unread_coins(&payments.kit.app.db, 10).await.unwrap();
        assert_eq!(unread.iter().map(|line| line.why.as_str()).collect::<Vec<_>>(), ["unreadable"]);
        // One that failed is tried again, and is for people once it fits nothing here.
        payments.change("UPDATE coin_unread SET why = 'failed'").await;
        cashbox::coin_arrivals::look(&payments.kit.app).await.unwrap();
        assert_eq!(payments.count("SELECT COUNT(*) FROM coin_unread WHERE why = 'unknown' AND tries > 0").await, 1);
        payments.close().await;
    }

    async fn what_a_limit_does_not_leave_is_held_and_goes_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("BTC").await, payments.player("BTC").await);
        let limit = json!({ "type": "deposit", "period": "day", "amount_cents": 100_000, "currency": "BTC" });
        assert_eq!(payments.post(&ada, "/api/user_limits", &limit).await.status, 201);
        let (address, others) = (payments.coin_address(&ada, "BTC").await, payments.coin_address(&eve, "BTC").await);
        payments.send_coins(&json!({ "address": address, "amount": 150_013 })).await;
        let held = payments.coins_in(&ada, "held").await;
        assert_eq!((&held["reason"], &held["amount_cents"]), (&json!("deposit_limit"), &json!(150_013)));
        assert_eq!(payments.money(&ada, "BTC").await, (0, 0));
        let refused = payments.about_coins(&ada, &held, "credit", &Value::Null).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("coin_held_deposit_limit")));
        // As if it were of the main network: a good address, but of the operator.
        payments.change(&format!("UPDATE coin_address SET address = '{OF_THE_OPERATOR}' WHERE address = '{others}'")).await;
        for (to, code) in [("", "VALIDATION.ADDRESS.REQUIRED"), ("nowhere", "VALIDATION.ADDRESS.INVALID"), (address.as_str(), "VALIDATION.ADDRESS.INVALID"), (OF_THE_OPERATOR, "VALIDATION.ADDRESS.INVALID")] {
            let refused = payments.about_coins(&ada, &held, "return", &json!({ "address": to })).await;
            assert_eq!((refused.status, &refused.body["errors"]["address"][0]["code"]), (422, &json!(code)));
        }
        for what in ["credit", "return"] {
            let foreign = payments.about_coins(&eve, &held, what, &json!({ "address": ELSEWHERE })).await;
            assert_eq!(foreign.status, 404, "{what}");
        }
        // The partner refuses this amount: the coins stay where they are.
        let going = payments.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!(going.status, 200, "{}", going.body);
        let back = Kit::until("held again", async || {
            let now = payments.coins_in(&ada, "held").await;
            (now["return_failed"] == true).then_some(now)
        })
        .await;
        assert_eq!(back["id"], held["id"]);
        // What fits is credited beside it, and counts.
        payments.send_coins(&json!({ "address": address, "amount": 60_000 })).await;
        payments.has_cash(&ada, 60_000).await;
        payments.send_coins(&json!({ "address": address, "amount": 50_000 })).await;
        let second = payments.coins_in(&ada, "held").await;
        assert_eq!(second["reason"], "deposit_limit");
        let elsewhere = json!({ "address": ELSEWHERE });
        let (one, two) = tokio::join!(
            payments.about_coins(&ada, &second, "return", &elsewhere),
            payments.about_coins(&ada, &second, "credit", &Value::Null));
        assert_eq!((one.status, two.status), (200, 409));
        let gone = payments.coins_in(&ada, "returned").await;
        assert_eq!((&gone["id"], &gone["return_address"]), (&second["id"], &json!(ELSEWHERE)));
        let sent = "SELECT COUNT(*) FROM coin_arrival WHERE return_address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' AND state = 'returned'";
        assert_eq!(payments.count(sent).await, 1);
        assert_eq!(payments.money(&ada, "BTC").await, (60_000, 0));
        payments.close().await;
    }

    async fn a_stop_holds_and_its_end_lets_the_player_credit(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let held = payments.coins_in(&ada, "held").await;
        assert_eq!(held["reason"], "cooling_off");
        lift(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        cashbox::coin_arrivals::look(&payments.kit.app).await.unwrap();
        assert_eq!(payments.money(&ada, "BTC").await, (0, 0), "it waits for the player's own press");
        let (one, two) = tokio::join!(
            payments.about_coins(&ada, &held, "credit", &Value::Null), payments.about_coins(&ada, &held, "credit", &Value::Null));
        assert!(one.status == 200 || two.status == 200, "{} {}", one.body, two.body);
        payments.has_cash(&ada, 150_000).await;
        assert_eq!(payments.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await.status, 409);
        payments.send_coins(&json!({ "address": address, "amount": 9_999 })).await;
        let dust = payments.coins_in(&ada, "held").await;
        assert_eq!(dust["reason"], "too_small");
        // As for a cashout, an answer that is overdue comes first.
        payments.change(&format!(
            "INSERT INTO wealth_questionnaire (id, player_id, state, due_at_ms, note, asked_at_ms, asked_by)
             VALUES ('00000000-0000-4000-8000-000000000001', {}, 'asked', 0, 'whence', 0, 'Carl')", ada.id)).await;
        let refused = payments.about_coins(&ada, &dust, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (403, &json!("wealth_questionnaire_overdue")));
        payments.close().await;
    }

    async fn coins_go_back_once_though_calls_and_answers_are_lost(engine: Engine) {
        let payments = PaymentKit::start_with(engine, SILENT).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let look = async || cashbox::coin_arrivals::look(&payments.kit.app).await.unwrap();
        let held = Kit::until("held", async || {
            look().await;
            let list = payments.get(&ada, "/api/player/coin_arrivals").await.body;
            (list["data"][0]["state"] == "held").then(|| list["data"][0].clone())
        })
        .await;
        // The call is lost, then its answer.
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let going = payments.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!((going.status, &going.body["state"]), (200, &json!("returning")));
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.line_is_cut.store(true, Ordering::SeqCst);
        look().await;
        payments.line_is_cut.store(false, Ordering::SeqCst);
        let again = payments.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await;
        assert_eq!(again.status, 200, "the same wish again is answered as it stands");
        Kit::until("returned", async || {
            look().await;
            let list = payments.get(&ada, "/api/player/coin_arrivals").await.body;
            (list["data"][0]["state"] == "returned").then_some(())
        })
        .await;
        assert_eq!(payments.at_partner().await, 2, "what came, and one payout");
        payments.change("UPDATE coin_arrival SET on_hold = true").await;
        let broken = cashbox::check(&payments.kit.app.db).await.unwrap();
        let rules: Vec<_> = broken.iter().map(|found| found.rule).collect();
        let both = ["coins that are held lie on their account", "what has arrived is held, credited as a payment, or sent back"];
        assert_eq!(rules, both);
        payments.change("UPDATE coin_arrival SET on_hold = false").await;
        payments.close().await;
    }

    async fn the_partners_file_agrees_about_coins_that_are_held_or_went_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("BTC").await;
        let address = payments.coin_address(&ada, "BTC").await;
        payments.send_coins(&json!({ "address": address, "amount": 30_000 })).await;
        payments.has_cash(&ada, 30_000).await;
        stop(&payments.kit.app, ada.id, StopReason::CoolingOff).await;
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.send_coins(&json!({ "address": address, "amount": 150_000 })).await;
        let held = payments.coins_in(&ada, "held").await;
        assert_eq!(payments.about_coins(&ada, &held, "return", &json!({ "address": ELSEWHERE })).await.status, 200);
        payments.coins_in(&ada, "returned").await;
        payments.send_coins(&json!({ "address": address, "amount": 70_000 })).await;
        payments.coins_in(&ada, "held").await;
        let app = &payments.kit.app;
        let day = Date::of(app.clock.now()).to_string();
        app.clock.advance(Duration::from_millis(DAY_MS.unsigned_abs()));
        let reported = cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", &day), &app.clock).await.unwrap();
        assert_eq!(reported.mismatches, []);
        assert!(reported.agrees(), "{reported:?}");
        // What is paid there and only seen here is no agreement.
        let seen = ("state = 'seen', on_hold = false", "state = 'held'");
        let held = ("state = 'held', on_hold = true", "state = 'seen'");
        for ((is, was), agrees) in [(seen, false), (held, true)] {
            payments.change(&format!("UPDATE coin_arrival SET {is} WHERE {was}")).await;
            let reported = cashbox::reconcile(&app.config, &app.secrets, &app.db, ("northpay", &day), &app.clock).await.unwrap();
            assert_eq!(reported.agrees(), agrees, "{reported:?}");
        }
        payments.close().await;
    }
}
