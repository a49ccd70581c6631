//! What the sports site looks like.

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::Visitor;
use super::fixtures::{FIXTURES, Fixture, SECTIONS, Section, When};
use super::freebets::Freebet;
use super::texts::Texts;
use crate::edge::rfc3339;
use crate::page::{BACK, CLOCK, icon};

/// A ball on the sports site's own colour.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%230f2b3d'/%3E%3Ccircle cx='16' cy='16' r='9' fill='none' stroke='%235fe3c0' stroke-width='2.500'/%3E%3Cpath d='M16 11l5 3.600-2 5.900h-6l-2-5.900z' fill='%235fe3c0'/%3E%3C/svg%3E";

/// Who looks at a page.
pub(super) struct Sight<'a> {
    pub(super) texts: Texts,
    pub(super) visitor: Option<&'a Visitor>,
    /// The language that the address names.
    pub(super) locale: Option<&'a str>,
    pub(super) brand: &'a str,
    /// The casino's address.
    pub(super) home: &'a str,
    pub(super) now_ms: u64,
}

impl Sight<'_> {
    fn t(&self, key: &'static str) -> &'static str {
        self.texts.get(key)
    }

    /// The address of a section, in the language of this page.
    fn path(&self, section: Section) -> String {
        let slug = section.slug();
        self.locale.map_or_else(|| format!("/{slug}"), |_| format!("/{slug}?locale={}", self.texts.code()))
    }
}

/// A whole page around `body`.
pub(super) fn document(status: StatusCode, sight: &Sight<'_>, section: Section, body: &Markup) -> Response {
    let document = html! {
        (DOCTYPE)
        html lang=(sight.texts.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="dark";
                meta name="robots" content="noindex";
                title { (sight.t(section.slug())) " · " (sight.brand) " " (sight.t("title")) }
                link rel="icon" href=(ICON);
                link rel="stylesheet" href="/assets/sport.css";
            }
            body {
                (top(sight))
                (tabs(sight, section))
                main { (body) }
                footer.foot { p { (sight.t("foot")) } a href=(sight.home) { (sight.t("back")) } }
            }
        }
    };
    let headers = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, Html(document.into_string())).into_response()
}

fn top(sight: &Sight<'_>) -> Markup {
    html! {
        header.top {
            a.back href=(sight.home) { (icon(BACK)) span { (sight.t("back")) } }
            a.brand href=(sight.path(Section::All)) {
                span.name { (sight.brand) } " " span.sports { (sight.t("title")) }
                span.demo { (sight.t("demo")) }
            }
            @match sight.visitor {
                Some(visitor) => (account(sight, visitor)),
                None => a.sign-in href={ (sight.home) "/sign-in?redirect=%2Fsport" } { (sight.t("sign_in")) },
            }
        }
    }
}

fn account(sight: &Sight<'_>, visitor: &Visitor) -> Markup {
    html! {
        div.account {
            p {
                span.label { (sight.t("signed_in")) } " "
                strong {
                    @match &visitor.nickname {
                        Some(nickname) => (nickname),
                        None => { (sight.t("player")) " " (visitor.id) },
                    }
                }
                " " span.currency { (visitor.currency) }
            }
            form method="post" action="/sign-out" {
                @if sight.locale.is_some() { input type="hidden" name="locale" value=(sight.texts.code()); }
                button { (sight.t("sign_out")) }
            }
        }
    }
}

fn tabs(sight: &Sight<'_>, current: Section) -> Markup {
    html! {
        nav.tabs aria-label=(sight.t("sections")) {
            @for section in SECTIONS {
                a href=(sight.path(section)) aria-current=[(section == current).then_some("page")] {
                    @match section {
                        Section::Of(sport) => (icon(sport.drawing())),
                        Section::Live => span.dot aria-hidden="true" {},
                        Section::All => {},
                    }
                    (sight.t(section.slug()))
                }
            }
        }
    }
}

