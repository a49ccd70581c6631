//! National registers of self-excluded people, with the sandbox's Standaside at the other end.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::StopReason;
use croupier_sandbox::Config as SandboxConfig;
use croupier_server::account::registers::rechecking::ask_due;
use croupier_server::identity::stops_of;
use croupier_server::platform::config::{Config, Register};
use croupier_server::staff::Role;
use futures_util::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::browser::{Answer, Browser, PASSWORD, form_with, personal_id};
use crate::content::{copied, write};
use crate::office::Office;
use crate::play::{SAILS, assert_books, grown_player, launch};
use crate::testkit::{Engine, Kit};

const DAY: Duration = Duration::from_hours(24);

/// A server under a licence that asks a register, and that register.
struct Fixture {
    kit: Kit,
    url: String,
    http: Client,
    task: JoinHandle<()>,
    _content: tempfile::TempDir,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fixture {
    /// `changes` are put into the file of licences.
    async fn open(engine: Engine, changes: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let sandbox = SandboxConfig::new("key", "whsec_c2VjcmV0").unwrap();
        let content = copied();
        let mut licences = std::fs::read_to_string(content.path().join("licences.toml")).unwrap();
        for (old, new) in changes {
            assert!(licences.contains(old), "{old}");
            licences = licences.replace(old, new);
        }
        write(content.path(), "licences.toml", &licences);
        let register = Register {
            name: "standaside".to_owned(),
            url: format!("{url}/standaside/v2"),
            api_key: sandbox.register_key.clone(),
            timeout_ms: 2_000,
        };
        let content_dir = content.path().to_owned();
        let kit = Kit::start_with(engine, |config: &mut Config| {
            config.registers = vec![register];
            config.content_dir = content_dir;
        })
        .await;
        let task = tokio::spawn(async move { croupier_sandbox::serve(listener, sandbox).await.unwrap() });
        let http = Client::builder().no_proxy().build().unwrap();
        Self { kit, url, http, task, _content: content }
    }

    async fn control(&self, what: Value) {
        let call = self.http.post(format!("{}/panel/standaside", self.url)).json(&what);
        assert_eq!(call.send().await.unwrap().status(), 204);
    }

    async fn mode(&self, mode: &str) {
        self.control(json!({ "mode": mode })).await;
    }

    async fn says(&self, email: &str, sign: &str) {
        let mut people = serde_json::Map::new();
        people.insert(email.to_owned(), json!(sign));
        self.control(json!({ "people": people })).await;
    }

    async fn sign_up(&self, browser: &Browser, email: &str, last_name: &str) -> Answer {
        self.kit.app.clock.advance(Duration::from_secs(1));
        let born = "1990-05-17";
        let fields = json!({
            "country": "EE", "first_name": "Jaan", "last_name": last_name, "personal_id": personal_id(born),
            "date_of_birth": born, "gender": "m",
        });
        browser.post("/api/users", json!({ "user": form_with(email, fields) })).await
    }

    async fn player(&self, email: &str) -> (Browser, i64) {
        let browser = self.kit.browser();
        let player = self.sign_up(&browser, email, "Tamm").await.expect(201);
        (browser, player["id"].as_i64().unwrap())
    }

    async fn sign_in(&self, email: &str) -> Answer {
        self.kit.app.clock.advance(Duration::from_secs(1));
        let user = json!({ "email": email, "password": PASSWORD, "dfpc": "device-1" });
        self.kit.browser().post("/api/users/sign_in", json!({ "user": user })).await
    }

    async fn is_held(&self, player: i64, reason: StopReason) -> bool {
        stops_of(&self.kit.app.db, player).await.unwrap().until(reason) > self.kit.app.clock.now()
    }

    /// What was asked on which occasion, and what came of it, the oldest first.
    async fn answers(&self) -> Vec<(Option<i64>, String, Option<String>)> {
        let sql = "SELECT player_id, occasion, answer FROM register_answer ORDER BY at_ms, id";
        let rows = self.kit.app.db.query(sql, params![]).await.unwrap();
        rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap())).collect()
    }
}

/// Lets nobody in without an answer.
const REFUSING: &[(&str, &str)] = &[("unanswered = \"hold\"", "unanswered = \"refuse\"")];

