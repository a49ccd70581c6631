//! The rules of the built-in games, each definition under its hash.
//!
//! A round names the definition that it was opened under, and is continued, settled and proved by that one, whatever
//! the game's definition says by then. So every definition that was ever offered is kept in the store; a server reads
//! them at its start and needs the store again only for one that another server has brought since.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, Result};
use croupier_db::Db;
use croupier_db::log::take_numbers;
use croupier_games::{DefinitionHash, Game};

use super::store;
use crate::catalogue::Launchers;
use crate::platform::clock::Clock;

/// The games on offer, and the rules of all rounds.
#[derive(Debug)]
pub struct Games {
    /// What a new round is played under, by identifier.
    current: HashMap<String, Arc<Game>>,
    kept: RwLock<StoredDefinition>,
}

/// Definitions read from the store.
#[derive(Debug, Default)]
struct StoredDefinition {
    by_hash: HashMap<DefinitionHash, Arc<Game>>,
    /// The first definition of each game, by identifier.
    first: HashMap<String, Arc<Game>>,
}

/// The games that are built into the server.
pub fn built_in() -> Result<Vec<Game>> {
    let load = |builtin: croupier_games::builtin::BuiltinGame| {
        Game::load(builtin.definition).with_context(|| format!("game {}", builtin.slug))
    };
    croupier_games::builtin::GAMES.into_iter().map(load).collect()
}

impl Games {
    /// Offers `games`, writes their definitions down, and reads those of all rounds before.
    pub async fn open(db: &Db, clock: &Clock, games: Vec<Game>) -> Result<Self> {
        let mut tx = db.begin().await?;
        // Taking none still locks the counter's row: servers that start at once number one after another.
        take_numbers(&mut tx, "definition", 0).await?;
        for game in &games {
            store::keep_definition(&mut tx, game, clock.now()).await?;
        }
        tx.commit().await?;
        let current = games.into_iter().map(|game| (game.identifier().to_owned(), Arc::new(game))).collect();
        let games = Self { current, kept: RwLock::default() };
        games.learn(db).await?;
        Ok(games)
    }

    /// Opens the games on offer.
    pub fn launchers(&self) -> Launchers {
        Launchers::of(self.current.keys().cloned())
    }

    /// What a new round of this game is played under; `None` for a game that is somebody else's.
    pub fn game(&self, identifier: &str) -> Option<Arc<Game>> {
        self.current.get(identifier).cloned()
    }

    /// What new rounds of all games are played under.
    pub fn all(&self) -> impl Iterator<Item = Arc<Game>> {
        self.current.values().cloned()
    }

    /// Whether new rounds are played under these rules.
    pub fn is_current(&self, rules: &Game) -> bool {
        self.current.get(rules.identifier()).is_some_and(|game| game.hash() == rules.hash())
    }

    /// The rules with this hash, or without one the first that the game had; asks nothing but the memory.
    pub fn known(&self, identifier: &str, hash: Option<DefinitionHash>) -> Option<Arc<Game>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        hash.map_or_else(|| kept.first.get(identifier), |hash| kept.by_hash.get(&hash)).cloned()
    }

    /// Like [`Games::known`], and looks into the store for what another server may have brought.
    pub async fn find(
        &self,
        db: &Db,
        identifier: &str,
        hash: Option<DefinitionHash>,
    ) -> croupier_db::Result<Option<Arc<Game>>> {
        if let Some(known) = self.known(identifier, hash) {
            return Ok(Some(known));
        }
        self.learn(db).await?;
        Ok(self.known(identifier, hash))
    }

    /// Reads all definitions in the store. One that this build cannot play is left out and logged: its rounds wait
    /// for a build that can.
    pub async fn learn(&self, db: &Db) -> croupier_db::Result<()> {
        let mut learnt = StoredDefinition::default();
        for (number, text) in store::definitions(db).await? {
            match Game::load(&text) {
                Ok(game) => learnt.take(number, Arc::new(game)),
                Err(error) => tracing::error!(%error, text, "a kept definition cannot be played"),
            }
        }
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = learnt;
        Ok(())
    }
}

impl StoredDefinition {
    fn take(&mut self, number: i64, game: Arc<Game>) {
        if number == 1 {
            self.first.insert(game.identifier().to_owned(), game.clone());
        }
        self.by_hash.insert(game.hash(), game);
    }
}
