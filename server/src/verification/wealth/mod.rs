//! The questionnaire about where a player's wealth comes from.
//!
//! Staff asks for it until a date. From that date on, an unanswered questionnaire holds deposits and withdrawals; the money
//! that is there can still be played with. The answer ends the hold at once, and staff then approves it or asks again.
//!
//! An answer is kept encrypted, as documents are, and the log keeps who has read it. Its files are documents of the kind
//! `wealth`. Every step is decided under the lock of the player's lane.

mod answering;
mod asking;
pub mod http;
mod mails;
mod model;
mod overdue;
mod store;

pub use asking::{
    WealthAsked, WealthReviewed, approve_wealth, ask_wealth, own_wealth, read_wealth, return_wealth,
    wealth_of,
};
pub use model::{IncomeRange, WealthAnswer, WealthQuestionnaire, WealthRequest, WealthSource, WealthState};
pub use overdue::{is_wealth_overdue_in, refuse_wealth_overdue, wealth_overdue};

pub(super) use mails::announce;
