//! Support chat: a conversation between a visitor and staff, in text and, where the visitor is a player, in pictures.
//!
//! A player has one conversation, found by the session. A guest has one as well, found by a restore id that this
//! installation has signed and the browser keeps; the store holds its SHA-256. When the guest signs in, the site hands the
//! restore id over, and the conversation becomes the player's.
//!
//! A picture takes its place first: one commit writes its row, then its encrypted file is written, and the step that adds the
//! message makes the row `sent`, so a picture that is shown has its file. What an upload leaves behind that died in between,
//! and files of messages that are gone, are removed by [`sweep`].
//!
//! Every step is one commit under the lock of the conversation's row: it changes the rows and, last of all, appends a fact,
//! from which realtime tells the player's open pages to read the conversation anew. So the facts of a conversation are in the
//! log in the order of its steps, and bets wait for a chat hardly longer than the fact takes. A step that locks several rows
//! locks the guest's row first, then the guest's conversation, then the player's. Facts name the step and who of staff took
//! it, never the text: texts are deleted after a while, the log is not.

mod guest;
pub mod http;
mod model;
mod pictures;
mod pictures_store;
mod staff;
mod store;
pub mod sweep;
mod transcript;
mod view;
mod visitor;

use croupier_db::{Db, Error, Result, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::Value;

pub use model::{Conversation, Message, TEXT_MAX};
pub use pictures::{
    Picture, StaffPicture, check_pictures, picture_in, reply_with_picture, served, upload_key,
};
pub use staff::{
    Answered, LIST_MAX, Listed, PART, close, closed_conversations, conversation_of, hand_over, note_read,
    open_conversations, part_of, reply, shown,
};

/// Facts about guests are written under this number, which no player has.
const NO_PLAYER: PlayerId = 0;

/// How often a step is tried again when the store asks for it.
const TRIES: u32 = 5;

/// Appends the fact of a step to the log; the last statement of the step.
async fn append(
    db: &Db,
    tx: &mut Tx,
    player: Option<PlayerId>,
    kind: &'static str,
    body: &Value,
    now: i64,
) -> Result<()> {
    let fact = Fact { kind, body: body.to_string() };
    log::append(db, tx, player.unwrap_or(NO_PLAYER), now, &[fact]).await
}

/// Whether a step that came to `done` is taken once more, as the store asks for it.
fn tries_again<T>(done: &Result<T>, tries: &mut u32) -> bool {
    *tries += 1;
    matches!(done, Err(Error::Retry(_))) && *tries <= TRIES
}
