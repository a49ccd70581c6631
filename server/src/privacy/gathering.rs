//! The file of a copy: one JSON object with a list for each section of [`SECTIONS`], written part by part.
//!
//! A part ends between two rows, and its end is a place from which any server goes on.

use serde_json::{Value, json};

use super::held_store;
use super::model::{Export, Place};
use super::sections_store::SECTIONS;
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::{player, verification};

/// Rows that are read at once.
const ROWS: i64 = 500;

/// From so many bytes on a part is full.
const PART_BYTES: usize = 1024 * 1024;

/// A part of a file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) bytes: Vec<u8>,
    /// Where the next one begins.
    pub(super) place: Place,
    /// Whether it is the last one.
    pub(super) is_last: bool,
}

/// The section of a copy whose last part is written. More sections may come with another version of the server.
const WHOLE: i64 = i64::MAX;

/// Whether nothing is left to be written: its server has died before it could say so.
pub(super) fn is_whole(export: &Export) -> bool {
    export.place.section == WHOLE
}

/// The part that comes next in `export`.
pub(super) async fn next_part(app: &App, export: &Export) -> ApiResult<Part> {
    let mut place = export.place.clone();
    let mut bytes: Vec<u8> = Vec::new();
    if export.parts == 0 {
        bytes.extend(head(app, export).await?.into_bytes());
    }
    while bytes.len() < PART_BYTES {
        let section = usize::try_from(place.section).ok().and_then(|index| SECTIONS.get(index));
        let Some(section) = section else {
            bytes.extend(b"\n}\n");
            place.section = WHOLE;
            return Ok(Part { bytes, place, is_last: true });
        };
        let from = (place.after.as_str(), place.rows);
        let rows = held_store::page(&app.db, section, export.player, from, ROWS).await?;
        if place.rows == 0 {
            bytes.extend(format!(",\n{}: [", json!(section.name)).into_bytes());
        }
        let is_whole = rows.len() < usize::try_from(ROWS).unwrap_or(usize::MAX);
        for row in rows {
            let comma = if place.rows == 0 { "" } else { "," };
            bytes.extend(format!("{comma}\n{}", row.fields).into_bytes());
            place.rows += 1;
            place.after = row.key;
        }
        if is_whole {
            bytes.extend(b"\n]");
            place = Place { section: place.section + 1, after: String::new(), rows: 0 };
        }
    }
    Ok(Part { bytes, place, is_last: false })
}

/// What the file is, and what has to be decrypted.
async fn head(app: &App, export: &Export) -> ApiResult<String> {
    let profile = player::get(app, export.player).await?;
    let personal_id = player::opened_id(app, &profile)?;
    let licence = app.site_config.licences.named(&profile.licence);
    let answers: Vec<Value> = verification::own_wealth(app, export.player)
        .await?
        .into_iter()
        .map(|(questionnaire, answer)| json!({ "questionnaire": questionnaire, "answer": answer }))
        .collect();
    let about = json!({
        "format": "croupier-data-1",
        "player_id": export.player,
        "asked_at": rfc3339(export.asked_at),
        "held_by": licence.holder.company,
        "amounts": "integers in subunits of their currency",
        "times": "RFC 3339, UTC",
        "left_out": [
            "passwords, keys and tokens, which guard the account",
            "checks against fraud, which would be of no use if they were known",
            "notes of staff for colleagues, and what names other players: ask our support",
        ],
    });
    Ok(format!(
        "{{\n\"about\": {about},\n\"personal_id\": {},\n\"answers_about_wealth\": {}",
        json!(personal_id),
        Value::Array(answers)
    ))
}
