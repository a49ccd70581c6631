//! What a server does with gifts by itself, when something keeps it from it.

use std::time::Duration;

use croupier_db::params;
use serde_json::json;

use super::*;

/// Runs a statement behind the server's back.
async fn force(kit: &Kit, sql: &str, id: &str) {
    let mut tx = kit.app.db.begin().await.unwrap();
    assert_eq!(tx.execute(sql, params![id.parse::<i64>().unwrap()]).await.unwrap(), 1);
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn what_was_wagered_in_full_is_the_players_however_it_ends(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let wagered = "UPDATE bonus_award SET wagered = requirement * 100 WHERE id = $1";
        let declined = active(&kit, &browser, player_id, "PLAIN").await;
        force(&kit, wagered, &declined).await;
        let ended = browser.delete(&format!("/api/player/bonuses/{declined}")).await.expect(200);
        assert_eq!((&ended["stage"], &ended["converted_cents"]), (&json!("finished"), &json!(1_000)));
        let over = active(&kit, &browser, player_id, "PLAIN").await;
        force(&kit, wagered, &over).await;
        kit.app.clock.advance(Duration::from_hours(49));
        let ended = at_stage(&browser, "bonuses", &over, "finished").await;
        assert_eq!((&ended["ended_by"], &ended["forfeited_cents"]), (&json!("wagered"), &json!(0)));
        assert_eq!(money(&kit, player_id).await, (2_000, 0));
        assert_sound(&kit).await;
    }

    async fn a_bonus_waits_as_long_as_the_one_before_it_lasts(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        active(&kit, &browser, player_id, "PLAIN").await;
        let next = gift(&kit, &browser, player_id, "STRICT").await;
        assert_eq!(activate(&browser, "bonuses", &next).await["stage"], "wait");
        kit.app.clock.advance(Duration::from_hours(47));
        let idle = gift(&kit, &browser, player_id, "PLAIN").await;
        kit.app.clock.advance(Duration::from_hours(1) + IN_FLIGHT);
        at_stage(&browser, "bonuses", &next, "handle_bets").await;
        assert_eq!(find(&browser, "bonuses", &idle).await["stage"], "issued");
        assert_sound(&kit).await;
    }

    async fn a_bonus_that_was_left_waiting_is_brought_on(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let first = active(&kit, &browser, player_id, "PLAIN").await;
        browser.delete(&format!("/api/player/bonuses/{first}")).await.expect(200);
        let left = gift(&kit, &browser, player_id, "PLAIN").await;
        // As when the one before it ended while it was put behind it.
        force(&kit, "UPDATE bonus_award SET stage = 'wait', deadline_ms = NULL WHERE id = $1", &left).await;
        at_stage(&browser, "bonuses", &left, "handle_bets").await;
        assert_sound(&kit).await;
    }

    async fn a_gift_that_cannot_be_read_holds_up_no_other(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let broken = gift(&kit, &browser, player_id, "PLAIN").await;
        let (other, other_id) = kit.player("other@example.com").await;
        let idle = gift(&kit, &other, other_id, "PLAIN").await;
        force(&kit, "UPDATE bonus_award SET terms = '{}', due = 'staff' WHERE id = $1", &broken).await;
        kit.app.clock.advance(Duration::from_hours(25));
        at_stage(&other, "bonuses", &idle, "expired").await;
    }

    async fn a_new_player_whose_gifts_cannot_be_made_holds_up_no_other(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        for id in [-7, player_id] {
            tx.execute("INSERT INTO bonus_newcomer (player_id) VALUES ($1)", params![id]).await.unwrap();
        }
        tx.commit().await.unwrap();
        let title = Kit::until("the gift", async || {
            let all = browser.get("/api/player/bonuses").await.expect(200);
            all.get(0).map(|gift| gift["title"].clone())
        }).await;
        assert_eq!(title, "Hello");
    }

    async fn a_broken_count_is_found(kit: Kit) {
        let (browser, player_id) = player(&kit, 0).await;
        let id = active(&kit, &browser, player_id, "PLAIN").await;
        force(&kit, "UPDATE bonus_award SET wagered = requirement * 100 WHERE id = $1", &id).await;
        browser.delete(&format!("/api/player/bonuses/{id}")).await.expect(200);
        assert_sound(&kit).await;
        force(&kit, "UPDATE bonus_award SET wagered = wagered - 1 WHERE id = $1", &id).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let coupon = "INSERT INTO coupon (code, offer, valid_from_ms, valid_until_ms, uses, group_ids, made_by, made_at_ms)
                      VALUES ('c', 'PLAIN', 0, 1, 1, '[]', 'Ann', 0)";
        tx.execute(coupon, Vec::new()).await.unwrap();
        tx.commit().await.unwrap();
        let found = bonus::check(&kit.app.db).await.unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
