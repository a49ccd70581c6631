//! Files that are kept encrypted beside the database.
//!
//! A file has a random name and is encrypted with AES-256-GCM under the current key of the installation's ring, whose name
//! stands in its header, with a nonce of its own. One without a header is of before there was one, and under a key of the
//! master key.
//! What it belongs to is authenticated with it: a file that was exchanged for another does not open. A file is written
//! under a draft's name, brought to the disk and then renamed, so under its own name it is whole or not there.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Result as IoResult, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::platform::clock::Entropy;
use crate::platform::config::Config;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;
use crate::platform::secrets::{KeyRows, OF_MASTER, Secrets};

/// What a header begins with. A file without a header begins with random bytes.
const MAGIC: &[u8] = b"cr-blob1";

/// The longest header: the beginning, the length of a key's name, and that.
const HEADER_MAX: u64 = 8 + 1 + 255;

/// What the key of files without a header is for.
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

/// Whether `folder` has a file called `name` that may hold `bytes` plain ones: encrypted, a file is larger than that.
pub fn has(folder: &Path, name: &BlobName, bytes: i64) -> bool {
    let held = std::fs::metadata(folder.join(&name.0)).ok().filter(std::fs::Metadata::is_file);
    held.is_some_and(|held| i64::try_from(held.len()).is_ok_and(|held| held > bytes))
}

/// The keys that files of `folder` are encrypted under, with how many.
pub fn keys(folder: &Path) -> IoResult<Vec<KeyRows>> {
    let mut keys = BTreeMap::<String, i64>::new();
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        // The others are drafts.
        if BlobName::parse(&entry.file_name().to_string_lossy()).is_none() {
            continue;
        }
        let mut start = Vec::new();
        match File::open(entry.path()).and_then(|file| file.take(HEADER_MAX).read_to_end(&mut start)) {
            // It was removed meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            read => {
                read?;
            }
        }
        let key = split(&start).map_or(OF_MASTER, |(key, _)| key);
        *keys.entry(key.to_owned()).or_default() += 1;
    }
    Ok(keys.into_iter().map(|(id, rows)| KeyRows { id, rows }).collect())
}

/// The file of `sealed`, which is encrypted under `key`.
fn with_header(key: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let length = u8::try_from(key.len()).ok()?;
    Some([MAGIC, &[length], key.as_bytes(), sealed].concat())
}

/// The name of the key of a file, and what follows its header; `None` for one without a header.
fn split(file: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = file.strip_prefix(MAGIC)?.split_first()?;
    let (key, sealed) = rest.split_at_checked(usize::from(*length))?;
    Some((std::str::from_utf8(key).ok()?, sealed))
}

/// What a file of `owner` is bound to.
fn context(owner: &str) -> String {
    format!("blob:{owner}")
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
            let sealed = secrets.ring().seal(&context(&owner), &plain);
            let sealed = sealed.and_then(|(key, sealed)| with_header(&key, &sealed));
            let sealed = sealed.ok_or_else(|| ApiError::internal(&"a file could not be encrypted"))?;
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
            let file = match std::fs::read(blobs.path(&name)) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(cannot("read", &error)),
            };
            let plain = match split(&file) {
                Some((key, sealed)) => blobs.secrets.ring().open(key, &context(&owner), sealed),
                None => sealed::open_bound(&blobs.secrets, PURPOSE, owner.as_bytes(), &file),
            };
            plain.map(Some).ok_or_else(|| {
                ApiError::internal(&format!("the file {} of {owner} does not open with our keys", name.0))
            })
        })
        .await
    }

    /// Removes the file `name`, if there is one, and drafts of it that a server left when it died.
    pub async fn remove(&self, name: &BlobName) -> ApiResult<()> {
        let (folder, name) = (self.folder.clone(), name.clone());
        in_background(move || erase(&folder, &name).map_err(|error| cannot("removed", &error))).await
    }

    /// Waits for a turn to hold a file in memory, as [`Blobs::permit`] gives it.
    pub async fn next_permit(&self) -> ApiResult<OwnedSemaphorePermit> {
        self.permits.clone().acquire_owned().await.map_err(|error| ApiError::internal(&error))
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
    if !folder.exists() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        // The folder's own entry has to outlive a crash as well.
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
    }
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
    use crate::platform::secrets::SealKey;

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
    async fn files_open_under_the_key_that_they_name_and_those_of_before_without_one() {
        let folder = tempfile::tempdir().unwrap();
        let by_master = blobs(folder.path());
        let with = |keys: &[&SealKey]| {
            let secrets = by_master.secrets.clone();
            let keys = keys.iter().copied().cloned().collect();
            Blobs { secrets: secrets.with_seal_keys(keys, Entropy).unwrap(), ..by_master.clone() }
        };
        let (old, new) = (SealKey::fresh("old", Entropy), SealKey::fresh("new", Entropy));
        let [before, first, second] = [by_master.name(), by_master.name(), by_master.name()];
        assert!(keys(&by_master.folder).unwrap().is_empty());
        by_master.write(&before, "a", b"to be replaced".to_vec()).await.unwrap();
        let sealed = sealed::seal_bound(&by_master.secrets, Entropy, PURPOSE, b"a", b"before").unwrap();
        std::fs::write(by_master.path(&before), sealed).unwrap();
        with(&[&old]).write(&first, "a", b"first".to_vec()).await.unwrap();
        let both = with(&[&new, &old]);
        both.write(&second, "a", b"second".to_vec()).await.unwrap();
        for (name, plain) in [(&before, "before"), (&first, "first"), (&second, "second")] {
            assert_eq!(both.read(name, "a").await.unwrap().unwrap(), plain.as_bytes());
        }
        let alone = with(&[&new]);
        assert!(alone.read(&first, "a").await.is_err() && alone.read(&second, "a").await.is_ok());
        let row = |id: &str| KeyRows { id: id.to_owned(), rows: 1 };
        assert_eq!(keys(&both.folder).unwrap(), [row("master"), row("new"), row("old")]);
        // A file whose header names another key does not open.
        let file = std::fs::read(both.path(&second)).unwrap();
        let (_, sealed) = split(&file).unwrap();
        std::fs::write(both.path(&second), with_header("old", sealed).unwrap()).unwrap();
        assert!(both.read(&second, "a").await.is_err());
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
        assert!(has(&blobs.folder, &name, 6), "the file is there");
        assert!(!has(&blobs.folder, &name, 60_000), "as large as its file, it would be more than that");
        std::fs::write(blobs.folder.join(format!("{}.0a0b0c0d.draft", name.0)), b"half").unwrap();
        blobs.remove(&name).await.unwrap();
        blobs.remove(&name).await.unwrap();
        assert!(!has(&blobs.folder, &name, 0));
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
