//! What the checkout's pages look like.

use maud::{Markup, PreEscaped, html};

use crate::App;
use crate::card::{Brand, CardInput, FieldError, TEST_CARDS};
use crate::coin;
use crate::method::Flow;
use crate::money;
use crate::page::{ALERT, BACK, CHECK, CLOCK, CROSS, LOCK, SHIELD, icon, logo};
use crate::payment::{Challenge, Payment, Status};

/// The partner's star, large and faint behind the summary.
const BACKDROP: &str = r#"<svg class="backdrop" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 0l4.2 11.8L32 16l-11.8 4.2L16 32l-4.2-11.8L0 16l11.8-4.2z"/></svg>"#;

/// One page: its title, the class of its body, and what it shows.
pub(super) struct View {
    pub(super) title: String,
    pub(super) class: &'static str,
    pub(super) body: Markup,
}

/// What was typed and what is wrong with it.
pub(super) struct Entry<'a> {
    pub(super) input: &'a CardInput,
    /// What stood in the one field of another form than the card's.
    pub(super) typed: &'a str,
    pub(super) errors: &'a [FieldError],
}

/// The page of a payment that waits: summary beside the way to pay.
pub(super) fn checkout(app: &App, payment: &Payment, entry: &Entry<'_>) -> anyhow::Result<View> {
    let amount = money::display(payment.amount, &payment.currency);
    let merchant = &app.config.merchant;
    let way = match payment.method.flow() {
        Flow::Card => card_form(payment, &amount, entry),
        Flow::Wallet => wallet_form(payment, &amount, entry),
        Flow::Voucher => voucher_form(payment, &amount, entry),
        Flow::Bank => bank_form(app, payment, entry),
        Flow::Coin => coin_form(payment, entry)?,
    };
    let error = if entry.errors.is_empty() { "" } else { "Error: " };
    Ok(View {
        title: format!("{error}Pay {amount} to {merchant}"),
        class: "checkout",
        body: html! {
            main.split {
                section.summary aria-label="Your payment" {
                    (PreEscaped(BACKDROP))
                    div.inner {
                        header.brand { (logo(payment.partner.title())) span.badge { "Test mode" } }
                        h1 { span.merchant { "Pay " (merchant) } " " span.amount { (amount) } }
                        dl.facts {
                            div.minor { dt { "Method" } dd { (payment.method.title()) } }
                            div.minor { dt { "Fee" } dd { "None" } }
                            div { dt { "Reference" } dd.reference { (payment.merchant_ref) } }
                        }
                        p.fine { "This is a sandbox: no card is charged and no coin moves." }
                    }
                }
                section.way aria-label="Way to pay" { div.inner { (way) } }
            }
        },
    })
}

struct Field<'a> {
    name: &'static str,
    label: &'static str,
    /// The wanted shape, said beside the label.
    hint: Option<&'static str>,
    value: &'a str,
    autocomplete: &'static str,
    placeholder: &'static str,
    is_numeric: bool,
    length_max: u16,
}

fn card_form(payment: &Payment, amount: &str, entry: &Entry<'_>) -> Markup {
    let CardInput { number, expiry, holder, cvv } = entry.input;
    // A wrong form does not give the CVV back; a filled-in test card may.
    let cvv = if entry.errors.is_empty() { cvv } else { "" };
    html! {
        h2 { "Card details" }
        @if !entry.errors.is_empty() {
            div.alert role="alert" {
                (icon(ALERT))
                div {
                    p { strong { "Nothing was paid yet." } " Please correct:" }
                    ul {
                        @for error in entry.errors {
                            li { a href={ "#" (error.field) } { (error.message) } }
                        }
                    }
                }
            }
        }
        form method="post" action=(address_of(payment)) novalidate {
            div.card-number {
                (field(entry, &Field {
                    name: "number", label: "Card number", hint: None, value: number, autocomplete: "cc-number",
                    placeholder: "1234 1234 1234 1234", is_numeric: true, length_max: 23,
                }))
                span.marks aria-hidden="true" { (mark(Brand::Visa)) (mark(Brand::Mastercard)) }
            }
            div.pair {
                (field(entry, &Field {
                    name: "expiry", label: "Expiry date", hint: Some("MM/YY"), value: expiry, autocomplete: "cc-exp",
                    placeholder: "09/29", is_numeric: true, length_max: 9,
                }))
                (field(entry, &Field {
                    name: "cvv", label: "Security code", hint: Some("CVV"), value: cvv, autocomplete: "cc-csc",
                    placeholder: "123", is_numeric: true, length_max: 4,
                }))
            }
            (field(entry, &Field {
                name: "holder", label: "Name on card", hint: None, value: holder, autocomplete: "cc-name",
                placeholder: "Full name", is_numeric: false, length_max: 100,
            }))
            p.note { (icon(SHIELD)) "Your card is saved for the next time: its first six and last four digits only." }
            button.primary name="action" value="approve" { (icon(LOCK)) "Pay " (amount) }
            (other_endings("Decline", "Settle later"))
        }
        section.test-cards aria-labelledby="test-cards" {
            h2 #test-cards { "Test cards" }
            p.help { "Choose one to fill the form. Real cards are refused." }
            ul {
                @for card in &TEST_CARDS {
                    li {
                        a href={ "?card=" (card.name) } {
                            (mark(card.brand))
                            span { span.digits { (card.number) } span.result { (card.title) } }
                        }
                    }
                }
            }
        }
    }
}

