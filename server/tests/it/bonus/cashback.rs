//! Cashback: counted from the log, given once when its period is over.

use std::time::Duration;

use serde_json::json;

use super::*;

/// Ten percent of what a day loses, from a loss of ten euros on, five euros at most.
const DAILY: &str = r#"
    [[offer]]
    code = "DAILY"
    trigger = "cashback"
    kind = "Cashback"
    group_key = "cashback"
    title = { en = "Daily cashback", de = "Tägliches Cashback" }
    period = "day"
    percent = 10
    activatable_hours = 24
    amounts.EUR = { amount = 500, loss_min = 1000 }
"#;

const DAY: Duration = Duration::from_hours(24);

/// A player with cash, on a server that offers [`DAILY`].
async fn loser(kit: &Kit, cash: i64) -> (Browser, i64) {
    let (browser, id) = player(kit, cash).await;
    offer(kit, DAILY);
    (browser, id)
}

/// Loses exactly `amount` cents: by a bet of a partner's game that wins nothing.
async fn lose(kit: &Kit, player: i64, name: &str, amount: i64) {
    use croupier_ledger::{Action, Key, RoundRef};
    let system = kit.app.wallet.system_account("games:partner", EUR).await.unwrap();
    let key = Key::new("partner", name);
    let order = croupier_server::wallet::Order {
        key,
        fingerprint: key,
        player,
        currency: EUR,
        at: kit.app.clock.now(),
        action: Action::bet(RoundRef { key: Key::new("p", name), game: 1, system }, amount),
        facts: Vec::new(),
        attached: Vec::new(),
    };
    kit.app.wallet.submit(order).await.unwrap();
}

/// Waits until the running cashback has counted a loss.
pub(super) async fn counted(browser: &Browser, lost: i64) -> Value {
    Kit::until("the count of a loss", async || {
        let running = browser.get("/api/player/cashback").await.expect(200);
        (running[0]["lost_cents"] == lost).then(|| running[0].clone())
    })
    .await
}

async fn given(browser: &Browser) -> Vec<Value> {
    let all = browser.get("/api/player/bonuses").await.expect(200);
    all.as_array().unwrap().iter().filter(|one| one["type"] == "Cashback").cloned().collect()
}

/// The gift of the period that has ended.
pub(super) async fn gift_of_the_period(browser: &Browser) -> Value {
    Kit::until("cashback", async || given(browser).await.first().cloned()).await
}

on_both_engines! {
    async fn a_part_of_a_days_loss_comes_back_once(kit: Kit) {
        let (browser, id) = loser(&kit, 10_000).await;
        lose(&kit, id, "one", 3_000).await;
        lose(&kit, id, "two", 1_239).await;
        let running = counted(&browser, 4_239).await;
        assert_eq!((&running["amount_cents"], &running["percent"], &running["most_cents"]), (&json!(423), &json!(10), &json!(500)));
        assert_eq!(given(&browser).await, Vec::<Value>::new(), "the day is not over");
        kit.app.clock.advance(DAY + Duration::from_mins(2));
        let gift = gift_of_the_period(&browser).await;
        assert_eq!((&gift["amount_cents"], &gift["stage"], &gift["title"]), (&json!(423), &json!("issued"), &json!("Daily cashback")));
        let (before, _) = money(&kit, id).await;
        activate(&browser, "bonuses", gift["id"].as_str().unwrap()).await;
        assert_eq!(money(&kit, id).await, (before + 423, 0));
        // A day later nothing was lost, and nothing more comes of the first.
        kit.app.clock.advance(DAY);
        counted(&browser, 0).await;
        lose(&kit, id, "three", 999).await;
        counted(&browser, 999).await;
        kit.app.clock.advance(DAY);
        Kit::until("the end of the third day", async || {
            let sql = "SELECT COUNT(*) FROM cashback_period WHERE closed_at_ms IS NOT NULL";
            let closed: i64 = kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap();
            (closed == 2).then_some(())
        }).await;
        assert_eq!(given(&browser).await.len(), 1, "a loss below the least brings nothing");
        assert_sound(&kit).await;
    }

    async fn it_is_bounded_and_keeps_the_terms_of_its_period(kit: Kit) {
        let (browser, id) = loser(&kit, 50_000).await;
        lose(&kit, id, "one", 20_000).await;
        counted(&browser, 20_000).await;
        offer(&kit, &DAILY.replace("percent = 10", "percent = 1"));
        assert_eq!(counted(&browser, 20_000).await["amount_cents"], 500, "the day has its terms");
        kit.app.clock.advance(DAY + Duration::from_mins(2));
        assert_eq!(gift_of_the_period(&browser).await["amount_cents"], 500);
        lose(&kit, id, "two", 20_000).await;
        assert_eq!(counted(&browser, 20_000).await["amount_cents"], 200, "the next day has the new ones");
        assert_sound(&kit).await;
    }

    async fn two_servers_give_it_once(kit: Kit) {
        let (browser, id) = loser(&kit, 10_000).await;
        lose(&kit, id, "one", 2_000).await;
        counted(&browser, 2_000).await;
        kit.app.clock.advance(DAY + Duration::from_mins(2));
        let due = || bonus::due::carry_out(&kit.app);
        let all = futures_util::future::join_all((0..8).map(|_| due())).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        gift_of_the_period(&browser).await;
        assert_eq!(given(&browser).await.len(), 1);
        assert_sound(&kit).await;
    }

    async fn who_wants_no_bonuses_or_is_stopped_gets_none(kit: Kit) {
        let (browser, id) = loser(&kit, 10_000).await;
        lose(&kit, id, "one", 2_000).await;
        counted(&browser, 2_000).await;
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        assert_eq!(browser.get("/api/player/cashback").await.expect(200), json!([]));
        kit.app.clock.advance(DAY + Duration::from_mins(2));
        Kit::until("the end of the day", async || {
            let sql = "SELECT COUNT(*) FROM cashback_period WHERE closed_at_ms IS NOT NULL";
            let closed: i64 = kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap();
            (closed == 1).then_some(())
        }).await;
        assert_eq!(given(&browser).await, Vec::<Value>::new());
        assert_eq!(kit.browser().get("/api/player/cashback").await.status.as_u16(), 401);
        assert_sound(&kit).await;
    }

    async fn free_spins_and_bonus_money_lose_nothing(kit: Kit) {
        let (browser, id) = loser(&kit, 0).await;
        active(&kit, &browser, id, "PLAIN").await;
        let wheel = wheel(&kit, &browser).await;
        red(&wheel, "a", 100).await.expect(201);
        let bonus_id = browser.get("/api/player/bonuses").await.expect(200)[0]["id"].as_str().unwrap().to_owned();
        Kit::until("the count of the bet", async || {
            (find(&browser, "bonuses", &bonus_id).await["amount_wager_cents"] == 100).then_some(())
        }).await;
        assert_eq!(counted(&browser, 0).await["amount_cents"], 0);
    }
}
