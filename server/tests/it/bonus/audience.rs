//! Offers for some: shown and given to them alone, wherever offers are.

use croupier_db::log;
use croupier_ledger::Fact;
use serde_json::json;

use super::additional::join;
use super::deposits::choose;
use super::*;
use crate::cashbox::payment_kit::PaymentKit;

/// Each is for somebody else.
const SOME: &str = r#"
    [[offer]]
    code = "CLUB"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "club"
    title = { en = "Club" }
    percent = 100
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 1000, deposit_min = 2000 }
    audience = { groups = [258], excluded_groups = [100] }

    [[offer]]
    code = "NORTH"
    trigger = "deposit"
    kind = "Deposit bonus"
    group_key = "north"
    title = { en = "North" }
    percent = 100
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 1000, deposit_min = 2000 }
    audience = { excluded_countries = ["CA"] }

    [[offer]]
    code = "PORT"
    trigger = "registration"
    kind = "NonDeposit"
    group_key = "port"
    title = { en = "Port" }
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 300 }
    audience = { brands = ["marina"] }

    [[offer]]
    code = "BACK"
    trigger = "cashback"
    kind = "Cashback"
    group_key = "back"
    title = { en = "Back" }
    period = "week"
    percent = 10
    activatable_hours = 24
    amounts.EUR = { amount = 500, loss_min = 100 }
    audience = { groups = [258] }

    [[offer]]
    code = "LETTER"
    trigger = "coupon"
    coupon = "LETTER"
    kind = "NonDeposit"
    group_key = "letter"
    title = { en = "Letter" }
    wager = 10
    activatable_hours = 24
    amounts.EUR = { amount = 300 }
    audience = { groups = [258], licences = ["NOBODY", "CW", "GCB"] }
"#;

/// The codes of the deposit bonuses on offer and the addresses of the pages.
async fn on_show(browser: &Browser) -> (Vec<String>, Vec<String>) {
    let listed = async |path: &str, field: &str| -> Vec<String> {
        let all = browser.get(path).await.expect(200);
        all.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
    };
    (listed("/api/bonuses/deposit", "code").await, listed("/api/bonuses/offers", "slug").await)
}

/// Confirms the address of a player, and waits until the gifts for that are there.
async fn gifts_of_confirmed(kit: &Kit, browser: &Browser, player: i64) -> Vec<String> {
    let mut tx = kit.app.db.begin().await.unwrap();
    let fact = Fact { kind: "player.email_confirmed", body: "{}".to_owned() };
    log::append(&kit.app.db, &mut tx, player, kit.app.clock.now(), &[fact]).await.unwrap();
    tx.commit().await.unwrap();
    kit.app.db.notify_all();
    Kit::until("the gifts of a new player", async || {
        let all = browser.get("/api/player/bonuses").await.expect(200);
        let titles: Vec<String> =
            all.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect();
        // The last offer of the file is for everybody.
        titles.iter().any(|title| title == "Hello").then_some(titles)
    })
    .await
}

on_both_engines! {
    async fn an_offer_for_members_is_for_them_wherever_offers_are(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        offer(&kit, SOME);
        let choose = async |code: &str| browser.patch("/api/player/set_bonus_code", json!({ "deposit_bonus_code": code })).await;
        let redeem = async || browser.post("/api/bonuses/coupon", json!({ "coupon_code": "LETTER" })).await.expect(200)["status"].clone();
        let cashback = async || browser.get("/api/player/cashback").await.expect(200).as_array().unwrap().len();
        let (codes, slugs) = on_show(&browser).await;
        assert_eq!((codes, slugs), (vec!["FIRST".to_owned()], vec!["first".to_owned(), "hello".to_owned()]));
        for code in ["CLUB", "NORTH"] {
            assert_eq!(choose(code).await.field("deposit_bonus_code"), ["deposit_bonus_code_restricted"], "{code}");
        }
        assert_eq!(redeem().await, "restricted");
        assert_eq!(cashback().await, 0);
        join(&kit, player_id, 258).await;
        assert_eq!(cashback().await, 1);
        let (codes, slugs) = on_show(&browser).await;
        assert_eq!(codes, ["CLUB", "FIRST"], "and none that is for another country");
        assert_eq!(slugs, ["club", "first", "hello"]);
        choose("CLUB").await.expect(204);
        assert_eq!(redeem().await, "activated");
        join(&kit, player_id, 100).await;
        assert_eq!(on_show(&browser).await.0, ["FIRST"], "left out, member or not");
        browser.delete("/api/player/clear_bonus_code").await.expect(204);
        assert_eq!(choose("CLUB").await.field("deposit_bonus_code"), ["deposit_bonus_code_restricted"]);
    }

    async fn a_brand_has_gifts_for_its_own_new_players(kit: Kit) {
        offer(&kit, SOME);
        let marina = kit.browser().with("host", "marina.localhost");
        let reported = async |browser: &Browser| -> Vec<String> {
            let all = browser.get("/api/bonuses/registration").await.expect(200);
            all.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!((reported(&kit.browser()).await, reported(&marina).await), (vec!["HELLO".to_owned()], vec!["PORT".to_owned(), "HELLO".to_owned()]));
        let signs_up = async |browser: &Browser, email: &str, code: &str| {
            let form = crate::browser::form_with(email, json!({ "deposit_bonus_code": code }));
            browser.post("/api/users", json!({ "user": form })).await
        };
        for code in ["CLUB", "NORTH"] {
            let refused = signs_up(&marina, "mia@example.com", code).await;
            assert_eq!(refused.field("deposit_bonus_code"), ["VALIDATION.DEPOSIT_BONUS_CODE.NOT_ALLOWED"], "{code}");
        }
        let mia = signs_up(&marina, "mia@example.com", "FIRST").await.expect(201)["id"].as_i64().unwrap();
        assert_eq!(gifts_of_confirmed(&kit, &marina, mia).await, ["Hello", "Port"], "the newest first");
        let (bea, bea_id) = kit.player("bea@example.com").await;
        assert_eq!(gifts_of_confirmed(&kit, &bea, bea_id).await, ["Hello"]);
    }
}

on_each_engine! {
    async fn a_code_that_was_chosen_before_is_judged_again_when_the_deposit_comes(engine: Engine) {
        let payments = PaymentKit::start(engine).await;
        offer(&payments.kit, SOME);
        let ada = payments.player("EUR").await;
        join(&payments.kit, ada.id, 258).await;
        assert_eq!(choose(&payments, &ada, "CLUB").await.status, 204);
        join(&payments.kit, ada.id, 100).await;
        payments.fill(&ada, 5_000).await;
        // An award is written in the commit that credits its deposit.
        let bonuses = payments.get(&ada, "/api/player/bonuses").await.body;
        assert!(bonuses.as_array().unwrap().iter().all(|bonus| bonus["group_key"] != "club"), "{bonuses:#}");
        payments.close().await;
    }
}
