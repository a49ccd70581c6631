//! What a page tells widgets, as data beside its text: the `json` block of the page. Each kind has its shape;
//! a file that has another is refused.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::banners::is_address;
use super::toml_file::{Result, read_text};
use crate::catalogue::ContentError;
use crate::platform::calendar::Date;
use crate::site_config::{LOCALES, SOURCE_LANGUAGE, pick};

/// Kinds of data that lie in files beside a page's text, `{language}.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WidgetKind {
    /// A list of [`Award`].
    Awards,
    /// A list of [`Point`].
    Points,
}

/// Widgets that bring their own data: a page only says where they stand, below its text and in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// The newest articles.
    Articles,
    /// The latest wins of the operator.
    Winners,
    /// The ways to pay.
    PaymentMethods,
}

/// The data of a page for a widget.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Widget {
    /// Whether lists of pages bring it along.
    pub in_lists: bool,
    /// JSON by language.
    json: BTreeMap<String, String>,
}

/// What lists of news show of an article.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewsHead {
    /// The day of the article, `YYYY-MM-DD`.
    #[serde(deserialize_with = "day")]
    date: String,
    /// Address of its picture; see [`super::pictures`].
    #[serde(deserialize_with = "address")]
    pub(super) image: String,
}

/// Something that was won.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Award {
    /// Who gave it.
    name: String,
    /// For what.
    nomination: String,
    /// What was given.
    prize: String,
    year: u16,
    #[serde(rename = "imgUrl", deserialize_with = "address")]
    img_url: String,
}

/// One thing to say, with a drawing.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Point {
    title: String,
    text: String,
    /// The name of its drawing in the site's set.
    icon: String,
}

impl Widget {
    /// What lists of news show of an article.
    pub(super) fn news(head: &NewsHead) -> Self {
        let json = json!({ "news": head }).to_string();
        Self { in_lists: true, json: [(SOURCE_LANGUAGE.to_owned(), json)].into() }
    }

    /// What a page tells that names `blocks` only.
    fn of_blocks(blocks: &[Block]) -> Self {
        let json = json!({ "blocks": blocks }).to_string();
        Self { in_lists: false, json: [(SOURCE_LANGUAGE.to_owned(), json)].into() }
    }

    /// Address of an article's picture; see [`super::pictures`].
    pub(super) fn picture(&self) -> Option<String> {
        let json: serde_json::Value = serde_json::from_str(self.json(SOURCE_LANGUAGE)?).ok()?;
        json["news"]["image"].as_str().map(str::to_owned)
    }

    /// The JSON in `locale`, else in English.
    pub fn json(&self, locale: &str) -> Option<&str> {
        pick(&self.json, locale).map(String::as_str)
    }

    /// Whether it says nothing in words.
    #[cfg(test)]
    pub(super) fn has_blocks_only(&self) -> bool {
        self.json.values().all(|json| json.starts_with("{\"blocks\""))
    }

    /// Whether it is written in this very language.
    #[cfg(test)]
    pub(super) fn is_in(&self, language: &str) -> bool {
        self.json.contains_key(language)
    }
}

/// What the page in `folder` tells widgets: the data of its `kind` in every language it has, of which English is
/// never missing, and its `blocks`.
pub(super) fn read(folder: &Path, kind: Option<WidgetKind>, blocks: &[Block]) -> Result<Option<Widget>> {
    let Some(kind) = kind else {
        return Ok((!blocks.is_empty()).then(|| Widget::of_blocks(blocks)));
    };
    let mut json = BTreeMap::new();
    for language in LOCALES {
        let path = folder.join(format!("{language}.json"));
        if path.exists() || language == SOURCE_LANGUAGE {
            let checked = check(kind, &read_text(&path)?, blocks).map_err(|error| ContentError {
                file: path.display().to_string(),
                line: Some(error.line()),
                message: error.to_string(),
            })?;
            json.insert(language.to_owned(), checked);
        }
    }
    Ok(Some(Widget { in_lists: false, json }))
}

fn check(kind: WidgetKind, text: &str, blocks: &[Block]) -> serde_json::Result<String> {
    let value = match kind {
        WidgetKind::Awards => {
            json!({ "awards": serde_json::from_str::<Vec<Award>>(text)?, "blocks": blocks })
        }
        WidgetKind::Points => {
            json!({ "points": serde_json::from_str::<Vec<Point>>(text)?, "blocks": blocks })
        }
    };
    Ok(value.to_string())
}

fn day<'de, D: serde::Deserializer<'de>>(source: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(source)?;
    match text.parse::<Date>() {
        Ok(_) => Ok(text),
        Err(_) => Err(serde::de::Error::custom(format!("{text:?} is no day: 2026-12-31 is"))),
    }
}

fn address<'de, D: serde::Deserializer<'de>>(source: D) -> std::result::Result<String, D::Error> {
    let text = String::deserialize(source)?;
    if is_address(&text) {
        return Ok(text);
    }
    Err(serde::de::Error::custom(format!("{text:?} is no address: it begins with a slash or https://")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_another_shape_is_refused() {
        let award = r#"[{"name":"A","nomination":"B","prize":"C","year":2025,"imgUrl":"/a.svg"}]"#;
        assert!(
            check(WidgetKind::Awards, award, &[Block::Winners])
                .unwrap()
                .ends_with("\"blocks\":[\"winners\"]}")
        );
        for (broken, said) in [
            (award.replace("2025", "\"2025\""), "u16"),
            (award.replace("\"prize\":\"C\",", ""), "prize"),
            (award.replace("name\":", "names\":"), "names"),
            (award.replace("/a.svg", "javascript:alert(1)"), "no address"),
            ("{}".to_owned(), "sequence"),
        ] {
            let error = check(WidgetKind::Awards, &broken, &[]).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
