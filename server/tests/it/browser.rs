//! A browser as far as the server can tell: it keeps the session cookie and marks its calls.

use std::sync::Mutex;

use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, SET_COOKIE};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::testkit::Kit;

/// A password that no list has.
pub const PASSWORD: &str = "Zu9!kelmotra";

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    /// Fails the test unless the status is `status`; answers the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{:#}", self.body);
        self.body
    }

    /// The code of an error that is not about a field.
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    /// The codes of the problems with `field`.
    pub fn field(&self, field: &str) -> Vec<&str> {
        let problems = self.body["errors"][field].as_array();
        problems.into_iter().flatten().map(|problem| problem["code"].as_str().unwrap_or_default()).collect()
    }

    /// The session cookie that was set, with its flags.
    pub fn set_cookie(&self) -> Option<&str> {
        self.set_cookies().next()
    }

    /// All cookies that the answer sets.
    pub fn set_cookies(&self) -> impl Iterator<Item = &str> {
        self.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap())
    }
}

/// One browser, with one cookie jar.
pub struct Browser {
    client: Client,
    base: String,
    cookie: Mutex<Option<String>>,
    headers: Vec<(&'static str, String)>,
}

impl Kit {
    /// A browser that has never been here.
    pub fn browser(&self) -> Browser {
        Browser::at(self.url(""))
    }

    /// A player who has just signed up, in a browser of their own.
    pub async fn player(&self, email: &str) -> (Browser, i64) {
        let browser = self.browser();
        let player = browser.post("/api/users", json!({ "user": form(email) })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        (browser, id)
    }
}

/// A sign-up form in which everything is good.
pub fn form(email: &str) -> Value {
    json!({
        "email": email, "password": PASSWORD, "currency": "EUR", "country": "CA",
        "terms_acceptance": true, "dfpc": "device-1",
    })
}

/// `form` with some fields changed.
pub fn form_with(email: &str, changes: Value) -> Value {
    let mut form = form(email);
    let Value::Object(changes) = changes else { panic!("fields by name") };
    for (field, value) in changes {
        form[field] = value;
    }
    form
}

/// A personal id of a man in Estonia who was born on that day (`YYYY-MM-DD`, from 1900 to 2099).
pub fn personal_id(born: &str) -> String {
    let century = if born.starts_with("19") { 3 } else { 5 };
    let code = format!("{century}{}001", born[2..].replace('-', ""));
    let sum = |weights: &str| {
        let products =
            weights.bytes().zip(code.bytes()).map(|(w, d)| u32::from(w - b'0') * u32::from(d - b'0'));
        products.sum::<u32>() % 11
    };
    let check = [sum("1234567891"), sum("3456789123"), 0].into_iter().find(|sum| *sum < 10).unwrap();
    format!("{code}{check}")
}

impl Browser {
    /// A browser that has never been at `base`.
    pub fn at(base: String) -> Self {
        Self { client: Client::new(), base, cookie: Mutex::new(None), headers: Vec::new() }
    }

    /// The same browser at another server.
    pub fn moved_to(&self, kit: &Kit) -> Self {
        let moved = kit.browser();
        moved.set_cookie(self.cookie());
        moved
    }

    /// The same browser, sending this header with every call.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The cookie pair it would send.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    /// Takes on a cookie, as if stolen or restored.
    pub fn set_cookie(&self, pair: Option<String>) {
        *self.cookie.lock().unwrap() = pair;
    }

    /// The cookie of the browser itself, as `answer` of a sign-up or sign-in sets it.
    pub fn device_of(answer: &Answer) -> String {
        let pair = |line: &str| line.split(';').next().unwrap().to_owned();
        answer.set_cookies().map(pair).find(|pair| pair.contains("croupier-device=")).unwrap()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None, &[]).await
    }

    /// A POST under an idempotency key.
    pub async fn post_once(&self, key: &str, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[("idempotency-key", key)]).await
    }

    /// Sends a file as the body of a POST.
    pub async fn upload(&self, path: &str, bytes: Vec<u8>) -> Answer {
        self.sent_file(None, path, bytes).await
    }

    /// Like [`Browser::upload`] under an idempotency key.
    pub async fn upload_once(&self, key: &str, path: &str, bytes: Vec<u8>) -> Answer {
        self.sent_file(Some(key), path, bytes).await
    }

    async fn sent_file(&self, key: Option<&str>, path: &str, bytes: Vec<u8>) -> Answer {
        let request = self.client.post(format!("{}{path}", self.base));
        let request = request.header("x-requested-with", "XMLHttpRequest");
        let request = key.into_iter().fold(request, |request, key| request.header("idempotency-key", key));
        let request = request.header(COOKIE, self.cookie().unwrap_or_default());
        let sent = request.header(CONTENT_TYPE, "application/octet-stream").body(bytes).send().await.unwrap();
        let (status, headers) = (sent.status(), sent.headers().clone());
        let text = sent.text().await.unwrap();
        Answer { status, headers, body: serde_json::from_str(&text).unwrap_or_default() }
    }

    /// Sends a call with the marker header, the cookie and `headers`.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&'static str, &str)],
    ) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        request = request.header("x-requested-with", "XMLHttpRequest");
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(cookie) = self.cookie() {
            request = request.header(COOKIE, cookie);
        }
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        if let Some(set) = headers.get(SET_COOKIE) {
            let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
            self.set_cookie((!pair.ends_with('=')).then_some(pair));
        }
        let text = response.text().await.unwrap();
        let body =
            if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap_or(text.into()) };
        Answer { status, headers, body }
    }
}
