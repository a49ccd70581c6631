//! Getting back into an account, and proving that an address is the player's: what is mailed, and what the links in the
//! mails do.
//!
//! A call that names an address only notes the wish and is answered; the mail is made afterwards
//! ([`requests`]). So the answer, and the time it takes, say nothing about whether the address is known.

mod email;
pub mod http;
mod mails;
mod password;
mod requests;
mod store;

pub use mails::{post_confirmation, post_email_changed};
pub use requests::{answer_due, drop_email_changes, run};
