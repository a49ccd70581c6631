//! The mails that tell players of the ends of their payments: a deposit that has arrived, coins that came by themselves and are
//! held, and a withdrawal that was paid or has come back.
//!
//! The fact is written in the transaction that moves the money, and this reader posts one mail for each. They are about
//! the player's own money and no offers, so they go out whatever the player wants to be sent.

use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Error, Result, Tx};
use serde::Deserialize;
use uuid::Uuid;

use super::mails_store;
use super::state::{Action, State};
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::{After, Reader};
use crate::site_config::amount_text;
use crate::{identity, player};

/// The reader's name, under which it keeps its place.
const NAME: &str = "payment_mails";

/// An end that is read later than this is no news.
const NEWS_FOR_MS: i64 = DAY_MS;

/// Where players see their payments.
const PAYMENTS: &str = "/profile/payments";

/// Where players see a payment with its receipt.
const RECEIPT: &str = "/profile/payments?payment=";

/// The fact `payment.changed`, as far as it matters here.
#[derive(Deserialize)]
struct Changed {
    id: Uuid,
    action: String,
    state: String,
    amount_cents: i64,
    /// Absent from facts of before there were fees.
    #[serde(default)]
    fee_cents: i64,
    currency: String,
}

impl Changed {
    /// What has reached the wallet or left the operator; what comes back comes back whole.
    fn reported_cents(&self, template: Template) -> i64 {
        match template {
            Template::CashoutReturned => self.amount_cents,
            _ => self.amount_cents - self.fee_cents,
        }
    }
}

/// The fact `coin.held`.
#[derive(Deserialize)]
struct HeldCoins {
    amount_cents: i64,
    currency: String,
    site_address: String,
}

/// What a mail reports.
struct MailFact<'a> {
    template: Template,
    /// In subunits of `currency`.
    cents: i64,
    /// What it has cost, in subunits; `None` in mails that name no fee.
    fee_cents: Option<i64>,
    currency: &'a str,
    /// The path of the site where more of it stands.
    page: &'a str,
}

/// The reader that mails players about the ends of their payments.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(NAME, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            for row in rows {
                let LogRow::Event { kind, player, body, at, .. } = row else { continue };
                if app.clock.now() - at > NEWS_FOR_MS {
                    continue;
                }
                match kind.as_str() {
                    "payment.changed" => announce(&app, tx, *player, body).await?,
                    "coin.held" => announce_held(&app, tx, *player, body).await?,
                    _ => {}
                }
            }
            Ok(After::nothing())
        })
    })
}

/// The mail about a payment's new state. A withdrawal that its player took back, and a deposit that was never paid,
/// are no news to anybody.
fn template_of(action: &str, state: &str) -> Option<Template> {
    Some(match (Action::from_name(action)?, State::from_name(state)?) {
        (Action::Deposit, State::Succeeded) => Template::DepositArrived,
        (Action::Cashout, State::Succeeded) => Template::CashoutPaid,
        (Action::Cashout, State::Declined | State::Rejected | State::Canceled) => Template::CashoutReturned,
        _ => return None,
    })
}

async fn announce(app: &App, tx: &mut Tx, player: i64, body: &str) -> Result<()> {
    let changed: Changed = match serde_json::from_str(body) {
        Ok(changed) => changed,
        Err(error) => {
            tracing::error!(%error, player, "a change of a payment cannot be read");
            return Ok(());
        }
    };
    let Some(template) = template_of(&changed.action, &changed.state) else { return Ok(()) };
    let site_address = mails_store::site_address_of(tx, changed.id).await?;
    let page = format!("{RECEIPT}{}", changed.id);
    let reported = MailFact {
        template,
        cents: changed.reported_cents(template),
        fee_cents: (template != Template::CashoutReturned).then_some(changed.fee_cents),
        currency: &changed.currency,
        page: &page,
    };
    let posted = post(app, tx, player, &reported, site_address.as_deref()).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn announce_held(app: &App, tx: &mut Tx, player: i64, body: &str) -> Result<()> {
    let held: HeldCoins = match serde_json::from_str(body) {
        Ok(held) => held,
        Err(error) => {
            tracing::error!(%error, player, "the fact of held coins cannot be read");
            return Ok(());
        }
    };
    let (template, currency) = (Template::CoinsHeld, &held.currency);
    let reported = MailFact { template, cents: held.amount_cents, fee_cents: None, currency, page: PAYMENTS };
    let posted = post(app, tx, player, &reported, Some(&held.site_address)).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(
    app: &App,
    tx: &mut Tx,
    player: i64,
    reported: &MailFact<'_>,
    site_address: Option<&str>,
) -> ApiResult<()> {
    let address = site_address.unwrap_or(&app.config.public_url);
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = content::mail_brand(app, host) else { return Ok(()) };
    let Ok(currency) = reported.currency.parse() else { return Ok(()) };
    let (profile, login) = (player::get(app, player).await?, identity::login_of(app, player).await?);
    let amount = amount_text(&profile.locale, reported.cents, currency);
    let link = format!("{}{}", brand.site, reported.page);
    let fee = reported.fee_cents.map(|cents| amount_text(&profile.locale, cents, currency));
    let mut values = vec![("amount", amount.as_str())];
    values.extend(fee.as_deref().map(|fee| ("fee", fee)));
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let email_message = app.mail.compose(reported.template, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &email_message).await
}
