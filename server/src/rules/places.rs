//! Postal codes and the states they lie in.

use super::{Rule, required};

/// Forms of a postal code by country: `9` is a digit, `A` a letter, everything else itself. Spaces may be
/// left out. Countries that are not here take 2 to 12 letters and digits with single hyphens or spaces.
const FORMS: [(&str, &[&str]); 14] = [
    ("AU", &["9999", "999"]),
    ("AT", &["9999"]),
    ("BR", &["99999-999", "99999999"]),
    ("CA", &["A9A 9A9"]),
    ("CH", &["9999"]),
    ("DE", &["99999"]),
    ("EE", &["99999"]),
    ("FI", &["99999"]),
    ("GB", &["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"]),
    ("IT", &["99999"]),
    ("JP", &["999-9999", "9999999"]),
    ("NO", &["9999"]),
    ("NZ", &["9999"]),
    ("US", &["99999", "99999-9999"]),
];

/// A postal code of `country` (ISO 3166-1). Answers it trimmed and in upper case.
pub fn postal_code(value: &str, country: &str) -> Result<String, Rule> {
    let value = required(value)?.to_uppercase();
    let fits = match FORMS.iter().find(|(code, _)| *code == country) {
        Some((_, forms)) => forms.iter().any(|form| has_form(&value, form)),
        None => is_general(&value),
    };
    if fits { Ok(value) } else { Err(Rule::Invalid) }
}

fn has_form(value: &str, form: &str) -> bool {
    let fits = |form: &str| {
        value.chars().count() == form.len()
            && value.chars().zip(form.chars()).all(|(c, place)| match place {
                '9' => c.is_ascii_digit(),
                'A' => c.is_ascii_uppercase(),
                _ => c == place,
            })
    };
    fits(form) || (form.contains(' ') && fits(&form.replace(' ', "")))
}

fn is_general(value: &str) -> bool {
    let separates = |c: char| c == ' ' || c == '-';
    (2..=12).contains(&value.len())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || separates(c))
        && value.split(separates).all(|part| !part.is_empty())
}

/// Australian postcodes, first and last of each run.
const AUSTRALIA: [(u32, u32, &str); 15] = [
    (200, 299, "Australian Capital Territory"),
    (800, 999, "Northern Territory"),
    (1000, 2599, "New South Wales"),
    (2600, 2618, "Australian Capital Territory"),
    (2619, 2899, "New South Wales"),
    (2900, 2920, "Australian Capital Territory"),
    (2921, 2999, "New South Wales"),
    (3000, 3999, "Victoria"),
    (4000, 4999, "Queensland"),
    (5000, 5999, "South Australia"),
    (6000, 6797, "Western Australia"),
    (6800, 6999, "Western Australia"),
    (7000, 7999, "Tasmania"),
    (8000, 8999, "Victoria"),
    (9000, 9999, "Queensland"),
];

/// The state or province that a postal code of Australia or Canada lies in, by its full English name.
pub fn state_of(country: &str, postal_code: &str) -> Option<&'static str> {
    match country {
        "AU" => {
            let code: u32 = postal_code.trim().parse().ok()?;
            let run = AUSTRALIA.into_iter().find(|(first, last, _)| (*first..=*last).contains(&code));
            run.map(|(_, _, state)| state)
        }
        "CA" => province(postal_code.trim().chars().next()?),
        _ => None,
    }
}

const fn province(letter: char) -> Option<&'static str> {
    Some(match letter.to_ascii_uppercase() {
        'A' => "Newfoundland and Labrador",
        'B' => "Nova Scotia",
        'C' => "Prince Edward Island",
        'E' => "New Brunswick",
        'G' | 'H' | 'J' => "Quebec",
        'K' | 'L' | 'M' | 'N' | 'P' => "Ontario",
        'R' => "Manitoba",
        'S' => "Saskatchewan",
        'T' => "Alberta",
        'V' => "British Columbia",
        'X' => "Northwest Territories",
        'Y' => "Yukon Territory",
        _ => return None,
    })
}
