//! What the site's build writes for the server, beside what it writes for browsers.

use std::path::Path;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

/// Reads the JSON file `name` of the build in `folder`; a build without it has the default.
pub(super) fn read<T: DeserializeOwned + Default>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    if !path.exists() {
        return Ok(T::default());
    }
    let read = || -> Result<T> { Ok(serde_json::from_str(&std::fs::read_to_string(&path)?)?) };
    read().with_context(|| format!("cannot read {}", path.display()))
}
