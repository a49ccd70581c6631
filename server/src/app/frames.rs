//! What is published to browsers, by the contexts whose facts it is made of.

use crate::realtime::{FrameList, FrameSources};
use crate::{adventure, bonus, cashbox, jackpot, limits, lootbox, play, privacy, verification};

/// What every context publishes of its facts.
const LISTS: &[FrameList] = &[
    verification::frames::FRAMES,
    bonus::frames::FRAMES,
    lootbox::frames::FRAMES,
    adventure::frames::FRAMES,
    cashbox::frames::FRAMES,
    limits::frames::FRAMES,
    play::frames::FRAMES,
    jackpot::frames::FRAMES,
    privacy::frames::FRAMES,
];

/// What facts publish, by their kind.
pub fn frame_sources() -> FrameSources {
    FrameSources::new(LISTS)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::realtime::BENEATH;

    #[test]
    fn no_two_contexts_publish_a_fact() {
        let mut known = HashSet::new();
        for (kind, _) in LISTS.iter().copied().chain([BENEATH]).flatten() {
            assert!(known.insert(kind), "{kind} is listed twice");
        }
    }
}
