//! Settings as variables of the environment.

/// `CROUPIER_LISTEN` sets `listen`; `DATABASE_URL` sets `database_url`. The secrets have their own reader.
pub(super) fn setting_name(variable: &str) -> Option<String> {
    match variable {
        "DATABASE_URL" => Some("database_url".to_owned()),
        "CROUPIER_SECRET" | "CROUPIER_SEAL_KEYS" | "CROUPIER_CONFIG" => None,
        _ => variable.strip_prefix("CROUPIER_").map(str::to_lowercase),
    }
}

/// A number, a truth or a list is read as such, everything else as text.
pub(super) fn typed(value: &str) -> toml::Value {
    let looks_typed = value.starts_with('[') || value == "true" || value == "false";
    let number = value.parse::<i64>().ok().map(toml::Value::Integer);
    let parsed = looks_typed.then(|| format!("v = {value}").parse::<toml::Table>().ok()).flatten();
    number
        .or_else(|| parsed.and_then(|mut table| table.remove("v")))
        .unwrap_or_else(|| toml::Value::String(value.to_owned()))
}
