//! Games that partners deliver in bulk: JSON lines, one game each, imported by command beside those of the
//! content folder, which come first where both name the same game.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;

use super::model::{Badge, Collection, Contents, Device, Game, Listing, Provider, Volatility, multiple};
use super::source::{
    Arranged, ContentError, DEFAULT_ACCENT, arrange, identifier_parts, is_country, offered_currencies,
};
use crate::platform::calendar::Date;

/// What a file of games holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delivery {
    /// Who makes the games.
    pub providers: Vec<Provider>,
    /// The games; without numbers (`id` is 0) until they are imported, and without positions.
    pub games: Vec<Listing>,
}

/// A line of the file; `docs/OPERATIONS.md` explains each field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    identifier: String,
    title: String,
    provider_title: Option<String>,
    categories: Vec<String>,
    devices: Vec<Device>,
    #[serde(default)]
    blocked_countries: Vec<String>,
    currencies: Option<Vec<String>>,
    #[serde(default)]
    preview: String,
    placeholder: Option<String>,
    accent: Option<String>,
    #[serde(default)]
    demo: bool,
    #[serde(default)]
    popularity: i64,
    #[serde(default)]
    badges: Vec<Badge>,
    #[serde(default)]
    mechanics: Vec<String>,
    rtp: Option<String>,
    hit_rate: Option<String>,
    volatility: Option<Volatility>,
    #[serde(default, deserialize_with = "multiple")]
    max_win_x: Option<String>,
    /// `YYYY-MM-DD`
    released: Option<String>,
    #[serde(default = "yes")]
    enabled: bool,
}

const fn yes() -> bool {
    true
}

impl Delivery {
    /// Reads the `text` of `file`, whose games may only stand in `collections`. The first fault is told
    /// with its line, and then nothing is taken.
    pub fn parse(file: &str, text: &str, collections: &[Collection]) -> Result<Self, ContentError> {
        let (mut providers, mut games) = (BTreeMap::new(), BTreeMap::new());
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let fault = |message| ContentError { file: file.to_owned(), line: Some(number), message };
            let line: Line = serde_json::from_str(line).map_err(|error| fault(error.to_string()))?;
            let provider_title = line.provider_title.clone();
            let listing = listing(line, collections).map_err(fault)?;
            let provider = listing.game.provider.clone();
            let known = providers.entry(provider.clone()).or_insert_with(|| Provider {
                title: provider.clone(),
                id: provider,
                logo: None,
                enabled: true,
                at_partner: false,
                frame_origins: Vec::new(),
            });
            if let Some(title) = provider_title {
                known.title = title;
            }
            if let Some(twice) = games.insert(listing.game.identifier.clone(), listing) {
                return Err(fault(format!("the game {:?} is there twice", twice.game.identifier)));
            }
        }
        Ok(Self { providers: providers.into_values().collect(), games: games.into_values().collect() })
    }
}

fn listing(line: Line, collections: &[Collection]) -> Result<Listing, String> {
    let Some((provider, slug)) = identifier_parts(&line.identifier) else {
        return Err(format!("{:?} is no identifier: provider/name-with-hyphens is", line.identifier));
    };
    let known = |id: &&String| collections.iter().any(|collection| collection.id == **id);
    if let Some(unknown) = line.categories.iter().find(|id| !known(id)) {
        return Err(format!("the game names {unknown:?}, which is no known collection"));
    }
    if let Some(code) = line.blocked_countries.iter().find(|code| !is_country(code)) {
        return Err(format!("{code:?} is no country code: two capital letters are"));
    }
    if line.devices.is_empty() {
        return Err("the game is built for no device".to_owned());
    }
    // The site loads pictures from its own host alone, and draws a tile of its own where there is none.
    if !line.preview.is_empty() && (!line.preview.starts_with('/') || line.preview.starts_with("//")) {
        return Err(format!("{:?} is no path on this host for the tile's picture", line.preview));
    }
    if line.placeholder.as_ref().is_some_and(|text| !is_data_picture(text)) {
        return Err("the placeholder is no picture as a data address".to_owned());
    }
    if let Some(day) = line.released.as_ref().filter(|day| day.parse::<Date>().is_err()) {
        return Err(format!("{day:?} is no day: 2026-11-05 is"));
    }
    let codes = line.currencies.as_ref().map(|codes| codes.iter().map(String::as_str));
    let currencies = offered_currencies(codes, line.demo)
        .map_err(|(code, error)| format!("{code:?} is no known currency: {error}"))?;
    let (provider, slug) = (provider.to_owned(), slug.to_owned());
    let game = Game {
        id: 0,
        name: line.title.clone(),
        title: line.title,
        seo_title: slug.clone(),
        slug,
        provider,
        identifier: line.identifier,
        categories: line.categories,
        collections: BTreeMap::new(),
        badges: line.badges,
        preview: line.preview,
        placeholder: line.placeholder,
        accent: line.accent.unwrap_or_else(|| DEFAULT_ACCENT.to_owned()),
        currencies,
        has_demo_mode: line.demo,
        rtp: line.rtp,
        rtp_with_jackpot: None,
        volatility: line.volatility,
        max_win_x: line.max_win_x,
        hit_rate: line.hit_rate,
        mechanics: line.mechanics,
        released: line.released,
        own: false,
        playable: false,
    };
    Ok(Listing {
        game,
        popularity: line.popularity,
        devices: line.devices,
        blocked_countries: line.blocked_countries,
        enabled: line.enabled,
        delivered: true,
    })
}

