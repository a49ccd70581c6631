//! Takes secrets out of texts that come from browsers. The site does the same before it sends them
//! (`web/src/features/analytics/model/scrub.ts`); `content/scrub-vectors.json` holds the two together.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::rules::without_card_numbers;

/// What stands in the place of a secret.
const REMOVED: &str = "[removed]";

/// The name of something secret, and the rest of its line.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)((?:passw|pwd|token|captcha|secret|authoriz|cookie|session|otp|cvv|cvc|card|iban|api.?key)[a-z_0-9]*[\\"'\]]*\s*[:=]|bearer\s)[^\n]*"#,
    )
});
/// Digits of accounts and cards, in groups or not. Cards are also found behind other signs.
static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9](?:[ -]?[0-9]){11,}"));
/// E-mail addresses.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[A-Za-z0-9_.+%-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+"));
/// Long words, which may be tokens, and what follows those that name a script.
static LONG: LazyLock<Regex> = LazyLock::new(|| pattern(r"([A-Za-z0-9_+=-]{20,})(\.js)?"));

#[expect(clippy::expect_used, reason = "the four patterns above are tried by the tests")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// `text` without what could be a secret, cut to `chars_max` characters.
pub(super) fn scrub(text: &str, chars_max: usize) -> String {
    let named = NAMED.replace_all(text, format!("${{1}}{REMOVED}"));
    let without_digits = DIGITS.replace_all(&named, REMOVED);
    let without_cards = without_card_numbers(&without_digits);
    let without_addresses = ADDRESS.replace_all(&without_cards, REMOVED);
    let clean = LONG.replace_all(&without_addresses, |found: &Captures<'_>| {
        let is_script = found.get(2).is_some();
        if !is_script && is_opaque(&found[1]) { REMOVED.to_owned() } else { found[0].to_owned() }
    });
    clean.chars().take(chars_max).collect()
}

/// Words of a language have no digits; tokens have both.
fn is_opaque(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_sides_agree() {
        let vectors = include_str!("../../../content/scrub-vectors.json");
        let vectors: Vec<(String, String)> = serde_json::from_str(vectors).unwrap();
        for (text, clean) in vectors {
            assert_eq!(scrub(&text, 1000), clean, "{text}");
        }
    }

    #[test]
    fn what_is_left_is_cut_by_characters() {
        assert_eq!(scrub("äöü", 2), "äö");
    }

    /// Names under which secrets are sent.
    const NAMES: [&str; 8] = [
        "password",
        "password_confirmation",
        "captcha",
        "otp_attempt",
        "token",
        "card_number",
        "cvv",
        "Session",
    ];

    proptest! {
        #[test]
        fn no_named_secret_is_left(
            before in "[ -~]{0,40}", name in prop::sample::select(NAMES.to_vec()),
            quote in prop::sample::select(vec!["", "\"", "'", "\\\""]),
            between in prop::sample::select(vec![":", "=", ": ", " = "]), secret in "[!-~]{8,40}",
        ) {
            let clean = scrub(&format!("{before}{quote}{name}{quote}{between}{quote}{secret}{quote}"), 1000);
            prop_assert!(!clean.contains(&secret) || before.contains(&secret), "{clean}");
        }

        #[test]
        fn no_card_is_left(
            before in "[a-z ]{0,20}", card in "[0-9]{13,19}", gap in prop::sample::select(vec!["", " ", "-"]),
        ) {
            let groups: Vec<_> = card.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect();
            let shown = groups.join(gap);
            let clean = scrub(&format!("{before}{shown} was refused"), 1000);
            prop_assert!(!clean.bytes().any(|b| b.is_ascii_digit()), "{clean}");
        }

        #[test]
        fn no_token_is_left(before in "[a-z .:/]{0,20}", token in "[A-Za-z0-9_-]{18,80}[a-z][0-9]") {
            let clean = scrub(&format!("{before} {token} "), 1000);
            prop_assert!(!clean.contains(&token), "{clean}");
        }

        #[test]
        fn nothing_is_found_twice(text in "\\PC{0,200}") {
            let once = scrub(&text, 10_000);
            prop_assert_eq!(scrub(&once, 10_000), once);
        }
    }
}
