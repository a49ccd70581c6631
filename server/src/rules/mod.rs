//! What a field may hold. Pure: a value goes in, the broken rule comes out. The same cases are run against
//! the site's checks from `content/validation-vectors.json`.

mod birthday;
mod card_number;
mod email;
mod password;
mod personal_id;
mod places;
mod site_path;
mod text;

pub use birthday::date_of_birth;
pub use card_number::{has_card_number, without_card_numbers};
pub use email::{email, mailbox};
pub use password::{PASSWORD_MAX, PASSWORD_MIN, password};
pub use personal_id::{PersonalId, personal_id};
pub use places::{postal_code, state_of};
pub use site_path::is_site_path;
pub use text::{english, long_text, mobile_phone, nickname, person_name, short_text};

use crate::platform::error::{ApiError, FieldError};

/// The ways a value can be refused. With the field it makes the stable code `VALIDATION.{FIELD}.{RULE}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Nothing, or nothing but blanks.
    Required,
    /// Not of the form the field has.
    Invalid,
    /// Fewer characters than allowed.
    TooShort,
    /// More characters than allowed.
    TooLong,
    /// Characters outside the allowed set.
    Characters,
    /// Other than English letters and spaces.
    English,
    /// Somebody else has it.
    Taken,
    /// Among the most common passwords.
    Common,
    /// Differs from the value it has to repeat.
    NotMatch,
    /// Below the age of the licence.
    Underage,
    /// Too young a date of birth was named a short while ago; another date is not taken now.
    AgeRefused,
    /// A box that has to be ticked is not.
    Unchecked,
    /// Cannot be changed once it is filled.
    Locked,
    /// Not one of the values on offer.
    NotAllowed,
    /// Has a card number in it, which belongs on the payment page only.
    CardNumber,
}

impl Rule {
    /// The last part of the code.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Required => "REQUIRED",
            Self::Invalid => "INVALID",
            Self::TooShort => "TOO_SHORT",
            Self::TooLong => "TOO_LONG",
            Self::Characters => "CHARACTERS",
            Self::English => "ENGLISH",
            Self::Taken => "TAKEN",
            Self::Common => "COMMON",
            Self::NotMatch => "NOT_MATCH",
            Self::Underage => "UNDERAGE",
            Self::AgeRefused => "AGE_REFUSED",
            Self::Unchecked => "UNCHECKED",
            Self::Locked => "LOCKED",
            Self::NotAllowed => "NOT_ALLOWED",
            Self::CardNumber => "CARD_NUMBER",
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::Required => "Please fill in this field.",
            Self::Invalid => "This value is not valid.",
            Self::TooShort => "This value is too short.",
            Self::TooLong => "This value is too long.",
            Self::Characters => "This value has characters that are not allowed.",
            Self::English => "Please use English letters and spaces only.",
            Self::Taken => "This value is already in use.",
            Self::Common => "This password is too easy to guess.",
            Self::NotMatch => "The two values differ.",
            Self::Underage => "You are too young to play here.",
            Self::AgeRefused => {
                "The date of birth given before is below the age for playing. If it was a mistake, please write to us."
            }
            Self::Unchecked => "Please tick this box.",
            Self::Locked => "This field cannot be changed any more.",
            Self::NotAllowed => "This choice is not on offer.",
            Self::CardNumber => "Card numbers belong on the payment page only.",
        }
    }

    /// The stable code of this rule on `field`; a locked field has the same code everywhere.
    pub fn code(self, field: &str) -> String {
        match self {
            Self::Locked => "VALIDATION.LOCKED".to_owned(),
            _ => format!("VALIDATION.{}.{}", field.to_uppercase(), self.name()),
        }
    }

    /// This rule on `field`, as the answer tells it.
    pub fn on(self, field: &str) -> FieldError {
        FieldError::new(field, self.code(field), self.message())
    }
}

/// Refusals gathered over a form, so that the answer names every field at once.
#[derive(Debug, Default)]
pub struct Refusals(Vec<FieldError>);

impl Refusals {
    /// Notes that `field` breaks `rule`.
    pub fn add(&mut self, field: &str, rule: Rule) {
        self.0.push(rule.on(field));
    }

    /// Notes the refusal of a check, if it is one.
    pub fn check<T>(&mut self, field: &str, checked: Result<T, Rule>) -> Option<T> {
        checked.map_err(|rule| self.add(field, rule)).ok()
    }

    /// Whether it was noted that `field` breaks `rule`.
    pub fn has(&self, field: &str, rule: Rule) -> bool {
        let code = rule.code(field);
        self.0.iter().any(|error| error.field == field && error.code == code)
    }

    /// A 422 with all that was noted, or nothing.
    pub fn into_result(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(ApiError::fields(self.0)) }
    }
}

/// Trims `value` and refuses it when nothing is left.
pub fn required(value: &str) -> Result<&str, Rule> {
    let trimmed = value.trim();
    if trimmed.is_empty() { Err(Rule::Required) } else { Ok(trimmed) }
}

#[cfg(test)]
mod tests;
