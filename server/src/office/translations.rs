//! Which texts are not written in a language that the site speaks.

use std::collections::BTreeMap;
use std::path::Path;

use toml::Value;

use crate::editorial::{Texts, Version, VersionState};
use crate::site_config::LOCALES;

/// The language that others are translated from.
const SOURCE: &str = "en";

/// A text that a language lacks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gap {
    /// The document where it is to be written.
    pub(super) path: String,
    /// Where in it; `None` when the whole document is missing.
    pub(super) place: Option<String>,
    pub(super) language: &'static str,
    /// Whether there is one, of before the English was published anew.
    pub(super) is_outdated: bool,
}

/// What `texts`, the documents in force, lack; `heads` say when staff has published them.
pub(super) fn gaps(texts: &Texts, heads: &[Version]) -> Vec<Gap> {
    let published: BTreeMap<&str, i64> = heads
        .iter()
        .filter(|head| head.state == VersionState::Published)
        .filter_map(|head| Some((head.path.as_str(), head.published_at?)))
        .collect();
    let mut gaps = Vec::new();
    for (path, text) in texts {
        if let Some(folder) = path.strip_suffix(&format!("/{SOURCE}.md")) {
            for language in languages() {
                let own = format!("{folder}/{language}.md");
                let since = published.get(path.as_str());
                let is_outdated = texts.contains_key(&own);
                if !is_outdated || since > published.get(own.as_str()) {
                    gaps.push(Gap { path: own, place: None, language, is_outdated });
                }
            }
        } else if let Some(Ok(file)) = Path::new(&path)
            .extension()
            .is_some_and(|extension| extension == "toml")
            .then(|| text.parse::<toml::Table>())
        {
            look_into(&Value::Table(file), "", &mut |place, language| {
                let place = Some(place.to_owned());
                gaps.push(Gap { path: path.clone(), place, language, is_outdated: false });
            });
        }
    }
    gaps.sort_unstable();
    gaps
}

/// The languages that a translator writes; the others differ from them by country.
fn languages() -> impl Iterator<Item = &'static str> {
    LOCALES.into_iter().filter(|locale| !locale.starts_with(SOURCE))
}

/// Tells each text of `value` that is written in some languages and not in others.
fn look_into(value: &Value, place: &str, missing: &mut impl FnMut(&str, &'static str)) {
    match value {
        Value::Table(table) => {
            let is_text = table.contains_key(SOURCE)
                && table.iter().all(|(name, text)| LOCALES.contains(&name.as_str()) && text.is_str());
            if is_text {
                languages()
                    .filter(|language| !table.contains_key(*language))
                    .for_each(|language| missing(place, language));
                return;
            }
            for (name, inner) in table {
                let below = if place.is_empty() { name.clone() } else { format!("{place}, {name}") };
                look_into(inner, &below, missing);
            }
        }
        Value::Array(list) => {
            for (number, inner) in (1..).zip(list) {
                look_into(inner, &format!("{place} {number}"), missing);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_language_lacks_is_told() {
        let all = "en = \"a\", de = \"b\", fr-CA = \"c\", no = \"d\", it = \"e\"";
        let banners = format!(
            "[[banner]]\ntitle = {{ {all}, et = \"f\" }}\n[[banner]]\ntitle = {{ {all} }}\n[banner.x]\ny = 1\n"
        );
        let mut texts: Texts =
            [("banners.toml".to_owned(), banners), ("broken.toml".to_owned(), "[".to_owned())].into();
        for language in ["en", "de", "fr-CA", "no", "it"] {
            texts.insert(format!("pages/faq/{language}.md"), String::new());
        }
        let gap = |path: &str, place: Option<&str>, language, is_outdated| Gap {
            path: path.to_owned(),
            place: place.map(str::to_owned),
            language,
            is_outdated,
        };
        let lacking = [
            gap("banners.toml", Some("banner 2, title"), "et", false),
            gap("pages/faq/et.md", None, "et", false),
        ];
        assert_eq!(gaps(&texts, &[]), lacking);
    }
}
