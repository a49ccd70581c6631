//! The rules of the tree that no compiler knows, held by reading its sources: who may import whom, where
//! SQL stands, how long a file may be, and what is not said. Lists of exceptions only ever shrink: an entry
//! that is no longer needed fails as well.

mod contexts;
mod pages;
mod source;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use self::source::{File, files, names, parts};

/// Fails with every line of `broken` at once.
fn assert_none(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}

/// Crates that know nothing of servers and stores.
const LEAVES: [&str; 4] = ["crates/money", "crates/ledger", "crates/games", "crates/promo"];

#[test]
fn leaves_are_pure() {
    let foreign =
        ["axum", "tokio", "rusqlite", "tokio_postgres", "reqwest", "croupier_db", "croupier_server"];
    let mut broken = Vec::new();
    for file in LEAVES.iter().flat_map(|leaf| files(&format!("{leaf}/src"), &[".rs"])) {
        let parts = parts(&file.text);
        let named = foreign.iter().filter(|name| names(&parts.code, name));
        broken.extend(named.map(|name| format!("{} names {name}", file.path)));
        broken.extend(sql_in(&file));
    }
    assert_none("leaves hold neither async, nor HTTP, nor SQL", &broken);
}

/// Texts of `file` that are SQL.
fn sql_in(file: &File) -> Vec<String> {
    let openings = ["SELECT ", "INSERT INTO ", "DELETE FROM ", "CREATE TABLE ", "ALTER TABLE "];
    let is_sql = |text: &&String| {
        openings.iter().any(|opening| text.contains(opening))
            || (text.contains("UPDATE ") && text.contains(" SET "))
    };
    let texts = parts(&file.text).texts;
    let first_line = |text: &String| text.lines().next().unwrap_or_default().to_owned();
    texts.iter().filter(is_sql).map(|text| format!("{}: {}", file.path, first_line(text))).collect()
}

#[test]
fn sql_stands_in_stores() {
    let is_store = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        ["store.rs", "readers.rs", "check.rs"].contains(&name) || name.ends_with("_store.rs")
    };
    let sources = ["server/src", "sandbox/src", "xtask/src"].map(|folder| files(folder, &[".rs"]));
    let others = sources.iter().flatten().filter(|file| !is_store(&file.path));
    let broken: Vec<_> = others.flat_map(sql_in).collect();
    assert_none("SQL stands in crates/db, store.rs, readers.rs and check.rs", &broken);
}

#[test]
fn contexts_do_not_ask_which_engine_runs() {
    let about_engines = ["engine_name", "rusqlite", "tokio_postgres", "Sqlite", "Postgres"];
    // Settings say which engine is opened; the start tells the log of it, and the page of operations tells staff.
    let openers = [
        "server/src/platform/config.rs",
        "server/src/platform/config/tests.rs",
        "server/src/app.rs",
        "server/src/office/http/operations.rs",
    ];
    let mut broken = Vec::new();
    for file in files("server/src", &[".rs"]) {
        let code = parts(&file.text).code;
        let named = about_engines.iter().filter(|name| names(&code, name));
        if !openers.contains(&file.path.as_str()) {
            broken.extend(named.map(|name| format!("{} names {name}", file.path)));
        }
    }
    assert_none("what an engine does in its own way lives in crates/db", &broken);
}

#[test]
fn only_the_simulation_directs_the_store() {
    let seam = ["Stage", "Director"];
    let mut broken = Vec::new();
    for file in ["server/src", "sandbox/src", "bench/src"].iter().flat_map(|folder| files(folder, &[".rs"])) {
        let code = parts(&file.text).code;
        let named = code.split(';').filter(|statement| statement.contains("croupier_db"));
        let named = seam.iter().filter(|word| named.clone().any(|statement| names(statement, word)));
        broken.extend(named.map(|word| format!("{} names {word}", file.path)));
    }
    assert_none("what holds trips to the store up, or fails them, is no part of what ships", &broken);
}

#[test]
fn extractors_refuse_in_our_shape() {
    let mut broken = Vec::new();
    for file in files("server/src", &[".rs"]) {
        let code = parts(&file.text).code;
        let imports = code.split(';').filter(|statement| statement.contains("use axum::extract::"));
        let foreign = |import: &&str| ["Query", "Path"].iter().any(|name| names(import, name));
        if file.path != "server/src/platform/query.rs" && imports.filter(foreign).count() > 0 {
            broken.push(file.path);
        }
    }
    assert_none("Query and Path come from platform::query, which answers no parser's words", &broken);
    let raw = files("server/src", &[".rs"]).into_iter().filter(|file| {
        let code = parts(&file.text).code;
        code.contains("utoipa::path") && code.contains("body::Bytes")
    });
    let broken: Vec<_> = raw.map(|file| file.path).collect();
    assert_none("the bytes of a body come from platform::body, which answers in the server's shape", &broken);
}

