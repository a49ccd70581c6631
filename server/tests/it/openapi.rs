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
        let succeeds = |status: &String| status.starts_with('2') || status.starts_with("101");
        let responses = call["responses"].as_object().unwrap();
        assert!(responses.keys().any(succeeds), "{method} {path} says no success");
    }
}

#[test]
fn every_error_has_the_houses_shape() {
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
            assert_eq!(shape, Some(wanted), "{method} {path} {status}");
        }
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
