//! What a page brings along: the answers to the calls that it would make first, and what of them is seen
//! before its scripts run.

use std::fmt::Write as _;

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use serde_json::{Value, json};

use super::amounts::{Amounts, MoneyForms};
use super::calls::Calls;
use super::pages::{LIVE, LIVE_ALL, Page, Subject};
use super::prerender::TemplateValues;
use super::public_lists::{PublicList, Sight};
use super::values::{Values, each, insert, insert_all, insert_news, insert_picture, mark, news_of};
use crate::catalogue::{ALL_GAMES, PRERELEASE};

/// What every page brings: name and call. The settings are not among it, for they hold the key of the
/// player's socket; see `compress.rs`.
const ALWAYS: [(&str, &str); 6] = [
    ("player", "/api/player"),
    ("collections", "/api/games/collections"),
    ("providers", "/api/games/providers"),
    ("menu", "/api/fe/config/menu-categories-games"),
    ("pages", "/api/fe/config/manage-promotion-pages"),
    ("betting", "/api/fe/config/betting-config"),
];

/// Games of a row, as the site asks for them (`web/src/features/catalogue/api`); a list has pages of the operator's own size.
const ROW_SIZE: u64 = 15;

/// So many games make a category a tab of the lists.
const TAB_GAMES_MIN: u64 = 2;

/// Games that the lobby fans out.
const FAN: usize = 3;

/// What a page brings along.
#[derive(Debug)]
pub(super) struct BootstrapData {
    answers: Vec<(&'static str, Value)>,
    /// What of it is seen first: the name of the kind of page.
    pub(super) prerender: &'static str,
    /// The items of a list that is not of games, and what they are called.
    listed: Option<(&'static str, Vec<Values>)>,
}

/// Who asks for what.
#[derive(Debug, Clone, Copy)]
pub(super) struct BootstrapQuery<'a> {
    /// The visitor's call.
    pub(super) parts: &'a Parts,
    /// Its path without the language.
    pub(super) path: &'a str,
    /// The language.
    pub(super) locale: &'a str,
    /// The currency of a guest from there.
    pub(super) currency: &'a str,
    /// How amounts are written.
    pub(super) forms: &'a MoneyForms,
    /// UTC milliseconds.
    pub(super) now: i64,
}

impl BootstrapData {
    /// Makes the calls of `page` on behalf of the visitor.
    pub(super) async fn along(calls: &Calls, asked: BootstrapQuery<'_>, page: &Page) -> Self {
        let BootstrapQuery { parts, path, locale, .. } = asked;
        let mut bootstrap = Self { answers: Vec::new(), prerender: "frame", listed: None };
        for (name, call) in ALWAYS {
            bootstrap.keep(name, calls.json(call, parts).await);
        }
        let device = device(&parts.headers);
        bootstrap.answers.push(("device", device.into()));
        match &page.subject {
            Subject::Lobby => {
                let asked = json!({ "device": device, "filter": {}, "page": 1, "page_size": ROW_SIZE });
                bootstrap.keep("row", calls.json_of("/api/games_filter", &asked, parts).await);
                bootstrap.prerender = "lobby";
            }
            Subject::Category(..) | Subject::Provider(..) => {
                let Some(list) = List::at(path) else { return bootstrap };
                let answer = calls.json_of("/api/games_filter", &list.asked(device), parts).await;
                if let Some(answer) = answer.and_then(|answer| serde_json::from_str::<Value>(&answer).ok()) {
                    let list = json!({ "filter": list.filter, "page": list.page, "answer": answer });
                    bootstrap.answers.push(("list", list));
                }
                let is_empty =
                    bootstrap.answer("list")["answer"]["data"].as_array().is_some_and(Vec::is_empty);
                bootstrap.prerender = match page.subject {
                    Subject::Provider(..) => "provider",
                    Subject::Category(ref id, _) if id == LIVE_ALL && is_empty => "noLive",
                    // What these two say, the page alone knows.
                    Subject::Category(ref id, _) if id == LIVE_ALL || is_empty => "frame",
                    _ => "category",
                };
            }
            Subject::Game(game, _) => {
                let call = format!("/api/games/{}/{}", game.provider, game.seo_title);
                bootstrap.keep("game", calls.json(&call, parts).await);
                // A game that runs at once is seen without its poster.
                let runs = parts.uri.query().is_some_and(|query| query.contains("mode="));
                bootstrap.prerender = if runs { "frame" } else { "game" };
            }
            Subject::Text(slug, kind) => {
                let kind = kind.as_ref().map(|kind| format!("/{kind}")).unwrap_or_default();
                let call = format!("/api/cms/pages/{slug}{kind}?l={locale}");
                bootstrap.keep("page", calls.json(&call, parts).await);
                bootstrap.prerender = match slug.split_once('/') {
                    Some(("promo", _)) => "promo",
                    Some(("news", _)) if news_of(bootstrap.answer("page")).is_object() => "article",
                    _ => "text",
                };
            }
            Subject::Bonus(_) | Subject::Competition(_) => {}
            Subject::Named(_) => {
                let Some(list) = PublicList::at(path) else { return bootstrap };
                for (name, call) in list.calls {
                    bootstrap.keep(name, calls.json(&call.replace("{locale}", locale), parts).await);
                }
                let answer = list.calls.first().map_or(&Value::Null, |(name, _)| bootstrap.answer(name));
                if let Some(items) = (list.items)(answer, bootstrap.sight(asked)) {
                    bootstrap.listed = Some((list.name, items));
                    bootstrap.prerender = list.prerender;
                }
            }
        }
        bootstrap
    }

