//! Who may call what: every described call is made without a session, so that a new one that forgets to ask
//! for it fails here.

use std::collections::BTreeSet;

use reqwest::header::{CONTENT_TYPE, COOKIE};
use reqwest::{Client, Method, StatusCode};
use serde_json::Value;

use crate::openapi::{calls, document};
use crate::testkit::Kit;

/// Calls that a guest may make.
const PUBLIC: &[&str] = &[
    "DELETE /api/users/sign_out",
    "GET /api/auth_providers",
    "GET /api/auth_providers/{name}/return",
    "GET /api/bonuses/deposit",
    "GET /api/bonuses/offers",
    "GET /api/fairness/commitments",
    "GET /api/fairness/commitments.csv",
    "GET /api/fairness/commitments/{server_seed_hash}",
    "GET /api/par_sheets/{slug}",
    "GET /api/bonuses/registration",
    "GET /api/captcha",
    "GET /api/chat",
    "GET /api/cms/files",
    "GET /api/cms/help",
    "GET /api/cms/pages",
    "GET /api/cms/pages/{path}",
    "GET /api/cms/snippets",
    "GET /api/current_ip",
    "GET /api/fe/config/additional-gifts",
    "GET /api/fe/config/banners-config",
    "GET /api/fe/config/betting-config",
    "GET /api/fe/config/currency-config",
    "GET /api/fe/config/deposit-boxes",
    "GET /api/fe/config/disabled-bonuses",
    "GET /api/fe/config/excluded-promo-stags",
    "GET /api/fe/config/logo-config",
    "GET /api/fe/config/manage-promotion-pages",
    "GET /api/fe/config/menu-categories-games",
    "GET /api/fe/config/modify-gifts-config",
    "GET /api/fe/config/stag-by-referrer-name",
    "GET /api/fe/config/survey-config",
    "GET /api/fe/config/vip-adventures",
    "GET /api/fe/config/wheel-config",
    "GET /api/fe/config/wheel-config-segments",
    "GET /api/games/collections",
    "GET /api/games/jackpots",
    "GET /api/games/providers",
    "GET /api/games/recent_wins",
    "GET /api/games/{producer}/{seo_title}",
    "GET /api/info/countries",
    "GET /api/info/crypto_exchange_rates",
    "GET /api/info/currencies",
    "GET /api/info/locales",
    "GET /api/info/player_fields",
    "GET /api/info/project",
    "GET /api/info/statuses",
    "GET /api/jackpot_wins",
    "GET /api/jackpots",
    "GET /api/jackpots/{identifier}",
    "GET /api/lotteries",
    "GET /api/lotteries/{id}",
    "GET /api/loyalty/offers",
    "GET /api/payment_methods",
    "GET /api/player",
    "GET /api/player/settings",
    "GET /api/shared_replays/{token}",
    "GET /api/tables/rounds/{id}",
    "GET /api/tables/{provider}/{slug}",
    "GET /api/tournaments",
    "GET /api/tournaments/recent",
    "GET /api/tournaments/{id}",
    "GET /api/tournaments/{id}/games",
    "GET /api/users/confirmation",
    "GET /client-context",
    "GET /messages/{file}",
    "GET /webhooks/mail/unsubscribe",
    "POST /api/auth_providers/finish",
    "POST /api/auth_providers/{name}/flows",
    "POST /api/chat/guests",
    "POST /api/chat/messages",
    "POST /api/chat/read",
    "POST /api/fe/config/managers",
    "POST /api/games/launch",
    "POST /api/games_filter",
    "POST /api/games_filter/select",
    "POST /api/passkeys/challenges",
    "POST /api/send_contact_message",
    "POST /api/sport/visits",
    "POST /api/user_limits/confirm",
    "POST /api/users",
    "POST /api/users/confirmation",
    "POST /api/users/password",
    "POST /api/users/sign_in",
    "POST /api/users/sign_in/link",
    "POST /api/users/sign_in/passkey",
    "POST /api/users/sign_in_link",
    "POST /api/subscriptions",
    "POST /api/subscriptions/confirm",
    "POST /api/subscriptions/unsubscribe",
    "POST /check-email",
    "POST /log_utm_send",
    "POST /log_utm_set",
    "POST /restore-id/get",
    "POST /webhooks/games/{partner}/freespins",
    "POST /webhooks/games/{partner}/play",
    "POST /webhooks/games/{partner}/rollback",
    "POST /webhooks/identity",
    "POST /webhooks/mail/events",
    "POST /webhooks/mail/unsubscribe",
    "POST /webhooks/payments/{provider}",
    "POST /webhooks/sport/freebets",
    "POST /webhooks/sport/freebets/{id}/bet",
    "POST /webhooks/sport/freebets/{id}/result",
    "POST /webhooks/sport/session",
    "POST /webhooks/sport/session/check",
    "PUT /api/users/password",
    "PUT /log",
    "PUT /metrics-errors-validation",
    "PUT /network-performance",
    "PUT /performance",
    "PUT /variant-shown",
];

