//! Reads the pages of the content folder: `pages.toml` names them, and `pages/{slug}/{language}.md` holds
//! their texts; `pages/{slug}/{COUNTRY or LICENCE}/{language}.md` is another text for those. Whatever is
//! wrong is told with file and line.
//!
//! A text begins with lines of `name: value` (`title`, `description`, `keywords`); after an empty line comes
//! Markdown. `{brand}`, `{support_email}`, `{licence}` and `{age}` are filled in for each reader.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::pages::{Category, FOR_EVERYBODY, Page, Pages, SOURCE_LANGUAGE, Text, Values};
use super::rich_text;
use crate::catalogue::ContentError;
use crate::house::LOCALES;

type Result<T> = std::result::Result<T, ContentError>;

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
}

/// Reads the pages of `folder`.
pub(super) fn read(folder: &Path) -> Result<Pages> {
    let path = folder.join("pages.toml");
    let text = read_file(&path)?;
    let line_of = |byte: usize| Some(text.get(..byte).unwrap_or_default().matches('\n').count() + 1);
    let wrong = |line, message: String| ContentError { file: path.display().to_string(), line, message };
    let list: List = toml::from_str(&text).map_err(|error| {
        wrong(error.span().and_then(|span| line_of(span.start)), error.message().to_owned())
    })?;
    let mut pages: Vec<Page> = Vec::new();
    for spanned in list.page {
        let line = line_of(spanned.span().start);
        let entry = spanned.into_inner();
        if pages.iter().any(|page| page.id == entry.id || page.slug == entry.slug) {
            return Err(wrong(line, format!("page {} or its slug {} stands twice", entry.id, entry.slug)));
        }
        if entry.slug.is_empty() || !entry.slug.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        {
            return Err(wrong(
                line,
                format!("{:?} is no slug: lower-case letters, digits, hyphens", entry.slug),
            ));
        }
        let texts = read_texts(&folder.join("pages").join(&entry.slug))?;
        let Entry { id, slug, categories, hidden } = entry;
        pages.push(Page { id, slug, categories, hidden, texts });
    }
    Ok(Pages::new(pages))
}

/// Everything that is written of one page, by country or licence and by language.
fn read_texts(folder: &Path) -> Result<BTreeMap<String, BTreeMap<String, Text>>> {
    let mut texts = BTreeMap::new();
    texts.insert(FOR_EVERYBODY.to_owned(), read_languages(folder)?);
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            texts.insert(name, read_languages(&path)?);
        }
    }
    Ok(texts)
}

fn read_languages(folder: &Path) -> Result<BTreeMap<String, Text>> {
    let mut texts = BTreeMap::new();
    for language in LOCALES {
        let path = folder.join(format!("{language}.md"));
        if path.exists() || language == SOURCE_LANGUAGE {
            let text = parse(&path.display().to_string(), &read_file(&path)?)?;
            texts.insert(language.to_owned(), text);
        }
    }
    Ok(texts)
}

/// Takes a text apart. `file` is named when something is wrong.
fn parse(file: &str, source: &str) -> Result<Text> {
    let wrong =
        |line: usize, message: String| ContentError { file: file.to_owned(), line: Some(line), message };
    for (number, line) in (1..).zip(source.lines()) {
        if let Some(name) = unknown_value(line) {
            let known = Values::NAMES.join(", ");
            return Err(wrong(number, format!("{{{name}}} is no value of the house; there are {known}")));
        }
    }
    let mut text = Text {
        title: String::new(),
        description: String::new(),
        keywords: String::new(),
        html: String::new(),
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
    text.html = rich_text::html(&body.join("\n"));
    if text.html.trim().is_empty() {
        return Err(wrong(source.lines().count().max(1), "the page has no text".to_owned()));
    }
    Ok(text)
}

/// The first name in braces that stands for nothing.
fn unknown_value(line: &str) -> Option<&str> {
    let named = line.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    named.into_iter().find(|name| !Values::NAMES.contains(name))
}

fn read_file(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> ContentError {
    ContentError { file: path.display().to_string(), line: None, message: format!("cannot be read: {error}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (source, line, said) in [
            ("title: A\ndescription: B\nfont: C\n\nText", 3, "font is no part"),
            ("title: A\ndescription B\n\nText", 2, "lines of `name: value`"),
            ("title: A\n\nText", 1, "a title and a description"),
            ("title: A\ndescription: B\n\nText\n{house} text", 5, "{house} is no value"),
            ("title: A\ndescription: B\n\n<script>x</script>", 4, "has no text"),
        ] {
            let error = parse("a.md", source).unwrap_err();
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
            ["<h2", "<h3", "<li", "<p", "<a ", "<td", "{brand}", "{support_email}", "{licence}", "{age}"]
                .map(|mark| text.html.matches(mark).count())
        };
        for page in pages.all() {
            let texts = &page.texts[FOR_EVERYBODY];
            for (language, text) in texts {
                assert_eq!(shape(text), shape(&texts[SOURCE_LANGUAGE]), "pages/{}/{language}.md", page.slug);
            }
        }
    }
}
