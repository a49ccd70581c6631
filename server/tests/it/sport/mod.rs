//! The way to the sports site, with the sandbox's sports site at its end.

mod freebets;

use std::time::Duration;

use croupier_ledger::StopReason;
use croupier_sandbox::{Clock, Config as SandboxConfig, Secret};
use croupier_server::platform::config::Config;
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::browser::{Browser, form};
use crate::stops::{lift, stop};
use crate::testkit::{Engine, Kit};

const SECRET: &str = "whsec_dGhlIGtleSBvZiB0aGUgc3BvcnRzIHNpdGU=";
const LIFE: Duration = Duration::from_mins(1);

/// A server, and the sports site that it leads to.
struct Sports {
    kit: Kit,
    host: String,
    http: Client,
    task: JoinHandle<()>,
}

impl Drop for Sports {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Sports {
    async fn start(engine: Engine) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let kit = Kit::start_with(engine, |config: &mut Config| {
            config.sport_host = Some(host.clone());
            config.sport_secret = Some(SECRET.to_owned());
            config.trusted_proxies = vec!["127.0.0.1".to_owned()];
            config.country_header = Some("cf-ipcountry".to_owned());
            config.restricted_countries = vec!["US".to_owned()];
        })
        .await;
        let mut config = SandboxConfig::new("key", "whsec_c2VjcmV0").unwrap();
        config.sport_secret = Secret::parse(SECRET).unwrap();
        config.casino_url = kit.url("");
        let clock = kit.app.clock.clone();
        config.clock = Clock::from_fn(move || clock.now().try_into().unwrap());
        let task = tokio::spawn(async move { croupier_sandbox::serve(listener, config).await.unwrap() });
        let http = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { kit, host, http, task }
    }

    /// A player who has just signed up at home.
    async fn player(&self, email: &str) -> (Browser, i64) {
        let browser = self.kit.browser().with("cf-ipcountry", "CA");
        let player = browser.post("/api/users", json!({ "user": form(email) })).await.expect(201);
        (browser, player["id"].as_i64().unwrap())
    }

    /// The token of a visit that `browser` begins.
    async fn token(&self, browser: &Browser) -> String {
        let visit = browser.post("/api/sport/visits", json!({})).await.expect(201);
        assert_eq!(visit["host"], self.host);
        visit["token"].as_str().unwrap().to_owned()
    }

    /// Opens an address of the sports site.
    async fn open(&self, path: &str, cookie: &str) -> Response {
        let url = format!("http://{}{path}", self.host);
        self.http.get(url).header("cookie", cookie).send().await.unwrap()
    }

    /// Comes to the sports site with `token`; answers where it leads on to, and the session that it opens.
    async fn arrive(&self, token: &str) -> (String, Option<String>) {
        let answer = self.open(&format!("/live?token={token}&locale=de"), "").await;
        assert_eq!(answer.status(), 303);
        let header = |name| {
            answer.headers().get(name).map(|value: &reqwest::header::HeaderValue| value.to_str().unwrap())
        };
        let cookie = header("set-cookie").map(|line| line.split(';').next().unwrap().to_owned());
        (header("location").unwrap().to_owned(), cookie)
    }

    /// Exchanges a token as the sports site at `host` does, signed with `secret` at `at_ms`.
    async fn exchange(&self, token: &str, host: &str, secret: &str, at_ms: i64) -> (u16, Value) {
        self.call("session", json!({ "token": token, "host": host }), secret, at_ms).await
    }

    /// Makes a call of the sports site.
    async fn call(&self, path: &str, body: Value, secret: &str, at_ms: i64) -> (u16, Value) {
        let (body, at) = (body.to_string(), u64::try_from(at_ms / 1000).unwrap());
        let signature = Secret::parse(secret).unwrap().sign("msg_1", at, &body);
        let call =
            self.http.post(self.kit.url(&format!("/webhooks/sport/{path}"))).header("webhook-id", "msg_1");
        let call = call.header("webhook-timestamp", at).header("webhook-signature", signature).body(body);
        let answer = call.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
    }
}

const FAILED: &str = "/live?locale=de&sign_in=failed";

