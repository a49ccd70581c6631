//! Tests of the games crate through its public face.

#![expect(clippy::unwrap_used, reason = "a test stops at what must not happen")]

mod baccarat;
mod certification;
mod crash;
mod definitions;
mod fairness;
mod features;
mod jackpots;
mod keno;
mod lotteries;
mod prizes;
mod rounds;
mod sheets;
mod table;
mod testkit;
mod tumbling;
mod vectors;
mod windows;
