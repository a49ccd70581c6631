//! Two payment partners: which one a payment goes to, refusals that are handed on, outages that are gone around.

use std::sync::atomic::Ordering;

use croupier_server::cashbox;
use croupier_server::cashbox::resolver::ask_for_methods;
use croupier_server::ops::metrics_token;
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::Secrets;
use croupier_server::staff::Actor;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, answer, card};

/// What calls to the second partner and its webhooks are signed with.
const MERIDIAN_SECRET: &str = "whsec_bWVyaWRpYW4gb2YgdGhlIHRlc3Rz";

/// Names both partners at the address `line` in the settings.
pub fn name_in(config: &mut Config, line: &str) {
    line.clone_into(&mut config.sandbox_url);
    config.meridian_url = Some(format!("{line}/meridian"));
    config.meridian_secret = Some(MERIDIAN_SECRET.to_owned());
}

/// The settings of a sandbox that shares its secrets with the server of `secrets`.
pub fn sandbox(secrets: &Secrets) -> croupier_sandbox::Config {
    let made = croupier_sandbox::Config::new(&secrets.payments_api_key, &secrets.payments_webhook_secret);
    let mut config = made.unwrap();
    config.meridian_secret = croupier_sandbox::Secret::parse(MERIDIAN_SECRET).unwrap();
    config
}

impl PaymentKit {
    /// Lets a partner be `up`, `down` or `refusing`.
    pub async fn set_partner(&self, partner: &str, mode: &str) {
        let call = self.http.post(format!("{}/panel/partners/{partner}", self.partner));
        assert_eq!(answer(call.json(&json!({ "mode": mode }))).await.status, 200);
    }

    /// The partners that have heard of a payment, oldest first.
    pub async fn partners_of(&self, payment: &Value) -> Vec<String> {
        let list = answer(self.http.get(format!("{}/panel/payments", self.partner))).await.body;
        let rows = list["data"].as_array().unwrap().iter().rev();
        let of_it = rows.filter(|row| row["payment"]["merchant_ref"] == payment["id"]);
        of_it.map(|row| row["partner"].as_str().unwrap().to_owned()).collect()
    }

    /// A deposit by card of `amount` that the player has paid on the page of the partner.
    async fn paid(&self, shopper: &super::payment_kit::Shopper, key: &str, amount: i64) -> Value {
        let payment = self.deposit(shopper, key, amount).await;
        self.checkout(&payment, "approve").await;
        self.settled(shopper, &payment, "succeeded").await
    }

    /// The partner of a payment, as the operator knows it.
    async fn provider(&self, payment: &Value) -> String {
        let sql = "SELECT provider FROM payment WHERE id = $1";
        let id: uuid::Uuid = payment["id"].as_str().unwrap().parse().unwrap();
        self.kit.app.db.query_one(sql, vec![id.into()]).await.unwrap().get(0).unwrap()
    }
}

