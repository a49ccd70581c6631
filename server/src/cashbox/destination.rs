//! Where a cashout goes that goes to no kept card or account: an address on a chain, an IBAN, an account's e-mail.

use croupier_ledger::PlayerId;

use super::address;
use super::coin_addresses_store;
use super::iban::{self, Iban};
use super::kind::Kind;
use super::methods::Method;
use super::payments::PaymentRequest;
use super::state::Action;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::{player, rules};

/// The country of IBANs that are not paid out to.
const REFUSED_COUNTRY: &str = "LT";

/// Checks what `payment_request` names, and answers it in its one form; `None` when the payment needs none. A field that does not
/// belong to the payment is refused, and so is a player's lasting address for a coin: no money goes from wallet to wallet.
///
/// A player who names a Lithuanian IBAN is put into the group of such players.
pub(super) async fn check(
    app: &App,
    player: PlayerId,
    method: &Method,
    payment_request: &PaymentRequest,
) -> ApiResult<Option<String>> {
    let wanted = match (payment_request.action, method.kind) {
        (Action::Cashout, Kind::Crypto) => Some("address"),
        (Action::Cashout, Kind::Bank) => Some("iban"),
        (Action::Cashout, Kind::Voucher) => Some("account"),
        _ => None,
    };
    let given = [
        ("address", &payment_request.address),
        ("iban", &payment_request.iban),
        ("account", &payment_request.account),
    ];
    for (field, value) in given {
        let is_wanted = wanted == Some(field);
        match value {
            Some(_) if !is_wanted => {
                return Err(refusal(field, "INVALID", "This does not belong here."));
            }
            None if is_wanted => return Err(refusal(field, "REQUIRED", "Where should it go?")),
            _ => {}
        }
    }
    let Some(field) = wanted else { return Ok(None) };
    let text = given.into_iter().find_map(|(name, value)| value.as_deref().filter(|_| name == field));
    let text = text.unwrap_or_default();
    let invalid = || refusal(field, "INVALID", "This is not valid.");
    match method.kind {
        Kind::Crypto if address::is_valid(payment_request.currency, text) => {
            // What goes there comes in again at once: as a deposit of this player that brought nothing, or of another one.
            let is_ours = coin_addresses_store::is_ours(&app.db, text).await?;
            if is_ours { Err(invalid()) } else { Ok(Some(text.to_owned())) }
        }
        Kind::Bank => match iban::parse(text) {
            _ if iban::country(text).as_deref() == Some(REFUSED_COUNTRY) => {
                put_into_group(app, player).await?;
                Err(refusal(field, "LT", "Payouts to Lithuanian accounts are not possible."))
            }
            Some(Iban(text)) => Ok(Some(text)),
            None => Err(invalid()),
        },
        Kind::Voucher => rules::email(text).map(Some).map_err(|_| invalid()),
        _ => Err(invalid()),
    }
}

fn refusal(field: &str, rule: &str, message: &str) -> ApiError {
    ApiError::field(field, &format!("VALIDATION.{}.{rule}", field.to_uppercase()), message)
}

async fn put_into_group(app: &App, player: PlayerId) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    player::add_groups(app, &mut tx, player, &[player::LITHUANIAN_IBAN]).await?;
    Ok(tx.commit().await?)
}
