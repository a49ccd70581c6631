//! Names, phone numbers and other short texts.

use super::{Rule, has_card_number, required, without_card_numbers};

/// A nickname: empty, or 3 to 15 letters, digits, spaces, dots and hyphens. Answers it trimmed.
pub fn nickname(value: &str) -> Result<String, Rule> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(String::new());
    }
    within(value, 3, 15)?;
    named(value)
}

/// A first or last name: 1 to 50 letters, digits, spaces, dots and hyphens. Answers it trimmed.
pub fn person_name(value: &str) -> Result<String, Rule> {
    let value = required(value)?;
    within(value, 1, 50)?;
    named(value)
}

/// A phone number: 8 to 20 characters out of digits, plus, brackets, space and hyphen, of which at least 6
/// are digits and at most 15, the most that a phone number has. Answers it trimmed.
pub fn mobile_phone(value: &str) -> Result<String, Rule> {
    let value = required(value)?;
    within(value, 8, 20)?;
    if !value.chars().all(|c| c.is_ascii_digit() || "+()[] -".contains(c)) {
        return Err(Rule::Characters);
    }
    let digits = value.chars().filter(char::is_ascii_digit).count();
    match digits {
        0..6 => Err(Rule::Invalid),
        6..=15 => without_card(value),
        _ => Err(Rule::TooLong),
    }
}

/// A line of text without control characters and card numbers, 1 to `max` characters. Answers it trimmed.
pub fn short_text(value: &str, max: usize) -> Result<String, Rule> {
    let value = required(value)?;
    within(value, 1, max)?;
    if value.chars().any(breaks_line) {
        return Err(Rule::Characters);
    }
    without_card(value)
}

/// Control characters, and the two separators of lines that are none.
fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// English letters and spaces alone.
pub fn english(value: &str) -> Result<(), Rule> {
    let value = required(value)?;
    if value.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') { Ok(()) } else { Err(Rule::English) }
}

/// Lines of text without control characters but line breaks and tabs, 1 to `max` characters. Answers it trimmed,
/// with plain line feeds and without card numbers: what is typed at length is not refused for one.
pub fn long_text(value: &str, max: usize) -> Result<String, Rule> {
    let value = required(value)?.replace("\r\n", "\n");
    within(&value, 1, max)?;
    let unreadable = |c: char| c.is_control() && !"\n\t".contains(c);
    if value.chars().any(unreadable) { Err(Rule::Characters) } else { Ok(without_card_numbers(&value)) }
}

fn named(value: &str) -> Result<String, Rule> {
    let allowed = |c: char| c.is_alphabetic() || c.is_ascii_digit() || " .-".contains(c);
    if value.chars().all(allowed) { without_card(value) } else { Err(Rule::Characters) }
}

fn without_card(value: &str) -> Result<String, Rule> {
    if has_card_number(value) { Err(Rule::CardNumber) } else { Ok(value.to_owned()) }
}

fn within(value: &str, min: usize, max: usize) -> Result<(), Rule> {
    match value.chars().count() {
        n if n < min => Err(Rule::TooShort),
        n if n > max => Err(Rule::TooLong),
        _ => Ok(()),
    }
}
