//! Media that drafts name: those that the library does not have are faults, and those that are withdrawn meanwhile keep the
//! drafts from coming into force.

use croupier_db::{Db, Result, Statement};

use super::publishing::Fault;
use crate::content::library::{self, MissingMedium};

/// What is wrong with the media that `texts` of documents name, and what has to touch no row when they are published.
pub(super) async fn judge(db: &Db, texts: &[(&str, &str)]) -> Result<(Vec<Fault>, Vec<Statement>)> {
    let (missing, clashes) = library::missing_media(db, texts).await?;
    Ok((missing.into_iter().map(fault).collect(), clashes))
}

fn fault(MissingMedium { path, line, name }: MissingMedium) -> Fault {
    let message = format!("media/{name} is not in the library of media");
    Fault { path: Some(path), line: Some(line), message }
}
