//! What licences allow of the controls, and the least time from one round to the next.

use std::time::Duration;

use croupier_money::Currency;
use serde_json::json;

use super::{Frame, SAILS, WHEEL, cash, give, rich_player};
use crate::browser::form;
use crate::content::copied;
use crate::testkit::{Engine, Kit};

/// A site whose general licence asks for 2.5 seconds between spins and 5 at tables. The folder has to outlive it.
pub async fn slow_server(engine: Engine) -> (Kit, tempfile::TempDir) {
    let folder = copied();
    let path = folder.path().join("licences.toml");
    let licences = std::fs::read_to_string(&path).unwrap();
    let slow = licences
        .replace("slots_cycle_ms = 0", "slots_cycle_ms = 2500")
        .replace("table_cycle_ms = 0", "table_cycle_ms = 5000");
    std::fs::write(&path, slow).unwrap();
    let content_dir = folder.path().to_owned();
    (Kit::start_with(engine, |config| config.content_dir = content_dir).await, folder)
}

on_each_engine! {
    async fn a_game_is_told_what_its_licence_allows(engine: Engine) {
        let kit = Kit::start_with(engine, |config| {
            config.trusted_proxies = vec!["127.0.0.1".to_owned()];
            config.country_header = Some("cf-ipcountry".to_owned());
        })
        .await;
        let browser = kit.browser().with("cf-ipcountry", "CA");
        let player = browser.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
        let profile = json!({ "player": { "date_of_birth": "1990-04-05" } });
        browser.patch("/api/player", profile).await.expect(200);
        give(&kit.app, player["id"].as_i64().unwrap(), Currency::EUR, 100_000).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await.with("cf-ipcountry", "CA");
        let free = json!({ "autoplay": true, "quick_spin": true, "cycle_ms": 0 });
        assert_eq!(frame.session().await.expect(200)["controls"], free);
        let guest = kit.browser().with("cf-ipcountry", "EE");
        for (game, cycle_ms) in [(SAILS, 2_500), (WHEEL, 5_000)] {
            let demo = Frame::open(&kit, &guest, game, "demo").await.with("cf-ipcountry", "EE");
            let strict = json!({ "autoplay": false, "quick_spin": false, "cycle_ms": cycle_ms });
            assert_eq!(demo.session().await.expect(200)["controls"], strict, "{game}");
        }
        frame.spin("one", 20).await.expect(201);
        frame.spin("two", 20).await.expect(201);
    }

    async fn a_round_that_comes_too_early_is_refused_and_moves_nothing(engine: Engine) {
        let (kit, _folder) = slow_server(engine).await;
        let (browser, player) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, WHEEL, "real").await;
        let bets = json!({ "bets": [{ "kind": "red", "amount_cents": 100 }] });
        let first = frame.bet("first", bets.clone()).await.expect(201);
        let before = cash(&kit.app, player).await;
        kit.app.clock.advance(Duration::from_millis(4_999));
        let early = frame.bet("second", bets.clone()).await;
        assert_eq!((early.status.as_u16(), early.code()), (429, "round_too_early"));
        assert_eq!(early.headers["retry-after"], "1");
        assert_eq!(cash(&kit.app, player).await, before);
        let again = frame.bet("first", bets.clone()).await.expect(201);
        assert_eq!(again["id"], first["id"], "a repeated call is no new round");
        for n in 0..20 {
            let flood = frame.bet(&format!("flood-{n}"), bets.clone()).await;
            assert_eq!((flood.status.as_u16(), flood.code()), (429, "round_too_early"));
        }
        kit.app.clock.advance(Duration::from_millis(1));
        frame.bet("second", bets.clone()).await.expect(201);
        kit.app.clock.advance(Duration::from_secs(5));
        let other = Frame::open(&kit, &browser, WHEEL, "real").await;
        let (here, there) = tokio::join!(frame.bet("here", bets.clone()), other.bet("there", bets));
        let mut statuses = [here.status.as_u16(), there.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 429], "of two windows one plays");
    }
}
