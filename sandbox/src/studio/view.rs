//! The page of a game.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Open;
use super::round::Title;
use crate::App;

/// Drawings of the reels' symbols, 48 units wide: cog, valve, gauge, whistle, boiler.
const SYMBOLS: [&str; 5] = [
    r#"<circle cx="24" cy="24" r="9"/><path d="M24 5v8M24 35v8M5 24h8M35 24h8M11 11l5 5M32 32l5 5M37 11l-5 5M16 32l-5 5"/>"#,
    r#"<path d="M8 30h32M14 30V18h20v12M24 18V8M16 8h16"/><circle cx="24" cy="36" r="5"/>"#,
    r#"<circle cx="24" cy="24" r="17"/><path d="M24 24l9-9M12 30l3-1M24 11v3M36 30l-3-1"/>"#,
    r#"<path d="M10 20h22v9a11 11 0 0 1-22 0zM32 20h8v7h-8M20 20v-9h6"/>"#,
    r#"<rect x="9" y="14" width="30" height="26" rx="9"/><path d="M16 14V8h6v6M9 27h30M30 33h4"/>"#,
];

/// The bad manners that the page offers: the act, and what its button says.
const MANNERS: [(&str, &str); 7] = [
    ("repeat_bet", "Repeat the last bet"),
    ("roll_back", "Roll the last round back"),
    ("roll_back_first", "Roll back before the bet"),
    ("late_win", "Win again, too late"),
    ("win_without_bet", "Win without a bet"),
    ("wrong_signature", "Sign wrongly"),
    ("lost_answer", "Lose an answer"),
];

/// Stakes on offer, in subunits.
const STAKES: [i64; 5] = [20, 50, 100, 500, 1_000];

fn face(title: Title) -> Markup {
    let (count, _) = title.faces();
    html! {
        div.faces data-title=(title.name()) {
            @for _ in 0..count {
                div.face {
                    @if title == Title::SteamReels { (symbol(0)) } @else { span.pips { "1" } }
                }
            }
        }
        // The script takes the drawings from here.
        @if title == Title::SteamReels {
            div hidden id="symbols" { @for index in 0..SYMBOLS.len() { (symbol(index)) } }
        }
    }
}

fn symbol(index: usize) -> Markup {
    html! { (PreEscaped(format!(r#"<svg viewBox="0 0 48 48" aria-hidden="true">{}</svg>"#, SYMBOLS[index % SYMBOLS.len()]))) }
}

/// The page of `open`, which its script plays under `key`.
pub(super) fn page(app: &App, key: &str, open: &Open) -> Response {
    let is_demo = open.player.is_none();
    let free = open.player.as_ref().and_then(|player| app.studio.spins.of(player, open));
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (open.title.shown()) }
                link rel="stylesheet" href="/studio/assets/studio.css";
                script src="/studio/assets/studio.js" defer {}
            }
            body data-key=(key) data-site=(open.return_url) {
                main {
                    header {
                        h1 { (open.title.shown()) }
                        p.balance { "Balance " output id="balance" { (open.balance) } " " span.currency { (open.currency) } }
                    }
                    (face(open.title))
                    p.says id="says" role="status" {}
                    div.play {
                        label { "Stake " select id="stake" { @for stake in STAKES { option value=(stake) { (stake) } } } }
                        button.main type="button" data-act="play" { "Play" }
                        @if let Some((_, left)) = &free { button type="button" data-act="free_spin" { "Free spin (" (left) ")" } }
                        @if !is_demo { button type="button" data-publish="deposit" { "Deposit" } }
                        button type="button" data-publish="close" { "Close" }
                    }
                    p.unit { "Amounts are in subunits of the currency." }
                    @if !is_demo {
                        details {
                            summary { "Misbehave" }
                            div.manners {
                                @for (act, says) in MANNERS { button type="button" data-act=(act) { (says) } }
                            }
                            ol id="calls" aria-label="Calls to the casino" {}
                        }
                    }
                }
            }
        }
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors {}",
        app.config.frame_ancestors
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Html(document.into_string())).into_response()
}
