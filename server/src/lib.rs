//! The casino server: one binary, one log of money.
//!
//! Contexts, from lower to higher; each may call the facades of those below it, and effects that go up
//! travel through the log: identity, player, wallet, catalogue, content, visit, realtime, account,
//! cashbox.

pub mod account;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod body;
pub mod calendar;
pub mod cashbox;
pub mod catalogue;
pub mod clock;
pub mod config;
pub mod content;
pub mod crowd;
pub mod deadline;
pub mod door;
pub mod error;
pub mod geo;
pub mod house;
pub mod http_guard;
pub mod idempotency;
pub mod identity;
pub mod limiter;
pub mod mail;
pub mod masking;
pub mod openapi;
pub mod ops;
pub mod pagination;
pub mod play;
pub mod player;
pub mod push;
pub mod readers;
pub mod realtime;
pub mod router;
pub mod rules;
pub mod secrets;
pub mod site;
pub mod visit;
pub mod wallet;
