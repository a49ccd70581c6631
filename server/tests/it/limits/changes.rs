//! Stricter at once, looser after a mail and a delay.

use croupier_ledger::{LimitKind, LimitPeriod};
use croupier_money::Currency;
use serde_json::{Value, json};

use super::{assert_sound, cap, confirm, count, later, limit, set, tokens};
use crate::browser::Browser;
use crate::content::{copied, write};
use crate::testkit::Kit;
use crate::wallet::limits_of;

fn in_code(code: &str) -> Currency {
    code.parse().unwrap()
}

async fn held(kit: &Kit, player: i64, currency: Currency) -> Vec<(LimitKind, LimitPeriod, i64)> {
    let limits = limits_of(&kit.app, player, currency).await;
    limits.iter().map(|limit| (limit.kind, limit.period, limit.cap)).collect()
}

async fn remove(browser: &Browser, id: &Value) -> crate::browser::Answer {
    browser.delete(&format!("/api/user_limits/{}", id.as_str().unwrap())).await
}

on_both_engines! {
    async fn a_stricter_limit_holds_at_once_and_a_looser_one_waits(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        let held = async || held(&kit, player, Currency::EUR).await;
        set(&browser, cap("loss", "day", 1_000)).await.expect(201);
        set(&browser, cap("loss", "day", 500)).await.expect(200);
        assert_eq!(held().await, [(LimitKind::Loss, LimitPeriod::Day, 500)]);
        let asked = set(&browser, cap("loss", "day", 2_000)).await.expect(200);
        assert_eq!((&asked["status"], &asked["changes"][0]["amount_cents"]), (&json!("pending"), &json!(2_000)));
        assert_eq!(held().await, [(LimitKind::Loss, LimitPeriod::Day, 500)], "the old amount counts");
        let token = tokens(&kit).await.pop().unwrap();
        let confirmed = confirm(&kit, &token).await.expect(200);
        assert_eq!(confirmed["effective_at"], "2026-01-02T00:00:00.000Z");
        assert_eq!(confirm(&kit, &token).await.field("token"), ["VALIDATION.TOKEN.INVALID"], "a token works once");
        assert_eq!(later(&kit, 23).await, 0);
        assert_eq!(held().await, [(LimitKind::Loss, LimitPeriod::Day, 500)]);
        assert_eq!(later(&kit, 1).await, 1);
        assert_eq!(held().await, [(LimitKind::Loss, LimitPeriod::Day, 2_000)]);
        assert_eq!(limit(&browser, "loss").await["changes"], json!([]));
        assert_eq!(later(&kit, 1).await, 0, "a change comes into force once");
        assert_sound(&kit).await;
    }

    async fn a_raise_waits_for_the_end_of_the_running_window(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        set(&browser, cap("wager", "week", 100)).await.expect(201);
        later(&kit, 48).await;
        set(&browser, cap("wager", "week", 200)).await.expect(200);
        let confirmed = confirm(&kit, &tokens(&kit).await.pop().unwrap()).await.expect(200);
        assert_eq!(confirmed["effective_at"], "2026-01-08T00:00:00.000Z");
    }

    async fn a_removal_waits_like_a_raise(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        let made = set(&browser, cap("deposit", "day", 1_000)).await.expect(201);
        let asked = remove(&browser, &made["id"]).await.expect(200);
        assert_eq!((&asked["status"], &asked["changes"][0]["removes"]), (&json!("pending"), &json!(true)));
        later(&kit, 1).await;
        confirm(&kit, &tokens(&kit).await.pop().unwrap()).await.expect(200);
        assert_eq!(held(&kit, player, Currency::EUR).await.len(), 1);
        assert_eq!(later(&kit, 24).await, 1);
        assert_eq!(held(&kit, player, Currency::EUR).await, []);
        assert_eq!(browser.get("/api/user_limits").await.expect(200), json!([]));
        set(&browser, cap("deposit", "day", 10)).await.expect(201);
        assert_sound(&kit).await;
    }

    async fn a_raise_asked_in_two_tabs_counts_once(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 100)).await.expect(201);
        let asks = (0..8).map(|_| set(&browser, cap("loss", "day", 900)));
        for answer in futures_util::future::join_all(asks).await {
            answer.expect(200);
        }
        assert_eq!(count(&kit, "SELECT COUNT(*) FROM user_limit_change").await, 1);
        let token = tokens(&kit).await;
        assert_eq!(token.len(), 1, "one mail");
        let confirms = (0..20).map(|_| confirm(&kit, &token[0]));
        let answers = futures_util::future::join_all(confirms).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(later(&kit, 24).await, 1);
    }

    async fn what_is_stricter_or_taken_back_ends_what_waits(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        let made = set(&browser, cap("loss", "day", 100)).await.expect(201);
        set(&browser, cap("loss", "day", 900)).await.expect(200);
        set(&browser, cap("loss", "day", 80)).await.expect(200);
        assert_eq!(confirm(&kit, &tokens(&kit).await[0]).await.status, 422, "replaced by a stricter one");
        let asked = set(&browser, cap("loss", "day", 700)).await.expect(200);
        let (id, change) = (made["id"].as_str().unwrap(), asked["changes"][0]["id"].as_str().unwrap());
        let path = format!("/api/user_limits/{id}/changes/{change}");
        let kept = browser.delete(&path).await.expect(200);
        assert_eq!(kept["status"], "active");
        browser.delete(&path).await.expect(404);
        let (_, tokens) = (later(&kit, 1).await, tokens(&kit).await);
        assert_eq!(confirm(&kit, tokens.last().unwrap()).await.status, 422, "taken back");
        assert_eq!(later(&kit, 48).await, 0);
        assert_eq!(held(&kit, player, Currency::EUR).await, [(LimitKind::Loss, LimitPeriod::Day, 80)]);
    }

    async fn a_stricter_cap_ends_a_removal_that_waits(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        let made = set(&browser, cap("loss", "day", 1_000)).await.expect(201);
        remove(&browser, &made["id"]).await.expect(200);
        confirm(&kit, &tokens(&kit).await.pop().unwrap()).await.expect(200);
        set(&browser, cap("loss", "day", 100)).await.expect(200);
        assert_eq!(later(&kit, 48).await, 0);
        assert_eq!(held(&kit, player, Currency::EUR).await, [(LimitKind::Loss, LimitPeriod::Day, 100)]);
    }

    async fn a_mailbox_gets_so_many_mails_a_day_at_most(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 100)).await.expect(201);
        for more in 1..=20 {
            set(&browser, cap("loss", "day", 1_000 + more)).await.expect(200);
        }
        assert_eq!(set(&browser, cap("loss", "day", 2_000)).await.status, 429);
        assert_eq!(tokens(&kit).await.len(), 20);
        assert_eq!(limit(&browser, "loss").await["changes"][0]["amount_cents"], 1_020, "nothing is half written");
        set(&browser, cap("loss", "day", 50)).await.expect(200);
    }

    async fn limit_calls_at_once_do_not_hold_each_other_up(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 100_000)).await.expect(201);
        // More than the pool of connections has, on one lane.
        let calls = (0..28).map(|_| set(&browser, cap("loss", "day", 99_000)));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
        assert_eq!(held(&kit, player, Currency::EUR).await.len(), 1);
    }

    async fn a_mail_that_nobody_answers_is_over_after_a_day(kit: Kit) {
        let (browser, _) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 100)).await.expect(201);
        set(&browser, cap("loss", "day", 900)).await.expect(200);
        later(&kit, 24).await;
        assert_eq!(confirm(&kit, &tokens(&kit).await[0]).await.status, 422);
        assert_eq!(limit(&browser, "loss").await["status"], "active");
        assert_eq!(confirm(&kit, "nobody's").await.status, 422);
    }

    async fn a_limit_is_one_of_the_player_in_every_wallet(kit: Kit) {
        let (browser, player) = kit.player("player@example.com").await;
        let open = async |currency: Currency| {
            let mut tx = kit.app.db.begin().await.unwrap();
            kit.app.wallet.open(&mut tx, player, currency).await.unwrap();
            tx.commit().await.unwrap();
        };
        open(in_code("USD")).await;
        let made = set(&browser, cap("deposit", "month", 10_000)).await.expect(201);
        assert_eq!(made["accounts"].as_array().unwrap().len(), 2, "{made:#}");
        let in_dollars = held(&kit, player, in_code("USD")).await[0].2;
        assert!(in_dollars > 5_000 && in_dollars < 20_000 && in_dollars != 10_000, "{in_dollars}");
        open(in_code("BTC")).await;
        assert_eq!(limit(&browser, "deposit").await["accounts"].as_array().unwrap().len(), 3);
        assert!(held(&kit, player, in_code("BTC")).await[0].2 > 0);
        // Each entry is changed on its own.
        let stricter = json!({ "type": "deposit", "period": "month", "amount_cents": 100, "currency": "USD" });
        set(&browser, stricter).await.expect(200);
        assert_eq!(held(&kit, player, in_code("USD")).await[0].2, 100);
        assert_eq!(held(&kit, player, Currency::EUR).await[0].2, 10_000);
        assert_sound(&kit).await;
    }
}

on_each_engine! {
    async fn the_mail_names_the_delay_of_the_licence(engine: Engine) {
        let folder = copied();
        let licences = std::fs::read_to_string(folder.path().join("licences.toml")).unwrap();
        write(folder.path(), "licences.toml", &licences.replace("delay_hours = 24", "delay_hours = 72"));
        let content_dir = folder.path().to_owned();
        let kit = Kit::start_with(engine, |config| config.content_dir = content_dir).await;
        let (browser, _) = kit.player("player@example.com").await;
        set(&browser, cap("loss", "day", 500)).await.expect(201);
        set(&browser, cap("loss", "day", 1_000)).await.expect(200);
        let sql = "SELECT body FROM mail_outbox WHERE subject = 'Confirm the change to your limit'";
        let body: String = kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap();
        assert!(body.contains("72 hours after you confirm it"), "{body}");
        let token = tokens(&kit).await.pop().unwrap();
        confirm(&kit, &token).await.expect(200);
        assert_eq!((later(&kit, 71).await, later(&kit, 2).await), (0, 1));
    }
}
