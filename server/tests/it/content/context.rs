//! What the operator tells of itself, and what it knows of the visitor.

use serde_json::{Value, json};

use super::{copied, write};
use crate::browser::form;
use crate::testkit::{Engine, Kit};

/// What the context always has.
const KEYS: [&str; 11] = [
    "affb_id",
    "brand",
    "country",
    "currency",
    "host",
    "is_restricted",
    "licence",
    "locale",
    "region",
    "sport_host",
    "stag",
];

#[tokio::test(flavor = "multi_thread")]
async fn where_a_visitor_is_decides_licence_currency_and_restriction() {
    let kit = Kit::start_with(Engine::Sqlite, |config| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
        config.country_header = Some("cf-ipcountry".to_owned());
        config.region_header = Some("cf-region-code".to_owned());
        config.sport_host = Some("sport.example".to_owned());
    })
    .await;
    for (country, known, licence, currency, locale, restricted) in [
        ("XX", json!(null), "CW", "EUR", "en-CA", true),
        ("CA", json!("CA"), "CW", "CAD", "en-CA", false),
        ("GB", json!("GB"), "CW", "EUR", "en", false),
        ("EE", json!("EE"), "EE", "EUR", "et", false),
        ("BR", json!("BR"), "GCB", "BRL", "en-CA", false),
        ("FR", json!("FR"), "CW", "EUR", "en-CA", true),
    ] {
        let browser = kit.browser().with("cf-ipcountry", country).with("cf-region-code", "on");
        let context = browser.get("/client-context").await.expect(200);
        assert_eq!(
            json!([
                context["country"],
                context["licence"],
                context["currency"],
                context["locale"],
                context["is_restricted"]
            ]),
            json!([known, licence, currency, locale, restricted]),
            "{country}"
        );
        assert_eq!(context["region"], json!("ON"));
        let keys: Vec<_> = context.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, KEYS);
        assert_eq!(context["sport_host"], json!("sport.example"));
    }
    let ip = kit.browser().with("x-forwarded-for", "203.0.113.9").get("/api/current_ip").await.expect(200);
    assert_eq!(ip, json!({ "ip": "203.0.113.9" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_keeps_licence_and_currency_wherever_they_travel() {
    let kit = Kit::start_with(Engine::Sqlite, |config| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
        config.country_header = Some("cf-ipcountry".to_owned());
    })
    .await;
    let home = kit.browser().with("cf-ipcountry", "CA");
    home.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
    let abroad = home.moved_to(&kit).with("cf-ipcountry", "EE");
    let context = abroad.get("/client-context").await.expect(200);
    assert_eq!(
        json!([context["country"], context["licence"], context["currency"]]),
        json!(["EE", "CW", "EUR"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_a_licence_hides_keeps_its_address() {
    let kit = Kit::start_with(Engine::Sqlite, |config| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
        config.country_header = Some("cf-ipcountry".to_owned());
    })
    .await;
    for (country, hidden) in [("EE", true), ("CA", false), ("BR", false)] {
        let browser = kit.browser().with("cf-ipcountry", country);
        let pages = browser.get("/api/cms/pages").await.expect(200);
        for path in ["/benefits-of-crypto", "/sportsbook-terms"] {
            let listed = pages.as_array().unwrap().iter().find(|page| page["path"] == path).unwrap();
            assert_eq!(listed["hidden"], json!(hidden), "{path} in {country}");
            browser.get(&format!("/api/cms/pages{path}")).await.expect(200);
        }
        let page = browser.get("/api/cms/pages/benefits-of-crypto").await.expect(200);
        assert_eq!(page["blocks"]["json"], json!("{\"blocks\":[\"payment-methods\"]}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn affiliates_are_told_back_and_may_limit_the_languages() {
    let folder = copied();
    write(folder.path(), "config/affiliates.toml", "[by_referrer]\n[locales]\nnordic = [\"no\", \"et\"]\n");
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(Engine::Sqlite, |config| config.content_dir = content_dir).await;
    let context =
        kit.browser().with("cookie", "stag=s1; affb_id=a2").get("/client-context").await.expect(200);
    assert_eq!(json!([context["stag"], context["affb_id"]]), json!(["s1", "a2"]));
    for (query, expected) in
        [("", 9), ("?stag=other", 9), ("?stag=nordic", 3), ("?affb_id=nordic&stag=other", 3)]
    {
        let locales = kit.browser().get(&format!("/api/info/locales{query}")).await.expect(200);
        assert_eq!(locales.as_array().unwrap().len(), expected, "{query}: {locales}");
        let default = locales.as_array().unwrap().iter().find(|locale| locale["default"] == true).unwrap();
        assert_eq!(default["code"], "en-CA");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_project_tells_what_the_shell_shows() {
    let kit = Kit::start(Engine::Sqlite).await;
    let project = kit.browser().get("/api/info/project").await.expect(200);
    assert_eq!((&project["name"], &project["page_size"]), (&json!("Borealis"), &json!(40)));
    assert_eq!((&project["promo_timer_minutes"], &project["recaptcha_key"]), (&json!(10), &Value::Null));
    assert_eq!(project["deposit_limit_blocks_play"], true);
    let loose = Kit::start_with(Engine::Sqlite, |config| config.limits_deposit_blocks_play = false).await;
    assert_eq!(
        loose.browser().get("/api/info/project").await.expect(200)["deposit_limit_blocks_play"],
        false
    );
    assert_eq!(project["copyright"]["by_group"]["259"], "footer-copyright-vip");
    assert!(project["hosts"].as_array().unwrap().contains(&json!("marina.localhost")));
    let footers: Vec<_> =
        project["licences"].as_array().unwrap().iter().map(|licence| &licence["footer"]).collect();
    assert_eq!(footers.len(), 3);
    assert!(footers[0] != footers[1] && footers[1] != footers[2] && footers[0] != footers[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn help_is_that_of_the_country_and_then_that_for_everybody() {
    let kit = Kit::start_with(Engine::Sqlite, |config| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
        config.country_header = Some("cf-ipcountry".to_owned());
    })
    .await;
    let everybody = ["Gambling Therapy", "Gamblers Anonymous"];
    let names = async |browser: &crate::browser::Browser| {
        let addresses = browser.get("/api/cms/help").await.expect(200);
        let name = |address: &Value| address["name"].as_str().unwrap().to_owned();
        addresses.as_array().unwrap().iter().map(name).collect::<Vec<_>>()
    };
    for (country, own) in [("NO", "Hjelpelinjen"), ("EE", "Hasartmängusõltuvuse nõustamiskeskus"), ("XX", "")]
    {
        let expected: Vec<_> = [own].into_iter().filter(|own| !own.is_empty()).chain(everybody).collect();
        assert_eq!(names(&kit.browser().with("cf-ipcountry", country)).await, expected, "{country}");
    }
    // A player finds the help of home also abroad.
    let home = kit.browser().with("cf-ipcountry", "CA");
    home.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
    let abroad = home.moved_to(&kit).with("cf-ipcountry", "NO");
    assert_eq!(names(&abroad).await.first().map(String::as_str), Some("ConnexOntario"));
    let line = abroad.get("/api/cms/help").await.expect(200)[0].clone();
    assert_eq!(
        line,
        json!({ "name": "ConnexOntario", "phone": "1-866-531-2600", "url": "https://www.connexontario.ca" })
    );
}
