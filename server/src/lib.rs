//! The casino server: one binary, one log of money.
//!
//! Contexts, from lower to higher; each may call the facades of those below it, and effects that go up
//! travel through the log: wallet, catalogue, content, realtime.

pub mod app;
pub mod body;
pub mod catalogue;
pub mod clock;
pub mod config;
pub mod content;
pub mod error;
pub mod limiter;
pub mod masking;
pub mod openapi;
pub mod pagination;
pub mod readers;
pub mod realtime;
pub mod router;
pub mod secrets;
pub mod site;
pub mod wallet;
