//! SMTP.

use std::time::Duration;

use anyhow::Result;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use uuid::Uuid;

use super::Letter;

/// How long the mail server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The way to one mail server.
#[derive(Debug)]
pub(super) struct Transport {
    smtp: AsyncSmtpTransport<Tokio1Executor>,
}

/// Why a mail was not taken.
#[derive(Debug)]
pub(super) struct Refusal {
    /// In words.
    pub(super) reason: String,
    /// Whether it never will be.
    pub(super) is_final: bool,
}

impl Transport {
    /// The server at `url`: `smtp://host:port`, or `smtps://user:password@host`, with `?tls=required` for STARTTLS.
    pub(super) fn open(url: &str) -> Result<Self> {
        let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.timeout(Some(TIMEOUT)).build();
        Ok(Self { smtp })
    }

    /// Hands a mail over.
    pub(super) async fn carry(&self, id: Uuid, letter: &Letter) -> Result<(), Refusal> {
        let message =
            message(id, letter).map_err(|error| Refusal { reason: error.to_string(), is_final: true })?;
        let sent = self.smtp.send(message).await;
        sent.map(drop).map_err(|error| Refusal { is_final: error.is_permanent(), reason: error.to_string() })
    }
}

/// The mail as the mail server gets it.
fn message(id: Uuid, letter: &Letter) -> Result<Message> {
    let from: Address = letter.from.parse()?;
    let message_id = format!("<{id}@{}>", from.domain());
    let mut message = Message::builder()
        .message_id(Some(message_id))
        .from(Mailbox::new(Some(letter.from_name.clone()), from))
        .to(Mailbox::new(None, letter.to.parse()?))
        .subject(&letter.subject)
        .header(ContentType::TEXT_PLAIN);
    if let Some(reply_to) = &letter.reply_to {
        message = message.reply_to(Mailbox::new(None, reply_to.parse()?));
    }
    Ok(message.body(letter.body.clone())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            to: "help@casino.example".to_owned(),
            from: "no-reply@casino.example".to_owned(),
            from_name: "Casino".to_owned(),
            reply_to: Some("ann@player.example".to_owned()),
            subject: "Käse".to_owned(),
            body: "Line\n.\nend".to_owned(),
        }
    }

    #[test]
    fn a_mail_names_itself_and_its_sender() {
        let text = String::from_utf8(message(Uuid::nil(), &letter()).unwrap().formatted()).unwrap();
        for line in [
            "Message-ID: <00000000-0000-0000-0000-000000000000@casino.example>",
            "From: Casino <no-reply@casino.example>",
            "Reply-To: ann@player.example",
            "To: help@casino.example",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }

    #[test]
    fn nothing_in_a_subject_makes_a_header() {
        let subject = "Hi\r\nBcc: all@player.example".to_owned();
        let text = message(Uuid::nil(), &Letter { subject, ..letter() }).unwrap().formatted();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.lines().any(|line| line.starts_with("Bcc:")), "{text}");
    }
}
