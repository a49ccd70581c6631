//! Which addresses the site has, and what search engines and browsers are told of each. The table is the
//! server's side of `web/src/routes/tree.tsx`; a test holds the two together.

mod competitions;
mod games;
mod indexed;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::addresses::{Addresses, Guard, Switched};
use crate::catalogue::{ALL_GAMES, Audience, Family, Game, Index};
use crate::content::{ClosedPages, Pages};
use crate::jackpot::Definition;
use crate::tournaments;
pub(super) use competitions::Competition;
use competitions::{lottery, quest, tournament};
use games::{category, family_path, game, game_path, moved_category, provider, short_game};
pub(super) use indexed::indexed;

/// What an address leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    /// A page of the site.
    Page(Page),
    /// The same page under another path.
    Moved(String),
    /// A page that is closed for now: another one instead.
    Closed(Instead),
    /// Nothing.
    Unknown,
}

/// What is shown instead of a page that is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instead {
    /// Its path.
    pub(super) path: String,
    /// Whether it is told what the closed page would have been told.
    pub(super) with_query: bool,
}

/// A page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    /// What it shows.
    pub(super) subject: Subject,
    /// The one path under which search engines should know it; `None` when they should not.
    pub(super) canonical: Option<String>,
}

/// What a page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// The lobby, possibly beneath a modal.
    Lobby,
    /// A list of games: the collection's id, [`ALL_GAMES`] or [`LIVE_ALL`], and its title for want of a text.
    Category(String, String),
    /// The games of a provider: its id and its title.
    Provider(String, String),
    /// A game and the title of its provider.
    Game(Arc<Game>, String),
    /// A bonus on offer: the part of its address that names it.
    Bonus(String),
    /// A tournament, a quest or a lottery that the address names; whether there is one, the database says.
    Competition(Competition),
    /// A page that says what its text says: the key of its name.
    Named(&'static str),
    /// A page of text: its slug, and the country or licence when the address names one.
    Text(String, Option<String>),
}

/// Pages without a part in their path: path, key of the name, whether search engines should know it.
const NAMED: [(&str, &str, bool); 51] = [
    ("/promotions", "promotions.title", true),
    ("/rocket-mart", "shop.title", true),
    ("/rocket-mart/freespins", "shop.freespins_title", true),
    ("/rocket-mart/money", "shop.money_title", true),
    ("/rocket-mart/special", "shop.special_title", true),
    ("/rocketplay-vipclub", "vip_club.title", true),
    ("/rocketplay-wheel", "wheel.title", true),
    ("/rocketmart-wheel", "wheel.title", false),
    ("/vip-adventures", "adventures.title", true),
    ("/lootbox", "lootbox.title", false),
    ("/rocket-chance", "chance.title", false),
    ("/arena", "tournaments.arena_title", true),
    ("/leaderboard", "leaderboard.title", true),
    ("/tournaments", TOURNAMENTS, true),
    ("/tournaments/all", TOURNAMENTS, false),
    ("/tournaments/producers", TOURNAMENTS, false),
    ("/tournaments/archive", TOURNAMENTS, false),
    ("/tournaments/lotteries", LOTTERIES, true),
    ("/tournaments/actions", QUESTS, false),
    ("/tournaments/achievements", "achievements.title", true),
    ("/quests", QUESTS, true),
    ("/action", QUESTS, false),
    ("/producers", "nav.providers", true),
    ("/favorite-games", "nav.favorites", false),
    ("/payments", "nav.payments", true),
    ("/responsible-gaming", "nav.responsible", true),
    ("/support", "shell.support", true),
    ("/news", "news.title", true),
    ("/oops", "oops.title", false),
    ("/confirmation", "confirm.title", false),
    ("/autologin", "link.title", false),
    ("/sign-in-return", "provider.title", false),
    ("/unsubscribe", "unsubscribe.title", false),
    ("/subscription", "subscribe.by_email", false),
    ("/profile", "profile.title", false),
    ("/profile/wallets", "profile.wallets", false),
    ("/profile/payments", "profile.payments", false),
    ("/profile/games-history", "profile.history", false),
    ("/profile/fairness", "fairness.title", false),
    ("/profile/security", "security.title", false),
    ("/profile/verification", "verification.title", false),
    ("/profile/wealth", "wealth.title", false),
    ("/profile/privacy", "privacy.title", false),
    ("/profile/complete", "complete.title", false),
    ("/profile/limits", "limits.title", false),
    ("/profile/level", "level.title", false),
    ("/profile/limits/confirm", "limits.confirm_title", false),
    ("/profile/gifts", "gifts.title", false),
    ("/profile/promocode", "promocode.title", false),
    ("/bonus-balance", "bonus_balance.title", false),
    ("/ffc", "flags.title", false),
];

