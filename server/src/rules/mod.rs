//! What a field may hold. Pure: a value goes in, the broken rule comes out. The same cases are run against
//! the site's checks from `content/validation-vectors.json`.

mod birthday;
mod email;
mod password;
mod places;
mod text;

pub use birthday::date_of_birth;
pub use email::email;
pub use password::{PASSWORD_MAX, PASSWORD_MIN, password};
pub use places::{postal_code, state_of};
pub use text::{long_text, mobile_phone, nickname, person_name, short_text};

use crate::error::{ApiError, FieldError};

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
    /// Somebody else has it.
    Taken,
    /// Among the most common passwords.
    Common,
    /// Differs from the value it has to repeat.
    NotMatch,
    /// Below the age of the licence.
    Underage,
    /// A box that has to be ticked is not.
    Unchecked,
    /// Cannot be changed once it is filled.
    Locked,
    /// Not one of the values on offer.
    NotAllowed,
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
            Self::Taken => "TAKEN",
            Self::Common => "COMMON",
            Self::NotMatch => "NOT_MATCH",
            Self::Underage => "UNDERAGE",
            Self::Unchecked => "UNCHECKED",
            Self::Locked => "LOCKED",
            Self::NotAllowed => "NOT_ALLOWED",
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::Required => "Please fill in this field.",
            Self::Invalid => "This value is not valid.",
            Self::TooShort => "This value is too short.",
            Self::TooLong => "This value is too long.",
            Self::Characters => "This value has characters that are not allowed.",
            Self::Taken => "This value is already in use.",
            Self::Common => "This password is too easy to guess.",
            Self::NotMatch => "The two values differ.",
            Self::Underage => "You are too young to play here.",
            Self::Unchecked => "Please tick this box.",
            Self::Locked => "This field cannot be changed any more.",
            Self::NotAllowed => "This choice is not on offer.",
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
