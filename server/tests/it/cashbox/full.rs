//! Wallets that hold nearly the most that an amount can say.

use croupier_ledger::{Action, Key};
use croupier_money::{Currency, WIRE_MAX};
use croupier_server::ops::metrics_token;
use croupier_server::wallet::Order;
use serde_json::json;

use super::till::{Shopper, Till, card};
use crate::play::give;
use crate::testkit::Kit;

/// Takes `amount` out of the wallet without a payment.
async fn take(till: &Till, shopper: &Shopper, amount: i64) {
    let app = &till.kit.app;
    let house = app.wallet.house("adjustments", Currency::EUR).await.unwrap();
    let (key, action) = (Key::new("test", "take"), Action::Adjust { house, amount: -amount });
    let (player, currency, at) = (shopper.id, Currency::EUR, app.clock.now());
    let (facts, attached) = (Vec::new(), Vec::new());
    let order = Order { key, fingerprint: key, player, currency, at, action, facts, attached };
    app.wallet.submit(order).await.unwrap();
}

/// Sets what the free spins of a wallet have won, and what its open rounds may win, as if they had been played.
async fn set_aside(till: &Till, shopper: &Shopper, freespin_win: i64, win_room: i64) {
    let mut tx = till.kit.app.db.begin().await.unwrap();
    let sql = "UPDATE wallet SET freespin_win = $2, win_room = $3 WHERE player_id = $1";
    tx.execute(sql, vec![shopper.id.into(), freespin_win.into(), win_room.into()]).await.unwrap();
    tx.commit().await.unwrap();
}

/// The gauge that alarms.
async fn stuck(till: &Till) -> String {
    let token = metrics_token(&till.kit.app.secrets);
    let told = reqwest::Client::new().get(till.kit.url("/metrics")).bearer_auth(token).send().await.unwrap();
    let text = told.text().await.unwrap();
    let line = text.lines().find(|line| line.starts_with("croupier_payments_stuck ")).unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

on_each_engine! {
    async fn a_deposit_that_could_not_be_credited_is_refused_before_it_is_paid(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        give(&till.kit.app, ada.id, Currency::EUR, WIRE_MAX - 10_000).await;
        // Winnings of free spins that wait, and what open rounds may win, have their room in the wallet too.
        set_aside(&till, &ada, 2_000, 3_000).await;
        let too_much = till.pay(&ada, "too much", &card("deposit", 5_001)).await;
        assert_eq!(too_much.status, 422, "{}", too_much.body);
        assert!(too_much.body.to_string().contains("VALIDATION.BALANCE.MAX"), "{}", too_much.body);
        set_aside(&till, &ada, 0, 0).await;
        give(&till.kit.app, ada.id, Currency::EUR, 5_000).await;
        let wish = card("deposit", 1_000);
        let calls = (0..12).map(|n| {
            let (till, ada, wish) = (&till, &ada, &wish);
            async move { till.pay(ada, &format!("k{n}"), wish).await }
        });
        let answers = futures_util::future::join_all(calls).await;
        let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(made.len(), 5, "waiting deposits count as well");
        assert!(answers.iter().all(|answer| [201, 422].contains(&answer.status)), "{answers:?}");
        for payment in &made {
            till.checkout(&payment.body, "approve").await;
        }
        for payment in &made {
            till.settled(&ada, &payment.body, "succeeded").await;
        }
        assert_eq!(till.money(&ada, "EUR").await, (WIRE_MAX, 0));
        till.close().await;
    }

    async fn a_paid_deposit_that_does_not_fit_any_more_waits_and_alarms(engine: Engine) {
        let till = Till::start(engine).await;
        let ada = till.player("EUR").await;
        let payment = till.deposit(&ada, "k", 5_000).await;
        assert_eq!(stuck(&till).await, "0");
        give(&till.kit.app, ada.id, Currency::EUR, WIRE_MAX - 1_000).await;
        till.checkout(&payment, "approve").await;
        Kit::until("the alarm", async || (stuck(&till).await == "1").then_some(())).await;
        let path = format!("/api/player/payments/{}", payment["id"].as_str().unwrap());
        let shown = till.get(&ada, &path).await;
        assert_eq!((shown.status, &shown.body["amount_cents"]), (200, &json!(5_000)));
        assert_eq!(till.money(&ada, "EUR").await, (WIRE_MAX - 1_000, 0));
        take(&till, &ada, 100_000).await;
        till.later(4_000).await;
        till.settled(&ada, &payment, "succeeded").await;
        assert_eq!(till.money(&ada, "EUR").await, (WIRE_MAX - 96_000, 0));
        assert_eq!(stuck(&till).await, "0");
        till.close().await;
    }
}
