//! Support chat: a conversation between a visitor and staff, in text.
//!
//! A player has one conversation, found by the session. A guest has one as well, found by a restore id that this
//! installation has signed and the browser keeps; the store holds its SHA-256. When the guest signs in, the site hands the
//! restore id over, and the conversation becomes the player's.
//!
//! Every step is one commit under the lock of the player's lane (guests share the lane of number 0): it changes the rows and
//! appends a fact, from which realtime tells the player's open pages to read the conversation anew. Facts name the step and
//! who of staff took it, never the text: texts are deleted after a while, the log is not.

mod guest;
pub mod http;
mod model;
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
pub use staff::{Answered, close, closed_conversations, hand_over, open_conversations, reply, shown};

/// Facts about guests are written under this number, which no player has.
const NO_PLAYER: PlayerId = 0;

/// How often a step is tried again when the store asks for it.
const TRIES: u32 = 5;

/// Begins a transaction that holds the lock under which the conversation of `player` changes; a guest's without one.
async fn begin(db: &Db, player: Option<PlayerId>) -> Result<Tx> {
    let mut tx = db.begin().await?;
    log::touch(db, &mut tx, player.unwrap_or(NO_PLAYER)).await?;
    Ok(tx)
}

/// Appends the fact of a step to the log.
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
