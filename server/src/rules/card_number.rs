//! Card numbers in texts where none belongs. The site looks for the same (`web/src/domain/cardNumbers.ts`);
//! `content/card-number-vectors.json` holds the two together.

use std::ops::{Range, RangeInclusive};

use unicode_normalization::UnicodeNormalization;

/// The digits of a card number.
const LENGTHS: RangeInclusive<usize> = 13..=19;

/// Signs that may stand between two digits of one number.
const GAP_MAX: usize = 3;

/// What stands in the place of a card number.
const REMOVED: &str = "[removed]";

/// A run of digits without a gap: its digits, and where it stands in the text.
#[derive(Debug)]
struct Group {
    digits: Vec<u32>,
    place: Range<usize>,
    /// Whether it goes on the number of the group before it.
    continues: bool,
    /// Whether a plus stands before it, as before a phone number.
    is_phone: bool,
}

/// Whether `text` holds what is most likely a card number.
pub fn has_card_number(text: &str) -> bool {
    card_number(text).is_some()
}

/// `text` with [`REMOVED`] in the place of every card number.
pub fn without_card_numbers(text: &str) -> String {
    let (mut clean, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(place) = card_number(rest) {
        clean.push_str(&rest[..place.start]);
        clean.push_str(REMOVED);
        rest = &rest[place.end..];
    }
    clean + rest
}

/// The place of the first card number: groups of digits that make 13 to 19 together, begin as cards do, and have the
/// right check digit, which a phone number or another long number rarely has. A card may follow a phone number, but no
/// card begins with the code of a country.
fn card_number(text: &str) -> Option<Range<usize>> {
    let groups = groups(text);
    let mut numbers = groups.chunk_by(|_, next| next.continues);
    numbers.find_map(|number| {
        let first = usize::from(number[0].is_phone);
        (first..number.len()).find_map(|from| card_at_start(&number[from..]))
    })
}

/// The place of the card number that begins with the first of `groups`.
fn card_at_start(groups: &[Group]) -> Option<Range<usize>> {
    let mut digits = Vec::new();
    for group in groups {
        digits.extend_from_slice(&group.digits);
        if is_card(&digits) {
            return Some(groups[0].place.start..group.place.end);
        }
        if digits.len() >= *LENGTHS.end() {
            break;
        }
    }
    None
}

fn groups(text: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let (mut gap, mut is_broken, mut before) = (0, true, ' ');
    for (at, sign) in text.char_indices() {
        let end = at + sign.len_utf8();
        match (digit(sign), groups.last_mut()) {
            (Some(digit), Some(group)) if !is_broken && gap == 0 => {
                group.digits.push(digit);
                group.place.end = end;
            }
            (Some(digit), last) => {
                let continues = last.is_some() && !is_broken && gap <= GAP_MAX;
                let is_phone = before == '+';
                groups.push(Group { digits: vec![digit], place: at..end, continues, is_phone });
                is_broken = false;
            }
            (None, _) if is_gap(sign) => gap += 1,
            (None, _) => is_broken = true,
        }
        if digit(sign).is_some() {
            gap = 0;
        }
        before = sign;
    }
    groups
}

/// A decimal digit, also a wide or a decorated one.
fn digit(sign: char) -> Option<u32> {
    if sign.is_ascii() {
        return sign.to_digit(10);
    }
    let mut plain = std::iter::once(sign).nfkc();
    let digit = plain.next()?.to_digit(10)?;
    plain.next().is_none().then_some(digit)
}

/// Blanks, line breaks, dots, slashes, dashes, and signs that nobody sees.
fn is_gap(sign: char) -> bool {
    sign.is_whitespace()
        || "-./_\u{ad}\u{feff}".contains(sign)
        || ('\u{200b}'..='\u{200d}').contains(&sign)
        || ('\u{2010}'..='\u{2015}').contains(&sign)
}

fn is_card(digits: &[u32]) -> bool {
    LENGTHS.contains(&digits.len())
        && digits.first().is_some_and(|first| (2..=6).contains(first))
        && luhn(digits)
}

/// The check of ISO/IEC 7812: every second digit from the right is doubled.
fn luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let weighed = digits.iter().rev().enumerate();
    let sum: u32 = weighed.map(|(at, digit)| if at % 2 == 1 { doubled(*digit) } else { *digit }).sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_agree() {
        let vectors = include_str!("../../../content/card-number-vectors.json");
        let vectors: Vec<(String, String)> = serde_json::from_str(vectors).unwrap();
        for (text, clean) in vectors {
            assert_eq!(without_card_numbers(&text), clean, "{text:?}");
            assert_eq!(has_card_number(&text), text != clean, "{text:?}");
        }
    }
}
