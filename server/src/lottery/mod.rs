//! Lotteries: tickets for points, a draw that anyone can check, and prizes that are paid once.
//!
//! `content/lotteries.toml` says which there are and when they come again; each time is a row of its own, which keeps what
//! was promised from the beginning of its sale on, with the hash of the seed that will draw. Tickets are numbered without a
//! gap. Whether one is sold is decided by the row at the commit that takes the points: a draw that is quicker leaves no room.
//! The draw reveals the seed and writes its winners down in one commit; each prize is paid in the commit that marks it paid.

mod check;
mod cost;
mod definition;
mod draw;
pub mod http;
mod model;
mod prizes;
mod schedule;
mod staff;
mod store;
mod tickets;
mod view;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use croupier_db::Db;

pub use check::{check, rules};
pub use cost::{Drawn, drawn};
pub use definition::Definition;
pub use draw::draw_due;
pub use model::{Lottery, LotteryStatus};
pub use prizes::pay_due;
pub use staff::{Ended, end, list, planned};
pub use tickets::{Sale, TicketRequest, Tickets, on_sale, sell};

use crate::app::App;
use crate::bonus::Offers;
use crate::platform::current::Current;
use crate::platform::error::ApiResult;

/// The system account that prizes of money are paid from.
const PRIZES_ACCOUNT: &str = "lottery_prize";

/// How often the schedule is looked at, what is over is drawn, and prizes are paid.
const EVERY: Duration = Duration::from_secs(1);

/// What the content folder says of lotteries, as it was last read well.
pub type Definitions = Current<Vec<Definition>>;

/// Reads the lotteries of the content folder, whose gifts are among `offers`.
pub fn load(folder: &Path, offers: &Offers) -> Result<Definitions> {
    Ok(Current::new(definition::read(folder, offers)?))
}

/// Reads them anew. When the file is faulty, what was read last stays in force.
pub fn reload(definitions: &Definitions, folder: &Path, offers: &Offers) -> Result<()> {
    definitions.replace(definition::read(folder, offers)?);
    Ok(())
}

/// Keeps the schedule, draws what is over and pays prizes until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("lotteries", EVERY, |app| async move { keep(&app).await }).await;
}

/// Brings the schedule up to date, draws what is over, and pays what was won. None of it holds up the rest.
pub async fn keep(app: &App) -> ApiResult<()> {
    let scheduled = schedule::bring_up_to_date(app).await;
    let drawn = draw_due(app).await;
    let paid = pay_due(app).await;
    scheduled.and(drawn).and(paid)
}

/// Whether a lottery is called `name`, by its number or its address.
pub async fn exists(db: &Db, name: &str) -> croupier_db::Result<bool> {
    Ok(store::find(db, name).await?.is_some())
}
