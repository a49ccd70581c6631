//! The catalogue in memory: every list, search and look-up is answered from here without the store.

mod self_filled;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use super::launchers::Launchers;
use super::model::{Collection, Contents, Device, Game, Listing, Provider};
use super::search::{Rank, Titles};

pub use self_filled::{JackpotGames, ListRules};

/// Where and on what the games are asked for; `None` does not narrow.
#[derive(Debug, Clone, Copy, Default)]
pub struct Audience<'a> {
    /// ISO 3166-1 alpha-2.
    pub country: Option<&'a str>,
    /// The kind of device.
    pub device: Option<Device>,
}

/// How several collections are put together.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
pub enum Strategy {
    /// Games that stand in any of them.
    #[default]
    #[serde(rename = "OR")]
    Or,
    /// Games that stand in all of them.
    #[serde(rename = "AND")]
    And,
}

/// Which games are asked for. Parts that are there are combined by AND; an empty one does not narrow.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// Provider ids, any of them.
    pub providers: Vec<String>,
    /// What the title is searched for.
    pub title: String,
    /// Collection ids.
    pub collections: Vec<String>,
    /// How those are combined.
    pub strategy: Strategy,
    /// Only games that can be opened.
    pub playable: bool,
}

/// A piece of a list.
#[derive(Debug)]
pub struct Slice {
    /// The games of the page.
    pub games: Vec<Arc<Game>>,
    /// How many games the whole list has.
    pub total: usize,
}

/// An imported catalogue, ready to be asked. Games and providers that are turned off are not in it.
#[derive(Debug, Default)]
pub struct Index {
    /// In the order of a list without positions: what the content folder names before what partners deliver, then by
    /// popularity, title and identifier.
    games: Vec<Entry>,
    titles: Titles,
    /// Who made each game and what it has, searched beside the titles.
    traits: Titles,
    providers: Vec<Provider>,
    collections: Vec<Collection>,
    /// By collection, by game index: the game's position in it, 0 when it is not in it.
    positions: HashMap<String, Vec<u32>>,
    by_id: HashMap<i64, usize>,
    /// Games that staff has switched off: in no list, and not to be opened.
    off: HashMap<i64, Arc<Game>>,
    /// Games that the content turns off, or whose provider: as if they were not there, but rounds of them can be finished.
    retired: HashMap<i64, Arc<Game>>,
    by_identifier: HashMap<String, usize>,
    by_address: HashMap<(String, String), usize>,
    /// Countries in which some game is not offered.
    blocking: HashSet<String>,
    /// What the lists that fill themselves follow.
    rules: Arc<ListRules>,
    /// Lists that were asked for before.
    lists: RwLock<HashMap<ListKey, Arc<[usize]>>>,
}

/// Places in remembered lists, all together; at 8 bytes each they take 16 MiB at most.
const REMEMBERED_MAX: usize = 2 * 1024 * 1024;

/// What a list depends on, apart from a title to search for.
#[derive(Debug, PartialEq, Eq, Hash)]
struct ListKey {
    providers: Vec<String>,
    collections: Vec<String>,
    strategy: Strategy,
    playable: bool,
    country: Option<String>,
    device: Option<Device>,
}

#[derive(Debug)]
struct Entry {
    game: Arc<Game>,
    /// Index of the provider.
    provider: usize,
    /// The game as calls answer it: written once, and not for every page that it stands in.
    json: String,
    devices: Vec<Device>,
    blocked_countries: Vec<String>,
}

impl Entry {
    fn is_for(&self, audience: Audience<'_>) -> bool {
        audience.device.is_none_or(|device| self.devices.contains(&device))
            && audience.country.is_none_or(|country| !self.blocked_countries.iter().any(|c| c == country))
    }
}

impl Index {
    /// Makes `contents` ready to be asked; its games are opened by `launchers`.
    pub fn new(contents: Contents, launchers: &Launchers) -> Self {
        Self::less(contents, launchers, &HashSet::new(), Arc::default())
    }

