//! Adventures: calendars whose days are completed by deposits, each for a gift, with a further one for all days.
//!
//! `content/adventures.toml` says which there are. The reader of the log sums what a player pays in by the local day of the
//! calendar and writes a completed day down once, with what the day promised at that moment. Its gift is issued afterwards, in
//! the commit that marks the row. A succeeded deposit is never reversed, so a completed day stays completed.

mod check;
mod cost;
mod definition;
pub mod frames;
mod gifts;
pub mod http;
mod model;
pub mod readers;
mod schedule;
mod staff;
mod store;
mod view;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

pub use check::{check, rules};
pub use cost::{Given, given_by};
pub use definition::Definition;
pub use gifts::give_due;
pub use staff::{list, planned, show};

use crate::app::App;
use crate::bonus::Offers;
use crate::platform::current::Current;
use crate::platform::error::ApiResult;

/// How often the schedule is looked at and gifts are issued.
const EVERY: Duration = Duration::from_secs(1);

/// What the content folder says of adventures, as it was last read well.
pub type Definitions = Current<Vec<Definition>>;

/// Reads the adventures of the content folder, whose gifts are among `offers`.
pub fn load(folder: &Path, offers: &Offers) -> Result<Definitions> {
    Ok(Current::new(definition::read(folder, offers)?))
}

/// Reads them anew. When the file is faulty, what was read last stays in force.
pub fn reload(definitions: &Definitions, folder: &Path, offers: &Offers) -> Result<()> {
    definitions.replace(definition::read(folder, offers)?);
    Ok(())
}

/// Keeps the schedule and issues gifts until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("adventures", EVERY, |app| async move { keep(&app).await }).await;
}

/// Brings the schedule up to date and issues gifts of completed days. Neither holds up the other.
pub async fn keep(app: &App) -> ApiResult<()> {
    let scheduled = schedule::bring_up_to_date(app).await;
    let given = give_due(app).await;
    scheduled.and(given)
}
