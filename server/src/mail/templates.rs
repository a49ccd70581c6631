//! Mails to players by language: `mails/{language}.toml` holds the texts, `mails/layout.html` the page around them.
//!
//! A template is rendered twice, as text and as HTML. Values are escaped for HTML; a text that names an unknown value, or
//! other values than the English one, stops the start.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use super::{EmailMessage, Template};

/// The languages that templates are written in; a locale without one of its own reads that of its language.
const LANGUAGES: [&str; 6] = ["en", "de", "fr-CA", "no", "it", "et"];

/// Values that every text may name.
const EVERYWHERE: [&str; 2] = ["brand", "support_email"];

/// The face of a mail: what a brand says of itself.
#[derive(Debug, Clone)]
pub struct MailBrand {
    /// Its name.
    pub name: String,
    /// Where mails come from and where players write to.
    pub support_email: String,
    /// The address of its site, without a trailing slash.
    pub site: String,
    /// The colour of buttons, `#rrggbb`.
    pub accent: String,
    /// The colour of the words on them.
    pub on_accent: String,
}

/// What is filled into a template.
#[derive(Debug, Clone, Copy, Default)]
pub struct MailValues<'a> {
    /// Values by name.
    pub values: &'a [(&'a str, &'a str)],
    /// Where the button leads; a template without a button takes none.
    pub link: Option<&'a str>,
    /// Where offers are unsubscribed from: the page, and the address of the one-click call.
    pub unsubscribe: Option<(&'a str, &'a str)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    support: String,
    link: String,
    unsubscribe: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    subject: String,
    heading: String,
    text: Vec<String>,
    link: Option<String>,
    note: Option<String>,
}

impl Texts {
    fn lines(&self) -> impl Iterator<Item = &String> {
        [&self.subject, &self.heading].into_iter().chain(&self.text).chain(&self.link).chain(&self.note)
    }

    /// The names of values in its lines.
    fn named_values(&self) -> BTreeSet<&str> {
        let openings = self.lines().flat_map(|line| line.split('{').skip(1));
        openings.map(|rest| rest.split('}').next().unwrap_or(rest)).collect()
    }
}

#[derive(Debug, Deserialize)]
struct Language {
    frame: Frame,
    #[serde(flatten)]
    mails: BTreeMap<String, Texts>,
}

/// Every template in every language.
#[derive(Debug)]
pub struct Templates {
    layout: String,
    languages: BTreeMap<&'static str, Language>,
}

impl Templates {
    /// Reads `mails/` of the content folder.
    pub fn load(folder: &Path) -> Result<Self> {
        let folder = folder.join("mails");
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let mut languages = BTreeMap::new();
        for language in LANGUAGES {
            let name = format!("{language}.toml");
            let texts: Language =
                toml::from_str(&read(&name)?).with_context(|| format!("in mails/{name}"))?;
            languages.insert(language, texts);
        }
        let templates = Self { layout: read("layout.html")?, languages };
        templates.check()?;
        Ok(templates)
    }

    fn check(&self) -> Result<()> {
        for (language, texts) in &self.languages {
            for template in Template::ALL {
                let name = template.name();
                let found = texts.mails.get(name);
                let found = found.with_context(|| format!("mails/{language}.toml has no {name}"))?;
                let unknown = found
                    .named_values()
                    .into_iter()
                    .find(|value| !EVERYWHERE.contains(value) && !template.values().contains(value));
                if let Some(value) = unknown {
                    bail!("{name} in mails/{language}.toml names {{{value}}}, which nothing fills in");
                }
                let english = &self.languages["en"].mails[name];
                ensure!(
                    found.link.is_some() == english.link.is_some()
                        && found.note.is_some() == english.note.is_some()
                        && found.text.len() == english.text.len(),
                    "{name} in mails/{language}.toml has other parts than in mails/en.toml"
                );
            }
            if let Some(name) = texts.mails.keys().find(|name| Template::named(name).is_none()) {
                bail!("mails/{language}.toml has {name}, which is no template");
            }
        }
        Ok(())
    }

