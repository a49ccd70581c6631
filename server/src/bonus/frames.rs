//! What browsers are shown of bonuses and free spins.

use crate::realtime::{Channel, FrameList, Published};

/// What is published of the facts of this context.
pub const FRAMES: FrameList = &[
    ("bonus.changed", |body| Published::whole(Channel::BonusesChanges, body)),
    ("freespins.changed", |body| Published::whole(Channel::FreespinsChanges, body)),
];
