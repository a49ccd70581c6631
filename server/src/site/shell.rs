//! The page that every address of the site is: the build's `index.html` with what is known of the address
//! and of the visitor written into it.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::content::Brand;

/// Where what is known of the address goes.
const HEAD: &str = "<!--croupier:head-->";
/// Where what is seen first goes.
const PAINT: &str = "<!--croupier:paint-->";
/// Where what is known of the visitor goes.
const BOOT: &str = "<!--croupier:boot-->";
/// The language as the template has it.
const LANG: &str = "<html lang=\"en\"";

/// The template, cut where it is filled in.
#[derive(Debug)]
pub(super) struct Shell {
    before_lang: String,
    before_head: String,
    before_prerender: String,
    before_boot: String,
    rest: String,
}

/// What a page's head says.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Of the tab.
    pub(super) title: String,
    /// For those who have not opened the page yet.
    pub(super) description: String,
    /// Name of the operator.
    pub(super) site_name: String,
    /// Whole address under which search engines should know the page; `None` when they should not.
    pub(super) canonical: Option<String>,
    /// Whole addresses of the page in other languages, by language.
    pub(super) alternates: Vec<(String, String)>,
    /// Whole address of a picture.
    pub(super) image: Option<String>,
    /// What the page is about, for search engines.
    pub(super) linked_data: Option<Value>,
    /// Addresses of the modules and texts that the page needs.
    pub(super) modules: Vec<String>,
    /// How the brand looks.
    pub(super) look: Look,
}

/// How a brand looks before any script runs.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// Its short name.
    id: String,
    /// Its colours as a style sheet.
    style: String,
    /// Whether pages are dark, light, or both.
    color_scheme: &'static str,
    /// The colour of the browser around the site.
    theme_color: String,
    /// Address of its mark.
    icon: String,
}

impl Look {
    /// The look of `brand`.
    pub(super) fn of(brand: &Brand) -> Self {
        Self {
            id: brand.id.clone(),
            style: brand.style(),
            color_scheme: brand.color_scheme(),
            theme_color: brand.theme_color.clone(),
            icon: brand.logo.mobile.clone(),
        }
    }

    fn write(&self, html: &mut String) {
        tag(html, "meta", &[("name", "theme-color"), ("content", &self.theme_color)]);
        tag(html, "meta", &[("name", "color-scheme"), ("content", self.color_scheme)]);
        tag(html, "link", &[("rel", "icon"), ("href", &self.icon), ("type", "image/svg+xml")]);
        // Names and colours of a brand's style hold letters, digits and hyphens only.
        let _ = write!(html, "<style>{}</style>", self.style);
    }
}

impl Shell {
    /// Cuts `template`; it has to have the places that are filled in.
    pub(super) fn new(template: &str) -> Result<Self> {
        let lacks = |mark: &'static str| move || format!("index.html of the site lacks {mark}");
        let (before_lang, rest) = template.split_once(LANG).with_context(lacks(LANG))?;
        let (before_head, rest) = rest.split_once(HEAD).with_context(lacks(HEAD))?;
        let (before_prerender, rest) = rest.split_once(PAINT).with_context(lacks(PAINT))?;
        let (before_boot, rest) = rest.split_once(BOOT).with_context(lacks(BOOT))?;
        Ok(Self {
            before_lang: before_lang.to_owned(),
            before_head: before_head.to_owned(),
            before_prerender: before_prerender.to_owned(),
            before_boot: before_boot.to_owned(),
            rest: rest.to_owned(),
        })
    }

    /// The page in language `lang`; `prerender` and what lies `beneath` it are HTML, `boot` is JSON.
    pub(super) fn render(
        &self,
        lang: &str,
        head: &Head,
        prerender: &str,
        beneath: &str,
        boot: &str,
    ) -> String {
        let fixed =
            self.before_head.len() + self.before_prerender.len() + self.before_boot.len() + self.rest.len();
        let mut html = String::with_capacity(fixed + prerender.len() + beneath.len() + boot.len() + 4096);
        html.push_str(&self.before_lang);
        html.push_str("<html lang=\"");
        escape(&mut html, lang);
        html.push_str("\" data-brand=\"");
        escape(&mut html, &head.look.id);
        html.push('"');
        html.push_str(&self.before_head);
        head.write(&mut html);
        html.push_str(&self.before_prerender);
        html.push_str(prerender);
        html.push_str(&self.before_boot);
        html.push_str(beneath);
        data(&mut html, "type=\"application/json\" id=\"boot\"", boot);
        html.push_str(&self.rest);
        html
    }
}

