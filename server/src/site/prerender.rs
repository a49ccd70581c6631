//! What a visitor sees before the first script has run. The site's build renders every kind of page once
//! (`web/src/app/prerender/`) and leaves marks where visits differ; here a visit's own values take their
//! places.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::built;
use super::calls::Texts;
use super::shell::escape;
use super::values::Values;
use crate::content::CleanHtml;

/// Every kind of page as it is seen first, by name.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Prerenders {
    by_name: BTreeMap<String, ByVisitor>,
}

#[derive(Debug, Deserialize)]
struct ByVisitor {
    guest: Vec<TemplatePart>,
    player: Vec<TemplatePart>,
}

/// A piece of a page.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum TemplatePart {
    /// HTML as it is.
    Fixed(String),
    /// A text of the site by its key, which may be made from values: with its placeholders, and what stands
    /// there when there is no such text.
    Text {
        text: Vec<TemplatePart>,
        or: Option<Vec<TemplatePart>>,
        values: BTreeMap<String, Vec<TemplatePart>>,
    },
    /// A value of the visit, and what stands there when it has none.
    Value { value: String, or: Option<Vec<TemplatePart>> },
    /// HTML that the operator has written, by its name, as it is.
    Html { html: String },
    /// Once for each item of a list, from the one at `from` up to the one at `to`.
    Each { each: String, from: usize, to: usize, of: Vec<TemplatePart> },
    /// Only when the visit has this value.
    Given { given: String, of: Vec<TemplatePart> },
    /// The first of these that has a part of the visit's value `by`, in lower case; none when none has.
    Choice { by: String, choices: Vec<Choice> },
}

/// What is shown of a value with one of these parts.
#[derive(Debug, Deserialize)]
struct Choice {
    parts: Vec<String>,
    of: Vec<TemplatePart>,
}

/// What a visit fills in.
#[derive(Debug, Default)]
pub(super) struct TemplateValues {
    /// What the page has once.
    pub(super) values: Values,
    /// What of it is HTML.
    pub(super) html: HashMap<&'static str, CleanHtml>,
    /// What it has several of, by the name of the list.
    pub(super) lists: HashMap<&'static str, Vec<Values>>,
}

impl Prerenders {
    /// Reads those of the build in `folder`; a build without them has none.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        built::read(folder, ".vite/prerender.json")
    }

    /// The page `name` as HTML, for a player or a guest. Empty when there is no such page, or when it needs a
    /// value that the visit does not have: then the page is first seen when its scripts have run.
    pub(super) fn render(
        &self,
        name: &str,
        is_player: bool,
        template_values: &TemplateValues,
        texts: &Texts,
    ) -> String {
        let Some(page) = self.by_name.get(name) else { return String::new() };
        let segments = if is_player { &page.player } else { &page.guest };
        let mut html = String::new();
        let writer = Writer { template_values, texts, item: None };
        writer.write(&mut html, segments).map(|()| html).unwrap_or_default()
    }
}

struct Writer<'a> {
    template_values: &'a TemplateValues,
    texts: &'a Texts,
    /// Within a list, what is written now.
    item: Option<&'a Values>,
}

