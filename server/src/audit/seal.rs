//! Seals the log as it grows.
//!
//! It keeps its place like any reader of the log, under a fenced lease, so that with several servers each
//! row is sealed once. Unlike the others it does not wake at every commit: rows gather until a segment is
//! full or its first row is [`OLDEST_MS`] old.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::log::{LogRow, rows_after};
use croupier_db::readers::{advance, claim};
use croupier_db::{Error, Result};

use super::checkpoint::{Checkpoint, Signer};
use super::store;
use crate::app::App;

/// The name under which the place is kept.
pub const NAME: &str = "log_seal";

/// Rows of a full segment.
const FULL: usize = 4096;

/// How long a row may wait for its seal, in milliseconds.
const OLDEST_MS: i64 = 60_000;

/// How often is looked.
const EVERY: Duration = Duration::from_secs(10);

/// Seals until the server stops.
pub async fn run(app: Arc<App>) {
    let signer = Signer::new(&app.secrets.key_for(super::SIGNING_KEY));
    let owner = app.entropy.uuid(&app.clock).to_string();
    let (signer, owner) = (&signer, owner.as_str());
    app.every(
        "seal of the log",
        EVERY,
        |app| async move { pass(&app, signer, owner, OLDEST_MS).await.map(drop) },
    )
    .await;
}

/// Seals what is full or older than `oldest_ms` in every lane that nobody else seals. Answers how many
/// segments.
pub async fn pass(app: &App, signer: &Signer, owner: &str, oldest_ms: i64) -> Result<usize> {
    let mut sealed = 0;
    for lane in 0..app.db.lanes() {
        let now = app.clock.now();
        let lease_ms = app.config.reader_lease_ms();
        let Some(mut lease) = claim(&app.db, NAME, lane, owner, now, lease_ms).await? else { continue };
        loop {
            let limit = i64::try_from(FULL).unwrap_or(i64::MAX);
            let mut rows = rows_after(&app.db, lane, lease.position, limit).await?;
            rows.truncate(FULL);
            let due = rows.first().is_some_and(|row| row.at() <= now - oldest_ms);
            if rows.len() < FULL && !due {
                break;
            }
            // Outside of the transaction, which would keep the writer from the money meanwhile: who seals the
            // lane moves its place too, and whose place was moved seals nothing.
            let before = store::newest(&app.db, lane).await?;
            let checkpoint = next(signer, lane, before.as_ref(), &rows)?;
            let mut tx = app.db.begin().await?;
            store::insert(&mut tx, &checkpoint, now).await?;
            if !advance(tx, &lease, checkpoint.last_seq).await? {
                break;
            }
            lease.position = checkpoint.last_seq;
            sealed += 1;
        }
    }
    Ok(sealed)
}

fn next(signer: &Signer, lane: u8, before: Option<&Checkpoint>, rows: &[LogRow]) -> Result<Checkpoint> {
    let checkpoint = Checkpoint::seal(signer, lane, before, rows);
    checkpoint.ok_or_else(|| Error::Corrupt("an empty segment".to_owned()))
}
