//! Players of concern: markers of harm in how they pay and play, found once a day, and what staff has done about each.
//!
//! A marker says that a person should look; nothing follows from it by itself. Everything is counted from sums by the hour that
//! the reader of play keeps, and from payments: the log is never scanned.

mod actions;
mod local_time;
mod markers;
mod pass;
mod store;

pub use actions::{Act, ActionTaken, ConcernAction, act};
pub use markers::{Figures, Marker};
pub use pass::{pass, run};
pub use store::{Concern, ConcernPlace, actions_of, get, handled, open};
