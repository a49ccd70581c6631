//! The files of the built site, held in memory: each with its compressed copies, its type, and how long
//! a browser may keep it. A path that is no file of the build is nothing, so no path leads out of it.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use sha2::{Digest, Sha256};

/// Files whose name holds a hash of their content.
const HASHED: [&str; 2] = ["/assets/", "/house-games/assets/"];
/// Programs that a player saves and runs without us: our pages run no script that stands in one.
const SAVED: &str = "/verify/";

/// Every file of the site by its path, which begins with a slash.
#[derive(Debug, Default)]
pub struct Files {
    by_path: HashMap<String, File>,
}

#[derive(Debug, Default)]
struct File {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    /// Of the plain content, hex.
    hash: String,
}

impl Files {
    /// Reads every file below `folder`. Names that begin with a dot are left out.
    pub fn load(folder: &Path) -> Result<Self> {
        let mut files = Self::default();
        files.read_folder(folder, "")?;
        Ok(files)
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> Result<()> {
        let cannot = || format!("cannot read {}", folder.display());
        for entry in std::fs::read_dir(folder).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') {
                continue;
            }
            let (path, at) = (entry.path(), format!("{prefix}/{name}"));
            if path.is_dir() {
                self.read_folder(&path, &at)?;
            } else {
                let content =
                    std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                self.add(&at, content.into());
            }
        }
        Ok(())
    }

    fn add(&mut self, at: &str, content: Bytes) {
        if let Some(plain) = at.strip_suffix(".br") {
            self.by_path.entry(plain.to_owned()).or_default().brotli = Some(content);
        } else if let Some(plain) = at.strip_suffix(".gz") {
            self.by_path.entry(plain.to_owned()).or_default().gzip = Some(content);
        } else {
            let file = self.by_path.entry(at.to_owned()).or_default();
            file.hash = hex::encode(&Sha256::digest(&content)[..12]);
            file.plain = content;
        }
    }

    /// The content of a file; `None` when there is no such file.
    pub(super) fn content(&self, path: &str) -> Option<&Bytes> {
        self.by_path.get(path).map(|file| &file.plain)
    }

    /// Answers a call for `path`, in the best encoding that the caller takes; `None` when there is no
    /// such file.
    pub fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
        let path =
            if path.trim_end_matches('/') == "/house-games" { "/house-games/index.html" } else { path };
        let file = self.by_path.get(path)?;
        let accepted = Accepted::read(headers);
        let (content, encoding) = match (&file.brotli, &file.gzip) {
            (Some(brotli), _) if accepted.brotli => (brotli, Some("br")),
            (_, Some(gzip)) if accepted.gzip => (gzip, Some("gzip")),
            _ => (&file.plain, None),
        };
        let etag =
            format!("\"{}{}\"", file.hash, encoding.map(|name| format!("-{name}")).unwrap_or_default());
        let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let unchanged = known
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag);
        let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(content.clone()) });
        if unchanged {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let out = response.headers_mut();
        out.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
        out.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control(path)));
        if path.starts_with(SAVED) {
            out.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
        }
        if let Ok(etag) = HeaderValue::from_str(&etag) {
            out.insert(ETAG, etag);
        }
        if let Some(encoding) = encoding {
            out.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if file.brotli.is_some() || file.gzip.is_some() {
            out.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        Some(response)
    }
}

/// The encodings that a caller takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) brotli: bool,
    pub(super) gzip: bool,
}

impl Accepted {
    /// Reads what the call says.
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let mut accepted = Self::default();
        let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        for range in values.flat_map(|value| value.split(',')) {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            let quality = parts.find_map(|part| part.strip_prefix("q=")).and_then(|q| q.parse::<f32>().ok());
            let taken = quality.is_none_or(|quality| quality > 0.0);
            match name.as_str() {
                "br" => accepted.brotli = taken,
                "gzip" => accepted.gzip = taken,
                _ => {}
            }
        }
        accepted
    }
}

/// Pages, and the service worker: a browser that keeps an old one would not learn of a new build.
fn is_always_asked_for(path: &str) -> bool {
    extension(path) == "html" || path == "/sw.js"
}

fn cache_control(path: &str) -> &'static str {
    if HASHED.iter().any(|folder| path.starts_with(folder)) {
        "public, max-age=31536000, immutable"
    } else if is_always_asked_for(path) {
        "no-cache"
    } else {
        // Names without a hash: art, icons. A new build is seen within the hour, an old copy bridges it.
        "public, max-age=3600, stale-while-revalidate=86400"
    }
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn content_type(path: &str) -> &'static str {
    match extension(path) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "svg" => "image/svg+xml",
        "avif" => "image/avif",
        "webp" => "image/webp",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_taken_by_name_and_quality() {
        for (value, brotli, gzip) in [
            ("gzip, deflate, br", true, true),
            ("gzip;q=0.5, br;q=0", false, true),
            ("BR ; q=1.0", true, false),
            ("identity", false, false),
            ("brotli", false, false),
            ("", false, false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(Accepted::read(&headers), Accepted { brotli, gzip }, "{value}");
        }
    }

    #[test]
    fn a_program_that_is_saved_is_no_page() {
        let mut files = Files::default();
        files.add("/verify/verify.html", Bytes::from_static(b"<script>"));
        files.add("/offline/index.html", Bytes::from_static(b"<p>"));
        let disposed = |path: &str| {
            let answer = files.answer(path, &HeaderMap::new()).unwrap();
            answer.headers().get(CONTENT_DISPOSITION).cloned()
        };
        assert_eq!(disposed("/verify/verify.html"), Some(HeaderValue::from_static("attachment")));
        assert_eq!(disposed("/offline/index.html"), None);
    }
}
