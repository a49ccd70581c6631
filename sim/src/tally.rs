//! Counts of what happened in runs: a run in which nothing went wrong has tried nothing.

use std::fmt;

/// What happened in a run, for its report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Trips to the store.
    pub trips: u64,
    /// Trips that failed before their work.
    pub refused: u64,
    /// Trips that were broken off within the engine.
    pub interrupted: u64,
    /// Trips whose work was done and whose answer was lost.
    pub lost: u64,
    /// Commits that were not carried out and whose outcome was told as unknown.
    pub unknown: u64,
    /// Trips whose answer came later than others'.
    pub late: u64,
    /// Servers that died.
    pub deaths: u64,
    /// Commands that a limit refused.
    pub limited: u64,
    /// Commands that a stop refused.
    pub stopped: u64,
    /// Wins that were paid to players who were stopped.
    pub paid_stopped: u64,
    /// Jackpots that were won, and paid.
    pub prizes: u64,
    /// Deposits that began, and those that a limit refused.
    pub deposits: u64,
    pub deposits_limited: u64,
    /// Players who excluded themselves while they paid in.
    pub excluded: u64,
    /// Documents that were uploaded.
    pub documents: u64,
    /// Prizes of tournaments that were paid.
    pub awards: u64,
}

impl Tally {
    /// Adds another run.
    pub const fn add(&mut self, other: Self) {
        self.trips += other.trips;
        self.refused += other.refused;
        self.interrupted += other.interrupted;
        self.lost += other.lost;
        self.unknown += other.unknown;
        self.late += other.late;
        self.deaths += other.deaths;
        self.limited += other.limited;
        self.stopped += other.stopped;
        self.paid_stopped += other.paid_stopped;
        self.prizes += other.prizes;
        self.deposits += other.deposits;
        self.deposits_limited += other.deposits_limited;
        self.excluded += other.excluded;
        self.documents += other.documents;
        self.awards += other.awards;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trips, refused, interrupted, lost, unknown, late, deaths, .. } = self;
        let Self { limited, stopped, paid_stopped, prizes, .. } = self;
        let Self { deposits, deposits_limited, excluded, documents, awards, .. } = self;
        write!(
            f,
            "{trips} trips to the store, {refused} refused, {interrupted} broken off, {lost} answers lost, \
             {late} late, {unknown} commits unknown, {deaths} servers dead; {limited} commands refused by limits, \
             {stopped} by stops, {paid_stopped} wins paid to stopped players, {prizes} jackpots paid; {deposits} \
             deposits, {deposits_limited} refused by limits, {excluded} players excluded meanwhile, {documents} documents, \
             {awards} prizes"
        )
    }
}
