//! Every call of the back office with every role: a new call that is not in the table fails here.

use std::collections::BTreeMap;

use croupier_server::router;
use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::Office;
use crate::openapi::calls;

/// Calls that ask for no session.
pub(super) const PUBLIC: &[&str] = &[
    "GET /api/invitations/{token}",
    "POST /api/invitations/{token}",
    "POST /api/sign-in",
    "POST /api/sign-out",
];

/// Who may make the other calls, by the first letters of the roles: support, payments, risk, bonus, editor,
/// finance, compliance, administrator.
#[rustfmt::skip]
const ALLOWED: &[(&str, &str)] = &[
    ("GET /api/me",                             "sprbefca"),
    ("GET /api/calendar",                       "sprbefca"),
    ("GET /api/views",                          "sprbefca"),
    ("POST /api/views",                         "sprbefca"),
    ("POST /api/views/{id}/remove",             "sprbefca"),
    ("GET /api/staff",                          "a"),
    ("POST /api/staff",                         "a"),
    ("POST /api/staff/{id}/dismiss",            "a"),
    ("POST /api/staff/{id}/access",             "a"),
    ("POST /api/access-changes/{id}/approve",   "a"),
    ("POST /api/access-changes/{id}/refuse",    "a"),
    ("GET /api/roles",                          "a"),
    ("POST /api/roles",                         "a"),
    ("GET /api/roles/{id}",                     "a"),
    ("POST /api/roles/{id}/change",             "a"),
    ("POST /api/roles/{id}/withdraw",           "a"),
    ("POST /api/role-changes/{id}/approve",     "a"),
    ("POST /api/role-changes/{id}/refuse",      "a"),
    ("GET /api/payouts",                        "prca"),
    ("GET /api/payouts/export",                 "prca"),
    ("GET /api/payouts/{id}",                   "prca"),
    ("POST /api/payouts/{id}/approve",          "pra"),
    ("POST /api/payouts/{id}/decline",          "pra"),
    ("POST /api/payouts/{id}/split",            "pra"),
    ("GET /api/concerns",                       "rca"),
    ("POST /api/players/{id}/concern",          "rca"),
    ("GET /api/shared-devices",                 "rca"),
    ("GET /api/exclusion-matches",              "rca"),
    ("POST /api/shared-devices/{player}/{other}", "rca"),
    ("GET /api/players/{id}/payout-ways",       "pra"),
    ("POST /api/players/{id}/payouts",          "pra"),
    ("GET /api/payments/{id}/receipt",          "sprbca"),
    ("GET /api/payment-desk",                   "prca"),
    ("POST /api/payment-desk/methods/{id}/switch", "pra"),
    ("POST /api/payment-desk/partners/{name}/switch", "pra"),
    ("POST /api/payment-desk/untaken/{id}/ask", "pra"),
    ("GET /api/payment-fees",                   "prca"),
    ("POST /api/payment-fees",                  "pra"),
    ("GET /api/coins",                          "prca"),
    ("POST /api/coins/{id}/credit",             "pra"),
    ("POST /api/coins/{id}/return",             "pra"),
    ("POST /api/coins/{id}/approve",            "pra"),
    ("POST /api/coins/{id}/refuse",             "pra"),
    ("GET /api/settlements",                    "prfca"),
    ("GET /api/settlements/export",             "prfca"),
    ("POST /api/settlements/check",             "prfa"),
    ("POST /api/settlements/differences/{id}/explain", "prfa"),
    ("GET /api/documents",                      "rca"),
    ("GET /api/documents/export",               "rca"),
    ("GET /api/documents/{id}",                 "rca"),
    ("GET /api/documents/{id}/file",            "rca"),
    ("POST /api/documents/{id}/approve",        "rca"),
    ("POST /api/documents/{id}/reject",         "rca"),
    ("GET /api/identity_checks",                "rca"),
    ("GET /api/players",                        "sprbca"),
    ("POST /api/players",                       "ba"),
    ("POST /api/players/{id}/autologin",        "ba"),
    ("GET /api/players/export",                 "sprbca"),
    ("GET /api/players/{id}",                   "sprbca"),
    ("POST /api/players/{id}/reveal",           "srca"),
    ("POST /api/players/{id}/stops",            "rca"),
    ("POST /api/players/{id}/stops/lift",       "rca"),
    ("GET /api/players/{id}/privacy",           "sprbca"),
    ("POST /api/players/{id}/close",            "rca"),
    ("POST /api/players/{id}/reopen",           "rca"),
    ("GET /api/players/{id}/register_answers",  "sprbca"),
    ("GET /api/players/{id}/payments",          "sprbca"),
    ("GET /api/players/{id}/rounds",            "sprbca"),
    ("GET /api/players/{id}/rounds/{round}",    "sprbca"),
    ("GET /api/players/{id}/gifts",             "sprbca"),
    ("GET /api/gift-offers",                    "ba"),
    ("POST /api/players/{id}/gifts",            "ba"),
    ("POST /api/players/{id}/gifts/{gift}/cancel", "rba"),
    ("POST /api/players/{id}/gifts/{gift}/hand-over", "ba"),
    ("GET /api/segments",                       "ba"),
    ("POST /api/segments",                      "ba"),
    ("GET /api/segments/choices",               "ba"),
    ("POST /api/segments/count",                "ba"),
    ("GET /api/segments/{id}/export",           "ba"),
    ("GET /api/segments/{id}",                  "ba"),
    ("POST /api/segments/{id}",                 "ba"),
    ("POST /api/segments/{id}/archive",         "ba"),
    ("GET /api/mass-gifts",                     "ba"),
    ("POST /api/mass-gifts",                    "ba"),
    ("POST /api/mass-gifts/preview",            "ba"),
    ("GET /api/mass-gifts/{id}",                "ba"),
    ("POST /api/mass-gifts/{id}/approve",       "ba"),
    ("POST /api/mass-gifts/{id}/pause",         "ba"),
    ("POST /api/mass-gifts/{id}/resume",        "ba"),
    ("POST /api/mass-gifts/{id}/cancel",        "ba"),
    ("POST /api/mass-gifts/{id}/retry",         "ba"),
    ("GET /api/mass-gifts/{id}/outcome",        "ba"),
    ("GET /api/bonus-abuse",                    "rba"),
    ("GET /api/coupons",                        "ba"),
    ("GET /api/coupons/export",                 "ba"),
    ("POST /api/coupons",                       "ba"),
    ("GET /api/coupon-choices",                 "ba"),
    ("POST /api/coupons/{code}/end",            "ba"),
    ("GET /api/groups",                         "rba"),
    ("POST /api/players/{id}/groups",           "rba"),
    ("POST /api/players/{id}/correct",          "sra"),
    ("POST /api/players/{id}/second-factor-off", "sra"),
    ("POST /api/players/{id}/limits",           "srca"),
    ("POST /api/players/{id}/points",           "ba"),
    ("GET /api/notifications",                  "ba"),
    ("POST /api/notifications",                 "ba"),
    ("GET /api/notifications/choices",          "ba"),
    ("GET /api/notifications/reach",            "ba"),
    ("POST /api/notifications/{id}/withdraw",   "ba"),
    ("GET /api/lootbox-kinds",                  "ba"),
    ("GET /api/players/{id}/lootboxes",         "sprbca"),
    ("POST /api/players/{id}/lootboxes",        "ba"),
    ("GET /api/players/{id}/links",             "sprbca"),
    ("GET /api/players/{id}/sessions",          "sprbca"),
    ("POST /api/players/{id}/sessions/end",     "sprbca"),
    ("POST /api/players/{id}/sessions/{session}/end", "sprbca"),
    ("GET /api/players/{id}/notes",             "sprbca"),
    ("POST /api/players/{id}/notes",            "sprbca"),
    ("GET /api/players/{id}/documents",         "rca"),
    ("GET /api/players/{id}/identity_check",    "rca"),
    ("GET /api/players/{id}/identity_check/compared", "rca"),
    ("POST /api/players/{id}/identity_check/approve", "rca"),
    ("POST /api/players/{id}/identity_check/reject", "rca"),
    ("GET /api/players/{id}/wealth",            "rca"),
    ("POST /api/players/{id}/wealth",           "rca"),
    ("GET /api/players/{id}/wealth/{questionnaire}/answer", "rca"),
    ("POST /api/players/{id}/wealth/{questionnaire}/approve", "rca"),
    ("POST /api/players/{id}/wealth/{questionnaire}/return", "rca"),
    ("GET /api/players/{id}/mails",             "sprbca"),
    ("POST /api/players/{id}/mails/{mail}/resend", "sprbca"),
    ("GET /api/players/{id}/chat",              "sca"),
    ("POST /api/players/{id}/adjustments",      "spra"),
    ("GET /api/adjustments",                    "spra"),
    ("GET /api/adjustments/export",             "spra"),
    ("POST /api/adjustments/{id}/approve",      "pra"),
    ("POST /api/adjustments/{id}/refuse",       "pra"),
    ("GET /api/currencies",                     "sprbefca"),
    ("GET /api/content",                        "rbeca"),
    ("GET /api/content/document",               "rbeca"),
    ("GET /api/content/versions",               "rbeca"),
    ("GET /api/content/version",                "rbeca"),
    ("GET /api/content/missing",                "rbeca"),
    ("POST /api/content/save",                  "rbeca"),
    ("POST /api/content/discard",               "rbeca"),
    ("POST /api/content/restore",               "rbeca"),
    ("POST /api/content/check",                 "rbeca"),
    ("POST /api/content/publish",               "rbeca"),
    ("POST /api/content/unschedule",            "rbeca"),
    ("POST /api/content/preview",               "rbeca"),
    ("GET /api/media",                          "rbeca"),
    ("POST /api/media",                         "ea"),
    ("GET /api/media/{id}",                     "rbeca"),
    ("POST /api/media/{id}",                    "ea"),
    ("GET /api/media/{id}/file",                "rbeca"),
    ("POST /api/media/{id}/withdraw",           "ea"),
    ("GET /api/catalogue/titles",               "rbeca"),
    ("GET /api/catalogue/title",                "rbeca"),
    ("POST /api/catalogue/title",               "ea"),
    ("GET /api/catalogue/import-partners",      "rbeca"),
    ("POST /api/catalogue/import",              "ea"),
    ("POST /api/catalogue/import/take",         "ea"),
    ("GET /api/catalogue/collections",          "rbeca"),
    ("POST /api/catalogue/collections",         "ea"),
    ("POST /api/catalogue/arrange",             "rbeca"),
    ("GET /api/content/cost",                   "rbca"),
    ("POST /api/content/cost",                  "rbca"),
    ("POST /api/content/cost/cancel",           "rbca"),
    ("GET /api/fraud-rules/dry-run",           "ra"),
    ("POST /api/fraud-rules/dry-run",          "ra"),
    ("POST /api/fraud-rules/dry-run/cancel",   "ra"),
    ("POST /api/content/odds",                  "rbca"),
    ("GET /api/scorings",                       "rbca"),
    ("GET /api/scorings/{identifier}",          "rbca"),
    ("POST /api/scorings/{identifier}",         "rbca"),
    ("POST /api/scorings/{identifier}/cancel",  "rbca"),
    ("GET /api/offers",                         "rbca"),
    ("GET /api/offers/{code}",                  "rbca"),
    ("GET /api/offer-choices",                  "rbeca"),
    ("POST /api/offers/assess",                 "rbca"),
    ("POST /api/offers/save",                   "ba"),
    ("POST /api/offers/simulate",               "rbca"),
    ("GET /api/chats",                          "sca"),
    ("GET /api/chats/colleagues",               "sa"),
    ("GET /api/chats/{id}",                     "sca"),
    ("POST /api/chats/{id}/reply",              "sa"),
    ("POST /api/chats/{id}/pictures",           "sa"),
    ("GET /api/chats/{id}/pictures/{picture}",  "sca"),
    ("POST /api/chats/{id}/hand-over",          "sa"),
    ("POST /api/chats/{id}/close",              "sa"),
    ("GET /api/log",                            "ca"),
    ("GET /api/log/export",                     "ca"),
    ("GET /api/operations",                     "ca"),
    ("GET /api/client-log",                     "ca"),
    ("GET /api/maintenance",                    "ca"),
    ("POST /api/maintenance/{brand}/close",     "a"),
    ("POST /api/maintenance/{brand}/open",      "a"),
    ("GET /api/servers",                        "ca"),
    ("GET /api/flags",                          "rbeca"),
    ("GET /api/flags/{name}",                   "rbeca"),
    ("POST /api/flags/{name}",                  "ea"),
    ("GET /api/flags/{name}/results",           "rbeca"),
    ("GET /api/flags/{name}/results/export",    "rbeca"),
    ("GET /api/games",                          "rca"),
    ("POST /api/games/{id}/off",                "ra"),
    ("POST /api/games/{id}/on",                 "ra"),
    ("GET /api/game-partners",                  "rca"),
    ("POST /api/game-partners/providers/{id}/off", "ra"),
    ("POST /api/game-partners/providers/{id}/on", "ra"),
    ("GET /api/tables",                         "rca"),
    ("GET /api/tables/rounds/{id}",             "rca"),
    ("GET /api/tables/{provider}/{slug}/rounds", "rca"),
    ("POST /api/tables/{provider}/{slug}/close", "ra"),
    ("POST /api/tables/{provider}/{slug}/open", "ra"),
    ("GET /api/reports",                        "pfca"),
    ("GET /api/reports/export",                 "pfca"),
    ("GET /api/reports/retention",              "pfca"),
    ("GET /api/reports/taxes",                  "pfca"),
    ("GET /api/reports/choices",                "pfca"),
    ("GET /api/reports/regulator",              "pfca"),
];

