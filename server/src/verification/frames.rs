//! What browsers are shown of who a player is known to be.

use crate::realtime::{Channel, FactFrames, FrameList, Published};

/// What has changed is read anew by the page.
const CHANGED: FactFrames = |_| Ok(Published::changed(Channel::DocumentsChanges));

/// What is published of the facts of this context, and of corrections that staff make.
pub const FRAMES: FrameList = &[
    ("document.uploaded", CHANGED),
    ("document.reviewed", CHANGED),
    ("player.verification", CHANGED),
    ("player.corrected", CHANGED),
    ("identity.checked", CHANGED),
    ("identity.compared", CHANGED),
    ("identity.approved", CHANGED),
    ("identity.rejected", CHANGED),
    ("wealth.asked", CHANGED),
    ("wealth.answered", CHANGED),
    ("wealth.approved", CHANGED),
    ("wealth.returned", CHANGED),
];
