//! What the operator makes of what a partner tells: pure.

use super::model::{CheckReport, CheckState, CheckStatus, ComparedField};

/// What was found out beside the partner's word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Findings<'a> {
    /// What differs from the profile.
    pub(super) differences: &'a [ComparedField],
    /// Whether another account has shown the same document before.
    pub(super) is_shared: bool,
    /// Whether staff has said no.
    pub(super) is_distrusted: bool,
}

/// What the operator makes of `reported`.
pub(super) const fn state_of(reported: CheckStatus, findings: &Findings<'_>) -> CheckState {
    let is_doubtful = !findings.differences.is_empty() || findings.is_shared || findings.is_distrusted;
    match reported {
        CheckStatus::Started => CheckState::Started,
        CheckStatus::Pending => CheckState::Pending,
        CheckStatus::OnHold => CheckState::OnHold,
        CheckStatus::Green if is_doubtful => CheckState::Review,
        CheckStatus::Green => CheckState::Approved,
        CheckStatus::Retry => CheckState::Retry,
        CheckStatus::Final => CheckState::Refused,
    }
}

/// Within one instant a check goes on in this order: the partner's times may be of whole seconds.
const fn rank(reported: CheckStatus) -> u8 {
    match reported {
        CheckStatus::Started => 0,
        CheckStatus::Pending => 1,
        CheckStatus::Green | CheckStatus::Retry | CheckStatus::Final => 2,
        CheckStatus::OnHold => 3,
    }
}

/// Whether `report` is newer than what is known: which attempt, since when, and how the partner told it.
pub(super) fn is_news(known: (i64, i64, CheckStatus), report: &CheckReport) -> bool {
    let (attempt, at, reported) = known;
    (report.attempt, report.at, rank(report.reported)) > (attempt, at, rank(reported))
}

/// The pause before the partner is asked for the first time.
const LOOK_AFTER_MS: i64 = 60 * 1000;

/// A check that has come to an end, or that its player leaves alone, is looked at once a day: an approval may be taken back.
const REST_MS: i64 = 24 * 60 * 60 * 1000;

/// The pause before the next look doubles this often: from a minute to a little over an hour.
const DOUBLINGS_MAX: i64 = 6;

/// The looks at a check that its player has only begun; after them it rests.
const STARTED_LOOKS_MAX: i64 = 10;

/// How long the partner is left alone after `looks` in vain at a check that stands as `reported`, in milliseconds.
pub(super) fn pause(reported: CheckStatus, looks: i64) -> i64 {
    let is_awaited = match reported {
        CheckStatus::Pending | CheckStatus::OnHold => true,
        CheckStatus::Started | CheckStatus::Retry => looks < STARTED_LOOKS_MAX,
        CheckStatus::Green | CheckStatus::Final => false,
    };
    if is_awaited { LOOK_AFTER_MS << looks.clamp(0, DOUBLINGS_MAX) } else { REST_MS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leaves_no_doubt_is_approved() {
        let none = Findings { differences: &[], is_shared: false, is_distrusted: false };
        let differs = Findings { differences: &[ComparedField::LastName], ..none };
        #[rustfmt::skip]
        let cases = [
            (CheckStatus::Started, none,                                        CheckState::Started),
            (CheckStatus::Pending, differs,                                     CheckState::Pending),
            (CheckStatus::OnHold,  none,                                        CheckState::OnHold),
            (CheckStatus::Green,   none,                                        CheckState::Approved),
            (CheckStatus::Green,   differs,                                     CheckState::Review),
            (CheckStatus::Green,   Findings { is_shared: true, ..none },        CheckState::Review),
            (CheckStatus::Green,   Findings { is_distrusted: true, ..none },    CheckState::Review),
            (CheckStatus::Retry,   differs,                                     CheckState::Retry),
            (CheckStatus::Final,   none,                                        CheckState::Refused),
        ];
        for (reported, findings, expected) in cases {
            assert_eq!(state_of(reported, &findings), expected, "{reported:?} {findings:?}");
        }
    }

    #[test]
    fn news_is_what_came_later() {
        let report = |attempt, at, reported| CheckReport {
            applicant: "a".to_owned(),
            external: "1".to_owned(),
            reported,
            attempt,
            at,
            reasons: Vec::new(),
            person: None,
            documents: Vec::new(),
        };
        let known = (1, 5_000, CheckStatus::Green);
        #[rustfmt::skip]
        let cases = [
            (report(1, 5_000, CheckStatus::Green),   false),
            (report(1, 5_000, CheckStatus::Pending), false),
            (report(1, 5_000, CheckStatus::Final),   false),
            (report(1, 5_000, CheckStatus::OnHold),  true),
            (report(1, 5_001, CheckStatus::Pending), true),
            (report(1, 4_999, CheckStatus::OnHold),  false),
            (report(0, 9_999, CheckStatus::Final),   false),
            (report(2, 1_000, CheckStatus::Started), true),
        ];
        for (report, expected) in cases {
            assert_eq!(is_news(known, &report), expected, "{report:?}");
        }
    }

    #[test]
    fn looks_become_rare_and_never_end() {
        assert_eq!(pause(CheckStatus::Pending, 0), 60_000);
        assert_eq!(pause(CheckStatus::Pending, 100), 64 * 60_000);
        assert_eq!(pause(CheckStatus::Started, 3), 8 * 60_000);
        assert_eq!(pause(CheckStatus::Started, 10), REST_MS);
        assert_eq!(pause(CheckStatus::Green, 0), REST_MS);
    }
}
