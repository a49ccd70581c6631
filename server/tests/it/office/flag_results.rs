//! What came of A/B tests: who is counted, for what, and when anything is claimed.

use std::time::Duration;

use croupier_db::params;
use croupier_ledger::{Action, Key};
use croupier_money::Currency;
use croupier_server::flags::exposures;
use croupier_server::staff::Role;
use croupier_server::wallet::Order;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::browser::{Browser, form};
use crate::testkit::Kit;

const FORM: &str = "/api/flags/registrationForm";
const RESULTS: &str = "/api/flags/registrationForm/results";

/// A body that puts the test in force after `version`, with equal weights and `changes`.
fn change(version: i64, changes: Value) -> Value {
    let variants = json!([{ "name": "one_form", "weight": 1 }, { "name": "steps", "weight": 1 }]);
    let mut rule = json!({
        "is_on": true, "brands": [], "groups": [], "countries": [], "share": 100, "variants": variants,
        "plan": { "outcome": "registration", "visitors": 100 },
    });
    let Value::Object(changes) = changes else { panic!("no object") };
    for (field, value) in changes {
        rule[field] = value;
    }
    json!({ "version": version, "rule": rule, "reason": "a try" })
}

/// A browser that keeps the mark `number`.
fn marked(kit: &Kit, number: u32) -> Browser {
    kit.browser().with("cookie", &format!("installation={number:032x}"))
}

/// The variant of the form that `browser` sees.
async fn variant(browser: &Browser) -> String {
    let project = browser.get("/api/info/project").await.expect(200);
    assert_eq!(project["has_own_variants"], json!(true));
    project["variants"]["registrationForm"].as_str().unwrap().to_owned()
}

async fn tell(browser: &Browser, variant: &str) {
    let shown = json!({ "test": "registrationForm", "variant": variant });
    browser.send(Method::PUT, "/variant-shown", Some(shown), &[]).await.expect(204);
}

/// Shows `browser` its variant and answers it.
async fn show(browser: &Browser) -> String {
    let seen = variant(browser).await;
    tell(browser, &seen).await;
    seen
}

/// What was counted of the newest run: shown and reached, of all variants together.
async fn counted(kit: &Kit, edith: &Browser) -> (i64, i64) {
    exposures::write(&kit.app).await.unwrap();
    let runs = edith.get(RESULTS).await.expect(200);
    let sum = |field: &str| {
        let variants = runs[0]["variants"].as_array().unwrap();
        variants.iter().map(|variant| variant[field].as_i64().unwrap()).sum()
    };
    (sum("shown"), sum("reached"))
}

async fn until_counted(kit: &Kit, edith: &Browser, expected: (i64, i64)) {
    let is_so = async || (counted(kit, edith).await == expected).then_some(());
    Kit::until(&format!("{expected:?}"), is_so).await;
}

async fn deposit(kit: &Kit, player: i64) {
    let from = kit.app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
    let order = Order {
        key: Key::new("test", &player.to_string()),
        fingerprint: Key::new("body", &player.to_string()),
        player,
        currency: Currency::EUR,
        at: kit.app.clock.now(),
        action: Action::Deposit { from, amount: 1_000 },
        facts: Vec::new(),
        attached: Vec::new(),
    };
    kit.app.wallet.submit(order).await.unwrap();
}

