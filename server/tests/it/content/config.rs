//! The calls that steer the site.

use croupier_server::loyalty::VipStatus;
use reqwest::header::{CACHE_CONTROL, ETAG, VARY};
use serde_json::{Value, json};

use super::{copied, write};
use crate::testkit::{Engine, Kit};

/// Every call that steers the site by GET.
const CALLS: [&str; 9] = [
    "stag-by-referrer-name",
    "excluded-promo-stags",
    "survey-config",
    "betting-config",
    "currency-config",
    "logo-config",
    "menu-categories-games",
    "manage-promotion-pages",
    "banners-config?locale=de",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_call_may_be_kept_for_a_minute_and_asked_again_by_its_tag() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    for call in CALLS {
        let path = format!("/api/fe/config/{call}");
        let first = guest.get(&path).await;
        assert_eq!(
            (first.status.as_u16(), &first.headers[CACHE_CONTROL]),
            (200, &"public, max-age=60".parse().unwrap()),
            "{call}"
        );
        let tag = first.headers[ETAG].to_str().unwrap().to_owned();
        let again = kit.browser().with("if-none-match", &tag).get(&path).await;
        assert_eq!((again.status.as_u16(), &again.body), (304, &Value::Null), "{call}");
        let other = kit.browser().with("if-none-match", "\"other\"").get(&path).await;
        assert_eq!(other.status, 200, "{call}");
    }
    guest.get("/api/fe/config/managers").await.expect(405);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_depends_on_the_player_is_kept_by_the_own_browser_and_asked_again_by_its_tag() {
    let kit = Kit::start(Engine::Sqlite).await;
    let (player, _) = kit.player("jane@example.com").await;
    for call in ["vip-adventures", "additional-gifts"] {
        let path = format!("/api/fe/config/{call}");
        let first = player.get(&path).await;
        assert_eq!(first.status, 200, "{call}");
        assert_eq!(first.headers[CACHE_CONTROL], "private, no-cache", "{call}");
        assert_eq!(first.headers[VARY], "Cookie", "{call}");
        let tag = first.headers[ETAG].to_str().unwrap().to_owned();
        let again = kit.browser().with("if-none-match", &tag);
        again.set_cookie(player.cookie());
        assert_eq!(again.get(&path).await.status, 304, "{call}");
    }
}

on_both_engines! {
    async fn the_calls_have_the_shapes_that_the_site_reads(kit: Kit) {
        let guest = kit.browser();
        let read = async |call: &str| guest.get(&format!("/api/fe/config/{call}")).await.expect(200);
        let survey = read("survey-config").await;
        let keys: Vec<_> = survey.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["is_enable_widget", "survey_collector_id", "survey_id"]);
        assert!(read("betting-config").await.is_array());
        let logo = read("logo-config").await;
        assert!(logo["logoUrl"]["mobile"].is_string() && logo["logoUrl"]["full"].is_string());
        let picture = guest.get(logo["logoUrl"]["full"].as_str().unwrap()).await;
        assert_eq!((picture.status.as_u16(), &picture.headers["content-type"]), (200, &"image/svg+xml".parse().unwrap()));
        assert_eq!(read("manage-promotion-pages").await["rocket-mart"], json!(true));
        for item in read("menu-categories-games").await.as_array().unwrap() {
            assert!(item["id"].is_string() && item["path"].as_str().unwrap().starts_with('/'), "{item}");
        }
        let snippets = guest.get("/api/cms/snippets?l=de").await.expect(200);
        let copyright = snippets.as_array().unwrap().iter().find(|it| it["id"] == "footer-copyright").unwrap().clone();
        assert_eq!(copyright["categories"], json!(["footer-copyright"]));
        assert!(copyright["content"].as_str().unwrap().contains("Alle Rechte vorbehalten"), "{copyright}");
        assert!(guest.get("/api/cms/files?l=de").await.expect(200).is_array());
        let manager = async |groups: Value| {
            guest.post("/api/fe/config/managers", json!({ "userGroups": groups })).await.expect(200)
        };
        assert_eq!(manager(json!([21])).await, Value::Null);
        for status in VipStatus::ALL {
            for group in status.groups() {
                let has_none = manager(json!([group])).await.is_null();
                assert_eq!(has_none, status == VipStatus::Regular, "who is in the VIP club has a manager: {group}");
            }
        }
        let avatar = manager(json!([259])).await["avatar"].as_str().unwrap().to_owned();
        assert_eq!(guest.get(&avatar).await.status, 200, "{avatar}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_operator_writes_is_what_the_site_reads() {
    let folder = copied();
    write(
        folder.path(),
        "config/managers.toml",
        "[[manager]]\ngroups = [259]\nmanagerName = \"Astrid\"\navatar = \"/media/a.svg\"\ntime = \"9-18\"\n\
         telegramLink = \"https://t.me/astrid\"\nemail = \"astrid@borealis.example\"\n",
    );
    let affiliates = "excluded_promo = [\"quiet\"]\n[by_referrer]\n[locales]\n";
    write(folder.path(), "config/affiliates.toml", affiliates);
    write(folder.path(), "config/betting.toml", "hosts = [\"sport.one.example\", \"sport.two.example\"]\n");
    let project = std::fs::read_to_string(folder.path().join("config/project.toml")).unwrap();
    let special = "[special_slots]\n\"northlight/koi-lanterns\" = \"footer-copyright\"\n";
    let delivered = "[special_slots]\n\"northlight/tidal-kings\" = \"about-bought-rounds\"\n";
    assert!(project.contains(delivered));
    write(folder.path(), "config/project.toml", &project.replace(delivered, special));
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(Engine::Sqlite, |config| config.content_dir = content_dir).await;
    let guest = kit.browser();
    let astrid = guest.post("/api/fe/config/managers", json!({ "userGroups": [1, 259] })).await.expect(200);
    assert_eq!((&astrid["managerName"], &astrid["whatsAppLink"]), (&json!("Astrid"), &Value::Null));
    let project = guest.get("/api/info/project").await.expect(200);
    assert_eq!(project["special_slots"], json!({ "northlight/koi-lanterns": "footer-copyright" }));
    let hosts = guest.get("/api/fe/config/betting-config").await.expect(200);
    assert_eq!(hosts, json!(["sport.one.example", "sport.two.example"]));
    let tags = guest.get("/api/fe/config/excluded-promo-stags").await.expect(200);
    assert_eq!(tags, json!(["quiet"]));
}
