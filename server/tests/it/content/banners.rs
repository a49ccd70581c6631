//! Who is shown which banner.

use std::time::Duration;

use croupier_money::Currency;
use croupier_server::player;
use reqwest::header::CACHE_CONTROL;
use serde_json::json;

use super::{copied, write};
use crate::browser::Browser;
use crate::play::give;
use crate::testkit::{Engine, Kit};

const BANNERS: &str = r##"
[[banner]]
id = 1
categories = ["home"]
gradient = ["#000000", "#000000", "#000000", "#000000"]
variables = { win = "10" }
amounts.least = { EUR = 1000, USD = 1100 }
title = { en = "For all, {win}", de = "Für alle, {win}" }
[[banner]]
id = 2
categories = ["promo"]
groupIds = [259]
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "For gold" }
[[banner]]
id = 3
categories = ["home"]
welcomePack = "active"
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "Welcome" }
[[banner]]
id = 4
categories = ["home"]
liveTime = { start = "2026-01-01T00:01:00Z", end = "2026-01-01T00:02:00Z" }
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "For a minute" }
[[banner]]
id = 5
categories = ["home"]
welcomePack = "used"
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "Unpacked" }
[[banner]]
id = 6
categories = ["home"]
welcomePack = "none"
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "Without a pack" }
"##;

async fn ids(browser: &Browser) -> Vec<i64> {
    let banners = browser.get("/api/fe/config/banners-config").await.expect(200);
    banners.as_array().unwrap().iter().map(|banner| banner["id"].as_i64().unwrap()).collect()
}

async fn shown_to_whom(engine: Engine) {
    let folder = copied();
    write(folder.path(), "banners.toml", BANNERS);
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(engine, |config| config.content_dir = content_dir).await;
    let guest = kit.browser();
    assert_eq!(ids(&guest).await, [1, 6]);
    assert_eq!(ids(&kit.browser().with("cookie", "stag=welcome")).await, [1, 3]);
    assert_eq!(ids(&kit.browser().with("cookie", "stag=other")).await, [1, 6]);
    let (member, id) = kit.player("gold@b.example").await;
    assert_eq!(ids(&member).await, [1, 6]);
    for (group, shown) in [(258, vec![1, 6]), (259, vec![1, 2, 6]), (131_811, vec![1, 2, 3])] {
        let mut tx = kit.app.db.begin().await.unwrap();
        player::add_groups(&kit.app, &mut tx, id, &[group]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(ids(&member).await, shown, "{group}");
    }
    give(&kit.app, id, Currency::EUR, 1_000).await;
    Kit::until("the first deposit", async || (ids(&member).await == [1, 2, 5]).then_some(())).await;
    for (ms, live) in [(59_999, false), (1, true), (59_999, true), (1, false)] {
        kit.app.clock.advance(Duration::from_millis(ms));
        assert_eq!(ids(&guest).await.contains(&4), live);
    }
    let own = member.get("/api/fe/config/banners-config?locale=de").await;
    assert_eq!(own.headers[CACHE_CONTROL], "private, max-age=60");
    let first = &own.body[0];
    assert_eq!(first["title"], json!({ "text": "Für alle, {win}" }));
    assert_eq!(first["variables"], json!({ "win": "10" }));
    assert_eq!(first["amounts"], json!({ "least": { "EUR": 1000, "USD": 1100 } }));
    let mut keys: Vec<_> = first.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "amounts",
            "button",
            "categories",
            "description",
            "gradient",
            "groups",
            "id",
            "image",
            "labels",
            "liveTime",
            "secondButton",
            "size",
            "timer",
            "title",
            "variables"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn banners_are_for_whom_and_when_they_say_sqlite() {
    shown_to_whom(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn banners_are_for_whom_and_when_they_say_postgres() {
    shown_to_whom(Engine::Postgres).await;
}
