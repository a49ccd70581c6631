//! A language for tests, made from English: accented, about a third longer and in brackets. A screen in it
//! shows which words do not come from the messages, which are cut off, and which are put together from parts.

/// `text` in the language for tests; names in braces, the words of a choice and marks like `<link>` stay.
pub(super) fn pseudo(text: &str) -> String {
    let mut written = String::with_capacity(text.len() * 2 + 2);
    written.push('[');
    words(&mut text.chars(), &mut written, false);
    written.push(']');
    written
}

/// Writes words until the end, or until the brace that ends the branch they stand in.
fn words(text: &mut std::str::Chars<'_>, written: &mut String, in_branch: bool) {
    while let Some(c) = text.next() {
        match c {
            '{' => {
                written.push('{');
                placeholder(text, written);
            }
            '<' => {
                written.push('<');
                copy_until(text, written, &['>']);
            }
            '}' if in_branch => {
                written.push('}');
                return;
            }
            other => letter(other, written),
        }
    }
}

/// Writes what stands after an opening brace: a name, or a choice with words in its branches.
fn placeholder(text: &mut std::str::Chars<'_>, written: &mut String) {
    if copy_until(text, written, &['}', ',']) != Some(',') {
        return;
    }
    while copy_until(text, written, &['{', '}']) == Some('{') {
        words(text, written, true);
    }
}

fn copy_until(text: &mut std::str::Chars<'_>, written: &mut String, ends: &[char]) -> Option<char> {
    for c in text.by_ref() {
        written.push(c);
        if ends.contains(&c) {
            return Some(c);
        }
    }
    None
}

/// Every vowel twice makes English about a third longer.
fn letter(letter: char, written: &mut String) {
    const ACCENTED: [(char, &str); 24] = [
        ('a', "áá"),
        ('e', "éé"),
        ('i', "íí"),
        ('o', "óó"),
        ('u', "úú"),
        ('A', "ÁÁ"),
        ('E', "ÉÉ"),
        ('I', "ÍÍ"),
        ('O', "ÓÓ"),
        ('U', "ÚÚ"),
        ('c', "ç"),
        ('d', "ð"),
        ('g', "ğ"),
        ('l', "ł"),
        ('n', "ñ"),
        ('r', "ř"),
        ('s', "š"),
        ('y', "ý"),
        ('z', "ž"),
        ('C', "Ç"),
        ('L', "Ł"),
        ('N', "Ñ"),
        ('S', "Š"),
        ('Y', "Ý"),
    ];
    match ACCENTED.iter().find(|(plain, _)| *plain == letter) {
        Some((_, accented)) => written.push_str(accented),
        None => written.push(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_change_and_placeholders_stay() {
        for (english, expected) in [
            ("Deposit", "[Déépóóšíít]"),
            ("Play {title}!", "[Płááý {title}!]"),
            ("New? <link>Sign in</link>", "[Ñééw? <link>Šííğñ ííñ</link>]"),
            (
                "{count, plural, =0 {none} one {# game of {by}} other {# games}} here",
                "[{count, plural, =0 {ñóóñéé} one {# ğááméé óóf {by}} other {# ğáámééš}} hééřéé]",
            ),
            ("{open", "[{open]"),
        ] {
            assert_eq!(pseudo(english), expected);
        }
    }

    #[test]
    fn it_is_about_a_third_longer() {
        let english = "Your deposit was declined. Nothing was charged.";
        let length = |text: &str| text.chars().count();
        let share = length(&pseudo(english)) * 100 / length(english);
        assert!((130..=145).contains(&share), "{share}");
    }
}
