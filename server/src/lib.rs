//! The casino server: one binary, one log of money.
//!
//! Contexts, from lower to higher; each may call the facades of those below it, and effects that go up
//! travel through the log: identity, player, wallet, catalogue, content, visit, realtime, account,
//! verification, cashbox.

pub mod account;
pub mod adventure;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod blobs;
pub mod body;
pub mod bonus;
pub mod calendar;
pub mod cashbox;
pub mod catalogue;
pub mod chat;
pub mod client_ip;
pub mod clock;
pub mod config;
pub mod content;
pub mod crowd;
pub mod current;
pub mod deadline;
pub mod door;
pub mod error;
pub mod geo;
pub mod house;
mod http_client;
pub mod http_guard;
pub mod idempotency;
pub mod identity;
pub mod jackpot;
pub mod limits;
pub mod lootbox;
pub mod lottery;
pub mod loyalty;
pub mod mail;
pub mod masking;
pub mod notifications;
pub mod office;
pub mod openapi;
pub mod ops;
pub mod pagination;
pub mod play;
pub mod player;
pub mod push;
pub mod query;
pub mod rate_limit;
pub mod readers;
pub mod realtime;
pub mod router;
pub mod rules;
pub mod sealed;
pub mod secrets;
pub mod shop;
pub mod signature;
pub mod site;
pub mod sport;
pub mod staff;
pub mod supervise;
pub mod tournaments;
pub mod verification;
pub mod visit;
pub mod wallet;
