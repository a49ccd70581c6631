//! The life of a payment as one table: which move is allowed for which action, and what it does to money.
//!
//! A deposit credits when it succeeds and at no other time. A cashout is held when it is made (before the
//! first row of the table), leaves the operator when it succeeds, and returns to the player on every other end.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which way the money goes, seen from the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaymentAction)]
pub(super) enum Action {
    /// Into the wallet.
    Deposit,
    /// Out of the wallet.
    Cashout,
}

impl Action {
    /// Both.
    pub(super) const ALL: [Self; 2] = [Self::Deposit, Self::Cashout];

    /// The name on the wire and in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Cashout => "cashout",
        }
    }

    /// The action called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaymentState)]
pub(super) enum State {
    /// A deposit waits for the player; a cashout may still be called back.
    Pending,
    /// A cashout is held for review, or about to be sent.
    Reserved,
    /// The partner works on it.
    Processing,
    /// Done.
    Succeeded,
    /// The partner, or the bank behind it, refused.
    Declined,
    /// The operator or the partner turned a cashout down.
    Rejected,
    /// The player took a cashout back.
    Recalled,
    /// Given up before money moved.
    Canceled,
}

impl State {
    /// All eight.
    pub(super) const ALL: [Self; 8] = [
        Self::Pending,
        Self::Reserved,
        Self::Processing,
        Self::Succeeded,
        Self::Declined,
        Self::Rejected,
        Self::Recalled,
        Self::Canceled,
    ];

    /// The name on the wire and in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Reserved => "reserved",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Declined => "declined",
            Self::Rejected => "rejected",
            Self::Recalled => "recalled",
            Self::Canceled => "canceled",
        }
    }

    /// The state called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether the payment has come to its end. One end may still be overtaken: a deposit that was canceled and is
    /// paid after all, see [`MOVES`].
    pub(super) const fn is_final(self) -> bool {
        !matches!(self, Self::Pending | Self::Reserved | Self::Processing)
    }
}

/// What a move does to money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The amount arrives in the wallet.
    Credit,
    /// The held amount goes back to the wallet.
    Release,
    /// The held amount leaves the operator.
    PayOut,
}

/// One allowed move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    /// Of which action.
    pub(super) action: Action,
    /// Out of which state.
    pub(super) from: State,
    /// Into which state.
    pub(super) to: State,
    /// What it does to money.
    pub(super) effect: Effect,
}

const fn row(action: Action, from: State, to: State, effect: Effect) -> Move {
    Move { action, from, to, effect }
}

/// Every allowed move; what is not here is refused.
///
/// A canceled deposit may still succeed: the player had the partner's page open, or the coins were on their way. The
/// money has arrived, so it belongs to the player.
pub(super) const MOVES: [Move; 15] = [
    row(Action::Deposit, State::Pending, State::Processing, Effect::None),
    row(Action::Deposit, State::Pending, State::Canceled, Effect::None),
    row(Action::Deposit, State::Processing, State::Succeeded, Effect::Credit),
    row(Action::Deposit, State::Processing, State::Declined, Effect::None),
    row(Action::Deposit, State::Processing, State::Canceled, Effect::None),
    row(Action::Deposit, State::Canceled, State::Succeeded, Effect::Credit),
    row(Action::Cashout, State::Pending, State::Reserved, Effect::None),
    row(Action::Cashout, State::Pending, State::Recalled, Effect::Release),
    row(Action::Cashout, State::Pending, State::Canceled, Effect::Release),
    row(Action::Cashout, State::Reserved, State::Processing, Effect::None),
    row(Action::Cashout, State::Reserved, State::Recalled, Effect::Release),
    row(Action::Cashout, State::Reserved, State::Canceled, Effect::Release),
    row(Action::Cashout, State::Processing, State::Succeeded, Effect::PayOut),
    row(Action::Cashout, State::Processing, State::Declined, Effect::Release),
    row(Action::Cashout, State::Processing, State::Rejected, Effect::Release),
];

