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

/// Keeps the address of a picture under `name`, cut where its width and its format go, and which of them it has. One that
/// names neither is a value as it is.
pub(super) fn insert_picture(values: &mut Values, name: &str, address: &str) {
    let Some((start, rest)) = address.split_once("{width}") else {
        values.insert(name.to_owned(), address.to_owned());
        return mark(values, &format!("{name}.plain"));
    };
    let (middle, end) = rest.split_once("{format}").map_or((None, rest), |(middle, end)| (Some(middle), end));
    mark(values, &format!("{name}.{}", if middle.is_some() { "formats" } else { "widths" }));
    for (part, text) in [("start", Some(start)), ("middle", middle), ("end", Some(end))] {
        if let Some(text) = text {
            values.insert(format!("{name}_{part}"), text.to_owned());
        }
    }
}

/// Keeps what [`news_of`] answers under `prefix`.
pub(super) fn insert_news(values: &mut Values, prefix: &str, news: &Value) {
    insert_all(values, prefix, news);
    if let Some(image) = news["image"].as_str() {
        insert_picture(values, &format!("{prefix}.image"), image);
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
