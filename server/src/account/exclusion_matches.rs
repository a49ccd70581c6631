//! Who was taken for an excluded player, for staff to explain a refused sign-up or a stop.

use croupier_db::{Db, Result};
use croupier_ledger::{NO_END, PlayerId};
use uuid::Uuid;

use super::persons_store as store;

/// What came of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchOutcome {
    /// A sign-up was refused.
    SignUpRefused,
    /// An account shows documents before the next deposit or game for money.
    DocumentsAsked,
    /// An account was stopped as the excluded person's.
    Stopped,
}

/// Somebody who was taken for an excluded player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionMatch {
    /// Its number, which rises with time.
    pub id: Uuid,
    /// UTC milliseconds.
    pub at: i64,
    /// For whom.
    pub excluded: PlayerId,
    /// The account; `None` for a sign-up that was refused.
    pub player: Option<PlayerId>,
    /// The fields that agree.
    pub fields: Vec<String>,
    /// The end of the exclusion by then, UTC milliseconds.
    pub until: i64,
    /// When staff told the two apart, UTC milliseconds.
    pub cleared_at: Option<i64>,
}

impl ExclusionMatch {
    /// What came of it: one field that agrees may be shared, two are the person.
    pub fn outcome(&self) -> MatchOutcome {
        match self.player {
            None => MatchOutcome::SignUpRefused,
            Some(_) if self.fields.len() > 1 => MatchOutcome::Stopped,
            Some(_) => MatchOutcome::DocumentsAsked,
        }
    }

    /// The end of the exclusion, UTC milliseconds; `None` for one without an end.
    pub fn end(&self) -> Option<i64> {
        Some(self.until).filter(|until| *until != NO_END)
    }
}

/// At most `limit` matches before the one numbered `before`, newest first: refused sign-ups, or open accounts.
pub async fn page(
    db: &Db,
    of_sign_ups: bool,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<ExclusionMatch>> {
    store::matches(db, of_sign_ups, before, limit).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_a_match_follows_from_whom_and_by_how_much() {
        for (player, fields, outcome) in [
            (None, &["email"][..], MatchOutcome::SignUpRefused),
            (None, &["email", "mobile_phone"], MatchOutcome::SignUpRefused),
            (Some(7), &["mobile_phone"], MatchOutcome::DocumentsAsked),
            (Some(7), &["mobile_phone", "name_and_birth"], MatchOutcome::Stopped),
        ] {
            let fields = fields.iter().map(|field| (*field).to_owned()).collect();
            let found = ExclusionMatch {
                id: Uuid::nil(),
                at: 0,
                excluded: 4,
                player,
                fields,
                until: NO_END,
                cleared_at: None,
            };
            assert_eq!((found.outcome(), found.end()), (outcome, None));
        }
    }
}
