//! Paying in and out against a partner that speaks real HTTP.

mod boxes;
mod cashouts;
pub mod closed_loop;
pub mod coins;
mod completed_days;
mod deposits;
mod fees;
mod flows;
mod fraud;
mod full;
mod lost;
mod mails;
mod methods;
mod partners;
pub mod payment_kit;
mod push;
mod reconcile;
mod rules;
mod tls;
mod waiting;
mod webhooks;
mod wire;

pub use rules::own_content;
