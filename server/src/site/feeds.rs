//! What search engines ask for: which parts to leave alone, and which pages there are.

use std::fmt::Write as _;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::pages;
use super::visit::in_language;
use crate::catalogue::Index;
use crate::content::Pages;
use crate::house::LOCALES;

/// How long a copy is good; pages come and go with the catalogue.
const KEPT: &str = "public, max-age=3600";

/// `robots.txt` of the site at `base`.
pub(super) fn robots(base: &str) -> Response {
    let text =
        format!("User-agent: *\nDisallow: /api/\nDisallow: /house-games/\nSitemap: {base}/sitemap.xml\n");
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, KEPT)], text).into_response()
}

/// `sitemap.xml` of the site at `base`: every page, each with its addresses in all languages. Paths are of
/// lower-case words, so nothing in them needs escaping.
pub(super) fn sitemap(base: &str, index: &Index, texts: &Pages) -> Response {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                   <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                   xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n"
        .to_owned();
    for path in pages::indexed(index, texts) {
        let _ = write!(xml, "<url><loc>{base}{path}</loc>");
        for locale in LOCALES {
            let address = in_language(&format!("/{locale}"), &path);
            let _ =
                write!(xml, "<xhtml:link rel=\"alternate\" hreflang=\"{locale}\" href=\"{base}{address}\"/>");
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    ([(CONTENT_TYPE, "application/xml"), (CACHE_CONTROL, KEPT)], xml).into_response()
}