/// The key of the name of the pages of tournaments.
const TOURNAMENTS: &str = "tournaments.title";

/// The key of the name of the pages of lotteries.
const LOTTERIES: &str = "lottery.title";

/// The key of the name of the pages of quests.
const QUESTS: &str = "quests.title";

/// The key of the name of the pages of PAR sheets.
const PAR: &str = "par.title";

/// The key of the name of the pages of rounds that players share.
const SHARED_REPLAY: &str = "shared_replay.title";

/// Where the partner of a payment sends the player's browser.
const PAYMENT_RETURN: &str = "/payments/return";

/// Pages of the site in whose place the operator may put a text.
const REPLACEABLE: [&str; 2] = ["/support", "/responsible-gaming"];

/// The collection of all live games.
pub(super) const LIVE: &str = "live";

/// The name of the list of all live games, for its texts.
pub(super) const LIVE_ALL: &str = "live_all";

/// What decides which addresses there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct AddressSources<'a> {
    /// Those that are data.
    pub(super) addresses: &'a Addresses,
    /// Categories, providers and games.
    pub(super) index: &'a Index,
    /// Pages of text.
    pub(super) texts: &'a Pages,
    /// Bonuses on offer that have a page, by the names in their addresses.
    pub(super) bonuses: &'a [String],
    /// Jackpots: each has a page.
    pub(super) jackpots: &'a [Definition],
    /// Tournaments: the quests among them have a page each.
    pub(super) tournaments: &'a [tournaments::Definition],
    /// Pages that the operator has closed.
    pub(super) closed: ClosedPages<'a>,
    /// For whom.
    pub(super) audience: Audience<'a>,
    /// Games in a page of a list.
    pub(super) page_size: usize,
}

/// What `path`, which begins with a slash, leads to.
pub(super) fn resolve(path: &str, known: AddressSources<'_>) -> Address {
    let AddressSources { addresses, index, texts, closed, audience, .. } = known;
    if path == "/" {
        return page(Subject::Lobby, Some("/".to_owned()));
    }
    if path.ends_with('/') {
        let trimmed = path.trim_end_matches('/');
        return moved(if trimmed.is_empty() { "/" } else { trimmed }.to_owned(), known);
    }
    // Before the pages that are opened and closed: a pattern of theirs would take these for its own.
    if let Some(to) = addresses.moved(path) {
        return moved(to, known);
    }
    if addresses.is_entry(path) {
        return page(Subject::Lobby, None);
    }
    let switched = addresses.switched(path);
    if let Some(page) = switched.filter(|page| page.is_off(closed)) {
        return closed_page(page);
    }
    if REPLACEABLE.contains(&path) && texts.by_slug(&path[1..]).is_some() {
        return text(path, &path[1..], None, texts);
    }
    if let Some((path, name, indexed)) = NAMED.into_iter().find(|named| named.0 == path) {
        return page(Subject::Named(name), indexed.then(|| path.to_owned()));
    }
    if addresses.is_modal(path) || path == PAYMENT_RETURN {
        // Opens over the lobby when nothing else is on show.
        return page(Subject::Lobby, None);
    }
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        ["categories", collection] => moved_category(collection, known),
        ["pokies" | "live" | "games", collection] => category(parts[0], collection, 1, known),
        ["producers", id] => provider(id, 1, known),
        ["play", slug] => short_game(slug, index, audience),
        ["pokies" | "live", collection, number] => {
            paged(path, number, |number| category(parts[0], collection, number, known))
        }
        ["producers", id, number] => paged(path, number, |number| provider(id, number, known)),
        // The deposit of one wallet, named by its currency.
        ["accounts", _, "deposit"] => page(Subject::Lobby, None),
        ["rocket-mart", "exchange", _, _] => page(Subject::Named("shop.title"), None),
        ["par", slug] => par_sheet(path, slug, index),
        // Whether the link still counts, the site is told by its call: the page tells a stranger nothing.
        ["replay", _] => page(Subject::Named(SHARED_REPLAY), None),
        ["bonus", slug] => bonus(path, slug, known.bonuses),
        ["sport"] | ["sport", _] => page(Subject::Named("nav.sport"), None),
        ["tournaments", slug] => tournament(slug),
        ["tournaments", slug, number] => paged(path, number, |_| tournament(slug)),
        ["lottery", slug] => lottery(slug),
        ["quests" | "action", identifier] => quest(identifier, known.tournaments),
        ["play", producer, name] => game(producer, name, index, audience),
        [slug] => match text(path, slug, None, texts) {
            Address::Unknown => jackpot(path, slug, known.jackpots),
            found => found,
        },
        ["news" | "promo", _] => text(path, &path[1..], None, texts),
        [slug, kind] => text_of_two_parts(path, slug, kind, texts),
        _ => Address::Unknown,
    }
}

