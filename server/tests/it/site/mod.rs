//! The site as a browser and a search engine get it.

mod competitions;
mod feeds;
mod files;
mod lists;
mod loads;
mod pages;
mod preview;
mod sport;
mod switched;
mod texts;

use croupier_server::platform::config::Config;
use reqwest::header::HeaderMap;
use tempfile::TempDir;

use crate::testkit::{Engine, Kit};

const TEMPLATE: &str = "<!doctype html><html lang=\"en\" data-brand=\"borealis\"><head><!--croupier:head--></head>\
                        <body><div id=\"root\"><!--croupier:paint--></div><!--croupier:boot--></body></html>";

const FIRST_PAINT: &str = r#"{
    "lobby": {"guest": ["<h1>", {"text": ["nav.lobby"], "values": {}}, "</h1>"], "player": ["<h1>mine</h1>"]},
    "category": {"guest": [{"given": "providers.several", "of": ["<hr>"]}, {"each": "games", "from": 0, "to": 2, "of": ["<b>", {"value": "game.title"}, "</b>"]}],
                 "player": []},
    "text": {"guest": ["<h1>", {"value": "page.title"}, "</h1><article>", {"html": "page.content"}, "</article>"], "player": []},
    "article": {"guest": [{"given": "news.image.formats", "of": ["<img src=\"", {"value": "news.image_start"}, "768", {"value": "news.image_middle"}, "avif",
                          {"value": "news.image_end"}, "\">"]}, "<article>", {"html": "page.content"}, "</article>"],
                "player": []},
    "noLive": {"guest": ["<p>", {"text": ["list.no_live_title"], "values": {}}, "</p>"], "player": []},
    "news": {"guest": [{"each": "articles", "from": 0, "to": 9, "of": ["<b>", {"value": "article.slug"}, " ", {"value": "article.date"}, " ",
                        {"given": "article.image.formats", "of": [{"value": "article.image_start"}, "768"]}, {"given": "article.image.widths", "of": ["768", {"value": "article.image_end"}]},
                        {"given": "article.image.plain", "of": [{"value": "article.image"}]}, " ", {"value": "article.title"}, ": ", {"value": "article.description"}, "</b>"]}],
             "player": []},
    "payments": {"guest": [{"each": "methods", "from": 0, "to": 199, "of": [
                     {"given": "method.opens", "of": ["<table>", {"by": "method.brand", "choices": [{"parts": ["card", "visa"], "of": ["<i>"]}]},
                      {"value": "method.title"}, {"given": "method.free", "of": ["<u>"]}, {"given": "method.instant", "of": ["<s>"]}]},
                     "<b>", {"value": "method.currency"}, "</b>", {"given": "method.closes", "of": ["</table>"]}]}],
                 "player": []},
    "promotions": {"guest": [{"each": "banners", "from": 0, "to": 99, "of": [
                       {"given": "banner.small", "of": ["small "]}, {"given": "banner.large", "of": ["large "]}, "<a href=\"", {"value": "base"}, "/",
                       {"value": "banner.href"}, "\">", {"value": "banner.button"}, "</a>", {"value": "banner.title"}, ": ",
                       {"value": "banner.description"}, {"given": "banner.label0", "of": ["<b>", {"value": "banner.label0"}, "</b>"]},
                       {"given": "banner.timed", "of": ["<i>"]}, "<hr>"]}],
                   "player": ["<p>mine</p>"]},
    "promo": {"guest": ["<i>", {"value": "page.title"}, "</i>"], "player": []},
    "game": {"guest": [{"given": "game.drawn", "of": ["<i>", {"value": "game.slug"}, "</i>"]}], "player": []}
}"#;

const MONEY_FORMS: &str = r#"{"de": {"group": ".", "grouped_from": 4, "decimal": ",", "currencies": {"EUR": ["", " €"], "CAD": ["", " $"], "USD": ["", " US$"]}}}"#;

/// A server with a small site of its own.
struct Visited {
    kit: Kit,
    client: reqwest::Client,
    _site: TempDir,
}

/// What was answered.
struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// What stands between `before` and `after`.
    fn between(&self, before: &str, after: &str) -> &str {
        let (_, rest) =
            self.text().split_once(before).unwrap_or_else(|| panic!("no {before} in {}", self.text()));
        rest.split_once(after).unwrap().0
    }

    fn boot(&self) -> serde_json::Value {
        serde_json::from_str(self.between("<script type=\"application/json\" id=\"boot\">", "</script>"))
            .unwrap()
    }
}

impl Visited {
    async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let site = tempfile::tempdir().unwrap();
        for (name, content) in [
            ("index.html", TEMPLATE),
            ("assets/index-abc.js", "plain script"),
            ("assets/index-abc.js.br", "as brotli"),
            ("assets/index-abc.js.gz", "as gzip"),
            ("brand/icon.svg", "<svg/>"),
            ("manifest.webmanifest", r#"{ "name": "Croupier", "display": "standalone" }"#),
            ("sw.js", "self.skipWaiting()"),
            ("art/tiles/solar-sails-320.avif", "picture"),
            ("house-games/index.html", "<html>game</html>"),
            ("house-games/assets/slots-1.js", "game script"),
            (".vite/manifest.json", r#"{"src/app/main.tsx": {"file": "assets/index-abc.js"}}"#),
            (".vite/texts.json", r#"{"src/routes/catalogue/CategoryPage.tsx": ["catalogue"]}"#),
            (".vite/prerender.json", FIRST_PAINT),
            (".vite/money-forms.json", MONEY_FORMS),
        ] {
            let path = site.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        let kit = Kit::start_with(Engine::Sqlite, |config| {
            config.site_dir = site.path().into();
            config.public_url = "https://casino.example".into();
            change(config);
        })
        .await;
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { kit, client, _site: site }
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(reqwest::Method::GET, path, &[]).await
    }

    async fn call(&self, method: reqwest::Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.client.request(method, self.kit.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer { status, headers, body: response.bytes().await.unwrap().to_vec() }
    }
}
