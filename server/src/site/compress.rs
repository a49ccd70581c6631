//! Pages compressed as they are made, for they differ from visit to visit, and texts compressed once. Files
//! have compressed copies already.
//!
//! Compression tells an eavesdropper, by its length, whether a guess that stands in the page repeats a secret
//! of the page (BREACH). So a page holds no secret that opens anything: the key of the player's socket is asked
//! for by a call of its own. And it repeats nothing that another site can put into its address: an address is
//! answered only as one of the site's own, and the query is never written. A test holds both.

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files::Accepted;

/// Quality at which brotli is about as fast as gzip and still smaller.
const QUICK: u32 = 5;
/// Quality for what is compressed once and sent often.
const SMALL: u32 = 10;
/// Brotli's window, as a power of two: whole pages fit.
const BROTLI_WINDOW: u32 = 19;
const BUFFER_BYTES: usize = 16 * 1024;

/// `page` in the best encoding that the caller takes.
pub(super) fn answer(page: String, headers: &HeaderMap) -> Response {
    let accepted = Accepted::read(headers);
    if accepted.brotli {
        encoded(brotli(&page, QUICK).into(), Some("br"))
    } else if accepted.gzip {
        encoded(gzip(&page, Compression::fast()).into(), Some("gzip"))
    } else {
        encoded(page.into(), None)
    }
}

/// A text that many get, in every encoding.
#[derive(Debug)]
pub(super) struct Packed {
    plain: Bytes,
    brotli: Bytes,
    gzip: Bytes,
}

impl Packed {
    /// Compresses `text` as far as it goes.
    pub(super) fn new(text: String) -> Self {
        let (brotli, gzip) = (brotli(&text, SMALL).into(), gzip(&text, Compression::best()).into());
        Self { plain: text.into(), brotli, gzip }
    }

    /// The text in the best encoding that the caller takes.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let accepted = Accepted::read(headers);
        if accepted.brotli {
            encoded(self.brotli.clone(), Some("br"))
        } else if accepted.gzip {
            encoded(self.gzip.clone(), Some("gzip"))
        } else {
            encoded(self.plain.clone(), None)
        }
    }
}

fn encoded(body: Bytes, encoding: Option<&'static str>) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn brotli(text: &str, quality: u32) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), BUFFER_BYTES, quality, BROTLI_WINDOW);
    // Writing to memory does not fail.
    let _ = writer.write_all(text.as_bytes());
    writer.into_inner()
}

fn gzip(text: &str, level: Compression) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), level);
    // Writing to memory does not fail.
    let _ = writer.write_all(text.as_bytes());
    writer.finish().unwrap_or_default()
}
