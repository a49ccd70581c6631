//! What browsers are shown of adventures.

use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList =
    &[("adventure.completed", |body| Published::whole(Channel::AdventuresChanges, body))];
