//! What scores, and what takes scores back.

use croupier_ledger::Action;
use croupier_money::Currency;
use croupier_server::wallet;

use super::{
    CUP, CUP_MS, bet_in, board, define, join, ms, order, points, racer, round, round_in, round_ref, status,
    take_back, win_in,
};
use crate::browser::form_with;
use crate::play::give;
use serde_json::json;

on_both_engines! {
    async fn rounds_count_from_the_joining_on(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = kit.player("jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 10_000).await;
        round(&kit.app, "before", id, 500, 0).await;
        join(&browser, "cup").await;
        round(&kit.app, "after", id, 300, 900).await;
        let own = status(&kit, &browser, "cup").await;
        assert_eq!((&own["points"], &own["bets"], &own["rounds"], &own["award_place"]), (&json!(300), &json!(300), &json!(1), &json!(1)));
        assert_eq!(own["win_cents"], 900);
    }

    async fn the_first_instant_counts_and_the_end_does_not(kit: Kit) {
        define(&kit, &CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z")).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        for (key, stake, wait) in
            [("early", 1, CUP_MS - 1), ("first", 10, 1), ("last", 100, CUP_MS - 1), ("late", 1_000, 1)]
        {
            kit.app.clock.advance(ms(wait));
            round(&kit.app, key, id, stake, 0).await;
        }
        assert_eq!(status(&kit, &browser, "cup").await["points"], 110);
    }

    async fn a_round_that_is_open_at_the_end_has_a_minute(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        let euro = Currency::EUR;
        bet_in(&kit.app, "soon", id, euro, 10).await;
        bet_in(&kit.app, "late", id, euro, 100).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 0, "open rounds score nothing");
        kit.app.clock.advance(ms(CUP_MS + 59_999));
        win_in(&kit.app, "soon", id, euro, 0).await;
        kit.app.clock.advance(ms(1));
        win_in(&kit.app, "late", id, euro, 0).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 10);
    }

    async fn a_bet_after_the_end_adds_nothing(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        bet_in(&kit.app, "one", id, Currency::EUR, 10).await;
        kit.app.clock.advance(ms(CUP_MS));
        let more = Action::bet(round_ref(&kit.app, "one", Currency::EUR).await, 900);
        kit.app.wallet.submit(order(&kit.app, "more", (id, Currency::EUR), more)).await.unwrap();
        win_in(&kit.app, "one", id, Currency::EUR, 0).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 10);
    }

    async fn what_somebody_has_joined_keeps_its_start_and_no_start_moves_into_the_past(kit: Kit) {
        let later = CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T05:00:00Z");
        let joined = later.replace("\"cup\"", "\"joined\"");
        define(&kit, &format!("{later}{joined}")).await;
        racer(&kit, "jane@example.com", "joined").await;
        kit.app.clock.advance(ms(CUP_MS));
        let earlier = |text: &str| text.replace("2026-01-01T05:00:00Z", "2026-01-01T00:30:00Z");
        define(&kit, &format!("{}{}", earlier(&later), earlier(&joined))).await;
        let start = async |name: &str| {
            kit.browser().get(&format!("/api/tournaments/{name}")).await.expect(200)["start_at"].clone()
        };
        assert_eq!(start("cup").await, "2026-01-01T01:00:00.000Z");
        assert_eq!(start("joined").await, "2026-01-01T05:00:00.000Z");
    }

    async fn a_rollback_takes_back_until_places_are_final(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "kept", id, 40, 0).await;
        round(&kit.app, "gone", id, 300, 100).await;
        round(&kit.app, "late", id, 5_000, 100).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 5_340);
        take_back(&kit.app, "gone", id).await;
        let own = status(&kit, &browser, "cup").await;
        assert_eq!((&own["points"], &own["rounds"], &own["win_cents"]), (&json!(5_040), &json!(2), &json!(100)));
        kit.app.clock.advance(ms(CUP_MS + 60_000));
        take_back(&kit.app, "late", id).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 5_040, "places are being made final");
        assert_eq!(wallet::check(&kit.app.db).await.unwrap(), []);
    }

    async fn the_best_round_makes_the_score_and_falls_back_when_it_is_taken_back(kit: Kit) {
        define(&kit, &CUP.replace("sum_of_bets", "best_multiplier")).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        for (key, win) in [("good", 500), ("best", 900), ("poor", 10)] {
            round(&kit.app, key, id, 100, win).await;
        }
        assert_eq!(status(&kit, &browser, "cup").await["points"], 900);
        take_back(&kit.app, "best", id).await;
        let own = status(&kit, &browser, "cup").await;
        assert_eq!((&own["points"], &own["rounds"]), (&json!(500), &json!(2)));
    }

    async fn of_equal_scores_the_earlier_is_ahead_and_in_one_millisecond_the_lower_number(kit: Kit) {
        define(&kit, CUP).await;
        let (_, first) = racer(&kit, "first@example.com", "cup").await;
        let (second_browser, second) = racer(&kit, "second@example.com", "cup").await;
        let (third_browser, third) = racer(&kit, "third@example.com", "cup").await;
        // The second and the third score in the same millisecond, the first a little later.
        round(&kit.app, "c", third, 100, 0).await;
        round(&kit.app, "b", second, 100, 0).await;
        kit.app.clock.advance(ms(1));
        round(&kit.app, "a", first, 100, 0).await;
        assert_eq!(points(&kit, "cup").await, [100, 100, 100]);
        let place = async |browser| status(&kit, browser, "cup").await["award_place"].clone();
        assert_eq!((place(&second_browser).await, place(&third_browser).await), (json!(1), json!(2)));
    }

    async fn a_currency_without_a_rate_scores_nothing_and_harms_nobody(kit: Kit) {
        define(&kit, CUP).await;
        let rates = kit.app.site_config.rates.now();
        let mut without = (*rates).clone();
        for worth in without.rates.values_mut() {
            worth.remove("CAD");
        }
        kit.app.site_config.rates.replace(without);
        let browser = kit.browser();
        let form = form_with("cad@example.com", json!({ "currency": "CAD" }));
        let player = browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        let cad: Currency = "CAD".parse().unwrap();
        give(&kit.app, id, cad, 10_000).await;
        join(&browser, "cup").await;
        let (_, other) = racer(&kit, "eur@example.com", "cup").await;
        round_in(&kit.app, "cad", id, cad, 700, 0).await;
        round(&kit.app, "eur", other, 50, 0).await;
        assert_eq!(points(&kit, "cup").await, [50]);
        // The rates of a day are those that its first round found; the next day has its own.
        kit.app.site_config.rates.replace((*rates).clone());
        round_in(&kit.app, "cad-again", id, cad, 700, 0).await;
        assert_eq!(points(&kit, "cup").await, [50]);
    }

    async fn other_currencies_are_converted(kit: Kit) {
        define(&kit, CUP).await;
        let browser = kit.browser();
        let form = form_with("cad@example.com", json!({ "currency": "CAD" }));
        let player = browser.post("/api/users", json!({ "user": form })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        let cad: Currency = "CAD".parse().unwrap();
        give(&kit.app, id, cad, 10_000).await;
        join(&browser, "cup").await;
        round_in(&kit.app, "cad", id, cad, 1_000, 0).await;
        let expected = wallet::converted(&kit.app.site_config.rates.now(), 1_000, cad, Currency::EUR).unwrap();
        let scored = points(&kit, "cup").await;
        assert_eq!(scored, [expected]);
        assert!((1..1_000).contains(&expected));
    }

    async fn what_runs_keeps_how_it_scores_and_follows_the_rest(kit: Kit) {
        define(&kit, CUP).await;
        let (browser, id) = racer(&kit, "jane@example.com", "cup").await;
        round(&kit.app, "one", id, 100, 300).await;
        let edited = CUP
            .replace("sum_of_bets", "sum_of_wins")
            .replace("amount_cents = 5000", "amount_cents = 7000")
            .replace("The Cup", "The Grand Cup")
            .replace("lasts_hours = 1", "lasts_hours = 2");
        define(&kit, &edited).await;
        round(&kit.app, "two", id, 100, 300).await;
        kit.app.clock.advance(ms(CUP_MS));
        round(&kit.app, "extended", id, 50, 0).await;
        assert_eq!(status(&kit, &browser, "cup").await["points"], 250);
        let seen = browser.get("/api/tournaments/cup").await.expect(200);
        assert_eq!((&seen["title"], &seen["strategy"]["kind"]), (&json!("The Grand Cup"), &json!("sum_of_bets")));
        assert_eq!(seen["prizes"][0]["amount_cents"], 7_000);
        define(&kit, "").await;
        assert_eq!(board(&kit, "cup").await.len(), 1, "a running one stays when its definition goes");
    }

    async fn what_is_to_come_goes_with_its_definition_unless_somebody_has_joined(kit: Kit) {
        let later = CUP.replace("2026-01-01T00:00:00Z", "2026-01-01T05:00:00Z");
        let joined = later.replace("\"cup\"", "\"joined\"");
        define(&kit, &format!("{later}{joined}")).await;
        racer(&kit, "jane@example.com", "joined").await;
        define(&kit, "").await;
        kit.browser().get("/api/tournaments/cup").await.expect(404);
        kit.browser().get("/api/tournaments/joined").await.expect(200);
    }
}
