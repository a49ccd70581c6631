//! Versions of the terms.

use std::time::Duration;

use croupier_db::params;
use serde_json::json;

use crate::content::{copied, write};
use crate::testkit::Kit;

const TERMS: &str = "\
[[version]]
id = \"first\"
since = \"2025-01-01T00:00:00Z\"
[[version]]
id = \"second\"
since = \"2026-01-01T00:01:00Z\"
[[version]]
id = \"elsewhere\"
since = \"2026-01-01T00:01:00Z\"
licences = [\"EE\"]
";

on_each_engine! {
    async fn a_new_version_is_asked_for_until_it_is_accepted(engine: Engine) {
        let folder = copied();
        write(folder.path(), "terms.toml", TERMS);
        let content_dir = folder.path().to_owned();
        let kit = Kit::start_with(engine, |config| config.content_dir = content_dir).await;
        let (player, id) = kit.player("jane@example.com").await;
        let missed = async || player.get("/api/player").await.expect(200)["auth_fields_missed"].clone();
        assert_eq!(missed().await, json!([]));
        kit.app.clock.advance(Duration::from_mins(1));
        assert_eq!(missed().await, json!(["terms_acceptance"]));
        let (later, _) = kit.player("later@example.com").await;
        assert_eq!(later.get("/api/player").await.expect(200)["auth_fields_missed"], json!([]));
        let accept = json!({ "player": { "terms_acceptance": true } });
        for _ in 0..2 {
            player.patch("/api/player", accept.clone()).await.expect(200);
            assert_eq!(missed().await, json!([]));
            kit.app.clock.advance(Duration::from_secs(1));
        }
        let sql = "SELECT version, accepted_at_ms FROM terms_acceptance WHERE player_id = $1 ORDER BY accepted_at_ms";
        let rows = kit.app.db.query(sql, params![id]).await.unwrap();
        let kept: Vec<(String, i64)> = rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap())).collect();
        let start = crate::testkit::START_MS;
        assert_eq!(kept, [("first".to_owned(), start), ("second".to_owned(), start + 60_000)]);
    }
}
