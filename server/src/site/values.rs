//! What a visit fills into the first paint, by name, and how it is read from the answers to calls.

use std::collections::HashMap;

use serde_json::Value;

/// One thing that a page shows, by the names of its values.
pub(super) type Values = HashMap<String, String>;

/// The items of a list; none of what is no list.
pub(super) fn each(list: &Value) -> impl Iterator<Item = &Value> + Clone {
    list.as_array().into_iter().flatten()
}

/// Keeps a text or a number under `name`.
pub(super) fn insert(values: &mut Values, name: &str, value: &Value) {
    match value {
        Value::String(text) => drop(values.insert(name.to_owned(), text.clone())),
        Value::Number(number) => drop(values.insert(name.to_owned(), number.to_string())),
        _ => {}
    }
}

/// Keeps the texts and numbers of `object` under `prefix` and their own names.
pub(super) fn insert_all(values: &mut Values, prefix: &str, object: &Value) {
    for (field, value) in object.as_object().into_iter().flatten() {
        insert(values, &format!("{prefix}.{field}"), value);
    }
}

/// Keeps that there is something of the name.
pub(super) fn mark(values: &mut Values, name: &str) {
    values.insert(name.to_owned(), String::new());
}

/// What lists of news show of a page of text, as calls answer it.
pub(super) fn news_of(page: &Value) -> Value {
    let widgets = page["blocks"]["json"].as_str().unwrap_or_default();
    serde_json::from_str(widgets).map(|mut widgets: Value| widgets["news"].take()).unwrap_or_default()
}
