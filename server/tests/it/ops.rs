//! Readiness, metrics and logs: what those who run the server see of it.

use std::convert::Infallible;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use croupier_server::ops::{gate::ReadinessGate, metrics_token};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::browser::{Browser, PASSWORD, form};
use crate::play::{Frame, SAILS, launch, rich_player};
use crate::testkit::Kit;

on_both_engines! {
    async fn a_running_server_is_ready_until_it_stops(kit: Kit) {
        let ready = async || reqwest::get(kit.url("/readyz")).await.unwrap();
        assert_eq!(ready().await.json::<Value>().await.unwrap(), json!({ "ready": true }));
    }

    async fn metrics_are_for_those_with_the_token(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        frame.spin("one", 100).await.expect(201);
        frame.spin("one", 100).await.expect(201);
        let stakes_too_much = frame.spin("two", 1_000_000_000).await;
        assert_eq!(stakes_too_much.status, 422);
        let url = kit.url("/metrics");
        assert_eq!(reqwest::get(&url).await.unwrap().status(), StatusCode::FORBIDDEN);
        let wrong = Client::new().get(&url).bearer_auth("0".repeat(64)).send().await.unwrap();
        assert_eq!(wrong.status(), StatusCode::FORBIDDEN);
        let token = metrics_token(&kit.app.secrets);
        let reported = Client::new().get(&url).bearer_auth(token).send().await.unwrap().text().await.unwrap();
        for line in [
            "croupier_wallet_commands_accepted_total 2",
            "croupier_wallet_commit_seconds_count ",
            "croupier_wallet_queue{lane=\"0\"} 0",
            "croupier_reader_lag_rows{reader=\"system_account_balances\",lane=\"0\"} ",
            "croupier_http_calls_total{status=\"201\"} ",
            "croupier_realtime_sockets 0",
            "croupier_storage_up 1",
            "croupier_books_broken{rule=\"all balances of a currency sum to zero\"} 0",
        ] {
            assert!(reported.contains(line), "{line} is missing in\n{reported}");
        }
    }

    async fn what_fails_is_named_to_those_with_the_token(kit: Kit) {
        kit.app.health.failed("test job");
        let url = kit.url("/readyz");
        let ready = json!({ "ready": true });
        let answer = reqwest::get(&url).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.json::<Value>().await.unwrap(), ready);
        let shown = async |token: &str| {
            let answer = Client::new().get(&url).bearer_auth(token).send().await.unwrap();
            answer.json::<Value>().await.unwrap()
        };
        assert_eq!(shown(&"0".repeat(64)).await, ready);
        let token = metrics_token(&kit.app.secrets);
        assert_eq!(shown(&token).await, json!({ "ready": true, "degraded": ["test job"] }));
        kit.app.health.works("test job");
        assert_eq!(shown(&token).await, ready);
    }

    async fn a_server_that_cannot_write_is_not_ready(kit: Kit) {
        let ready = async || {
            let answer = reqwest::get(kit.url("/readyz")).await.unwrap();
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap()["waiting_for"].clone())
        };
        Kit::until("the server to be ready", async || (ready().await == (200, json!(null))).then_some(())).await;
        // Holds what every write to a lane waits for.
        let mut holder = kit.app.db.begin().await.unwrap();
        holder.execute("UPDATE lane SET version = version", Vec::new()).await.unwrap();
        Kit::until("the server to notice", async || {
            (ready().await == (503, json!("writes"))).then_some(())
        })
        .await;
        drop(holder);
        Kit::until("the server to be ready again", async || (ready().await.0 == 200).then_some(())).await;
    }

    async fn a_job_that_panics_is_started_again(kit: Kit) {
        let app = kit.app.clone();
        let (runs, mended) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (counter, works) = (runs.clone(), mended.clone());
        let job = tokio::spawn(async move {
            app.every("test job", Duration::from_millis(1), |_| {
                let (counter, works) = (counter.clone(), works.clone());
                async move {
                    counter.fetch_add(1, Ordering::SeqCst);
                    assert!(works.load(Ordering::SeqCst), "as the test wants it");
                    Ok::<_, Infallible>(())
                }
            })
            .await;
        });
        let is_degraded = || kit.app.health.degraded().contains(&"test job".to_owned());
        Kit::until("some tries", async || (runs.load(Ordering::SeqCst) >= 3 && is_degraded()).then_some(())).await;
        let token = metrics_token(&kit.app.secrets);
        let reported = Client::new().get(kit.url("/metrics")).bearer_auth(token).send().await.unwrap().text().await.unwrap();
        assert!(reported.contains("croupier_job_degraded{job=\"test job\"} 1"), "{reported}");
        assert!(reported.contains("croupier_job_panics_total{job=\"test job\"} "), "{reported}");
        mended.store(true, Ordering::SeqCst);
        Kit::until("the job to work", async || (!is_degraded()).then_some(())).await;
        kit.app.stopping.send_replace(true);
        job.await.unwrap();
    }

    async fn an_error_names_its_call(kit: Kit) {
        let answer = reqwest::get(kit.url("/api/player/accounts")).await.unwrap();
        let named = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
        assert_eq!(answer.json::<Value>().await.unwrap()["request_id"], json!(named));
    }
}

