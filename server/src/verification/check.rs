//! What has to hold between documents and their files.

use std::path::Path;

use croupier_db::{Db, Result};

use super::{provider, store};
use crate::platform::blobs::{self, BlobName};

/// The numbers of documents whose file is missing in `folder`, or is cut off.
pub async fn check(db: &Db, folder: &Path) -> Result<Vec<String>> {
    let files = store::files(db).await?;
    let is_there =
        |name: &str, bytes| BlobName::parse(name).is_some_and(|name| blobs::has(folder, &name, bytes));
    let missing = files.into_iter().filter(|(_, name, bytes)| !is_there(name, *bytes));
    Ok(missing.map(|(id, ..)| id.to_string()).collect())
}

/// The numbers of players whose check of the partner contradicts itself: approved against what was found out and settled by
/// nobody, or the ground of flags that it does not carry.
pub async fn contradictions(db: &Db) -> Result<Vec<String>> {
    let players = provider::contradictions(db).await?;
    Ok(players.into_iter().map(|player| player.to_string()).collect())
}
