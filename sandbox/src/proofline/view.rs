//! What the pages look like.

use maud::{Markup, html};

use super::applicant::{Applicant, Person, Standing};
use crate::page::{ALERT, CHECK, CLOCK, CROSS, SHIELD, icon, logo};

/// A page: its title, the class of its body, and what it shows.
pub(super) struct View {
    pub(super) title: &'static str,
    pub(super) class: &'static str,
    pub(super) body: Markup,
}

/// The page of an applicant: what to show, or what has become of it.
pub(super) fn page(merchant: &str, applicant: &Applicant, token: &str) -> View {
    let standing = applicant.standing;
    let body = html! {
        main.way {
            header.brand { (logo("Proofline")) " " span.badge { "Test mode" } }
            h1 { "Show " (merchant) " who you are" }
            (status(standing))
            @if standing.is_open() {
                form method="post" action="/proofline/websdk" {
                    input type="hidden" name="token" value=(token);
                    p.help { "This is a sandbox: there is no camera. Choose what you hold into it." }
                    @for person in Person::ALL {
                        button name="person" value=(person.name()) { (person.title()) }
                    }
                }
            }
            p.note { (icon(SHIELD)) "Nothing that you choose here leaves this machine." }
        }
    };
    View { title: "Verify your identity", class: "checkout", body }
}

fn status(standing: Standing) -> Markup {
    let (path, text) = match standing {
        Standing::Init => return html! {},
        Standing::Pending => (CLOCK, "Thank you. We are looking at it."),
        Standing::OnHold => (CLOCK, "We take another look. There is nothing for you to do."),
        Standing::Green => (CHECK, "You are verified. You may go back."),
        Standing::Retry => (ALERT, "We could not read it. Please try again."),
        Standing::Final => (CROSS, "We could not verify you."),
    };
    html! { p.note role="status" { (icon(path)) (text) } }
}

/// The page for a token that admits nobody.
pub(super) fn turned_away() -> View {
    let body = html! {
        main.way {
            header.brand { (logo("Proofline")) }
            h1 { "This page has closed" }
            p.help { "Please go back and begin again." }
        }
    };
    View { title: "This page has closed", class: "checkout", body }
}

/// The page for the casino's staff.
pub(super) fn cockpit(applicant: &Applicant) -> View {
    let choices = [
        ("green", "Approve"),
        ("onHold", "Put on hold"),
        ("retry", "Refuse, may try again"),
        ("final", "Refuse for good"),
    ];
    let body = html! {
        header.bar { (logo("Proofline")) span.badge { "Sandbox" } }
        main {
            h1 { "Applicant" }
            article.entry {
                dl.facts {
                    div { dt { "Applicant" } dd.reference { (applicant.id) } }
                    div { dt { "Merchant's name" } dd.reference { (applicant.external_user_id) } }
                    div { dt { "Attempt" } dd { (applicant.attempt) } }
                    div { dt { "Shows" } dd { (applicant.person.map_or("nothing yet", Person::title)) } }
                    div { dt { "Stands" } dd { (stands(applicant.standing)) } }
                }
                @if applicant.person.is_some() {
                    form.actions method="post" aria-label="Decision" {
                        @for (value, label) in choices {
                            button.secondary name="standing" value=(value) { (label) }
                        }
                    }
                }
            }
        }
    };
    View { title: "Applicant", class: "panel", body }
}

const fn stands(standing: Standing) -> &'static str {
    match standing {
        Standing::Init => "has shown nothing",
        Standing::Pending => "waits",
        Standing::OnHold => "on hold",
        Standing::Green => "approved",
        Standing::Retry => "refused, may try again",
        Standing::Final => "refused for good",
    }
}
