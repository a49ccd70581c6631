//! The calendar of what is planned: every kind in it, to whom it shows what, and where its period ends.

use croupier_server::staff::{BrandScope, Role};
use serde_json::{Value, json};

use super::offers::form;
use super::segments::made;
use super::{Member, Office};
use crate::content::{copied, write};
use crate::testkit::{Engine, Kit};

const BANNERS: &str = r##"
[[banner]]
id = 1
categories = ["home"]
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "Always there" }
[[banner]]
id = 2
categories = ["home"]
liveTime = { start = "2026-02-01T00:00:00Z" }
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "From February on" }
[[banner]]
id = 3
categories = ["home"]
brands = ["borealis"]
liveTime = { end = "2026-01-05T00:00:00Z" }
gradient = ["#000000", "#000000", "#000000", "#000000"]
title = { en = "Until Epiphany" }
"##;

const NOTICES: &str = "\
[[notice]]
id = \"terms-2\"
since = \"2026-01-09T00:00:00Z\"
title = { en = \"New terms\" }
";

const SPRING: &str = r#"
[[offer]]
code = "SPRING"
trigger = "coupon"
coupon = "SPRINGTIME"
group_key = "spring"
activatable_hours = 24
from = "2026-01-10T00:00:00Z"
until = "2026-01-20T00:00:00Z"
audience = { brands = ["marina"], groups = [259] }
freespins = { count = 4, games = ["northlight/solar-sails"], stakes = { EUR = 20 }, hours = 24, wager = 30 }
title = { en = "Spring spins" }
"#;

/// A server on whose calendar every kind stands.
pub async fn planned(engine: Engine) -> (tempfile::TempDir, Kit) {
    let folder = copied();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    write(folder.path(), "banners.toml", BANNERS);
    write(folder.path(), "notices.toml", NOTICES);
    write(folder.path(), "notices/terms-2/en.md", "Read them.");
    write(folder.path(), "bonuses.toml", &format!("{}\n{SPRING}", read("bonuses.toml")));
    write(folder.path(), "adventures.toml", &read("adventures.toml").replace("2026-03-02", "2026-01-05"));
    let content_dir = folder.path().to_owned();
    let kit = Kit::start_with(engine, |config| config.content_dir = content_dir).await;
    (folder, kit)
}

/// What `member` is told under `query`.
async fn calendar(member: &Member, query: &str) -> Value {
    member.browser.get(&format!("/api/calendar?{query}")).await.expect(200)
}

const JANUARY: &str = "from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z";

fn entries(calendar: &Value) -> Vec<Value> {
    calendar["entries"].as_array().unwrap().clone()
}

/// The entry of a kind with an id.
fn entry(calendar: &Value, kind: &str, id: &str) -> Option<Value> {
    entries(calendar).into_iter().find(|entry| entry["kind"] == kind && entry["id"] == id)
}

fn ids(calendar: &Value, kind: &str) -> Vec<String> {
    let own = entries(calendar).into_iter().filter(|entry| entry["kind"] == kind);
    own.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

/// What staff plans by calls: a coupon, a mass gift, a notification and a publication.
pub async fn plan(boss: &Member) {
    let coupon = json!({
        "code": "MAY", "offer": "SPRING", "valid_from": "2026-01-12T00:00:00Z",
        "valid_until": "2026-01-15T00:00:00Z", "reason": "spring",
    });
    boss.browser.post("/api/coupons", coupon).await.expect(201);
    let segment = made(boss, "Gold", json!({ "fact": "groups", "is": true, "groups": [259] })).await;
    let gift = json!({ "kind": "offer", "code": "GOODWILL", "segment": segment, "brand": "borealis" });
    let gift = json!({ "name": "For gold", "gift": gift, "reason": "spring" });
    boss.browser.post("/api/mass-gifts", gift).await.expect(201);
    let letter = json!({
        "promotional": false, "icon": "gift", "title": { "en": "A gift" }, "text": { "en": "It waits." },
        "button_title": { "en": "See it" }, "button_path": "/promotions", "groups": [259],
        "expires_at": "2026-01-03T00:00:00Z", "reason": "spring",
    });
    boss.browser.post("/api/notifications", letter).await.expect(204);
    let menu = "[[item]]\nid = \"new\"\ntitle = \"nav.new\"\nicon = \"sparkle\"\npath = \"/pokies/new\"\n";
    let draft = json!({ "path": "menus.toml", "base": 0, "revision": 0, "body": menu });
    boss.browser.post("/api/content/save", draft).await.expect(200);
    let documents = json!([{ "path": "menus.toml", "revision": 1 }]);
    let body = json!({ "documents": documents, "reason": "spring", "at": "2026-01-07T09:00:00Z" });
    boss.browser.post("/api/content/publish", body).await.expect(204);
}

async fn every_kind_is_told(engine: Engine) {
    let (_folder, kit) = planned(engine).await;
    let office = Office::open(&kit).await;
    let boss = office.member(Role::Administrator).await;
    plan(&boss).await;
    let shown = calendar(&boss, JANUARY).await;
    assert_eq!((&shown["is_cut"], shown["kinds"].as_array().unwrap().len()), (&json!(false), 12));
    let offer = entry(&shown, "offer", "SPRING").unwrap();
    assert_eq!((&offer["title"], &offer["page"]), (&json!("Spring spins"), &json!("/offers/SPRING")));
    assert_eq!((&offer["state"], &offer["brands"]), (&json!("upcoming"), &json!(["marina"])));
    assert_eq!(offer["audience"]["groups"].as_array().unwrap().len(), 1);
    let coupon = entry(&shown, "coupon", "MAY").unwrap();
    assert_eq!(
        (&coupon["from"], &coupon["to"], &coupon["brands"], &coupon["page"]),
        (
            &json!("2026-01-12T00:00:00.000Z"),
            &json!("2026-01-15T00:00:00.000Z"),
            &json!(["marina"]),
            &json!("/coupons")
        )
    );
    let mass = entries(&shown).into_iter().find(|entry| entry["kind"] == "mass_gift").unwrap();
    assert_eq!((&mass["title"], &mass["brands"]), (&json!("For gold"), &json!(["borealis"])));
    assert_eq!(mass["audience"]["segment"], "Gold");
    assert_eq!(mass["page"], format!("/mass-gifts/{}", mass["id"].as_str().unwrap()));
    let letter = entries(&shown).into_iter().find(|entry| entry["kind"] == "notification").unwrap();
    assert_eq!((&letter["title"], &letter["to"]), (&json!("A gift"), &json!("2026-01-03T00:00:00.000Z")));
    let notice = entry(&shown, "notice", "terms-2").unwrap();
    assert_eq!((&notice["to"], &notice["state"]), (&Value::Null, &json!("upcoming")));
    assert_eq!(ids(&shown, "banner"), ["3"], "one has no time, another one begins when the period is over");
    let until = entry(&shown, "banner", "3").unwrap();
    assert_eq!((&until["from"], &until["state"]), (&Value::Null, &json!("running")));
    let publication = entry(&shown, "publication", "menus.toml@1").unwrap();
    assert_eq!(publication["from"], publication["to"]);
    assert_eq!(publication["page"], "/content/document/menus.toml");
    // What has a row, and what gets one when it comes near.
    let races = ids(&shown, "tournament");
    for day in ["2026-01-01", "2026-01-02", "2026-01-31"] {
        assert!(races.contains(&format!("daily-sprint-{day}")), "{races:?}");
    }
    assert_eq!(races.iter().filter(|id| id.starts_with("daily-sprint-")).count(), 31, "{races:?}");
    assert!(!ids(&shown, "quest").is_empty() && !ids(&shown, "achievement").is_empty());
    assert_eq!(ids(&shown, "lottery").iter().filter(|id| id.starts_with("northern-daily-")).count(), 31);
    assert_eq!(ids(&shown, "adventure"), ["aurora-trail-2026-01-05", "aurora-trail-2026-01-19"]);
    let starts: Vec<_> =
        entries(&shown).iter().map(|entry| entry["from"].as_str().unwrap_or_default().to_owned()).collect();
    assert!(starts.is_sorted(), "{starts:?}");
    // A later period is told by what the content says alone.
    let later = calendar(&boss, "from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z&kind=tournament").await;
    assert!(ids(&later, "tournament").contains(&"daily-sprint-2026-05-01".to_owned()), "{later}");
    let ended = boss.browser.post("/api/coupons/MAY/end", json!({ "reason": "a mistake" })).await;
    ended.expect(200);
    assert_eq!(ids(&calendar(&boss, JANUARY).await, "coupon"), Vec::<String>::new(), "ended before it began");
}

async fn its_ends_are_exact(engine: Engine) {
    let (_folder, kit) = planned(engine).await;
    let office = Office::open(&kit).await;
    let boss = office.member(Role::Administrator).await;
    plan(&boss).await;
    for (kind, from, to, found) in [
        ("offer", "2026-01-19T23:59:59.999Z", "2026-01-21T00:00:00Z", 1),
        ("offer", "2026-01-20T00:00:00Z", "2026-01-21T00:00:00Z", 0),
        ("offer", "2026-01-09T00:00:00Z", "2026-01-10T00:00:00Z", 0),
        ("offer", "2026-01-09T00:00:00Z", "2026-01-10T00:00:00.001Z", 1),
        ("coupon", "2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z", 0),
        ("coupon", "2026-01-14T23:59:59.999Z", "2026-01-16T00:00:00Z", 1),
        ("coupon", "2026-01-11T00:00:00Z", "2026-01-12T00:00:00Z", 0),
        ("notification", "2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z", 0),
        ("publication", "2026-01-07T09:00:00Z", "2026-01-07T09:00:00.001Z", 1),
        ("publication", "2026-01-07T08:00:00Z", "2026-01-07T09:00:00Z", 0),
        ("notice", "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z", 1),
        ("banner", "2026-01-05T00:00:00Z", "2026-02-01T00:00:00Z", 0),
        ("banner", "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z", 1),
    ] {
        let shown = calendar(&boss, &format!("from={from}&to={to}&kind={kind}")).await;
        assert_eq!(entries(&shown).len(), found, "{kind} from {from} to {to}: {shown}");
    }
    let refused = async |query: &str| boss.browser.get(&format!("/api/calendar?{query}")).await;
    let backwards = refused("from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z").await;
    assert_eq!(backwards.field("to"), ["VALIDATION.TO.NOT_ALLOWED"]);
    calendar(&boss, "from=2026-01-01T00:00:00Z&to=2026-04-11T00:00:00Z&kind=offer").await;
    let long = refused("from=2026-01-01T00:00:00Z&to=2026-04-11T00:00:00.001Z").await;
    assert_eq!(long.field("to"), ["VALIDATION.TO.NOT_ALLOWED"]);
    assert_eq!(refused("from=2026-01-01&to=2026-01-02T00:00:00Z").await.status.as_u16(), 422);
    let nowhere = refused(&format!("{JANUARY}&brand=nowhere")).await;
    assert_eq!(nowhere.field("brand"), ["VALIDATION.BRAND.NOT_ALLOWED"]);
}

async fn it_shows_what_its_reader_may_read(engine: Engine) {
    let (_folder, kit) = planned(engine).await;
    let office = Office::open(&kit).await;
    let boss = office.member(Role::Administrator).await;
    plan(&boss).await;
    let kinds = async |role: Role| calendar(&office.member(role).await, JANUARY).await;
    assert_eq!(kinds(Role::Support).await["entries"], json!([]));
    let editor = kinds(Role::Editor).await;
    for (kind, is_shown) in [
        ("banner", true),
        ("publication", true),
        ("offer", false),
        ("tournament", false),
        ("coupon", false),
        ("mass_gift", false),
    ] {
        assert_eq!(!ids(&editor, kind).is_empty(), is_shown, "{kind}");
    }
    let ed = office.member_at("ed@house.example", Role::Editor).await;
    let refused = ed.browser.get(&format!("/api/calendar?{JANUARY}&kind=coupon")).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (403, "forbidden"));
    for (brand, offers, gifts, banners) in [("marina", 1, 0, 0), ("borealis", 0, 1, 1)] {
        let at = calendar(&boss, &format!("{JANUARY}&brand={brand}")).await;
        let scope = BrandScope::of([brand.to_owned()]);
        let email = format!("{brand}@house.example");
        let token = office.invited_for(&email, Role::Administrator.name(), &scope).await;
        let bound = office.taken(&token).await;
        let own = calendar(&bound, JANUARY).await;
        for shown in [&at, &own] {
            let counts = ["offer", "mass_gift", "banner"].map(|kind| ids(shown, kind).len());
            assert_eq!(counts, [offers, gifts, banners], "{brand}: {shown}");
            assert!(!ids(shown, "tournament").is_empty(), "a race is for all brands");
        }
        assert_eq!(own["brands"].as_array().unwrap().len(), 1);
        for shown in entries(&own) {
            let is_open = ["coupon", "mass_gift"].contains(&shown["kind"].as_str().unwrap());
            assert_eq!(shown["page"].is_string(), is_open, "{shown}");
        }
        assert!(
            entries(&own)
                .iter()
                .all(|entry| entry["brands"] == json!([]) || entry["brands"] == json!([brand]))
        );
        let other = if brand == "marina" { "borealis" } else { "marina" };
        let refused = bound.browser.get(&format!("/api/calendar?{JANUARY}&brand={other}")).await;
        assert_eq!(refused.field("brand"), ["VALIDATION.BRAND.NOT_ALLOWED"]);
    }
}

/// What is for other brands is not told by its name either: an offer that waits for its time, a coupon whose offer is gone.
async fn it_names_nothing_of_other_brands(engine: Engine) {
    let (_folder, kit) = planned(engine).await;
    let office = Office::open(&kit).await;
    let boss = office.member(Role::Administrator).await;
    let other = office.member_at("other@house.example", Role::Administrator).await;
    plan(&boss).await;
    let mut offer = form("SECRET", 500);
    offer["audience"]["brands"] = json!(["borealis"]);
    let draft = json!({ "is_new": true, "base": 0, "revision": 0, "offer": offer });
    boss.browser.post("/api/offers/save", draft).await.expect(200);
    let documents = json!([{ "path": "offers/SECRET.toml", "revision": 1 }]);
    let body = json!({ "documents": documents, "reason": "spring", "at": "2026-01-08T09:00:00Z" });
    other.browser.post("/api/content/publish", body).await.expect(204);
    let mut tx = kit.app.db.begin().await.unwrap();
    tx.execute("UPDATE coupon SET offer = 'GONE' WHERE code = 'MAY'", vec![]).await.unwrap();
    tx.commit().await.unwrap();
    let everybodys = "menus.toml@1".to_owned();
    let secret = "offers/SECRET.toml@1".to_owned();
    for (brand, publications) in
        [("marina", vec![everybodys.clone()]), ("borealis", vec![everybodys.clone(), secret.clone()])]
    {
        let scope = BrandScope::of([brand.to_owned()]);
        let email = format!("{brand}@house.example");
        let token = office.invited_for(&email, Role::Administrator.name(), &scope).await;
        let own = calendar(&office.taken(&token).await, JANUARY).await;
        assert_eq!(ids(&own, "publication"), publications, "{brand}");
        assert_eq!(ids(&own, "coupon"), Vec::<String>::new(), "{brand}");
        let at = calendar(&boss, &format!("{JANUARY}&brand={brand}&kind=publication")).await;
        assert_eq!(ids(&at, "publication"), publications, "{brand}");
    }
    let all = calendar(&boss, JANUARY).await;
    assert_eq!(
        (ids(&all, "publication"), ids(&all, "coupon")),
        (vec![everybodys, secret], vec!["MAY".to_owned()])
    );
}

on_each_engine! {
    async fn what_is_for_other_brands_has_no_name_in_the_calendar(engine: Engine) {
        it_names_nothing_of_other_brands(engine).await;
    }

    async fn every_kind_of_plan_stands_in_the_calendar(engine: Engine) {
        every_kind_is_told(engine).await;
    }

    async fn a_period_ends_where_it_says(engine: Engine) {
        its_ends_are_exact(engine).await;
    }

    async fn a_reader_sees_the_kinds_and_brands_that_are_theirs(engine: Engine) {
        it_shows_what_its_reader_may_read(engine).await;
    }
}
