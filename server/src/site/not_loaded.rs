//! What a page says when its scripts do not come: they were blocked, or went with a deploy. The first paint looks alive
//! then and is not. The words stand hidden beneath every page, in its language; a script of their own
//! (`web/public/startup/check.js`) shows them, and so does the site where a later part of it is missing. They bring their
//! own look, since the style sheet may be gone as well, and the way on is a plain link to the page itself.

use super::calls::Texts;
use super::shell::escape;

/// Laid over the foot of the page, in the colours that the browser has for the page's scheme.
const STYLE: &str = "#not-loaded:not([hidden]){position:fixed;inset:auto 0 0;z-index:1000;display:flex;flex-wrap:wrap;\
                     align-items:center;justify-content:center;gap:8px 24px;padding:16px 20px;background:Canvas;\
                     color:CanvasText;border-top:2px solid;font:16px/1.5 system-ui,sans-serif}\
                     #not-loaded p{margin:0}#not-loaded a{padding:10px 0;color:LinkText;font-weight:600;\
                     text-decoration:underline}";

/// The words as HTML, unseen; nothing where there are none in the language of the page.
pub(super) fn html(texts: Option<&Texts>) -> String {
    let mut html = String::new();
    let known = |key| texts.and_then(|texts| texts.known(key));
    let (Some(text), Some(action)) = (known("head.not_loaded"), known("head.load_again")) else {
        return html;
    };
    html.push_str("<style>");
    html.push_str(STYLE);
    html.push_str("</style><div id=\"not-loaded\" role=\"alert\" hidden><p>");
    escape(&mut html, text);
    html.push_str("</p><a href=\"\">");
    escape(&mut html, action);
    html.push_str("</a></div>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(json: &str) -> String {
        html(Texts::read(json, |_| "head").as_ref())
    }

    #[test]
    fn the_words_are_hidden_and_stay_words() {
        let html = written(r#"{ "head.not_loaded": "<b>Gone</b>", "head.load_again": "Load \"again\"" }"#);
        let words = "<div id=\"not-loaded\" role=\"alert\" hidden><p>&lt;b&gt;Gone&lt;/b&gt;</p>\
                     <a href=\"\">Load &quot;again&quot;</a></div>";
        assert!(html.ends_with(words), "{html}");
    }

    #[test]
    fn without_words_nothing_is_written() {
        for json in ["{}", "no JSON", r#"{ "head.not_loaded": "Gone" }"#] {
            assert_eq!(written(json), "", "{json}");
        }
    }
}