on_each_engine! {
    async fn a_refusal_is_handed_on_before_the_player_has_gone_to_a_page(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.set_partner("northpay", "refusing").await;
        let payment = payments.paid(&ada, "first", 5_000).await;
        assert_eq!((payments.provider(&payment).await, payments.partners_of(&payment).await), ("meridian".into(), vec!["meridian".to_owned()]));
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment_refusal WHERE provider = 'northpay'").await, 1);
        // The card is known to its partner only, whoever takes payments by then.
        payments.set_partner("northpay", "up").await;
        let methods = payments.get(&ada, "/api/player/payment_methods?action=deposit").await.body;
        let profile = methods[0]["savedProfiles"][0]["id"].clone();
        let mut again = card("deposit", 2_000);
        again["profile_id"] = profile;
        let again = payments.pay(&ada, "again", &again).await.body;
        payments.settled(&ada, &again, "succeeded").await;
        assert_eq!(payments.partners_of(&again).await, ["meridian"]);
        let cashout = payments.cashout(&ada, "out", 3_000).await;
        payments.later(11).await;
        payments.settled(&ada, &cashout, "succeeded").await;
        assert_eq!(payments.partners_of(&cashout).await, ["meridian"]);
        let fresh = payments.paid(&ada, "fresh", 1_000).await;
        assert_eq!(payments.partners_of(&fresh).await, ["northpay"], "without the card the first partner is asked first");
        payments.close().await;
    }

    async fn what_all_refuse_is_declined(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.set_partner("northpay", "refusing").await;
        payments.set_partner("meridian", "refusing").await;
        let payment = payments.deposit(&ada, "refused", 5_000).await;
        assert_eq!((&payment["state"], &payment["error_code"]), (&json!("declined"), &json!("provider_refused")));
        assert_eq!(payments.at_partner().await, 0);
        payments.close().await;
    }

    async fn a_partner_that_was_switched_off_meanwhile_is_handed_nothing(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.paid(&ada, "fill", 10_000).await;
        let body = json!({"action": "cashout", "payment_method_id": "bank_transfer", "currency": "EUR", "amount_cents": 4_000,
            "fields": {"iban": "DE89 3704 0044 0532 0130 00"}});
        let cashout = payments.pay(&ada, "out", &body).await.body;
        let by = Actor::from("the test");
        let meridian = (cashbox::Switched::Partner, "meridian");
        cashbox::switch(&payments.kit.app, meridian, true, "their bank is away", &by).await.unwrap();
        payments.set_partner("northpay", "refusing").await;
        payments.later(60).await;
        assert_eq!(payments.settled(&ada, &cashout, "declined").await["error_code"], "provider_refused");
        assert_eq!(payments.money(&ada, "EUR").await, (10_000, 0));
        payments.close().await;
    }

    async fn an_unknown_outcome_is_never_handed_on(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.line_is_cut.store(true, Ordering::SeqCst);
        let arrived = payments.deposit(&ada, "arrived", 5_000).await;
        payments.line_is_cut.store(false, Ordering::SeqCst);
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let lost = payments.deposit(&ada, "lost", 2_000).await;
        payments.partner_is_away.store(false, Ordering::SeqCst);
        payments.set_partner("northpay", "refusing").await;
        payments.later(20).await;
        assert_eq!(payments.partners_of(&arrived).await, ["northpay"], "it had reached the partner");
        assert_eq!(payments.settled(&ada, &lost, "declined").await["error_code"], "provider_refused");
        assert_eq!(payments.partners_of(&lost).await, [""; 0], "its first call might have reached the partner");
        payments.close().await;
    }

    async fn an_outage_is_gone_around_until_the_partner_is_back(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (app, ada) = (payments.kit.app.clone(), payments.player("EUR").await);
        payments.set_partner("northpay", "down").await;
        let first = payments.deposit(&ada, "lost 0", 1_000).await;
        assert_eq!((&first["state"], &first["redirect_url"]), (&json!("pending"), &Value::Null));
        // Calls of the server itself go unanswered too, so it may take fewer than five deposits.
        for number in 1..5 {
            payments.deposit(&ada, &format!("lost {number}"), 1_000).await;
        }
        assert_eq!(app.cashbox.partners_away(), ["northpay"]);
        let token = metrics_token(&app.secrets);
        let ready = answer(payments.http.get(payments.kit.url("/readyz")).bearer_auth(token)).await.body;
        assert_eq!(ready["degraded"], json!(["payment partner northpay"]));
        let around = payments.paid(&ada, "around", 2_000).await;
        assert_eq!(payments.partners_of(&around).await, ["meridian"]);
        payments.set_partner("northpay", "up").await;
        for _ in 0..3 {
            ask_for_methods(&app).await.unwrap();
        }
        assert_eq!(app.cashbox.partners_away(), [""; 0]);
        let back = payments.paid(&ada, "back", 2_000).await;
        assert_eq!(payments.partners_of(&back).await, ["northpay"]);
        payments.later(20).await;
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment WHERE partner_id IS NULL").await, 0, "what was lost has arrived");
        payments.close().await;
    }

    async fn the_second_partner_takes_every_kind_of_payment(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.set_partner("northpay", "refusing").await;
        let body = json!({"action": "deposit", "payment_method_id": "bank_transfer", "currency": "EUR", "amount_cents": 10_000});
        let transfer = payments.pay(&ada, "transfer", &body).await.body;
        assert_eq!(payments.submit(&transfer, "action=later").await, 303);
        payments.panel(&transfer, "settle", &json!({ "status": "succeeded", "received": 9_550 })).await;
        let paid = payments.settled(&ada, &transfer, "succeeded").await;
        assert_eq!((&paid["amount_cents"], &paid["requested_cents"]), (&json!(9_550), &json!(10_000)), "what came is credited");
        let canceled = payments.deposit(&ada, "canceled", 1_000).await;
        let path = format!("/api/player/payments/{}/cancel", canceled["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &path, &Value::Null).await.body["state"], "canceled");
        assert_eq!(payments.panel(&canceled, "settle", &json!({ "status": "succeeded" })).await.status, 409, "its page is closed");
        let payout = json!({"action": "cashout", "payment_method_id": "bank_transfer", "currency": "EUR", "amount_cents": 5_000,
            "fields": {"iban": "DE89 3704 0044 0532 0130 00"}});
        let payout = payments.pay(&ada, "payout", &payout).await.body;
        payments.later(60).await;
        payments.settled(&ada, &payout, "succeeded").await;
        let day = Date::of(payments.kit.app.clock.now()).to_string();
        payments.kit.app.clock.advance(std::time::Duration::from_millis(DAY_MS.unsigned_abs()));
        let app = &payments.kit.app;
        let reported = cashbox::reconcile(&app.config, &app.secrets, &app.db, ("meridian", &day), &app.clock).await.unwrap();
        assert!(reported.agrees(), "{reported:?}");
        assert_eq!((reported.partner.len(), reported.booked.len()), (2, 2));
        payments.close().await;
    }

    async fn a_partner_is_not_believed_about_the_payments_of_another(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.set_partner("northpay", "refusing").await;
        let payment = payments.deposit(&ada, "elsewhere", 5_000).await;
        let body = json!({"type": "payment.succeeded", "timestamp": "2026-01-01T00:00:00.000Z", "data": {
            "id": "pay_1", "merchant_ref": payment["id"], "type": "deposit", "amount": 5_000, "currency": "EUR",
            "method": "visa_mastercard", "status": "succeeded",
        }});
        assert_eq!(payments.signed_webhook("msg_1", &body).await, 404);
        let text = json!({ "event": "order.changed", "order": {} }).to_string();
        for signature in ["", "t=1", "t=1,s=00", "t=x,s=00"] {
            let headers = [("x-meridian-signature", signature.to_owned())];
            assert_eq!(payments.webhook("/webhooks/payments/meridian", &headers, text.clone()).await, 401, "{signature}");
        }
        assert_eq!(payments.webhook("/webhooks/payments/southpay", &[], text).await, 404);
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment_untaken WHERE provider = 'northpay'").await, 1);
        payments.close().await;
    }
}
