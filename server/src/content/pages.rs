//! Pages of text: what they are called, in which languages and for whom they are written.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rich_text::CleanHtml;
use super::texts::ByReader;
use super::widgets::Widget;
use crate::site_config::pick;

/// The name of what is written for everybody.
pub(super) const FOR_EVERYBODY: &str = "";

/// Where links to a page stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// In the main navigation.
    TopMenu,
    /// At the bottom of the site, under information.
    BottomMenu,
    /// At the bottom of the site, under help.
    BottomMenuHelp,
    /// Nowhere: other pages lead to it.
    CustomPage,
}

/// A page in one language for one kind of visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its name.
    pub title: String,
    /// For those who have not opened it yet.
    pub description: String,
    /// For search engines; may be empty.
    pub keywords: String,
    /// Like the other parts it may name values in braces.
    pub html: CleanHtml,
}

/// A page of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its number, for good.
    pub id: i64,
    /// Its address without the slash before it.
    pub slug: String,
    /// Where links to it stand.
    pub categories: Vec<Category>,
    /// Whether it has an address only, and no links.
    pub hidden: bool,
    /// Licences under which no menu links to it.
    #[serde(default)]
    pub hidden_from: Vec<String>,
    /// Another address that links to it lead to.
    #[serde(default)]
    pub url: Option<String>,
    /// A route of the site that links to it lead to.
    #[serde(default)]
    pub route_name: Option<String>,
    /// What of it a widget shows.
    #[serde(default)]
    pub widget: Option<Widget>,
    /// By country or licence, empty for everybody; then by language.
    pub texts: ByReader<Text>,
}

/// Who reads.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// Country (ISO 3166-1), when it is known.
    pub country: Option<&'a str>,
    /// Code of the licence.
    pub licence: &'a str,
    /// The language wished for; an unknown one counts as the default.
    pub locale: &'a str,
}

impl Page {
    /// The text for `reader`: that of the country, else that of the licence, else that for everybody; each in
    /// the reader's language, else in English.
    pub fn text(&self, reader: Reader<'_>) -> Option<&Text> {
        by_reader(&self.texts, reader)
    }

    /// Address of an article's picture, which may stand for several files.
    pub fn picture(&self) -> Option<String> {
        self.widget.as_ref()?.picture()
    }

    /// Whether menus leave it out under `licence`.
    pub fn is_hidden_from(&self, licence: &str) -> bool {
        self.hidden || self.hidden_from.iter().any(|code| code == licence)
    }

    /// Whether there is a text for this country or licence alone.
    pub fn is_written_for(&self, kind: &str) -> bool {
        kind != FOR_EVERYBODY && self.texts.contains_key(kind)
    }

    /// The text for one country or licence.
    pub fn variant(&self, kind: &str, locale: &str) -> Option<&Text> {
        pick(self.texts.get(kind)?, locale)
    }
}

/// What is written for `reader`: for the country, else for the licence, else for everybody.
pub(super) fn by_reader<'a, T>(texts: &'a ByReader<T>, reader: Reader<'_>) -> Option<&'a T> {
    let kinds = [reader.country, Some(reader.licence), Some(FOR_EVERYBODY)];
    kinds.into_iter().flatten().find_map(|kind| pick(texts.get(kind)?, reader.locale))
}

impl Text {
    /// The text with the values of the operator filled in.
    #[must_use]
    pub fn filled(&self, values: &Values<'_>) -> Self {
        Self {
            title: values.fill(&self.title),
            description: values.fill(&self.description),
            keywords: self.keywords.clone(),
            html: values.fill_html(&self.html),
        }
    }
}

/// What texts may name in braces.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// Name of the operator.
    pub brand: &'a str,
    /// Where players write to.
    pub support_email: &'a str,
    /// Name of the licence.
    pub licence: &'a str,
    /// From which age the licence lets people play, in years.
    pub age: i64,
}

impl Values<'_> {
    /// The names that a text may use.
    pub(super) const NAMES: [&'static str; 4] = ["brand", "support_email", "licence", "age"];

    /// Clean HTML with the values filled in as text.
    pub fn fill_html(&self, html: &CleanHtml) -> CleanHtml {
        let fill = |html: CleanHtml, (name, value): (&str, &str)| {
            if html.as_str().contains('{') { html.filled(name, value) } else { html }
        };
        let age = self.age.to_string();
        self.named(&age).fold(html.clone(), fill)
    }

    fn fill(&self, text: &str) -> String {
        let fill = |text: String, (name, value): (&str, &str)| {
            if text.contains('{') { text.replace(&format!("{{{name}}}"), value) } else { text }
        };
        let age = self.age.to_string();
        self.named(&age).fold(text.to_owned(), fill)
    }

    /// Each value under its name; `age` as text.
    fn named<'a>(&'a self, age: &'a str) -> impl Iterator<Item = (&'static str, &'a str)> {
        Self::NAMES.into_iter().zip([self.brand, self.support_email, self.licence, age])
    }
}

