//! What the sports site says, in the languages of the casino.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const FALLBACK: &str = "en";

type Language = BTreeMap<String, String>;

#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
static ALL: LazyLock<BTreeMap<String, Language>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../assets/sport/texts.json")).expect("texts.json holds languages")
});

/// The texts of one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Texts {
    code: &'static str,
    texts: Option<&'static Language>,
}

impl Texts {
    /// The texts for `locale`, such as `fr-CA`: of its language, else English.
    pub(super) fn of(locale: &str) -> Self {
        let language = locale.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let found = ALL.get_key_value(&language).or_else(|| ALL.get_key_value(FALLBACK));
        Self { code: found.map_or(FALLBACK, |(code, _)| code), texts: found.map(|(_, texts)| texts) }
    }

    /// The language, for the document.
    pub(super) const fn code(&self) -> &'static str {
        self.code
    }

    pub(super) fn get(&self, key: &'static str) -> &'static str {
        self.texts.and_then(|texts| texts.get(key)).map_or(key, String::as_str)
    }

    /// Decimal odds as the language writes them, from hundredths.
    pub(super) fn odds(&self, hundredths: u16) -> String {
        let separator = if self.code == FALLBACK { '.' } else { ',' };
        format!("{}{separator}{:02}", hundredths / 100, hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_everything() {
        let english: Vec<_> = ALL[FALLBACK].keys().collect();
        for (language, texts) in ALL.iter() {
            assert_eq!(texts.keys().collect::<Vec<_>>(), english, "{language}");
        }
        assert_eq!(ALL.keys().collect::<Vec<_>>(), ["de", "en", "et", "fr", "it", "no"]);
    }

    #[test]
    fn a_locale_is_read_by_its_language() {
        for (locale, code) in
            [("fr-CA", "fr"), ("en-NZ", "en"), ("de", "de"), ("xx", "en"), ("", "en"), ("NO", "no")]
        {
            assert_eq!(Texts::of(locale).code(), code, "{locale}");
        }
        assert_eq!((Texts::of("de").odds(405), Texts::of("en").odds(1250)), ("4,05".into(), "12.50".into()));
    }
}