    fn keep(&mut self, name: &'static str, answer: Option<String>) {
        if let Some(answer) = answer.and_then(|answer| serde_json::from_str(&answer).ok()) {
            self.answers.push((name, answer));
        }
    }

    fn answer(&self, name: &str) -> &Value {
        self.answers.iter().find(|(known, _)| *known == name).map_or(&Value::Null, |(_, answer)| answer)
    }

    fn sight<'a>(&'a self, asked: BootstrapQuery<'a>) -> Sight<'a> {
        let own = self.answer("player")["currency"].as_str().filter(|_| self.is_player());
        let amounts = Amounts {
            forms: asked.forms,
            locale: asked.locale,
            own: own.unwrap_or(asked.currency),
            display_map: &self.answer("currencyConfig")["displayMap"],
            currencies: self.answer("currencies"),
        };
        Sight { now: asked.now, amounts }
    }

    /// Whether the visitor is a player.
    pub(super) fn is_player(&self) -> bool {
        self.answer("player")["id"].is_i64()
    }

    /// Appends the answers as members of a JSON object.
    pub(super) fn write(&self, boot: &mut String) {
        for (name, answer) in &self.answers {
            let _ = write!(boot, ",\"{name}\":{answer}");
        }
    }

    /// What of it is seen first; `title` is that of the page's subject.
    pub(super) fn template_values(&self, path: &str, title: &str) -> TemplateValues {
        let providers = self.answer("providers");
        let mut template_values = TemplateValues::default();
        template_values.values.insert("title".to_owned(), title.to_owned());
        if let Some(slug) = path.split('/').nth(2) {
            template_values.values.insert("slug".to_owned(), slug.to_owned());
        }
        insert_game(&mut template_values.values, "game", self.answer("game"), providers);
        insert_news(&mut template_values.values, "news", &news_of(self.answer("page")));
        for (place, game) in each(&self.answer("row")["data"]).take(FAN).enumerate() {
            insert_game(&mut template_values.values, &format!("game{place}"), game, providers);
        }
        let filled = each(self.answer("collections")).filter(|of| of["games_count"].as_u64() > Some(0));
        let filled = in_menu_order(filled, self.answer("menu"));
        let filled_ids: Vec<_> = filled.iter().filter_map(|of| of["id"].as_str()).collect();
        for item in each(self.answer("menu")).filter(|item| has_games(item, &filled_ids)) {
            mark(&mut template_values.values, &format!("menu.{}", item["id"].as_str().unwrap_or_default()));
        }
        if each(providers).nth(1).is_some() {
            mark(&mut template_values.values, "providers.several");
        }
        let of_prefix = |prefix: &str, object: &Value| {
            let mut values = Values::new();
            insert_all(&mut values, prefix, object);
            values
        };
        // As the site does: a category of one game is a tab on its own page only.
        let own = path.split('/').nth(2);
        let is_tab =
            |of: &&Value| of["games_count"].as_u64() >= Some(TAB_GAMES_MIN) || of["id"].as_str() == own;
        let tabs = filled.into_iter().filter(is_tab);
        template_values.lists.insert("collections", tabs.map(|of| of_prefix("collection", of)).collect());
        let games = each(&self.answer("list")["answer"]["data"]).map(|game| {
            let mut values = Values::new();
            insert_game(&mut values, "game", game, providers);
            values
        });
        template_values.lists.insert("games", games.collect());
        template_values.lists.extend(self.listed.clone());
        template_values
    }
}

/// Collections in the order in which the menu of games names them; those that it does not name follow as they are.
/// The site orders them alike (`web/src/features/catalogue/model/menuOrder.ts`).
fn in_menu_order<'a>(collections: impl Iterator<Item = &'a Value>, menu: &Value) -> Vec<&'a Value> {
    let place = |collection: &Value| {
        each(menu).position(|item| category_of(item).is_some_and(|id| collection["id"] == *id))
    };
    let mut ordered: Vec<_> = collections.collect();
    ordered.sort_by_key(|collection| place(collection).unwrap_or(usize::MAX));
    ordered
}

/// The category that an item of the menu leads to; `None` when it leads to none, or to all games.
fn category_of(item: &Value) -> Option<&str> {
    let mut parts = item["path"].as_str()?.split('/').skip(1);
    match (parts.next()?, parts.next()?) {
        ("live", ALL_GAMES) => Some(LIVE),
        ("pokies" | "live" | "games", id) => Some(id).filter(|id| *id != ALL_GAMES),
        _ => None,
    }
}

