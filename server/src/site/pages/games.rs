//! Addresses of lists of games, and of games.

use super::{Address, AddressSources, LIVE, LIVE_ALL, Page, Subject, numbered, page};
use crate::catalogue::{ALL_GAMES, Audience, Family, Game, Index, Query};

pub(super) fn family_path(family: Family, collection: &str, number: u32) -> String {
    let family = match family {
        Family::Pokies => "/pokies",
        Family::Live => "/live",
    };
    numbered(format!("{family}/{collection}"), number)
}

pub(super) fn game_path(game: &Game) -> String {
    format!("/play/{}/{}", game.provider, game.seo_title)
}

pub(super) fn category(family: &str, id: &str, number: u32, known: AddressSources<'_>) -> Address {
    if id == ALL_GAMES {
        let (family, collections) = if family == "live" {
            (Family::Live, vec![LIVE.to_owned()])
        } else {
            (Family::Pokies, Vec::new())
        };
        let all = Query { collections, ..Query::default() };
        let count = known.index.list(&all, known.audience, 0, 0).total;
        let name = if family == Family::Live { LIVE_ALL } else { ALL_GAMES };
        let subject = Subject::Category(name.to_owned(), String::new());
        return list(subject, family_path(family, id, number), (number, count), known);
    }
    let named = known.index.menu_collections(known.audience).find(|(of, _)| of.id == id);
    named.map_or(Address::Unknown, |(of, count)| {
        let subject = Subject::Category(of.id.clone(), of.title.clone());
        list(subject, family_path(of.family, id, number), (number, count), known)
    })
}

pub(super) fn moved_category(id: &str, known: AddressSources<'_>) -> Address {
    match category("pokies", id, 1, known) {
        Address::Page(Page { canonical: Some(canonical), .. }) => Address::Moved(canonical),
        _ => Address::Unknown,
    }
}

pub(super) fn provider(id: &str, number: u32, known: AddressSources<'_>) -> Address {
    let offered = known.index.providers(known.audience).into_iter().find(|(of, _)| of.id == id);
    offered.map_or(Address::Unknown, |(of, count)| {
        let subject = Subject::Provider(of.id.clone(), of.title.clone());
        list(subject, numbered(format!("/producers/{id}"), number), (number, count), known)
    })
}

/// The page `number` of a list of `count` games. The first is there even when it is empty, one beyond the end is not.
fn list(
    subject: Subject,
    canonical: String,
    (number, count): (u32, usize),
    known: AddressSources<'_>,
) -> Address {
    let pages = count.div_ceil(known.page_size).max(1);
    if usize::try_from(number).is_ok_and(|number| number <= pages) {
        page(subject, Some(canonical))
    } else {
        Address::Unknown
    }
}

pub(super) fn game(producer: &str, name: &str, index: &Index, audience: Audience<'_>) -> Address {
    let offered = index.by_address(producer, name).filter(|game| index.is_offered(game, audience));
    offered.map_or(Address::Unknown, |game| {
        let provider = index.provider(producer).map_or(producer, |provider| provider.title.as_str());
        page(Subject::Game(game.clone(), provider.to_owned()), Some(game_path(game)))
    })
}

/// `/play/{slug}`, an old short address.
pub(super) fn short_game(slug: &str, index: &Index, audience: Audience<'_>) -> Address {
    let named = index.games().find(|game| game.slug == slug && index.is_offered(game, audience));
    named.map_or(Address::Unknown, |game| Address::Moved(game_path(game)))
}
