//! Rich text: Markdown in, HTML out that may stand in any page of the site.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::{Deserialize, Serialize};

/// Texts that are remembered as they were cleaned: more than an installation has pages in all its languages.
const CLEANED_MAX: usize = 2_048;

/// What was cleaned, by what it was: one page that changes has all of them read again, and cleaning is most of that.
static CLEANED: LazyLock<Mutex<HashMap<String, CleanHtml>>> = LazyLock::new(Mutex::default);

/// HTML that may stand in any page of the site as it is: it is made here, and kept as it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct CleanHtml(String);

impl CleanHtml {
    /// The HTML.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The HTML with `{name}` replaced by `value`, which stays text.
    pub(super) fn filled(&self, name: &str, value: &str) -> Self {
        Self(self.0.replace(&format!("{{{name}}}"), &escaped(value)))
    }
}

impl From<CleanHtml> for String {
    fn from(html: CleanHtml) -> Self {
        html.0
    }
}

/// The HTML of `markdown`. HTML within it is dropped, and what is made is cleaned once more: no script, no
/// style, no address but http, https and mailto comes out.
pub fn html(markdown: &str) -> CleanHtml {
    clean(events(markdown), markdown.len())
}

/// The HTML of `markdown` as an accordion: a heading of the third level opens and closes what follows it, up to the
/// next heading of its level or above.
pub(super) fn accordion(markdown: &str) -> CleanHtml {
    let mut depth = 0_u32;
    let mut is_open = false;
    let mut folded = Vec::new();
    for event in events(markdown) {
        let heading = match &event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => Some(*level),
            _ => None,
        };
        depth = match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth.saturating_sub(1),
            _ => depth,
        };
        if heading.is_some_and(|level| level <= HeadingLevel::H3) && std::mem::take(&mut is_open) {
            folded.push(Event::Html("</details>\n".into()));
        }
        if heading == Some(HeadingLevel::H3) {
            is_open = true;
            folded.push(Event::Html("<details><summary>".into()));
        }
        let ends_question = depth == 0 && matches!(event, Event::End(TagEnd::Heading(HeadingLevel::H3)));
        folded.push(event);
        if ends_question {
            folded.push(Event::Html("</summary>\n".into()));
        }
    }
    if is_open {
        folded.push(Event::Html("</details>\n".into()));
    }
    clean(folded.into_iter(), markdown.len())
}

/// What `markdown` is made of, without HTML.
fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)))
}

fn clean<'a>(events: impl Iterator<Item = Event<'a>>, length: usize) -> CleanHtml {
    let mut written = String::with_capacity(length * 2);
    html::push_html(&mut written, events);
    let cleaned = || CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = cleaned().get(&written) {
        return known.clone();
    }
    let clean = ammonia::Builder::default()
        .url_schemes(["http", "https", "mailto"].into())
        .link_rel(Some("noopener"))
        .clean(&written);
    let clean = CleanHtml(clean.to_string());
    let mut cleaned = cleaned();
    if cleaned.len() >= CLEANED_MAX {
        cleaned.clear();
    }
    cleaned.insert(written, clean.clone());
    clean
}

/// `text` as it reads within an element or a quoted attribute.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    // Writing to a string does not fail.
    let _ = pulldown_cmark_escape::escape_html(&mut written, text);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_clean_html() {
        for (markdown, expected) in [
            ("## Play\n\nFor *fun*.", "<h2>Play</h2>\n<p>For <em>fun</em>.</p>\n"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("[us](/about)", "<p><a href=\"/about\" rel=\"noopener\">us</a></p>\n"),
            ("[x](javascript:alert(1))", "<p><a rel=\"noopener\">x</a></p>\n"),
            ("<script>alert(1)</script>\n\nHi <b onclick=x>you</b>", "<p>Hi you</p>\n"),
            (
                "![x](http://a.example/x.png \"t\")",
                "<p><img src=\"http://a.example/x.png\" alt=\"x\" title=\"t\"></p>\n",
            ),
        ] {
            assert_eq!(html(markdown).as_str(), expected, "{markdown}");
        }
    }

    #[test]
    fn an_accordion_folds_what_follows_each_heading_of_the_third_level() {
        for (markdown, expected) in [
            ("Hi.", "<p>Hi.</p>\n"),
            (
                "Hi.\n\n## Money\n\n### When?\n\nSoon.\n\n- a\n\n### How?\n\nSo.\n\n## Games\n\n### Why?\n\nFun.",
                "<p>Hi.</p>\n<h2>Money</h2>\n\
                 <details><summary>\n<h3>When?</h3>\n</summary>\n<p>Soon.</p>\n<ul>\n<li>a</li>\n</ul>\n</details>\n\
                 <details><summary>\n<h3>How?</h3>\n</summary>\n<p>So.</p>\n</details>\n<h2>Games</h2>\n\
                 <details><summary>\n<h3>Why?</h3>\n</summary>\n<p>Fun.</p>\n</details>\n",
            ),
            ("> ### A\n>\n> B", "<blockquote>\n<h3>A</h3>\n<p>B</p>\n</blockquote>\n"),
            (
                "### A\n\n#### B\n\n</details><script>x</script>\n\nC",
                "<details><summary>\n<h3>A</h3>\n</summary>\n<h4>B</h4>\n<p>C</p>\n</details>\n",
            ),
        ] {
            assert_eq!(accordion(markdown).as_str(), expected, "{markdown}");
        }
    }

    #[test]
    fn a_value_stays_text() {
        let filled = html("It is {name}.").filled("name", "<b>\"&");
        assert_eq!(filled.as_str(), "<p>It is &lt;b&gt;&quot;&amp;.</p>\n");
    }
}
