//! Reports: what was bet and won, given away, paid in and out, by day and by whatever else they are asked by.
//!
//! One reader of the log keeps sums by day ([`reader`]); reports add those up and never look at the log itself. Each sum of
//! money is worked out in one place ([`movement`]) and held against the books by [`check`]. A day is one of UTC. Who signed
//! up, under which licence and from where is what the player's row says when the reader comes by.

mod check;
mod compiled;
mod figures;
mod movement;
mod people;
pub mod periods;
mod query;
mod readers;
mod returns;
mod store;

pub use check::{check, rules};
pub use compiled::{Compiled, Line, compiled};
pub use figures::{Figure, Figures};
pub use query::{
    CohortRow, Filter, Group, PeopleRow, Place, PlayedRow, RevenueRow, SumRow, cohorts, in_euros, played,
    revenue, sums_after,
};
pub use readers::reader;
pub use returns::{Returned, returned};

/// The name under which the reader keeps its place.
const READER: &str = "reports";
