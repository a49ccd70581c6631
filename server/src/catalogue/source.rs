//! Reads the catalogue from its reviewable files: `providers.toml`, `collections.toml`,
//! `catalogue.toml` and, when there, `art/tiles.json`. Whatever is wrong is told with file and line.

mod entries;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use croupier_money::{CURRENCIES, Currency};
use serde::Deserialize;
use toml::Spanned;

pub(super) use entries::DEFAULT_ACCENT;
use entries::{CollectionsFile, Figures, GameEntry, GamesFile, ProviderEntry, ProvidersFile, Tile};

use crate::platform::config::origin_of;

use super::model::{Collection, Contents, DEMO_CURRENCY, Follow, Game, GameCurrency, Listing, Provider};
use crate::platform::calendar::Date;

/// What is wrong with a content file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ContentError {
    /// Path of the file.
    pub file: String,
    /// The line, counted from 1, when one is to blame.
    pub line: Option<usize>,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl std::fmt::Display for ContentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

/// A content file that has been read: its path, for messages, and its text.
#[derive(Debug, Clone, Default)]
pub struct SourceFile {
    /// Path of the file.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, ContentError> {
        toml::from_str(&self.text).map_err(|error| {
            let line = error.span().map(|span| self.line_of(span.start));
            ContentError { file: self.path.clone(), line, message: error.message().to_owned() }
        })
    }

    fn parse_json<T: for<'de> Deserialize<'de>>(&self) -> Result<T, ContentError> {
        serde_json::from_str(&self.text).map_err(|error| ContentError {
            file: self.path.clone(),
            line: Some(error.line()),
            message: error.to_string(),
        })
    }

    fn error<T>(&self, at: &Spanned<T>, message: String) -> ContentError {
        ContentError { file: self.path.clone(), line: Some(self.line_of(at.span().start)), message }
    }

    fn line_of(&self, byte: usize) -> usize {
        self.text.bytes().take(byte).filter(|b| *b == b'\n').count() + 1
    }
}

/// The files of a catalogue.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// `providers.toml`
    pub providers: SourceFile,
    /// `collections.toml`
    pub collections: SourceFile,
    /// `catalogue.toml`
    pub games: SourceFile,
    /// `art/tiles.json`, made together with the tiles.
    pub tiles: Option<SourceFile>,
    /// Exactly computed figures of games' maths, one file a game.
    pub figures: Vec<SourceFile>,
}

impl Source {
    /// Reads the files. The games have no numbers yet (`id` is 0).
    pub fn parse(&self) -> Result<Contents, ContentError> {
        let providers = self.read_providers()?;
        let entries: CollectionsFile = self.collections.parse()?;
        let collections = self.read_collections(&entries)?;
        let mut games = self.read_games(&providers, &collections)?;
        self.place(&entries, &mut games)?;
        Ok(Contents { providers, collections, games })
    }

    fn read_providers(&self) -> Result<Vec<Provider>, ContentError> {
        let file: ProvidersFile = self.providers.parse()?;
        let mut seen = HashSet::new();
        let mut providers = Vec::new();
        for ProviderEntry { id, title, logo, enabled, at_partner, frame_origins } in file.provider {
            if !is_slug(id.get_ref()) || !seen.insert(id.get_ref().clone()) {
                return Err(self.providers.error(&id, bad_id("provider", id.get_ref())));
            }
            if let Some(wrong) = frame_origins.iter().find(|of| origin_of(of.get_ref()) != Some(of.get_ref()))
            {
                let message = format!("{:?} is no origin: https://games.example is", wrong.get_ref());
                return Err(self.providers.error(wrong, message));
            }
            let frame_origins = frame_origins.into_iter().map(Spanned::into_inner).collect();
            providers.push(Provider { id: id.into_inner(), title, logo, enabled, at_partner, frame_origins });
        }
        Ok(providers)
    }

    fn read_collections(&self, file: &CollectionsFile) -> Result<Vec<Collection>, ContentError> {
        let mut seen = HashSet::new();
        let mut collections = Vec::new();
        for entry in &file.collection {
            let id = entry.id.get_ref();
            if !is_slug(id) || !seen.insert(id) {
                return Err(self.collections.error(&entry.id, bad_id("collection", id)));
            }
            if id == super::ALL_GAMES {
                let message = format!("{id:?} is the list of all games and cannot be a collection's id");
                return Err(self.collections.error(&entry.id, message));
            }
            collections.push(Collection {
                id: id.clone(),
                title: entry.title.clone(),
                family: entry.family,
                in_menus: entry.in_menus,
                follow: entry.follow,
            });
        }
        Ok(collections)
    }

