//! Names of headings: where an address leads within a page of text, such as `/faq#fees`.
//!
//! An author names a heading at its end: `### What does it cost? {#fees}`. The same name in every language keeps an
//! address good for readers of another one. A question without a name is called by its words.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name, in bytes.
const NAME_MAX: usize = 60;

/// Names that mean something else: elements that pages have, and what the site does when an address ends in them.
const TAKEN: [&str; 11] = [
    "boot",
    "chat",
    "main",
    "new-password",
    "not-loaded",
    "recaptcha",
    "remind",
    "root",
    "sign-in",
    "sign-up",
    "sport",
];

/// What a heading says, and the name that its author has given it.
pub(super) fn split(heading: &str) -> (&str, Option<&str>) {
    let named = heading.trim_end().strip_suffix('}').and_then(|rest| rest.rsplit_once("{#"));
    match named {
        Some((words, name)) if is_name(name) => (words.trim_end(), Some(name)),
        _ => (heading, None),
    }
}

/// Lower-case letters, digits and hyphens, a letter first.
fn is_name(name: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= NAME_MAX
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(is_sign)
        && !TAKEN.contains(&name)
}

/// The names of a text, each of which is given once.
#[derive(Debug, Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// A name for a heading: the one that its author has `given` it, or one made of its `words`; with a number when it is
    /// another heading's already.
    pub(super) fn take(&mut self, given: Option<&str>, words: &str) -> String {
        let wanted = given.map_or_else(|| made_of(words), str::to_owned);
        let mut name = wanted.clone();
        let mut count = 1;
        while !self.0.insert(name.clone()) {
            count += 1;
            name = format!("{wanted}-{count}");
        }
        name
    }
}

/// A name made of what a heading says, without accents.
fn made_of(words: &str) -> String {
    let mut name = String::new();
    for c in words.nfkd().flat_map(char::to_lowercase) {
        if is_combining_mark(c) || matches!(c, '\'' | '’') {
            continue;
        }
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(NAME_MAX);
    let name = name.trim_end_matches('-');
    if is_name(name) { name.to_owned() } else { format!("question-{name}").trim_end_matches('-').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_split_from_its_name() {
        for (heading, words, name) in [
            ("What does it cost? {#fees}", "What does it cost?", Some("fees")),
            ("Fees {#fees-2} ", "Fees", Some("fees-2")),
            ("Fees{#fees}", "Fees", Some("fees")),
            ("What is {brand}", "What is {brand}", None),
            ("Fees {#Fees}", "Fees {#Fees}", None),
            ("Fees {#2}", "Fees {#2}", None),
            ("Fees {#boot}", "Fees {#boot}", None),
            ("Fees {#sign-in}", "Fees {#sign-in}", None),
            ("Fees {#a\"b}", "Fees {#a\"b}", None),
        ] {
            assert_eq!(split(heading), (words, name), "{heading}");
        }
    }

    #[test]
    fn a_name_is_made_of_the_words_and_given_once() {
        let mut names = Names::default();
        for (given, words, name) in [
            (None, "What does it cost?", "what-does-it-cost"),
            (None, "What does it cost?", "what-does-it-cost-2"),
            (Some("fees"), "What does it cost?", "fees"),
            (None, "How do I know it's fair?", "how-do-i-know-its-fair"),
            (None, "Wie eröffne ich ein Konto?", "wie-eroffne-ich-ein-konto"),
            (None, "Boot", "question-boot"),
            (None, "18+", "question-18"),
            (None, "???", "question"),
            (None, "…", "question-2"),
        ] {
            assert_eq!(names.take(given, words), name, "{words}");
        }
        let long = names.take(None, &"word ".repeat(40));
        assert!(long.len() <= NAME_MAX && long.ends_with("word"), "{long}");
    }
}
