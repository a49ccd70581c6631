//! Free spins of the operator, played at the studio.

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_server::platform::config::GamePartner;
use croupier_server::play::partners::spins::follow;
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::{Fixture, REELS};
use crate::bonus::{activate, assert_sound, at_stage, gift, offer};
use crate::browser::Browser;
use crate::content::copied;
use crate::play::{cash, grown_player, rich_player};
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

/// A game of a partner that gives no answers.
const QUIET: &str = "mutehouse/quiet";

/// A copy of the content with that game.
fn with_a_mute_studio() -> TempDir {
    let folder = copied();
    let add = |file: &str, text: &str| {
        let path = folder.path().join(file);
        let before = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, before + text).unwrap();
    };
    add("providers.toml", "\n[[provider]]\nid = \"mutehouse\"\ntitle = \"Mutehouse\"\nat_partner = true\n");
    let game = "\n[[game]]\nidentifier = \"mutehouse/quiet\"\ntitle = \"Quiet\"\nreleased = \"2026-11-26\"\n\
                categories = [\"slots\"]\npreview = \"\"\npopularity = 1\n";
    add("catalogue.toml", game);
    folder
}

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

    async fn a_partner_that_gives_no_answer_delays_no_other(engine: Engine) {
        // Takes calls and answers none.
        let mute = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api", mute.local_addr().unwrap());
        let folder = with_a_mute_studio();
        let fixture = Fixture::start_with(engine, |config| {
            folder.path().clone_into(&mut config.content_dir);
            config.game_partners.insert(0, GamePartner {
                name: "mute".to_owned(),
                url,
                casino_id: "croupier".to_owned(),
                secret: "another secret".to_owned(),
                providers: vec!["mutehouse".to_owned()],
            });
        })
        .await;
        let kit = &fixture.kit;
        offer(kit, &format!("{OFFER}{}", OFFER.replace("REELS", "QUIET").replace("\"reels\"", "\"quiet\"").replace(REELS, QUIET)));
        let states = async |partner: &str| -> Vec<String> {
            let sql = "SELECT state FROM partner_freespins WHERE partner = $1";
            let rows = kit.app.db.query(sql, params![partner]).await.unwrap();
            rows.iter().map(|row| row.get(0).unwrap()).collect()
        };
        for email in ["ann@example.com", "ben@example.com"] {
            let (browser, player) = grown_player(kit, email).await;
            let id = gift(kit, &browser, player, "QUIET").await;
            activate(&browser, "freespins", &id).await;
        }
        let asked = async || (states("mute").await.len() == 2).then_some(());
        crate::testkit::Kit::until("the calls that nobody answers", asked).await;
        let (browser, player) = rich_player(kit).await;
        let id = gift(kit, &browser, player, "REELS").await;
        activate(&browser, "freespins", &id).await;
        let issued = async || (states("studio").await == ["issued"]).then_some(());
        crate::testkit::Kit::until("the spins at the other partner", issued).await;
        assert_eq!(states("mute").await, ["asked", "asked"]);
        drop(mute);
    }
}
