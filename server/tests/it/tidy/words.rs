//! Names that gave way to the terms of the field, and do not come back.

use super::assert_none;
use super::source::{files, names, parts};

/// Names of Rust code that left, each with what stands in its place.
const LEFT: &[(&str, &str)] = &[
    ("Bell", "CommitNotifier"),
    ("Brought", "BootstrapData"),
    ("CheckTold", "CheckStatus"),
    ("Crowd", "ConnectionLimiter"),
    ("Dice", "SeededRng"),
    ("Disbelief", "WebhookRejection"),
    ("Door", "Listener"),
    ("Filling", "TemplateValues"),
    ("FirstPaints", "Prerenders"),
    ("Flight", "PendingCommit"),
    ("House", "SiteConfig, or a fixture"),
    ("HouseGame", "BuiltinGame"),
    ("Landed", "Committed"),
    ("Landing", "CommitResult"),
    ("Letter", "EmailMessage"),
    ("Moving", "WriteTimeout"),
    ("Outrun", "Conflict"),
    ("Patience", "Timeouts"),
    ("Posted", "QueuedEmail"),
    ("Purse", "WalletBalances"),
    ("Shelf", "ContentStore"),
    ("Shipment", "PreparedBatch"),
    ("Telling", "Announcing"),
    ("Till", "PaymentKit"),
    ("Timely", "BodyTimeout"),
    ("Told", "a qualified payload"),
    ("Turn", "LaneLock"),
    ("Wish", "a qualified request"),
    ("Wishes", "LocalePreferences"),
    ("bonus_cost", "bonus_funding"),
    ("carry_due", "send_due"),
    ("first_paint", "prerender"),
    ("must_hit", "expect_one_row"),
    ("ordeal", "scenario"),
    ("take_off", "begin_commit"),
    ("take_turn", "lock_lane"),
    ("till", "payment_kit"),
    ("torture", "chaos"),
];

/// The same of the site, the back office and the game clients.
const LEFT_ON_SITE: &[(&str, &str)] = &[
    ("ChunkError", "ImportError"),
    ("LaterDrawing", "LazyDrawing"),
    ("MINE", "PLAYER_SCOPE"),
    ("PICK", "CHOICE_CARD"),
    ("TURNS_MS", "IDLE_QUEUE_MS"),
    ("endTurns", "flushIdleQueue"),
    ("firstPaint", "prerender"),
    ("idleTurn", "idleQueue"),
    ("sayWord", "tWord"),
    ("takeTurn", "mayPrompt"),
    ("wayOf", "linkOf"),
    ("HouseServer", "RunningServer"),
    ("HouseText", "Snippet"),
    ("tellBrokenRules", "reportBrokenRules"),
    ("tellRefusal", "showRefusal"),
    ("tellRefusedFields", "reportRefusedFields"),
];

/// Names in SQL that left, with what stands in their place.
const LEFT_IN_SQL: &[(&str, &str)] = &[
    ("carried", "archived_balance"),
    ("carried_limit", "archived_limit"),
    ("house", "system_account, or site_address"),
    ("house_account", "system_account"),
    ("house_balances", "system_account_balances"),
];

#[test]
fn names_are_those_of_the_field() {
    let folders = ["bench/src", "crates", "pgtest/src", "sandbox", "server", "sim", "xtask/src"];
    let mut broken = Vec::new();
    for file in folders.iter().flat_map(|folder| files(folder, &[".rs"])) {
        let code = parts(&file.text).code;
        let left = LEFT.iter().filter(|(old, _)| names(&code, old));
        broken.extend(left.map(|(old, new)| format!("{} names {old}: {new}", file.path)));
    }
    for file in ["web/src", "web/office", "web/games"].iter().flat_map(|f| files(f, &[".ts", ".tsx"])) {
        let left = LEFT_ON_SITE.iter().filter(|(old, _)| names(&file.text, old));
        broken.extend(left.map(|(old, new)| format!("{} names {old}: {new}", file.path)));
    }
    for file in files("crates/db/migrations", &[".sql"]) {
        let left = LEFT_IN_SQL.iter().filter(|(old, _)| names(&file.text, old));
        broken.extend(left.map(|(old, new)| format!("{} names {old}: {new}", file.path)));
    }
    assert_none("names are the terms of the field", &broken);
}

/// Words that comments and docs used for several things at once, each with what is said instead.
const LEFT_IN_SENTENCES: &[(&str, &str)] = &[
    ("the house", "the server, the operator, the site or the casino"),
    ("The house", "the same"),
    ("this house", "this server, or this casino"),
];

#[test]
fn sentences_name_their_subject() {
    let mut broken = Vec::new();
    for file in files("", &[".rs", ".ts", ".tsx", ".mjs", ".sql", ".md", ".toml"]) {
        // What players read keeps the house and its edge, and this list names what it looks for.
        if file.path.starts_with("content/pages/") || file.path == "server/tests/it/tidy/words.rs" {
            continue;
        }
        for (number, line) in file.text.lines().enumerate() {
            let left = LEFT_IN_SENTENCES.iter().filter(|(old, _)| names(line, old));
            broken.extend(left.map(|(old, new)| format!("{}:{} says {old}: {new}", file.path, number + 1)));
        }
    }
    assert_none("a sentence names its subject", &broken);
}
