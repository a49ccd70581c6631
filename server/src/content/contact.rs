//! What visitors write to support: kept, and sent on as a mail that support can answer.

use uuid::Uuid;

use super::brands::Brand;
use super::store;
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::identity;
use crate::mail::{self, EmailMessage, MailValues, Template};
use crate::platform::error::ApiResult;
use crate::platform::limit_key::LimitKey;
use crate::rules::{self, Refusals};

/// The longest texts, in characters.
const NAME_MAX: usize = 60;
const SUBJECT_MAX: usize = 120;
const MESSAGE_MAX: usize = 4000;

/// A message as it was typed.
#[derive(Debug)]
pub(super) struct Typed {
    /// Where the answer goes.
    pub(super) email: String,
    /// Who writes.
    pub(super) name: String,
    /// What about.
    pub(super) subject: String,
    /// What.
    pub(super) message: String,
    /// The solved captcha, from the third message of an hour on.
    pub(super) captcha: Option<String>,
    /// The language that the site speaks to who writes.
    pub(super) locale: String,
}

/// A message that is in order.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) email: String,
    pub(super) name: String,
    pub(super) subject: String,
    #[expect(clippy::struct_field_names, reason = "the form names it so")]
    pub(super) message: String,
}

impl Typed {
    fn checked(&self) -> ApiResult<Message> {
        let mut refusals = Refusals::default();
        let email = refusals.check("email", rules::email(&self.email));
        let name = refusals.check("name", rules::short_text(&self.name, NAME_MAX));
        let subject = refusals.check("subject", rules::short_text(&self.subject, SUBJECT_MAX));
        let message = refusals.check("message", rules::long_text(&self.message, MESSAGE_MAX));
        refusals.into_result()?;
        Ok(Message {
            email: email.unwrap_or_default(),
            name: name.unwrap_or_default(),
            subject: subject.unwrap_or_default(),
            message: message.unwrap_or_default(),
        })
    }
}

/// Takes a message for the support of `brand`; answers its number.
pub(super) async fn receive(
    app: &App,
    visitor: &Visitor,
    caller: &Caller,
    brand: &Brand,
    typed: &Typed,
) -> ApiResult<Uuid> {
    let message = typed.checked()?;
    let (caller_key, now) = (visitor.limit_key(), app.clock.now());
    app.limits.contact.take(caller_key)?;
    let solved = match app.limits.contact_without_captcha.take(caller_key) {
        Ok(()) => None,
        Err(_) => identity::solved_captcha(app, typed.captcha.as_deref()).await?,
    };
    let id = app.entropy.uuid(&app.clock);
    let player = caller.player().map(|player| player.id);
    let mut tx = app.db.begin().await?;
    identity::spend_captcha(app, &mut tx, solved.as_ref()).await?;
    store::keep_message(&mut tx, id, player, &message, now).await?;
    mail::post(app, &mut tx, &email_message(brand, id, player, &message)).await?;
    let mailbox = LimitKey::email(&rules::mailbox(&message.email));
    if app.limits.contact_receipts_of_mailbox_a_day.take(mailbox).is_ok() {
        let receipt = receipt(app, &visitor.host, id, &message.email, &typed.locale)?;
        mail::post(app, &mut tx, &receipt).await?;
    }
    tx.commit().await?;
    Ok(id)
}

/// Tells whoever is said to have written that the message has come. It repeats nothing of what was typed: the address may be
/// anybody's, and nobody is to write to strangers in our name.
fn receipt(app: &App, host: &str, id: Uuid, to: &str, locale: &str) -> ApiResult<EmailMessage> {
    let (brand, number) = (super::mail_brand(app, host)?, id.to_string());
    let filled = MailValues { values: &[("number", &number)], ..MailValues::default() };
    Ok(app.mail.compose(Template::ContactReceived, locale, &brand, to, filled))
}

/// A subject that mail programs show as it was typed: an encoded word in it would be decoded into whatever it holds.
fn literal(subject: &str) -> String {
    subject.replace("=?", "= ?")
}

/// The message as support reads it; answering it writes to the visitor.
fn email_message(brand: &Brand, id: Uuid, player: Option<i64>, message: &Message) -> EmailMessage {
    let player = player.map_or_else(|| "a guest".to_owned(), |player| format!("player {player}"));
    EmailMessage {
        to: brand.support_email.clone(),
        from: brand.support_email.clone(),
        from_name: brand.name.clone(),
        reply_to: Some(message.email.clone()),
        subject: literal(&message.subject),
        body: format!(
            "From: {} <{}> ({player})\nMessage: {id}\n\n{}\n",
            message.name, message.email, message.message
        ),
        html: None,
        unsubscribe_url: None,
        is_resendable: false,
    }
}
