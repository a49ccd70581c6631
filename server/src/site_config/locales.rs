//! The languages of the site, and how they write figures.

use croupier_money::Currency;

/// The languages on offer, in the order of the language list.
pub const LOCALES: [&str; 9] = ["en", "de", "en-AU", "en-CA", "fr-CA", "en-NZ", "no", "it", "et"];

/// Spoken by testers only, and offered to nobody.
pub const LOCALE_TEST: &str = "en-KW";

/// What the site speaks when nothing says otherwise.
pub const LOCALE_DEFAULT: &str = "en-CA";

/// The cookie in which the site keeps the language that a visitor chose on this device.
pub const LOCALE_COOKIE: &str = "locale";

/// Whether the site speaks `locale`, the test language included.
pub fn is_known(locale: &str) -> bool {
    LOCALES.contains(&locale) || locale == LOCALE_TEST
}

/// The language that a path of the site begins with; `None` for one without.
pub fn locale_of_path(path: &str) -> Option<&'static str> {
    let first = path.strip_prefix('/')?.split(['/', '?', '#']).next()?;
    LOCALES.into_iter().find(|locale| *locale == first)
}

/// A decimal number with a point as readers of `locale` write it: with a comma outside of English.
pub fn decimal_text(locale: &str, number: &str) -> String {
    if locale.starts_with("en") { number.to_owned() } else { number.replace('.', ",") }
}

/// `12.50 EUR`, with every decimal that the currency has.
pub fn amount_text(locale: &str, amount: i64, currency: Currency) -> String {
    let unit = currency.subunits_to_unit();
    let decimals = usize::try_from(unit.ilog10()).unwrap_or_default();
    let number = if decimals == 0 {
        amount.to_string()
    } else {
        format!("{}.{:0decimals$}", amount / unit, amount % unit)
    };
    format!("{} {}", decimal_text(locale, &number), currency.code())
}

/// What may decide about the language of a visitor, the strongest first.
#[derive(Debug, Clone, Copy, Default)]
pub struct LocalePreferences<'a> {
    /// The language of the signed-in player.
    pub own: Option<&'a str>,
    /// What the visitor chose on this device.
    pub chosen: Option<&'a str>,
    /// The language of the visitor's country.
    pub country: Option<&'a str>,
    /// The header in which the browser lists languages.
    pub accepted: Option<&'a str>,
}

impl<'a> LocalePreferences<'a> {
    /// The language for the visitor; the default one when nothing decides. A choice that the site does not
    /// offer counts as none.
    pub fn decide(self) -> &'a str {
        let chosen = self.chosen.filter(|chosen| LOCALES.contains(chosen));
        let accepted = || self.accepted.and_then(|header| header.split(',').find_map(offered));
        self.own.or(chosen).or(self.country).or_else(accepted).unwrap_or(LOCALE_DEFAULT)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        let text = |locale, amount, code: &str| amount_text(locale, amount, code.parse().unwrap());
        assert_eq!(text("en-CA", 1250, "EUR"), "12.50 EUR");
        assert_eq!(text("de", 5, "EUR"), "0,05 EUR");
        assert_eq!(text("et", 123_456_789, "BTC"), "1,23456789 BTC");
        assert_eq!(text("en", 5000, "JPY"), "5000 JPY");
    }
}
