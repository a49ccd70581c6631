//! What browsers are shown of play.

use serde::{Deserialize, Serialize};

use crate::realtime::{Channel, FrameList, Published, shaped};

/// A win as strangers may see it. Fields of the fact that are not named here stay inside.
#[derive(Debug, Serialize, Deserialize)]
struct Win {
    /// Masked.
    user_name: String,
    game: WinGame,
    amount_cents: i64,
    currency: String,
    created_at: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct WinGame {
    identifier: String,
    title: String,
    preview: String,
}

/// What is published of the facts of this context.
pub const FRAMES: FrameList =
    &[("play.win", |body| Ok(vec![Published::Frame(Channel::Wins, shaped::<Win>(body)?)]))];
