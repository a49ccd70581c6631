//! Files that are kept encrypted beside the database.
//!
//! A file has a random name and is encrypted with AES-256-GCM under a key of the installation, with a nonce of its own.
//! What it belongs to is authenticated with it: a file that was exchanged for another does not open. A file is written
//! under a draft's name, brought to the disk and then renamed, so under its own name it is whole or not there.

use std::fmt::Display;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Result as IoResult, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::platform::clock::Entropy;
use crate::platform::config::Config;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;
use crate::platform::secrets::Secrets;

/// What the key of files is for.
const PURPOSE: &str = "blob";

/// The folder within the data folder.
const FOLDER: &str = "blobs";

/// The folder of encrypted files, with the key to them.
#[derive(Debug, Clone)]
pub struct Blobs {
    folder: PathBuf,
    secrets: Secrets,
    entropy: Entropy,
    permits: Arc<Semaphore>,
}

/// Files that are held in memory at once, each up to three times: as it came, encrypted, and with its nonce.
const AT_ONCE: usize = 8;

/// The name of a file: 128 random bits in hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobName(String);

impl BlobName {
    /// The name that a row holds; `None` when no file can be called so.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (text.len() == 32 && text.bytes().all(is_hex)).then(|| Self(text.to_owned()))
    }

    /// As a row holds it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The folder of files of the installation with these settings.
pub fn folder_of(config: &Config) -> PathBuf {
    config.blobs_dir.clone().unwrap_or_else(|| config.data.join(FOLDER))
}

/// Whether `folder` has a file called `name`.
pub fn has(folder: &Path, name: &BlobName) -> bool {
    folder.join(&name.0).is_file()
}

impl Blobs {
    /// The files of the installation with these settings. The folder is made with its first file.
    pub fn open(config: &Config, secrets: &Secrets, entropy: Entropy) -> Self {
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        Self { folder: folder_of(config), secrets: secrets.clone(), entropy, permits }
    }

    /// A name that no file has.
    pub fn name(&self) -> BlobName {
        BlobName(hex::encode(self.entropy.bytes::<16>()))
    }

    /// Writes `plain` under `name`, bound to `owner`, which names the row that the file belongs to. Once this has
    /// answered, the file outlives a crash of the machine.
    pub async fn write(&self, name: &BlobName, owner: &str, plain: Vec<u8>) -> ApiResult<()> {
        let (blobs, name, owner) = (self.clone(), name.clone(), owner.to_owned());
        in_background(move || {
            let Blobs { secrets, entropy, .. } = &blobs;
            let sealed = sealed::seal_bound(secrets, *entropy, PURPOSE, owner.as_bytes(), &plain)?;
            let draft = blobs.folder.join(format!("{}.{}.draft", name.0, hex::encode(entropy.bytes::<4>())));
            put(&blobs.folder, &draft, &blobs.path(&name), &sealed).map_err(|error| {
                // What is left of a draft is of no use; without room there may be nothing to remove.
                drop(std::fs::remove_file(&draft));
                cannot("written", &error)
            })
        })
        .await
    }

    /// What was written under `name` for `owner`; `None` when there is no such file.
    pub async fn read(&self, name: &BlobName, owner: &str) -> ApiResult<Option<Vec<u8>>> {
        let (blobs, name, owner) = (self.clone(), name.clone(), owner.to_owned());
        in_background(move || {
            let sealed = match std::fs::read(blobs.path(&name)) {
                Ok(sealed) => sealed,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(cannot("read", &error)),
            };
            let plain = sealed::open_bound(&blobs.secrets, PURPOSE, owner.as_bytes(), &sealed);
            plain.map(Some).ok_or_else(|| {
                ApiError::internal(&format!("the file {} of {owner} does not open with our key", name.0))
            })
        })
        .await
    }

    /// Removes the file `name`, if there is one, and drafts of it that a server left when it died.
    pub async fn remove(&self, name: &BlobName) -> ApiResult<()> {
        let (folder, name) = (self.folder.clone(), name.clone());
        in_background(move || erase(&folder, &name).map_err(|error| cannot("removed", &error))).await
    }