    fn read_games(
        &self,
        providers: &[Provider],
        collections: &[Collection],
    ) -> Result<Vec<Listing>, ContentError> {
        let file: GamesFile = self.games.parse()?;
        let tiles: HashMap<String, Tile> = match &self.tiles {
            Some(tiles) => tiles.parse_json()?,
            None => HashMap::new(),
        };
        let mut figures = HashMap::new();
        for file in &self.figures {
            let read: Figures = file.parse_json()?;
            figures.insert(read.identifier.clone(), read);
        }
        let mut seen = HashSet::new();
        let mut games = Vec::new();
        for entry in file.game {
            let listing = self.read_game(entry, providers, collections, &tiles, &figures)?;
            if let Some(identifier) = seen.replace(listing.0.game.identifier.clone()) {
                return Err(self.games.error(&listing.1, format!("the game {identifier:?} is there twice")));
            }
            games.push(listing.0);
        }
        Ok(games)
    }

    fn read_game(
        &self,
        entry: GameEntry,
        providers: &[Provider],
        collections: &[Collection],
        tiles: &HashMap<String, Tile>,
        figures: &HashMap<String, Figures>,
    ) -> Result<(Listing, Spanned<String>), ContentError> {
        let at = entry.identifier;
        let Some((provider, slug)) = identifier_parts(at.get_ref()) else {
            let message = format!("{:?} is no identifier: provider/name-with-hyphens is", at.get_ref());
            return Err(self.games.error(&at, message));
        };
        if !providers.iter().any(|known| known.id == provider) {
            let message = format!(
                "the game names the provider {provider:?}, which {} does not have",
                self.providers.path
            );
            return Err(self.games.error(&at, message));
        }
        for category in &entry.categories {
            if !collections.iter().any(|known| known.id == *category.get_ref()) {
                let category_id = category.get_ref();
                let message =
                    format!("the game names {category_id:?}, which {} does not have", self.collections.path);
                return Err(self.games.error(category, message));
            }
        }
        if let Some(code) = entry.blocked_countries.iter().find(|code| !is_country(code)) {
            return Err(self
                .games
                .error(&at, format!("{code:?} is no country code: two capital letters are")));
        }
        if let Some(day) = entry.released.as_ref().filter(|day| day.get_ref().parse::<Date>().is_err()) {
            let message = format!("{:?} is no day: 2026-11-05 is", day.get_ref());
            return Err(self.games.error(day, message));
        }
        if entry.devices.is_empty() {
            return Err(self.games.error(&at, "the game is built for no device".to_owned()));
        }
        let tile = tiles.get(slug);
        let figures = figures.get(at.get_ref());
        // A return that the catalogue names itself is not the one that the figures add to.
        let own_jackpot = figures.filter(|_| entry.rtp.is_none()).and_then(|of| of.jackpot.as_ref());
        let game = Game {
            id: 0,
            identifier: at.get_ref().clone(),
            name: entry.title.clone(),
            title: entry.title,
            slug: slug.to_owned(),
            seo_title: slug.to_owned(),
            provider: provider.to_owned(),
            categories: entry.categories.into_iter().map(Spanned::into_inner).collect(),
            collections: BTreeMap::new(),
            badges: entry.badges,
            preview: entry.preview.unwrap_or_else(|| format!("/art/tiles/{slug}-{{width}}.{{format}}")),
            placeholder: tile.and_then(|tile| tile.placeholder.clone()),
            accent: tile.and_then(|tile| tile.accent.clone()).unwrap_or_else(|| DEFAULT_ACCENT.to_owned()),
            currencies: self.read_currencies(entry.currencies.as_deref(), entry.demo)?,
            has_demo_mode: entry.demo,
            rtp_with_jackpot: own_jackpot.map(|of| of.rtp_total.clone()),
            rtp: entry.rtp.or_else(|| figures?.rtp.clone()),
            volatility: entry.volatility.or_else(|| figures?.volatility),
            max_win_x: entry.max_win_x.or_else(|| figures?.max_win_x.clone()),
            hit_rate: entry.hit_rate.or_else(|| figures?.hit_rate.clone()),
            mechanics: entry.mechanics,
            released: entry.released.map(Spanned::into_inner),
            own: figures.is_some(),
            playable: false,
        };
        let listing = Listing {
            game,
            popularity: entry.popularity,
            devices: entry.devices,
            blocked_countries: entry.blocked_countries,
            enabled: entry.enabled,
            delivered: false,
        };
        Ok((listing, at))
    }

    fn read_currencies(
        &self,
        codes: Option<&[Spanned<String>]>,
        demo: bool,
    ) -> Result<BTreeMap<String, GameCurrency>, ContentError> {
        let words = codes.map(|codes| codes.iter().map(|code| code.get_ref().as_str()));
        offered_currencies(words, demo).map_err(|(wrong, error)| {
            let at = codes.and_then(|codes| codes.iter().find(|code| *code.get_ref() == wrong));
            let file = &self.games;
            let line = at.map(|code| file.line_of(code.span().start));
            ContentError { file: file.path.clone(), line, message: error.to_string() }
        })
    }

