//! Which brand a host shows, and which none.

use serde_json::json;

use crate::testkit::{Engine, Kit};

#[tokio::test(flavor = "multi_thread")]
async fn the_host_picks_name_logo_and_texts() {
    let kit = Kit::start(Engine::Sqlite).await;
    for (host, brand, mail) in [
        ("localhost:8080", "Borealis", "support@borealis.example"),
        ("www.borealis.example", "Borealis", "support@borealis.example"),
        ("marina.example", "Marina", "hello@marina.example"),
        ("marina.localhost:8080", "Marina", "hello@marina.example"),
    ] {
        let browser = kit.browser().with("host", host);
        let context = browser.get("/client-context").await.expect(200);
        assert_eq!((&context["brand"], &context["host"]), (&json!(brand), &json!(host)));
        let project = browser.get("/api/info/project").await.expect(200);
        assert_eq!((&project["name"], &project["support_email"]), (&json!(brand), &json!(mail)));
        let elsewhere: Vec<_> = project["social"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place["url"].as_str().unwrap())
            .collect();
        let own_host = format!(".{}.example/", brand.to_lowercase());
        assert!(
            !elsewhere.is_empty() && elsewhere.iter().all(|url| url.ends_with(&own_host)),
            "{elsewhere:?}"
        );
        let banners = browser.get("/api/fe/config/banners-config?locale=en").await.expect(200);
        let titles: Vec<_> = banners
            .as_array()
            .unwrap()
            .iter()
            .map(|banner| banner["title"]["text"].as_str().unwrap())
            .collect();
        for (title, of) in [("A night under the aurora", "Borealis"), ("A day by the sea", "Marina")] {
            assert_eq!(titles.contains(&title), brand == of, "{titles:?}");
        }
        let logo = browser.get("/api/fe/config/logo-config").await.expect(200);
        let folder = format!("/media/brands/{}/", brand.to_lowercase());
        assert!(logo["logoUrl"]["full"].as_str().unwrap().starts_with(&folder), "{logo}");
        let about = browser.get("/api/cms/pages/about").await.expect(200);
        assert_eq!(about["title"], json!(format!("About {brand}")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_no_brand_names_is_refused() {
    let kit = Kit::start(Engine::Sqlite).await;
    for host in ["elsewhere.example", "borealis.example.elsewhere.example", "192.0.2.1:8080"] {
        let stranger = kit.browser().with("host", host);
        for path in ["/", "/client-context", "/api/cms/pages", "/robots.txt"] {
            let refused = stranger.get(path).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (421, "unknown_host"), "{host}{path}");
        }
        stranger.get("/healthz").await.expect(200);
    }
}
