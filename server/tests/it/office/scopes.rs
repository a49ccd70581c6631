//! Members who are bound to brands: every call of the back office with ids of another brand, and every list.

use std::time::Duration;

use croupier_server::staff::{BrandScope, Role};
use reqwest::Method;
use serde_json::{Value, json};

use super::payouts::{HELD, held};
use super::roles::{PUBLIC, office_calls};
use super::{Member, Office, reassigned};
use crate::cashbox::payment_kit::PaymentKit;
use crate::testkit::Kit;
use crate::verification::uploaded;

/// Calls that a bound member makes as everybody else: they are about nobody's players.
const ABOUT_NOBODY: &[&str] = &[
    "GET /api/me",
    "GET /api/currencies",
    "GET /api/gift-offers",
    "GET /api/lootbox-kinds",
    "GET /api/groups",
    "GET /api/chats/colleagues",
];

/// Lists that are cut to a member's brands.
const LISTS: &[&str] = &[
    "GET /api/calendar",
    "GET /api/concerns",
    "GET /api/players",
    "GET /api/players/export",
    "GET /api/payouts",
    "GET /api/payouts/export",
    "GET /api/documents",
    "GET /api/documents/export",
    "GET /api/identity_checks",
    "GET /api/adjustments",
    "GET /api/adjustments/export",
    "GET /api/chats",
    "GET /api/coins",
    "GET /api/reports",
    "GET /api/reports/export",
    "GET /api/reports/retention",
    "GET /api/reports/taxes",
    "GET /api/reports/choices",
];

/// Calls about promotions that look themselves whom a promotion is for: `scopes_promotions.rs` makes them with those of others.
const MINDFUL: &[&str] = &[
    "GET /api/coupons",
    "GET /api/coupons/export",
    "POST /api/coupons",
    "POST /api/coupons/{code}/end",
    "GET /api/coupon-choices",
    "GET /api/mass-gifts",
    "POST /api/mass-gifts",
    "POST /api/mass-gifts/preview",
    "GET /api/mass-gifts/{id}",
    "POST /api/mass-gifts/{id}/approve",
    "POST /api/mass-gifts/{id}/pause",
    "POST /api/mass-gifts/{id}/resume",
    "POST /api/mass-gifts/{id}/cancel",
    "POST /api/mass-gifts/{id}/retry",
    "GET /api/mass-gifts/{id}/outcome",
    "GET /api/segments",
    "GET /api/segments/choices",
    "GET /api/segments/{id}",
];

/// What a player of the brand `marina` has: numbers as they stand in addresses.
struct Belongings {
    player: i64,
    payout: String,
    document: String,
    chat: String,
    adjustment: String,
}

impl Belongings {
    async fn made(payments: &PaymentKit, boss: &Member) -> Self {
        let (ada, made) = held(payments, &[6_000]).await;
        let (jane, id) = payments.kit.player("jane@example.com").await;
        let document = uploaded(&payments.kit, &jane, "one", "identity").await.to_string();
        jane.post("/api/chat/messages", json!({ "text": "Hello" })).await.expect(201);
        let chats = boss.browser.get("/api/chats?state=open").await.expect(200);
        let form =
            json!({ "currency": "EUR", "direction": "give", "amount_cents": 500, "reason": "a lost round" });
        let asked =
            boss.browser.post(&format!("/api/players/{}/adjustments", ada.id), form).await.expect(201);
        payments.change("UPDATE player SET brand = 'marina'").await;
        let text = |value: &Value| value["id"].as_str().unwrap().to_owned();
        Self {
            player: id,
            payout: text(&made[0]),
            document,
            chat: text(&chats["chats"][0]),
            adjustment: text(&asked),
        }
    }

    /// The address of a call about what the player has; `None` for a call about nothing of that.
    fn address(&self, path: &str) -> Option<String> {
        let player = self.player.to_string();
        let id = match path.split('/').nth(2)? {
            "players" => player.as_str(),
            "payouts" | "payments" => self.payout.as_str(),
            "documents" => self.document.as_str(),
            "chats" => self.chat.as_str(),
            "adjustments" => self.adjustment.as_str(),
            "coins" => "00000000-0000-0000-0000-000000000000",
            _ => return None,
        };
        let address = path.replace("{id}", id);
        let part = |part: &str| if part.starts_with('{') { "1".to_owned() } else { part.to_owned() };
        path.contains("{id}").then(|| address.split('/').map(part).collect::<Vec<_>>().join("/"))
    }
}

/// An administrator who is bound to `brand`.
async fn bound(office: &Office<'_>, brand: &str) -> Member {
    let scope = BrandScope::of([brand.to_owned()]);
    let email = format!("{brand}@house.example");
    office.taken(&office.invited_for(&email, Role::Administrator.name(), &scope).await).await
}

/// How many rows each list that the player stands in has for `member`.
async fn listed(member: &Member) -> Vec<usize> {
    let mut counts = Vec::new();
    for (path, rows) in [
        ("/api/players", "players"),
        ("/api/payouts?state=waiting", "payouts"),
        ("/api/documents?state=pending", "documents"),
        ("/api/chats?state=open", "chats"),
        ("/api/adjustments?state=waiting", "adjustments"),
        ("/api/identity_checks", "checks"),
        ("/api/coins?state=all", "coins"),
        ("/api/chats?state=closed", "chats"),
    ] {
        let page = member.browser.get(path).await.expect(200);
        counts.push(page[rows].as_array().unwrap().len());
    }
    counts
}

