//! Which texts name which media: an address of the library is found wherever it stands in a document.

use std::collections::BTreeSet;

use croupier_db::{Db, Statement, Tx};
use memchr::memmem;

use super::model::MediumType;
use super::store;
use crate::app::App;
use crate::editorial::{self, Texts, VersionState};
use crate::platform::error::{ApiError, ApiResult};

/// Where media lie below `/media/`.
const FOLDER: &str = "library/";

/// How long a hash is, in letters.
const HASH: usize = 64;

/// A document that names a medium, and how the version stands that does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediumUse {
    /// The document.
    pub path: String,
    /// The version: one in force, or one that may come into force.
    pub state: VersionState,
}

/// A medium that a text names and the library does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingMedium {
    /// The document.
    pub path: String,
    /// Counts from 1.
    pub line: usize,
    /// Its path below `/media/`.
    pub name: String,
}

/// Hash and type of a file of the library, by the last part of its address.
pub(super) fn file_at(name: &str) -> Option<(&str, MediumType)> {
    let (hash, ending) = name.split_once('.')?;
    let is_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    let is_hash = hash.len() == HASH && hash.bytes().all(is_hex);
    Some((hash, MediumType::from_ending(ending)?)).filter(|_| is_hash)
}

/// Whether `name`, a path below `/media/`, is one that the library can have.
pub(in crate::content) fn is_name(name: &str) -> bool {
    name.strip_prefix(FOLDER).is_some_and(|file| file_at(file).is_some())
}

/// Where `text` names files of the library: each with the byte at which it stands.
fn named(text: &str) -> impl Iterator<Item = (usize, &str)> {
    memmem::find_iter(text.as_bytes(), FOLDER).filter_map(move |at| {
        let rest = &text[at + FOLDER.len()..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
        // A sentence may end behind it.
        let name = rest[..end].trim_end_matches('.');
        file_at(name).map(|_| (at, name))
    })
}

/// What the `texts` of documents, each under its path, name that the library does not have, and what has to touch no row when
/// they come into force: media that are withdrawn meanwhile.
pub async fn missing_media(
    db: &Db,
    texts: &[(&str, &str)],
) -> croupier_db::Result<(Vec<MissingMedium>, Vec<Statement>)> {
    let mut missing = Vec::new();
    let mut hashes = BTreeSet::new();
    for (path, text) in texts {
        let found: Vec<(usize, &str)> = named(text).collect();
        for (at, name) in found {
            let Some((hash, file_type)) = file_at(name) else { continue };
            let kept = store::kept_with_hash(db, hash).await?;
            if kept.is_some_and(|medium| medium.file_type == file_type) {
                hashes.insert(hash);
            } else {
                let line = text[..at].matches('\n').count() + 1;
                let name = format!("{FOLDER}{name}");
                missing.push(MissingMedium { path: (*path).to_owned(), line, name });
            }
        }
    }
    Ok((missing, hashes.into_iter().map(store::touch_unkept).collect()))
}

/// The documents of the content folder, for [`uses_in`].
pub(super) async fn seed_texts(app: &App) -> ApiResult<Texts> {
    let folder = app.editions.seed().to_owned();
    let read = tokio::task::spawn_blocking(move || editorial::texts_of(&folder)).await;
    let read = read.map_err(|error| ApiError::internal(&error))?;
    read.map_err(|error| ApiError::internal(&format!("{error:#}")))
}

/// Where the medium with this `hash` is named by what is in force or may come into force, as the caller's transaction sees it.
pub(super) async fn uses_in(tx: &mut Tx, mut seed: Texts, hash: &str) -> croupier_db::Result<Vec<MediumUse>> {
    let mut uses = Vec::new();
    for version in editorial::living_in(tx).await? {
        if version.state == VersionState::Published {
            seed.remove(&version.path);
        }
        if version.body.is_some_and(|body| body.contains(hash)) {
            uses.push(MediumUse { path: version.path, state: version.state });
        }
    }
    let of_seed = seed.into_iter().filter(|(_, text)| text.contains(hash));
    uses.extend(of_seed.map(|(path, _)| MediumUse { path, state: VersionState::Published }));
    uses.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(uses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_wherever_it_stands() {
        let hash = "0a".repeat(32);
        let text = format!(
            "image = \"/media/library/{hash}.webp\"\npath = \"library/{hash}.pdf\"\n\
             See /media/library/{hash}.jpg. Not library/{hash}.svg, library/abc.png or library/{hash}"
        );
        let names: Vec<&str> = named(&text).map(|(_, name)| name).collect();
        assert_eq!(names, ["webp", "pdf", "jpg"].map(|ending| format!("{hash}.{ending}")));
        assert!(is_name(&format!("library/{hash}.png")) && !is_name(&format!("library/{hash}.exe")));
        assert!(!is_name(&format!("library/../{hash}.png")) && !is_name("library/a.png"));
    }
}
