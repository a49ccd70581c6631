//! How long a session may be silent, hold a lock and run.

use std::time::Duration;

use tokio_postgres::Config;

use super::{ANSWER_MAX, CONNECT_MAX, Timeouts};

/// What each session asks of PostgreSQL. A transaction that hears nothing from us for 4 s is rolled back, so
/// that a paused server does not keep its locks; those who wait for a lock give up after 6 s; a statement
/// ends after 8 s. A commit is never cut short: that would be a yes without a standby's. No statement takes more than
/// one processor: a report of staff would take those that players need.
const SESSION: &str = "-c idle_in_transaction_session_timeout=4s -c lock_timeout=6s -c statement_timeout=8s \
                       -c max_parallel_workers_per_gather=0";

/// The same for tools that read everything: only what keeps locks from others has a limit.
const PATIENT_SESSION: &str = "-c idle_in_transaction_session_timeout=4s";

/// Probes of a silent line: the first after 5 s, then every 2 s, dead after 3. Bytes that are not received
/// within [`ANSWER_MAX`] are the same.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(5);
const KEEPALIVE_EVERY: Duration = Duration::from_secs(2);
const KEEPALIVE_TRIES: u32 = 3;

/// Adds the limits that the connection string does not set itself.
pub(super) fn add(mut config: Config, timeouts: Timeouts) -> Config {
    let session = if timeouts == Timeouts::Serving { SESSION } else { PATIENT_SESSION };
    // A later option wins: what the connection string asks for.
    let options = config.get_options().map_or_else(|| session.to_owned(), |own| format!("{session} {own}"));
    config.options(options);
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_MAX);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(ANSWER_MAX);
    }
    if config.get_keepalives_interval().is_none() && config.get_keepalives_retries().is_none() {
        config.keepalives_idle(KEEPALIVE_IDLE).keepalives_interval(KEEPALIVE_EVERY);
        config.keepalives_retries(KEEPALIVE_TRIES);
    }
    config
}