on_each_engine! {
    async fn an_id_of_another_brand_is_unknown_to_every_call(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let boss = office.member(Role::Administrator).await;
        let theirs = Belongings::made(&payments, &boss).await;
        let outsider = bound(&office, "borealis").await;
        let facts = "SELECT COUNT(*) FROM event WHERE kind NOT LIKE 'staff.%' AND kind <> 'report.exported' AND body LIKE '%\"staff\":{%'";
        let before = payments.count(facts).await;
        for (method, path) in office_calls() {
            let call = format!("{method} {path}");
            if PUBLIC.contains(&call.as_str()) {
                continue;
            }
            let (about, body) = (theirs.address(&path), (method == "POST").then(|| json!({})));
            let address = about.clone().unwrap_or_else(|| path.replace(['{', '}'], ""));
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let answer = outsider.browser.send(method, &address, body, &[]).await;
            let reported = (answer.status.as_u16(), answer.code());
            if ABOUT_NOBODY.contains(&call.as_str()) {
                assert_eq!(reported.0, 200, "{call}");
            } else if LISTS.contains(&call.as_str()) {
                // A list that asks for more than this says so; nothing of the player is told.
                assert!([200, 422].contains(&reported.0), "{call} answers {reported:?}");
                assert!(!answer.body.to_string().contains("j***@e***.com"), "{call}");
            } else if MINDFUL.contains(&call.as_str()) {
                assert!([200, 404, 422].contains(&reported.0), "{call} answers {reported:?}");
            } else if about.is_some() {
                assert_eq!(reported, (404, "not_found"), "{call}");
            } else {
                assert_eq!(reported, (403, "bound_to_brands"), "{call}");
            }
        }
        assert_eq!(payments.count(facts).await, before, "nothing was done or noted");
        payments.close().await;
    }

    async fn lists_and_reports_hold_the_players_of_the_members_brands(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let boss = office.member(Role::Administrator).await;
        let theirs = Belongings::made(&payments, &boss).await;
        let (outsider, insider) = (bound(&office, "borealis").await, bound(&office, "marina").await);
        let seen = listed(&insider).await;
        assert_eq!(seen, listed(&boss).await);
        assert!(seen[..5].iter().all(|count| *count > 0), "{seen:?}");
        assert_eq!(listed(&outsider).await, [0; 8]);
        for path in ["/api/players/{id}", "/api/payouts/{id}", "/api/documents/{id}", "/api/chats/{id}", "/api/players/{id}/links"] {
            insider.browser.get(&theirs.address(path).unwrap()).await.expect(200);
        }
        let (shown, span) = ("/api/reports/choices", "/api/reports?from=2020-01-01&to=2020-01-31");
        let choices = insider.browser.get(shown).await.expect(200);
        assert_eq!(choices["brands"].as_array().unwrap().len(), 1);
        assert_eq!(choices["brands"][0]["value"], "marina");
        insider.browser.get(span).await.expect(200);
        insider.browser.get(&format!("{span}&brand=marina")).await.expect(200);
        let other = insider.browser.get(&format!("{span}&brand=borealis")).await;
        assert_eq!(other.field("brand"), ["VALIDATION.BRAND.NOT_ALLOWED"], "another brand is as unknown as none");
        let me = insider.browser.get("/api/me").await.expect(200);
        assert_eq!(me["brands"], json!(["marina"]));
        // Freed from one call to the next, and bound again.
        let (path, nowhere) = (format!("/api/staff/{}/access", outsider.id), json!({ "brands": ["nowhere"], "reason": "a move" }));
        assert_eq!(boss.browser.post(&path, nowhere).await.field("brands"), ["VALIDATION.BRANDS.NOT_ALLOWED"]);
        let other = office.member_at("other@house.example", Role::Administrator).await;
        reassigned(&boss, &other, &outsider.id, json!({ "brands": [] })).await;
        assert_eq!(listed(&outsider).await, listed(&boss).await);
        // Within one instant, what is written to different lanes stands in the order of the lanes.
        payments.kit.app.clock.advance(Duration::from_secs(1));
        reassigned(&other, &boss, &outsider.id, json!({ "brands": ["borealis"] })).await;
        assert_eq!(listed(&outsider).await, [0; 8]);
        Kit::until("the binding at the head of the log", async || {
            let entries = office.log(&boss, &format!("?member={}", boss.id), 4).await;
            (entries[0]["kind"] == "staff.access_approved").then_some(())
        })
        .await;
        payments.close().await;
    }

    async fn a_bound_administrator_is_none_of_the_installation(engine: Engine) {
        let payments = PaymentKit::start_with(engine, HELD).await;
        let office = Office::open(&payments.kit).await;
        let (boss, other) = (office.member(Role::Administrator).await, office.member_at("b@house.example", Role::Administrator).await);
        let third = office.member_at("c@house.example", Role::Administrator).await;
        let path = |member: &Member, step: &str| format!("/api/staff/{}/{step}", member.id);
        let marina = || json!({ "brands": ["marina"], "reason": "a move" });
        reassigned(&boss, &third, &other.id, marina()).await;
        assert_eq!(other.browser.post(&path(&boss, "access"), marina()).await.code(), "bound_to_brands");
        assert_eq!(boss.browser.post(&path(&boss, "access"), marina()).await.code(), "own_account");
        boss.browser.post(&path(&third, "dismiss"), json!({})).await.expect(200);
        // The one that is left stays: nobody is there who could take it away.
        assert_eq!(boss.browser.post(&path(&boss, "dismiss"), json!({})).await.code(), "own_account");
        assert_eq!(other.browser.post(&path(&boss, "dismiss"), json!({})).await.code(), "bound_to_brands");
        payments.close().await;
    }
}