    /// The same, without the games whose numbers are `switched_off`, and with lists that were filled by `rules`.
    pub(super) fn less(
        contents: Contents,
        launchers: &Launchers,
        switched_off: &HashSet<i64>,
        rules: Arc<ListRules>,
    ) -> Self {
        let Contents { providers, collections, games } = contents;
        let is_on = |of: &Provider| of.enabled && (!of.at_partner || launchers.opens_provider(&of.id));
        let providers: Vec<Provider> = providers.into_iter().filter(is_on).collect();
        let provider_index: HashMap<String, usize> =
            providers.iter().enumerate().map(|(at, provider)| (provider.id.clone(), at)).collect();
        let is_there =
            |listing: &Listing| listing.enabled && provider_index.contains_key(&listing.game.provider);
        let (there, retired): (Vec<_>, Vec<_>) = games.into_iter().partition(is_there);
        let is_off = |listing: &Listing| switched_off.contains(&listing.game.id);
        let (off, mut games): (Vec<_>, Vec<_>) = there.into_iter().partition(is_off);
        games.sort_by_cached_key(|listing| {
            let game = &listing.game;
            (listing.delivered, -listing.popularity, game.title.to_lowercase(), game.identifier.clone())
        });
        let titles = Titles::new(games.iter().map(|listing| listing.game.title.as_str()));
        let maker = |id: &str| provider_index.get(id).map_or("", |at| providers[*at].title.as_str());
        let traits: Vec<String> = games
            .iter()
            .map(|listing| &listing.game)
            .map(|game| format!("{} {}", maker(&game.provider), game.mechanics.join(" ")))
            .collect();
        let traits = Titles::new(traits.iter().map(String::as_str));
        let count = games.len();
        let mut index = Self { titles, traits, providers, collections, rules, ..Self::default() };
        index.off.extend(off.into_iter().map(|listing| (listing.game.id, Arc::new(listing.game))));
        index.retired.extend(retired.into_iter().map(|listing| (listing.game.id, Arc::new(listing.game))));
        for (at, listing) in games.into_iter().enumerate() {
            let mut game = listing.game;
            launchers.mark(&mut game);
            index.by_id.insert(game.id, at);
            index.by_identifier.insert(game.identifier.clone(), at);
            index.by_address.insert((game.provider.clone(), game.seo_title.clone()), at);
            for (collection, position) in &game.collections {
                let of = index.positions.entry(collection.clone()).or_insert_with(|| vec![0; count]);
                of[at] = *position;
            }
            index.blocking.extend(listing.blocked_countries.iter().cloned());
            index.games.push(Entry {
                provider: provider_index[&game.provider],
                // A game is numbers and texts, which always have a form in JSON.
                json: serde_json::to_string(&game).unwrap_or_default(),
                game: Arc::new(game),
                devices: listing.devices,
                blocked_countries: listing.blocked_countries,
            });
        }
        index.fill_by_rules();
        index
    }

    /// The games that `audience` gets for `query`: `limit` of them after the first `offset`.
    ///
    /// Searched titles are ordered by how well they answer, others by their position in the collection
    /// asked for; then by popularity, then by title. The order does not change between pages.
    pub fn list(&self, query: &Query, audience: Audience<'_>, offset: usize, limit: usize) -> Slice {
        let list = self.whole_list(query, audience);
        Slice {
            total: list.len(),
            games: list.iter().skip(offset).take(limit).map(|at| self.games[*at].game.clone()).collect(),
        }
    }

    /// The game as calls answer it, in JSON.
    pub fn json(&self, game: &Game) -> &str {
        self.by_id.get(&game.id).map_or("null", |at| &self.games[*at].json)
    }

