//! Rich text: Markdown in, HTML out that may stand in any page of the site.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::{Deserialize, Serialize};

use super::heading_names::{self, Names};

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
/// style, no address but http, https and mailto comes out. A heading that its author has named has an address.
pub fn html(markdown: &str) -> CleanHtml {
    clean(events(markdown).into_iter(), markdown.len())
}

/// The HTML of `markdown` as an accordion: a heading of the third level opens and closes what follows it, up to the
/// next heading of its level or above. Each has an address of its own, to which a link beside it leads.
pub(super) fn accordion(markdown: &str) -> CleanHtml {
    let events = events(markdown);
    let mut folded = Vec::with_capacity(events.len());
    let mut names = Names::default();
    let mut depth = 0_u32;
    let mut is_open = false;
    let mut asked = None;
    for (at, event) in events.iter().enumerate() {
        let heading = match event {
            Event::Start(Tag::Heading { level, id, .. }) if depth == 0 => Some((*level, id.as_deref())),
            _ => None,
        };
        depth = match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth.saturating_sub(1),
            _ => depth,
        };
        if heading.is_some_and(|(level, _)| level <= HeadingLevel::H3) && std::mem::take(&mut is_open) {
            folded.push(Event::Html("</details>\n".into()));
        }
        if let Some((HeadingLevel::H3, given)) = heading {
            is_open = true;
            let name = names.take(given, &words_of(&events[at..]));
            folded.push(Event::Html(format!("<details id=\"{name}\"><summary>").into()));
            // The name is that of the question with its answer.
            folded.push(Event::Start(heading_tag(HeadingLevel::H3)));
            asked = Some(name);
            continue;
        }
        let ends_question = depth == 0 && matches!(event, Event::End(TagEnd::Heading(HeadingLevel::H3)));
        folded.push(event.clone());
        if let Some(name) = asked.take_if(|_| ends_question) {
            folded.push(Event::Html(format!("</summary>\n<a href=\"#{name}\">#</a>\n").into()));
        }
    }
    if is_open {
        folded.push(Event::Html("</details>\n".into()));
    }
    clean(folded.into_iter(), markdown.len())
}

/// A heading without a name.
fn heading_tag(level: HeadingLevel) -> Tag<'static> {
    Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() }
}

/// What the heading says with which `events` begin.
fn words_of(events: &[Event<'_>]) -> String {
    let heading = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    heading
        .filter_map(|event| match event {
            Event::Text(words) | Event::Code(words) => Some(words.as_ref()),
            _ => None,
        })
        .collect()
}

/// What `markdown` is made of, without HTML, and with the names of headings in their tags.
fn events(markdown: &str) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    let mut heading_at = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match &event {
            Event::Html(_) | Event::InlineHtml(_) => continue,
            Event::Start(Tag::Heading { .. }) => heading_at = events.len(),
            Event::End(TagEnd::Heading(_)) => name_heading(&mut events[heading_at..]),
            _ => {}
        }
        events.push(event);
    }
    events
}

/// Puts the name at the end of a heading into its tag.
fn name_heading(heading: &mut [Event<'_>]) {
    let [Event::Start(Tag::Heading { id, .. }), .., Event::Text(text)] = heading else { return };
    let (words, Some(name)) = heading_names::split(text) else { return };
    let (words, name) = (words.to_owned(), name.to_owned());
    *id = Some(name.into());
    *text = words.into();
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
        .add_tag_attributes("details", ["id"])
        .add_tag_attributes("h2", ["id"])
        .add_tag_attributes("h3", ["id"])
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
            ("## Play {#play}\n\n## {brand}", "<h2 id=\"play\">Play</h2>\n<h2>{brand}</h2>\n"),
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
                 <details id=\"when\"><summary>\n<h3>When?</h3>\n</summary>\n<a href=\"#when\" rel=\"noopener\">#</a>\n\
                 <p>Soon.</p>\n<ul>\n<li>a</li>\n</ul>\n</details>\n\
                 <details id=\"how\"><summary>\n<h3>How?</h3>\n</summary>\n<a href=\"#how\" rel=\"noopener\">#</a>\n\
                 <p>So.</p>\n</details>\n<h2>Games</h2>\n\
                 <details id=\"why\"><summary>\n<h3>Why?</h3>\n</summary>\n<a href=\"#why\" rel=\"noopener\">#</a>\n\
                 <p>Fun.</p>\n</details>\n",
            ),
            (
                "## Money {#money}\n\n### What *does* it `cost`? {#fees}\n\nNothing.\n\n### Fees\n\nNone.",
                "<h2 id=\"money\">Money</h2>\n\
                 <details id=\"fees\"><summary>\n<h3>What <em>does</em> it <code>cost</code>?</h3>\n\
                 </summary>\n<a href=\"#fees\" rel=\"noopener\">#</a>\n<p>Nothing.</p>\n</details>\n\
                 <details id=\"fees-2\"><summary>\n<h3>Fees</h3>\n\
                 </summary>\n<a href=\"#fees-2\" rel=\"noopener\">#</a>\n<p>None.</p>\n</details>\n",
            ),
            ("> ### A\n>\n> B", "<blockquote>\n<h3>A</h3>\n<p>B</p>\n</blockquote>\n"),
            (
                "### A\n\n#### B\n\n</details><script>x</script>\n\nC",
                "<details id=\"a\"><summary>\n<h3>A</h3>\n</summary>\n<a href=\"#a\" rel=\"noopener\">#</a>\n\
                 <h4>B</h4>\n<p>C</p>\n</details>\n",
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
