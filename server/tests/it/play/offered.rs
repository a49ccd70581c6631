//! Games that are listed, and not offered to everybody in every way.

use croupier_money::Currency;
use croupier_server::content;
use serde_json::{Value, json};

use super::{Frame, KOI, give, grown_player, launch, rich_player};
use crate::browser::form;
use crate::testkit::{Engine, Kit};

on_both_engines! {
    async fn a_game_that_nobody_opens_is_listed_without_a_way_to_play_it(kit: Kit) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        std::fs::write(&file, game("foreign", "demo", json!(true)).to_string()).unwrap();
        content::deliver(&kit.app.db, &kit.app.config.content_dir, &file, false).await.unwrap();
        Kit::until("the delivery", async || kit.app.catalogue.game_by_identifier("acme/foreign")).await;

        let (browser, _) = rich_player(&kit).await;
        let listed = browser.get("/api/games/acme/foreign").await.expect(200);
        assert_eq!((&listed["playable"], &listed["has_demo_mode"]), (&json!(false), &json!(false)));
        assert!(listed["currencies"].get("FUN").is_none());
        for mode in ["real", "demo"] {
            assert_eq!(launch(&browser, "acme/foreign", mode).await.expect(409)["error"]["code"], "game_unavailable");
        }
        let body = json!({ "device": "desktop", "filter": { "playable": true }, "page_size": 100 });
        let page = browser.post("/api/games_filter", body).await.expect(200);
        let providers: Vec<_> = page["data"].as_array().unwrap().iter().map(|game| &game["provider"]).collect();
        assert!(!providers.is_empty() && !providers.contains(&&json!("acme")), "{providers:?}");
        let own = browser.get("/api/games/northlight/solar-sails").await.expect(200);
        assert_eq!((&own["playable"], &own["has_demo_mode"]), (&json!(true), &json!(true)));
    }

    async fn launches_for_money_are_limited_by_player(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        for _ in 0..60 {
            launch(&browser, KOI, "real").await.expect(201);
        }
        assert_eq!(launch(&browser, KOI, "real").await.status, 429);
        launch(&browser, KOI, "demo").await.expect(201);
        let (other, _) = grown_player(&kit, "other@example.com").await;
        launch(&other, KOI, "real").await.expect(201);
    }

    async fn a_listed_game_opens_only_as_it_is_offered(kit: Kit) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        let games = [
            game("soon", "categories", json!(["slots", "prerelease"])),
            game("pocket", "devices", json!(["mobile"])),
            game("abroad", "blocked_countries", json!([kit.app.config.default_country])),
        ];
        std::fs::write(&file, games.map(|game| game.to_string()).join("\n")).unwrap();
        content::deliver(&kit.app.db, &kit.app.config.content_dir, &file, false).await.unwrap();
        Kit::until("the delivery", async || kit.app.catalogue.game_by_identifier("acme/soon")).await;

        let (browser, _) = rich_player(&kit).await;
        for (name, mode) in [("soon", "real"), ("pocket", "demo"), ("pocket", "real")] {
            let refused = launch(&browser, &format!("acme/{name}"), mode).await;
            assert_eq!(refused.field("mode"), ["game_unavailable"], "{name} {mode}");
        }
        for mode in ["real", "demo"] {
            let refused = launch(&browser, "acme/abroad", mode).await.expect(403);
            assert_eq!(refused["error"]["code"], "restricted_country");
        }
    }
}

/// A delivered game that differs from others in one thing.
fn game(name: &str, what: &str, value: Value) -> Value {
    let mut game = json!({
        "identifier": format!("acme/{name}"), "title": name, "categories": ["slots"],
        "devices": ["mobile", "desktop"], "preview": "/art/tiles/acme-{width}.{format}",
    });
    game[what] = value;
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_is_refused_where_the_game_is_not_offered() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let kit = Kit::start_with(engine, |config| {
            config.trusted_proxies = vec!["127.0.0.1".to_owned()];
            config.country_header = Some("cf-ipcountry".to_owned());
        })
        .await;
        let browser = kit.browser().with("cf-ipcountry", "CA");
        let user = json!({ "user": form("jane@example.com") });
        let player = browser.post("/api/users", user).await.expect(201);
        let profile = json!({ "player": { "date_of_birth": "1990-04-05" } });
        browser.patch("/api/player", profile).await.expect(200);
        give(&kit.app, player["id"].as_i64().unwrap(), Currency::EUR, 100_000).await;
        let frame = Frame::open(&kit, &browser, KOI, "real").await.with("cf-ipcountry", "CA");
        let round = frame.open_round(20).await;
        let abroad = frame.with("cf-ipcountry", "FR");
        for body in [json!({ "stake_cents": 20 }), json!({ "stake_cents": 20, "buy": true })] {
            assert_eq!(abroad.bet("abroad", body).await.expect(403)["error"]["code"], "restricted_country");
        }
        abroad.finish(round).await;
        let home = abroad.with("cf-ipcountry", "CA");
        home.spin("home", 20).await.expect(201);
    }
}
