//! The built pages of the back office.

use std::path::Path;

use anyhow::Result;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::platform::error::ApiError;
use crate::site::Files;

/// The page that every address of the back office opens.
const PAGE: &str = "/index.html";

/// What `/` says when no back office has been built.
const NOT_BUILT: &str = "Croupier's back office answers its calls here, but there are no pages in the folder that the \
                         setting office_dir names.\nBuild them with `npm ci && npm run bundle` in web/, then start the \
                         server again.\n";

/// The files of the build.
#[derive(Debug, Default)]
pub struct Bundle(Files);

impl Bundle {
    /// Reads the build in `folder`. A missing folder is a back office that is not built, and no error.
    pub fn load(folder: &Path) -> Result<Self> {
        if !folder.join("index.html").exists() {
            tracing::warn!(folder = %folder.display(), "there is no built back office, only its calls are answered");
            return Ok(Self::default());
        }
        Ok(Self(Files::load(folder)?))
    }

    /// Answers what no call answers: a file of the build, or the page for every other address.
    pub fn answer(&self, request: &Request) -> Response {
        let path = request.uri().path();
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        // A missing file is no page: a script that is gone must not come as one.
        let is_page = !path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        if !reads || path == "/api" || path.starts_with("/api/") {
            return ApiError::not_found().into_response();
        }
        if let Some(file) = self.0.answer(path, request.headers()) {
            return file;
        }
        let page = is_page.then(|| self.0.answer(PAGE, request.headers())).flatten();
        page.unwrap_or_else(|| match path {
            "/" => (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
            _ => ApiError::not_found().into_response(),
        })
    }
}