/// The longest a source may be, in lines.
const LINES_MAX: usize = 400;

/// Sources that are longer, and why; the list only shrinks.
const LONG: &[(&str, &str)] = &[
    ("content/bonuses.toml", "what is on offer is read and changed in one place"),
    ("content/payment_methods.toml", "the order of the methods in it is the order on the site"),
];

/// What people write, and not what a program wrote.
fn sources() -> Vec<File> {
    let written_by_programs = ["web/src/api/schema.d.ts", "web/office/api/schema.d.ts"];
    let mut all = files("", &[".rs", ".ts", ".tsx", ".js", ".mjs", ".css", ".sql", ".html", ".md", ".toml"]);
    all.retain(|file| !written_by_programs.contains(&file.path.as_str()));
    all
}

#[test]
fn no_source_is_too_long() {
    let mut broken = Vec::new();
    let mut unused: BTreeSet<&str> = LONG.iter().map(|(path, _)| *path).collect();
    for file in sources().iter().filter(|file| file.text.lines().count() > LINES_MAX) {
        if !unused.remove(file.path.as_str()) {
            broken.push(format!("{} has {} lines", file.path, file.text.lines().count()));
        }
    }
    broken.extend(unused.iter().map(|path| format!("{path} needs no exception any more")));
    assert_none("sources have at most 400 lines", &broken);
}

#[test]
fn nothing_is_left_to_do() {
    let words =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("unimplemented", "!(")];
    let mut broken = Vec::new();
    for file in sources() {
        for (number, line) in file.text.lines().enumerate() {
            let named = words.iter().filter(|word| line.contains(**word));
            broken.extend(named.map(|word| format!("{}:{}: {word}", file.path, number + 1)));
        }
    }
    assert_none("what is unfinished is not in the tree", &broken);
}

#[test]
fn the_tree_speaks_of_itself_only() {
    let outside = [concat!("../", "shared"), concat!("issue ", "#"), concat!("pull request ", "#")];
    let mut broken = Vec::new();
    for file in sources() {
        for (number, line) in file.text.lines().enumerate() {
            let line = line.to_lowercase();
            let named = outside.iter().filter(|word| line.contains(**word));
            broken.extend(named.map(|word| format!("{}:{}: {word}", file.path, number + 1)));
        }
    }
    assert_none("a reader has this tree and nothing else", &broken);
}

