//! What the panel looks like.

use maud::{Markup, html};

use super::arrivals;
use crate::edge::rfc3339;
use crate::money;
use crate::page::logo;
use crate::partner::{Mode, Modes, Partner};
use crate::payment::{Kind, Payment, Status};
use crate::store::{Event, State};

pub(super) fn panel(state: &State, modes: &Modes) -> Markup {
    let payments: Vec<_> = state.payments().collect();
    html! {
        header.bar {
            (logo("Northpay")) span.badge { "Sandbox" }
            a.secondary href="/panel" { "Refresh" }
        }
        main {
            h1 { "Partners" }
            @for partner in [Partner::Northpay, Partner::Meridian] { (doing(partner, modes.of(partner))) }
            @if state.lasting_addresses().next().is_some() {
                h1 { "Lasting addresses" }
                (arrivals::forms(state))
            }
            h1 { "Payments" }
            @if payments.is_empty() {
                p.empty { "No payment yet. Start a deposit at the shop and it shows up here." }
            }
            @for payment in payments { (entry(payment, state)) }
        }
    }
}

/// How a partner is doing, with the buttons that change it.
fn doing(partner: Partner, mode: Mode) -> Markup {
    let address = format!("/panel/partners/{}", partner.title().to_lowercase());
    html! {
        form.actions method="post" action=(address) aria-label=(partner.title()) {
            strong { (partner.title()) }
            @for (value, label, is_now) in [
                ("up", "Works", mode == Mode::Up),
                ("down", "Down", mode == Mode::Down),
                ("refusing", "Refuses", mode == Mode::Refusing),
            ] {
                button.secondary name="mode" value=(value) aria-pressed=(is_now) { (label) }
            }
        }
    }
}

fn entry(payment: &Payment, state: &State) -> Markup {
    let kind = match payment.kind {
        Kind::Deposit => "Deposit",
        Kind::Payout => "Payout",
    };
    let amount = money::display(payment.amount, &payment.currency);
    let events: Vec<_> = state.events_of(&payment.id).collect();
    html! {
        article.entry aria-label={ (kind) " of " (amount) } {
            header {
                h2 { (kind) " " span.amount { (amount) } }
                span class={ "status " (payment.status.name()) } { (payment.status.name()) }
            }
            dl.facts {
                div { dt { "Partner" } dd { (payment.partner.title()) } }
                div { dt { "Reference" } dd.reference { (payment.merchant_ref) } }
                div { dt { "Method" } dd { (payment.method.title()) } }
                @if let Some(profile) = &payment.profile { div { dt { "Card" } dd { (profile.masked) } } }
                @if let Some(address) = &payment.address { div { dt { "Address" } dd.reference { (address) } } }
                @if payment.confirmations_needed() > 0 {
                    div { dt { "Confirmations" } dd { (payment.confirmations) " of " (payment.confirmations_needed()) } }
                }
                @if let Some(code) = &payment.error_code { div { dt { "Error" } dd { (code) } } }
                div { dt { "Created" } dd { (rfc3339(payment.created_at_ms)) } }
            }
            @if !payment.status.is_final() { (settling(payment)) }
            @if !events.is_empty() { (webhooks(payment, &events)) }
        }
    }
}

fn settling(payment: &Payment) -> Markup {
    html! {
        form.actions method="post" action={ "/panel/payments/" (payment.id) "/settle" } {
            @if payment.status == Status::Pending && payment.hosted {
                a.secondary href={ "/checkout/" (payment.id) } { "Open checkout" }
            }
            @if payment.status == Status::Processing && payment.confirmations_needed() > 0 {
                button formaction={ "/panel/payments/" (payment.id) "/confirm" } { "Confirm" }
            }
            button name="status" value="succeeded" { "Succeed" }
            button name="status" value="declined" { "Decline" }
            button name="status" value="canceled" { "Cancel" }
        }
    }
}

fn webhooks(payment: &Payment, events: &[&Event]) -> Markup {
    let copies_id = format!("copies-{}", payment.id);
    html! {
        ul.webhooks aria-label="Webhooks" {
            @for event in events {
                li {
                    span { (event.kind) }
                    span.attempts {
                        (event.attempts) @if event.attempts == 1 { " try" } @else { " tries" } ", "
                        @match event.last_answer {
                            Some(status) => { "answer " (status) }
                            None => { "no answer" }
                        }
                    }
                    span class={ "status " (if event.delivered { "succeeded" } else { "declined" }) } {
                        (if event.delivered { "delivered" } else { "not delivered" })
                    }
                }
            }
        }
        form.actions method="post" action={ "/panel/payments/" (payment.id) "/webhook" } {
            label for=(copies_id) { "Send the latest again, copies:" }
            input #(copies_id) name="copies" type="number" min="1" max="100" value="20" inputmode="numeric";
            button name="kind" value="resend" { "As it was" }
            button name="kind" value="bad_signature" { "Bad signature" }
            button name="kind" value="old_timestamp" { "An hour old" }
            button name="kind" value="other_amount" { "Other amount" }
        }
    }
}
