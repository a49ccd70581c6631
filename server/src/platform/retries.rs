//! When work that failed is tried again, for tables with the columns `retries` and `retry_at_ms`.
//!
//! A worker takes the rows whose `retry_at_ms` has come, those that wait longest first: rows that always fail wait longer and
//! longer, and keep none that would succeed from their turn.

/// The assignments of an `UPDATE` that put a row off: it is due again after a second that doubles each time, up to an hour.
/// `now` is the placeholder of the current time, UTC milliseconds.
pub(crate) fn put_off(now: &str) -> String {
    format!(
        "retries = retries + 1, retry_at_ms = CAST({now} AS bigint) +
             CASE WHEN retries > 11 THEN 3600000 ELSE 1000 * (1 << CAST(retries AS integer)) END"
    )
}
