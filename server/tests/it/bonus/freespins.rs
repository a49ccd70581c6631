//! Free spins in the built-in games.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::play::{KOI, SAILS};

/// Plays one free spin to its end.
async fn spin(frame: &Frame, id: &str, key: &str) -> Value {
    let round = frame.bet(key, json!({ "freespins_id": id })).await.expect(201);
    frame.finish(round).await
}

on_both_engines! {
    async fn what_they_win_becomes_a_bonus(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "SPINS").await;
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let early = sails.bet("early", json!({ "freespins_id": id })).await;
        assert_eq!(early.status.as_u16(), 409, "they are not activated yet");
        assert_eq!(activate(&browser, "freespins", &id).await["stage"], "activated");
        let here = sails.gifts().await.expect(200);
        assert_eq!((&here["freespins"][0]["id"], &here["bonus"]), (&json!(id), &Value::Null));
        let mut won = 0;
        for number in 0..4 {
            let round = spin(&sails, &id, &format!("s{number}")).await;
            assert_eq!((&round["freespins_id"], &round["stake_cents"]), (&json!(id), &json!(20)));
            won += round["win_cents"].as_i64().unwrap();
        }
        let again = spin_again(&sails, &id).await;
        assert_eq!(again, 409, "none is left");
        let done = at_stage(&browser, "freespins", &id, "finished").await;
        assert_eq!((&done["win_cents"], &done["freespins_performed"]), (&json!(won), &json!(4)));
        if won > 0 {
            let bonus = Kit::until("the bonus", async || {
                let all = browser.get("/api/player/bonuses").await.expect(200);
                (all[0]["stage"] == "handle_bets").then(|| all[0].clone())
            }).await;
            assert_eq!((&bonus["amount_cents"], &bonus["amount_wager_requirement_cents"]), (&json!(won), &json!(30 * won)));
        }
        assert_eq!(money(&kit, player_id).await, (0, won));
        assert_sound(&kit).await;
    }

    async fn those_that_can_be_played_are_listed_however_many_came_after_them(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "SPINS").await;
        activate(&browser, "freespins", &id).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        for copy in 100_000..100_100 {
            let sql = format!("INSERT INTO freespin_grant (id, player_id, currency, offer, kind, group_key, title, terms, source,
                    stage, games, provider, stake, total, valid_ms, issued_at_ms, activatable_until_ms, ended_at_ms, ended_by)
                SELECT {copy}, player_id, currency, offer, kind, group_key, title, terms, 'copy {copy}', 'canceled', games,
                    provider, stake, total, valid_ms, issued_at_ms, activatable_until_ms, issued_at_ms, 'staff'
                FROM freespin_grant WHERE id = {id}");
            tx.execute(&sql, Vec::new()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let all = browser.get("/api/player/freespins").await.expect(200);
        let all = all.as_array().unwrap();
        assert_eq!((all.len(), &all[99]["id"]), (100, &json!(id)));
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        assert_eq!(sails.gifts().await.expect(200)["freespins"][0]["id"], id, "and in the game");
    }

    async fn what_needs_no_wager_is_money_up_to_the_most(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "FREE").await;
        activate(&browser, "freespins", &id).await;
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let mut won = 0;
        for number in 0..30 {
            won += spin(&sails, &id, &format!("s{number}")).await["win_cents"].as_i64().unwrap();
        }
        at_stage(&browser, "freespins", &id, "finished").await;
        assert_eq!(money(&kit, player_id).await, (won.min(1), 0), "of {won} one cent is the most");
        assert_sound(&kit).await;
    }

    async fn they_are_played_where_and_as_they_say(kit: Kit) {
        let (browser, player_id) = player(&kit, 10_000).await;
        let id = gift(&kit, &browser, player_id, "SPINS").await;
        activate(&browser, "freespins", &id).await;
        let (sails, koi) =
            (Frame::open(&kit, &browser, SAILS, "real").await, Frame::open(&kit, &browser, KOI, "real").await);
        assert_eq!(koi.bet("k", json!({ "freespins_id": id })).await.field("freespins_id"), ["freespins_elsewhere"]);
        let higher = sails.bet("h", json!({ "freespins_id": id, "stake_cents": 40 })).await;
        assert_eq!(higher.field("stake_cents").len(), 1);
        sails.bet("n", json!({ "freespins_id": "0" })).await.expect(404);
        let demo = Frame::open(&kit, &browser, SAILS, "demo").await;
        demo.bet("d", json!({ "freespins_id": id })).await.expect(404);
        let (other, _) = crate::play::grown_player(&kit, "other@example.com").await;
        let theirs = Frame::open(&kit, &other, SAILS, "real").await;
        theirs.bet("t", json!({ "freespins_id": id })).await.expect(404);
        assert_eq!(money(&kit, player_id).await, (10_000, 0));
        assert_eq!(find(&browser, "freespins", &id).await["freespins_performed"], 0);
    }

    async fn parallel_spins_are_no_more_than_there_are(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "SPINS").await;
        activate(&browser, "freespins", &id).await;
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let calls = (0..20).map(|number| {
            let (sails, body) = (&sails, json!({ "freespins_id": id }));
            async move { sails.bet(&format!("p{number}"), body).await }
        });
        let answers = futures_util::future::join_all(calls).await;
        let played = answers.iter().filter(|answer| answer.status.as_u16() == 201).count();
        assert!((1..=4).contains(&played), "{played}");
        for round in answers.into_iter().filter(|answer| answer.status.as_u16() == 201) {
            sails.finish(round.body).await;
        }
        assert_eq!(find(&browser, "freespins", &id).await["freespins_performed"], played);
    }

    async fn canceled_in_the_middle_of_a_spin_they_keep_what_they_win(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let (id, round, mut won) = 'found: loop {
            let id = gift(&kit, &browser, player_id, "FREE").await;
            activate(&browser, "freespins", &id).await;
            let mut won = 0;
            for number in 0..29 {
                let body = json!({ "freespins_id": id });
                let round = sails.bet(&format!("{id}-{number}"), body).await.expect(201);
                if round["status"] == "open" {
                    break 'found (id, round, won);
                }
                won += round["win_cents"].as_i64().unwrap();
            }
        };
        let canceled = browser.delete(&format!("/api/player/freespins/{id}")).await.expect(200);
        assert_eq!(canceled["stage"], "canceled");
        sails.bet("after", json!({ "freespins_id": id })).await.expect(409);
        won += sails.finish(round).await["win_cents"].as_i64().unwrap();
        Kit::until("the count", async || {
            (find(&browser, "freespins", &id).await["win_cents"] == won).then_some(())
        })
        .await;
        Kit::until("the winnings", async || (money(&kit, player_id).await.0 == won.min(1)).then_some(())).await;
        assert_sound(&kit).await;
    }

    async fn their_time_ends_them(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "SPINS").await;
        activate(&browser, "freespins", &id).await;
        kit.app.clock.advance(Duration::from_hours(24));
        at_stage(&browser, "freespins", &id, "expired").await;
        let late = browser.post(&format!("/api/player/freespins/{id}/activation"), json!({})).await;
        assert_eq!(late.field("id"), ["bonus_not_activatable"]);
        assert_sound(&kit).await;
    }
}

/// The status of one more spin.
async fn spin_again(frame: &Frame, id: &str) -> u16 {
    frame.bet("one-more", json!({ "freespins_id": id })).await.status.as_u16()
}
