//! The mails about decisions, checks and questionnaires, written by a reader of the log.

use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Error, Result, Tx};
use serde::Deserialize;
use uuid::Uuid;

use super::model::{Document, DocumentState, kind_key, reason_key};
use super::{provider, store, wealth};
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::{After, Reader};
use crate::site_config::DocumentKind;
use crate::{identity, player};

/// The reader's name, under which it keeps its place.
const NAME: &str = "document_mails";

/// A decision that is read later than this is no news.
const NEWS_FOR_MS: i64 = DAY_MS;

/// Where a player sees documents of a kind and sends new ones.
const fn page(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Wealth => "/profile/wealth",
        _ => "/profile/verification",
    }
}

/// The fact `document.reviewed`.
#[derive(Deserialize)]
struct Fact {
    document: Uuid,
    verified: bool,
}

/// The reader that mails players what was decided about their documents, and what they are asked.
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
                    "document.reviewed" => write(&app, tx, body).await?,
                    "wealth.asked" | "wealth.returned" => wealth::announce(&app, tx, body).await?,
                    "identity.checked" | "identity.approved" | "identity.rejected" => {
                        provider::announce(&app, tx, *player, body).await?;
                    }
                    _ => {}
                }
            }
            Ok(After::nothing())
        })
    })
}

async fn write(app: &App, tx: &mut Tx, body: &str) -> Result<()> {
    let fact: Fact = match serde_json::from_str(body) {
        Ok(fact) => fact,
        Err(error) => {
            tracing::error!(%error, "a decision about a document cannot be read");
            return Ok(());
        }
    };
    let Some(document) = store::get_in(tx, fact.document).await? else { return Ok(()) };
    let posted = post(app, tx, &document, fact.verified).await;
    posted.map_err(|error: ApiError| Error::Engine(format!("{error:?}")))
}

async fn post(app: &App, tx: &mut Tx, document: &Document, verified: bool) -> ApiResult<()> {
    // A host that has lost its brand meanwhile speaks for none.
    let Ok(brand) = content::mail_brand(app, &document.host) else { return Ok(()) };
    let profile = player::get(app, document.player).await?;
    let login = identity::login_of(app, document.player).await?;
    let text = |key: &'static str| app.site_config.messages.text(&profile.locale, key).to_owned();
    let template = match document.state {
        DocumentState::Approved if verified => Template::Verified,
        DocumentState::Approved => Template::DocumentApproved,
        _ => Template::DocumentRejected,
    };
    let kind = text(kind_key(document.kind));
    let reason = document.reason.map(|reason| text(reason_key(reason))).unwrap_or_default();
    let reason = [Some(reason), document.note.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let values = [("document", kind.as_str()), ("reason", reason.as_str())];
    let link = format!("{}{}", brand.site, page(document.kind));
    let filled = MailValues { values: &values, link: Some(&link), unsubscribe: None };
    let email_message = app.mail.compose(template, &profile.locale, &brand, &login.email, filled);
    mail::post(app, tx, &email_message).await
}
