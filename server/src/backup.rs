//! `croupier backup`: a copy of the embedded installation beside the running server.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};

use crate::platform::config::Config;
use crate::platform::secrets;

/// Copies the database into the folder `into`, and the secrets only when `with_secrets` says so. Answers what to
/// tell the operator.
pub async fn run(config: &Config, into: &Path, with_secrets: bool) -> Result<String> {
    let copied = croupier_db::backup(&config.target(), into).await;
    let bytes = copied.context("the database could not be copied")?;
    let secrets = if with_secrets {
        copy_secrets(&config.data, into)?;
        "The secrets are in it: guard it as you guard the server."
    } else {
        "The secrets are not in it: keep secrets.toml (or CROUPIER_SECRET) apart, nothing works without them."
    };
    Ok(format!("{} holds a copy of {bytes} bytes. {secrets}", into.display()))
}

fn copy_secrets(data: &Path, into: &Path) -> Result<()> {
    let text = std::fs::read(data.join(secrets::FILE)).context("cannot read the secrets")?;
    let path = into.join(secrets::FILE);
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    let mut file = file.with_context(|| format!("cannot make {}", path.display()))?;
    file.write_all(&text)?;
    file.sync_all()?;
    Ok(File::open(into)?.sync_all()?)
}
