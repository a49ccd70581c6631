//! Everything that needs a store or a socket, in one binary: each test runs on both engines.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![expect(unreachable_pub, reason = "a test binary has no outside")]

#[macro_use]
mod testkit;

mod catalogue;
mod http;
mod wallet;
