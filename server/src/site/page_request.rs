//! One visit of an address: in which language, by whom, and what the page says about it.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::header::LOCATION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::bootstrap::{BootstrapData, BootstrapQuery};
use super::calls::{Calls, Texts};
use super::languages::{in_language, split_locale};
use super::pages::{Instead, LIVE, LIVE_ALL, Page, Subject};
use super::shell::{Head, Look};
use super::{host, linked, not_loaded};
use crate::app::App;
use crate::auth::SessionCookie;
use crate::catalogue::{ALL_GAMES, Audience, Game};
use crate::content::{self, Brand, Reader};
use crate::platform::error::ApiError;
use crate::player::TESTER;
use crate::site_config::decimal_text;

/// The language when the server cannot tell.
const LOCALE_FALLBACK: &str = "en";

/// One visit.
pub(super) struct PageRequest<'a> {
    app: &'a App,
    calls: &'a Calls,
    parts: &'a Parts,
    /// The path without the language.
    pub(super) path: String,
    /// The language with a slash before it when the address names one; otherwise empty.
    prefix: String,
    /// The language of the page.
    pub(super) locale: String,
    texts: Option<Arc<Texts>>,
    context: Context,
    /// What the host is called and how it looks.
    face: Option<Brand>,
    /// The same as the visitor would have got it.
    context_json: Value,
}

/// What the server knows of the visitor.
#[derive(Debug, Default, Deserialize)]
struct Context {
    country: Option<String>,
    licence: String,
    locale: String,
    currency: String,
    brand: String,
}

/// A language on offer.
#[derive(Debug, Deserialize)]
struct Offered {
    code: String,
}

/// The groups of a player; a guest is in none.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Groups {
    statuses: Vec<Group>,
}

#[derive(Debug, Deserialize)]
struct Group {
    id: String,
}

impl<'a> PageRequest<'a> {
    /// Finds out about the visit that `parts` is.
    pub(super) async fn read(app: &'a App, calls: &'a Calls, parts: &'a Parts) -> Self {
        let context = calls.json("/client-context", parts).await;
        let context_json: Value =
            context.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        let context = Context::deserialize(&context_json).unwrap_or_default();
        let face = host::brand(app, &parts.headers);
        let wording = face.as_ref().map(Brand::wording).unwrap_or_default();
        let messages = &app.site_config.messages;
        let whole = parts.uri.path();
        if let Some((locale, path)) = split_locale(whole)
            && let Some(texts) = calls.texts(messages, locale, wording, parts).await
        {
            let (path, prefix, locale) = (path.to_owned(), format!("/{locale}"), locale.to_owned());
            return Self {
                app,
                calls,
                parts,
                path,
                prefix,
                locale,
                texts: Some(texts),
                context,
                face,
                context_json,
            };
        }
        let locale = if context.locale.is_empty() { LOCALE_FALLBACK } else { &context.locale }.to_owned();
        let (path, prefix) = (whole.to_owned(), String::new());
        let texts = calls.texts(messages, &locale, wording, parts).await;
        Self { app, calls, parts, path, prefix, locale, texts, context, face, context_json }
    }

