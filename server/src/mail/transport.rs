//! The way out of the operator: SMTP, or a folder for who wants to look at mails and send none.
//!
//! SMTP goes step by step: what a refusal means depends on the step that it answers.
//!
//! The mail server refuses a recipient or a message for good. What it refuses before (the connection, the password, the
//! sender) is a matter between the two servers: every other mail would be refused as well, and all of them wait until
//! somebody has mended it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use lettre::Address;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use uuid::Uuid;

use super::EmailMessage;
use super::mail_server::MailServer;

/// How long the mail server may take for one step.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Replies that ask for another password or another connection at whatever step they come.
const ACCESS_CODES: [u16; 4] = [530, 534, 535, 538];

/// The reply of a server that is about to go away, at whatever step it comes.
const CLOSING_CODE: u16 = 421;

/// How the settings name a folder.
const FOLDER: &str = "file://";

/// Where mails go.
#[derive(Debug)]
pub(super) enum Transport {
    /// To a mail server.
    Server(MailServer),
    /// Into a folder, a file of RFC 5322 each (`{id}.eml`), which mail programs open.
    Folder(PathBuf),
}

/// Why a mail was not taken.
#[derive(Debug)]
pub(super) struct Refusal {
    /// In words.
    pub(super) reason: String,
    /// What it says of the mail.
    pub(super) verdict: Verdict,
}

/// What a refusal says of the mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing: the two servers do not get along.
    None,
    /// It may be taken later.
    Later,
    /// It never will be taken.
    Never,
}

impl Transport {
    /// The server at `url`, see [`MailServer::parse`]; the folder of `file:///var/mails`, which is made when it is missing.
    pub(super) fn open(url: &str) -> Result<Self> {
        let Some(folder) = url.strip_prefix(FOLDER).map(PathBuf::from) else {
            return Ok(Self::Server(MailServer::parse(url)?));
        };
        ensure!(folder.is_absolute(), "a folder of mails is named from the root on: file:///var/mails");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self::Folder(folder))
    }

    /// Hands a mail over. The same mail twice is one file in a folder.
    pub(super) async fn send_one(&self, id: Uuid, email_message: &EmailMessage) -> Result<(), Refusal> {
        let unfit = |error: anyhow::Error| Refusal { reason: error.to_string(), verdict: Verdict::Never };
        let message = message(id, email_message).map_err(unfit)?;
        let server = match self {
            Self::Server(server) => server,
            Self::Folder(folder) => return put(folder, id, &message).await,
        };
        let mut connection = step(About::Server, server.connect(TIMEOUT)).await?;
        let sent = hand_over(&mut connection, &message).await;
        // Whether the server takes leave is all the same.
        let _ = timeout(TIMEOUT, connection.abort()).await;
        sent
    }
}

/// Writes a mail into the folder: under another name first, so that nobody reads half of it.
async fn put(folder: &Path, id: Uuid, message: &Message) -> Result<(), Refusal> {
    let (half, whole) = (folder.join(format!("{id}.part")), folder.join(format!("{id}.eml")));
    let written = async {
        // A mail may hold a link that signs in: it is nobody else's to read on this machine.
        let mut file = tokio::fs::OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .mode(0o600)
            .open(&half)
            .await?;
        file.write_all(&message.formatted()).await?;
        file.flush().await?;
        tokio::fs::rename(&half, &whole).await
    };
    // A full disk is nothing that the mail could help.
    written.await.map_err(|error| Refusal { reason: error.to_string(), verdict: Verdict::None })
}

/// What a step of the exchange is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// The two servers.
    Server,
    /// The recipient.
    Recipient,
    /// What the mail says.
    Content,
}

