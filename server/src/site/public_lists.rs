//! Lists of the operator that are no games: news, ways to pay, and what is on. Their first paints are made in
//! `web/src/app/prerender/lists.ts`.

use std::cmp::Reverse;

use serde_json::Value;

use super::amounts::Amounts;
use super::values::{Values, each, insert, insert_all, insert_news, mark, news_of};
use crate::platform::calendar::rfc3339;

/// The place of the banners that the page of promotions shows.
const PROMO: &str = "promo";
/// What stands for an amount that the server cannot write.
const UNWRITTEN: &str = "…";
/// A banner with more labels is not painted.
const LABELS_MAX: usize = 3;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A page that is a list.
pub(super) struct PublicList {
    path: &'static str,
    /// The kind of its first paint.
    pub(super) prerender: &'static str,
    /// What its items are called there.
    pub(super) name: &'static str,
    /// What it asks first, by name; the first answer holds the items. The language takes the place of `{locale}`.
    pub(super) calls: &'static [(&'static str, &'static str)],
    /// The items of an answer as they are seen; `None` when the first paint cannot show them, as there is none or one is
    /// not of the usual form.
    pub(super) items: fn(&Value, Sight<'_>) -> Option<Vec<Values>>,
}

/// When and how somebody sees a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight<'a> {
    /// UTC milliseconds.
    pub(super) now: i64,
    /// What amounts look like.
    pub(super) amounts: Amounts<'a>,
}

const CURRENCIES: (&str, &str) = ("currencies", "/api/info/currencies");

static LISTS: [PublicList; 3] = [
    PublicList {
        path: "/news",
        prerender: "news",
        name: "articles",
        calls: &[("textPages", "/api/cms/pages?l={locale}")],
        items: articles,
    },
    PublicList {
        path: "/payments",
        prerender: "payments",
        name: "methods",
        calls: &[("methods", "/api/payment_methods"), CURRENCIES],
        items: methods,
    },
    PublicList {
        path: "/promotions",
        prerender: "promotions",
        name: "banners",
        calls: &[
            ("banners", "/api/fe/config/banners-config?locale={locale}"),
            CURRENCIES,
            ("currencyConfig", "/api/fe/config/currency-config"),
        ],
        items: banners,
    },
];

impl PublicList {
    /// The list at `path`.
    pub(super) fn at(path: &str) -> Option<&'static Self> {
        LISTS.iter().find(|list| list.path == path)
    }
}

fn unless_empty(items: Vec<Values>) -> Option<Vec<Values>> {
    (!items.is_empty()).then_some(items)
}

/// The articles among pages of text, the newest first.
fn articles(pages: &Value, _: Sight<'_>) -> Option<Vec<Values>> {
    let mut articles: Vec<(String, Values)> = Vec::new();
    for page in each(pages).filter(|page| page["hidden"] != true) {
        let news = news_of(page);
        let Some(date) = news["date"].as_str() else { continue };
        let mut values = Values::new();
        insert_news(&mut values, "article", &news);
        insert(&mut values, "article.title", &page["title"]);
        insert(&mut values, "article.description", &page["blocks"]["description"]);
        values.insert("article.slug".to_owned(), page["path"].as_str()?.strip_prefix('/')?.to_owned());
        articles.push((date.to_owned(), values));
    }
    articles.sort_by_key(|(date, _)| Reverse(date.clone()));
    unless_empty(articles.into_iter().map(|(_, values)| values).collect())
}

/// Whether a way to pay costs nothing in either direction.
fn is_free(method: &Value) -> bool {
    let costs = |terms: &Value, field: &str| terms[field].as_i64().is_some_and(|figure| figure > 0);
    let is_free =
        |terms: &Value| !["fixed_cents", "basis_points", "min_cents"].iter().any(|field| costs(terms, field));
    is_free(&method["depositTerms"]) && is_free(&method["withdrawalTerms"])
}

