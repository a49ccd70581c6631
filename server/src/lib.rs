//! The casino server: one binary, one log of money.
//!
//! A folder is a context. Which context may call which is written down once, in `server/tests/it/tidy/contexts.rs`, and told
//! in `docs/ARCHITECTURE.md`; effects that go up travel through the log.

pub mod account;
pub mod adventure;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod bonus;
pub mod cashbox;
pub mod catalogue;
pub mod chat;
pub mod client_events;
pub mod concern;
pub mod content;
pub mod editorial;
pub mod flags;
pub mod http_guard;
pub mod idempotency;
pub mod identity;
pub mod jackpot;
pub mod limits;
pub mod listener;
pub mod lootbox;
pub mod lottery;
pub mod loyalty;
pub mod mail;
pub mod maintenance;
pub mod mass_gifts;
pub mod notifications;
pub mod office;
pub mod ops;
pub mod platform;
pub mod play;
pub mod player;
pub mod privacy;
pub mod push;
pub mod realtime;
pub mod reports;
pub mod router;
pub mod rules;
pub mod seeds;
pub mod segments;
pub mod servers;
pub mod shop;
pub mod site;
pub mod site_config;
pub mod sport;
pub mod staff;
pub mod tables;
pub mod tournaments;
pub mod verification;
pub mod wallet;
