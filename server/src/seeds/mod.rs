//! The operator's seeds, and the public list of what the operator has committed itself to.
//!
//! A seed is 32 random bytes of its own. Its row ([`vault`]) is written in the commit that promises it, encrypted under the
//! current key of the installation and bound to what it draws for. [`rotate`] encrypts rows under a newer key, while
//! players play. Every commitment is appended to a list ([`chain`]) that anybody can mirror: a worker does it within a
//! second, so that no bet waits for the end of the list.

mod chain;
mod check;
pub mod http;
mod rotation;
mod store;
mod vault;

use std::sync::Arc;
use std::time::Duration;

pub use chain::{append_waiting, head_after};
pub use check::{check, rules};
pub use rotation::{keys, refuse_missing_keys, rotate};
pub use vault::{SeedOf, find, find_all, find_all_in, fresh, kept, kept_as, made};

use crate::app::App;

/// How often commitments are appended to the list.
const EVERY: Duration = Duration::from_secs(1);

/// Appends commitments to the list until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("commitments", EVERY, |app| async move { append_waiting(&app.db, &app.clock).await }).await;
}
