//! The check of a partner, with the sandbox's Proofline at its end.

use std::time::Duration;

use croupier_db::params;
use croupier_sandbox::{Clock, Config as SandboxConfig, Secret};
use croupier_server::platform::config::Config;
use croupier_server::player::IdentityCheck;
use croupier_server::staff::Role;
use croupier_server::verification::{self, Verdict, provider};
use futures_util::future::join;
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::{PATH, decide, facts, flags, mails, png, upload, uploaded, write};
use crate::browser::{Browser, form_with, personal_id};
use crate::office::{Office, kinds};
use crate::play::grown_player;
use crate::testkit::{Engine, Kit};

const CHECK: &str = "/api/player/identity_check";
const HOOKS: &str = "the key of the hooks";

/// A server, and the partner at whose page its players show who they are.
struct Fixture {
    kit: Kit,
    url: String,
    http: Client,
    task: JoinHandle<()>,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fixture {
    async fn open(engine: Engine) -> Self {
        Self::open_hearing(engine, true).await
    }

    /// A site that hears of its partner's news by webhooks, or by none.
    async fn open_hearing(engine: Engine, hears: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/proofline", listener.local_addr().unwrap());
        let kit = Kit::start_with(engine, |config: &mut Config| {
            config.identity_url = Some(url.clone());
            config.identity_cockpit_url = Some(format!("{url}/cockpit"));
            config.identity_app_token = Some("house".to_owned());
            config.identity_secret = Some("the key of the calls".to_owned());
            config.identity_webhook_secret = Some(HOOKS.to_owned());
        })
        .await;
        let mut config = SandboxConfig::new("key", "whsec_c2VjcmV0").unwrap();
        "house".clone_into(&mut config.identity_token);
        config.identity_secret = Secret::of_key(b"the key of the calls").unwrap();
        config.identity_webhook_secret = Secret::of_key(HOOKS.as_bytes()).unwrap();
        config.casino_url = if hears { kit.url("") } else { "http://127.0.0.1:9".to_owned() };
        config.auto_settle = Some(Duration::ZERO);
        config.retry_first = Duration::from_millis(5);
        let clock = kit.app.clock.clone();
        config.clock = Clock::from_fn(move || clock.now().try_into().unwrap());
        let task = tokio::spawn(async move { croupier_sandbox::serve(listener, config).await.unwrap() });
        let http = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { kit, url, http, task }
    }

    /// A player called Ada King.
    async fn ada(&self, email: &str) -> (Browser, i64) {
        let (browser, id) = grown_player(&self.kit, email).await;
        let names = json!({ "player": { "first_name": "Ada", "last_name": "King" } });
        browser.patch("/api/player", names).await.expect(200);
        (browser, id)
    }

    /// Posts a form to the partner; answers the status.
    async fn press(&self, url: &str, fields: &[(&str, &str)]) -> u16 {
        let mut encoded = Url::parse("http://form/").unwrap();
        encoded.query_pairs_mut().extend_pairs(fields);
        let call = self.http.post(url).header("content-type", "application/x-www-form-urlencoded");
        call.body(encoded.query().unwrap().to_owned()).send().await.unwrap().status().as_u16()
    }

    /// A player goes to the partner's page and plays `person` there.
    async fn show(&self, browser: &Browser, person: &str) {
        let start = browser.post(CHECK, json!({})).await.expect(200);
        let url = Url::parse(start["url"].as_str().unwrap()).unwrap();
        assert!(url.as_str().starts_with(&self.url), "{url}");
        assert_eq!(self.http.get(url.clone()).send().await.unwrap().status(), 200);
        let token = url.query_pairs().find(|(name, _)| name == "accessToken").unwrap().1.into_owned();
        let page = format!("{}/websdk", self.url);
        assert_eq!(self.press(&page, &[("token", &token), ("person", person)]).await, 303);
        assert_eq!(self.press(&page, &[("token", &format!("{token}0")), ("person", person)]).await, 401);
    }

    /// A person at the partner decides otherwise, a second later.
    async fn at_partner(&self, player: i64, standing: &str) {
        self.kit.app.clock.advance(Duration::from_secs(1));
        let url = format!("{}/cockpit/{}", self.url, self.applicant(player).await);
        assert_eq!(self.press(&url, &[("standing", standing)]).await, 303);
    }

    async fn applicant(&self, player: i64) -> String {
        let sql = "SELECT applicant FROM identity_check WHERE player_id = $1";
        self.kit.app.db.query_one(sql, params![player]).await.unwrap().get(0).unwrap()
    }

    /// Sends a webhook as the partner does, signed with `key`.
    async fn hook(&self, key: &str, body: &Value) -> u16 {
        let text = body.to_string();
        let digest = Secret::of_key(key.as_bytes()).unwrap().sign_hex(&text);
        let call = self.http.post(self.kit.url("/webhooks/identity")).header("x-payload-digest", digest);
        call.header("x-payload-digest-alg", "HMAC_SHA256_HEX")
            .body(text)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    }
}

/// Waits until the player's page tells `state`.
async fn until(browser: &Browser, state: &str) -> Value {
    Kit::until(state, async || Some(reported(browser).await).filter(|check| check["state"] == state)).await
}

async fn reported(browser: &Browser) -> Value {
    browser.get(PATH).await.expect(200)["identity_check"].clone()
}

on_each_engine! {
    async fn papers_that_agree_verify_and_count_as_long_as_the_partner_says_so(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let kit = &fixture.kit;
        let (bare, _) = grown_player(kit, "bare@example.com").await;
        let refused = bare.post(CHECK, json!({})).await;
        assert_eq!(refused.field("last_name"), ["VALIDATION.LAST_NAME.REQUIRED"]);
        let (ada, id) = fixture.ada("ada@example.com").await;
        assert_eq!(reported(&ada).await, json!({ "state": null, "can_start": true, "reasons": [] }));
        let (one, other) = join(ada.post(CHECK, json!({})), ada.post(CHECK, json!({}))).await;
        assert_eq!((one.status.as_u16(), other.status.as_u16()), (200, 200), "two at once are one applicant");
        fixture.show(&ada, "honest").await;
        let check = until(&ada, "approved").await;
        assert_eq!((&check["can_start"], &check["reasons"]), (&json!(false), &json!([])));
        assert_eq!(flags(&ada).await, (true, true));
        assert_eq!(ada.post(CHECK, json!({})).await.code(), "identity_check_not_open");
        Kit::until("the mail", async || {
            mails(kit, "ada@example.com").await.into_iter().find(|(subject, _)| subject == "Your account is verified")
        })
        .await;
        let facts = facts(kit, "identity.checked").await;
        assert_eq!(facts.last().unwrap()["state"], "approved");
        assert!(!json!(facts).to_string().to_lowercase().contains("king"), "no name is in the log: {facts:?}");

        fixture.at_partner(id, "onHold").await;
        assert_eq!(until(&ada, "on_hold").await["can_start"], false);
        assert_eq!(flags(&ada).await, (false, false), "what the partner took back");
        fixture.at_partner(id, "green").await;
        until(&ada, "approved").await;
        assert_eq!(flags(&ada).await, (true, true));

        let say = async |player, passed| {
            let (db, now) = (&kit.app.db, kit.app.clock.now());
            verification::set_check(db, player, IdentityCheck::Staff, passed, ("Ann", "seen"), now).await.unwrap()
        };
        assert!(say(id, true).await, "staff says so itself now");
        fixture.at_partner(id, "onHold").await;
        until(&ada, "on_hold").await;
        assert_eq!(flags(&ada).await, (true, false), "staff's word stays");
        assert!(say(id, false).await);
        fixture.at_partner(id, "green").await;
        until(&ada, "review").await;
        assert_eq!(flags(&ada).await, (false, false), "the partner alone convinces nobody after staff's no");

        let (eva, other) = fixture.ada("eva@example.com").await;
        write(kit, "INSERT INTO provider_sign_up (player_id, provider, made_at_ms) VALUES ($1, 'northgate', 0)", other).await;
        let refused = eva.post(CHECK, json!({})).await;
        assert_eq!(refused.field("country"), ["VALIDATION.COUNTRY.REQUIRED"], "the country of a visit proves nothing");
        write(kit, "DELETE FROM provider_sign_up WHERE player_id = $1", other).await;
        assert!(say(other, false).await, "a no to somebody who was never verified is one");
        fixture.show(&eva, "honest").await;
        until(&eva, "review").await;
        assert_eq!(flags(&eva).await, (false, false), "a no of before the check counts");
        assert_eq!(verification::contradictions(&kit.app.db).await.unwrap(), Vec::<String>::new());
    }

    async fn another_name_waits_for_staff_whose_word_covers_that_attempt(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let office = Office::open(&fixture.kit).await;
        let (carl, boss) = (office.member(Role::Compliance).await, office.member(Role::Administrator).await);
        let (ada, id) = fixture.ada("ada@example.com").await;
        let path = format!("/api/players/{id}/identity_check");
        assert_eq!(carl.browser.get(&path).await.expect(200)["check"], Value::Null);
        fixture.show(&ada, "stranger").await;
        let check = until(&ada, "review").await;
        assert!(!check.to_string().contains("differ"), "what differs stays inside: {check}");
        assert_eq!(flags(&ada).await, (false, false));

        let waiting = carl.browser.get("/api/identity_checks").await.expect(200);
        assert_eq!((&waiting["checks"][0]["player"]["id"], &waiting["next"]), (&json!(id), &Value::Null));
        let check = carl.browser.get(&path).await.expect(200)["check"].clone();
        assert_eq!(check["differences"], json!(["first_name", "last_name"]));
        let link = format!("{}/cockpit/{}", fixture.url, fixture.applicant(id).await);
        assert_eq!((&check["reported"], &check["partner_url"]), (&json!("green"), &json!(link)));
        let compared = carl.browser.get(&format!("{path}/compared")).await.expect(200);
        let name = json!({ "field": "last_name", "profile": "King", "document": "HOPPER", "differs": true });
        assert_eq!(compared["fields"][1], name);
        assert_eq!(compared["fields"][2]["differs"], false);

        let verdict = |attempt: i64| json!({ "attempt": attempt, "reason": "a maiden name" });
        let (approve, reject) = (format!("{path}/approve"), format!("{path}/reject"));
        assert_eq!(carl.browser.post(&approve, verdict(7)).await.code(), "identity_check_decided");
        let (yes, no) =
            join(carl.browser.post(&approve, verdict(1)), boss.browser.post(&approve, verdict(1))).await;
        let mut statuses = [yes.status.as_u16(), no.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one of two decides");
        assert_eq!(flags(&ada).await, (true, true));
        assert_eq!(carl.browser.get("/api/identity_checks").await.expect(200)["checks"], json!([]));
        let entries = office.log(&boss, &format!("?player={id}"), 2).await;
        assert!(kinds(&entries).contains(&"identity.approved") && kinds(&entries).contains(&"identity.shown"));

        fixture.at_partner(id, "onHold").await;
        until(&ada, "on_hold").await;
        assert_eq!(flags(&ada).await, (true, false), "staff's word stays");
        fixture.at_partner(id, "green").await;
        until(&ada, "review").await;
        assert_eq!(flags(&ada).await, (true, false), "what was settled before does not cover this");
        carl.browser.post(&reject, verdict(1)).await.expect(200);
        let check = reported(&ada).await;
        assert_eq!((&check["state"], &check["can_start"]), (&json!("refused"), &json!(false)));
        assert_eq!(verification::contradictions(&fixture.kit.app.db).await.unwrap(), Vec::<String>::new());
    }

    async fn a_corrected_name_is_compared_again(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let office = Office::open(&fixture.kit).await;
        let sam = office.member(Role::Support).await;
        let (ada, id) = fixture.ada("ada@example.com").await;
        fixture.show(&ada, "honest").await;
        until(&ada, "approved").await;
        let correct = async |fields: Value| {
            let mut body = fields;
            body["reason"] = json!("a typo");
            sam.browser.post(&format!("/api/players/{id}/correct"), body).await.expect(204)
        };
        correct(json!({ "last_name": "Byron" })).await;
        assert_eq!((reported(&ada).await["state"].clone(), flags(&ada).await), (json!("review"), (false, false)));
        correct(json!({ "last_name": "KING" })).await;
        assert_eq!((reported(&ada).await["state"].clone(), flags(&ada).await), (json!("approved"), (true, true)));
        assert_eq!(verification::contradictions(&fixture.kit.app.db).await.unwrap(), Vec::<String>::new());
    }

    async fn who_is_refused_reads_why_and_tries_again_where_that_helps(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let (ada, id) = fixture.ada("ada@example.com").await;
        fixture.show(&ada, "blurred").await;
        let check = until(&ada, "retry").await;
        assert_eq!((&check["can_start"], &check["reasons"]), (&json!(true), &json!(["unreadable", "selfie"])));
        let mail = Kit::until("the mail", async || mails(&fixture.kit, "ada@example.com").await.pop()).await;
        assert!(mail.1.contains("A picture couldn't be read."), "{}", mail.1);
        fixture.show(&ada, "patient").await;
        assert_eq!(until(&ada, "pending").await["reasons"], json!([]), "the second attempt has none yet");
        assert_eq!(ada.post(CHECK, json!({})).await.code(), "identity_check_not_open");
        fixture.at_partner(id, "final").await;
        let check = until(&ada, "refused").await;
        assert_eq!((&check["can_start"], &check["reasons"]), (&json!(false), &json!(["other"])));
        assert_eq!(flags(&ada).await, (false, false));
        let document = uploaded(&fixture.kit, &ada, "1", "identity").await;
        decide(&fixture.kit, document, Verdict::Approve).await;
        assert_eq!(flags(&ada).await, (true, false), "staff's own review stands beside it");
    }

    async fn a_document_of_two_accounts_links_them_and_waits(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let office = Office::open(&fixture.kit).await;
        let carl = office.member(Role::Compliance).await;
        let ((ada, first), (eva, second)) = (fixture.ada("ada@example.com").await, fixture.ada("eva@example.com").await);
        join(fixture.show(&ada, "borrower"), fixture.show(&eva, "borrower")).await;
        let states = Kit::until("both to be checked", async || {
            let states = [reported(&ada).await["state"].clone(), reported(&eva).await["state"].clone()];
            let is_over = |state: &Value| state == "approved" || state == "review";
            states.iter().all(is_over).then_some(states)
        })
        .await;
        assert!(states.contains(&json!("approved")) && states.contains(&json!("review")), "{states:?}");
        let [owner, other] = if states[0] == "approved" { [first, second] } else { [second, first] };
        let check = carl.browser.get(&format!("/api/players/{other}/identity_check")).await.expect(200);
        assert_eq!((&check["check"]["shared"], &check["check"]["differences"]), (&json!(true), &json!([])));
        for (player, linked) in [(owner, other), (other, owner)] {
            let links = carl.browser.get(&format!("/api/players/{player}/links")).await.expect(200)["links"].clone();
            let by_document: Vec<_> =
                links.as_array().unwrap().iter().filter(|link| link["kind"] == "document").collect();
            assert_eq!(by_document.len(), 1, "{links}");
            assert_eq!(by_document[0]["player"]["id"], linked);
        }
        let sql = "SELECT document FROM identity_document LIMIT 1";
        let kept: Vec<u8> = fixture.kit.app.db.query_one(sql, params![]).await.unwrap().get(0).unwrap();
        assert_eq!(kept.len(), 32, "a hash, and no number");
    }

    async fn webhooks_are_believed_by_their_signature_and_lost_ones_are_healed(engine: Engine) {
        let fixture = Fixture::open_hearing(engine, false).await;
        let kit = &fixture.kit;
        let (ada, id) = fixture.ada("ada@example.com").await;
        let (eva, other) = fixture.ada("eva@example.com").await;
        eva.post(CHECK, json!({})).await.expect(200);
        kit.app.clock.advance(Duration::from_secs(1));
        fixture.show(&ada, "patient").await;
        let applicant = fixture.applicant(id).await;
        let message = |external: i64, at: &str| {
            json!({
                "type": "applicantReviewed", "applicantId": applicant, "externalUserId": format!("player-{external}"),
                "reviewStatus": "completed", "reviewResult": { "reviewAnswer": "GREEN" }, "createdAtMs": at,
            })
        };
        let (now, old) = ("2026-01-01 00:00:09.000", "2025-01-01 00:00:00.000");
        assert_eq!(fixture.hook("another key", &message(id, now)).await, 401);
        assert_eq!(fixture.hook(HOOKS, &json!({ "type": "applicantReviewed" })).await, 400);
        let stranger = json!({ "applicantId": "app_nobody", "externalUserId": "player-1" });
        assert_eq!(fixture.hook(HOOKS, &stranger).await, 404);
        assert_eq!(fixture.hook(HOOKS, &message(other, now)).await, 409, "another player's");
        assert_eq!(reported(&ada).await["state"], "started");
        assert_eq!(fixture.hook(HOOKS, &message(id, old)).await, 204);
        assert_eq!(reported(&ada).await["state"], "started", "older than what is known");
        for _ in 0..2 {
            assert_eq!(fixture.hook(HOOKS, &message(id, now)).await, 204);
            assert_eq!(reported(&ada).await["state"], "pending", "what is so, the partner says and not the webhook");
        }
        let checked = async || facts(kit, "identity.checked").await.iter().filter(|fact| fact["attempt"] == 1).count();
        assert_eq!(checked().await, 1, "a repeated message is one");

        fixture.at_partner(id, "green").await;
        kit.app.clock.advance(Duration::from_mins(2));
        let looked = join(provider::looking::look_at_due(&kit.app), provider::looking::look_at_due(&kit.app)).await;
        assert!(looked.0.is_ok() && looked.1.is_ok(), "{looked:?}");
        until(&ada, "approved").await;
        assert_eq!((flags(&ada).await, checked().await), ((true, true), 2));
        assert_eq!(flags(&eva).await, (false, false));
    }

    async fn a_licence_that_asks_for_more_leans_on_both(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        let fields = json!({
            "country": "EE", "first_name": "Jaan", "last_name": "Tamm", "personal_id": personal_id("1990-05-17"),
            "date_of_birth": "1990-05-17", "gender": "m", "city": "Tallinn", "address": "Pikk 1",
            "postal_code": "10123", "mobile_phone": "+3725551234",
        });
        let jaan = fixture.kit.browser();
        let form = form_with("jaan@example.com", fields);
        let id = jaan.post("/api/users", json!({ "user": form })).await.expect(201)["id"].as_i64().unwrap();
        fixture.show(&jaan, "honest").await;
        until(&jaan, "approved").await;
        assert_eq!(flags(&jaan).await, (false, true), "an address is asked for as well");
        let address = uploaded(&fixture.kit, &jaan, "1", "address").await;
        decide(&fixture.kit, address, Verdict::Approve).await;
        assert_eq!(flags(&jaan).await, (true, true));
        fixture.at_partner(id, "onHold").await;
        until(&jaan, "on_hold").await;
        assert_eq!(flags(&jaan).await, (false, false), "an address alone is not enough");
        fixture.at_partner(id, "green").await;
        until(&jaan, "approved").await;
        assert_eq!(flags(&jaan).await, (true, true));
        let (db, now) = (&fixture.kit.app.db, fixture.kit.app.clock.now());
        assert!(verification::set_check(db, id, IdentityCheck::Staff, false, ("Ann", "seen"), now).await.unwrap());
        decide(&fixture.kit, uploaded(&fixture.kit, &jaan, "2", "address").await, Verdict::Approve).await;
        assert_eq!(flags(&jaan).await, (false, true), "an address leans on no check that staff distrusts");
    }

    async fn documents_go_to_staff_while_the_partner_is_silent_or_there_is_none(engine: Engine) {
        let fixture = Fixture::open(engine).await;
        fixture.task.abort();
        let (ada, _) = fixture.ada("ada@example.com").await;
        Kit::until("the partner's silence", async || {
            let answer = ada.post(CHECK, json!({})).await;
            (answer.status == 503).then(|| assert_eq!(answer.code(), "identity_partner_unavailable"))
        })
        .await;
        assert_eq!(reported(&ada).await["can_start"], true);
        assert_eq!(upload(&fixture.kit, &ada, "1", "identity", png()).await.status, 201);
        let policy = ada.get("/").await.headers;
        let device = policy["permissions-policy"].to_str().unwrap();
        let origin = fixture.url.trim_end_matches("/proofline");
        assert!(device.contains(&format!("camera=(\"{origin}\")")), "{device}");
        assert!(policy["content-security-policy"].to_str().unwrap().contains(origin));

        let bare = Kit::start(engine).await;
        let (eva, _) = bare.player("eva@example.com").await;
        assert_eq!(reported(&eva).await, Value::Null);
        assert_eq!(eva.post(CHECK, json!({})).await.code(), "not_found");
        let hook = reqwest::Client::new().post(bare.url("/webhooks/identity")).body("{}").send().await.unwrap();
        assert_eq!(hook.status(), 404);
    }
}
