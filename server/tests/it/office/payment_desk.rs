//! Ways to pay that staff switches, webhooks that were not taken, and differences beside partners' files.

use croupier_server::cashbox::{self, differences};
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::Office;
use crate::cashbox::payment_kit::{PaymentKit, Setup, card};
use crate::testkit::Kit;

/// A webhook of Northpay about a payment.
fn webhook(reference: &str, amount: i64) -> Value {
    json!({"type": "payment.succeeded", "timestamp": "2026-01-01T00:00:00.000Z", "data": {
        "id": "pay_1", "merchant_ref": reference, "type": "deposit", "amount": amount, "currency": "EUR",
        "method": "visa_mastercard", "status": "succeeded",
    }})
}

fn off_of<'a>(desk: &'a Value, list: &str, key: &str, id: &str) -> &'a Value {
    let rows = desk[list].as_array().unwrap();
    &rows.iter().find(|row| row[key] == id).unwrap()["off"]
}

on_each_engine! {
    async fn a_way_to_pay_is_switched_off_and_on(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let office = Office::open(&payments.kit).await;
        let (boss, paul) = (office.member(Role::Administrator).await, office.member(Role::Payments).await);
        let ada = payments.player("EUR").await;
        let path = "/api/payment-desk/methods/visa_mastercard/switch";
        let waiting = payments.deposit(&ada, "under way", 5_000).await;
        let desk = paul.browser.post(path, json!({ "off": true, "reason": "the acquirer fails" })).await.expect(200);
        let off = off_of(&desk, "methods", "id", "visa_mastercard");
        assert_eq!((&off["by"], &off["reason"]), (&json!("payments of payments@house.example"), &json!("the acquirer fails")));
        let again = boss.browser.post(path, json!({ "off": true, "reason": "so do I" })).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "already_switched"));
        for list in ["/api/player/payment_methods?action=deposit", "/api/payment_methods"] {
            let offered = payments.get(&ada, list).await.body;
            assert!(offered.as_array().unwrap().iter().all(|method| method["id"] != "visa_mastercard"), "{list}");
        }
        let refused = payments.pay(&ada, "refused", &card("deposit", 5_000)).await;
        assert_eq!(refused.body["errors"]["payment_method_id"][0]["code"], "VALIDATION.PAYMENT_METHOD.UNKNOWN");
        payments.checkout(&waiting, "approve").await;
        payments.settled(&ada, &waiting, "succeeded").await;
        paul.browser.post(path, json!({ "off": false, "reason": "it works again" })).await.expect(200);
        let switched = Kit::until("both in the log", async || {
            let page = boss.browser.get("/api/log").await.expect(200);
            let is_switch = |entry: &&Value| entry["kind"] == "payment_methods.switched";
            let switched: Vec<_> = page["entries"].as_array().unwrap().iter().filter(is_switch).cloned().collect();
            (switched.len() == 2).then_some(switched)
        })
        .await;
        assert_eq!((&switched[0]["reason"], &switched[0]["subject"]), (&json!("it works again"), &json!("visa_mastercard")));
        // A partner that is off gets no new payment.
        let path = "/api/payment-desk/partners/northpay/switch";
        let desk = paul.browser.post(path, json!({ "off": true, "reason": "no contract" })).await.expect(200);
        assert_eq!(off_of(&desk, "partners", "name", "northpay")["reason"], "no contract");
        let elsewhere = payments.deposit(&ada, "elsewhere", 1_000).await;
        assert_eq!(payments.partners_of(&elsewhere).await, ["meridian"]);
        let unknown = paul.browser.post("/api/payment-desk/methods/gold/switch", json!({ "off": true, "reason": "x" })).await;
        assert_eq!(unknown.status.as_u16(), 404);
        payments.close().await;
    }

    async fn a_webhook_that_was_not_taken_is_asked_for_again(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let office = Office::open(&payments.kit).await;
        let paul = office.member(Role::Payments).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "told wrongly", 5_000).await;
        payments.checkout(&payment, "approve").await;
        let reference = payment["id"].as_str().unwrap();
        assert_eq!(payments.signed_webhook("msg_1", &webhook(reference, 4_999)).await, 409);
        assert_eq!(payments.signed_webhook("msg_2", &webhook(reference, 4_998)).await, 409);
        assert_eq!(payments.signed_webhook("msg_3", &webhook("nobody", 700)).await, 404);
        let desk = paul.browser.get("/api/payment-desk").await.expect(200);
        let untaken = desk["untaken"].as_array().unwrap();
        let of = |reference: &str| untaken.iter().find(|row| row["reference"] == reference).unwrap();
        assert_eq!((untaken.len(), &of(reference)["why"], &of(reference)["times"]), (2, &json!("mismatch"), &json!(2)));
        let ask = |row: &Value| format!("/api/payment-desk/untaken/{}/ask", row["id"].as_str().unwrap());
        let still = paul.browser.post(&ask(of("nobody")), Value::Null).await;
        assert_eq!((still.status.as_u16(), still.code()), (409, "still_untaken"));
        let desk = paul.browser.post(&ask(of(reference)), Value::Null).await.expect(200);
        assert_eq!(desk["untaken"].as_array().unwrap().len(), 1);
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_difference_stays_open_until_it_is_explained_or_gone(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, ..Setup::USUAL }).await;
        let (app, ada) = (payments.kit.app.clone(), payments.player("EUR").await);
        let office = Office::open(&payments.kit).await;
        let fay = office.member(Role::Finance).await;
        for key in ["unheard", "forgotten"] {
            let payment = payments.deposit(&ada, key, 1_000).await;
            payments.checkout(&payment, "approve").await;
        }
        let day = Date::of(app.clock.now()).to_string();
        // The operator stands still for a day: the file of the day before that is caught up with.
        app.clock.advance(std::time::Duration::from_millis(2 * DAY_MS.unsigned_abs() + 31 * 60_000));
        differences::look_at_last_days(&app).await.unwrap();
        fay.browser.post("/api/sign-in", office.credentials(&fay)).await.expect(200);
        let list = fay.browser.get("/api/settlements?state=open").await.expect(200);
        // A running server may have looked at the day before.
        let days = list["days"].as_array().unwrap().iter().filter(|row| row["day"] == day.as_str());
        let states: Vec<_> = days.map(|row| (&row["partner"], &row["state"], &row["open"])).collect();
        assert_eq!(states, [(&json!("northpay"), &json!("differs"), &json!(2))], "Meridian has had no payment");
        let open = list["differences"].as_array().unwrap();
        assert_eq!((open.len(), &open[0]["kind"], &open[0]["here"]), (2, &json!("state"), &json!("pending")));
        assert_eq!(cashbox::check(&app.db).await.unwrap().len(), 1, "the books are not in order");
        let path = |row: &Value| format!("/api/settlements/differences/{}/explain", row["id"].as_str().unwrap());
        let explained = fay.browser.post(&path(&open[0]), json!({ "reason": "told late" })).await.expect(200);
        assert_eq!(explained["explanation"], "told late");
        let again = fay.browser.post(&path(&open[0]), json!({ "reason": "no" })).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "difference_settled"));
        // The resolver hears of both; then the day agrees.
        payments.later(60).await;
        let check = json!({ "partner": "northpay", "day": day });
        assert_eq!(fay.browser.post("/api/settlements/check", check).await.status.as_u16(), 204);
        let list = fay.browser.get("/api/settlements?state=open").await.expect(200);
        let row = list["days"].as_array().unwrap().iter().find(|row| row["day"] == day.as_str()).unwrap();
        assert_eq!((list["differences"].as_array().unwrap().len(), &row["state"]), (0, &json!("agrees")));
        let settled = fay.browser.get("/api/settlements?state=settled").await.expect(200);
        assert!(settled["differences"].as_array().unwrap().iter().all(|row| row["gone_at"].is_string()));
        let early = json!({ "partner": "northpay", "day": Date::of(app.clock.now()).to_string() });
        assert_eq!(fay.browser.post("/api/settlements/check", early).await.status.as_u16(), 422);
        payments.close().await;
    }
}
