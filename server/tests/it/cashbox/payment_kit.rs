//! A server with a payment partner of its own, and a player's browser.

mod partner;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Method;
use croupier_money::Currency;
use croupier_sandbox::Clock as SandboxClock;
use croupier_server::{cashbox, wallet};
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::partners;
use super::rules::{with_closed_loop, with_rules};
use super::tls::TlsLine;
use super::wire::{Wire, pass_on};
use crate::testkit::{Engine, Kit};

/// Nothing listens there.
const NOWHERE: &str = "http://127.0.0.1:9";

/// What differs from one test to the next.
#[derive(Debug, Clone, Copy)]
pub struct Setup {
    /// Whether the partner's webhooks arrive.
    pub webhooks: bool,
    /// Whether payouts settle by themselves.
    pub settles: bool,
    /// Replaces a text of the fraud rules by another.
    pub rules: Option<&'static str>,
    /// Whether cashouts go first back to where deposits came from.
    pub closed_loop: bool,
    /// The push service that notices go to; none when absent.
    pub push: Option<SocketAddr>,
    /// The host that the partner's certificate is for; plain HTTP when absent.
    pub certificate_for: Option<&'static str>,
}

impl Setup {
    /// A partner that answers, tells and settles at once.
    pub const USUAL: Self = Self {
        webhooks: true,
        settles: true,
        rules: None,
        closed_loop: false,
        push: None,
        certificate_for: None,
    };
}

/// A server with its partner behind a line that can be cut.
pub struct PaymentKit {
    pub kit: Kit,
    /// While set, calls to the partner arrive there, and its answers are lost.
    pub line_is_cut: Arc<AtomicBool>,
    /// While set, calls to the partner do not arrive.
    pub partner_is_away: Arc<AtomicBool>,
    pub(super) partner: String,
    pub(super) http: reqwest::Client,
    tasks: Vec<JoinHandle<()>>,
    players: AtomicU32,
}

/// A signed-in player.
#[derive(Debug, Clone)]
pub struct Shopper {
    pub id: i64,
    email: String,
    cookie: String,
}

/// An answer: its status, and its body when there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Shopper {
    /// The same session, in the browser of another.
    pub fn in_browser_of(self, other: &Self) -> Self {
        let session = self.cookie.split("; ").next().unwrap();
        let device = other.cookie.split("; ").nth(1).unwrap();
        Self { cookie: format!("{session}; {device}"), ..self }
    }
}

impl PaymentKit {
    pub async fn start(engine: Engine) -> Self {
        Self::start_with(engine, Setup::USUAL).await
    }

    pub async fn start_with(engine: Engine, setup: Setup) -> Self {
        let (door, at_partner) = (listener().await, listener().await);
        let (line, partner) = (address(&door), address(&at_partner));
        let tls = match setup.certificate_for {
            Some(name) => Some(TlsLine::start(name, door.local_addr().unwrap()).await),
            None => None,
        };
        let kit = Kit::start_with(engine, |config| {
            partners::name_in(config, &line);
            if let Some(tls) = &tls {
                config.sandbox_url.clone_from(&tls.url);
                config.extra_ca_file = Some(tls.authority.path().to_owned());
            }
            if !setup.webhooks {
                config.notify_url = Some(NOWHERE.to_owned());
            }
            if let Some(rules) = setup.rules {
                with_rules(config, rules);
            }
            if setup.closed_loop {
                with_closed_loop(config);
            }
            if let Some(service) = setup.push {
                config.push_contact = Some("mailto:ops@casino.example".to_owned());
                config.push_services = vec![format!("http://{service}")];
            }
        })
        .await;
        let mut config = partners::sandbox(&kit.app.secrets);
        config.auto_settle = setup.settles.then_some(Duration::ZERO);
        config.retry_first = Duration::from_millis(1);
        let clock = kit.app.clock.clone();
        config.clock = SandboxClock::from_fn(move || clock.now().try_into().unwrap());
        let http = reqwest::Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        let (line_is_cut, partner_is_away) =
            (Arc::new(AtomicBool::default()), Arc::new(AtomicBool::default()));
        let wire = Wire {
            partner: partner.clone(),
            http: http.clone(),
            cut: line_is_cut.clone(),
            away: partner_is_away.clone(),
        };
        let line = Router::new().fallback(pass_on).with_state(wire);
        let mut tasks = vec![
            tokio::spawn(async move { croupier_sandbox::serve(at_partner, config).await.unwrap() }),
            tokio::spawn(async move { axum::serve(door, line).await.unwrap() }),
        ];
        tasks.extend(tls.map(|tls| tls.serving));
        Self { kit, line_is_cut, partner_is_away, partner, http, tasks, players: AtomicU32::default() }
    }