    /// Gives every game its position in its collections: those that the collection lists first and in
    /// that order, then those that name it, in the order that it asks for.
    fn place(&self, file: &CollectionsFile, games: &mut [Listing]) -> Result<(), ContentError> {
        let by_identifier: HashMap<String, usize> =
            games.iter().enumerate().map(|(at, listing)| (listing.game.identifier.clone(), at)).collect();
        let mut lists = Vec::new();
        for entry in &file.collection {
            let collection = entry.id.get_ref();
            let mut placed = HashSet::new();
            let mut members = Vec::new();
            for listed in &entry.games {
                let Some(&at) = by_identifier.get(listed.get_ref()) else {
                    let message =
                        format!("{} does not have the game {:?}", self.games.path, listed.get_ref());
                    return Err(self.collections.error(listed, message));
                };
                if !placed.insert(at) {
                    let message = format!("the collection lists the game {:?} twice", listed.get_ref());
                    return Err(self.collections.error(listed, message));
                }
                members.push(at);
            }
            lists.push(Arranged { id: collection.clone(), first: members, follow: entry.follow });
        }
        arrange(&lists, games);
        Ok(())
    }
}

/// A list that is to be arranged.
pub(super) struct Arranged {
    /// Which collection.
    pub(super) id: String,
    /// The games that stand first, by their index.
    pub(super) first: Vec<usize>,
    /// Which follow them.
    pub(super) follow: Follow,
}

/// Gives every game its position in each of `lists`, which are in the order of the menu: behind the games that stand first
/// follow those that name the list themselves, as it asks for.
pub(super) fn arrange(lists: &[Arranged], games: &mut [Listing]) {
    let ordered = |follow: Follow| {
        let mut order: Vec<usize> = (0..games.len()).collect();
        let title = |at: &usize| games[*at].game.title.to_lowercase();
        match follow {
            Follow::Popular => order.sort_by_cached_key(|at| (-games[*at].popularity, title(at))),
            // A day that nobody has named is the oldest.
            Follow::Newest => {
                order.sort_by_cached_key(|at| (Reverse(games[*at].game.released.clone()), title(at)));
            }
            Follow::Title => order.sort_by_cached_key(title),
            Follow::Nothing => order.clear(),
        }
        order
    };
    let orders =
        [Follow::Popular, Follow::Newest, Follow::Title, Follow::Nothing].map(|of| (of, ordered(of)));
    for Arranged { id, first, follow } in lists {
        let placed: HashSet<usize> = first.iter().copied().collect();
        let order = orders.iter().filter(|(of, _)| of == follow).flat_map(|(_, order)| order.iter().copied());
        let names_it = |at: &usize| games[*at].game.categories.contains(id);
        let follow = order.filter(|at| names_it(at) && !placed.contains(at));
        let members: Vec<usize> = first.iter().copied().chain(follow).collect();
        for (position, at) in (1..).zip(members) {
            games[at].game.collections.insert(id.clone(), position);
        }
    }
    for listing in games {
        let of = &listing.game.collections;
        let order = lists.iter().map(|list| &list.id);
        listing.game.categories = order.filter(|id| of.contains_key(*id)).cloned().collect();
    }
}

/// The currencies that a game is offered in: those named, or every one that new wallets are offered, and the
/// demo mode's when it has one. A code that the operator does not know is answered with why.
pub(super) fn offered_currencies<'a>(
    codes: Option<impl Iterator<Item = &'a str>>,
    demo: bool,
) -> Result<BTreeMap<String, GameCurrency>, (&'a str, croupier_money::UnknownCurrency)> {
    let mut offered = BTreeSet::new();
    match codes {
        None => offered.extend(CURRENCIES.into_iter().filter(|c| c.is_enabled()).map(Currency::code)),
        Some(codes) => {
            for code in codes {
                offered.insert(code.parse::<Currency>().map_err(|error| (code, error))?.code());
            }
        }
    }
    offered.extend(demo.then_some(DEMO_CURRENCY));
    let named = |code: &str| GameCurrency { id: code.to_owned(), name: code.to_owned() };
    Ok(offered.into_iter().map(|code| (code.to_owned(), named(code))).collect())
}

/// `provider/name-with-hyphens` in its two parts.
pub(super) fn identifier_parts(identifier: &str) -> Option<(&str, &str)> {
    identifier.split_once('/').filter(|(provider, slug)| is_slug(provider) && is_slug(slug))
}

fn bad_id(kind: &str, id: &str) -> String {
    if is_slug(id) {
        format!("the {kind} {id:?} is there twice")
    } else {
        format!("{id:?} is no {kind} id: lower-case words with hyphens between them are")
    }
}

/// Lower-case words of letters and digits with hyphens between them.
pub(super) fn is_slug(text: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('-').all(is_word)
}

pub(super) fn is_country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests;
