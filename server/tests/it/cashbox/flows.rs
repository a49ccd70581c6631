//! Ways to pay other than by card: wallets, vouchers, transfers and coins.

use axum::http::Method;
use croupier_ledger::StopReason;
use serde_json::{Value, json};

use super::payment_kit::{PaymentKit, Setup, Shopper, card};
use super::rules::content_with;
use crate::stops::stop;
use crate::testkit::Kit;

/// Blocks are found, and payouts settled, at the partner's panel only.
const BY_HAND: Setup = Setup { settles: false, ..Setup::USUAL };

/// Begins a deposit by another method than card.
async fn deposit_by(
    payments: &PaymentKit,
    shopper: &Shopper,
    key: &str,
    (method, currency): (&str, &str),
    amount: i64,
) -> Value {
    let body = json!({
        "action": "deposit", "payment_method_id": method, "currency": currency, "amount_cents": amount,
    });
    let answer = payments.pay(shopper, key, &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

async fn confirmed(payments: &PaymentKit, ada: &Shopper, payment: &Value, count: i64) -> Value {
    let path = format!("/api/player/payments/{}", payment["id"].as_str().unwrap());
    Kit::until("confirmed", async || {
        let found = payments.get(ada, &path).await.body;
        (found["confirmations"] == count).then_some(found)
    })
    .await
}

fn cashout(method: &str, currency: &str, amount: i64, fields: &Value) -> Value {
    json!({
        "action": "cashout", "payment_method_id": method, "currency": currency, "amount_cents": amount,
        "fields": fields,
    })
}

on_each_engine! {
    async fn a_wallet_is_kept_and_paid_out_to(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let body = cashout("skrill", "EUR", 3_000, &json!({}));
        let early = payments.pay(&ada, "early", &body).await;
        assert_eq!(early.body["errors"]["profile_id"][0]["code"], "VALIDATION.PROFILE.REQUIRED");
        let payment = deposit_by(&payments, &ada, "in", ("skrill", "EUR"), 5_000).await;
        assert_eq!(payments.submit(&payment, "action=approve&account=ada@example.com").await, 303);
        payments.settled(&ada, &payment, "succeeded").await;
        let rows = payments.get(&ada, "/api/player/payment_methods?action=cashout").await.body;
        let kept: Vec<_> = rows.as_array().unwrap().iter().filter(|row| row["savedProfiles"] != json!([])).collect();
        assert_eq!((kept.len(), &kept[0]["id"]), (1, &json!("skrill")));
        assert_eq!(kept[0]["savedProfiles"][0]["masked"], "a***@example.com");
        let out = payments.pay(&ada, "out", &body).await;
        assert_eq!(out.status, 201, "{}", out.body);
        payments.later(10).await;
        payments.settled(&ada, &out.body, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (2_000, 0));
        payments.close().await;
    }

    async fn one_voucher_given_in_twice_at_once_is_credited_once(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let (ada, eve) = (payments.player("EUR").await, payments.player("EUR").await);
        let hers = deposit_by(&payments, &ada, "v", ("paysafecard", "EUR"), 5_000).await;
        let other = deposit_by(&payments, &eve, "v", ("paysafecard", "EUR"), 5_000).await;
        let form = "action=approve&account=TEST-77AA";
        let (a, b) = tokio::join!(payments.submit(&hers, form), payments.submit(&other, form));
        assert_eq!(a.max(b), 422);
        assert_eq!(a.min(b), 303);
        let (winner, payment) = if a == 303 { (&ada, &hers) } else { (&eve, &other) };
        payments.settled(winner, payment, "succeeded").await;
        let sum = payments.money(&ada, "EUR").await.0 + payments.money(&eve, "EUR").await.0;
        assert_eq!(sum, 5_000);
        payments.close().await;
    }

    async fn a_transfer_waits_for_days_and_credits_what_it_brings(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let mut ada = payments.player("EUR").await;
        for (key, received, credited) in [("part", 3_200, 3_200), ("more", 7_000, 10_200)] {
            let payment = deposit_by(&payments, &ada, key, ("inpay", "EUR"), 5_000).await;
            payments.checkout(&payment, "later").await;
            payments.settled(&ada, &payment, "processing").await;
            payments.later(3 * 24 * 3_600).await;
            // Nobody stays signed in for days.
            ada = payments.sign_in(&ada, Some(&ada)).await;
            assert_eq!(payments.payment(&ada, &payment).await["state"], "processing");
            let settle = json!({"status": "succeeded", "received": received});
            assert_eq!(payments.panel(&payment, "settle", &settle).await.status, 200);
            let done = payments.settled(&ada, &payment, "succeeded").await;
            assert_eq!((&done["amount_cents"], &done["requested_cents"]), (&json!(received), &json!(5_000)));
            assert_eq!(payments.money(&ada, "EUR").await, (credited, 0));
            let again = payments.panel(&payment, "webhook", &json!({"kind": "resend", "copies": 5})).await;
            assert_eq!(again.body["answers"], json!([204, 204, 204, 204, 204]));
            assert_eq!(payments.money(&ada, "EUR").await, (credited, 0));
        }
        payments.close().await;
    }

    async fn a_card_cannot_bring_another_amount(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        let report = json!({"type": "payment.succeeded", "data": {
            "id": payments.partner_id(&payment).await, "merchant_ref": payment["id"], "type": "deposit", "amount": 5_000,
            "currency": "EUR", "status": "succeeded", "received": 5_001,
        }});
        assert_eq!(payments.signed_webhook("msg_1", &report).await, 409);
        assert_eq!(payments.money(&ada, "EUR").await, (0, 0));
        payments.close().await;
    }

    async fn a_coin_is_told_block_by_block_and_credited_once(engine: Engine) {
        let payments = PaymentKit::start_with(engine, BY_HAND).await;
        let ada = payments.player("BTC").await;
        let payment = deposit_by(&payments, &ada, "k", ("bitcoin", "BTC"), 150_000).await;
        assert_eq!(payments.submit(&payment, "action=seen&received=0.0012").await, 303);
        let seen = payments.settled(&ada, &payment, "processing").await;
        assert_eq!((&seen["confirmations"], &seen["confirmations_needed"]), (&json!(0), &json!(3)));
        let id = payments.partner_id(&payment).await;
        for count in 1..=2 {
            assert_eq!(payments.panel(&payment, "confirm", &json!({})).await.status, 200);
            confirmed(&payments, &ada, &payment, count).await;
            assert_eq!(payments.money(&ada, "BTC").await, (0, 0));
        }
        // An older message comes late.
        let late = json!({"type": "payment.processing", "data": {
            "id": id, "merchant_ref": payment["id"], "type": "deposit", "amount": 150_000, "currency": "BTC",
            "status": "processing", "received": 120_000, "confirmations": 1, "confirmations_needed": 3,
        }});
        assert_eq!(payments.signed_webhook("msg_late", &late).await, 204);
        assert_eq!(payments.payment(&ada, &payment).await["confirmations"], 2);
        assert_eq!(payments.panel(&payment, "confirm", &json!({})).await.status, 200);
        let done = payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!((&done["amount_cents"], &done["requested_cents"]), (&json!(120_000), &json!(150_000)));
        assert_eq!(done["confirmations"], 3);
        assert_eq!(payments.money(&ada, "BTC").await, (120_000, 0));
        assert_eq!(payments.reported().await, ["pending", "processing", "processing", "processing", "succeeded"]);
        let other = json!({"type": "payment.succeeded", "data": {
            "id": id, "merchant_ref": payment["id"], "type": "deposit", "amount": 150_000, "currency": "BTC",
            "status": "succeeded", "received": 150_000, "confirmations": 3, "confirmations_needed": 3,
        }});
        assert_eq!(payments.signed_webhook("msg_other", &other).await, 409, "what was credited stays");
        let more = "SELECT COUNT(*) FROM payment WHERE contradicted = 'succeeded'";
        assert_eq!(payments.count(more).await, 1, "that more has come is kept for people");
        assert_eq!(payments.money(&ada, "BTC").await, (120_000, 0));
        payments.close().await;
    }

    async fn a_coin_is_found_when_no_webhook_arrives(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { webhooks: false, settles: false, ..Setup::USUAL }).await;
        let ada = payments.player("ETH").await;
        let payment = deposit_by(&payments, &ada, "k", ("ethereum", "ETH"), 2_000_000).await;
        payments.submit(&payment, "action=seen").await;
        payments.panel(&payment, "confirm", &json!({})).await;
        payments.later(15).await;
        assert_eq!(payments.payment(&ada, &payment).await["confirmations"], 1);
        payments.panel(&payment, "confirm", &json!({})).await;
        payments.panel(&payment, "confirm", &json!({})).await;
        payments.later(3_600).await;
        assert_eq!(payments.money(&ada, "ETH").await, (2_000_000, 0));
        payments.close().await;
    }

    async fn coins_for_a_stopped_player_are_kept_in_the_wallet(engine: Engine) {
        let payments = PaymentKit::start_with(engine, BY_HAND).await;
        let ada = payments.player("BTC").await;
        let payment = deposit_by(&payments, &ada, "k", ("bitcoin", "BTC"), 150_000).await;
        stop(&payments.kit.app, ada.id, StopReason::Operator).await;
        let seen = json!({"received": 140_000});
        assert_eq!(payments.panel(&payment, "seen", &seen).await.status, 200);
        for _ in 0..3 {
            assert_eq!(payments.panel(&payment, "confirm", &json!({})).await.status, 200);
        }
        Kit::until("credited", async || (payments.money(&ada, "BTC").await == (140_000, 0)).then_some(())).await;
        payments.close().await;
    }

    async fn a_cashout_goes_where_its_method_pays(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 90_000).await;
        let good = "DE89370400440532013000";
        for (method, fields, field, code) in [
            ("bank_transfer", json!({}), "iban", "VALIDATION.IBAN.REQUIRED"),
            ("bank_transfer", json!({"iban": "DE89370400440532013001"}), "iban", "VALIDATION.IBAN.INVALID"),
            ("bank_transfer", json!({"iban": "4242424242424242"}), "iban", "VALIDATION.CARD.NOT_HERE"),
            ("bank_transfer", json!({"iban": good, "address": "x"}), "address", "VALIDATION.ADDRESS.INVALID"),
            ("paysafecard", json!({"iban": good}), "iban", "VALIDATION.IBAN.INVALID"),
            ("paysafecard", json!({}), "account", "VALIDATION.ACCOUNT.REQUIRED"),
            ("paysafecard", json!({"account": "ada"}), "account", "VALIDATION.ACCOUNT.INVALID"),
            ("visa_mastercard", json!({"iban": good}), "iban", "VALIDATION.IBAN.INVALID"),
        ] {
            let refused = payments.pay(&ada, "k", &cashout(method, "EUR", 3_000, &fields)).await;
            assert_eq!(refused.status, 422, "{method} {fields}: {}", refused.body);
            assert_eq!(refused.body["errors"][field][0]["code"], code, "{method} {fields}");
        }
        for (key, method, fields) in [
            ("bank", "bank_transfer", json!({"iban": "de89 3704 0044 0532 0130 00"})),
            ("voucher", "paysafecard", json!({"account": "ada@example.com"})),
        ] {
            let out = payments.pay(&ada, key, &cashout(method, "EUR", 3_000, &fields)).await;
            assert_eq!(out.status, 201, "{}", out.body);
            payments.later(10).await;
            payments.settled(&ada, &out.body, "succeeded").await;
        }
        assert_eq!(payments.count("SELECT COUNT(*) FROM payment WHERE address = 'DE89370400440532013000'").await, 1);
        assert_eq!(payments.money(&ada, "EUR").await, (84_000, 0));
        payments.close().await;
    }

    async fn a_lithuanian_iban_is_refused_and_its_player_marked(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 9_000).await;
        let is_marked = async || {
            let player = payments.get(&ada, "/api/player").await.body;
            player["statuses"].as_array().unwrap().iter().any(|status| status["id"] == "group_1101")
        };
        assert!(!is_marked().await);
        for iban in ["LT121000011101001000", "lt12"] {
            let refused = payments.pay(&ada, iban, &cashout("inpay", "EUR", 3_000, &json!({"iban": iban}))).await;
            assert_eq!((refused.status, &refused.body["errors"]["iban"][0]["code"]), (422, &json!("VALIDATION.IBAN.LT")));
            assert!(is_marked().await);
        }
        assert_eq!(payments.money(&ada, "EUR").await, (9_000, 0));
        payments.close().await;
    }

    async fn every_coin_goes_to_its_own_addresses(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("USDT").await;
        let payment = deposit_by(&payments, &ada, "in", ("tether", "USDT"), 90_000_000).await;
        payments.checkout(&payment, "approve").await;
        payments.settled(&ada, &payment, "succeeded").await;
        let bitcoin = json!({"address": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"});
        let refused = payments.pay(&ada, "k", &cashout("tether", "USDT", 25_000_000, &bitcoin)).await;
        assert_eq!(refused.body["errors"]["address"][0]["code"], "VALIDATION.ADDRESS.INVALID");
        let own = json!({"address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"});
        for (amount, code) in [(24_990_000, "VALIDATION.AMOUNT.MIN"), (4_000_010_000, "VALIDATION.AMOUNT.MAX")] {
            let refused = payments.pay(&ada, "k", &cashout("tether", "USDT", amount, &own)).await;
            assert_eq!(refused.body["errors"]["amount_cents"][0]["code"], code);
        }
        let out = payments.pay(&ada, "out", &cashout("tether", "USDT", 25_000_000, &own)).await;
        assert_eq!(out.status, 201, "{}", out.body);
        payments.later(10).await;
        payments.settled(&ada, &out.body, "succeeded").await;
        payments.close().await;
    }

    async fn blocked_cards_pay_nothing_new_and_nothing_kept(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 9_000).await;
        let content = content_with(&payments, "payment_methods.toml", "blocked_bins = []", "blocked_bins = [\"424242\"]");
        payments.kit.app.cashbox.reload_methods(content.path()).unwrap();
        let payment = payments.deposit(&ada, "new", 5_000).await;
        let form = "action=approve&number=4242+4242+4242+4242&expiry=12%2F40&cvv=123&holder=ADA+BYRON";
        assert_eq!(payments.submit(&payment, form).await, 422);
        let rows = payments.call(&ada, Method::GET, "/api/player/payment_methods?action=deposit", &Value::Null, None).await;
        let kept = rows.body[0]["savedProfiles"][0]["id"].clone();
        let mut body = card("deposit", 5_000);
        body["profile_id"] = kept;
        let refused = payments.pay(&ada, "kept", &body).await;
        assert_eq!(refused.body["errors"]["profile_id"][0]["code"], "VALIDATION.CARD.BIN_BLOCKED");
        let out = payments.cashout(&ada, "out", 3_000).await;
        payments.later(10).await;
        payments.settled(&ada, &out, "succeeded").await;
        payments.close().await;
    }
}
