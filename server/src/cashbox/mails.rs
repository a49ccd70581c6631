//! The mails that tell players of the ends of their payments: a deposit that has arrived, and a withdrawal that was paid or
//! has come back.
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
use crate::calendar::DAY_MS;
use crate::content;
use crate::error::{ApiError, ApiResult};
use crate::house::amount_text;
use crate::mail::{self, MailValues, Template};
use crate::readers::{After, Reader};
use crate::{identity, player};

/// The reader's name, under which it keeps its place.
const NAME: &str = "payment_mails";

/// An end that is read later than this is no news.
const NEWS_FOR_MS: i64 = DAY_MS;

/// Where players see a payment with its receipt.
const PAGE: &str = "/profile/payments?payment=";

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
    /// What has reached the wallet or left the house; what comes back comes back whole.
    fn told_cents(&self, template: Template) -> i64 {
        match template {
            Template::CashoutReturned => self.amount_cents,
            _ => self.amount_cents - self.fee_cents,
        }
    }
}

/// The reader that mails players about the ends of their payments.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(NAME, move |tx, rows| {
        let app = app.clone();
        Box::pin(async move {
            for row in rows {
                let LogRow::Event { kind, player, body, at, .. } = row else { continue };
                if kind == "payment.changed" && app.clock.now() - at <= NEWS_FOR_MS {
                    announce(&app, tx, *player, body).await?;
                }
            }
            Ok(After::nothing())
        })
    })
}

/// The mail that tells of a payment's new state. A withdrawal that its player took back, and a deposit that was never paid,
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
    let house = mails_store::house_of(tx, changed.id).await?;
    let posted = post(app, tx, template, player, &changed, house.as_deref()).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(
    app: &App,
    tx: &mut Tx,
    template: Template,
    player: i64,
    changed: &Changed,
    house: Option<&str>,
) -> ApiResult<()> {
    let address = house.unwrap_or(&app.config.public_url);
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = content::mail_brand(app, host) else { return Ok(()) };
    let Ok(currency) = changed.currency.parse() else { return Ok(()) };
    let (profile, login) = (player::get(app, player).await?, identity::login_of(app, player).await?);
    let amount = amount_text(&profile.locale, changed.told_cents(template), currency);
    let fee = amount_text(&profile.locale, changed.fee_cents, currency);
    let link = format!("{}{PAGE}{}", brand.site, changed.id);
    let filled =
        MailValues { values: &[("amount", &amount), ("fee", &fee)], link: Some(&link), unsubscribe: None };
    let letter = app.mail.compose(template, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &letter).await
}
