//! Metrics of the pipe.

use std::time::Duration;

use croupier_db::Error;
use croupier_ledger::{Outcome, Refusal};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

type Labels = [(&'static str, &'static str); 1];

/// Counters of the money pipe; clones count together.
#[derive(Debug, Clone)]
pub struct PipeMetrics {
    batch_commands: Histogram,
    commit_seconds: Histogram,
    accepted: Counter,
    replayed: Counter,
    refused: Family<Labels, Counter>,
    failed: Counter,
    panics: Counter,
}

impl Default for PipeMetrics {
    fn default() -> Self {
        Self {
            // 1 to 2,048 commands, and 0.25 ms to about 4 s.
            batch_commands: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            commit_seconds: Histogram::new(exponential_buckets(0.000_25, 2.0, 15)),
            accepted: Counter::default(),
            replayed: Counter::default(),
            refused: Family::default(),
            failed: Counter::default(),
            panics: Counter::default(),
        }
    }
}

impl PipeMetrics {
    /// Names every counter in `registry`.
    pub fn register(&self, registry: &mut Registry) {
        let wallet = registry.sub_registry_with_prefix("wallet");
        wallet.register("batch_commands", "Commands in one commit", self.batch_commands.clone());
        wallet.register_with_unit(
            "commit",
            "Time of a batch from its first query to its commit",
            Unit::Seconds,
            self.commit_seconds.clone(),
        );
        wallet.register("commands_accepted", "Commands that were carried out", self.accepted.clone());
        wallet.register(
            "commands_replayed",
            "Commands that had been carried out before",
            self.replayed.clone(),
        );
        wallet.register("commands_refused", "Commands that were refused, by reason", self.refused.clone());
        wallet.register(
            "commands_failed",
            "Commands whose outcome the store did not tell",
            self.failed.clone(),
        );
        wallet.register("lane_panics", "Panics of a lane's writer: an alarm", self.panics.clone());
    }

    /// One try at a batch came to an end.
    pub(super) fn batch(&self, took: Duration, answer: &Result<Vec<Outcome>, Error>) {
        let Ok(outcomes) = answer else { return };
        if outcomes.is_empty() {
            return;
        }
        self.batch_commands.observe(u32::try_from(outcomes.len()).map_or(f64::INFINITY, f64::from));
        self.commit_seconds.observe(took.as_secs_f64());
        let (mut accepted, mut replayed) = (0, 0);
        for outcome in outcomes {
            match outcome {
                Ok(receipt) if receipt.replayed => replayed += 1,
                Ok(_) => accepted += 1,
                Err(refusal) => {
                    self.refused.get_or_create(&[("reason", reason(refusal))]).inc();
                }
            }
        }
        self.accepted.inc_by(accepted);
        self.replayed.inc_by(replayed);
    }

    /// A lane has panicked.
    pub(super) fn panicked(&self) {
        self.panics.inc();
    }

    /// `commands` were answered that the store stays away.
    pub(super) fn failed(&self, commands: usize) {
        self.failed.inc_by(commands as u64);
    }
}

/// The stable word for a refusal.
const fn reason(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::InsufficientFunds { .. } => "insufficient_funds",
        Refusal::BadAmount => "bad_amount",
        Refusal::BalanceFull => "balance_full",
        Refusal::UnknownAccount => "unknown_account",
        Refusal::Panicked => "panicked",
        Refusal::RoundOpen => "round_open",
        Refusal::KeyConflict => "key_conflict",
        Refusal::Tombstoned => "tombstoned",
        Refusal::UnknownWallet => "unknown_wallet",
        Refusal::UnknownRound => "unknown_round",
        Refusal::RoundConflict => "round_conflict",
        Refusal::Archived => "archived",
        Refusal::SeedChanged => "seed_changed",
        Refusal::RoundsChanged => "rounds_changed",
        Refusal::BonusChanged => "bonus_changed",
        Refusal::LimitReached { .. } => "limit_reached",
        Refusal::RoundMax { .. } => "round_max",
        Refusal::BonusConflict => "bonus_conflict",
        Refusal::Stopped(_) => "stopped",
        Refusal::MaySignIn => "may_sign_in",
        Refusal::Game(_) => "game",
        Refusal::PreconditionFailed => "stale",
    }
}