/// Forms name it: left out, a fragment of the present address would follow the redirect to the shop.
fn address_of(payment: &Payment) -> String {
    format!("/checkout/{}", payment.id)
}

fn field(entry: &Entry<'_>, field: &Field<'_>) -> Markup {
    let error = entry.errors.iter().find(|error| error.field == field.name);
    let is_first_error = entry.errors.first().is_some_and(|first| first.field == field.name);
    let error_id = format!("{}-error", field.name);
    html! {
        div.field {
            label for=(field.name) {
                (field.label)
                @if let Some(hint) = field.hint { " " span.hint { (hint) } }
            }
            input #(field.name) name=(field.name) value=(field.value) type="text" required
                autocomplete=(field.autocomplete) placeholder=(field.placeholder)
                inputmode=(if field.is_numeric { "numeric" } else { "text" })
                maxlength=(field.length_max) spellcheck="false" autofocus[is_first_error]
                aria-invalid=[error.map(|_| "true")] aria-describedby=[error.map(|_| &error_id)];
            @if let Some(error) = error {
                p.error #(error_id) { (icon(ALERT)) (error.message) }
            }
        }
    }
}

/// The brand's name as a small mark.
fn mark(brand: Brand) -> Markup {
    let class = match brand {
        Brand::Visa => "mark visa",
        Brand::Mastercard => "mark mastercard",
    };
    html! { span class=(class) { (brand.title()) } }
}

/// The ways to end a payment that only a sandbox has.
fn other_endings(decline: &str, later: &str) -> Markup {
    html! {
        fieldset.endings {
            legend { "Or end it another way" }
            button name="action" value="decline" { (icon(CROSS)) (decline) }
            button name="action" value="later" { (icon(CLOCK)) (later) }
            button name="action" value="cancel" { (icon(BACK)) "Cancel" }
        }
    }
}

/// What is wrong with the form's one field, above it.
fn complaint(entry: &Entry<'_>) -> Markup {
    html! {
        @for error in entry.errors {
            div.alert role="alert" { (icon(ALERT)) p { strong { "Nothing was paid yet. " } (error.message) } }
        }
    }
}

fn wallet_form(payment: &Payment, amount: &str, entry: &Entry<'_>) -> Markup {
    let title = payment.method.title();
    html! {
        h2 { "Sign in to " (title) }
        (complaint(entry))
        form method="post" action=(address_of(payment)) novalidate {
            (field(entry, &Field {
                name: "account", label: "E-mail address", hint: Some("of your account"), value: entry.typed,
                autocomplete: "username", placeholder: "ada@example.com", is_numeric: false, length_max: 100,
            }))
            p.note { (icon(SHIELD)) "Any address pays here; declined@example.com is turned down." }
            button.primary name="action" value="approve" { (icon(LOCK)) "Pay " (amount) }
            (other_endings("Decline", "Settle later"))
        }
    }
}

fn voucher_form(payment: &Payment, amount: &str, entry: &Entry<'_>) -> Markup {
    html! {
        h2 { (payment.method.title()) " voucher" }
        (complaint(entry))
        form method="post" action=(address_of(payment)) novalidate {
            (field(entry, &Field {
                name: "account", label: "Voucher code", hint: None, value: entry.typed, autocomplete: "off",
                placeholder: "TEST-1234", is_numeric: false, length_max: 30,
            }))
            p.note { (icon(SHIELD)) "Codes that begin with TEST- pay once, whatever the amount." }
            button.primary name="action" value="approve" { (icon(LOCK)) "Pay " (amount) }
            (other_endings("Decline", "Settle later"))
        }
    }
}

fn bank_form(app: &App, payment: &Payment, entry: &Entry<'_>) -> Markup {
    html! {
        h2 { "Transfer from your bank" }
        p.help { "Name the reference in your transfer, so that it finds its way to you." }
        div.coin {
            dl.facts {
                div { dt { "Amount" } dd.copy { (money::decimal(payment.amount, &payment.currency, "")) " " (payment.currency) } }
                div { dt { "Reference" } dd.copy { (payment.reference()) } }
                div { dt { "Payee" } dd { (payment.partner.title()) " for " (app.config.merchant) } }
                div { dt { "IBAN" } dd.copy { "XX00 TEST 0000 0000 0000" } }
            }
        }
        (complaint(entry))
        form method="post" action=(address_of(payment)) {
            button.primary name="action" value="later" { (icon(CHECK)) "I have sent the transfer" }
            (arrivals(payment, "Transfer arrives", "approve"))
        }
    }
}

