//! The conversation as a mail, when its player asks for it.

use std::fmt::Write as _;

use croupier_ledger::PlayerId;

use super::model::{Message, TRANSCRIPT_MAX, Visitor};
use super::store::{self, Between};
use crate::app::App;
use crate::content;
use crate::mail::{self, MailValues, Template};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;
use crate::{identity, player};

/// The text that stands for the name of the player.
const YOU: &str = "chat.you";

/// The text that stands in place of a picture.
const PICTURE: &str = "chat.picture_sent";

/// The text that says that the mail does not begin with the first message.
const LEFT_OUT: &str = "chat.earlier_left_out";

/// Bytes of the messages of a mail; earlier ones are left out.
const BYTES_MAX: usize = 256 * 1024;

/// Puts the transcript into the outbox. It goes to nobody but the confirmed owner of the address: else anybody could have
/// a mail with a text of their own sent to anybody.
pub(super) async fn post(app: &App, player: PlayerId, host: &str) -> ApiResult<()> {
    app.limits.chat_transcripts.take(LimitKey::player(player))?;
    let conversation = store::of_visitor(&app.db, &Visitor::Player(player)).await?;
    let conversation = conversation.ok_or_else(ApiError::not_found)?;
    let login = identity::login_of(app, player).await?;
    if login.confirmed_at.is_none() {
        return Err(ApiError::conflict("invalid_state", "The e-mail address is not confirmed."));
    }
    let locale = player::get(app, player).await?.locale;
    let brand = content::mail_brand(app, host)?;
    let messages = store::messages(&app.db, conversation.id, Between::ALL, TRANSCRIPT_MAX).await?;
    let text = |name| app.site_config.messages.text(&locale, name);
    let words = Words { you: text(YOU), left_out: text(LEFT_OUT), picture: text(PICTURE) };
    let lines = lines(newest(&messages), words);
    let values = [("messages", lines.as_str())];
    let filled = MailValues { values: &values, ..MailValues::default() };
    let email_message = app.mail.compose(Template::ChatTranscript, &locale, &brand, &login.email, filled);
    let mut tx = app.db.begin().await?;
    mail::post(app, &mut tx, &email_message).await?;
    Ok(tx.commit().await?)
}

/// As many of the newest messages as a mail takes.
fn newest(messages: &[Message]) -> &[Message] {
    let mut bytes = 0;
    let fits = |message: &&Message| {
        bytes += message.text.len();
        bytes <= BYTES_MAX
    };
    let count = messages.iter().rev().take_while(fits).count();
    &messages[messages.len() - count..]
}

/// What a transcript says besides the messages, in the player's language.
#[derive(Clone, Copy)]
struct Words<'a> {
    /// The name of the player.
    you: &'a str,
    /// Above the first line, when that is not the first message.
    left_out: &'a str,
    /// In place of a picture.
    picture: &'a str,
}

/// Time, name and text of each message; a picture is named.
fn lines(messages: &[Message], words: Words<'_>) -> String {
    let mut lines = String::new();
    if messages.first().is_some_and(|first| first.seq > 1) {
        let _ = writeln!(lines, "{}\n", words.left_out);
    }
    for message in messages {
        // Minutes of UTC, for nobody knows where the mail is read.
        let time = rfc3339(message.created_at).replace('T', " ");
        let name = message.staff_name.as_deref().unwrap_or(words.you);
        let text = if message.picture.is_some() { words.picture } else { &message.text };
        let _ = writeln!(lines, "{} UTC, {name}:\n{text}\n", &time[..16]);
    }
    lines.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words<'_> = Words { you: "You", left_out: "Cut.", picture: "[Picture]" };

    #[test]
    fn a_picture_is_named() {
        let picture = Some(uuid::Uuid::nil());
        let message = Message { seq: 1, staff_name: None, text: String::new(), picture, created_at: 0 };
        assert_eq!(lines(&[message], WORDS), "1970-01-01 00:00 UTC, You:\n[Picture]");
    }

    #[test]
    fn each_message_is_told_with_time_and_name() {
        let message = |seq, name: Option<&str>, text: &str| Message {
            seq,
            staff_name: name.map(str::to_owned),
            text: text.to_owned(),
            picture: None,
            created_at: 1_767_225_600_000 + seq * 60_000,
        };
        let messages = [message(1, None, "Hello?\nAnybody?"), message(2, Some("Ann"), "Yes.")];
        assert_eq!(
            lines(&messages, WORDS),
            "2026-01-01 00:01 UTC, You:\nHello?\nAnybody?\n\n2026-01-01 00:02 UTC, Ann:\nYes."
        );
        assert_eq!(lines(&[], WORDS), "");
        assert_eq!(lines(&messages[1..], WORDS), "Cut.\n\n2026-01-01 00:02 UTC, Ann:\nYes.");
    }

    #[test]
    fn the_newest_messages_go_into_a_mail_of_bounded_size() {
        let message =
            |seq| Message { seq, staff_name: None, text: "ä".repeat(2_000), picture: None, created_at: 0 };
        let messages: Vec<Message> = (1..=100).map(message).collect();
        let sent = newest(&messages);
        assert_eq!((sent.len(), sent[0].seq), (65, 36), "65 of 4,000 bytes fit");
        assert_eq!(newest(&messages[..3]).len(), 3);
    }
}
