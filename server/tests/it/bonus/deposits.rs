//! Bonuses that come with deposits, and what withdrawals do to them.

use axum::http::Method;
use serde_json::{Value, json};

use super::offer;
use crate::browser::{Browser, form_with};
use crate::cashbox::payment_kit::{PaymentKit, Shopper, card};
use crate::testkit::Kit;

pub(super) async fn choose(
    payments: &PaymentKit,
    who: &Shopper,
    code: &str,
) -> crate::cashbox::payment_kit::Answer {
    let body = json!({ "deposit_bonus_code": code });
    payments.call(who, Method::PATCH, "/api/player/set_bonus_code", &body, None).await
}

/// The newest bonus of the player once it is at `stage`.
pub(super) async fn newest(payments: &PaymentKit, who: &Shopper, stage: &str) -> Value {
    Kit::until(stage, async || {
        let all = payments.get(who, "/api/player/bonuses").await.body;
        (all[0]["stage"] == stage).then(|| all[0].clone())
    })
    .await
}

async fn chosen(payments: &PaymentKit, who: &Shopper) -> Value {
    payments.get(who, "/api/player").await.body["deposit_bonus_code"].clone()
}

on_each_engine! {
    async fn a_chosen_bonus_comes_with_the_deposit_that_fits(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, "");
        let ada = payments.player("EUR").await;
        assert_eq!(choose(&payments, &ada, "NONE").await.status, 422);
        assert_eq!(chosen(&payments, &ada).await, Value::Null);
        assert_eq!(choose(&payments, &ada, "FIRST").await.status, 204);
        assert_eq!(chosen(&payments, &ada).await, "FIRST");
        let offers = payments.get(&ada, "/api/bonuses/deposit").await.body;
        let codes: Vec<_> = offers.as_array().unwrap().iter().map(|one| (&one["code"], &one["chosen"])).collect();
        assert_eq!(codes, [(&json!("FIRST"), &json!(true))], "a hidden one is not shown");
        payments.fill(&ada, 5_000).await;
        let bonus = newest(&payments, &ada, "handle_bets").await;
        assert_eq!((&bonus["type"], &bonus["amount_cents"]), (&json!("Deposit bonus"), &json!(5_000)));
        assert_eq!(bonus["amount_wager_requirement_cents"], 300_000, "30 times bonus and deposit");
        assert_eq!(chosen(&payments, &ada).await, Value::Null);
        let wallet = payments.kit.app.wallet.get(ada.id, crate::bonus::EUR).await.unwrap().unwrap();
        assert_eq!((wallet.cash, wallet.bonus), (5_000, 5_000));
        assert_eq!(choose(&payments, &ada, "FIRST").await.status, 422, "it counts once");
        crate::bonus::assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn a_guest_chooses_the_bonus_of_the_first_deposit_with_the_account(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, "");
        let signs_up = async |email: &str, more: Value| {
            payments.kit.browser().post("/api/users", json!({ "user": form_with(email, more) })).await
        };
        for (code, why) in [("NONE", "no offer"), ("SECRET", "hidden"), ("HELLO", "no offer of a deposit")] {
            let refused = signs_up("ada@example.com", json!({ "deposit_bonus_code": code })).await;
            assert_eq!(refused.field("deposit_bonus_code"), ["VALIDATION.DEPOSIT_BONUS_CODE.NOT_ALLOWED"], "{why}");
        }
        let elsewhere = json!({ "deposit_bonus_code": "FIRST", "currency": "CAD" });
        let refused = signs_up("ada@example.com", elsewhere).await;
        assert_eq!(refused.field("deposit_bonus_code"), ["VALIDATION.DEPOSIT_BONUS_CODE.NOT_ALLOWED"]);
        let with = signs_up("ada@example.com", json!({ "deposit_bonus_code": "FIRST" })).await.expect(201);
        let without = signs_up("eva@example.com", json!({ "deposit_bonus_code": "" })).await.expect(201);
        assert_eq!((&with["deposit_bonus_code"], &without["deposit_bonus_code"]), (&json!("FIRST"), &Value::Null));
        payments.close().await;
    }

    async fn a_deposit_that_does_not_fit_leaves_the_choice(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, "");
        let ada = payments.player("EUR").await;
        assert_eq!(choose(&payments, &ada, "SECRET").await.status, 204);
        payments.fill(&ada, 1_900).await;
        assert_eq!(chosen(&payments, &ada).await, "SECRET");
        let off = json!({ "can_issue": false });
        let answer = payments.call(&ada, Method::PATCH, "/api/player/update_bonus_settings", &off, None).await;
        assert_eq!(answer.status, 204);
        payments.fill(&ada, 2_100).await;
        assert_eq!(payments.get(&ada, "/api/player/bonuses").await.body, json!([]));
        assert_eq!(payments.get(&ada, "/api/player").await.body["can_issue_bonuses"], false);
        let on = json!({ "can_issue": true });
        payments.call(&ada, Method::PATCH, "/api/player/update_bonus_settings", &on, None).await;
        payments.fill(&ada, 2_200).await;
        assert_eq!(newest(&payments, &ada, "handle_bets").await["amount_cents"], 1_000, "half of it, a thousand at most");
        for _ in 0..2 {
            let cleared = payments.call(&ada, Method::DELETE, "/api/player/clear_bonus_code", &Value::Null, None).await;
            assert_eq!(cleared.status, 204);
        }
        crate::bonus::assert_sound(&payments.kit).await;
        payments.close().await;
    }

    async fn a_withdrawal_cancels_what_its_terms_cancel_once_the_player_agrees(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, "");
        let ada = payments.player("EUR").await;
        choose(&payments, &ada, "FIRST").await;
        payments.fill(&ada, 5_000).await;
        newest(&payments, &ada, "handle_bets").await;
        let refused = payments.pay(&ada, "out", &card("cashout", 2_000)).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (409, &json!("bonus_active")));
        assert_eq!(newest(&payments, &ada, "handle_bets").await["amount_cents"], 5_000);
        let mut body = card("cashout", 2_000);
        body["cancel_bonus"] = json!(true);
        let paid = payments.pay(&ada, "out", &body).await;
        assert_eq!(paid.status, 201, "{}", paid.body);
        let ended = newest(&payments, &ada, "canceled").await;
        assert_eq!((&ended["ended_by"], &ended["forfeited_cents"]), (&json!("cashed_out"), &json!(5_000)));
        crate::bonus::assert_sound(&payments.kit).await;
        payments.close().await;
    }
}

on_both_engines! {
    async fn every_public_bonus_tells_whether_the_caller_can_get_it(kit: Kit) {
        let on_show = async |browser: &Browser| -> Vec<(String, bool)> {
            let offers = browser.get("/api/bonuses/offers?l=de").await.expect(200);
            let reported = |offer: &Value| {
                let (slug, available) = (offer["slug"].as_str().unwrap(), &offer["available"]);
                (slug.to_owned(), available.as_bool().unwrap())
            };
            offers.as_array().unwrap().iter().map(reported).collect()
        };
        let everything = |available| ["welcome", "reload50", "hello"].map(|slug| (slug.to_owned(), available));
        assert_eq!(on_show(&kit.browser()).await, everything(true));
        let offers = kit.browser().get("/api/bonuses/offers?l=de").await.expect(200);
        assert_eq!(offers[0]["deposit"]["title"], "Willkommensbonus");
        assert_eq!((&offers[2]["registration"]["type"], &offers[2]["deposit"]), (&json!("NonDeposit"), &Value::Null));
        let (browser, _) = kit.player("kim@example.com").await;
        assert_eq!(on_show(&browser).await, everything(true));
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        assert_eq!(on_show(&browser).await, everything(false));
    }
}
