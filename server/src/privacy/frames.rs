//! What browsers are shown of copies of a player's data.

use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList =
    &[("data_export.changed", |_| Ok(Published::changed(Channel::DocumentsChanges)))];
