//! How points are earned, taken back and corrected.

use std::time::Duration;

use croupier_money::Currency;
use croupier_server::loyalty::{self, staff};
use croupier_server::site_config::Loyalty;
use serde_json::json;

use super::{Partner, TABLE_GAME, assert_sound, exchange, points, statuses, until_points, until_quiet};
use crate::play::{Frame, SAILS, give, rich_player};
use crate::realtime::Client;

/// The rules of the content folder with one text in place of another.
fn changed(from: &str, to: &str) -> Loyalty {
    let text = include_str!("../../../../content/loyalty.toml");
    assert!(text.contains(from), "{from}");
    toml::from_str(&text.replace(from, to)).unwrap()
}

on_both_engines! {
    async fn settled_rounds_of_real_money_earn_and_parts_add_up(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let partner = Partner::new(&kit.app, id);
        assert_eq!(points(&browser).await, (0, 0));
        partner.lose("a", 400).await;
        until_quiet(&kit.app).await;
        assert_eq!(points(&browser).await, (0, 0), "0.4 of a point");
        partner.lose("b", 700).await;
        until_points(&browser, (1, 1)).await;
        partner.bet("open", 5_000).await;
        until_quiet(&kit.app).await;
        assert_eq!(points(&browser).await, (1, 1), "a round that is open earns nothing yet");
        partner.close("open").await;
        until_points(&browser, (6, 6)).await;
        Partner { game: TABLE_GAME, ..Partner::new(&kit.app, id) }.lose("table", 10_000).await;
        until_points(&browser, (11, 11)).await;
        kit.browser().get("/api/player/comp_points").await.expect(401);
        assert_sound(&kit.app).await;
    }

    async fn rounds_of_builtin_games_earn_what_they_staked(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        for key in ["a", "b", "c"] {
            frame.finish(frame.spin(key, 1_000).await.expect(201)).await;
        }
        until_points(&browser, (3, 3)).await;
        assert_sound(&kit.app).await;
    }

    async fn a_bet_that_is_taken_back_takes_its_points_with_it(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let partner = Partner::new(&kit.app, id);
        partner.lose("a", 1_500).await;
        partner.lose("b", 1_500).await;
        until_points(&browser, (3, 3)).await;
        partner.roll_back("a").await;
        until_points(&browser, (1, 1)).await;
        partner.lose("c", 500).await;
        until_points(&browser, (2, 2)).await;
        assert_sound(&kit.app).await;
    }

    async fn the_check_finds_points_that_no_history_explains(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        Partner::new(&kit.app, id).lose("a", 100_000).await;
        until_points(&browser, (100, 100)).await;
        let body = json!({ "type": "money", "group": "money-1", "points": 100 });
        exchange(&browser, "a", body).await.expect(201);
        assert_sound(&kit.app).await;
        let earned = "a player has earned the points of all settled rounds, and what staff has given";
        let staked = "a round earns points for the real money staked in it that its reader has seen";
        let held = "a player holds the points earned and corrected, less those that were exchanged";
        let paid = "the shop has given the money that its purchases name";
        let found = async |sql: &str| {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, Vec::new()).await.unwrap();
            tx.commit().await.unwrap();
            let findings = loyalty::check(&kit.app.db).await.unwrap();
            findings.into_iter().map(|finding| finding.rule).collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        assert_eq!(found("UPDATE point_account SET rest_pico = 1").await, [earned]);
        assert_eq!(found("UPDATE point_account SET rest_pico = 0").await, none);
        assert_eq!(found("UPDATE point_round SET stake = stake - 1").await, [earned, staked]);
        assert_eq!(found("UPDATE point_round SET stake = stake + 1").await, none);
        assert_eq!(found("UPDATE point_account SET adjusted_points = 5").await, [held]);
        assert_eq!(found("UPDATE point_account SET adjusted_points = 0").await, none);
        assert_eq!(found("UPDATE point_purchase SET amount = amount + 1").await, [paid]);
        assert_eq!(found("UPDATE point_purchase SET amount = amount - 1").await, none);
        assert_eq!(found("DELETE FROM point_account").await, [earned, held], "nor does an account have to be there");
    }

    async fn points_that_were_spent_and_are_taken_back_are_owed(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        give(&kit.app, id, Currency::EUR, 2_000_000).await;
        let partner = Partner::new(&kit.app, id);
        partner.lose("a", 600_000).await;
        until_points(&browser, (600, 600)).await;
        let body = json!({ "type": "money", "group": "money-5", "points": 500 });
        exchange(&browser, "a", body.clone()).await.expect(201);
        partner.roll_back("a").await;
        until_points(&browser, (0, 0)).await;
        assert_eq!(exchange(&browser, "b", body.clone()).await.field("points"), ["insufficient_points"]);
        partner.lose("b", 900_000).await;
        // 100 are left of the first, 900 come, and 600 are to be taken back.
        until_points(&browser, (400, 900)).await;
        assert_eq!(exchange(&browser, "c", body).await.field("points"), ["insufficient_points"]);
        kit.app.clock.advance(Duration::from_hours(2));
        Kit::until("the debt to be paid", async || {
            let sql = "SELECT COUNT(*) FROM due_payment WHERE paid_at_ms IS NULL";
            (kit.app.db.query_one(sql, Vec::new()).await.unwrap().get::<i64>(0).unwrap() == 0).then_some(())
        })
        .await;
        assert_eq!(points(&browser).await, (400, 900));
        assert_sound(&kit.app).await;
    }

    async fn a_round_keeps_the_rate_under_which_it_was_opened(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let partner = Partner::new(&kit.app, id);
        partner.bet("before", 10_000).await;
        until_quiet(&kit.app).await;
        kit.app.site_config.loyalty.replace(changed("EUR = \"0.1\"", "EUR = \"1\""));
        partner.close("before").await;
        until_points(&browser, (10, 10)).await;
        partner.lose("after", 10_000).await;
        until_points(&browser, (110, 110)).await;
        kit.app.site_config.loyalty.replace(changed("EUR = \"0.1\"", "EUR = \"0.5\""));
        partner.roll_back("after").await;
        until_points(&browser, (10, 10)).await;
        assert_sound(&kit.app).await;
    }

    async fn points_are_of_the_player_whatever_the_currency(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        Partner::new(&kit.app, id).lose("euros", 10_000).await;
        browser.post("/api/player/accounts", json!({ "currency": "USD" })).await.expect(201);
        give(&kit.app, id, "USD".parse().unwrap(), 1_000_000).await;
        Partner { currency: "USD".parse().unwrap(), ..Partner::new(&kit.app, id) }.lose("dollars", 500_000).await;
        until_points(&browser, (510, 510)).await;
        let body = json!({ "type": "money", "group": "money-5", "points": 500 });
        let bought = exchange(&browser, "a", body).await.expect(201);
        assert_eq!((&bought["currency"], &bought["amount_cents"]), (&json!("USD"), &json!(500)));
        assert_eq!(bought["chargeable"]["points"], 10);
        let wallet = kit.app.wallet.get(id, "USD".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(wallet.cash, 1_000_000 - 500_000 + 500);
        assert_eq!(points(&browser).await, (10, 510));
        assert_sound(&kit.app).await;
    }

    async fn staff_gives_and_takes_points_and_a_level_is_reached(kit: Kit) {
        let (browser, id) = rich_player(&kit).await;
        let settings = browser.get("/api/player/settings").await.expect(200);
        let token = settings["realtime"]["token"].as_str().unwrap().to_owned();
        let (mut socket, _) = Client::connect(kit.address, &token).await;
        let run = |words: &[&str]| {
            let options = ["--email", "player@example.com"];
            let output = kit.command().args(words).args(options).output().unwrap();
            (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        assert!(statuses(&browser).await.contains(&"level_1".to_owned()));
        let now = kit.app.clock.now();
        staff::adjust(&kit.app.db, id, 101, true, ("Ann", "a gift"), now).await.unwrap();
        until_points(&browser, (101, 101)).await;
        assert!(statuses(&browser).await.contains(&"level_2".to_owned()));
        loop {
            let (channel, data, _) = socket.publication().await;
            if channel.starts_with("comps_award#") {
                assert_eq!(data, json!({ "points": 101, "total_points": 101 }));
                break;
            }
        }
        staff::adjust(&kit.app.db, id, -51, false, ("Ann", "a mistake"), now).await.unwrap();
        until_points(&browser, (50, 101)).await;
        let most = staff::ADJUSTMENT_MAX;
        for (points, lifetime) in [(0, false), (most + 1, true), (-most - 1, false), (i64::MIN, false), (-1, true)] {
            let refused = staff::adjust(&kit.app.db, id, points, lifetime, ("Ann", "a slip"), now).await;
            assert!(refused.is_err(), "{points} {lifetime}");
        }
        let (_, shown) = run(&["points", "show"]);
        assert!(shown.contains("50 points to spend, 101 earned for life"), "{shown}");
        let by = ["--by", "Ann", "--reason", "a gift"];
        for refused in [&["points", "adjust", "--points", "0"][..], &["points", "adjust", "--points", "-1", "--lifetime"]] {
            assert!(!run(&[refused, &by].concat()).0, "{refused:?}");
        }
        assert!(run(&[&["points", "adjust", "--points", "25"][..], &by].concat()).0);
        // The command goes by the machine's clock, which is ahead of this server's.
        kit.app.clock.advance(Duration::from_hours(24 * 3_650));
        Kit::until("the correction", async || {
            let balance = loyalty::balances(&kit.app.db, &[id]).await.unwrap()[&id];
            (balance.points == 75 && balance.total_points == 101).then_some(())
        })
        .await;
        assert_sound(&kit.app).await;
    }
}
