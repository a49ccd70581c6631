//! The page on which somebody lets themselves in.

use axum::http::StatusCode;
use maud::{Markup, html};

use super::AuthorizationQuery;
use super::people::test_people;
use crate::page::{Page, logo};

fn hidden(asked: &AuthorizationQuery) -> Markup {
    let AuthorizationQuery { client_id, redirect_uri, state, nonce, code_challenge } = asked;
    html! {
        input type="hidden" name="client_id" value=(client_id);
        input type="hidden" name="redirect_uri" value=(redirect_uri);
        input type="hidden" name="state" value=(state);
        input type="hidden" name="nonce" value=(nonce);
        input type="hidden" name="code_challenge" value=(code_challenge);
    }
}

/// The page; its forms end up at the origin `back`.
pub(super) fn page<'a>(asked: &AuthorizationQuery, back: &'a str) -> Page<'a> {
    let body = html! {
        main.sheet {
            header.brand { (logo("Northgate")) " " span.badge { "Test mode" } }
            h1 { "Sign in with Northgate" }
            p { "Choose who you are. These people are invented." }
            @for (person, why) in test_people() {
                form method="post" action="/northgate/authorize" {
                    (hidden(asked))
                    input type="hidden" name="sub" value=(person.sub);
                    button type="submit" { (person.given_name) " " (person.family_name) }
                    p.help { (why) }
                }
            }
            form method="post" action="/northgate/authorize" {
                (hidden(asked))
                div.field { label for="email" { "Somebody else, by e-mail" } input #email type="email" name="email" autocomplete="off" required; }
                p { label { input type="checkbox" name="email_verified" value="true" checked; " The address is confirmed" } }
                button type="submit" { "Continue" }
            }
            form method="post" action="/northgate/authorize" {
                (hidden(asked))
                button type="submit" name="cancel" value="cancel" { "Cancel" }
            }
        }
    };
    Page {
        status: StatusCode::OK,
        partner: "Northgate",
        title: "Sign in with Northgate",
        class: "",
        form_targets: back,
        frame_ancestors: "'none'",
        body,
    }
}