/// The visitor's free bets, each with a form for a bet called as in `references`; and what became of the last one.
pub(super) fn freebets(
    sight: &Sight<'_>,
    freebets: &[Freebet],
    references: &[String],
    last: Option<&str>,
) -> Markup {
    let outcome = last.and_then(|last| match last {
        "won" => Some("bet_won"),
        "lost" => Some("bet_lost"),
        "failed" => Some("bet_failed"),
        _ => None,
    });
    html! {
        @if let Some(outcome) = outcome { p.notice role="status" { (sight.t(outcome)) } }
        @if !freebets.is_empty() {
            h2 { (sight.t("freebets")) }
            p { (sight.t("freebets_text")) }
            ul.cards {
                @for (freebet, reference) in freebets.iter().zip(references) {
                    li.card { article aria-label=(freebet.title) {
                        header { span.league { (freebet.title) } span { (amount(freebet)) } }
                        form.freebet method="post" action={ "/freebets/" (freebet.id) } {
                            input type="hidden" name="reference" value=(reference);
                            @if sight.locale.is_some() {
                                input type="hidden" name="locale" value=(sight.texts.code());
                            }
                            button name="outcome" value="won" { (sight.t("stake_win")) }
                            " "
                            button name="outcome" value="lost" { (sight.t("stake_lose")) }
                        }
                    } }
                }
            }
        }
    }
}

fn amount(freebet: &Freebet) -> String {
    let cents = i64::try_from(freebet.amount_cents).unwrap_or(i64::MAX);
    crate::money::display(cents, &freebet.currency)
}

/// The matches of a section under the visitor's `own` free bets; `has_failed` when the sign-in could not be taken over.
pub(super) fn matches(sight: &Sight<'_>, section: Section, has_failed: bool, own: &Markup) -> Markup {
    let shown: Vec<_> = FIXTURES.iter().filter(|fixture| section.shows(fixture)).collect();
    let (live, upcoming): (Vec<_>, Vec<_>) = shown.into_iter().partition(|fixture| fixture.is_live());
    html! {
        @if has_failed { p.notice role="alert" { (sight.t("failed")) } }
        section.hero {
            h1 { @if section == Section::All { (sight.t("hero")) } @else { (sight.t(section.slug())) } }
            p { (sight.t("hero_text")) }
        }
        (own)
        @if !live.is_empty() {
            h2 { span.dot aria-hidden="true" {} (sight.t("now")) }
            ul.cards { @for fixture in live { (card(sight, fixture)) } }
        }
        @if !upcoming.is_empty() {
            h2 { (sight.t("upcoming")) }
            ul.cards { @for fixture in upcoming { (card(sight, fixture)) } }
        }
    }
}

fn card(sight: &Sight<'_>, fixture: &Fixture) -> Markup {
    let [home, away] = fixture.teams;
    let score = match fixture.when {
        When::Live { score, .. } => Some(score),
        When::InHours(_) => None,
    };
    html! {
        li.card {
            article aria-label={ (home) " – " (away) } {
                header {
                    span.league { (icon(fixture.sport.drawing())) (fixture.league) }
                    (when(sight, fixture))
                }
                dl.teams {
                    @for (place, team) in [home, away].into_iter().enumerate() {
                        div { dt { (team) } @if let Some(score) = score { dd { (score[place]) } } }
                    }
                }
                (odds(sight, fixture))
            }
        }
    }
}

fn when(sight: &Sight<'_>, fixture: &Fixture) -> Markup {
    match (fixture.when, fixture.begins_at(sight.now_ms)) {
        (_, Some(begins)) => {
            let at = rfc3339(begins);
            html! { time datetime=(at) { (icon(CLOCK)) (at[..10]) ", " (at[11..16]) " UTC" } }
        }
        (When::Live { clock, .. }, None) => html! { span.clock { span.dot aria-hidden="true" {} (clock) } },
        (When::InHours(_), None) => html! {},
    }
}

fn odds(sight: &Sight<'_>, fixture: &Fixture) -> Markup {
    let names: &[&'static str] = if fixture.odds.len() == 3 {
        &["home_wins", "draw", "away_wins"]
    } else {
        &["home_wins", "away_wins"]
    };
    html! {
        dl.odds aria-label=(sight.t("odds")) {
            @for (name, odds) in names.iter().zip(fixture.odds) {
                div { dt { (sight.t(name)) } dd { (sight.texts.odds(*odds)) } }
            }
        }
    }
}

/// An address that the site does not have.
pub(super) fn missing(sight: &Sight<'_>) -> Markup {
    html! {
        section.hero {
            h1 { (sight.t("missing")) }
            p { a href=(sight.path(Section::All)) { (sight.t("matches")) } }
        }
    }
}
