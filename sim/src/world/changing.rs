//! Limits and stops, as their contexts set them in the midst of what a player asks.

use anyhow::{Result, bail};

use super::World;
use crate::chance::Chance;
use crate::history::Event;

/// Who makes changes, among the roles of a server: more than the pipe and the readers.
const ROLE: u32 = 100;

/// How often a change is tried.
const TRIES: usize = 200;

impl World {
    /// Makes the change at one server after the other until one says that it is made. Made twice it is as made once.
    pub(super) async fn change(&self, player: i64, event: &Event, chance: &mut Chance) -> Result<()> {
        let mut failed = None;
        for _ in 0..TRIES {
            let alive = self.server(chance)?;
            let db = self.handle(&alive.server, ROLE + u32::try_from(player)?);
            match crate::sql::change(&db, &alive.app.wallet, player, event).await {
                Ok(()) => return Ok(()),
                Err(error) => failed = Some(error),
            }
        }
        bail!("{event:?} cannot be made: {failed:?}")
    }
}
