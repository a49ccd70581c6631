//! Reasons why a player may not play or pay, each with an end of its own.

/// The end of a stop that lasts until it is lifted.
pub const NO_END: i64 = i64::MAX;

/// Why a player is stopped. Several reasons may hold at once, and lifting one lifts no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StopReason {
    /// The operator has closed the account.
    Operator,
    /// The player has excluded themselves.
    Exclusion,
    /// The player takes a break.
    CoolingOff,
    /// Fraud is suspected.
    Fraud,
    /// Documents are missing.
    Verification,
    /// The player has closed the account, or staff has at the player's wish.
    Closed,
    /// A national register says that the player has excluded themselves.
    Register,
    /// A national register was asked and has not answered yet.
    RegisterSilent,
}

impl StopReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Operator,
        Self::Exclusion,
        Self::CoolingOff,
        Self::Fraud,
        Self::Verification,
        Self::Closed,
        Self::Register,
        Self::RegisterSilent,
    ];

    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        match self {
            Self::Operator => 1,
            Self::Exclusion => 2,
            Self::CoolingOff => 3,
            Self::Fraud => 4,
            Self::Verification => 5,
            Self::Closed => 6,
            Self::Register => 7,
            Self::RegisterSilent => 8,
        }
    }

    /// The reason stored as `code`.
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// Its name in commands and in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Exclusion => "exclusion",
            Self::CoolingOff => "cooling_off",
            Self::Fraud => "fraud",
            Self::Verification => "verification",
            Self::Closed => "closed",
            Self::Register => "register",
            Self::RegisterSilent => "register_silent",
        }
    }

    /// The reason called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether it forbids to be signed in.
    pub const fn forbids_sign_in(self) -> bool {
        matches!(self, Self::Operator | Self::Exclusion | Self::Fraud | Self::Closed | Self::Register)
    }

    /// Whether it ends the sessions that are open when it begins.
    pub const fn ends_sessions(self) -> bool {
        !matches!(self, Self::Verification | Self::RegisterSilent)
    }

    /// Whether it forbids deposits. Bets are forbidden by every reason.
    pub const fn forbids_deposits(self) -> bool {
        !matches!(self, Self::Verification)
    }

    /// The player's own wishes to be left alone: breaks, asked of the operator or of a register, and the end of the account.
    pub const BREAKS: [Self; 4] = [Self::Exclusion, Self::CoolingOff, Self::Closed, Self::Register];

    /// Whether it is one of [`Self::BREAKS`], during which the player is sent no offers.
    pub fn is_break(self) -> bool {
        Self::BREAKS.contains(&self)
    }

    /// Whether it holds withdrawals back.
    pub const fn forbids_cashouts(self) -> bool {
        matches!(self, Self::Operator | Self::Fraud)
    }

    /// Whether it holds back withdrawals that staff makes on behalf of the player. Money of an account that the operator has
    /// closed goes out so.
    pub const fn forbids_cashouts_on_behalf(self) -> bool {
        matches!(self, Self::Fraud)
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// A reason in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// When it ends, UTC milliseconds; [`NO_END`] when it has to be lifted.
    pub until: i64,
}

/// The reasons that hold for a player, each with its end. One whose end has passed holds no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stops([i64; StopReason::ALL.len()]);

impl Stops {
    /// No reason.
    pub const NONE: Self = Self([0; StopReason::ALL.len()]);

    /// The ends as rows store them, in the order of [`StopReason::ALL`]; zero where there is none.
    pub const fn from_ends(ends: [i64; StopReason::ALL.len()]) -> Self {
        Self(ends)
    }

    /// See [`Stops::from_ends`].
    pub const fn ends(&self) -> [i64; StopReason::ALL.len()] {
        self.0
    }

    /// The end of `reason`, UTC milliseconds; zero when it is not there.
    pub const fn until(&self, reason: StopReason) -> i64 {
        self.0[reason.index()]
    }

    /// Puts `reason` in force until `until` (UTC milliseconds), in place of what was said of it before.
    pub const fn set(&mut self, reason: StopReason, until: i64) {
        self.0[reason.index()] = until;
    }

    /// Of the reasons in force at `at` (UTC milliseconds) for which `forbids` holds, the one that lasts longest. A closed account
    /// hides no other reason: an exclusion stays what the player is shown.
    pub fn in_force(&self, at: i64, forbids: impl Fn(StopReason) -> bool) -> Option<Stop> {
        let stops = StopReason::ALL.map(|reason| Stop { reason, until: self.until(reason) });
        let held = stops.into_iter().filter(|stop| stop.until > at && forbids(stop.reason));
        let is_closed = |stop: &Stop| stop.reason == StopReason::Closed;
        let outlasts = |stop: &Stop, longest: &Stop| {
            !is_closed(stop) && (is_closed(longest) || stop.until > longest.until)
        };
        held.reduce(|longest, stop| if outlasts(&stop, &longest) { stop } else { longest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_lead_back_to_their_reason() {
        for reason in StopReason::ALL {
            assert_eq!(StopReason::from_code(reason.code()), Some(reason));
            assert_eq!(StopReason::from_name(reason.name()), Some(reason));
        }
        assert!(StopReason::from_code(0).is_none() && StopReason::from_code(9).is_none());
        assert_eq!(StopReason::from_name(""), None);
    }

    #[test]
    fn the_longest_reason_in_force_answers() {
        use StopReason::{Closed, CoolingOff, Exclusion, Operator, Register};
        let stops = |ends: &[(StopReason, i64)]| {
            let mut stops = Stops::NONE;
            for (reason, until) in ends {
                stops.set(*reason, *until);
            }
            stops
        };
        let any = |_| true;
        for (ends, at, expected) in [
            (vec![], 0, None),
            (vec![(Exclusion, 10)], 9, Some((Exclusion, 10))),
            (vec![(Exclusion, 10)], 10, None),
            (vec![(Exclusion, 10), (CoolingOff, 12)], 9, Some((CoolingOff, 12))),
            (vec![(Exclusion, 10), (CoolingOff, 12)], 11, Some((CoolingOff, 12))),
            (vec![(Exclusion, NO_END), (Operator, NO_END)], 0, Some((Operator, NO_END))),
            (vec![(Exclusion, 10), (Closed, NO_END)], 9, Some((Exclusion, 10))),
            (vec![(Exclusion, 10), (Closed, NO_END)], 10, Some((Closed, NO_END))),
            (vec![(Closed, NO_END), (Register, 10)], 9, Some((Register, 10))),
        ] {
            let found = stops(&ends).in_force(at, any).map(|stop| (stop.reason, stop.until));
            assert_eq!(found, expected, "{ends:?} at {at}");
        }
        let both = stops(&[(CoolingOff, 20), (Operator, 10)]);
        let held = both.in_force(0, StopReason::forbids_cashouts).map(|stop| stop.reason);
        assert_eq!(held, Some(Operator));
    }
}
