//! The receipt of a payment: all that its player, and staff, may want to show of it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::Payment;
use super::reviews::masked;
use super::state::{Action, State};
use super::{receipts_store as store, store as payments};
use crate::app::App;
use crate::content;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// A payment with how it went, and with whom.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PaymentReceipt)]
pub struct Receipt {
    /// The number.
    id: String,
    /// In or out.
    action: Action,
    /// Where it stands.
    state: State,
    /// Subunits. Of a deposit that was paid, what has come.
    amount_cents: i64,
    /// Subunits that were asked for.
    requested_cents: i64,
    /// What it costs, in subunits: a deposit credits that much less, a cashout pays out that much less.
    fee_cents: i64,
    /// Of a cashout that the operator has divided, what it came to before, in subunits.
    whole_cents: Option<i64>,
    /// The wallet.
    currency: String,
    /// Whose sign the method carries.
    brand: String,
    /// What the method is called.
    method: String,
    /// The card, account or address as far as it may be shown; null when the partner alone knows it.
    instrument: Option<String>,
    /// Why it failed.
    error_code: Option<String>,
    /// When it was asked for.
    created_at: String,
    /// When it came to its end; null before.
    finished_at: Option<String>,
    /// When it came into each state, in order.
    steps: Vec<ReceiptStep>,
    /// The brand that it was asked for at.
    site_name: String,
    /// Where its players write to.
    support_email: String,
    /// Under which licence.
    licence: ReceiptLicence,
}

/// A state that a payment has come into.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ReceiptStep {
    state: State,
    at: String,
}

/// The licence that a payment was made under.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ReceiptLicence {
    /// The jurisdiction.
    name: String,
    /// Who holds it.
    company: String,
    /// Its number.
    number: String,
}

/// The receipt of the payment `id`, whose ever it is.
pub async fn receipt(app: &App, id: Uuid) -> ApiResult<Receipt> {
    let payment = payments::get(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    of(app, &payment).await
}

/// The receipt of `payment`.
pub(super) async fn of(app: &App, payment: &Payment) -> ApiResult<Receipt> {
    let steps = store::steps(&app.db, payment)
        .await?
        .into_iter()
        .filter_map(|(state, at)| Some(ReceiptStep { state: State::from_name(&state)?, at: rfc3339(at) }));
    let instrument = match &payment.address {
        Some(address) => Some(masked(address)),
        None => store::masked(&app.db, payment).await?,
    };
    let address = payment.site_address.as_ref().unwrap_or(&app.config.public_url);
    let host = address.split_once("://").map_or(address.as_str(), |(_, host)| host);
    // The primary brand speaks for a host that has lost its own meanwhile.
    let site = content::mail_brand(app, host).or_else(|_| content::mail_brand_called(app, ""))?;
    let owner = player::get(app, payment.player).await?;
    let licence = app.site_config.licences.named(&owner.licence);
    let methods = app.cashbox.methods.now();
    Ok(Receipt {
        id: payment.id.to_string(),
        action: payment.action,
        state: payment.state,
        amount_cents: payment.amount,
        requested_cents: payment.requested,
        fee_cents: payment.fee,
        whole_cents: payment.whole,
        currency: payment.currency.code().to_owned(),
        brand: payment.brand.clone(),
        method: methods
            .get(&payment.method_id)
            .map_or_else(|| payment.brand.clone(), |method| method.title.clone()),
        instrument,
        error_code: payment.error_code.clone(),
        created_at: rfc3339(payment.created_at),
        finished_at: payment.finished_at.map(rfc3339),
        steps: steps.collect(),
        site_name: site.name,
        support_email: site.support_email,
        licence: ReceiptLicence {
            name: licence.name.clone(),
            company: licence.holder.company.clone(),
            number: licence.holder.number.clone(),
        },
    })
}
