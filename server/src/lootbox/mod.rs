//! Lootboxes: boxes that players get from staff, for points and with deposits, the prize that each one draws, and the wheel
//! that some are opened with.
//!
//! The draw is provably fair. A box is issued with the hash of the server's seed, keeps its prizes and weights as they are
//! at that moment, and is opened with a seed of the player's browser; the opening reveals the server's seed. The draw comes
//! from the same stream as rounds (`croupier_games::prize`). Opening changes the row and makes the gift in one commit, so
//! a box gives one prize however often and wherever it is opened.

mod by_mass;
mod check;
mod cost;
mod definitions;
mod deposits;
pub mod frames;
pub mod http;
mod model;
mod opening;
pub mod readers;
mod sale;
mod staff;
mod store;
pub mod sweep;
mod view;

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;

use crate::bonus::Offers;
use crate::platform::current::Current;
pub use by_mass::{ForMany, euro_worth, issue_to_many, numbers_for_many};
pub use check::{check, rules};
pub use cost::{Openings, Worth, brought, openings};
pub use definitions::{Definition, Definitions};
pub use deposits::with_deposit;
pub use model::Item;
pub use sale::{BoxOrder, BoxRequest, BoxSale, SOLD_AT_ONCE, order};
pub use staff::{Issued, StaffBox, StaffOrder, boxes_of, cancel, issue, issue_in};
pub use view::{LootboxItem, LootboxView};

/// The counter of boxes.
const COUNTER: &str = "lootbox";

/// What lootboxes work with.
#[derive(Debug)]
pub struct Lootboxes(Current<Definitions>);

impl Lootboxes {
    /// Reads the content file, whose prizes are among `offers`; fails with what cannot be right.
    pub fn load(folder: &Path, offers: &Offers) -> Result<Self> {
        Ok(Self(Current::new(Definitions::load(folder, offers)?)))
    }

    /// Reads the content file anew. When it is faulty, the last good definitions stay.
    pub fn reload(&self, folder: &Path, offers: &Offers) -> Result<()> {
        self.0.replace(Definitions::load(folder, offers)?);
        Ok(())
    }

    /// What boxes and wheels there are now.
    pub fn definitions(&self) -> Arc<Definitions> {
        self.0.now()
    }
}
