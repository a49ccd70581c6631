//! What browsers are shown of adventures.

use super::readers::PROGRESSED;
use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList = &[
    ("adventure.completed", |body| Published::whole(Channel::AdventuresChanges, body)),
    (PROGRESSED, |body| Published::whole(Channel::AdventuresChanges, body)),
];
