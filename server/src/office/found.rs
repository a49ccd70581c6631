//! Finding players by whatever a caller of support can tell.

use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;

use super::store;
use crate::staff::BrandScope;

/// Fewest digits that are looked for in phone numbers.
const DIGITS_MIN: usize = 4;

/// Fewest digits that are taken for those of a phone number when nothing but digits is typed: fewer are a player's number.
const BARE_DIGITS_MIN: usize = 8;

/// A player as a list needs them, with personal data.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) id: PlayerId,
    pub(super) email: String,
    pub(super) first_name: Option<String>,
    pub(super) last_name: Option<String>,
    pub(super) country: String,
    pub(super) mobile_phone: Option<String>,
    pub(super) currency: String,
    /// UTC milliseconds.
    pub(super) registered_at: i64,
    /// UTC milliseconds.
    pub(super) verified_at: Option<i64>,
}

/// Who is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sought {
    /// No matter who.
    Everybody,
    /// A player's number, or also digits of a phone number.
    Number(PlayerId, Option<String>),
    /// Digits of a phone number.
    Phone(String),
    /// The beginning of an address or a name, as it may be written in the indexes, see [`written`].
    Text(Vec<String>),
}

impl Sought {
    /// What somebody has typed.
    pub(super) fn read(typed: &str) -> Self {
        let typed = typed.trim();
        if typed.is_empty() {
            return Self::Everybody;
        }
        let is_phone = typed.chars().all(|sign| sign.is_ascii_digit() || "+()- ".contains(sign));
        let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
        match typed.parse() {
            Ok(id) if digits == typed && digits.len() < BARE_DIGITS_MIN => Self::Number(id, None),
            Ok(id) if digits == typed => Self::Number(id, Some(digits)),
            _ if is_phone && digits.len() >= DIGITS_MIN => Self::Phone(digits),
            _ => Self::Text(written(typed)),
        }
    }
}

/// How `typed` may be written in an index of lower-case texts. The embedded engine lowers the letters of English alone, so a
/// name such as Øyvind keeps its first letter there.
fn written(typed: &str) -> Vec<String> {
    let lower = typed.to_lowercase();
    let mut words = String::new();
    let mut begins = true;
    for sign in lower.chars() {
        if begins {
            words.extend(sign.to_uppercase());
        } else {
            words.push(sign);
        }
        begins = !sign.is_alphanumeric();
    }
    let mut all = vec![lower, typed.to_ascii_lowercase(), words.to_ascii_lowercase()];
    all.sort();
    all.dedup();
    all
}

/// At most `limit` players whom `scope` sees and `sought` names, below the number `before`, newest first.
pub(super) async fn find(
    db: &Db,
    scope: &BrandScope,
    sought: &Sought,
    before: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<Found>> {
    store::find(db, scope, sought, before.unwrap_or(PlayerId::MAX), limit).await
}

/// The players with these numbers, in no order; whoever is gone is left out.
pub(super) async fn with_ids(db: &Db, ids: &[PlayerId]) -> Result<Vec<Found>> {
    store::with_ids(db, ids).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_says_what_is_looked_for() {
        for (typed, sought) in [
            ("", Sought::Everybody),
            ("  ", Sought::Everybody),
            ("17", Sought::Number(17, None)),
            ("491701", Sought::Number(491_701, None)),
            ("49170123", Sought::Number(49_170_123, Some("49170123".to_owned()))),
            ("170 123", Sought::Phone("170123".to_owned())),
            ("+4917", Sought::Phone("4917".to_owned())),
            ("+49 170-1234567", Sought::Phone("491701234567".to_owned())),
            ("(030) 12", Sought::Phone("03012".to_owned())),
            ("Jane@Example.com", Sought::Text(vec!["jane@example.com".to_owned()])),
            ("øyvind", Sought::Text(vec!["Øyvind".to_owned(), "øyvind".to_owned()])),
            ("+-", Sought::Text(vec!["+-".to_owned()])),
            ("99999999999999999999", Sought::Phone("99999999999999999999".to_owned())),
        ] {
            assert_eq!(Sought::read(typed), sought, "{typed:?}");
        }
    }
}
