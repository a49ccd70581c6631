//! What a player takes out before and after being verified.

use croupier_server::player::IdentityCheck;
use croupier_server::verification::set_check;
use futures_util::future::join_all;
use serde_json::json;

use crate::cashbox::payment_kit::{Answer, PaymentKit, Shopper, card};

/// What the licence of the tests' players lets out in euros, in subunits.
const MAX: i64 = 200_000;

/// Notes that the player is verified, or no longer.
pub async fn set_verified(payments: &PaymentKit, shopper: &Shopper, verified: bool) {
    let (db, now) = (&payments.kit.app.db, payments.kit.app.clock.now());
    let changed = set_check(db, shopper.id, IdentityCheck::Staff, verified, ("Ann", ""), now).await.unwrap();
    assert!(changed);
}

fn needs_verification(answer: &Answer) -> bool {
    let code = &answer.body["errors"]["amount_cents"][0]["code"];
    answer.status == 422 && *code == json!("cashout_needs_verification")
}

on_each_engine! {
    async fn an_unverified_player_takes_out_a_sum_in_all(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 400_000).await;
        let first = payments.cashout(&ada, "1", 150_000).await;
        assert!(needs_verification(&payments.pay(&ada, "2", &card("cashout", 50_001)).await));
        payments.later(10).await;
        payments.settled(&ada, &first, "succeeded").await;
        assert!(needs_verification(&payments.pay(&ada, "3", &card("cashout", 50_001)).await));
        let second = payments.cashout(&ada, "4", 50_000).await;
        assert!(needs_verification(&payments.pay(&ada, "5", &card("cashout", 2_000)).await));
        // What comes back has not been taken out.
        let recall = format!("/api/player/payments/{}/recall", second["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &json!(null)).await.status, 200);
        payments.cashout(&ada, "6", 50_000).await;
        assert!(needs_verification(&payments.pay(&ada, "7", &card("cashout", 2_000)).await));
        set_verified(&payments, &ada, true).await;
        payments.cashout(&ada, "8", 100_000).await;
        set_verified(&payments, &ada, false).await;
        assert!(needs_verification(&payments.pay(&ada, "9", &card("cashout", 2_000)).await));
        assert_eq!(payments.pay(&ada, "8", &card("cashout", 100_000)).await.status, 201, "a repeated call");
        payments.close().await;
    }

    async fn cashouts_at_once_stay_within_the_sum(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 450_000).await;
        let keys: Vec<_> = (0..6).map(|n| format!("k{n}")).collect();
        let body = card("cashout", 70_000);
        let answers = join_all(keys.iter().map(|key| payments.pay(&ada, key, &body))).await;
        let paid = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(paid, usize::try_from(MAX / 70_000).unwrap());
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert!(needs_verification(answer), "{answer:?}");
        }
        payments.close().await;
    }

    async fn the_sum_is_one_for_all_wallets(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 400_000).await;
        assert_eq!(payments.post(&ada, "/api/player/accounts", &json!({ "currency": "USD" })).await.status, 201);
        let in_usd = |action: &str, amount: i64| {
            let mut body = card(action, amount);
            body["currency"] = json!("USD");
            body
        };
        let deposit = payments.pay(&ada, "usd", &in_usd("deposit", 400_000)).await.body;
        payments.checkout(&deposit, "approve").await;
        payments.settled(&ada, &deposit, "succeeded").await;
        // Three quarters of the sum in euros leave a quarter of that in dollars, 550.
        let first = payments.cashout(&ada, "1", 150_000).await;
        assert!(needs_verification(&payments.pay(&ada, "2", &in_usd("cashout", 55_001)).await));
        assert_eq!(payments.pay(&ada, "3", &in_usd("cashout", 55_000)).await.status, 201);
        assert!(needs_verification(&payments.pay(&ada, "4", &card("cashout", 2_000)).await));
        // What comes back makes room in every wallet.
        let recall = format!("/api/player/payments/{}/recall", first["id"].as_str().unwrap());
        assert_eq!(payments.post(&ada, &recall, &json!(null)).await.status, 200);
        assert_eq!(payments.pay(&ada, "5", &in_usd("cashout", 110_000)).await.status, 201);
        assert!(needs_verification(&payments.pay(&ada, "6", &card("cashout", 50_001)).await));
        assert_eq!(payments.pay(&ada, "7", &card("cashout", 50_000)).await.status, 201);
        payments.close().await;
    }

    async fn cashouts_at_once_from_two_wallets_stay_within_the_sum(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 400_000).await;
        assert_eq!(payments.post(&ada, "/api/player/accounts", &json!({ "currency": "USD" })).await.status, 201);
        let in_usd = |action: &str, amount: i64| {
            let mut body = card(action, amount);
            body["currency"] = json!("USD");
            body
        };
        let deposit = payments.pay(&ada, "usd", &in_usd("deposit", 400_000)).await.body;
        payments.checkout(&deposit, "approve").await;
        payments.settled(&ada, &deposit, "succeeded").await;
        // Either is more than half of the sum.
        let (euros, dollars) = (card("cashout", 110_000), in_usd("cashout", 121_000));
        let answers =
            tokio::join!(payments.pay(&ada, "1", &euros), payments.pay(&ada, "2", &dollars), payments.pay(&ada, "3", &euros), payments.pay(&ada, "4", &dollars));
        let answers = [answers.0, answers.1, answers.2, answers.3];
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| needs_verification(answer)).count(), 3, "{answers:?}");
        payments.close().await;
    }
}
