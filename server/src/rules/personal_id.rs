//! The personal identification code of Estonia (isikukood): century and sex, date of birth, three digits that count the
//! births of a day, and a check digit.

use super::{Rule, required};
use crate::platform::calendar::Date;

const LENGTH: usize = 11;

/// What a code says of its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalId {
    /// The eleven digits.
    pub code: String,
    /// The date of birth.
    pub born: Date,
    /// `m` or `f`.
    pub gender: &'static str,
}

/// Reads a code: exactly 11 digits, a day that there is, and the right check digit.
pub fn personal_id(value: &str) -> Result<PersonalId, Rule> {
    let code = required(value)?;
    match code.chars().count() {
        0..LENGTH => return Err(Rule::TooShort),
        LENGTH => {}
        _ => return Err(Rule::TooLong),
    }
    if !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Rule::Characters);
    }
    let digits: Vec<u32> = code.bytes().map(|byte| u32::from(byte - b'0')).collect();
    let century = match digits[0] {
        first @ 1..=8 => 18 + (first - 1) / 2,
        _ => return Err(Rule::Invalid),
    };
    let born = format!("{century}{}-{}-{}", &code[1..3], &code[3..5], &code[5..7]);
    let born: Date = born.parse().map_err(|_| Rule::Invalid)?;
    if check_digit(&digits) != digits[LENGTH - 1] {
        return Err(Rule::Invalid);
    }
    let gender = if digits[0] % 2 == 1 { "m" } else { "f" };
    Ok(PersonalId { code: code.to_owned(), born, gender })
}

/// The check digit of the ten digits before it: a weighted sum modulo 11, with other weights where that leaves ten, and
/// zero where they do too.
fn check_digit(digits: &[u32]) -> u32 {
    let sum = |weights: [u32; 10]| weights.iter().zip(digits).map(|(w, d)| w * d).sum::<u32>() % 11;
    let first = sum([1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
    let check = if first == 10 { sum([3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) } else { first };
    check % 10
}
