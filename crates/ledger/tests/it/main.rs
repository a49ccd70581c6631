//! The decision as aligned tables of cases, and its laws as properties.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::wildcard_imports, reason = "the words of the tables are used everywhere")]

mod bonus;
mod books;
mod grants;
mod laws;
mod limits;
mod linked;
mod money;
mod play;
mod rollback;
mod seeds;
