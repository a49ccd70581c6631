//! What every context stands on, and what knows none of them: the clock and the calendar, settings and secrets,
//! errors and queries of the HTTP side, limits by the rate of calls, encrypted files, work in the background.

pub mod blobs;
pub mod body;
pub(crate) mod cached;
pub mod calendar;
pub mod client_ip;
pub mod clock;
pub mod config;
pub mod connection_limit;
pub mod current;
pub mod deadline;
pub mod error;
pub mod geo;
pub(crate) mod http_client;
pub mod limit_key;
pub mod masking;
pub mod openapi;
pub mod pagination;
pub(crate) mod partner_health;
pub mod pdf;
pub mod query;
pub mod rate_limit;
pub mod readers;
pub(crate) mod retries;
pub mod sealed;
pub mod secrets;
pub mod signature;
pub mod supervise;