    /// A turn to hold a file in memory; 503 when all are taken. It ends when it is dropped.
    pub fn permit(&self) -> ApiResult<OwnedSemaphorePermit> {
        self.permits.clone().try_acquire_owned().map_err(|_| ApiError::unavailable(&"too many files at once"))
    }

    fn path(&self, name: &BlobName) -> PathBuf {
        self.folder.join(&name.0)
    }
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))?
}

fn erase(folder: &Path, name: &BlobName) -> IoResult<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(&name.0) {
            match std::fs::remove_file(entry.path()) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

fn cannot(what: &str, error: &impl Display) -> ApiError {
    ApiError::unavailable(&format!("a file of the blobs cannot be {what}: {error}"))
}

/// Writes `bytes` to `draft` and makes that `path`; both are on the disk before this answers.
fn put(folder: &Path, draft: &Path, path: &Path, bytes: &[u8]) -> IoResult<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(draft, path)?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn blobs(folder: &Path) -> Blobs {
        let config = Config { data: folder.to_owned(), ..Config::default() };
        Blobs::open(&config, &Secrets::load(folder, None, Entropy).unwrap(), Entropy)
    }

    #[tokio::test]
    async fn a_file_opens_for_its_row_alone() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = blobs(folder.path());
        let (name, other) = (blobs.name(), blobs.name());
        assert_eq!(blobs.read(&name, "a").await.unwrap(), None);
        blobs.write(&name, "a", b"a passport".to_vec()).await.unwrap();
        blobs.write(&other, "b", b"a bill".to_vec()).await.unwrap();
        assert_eq!(blobs.read(&name, "a").await.unwrap().unwrap(), b"a passport");
        let path = blobs.path(&name);
        let stored = std::fs::read(&path).unwrap();
        assert!(!stored.windows(8).any(|part| part == b"passport"));
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::metadata(&blobs.folder).unwrap().permissions().mode() & 0o777, 0o700);
        std::fs::copy(blobs.path(&other), &path).unwrap();
        assert!(blobs.read(&name, "a").await.is_err(), "the file of another row opens");
        blobs.write(&name, "a", b"a passport".to_vec()).await.unwrap();
        let mut broken = std::fs::read(&path).unwrap();
        broken[20] ^= 1;
        std::fs::write(&path, broken).unwrap();
        assert!(blobs.read(&name, "a").await.is_err(), "a changed file opens");
    }

    #[tokio::test]
    async fn nothing_is_left_of_a_file_that_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = blobs(folder.path());
        let name = blobs.name();
        blobs.write(&name, "a", b"first".to_vec()).await.unwrap();
        blobs.write(&name, "a", b"second".to_vec()).await.unwrap();
        assert_eq!(std::fs::read_dir(&blobs.folder).unwrap().count(), 1, "a draft is left");
        assert_eq!(blobs.read(&name, "a").await.unwrap().unwrap(), b"second");
        std::fs::write(blobs.folder.join(format!("{}.0a0b0c0d.draft", name.0)), b"half").unwrap();
        blobs.remove(&name).await.unwrap();
        blobs.remove(&name).await.unwrap();
        assert!(!has(&blobs.folder, &name));
        assert_eq!(std::fs::read_dir(&blobs.folder).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn so_many_files_are_held_at_once_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = blobs(folder.path());
        let mut permits: Vec<_> = (0..AT_ONCE).map(|_| blobs.permit().unwrap()).collect();
        assert!(blobs.permit().is_err());
        permits.pop();
        assert!(blobs.permit().is_ok());
    }

    #[test]
    fn a_name_leads_out_of_no_folder() {
        let good = "0123456789abcdef0123456789abcdef";
        assert_eq!(BlobName::parse(good).unwrap().as_str(), good);
        for bad in ["", "../secrets.toml", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef"] {
            assert_eq!(BlobName::parse(bad), None, "{bad}");
        }
    }
}