/// Ways to pay by their currencies. Those of one name that cost and take the same stand together; the first of them opens
/// their table, and the last closes it.
fn methods(methods: &Value, _: Sight<'_>) -> Option<Vec<Values>> {
    let mut offers: Vec<Vec<&Value>> = Vec::new();
    for method in each(methods) {
        let is_same = |offer: &&mut Vec<&Value>| {
            let first = offer.first();
            first.is_some_and(|first| {
                ["id", "processingTime"].iter().all(|field| first[*field] == method[*field])
                    && is_free(first) == is_free(method)
            })
        };
        match offers.iter_mut().find(is_same) {
            Some(offer) => offer.push(method),
            None => offers.push(vec![method]),
        }
    }
    let mut rows = Vec::new();
    for (number, offer) in offers.iter().enumerate() {
        for (place, method) in offer.iter().enumerate() {
            let mut values = Values::new();
            insert_all(&mut values, "method", method);
            values.insert("method.offer".to_owned(), number.to_string());
            mark(&mut values, if is_free(method) { "method.free" } else { "method.charged" });
            let time = match method["processingTime"].as_str() {
                Some("instant") => Some("method.instant"),
                Some("confirmation") => Some("method.confirmation"),
                // Written by the browser, in the reader's words.
                Some(time) if time.starts_with("hours:") => None,
                _ => Some("method.takes"),
            };
            if let Some(time) = time {
                mark(&mut values, time);
            }
            if place == 0 {
                mark(&mut values, "method.opens");
            }
            if place + 1 == offer.len() {
                mark(&mut values, "method.closes");
            }
            rows.push(values);
        }
    }
    unless_empty(rows)
}

/// The banners of the page of promotions; the call has chosen those that the visitor sees now.
fn banners(banners: &Value, sight: Sight<'_>) -> Option<Vec<Values>> {
    let here = each(banners).filter(|banner| each(&banner["categories"]).any(|place| place == PROMO));
    unless_empty(here.map(|banner| self::banner(banner, sight)).collect::<Option<_>>()?)
}

fn banner(banner: &Value, Sight { now, amounts }: Sight<'_>) -> Option<Values> {
    let mut values = Values::new();
    insert(&mut values, "banner.image", &banner["image"]);
    for field in ["title", "description"] {
        values.insert(format!("banner.{field}"), filled_in(banner[field]["text"].as_str()?, banner, amounts));
    }
    for (corner, colour) in each(&banner["gradient"]).enumerate() {
        insert(&mut values, &format!("banner.gradient{corner}"), colour);
    }
    for (place, label) in each(&banner["labels"]).enumerate() {
        if place == LABELS_MAX {
            return None;
        }
        insert(&mut values, &format!("banner.label{place}"), label);
    }
    mark(&mut values, &format!("banner.{}", banner["size"].as_str()?));
    let (button, second) = (&banner["button"], &banner["secondButton"]);
    if button.is_object() {
        insert(&mut values, "banner.button", &button["name"]);
        values.insert("banner.href".to_owned(), way_of(button)?);
    }
    if second.is_object() {
        insert(&mut values, "banner.second", &second["name"]);
        values.insert("banner.second_href".to_owned(), popup(second["popup"].as_str()?));
    }
    if let (Some(start), Some(end)) =
        (banner["timer"]["start_at"].as_str(), banner["timer"]["end_at"].as_str())
        && start <= rfc3339(now).as_str()
        && rfc3339(now).as_str() < end
    {
        mark(&mut values, "banner.timed");
        if rfc3339(now + DAY_MS).as_str() <= end {
            mark(&mut values, "banner.days");
        }
    }
    Some(values)
}

/// A text with the banner's variables and amounts in place of their names. An amount that only the browser can write is
/// left to it.
fn filled_in(text: &str, banner: &Value, amounts: Amounts<'_>) -> String {
    let mut text = text.to_owned();
    for (name, value) in banner["variables"].as_object().into_iter().flatten() {
        text = text.replace(&format!("{{{name}}}"), value.as_str().unwrap_or_default());
    }
    for (name, table) in banner["amounts"].as_object().into_iter().flatten() {
        let amount = amounts.text(table);
        text = text.replace(&format!("{{{name}}}"), amount.as_deref().unwrap_or(UNWRITTEN));
    }
    text
}

/// Where a button leads within the site, without the slash at the beginning; `None` when that is for the site to say.
fn way_of(button: &Value) -> Option<String> {
    let url = button["url"].as_str()?;
    match button["type"].as_str()? {
        "link" | "game" => url.strip_prefix('/').map(str::to_owned),
        "popup" => Some(popup(url)),
        _ => None,
    }
}

