//! The site's texts: `content/messages/{language}/{namespace}.json`, each a flat object of key and text.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;

use super::locales::{LOCALE_TEST, LOCALES};
use super::pseudo::pseudo;

/// What every language falls back to.
const FALLBACK: &str = "en";

/// The namespace that comes with every page. Keys that no file has are in it: a brand may word names of data, such as that
/// of a category that the operator made.
pub const START_NAMESPACE: &str = "shell";

type Texts = BTreeMap<String, String>;

/// Worded texts that are remembered: more than the languages of the brands that an installation has.
const WORDED_MAX: usize = 128;

/// All texts.
#[derive(Debug)]
pub struct Messages {
    english: Texts,
    /// The namespace of each key: the name of its English file.
    namespaces: BTreeMap<String, String>,
    by_locale: BTreeMap<&'static str, Language>,
    /// The same as brands word them, by language and number of the wording.
    worded: Mutex<HashMap<(&'static str, u64), Bytes>>,
}

/// What a language says in its own way.
#[derive(Debug, Default)]
struct Language {
    own: Texts,
    /// With what it leaves to English, as a JSON object: made for the first who asks.
    json: OnceLock<Bytes>,
}

impl Messages {
    pub(super) fn load(folder: &Path) -> Result<Self> {
        let english = read(&folder.join(FALLBACK))?;
        let mut namespaces = BTreeMap::new();
        for (namespace, texts) in files(&folder.join(FALLBACK))? {
            namespaces.extend(texts.into_keys().map(|key| (key, namespace.clone())));
        }
        let mut by_locale = BTreeMap::new();
        for locale in LOCALES {
            let mut own = Texts::new();
            for language in overlays(locale) {
                own.extend(read(&folder.join(language))?);
            }
            by_locale.insert(locale, Language { own, ..Language::default() });
        }
        let test = english.iter().map(|(key, text)| (key.clone(), pseudo(text))).collect();
        by_locale.insert(LOCALE_TEST, Language { own: test, ..Language::default() });
        Ok(Self { english, namespaces, by_locale, worded: Mutex::default() })
    }

    /// The texts of `locale` as a JSON object; `None` for a language that the site does not speak. A text
    /// that a language lacks is there in English.
    pub fn json(&self, locale: &str) -> Option<Bytes> {
        self.by_locale.get(locale).map(|language| self.json_of(language))
    }

    fn json_of(&self, language: &Language) -> Bytes {
        language.json.get_or_init(|| self.merged(language, &Texts::new())).clone()
    }

    /// The texts of `language` over the English ones, and `topmost` over both, as a JSON object.
    fn merged(&self, language: &Language, topmost: &Texts) -> Bytes {
        let layers = [&self.english, &language.own, topmost];
        let texts: BTreeMap<&String, &String> = layers.into_iter().flatten().collect();
        // Texts always have a form in JSON.
        serde_json::to_vec(&texts).unwrap_or_default().into()
    }

    /// Like [`Messages::json`], with `own` texts in the place of others. They are merged once for each `wording`, a number
    /// that changes with them.
    pub fn worded(&self, locale: &str, wording: u64, own: &BTreeMap<String, String>) -> Option<Bytes> {
        let (locale, language) = self.by_locale.get_key_value(locale)?;
        if own.is_empty() {
            return Some(self.json_of(language));
        }
        let mut worded = self.worded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(json) = worded.get(&(*locale, wording)) {
            return Some(json.clone());
        }
        let json = self.merged(language, own);
        // Wordings of old content are never asked for again.
        if worded.len() >= WORDED_MAX {
            worded.clear();
        }
        worded.insert((*locale, wording), json.clone());
        Some(json)
    }

    /// The namespace that `key` is loaded with.
    pub fn namespace_of(&self, key: &str) -> &str {
        self.namespaces.get(key).map_or(START_NAMESPACE, String::as_str)
    }

    /// The text of `key` for a reader of `locale`, in English when the site does not speak that; the key itself
    /// when there is no such text.
    pub fn text<'a>(&'a self, locale: &str, key: &'a str) -> &'a str {
        let own = self.by_locale.get(locale).and_then(|language| language.own.get(key));
        own.or_else(|| self.english.get(key)).map_or(key, String::as_str)
    }
}

/// What lies over English, the last one topmost: for `fr-CA` it is `fr`, then `fr-CA`.
fn overlays(locale: &str) -> Vec<&str> {
    let language = locale.split('-').next().unwrap_or(locale);
    let mut overlays: Vec<&str> = [language, locale].into_iter().filter(|next| *next != FALLBACK).collect();
    overlays.dedup();
    overlays
}

/// The texts of one language's folder.
fn read(folder: &Path) -> Result<Texts> {
    let mut texts = Texts::new();
    for (namespace, file) in files(folder)? {
        for (key, text) in file {
            let place = || format!("{}/{namespace}.json", folder.display());
            ensure!(!texts.contains_key(&key), "{}: {key} stands in another file too", place());
            texts.insert(key, text);
        }
    }
    Ok(texts)
}

/// The files of one language's folder with their names; a language without a folder has no texts of its own.
fn files(folder: &Path) -> Result<Vec<(String, Texts)>> {
    let mut files = Vec::new();
    if !folder.exists() {
        return Ok(files);
    }
    let cannot = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let Some(namespace) = path.file_stem().filter(|_| path.extension().is_some_and(|end| end == "json"))
        else {
            continue;
        };
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let texts = serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        files.push((namespace.to_string_lossy().into_owned(), texts));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_overlays_english() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("en/a.json", r#"{"hello":"Hello","bye":"Bye"}"#),
            ("en/b.json", r#"{"win":"Win"}"#),
            ("fr/a.json", r#"{"hello":"Salut"}"#),
            ("fr-CA/a.json", r#"{"bye":"Bonjour"}"#),
            ("fr/notes.txt", "not a text"),
        ] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let messages = Messages::load(folder.path()).unwrap();
        assert_eq!(messages.json("fr-CA").unwrap(), r#"{"bye":"Bonjour","hello":"Salut","win":"Win"}"#);
        assert_eq!(messages.json("de").unwrap(), r#"{"bye":"Bye","hello":"Hello","win":"Win"}"#);
        assert_eq!(messages.json("fr"), None);
        let worded = |wording, own: &[(&str, &str)]| {
            let own = own.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
            messages.worded("de", wording, &own).unwrap()
        };
        let first = worded(1, &[("win", "Gewinn")]);
        assert_eq!(first, r#"{"bye":"Bye","hello":"Hello","win":"Gewinn"}"#);
        assert_eq!(worded(1, &[("win", "Gewinn")]).as_ptr(), first.as_ptr(), "merged once");
        assert_eq!(worded(2, &[("win", "Treffer")]), r#"{"bye":"Bye","hello":"Hello","win":"Treffer"}"#);
        assert_eq!(worded(0, &[]).as_ptr(), messages.json("de").unwrap().as_ptr());
        assert_eq!((messages.text("fr-CA", "hello"), messages.text("fr", "hello")), ("Salut", "Hello"));
        assert_eq!(messages.text("de", "unknown"), "unknown");
        assert_eq!(
            ["bye", "win", "unknown"].map(|key| messages.namespace_of(key)),
            ["a", "b", START_NAMESPACE]
        );
        let test = messages.json("en-KW").unwrap();
        assert_eq!(test, r#"{"bye":"[Býéé]","hello":"[Hééłłóó]","win":"[Wííñ]"}"#);
        std::fs::write(folder.path().join("en/c.json"), r#"{"win":"Again"}"#).unwrap();
        assert!(Messages::load(folder.path()).is_err());
    }
}
