//! Free spins of the operator, played at the studio.

use croupier_ledger::StopReason;
use croupier_server::play::partners::spins::follow;
use serde_json::json;

use super::{Fixture, REELS};
use crate::bonus::{activate, assert_sound, at_stage, gift, offer};
use crate::browser::Browser;
use crate::play::{cash, rich_player};
use crate::stops::stop;

/// Three spins of the reels, whose winnings are money.
const OFFER: &str = r#"
    [[offer]]
    code = "REELS"
    trigger = "staff"
    group_key = "reels"
    title = { en = "Reels" }
    activatable_hours = 24
    freespins = { count = 3, games = ["brassworks/steam-reels"], stakes = { EUR = 20 }, hours = 24, wager = 0 }
"#;

impl Fixture {
    /// A player with activated free spins that the studio knows of: the browser, the player, and the number of the grant.
    async fn player_with_spins(&self) -> (Browser, i64, String) {
        offer(&self.kit, OFFER);
        let (browser, player) = rich_player(&self.kit).await;
        let id = gift(&self.kit, &browser, player, "REELS").await;
        activate(&browser, "freespins", &id).await;
        follow(&self.kit.app).await.unwrap();
        (browser, player, id)
    }

    async fn publish(&self, issue: &str, status: &str, total: i64) -> (u16, serde_json::Value) {
        let body = json!({ "issue_id": issue, "status": status, "total_amount": total });
        self.signed("freespins", &body.to_string()).await
    }
}

on_each_engine! {
    async fn free_spins_are_played_at_the_studio_and_paid_here(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player, id) = fixture.player_with_spins().await;
        let opened = fixture.open(&browser, player, REELS).await;
        let mut won = 0;
        for left in [2, 1, 0] {
            let spin = fixture.press(&opened.page, "free_spin", 0).await;
            won += spin["win"].as_i64().unwrap();
            let reported = spin["calls"].as_array().unwrap();
            assert_eq!(reported.len(), usize::from(left == 0), "{spin}");
            assert!(reported.iter().all(|call| call["status"] == 200), "{spin}");
        }
        let done = at_stage(&browser, "freespins", &id, "finished").await;
        assert_eq!(done["id"], id);
        assert_eq!(cash(&fixture.kit.app, player).await, 100_000 + won);
        let issue = format!("spins-{id}");
        assert_eq!(fixture.publish(&issue, "played", won).await.0, 200, "told again");
        assert_eq!(fixture.publish(&issue, "played", won + 1).await.0, 400, "an end is told once");
        assert_eq!(cash(&fixture.kit.app, player).await, 100_000 + won);
        assert_sound(&fixture.kit).await;
    }

    async fn free_spins_that_end_here_are_taken_back_and_what_they_won_is_paid(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player, id) = fixture.player_with_spins().await;
        let opened = fixture.open(&browser, player, REELS).await;
        browser.delete(&format!("/api/player/freespins/{id}")).await.expect(200);
        follow(&fixture.kit.app).await.unwrap();
        let spin = fixture.press(&opened.page, "free_spin", 0).await;
        assert_eq!(spin["says"], "There are no free spins.");
        let issue = format!("spins-{id}");
        assert_eq!(fixture.publish(&issue, "active", 0).await.0, 200);
        let (status, unknown) = fixture.publish("spins-0", "canceled", 60).await;
        assert_eq!((status, &unknown["code"]), (412, &json!(610)));
        assert_eq!(fixture.publish(&issue, "canceled", -60).await.0, 400);
        stop(&fixture.kit.app, player, StopReason::Exclusion).await;
        assert_eq!(fixture.publish(&issue, "canceled", 60).await.0, 200);
        crate::testkit::Kit::until("the winnings", async || {
            (cash(&fixture.kit.app, player).await == 100_060).then_some(())
        })
        .await;
        assert_sound(&fixture.kit).await;
    }
}
