//! A server with the sandbox's provider of sign-in beside it, and browsers that go there and back.

use std::collections::BTreeMap;
use std::sync::Mutex;

use croupier_sandbox::{Clock, Config as SandboxConfig};
use croupier_server::platform::config::{Config, SignInProvider};
use reqwest::header::{CONTENT_TYPE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::{Url, form_urlencoded};

use crate::browser::{Answer, Browser};
use crate::testkit::{Engine, Kit};

/// A server, and the provider that it knows.
pub struct Gate {
    pub kit: Kit,
    pub northgate: String,
    http: Client,
    task: JoinHandle<()>,
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Gate {
    pub async fn start(engine: Engine) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let northgate = format!("http://{}", listener.local_addr().unwrap());
        let mut sandbox = SandboxConfig::new("key", "whsec_c2VjcmV0").unwrap();
        let provider = |name: &str, issuer: String| SignInProvider {
            name: name.to_owned(),
            title: "Northgate".to_owned(),
            issuer,
            client_id: "croupier".to_owned(),
            client_secret: Some(sandbox.northgate_secret.clone()),
            scopes: vec!["email".to_owned()],
        };
        // The second one is at a port at which nobody listens.
        let providers = vec![
            provider("northgate", format!("{northgate}/northgate")),
            provider("gone", "http://127.0.0.1:1".to_owned()),
        ];
        let kit = Kit::start_with(engine, |config: &mut Config| config.sign_in_providers = providers).await;
        let clock = kit.app.clock.clone();
        sandbox.clock = Clock::from_fn(move || clock.now().try_into().unwrap());
        sandbox.casino_url = kit.url("");
        let task = tokio::spawn(async move { croupier_sandbox::serve(listener, sandbox).await.unwrap() });
        let http = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { kit, northgate, http, task }
    }

    /// Changes how the provider behaves.
    pub async fn control(&self, what: Value) {
        let call = self.http.post(format!("{}/panel/northgate", self.northgate)).json(&what);
        assert_eq!(call.send().await.unwrap().status(), 204);
    }

    pub fn guest(&self) -> Guest<'_> {
        Guest { gate: self, browser: self.kit.browser(), jar: Mutex::default() }
    }

    /// A guest who has signed up with the form.
    pub async fn player(&self, email: &str) -> (Guest<'_>, i64) {
        let guest = self.guest();
        let form = crate::browser::form(email);
        let player = guest.post("/api/users", json!({ "user": form })).await.expect(201);
        let id = player["id"].as_i64().unwrap();
        (guest, id)
    }

    /// How many players there are.
    pub async fn players(&self) -> i64 {
        let row = self.kit.app.db.query_one("SELECT COUNT(*) FROM player", Vec::new()).await.unwrap();
        row.get(0).unwrap()
    }

    /// Lets `person` in at the provider, where the browser has been sent to `url`. Answers what the browser is sent back with, as the
    /// call that ends the sign-in takes it, and the page on which it does.
    pub async fn let_in(&self, url: &str, person: &[(&str, &str)]) -> (Value, String) {
        let url = Url::parse(url).unwrap();
        let page = self.http.get(url.clone()).send().await.unwrap();
        assert!(page.text().await.unwrap().contains("Sign in with Northgate"));
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(url.query_pairs()).extend_pairs(person);
        let decide = self.http.post(format!("{}/northgate/authorize", self.northgate));
        let decide = decide.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form.finish());
        let back = self.followed(decide).await;
        assert!(back.starts_with(&self.kit.url("/api/auth_providers/northgate/return?")), "{back}");
        // Nobody else's answer is taken on by another provider's name.
        let strange = self.followed(self.http.get(back.replace("/northgate/return", "/gone/return"))).await;
        assert!(!strange.contains("code="), "{strange}");
        let page = self.followed(self.http.get(back)).await;
        let page = Url::parse(&self.kit.url("")).unwrap().join(&page).unwrap();
        let pairs =
            page.query_pairs().map(|(name, value)| (name.into_owned(), Value::from(value.into_owned())));
        (Value::Object(pairs.collect::<Map<_, _>>()), page.path().to_owned())
    }

    /// Where a call leads on to.
    async fn followed(&self, call: reqwest::RequestBuilder) -> String {
        let answer = call.send().await.unwrap();
        assert_eq!(answer.status(), 303);
        answer.headers()[LOCATION].to_str().unwrap().to_owned()
    }
}

/// A browser with all its cookies.
pub struct Guest<'a> {
    gate: &'a Gate,
    browser: Browser,
    jar: Mutex<BTreeMap<String, String>>,
}

impl Guest<'_> {
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.send(method, path, body, &[]).await
    }

    /// Posts under an idempotency key.
    pub async fn post_once(&self, key: &str, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[("idempotency-key", key)]).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&'static str, &str)],
    ) -> Answer {
        let pairs: Vec<_> =
            self.jar.lock().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.browser.set_cookie((!pairs.is_empty()).then(|| pairs.join("; ")));
        let answer = self.browser.send(method, path, body, headers).await;
        for line in answer.headers.get_all(SET_COOKIE) {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut jar = self.jar.lock().unwrap();
            if value.is_empty() {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    /// The player who is signed in; `None` for a guest.
    pub async fn id(&self) -> Option<i64> {
        let answer = self.get("/api/player").await;
        // Whose session was ended is told so once.
        assert!([200, 401].contains(&answer.status.as_u16()), "{:?}", answer.body);
        answer.body["id"].as_i64()
    }

    /// Begins a way to the provider.
    pub async fn begin(&self, purpose: &str) -> Answer {
        self.begin_at(purpose, "/games?tag=new").await
    }

    /// The same from a page of the site.
    pub async fn begin_at(&self, purpose: &str, page: &str) -> Answer {
        let body = json!({ "purpose": purpose, "return_to": page, "locale": "de" });
        self.post("/api/auth_providers/northgate/flows", body).await
    }

    /// The same, and lets `person` in there; answers what is sent back.
    pub async fn let_in(&self, purpose: &str, person: &[(&str, &str)]) -> Value {
        let begun = self.begin(purpose).await.expect(201);
        self.gate.let_in(begun["url"].as_str().unwrap(), person).await.0
    }

    pub async fn finish(&self, sent_back: Value) -> Answer {
        self.post("/api/auth_providers/finish", sent_back).await
    }

    /// The whole way.
    pub async fn enter(&self, purpose: &str, person: &[(&str, &str)]) -> Answer {
        let sent_back = self.let_in(purpose, person).await;
        self.finish(sent_back).await
    }

    pub async fn links(&self) -> Vec<Value> {
        self.get("/api/player/auth_providers").await.expect(200).as_array().unwrap().clone()
    }
}