pub(super) fn office_calls() -> Vec<(String, String)> {
    let document = serde_json::to_value(router::office_document()).unwrap();
    calls(&document).into_iter().map(|(method, path, _)| (method, path)).collect()
}

#[test]
fn every_call_stands_in_the_table() {
    let known = PUBLIC.iter().copied().chain(ALLOWED.iter().map(|(call, _)| *call));
    let mut known: Vec<_> = known.map(str::to_owned).collect();
    let mut described: Vec<_> =
        office_calls().iter().map(|(method, path)| format!("{method} {path}")).collect();
    known.sort_unstable();
    described.sort_unstable();
    assert_eq!(described, known);
}

#[test]
fn the_kept_description_is_fresh() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi-office.json");
    let kept = std::fs::read_to_string(file).unwrap();
    let now = router::office_document().to_pretty_json().unwrap();
    assert!(kept.trim_end() == now.trim_end(), "docs/openapi-office.json is stale: cargo xtask gen");
}

on_both_engines! {
    async fn a_call_is_for_the_roles_that_have_its_permission(kit: Kit) {
        let office = Office::open(&kit).await;
        let allowed: BTreeMap<_, _> = ALLOWED.iter().copied().collect();
        let mut browsers = vec![(None, office.browser())];
        for role in Role::ALL {
            browsers.push((Some(role), office.member(role).await.browser));
        }
        for (method, path) in office_calls() {
            let call = format!("{method} {path}");
            let Some(roles) = allowed.get(call.as_str()) else { continue };
            let address = path.replace("{id}", "00000000-0000-0000-0000-000000000000");
            let body = (method == "POST").then(|| json!({}));
            for (role, browser) in &browsers {
                let sent = browser.send(Method::from_bytes(method.as_bytes()).unwrap(), &address, body.clone(), &[]).await;
                let (status, code) = (sent.status.as_u16(), sent.code().to_owned());
                match role {
                    None => assert_eq!((status, code.as_str()), (401, "unauthorized"), "{call} by nobody"),
                    Some(role) if roles.contains(&role.name()[..1]) => {
                        assert!(![401, 403].contains(&status) && status < 500, "{call} by {}: {status} {code}", role.name());
                    }
                    Some(role) => assert_eq!((status, code.as_str()), (403, "forbidden"), "{call} by {}", role.name()),
                }
            }
        }
        let sql = "SELECT COUNT(*) FROM event WHERE kind LIKE 'payment.%' OR kind LIKE 'player.%'";
        let reported: Value = kit.app.db.query_one(sql, vec![]).await.unwrap().get::<i64>(0).unwrap().into();
        assert_eq!(reported, 0, "nothing was decided about nobody");
    }
}
