//! A sandbox on a free port, a shop that receives its webhooks, and a customer's browser.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use croupier_sandbox::{Clock, Config, Secret, serve};
use reqwest::header::LOCATION;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(crate) const API_KEY: &str = "test-key";
pub(crate) const SECRET: &str = "whsec_dGhlIGtleSBvZiB0aGUgdGVzdHM=";
/// 2026-01-15 12:00 UTC.
pub(crate) const NOW_SECONDS: u64 = 1_768_478_400;
/// Ends a test that would otherwise wait for ever.
const PATIENCE: Duration = Duration::from_secs(20);

/// A webhook as the shop got it.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) id: String,
    pub(crate) timestamp: u64,
    pub(crate) signature: String,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Received {
    pub(crate) fn is_authentic(&self) -> bool {
        Secret::parse(SECRET).unwrap().sign(&self.id, self.timestamp, &self.text) == self.signature
    }
}

/// The merchant's side: answers webhooks with the queued statuses, then with 204.
pub(crate) struct Shop {
    pub(crate) notify_url: String,
    inbox: mpsc::UnboundedReceiver<Received>,
    answers: Arc<Mutex<VecDeque<StatusCode>>>,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        let (outbox, inbox) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<VecDeque<StatusCode>>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let notify_url = format!("http://{}/hook", listener.local_addr().unwrap());
        let app = Router::new().route("/hook", post(receive)).with_state((outbox, answers.clone()));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { notify_url, inbox, answers }
    }

    pub(crate) fn answer_next(&self, statuses: &[StatusCode]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    /// The next webhook.
    pub(crate) async fn webhook(&mut self) -> Received {
        tokio::time::timeout(PATIENCE, self.inbox.recv()).await.expect("no webhook came").unwrap()
    }

    pub(crate) fn has_mail(&self) -> bool {
        !self.inbox.is_empty()
    }
}

type Post = (mpsc::UnboundedSender<Received>, Arc<Mutex<VecDeque<StatusCode>>>);

async fn receive(State((outbox, answers)): State<Post>, headers: HeaderMap, text: String) -> StatusCode {
    let header = |name| headers[name].to_str().unwrap().to_owned();
    let received = Received {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp").parse().unwrap(),
        signature: header("webhook-signature"),
        body: serde_json::from_str(&text).unwrap(),
        text,
    };
    let answer = answers.lock().unwrap().pop_front().unwrap_or(StatusCode::NO_CONTENT);
    outbox.send(received).unwrap();
    answer
}

/// A running sandbox and a client that follows no redirects.
pub(crate) struct Sandbox {
    pub(crate) url: String,
    pub(crate) client: Client,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Settings that need no waiting: a held clock, payouts that settle at once, quick retries.
pub(crate) fn config() -> Config {
    let mut config = Config::new(API_KEY, SECRET).unwrap();
    config.auto_settle = Some(Duration::ZERO);
    config.retry_first = Duration::from_millis(1);
    config.clock = Clock::from_fn(|| NOW_SECONDS * 1000);
    config
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        Self::start_with(config()).await
    }

    pub(crate) async fn start_on(data: PathBuf) -> Self {
        Self::start_with(Config { data: Some(data), ..config() }).await
    }

    pub(crate) async fn start_with(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let client =
            Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        Self { url, client, task: tokio::spawn(serve(listener, config)) }
    }

    pub(crate) async fn create(&self, key: &str, request: &Value) -> Response {
        self.client
            .post(format!("{}/v1/payments", self.url))
            .bearer_auth(API_KEY)
            .header("idempotency-key", key)
            .json(request)
            .send()
            .await
            .unwrap()
    }

    /// Creates a payment that must be taken; its `merchant_ref` is the key.
    pub(crate) async fn created(&self, request: &Value) -> Value {
        let answer = self.create(request["merchant_ref"].as_str().unwrap(), request).await;
        let status = answer.status();
        let payment = answer.json().await.unwrap();
        assert_eq!(status, 201, "{payment}");
        payment
    }

    pub(crate) async fn payment(&self, id: &Value) -> Value {
        let url = format!("{}/v1/payments/{}", self.url, id.as_str().unwrap());
        self.client.get(url).bearer_auth(API_KEY).send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn panel(&self, id: &Value, action: &str, body: &Value) -> Response {
        let url = format!("{}/panel/payments/{}/{action}", self.url, id.as_str().unwrap());
        self.client.post(url).json(body).send().await.unwrap()
    }

    /// Submits a form as a browser does.
    pub(crate) async fn submit(&self, url: &str, fields: &[(&str, &str)]) -> Response {
        let mut encoded = reqwest::Url::parse("http://form/").unwrap();
        encoded.query_pairs_mut().extend_pairs(fields);
        self.client
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(encoded.query().unwrap().to_owned())
            .send()
            .await
            .unwrap()
    }

    /// Pays a created payment's checkout with a card.
    pub(crate) async fn pay(&self, payment: &Value, number: &str) -> Response {
        self.submit(payment["checkout_url"].as_str().unwrap(), &card(number)).await
    }
}

pub(crate) fn card(number: &str) -> [(&'static str, &str); 5] {
    [("action", "approve"), ("number", number), ("expiry", "12/28"), ("cvv", "123"), ("holder", "Ada Nord")]
}

pub(crate) const APPROVED: &str = "4242 4242 4242 4242";

pub(crate) fn deposit(merchant_ref: &str, shop: &Shop) -> Value {
    json!({
        "merchant_ref": merchant_ref, "type": "deposit", "amount": 5000, "currency": "EUR",
        "method": "visa_mastercard", "notify_url": shop.notify_url, "customer": "player-7",
        "return_url": "http://shop.example/return?tab=cashbox",
    })
}

pub(crate) fn payout(merchant_ref: &str, amount: i64, shop: &Shop) -> Value {
    json!({
        "merchant_ref": merchant_ref, "type": "payout", "amount": amount, "currency": "BTC",
        "method": "bitcoin", "notify_url": shop.notify_url, "customer": "player-7",
        "address": "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    })
}

/// The given fields of an object replaced.
pub(crate) fn with(mut object: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

pub(crate) fn location(answer: &Response) -> &str {
    assert_eq!(answer.status(), 303);
    answer.headers()[LOCATION].to_str().unwrap()
}