/// Whether the text is a picture as a data address, of letters that mean nothing to the style sheet it is put in.
fn is_data_picture(text: &str) -> bool {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=;,:.-".contains(&byte);
    text.starts_with("data:image/") && text.bytes().all(harmless)
}

impl Contents {
    /// These contents with what was delivered behind them: in each collection the delivered games follow,
    /// in the order that it asks for, unless it is fixed.
    #[must_use]
    pub fn with(mut self, delivery: Delivery) -> Self {
        let own: BTreeSet<String> =
            self.games.iter().map(|listing| listing.game.identifier.clone()).collect();
        let known: BTreeSet<String> = self.providers.iter().map(|provider| provider.id.clone()).collect();
        self.providers.extend(delivery.providers.into_iter().filter(|of| !known.contains(&of.id)));
        let new = delivery.games.into_iter().filter(|listing| !own.contains(&listing.game.identifier));
        let mut members: HashMap<String, Vec<(u32, usize)>> = HashMap::new();
        for (at, listing) in self.games.iter().enumerate() {
            for (collection, position) in &listing.game.collections {
                members.entry(collection.clone()).or_default().push((*position, at));
            }
        }
        self.games.extend(new);
        let listed = |collection: &Collection| {
            let mut members = members.remove(&collection.id).unwrap_or_default();
            members.sort_unstable();
            let first = members.into_iter().map(|(_, at)| at).collect();
            Arranged { id: collection.id.clone(), first, follow: collection.follow }
        };
        let lists: Vec<_> = self.collections.iter().map(listed).collect();
        arrange(&lists, &mut self.games);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::model::{Family, Follow};

    const GOOD: &str = r#"{"identifier":"acme/two","title":"Two","categories":["slots"],"devices":["mobile"],"preview":"/art/a-{width}.{format}","popularity":2}"#;

    fn slots() -> Vec<Collection> {
        let (id, title) = ("slots".to_owned(), "Slots".to_owned());
        vec![Collection { id, title, family: Family::Pokies, in_menus: true, follow: Follow::Popular }]
    }

    fn fault(line: &str) -> String {
        let text = format!("{GOOD}\n\n{line}\n");
        Delivery::parse("games.jsonl", &text, &slots()).unwrap_err().to_string()
    }

    #[test]
    fn a_fault_is_told_with_its_line() {
        let with = |from: &str, to: &str| {
            let changed = GOOD.replace("acme/two", "acme/other").replace(from, to);
            assert_ne!(changed, GOOD.replace("acme/two", "acme/other"), "{from}");
            fault(&changed)
        };
        assert_eq!(fault(GOOD), "games.jsonl:3: the game \"acme/two\" is there twice");
        assert!(with("acme/other", "Acme").contains("games.jsonl:3: \"Acme\" is no identifier"));
        assert!(with("\"slots\"", "\"dice\"").contains("no known collection"));
        assert!(with("\"mobile\"", "").contains("built for no device"));
        assert!(with("\"mobile\"", "\"fridge\"").contains("fridge"));
        assert!(with("/art/", "//evil.example/").contains("no path on this host"));
        assert!(with("/art/", "https://evil.example/").contains("no path on this host"));
        assert!(with("\"popularity\":2", "\"currencies\":[\"XXX\"]").contains("no known currency"));
        assert!(with("\"popularity\":2", "\"blocked_countries\":[\"de\"]").contains("no country code"));
        assert!(with("\"popularity\":2", "\"placeholder\":\"javascript:1\"").contains("data address"));
        let foreign = r#""placeholder":"data:image/webp,a\"),url(//elsewhere""#;
        assert!(with("\"popularity\":2", foreign).contains("data address"));
        assert!(with("\"popularity\":2", "\"colour\":1").contains("colour"));
        assert!(fault("{").contains("games.jsonl:3"));
    }

    #[test]
    fn a_game_without_a_picture_is_taken() {
        let line = GOOD.replace("\"preview\":\"/art/a-{width}.{format}\",", "");
        assert_eq!(Delivery::parse("f", &line, &slots()).unwrap().games[0].game.preview, "");
    }

    #[test]
    fn delivered_games_stand_behind_builtin_ones() {
        let parse = |text: &str| Delivery::parse("f", text, &slots()).unwrap();
        let house = parse(&GOOD.replace("acme/two", "house/one"));
        let nothing = Contents { collections: slots(), ..Contents::default() };
        let own = nothing.with(house);
        let popular = GOOD.replace("acme/two", "acme/hit").replace("\"popularity\":2", "\"popularity\":9");
        let again = GOOD.replace("acme/two", "house/one").replace("Two", "Taken over");
        let both = own.with(parse(&format!("{GOOD}\n{popular}\n{again}")));
        let place = |identifier: &str| {
            let game = |listing: &&Listing| listing.game.identifier == identifier;
            let game = &both.games.iter().find(game).unwrap().game;
            (game.collections["slots"], game.title.clone())
        };
        assert_eq!(place("house/one"), (1, "Two".to_owned()));
        assert_eq!((place("acme/hit").0, place("acme/two").0), (2, 3));
        let providers: Vec<_> = both.providers.iter().map(|provider| provider.id.as_str()).collect();
        assert_eq!(providers, ["house", "acme"]);
    }
}