/// Every page of text, in the order of the menus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages(Vec<Page>);

impl Pages {
    pub(super) fn new(pages: Vec<Page>) -> Self {
        Self(pages)
    }

    /// Every page, the hidden ones too.
    pub fn all(&self) -> &[Page] {
        &self.0
    }

    /// The page with this address, else the one with this number.
    pub fn find(&self, name: &str) -> Option<&Page> {
        let by_number = || name.parse().ok().and_then(|id: i64| self.0.iter().find(|page| page.id == id));
        self.by_slug(name).or_else(by_number)
    }

    /// The page under `path`, and the country or licence whose text the path asks for.
    pub fn at<'a>(&self, path: &'a str) -> Option<(&Page, Option<&'a str>)> {
        if let Some(page) = self.find(path) {
            return Some((page, None));
        }
        let (name, kind) = path.rsplit_once('/')?;
        self.find(name).filter(|page| page.is_written_for(kind)).map(|page| (page, Some(kind)))
    }

    /// The page with this slug.
    pub fn by_slug(&self, slug: &str) -> Option<&Page> {
        self.0.iter().find(|page| page.slug == slug)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rich_text;
    use super::*;

    fn text(title: &str) -> Text {
        Text {
            title: title.to_owned(),
            description: String::new(),
            keywords: String::new(),
            html: CleanHtml::default(),
        }
    }

    fn page() -> Page {
        let by_language = |kind: &str, languages: &[&str]| {
            let texts = languages.iter().map(|&l| (l.to_owned(), text(&format!("{kind}/{l}")))).collect();
            (kind.to_owned(), texts)
        };
        Page {
            id: 7,
            slug: "terms".to_owned(),
            categories: vec![],
            hidden: false,
            hidden_from: vec!["EE".to_owned()],
            url: None,
            route_name: None,
            widget: None,
            texts: [
                by_language("", &["en", "de"]),
                by_language("EE", &["en", "et"]),
                by_language("AU", &["en"]),
            ]
            .into(),
        }
    }

    #[test]
    fn country_comes_before_licence_before_everybody() {
        for (country, licence, locale, title) in [
            (None, "CW", "en", "/en"),
            (None, "CW", "de", "/de"),
            (None, "CW", "it", "/en"),
            (None, "CW", "xx", "/en"),
            (Some("AU"), "CW", "de", "AU/en"),
            (Some("AU"), "EE", "et", "AU/en"),
            (Some("EE"), "EE", "et", "EE/et"),
            (Some("CA"), "EE", "de", "EE/en"),
        ] {
            let reader = Reader { country, licence, locale };
            assert_eq!(page().text(reader).unwrap().title, title, "{reader:?}");
        }
    }

    #[test]
    fn a_slug_comes_before_a_number() {
        let numbered = Page { slug: "7".to_owned(), id: 1, ..page() };
        let pages = Pages::new(vec![page(), numbered]);
        assert_eq!(pages.find("7").unwrap().id, 1);
        assert_eq!(pages.find("terms").unwrap().id, 7);
        assert!(pages.find("8").is_none());
    }

    #[test]
    fn a_path_may_name_a_page_within_another_and_a_country() {
        let within = Page { slug: "terms/bonus".to_owned(), id: 8, ..page() };
        let pages = Pages::new(vec![page(), within]);
        for (path, found) in [
            ("terms", Some((7, None))),
            ("terms/AU", Some((7, Some("AU")))),
            ("terms/bonus", Some((8, None))),
            ("terms/bonus/EE", Some((8, Some("EE")))),
            ("8/AU", Some((8, Some("AU")))),
            ("terms/NZ", None),
            ("terms/", None),
            ("terms//", None),
        ] {
            assert_eq!(pages.at(path).map(|(page, kind)| (page.id, kind)), found, "{path}");
        }
    }

    #[test]
    fn a_licence_may_hide_a_page() {
        assert!(page().is_hidden_from("EE") && !page().is_hidden_from("CW"));
        assert!(Page { hidden: true, ..page() }.is_hidden_from("CW"));
    }

    #[test]
    fn values_are_filled_in_as_text() {
        let values = Values { brand: "A & B", support_email: "a@b.example", licence: "Estonia", age: 21 };
        let html = rich_text::html("{brand} {age}+");
        let text = Text { title: "{brand}".to_owned(), html, ..text("") };
        let filled = text.filled(&values);
        assert_eq!(filled.title, "A & B");
        assert_eq!(filled.html.as_str(), "<p>A &amp; B 21+</p>\n");
    }
}
