//! The catalogue: which games there are, who makes them, in which lists they stand, and what a player
//! has marked as a favourite.
//!
//! The games come from the content folder ([`Source`]). An import numbers them, keeps the whole
//! catalogue as one row, and answers an [`Index`] from which everything but favourites is answered
//! without the store. Beside them stand the games that partners deliver in bulk ([`Delivery`]). A faulty content folder never replaces a good catalogue.

mod delivery;
pub mod favourites;
mod fold;
pub mod http;
mod importing;
mod index;
mod launchers;
mod model;
mod search;
mod source;
mod store;
mod switch_store;
mod written;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use croupier_db::{Db, Error, Result, Tx};

use crate::platform::current::Current;
pub use delivery::Delivery;
pub use importing::{ChangedGame, LIST_MAX, ListFormat, ListImport, ListTerms, RefusedRow, import_list};
pub use index::{Audience, Index, JackpotGames, ListRules, Query, Slice, Strategy};
pub use launchers::Launchers;
pub use model::{
    Badge, Collection, Contents, DEMO_CURRENCY, Device, Family, Follow, Game, GameCurrency, Listing,
    PRERELEASE, Provider, Volatility,
};
pub use source::{ContentError, Source, SourceFile};
pub use switch_store::{
    ProviderOff, SwitchedOff, providers_off, switch_off, switch_on, switch_provider_off, switch_provider_on,
    switched_off,
};
pub use written::{EntryFault, WrittenCollection, WrittenCollections, WrittenGame, WrittenGames};

/// The name under which every game is listed; no collection may have it.
pub const ALL_GAMES: &str = "all";

/// The catalogue on offer. Readers get a snapshot, which an import replaces as a whole.
#[derive(Debug)]
pub struct Catalogue {
    /// What the content folder holds.
    contents: Current<Contents>,
    /// What can be opened of it.
    launchers: Launchers,
    /// How often there was something new beside it: a delivery, or a switch by staff.
    changes: AtomicI64,
    /// What the lists that fill themselves follow.
    rules: Current<ListRules>,
    index: RwLock<Arc<Index>>,
    /// Held while an index is made: of two that begin at once the later one has what is newest.
    turn: tokio::sync::Mutex<()>,
}

impl Catalogue {
    /// Offers `contents` and what was delivered beside them, to be opened by `launchers`; lists that fill themselves follow
    /// `rules`.
    pub async fn open(db: &Db, contents: Contents, launchers: Launchers, rules: ListRules) -> Result<Self> {
        let changes = AtomicI64::new(store::changes(db).await?);
        let rules = Current::new(rules);
        let index = indexed(db, contents.clone(), launchers.clone(), rules.now()).await?;
        let (index, contents) = (RwLock::new(Arc::new(index)), Current::new(contents));
        let turn = tokio::sync::Mutex::default();
        Ok(Self { contents, launchers, changes, rules, index, turn })
    }

    /// From the next [`Catalogue::refresh`] on the lists that fill themselves follow `rules`.
    pub fn list_by(&self, rules: ListRules) {
        // Rules that stay the same fill no list anew.
        if *self.rules.now() != rules {
            self.rules.replace(rules);
        }
    }

    /// Offers the last delivery, less what is switched off, listed by the rules in force, if that is not on offer yet. Answers
    /// whether there was something new.
    pub async fn refresh(&self, db: &Db) -> Result<bool> {
        let _turn = self.turn.lock().await;
        let changes = store::changes(db).await?;
        let rules = self.rules.now();
        if changes == self.changes.load(Ordering::Acquire) && self.index().is_filled_by(&rules) {
            return Ok(false);
        }
        let contents = Contents::clone(&self.contents.now());
        let index = indexed(db, contents, self.launchers.clone(), rules).await?;
        self.put(index, changes);
        Ok(true)
    }

    /// Whether `contents` say what is on offer already.
    pub fn offers(&self, contents: &Contents) -> bool {
        self.contents.now().says_as(contents)
    }

    /// Offers `contents`, which were imported, in place of those before.
    pub async fn take(&self, db: &Db, contents: Contents) -> Result<()> {
        let _turn = self.turn.lock().await;
        let changes = store::changes(db).await?;
        let index = indexed(db, contents.clone(), self.launchers.clone(), self.rules.now()).await?;
        self.contents.replace(contents);
        self.put(index, changes);
        Ok(())
    }

    fn put(&self, index: Index, changes: i64) {
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(index);
        self.changes.store(changes, Ordering::Release);
    }

