//! The player's own calls, and what the operator tells everybody.

mod accounts;
mod authorisation;
mod info;
mod profile;
mod terms;
