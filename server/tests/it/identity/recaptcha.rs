//! reCAPTCHA in the place of the built-in captcha, beside a stand-in for its provider.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use croupier_server::platform::config::{Captcha, Config};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::captcha::solve;
use crate::browser::{Browser, PASSWORD, form_with};
use crate::testkit::{Engine, Kit};

/// A provider: what it was asked, by form, and what it answers to each token.
#[derive(Clone, Default)]
struct Provider(Arc<Mutex<Vec<String>>>);

impl Provider {
    async fn start() -> (Self, String) {
        let (provider, listener) = (Self::default(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
        let asked = provider.clone();
        let verify = move |form: String| async move {
            let answer = if form.contains("response=person") {
                json!({ "success": true, "score": 0.9 })
            } else if form.contains("response=ticked") {
                json!({ "success": true })
            } else if form.contains("response=robot") {
                json!({ "success": true, "score": 0.1 })
            } else if form.contains("response=secret") {
                json!({ "success": false, "error-codes": ["invalid-input-secret"] })
            } else {
                json!({ "success": false, "error-codes": ["timeout-or-duplicate"] })
            };
            let status = if form.contains("down") { StatusCode::BAD_GATEWAY } else { StatusCode::OK };
            asked.0.lock().unwrap().push(form);
            (status, axum::Json(answer))
        };
        let router = Router::new().route("/siteverify", post(verify));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (provider, url)
    }

    fn asked(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

fn with_recaptcha(config: &mut Config, url: &str) {
    config.captcha = Captcha::Recaptcha;
    config.recaptcha_key = Some("6Lc_key".to_owned());
    config.recaptcha_secret = Some("our secret".to_owned());
    url.clone_into(&mut config.recaptcha_url);
}

async fn sign_up(browser: &Browser, email: &str, token: &str) -> crate::browser::Answer {
    let form = form_with(email, json!({ "captcha": token }));
    browser.post("/api/users", json!({ "user": form })).await
}

async fn sign_in(browser: &Browser, email: &str, captcha: &str) -> crate::browser::Answer {
    let user = json!({ "email": email, "password": PASSWORD, "captcha": captcha });
    browser.post("/api/users/sign_in", json!({ "user": user })).await
}

on_each_engine! {
    async fn a_token_passes_that_its_provider_takes_for_a_persons(engine: Engine) {
        let (provider, url) = Provider::start().await;
        let kit = Kit::start_with(engine, |config| with_recaptcha(config, &url)).await;
        let browser = kit.browser();
        let none = sign_up(&browser, "jane@example.com", "").await;
        assert_eq!(none.field("captcha"), ["VALIDATION.CAPTCHA.REQUIRED"]);
        for token in ["robot", "late", "two words", &"x".repeat(5_000)] {
            let refused = sign_up(&browser, "jane@example.com", token).await;
            assert_eq!(refused.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"], "{token}");
        }
        assert_eq!(
            provider.asked(),
            ["secret=our+secret&response=robot", "secret=our+secret&response=late"],
            "what can be no token is not asked about"
        );
        sign_up(&browser, "jane@example.com", "person-1").await.expect(201);
        sign_in(&browser, "jane@example.com", "ticked-1").await.expect(201);
        let again = sign_in(&browser, "jane@example.com", "person-1").await;
        assert_eq!(again.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"], "a token counts once");
    }

    async fn without_the_provider_nobody_is_taken_for_a_person(engine: Engine) {
        let (_provider, url) = Provider::start().await;
        let kit = Kit::start_with(engine, |config| with_recaptcha(config, &url)).await;
        for token in ["down", "secret"] {
            sign_up(&kit.browser(), "jane@example.com", token).await.expect(503);
        }
        let kit = Kit::start_with(engine, |config| with_recaptcha(config, "http://127.0.0.1:9/siteverify")).await;
        sign_up(&kit.browser(), "jane@example.com", "person").await.expect(503);
    }

    async fn more_work_is_asked_of_the_built_in_captcha(engine: Engine) {
        let (_provider, url) = Provider::start().await;
        let kit = Kit::start_with(engine, |config| with_recaptcha(config, &url)).await;
        let browser = kit.browser();
        sign_up(&browser, "jane@example.com", "person").await.expect(201);
        let normal = solve(&browser, "normal").await;
        assert_eq!(sign_in(&browser, "jane@example.com", &normal).await.field("captcha"), ["VALIDATION.CAPTCHA.INVALID"]);
        let hard = solve(&browser, "hard").await;
        sign_in(&browser, "jane@example.com", &hard).await.expect(201);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_may_load_the_script_only_where_it_is_asked_for() {
    let of = async |configure: fn(&mut Config)| {
        let kit = Kit::start_with(Engine::Sqlite, configure).await;
        let settings = kit.browser().get("/api/player/settings").await;
        let policy = settings.headers["content-security-policy"].to_str().unwrap().to_owned();
        let settings: Value = settings.expect(200);
        (settings["recaptcha_key"].clone(), settings["captcha"].clone(), policy)
    };
    let (key, captcha, policy) = of(|config| with_recaptcha(config, "http://127.0.0.1:9/siteverify")).await;
    assert_eq!((key, captcha), (json!("6Lc_key"), json!("recaptcha")));
    for part in ["script-src", "frame-src", "connect-src"] {
        let sources = policy.split(';').find(|directive| directive.trim().starts_with(part)).unwrap();
        assert!(sources.contains("https://www.google.com/recaptcha/"), "{sources}");
    }
    let (key, captcha, policy) = of(|config| config.captcha = Captcha::Altcha).await;
    assert_eq!((key, captcha), (Value::Null, json!("altcha")));
    assert!(!policy.contains("google"), "{policy}");
}
