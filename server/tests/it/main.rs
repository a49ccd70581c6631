//! Everything that needs a store or a socket, in one binary: each test runs on both engines.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[macro_use]
mod testkit;

mod adventures;
mod api_fuzz;
mod audit;
mod authz;
mod bonus;
mod browser;
mod cashbox;
mod catalogue;
mod chat;
mod client_events;
mod commands;
mod content;
mod due_payments;
mod http;
mod identity;
mod jackpots;
mod limits;
mod listener;
mod lootbox;
mod lottery;
mod loyalty;
mod notifications;
mod office;
mod openapi;
mod ops;
mod play;
mod player;
mod privacy;
mod readers;
mod realtime;
mod refusals;
mod registers;
mod site;
mod sport;
mod stops;
mod storage;
mod tables;
mod tidy;
mod tournaments;
mod verification;
mod wallet;