    /// A player with a full profile and a wallet in `currency`.
    pub async fn player(&self, currency: &str) -> Shopper {
        let shopper = self.newcomer(currency).await;
        let profile = json!({"player": {
            "first_name": "Ada", "last_name": "Byron", "date_of_birth": "1990-05-17", "city": "Toronto",
            "address": "1 King Street", "postal_code": "M5H 1A1", "mobile_phone": "+14165550123",
        }});
        let answer = self.call(&shopper, Method::PATCH, "/api/player", &profile, None).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        shopper
    }

    /// A player who has told no more than sign-up asks.
    pub async fn newcomer(&self, currency: &str) -> Shopper {
        let number = self.players.fetch_add(1, Ordering::Relaxed);
        let user = json!({"user": {
            "email": format!("ada{number}@example.com"), "password": "quiet-Harbour-71", "currency": currency,
            "country": "CA", "terms_acceptance": true, "dfpc": format!("device-{number}"),
        }});
        self.enter("/api/users", &user, "").await
    }

    /// The session of a player who signs in again, in the browser that holds the session `old` or in another.
    pub async fn sign_in(&self, shopper: &Shopper, old: Option<&Shopper>) -> Shopper {
        let user = json!({"user": { "email": shopper.email, "password": "quiet-Harbour-71" }});
        self.enter("/api/users/sign_in", &user, old.map_or("", |old| &old.cookie)).await
    }

    async fn enter(&self, path: &str, user: &Value, cookie: &str) -> Shopper {
        let call = self.http.post(self.kit.url(path)).header("x-requested-with", "XMLHttpRequest");
        let sent = call.header("cookie", cookie).json(user).send().await.unwrap();
        let cookies: Vec<_> =
            sent.headers().get_all("set-cookie").iter().map(|set| set.to_str().unwrap()).collect();
        let cookies: Vec<_> = cookies.iter().map(|set| set.split(';').next().unwrap()).collect();
        let cookie = cookies.join("; ");
        let status = sent.status();
        let body: Value = sent.json().await.unwrap();
        assert!(status.is_success(), "{status} {body}");
        let email = user["user"]["email"].as_str().unwrap().to_owned();
        Shopper { id: body["id"].as_i64().unwrap(), email, cookie }
    }

