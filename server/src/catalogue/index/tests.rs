use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::model::{Family, Follow};
use super::Strategy;
use super::*;
use crate::catalogue::Listing;

fn listing(id: i64, title: &str, collections: &[(&str, u32)], popularity: i64) -> Listing {
    let slug = format!("g{id}");
    Listing {
        game: Game {
            id,
            identifier: format!("p{}/{slug}", id % 2),
            title: title.to_owned(),
            name: title.to_owned(),
            seo_title: slug.clone(),
            slug,
            provider: format!("p{}", id % 2),
            categories: collections.iter().map(|(c, _)| (*c).to_owned()).collect(),
            collections: collections.iter().map(|(c, position)| ((*c).to_owned(), *position)).collect(),
            badges: Vec::new(),
            preview: String::new(),
            placeholder: None,
            accent: String::new(),
            currencies: BTreeMap::new(),
            has_demo_mode: false,
            rtp: None,
            rtp_with_jackpot: None,
            volatility: None,
            max_win_x: None,
            hit_rate: None,
            mechanics: Vec::new(),
            released: None,
            own: false,
            playable: false,
        },
        popularity,
        devices: vec![Device::Mobile, Device::Desktop],
        blocked_countries: Vec::new(),
        enabled: true,
        delivered: false,
    }
}

fn contents(games: Vec<Listing>) -> Contents {
    let provider = |id: &str| Provider {
        id: id.to_owned(),
        title: id.to_owned(),
        logo: None,
        enabled: true,
        at_partner: false,
        frame_origins: Vec::new(),
    };
    let collection = |id: &str, in_menus| Collection {
        id: id.to_owned(),
        title: id.to_owned(),
        family: Family::Pokies,
        in_menus,
        follow: Follow::Popular,
    };
    Contents {
        providers: vec![provider("p0"), provider("p1"), provider("empty")],
        collections: vec![
            collection("a", true),
            collection("b", true),
            collection("none", true),
            collection("mark", false),
        ],
        games,
    }
}

fn small() -> Contents {
    contents(vec![
        listing(1, "Frog", &[("a", 2), ("mark", 1)], 0),
        listing(2, "Elvis Frog", &[("a", 1), ("b", 1)], 5),
        listing(3, "Solar", &[("b", 2)], 9),
        listing(4, "Ant", &[], 0),
    ])
}

fn ids(index: &Index, query: &Query, audience: Audience<'_>) -> Vec<i64> {
    index.list(query, audience, 0, 100).games.iter().map(|game| game.id).collect()
}

fn query(providers: &[&str], title: &str, collections: &[&str], strategy: Strategy) -> Query {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Query {
        providers: owned(providers),
        title: title.to_owned(),
        collections: owned(collections),
        strategy,
        playable: false,
    }
}

#[test]
fn each_part_of_a_query_narrows_and_orders() {
    use Strategy::{And, Or};
    let index = Index::new(small(), &Launchers::default());
    for (asked, expected) in [
        (query(&[], "", &[], Or), &[3, 2, 4, 1][..]),
        (query(&["p1"], "", &[], Or), &[3, 1]),
        (query(&["p0", "p1"], "", &[], Or), &[3, 2, 4, 1]),
        (query(&["gone"], "", &[], Or), &[]),
        (query(&[], "FROG", &[], Or), &[1, 2]),
        (query(&["p0"], "frog", &[], Or), &[2]),
        (query(&[], "", &["a"], Or), &[2, 1]),
        (query(&[], "", &["a", "b"], Or), &[2, 1, 3]),
        (query(&[], "", &["b", "a"], Or), &[2, 3, 1]),
        (query(&[], "", &["a", "b"], And), &[2]),
        (query(&[], "", &["a", "gone"], Or), &[2, 1]),
        (query(&[], "", &["a", "gone"], And), &[]),
        (query(&[], "frog", &["b"], Or), &[2]),
    ] {
        assert_eq!(ids(&index, &asked, Audience::default()), expected, "{asked:?}");
    }
}

