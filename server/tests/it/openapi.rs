//! The description of the calls is kept in the tree, so that a change of it is seen, and says the same of
//! amounts and errors everywhere.

use std::collections::BTreeSet;

use croupier_server::router;
use serde_json::Value;

/// The description as the code has it.
pub fn document() -> Value {
    serde_json::to_value(router::document()).unwrap()
}

/// Every described call: method in capitals, path, and what is said of it.
pub fn calls(document: &Value) -> Vec<(String, String, Value)> {
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in ["get", "post", "put", "patch", "delete"] {
            if let Some(call) = item.get(method) {
                calls.push((method.to_uppercase(), path.clone(), call.clone()));
            }
        }
    }
    calls
}

#[test]
fn the_kept_description_is_fresh() {
    let kept = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json")).unwrap();
    let now = router::document().to_pretty_json().unwrap();
    assert!(kept.trim_end() == now.trim_end(), "docs/openapi.json is stale: cargo xtask gen");
}

#[test]
fn every_call_says_what_it_is() {
    let mut ids = BTreeSet::new();
    for (method, path, call) in calls(&document()) {
        let id = call["operationId"].as_str().unwrap_or_default().to_owned();
        assert!(!id.is_empty() && ids.insert(id.clone()), "{method} {path}: {id:?} names another call too");
        assert!(call["summary"].is_string(), "{method} {path} has no summary");
        assert!(call["tags"].is_array(), "{method} {path} has no tag");
        // A call that only leads on succeeds with the way.
        let succeeds = |status: &String| status.starts_with(['2', '3']) || status.starts_with("101");
        let responses = call["responses"].as_object().unwrap();
        assert!(responses.keys().any(succeeds), "{method} {path} says no success");
    }
}

#[test]
fn every_error_has_the_standard_shape() {
    for (method, path, call) in calls(&document()) {
        for (status, response) in call["responses"].as_object().unwrap() {
            if !status.starts_with('4') && !status.starts_with('5') {
                continue;
            }
            let shape = response["content"]["application/json"]["schema"]["$ref"].as_str();
            let wanted = match status.as_str() {
                "422" => "#/components/schemas/FieldErrorsBody",
                _ => "#/components/schemas/ErrorBody",
            };
            // A partner with games is answered in its own words, once it is known.
            let in_own_words =
                path.starts_with("/webhooks/games/") && shape == Some("#/components/schemas/PartnerRefused");
            assert!(in_own_words || shape == Some(wanted), "{method} {path} {status}: {shape:?}");
        }
    }
}

#[test]
fn every_call_says_how_it_refuses_what_cannot_be_read() {
    for (method, path, call) in calls(&document()) {
        assert!(!path.contains('*'), "{path} is no path of OpenAPI");
        let describes = |status: &str| call["responses"].get(status).is_some();
        let parameters = call["parameters"].as_array().into_iter().flatten();
        let named: Vec<_> =
            parameters.map(|parameter| (&parameter["in"], parameter["name"].as_str().unwrap())).collect();
        for (place, name) in &named {
            assert_eq!(
                *place == "path",
                path.contains(&format!("{{{name}}}")),
                "{method} {path}: {name} is in {place}"
            );
        }
        let has_body = call.get("requestBody").is_some() && !path.starts_with("/webhooks/");
        assert!(!has_body || ["400", "413", "415", "422"].into_iter().all(describes), "{method} {path}");
        assert!(named.iter().all(|(place, _)| *place != "query") || describes("422"), "{method} {path}");
    }
}

#[test]
fn amounts_are_integers() {
    let document = document();
    let mut seen = 0;
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        for (property, shape) in properties.filter(|(property, _)| property.ends_with("_cents")) {
            let kind = shape.pointer("/items/type").unwrap_or(&shape["type"]);
            let integer = kind == "integer" || kind == &serde_json::json!(["integer", "null"]);
            assert!(integer, "{name}.{property} is {kind}");
            seen += 1;
        }
    }
    assert!(seen > 0, "the description tells of amounts");
}

#[test]
fn a_call_that_takes_a_key_says_so() {
    let mut keyed = 0;
    for (method, path, call) in calls(&document()) {
        let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
        // Calls that move money keep their own keys, and ask for one.
        let is_key =
            |parameter: &&Value| parameter["name"] == "idempotency-key" && parameter["required"] != true;
        let takes_key = parameters.iter().any(|parameter| is_key(&parameter));
        if takes_key {
            assert!(call["responses"]["409"].is_object(), "{method} {path} tells of no conflict");
            assert!(call["responses"]["429"].is_object(), "{method} {path} tells of no limit");
            keyed += 1;
        }
        match (method.as_str(), path.as_str()) {
            ("PATCH", "/api/player") | ("POST", "/api/users" | "/api/player/payments/{id}/cancel") => {
                assert!(takes_key, "{method} {path}");
            }
            ("GET", _) | ("POST", "/api/users/sign_in") => assert!(!takes_key, "{method} {path}"),
            _ => {}
        }
    }
    assert!(keyed > 10, "{keyed}");
}