    pub async fn call(
        &self,
        shopper: &Shopper,
        method: Method,
        path: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Answer {
        let mut call = self.http.request(method.clone(), self.kit.url(path));
        call = call.header("cookie", &shopper.cookie).header("x-requested-with", "XMLHttpRequest");
        if let Some(key) = key {
            call = call.header("idempotency-key", key);
        }
        if method != Method::GET && !body.is_null() {
            call = call.json(body);
        }
        answer(call).await
    }

    pub async fn get(&self, shopper: &Shopper, path: &str) -> Answer {
        self.call(shopper, Method::GET, path, &Value::Null, None).await
    }

    pub async fn post(&self, shopper: &Shopper, path: &str, body: &Value) -> Answer {
        self.call(shopper, Method::POST, path, body, None).await
    }

    /// Sends `text` as the body of a payment.
    pub async fn pay_text(&self, shopper: &Shopper, key: &str, text: String) -> Answer {
        let call = self.http.post(self.kit.url("/api/player/payments")).header("cookie", &shopper.cookie);
        let call = call.header("x-requested-with", "XMLHttpRequest").header("idempotency-key", key);
        answer(call.header("content-type", "application/json").body(text)).await
    }

    /// Pays from a page of the brand that answers on `host`.
    pub async fn pay_on(&self, host: &str, shopper: &Shopper, key: &str, body: &Value) -> Answer {
        let call = self.http.post(self.kit.url("/api/player/payments")).header("host", host);
        let call = call.header("cookie", &shopper.cookie).header("x-requested-with", "XMLHttpRequest");
        answer(call.header("idempotency-key", key).json(body)).await
    }

    pub async fn pay(&self, shopper: &Shopper, key: &str, body: &Value) -> Answer {
        self.call(shopper, Method::POST, "/api/player/payments", body, Some(key)).await
    }

    pub async fn deposit(&self, shopper: &Shopper, key: &str, amount: i64) -> Value {
        let answer = self.pay(shopper, key, &card("deposit", amount)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.body
    }

    /// Puts `amount` of EUR into the wallet by card, which leaves a kept card behind.
    pub async fn fill(&self, shopper: &Shopper, amount: i64) {
        let payment = self.deposit(shopper, &format!("fill {amount}"), amount).await;
        self.checkout(&payment, "approve").await;
        self.settled(shopper, &payment, "succeeded").await;
    }

    pub async fn cashout(&self, shopper: &Shopper, key: &str, amount: i64) -> Value {
        let answer = self.pay(shopper, key, &card("cashout", amount)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.body
    }

    /// What a player does on the partner's page; answers where the page sends the browser.
    pub async fn checkout(&self, payment: &Value, action: &str) -> String {
        let url = payment["redirect_url"].as_str().unwrap();
        let form =
            format!("action={action}&number=4242+4242+4242+4242&expiry=12%2F40&cvv=123&holder=ADA+BYRON");
        let sent = self.http.post(url).header("content-type", "application/x-www-form-urlencoded");
        let sent = sent.body(form).send().await.unwrap();
        assert_eq!(sent.status(), 303, "{action}");
        sent.headers()["location"].to_str().unwrap().to_owned()
    }

    /// Submits a form of the partner's page; answers its status.
    pub async fn submit(&self, payment: &Value, form: &str) -> u16 {
        let url = payment["redirect_url"].as_str().unwrap();
        let sent = self.http.post(url).header("content-type", "application/x-www-form-urlencoded");
        sent.body(form.to_owned()).send().await.unwrap().status().as_u16()
    }

    /// The call that creates a deposit arrives at the partner only now. Answers where it can be paid.
    pub async fn arrive_late(&self, shopper: &Shopper, payment: &Value) -> Value {
        let request = json!({
            "merchant_ref": payment["id"], "type": "deposit", "amount": payment["amount_cents"],
            "currency": payment["currency"], "method": payment["payment_method_id"], "notify_url": NOWHERE,
            "return_url": self.kit.url("/wallet"), "customer": shopper.id.to_string(),
        });
        let call = self.http.post(format!("{}/v1/payments", self.partner)).json(&request);
        let call = call.bearer_auth(&self.kit.app.secrets.payments_api_key);
        let made = answer(call.header("idempotency-key", payment["id"].as_str().unwrap())).await;
        json!({ "id": payment["id"], "redirect_url": made.body["checkout_url"] })
    }

    /// Waits until the payment is in `state`, and answers it.
    pub async fn settled(&self, shopper: &Shopper, payment: &Value, state: &str) -> Value {
        let path = format!("/api/player/payments/{}", payment["id"].as_str().unwrap());
        Kit::until(state, async || {
            let found = self.get(shopper, &path).await;
            (found.body["state"] == state).then_some(found.body)
        })
        .await
    }

    /// The payment as it is now.
    pub async fn payment(&self, shopper: &Shopper, payment: &Value) -> Value {
        let path = format!("/api/player/payments/{}", payment["id"].as_str().unwrap());
        self.get(shopper, &path).await.body
    }

    /// Lets the server clock run and the operator look at what is due by then.
    pub async fn later(&self, seconds: u64) {
        self.kit.app.clock.advance(Duration::from_secs(seconds));
        while cashbox::resolver::look_at_all_due(&self.kit.app).await.unwrap() > 0 {}
    }

    /// Cash and held money of the player's wallet.
    pub async fn money(&self, shopper: &Shopper, currency: &str) -> (i64, i64) {
        let currency: Currency = currency.parse().unwrap();
        let wallet = self.kit.app.wallet.get(shopper.id, currency).await.unwrap().unwrap();
        (wallet.cash, wallet.held)
    }

    /// The states told to the log, in order, of all payments.
    pub async fn reported(&self) -> Vec<String> {
        let sql = "SELECT body FROM event WHERE kind = 'payment.changed' ORDER BY lsn";
        let rows = self.kit.app.db.query(sql, vec![]).await.unwrap();
        let state = |row: &croupier_db::Row| {
            let body: Value = serde_json::from_str(&row.get::<String>(0).unwrap()).unwrap();
            body["state"].as_str().unwrap().to_owned()
        };
        rows.iter().map(state).collect()
    }

    /// Changes rows behind the server's back.
    pub async fn change(&self, sql: &str) {
        let mut tx = self.kit.app.db.begin().await.unwrap();
        tx.execute(sql, vec![]).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn count(&self, sql: &str) -> i64 {
        self.kit.app.db.query_one(sql, vec![]).await.unwrap().get(0).unwrap()
    }

    /// Checks the books, and that they agree with the payments.
    pub async fn close(self) {
        let db = &self.kit.app.db;
        assert_eq!(wallet::check(db).await.unwrap(), []);
        assert_eq!(cashbox::check(db).await.unwrap(), []);
        for task in self.tasks {
            task.abort();
        }
    }
}

/// The body of a card payment in EUR.
pub fn card(action: &str, amount: i64) -> Value {
    json!({"action": action, "payment_method_id": "visa_mastercard", "currency": "EUR", "amount_cents": amount})
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

fn address(listener: &TcpListener) -> String {
    format!("http://{}", listener.local_addr().unwrap())
}

pub(super) async fn answer(call: reqwest::RequestBuilder) -> Answer {
    let sent = call.send().await.unwrap();
    let status = sent.status().as_u16();
    let text = sent.text().await.unwrap();
    Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::Null) }
}
