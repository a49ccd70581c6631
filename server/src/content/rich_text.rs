//! Rich text: Markdown in, HTML out that may stand in any page of the site.

use pulldown_cmark::{Event, Options, Parser, html};
use serde::{Deserialize, Serialize};

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
pub(super) fn html(markdown: &str) -> CleanHtml {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Html(_) | Event::InlineHtml(_)));
    let mut written = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut written, events);
    let clean = ammonia::Builder::default()
        .url_schemes(["http", "https", "mailto"].into())
        .link_rel(Some("noopener"))
        .clean(&written);
    CleanHtml(clean.to_string())
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
    fn a_value_stays_text() {
        let filled = html("It is {name}.").filled("name", "<b>\"&");
        assert_eq!(filled.as_str(), "<p>It is &lt;b&gt;&quot;&amp;.</p>\n");
    }
}