#[test]
fn a_game_is_found_by_its_maker_and_by_what_it_has_behind_those_found_by_title() {
    let mut games = small();
    games.providers[1].title = "Northlight".to_owned();
    games.games[1].game.mechanics = vec!["Free spins".to_owned(), "243 ways".to_owned()];
    games.games.push(listing(6, "Northern Free Lights", &[], 0));
    let index = Index::new(games, &Launchers::default());
    let found = |text: &str| ids(&index, &query(&[], text, &[], Strategy::Or), Audience::default());
    assert_eq!(found("north"), [6, 3, 1], "titles first, then the games of Northlight");
    assert_eq!(found("free spins"), [2]);
    assert_eq!(found("243"), [2]);
    assert_eq!(found("free"), [6, 2]);
    assert!(found("spinz").is_empty(), "a slip is forgiven in titles only");
}

#[test]
fn what_partners_deliver_follows_what_the_content_folder_names() {
    let delivered = |id, popularity| Listing { delivered: true, ..listing(id, "Sent", &[], popularity) };
    let named = |id, popularity| listing(id, "Named", &[], popularity);
    let index = Index::new(
        contents(vec![delivered(1, 3), named(2, 1), delivered(3, 9), named(4, 2)]),
        &Launchers::default(),
    );
    assert_eq!(ids(&index, &Query::default(), Audience::default()), [4, 2, 3, 1]);
}

#[test]
fn an_audience_gets_what_is_offered_to_it() {
    let mut all = small();
    all.games[0].devices = vec![Device::Mobile];
    all.games[1].blocked_countries = vec!["DE".to_owned()];
    all.games[2].enabled = false;
    let index = Index::new(all, &Launchers::default());
    let audience = |country, device| Audience { country, device };
    let every = Query::default();
    assert_eq!(ids(&index, &every, audience(None, None)), [2, 4, 1]);
    assert_eq!(ids(&index, &every, audience(Some("DE"), Some(Device::Mobile))), [4, 1]);
    assert_eq!(ids(&index, &every, audience(Some("EE"), Some(Device::Desktop))), [2, 4]);
    assert!(index.by_id(3).is_none() && index.by_identifier("p1/g3").is_none());
    assert!(index.by_address("p1", "g3").is_none() && index.by_address("p1", "g1").is_some());
    let named =
        |found: Vec<(&Collection, usize)>| found.iter().map(|(c, n)| (c.id.clone(), *n)).collect::<Vec<_>>();
    assert_eq!(named(index.collections(audience(None, None))), [("a".to_owned(), 2), ("b".to_owned(), 1)]);
    assert_eq!(named(index.collections(audience(Some("DE"), None))), [("a".to_owned(), 1)]);
    let providers = index.providers(audience(Some("DE"), None));
    assert_eq!(
        providers.iter().map(|(p, n)| (p.id.as_str(), *n)).collect::<Vec<_>>(),
        [("p0", 1), ("p1", 1)]
    );
}

#[test]
fn the_games_of_a_provider_that_is_turned_off_are_gone() {
    let mut all = small();
    all.providers[1].enabled = false;
    let index = Index::new(all, &Launchers::default());
    assert_eq!(ids(&index, &Query::default(), Audience::default()), [2, 4]);
    assert!(index.by_identifier("p1/g1").is_none() && index.provider("p1").is_none());
}

proptest! {
    #[test]
    fn pages_put_together_are_the_list_without_doubles(
        games in proptest::collection::vec(("[a-c ]{1,5}", 0_u32..4, 0_u32..4, 0_i64..3), 0..60),
        page_size in 1_usize..9,
        collections in proptest::sample::subsequence(vec!["a", "b"], 0..=2),
        all_of in any::<bool>(),
        title in "[a-c]{0,2}",
    ) {
        let listings = (1..).zip(&games).map(|(id, (title, a, b, popularity))| {
            let in_collections: Vec<_> = [("a", *a), ("b", *b)].into_iter().filter(|c| c.1 > 0).collect();
            listing(id, title, &in_collections, *popularity)
        });
        let index = Index::new(contents(listings.collect()), &Launchers::default());
        let asked = query(&[], &title, &collections, if all_of { Strategy::And } else { Strategy::Or });
        let whole = ids(&index, &asked, Audience::default());
        let mut joined = Vec::new();
        for page in 0..=games.len() / page_size {
            let slice = index.list(&asked, Audience::default(), page * page_size, page_size);
            prop_assert_eq!(slice.total, whole.len());
            joined.extend(slice.games.iter().map(|game| game.id));
        }
        prop_assert_eq!(&joined, &whole);
        joined.sort_unstable();
        joined.dedup();
        prop_assert_eq!(joined.len(), whole.len());
    }
}
