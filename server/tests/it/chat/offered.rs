//! What the operator says of the chat: hours and provider.

use std::time::Duration;

use serde_json::json;

use crate::content::{copied, write};
use crate::testkit::{Engine, Kit};

#[tokio::test(flavor = "multi_thread")]
async fn hours_and_the_provider_are_what_the_operator_says() {
    let fresh = Kit::start(Engine::Sqlite).await.browser().get("/api/chat").await.expect(200);
    let around_the_clock = json!({ "is_open": true, "opens_at": null, "closes_at": null });
    let expected = json!({
        "provider": "built_in", "script_url": null, "group": 1, "hours": around_the_clock, "conversation": null,
    });
    assert_eq!(fresh, expected);
    let folder = copied();
    // The clock of a test begins on a Thursday at midnight.
    let hours = "[[hours]]\ndays = [\"thursday\"]\nfrom = \"09:00\"\nto = \"17:00\"\n";
    write(folder.path(), "config/chat.toml", hours);
    let statuses = std::fs::read_to_string(folder.path().join("statuses.toml")).unwrap();
    let script = "https://chat.example/widget.js";
    for (writable, setting, provider) in
        [("true", Some(script), "outside"), ("false", Some(script), "built_in"), ("true", None, "built_in")]
    {
        let chosen = format!("id = \"group_545\"\nwritable = {writable}");
        write(folder.path(), "statuses.toml", &statuses.replace("id = \"group_545\"", &chosen));
        let content_dir = folder.path().to_owned();
        let kit = Kit::start_with(Engine::Sqlite, |config| {
            config.content_dir = content_dir;
            config.chat_widget_url = setting.map(str::to_owned);
        })
        .await;
        let answer = kit.browser().get("/api/chat").await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap().to_owned();
        let found = answer.expect(200);
        let url = json!((provider == "outside").then_some(script));
        assert_eq!((&found["provider"], &found["script_url"]), (&json!(provider), &url), "{writable}");
        for source in [
            "script-src 'self' https://chat.example",
            "frame-src 'self' http://127.0.0.1:8090 https://chat.example",
        ] {
            assert_eq!(policy.contains(source), setting.is_some(), "{policy}");
        }
        let window = json!({
            "is_open": false, "opens_at": "2026-01-01T09:00:00.000Z", "closes_at": "2026-01-01T17:00:00.000Z",
        });
        assert_eq!(found["hours"], window);
        kit.app.clock.advance(Duration::from_hours(9));
        assert_eq!(kit.browser().get("/api/chat").await.expect(200)["hours"]["is_open"], true);
    }
}
