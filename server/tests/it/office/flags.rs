//! Switches of the site: whom a version is on for, who may change one, and how browsers learn of it.

use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::browser::Browser;
use crate::realtime::Client;
use crate::testkit::{Engine, Kit};

const ROCKET: &str = "/api/flags/rocketChance";
const FORM: &str = "/api/flags/registrationForm";

/// A body that puts in force what `changes` says of a rule that is on for everybody, after the version `version`.
fn change(version: i64, changes: Value) -> Value {
    let mut rule =
        json!({ "is_on": true, "brands": [], "groups": [], "countries": [], "share": 100, "variants": [] });
    let Value::Object(changes) = changes else { panic!("no object") };
    for (field, value) in changes {
        rule[field] = value;
    }
    json!({ "version": version, "rule": rule, "reason": "a try" })
}

async fn project(browser: &Browser) -> Value {
    browser.get("/api/info/project").await.expect(200)
}

/// Whether the page behind the switch is shown to `browser`.
async fn rocket(browser: &Browser) -> Value {
    project(browser).await["features"]["rocketChance"].clone()
}

on_both_engines! {
    async fn a_switch_is_on_for_whom_its_version_names(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        let guest = kit.browser();
        let other = kit.browser().with("host", "marina.localhost");
        let (jane, id) = kit.player("jane@example.com").await;
        let found = edith.get(ROCKET).await.expect(200);
        assert_eq!((&found["flag"]["of_content"], &found["flag"]["in_force"]), (&json!(true), &Value::Null));
        assert_eq!((&found["flag"]["pages"], &found["versions"]), (&json!(["/rocket-chance"]), &json!([])));

        edith.post(ROCKET, change(0, json!({ "brands": ["marina"] }))).await.expect(200);
        assert_eq!((rocket(&guest).await, rocket(&other).await), (json!(false), json!(true)));
        edith.post(ROCKET, change(1, json!({ "groups": [259] }))).await.expect(200);
        assert_eq!((rocket(&guest).await, rocket(&jane).await), (json!(false), json!(false)));
        let mut tx = kit.app.db.begin().await.unwrap();
        croupier_server::player::add_groups(&kit.app, &mut tx, id, &[259]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!((rocket(&guest).await, rocket(&jane).await), (json!(false), json!(true)));
        edith.post(ROCKET, change(2, json!({ "countries": ["CA"] }))).await.expect(200);
        assert_eq!(rocket(&jane).await, json!(true));
        edith.post(ROCKET, change(3, json!({ "countries": ["ZW"] }))).await.expect(200);
        assert_eq!(rocket(&jane).await, json!(false));
        let page = edith.post(ROCKET, change(4, json!({ "is_on": false }))).await.expect(200);
        assert_eq!((rocket(&guest).await, rocket(&jane).await), (json!(false), json!(false)));
        let versions: Vec<_> = page["versions"].as_array().unwrap().iter().map(|version| version["version"].clone()).collect();
        assert_eq!(versions, [5, 4, 3, 2, 1]);
        assert_eq!(page["flag"]["in_force"], page["versions"][0]);
    }

    async fn a_share_takes_browsers_that_keep_something(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        edith.post(ROCKET, change(0, json!({ "share": 50 }))).await.expect(200);
        let mut on = 0;
        for number in 0..40 {
            let cookie = format!("installation={number:032x}");
            let browser = kit.browser().with("cookie", &cookie);
            let seen = rocket(&browser).await;
            assert_eq!(rocket(&browser).await, seen, "it stays as it is");
            on += usize::from(seen == json!(true));
        }
        assert!((8..=32).contains(&on), "{on} of 40");
        assert_eq!(rocket(&kit.browser()).await, json!(false), "a browser without a mark is in no share");
        let variants = json!([{ "name": "one_form", "weight": 0 }, { "name": "steps", "weight": 1 }]);
        assert_eq!(project(&kit.browser()).await["variants"], json!({}));
        edith.post(FORM, change(0, json!({ "variants": variants }))).await.expect(200);
        let marked = kit.browser().with("cookie", &format!("installation={:032x}", 7));
        assert_eq!(project(&marked).await["variants"], json!({ "registrationForm": "steps" }));
        assert_eq!(project(&kit.browser()).await["variants"], json!({ "registrationForm": "one_form" }));
    }

    async fn a_change_is_refused_where_it_does_not_fit(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let cora = office.member(Role::Compliance).await.browser;
        cora.get("/api/flags").await.expect(200);
        cora.post(ROCKET, change(0, json!({}))).await.expect(403);
        for (field, changes) in [
            ("share", json!({ "share": 101 })),
            ("brands", json!({ "brands": ["nobody"] })),
            ("countries", json!({ "countries": ["Germany"] })),
            ("variants", json!({ "variants": [{ "name": "steps", "weight": 1 }] })),
        ] {
            let refused = boss.browser.post(ROCKET, change(0, changes)).await;
            assert_eq!(refused.field(field).len(), 1, "{field}");
        }
        boss.browser.post("/api/flags/nothing", change(0, json!({}))).await.expect(404);
        boss.browser.post(ROCKET, change(0, json!({}))).await.expect(200);
        let late = boss.browser.post(ROCKET, change(0, json!({}))).await;
        assert_eq!((late.status.as_u16(), late.code()), (409, "flag_changed"));
        let entries = office.log(&boss, &format!("?member={}", boss.id), 2).await;
        assert_eq!(kinds(&entries)[0], "flag.changed");
        assert_eq!((&entries[0]["subject"], &entries[0]["reason"]), (&json!("rocketChance"), &json!("a try")));
    }

    async fn open_pages_hear_of_a_change(kit: Kit) {
        let office = Office::open(&kit).await;
        let edith = office.member(Role::Editor).await.browser;
        let (mut client, _) = Client::connect(kit.address, "").await;
        edith.post(ROCKET, change(0, json!({ "is_on": false }))).await.expect(200);
        loop {
            let (channel, frame, _) = client.publication().await;
            if channel == "features_changes" {
                assert_eq!(frame, json!({ "features": "changed" }));
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_servers_follow_and_one_that_starts_knows() {
    let kit = Kit::start(Engine::Postgres).await;
    let office = Office::open(&kit).await;
    let edith = office.member(Role::Editor).await.browser;
    let running = kit.second().await;
    edith.post(ROCKET, change(0, json!({ "is_on": false }))).await.expect(200);
    let is_off = async |kit: &Kit| rocket(&kit.browser()).await == json!(false);
    Kit::until("the other server", async || is_off(&running).await.then_some(())).await;
    assert!(is_off(&kit.second_without_background().await).await, "a server that starts knows of it");
}
