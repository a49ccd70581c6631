//! The mail that asks a player for an answer.

use croupier_db::{Error, Result, Tx};
use serde::Deserialize;
use uuid::Uuid;

use super::model::{WealthQuestionnaire, WealthState};
use super::store;
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::Date;
use crate::platform::error::{ApiError, ApiResult};
use crate::{identity, player};

/// Where a player answers.
const PAGE: &str = "/profile/wealth";

/// The facts `wealth.asked` and `wealth.returned`.
#[derive(Deserialize)]
struct WealthFact {
    /// The questionnaire that waits.
    subject: Uuid,
}

/// Mails the player whom the fact `body` says was asked, within the caller's transaction.
pub(in crate::verification) async fn announce(app: &App, tx: &mut Tx, body: &str) -> Result<()> {
    let asked: WealthFact = match serde_json::from_str(body) {
        Ok(asked) => asked,
        Err(error) => {
            tracing::error!(%error, "a question about wealth cannot be read");
            return Ok(());
        }
    };
    let found = store::get_in(tx, asked.subject).await?;
    // Who has answered meanwhile is not asked any more.
    let Some(found) = found.filter(|found| found.state == WealthState::Asked) else { return Ok(()) };
    let posted = post(app, tx, &found).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(app: &App, tx: &mut Tx, asked: &WealthQuestionnaire) -> ApiResult<()> {
    let brand = player::brand_of(&app.db, asked.player).await?;
    // A site without a brand at its own address writes no mails.
    let Ok(brand) = content::mail_brand_called(app, &brand) else { return Ok(()) };
    let profile = player::get(app, asked.player).await?;
    let login = identity::login_of(app, asked.player).await?;
    let date = Date::of(asked.due_at).to_string();
    let link = format!("{}{PAGE}", brand.site);
    let values = [("date", date.as_str()), ("note", asked.note.as_str())];
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let email_message =
        app.mail.compose(Template::WealthAsked, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &email_message).await
}