    /// Who makes the games that the content names.
    pub fn providers(&self) -> Vec<Provider> {
        self.contents.now().providers.clone()
    }

    /// What is on offer now.
    pub fn index(&self) -> Arc<Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The game with this number, wherever it is offered.
    pub fn game_by_id(&self, id: i64) -> Option<Arc<Game>> {
        self.index().by_id(id).cloned()
    }

    /// The game with this number, offered or turned off: rounds of it that are open can be finished.
    pub fn known_by_id(&self, id: i64) -> Option<Arc<Game>> {
        self.index().known(id).cloned()
    }

    /// The game with this identifier (`{provider}/{slug}`), wherever it is offered.
    pub fn game_by_identifier(&self, identifier: &str) -> Option<Arc<Game>> {
        self.index().by_identifier(identifier).cloned()
    }

    /// Whether `audience` is offered the game with this number.
    pub fn is_offered(&self, id: i64, audience: Audience<'_>) -> bool {
        let index = self.index();
        index.by_id(id).is_some_and(|game| index.is_offered(game, audience))
    }

    /// The game, if `audience` may open it now: for money, or else as a demo.
    pub fn launchable(
        &self,
        identifier: &str,
        audience: Audience<'_>,
        for_money: bool,
    ) -> std::result::Result<Arc<Game>, NotLaunchable> {
        let index = self.index();
        let game = index.by_identifier(identifier).ok_or(NotLaunchable::Unknown)?;
        if !index.is_offered(game, Audience { device: None, ..audience }) {
            return Err(NotLaunchable::Country);
        }
        if !index.is_offered(game, audience) {
            return Err(NotLaunchable::Device);
        }
        if for_money && game.collections.contains_key(PRERELEASE) {
            return Err(NotLaunchable::Prerelease);
        }
        if !game.playable {
            return Err(NotLaunchable::NoLauncher);
        }
        if !for_money && !game.has_demo_mode {
            return Err(NotLaunchable::NoDemo);
        }
        Ok(game.clone())
    }
}

/// Why a game cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotLaunchable {
    /// There is no such game, or it or its provider is turned off.
    Unknown,
    /// It is not offered in the visitor's country.
    Country,
    /// It is not built for the visitor's kind of device.
    Device,
    /// It may not be played for money yet.
    Prerelease,
    /// Nobody here opens games of its provider.
    NoLauncher,
    /// It cannot be tried without money.
    NoDemo,
}

/// Indexing thousands of games takes long enough to be kept away from the threads that answer calls.
async fn indexed(db: &Db, contents: Contents, launchers: Launchers, rules: Arc<ListRules>) -> Result<Index> {
    let delivery = store::delivered(db).await?;
    let mut off: HashSet<i64> = switched_off(db).await?.into_iter().map(|off| off.game).collect();
    let providers: HashSet<String> = providers_off(db).await?.into_iter().map(|off| off.provider).collect();
    let work = tokio::task::spawn_blocking(move || {
        let contents = contents.with(delivery);
        let games = contents.games.iter().map(|listing| &listing.game);
        off.extend(games.filter(|game| providers.contains(&game.provider)).map(|game| game.id));
        Index::less(contents, &launchers, &off, rules)
    });
    work.await.map_err(|error| Error::Engine(error.to_string()))
}

/// Keeps what was delivered, beside what was delivered before or, with `replace`, instead of it. Running
/// servers offer it within seconds.
pub async fn deliver(tx: &mut Tx, delivery: &Delivery, replace: bool) -> Result<()> {
    store::keep_delivery(tx, delivery, replace).await
}

/// All that partners have delivered.
pub async fn delivered(db: &Db) -> Result<Delivery> {
    store::delivered(db).await
}

/// Numbers the games of `contents` and keeps them as the last good catalogue; `now` is in UTC
/// milliseconds. Answers them with their numbers.
pub async fn import(tx: &mut Tx, mut contents: Contents, now: i64) -> Result<Contents> {
    let identifiers: Vec<&str> =
        contents.games.iter().map(|listing| listing.game.identifier.as_str()).collect();
    let numbers: HashMap<String, i64> = store::number(tx, &identifiers).await?;
    for listing in &mut contents.games {
        if let Some(id) = numbers.get(&listing.game.identifier) {
            listing.game.id = *id;
        }
    }
    store::keep(tx, &contents, now).await?;
    Ok(contents)
}

/// The last good catalogue; `None` before the first import.
pub async fn kept(db: &Db) -> Result<Option<Contents>> {
    store::kept(db).await
}