on_both_engines! {
    async fn a_visitor_is_counted_once_and_for_the_own_variant(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        edith.post(FORM, change(0, json!({ "plan": null }))).await.expect(200);
        let jane = marked(&kit, 1);
        show(&jane).await;
        assert_eq!(edith.get(RESULTS).await.expect(200), json!([]), "without a plan nobody is counted");
        edith.post(FORM, change(1, json!({}))).await.expect(200);
        let seen = show(&jane).await;
        show(&jane).await;
        exposures::write(&kit.app).await.unwrap();
        show(&jane).await;
        let other = if seen == "steps" { "one_form" } else { "steps" };
        tell(&marked(&kit, 2), if variant(&marked(&kit, 2)).await == "steps" { "one_form" } else { "steps" }).await;
        tell(&jane, other).await;
        tell(&jane, "nothing").await;
        tell(&kit.browser(), "one_form").await;
        let (player, _) = kit.player("june@example.com").await;
        let own = player.get("/api/info/project").await.expect(200)["variants"]["registrationForm"].clone();
        tell(&player, own.as_str().unwrap()).await;
        // A mark of its own, its variant, and no player of old.
        until_counted(&kit, &edith, (1, 0)).await;
        let row = kit.app.db.query_one("SELECT visitor, variant FROM flag_exposure", params![]).await.unwrap();
        let (visitor, kept): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
        assert!(!visitor.contains(&format!("{:032x}", 1)), "the cookie itself is not kept: {visitor}");
        assert_eq!(kept, seen);
    }

    async fn registrations_and_first_deposits_count_for_the_guest(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        edith.post(FORM, change(0, json!({}))).await.expect(200);
        let guest = marked(&kit, 1);
        show(&guest).await;
        show(&marked(&kit, 2)).await;
        until_counted(&kit, &edith, (2, 0)).await;
        let signed = guest.post("/api/users", json!({ "user": form("jane@example.com") })).await.expect(201);
        until_counted(&kit, &edith, (2, 1)).await;
        // Another run counts anew, and another outcome.
        let plan = json!({ "outcome": "first_deposit", "visitors": 100 });
        edith.post(FORM, change(1, json!({ "plan": plan }))).await.expect(200);
        let id = signed["id"].as_i64().unwrap();
        let late = marked(&kit, 3);
        show(&late).await;
        until_counted(&kit, &edith, (1, 0)).await;
        let late = late.post("/api/users", json!({ "user": form("june@example.com") })).await.expect(201);
        deposit(&kit, id).await;
        deposit(&kit, late["id"].as_i64().unwrap()).await;
        until_counted(&kit, &edith, (1, 1)).await;
        let runs = edith.get(RESULTS).await.expect(200);
        assert_eq!((&runs[0]["run"], &runs[1]["run"]), (&json!(2), &json!(1)));
        assert_eq!((&runs[0]["ended_at"], &runs[1]["progress"]), (&Value::Null, &json!("too_short")));
        assert_eq!(runs[1]["ended_at"].as_str(), Some("2026-01-01T00:00:00.000Z"));
    }

    async fn nothing_is_claimed_before_the_plan_is_reached(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        boss.browser.post(FORM, change(0, json!({}))).await.expect(200);
        let now = kit.app.clock.now();
        fill(&kit, "one_form", 100, 10, now).await;
        fill(&kit, "steps", 99, 30, now).await;
        let read = async || boss.browser.get(RESULTS).await.expect(200)[0].clone();
        let run = read().await;
        assert_eq!((&run["progress"], &run["variants"][1]["against_first"]), (&json!("collecting"), &Value::Null));
        // The hundred and first visitor of a variant is shown it and not counted.
        fill(&kit, "steps", 1, 0, now).await;
        fill(&kit, "steps", 5, 5, now + 1).await;
        let run = read().await;
        assert_eq!((&run["progress"], &run["variants"][1]["against_first"]), (&json!("waiting"), &Value::Null));
        kit.app.clock.advance(Duration::from_hours(7 * 24));
        boss.browser.post("/api/sign-in", office.credentials(&boss)).await.expect(200);
        let run = read().await;
        let steps = &run["variants"][1];
        assert_eq!((&run["progress"], &steps["shown"], &steps["visitors"]), (&json!("complete"), &json!(105), &json!(100)));
        assert_eq!((&steps["reached"], &steps["share"]), (&json!(30), &json!(3_000)));
        // R: prop.test(c(10, 30), c(100, 100), correct = FALSE) answers a probability of 0.0004.
        assert_eq!(steps["against_first"], json!({ "probability": 4, "differs": true }));
        let file = boss.browser.get(&format!("{RESULTS}/export")).await;
        assert_eq!(file.status.as_u16(), 200);
        let entries = office.log(&boss, &format!("?member={}", boss.id), 4).await;
        assert_eq!(kinds(&entries)[0], "report.exported");
    }

    async fn visitors_are_forgotten_and_their_counts_stay(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await;
        edith.browser.post(FORM, change(0, json!({}))).await.expect(200);
        show(&marked(&kit, 1)).await;
        until_counted(&kit, &edith.browser, (1, 0)).await;
        kit.app.clock.advance(Duration::from_millis(u64::try_from(exposures::VISITORS_KEPT_MS).unwrap()));
        assert_eq!(exposures::forget_old(&kit.app).await.unwrap(), 0);
        kit.app.clock.advance(Duration::from_millis(1));
        exposures::forget_old(&kit.app).await.unwrap();
        let row = kit.app.db.query_one("SELECT visitor, player_id FROM flag_exposure", params![]).await.unwrap();
        assert_eq!((row.get::<Option<String>>(0).unwrap(), row.get::<Option<i64>>(1).unwrap()), (None, None));
        edith.browser.post("/api/sign-in", office.credentials(&edith)).await.expect(200);
        until_counted(&kit, &edith.browser, (1, 0)).await;
    }

    async fn one_address_makes_few_visitors_up(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        edith.post(FORM, change(0, json!({}))).await.expect(200);
        let mut refused = 0;
        for number in 0..61 {
            let browser = marked(&kit, number);
            let shown = json!({ "test": "registrationForm", "variant": variant(&browser).await });
            let answer = browser.send(Method::PUT, "/variant-shown", Some(shown), &[]).await;
            refused += usize::from(answer.status.as_u16() == 429);
        }
        assert_eq!(refused, 1);
        until_counted(&kit, &edith, (60, 0)).await;
    }
}

/// Writes `visitors` who were shown `variant` at `at`, of whom `reached` have signed up a minute later.
async fn fill(kit: &Kit, variant: &str, visitors: usize, reached: usize, at: i64) {
    let mut tx = kit.app.db.begin().await.unwrap();
    for number in 0..visitors {
        let registered = (number < reached).then_some(at + 60_000);
        let sql = "INSERT INTO flag_exposure (id, name, run, variant, shown_at_ms, registered_at_ms)
                   VALUES ($1, 'registrationForm', 1, $2, $3, $4)";
        let id = kit.app.entropy.uuid(&kit.app.clock);
        tx.execute(sql, params![id, variant, at, registered]).await.unwrap();
    }
    tx.commit().await.unwrap();
}
