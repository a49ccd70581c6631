//! Gifts that staff gives many players at once: the players of a segment, or those of a list.
//!
//! A mass gift is one row and a row for each member. Its members are written down first, as they are at that time; then it is
//! known what all can cost at most, and above the sum of the settings a second member of staff has to approve it. Members are
//! given their gifts in batches, each under the lock of a lane: gifts, facts, the members' rows and the counters are one
//! commit, which only an order that is running takes. So a server that is killed goes on behind its last commit, several servers
//! never take the same member, and nobody is given two.

mod check;
mod gathering;
mod giving;
mod members_store;
mod model;
mod orders;
mod steps;
mod store;

pub use check::{check, rules};
pub use model::{Approval, Change, MassGift, Outcome, State, Thing, Wanted, Worths};
pub use orders::{
    Act, Decision, Line, NewMassGift, Preview, Target, act, approve, between, create, lines_after, outcomes,
    page, preview, with_id,
};
pub use steps::{go_on, run};