/// What a sandbox lets arrive: an amount of the tester's choice, or nothing.
fn arrivals(payment: &Payment, title: &str, action: &str) -> Markup {
    html! {
        p.note { (icon(CLOCK)) "Nothing is really sent in a sandbox: choose what arrives." }
        div.field {
            label for="received" { "Amount that arrives" " " span.hint { (payment.currency) } }
            input #received name="received" type="text" inputmode="decimal" autocomplete="off" maxlength="20"
                placeholder=(money::decimal(payment.amount, &payment.currency, ""));
        }
        fieldset.endings {
            legend { "Or end it another way" }
            button name="action" value=(action) { (icon(CHECK)) (title) }
            button name="action" value="decline" { (icon(CROSS)) "Expired" }
            button name="action" value="cancel" { (icon(BACK)) "Cancel" }
        }
    }
}

fn coin_form(payment: &Payment, entry: &Entry<'_>) -> anyhow::Result<Markup> {
    let address = payment.address.as_deref().unwrap_or_default();
    let code = payment.currency.as_str();
    let uri = coin::uri(code, address, payment.amount);
    let qr = coin::qr_svg(&uri)?;
    Ok(html! {
        h2 { "Send " (payment.method.title()) }
        p.help { "To this address of the test network, where coins have no value. What arrives is what you get." }
        div.coin {
            div.qr role="img" aria-label="QR code of the payment request" { (PreEscaped(qr)) }
            dl.facts {
                div { dt { "Amount" } dd.copy { (money::decimal(payment.amount, code, "")) " " (code) } }
                @if let Some(network) = coin::network(code) { div { dt { "Network" } dd { (network) } } }
                div { dt { "Address" } dd.copy { (address) } }
            }
            a.secondary href=(uri) { "Open in a wallet" }
        }
        (complaint(entry))
        form method="post" action=(address_of(payment)) {
            button.primary name="action" value="approve" { (icon(CHECK)) "Payment confirmed" }
            (arrivals(payment, "Seen, confirmed one by one", "seen"))
        }
    })
}

/// The page on which the cardholder's bank asks for a code.
pub(super) fn challenge(app: &App, payment: &Payment, asked: &Challenge, tries_left: Option<u8>) -> View {
    let last_four = asked.card.masked.get(12..).unwrap_or_default();
    let (first, second) = asked.code.split_at(asked.code.len() / 2);
    View {
        title: format!("{}Confirm your payment", if tries_left.is_some() { "Error: " } else { "" }),
        class: "sheet",
        body: html! {
            main.card {
                header.bank { (icon(SHIELD)) span { "Test Bank" } span.badge { "3-D Secure" } }
                h1 { "Confirm it is you" }
                p {
                    (app.config.merchant) " asks for " strong { (money::display(payment.amount, &payment.currency)) }
                    " from your card ending in " strong { (last_four) } "."
                }
                p.sms { "A bank would send this code to your phone:" output { (first) " " (second) } }
                form method="post" action={ (address_of(payment)) "/challenge" } novalidate {
                    div.field {
                        label for="code" { "Code" }
                        input #code.digits name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
                            maxlength="9" required autofocus placeholder="000 000"
                            aria-invalid=[tries_left.map(|_| "true")]
                            aria-describedby=[tries_left.map(|_| "code-error")];
                        @if let Some(tries_left) = tries_left {
                            p.error #code-error role="alert" {
                                (icon(ALERT)) "This is not the code. "
                                (tries_left) @if tries_left == 1 { " try" } @else { " tries" } " left."
                            }
                        }
                    }
                    button.primary name="action" value="confirm" { "Confirm payment" }
                    button.quiet name="action" value="cancel" { "Cancel payment" }
                }
            }
        },
    }
}

/// The page of a payment that no longer waits.
pub(super) fn ended(app: &App, payment: &Payment) -> View {
    let (glyph, tone, title, text) = match payment.status {
        Status::Succeeded => (CHECK, "good", "Payment complete", "was paid."),
        Status::Declined => (CROSS, "bad", "Payment declined", "was not paid."),
        Status::Canceled => (CROSS, "bad", "Payment canceled", "was not paid."),
        Status::Pending | Status::Accepted | Status::Processing => {
            (CLOCK, "calm", "Payment under way", "is being processed.")
        }
    };
    View {
        title: title.into(),
        class: "sheet",
        body: html! {
            main.card.ending {
                span class={ "disc " (tone) } { (icon(glyph)) }
                h1 { (title) }
                p { strong { (money::display(payment.amount, &payment.currency)) } " to " (app.config.merchant) " " (text) }
                @if let Some(url) = payment.return_to() {
                    a.primary href=(url) { "Back to " (app.config.merchant) }
                }
            }
        },
    }
}

/// The page of an address that names no checkout.
pub(super) fn missing() -> View {
    View {
        title: "Not found".into(),
        class: "sheet",
        body: html! {
            main.card.ending {
                span.disc.calm { (icon(ALERT)) }
                h1 { "There is no such payment" }
                p { "The link may be cut off, or the sandbox was started anew since it was made." }
            }
        },
    }
}