/// The address of a modal that is named, or told by its address or hash, without the slash at the beginning.
fn popup(popup: &str) -> String {
    let address = popup.trim_start_matches(['/', '#']);
    if address.len() == popup.len() { format!("popup/{popup}") } else { address.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use serde_json::json;

    use super::super::amounts::MoneyForms;
    use super::*;

    /// Without currencies no amount is written.
    fn sight_at(now: i64) -> Sight<'static> {
        static FORMS: LazyLock<MoneyForms> = LazyLock::new(MoneyForms::default);
        let amounts = Amounts {
            forms: &FORMS,
            locale: "en",
            own: "EUR",
            display_map: &Value::Null,
            currencies: &Value::Null,
        };
        Sight { now, amounts }
    }

    fn shown(items: Option<Vec<Values>>, fields: &[&str]) -> Vec<Vec<String>> {
        let of = |item: Values| {
            let written = |field: &&str| item.get(*field).map(|value| format!("{field}={value}"));
            fields.iter().filter_map(written).collect()
        };
        items.unwrap_or_default().into_iter().map(of).collect()
    }

    #[test]
    fn only_articles_that_are_not_hidden_are_news_the_newest_first() {
        let page = |slug: &str, date: Option<&str>, hidden: bool| {
            let json = date.map(|date| json!({ "news": { "date": date, "image": "/i" } }).to_string());
            json!({ "path": format!("/{slug}"), "title": slug, "hidden": hidden, "blocks": { "description": "", "json": json } })
        };
        let pages = json!([
            page("news/old", Some("2026-01-01"), false),
            page("about", None, false),
            page("news/hidden", Some("2026-05-01"), true),
            page("news/new", Some("2026-03-01"), false),
            page("news/as-old", Some("2026-01-01"), false),
        ]);
        let slugs = [["article.slug=news/new"], ["article.slug=news/old"], ["article.slug=news/as-old"]];
        assert_eq!(shown(articles(&pages, sight_at(0)), &["article.slug"]), slugs);
        assert_eq!(articles(&json!([page("about", None, false)]), sight_at(0)), None);
    }

    #[test]
    fn methods_that_differ_by_currency_alone_are_one_offer() {
        let method = |id: &str, currency: &str, fee: i64, time: &str| json!({ "id": id, "currency": currency, "depositTerms": { "basis_points": fee }, "processingTime": time });
        let all = json!([
            method("card", "EUR", 0, "instant"),
            method("coin", "BTC", 150, "instant"),
            method("card", "USD", 0, "instant"),
            method("card", "NOK", 0, "2 days"),
        ]);
        let fields = [
            "method.opens",
            "method.currency",
            "method.free",
            "method.charged",
            "method.instant",
            "method.takes",
            "method.closes",
        ];
        let rows: Vec<String> = shown(methods(&all, sight_at(0)), &fields)
            .iter()
            .map(|row| row.join(" ").replace("method.", ""))
            .collect();
        assert_eq!(
            rows,
            [
                "opens= currency=EUR free= instant=",
                "currency=USD free= instant= closes=",
                "opens= currency=BTC charged= instant= closes=",
                "opens= currency=NOK free= takes= closes=",
            ]
        );
        assert_eq!(methods(&json!([]), sight_at(0)), None);
    }

    #[test]
    fn a_banner_counts_down_within_its_time_and_in_days_while_there_are_some() {
        let timer = json!({ "start_at": "1970-01-01T00:00:01.000Z", "end_at": "1970-01-03T00:00:01.000Z" });
        let button = json!({ "name": "Go", "type": "popup", "url": "login" });
        let second = json!({ "name": "Or", "popup": "#sign-up" });
        let all = json!([{
            "categories": ["home", "promo"], "size": "small", "title": { "text": "{a}" }, "description": { "text": "{b}" },
            "variables": { "a": "A" }, "amounts": { "b": { "EUR": 100 } }, "labels": [], "gradient": [],
            "button": button, "secondButton": second, "timer": timer,
        }, { "categories": ["home"] }]);
        let fields = [
            "banner.title",
            "banner.description",
            "banner.href",
            "banner.second_href",
            "banner.timed",
            "banner.days",
        ];
        let at = |now: i64| shown(banners(&all, sight_at(now)), &fields)[0].join(" ").replace("banner.", "");
        let still = "title=A description=… href=popup/login second_href=sign-up";
        assert_eq!(at(999), still);
        assert_eq!(at(1000), format!("{still} timed= days="));
        assert_eq!(at(1000 + DAY_MS), format!("{still} timed= days="));
        assert_eq!(at(1001 + DAY_MS), format!("{still} timed="));
        assert_eq!(at(1000 + 2 * DAY_MS), still);
    }
}
