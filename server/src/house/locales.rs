//! The languages of the site.

/// The languages on offer, in the order of the language list.
pub const LOCALES: [&str; 9] = ["en", "de", "en-AU", "en-CA", "fr-CA", "en-NZ", "no", "it", "et"];

/// Spoken by testers only, and offered to nobody.
pub const LOCALE_TEST: &str = "en-KW";

/// What the site speaks when nothing says otherwise.
pub const LOCALE_DEFAULT: &str = "en-CA";

/// Whether the site speaks `locale`, the test language included.
pub fn is_known(locale: &str) -> bool {
    LOCALES.contains(&locale) || locale == LOCALE_TEST
}

/// The language for a visitor: the player's own, else that of the country, else the first of the browser's
/// that is on offer, else the default.
pub fn choose<'a>(own: Option<&'a str>, country: Option<&'a str>, accept_language: Option<&str>) -> &'a str {
    let accepted = || accept_language.and_then(|header| header.split(',').find_map(offered));
    own.or(country).or_else(accepted).unwrap_or(LOCALE_DEFAULT)
}

fn offered(range: &str) -> Option<&'static str> {
    let wanted = range.split(';').next()?.trim();
    let language = wanted.split('-').next()?;
    let find = |tag: &str| LOCALES.into_iter().find(|locale| locale.eq_ignore_ascii_case(tag));
    let language = match language {
        "nb" | "nn" => "no",
        "fr" => "fr-CA",
        other => other,
    };
    find(wanted).or_else(|| find(language))
}
