//! Everything that needs a store or a socket, in one binary: each test runs on both engines.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[macro_use]
mod testkit;

mod audit;
mod authz;
mod browser;
mod cashbox;
mod catalogue;
mod content;
mod door;
mod http;
mod identity;
mod nonsense;
mod openapi;
mod ops;
mod play;
mod player;
mod readers;
mod realtime;
mod site;
mod storage;
mod tidy;
mod visit;
mod wallet;
