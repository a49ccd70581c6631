//! What browsers are shown of jackpots that were won.

use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList = &[("jackpot.won", |body| Published::whole(Channel::JackpotWinAward, body))];
