use croupier_server::content;
use croupier_server::http_guard::Policies;
use reqwest::{Client, Method};

use serde_json::json;

use crate::browser::form;

on_both_engines! {
    async fn only_our_own_pages_may_change_something(kit: Kit) {
        let bare = Client::new().delete(kit.url("/api/users/sign_out")).send().await.unwrap();
        assert_eq!(bare.status(), 403);
        let body: serde_json::Value = serde_json::from_str(&bare.text().await.unwrap()).unwrap();
        assert_eq!(body["error"]["code"], "cross_site");
        let browser = kit.browser();
        let own = kit.url("");
        for (header, value, passes) in [
            ("origin", own.as_str(), true),
            ("origin", "http://localhost:8080", true),
            ("origin", "https://evil.example", false),
            ("origin", "null", false),
            ("sec-fetch-site", "same-origin", true),
            ("sec-fetch-site", "none", true),
            ("sec-fetch-site", "same-site", false),
            ("sec-fetch-site", "cross-site", false),
        ] {
            let answer = browser.send(Method::DELETE, "/api/users/sign_out", None, &[(header, value)]).await;
            assert_eq!(answer.status, if passes { 204 } else { 403 }, "{header}: {value}");
        }
        // Reading needs no marker.
        assert_eq!(reqwest::get(kit.url("/api/player")).await.unwrap().status(), 200);
    }

    async fn answers_carry_the_safety_headers(kit: Kit) {
        for (path, ancestors, frames) in [
            ("/api/player", "'none'", "DENY"),
            ("/api/nothing", "'none'", "DENY"),
            ("/house-games/", "'self'", "SAMEORIGIN"),
        ] {
            let headers = kit.browser().get(path).await.headers;
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("script-src 'self';"), "{policy}");
            assert!(policy.contains("frame-src 'self' http://127.0.0.1:8090;"), "{policy}");
            assert!(policy.ends_with(&format!("frame-ancestors {ancestors}")), "{policy}");
            assert_eq!(headers["x-frame-options"], frames);
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert_eq!(headers["referrer-policy"], "strict-origin-when-cross-origin");
            assert!(!headers.contains_key("strict-transport-security"));
        }
        assert_eq!(kit.browser().get("/api/player").await.headers["cache-control"], "no-store");
    }

    async fn pages_show_partners_games_from_where_providers_run_them(kit: Kit) {
        let named = content::frame_origins(kit.app.editions.seed(), &kit.app.catalogue);
        assert_eq!(named, Vec::<String>::new(), "none in the content of a fresh install");
        let policies = |origins: &'static [&'static str]| Policies::of(&kit.app.config, origins.iter().copied());
        let written = format!("{:?}", policies(&["https://games.example"]).unwrap());
        assert!(written.contains("frame-src 'self' http://127.0.0.1:8090 https://games.example;"), "{written}");
    }

    async fn scripts_of_others_come_from_where_the_settings_say(kit: Kit) {
        let policy = async |kit: &Kit| {
            let headers = kit.browser().get("/api/player").await.headers;
            headers["content-security-policy"].to_str().unwrap().to_owned()
        };
        assert!(!policy(&kit).await.contains("https://"), "none unless the operator names them");
        assert_eq!(kit.browser().get("/api/info/project").await.expect(200)["outside_scripts"], json!([]));
        let script = "https://tags.example/gtm.js?id=1";
        let kit = Kit::start_with(Engine::Sqlite, |config| {
            config.outside_scripts = vec![script.to_owned()];
            config.outside_hosts = vec!["https://*.collect.example".to_owned(), "https://tags.example".to_owned()];
        })
        .await;
        let policy = policy(&kit).await;
        for kind in ["script-src", "img-src", "connect-src"] {
            let allowed = format!("{kind} 'self' https://*.collect.example https://tags.example");
            assert!(policy.contains(&allowed), "{policy}");
        }
        assert_eq!(kit.browser().get("/api/info/project").await.expect(200)["outside_scripts"], json!([script]));
        let kit = Kit::start_with(Engine::Sqlite, |config| {
            config.outside_scripts = vec![script.to_owned()];
            config.outside_scripts_on = vec!["marina.example".to_owned()];
        })
        .await;
        for (host, loaded) in [("marina.example", json!([script])), ("marina.localhost", json!([]))] {
            let project = kit.browser().with("host", host).get("/api/info/project").await.expect(200);
            assert_eq!(project["outside_scripts"], loaded, "{host}");
        }
    }

    async fn bodies_are_refused_in_the_standard_shape(kit: Kit) {
        let send = async |kind: &'static str, body: &'static str| {
            let call = Client::new().post(kit.url("/api/users")).header("x-requested-with", "XMLHttpRequest");
            let answer = call.header("content-type", kind).body(body).send().await.unwrap();
            let status = answer.status().as_u16();
            (status, serde_json::from_str::<serde_json::Value>(&answer.text().await.unwrap()).unwrap())
        };
        let (status, body) = send("application/json", "{").await;
        assert_eq!((status, &body["error"]["code"]), (400, &json!("bad_request")));
        let (status, body) = send("text/plain", "{}").await;
        assert_eq!((status, &body["error"]["code"]), (415, &json!("unsupported_media_type")));
        let (status, body) = send("application/json", "{}").await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"]["user"].is_array(), "{body}");
        let extra = json!({ "user": form("jane@example.com"), "more": 1 });
        kit.browser().post("/api/users", extra).await.expect(201);
    }
}