#[tokio::test]
async fn no_call_is_answered_before_the_server_is_ready() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = |path: &str| format!("http://{}{path}", listener.local_addr().unwrap());
    let (health, ready, home) = (url("/healthz"), url("/readyz"), url("/"));
    let gate = ReadinessGate::default();
    let server = tokio::spawn(axum::serve(listener, gate.router()).into_future());
    assert_eq!(reqwest::get(&health).await.unwrap().status(), 200);
    assert_eq!(reqwest::get(&home).await.unwrap().status(), 503);
    let waiting = reqwest::get(&ready).await.unwrap();
    assert_eq!(waiting.status(), 503);
    let expected = json!({ "ready": false, "waiting_for": "starting" });
    assert_eq!(waiting.json::<Value>().await.unwrap(), expected);
    gate.open(axum::Router::new().fallback(|| async { "the server" }));
    assert_eq!(reqwest::get(&home).await.unwrap().text().await.unwrap(), "the server");
    server.abort();
}

/// The `croupier` command itself, serving on a port of its own choice and logging all it can.
struct Server {
    process: Child,
    log: Arc<Mutex<String>>,
    folder: TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut process = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .arg("serve")
            .env("CROUPIER_DATA", folder.path())
            .env("CROUPIER_CONTENT_DIR", format!("{root}/content"))
            .env("CROUPIER_SITE_DIR", format!("{root}/web/dist"))
            .env("CROUPIER_LISTEN", "127.0.0.1:0")
            .env("CROUPIER_OFFICE_LISTEN", "127.0.0.1:0")
            .env("CROUPIER_CAPTCHA", "none")
            .env("CROUPIER_LOG_JSON", "true")
            // How the pages of the content are parsed fills 88,000 lines at every start; no caller's word is in them.
            .env("RUST_LOG", "trace,html5ever=info")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let written = log.clone();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = written.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        Self { process, log, folder }
    }

    /// The log so far.
    fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The first line of the log that holds all of `words`, as soon as it is there.
    async fn line(&self, words: &[&str]) -> Value {
        let found = async || {
            let log = self.log();
            let line = log.lines().find(|line| words.iter().all(|word| line.contains(word)))?;
            serde_json::from_str(line).ok()
        };
        Kit::until(&format!("{words:?} in the log"), found).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_no_secret_and_names_the_call() {
    let server = Server::start();
    let serving = server.line(&["\"serving\""]).await;
    let browser = Browser::at(format!("http://{}", serving["fields"]["address"].as_str().unwrap()));
    browser.post("/api/users", json!({ "user": form("player@example.com") })).await.expect(201);
    let wrong = json!({ "user": { "email": "a@example.com", "password": PASSWORD } });
    browser.post("/api/users/sign_in", wrong).await.expect(422);
    let launched = launch(&browser, SAILS, "demo").await.expect(201);
    let game_token = launched["launch_url"].as_str().unwrap().split("#session=").nth(1).unwrap();
    let unknown = browser.get("/api/nothing").await;
    let id = unknown.body["request_id"].as_str().unwrap();
    let answered = server.line(&[id, "\"answered\""]).await;
    assert_eq!(answered["fields"]["path"], "/api/nothing");
    let log = server.log();
    let cookie = browser.cookie().unwrap();
    let session = cookie.split_once('=').unwrap().1;
    let secrets = std::fs::read_to_string(server.folder.path().join("secrets.toml")).unwrap();
    let kept = secrets.lines().filter_map(|line| line.split('"').nth(1));
    for secret in [PASSWORD, session, game_token].into_iter().chain(kept) {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
}
