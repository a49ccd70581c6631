//! Makes a failing history small: parts are left out for as long as it still fails.

use crate::history::Event;

/// The smallest part of `events` found for which `fails` still holds.
pub fn shrink(mut events: Vec<Event>, fails: impl Fn(&[Event]) -> bool) -> Vec<Event> {
    let mut size = events.len() / 2;
    while size > 0 {
        let mut from = 0;
        while from < events.len() {
            let to = (from + size).min(events.len());
            let rest = [&events[..from], &events[to..]].concat();
            if fails(&rest) {
                events = rest;
            } else {
                from = to;
            }
        }
        size /= 2;
    }
    events
}