/// Whether an item of the menu leads to games: one to a category leads to its own, when it has any.
fn has_games(item: &Value, filled: &[&str]) -> bool {
    category_of(item).is_none_or(|id| filled.contains(&id))
}

/// A page of a list of games, by its address.
struct List {
    filter: Value,
    page: u64,
}

impl List {
    fn at(path: &str) -> Option<Self> {
        let mut parts = path.split('/').skip(1);
        let (family, id) = (parts.next()?, parts.next()?);
        let page = parts.next().map_or(Some(1), |number| number.parse().ok())?;
        let filter = match (family, id) {
            ("producers", id) => json!({ "providers": [id] }),
            ("live", ALL_GAMES) => json!({ "categories": ["live"] }),
            (_, ALL_GAMES) => json!({}),
            (_, id) => json!({ "categories": [id] }),
        };
        Some(Self { filter, page })
    }

    /// The call's body, as the site sends it.
    fn asked(&self, device: &str) -> Value {
        let mut filter = self.filter.clone();
        if let Some(categories) = filter.get_mut("categories") {
            *categories = json!({ "identifiers": categories.take(), "strategy": "OR" });
        }
        json!({ "device": device, "filter": filter, "page": self.page })
    }
}

/// What the catalogue calls the visitor's device, as far as the browser tells. The site knows better; when it
/// disagrees it asks again.
fn device(headers: &HeaderMap) -> &'static str {
    let says = |name: &str, part: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(part))
    };
    if says("sec-ch-ua-mobile", "?1") || says(USER_AGENT.as_str(), "Mobi") { "mobile" } else { "desktop" }
}

/// The fields of a game, whether it is free to try, has wide art and can be opened, its provider's title, and the address of its
/// picture cut where width and format go.
fn insert_game(values: &mut Values, prefix: &str, game: &Value, providers: &Value) {
    insert_all(values, prefix, game);
    let provider = each(providers).find(|provider| provider["id"] == game["provider"]);
    if let Some(provider) = provider {
        insert(values, &format!("{prefix}.provider_title"), &provider["title"]);
    }
    // As `canPlayForMoney` of the site says it.
    let for_money = game["playable"] == true && each(&game["categories"]).all(|id| id != PRERELEASE);
    for (is_so, given) in
        [(game["has_demo_mode"] == true, "demo"), (game["own"] == true, "drawn"), (for_money, "for_money")]
    {
        if is_so {
            mark(values, &format!("{prefix}.{given}"));
        }
    }
    insert_picture(values, &format!("{prefix}.preview"), game["preview"].as_str().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_before_its_release_is_not_played_for_money() {
        for (playable, categories, offered) in [
            (true, json!(["slots"]), true),
            (true, json!(["slots", PRERELEASE]), false),
            (false, json!(["slots"]), false),
        ] {
            let mut values = Values::new();
            let game = json!({ "playable": playable, "has_demo_mode": true, "categories": categories, "preview": "" });
            insert_game(&mut values, "game", &game, &json!([]));
            assert_eq!(values.contains_key("game.for_money"), offered, "{categories}");
            assert!(values.contains_key("game.demo"));
        }
    }

    #[test]
    fn the_menu_leads_to_games() {
        for (path, leads) in [
            ("/pokies/all", true),
            ("/pokies/new", true),
            ("/pokies/crash", false),
            ("/live/all", false),
            ("/producers", true),
        ] {
            assert_eq!(has_games(&json!({ "id": "x", "path": path }), &["new"]), leads, "{path}");
        }
    }

    #[test]
    fn collections_stand_as_the_menu_names_them() {
        let menu = json!([
            { "path": "/pokies/all" }, { "path": "/pokies/new" }, { "path": "/live/all" }, { "path": "/producers" },
            { "path": "/pokies/top" },
        ]);
        let collections =
            json!([{ "id": "slots" }, { "id": "top" }, { "id": "live" }, { "id": "new" }, { "id": "a" }]);
        let ordered = in_menu_order(each(&collections), &menu);
        let ids: Vec<_> = ordered.iter().filter_map(|of| of["id"].as_str()).collect();
        assert_eq!(ids, ["new", "live", "top", "slots", "a"]);
    }

    #[test]
    fn a_list_is_asked_for_as_the_site_asks() {
        for (path, filter, page) in [
            ("/pokies/all", json!({}), 1),
            ("/live/all", json!({ "categories": { "identifiers": ["live"], "strategy": "OR" } }), 1),
            ("/pokies/new/3", json!({ "categories": { "identifiers": ["new"], "strategy": "OR" } }), 3),
            ("/producers/northlight", json!({ "providers": ["northlight"] }), 1),
        ] {
            let asked = List::at(path).unwrap().asked("mobile");
            assert_eq!((&asked["filter"], &asked["page"]), (&filter, &json!(page)), "{path}");
        }
    }
}
