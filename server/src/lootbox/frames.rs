//! What browsers are shown of lootboxes.

use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList =
    &[("lootbox.changed", |body| Published::whole(Channel::LootboxesChanges, body))];
