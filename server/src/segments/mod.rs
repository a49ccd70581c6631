//! Segments: named rules over players, which staff keeps, counts, and sends things to.
//!
//! A rule is typed ([`rule`]) and written as one condition of SQL over what readers and contexts keep of each player
//! ([`Selection`]). Whoever is stopped is in no segment that something is advertised to. Every version of a segment is kept:
//! what was sent by one names the version.

mod rule;
mod saved;
mod selection;
mod selection_store;
mod store;

pub use rule::{
    Among, Bound, Channel, Condition, Consent, Count, InGroups, Join, Level, Named, Part, SegmentRule, Sum,
    VERSION, When, Yes,
};
pub use saved::{
    Edit, NewSegment, Segment, SegmentRef, Version, archive, create, find, page, rule_of, save, segment,
    versions,
};
pub use selection::{COUNT_MS, Counted, Selection, window_end};