/// Calls that change something and come from other hosts by nature; a signature proves them.
const FROM_OTHER_HOSTS: &[&str] = &[
    "POST /webhooks/games/{partner}/freespins",
    "POST /webhooks/games/{partner}/play",
    "POST /webhooks/games/{partner}/rollback",
    "POST /webhooks/identity",
    "POST /webhooks/mail/events",
    "POST /webhooks/mail/unsubscribe",
    "POST /webhooks/payments/{provider}",
    "POST /webhooks/sport/freebets",
    "POST /webhooks/sport/freebets/{id}/bet",
    "POST /webhooks/sport/freebets/{id}/result",
    "POST /webhooks/sport/session",
    "POST /webhooks/sport/session/check",
];

/// A session token as browsers hold them, which this site never gave out.
const MADE_UP: &str = "bWFkZS11cC1zZXNzaW9uLXRva2VuLW9mLTI1Ni1iaXRz";

/// Which marks of our own pages a call carries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    None,
    Guest,
    MadeUpSession,
}

/// Makes the call with an empty body, and answers its status and the error's code.
async fn ask(kit: &Kit, method: &str, path: &str, marks: Marks) -> (StatusCode, String) {
    let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    let url = kit.url(&path.collect::<Vec<_>>().join("/"));
    let mut request = Client::new().request(Method::from_bytes(method.as_bytes()).unwrap(), url);
    if method != "GET" {
        request = request.header(CONTENT_TYPE, "application/json").body("{}");
    }
    if marks != Marks::None {
        request = request.header("X-Requested-With", "XMLHttpRequest");
    }
    if marks == Marks::MadeUpSession {
        let cookies = format!("__Host-croupier={MADE_UP}; croupier={MADE_UP}");
        request = request.header(COOKIE, cookies).bearer_auth(MADE_UP);
    }
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let body: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default();
    (status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
}

on_both_engines! {
    async fn nobody_plays_without_a_session(kit: Kit) {
        for (method, path, _) in calls(&document()) {
            let call = format!("{method} {path}");
            for marks in [Marks::Guest, Marks::MadeUpSession] {
                let (status, code) = ask(&kit, &method, &path, marks).await;
                let refused = status == StatusCode::UNAUTHORIZED && code == "unauthorized";
                if PUBLIC.contains(&call.as_str()) {
                    assert!(!status.is_server_error(), "{call} fails for a guest: {status}");
                    assert!(status != StatusCode::METHOD_NOT_ALLOWED, "{call} is not served");
                    // A session that is none may be told so. Without one, a call that asks for it after all is no
                    // exception; a signature is no session.
                    if marks == Marks::Guest {
                        let is_signed = FROM_OTHER_HOSTS.contains(&call.as_str());
                        // A partner that is none has no webhooks.
                        let fits = if is_signed { refused || status == StatusCode::NOT_FOUND } else { !refused };
                        assert!(fits, "{call} answers {status} {code}");
                        assert!(status != StatusCode::FORBIDDEN, "{call} is not for guests: {code}");
                    }
                } else {
                    assert!(refused, "{call} answers {status} {code} without a session");
                }
            }
        }
    }

    async fn other_sites_change_nothing(kit: Kit) {
        for (method, path, _) in calls(&document()).into_iter().filter(|(method, ..)| method != "GET") {
            let call = format!("{method} {path}");
            let (status, code) = ask(&kit, &method, &path, Marks::None).await;
            let refused = status == StatusCode::FORBIDDEN && code == "cross_site";
            assert_eq!(refused, !FROM_OTHER_HOSTS.contains(&call.as_str()), "{call} answers {status} {code}");
        }
    }
}

#[test]
fn exceptions_name_calls_that_exist() {
    let described: BTreeSet<String> =
        calls(&document()).iter().map(|(method, path, _)| format!("{method} {path}")).collect();
    for exception in PUBLIC.iter().chain(FROM_OTHER_HOSTS) {
        assert!(described.contains(*exception), "{exception} is no call any more");
    }
}
