//! Games that are listed, and not offered to everybody in every way.

use croupier_server::content;
use serde_json::{Value, json};

use super::{launch, rich_player};

on_both_engines! {
    async fn a_listed_game_opens_only_as_it_is_offered(kit: Kit) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        let games = [
            game("soon", "categories", json!(["slots", "prerelease"])),
            game("paid", "demo", json!(false)),
            game("pocket", "devices", json!(["mobile"])),
            game("abroad", "blocked_countries", json!([kit.app.config.default_country])),
        ];
        std::fs::write(&file, games.map(|game| game.to_string()).join("\n")).unwrap();
        content::deliver(&kit.app.db, &kit.app.config.content_dir, &file, false).await.unwrap();
        Kit::until("the delivery", async || kit.app.catalogue.game_by_identifier("acme/soon")).await;

        let (browser, _) = rich_player(&kit).await;
        for (name, mode) in [("soon", "real"), ("paid", "demo"), ("pocket", "demo"), ("pocket", "real")] {
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