impl Writer<'_> {
    /// Appends `segments` as HTML; `None` when a value is missing.
    fn write(&self, html: &mut String, segments: &[TemplatePart]) -> Option<()> {
        for segment in segments {
            match segment {
                TemplatePart::Fixed(fixed) => html.push_str(fixed),
                // Within a tag even clean HTML would break out.
                TemplatePart::Html { html: name } if html.ends_with('>') => {
                    html.push_str(self.template_values.html.get(name.as_str())?.as_str());
                }
                TemplatePart::Html { .. } => return None,
                TemplatePart::Each { each, from, to, of } => {
                    let items = self.template_values.lists.get(each.as_str())?;
                    for item in items.iter().take(*to).skip(*from) {
                        Writer { item: Some(item), ..*self }.write(html, of)?;
                    }
                }
                TemplatePart::Given { given, of } => {
                    if self.value(given).is_some() {
                        self.write(html, of)?;
                    }
                }
                TemplatePart::Choice { by, choices } => {
                    let value = self.value(by)?.to_lowercase();
                    let is_meant = |choice: &&Choice| choice.parts.iter().any(|part| value.contains(part));
                    if let Some(choice) = choices.iter().find(is_meant) {
                        self.write(html, &choice.of)?;
                    }
                }
                TemplatePart::Text { .. } | TemplatePart::Value { .. } => {
                    let mut plain = String::new();
                    self.write_plain(&mut plain, std::slice::from_ref(segment))?;
                    escape(html, &plain);
                }
            }
        }
        Some(())
    }

    /// The same as plain text.
    fn write_plain(&self, plain: &mut String, segments: &[TemplatePart]) -> Option<()> {
        for segment in segments {
            match segment {
                TemplatePart::Fixed(fixed) => plain.push_str(fixed),
                TemplatePart::Html { .. }
                | TemplatePart::Each { .. }
                | TemplatePart::Given { .. }
                | TemplatePart::Choice { .. } => return None,
                TemplatePart::Value { value, or } => match (self.value(value), or) {
                    (Some(value), _) => plain.push_str(value),
                    (None, Some(or)) => self.write_plain(plain, or)?,
                    (None, None) => return None,
                },
                TemplatePart::Text { text, or, values } => {
                    let mut key = String::new();
                    self.write_plain(&mut key, text)?;
                    match (self.texts.known(&key), or) {
                        (Some(_), _) | (None, None) => plain.push_str(&self.text(&key, values)?),
                        (None, Some(or)) => self.write_plain(plain, or)?,
                    }
                }
            }
        }
        Some(())
    }

    /// The item's own value, or the page's.
    fn value(&self, name: &str) -> Option<&String> {
        self.item.and_then(|item| item.get(name)).or_else(|| self.template_values.values.get(name))
    }

    fn text(&self, key: &str, values: &BTreeMap<String, Vec<TemplatePart>>) -> Option<String> {
        let mut filled = Vec::new();
        for (name, segments) in values {
            let mut value = String::new();
            self.write_plain(&mut value, segments)?;
            filled.push((name.as_str(), value));
        }
        let values: Vec<(&str, &str)> = filled.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Some(self.texts.text(key, &values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"{"lobby": {
        "guest": ["<h1>", {"text": ["hello"], "values": {"name": [{"value": "brand"}]}}, "</h1>",
                  {"each": "tiles", "from": 0, "to": 2, "of": ["<a href=\"", {"value": "base"}, "/", {"value": "slug"},
                   "\">", {"text": ["kind.", {"value": "slug"}], "or": [{"value": "title", "or": ["?"]}], "values": {}}, "</a>"]}],
        "player": [{"value": "missing"}]
    }, "text": {
        "guest": ["<div>", {"html": "content"}, "</div>"],
        "player": ["<div title=\"", {"html": "content"}, "\"></div>"]
    }, "missing": {
        "guest": ["<div>", {"html": "missing"}, "</div>"],
        "player": ["<div>", {"value": "content"}, "</div>"]
    }}"#;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn marks_give_way_to_what_the_visit_has() {
        let pages: Prerenders = serde_json::from_str(PAGE).unwrap();
        let texts = Texts::read(r#"{"hello": "Hello {name}", "kind.b": "Kind B"}"#, |_| "shell").unwrap();
        let tiles = vec![
            values(&[("slug", "a"), ("title", "<A>")]),
            values(&[("slug", "b")]),
            values(&[("slug", "c")]),
        ];
        let template_values = TemplateValues {
            values: values(&[("brand", "\"B\" & <i>"), ("base", "/de")]),
            html: HashMap::new(),
            lists: HashMap::from([("tiles", tiles)]),
        };
        assert_eq!(
            pages.render("lobby", false, &template_values, &texts),
            "<h1>Hello &quot;B&quot; &amp; &lt;i&gt;</h1><a href=\"/de/a\">&lt;A&gt;</a><a href=\"/de/b\">Kind B</a>"
        );
        assert_eq!(pages.render("lobby", true, &template_values, &texts), "", "a value is missing");
        assert_eq!(pages.render("other", false, &template_values, &texts), "");
    }

    #[test]
    fn the_first_choice_that_fits_a_value_is_shown() {
        let page = r#"{"logo": {"guest": ["<b>", {"by": "brand", "choices": [
            {"parts": ["card", "visa"], "of": ["1"]}, {"parts": ["coin"], "of": [{"value": "brand"}]}]}], "player": []}}"#;
        let pages: Prerenders = serde_json::from_str(page).unwrap();
        let texts = Texts::read("{}", |_| "shell").unwrap();
        let shown = |brand: &str| {
            let template_values =
                TemplateValues { values: values(&[("brand", brand)]), ..TemplateValues::default() };
            pages.render("logo", false, &template_values, &texts)
        };
        for (brand, html) in
            [("Visa", "<b>1"), ("Coincard", "<b>1"), ("BitCoin", "<b>BitCoin"), ("bank", "<b>")]
        {
            assert_eq!(shown(brand), html, "{brand}");
        }
        assert_eq!(pages.render("logo", false, &TemplateValues::default(), &texts), "", "a value is missing");
    }

    #[test]
    fn html_stands_between_tags_and_nothing_else_stands_as_it_is() {
        let pages: Prerenders = serde_json::from_str(PAGE).unwrap();
        let texts = Texts::read("{}", |_| "shell").unwrap();
        // What the content folder holds has gone through the sanitiser, wherever it is kept.
        let clean: CleanHtml = serde_json::from_str("\"<p>1 &amp; 2</p>\"").unwrap();
        let template_values =
            TemplateValues { html: HashMap::from([("content", clean)]), ..TemplateValues::default() };
        assert_eq!(pages.render("text", false, &template_values, &texts), "<div><p>1 &amp; 2</p></div>");
        assert_eq!(pages.render("text", true, &template_values, &texts), "", "within a tag");
        assert_eq!(pages.render("missing", false, &template_values, &texts), "", "HTML is missing");
        assert_eq!(pages.render("missing", true, &template_values, &texts), "", "HTML is no value");
        let no_html = TemplateValues { values: values(&[("missing", "<b>")]), ..TemplateValues::default() };
        assert_eq!(pages.render("missing", false, &no_html, &texts), "", "a value is no HTML");
    }
}
