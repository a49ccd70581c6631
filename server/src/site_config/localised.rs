//! A short text in the languages of the site.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::locales::{LOCALE_DEFAULT, LOCALES, is_known};

/// The language that every text is written in.
pub const SOURCE_LANGUAGE: &str = "en";

/// A text by language; English is always among them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "BTreeMap<String, String>")]
pub struct Localised(BTreeMap<String, String>);

impl Localised {
    /// The text in `locale`, else in its language, else in English; an unknown locale counts as the default.
    pub fn in_locale(&self, locale: &str) -> &str {
        pick(&self.0, locale).map_or("", String::as_str)
    }

    /// What it says, in every language that it is written in.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Whether it is written in this very language.
    #[cfg(test)]
    pub(crate) fn is_in(&self, language: &str) -> bool {
        self.0.contains_key(language)
    }
}

/// What stands under `locale`, else under its language, else under English; an unknown locale counts as the
/// default.
pub fn pick<'a, T>(by_language: &'a BTreeMap<String, T>, locale: &str) -> Option<&'a T> {
    let locale = if is_known(locale) { locale } else { LOCALE_DEFAULT };
    let language = locale.split('-').next().unwrap_or(locale);
    [locale, language, SOURCE_LANGUAGE].into_iter().find_map(|name| by_language.get(name))
}

impl TryFrom<BTreeMap<String, String>> for Localised {
    type Error = String;

    fn try_from(texts: BTreeMap<String, String>) -> Result<Self, String> {
        if let Some(unknown) = texts.keys().find(|name| !LOCALES.contains(&name.as_str())) {
            return Err(format!("the site does not speak {unknown:?}"));
        }
        if texts.get(SOURCE_LANGUAGE).is_none_or(|text| text.trim().is_empty()) {
            return Err("the text is missing in English (en)".to_owned());
        }
        Ok(Self(texts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_in_the_nearest_language() {
        let text: Localised =
            serde_json::from_str(r#"{"en":"Live","de":"Live-Casino","en-AU":"Live, mate"}"#).unwrap();
        for (locale, read) in [
            ("de", "Live-Casino"),
            ("en-AU", "Live, mate"),
            ("en-CA", "Live"),
            ("fr-CA", "Live"),
            ("xx", "Live"),
            ("", "Live"),
        ] {
            assert_eq!(text.in_locale(locale), read, "{locale}");
        }
    }

    #[test]
    fn english_is_never_missing_and_no_language_is_made_up() {
        for (json, said) in [(r#"{"de":"a"}"#, "missing in English"), (r#"{"en":"a","xx":"b"}"#, "xx")] {
            let error = serde_json::from_str::<Localised>(json).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
