//! Sending coins to lasting addresses.

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::Input;
use crate::App;
use crate::arrival::Sent;
use crate::error::Refusal;
use crate::store::State as Kept;

/// Sends coins to an address of a customer, unasked.
pub(super) async fn send(State(app): State<App>, input: Input<Sent>) -> Result<Response, Refusal> {
    let payment = app.arrive(input.value())?;
    Ok(input.answer(payment.view(&app.public_url)))
}

/// A form for each address.
pub(super) fn forms(state: &Kept) -> Markup {
    html! {
        @for lasting in state.lasting_addresses() {
            form.actions method="post" action="/panel/arrivals" aria-label={ "Coins to " (lasting.address) } {
                strong { (lasting.currency) }
                span.reference { (lasting.address) }
                input type="hidden" name="address" value=(lasting.address);
                label { "Smallest units " input name="amount" type="number" min="1" value="150000" inputmode="numeric"; }
                button { "Send" }
            }
        }
    }
}
