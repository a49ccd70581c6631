//! What points are exchanged for.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::bonus;
use croupier_server::loyalty::staff;
use croupier_server::player::change_groups;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{assert_sound, exchange, points, until_points};
use crate::browser::Browser;
use crate::content::{copied, write};
use crate::play::{cash, rich_player};
use crate::stops::stop;
use crate::testkit::{Engine, Kit};

const PATH: &str = "/api/loyalty/purchases";

fn money(group: &str, points: i64) -> Value {
    json!({ "type": "money", "group": group, "points": points })
}

fn spins(points: i64) -> Value {
    json!({ "type": "freespins", "group": "SHOP-SPINS-10", "points": points })
}

/// A player with a thousand euros and `count` points to spend.
async fn with_points(kit: &Kit, count: i64) -> (Browser, i64) {
    let (browser, id) = rich_player(kit).await;
    staff::adjust(&kit.app.db, id, count, false, ("Ann", "a test"), kit.app.clock.now()).await.unwrap();
    until_points(&browser, (count, 0)).await;
    (browser, id)
}

on_both_engines! {
    async fn points_buy_money_once_for_each_key(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        let offers = kit.browser().get("/api/loyalty/offers?type=money").await.expect(200);
        assert_eq!(offers[1]["rates"][0], json!({ "currency": "EUR", "points": 500, "amount_cents": 500 }));
        kit.browser().get("/api/loyalty/offers?type=shares").await.expect(422);
        exchange(&kit.browser(), "k", money("money-5", 500)).await.expect(401);
        for _ in 0..2 {
            let bought = exchange(&browser, "k", money("money-5", 1_000)).await.expect(201);
            assert_eq!((&bought["points"], &bought["amount_cents"]), (&json!(1_000), &json!(1_000)));
            assert_eq!(bought["chargeable"]["points"], 700);
        }
        assert_eq!(exchange(&browser, "k", money("money-5", 500)).await.code(), "idempotency_conflict");
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((700, 0), 101_000));
        assert_sound(&kit.app).await;
    }

    async fn points_buy_free_spins_that_are_gifts(kit: Kit) {
        let (browser, id) = with_points(&kit, 500).await;
        let offers = kit.browser().get("/api/loyalty/offers?type=freespins&l=de").await.expect(200);
        let card = &offers[0];
        assert_eq!((&card["group"], &card["title"]), (&json!("SHOP-SPINS-10"), &json!("10 Freispiele für Solar Sails")));
        let rate = json!({ "points": 150, "count_max": 10, "lottery_ids": [], "freespins_count": 10 });
        assert_eq!((&card["rate"], &card["wager"]), (&rate, &json!(10)));
        assert_eq!(card["games"], json!(["northlight/solar-sails"]));
        assert_eq!(card["freespins"]["freespins_count"], 10);
        assert_eq!(card["freespins"]["games"], json!(["northlight/solar-sails"]));
        for _ in 0..2 {
            let bought = exchange(&browser, "k", spins(300)).await.expect(201);
            assert_eq!((&bought["type"], &bought["amount_cents"]), (&json!("freespins"), &json!(0)));
            assert_eq!(bought["chargeable"]["points"], 200);
        }
        let gifts = browser.get("/api/player/freespins").await.expect(200);
        let gifts = gifts.as_array().unwrap();
        assert_eq!(gifts.len(), 2, "one gift for each card, once for the key");
        for gift in gifts {
            assert_eq!((&gift["stage"], &gift["freespins_total"]), (&json!("issued"), &json!(10)));
        }
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((200, 0), 100_000));
        assert_sound(&kit.app).await;
    }

    async fn money_with_a_wager_is_bonus_money_on_the_terms_it_was_bought_on(kit: Kit) {
        let (browser, id) = with_points(&kit, 2_000).await;
        let offers = kit.browser().get("/api/loyalty/offers?type=money").await.expect(200);
        let cards = offers.as_array().unwrap();
        assert!(cards.iter().any(|card| card["group"] == "money-5" && card["bonus"].is_null()));
        let card = cards.iter().find(|card| card["group"] == "SHOP-BONUS-10").unwrap();
        let in_euros = |list: &Value| list.as_array().unwrap().iter().find(|of| of["currency"] == "EUR").cloned().unwrap();
        assert_eq!(in_euros(&card["rates"]), json!({ "currency": "EUR", "points": 600, "amount_cents": 1_000 }));
        assert_eq!((&card["bonus"]["wager_multiple"], &card["bonus"]["valid_hours"]), (&json!(5), &json!(168)));
        assert_eq!((&card["wager"], &card["rate"]["freespins_count"]), (&json!(5), &Value::Null));
        let bounds = json!({ "currency": "EUR", "win_max_cents": 10_000, "bet_max_cents": 200 });
        assert_eq!(in_euros(&card["bonus"]["currencies"]), bounds);
        // Both fixtures: one lands in the real balance, the other in that of bonuses.
        let real = exchange(&browser, "real", money("money-5", 500)).await.expect(201);
        assert_eq!((&real["amount_cents"], &real["bonus_amount_cents"]), (&json!(500), &json!(0)));
        for _ in 0..2 {
            let bought = exchange(&browser, "bonus", money("SHOP-BONUS-10", 1_200)).await.expect(201);
            assert_eq!((&bought["amount_cents"], &bought["bonus_amount_cents"]), (&json!(0), &json!(2_000)));
            assert_eq!(bought["chargeable"]["points"], 300);
        }
        Kit::until("the first bonus", async || {
            let wallet = kit.app.wallet.get(id, Currency::EUR).await.unwrap().unwrap();
            (wallet.bonus == 1_000).then_some(())
        })
        .await;
        assert_eq!(cash(&kit.app, id).await, 100_500);
        Kit::until("the second waits for the first", async || {
            let gifts = browser.get("/api/player/bonuses").await.expect(200);
            let gifts = gifts.as_array().unwrap().clone();
            let mut stages: Vec<_> = gifts.iter().map(|gift| gift["stage"].as_str().unwrap()).collect();
            stages.sort_unstable();
            for gift in &gifts {
                assert_eq!((&gift["wager_multiple"], &gift["amount_wager_requirement_cents"]), (&json!(5), &json!(5_000)));
                assert_eq!((&gift["win_max_cents"], &gift["bet_max_cents"]), (&json!(10_000), &json!(200)));
            }
            (stages == ["handle_bets", "wait"]).then_some(())
        })
        .await;
        assert_sound(&kit.app).await;
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE point_purchase SET bonus_amount = bonus_amount + 1 WHERE bonus_amount > 0";
        assert_eq!(tx.execute(sql, params![]).await.unwrap(), 1);
        tx.commit().await.unwrap();
        let found = bonus::check(&kit.app.db).await.unwrap();
        assert!(found.len() == 1 && found[0].rule.starts_with("bonus money that points bought"), "{found:?}");
    }

    async fn bonus_money_is_refused_as_any_card_and_to_who_wants_no_bonuses(kit: Kit) {
        let (browser, id) = with_points(&kit, 700).await;
        for (body, field, code) in [
            (money("WHEEL-BONUS-SMALL", 600), "group", "VALIDATION.GROUP.UNKNOWN"),
            (money("SHOP-SPINS-10", 150), "group", "VALIDATION.GROUP.UNKNOWN"),
            (json!({ "type": "freespins", "group": "SHOP-BONUS-10", "points": 600 }), "group", "VALIDATION.GROUP.UNKNOWN"),
            (money("SHOP-BONUS-10", 601), "points", "VALIDATION.POINTS.INVALID"),
            (money("SHOP-BONUS-10", 11 * 600), "points", "VALIDATION.POINTS.INVALID"),
            (money("SHOP-BONUS-10", 1_200), "points", "insufficient_points"),
        ] {
            let refused = exchange(&browser, "k", body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.field(field)), (422, vec![code]), "{body}");
        }
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        assert_eq!(exchange(&browser, "k", money("SHOP-BONUS-10", 600)).await.field("group"), ["bonuses_off"]);
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200), json!([]));
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((700, 0), 100_000));
        assert_sound(&kit.app).await;
        assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    }

    async fn free_spins_are_refused_as_any_card_and_to_who_wants_no_bonuses(kit: Kit) {
        let (browser, _) = with_points(&kit, 500).await;
        for (body, field, code) in [
            (json!({ "type": "freespins", "group": "WHEEL-10-SPINS", "points": 150 }), "group", "VALIDATION.GROUP.UNKNOWN"),
            (spins(151), "points", "VALIDATION.POINTS.INVALID"),
            (spins(11 * 150), "points", "VALIDATION.POINTS.INVALID"),
            (spins(600), "points", "insufficient_points"),
        ] {
            let refused = exchange(&browser, "k", body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.field(field)), (422, vec![code]), "{body}");
        }
        browser.patch("/api/player/update_bonus_settings", json!({ "can_issue": false })).await.expect(204);
        assert_eq!(exchange(&browser, "k", spins(150)).await.field("group"), ["bonuses_off"]);
        assert_eq!(browser.get("/api/player/freespins").await.expect(200), json!([]));
        assert_eq!(points(&browser).await, (500, 0));
        assert_sound(&kit.app).await;
    }

    async fn a_hundred_purchases_of_free_spins_at_once_give_what_was_paid_for(kit: Kit) {
        let (browser, _) = with_points(&kit, 500).await;
        let browser = &browser;
        let answers = join_all((0..100).map(|key| async move {
            exchange(browser, &format!("k{key}"), spins(150)).await
        }))
        .await;
        let bought = answers.iter().filter(|answer| answer.status == 201).count();
        assert!(bought <= 3 && answers.iter().all(|answer| [201, 409, 422].contains(&answer.status.as_u16())));
        let gifts = browser.get("/api/player/freespins").await.expect(200);
        assert_eq!(gifts.as_array().unwrap().len(), bought);
        assert_sound(&kit.app).await;
    }

    async fn what_is_not_on_offer_is_refused(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        for (body, field, code) in [
            (money("money-7", 500), "group", "VALIDATION.GROUP.UNKNOWN"),
            (money("money-5", 0), "points", "VALIDATION.POINTS.INVALID"),
            (money("money-5", -500), "points", "VALIDATION.POINTS.INVALID"),
            (money("money-5", 501), "points", "VALIDATION.POINTS.INVALID"),
            (money("money-5", i64::MAX / 500 * 500), "points", "insufficient_points"),
            (money("money-5", 2_000), "points", "insufficient_points"),
            (money("money-20", 1_900), "points", "insufficient_points"),
        ] {
            let refused = exchange(&browser, "k", body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.field(field)), (422, vec![code]), "{body}");
        }
        exchange(&browser, "k", json!({ "type": "lotteries", "group": "x", "points": 5 })).await.expect(422);
        browser.post(PATH, money("money-5", 500)).await.expect(400);
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((1_700, 0), 100_000));
        assert_sound(&kit.app).await;
    }

    async fn a_hundred_exchanges_at_once_never_spend_more_than_there_is(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        let (browser, keys) = (&browser, 0..100);
        let answers = join_all(keys.map(|key| async move {
            exchange(browser, &format!("k{key}"), money("money-5", 500)).await
        }))
        .await;
        let bought = answers.iter().filter(|answer| answer.status == 201).count();
        assert!(answers.iter().all(|answer| [201, 409, 422].contains(&answer.status.as_u16())));
        assert_eq!(bought, 3);
        assert_eq!((points(browser).await, cash(&kit.app, id).await), ((200, 0), 101_500));
        assert_sound(&kit.app).await;
    }

    async fn points_that_are_owed_back_are_not_spent_by_exchanges_at_once(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        // Due in an hour, and so still held.
        let later = kit.app.clock.now() + 3_600_000;
        staff::adjust(&kit.app.db, id, -700, false, ("Ann", "a test"), later).await.unwrap();
        until_points(&browser, (1_000, 0)).await;
        let browser = &browser;
        let answers = join_all((0..10).map(|key| async move {
            exchange(browser, &format!("k{key}"), money("money-5", 500)).await
        }))
        .await;
        let mut bought = answers.iter().filter(|answer| answer.status == 201).count();
        assert!(bought <= 2, "{bought} exchanges went through");
        // Those of one batch stand in each other's way: who was told that the points have changed asks again.
        for (key, answer) in answers.iter().enumerate() {
            assert!([201, 409, 422].contains(&answer.status.as_u16()), "{}", answer.status);
            if answer.status == 409 {
                let again = exchange(browser, &format!("k{key}"), money("money-5", 500)).await;
                bought += usize::from(again.status == 201);
            }
        }
        assert_eq!(bought, 2);
        assert_eq!(cash(&kit.app, id).await, 101_000);
        kit.app.clock.advance(Duration::from_hours(2));
        assert_sound(&kit.app).await;
    }

    async fn a_card_that_has_changed_meanwhile_gives_nothing_that_was_not_seen(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        let card = async |group: &str| {
            let offers = kit.browser().get("/api/loyalty/offers?l=de").await.expect(200);
            offers.as_array().unwrap().iter().find(|card| card["group"] == group).unwrap().clone()
        };
        let (seen, other) = (card("money-5").await["terms"].clone(), card("money-1").await["terms"].clone());
        let with_terms = |terms: &Value| {
            let mut body = money("money-5", 500);
            body["terms"] = terms.clone();
            body
        };
        exchange(&browser, "a", with_terms(&seen)).await.expect(201);
        assert_eq!(exchange(&browser, "b", with_terms(&other)).await.code(), "card_changed");
        // As many points give less from now on: who saw the old card is not sold the new one.
        let mut meaner = (*kit.app.site_config.loyalty.now()).clone();
        let rates = meaner.money.iter_mut().filter(|card| card.group == "money-5").flat_map(|card| &mut card.rates);
        rates.for_each(|rate| rate.amount_cents /= 2);
        kit.app.site_config.loyalty.replace(meaner);
        assert_eq!(exchange(&browser, "c", with_terms(&seen)).await.code(), "card_changed");
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((1_200, 0), 100_500));
        // What was exchanged before is answered as it was, and the new card is sold as it says.
        exchange(&browser, "a", with_terms(&seen)).await.expect(201);
        assert_ne!(card("money-5").await["terms"], seen);
        let now = card("money-5").await["terms"].clone();
        assert_eq!(exchange(&browser, "d", with_terms(&now)).await.expect(201)["amount_cents"], 250);
        // A card that asks for other points than those of the request is no bargain either.
        let mut dearer = (*kit.app.site_config.loyalty.now()).clone();
        let rates = dearer.money.iter_mut().filter(|card| card.group == "money-5").flat_map(|card| &mut card.rates);
        rates.for_each(|rate| rate.points = 300);
        kit.app.site_config.loyalty.replace(dearer);
        assert_eq!(exchange(&browser, "e", money("money-5", 500)).await.field("points"), ["VALIDATION.POINTS.INVALID"]);
        assert_eq!((points(&browser).await, cash(&kit.app, id).await), ((700, 0), 100_750));
        assert_sound(&kit.app).await;
    }

    async fn one_key_at_once_exchanges_once(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        let browser = &browser;
        let answers = join_all((0..20).map(|_| exchange(browser, "k", money("money-5", 500)))).await;
        for answer in answers {
            answer.expect(201);
        }
        assert_eq!((points(browser).await, cash(&kit.app, id).await), ((1_200, 0), 100_500));
        assert_sound(&kit.app).await;
    }

    async fn an_exclusion_of_the_same_moment_is_not_missed(kit: Kit) {
        let (browser, id) = with_points(&kit, 50_000).await;
        let browser = &browser;
        let exchanges = join_all((0..40).map(|key| async move {
            exchange(browser, &format!("k{key}"), money("money-5", 500)).await
        }));
        let (answers, ()) = tokio::join!(exchanges, stop(&kit.app, id, StopReason::Exclusion));
        let at_the_stop = cash(&kit.app, id).await;
        let bought = answers.iter().filter(|answer| answer.status == 201).count();
        assert!(answers.iter().all(|answer| [201, 401, 403].contains(&answer.status.as_u16())));
        assert_eq!(at_the_stop, 100_000 + 500 * i64::try_from(bought).unwrap());
        exchange(browser, "late", money("money-5", 500)).await.expect(401);
        assert_eq!(cash(&kit.app, id).await, at_the_stop);
        assert_sound(&kit.app).await;
    }

    async fn several_accounts_are_refused_where_settings_say_so(kit: Kit) {
        let (browser, id) = with_points(&kit, 1_700).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        change_groups(&kit.app.db, &mut tx, id, (&[100], &[]), 1).await.unwrap();
        tx.commit().await.unwrap();
        exchange(&browser, "a", money("money-5", 500)).await.expect(201);
        let mut strict = (*kit.app.site_config.loyalty.now()).clone();
        strict.multi_account_may_exchange = false;
        kit.app.site_config.loyalty.replace(strict);
        assert_eq!(exchange(&browser, "b", money("money-5", 500)).await.field("group"), ["multi_account"]);
        assert_eq!(points(&browser).await, (1_200, 0));
        assert_sound(&kit.app).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_shows_the_pictures_and_the_promo_that_staff_writes() {
    let folder = copied();
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(Engine::Sqlite, |config| config.content_dir = content_dir).await;
    let browser = kit.browser();
    let card = async || {
        let offers = browser.get("/api/loyalty/offers?type=money&l=de").await.expect(200);
        offers.as_array().unwrap().iter().find(|card| card["group"] == "money-100").unwrap().clone()
    };
    let before = card().await;
    let image =
        json!({ "desktop": "/art/hero/honey-heist-1280.webp", "mobile": "/art/hero/honey-heist-768.webp" });
    assert_eq!((&before["image"], &before["title"]), (&image, &Value::Null));
    assert_eq!(before["promo"], json!({ "type": "best_value", "text": "Das meiste Geld für seine Punkte" }));
    let text = std::fs::read_to_string(folder.path().join("loyalty.toml")).unwrap();
    let edited = text.replace("/art/hero/honey-heist-768.webp", "/media/levels/1.svg");
    write(folder.path(), "loyalty.toml", &edited);
    Kit::until("the new picture", async || {
        (card().await["image"]["mobile"] == "/media/levels/1.svg").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exchange_does_not_wait_for_the_reader_of_the_log() {
    let kit = Kit::start(Engine::Postgres).await;
    let (browser, id) = with_points(&kit, 1_700).await;
    let mut reader = kit.app.db.begin().await.unwrap();
    let sql = "UPDATE point_account SET earned_points = earned_points WHERE player_id = $1";
    assert_eq!(reader.execute(sql, params![id]).await.unwrap(), 1);
    exchange(&browser, "k", money("money-5", 500)).await.expect(201);
    drop(reader);
    assert_sound(&kit.app).await;
}
