//! Who may import whom within the server.

use super::assert_none;
use super::source::{files, modules_above, modules_named, names, parts};

/// The folder that everybody may use and that uses no context.
const GROUND: &[&str] = &["platform"];

/// Contexts from lower to higher: each may call the facades before it. Effects that go up travel through
/// the log.
const CONTEXTS: &[&str] = &[
    "rules",
    "site_config",
    "mail",
    "identity",
    "player",
    "push",
    "wallet",
    "seeds",
    "audit",
    "staff",
    "flags",
    "editorial",
    "catalogue",
    "content",
    "client_events",
    "segments",
    "notifications",
    "loyalty",
    "realtime",
    "account",
    "sport",
    "verification",
    "chat",
    "bonus",
    "lootbox",
    "mass_gifts",
    "lottery",
    "adventure",
    "shop",
    "cashbox",
    "limits",
    "concern",
    "play",
    "tables",
    "tournaments",
    "jackpot",
    "reports",
    "site",
    "maintenance",
    "privacy",
    "servers",
    "office",
    "backup",
    "ops",
];

/// What holds the contexts together: the state, and what a call passes on its way in.
const FRAME: &[&str] =
    &["app", "auth", "cli", "listener", "http_guard", "idempotency", "lib", "main", "router"];

/// What a context may use of the frame.
const FRAME_FOR_CONTEXTS: &[&str] = &["app", "auth", "idempotency"];

/// The module that a source of the server belongs to.
fn module_of(path: &str) -> &str {
    let path = path.strip_prefix("server/src/").unwrap_or(path);
    path.split('/').next().unwrap_or(path).trim_end_matches(".rs")
}

/// How many `super::` lead from a source of the server to its root.
fn depth(path: &str) -> usize {
    let path = path.strip_prefix("server/src/").unwrap_or(path);
    path.trim_end_matches("/mod.rs").split('/').count()
}

#[test]
fn every_module_has_its_place() {
    let places: Vec<_> = [GROUND, CONTEXTS, FRAME].concat();
    let sources = files("server/src", &[".rs"]);
    let mut modules: Vec<_> = sources.iter().map(|file| module_of(&file.path)).collect();
    modules.dedup();
    let missing = modules.iter().filter(|module| !places.contains(module));
    let broken: Vec<_> =
        missing.map(|module| format!("{module} has no place in tests/it/tidy/contexts.rs")).collect();
    assert_none("every module of the server is ground, context or frame", &broken);
}

#[test]
fn the_order_of_contexts_is_told_as_it_is() {
    let page = files("docs", &["ARCHITECTURE.md"]).remove(0).text;
    let reported = CONTEXTS.join(" < ");
    assert!(
        page.contains(&format!("`{reported}`")),
        "docs/ARCHITECTURE.md tells another order than {reported}"
    );
}

#[test]
fn contexts_call_downwards() {
    let rank = |module: &str| CONTEXTS.iter().position(|context| *context == module);
    let mut broken = Vec::new();
    for file in files("server/src", &[".rs"]) {
        let module = module_of(&file.path);
        let own = rank(module);
        if own.is_none() && !GROUND.contains(&module) {
            continue;
        }
        let code = parts(&file.text).code;
        for named in modules_named(&code).into_iter().chain(modules_above(&code, depth(&file.path))) {
            let allowed = match rank(&named) {
                Some(other) => own.is_some_and(|own| other <= own),
                None if FRAME.contains(&named.as_str()) => {
                    own.is_some() && FRAME_FOR_CONTEXTS.contains(&named.as_str())
                }
                None => true,
            };
            if !allowed {
                broken.push(format!("{} reaches up to {named}", file.path));
            }
        }
    }
    assert_none("a context calls only those below it", &broken);
}

#[test]
fn a_store_is_its_contexts_own() {
    let mut broken = Vec::new();
    for file in files("server/src", &[".rs"]) {
        let module = module_of(&file.path);
        let code = parts(&file.text).code;
        if names(&code, "pub mod store") || names(&code, "pub(crate) mod store") {
            broken.push(format!("{} shows its store", file.path));
        }
        let others = CONTEXTS.iter().filter(|context| **context != module);
        let reached = others.filter(|context| code.contains(&format!("{context}::store")));
        broken.extend(reached.map(|context| format!("{} reaches into the store of {context}", file.path)));
    }
    assert_none("a store is nobody else's", &broken);
}