on_each_engine! {
    async fn whom_the_register_lists_neither_signs_up_nor_in(engine: Engine) {
        let fixture = Fixture::open(engine, &[]).await;
        let refused = fixture.sign_up(&fixture.kit.browser(), "stan@example.com", "Aside").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "register_excluded"));
        let kept = |player, occasion: &str, answer: Option<&str>| (player, occasion.to_owned(), answer.map(str::to_owned));
        assert_eq!(fixture.answers().await, [kept(None, "sign_up", Some("excluded"))]);
        let (browser, id) = fixture.player("jaan@example.com").await;
        fixture.sign_in("jaan@example.com").await.expect(201);
        fixture.says("jaan@example.com", "Y").await;
        // Between two sign-ins the person has been excluded; the older session ends with the new one's refusal.
        let refused = fixture.sign_in("jaan@example.com").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "register_excluded"));
        assert_eq!(browser.get("/api/player/stats").await.status, 401);
        let answers = fixture.answers().await;
        assert_eq!(answers[1..], [
            kept(Some(id), "sign_up", Some("not_excluded")),
            kept(Some(id), "sign_in", Some("not_excluded")),
            kept(Some(id), "sign_in", Some("excluded")),
        ]);
        // Once the register lists the player no more, staff may lift the stop under this licence, and not before.
        let office = Office::open(&fixture.kit).await;
        let boss = office.member(Role::Administrator).await;
        let lift = format!("/api/players/{id}/stops/lift");
        let body = json!({ "reason": "register", "why": "asked again" });
        let early = boss.browser.post(&lift, body.clone()).await;
        assert_eq!((early.status.as_u16(), early.code()), (409, "register_holds"));
        fixture.says("jaan@example.com", "P").await;
        assert_eq!(fixture.sign_in("jaan@example.com").await.code(), "register_excluded");
        boss.browser.post(&lift, body).await.expect(200);
        fixture.sign_in("jaan@example.com").await.expect(201);
        let shown = boss.browser.get(&format!("/api/players/{id}/register_answers")).await.expect(200);
        let shown = shown["answers"].as_array().unwrap();
        assert_eq!((shown.len(), &shown[0]["answer"]), (5, &json!("previously_excluded")));
        assert!(shown.iter().all(|row| row["response_id"].as_str().is_some_and(|id| id.starts_with("reg_"))));
        assert_books(&fixture.kit.app).await;
    }

    async fn a_licence_may_let_players_back_in_by_the_answer_alone(engine: Engine) {
        let fixture = Fixture::open(engine, &[("lifted_by_answer = false", "lifted_by_answer = true")]).await;
        let (_, id) = fixture.player("jaan@example.com").await;
        fixture.says("jaan@example.com", "Y").await;
        fixture.sign_in("jaan@example.com").await.expect(403);
        assert!(fixture.is_held(id, StopReason::Register).await);
        fixture.says("jaan@example.com", "P").await;
        fixture.sign_in("jaan@example.com").await.expect(201);
        assert!(!fixture.is_held(id, StopReason::Register).await);
    }

    async fn silence_holds_play_until_an_answer(engine: Engine) {
        let fixture = Fixture::open(engine, &[]).await;
        fixture.mode("down").await;
        let (browser, id) = fixture.player("jaan@example.com").await;
        assert!(fixture.is_held(id, StopReason::RegisterSilent).await);
        let refused = launch(&browser, SAILS, "real").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (403, "register_silent"));
        // Answers that say nothing are none.
        for mode in ["garbled", "nameless"] {
            fixture.mode(mode).await;
            fixture.sign_in("jaan@example.com").await.expect(201);
            assert!(fixture.is_held(id, StopReason::RegisterSilent).await, "{mode}");
        }
        assert_eq!(ask_due(&fixture.kit.app).await.unwrap(), 0, "the pause is not over");
        let office = Office::open(&fixture.kit).await;
        let boss = office.member(Role::Administrator).await;
        let reported = boss.browser.get("/api/operations").await.expect(200)["registers"][0].clone();
        assert_eq!((&reported["name"], &reported["failures"]), (&json!("standaside"), &json!(3)));
        fixture.mode("right").await;
        fixture.kit.app.clock.advance(Duration::from_mins(3));
        // Of two servers, one asks; the job of the server may have come first.
        let both = tokio::join!(ask_due(&fixture.kit.app), ask_due(&fixture.kit.app));
        assert!(both.0.unwrap() + both.1.unwrap() <= 1);
        let lifted = async || (!fixture.is_held(id, StopReason::RegisterSilent).await).then_some(());
        Kit::until("the answer", lifted).await;
        let retries = fixture.answers().await.into_iter().filter(|(_, occasion, _)| occasion == "retry");
        assert_eq!(retries.count(), 1);
        launch(&browser, SAILS, "real").await.expect(201);
        assert_books(&fixture.kit.app).await;
    }

    async fn who_lacks_a_name_by_now_waits_for_no_register(engine: Engine) {
        let fixture = Fixture::open(engine, &[]).await;
        fixture.mode("down").await;
        let (_, nameless) = fixture.player("jaan@example.com").await;
        let mari = fixture.sign_up(&fixture.kit.browser(), "mari@example.com", "Mets").await.expect(201);
        let mari = mari["id"].as_i64().unwrap();
        let mut tx = fixture.kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE player SET first_name = NULL WHERE id = $1", params![nameless]).await.unwrap();
        tx.commit().await.unwrap();
        fixture.mode("right").await;
        fixture.kit.app.clock.advance(Duration::from_mins(3));
        ask_due(&fixture.kit.app).await.unwrap();
        for player in [nameless, mari] {
            Kit::until("the end of the wait", async || (!fixture.is_held(player, StopReason::RegisterSilent).await).then_some(())).await;
        }
        let sql = "SELECT tries, due_at_ms FROM register_standing WHERE player_id = $1";
        let row = fixture.kit.app.db.query_one(sql, params![nameless]).await.unwrap();
        assert_eq!((row.get::<i64>(0).unwrap(), row.get::<Option<i64>>(1).unwrap()), (0, None), "nobody asks again");
        assert_books(&fixture.kit.app).await;
    }

    async fn silence_refuses_where_the_licence_says_so(engine: Engine) {
        let fixture = Fixture::open(engine, REFUSING).await;
        let (_, id) = fixture.player("jaan@example.com").await;
        fixture.mode("down").await;
        let refused = fixture.sign_up(&fixture.kit.browser(), "mari@example.com", "Mets").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (503, "register_unavailable"));
        fixture.mode("slow").await;
        let refused = fixture.sign_in("jaan@example.com").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (503, "register_unavailable"));
        assert!(fixture.is_held(id, StopReason::RegisterSilent).await);
        fixture.mode("right").await;
        fixture.sign_in("jaan@example.com").await.expect(201);
        assert!(!fixture.is_held(id, StopReason::RegisterSilent).await);
        fixture.sign_up(&fixture.kit.browser(), "mari@example.com", "Mets").await.expect(201);
    }

    async fn open_sessions_are_asked_about_once_a_day(engine: Engine) {
        let fixture = Fixture::open(engine, &[]).await;
        let (browser, id) = fixture.player("jaan@example.com").await;
        fixture.says("jaan@example.com", "Y").await;
        assert_eq!(ask_due(&fixture.kit.app).await.unwrap(), 0);
        fixture.kit.app.clock.advance(DAY);
        ask_due(&fixture.kit.app).await.unwrap();
        Kit::until("the answer", async || fixture.is_held(id, StopReason::Register).await.then_some(())).await;
        assert_eq!(fixture.answers().await.last().unwrap().1, "daily");
        assert_eq!(browser.get("/api/player/stats").await.status, 401);
        // Nobody asks about a player without a session.
        fixture.kit.app.clock.advance(DAY);
        assert_eq!(ask_due(&fixture.kit.app).await.unwrap(), 0);
    }

    async fn sign_ins_at_once_are_all_refused(engine: Engine) {
        let fixture = Fixture::open(engine, &[]).await;
        let (_, id) = fixture.player("jaan@example.com").await;
        fixture.says("jaan@example.com", "Y").await;
        let answers = join_all((0..4).map(|_| fixture.sign_in("jaan@example.com"))).await;
        assert!(answers.iter().all(|answer| answer.code() == "register_excluded"), "{answers:?}");
        let sql = "SELECT COUNT(*) FROM event WHERE kind = 'player.stopped' AND player_id = $1";
        let row = fixture.kit.app.db.query_one(sql, params![id]).await.unwrap();
        assert_eq!(row.get::<i64>(0).unwrap(), 1, "one stop");
        assert_books(&fixture.kit.app).await;
    }

    async fn other_licences_ask_nobody(engine: Engine) {
        let fixture = Fixture::open(engine, REFUSING).await;
        fixture.mode("down").await;
        let (browser, _) = grown_player(&fixture.kit, "player@example.com").await;
        launch(&browser, SAILS, "real").await.expect(201);
        fixture.sign_in("player@example.com").await.expect(201);
        assert!(fixture.answers().await.is_empty());
    }
}
