//! What limits do with the log: play time, and sums by the hour.

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};
use serde::Deserialize;

use super::{activity_store, sessions};
use crate::platform::readers::{After, Reader};

/// The reader that counts play time and sums what players stake and win, under its name.
pub fn play_sums() -> Reader {
    Reader::new("play_sums", |tx, rows| {
        Box::pin(async move {
            read(tx, rows).await?;
            Ok(After::nothing())
        })
    })
}

#[derive(Deserialize)]
struct SessionEnded {
    session: String,
}

async fn read(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    sessions::count(tx, rows).await?;
    activity_store::add(tx, rows).await?;
    let ended = rows.iter().filter_map(|row| match row {
        LogRow::Event { kind, body, .. } if kind == "session.ended" => {
            serde_json::from_str::<SessionEnded>(body).ok().map(|ended| ended.session)
        }
        _ => None,
    });
    activity_store::end_sessions(tx, ended.collect()).await
}
