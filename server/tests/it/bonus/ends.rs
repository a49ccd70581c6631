//! Stages, and every end that is not in the player's favour.

use std::time::Duration;

use croupier_db::log;
use croupier_ledger::{Fact, StopReason};
use croupier_server::account::stops::{StopChange, stop_player};
use serde_json::json;

use super::*;
use crate::play::SAILS;

on_both_engines! {
    async fn one_is_active_and_the_next_waits_for_its_end(kit: Kit) {
        let (browser, player_id) = player(&kit, 500).await;
        let first = active(&kit, &browser, player_id, "PLAIN").await;
        let second = gift(&kit, &browser, player_id, "STRICT").await;
        assert_eq!(activate(&browser, "bonuses", &second).await["stage"], "wait");
        for id in [&first, &second] {
            let again = browser.post(&format!("/api/player/bonuses/{id}/activation"), json!({})).await;
            assert_eq!(again.field("id"), ["bonus_not_activatable"]);
        }
        let canceled = browser.delete(&format!("/api/player/bonuses/{first}")).await.expect(200);
        assert_eq!((&canceled["stage"], &canceled["forfeited_cents"]), (&json!("canceled"), &json!(1_000)));
        at_stage(&browser, "bonuses", &second, "handle_bets").await;
        assert_eq!(money(&kit, player_id).await, (500, 1_000), "cash stays");
        let again = browser.delete(&format!("/api/player/bonuses/{first}")).await;
        assert_eq!(again.field("id"), ["bonus_has_ended"]);
        assert_sound(&kit).await;
    }

    async fn twenty_activations_are_one(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "PLAIN").await;
        let path = format!("/api/player/bonuses/{id}/activation");
        let calls = (0..20).map(|_| browser.post(&path, json!({})));
        let answers = futures_util::future::join_all(calls).await;
        assert_eq!(answers.iter().filter(|answer| answer.status.as_u16() == 200).count(), 1);
        assert!(answers.iter().all(|answer| [200, 422].contains(&answer.status.as_u16())));
        assert_eq!(money(&kit, player_id).await, (0, 1_000));
        assert_sound(&kit).await;
    }

    async fn gifts_of_others_are_not_there(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let (bonus, spins) =
            (gift(&kit, &browser, player_id, "PLAIN").await, gift(&kit, &browser, player_id, "SPINS").await);
        let (other, _) = kit.player("other@example.com").await;
        for (kind, id) in [("bonuses", &bonus), ("freespins", &spins), ("bonuses", &"x".to_owned())] {
            other.post(&format!("/api/player/{kind}/{id}/activation"), json!({})).await.expect(404);
            other.delete(&format!("/api/player/{kind}/{id}")).await.expect(404);
            assert_eq!(other.get(&format!("/api/player/{kind}")).await.expect(200), json!([]));
        }
        assert_eq!(find(&browser, "bonuses", &bonus).await["stage"], "issued");
    }

    async fn a_hidden_group_is_neither_shown_nor_activated(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let running = active(&kit, &browser, player_id, "PLAIN").await;
        let waiting = gift(&kit, &browser, player_id, "PLAIN").await;
        offer(&kit, "disabled_groups = [\"plain\"]");
        let shown = browser.get("/api/player/bonuses").await.expect(200);
        assert_eq!((shown.as_array().unwrap().len(), &shown[0]["id"]), (1, &json!(running)));
        let refused = browser.post(&format!("/api/player/bonuses/{waiting}/activation"), json!({})).await;
        assert_eq!(refused.field("id"), ["bonus_not_activatable"]);
        let config = browser.get("/api/fe/config/disabled-bonuses").await.expect(200);
        assert_eq!(config, json!({ "group_keys": ["plain"] }));
    }

    async fn time_ends_what_was_not_activated_and_what_was_not_wagered(kit: Kit) {
        let (browser, player_id) = player(&kit, 300).await;
        let (running, idle) =
            (active(&kit, &browser, player_id, "PLAIN").await, gift(&kit, &browser, player_id, "STRICT").await);
        kit.app.clock.advance(Duration::from_hours(24));
        let expired = at_stage(&browser, "bonuses", &idle, "expired").await;
        assert_eq!((&expired["activatable"], &expired["ended_by"]), (&json!(false), &json!("time_over")));
        assert_eq!(find(&browser, "bonuses", &running).await["stage"], "handle_bets");
        kit.app.clock.advance(Duration::from_hours(24) + IN_FLIGHT);
        at_stage(&browser, "bonuses", &running, "expired").await;
        assert_eq!(money(&kit, player_id).await, (300, 0));
        assert_sound(&kit).await;
    }

    async fn an_open_round_keeps_a_bonus_from_being_canceled(kit: Kit) {
        let (browser, player_id) = player(&kit, 1_000_000).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        browser.delete(&format!("/api/player/bonuses/{id}")).await.expect(200);
        let sails = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = sails.open_round(20).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        let refused = browser.delete(&format!("/api/player/bonuses/{id}")).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "round_conflict"));
        sails.finish(round).await;
        // Not before the bet is counted.
        let ended = Kit::until("an answer", async || {
            let ended = browser.delete(&format!("/api/player/bonuses/{id}")).await;
            (ended.status.as_u16() != 503).then_some(ended)
        });
        ended.await.expect(200);
        assert_sound(&kit).await;
    }

    async fn exclusion_ends_gifts_and_a_pause_issues_none(kit: Kit) {
        let (browser, player_id) = player(&kit, 200).await;
        let (id, spins) =
            (active(&kit, &browser, player_id, "PLAIN").await, gift(&kit, &browser, player_id, "SPINS").await);
        let change = StopChange { player: player_id, reason: StopReason::Exclusion, by: "Ann", why: "test", signed: None };
        let until = kit.app.clock.now() + 1_000_000;
        stop_player(&kit.app.db, change, until, kit.app.clock.now()).await.unwrap();
        let stage = async |table: &str, id: &str| -> String {
            let sql = format!("SELECT stage FROM {table} WHERE id = {id}");
            kit.app.db.query_one(&sql, Vec::new()).await.unwrap().get(0).unwrap()
        };
        Kit::until("the end of both", async || {
            let both = (stage("bonus_award", &id).await, stage("freespin_grant", &spins).await);
            (both == ("canceled".to_owned(), "canceled".to_owned())).then_some(())
        }).await;
        assert_eq!(money(&kit, player_id).await, (200, 0));
        let gift = StaffGift {
            player: player_id, currency: EUR, offer: "PLAIN", amount: None, reference: "r", by: "Ann", why: "test",
        };
        let given = bonus::give(&kit.app.db, &kit.app.bonuses.offers(), &gift, kit.app.clock.now()).await.unwrap();
        assert_eq!(given, Given::Stopped);
        assert_sound(&kit).await;
    }

    async fn a_confirmed_address_brings_one_gift(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        for _ in 0..2 {
            let mut tx = kit.app.db.begin().await.unwrap();
            let fact = Fact { kind: "player.email_confirmed", body: "{}".to_owned() };
            log::append(&kit.app.db, &mut tx, player_id, kit.app.clock.now(), &[fact]).await.unwrap();
            tx.commit().await.unwrap();
            kit.app.db.notify_all();
            Kit::until("the gift", async || {
                let all = browser.get("/api/player/bonuses").await.expect(200);
                (all.as_array().unwrap().len() == 1).then_some(())
            }).await;
        }
        assert_eq!(browser.get("/api/player/bonuses").await.expect(200)[0]["title"], "Hello");
        let offers = kit.browser().get("/api/bonuses/registration").await.expect(200);
        assert_eq!(offers[0]["currencies"], json!([{ "currency": "EUR", "amount_cents": 500, "bet_max_cents": null, "win_max_cents": null, "lost_below_cents": null }]));
    }

    async fn money_is_paid_at_once_and_staff_ends_what_it_gave(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = gift(&kit, &browser, player_id, "MONEY").await;
        let paid = activate(&browser, "bonuses", &id).await;
        assert_eq!((&paid["stage"], &paid["converted_cents"]), (&json!("finished"), &json!(700)));
        assert_eq!(money(&kit, player_id).await, (700, 0));
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        let now = kit.app.clock.now();
        assert!(bonus::end_by_staff(&kit.app.db, id.parse().unwrap(), "Ann", "mistake", now).await.unwrap());
        assert_eq!(at_stage(&browser, "bonuses", &id, "canceled").await["ended_by"], "staff");
        assert!(!bonus::end_by_staff(&kit.app.db, id.parse().unwrap(), "Ann", "again", now).await.unwrap());
        assert_eq!(money(&kit, player_id).await, (700, 0));
        assert_sound(&kit).await;
    }
}