async fn hand_over(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Refusal> {
    let (envelope, text) = (message.envelope(), message.formatted());
    let knows = |extension| connection.server_info().supports_feature(extension);
    let mut parameters = Vec::new();
    let mut addresses = envelope.to().iter().chain(envelope.from());
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if !knows(Extension::SmtpUtfEight) {
            let reason = "the mail server takes no such address (SMTPUTF8)".to_owned();
            return Err(Refusal { reason, verdict: Verdict::Never });
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !text.is_ascii() && knows(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let sender = Mail::new(envelope.from().cloned(), parameters);
    step(About::Server, connection.command(sender)).await?;
    for recipient in envelope.to() {
        step(About::Recipient, connection.command(Rcpt::new(recipient.clone(), Vec::new()))).await?;
    }
    step(About::Server, connection.command(Data)).await?;
    step(About::Content, connection.message(&text)).await.map(drop)
}

/// Waits for one step.
async fn step<T>(about: About, answer: impl Future<Output = Result<T, Error>>) -> Result<T, Refusal> {
    match timeout(TIMEOUT, answer).await {
        Ok(answered) => answered.map_err(|error| refusal(about, &error)),
        Err(_) => Err(Refusal {
            reason: "the mail server does not answer".to_owned(),
            verdict: if about == About::Server { Verdict::None } else { Verdict::Later },
        }),
    }
}

fn refusal(about: About, error: &Error) -> Refusal {
    let code = error.status().map(u16::from);
    // An enhanced status of 5.7 says that the servers do not trust each other, not that the recipient is unknown.
    let text = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let is_distrust = about == About::Recipient && text.starts_with("5.7.");
    let is_access = code.is_some_and(|code| ACCESS_CODES.contains(&code));
    let is_closing = code == Some(CLOSING_CODE);
    let verdict = if about == About::Server || is_access || is_distrust || is_closing {
        Verdict::None
    } else if error.is_permanent() {
        Verdict::Never
    } else {
        Verdict::Later
    };
    Refusal { reason: error.to_string(), verdict }
}

/// The mail as the mail server gets it.
fn message(id: Uuid, email_message: &EmailMessage) -> Result<Message> {
    let from: Address = email_message.from.parse()?;
    let message_id = format!("<{id}@{}>", from.domain());
    let mut message = Message::builder()
        .message_id(Some(message_id))
        .from(Mailbox::new(Some(email_message.from_name.clone()), from))
        .to(Mailbox::new(None, email_message.to.parse()?))
        .subject(&email_message.subject);
    if let Some(reply_to) = &email_message.reply_to {
        message = message.reply_to(Mailbox::new(None, reply_to.parse()?));
    }
    if let Some(url) = &email_message.unsubscribe_url {
        message = message.header(ListUnsubscribe(format!("<{url}>")));
        message = message.header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
    }
    let text = email_message.body.clone();
    Ok(match &email_message.html {
        Some(html) => message.multipart(MultiPart::alternative_plain_html(text, html.clone()))?,
        None => message.header(ContentType::TEXT_PLAIN).body(text)?,
    })
}

/// Defines a header that `lettre` has no type for.
macro_rules! plain_header {
    ($(#[$meta:meta])* $type:ident, $name:literal) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        struct $type(String);

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(value: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok(Self(value.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    };
}

plain_header!(
    /// Where a reader unsubscribes (RFC 2369).
    ListUnsubscribe,
    "List-Unsubscribe"
);
plain_header!(
    /// Says that the address takes one call without a page (RFC 8058).
    ListUnsubscribePost,
    "List-Unsubscribe-Post"
);

#[cfg(test)]
mod tests {
    use super::*;

    fn email_message() -> EmailMessage {
        EmailMessage {
            to: "help@casino.example".to_owned(),
            from: "no-reply@casino.example".to_owned(),
            from_name: "Casino".to_owned(),
            reply_to: Some("ann@player.example".to_owned()),
            subject: "Käse".to_owned(),
            body: "Line\n.\nend".to_owned(),
            html: None,
            unsubscribe_url: None,
            is_resendable: false,
        }
    }

    #[tokio::test]
    async fn a_folder_takes_each_mail_once() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("mails");
        let transport = Transport::open(&format!("file://{}", folder.display())).unwrap();
        for _ in 0..2 {
            transport.send_one(Uuid::nil(), &email_message()).await.unwrap();
        }
        let names: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, [format!("{}.eml", Uuid::nil()).as_str()]);
        let text = std::fs::read_to_string(folder.join(&names[0])).unwrap();
        assert!(text.contains("To: help@casino.example") && text.contains("Line"), "{text}");
        let _ = std::fs::remove_dir_all(&folder);
        let lost = transport.send_one(Uuid::nil(), &email_message()).await.unwrap_err();
        assert_eq!(lost.verdict, Verdict::None, "it waits until somebody has mended it");
        assert!(Transport::open("file://mails").is_err());
    }

    #[test]
    fn a_mail_has_both_forms_and_the_way_out() {
        let url = "https://casino.example/webhooks/mail/unsubscribe?token=1.abc".to_owned();
        let html = Some("<p>Line</p>".to_owned());
        let email_message = EmailMessage { html, unsubscribe_url: Some(url.clone()), ..email_message() };
        let text = String::from_utf8(message(Uuid::nil(), &email_message).unwrap().formatted()).unwrap();
        for part in [
            "Content-Type: multipart/alternative",
            "Content-Type: text/plain",
            "Content-Type: text/html",
            &format!("List-Unsubscribe: <{url}>"),
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn a_mail_names_itself_and_its_sender() {
        let text = String::from_utf8(message(Uuid::nil(), &email_message()).unwrap().formatted()).unwrap();
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
        let text = message(Uuid::nil(), &EmailMessage { subject, ..email_message() }).unwrap().formatted();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.lines().any(|line| line.starts_with("Bcc:")), "{text}");
    }
}
