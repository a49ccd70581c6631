//! What a look at the catalogue costs at 20,000 titles: each kind of query is answered many times from the
//! index that the server uses, and its median and 99th percentile are printed.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use croupier_server::catalogue::{
    Audience, Collection, Contents, Device, Family, Follow, Game, Index, Launchers, Listing, Provider, Query,
    Strategy,
};

/// How many titles the catalogue has.
const TITLES: usize = 20_000;

/// How often each query is asked.
const TIMES: usize = 500;

/// The most the 99th percentile of any query may be.
const P99_MAX: Duration = Duration::from_millis(2);

/// Words that titles are made of; with a number of its own, each title is different.
const WORDS: [&str; 24] = [
    "Solar", "Amber", "Señor", "Lantern", "Dragon", "Fortune", "Copper", "Canyon", "Moon", "Market", "Honey",
    "Heist", "Velvet", "Noir", "Tidal", "Kings", "Orchard", "Paper", "Glass", "House", "Thunder", "Salt",
    "Deep", "Freeze",
];

/// Syllables of invented words, so that the vocabulary is as large as that of a real catalogue.
const SYLLABLES: [&str; 16] =
    ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "dar", "fen", "gil", "hop", "jun", "wex"];

/// Prints the figures; fails when a query is slower than it may be.
pub(crate) fn run() -> Result<()> {
    let began = Instant::now();
    let index = Index::new(contents(), &Launchers::default());
    println!("{TITLES} titles indexed in {} ms", began.elapsed().as_millis());
    let title = |text: &str| Query { title: text.to_owned(), ..Query::default() };
    let collections = |ids: &[&str], strategy| Query {
        collections: ids.iter().map(|id| (*id).to_owned()).collect(),
        strategy,
        ..Query::default()
    };
    let mut too_slow = Vec::new();
    for (name, query) in [
        ("every_game", Query::default()),
        ("one_letter", title("e")),
        ("beginning_of_a_word", title("drag")),
        ("inside_a_word", title("agon")),
        ("two_words", title("dragon moon")),
        ("accents", title("senor")),
        ("one_slip", title("drogon")),
        ("one_slip_in_two_words", title("drogon mooon")),
        ("nothing", title("qqqqqqqq")),
        ("10000_characters", title(&"dragon ".repeat(1_429))),
        ("one_collection", collections(&["c3"], Strategy::Or)),
        ("any_of_five_collections", collections(&["c1", "c3", "c5", "c7", "c9"], Strategy::Or)),
        ("all_of_two_collections", collections(&["c2", "c3"], Strategy::And)),
        (
            "three_providers_and_a_word",
            Query { providers: vec!["p1".to_owned(), "p7".to_owned(), "p40".to_owned()], ..title("moon") },
        ),
    ] {
        let (p50, p99, total) = measure(&index, &query);
        let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
        println!("RESULT name=search_{name} found={total} p50_ms={:.3} p99_ms={:.3}", ms(p50), ms(p99));
        if p99 > P99_MAX {
            too_slow.push(name);
        }
    }
    ensure!(too_slow.is_empty(), "above {P99_MAX:?}: {}", too_slow.join(", "));
    Ok(())
}

fn measure(index: &Index, query: &Query) -> (Duration, Duration, usize) {
    let audience = Audience { country: Some("EE"), device: Some(Device::Mobile) };
    let total = index.list(query, audience, 0, 40).total;
    let mut took: Vec<Duration> = (0..TIMES)
        .map(|_| {
            let began = Instant::now();
            black_box(index.list(black_box(query), audience, 0, 40));
            began.elapsed()
        })
        .collect();
    took.sort_unstable();
    (took[TIMES / 2], took[TIMES * 99 / 100], total)
}

fn contents() -> Contents {
    let provider = |at: usize| Provider {
        id: format!("p{at}"),
        title: format!("P {at}"),
        logo: None,
        enabled: true,
        at_partner: false,
        frame_origins: Vec::new(),
    };
    let collection = |at: usize| Collection {
        id: format!("c{at}"),
        title: format!("C {at}"),
        family: Family::Pokies,
        in_menus: true,
        follow: Follow::Popular,
    };
    Contents {
        providers: (0..80).map(provider).collect(),
        collections: (0..20).map(collection).collect(),
        games: (0..TITLES).map(listing).collect(),
    }
}

fn listing(at: usize) -> Listing {
    let title = title(at);
    let provider = format!("p{}", at % 80);
    let collections: BTreeMap<String, u32> = (1..20)
        .filter(|number| at.is_multiple_of(*number))
        .zip(1..)
        .map(|(number, place)| (format!("c{number}"), place))
        .collect();
    let game = Game {
        id: i64::try_from(at).unwrap_or_default(),
        identifier: format!("{provider}/g{at}"),
        name: title.clone(),
        title,
        slug: format!("g{at}"),
        seo_title: format!("g{at}"),
        provider,
        categories: collections.keys().cloned().collect(),
        collections,
        badges: Vec::new(),
        preview: String::new(),
        placeholder: None,
        accent: String::new(),
        currencies: BTreeMap::new(),
        has_demo_mode: true,
        rtp: None,
        rtp_with_jackpot: None,
        volatility: None,
        max_win_x: None,
        hit_rate: None,
        mechanics: Vec::new(),
        released: None,
        own: false,
        playable: false,
    };
    Listing {
        game,
        popularity: i64::try_from(at * 7_919 % 1_000).unwrap_or_default(),
        devices: vec![Device::Mobile, Device::Desktop],
        blocked_countries: if at.is_multiple_of(50) { vec!["DE".to_owned()] } else { Vec::new() },
        enabled: true,
        delivered: true,
    }
}

/// A title, a different one for every number below 65,536.
pub(crate) fn title(number: usize) -> String {
    format!("{} {} {}", WORDS[number % 24], WORDS[number / 24 % 24], invented(number))
}

/// A word of four syllables, a different one for every number below 65,536.
pub(crate) fn invented(number: usize) -> String {
    (0..4).map(|place| SYLLABLES[number >> (4 * place) & 15]).collect()
}
