//! The calls that a page would make first, made on its behalf: the page brings their answers along, and
//! they are what the visitor would have got, as they went through the very same handlers.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};
use axum::response::Response;
use http_body_util::BodyExt as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;

use super::compress::Packed;
use crate::site_config::Messages;

/// First part of the addresses of texts.
const TEXTS: &str = "/texts/";

/// Texts by language and the wording of the brand.
type TextsByLanguage = HashMap<(String, u64), Arc<Texts>>;

/// The server's calls, and what of their answers is the same for everybody.
#[derive(Debug, Clone)]
pub struct Calls {
    router: Router,
    /// By language and the wording of the brand.
    texts: Arc<RwLock<TextsByLanguage>>,
}

/// The site's texts in one language.
#[derive(Debug)]
pub(super) struct Texts {
    /// As the site gets them, by namespace.
    namespaces: HashMap<String, Packed>,
    /// Of all of them; their addresses change with any.
    hash: String,
    by_key: HashMap<String, String>,
}

impl Texts {
    /// Reads the texts of all namespaces; `namespace_of` answers the one of a key.
    pub(super) fn read<'a>(json: &str, namespace_of: impl Fn(&str) -> &'a str) -> Option<Self> {
        let by_key: HashMap<String, String> = serde_json::from_str(json).ok()?;
        let hash = hex::encode(&Sha256::digest(json)[..8]);
        let mut parts: HashMap<&str, BTreeMap<&String, &String>> = HashMap::new();
        for (key, text) in &by_key {
            parts.entry(namespace_of(key)).or_default().insert(key, text);
        }
        let packed = |texts| Some(Packed::new(serde_json::to_string(&texts).ok()?));
        let namespaces = parts
            .into_iter()
            .map(|(name, texts)| Some((name.to_owned(), packed(texts)?)))
            .collect::<Option<_>>()?;
        Some(Self { namespaces, hash, by_key })
    }

    /// What the addresses of the texts of `locale` begin with.
    pub(super) fn address(&self, locale: &str) -> String {
        format!("{TEXTS}{locale}-{}", self.hash)
    }

    /// Where the site gets the texts of `locale` in `namespace`.
    pub(super) fn address_of(&self, locale: &str, namespace: &str) -> String {
        format!("{}/{namespace}.json", self.address(locale))
    }

    /// The texts of `namespace` for a caller with `headers`, who asked for them under `hash`.
    fn answer(&self, namespace: &str, hash: &str, headers: &HeaderMap) -> Option<Response> {
        let mut response = self.namespaces.get(namespace)?.answer(headers);
        // A page from before a change asks for texts that are gone: the new ones do, but not for ever.
        let kept = if hash == self.hash { "public, max-age=31536000, immutable" } else { "no-cache" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(kept));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Some(response)
    }

    /// The text of `key` with `{name}` replaced by its value; the key itself when there is no such text.
    pub(super) fn text(&self, key: &str, values: &[(&str, &str)]) -> String {
        let text = self.by_key.get(key).map_or(key, String::as_str);
        let filled = |text: String, (name, value): &(&str, &str)| text.replace(&format!("{{{name}}}"), value);
        values.iter().fold(text.to_owned(), filled)
    }

    /// The text of a key made from data; `None` when there is no such text.
    pub(super) fn known(&self, key: &str) -> Option<&str> {
        self.by_key.get(key).map(String::as_str)
    }
}

impl Calls {
    /// Calls answered by `router`.
    pub fn new(router: Router) -> Self {
        Self { router, texts: Arc::default() }
    }

    /// The JSON that `path` answers to the visitor whose call is `parts`; `None` when it answers nothing
    /// good, as a page without it is better than no page.
    pub(super) async fn json(&self, path: &str, parts: &Parts) -> Option<String> {
        self.ask(Request::new(Body::empty()), path, parts).await
    }

    /// The same for a call that is asked with `body`.
    pub(super) async fn json_of(&self, path: &str, body: &Value, parts: &Parts) -> Option<String> {
        let mut request = Request::new(Body::from(body.to_string()));
        *request.method_mut() = Method::POST;
        self.ask(request, path, parts).await
    }

    async fn ask(&self, mut request: Request<Body>, path: &str, parts: &Parts) -> Option<String> {
        let asked_with =
            (request.method() == Method::POST).then(|| HeaderValue::from_static("application/json"));
        *request.uri_mut() = path.parse::<Uri>().ok()?;
        *request.headers_mut() = parts.headers.clone();
        for name in [CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH] {
            request.headers_mut().remove(name);
        }
        if let Some(content_type) = asked_with {
            request.headers_mut().insert(CONTENT_TYPE, content_type);
        }
        *request.extensions_mut() = parts.extensions.clone();
        let response = self.router.clone().oneshot(request).await.ok()?;
        if response.status() != StatusCode::OK {
            return None;
        }
        let body = response.into_body().collect().await.ok()?.to_bytes();
        String::from_utf8(body.into()).ok()
    }

    /// Answers a call for texts under their address; `None` when `path` is none.
    pub(super) async fn answer_texts(
        &self,
        messages: &Messages,
        path: &str,
        wording: u64,
        parts: &Parts,
    ) -> Option<Response> {
        let (language, namespace) = path.strip_prefix(TEXTS)?.strip_suffix(".json")?.split_once('/')?;
        let (locale, hash) = language.rsplit_once('-')?;
        self.texts(messages, locale, wording, parts).await?.answer(namespace, hash, &parts.headers)
    }

    /// The texts of `locale` in the `wording` of the brand that `parts` asks; `None` for a language that the site does
    /// not speak.
    pub(super) async fn texts(
        &self,
        messages: &Messages,
        locale: &str,
        wording: u64,
        parts: &Parts,
    ) -> Option<Arc<Texts>> {
        let key = (locale.to_owned(), wording);
        if let Some(known) = self.texts.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Some(known.clone());
        }
        let json = self.json(&format!("/messages/{locale}.json"), parts).await?;
        let texts = Arc::new(Texts::read(&json, |key| messages.namespace_of(key))?);
        let mut all = self.texts.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(key, texts.clone());
        Some(texts)
    }
}
