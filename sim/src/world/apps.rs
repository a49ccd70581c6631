//! What servers of runs know of the content. Reading it takes longer than a run, so it is read for as many servers as are asked
//! at once, and lent to one after the other.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use croupier_server::app::App;
use croupier_server::platform::clock::Clock;
use croupier_server::platform::config::{Captcha, Config};
use tokio::runtime::Builder;

use crate::history::START_MS;

/// Servers without a store, of one installation.
#[derive(Debug)]
pub(super) struct Apps {
    /// Where each that is started gets a folder of its own.
    folder: PathBuf,
    /// Whose secrets and files they share.
    first: Arc<App>,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    spare: Vec<App>,
    lent: Vec<Arc<App>>,
}

impl Apps {
    /// Lends servers of the installation of `first`, which are started in `folder`.
    pub(super) fn new(folder: PathBuf, first: Arc<App>) -> Self {
        Self { folder, first, inner: Mutex::default() }
    }

    /// A server, which `prepare` gives its store and its clock.
    pub(super) fn lend(&self, prepare: impl FnOnce(&mut App)) -> Result<Arc<App>> {
        let mut inner = self.lock();
        // Nobody asks the dead any more.
        let free = inner.lent.extract_if(.., |app| Arc::strong_count(app) == 1).filter_map(Arc::into_inner);
        let free = free.collect::<Vec<_>>();
        inner.spare.extend(free);
        let number = inner.lent.len() + inner.spare.len();
        let mut app = match inner.spare.pop() {
            Some(app) => app,
            None => self.start(number)?,
        };
        prepare(&mut app);
        let app = Arc::new(app);
        inner.lent.push(app.clone());
        Ok(app)
    }

    /// Takes all back, when the run that they served is over.
    pub(super) fn take_back(&self) -> Result<()> {
        let mut inner = self.lock();
        for app in std::mem::take(&mut inner.lent) {
            let app = Arc::into_inner(app).context("something of the run goes on")?;
            inner.spare.push(app);
        }
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, number: usize) -> Result<App> {
        let folder = self.folder.join(number.to_string());
        std::fs::create_dir_all(&folder)?;
        // A run asks for it within its runtime, in which no other can be waited for.
        let started = std::thread::scope(|scope| scope.spawn(|| started(folder)).join());
        let mut app = started.map_err(|_| anyhow!("a server cannot be started"))??;
        app.secrets = self.first.secrets.clone();
        app.blobs = self.first.blobs.clone();
        Ok(app)
    }
}

/// A server with `folder` for its own, that nobody asks.
pub(super) fn started(folder: PathBuf) -> Result<App> {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let config = Config {
        data: folder.clone(),
        database_url: None,
        content_dir: content.into(),
        site_dir: folder,
        captcha: Captcha::None,
        ..Config::default()
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let app = runtime.block_on(App::start(config, Clock::manual(START_MS)))?;
    runtime.shutdown_background();
    Arc::into_inner(app).context("something else holds the server")
}
