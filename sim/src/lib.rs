//! What shows that the books are true.
//!
//! [`histories`]: random histories through the ledger in memory, SQLite and PostgreSQL beside a reference that
//! is written without it. [`world`]: servers, clients, readers and clocks in one process, on one seed, with
//! faults.

mod calendar;
pub mod chance;
mod commands;
mod director;
pub mod histories;
pub mod history;
pub mod memory;
pub mod model;
mod shrink;
pub mod sql;
mod tally;
pub mod world;