    /// The mail of `template` to the address `to`, in the language of `locale`.
    pub fn compose(
        &self,
        template: Template,
        locale: &str,
        brand: &MailBrand,
        to: &str,
        filled: MailValues<'_>,
    ) -> EmailMessage {
        let (lang, language) = self.language(locale);
        let texts = &language.mails[template.name()];
        let words = |text: &str| {
            let own = [("brand", brand.name.as_str()), ("support_email", brand.support_email.as_str())];
            let all = own.iter().chain(filled.values);
            all.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
        };
        let parts = Parts {
            subject: words(&texts.subject),
            heading: words(&texts.heading),
            paragraphs: texts.text.iter().map(|text| words(text)).collect(),
            button: texts.link.as_deref().map(words).zip(filled.link),
            note: texts.note.as_deref().map(words),
            copy_link: words(&language.frame.link),
            support: words(&language.frame.support),
            unsubscribe: filled.unsubscribe.map(|(page, _)| (words(&language.frame.unsubscribe), page)),
        };
        EmailMessage {
            to: to.to_owned(),
            from: brand.support_email.clone(),
            from_name: brand.name.clone(),
            reply_to: None,
            body: parts.text(brand),
            html: Some(parts.html(&self.layout, lang, brand)),
            subject: parts.subject,
            unsubscribe_url: filled.unsubscribe.map(|(_, one_click)| one_click.to_owned()),
            is_resendable: template.is_resendable(),
        }
    }

    fn language(&self, locale: &str) -> (&str, &Language) {
        let of = |name: &str| self.languages.get_key_value(name).map(|(name, texts)| (*name, texts));
        let short = locale.split('-').next().unwrap_or(locale);
        of(locale).or_else(|| of(short)).unwrap_or(("en", &self.languages["en"]))
    }
}

/// A mail in one language with its values filled in.
struct Parts<'a> {
    subject: String,
    heading: String,
    paragraphs: Vec<String>,
    /// Words and address.
    button: Option<(String, &'a str)>,
    note: Option<String>,
    copy_link: String,
    support: String,
    /// Words and address.
    unsubscribe: Option<(String, &'a str)>,
}

impl Parts<'_> {
    fn text(&self, brand: &MailBrand) -> String {
        let mut blocks = vec![self.heading.clone()];
        blocks.extend(self.paragraphs.iter().cloned());
        blocks.extend(self.button.as_ref().map(|(words, link)| format!("{words}:\n{link}")));
        blocks.extend(self.note.clone());
        blocks.push(format!("--\n{}\n{}\n{}", brand.name, brand.site, self.support));
        blocks.extend(self.unsubscribe.as_ref().map(|(words, link)| format!("{words}\n{link}")));
        blocks.join("\n\n") + "\n"
    }

    fn html(&self, layout: &str, lang: &str, brand: &MailBrand) -> String {
        let paragraph = |text: &str| {
            let lines = escaped(text).replace('\n', "<br>\n");
            format!("<p style=\"margin:0 0 16px;\">{lines}</p>\n")
        };
        let mut body: String = self.paragraphs.iter().map(|text| paragraph(text)).collect();
        if let Some((words, link)) = &self.button {
            let (words, link) = (escaped(words), escaped(link));
            let MailBrand { accent, on_accent, .. } = brand;
            let _ = write!(
                body,
                "<p style=\"margin:24px 0;\"><a href=\"{link}\" style=\"display:inline-block;padding:14px 28px;\
                 border-radius:10px;background:{accent};color:{on_accent};font-weight:600;text-decoration:none;\">{words}</a></p>\n\
                 <p style=\"margin:0 0 16px;font-size:13px;line-height:20px;color:#55607a;\">{}<br>\
                 <a href=\"{link}\" style=\"color:#2b3550;word-break:break-all;\">{link}</a></p>\n",
                escaped(&self.copy_link)
            );
        }
        body.extend(self.note.as_deref().map(paragraph));
        let mut footer = escaped(&self.support);
        if let Some((words, link)) = &self.unsubscribe {
            let link = escaped(link);
            let _ = write!(
                footer,
                "<br>{} <a href=\"{link}\" style=\"color:#55607a;\">{link}</a>",
                escaped(words)
            );
        }
        // One pass over the layout: a value that holds a placeholder stays as it is.
        let mut page = String::with_capacity(layout.len() + body.len());
        let mut rest = layout;
        while let Some((before, after)) = rest.split_once("{{") {
            page.push_str(before);
            let (name, after) = after.split_once("}}").unwrap_or((after, ""));
            match name {
                "lang" => page.push_str(lang),
                "subject" => page.push_str(&escaped(&self.subject)),
                "heading" => page.push_str(&escaped(&self.heading)),
                "brand" => page.push_str(&escaped(&brand.name)),
                "site" => page.push_str(&escaped(&brand.site)),
                "accent" => page.push_str(&brand.accent),
                "body" => page.push_str(&body),
                "footer" => page.push_str(&footer),
                _ => {}
            }
            rest = after;
        }
        page + rest
    }
}

