//! Wallets that hold nearly the most that an amount can say.

use croupier_ledger::{Action, Key};
use croupier_money::{Currency, WIRE_MAX};
use croupier_server::ops::metrics_token;
use croupier_server::wallet::Order;
use serde_json::json;

use super::payment_kit::{PaymentKit, Shopper, card};
use crate::play::give;
use crate::testkit::Kit;

/// Takes `amount` out of the wallet without a payment.
async fn take(payments: &PaymentKit, shopper: &Shopper, amount: i64) {
    let app = &payments.kit.app;
    let system = app.wallet.system_account("adjustments", Currency::EUR).await.unwrap();
    let (key, action) = (Key::new("test", "take"), Action::Adjust { system, amount: -amount });
    let (player, currency, at) = (shopper.id, Currency::EUR, app.clock.now());
    let (facts, attached) = (Vec::new(), Vec::new());
    let order = Order { key, fingerprint: key, player, currency, at, action, facts, attached };
    app.wallet.submit(order).await.unwrap();
}

/// Sets what the free spins of a wallet have won, and what its open rounds may win, as if they had been played.
async fn set_aside(payments: &PaymentKit, shopper: &Shopper, freespin_win: i64, win_room: i64) {
    let mut tx = payments.kit.app.db.begin().await.unwrap();
    let sql = "UPDATE wallet SET freespin_win = $2, win_room = $3 WHERE player_id = $1";
    tx.execute(sql, vec![shopper.id.into(), freespin_win.into(), win_room.into()]).await.unwrap();
    tx.commit().await.unwrap();
}

/// The gauge that alarms.
async fn stuck(payments: &PaymentKit) -> String {
    let token = metrics_token(&payments.kit.app.secrets);
    let reported =
        reqwest::Client::new().get(payments.kit.url("/metrics")).bearer_auth(token).send().await.unwrap();
    let text = reported.text().await.unwrap();
    let line = text.lines().find(|line| line.starts_with("croupier_payments_stuck ")).unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

on_each_engine! {
    async fn a_deposit_that_could_not_be_credited_is_refused_before_it_is_paid(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        give(&payments.kit.app, ada.id, Currency::EUR, WIRE_MAX - 10_000).await;
        // Winnings of free spins that wait, and what open rounds may win, have their room in the wallet too.
        set_aside(&payments, &ada, 2_000, 3_000).await;
        let too_much = payments.pay(&ada, "too much", &card("deposit", 5_001)).await;
        assert_eq!(too_much.status, 422, "{}", too_much.body);
        assert!(too_much.body.to_string().contains("VALIDATION.BALANCE.MAX"), "{}", too_much.body);
        set_aside(&payments, &ada, 0, 0).await;
        give(&payments.kit.app, ada.id, Currency::EUR, 5_000).await;
        let requested = card("deposit", 1_000);
        let calls = (0..12).map(|n| {
            let (payments, ada, requested) = (&payments, &ada, &requested);
            async move { payments.pay(ada, &format!("k{n}"), requested).await }
        });
        let answers = futures_util::future::join_all(calls).await;
        let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(made.len(), 5, "waiting deposits count as well");
        assert!(answers.iter().all(|answer| [201, 422].contains(&answer.status)), "{answers:?}");
        for payment in &made {
            payments.checkout(&payment.body, "approve").await;
        }
        for payment in &made {
            payments.settled(&ada, &payment.body, "succeeded").await;
        }
        assert_eq!(payments.money(&ada, "EUR").await, (WIRE_MAX, 0));
        payments.close().await;
    }

    async fn a_paid_deposit_that_does_not_fit_any_more_waits_and_alarms(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        let payment = payments.deposit(&ada, "k", 5_000).await;
        assert_eq!(stuck(&payments).await, "0");
        give(&payments.kit.app, ada.id, Currency::EUR, WIRE_MAX - 1_000).await;
        payments.checkout(&payment, "approve").await;
        Kit::until("the alarm", async || (stuck(&payments).await == "1").then_some(())).await;
        let path = format!("/api/player/payments/{}", payment["id"].as_str().unwrap());
        let shown = payments.get(&ada, &path).await;
        assert_eq!((shown.status, &shown.body["amount_cents"]), (200, &json!(5_000)));
        assert_eq!(payments.money(&ada, "EUR").await, (WIRE_MAX - 1_000, 0));
        take(&payments, &ada, 100_000).await;
        payments.later(4_000).await;
        payments.settled(&ada, &payment, "succeeded").await;
        assert_eq!(payments.money(&ada, "EUR").await, (WIRE_MAX - 96_000, 0));
        assert_eq!(stuck(&payments).await, "0");
        payments.close().await;
    }
}
