//! What players have to take note of.

use std::time::Duration;

use serde_json::{Value, json};

use super::{copied, write};
use crate::testkit::{Engine, Kit};

const NOTICES: &str = "\
[[notice]]
id = \"terms-2\"
since = \"2026-01-01T00:01:00Z\"
title = { en = \"New terms\", de = \"Neue Bedingungen\" }
[[notice]]
id = \"for-testers\"
since = \"2026-01-01T00:01:00Z\"
groups = [21, 916]
title = { en = \"For testers\" }
";

async fn asked_once_for_good(engine: Engine) {
    let folder = copied();
    write(folder.path(), "notices.toml", NOTICES);
    write(folder.path(), "notices/terms-2/en.md", "Read the *new* terms of {brand}.");
    write(folder.path(), "notices/for-testers/en.md", "Try it.");
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(engine, |config| config.content_dir = content_dir).await;
    let (early, _) = kit.player("early@b.example").await;
    let open = async |player: &crate::browser::Browser| -> Value {
        player.get("/api/player/notices?l=de").await.expect(200)
    };
    let member = async |email: &str, group: i64| {
        let (browser, id) = kit.player(email).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        croupier_server::player::add_groups(&kit.app, &mut tx, id, &[group]).await.unwrap();
        tx.commit().await.unwrap();
        browser
    };
    let tester = member("tester@b.example", 21).await;
    let tester_of_notices = member("notices@b.example", 916).await;
    assert_eq!(open(&early).await, json!([]));
    kit.app.clock.advance(Duration::from_mins(1));
    let content = "<p>Read the <em>new</em> terms of Borealis.</p>";
    let asked = open(&early).await;
    assert_eq!((asked.as_array().unwrap().len(), &asked[0]["id"]), (1, &json!("terms-2")));
    assert_eq!(asked[0]["title"], "Neue Bedingungen");
    assert_eq!(asked[0]["content"].as_str().unwrap().trim(), content);
    early.post("/api/player/notices/nothing/accept", json!({})).await.expect(404);
    for _ in 0..2 {
        early.post("/api/player/notices/terms-2/accept", json!({})).await.expect(204);
        assert_eq!(open(&early).await, json!([]));
    }
    for (tester, group) in [(tester, 21), (tester_of_notices, 916)] {
        let asked = open(&tester).await;
        assert_eq!(
            (asked.as_array().unwrap().len(), &asked[1]["id"]),
            (2, &json!("for-testers")),
            "group {group}"
        );
    }
    let (late, _) = kit.player("late@b.example").await;
    assert_eq!(open(&late).await, json!([]), "who accepts the terms now accepts the new ones");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_is_asked_once_for_good_on_sqlite() {
    asked_once_for_good(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_is_asked_once_for_good_on_postgres() {
    asked_once_for_good(Engine::Postgres).await;
}
