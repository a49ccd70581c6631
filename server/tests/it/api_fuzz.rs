//! Whatever a call is sent, the server answers with a reason: its own description tells what each call expects, and
//! something else is strewn into that.

use std::time::Duration;

use croupier_server::{audit, wallet};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Method, Url};
use serde_json::{Map, Value, json};

use crate::browser::Browser;
use crate::openapi::{calls, document};
use crate::play::rich_player;

/// The same nonsense in every run.
const SEED: u64 = 20_260_101;

/// How often every call is made by a guest and by a player.
const ROUNDS: u64 = 20;

/// How deep a value may go, for a description may lead back to itself.
const DEPTH_MAX: u32 = 5;

/// Of so many values one is nonsense.
const FUZZED_ONE_IN: u32 = 5;

/// It ends the session that the other calls are to be made in.
const LEFT_OUT: &str = "DELETE /api/users/sign_out";

/// Values that have broken other servers.
fn fuzzed(rng: &mut StdRng) -> Value {
    let values = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(""),
        json!("\0"),
        json!("a\0b"),
        json!("1e3"),
        json!("NaN"),
        json!("9".repeat(400)),
        json!("a".repeat(10_001)),
        json!("😀 مرحبا \u{202e}"),
        json!("'; DROP TABLE wallet; --"),
        json!("../../etc/passwd"),
        json!("//evil.example"),
        json!("<script>alert(1)</script>"),
        json!("2026-02-30"),
        json!("%00%ff"),
        json!([]),
        json!([[null]]),
        json!({}),
        json!({ "a": { "b": [1] } }),
    ];
    values.choose(rng).cloned().unwrap_or_default()
}

/// What the description says, with nonsense here and there.
struct Maker {
    document: Value,
    rng: StdRng,
}

impl Maker {
    fn is_fuzzed(&mut self) -> bool {
        self.rng.random_ratio(1, FUZZED_ONE_IN)
    }

    /// A value for `schema`.
    fn value(&mut self, schema: &Value, depth: u32) -> Value {
        if depth > DEPTH_MAX || self.is_fuzzed() {
            return fuzzed(&mut self.rng);
        }
        if let Some(name) = schema["$ref"].as_str() {
            let named = self.document.pointer(name.trim_start_matches('#')).cloned().unwrap_or_default();
            return self.value(&named, depth + 1);
        }
        for choice in ["oneOf", "anyOf", "allOf"] {
            if let Some(one) = schema[choice].as_array().and_then(|all| all.choose(&mut self.rng)) {
                return self.value(&one.clone(), depth + 1);
            }
        }
        if let Some(one) = schema["enum"].as_array().and_then(|all| all.choose(&mut self.rng)) {
            return one.clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.choose(&mut self.rng).cloned().unwrap_or_default(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => self.object(schema, depth),
            Some("array") => {
                let length = self.rng.random_range(0..3);
                (0..length).map(|_| self.value(&schema["items"], depth + 1)).collect()
            }
            Some("boolean") => json!(self.rng.random::<bool>()),
            Some("integer" | "number") => json!(*[0, 1, 20, 5_000].choose(&mut self.rng).unwrap_or(&1)),
            Some("string") => json!(self.word()),
            _ => fuzzed(&mut self.rng),
        }
    }

    /// An object of some of its properties.
    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let mut object = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if !self.is_fuzzed() {
                object.insert(name.clone(), self.value(property, depth + 1));
            }
        }
        Value::Object(object)
    }

    /// A word that leads somewhere in many calls.
    fn word(&mut self) -> &'static str {
        let words = [
            "1",
            "en",
            "EUR",
            "BTC",
            "CA",
            "solar-sails",
            "northlight/solar-sails",
            "a@example.com",
            "slots",
        ];
        words.choose(&mut self.rng).copied().unwrap_or_default()
    }

    /// What stands in a place of an address.
    fn part(&mut self) -> String {
        let value = if self.is_fuzzed() { fuzzed(&mut self.rng) } else { json!(self.word()) };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        // What is longer is no address any more for the client that sends it.
        if text.is_empty() || text.len() > 1_000 { "x".to_owned() } else { text }
    }

    /// The call's address, its places and its query filled in and escaped.
    fn address(&mut self, path: &str, call: &Value) -> String {
        let mut url = Url::parse("http://server").unwrap();
        for part in path.split('/').skip(1) {
            let part = if part.contains('{') { self.part() } else { part.to_owned() };
            url.path_segments_mut().unwrap().push(&part);
        }
        for parameter in call["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            url.query_pairs_mut().append_pair(name, &self.part());
        }
        match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        }
    }
}

/// Makes the call and fails the test when it broke something in the server.
async fn ask(browser: &Browser, method: &str, address: &str, body: Option<Value>, key: &str) {
    let reported = body.as_ref().map(Value::to_string).unwrap_or_default();
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let answer = browser.send(method.clone(), address, body, &[("idempotency-key", key)]).await;
    // There is no partner here who could give an address out.
    let lacks_partner = address == "/api/player/coin_addresses" && answer.status.as_u16() == 503;
    let broke = answer.status.is_server_error() && !lacks_partner;
    assert!(!broke, "{method} {address} {reported} was answered {}: {:#}", answer.status, answer.body);
}

on_both_engines! {
    async fn fuzzed_calls_are_answered_with_a_reason(kit: Kit) {
        let document = document();
        let calls = calls(&document);
        let guest = kit.browser();
        let (player, _) = rich_player(&kit).await;
        let mut maker = Maker { document, rng: StdRng::seed_from_u64(SEED) };
        for round in 0..ROUNDS {
            for (number, (method, path, call)) in calls.iter().enumerate() {
                if format!("{method} {path}") == LEFT_OUT {
                    continue;
                }
                for (who, browser) in [("guest", &guest), ("player", &player)] {
                    let address = maker.address(path, call);
                    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
                    let body = (!schema.is_null()).then(|| maker.value(schema, 0));
                    ask(browser, method, &address, body, &format!("{who}-{round}-{number}")).await;
                }
            }
            // So that not everything is answered with a word about too many calls.
            kit.app.clock.advance(Duration::from_mins(1));
        }
        assert_eq!(wallet::check(&kit.app.db).await.unwrap(), []);
        assert_eq!(audit::quick_check(&kit.app.db, 1_000).await.unwrap(), []);
    }
}