/// Only a path that leads somewhere is moved: "//host/" must not become another host's address.
fn moved(to: String, known: AddressSources<'_>) -> Address {
    match resolve(&to, known) {
        Address::Unknown => Address::Unknown,
        Address::Moved(further) => Address::Moved(further),
        Address::Page(_) | Address::Closed(_) => Address::Moved(to),
    }
}

/// Who has to sign in first, or must not be signed in, is told so by the site; others are led on at once.
fn closed_page(closed: &Switched) -> Address {
    if closed.guard != Guard::Anyone {
        return page(Subject::Lobby, None);
    }
    let (path, with_query) = closed.leads_to();
    Address::Closed(Instead { path: path.to_owned(), with_query })
}

/// A page of text, as everybody reads it or as it is written for one country or licence.
fn text(path: &str, slug: &str, kind: Option<&str>, texts: &Pages) -> Address {
    let known = texts.by_slug(slug).filter(|page| kind.is_none_or(|kind| page.is_written_for(kind)));
    known.map_or(Address::Unknown, |page| {
        let subject = Subject::Text(page.slug.clone(), kind.map(str::to_owned));
        self::page(subject, Some(path.to_owned()))
    })
}

/// A page of text whose slug has two parts, else what the page called `slug` says for one country or licence.
fn text_of_two_parts(path: &str, slug: &str, kind: &str, texts: &Pages) -> Address {
    match text(path, &path[1..], None, texts) {
        Address::Unknown => text(path, slug, Some(kind), texts),
        found => found,
    }
}

/// The PAR sheet of a built-in game.
fn par_sheet(path: &str, slug: &str, index: &Index) -> Address {
    if index.games().all(|game| !game.own || game.slug != slug) {
        return Address::Unknown;
    }
    page(Subject::Named(PAR), Some(path.to_owned()))
}

/// The page of a bonus on offer.
fn bonus(path: &str, slug: &str, bonuses: &[String]) -> Address {
    if bonuses.iter().all(|known| known != slug) {
        return Address::Unknown;
    }
    page(Subject::Bonus(slug.to_owned()), Some(path.to_owned()))
}

/// The page of a jackpot: a page of text under the same name goes before it.
fn jackpot(path: &str, identifier: &str, jackpots: &[Definition]) -> Address {
    let known = jackpots.iter().any(|jackpot| jackpot.identifier == identifier);
    if known { page(Subject::Named("jackpots.title"), Some(path.to_owned())) } else { Address::Unknown }
}

/// Whether the site has a page of its own at `path`, so that a text under that address is never shown.
pub(super) fn is_taken(path: &str, addresses: &Addresses) -> bool {
    const OF_GAMES: [&str; 6] = ["categories", "pokies", "live", "games", "producers", "play"];
    let first = path.split('/').nth(1).unwrap_or_default();
    let is_named = !REPLACEABLE.contains(&path) && NAMED.iter().any(|named| named.0 == path);
    let leads_on = addresses.moved(path).is_some()
        || addresses.is_entry(path)
        || addresses.switched(path).is_some_and(Switched::is_unbuilt);
    is_named || leads_on || addresses.is_modal(path) || path == PAYMENT_RETURN || OF_GAMES.contains(&first)
}

const fn page(subject: Subject, canonical: Option<String>) -> Address {
    Address::Page(Page { subject, canonical })
}

fn numbered(path: String, number: u32) -> String {
    if number > 1 { format!("{path}/{number}") } else { path }
}

/// The address of a further page: the first has none of its own, and what is no number is nothing.
fn paged(path: &str, number: &str, resolved: impl FnOnce(u32) -> Address) -> Address {
    let is_number =
        number.len() <= 6 && !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
    match number.parse() {
        Ok(1) if is_number => match resolved(1) {
            Address::Unknown => Address::Unknown,
            _ => Address::Moved(path.trim_end_matches("/1").to_owned()),
        },
        Ok(number) if is_number => resolved(number),
        _ => Address::Unknown,
    }
}