    /// The list from its beginning to its end. Lists without a title to search for are few and asked for
    /// page by page: those are remembered.
    fn whole_list(&self, query: &Query, audience: Audience<'_>) -> Arc<[usize]> {
        if !query.title.is_empty() {
            return self.find(query, audience);
        }
        // Where no game is blocked all countries get the same.
        let country = audience.country.filter(|country| self.blocking.contains(*country));
        let key = ListKey {
            providers: query.providers.clone(),
            collections: query.collections.clone(),
            strategy: query.strategy,
            playable: query.playable,
            country: country.map(str::to_owned),
            device: audience.device,
        };
        if let Some(list) = self.lists.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return list.clone();
        }
        let list = self.find(query, audience);
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        let remembered: usize = lists.values().map(|list| list.len() + 1).sum();
        if remembered + list.len() > REMEMBERED_MAX {
            lists.clear();
        }
        lists.insert(key, list.clone());
        list
    }

    fn find(&self, query: &Query, audience: Audience<'_>) -> Arc<[usize]> {
        let providers = self.known_providers(&query.providers);
        let Some(positions) = self.positions_in(&query.collections, query.strategy) else {
            return Arc::default();
        };
        let mut found: Vec<(Rank, (usize, u32), usize)> = Vec::new();
        for (game, rank) in self.answering(&query.title) {
            let entry = &self.games[game];
            if !entry.is_for(audience)
                || (query.playable && !entry.game.playable)
                || providers.as_ref().is_some_and(|of| !of[entry.provider])
            {
                continue;
            }
            if let Some(position) = position(game, &positions, query.strategy) {
                found.push((rank, position, game));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, _, game)| game).collect()
    }

    /// The games that answer `text` by their title, and behind them those that do by their maker or by what they have.
    fn answering(&self, text: &str) -> Vec<(usize, Rank)> {
        let mut found = self.titles.find(text);
        if text.trim().is_empty() {
            return found;
        }
        let titled: HashSet<usize> = found.iter().map(|(game, _)| *game).collect();
        let others = self.traits.find_exactly(text).into_iter().filter(|game| !titled.contains(game));
        found.extend(others.map(|game| (game, Rank::Trait)));
        found
    }

    /// The positions in each collection asked for, once; `None` when no game can be in the list, as an
    /// unknown collection holds none.
    fn positions_in(&self, ids: &[String], strategy: Strategy) -> Option<Vec<&[u32]>> {
        let mut asked: Vec<&String> = Vec::new();
        for id in ids {
            if !self.positions.contains_key(id) {
                if strategy == Strategy::And {
                    return None;
                }
            } else if !asked.contains(&id) {
                asked.push(id);
            }
        }
        let nothing_known = asked.is_empty() && !ids.is_empty();
        (!nothing_known).then(|| asked.into_iter().map(|id| self.positions[id].as_slice()).collect())
    }

    /// By provider index, whether it is asked for; `None` when all are.
    fn known_providers(&self, ids: &[String]) -> Option<Vec<bool>> {
        if ids.is_empty() {
            return None;
        }
        Some(self.providers.iter().map(|provider| ids.contains(&provider.id)).collect())
    }

    /// The game with this number, wherever it is offered.
    pub fn by_id(&self, id: i64) -> Option<&Arc<Game>> {
        self.by_id.get(&id).map(|at| &self.games[*at].game)
    }

    /// The game with this number, offered or turned off.
    pub fn known(&self, id: i64) -> Option<&Arc<Game>> {
        self.by_id(id).or_else(|| self.off.get(&id)).or_else(|| self.retired.get(&id))
    }

    /// The game with this identifier, offered or turned off.
    pub fn named(&self, identifier: &str) -> Option<&Arc<Game>> {
        let off =
            || self.off.values().chain(self.retired.values()).find(|game| game.identifier == identifier);
        self.by_identifier(identifier).or_else(off)
    }

    /// Games that staff has switched off.
    pub fn switched_off(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.off.values()
    }

    /// Games that the content turns off, or whose provider.
    pub fn retired(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.retired.values()
    }

    /// The game with this identifier, wherever it is offered.
    pub fn by_identifier(&self, identifier: &str) -> Option<&Arc<Game>> {
        self.by_identifier.get(identifier).map(|at| &self.games[*at].game)
    }

    /// The game with this address, wherever it is offered.
    pub fn by_address(&self, producer: &str, seo_title: &str) -> Option<&Arc<Game>> {
        let at = self.by_address.get(&(producer.to_owned(), seo_title.to_owned()))?;
        Some(&self.games[*at].game)
    }

    /// Whether `game` is offered to `audience`.
    pub fn is_offered(&self, game: &Game, audience: Audience<'_>) -> bool {
        self.by_id.get(&game.id).is_some_and(|at| self.games[*at].is_for(audience))
    }

    /// Every game, in the order of popularity.
    pub fn games(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.games.iter().map(|entry| &entry.game)
    }

    /// The provider with this id.
    pub fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }

    /// The collection with this id.
    pub fn collection(&self, id: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.id == id)
    }

    /// The providers with how many games `audience` gets of each; those without games are left out.
    pub fn providers(&self, audience: Audience<'_>) -> Vec<(&Provider, usize)> {
        let mut counts = vec![0; self.providers.len()];
        for entry in self.games.iter().filter(|entry| entry.is_for(audience)) {
            counts[entry.provider] += 1;
        }
        self.providers.iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// The collections that menus offer, with how many games `audience` gets in each; those without
    /// games are left out.
    pub fn collections(&self, audience: Audience<'_>) -> Vec<(&Collection, usize)> {
        self.menu_collections(audience).filter(|(_, count)| *count > 0).collect()
    }

    /// The collections that menus may offer, with how many games `audience` gets in each, which may be none.
    pub fn menu_collections(&self, audience: Audience<'_>) -> impl Iterator<Item = (&Collection, usize)> {
        let count = move |collection: &Collection| {
            let query = Query { collections: vec![collection.id.clone()], ..Query::default() };
            self.whole_list(&query, audience).len()
        };
        let named = self.collections.iter().filter(|collection| collection.in_menus);
        named.map(move |collection| (collection, count(collection)))
    }
}

/// Where a game stands in the collections asked for (which of them, position in it); `None` when it is
/// not in the list.
fn position(game: usize, collections: &[&[u32]], strategy: Strategy) -> Option<(usize, u32)> {
    if collections.is_empty() {
        return Some((0, 0));
    }
    if strategy == Strategy::And && collections.iter().any(|of| of[game] == 0) {
        return None;
    }
    let mut positions = collections.iter().map(|of| of[game]).enumerate();
    positions.find(|(_, position)| *position > 0)
}

#[cfg(test)]
mod tests;