#[test]
fn what_is_certified_is_tested() {
    let page = files("docs", &["CERTIFICATION.md"]).remove(0).text;
    let is_name = |text: &&str| {
        text.contains('_') && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let named: BTreeSet<&str> = page.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(named.len() > 40, "the names of tests are no longer found: {named:?}");
    let tests: Vec<File> =
        ["server/tests", "crates"].iter().flat_map(|folder| files(folder, &[".rs"])).collect();
    let is_there = |name: &&&str| tests.iter().any(|file| file.text.contains(&format!("fn {name}(")));
    let broken: Vec<_> = named.iter().filter(|name| !is_there(name)).map(|name| (*name).to_owned()).collect();
    assert_none("docs/CERTIFICATION.md names tests that exist", &broken);
}

#[test]
fn every_migration_is_registered() {
    let in_folder: Vec<_> = files("crates/db/migrations", &[".sql"]);
    let in_folder: Vec<_> = in_folder.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let paths: Vec<_> = croupier_db::MIGRATIONS
        .iter()
        .map(|migration| (format!("crates/db/migrations/{}.sql", migration.name), migration.sql))
        .collect();
    let registered: Vec<_> = paths.iter().map(|(path, sql)| (path.as_str(), *sql)).collect();
    assert_eq!(registered, in_folder, "crates/db/src/migrate.rs lists every migration, in order");
}

/// Sources that wait for facts of the log by their kind.
const LISTENERS: [&str; 15] = [
    "server/src/account/security_mails.rs",
    "server/src/account/shared_devices.rs",
    "server/src/bonus/readers.rs",
    "server/src/cashbox/mails.rs",
    "server/src/flags/readers.rs",
    "server/src/limits/readers.rs",
    "server/src/loyalty/readers.rs",
    "server/src/identity/stops.rs",
    "server/src/realtime/frames.rs",
    "server/src/reports/people.rs",
    "server/src/reports/readers.rs",
    "server/src/play/readers.rs",
    "server/src/push/reader.rs",
    "server/src/tournaments/readers.rs",
    "server/src/verification/mails.rs",
];

/// Sources that read facts of the log whatever their kind.
const READS_ANY_FACT: [&str; 4] = [
    "server/src/audit/checkpoint.rs",
    "server/src/audit/row.rs",
    "server/src/audit/archive/file.rs",
    "server/src/office/log.rs",
];

#[test]
fn who_reads_facts_is_listed() {
    let listed: BTreeSet<&str> = LISTENERS.into_iter().chain(READS_ANY_FACT).collect();
    let sources = files("server/src", &[".rs"]);
    // Tests of a module make facts up, and wait for none.
    let is_source = |file: &&File| !file.path.ends_with("/tests.rs");
    let reads = |file: &&File| is_source(file) && parts(&file.text).code.contains("LogRow::Event");
    let reading: BTreeSet<&str> = sources.iter().filter(reads).map(|file| file.path.as_str()).collect();
    assert_eq!(reading, listed, "whoever waits for facts is held to facts that are appended");
}

#[test]
fn every_fact_that_is_waited_for_is_appended() {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let is_kind = |text: &String| text.split_once('.').is_some_and(|(who, what)| word(who) && word(what));
    // What browsers are shown of facts, a context lists by their kind.
    let listens = |file: &&File| LISTENERS.contains(&file.path.as_str()) || file.path.ends_with("/frames.rs");
    let kinds = |files: Vec<&File>| -> BTreeSet<String> {
        let untested = |file: &File| file.text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        files.into_iter().flat_map(|file| parts(&untested(file)).texts).filter(is_kind).collect()
    };
    let sources: Vec<File> =
        ["server/src", "crates/ledger/src"].iter().flat_map(|folder| files(folder, &[".rs"])).collect();
    let (listeners, writers): (Vec<_>, Vec<_>) = sources.iter().partition(listens);
    let appended = kinds(writers);
    let broken: Vec<_> = kinds(listeners).difference(&appended).cloned().collect();
    assert_none("a fact that somebody waits for is appended by somebody", &broken);
}

#[test]
fn what_a_context_publishes_is_listed() {
    let listed = files("server/src/app", &["frames.rs"]);
    let listed: String = listed.iter().map(|file| parts(&file.text).code).collect();
    let sources = files("server/src", &["frames.rs"]);
    let folders =
        sources.iter().filter_map(|file| file.path.strip_prefix("server/src/")?.strip_suffix("/frames.rs"));
    // The list itself, and the context that is handed it.
    let contexts = folders.filter(|folder| !["app", "realtime"].contains(folder));
    let unlisted: Vec<_> = contexts
        .filter(|context| !listed.contains(&format!("{context}::frames::FRAMES")))
        .map(str::to_owned)
        .collect();
    assert_none("what frames.rs of a context lists is published: app/frames.rs names it", &unlisted);
}

#[test]
fn the_readme_lists_every_setting() {
    let file =
        |path: &str, ending: &str| files("", &[ending]).into_iter().find(|file| file.path == path).unwrap();
    let config = file("server/src/platform/config.rs", "config.rs").text;
    let fields = config.split("pub struct Config {").nth(1).unwrap().split("\n}").next().unwrap();
    // Where settings come from is none of them.
    let fields = fields.replace("#[serde(skip)]\n    pub ", "");
    let names = fields.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(':'));
    let variable = |name: &str| match name {
        "database_url" => "DATABASE_URL".to_owned(),
        _ => format!("CROUPIER_{}", name.to_uppercase()),
    };
    let mut settings: BTreeSet<String> = names.map(|(name, _)| variable(name)).collect();
    settings.insert("CROUPIER_SECRET".to_owned());
    settings.insert("CROUPIER_SEAL_KEYS".to_owned());
    let readme = file("README.md", "README.md").text;
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<String> = rows
        .map(|(name, _)| name.to_owned())
        .filter(|name| name.ends_with("_URL") || name.starts_with("CROUPIER_"))
        .collect();
    assert_eq!(listed, settings, "the table of settings in README.md");
}

/// The name in the description of the calls that the type declared at `declaration` gets; `attributes` stand above it.
fn schema_name(attributes: &str, declaration: &str) -> Option<String> {
    let renamed = attributes.split("schema(").skip(1).find_map(|rest| rest.split_once("as = "));
    let name = match renamed {
        Some((_, name)) => name,
        None => declaration.split_once("struct ").or_else(|| declaration.split_once("enum "))?.1,
    };
    Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

#[test]
fn no_two_types_share_the_name_of_a_schema() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files("server/src", &[".rs"]) {
        for described in file.text.split("#[derive(").skip(1) {
            let (derived, rest) = described.split_once(")]").unwrap_or_default();
            let is_declaration = |line: &&str| ["struct ", "enum "].iter().any(|word| line.contains(word));
            let Some(declaration) = rest.lines().find(is_declaration) else { continue };
            let attributes = rest.split(declaration).next().unwrap_or_default();
            if derived.split(',').any(|name| name.trim() == "ToSchema") {
                let name = schema_name(attributes, declaration).unwrap_or_default();
                places.entry(name).or_default().push(file.path.clone());
            }
        }
    }
    assert!(places.len() > 100, "the schemas are no longer found: {places:?}");
    places.retain(|_, places| places.len() > 1);
    let broken: Vec<_> =
        places.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert_none(
        "the description of the calls keeps one of several schemas of a name and drops the others",
        &broken,
    );
}