/// `text` as it may stand in HTML, in an attribute too.
fn escaped(text: &str) -> String {
    let escapes = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")];
    escapes.into_iter().fold(text.to_owned(), |text, (char, escape)| text.replace(char, escape))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn templates() -> Templates {
        Templates::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap()
    }

    fn brand() -> MailBrand {
        MailBrand {
            name: "Sea & <Sky>".to_owned(),
            support_email: "help@sea.example".to_owned(),
            site: "https://sea.example".to_owned(),
            accent: "#0a5f96".to_owned(),
            on_accent: "#ffffff".to_owned(),
        }
    }

    #[test]
    fn every_mail_is_whole_in_every_language() {
        let templates = templates();
        for locale in crate::site_config::LOCALES {
            for template in Template::ALL {
                let values: Vec<_> = template.values().iter().map(|name| (*name, "VALUE")).collect();
                let filled = MailValues {
                    values: &values,
                    link: Some("https://sea.example/a?b=c&d"),
                    unsubscribe: None,
                };
                let email_message =
                    templates.compose(template, locale, &brand(), "ann@player.example", filled);
                let html = email_message.html.unwrap();
                for text in [&email_message.subject, &email_message.body, &html] {
                    assert!(!text.contains(['{', '}']), "{locale} {}: {text}", template.name());
                }
                assert!(html.contains("Sea &amp; &lt;Sky&gt;") && !html.contains("<Sky>"), "{html}");
                for name in template.values() {
                    assert!(
                        email_message.body.contains("VALUE"),
                        "{locale} {} says no {name}",
                        template.name()
                    );
                }
                let has_button = templates.languages["en"].mails[template.name()].link.is_some();
                assert_eq!(email_message.body.contains("https://sea.example/a?b=c&d"), has_button);
                assert_eq!(html.contains("https://sea.example/a?b=c&amp;d"), has_button);
            }
        }
    }

    #[test]
    fn a_locale_reads_its_language() {
        let templates = templates();
        for (locale, language) in
            [("en-AU", "en"), ("en-KW", "en"), ("fr-CA", "fr-CA"), ("et", "et"), ("xx", "en")]
        {
            assert_eq!(templates.language(locale).0, language, "{locale}");
        }
    }

    #[test]
    fn a_value_is_not_read_as_a_template() {
        let values = [("new_email", "{{site}}<b>@x.example")];
        let filled = MailValues { values: &values, ..MailValues::default() };
        let email_message =
            templates().compose(Template::EmailChanged, "en", &brand(), "ann@player.example", filled);
        assert!(email_message.html.unwrap().contains("{{site}}&lt;b&gt;@x.example"));
    }

    #[test]
    fn only_offers_can_be_unsubscribed_from() {
        let page = (
            "https://sea.example/unsubscribe?token=1",
            "https://sea.example/webhooks/mail/unsubscribe?token=1",
        );
        let filled = MailValues { link: Some("https://sea.example"), unsubscribe: Some(page), values: &[] };
        let email_message =
            templates().compose(Template::Welcome, "de", &brand(), "ann@player.example", filled);
        assert!(email_message.body.contains(page.0) && email_message.html.unwrap().contains(page.0));
        assert_eq!(email_message.unsubscribe_url.as_deref(), Some(page.1));
    }
}
