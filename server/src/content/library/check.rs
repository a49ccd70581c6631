//! What has to hold between media and their files.

use std::path::Path;

use croupier_db::{Db, Result};

use super::store;
use crate::platform::blobs::{self, BlobName};

/// The hashes of media whose file is missing in `folder`.
pub async fn check(db: &Db, folder: &Path) -> Result<Vec<String>> {
    let files = store::files(db).await?;
    let is_missing = |name: &str| !BlobName::parse(name).is_some_and(|name| blobs::has(folder, &name, 0));
    Ok(files.into_iter().filter(|(_, name)| is_missing(name)).map(|(hash, _)| hash).collect())
}