/// Appends `json` as an element with `attributes`, which no browser runs.
fn data(html: &mut String, attributes: &str, json: &str) {
    let _ = write!(html, "<script {attributes}>");
    // Nothing in the data may end the element or open a comment within it.
    html.push_str(&json.replace('<', "\\u003c"));
    html.push_str("</script>");
}

impl Head {
    fn write(&self, html: &mut String) {
        html.push_str("<title>");
        escape(html, &self.title);
        html.push_str("</title>");
        tag(html, "meta", &[("name", "description"), ("content", &self.description)]);
        match &self.canonical {
            Some(canonical) => {
                tag(html, "link", &[("rel", "canonical"), ("href", canonical)]);
                tag(html, "meta", &[("property", "og:url"), ("content", canonical)]);
            }
            None => tag(html, "meta", &[("name", "robots"), ("content", "noindex")]),
        }
        for (lang, href) in &self.alternates {
            tag(html, "link", &[("rel", "alternate"), ("hreflang", lang), ("href", href)]);
        }
        for (property, content) in [
            ("og:type", "website"),
            ("og:site_name", &self.site_name),
            ("og:title", &self.title),
            ("og:description", &self.description),
        ] {
            tag(html, "meta", &[("property", property), ("content", content)]);
        }
        if let Some(image) = &self.image {
            tag(html, "meta", &[("property", "og:image"), ("content", image)]);
            tag(html, "meta", &[("name", "twitter:card"), ("content", "summary_large_image")]);
        }
        if let Some(linked_data) = &self.linked_data {
            data(html, "type=\"application/ld+json\"", &linked_data.to_string());
        }
        self.look.write(html);
        // No links: the page asks for its scripts once it has been seen (`web/src/app/start.ts`).
        tag(html, "meta", &[("name", "croupier:modules"), ("content", &self.modules.join(" "))]);
    }
}

fn tag(html: &mut String, name: &str, attributes: &[(&str, &str)]) {
    let _ = write!(html, "<{name}");
    for (attribute, value) in attributes {
        let _ = write!(html, " {attribute}=\"");
        escape(html, value);
        html.push('"');
    }
    html.push('>');
}

/// Appends `text` so that it is only text, within an element or a quoted attribute.
pub(crate) fn escape(html: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "<html lang=\"en\"><head><!--croupier:head--></head>\
                            <body><!--croupier:paint--><!--croupier:boot--></body></html>";

    #[test]
    fn nothing_that_is_written_in_breaks_out() {
        let evil = "</title><script>alert(1)</script>\"'&";
        let head = Head {
            title: evil.to_owned(),
            description: evil.to_owned(),
            canonical: Some(evil.to_owned()),
            image: Some(evil.to_owned()),
            linked_data: Some(serde_json::json!({ "name": evil })),
            ..Head::default()
        };
        let boot = serde_json::json!({ "a": "</script><!--<script>" }).to_string();
        let html = Shell::new(TEMPLATE).unwrap().render("de\"><x", &head, "", "", &boot);
        assert_eq!(html.matches("<script").count(), 2, "{html}");
        assert_eq!(html.matches("</script>").count(), 2, "{html}");
        assert!(!html.contains("<!--") && !html.contains("<x"), "{html}");
        assert!(html.starts_with("<html lang=\"de&quot;&gt;&lt;x\" data-brand=\"\">"), "{html}");
        let (_, data) = html.split_once("id=\"boot\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let read: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(read["a"], "</script><!--<script>");
    }

    #[test]
    fn a_template_without_a_mark_is_refused() {
        let error = Shell::new(&TEMPLATE.replace(BOOT, "")).unwrap_err().to_string();
        assert!(error.contains(BOOT), "{error}");
    }
}
