//! What search engines ask for: which parts to leave alone, and which pages there are.

use std::fmt::Write as _;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::addresses::Addresses;
use super::languages::in_language;
use super::pages;
use super::shell::escape;
use crate::catalogue::Index;
use crate::content::Pages;
use crate::site_config::LOCALES;

/// How long a copy is good; pages come and go with the catalogue.
const KEPT: &str = "public, max-age=3600";

/// Pages that one part of the map lists: with all their languages about a megabyte.
const PART_SIZE: usize = 1_000;

/// `robots.txt` of the site at `base`.
pub(super) fn robots(base: &str) -> Response {
    let text =
        format!("User-agent: *\nDisallow: /api/\nDisallow: /house-games/\nSitemap: {base}/sitemap.xml\n");
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, KEPT)], text).into_response()
}

/// `sitemap.xml` of the site at `base`: the list of its parts.
pub(super) fn sitemap(
    base: &str,
    index: &Index,
    texts: &Pages,
    bonuses: &[String],
    addresses: &Addresses,
) -> Response {
    let parts = pages::indexed(index, texts, bonuses, addresses).len().div_ceil(PART_SIZE);
    let mut xml = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n".to_owned();
    for number in 1..=parts {
        let _ = writeln!(xml, "<sitemap><loc>{base}/sitemap-{number}.xml</loc></sitemap>");
    }
    xml.push_str("</sitemapindex>\n");
    answer(&xml)
}

/// The number of the part of the map that `path` asks for.
pub(super) fn sitemap_part_at(path: &str) -> Option<usize> {
    path.strip_prefix("/sitemap-")?.strip_suffix(".xml")?.parse().ok().filter(|number| *number > 0)
}

/// Part `number`, from one on, of the map of the site at `base`: its pages, each with its addresses in all
/// languages. `None` when there is no such part.
pub(super) fn sitemap_part(
    number: usize,
    base: &str,
    index: &Index,
    texts: &Pages,
    bonuses: &[String],
    addresses: &Addresses,
) -> Option<Response> {
    let paths = pages::indexed(index, texts, bonuses, addresses);
    let part = paths.chunks(PART_SIZE).nth(number.checked_sub(1)?)?;
    let mut xml = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                   xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n"
        .to_owned();
    for path in part {
        xml.push_str("<url><loc>");
        escape(&mut xml, &format!("{base}{path}"));
        xml.push_str("</loc>");
        for locale in LOCALES {
            alternate(&mut xml, locale, &format!("{base}{}", in_language(&format!("/{locale}"), path)));
        }
        alternate(&mut xml, "x-default", &format!("{base}{path}"));
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    Some(answer(&xml))
}

fn alternate(xml: &mut String, lang: &str, address: &str) {
    let _ = write!(xml, "<xhtml:link rel=\"alternate\" hreflang=\"{lang}\" href=\"");
    escape(xml, address);
    xml.push_str("\"/>");
}

fn answer(xml: &str) -> Response {
    let xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}");
    ([(CONTENT_TYPE, "application/xml"), (CACHE_CONTROL, KEPT)], xml).into_response()
}