/// The moves that lead from `from` to `to`, fewest first; `None` when no allowed moves do. A partner may
/// report the end before the middle; then the middle is gone through in the same commit.
pub(super) fn path(action: Action, from: State, to: State) -> Option<Vec<Move>> {
    let next = || MOVES.iter().filter(move |step| step.action == action && step.from == from);
    if let Some(step) = next().find(|step| step.to == to) {
        return Some(vec![*step]);
    }
    // An end is never gone through on the way to another.
    next().filter(|step| !step.to.is_final()).find_map(|step| {
        let mut rest = path(action, step.to, to)?;
        rest.insert(0, *step);
        Some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Action, state, and the states that may follow with what each does to money.
    type RuleRow = (Action, State, &'static [(State, Effect)]);

    /// The table again, as the rules state it: action, from, allowed ends with what they do to money.
    const RULES: &[RuleRow] = {
        use {Action::*, Effect::*, State::*};
        &[
            (Deposit, Pending, &[(Processing, None), (Canceled, None)]),
            (Deposit, Processing, &[(Succeeded, Credit), (Declined, None), (Canceled, None)]),
            (Deposit, Canceled, &[(Succeeded, Credit)]),
            (Cashout, Pending, &[(Reserved, None), (Recalled, Release), (Canceled, Release)]),
            (Cashout, Reserved, &[(Processing, None), (Recalled, Release), (Canceled, Release)]),
            (Cashout, Processing, &[(Succeeded, PayOut), (Declined, Release), (Rejected, Release)]),
        ]
    };

    #[test]
    fn every_move_that_is_not_listed_is_refused() {
        let mut allowed = 0;
        for action in Action::ALL {
            for from in State::ALL {
                for to in State::ALL {
                    let rule = RULES.iter().find(|(a, f, _)| (*a, *f) == (action, from));
                    let wanted = rule.and_then(|(_, _, ends)| ends.iter().find(|(end, _)| *end == to));
                    let found = MOVES.iter().find(|m| (m.action, m.from, m.to) == (action, from, to));
                    assert_eq!(found.map(|m| m.effect), wanted.map(|(_, effect)| *effect), "{from:?} {to:?}");
                    allowed += usize::from(found.is_some());
                }
            }
        }
        assert_eq!(allowed, MOVES.len(), "no row stands twice");
    }

    #[test]
    fn nothing_follows_an_end_but_the_late_payment_of_a_canceled_deposit() {
        for state in State::ALL {
            let late = (Action::Deposit, State::Canceled, State::Succeeded);
            let followed =
                MOVES.iter().any(|step| step.from == state && (step.action, step.from, step.to) != late);
            assert_eq!(followed, !state.is_final(), "{state:?}");
            assert_eq!(State::from_name(state.name()), Some(state));
        }
    }

    #[test]
    fn every_way_to_an_end_moves_money_once_and_rightly() {
        for action in Action::ALL {
            for from in State::ALL {
                for to in State::ALL.into_iter().filter(|state| state.is_final()) {
                    if from == to {
                        continue;
                    }
                    let Some(steps) = path(action, from, to) else { continue };
                    let effects: Vec<_> =
                        steps.iter().map(|step| step.effect).filter(|e| *e != Effect::None).collect();
                    let wanted = match (action, to) {
                        (Action::Deposit, State::Succeeded) => vec![Effect::Credit],
                        (Action::Deposit, _) => vec![],
                        (Action::Cashout, State::Succeeded) => vec![Effect::PayOut],
                        (Action::Cashout, _) => vec![Effect::Release],
                    };
                    assert_eq!(effects, wanted, "{action:?} {from:?} {to:?}");
                }
            }
        }
    }

    #[test]
    fn the_middle_is_gone_through_and_there_is_no_way_back() {
        use State::{Canceled, Declined, Pending, Processing, Recalled, Reserved, Succeeded};
        let states = |action, from, to| {
            path(action, from, to).map(|steps| steps.iter().map(|step| step.to).collect::<Vec<_>>())
        };
        assert_eq!(states(Action::Deposit, Pending, Succeeded), Some(vec![Processing, Succeeded]));
        assert_eq!(states(Action::Deposit, Pending, Canceled), Some(vec![Canceled]));
        assert_eq!(states(Action::Cashout, Pending, Declined), Some(vec![Reserved, Processing, Declined]));
        assert_eq!(states(Action::Cashout, Processing, Recalled), None);
        assert_eq!(states(Action::Deposit, Succeeded, Processing), None);
        assert_eq!(states(Action::Deposit, Canceled, Succeeded), Some(vec![Succeeded]));
        assert_eq!(states(Action::Deposit, Canceled, Processing), None);
        assert_eq!(states(Action::Cashout, Canceled, Succeeded), None);
        assert_eq!(states(Action::Cashout, Reserved, Reserved), None);
    }
}