    /// For whom the catalogue is asked; a page is for every kind of device.
    pub(super) fn audience(&self) -> Audience<'_> {
        Audience { country: self.context.country.as_deref(), device: None }
    }

    /// The short name of the brand that answers; empty when none does.
    pub(super) fn brand_id(&self) -> &str {
        self.face.as_ref().map_or("", |brand| &brand.id)
    }

    /// Whether the browser brings a session, live or over.
    pub(super) fn brings_session(&self) -> bool {
        SessionCookie::is_bootstrap(self.app, &self.parts.headers)
    }

    /// Leads on to `to` for good, in the same language and with the same query.
    pub(super) fn moved(&self, to: &str) -> Response {
        self.led(StatusCode::PERMANENT_REDIRECT, to, true)
    }

    /// Leads on from a page that may be open another time.
    pub(super) fn closed(&self, instead: &Instead) -> Response {
        self.led(StatusCode::TEMPORARY_REDIRECT, &instead.path, instead.with_query)
    }

    fn led(&self, status: StatusCode, to: &str, with_query: bool) -> Response {
        let query = self.parts.uri.query().filter(|_| with_query);
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        match HeaderValue::from_str(&(self.under_prefix(to) + &query)) {
            Ok(location) => (status, [(LOCATION, location)]).into_response(),
            Err(_) => ApiError::not_found().into_response(),
        }
    }

    fn under_prefix(&self, path: &str) -> String {
        in_language(&self.prefix, path)
    }

    /// What the head of `page` says, whose text is `text`.
    pub(super) async fn head(
        &self,
        page: &Page,
        text: Option<&content::Text>,
        bootstrap: &BootstrapData,
    ) -> Head {
        let base = self.base();
        let (title, description, image) = self.words(&page.subject, text);
        let mut head = Head {
            title,
            description,
            site_name: self.context.brand.clone(),
            canonical: page.canonical.as_deref().map(|path| format!("{base}{}", self.under_prefix(path))),
            alternates: match &page.canonical {
                Some(path) => self.alternates(path).await,
                None => Vec::new(),
            },
            image: image.map(|path| if path.starts_with('/') { format!("{base}{path}") } else { path }),
            linked_data: None,
            modules: self.modules(&page.subject, bootstrap.is_player()),
            look: self.face.as_ref().map(Look::of).unwrap_or_default(),
        };
        let home = format!("{base}{}", self.under_prefix("/"));
        head.linked_data = linked::data(&page.subject, &head, &home, &self.locale);
        head
    }

    /// The address of the host that was asked, without a path.
    fn base(&self) -> String {
        host::base_of(self.face.as_ref(), self.app, &self.parts.headers)
    }

    /// Whether a player asks who tests what is not open to everybody yet.
    pub(super) async fn is_by_tester(&self) -> bool {
        self.groups().await.contains(&TESTER)
    }

    /// The groups of the player who asks; a guest is in none.
    pub(super) async fn groups(&self) -> Vec<i64> {
        let player = self.calls.json("/api/player", self.parts).await;
        let player = player.and_then(|json| serde_json::from_str::<Groups>(&json).ok()).unwrap_or_default();
        let number = |group: &Group| group.id.strip_prefix("group_")?.parse().ok();
        player.statuses.iter().filter_map(number).collect()
    }

    /// The addresses of what the page about `subject` asks for once it has been seen: its modules and texts.
    fn modules(&self, subject: &Subject, is_player: bool) -> Vec<String> {
        let preloads = &self.app.site.preloads;
        let namespaces = preloads.namespaces(subject, is_player);
        let texts = self.texts.iter();
        let texts =
            texts.flat_map(|texts| namespaces.iter().map(|name| texts.address_of(&self.locale, name)));
        texts.chain(preloads.of(subject, is_player).cloned()).collect()
    }

    /// What the page says where its scripts do not come.
    pub(super) fn not_loaded(&self) -> String {
        not_loaded::html(self.texts.as_deref())
    }

    /// The addresses of `path` in every language on offer.
    async fn alternates(&self, path: &str) -> Vec<(String, String)> {
        let base = self.base();
        let offered = self.calls.json("/api/info/locales", self.parts).await;
        let offered: Vec<Offered> =
            offered.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        let address = |code: &str| format!("{base}{}", in_language(&format!("/{code}"), path));
        let mut alternates: Vec<_> =
            offered.into_iter().map(|of| (of.code.clone(), address(&of.code))).collect();
        alternates.push(("x-default".to_owned(), format!("{base}{path}")));
        alternates
    }

    /// Title, description and picture of a page; `text` is its text.
    fn words(&self, subject: &Subject, text: Option<&content::Text>) -> (String, String, Option<String>) {
        let brand = self.context.brand.as_str();
        let Some(texts) = &self.texts else { return (brand.to_owned(), brand.to_owned(), None) };
        let named = |name: &str| texts.text("title.page", &[("page", name), ("brand", brand)]);
        match subject {
            Subject::Lobby => {
                let values = [("brand", brand)];
                let image = self.picture_of(|_| true);
                (texts.text("title.lobby", &values), texts.text("head.lobby", &values), image)
            }
            Subject::Category(id, title) => {
                let name = texts.known(&format!("category.{id}")).unwrap_or(title);
                let collection = if id == LIVE_ALL { LIVE } else { id.as_str() };
                let image =
                    self.picture_of(|game| id == ALL_GAMES || game.collections.contains_key(collection));
                (named(name), texts.text("head.category", &[("category", name), ("brand", brand)]), image)
            }
            Subject::Provider(id, title) => {
                let image = self.picture_of(|game| game.provider == *id);
                (named(title), texts.text("head.provider", &[("provider", title), ("brand", brand)]), image)
            }
            Subject::Game(game, provider) => {
                let key = match (&game.rtp, &game.rtp_with_jackpot) {
                    (Some(_), Some(_)) => "head.game_jackpot",
                    (Some(_), None) => "head.game",
                    (None, _) => "head.game_plain",
                };
                let share = |text: Option<&str>| decimal_text(&self.locale, text.unwrap_or_default());
                let (rtp, total) = (share(game.rtp.as_deref()), share(game.rtp_with_jackpot.as_deref()));
                let title = game.title.as_str();
                let values = [
                    ("title", title),
                    ("provider", provider),
                    ("brand", brand),
                    ("rtp", &rtp),
                    ("total", &total),
                ];
                (named(&game.title), texts.text(key, &values), Some(picture(game)))
            }
            Subject::Text(slug, _) => match text {
                Some(text) => (named(&text.title), text.description.clone(), self.picture_of_text(slug)),
                None => (brand.to_owned(), brand.to_owned(), None),
            },
            Subject::Bonus(slug) => {
                let offers = self.app.bonuses.offers();
                // Of an offer that is for some only, the head tells nobody.
                let named_by = offers
                    .with_pages(self.app.clock.now())
                    .find(|(known, offer)| known == slug && offer.audience.is_everybody());
                let name = named_by.map_or(brand, |(_, offer)| offer.title.in_locale(&self.locale));
                (named(name), texts.text("head.page", &[("page", name), ("brand", brand)]), None)
            }
            Subject::Named(key) => named_page(texts, key, brand),
            Subject::Competition(competition) => named_page(texts, competition.title_key(), brand),
        }
    }

    /// The text of a page about `subject` as this visitor reads it; `None` when it is about no text.
    pub(super) fn text(&self, subject: &Subject) -> Option<content::Text> {
        let Subject::Text(slug, kind) = subject else { return None };
        let licence = self.app.site_config.licences.named(&self.context.licence);
        let country = self.context.country.as_deref();
        let reader = Reader { country, licence: &licence.code, locale: &self.locale };
        let published = self.app.content.now();
        let page = published.pages.by_slug(slug)?;
        let text = match kind {
            Some(kind) => page.variant(kind, &self.locale),
            None => page.text(reader),
        };
        Some(text?.filled(&content::values(self.face.as_ref()?, licence)))
    }

    /// The picture of the first game on offer that is `wanted`.
    fn picture_of(&self, wanted: impl Fn(&Game) -> bool) -> Option<String> {
        let index = self.app.catalogue.index();
        let first = index.games().find(|game| wanted(game) && index.is_offered(game, self.audience()));
        first.map(|game| picture(game))
    }

    /// The picture of an article.
    fn picture_of_text(&self, slug: &str) -> Option<String> {
        let published = self.app.content.now();
        published.pages.by_slug(slug)?.picture().as_deref().map(content::picture_of)
    }

    /// What the page would ask first.
    pub(super) async fn bootstrap(&self, page: &Page) -> BootstrapData {
        let asked = BootstrapQuery {
            parts: self.parts,
            path: &self.path,
            locale: &self.locale,
            currency: &self.context.currency,
            forms: &self.app.site.money_forms,
            now: self.app.clock.now(),
        };
        BootstrapData::along(self.calls, asked, page).await
    }

    /// The same as one JSON object, with what the server knows of the visitor.
    pub(super) fn boot(&self, bootstrap: &BootstrapData) -> String {
        let mut context = self.context_json.clone();
        if let Some(shown) = context.get_mut("locale") {
            *shown = self.locale.as_str().into();
        }
        let mut boot = format!("{{\"base\":{}", Value::from(self.prefix.as_str()));
        if context.is_object() {
            let _ = write!(boot, ",\"context\":{context}");
        }
        if let Some(face) = &self.face {
            let _ = write!(boot, ",\"logo\":{}", json!({ "logoUrl": face.logo }));
        }
        bootstrap.write(&mut boot);
        if let Some(texts) = &self.texts {
            let _ = write!(boot, ",\"texts\":{}", Value::from(texts.address(&self.locale)));
        }
        boot.push('}');
        boot
    }

    /// What is seen of `page`, whose text is `text`, before its scripts run, as HTML.
    pub(super) fn prerender(
        &self,
        page: &Page,
        text: Option<content::Text>,
        bootstrap: &BootstrapData,
    ) -> String {
        let Some(texts) = &self.texts else { return String::new() };
        let title = match &page.subject {
            Subject::Category(_, title) | Subject::Provider(_, title) => title,
            _ => "",
        };
        let mut template_values = bootstrap.template_values(&self.path, title);
        if let Some(text) = text {
            template_values.values.insert("page.title".to_owned(), text.title);
            template_values.html.insert("page.content", text.html);
        }
        template_values.values.insert("brand".to_owned(), self.context.brand.clone());
        if let Some(face) = &self.face {
            template_values.values.insert("logo_full".to_owned(), face.logo.full.clone());
            template_values.values.insert("logo_mobile".to_owned(), face.logo.mobile.clone());
        }
        template_values.values.insert("base".to_owned(), self.prefix.clone());
        template_values.values.insert("home".to_owned(), self.under_prefix("/"));
        self.app.site.prerenders.render(bootstrap.prerender, bootstrap.is_player(), &template_values, texts)
    }
}

/// Title, description and picture of a page that is called what the text of `key` says.
fn named_page(texts: &Texts, key: &str, brand: &str) -> (String, String, Option<String>) {
    let name = texts.text(key, &[]);
    let values = [("page", name.as_str()), ("brand", brand)];
    (texts.text("title.page", &values), texts.text("head.page", &values), None)
}

/// The path of a game's picture, in a form that every reader of pages knows.
fn picture(game: &Game) -> String {
    game.preview.replace("{width}", "640").replace("{format}", "webp")
}
