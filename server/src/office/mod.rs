//! The back office: what staff sees and does in the browser, on a listener of its own.
//!
//! A call asks its member's permission in its signature (`StaffCaller<PayoutsRead>`). [`scope_guard`] keeps members who are
//! bound to brands to players of these. Personal data is masked until a member
//! asks for it with a reason. What a member decides or looks at is a fact of the log in the commit of the step itself, signed
//! with the member, the member's address and where the call came from; [`log::reader`] keeps a list of those facts.

mod acts_store;
mod adjustments;
mod adjustments_store;
mod boxes;
mod bundle;
pub mod calculations;
mod calculations_store;
mod calendar;
mod calendar_sources;
mod check;
mod corrections;
mod corrections_store;
mod cost_players;
mod cost_sources;
mod costs;
mod found;
mod fraud_rules;
mod games;
pub mod http;
pub mod log;
mod mails;
mod media_faults;
mod month;
mod notes;
mod offers;
mod operations_store;
mod owners_store;
mod player_groups;
mod player_limits;
mod points;
pub mod publishing;
pub mod scope_guard;
mod second_factor;
mod store;
pub mod transfer;
mod translations;
mod views;
mod views_store;

pub use bundle::Bundle;
pub use check::{check, rules};
