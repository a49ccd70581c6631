//! The calls that a page would make first, made on its behalf: the page brings their answers along, and
//! they are what the visitor would have got, as they went through the very same handlers.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{Request, StatusCode, Uri};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

/// The server's calls, and what of their answers is the same for everybody.
#[derive(Debug, Clone)]
pub struct Calls {
    router: Router,
    texts: Arc<RwLock<HashMap<String, Arc<Texts>>>>,
}

/// The site's texts in one language.
#[derive(Debug)]
pub(super) struct Texts {
    /// As the site gets them.
    pub(super) json: String,
    by_key: HashMap<String, String>,
}

impl Texts {
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
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = path.parse::<Uri>().ok()?;
        *request.headers_mut() = parts.headers.clone();
        for name in [CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH] {
            request.headers_mut().remove(name);
        }
        *request.extensions_mut() = parts.extensions.clone();
        let response = self.router.clone().oneshot(request).await.ok()?;
        if response.status() != StatusCode::OK {
            return None;
        }
        let body = response.into_body().collect().await.ok()?.to_bytes();
        String::from_utf8(body.into()).ok()
    }

    /// The texts of `locale`; `None` for a language that the site does not speak.
    pub(super) async fn texts(&self, locale: &str, parts: &Parts) -> Option<Arc<Texts>> {
        if let Some(known) = self.texts.read().unwrap_or_else(PoisonError::into_inner).get(locale) {
            return Some(known.clone());
        }
        let json = self.json(&format!("/messages/{locale}.json"), parts).await?;
        let by_key = serde_json::from_str(&json).ok()?;
        let texts = Arc::new(Texts { json, by_key });
        let mut all = self.texts.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(locale.to_owned(), texts.clone());
        Some(texts)
    }
}
