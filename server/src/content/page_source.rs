//! Reads the pages of the content folder: `pages.toml` names them, and `pages/{slug}/{language}.md` holds
//! their texts; `pages/{slug}/{COUNTRY or LICENCE}/{language}.md` is another text for those. Whatever is
//! wrong is told with file and line. A slug may have parts (`news/winter`), and so has its folder.
//!
//! A text begins with lines of `name: value` (`title`, `description`, `keywords`); after an empty line comes
//! Markdown. `{brand}`, `{support_email}`, `{licence}` and `{age}` are filled in for each reader.

use std::path::Path;

use serde::Deserialize;

use super::banners::is_address;
use super::media::Media;
use super::pages::{Category, Page, Pages, Text};
use super::pictures;
use super::rich_text::{self, CleanHtml};
use super::texts::{check_values, read_texts};
use super::toml_file::{Result, TomlFile, check_slug};
use super::widgets::{self, Block, NewsHead, Widget, WidgetKind};
use crate::catalogue::ContentError;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    page: Vec<toml::Spanned<Entry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: i64,
    slug: String,
    categories: Vec<Category>,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    hidden_from: Vec<String>,
    #[serde(default)]
    accordion: bool,
    url: Option<String>,
    route_name: Option<String>,
    widget: Option<WidgetKind>,
    news: Option<NewsHead>,
    #[serde(default)]
    blocks: Vec<Block>,
}

/// Reads the pages of `folder`.
pub(super) fn read(folder: &Path) -> Result<Pages> {
    let file = TomlFile::read(folder, "pages.toml")?;
    let list: List = file.parse()?;
    let media = Media::in_content(folder);
    let mut pages: Vec<Page> = Vec::new();
    for spanned in list.page {
        let at = Some(spanned.span().start);
        let entry = spanned.into_inner();
        if pages.iter().any(|page| page.id == entry.id || page.slug == entry.slug) {
            return Err(file.wrong(at, format!("page {} or its slug {} stands twice", entry.id, entry.slug)));
        }
        check_slug(&entry.slug).map_err(|error| file.wrong(at, error))?;
        if let Some(url) = entry.url.as_deref().filter(|url| !is_address(url)) {
            return Err(file.wrong(at, format!("{url:?} is no address")));
        }
        if let Some(fault) = entry.news.as_ref().and_then(|head| pictures::fault(&head.image, &media)) {
            return Err(file.wrong(at, fault));
        }
        pages.push(read_page(folder, entry)?);
    }
    Ok(Pages::new(pages))
}

/// Reads the files of a page that is listed.
fn read_page(folder: &Path, entry: Entry) -> Result<Page> {
    let Entry { id, slug, categories, hidden, hidden_from, accordion, url, route_name, widget, news, blocks } =
        entry;
    let folder = folder.join("pages").join(&slug);
    let html = if accordion { rich_text::accordion } else { rich_text::html };
    let texts = read_texts(&folder, &|file: &str, source: &str| parse(file, source, html))?;
    let widget = match news {
        Some(head) => Some(Widget::news(&head)),
        None => widgets::read(&folder, widget, &blocks)?,
    };
    Ok(Page { id, slug, categories, hidden, hidden_from, url, route_name, widget, texts })
}

/// Takes a text apart; `html` writes its Markdown. `file` is named when something is wrong.
fn parse(file: &str, source: &str, html: fn(&str) -> CleanHtml) -> Result<Text> {
    let wrong =
        |line: usize, message: String| ContentError { file: file.to_owned(), line: Some(line), message };
    check_values(file, source)?;
    let mut text = Text {
        title: String::new(),
        description: String::new(),
        keywords: String::new(),
        html: CleanHtml::default(),
    };
    let mut lines = (1..).zip(source.lines());
    for (number, line) in lines.by_ref() {
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| {
            wrong(number, "the head is lines of `name: value`, up to an empty line".to_owned())
        })?;
        let value = value.trim().to_owned();
        match name.trim() {
            "title" => text.title = value,
            "description" => text.description = value,
            "keywords" => text.keywords = value,
            other => return Err(wrong(number, format!("{other} is no part of a page's head"))),
        }
    }
    if text.title.is_empty() || text.description.is_empty() {
        return Err(wrong(1, "a page has a title and a description".to_owned()));
    }
    let body: Vec<&str> = lines.map(|(_, line)| line).collect();
    text.html = html(&body.join("\n"));
    if text.html.as_str().trim().is_empty() {
        return Err(wrong(source.lines().count().max(1), "the page has no text".to_owned()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::pages::FOR_EVERYBODY;
    use super::*;
    use crate::site_config::{LOCALES, SOURCE_LANGUAGE};

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (source, line, said) in [
            ("title: A\ndescription: B\nfont: C\n\nText", 3, "font is no part"),
            ("title: A\ndescription B\n\nText", 2, "lines of `name: value`"),
            ("title: A\n\nText", 1, "a title and a description"),
            ("title: A\ndescription: B\n\nText\n{house} text", 5, "{house} is no known value"),
            ("title: A\ndescription: B\n\n### Fees {#fees}\nFees {#fees}", 5, "{#fees} is no known value"),
            ("title: A\ndescription: B\n\n### Fees {#boot}", 4, "{#boot} is no known value"),
            ("title: A\ndescription: B\n\n<script>x</script>", 4, "has no text"),
        ] {
            let error = parse("a.md", source, rich_text::html).unwrap_err();
            assert_eq!((error.file.as_str(), error.line), ("a.md", Some(line)), "{source}");
            assert!(error.message.contains(said), "{error}");
        }
    }

    #[test]
    fn the_pages_of_a_fresh_install_are_written_in_every_language() {
        let pages = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        assert!(!pages.all().is_empty());
        for page in pages.all() {
            for language in LOCALES.into_iter().filter(|locale| !locale.starts_with("en-")) {
                let text = page.texts[FOR_EVERYBODY].get(language);
                assert!(text.is_some(), "pages/{}/{language}.md is missing", page.slug);
            }
        }
    }

    #[test]
    fn translations_have_the_shape_of_the_english() {
        let pages = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
        let shape = |text: &Text| {
            [
                "<h2",
                "<h3",
                "<li",
                "<code",
                "<details",
                "<p",
                "<a ",
                "<td",
                "{brand}",
                "{support_email}",
                "{licence}",
                "{age}",
            ]
            .map(|mark| text.html.as_str().matches(mark).count())
        };
        // An address of a question leads to it in every language.
        let names = |text: &Text| -> Vec<String> {
            let named = text.html.as_str().split(" id=\"").skip(1);
            named.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
        };
        for page in pages.all() {
            let texts = &page.texts[FOR_EVERYBODY];
            for (language, text) in texts {
                assert_eq!(names(text), names(&texts[SOURCE_LANGUAGE]), "pages/{}/{language}.md", page.slug);
                assert_eq!(shape(text), shape(&texts[SOURCE_LANGUAGE]), "pages/{}/{language}.md", page.slug);
            }
        }
    }
}