on_each_engine! {
    async fn an_excluded_person_under_another_account_is_not_handed_over(engine: Engine) {
        let sports = Sports::start(engine).await;
        let phone = json!({ "player": { "mobile_phone": "+1 416 555 0133" } });
        let (mallory, excluded) = sports.player("mallory@example.com").await;
        mallory.patch("/api/player", phone.clone()).await.expect(200);
        stop(&sports.kit.app, excluded, StopReason::Exclusion).await;
        let (again, _) = sports.player("eve@example.com").await;
        again.patch("/api/player", phone).await.expect(200);
        let refused = again.post("/api/sport/visits", json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "verification_required"));
        let visit = again.post("/api/sport/visits", json!({})).await.expect(201);
        assert_eq!(visit["token"], Value::Null, "who is stopped is a guest there");
    }

    async fn a_player_is_signed_in_at_the_sports_site_and_the_token_is_spent(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, id) = sports.player("ada@example.com").await;
        let token = sports.token(&browser).await;
        let (to, cookie) = sports.arrive(&token).await;
        assert_eq!(to, "/live?locale=de");
        let page = sports.open(&to, &cookie.unwrap()).await;
        assert_eq!((page.status().as_u16(), &page.headers()["cache-control"]), (200, &"no-store".parse().unwrap()));
        let text = page.text().await.unwrap();
        for part in [&format!("Spieler {id}"), "EUR", "<html lang=\"de\">", "Zurück zum Casino", &sports.kit.url("")] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // The address of the token, taken from a history or a log, opens nothing.
        assert_eq!(sports.arrive(&token).await, (FAILED.to_owned(), None));
        let guest = sports.open(FAILED, "").await.text().await.unwrap();
        assert!(guest.contains("role=\"alert\"") && guest.contains("/sign-in?redirect=%2Fsport"), "{guest}");
    }

    async fn who_is_stopped_comes_as_a_guest(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, id) = sports.player("ada@example.com").await;
        stop(&sports.kit.app, id, StopReason::Verification).await;
        let visit = browser.post("/api/sport/visits", json!({})).await.expect(201);
        assert_eq!(visit, json!({ "host": sports.host, "token": null }));
        lift(&sports.kit.app, id, StopReason::Verification).await;
        assert!(!sports.token(&browser).await.is_empty());
    }

    async fn a_token_is_refused_when_it_is_late_or_somebody_elses(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, id) = sports.player("ada@example.com").await;
        let now = || sports.kit.app.clock.now();
        let ours = sports.host.as_str();
        for (case, host, secret, late, status) in [
            ("right", ours, SECRET, Duration::ZERO, 200),
            ("the last instant", ours, SECRET, LIFE.saturating_sub(Duration::from_millis(1)), 200),
            ("expired", ours, SECRET, LIFE, 404),
            ("another host's", "sport.other.example", SECRET, Duration::ZERO, 404),
            ("signed by another", ours, "whsec_c29tZWJvZHkgZWxzZSdzIGtleQ==", Duration::ZERO, 401),
        ] {
            let token = sports.token(&browser).await;
            sports.kit.app.clock.advance(late);
            let (answered, body) = sports.exchange(&token, host, secret, now()).await;
            assert_eq!(answered, status, "{case}: {body}");
            if status == 200 {
                let home = sports.kit.url("");
                let expected = json!({ "id": id, "nickname": null, "currency": "EUR", "locale": body["locale"],
                    "brand": "Borealis", "home": home, "visit": body["visit"], "holds_s": 60 });
                assert_eq!(body, expected);
            }
            // Only a call that is not believed leaves the token as it was.
            let (again, _) = sports.exchange(&token, ours, SECRET, now()).await;
            assert_eq!(again, if status == 401 { 200 } else { 404 }, "{case}, again");
        }
        let token = sports.token(&browser).await;
        assert_eq!(sports.exchange(&token, ours, SECRET, now() - 400_000).await.0, 400, "an old call");
        assert_eq!(sports.exchange("made-up", ours, SECRET, now()).await.0, 404);
        let unsigned = sports.http.post(sports.kit.url("/webhooks/sport/session")).body("{}");
        assert_eq!(unsigned.send().await.unwrap().status(), 401);
    }

    async fn who_is_not_fresh_or_in_a_restricted_country_is_not_handed_over(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _) = sports.player("ada@example.com").await;
        let abroad = sports.kit.browser().with("cf-ipcountry", "US");
        abroad.set_cookie(browser.cookie());
        let refused = abroad.post("/api/sport/visits", json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "restricted_country"));
        sports.token(&browser).await;
        sports.kit.app.clock.advance(Duration::from_mins(30));
        let refused = browser.post("/api/sport/visits", json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "reauth_required"));
    }

    async fn a_stop_or_a_sign_out_ends_the_session_there_within_a_minute(engine: Engine) {
        let sports = Sports::start(engine).await;
        let is_signed_in = async |cookie: &str, id: i64| {
            sports.open("/live?locale=de", cookie).await.text().await.unwrap().contains(&format!("Spieler {id}"))
        };
        for (email, reason) in [
            ("excluded@example.com", Some(StopReason::Exclusion)),
            ("unverified@example.com", Some(StopReason::Verification)),
            ("gone@example.com", None),
        ] {
            let (browser, id) = sports.player(email).await;
            let (_, cookie) = sports.arrive(&sports.token(&browser).await).await;
            let cookie = cookie.unwrap();
            sports.kit.app.clock.advance(LIFE);
            assert!(is_signed_in(&cookie, id).await, "asked again, and still signed in");
            match reason {
                Some(reason) => stop(&sports.kit.app, id, reason).await,
                None => assert_eq!(browser.delete("/api/users/sign_out").await.status, 204),
            }
            sports.kit.app.clock.advance(LIFE);
            assert!(!is_signed_in(&cookie, id).await, "{reason:?}");
        }
    }

    async fn a_visit_ends_when_the_player_has_done_nothing_for_half_an_hour(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _) = sports.player("ada@example.com").await;
        let token = sports.token(&browser).await;
        let now = || sports.kit.app.clock.now();
        let visit = sports.exchange(&token, &sports.host, SECRET, now()).await.1["visit"].clone();
        let check = async |minutes: u64, acts: Option<bool>| {
            sports.kit.app.clock.advance(Duration::from_mins(minutes));
            let body = json!({ "visit": visit, "acts": acts.unwrap_or_default() });
            let body = if acts.is_some() { body } else { json!({ "visit": visit }) };
            sports.call("session/check", body, SECRET, now()).await.0
        };
        assert_eq!(check(20, Some(true)).await, 200);
        assert_eq!(check(20, Some(false)).await, 200, "bets there count as being here");
        assert_eq!(check(9, None).await, 200);
        assert_eq!(check(1, None).await, 404, "half an hour with nothing done");
        assert_eq!(check(0, Some(true)).await, 404, "who was away types the password first");
        let refused = browser.post("/api/sport/visits", json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "reauth_required"));
    }

    async fn a_visit_that_was_made_up_does_not_stand(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, id) = sports.player("ada@example.com").await;
        let token = sports.token(&browser).await;
        let now = sports.kit.app.clock.now();
        let visit = sports.exchange(&token, &sports.host, SECRET, now).await.1["visit"].as_str().unwrap().to_owned();
        let forged = visit.replacen(&id.to_string(), &(id + 1).to_string(), 1);
        for (visit, secret, status) in [
            (visit.as_str(), SECRET, 200),
            (visit.as_str(), "whsec_c29tZWJvZHkgZWxzZSdzIGtleQ==", 401),
            (&forged, SECRET, 404),
            ("1.2.3", SECRET, 404),
            ("", SECRET, 404),
        ] {
            assert_eq!(sports.call("session/check", json!({ "visit": visit }), secret, now).await.0, status, "{visit}");
        }
    }

    async fn who_signed_out_is_not_handed_over(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _) = sports.player("ada@example.com").await;
        let token = sports.token(&browser).await;
        browser.delete("/api/users/sign_out").await;
        assert_eq!(sports.arrive(&token).await, (FAILED.to_owned(), None));
    }

    async fn only_the_hash_of_a_token_is_kept_and_late_ones_go(engine: Engine) {
        let sports = Sports::start(engine).await;
        let (browser, _) = sports.player("ada@example.com").await;
        let kept = async || {
            let rows = sports.kit.app.db.query("SELECT token_hash FROM sport_token", vec![]).await.unwrap();
            rows.iter().map(|row| row.get::<Vec<u8>>(0).unwrap()).collect::<Vec<_>>()
        };
        let token = sports.token(&browser).await;
        let [hash] = &kept().await[..] else { panic!("one token is kept") };
        assert!(hash.len() == 32 && hash != token.as_bytes());
        sports.kit.app.clock.advance(LIFE);
        sports.token(&browser).await;
        let left = kept().await;
        assert!(left.len() == 1 && left[0] != *hash);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_go_without_a_token_and_without_a_host_nobody_goes() {
    let sports = Sports::start(Engine::Sqlite).await;
    let visit = sports.kit.browser().post("/api/sport/visits", json!({})).await.expect(201);
    assert_eq!(visit, json!({ "host": sports.host, "token": null }));
    let hosts = sports.kit.browser().get("/api/fe/config/betting-config").await.expect(200);
    assert_eq!(hosts, json!([sports.host]));

    let kit = Kit::start(Engine::Sqlite).await;
    kit.browser().post("/api/sport/visits", json!({})).await.expect(404);
    let (browser, _) = kit.player("ada@example.com").await;
    browser.post("/api/sport/visits", json!({})).await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sports_site_without_a_secret_takes_guests_only() {
    let kit =
        Kit::start_with(Engine::Sqlite, |config| config.sport_host = Some("sport.example".to_owned())).await;
    let (browser, _) = kit.player("ada@example.com").await;
    let visit = browser.post("/api/sport/visits", json!({})).await.expect(201);
    assert_eq!(visit, json!({ "host": "sport.example", "token": null }));
    let unsigned = Client::new().post(kit.url("/webhooks/sport/session")).body("{}").send().await.unwrap();
    assert_eq!(unsigned.status(), 404);
}
