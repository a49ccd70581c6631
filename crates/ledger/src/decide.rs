//! The decision: commands in order, each answered by transfers or by a refusal.
//!
//! `draft` is one command being worked out, with the one way to move money; `play` is bets, wins and
//! rollbacks; `bonus` is the bonus purse.

mod bonus;
mod draft;
mod play;

use rustc_hash::FxHashSet;

use crate::{
    Action, Answer, Batch, Command, KeyRow, Outcome, Receipt, Refusal, Round, TransferKind, WalletId, Writes,
};
use draft::Draft;

/// Decides `commands` in order on `batch`, which is brought up to date as it goes, so that a later
/// command sees what an earlier one did. Answers come in the order of the commands.
pub fn decide<'a>(
    batch: &mut Batch,
    commands: impl IntoIterator<Item = &'a Command>,
) -> (Vec<Outcome>, Writes) {
    let mut open = Open::default();
    let outcomes = commands.into_iter().map(|command| open.decide(batch, command)).collect();
    (outcomes, open.close(batch))
}

/// A batch that is decided command by command as they come.
#[derive(Debug, Default)]
pub struct Open {
    writes: Writes,
    touched: Touched,
}

impl Open {
    /// Decides the next command, as [`decide`] does.
    pub fn decide(&mut self, batch: &mut Batch, command: &Command) -> Outcome {
        one(batch, command, &mut self.writes, &mut self.touched)
    }

    /// All that the commands so far write.
    pub fn close(mut self, batch: &Batch) -> Writes {
        self.touched.collect(batch, &mut self.writes);
        self.writes.next_seq = batch.next_seq;
        self.writes
    }
}

/// What has to be written back at the end of the batch, each once however often it changed.
#[derive(Debug, Default)]
struct Touched {
    wallets: FxHashSet<WalletId>,
    opened: FxHashSet<i64>,
    changed: FxHashSet<i64>,
    limits: FxHashSet<WalletId>,
}

impl Touched {
    fn collect(&self, batch: &Batch, writes: &mut Writes) {
        let rounds = |ids: &FxHashSet<i64>| {
            let mut rounds: Vec<Round> = ids.iter().filter_map(|id| batch.rounds.get(id).cloned()).collect();
            rounds.sort_unstable_by_key(|round| round.id);
            rounds
        };
        writes.rounds_opened = rounds(&self.opened);
        writes.rounds_changed = rounds(&self.changed);
        writes.wallets = self.wallets.iter().filter_map(|id| batch.wallets.get(id).cloned()).collect();
        writes.wallets.sort_unstable_by_key(|wallet| wallet.id);
        writes.limits = self.limits.iter().filter_map(|id| batch.limits.get(id)).flatten().cloned().collect();
        writes.limits.sort_unstable_by_key(|limit| (limit.wallet, limit.kind, limit.period));
    }
}

fn one(batch: &mut Batch, command: &Command, writes: &mut Writes, touched: &mut Touched) -> Outcome {
    if let Some(known) = batch.keys.get(&command.key) {
        return replay(known, command);
    }
    let wallet = batch.wallets.get(&command.wallet).ok_or(Refusal::UnknownWallet)?.clone();
    let mut draft = Draft::new(batch, command, wallet);
    draft.act(&command.action)?;
    Ok(draft.finish(writes, touched))
}

fn replay(known: &KeyRow, command: &Command) -> Outcome {
    match known.answer {
        Answer::Tombstone => Err(Refusal::Tombstoned),
        Answer::Accepted { cash, held, bonus, round } if known.fingerprint == command.fingerprint => {
            let lsn = known.lsn;
            Ok(Receipt { lsn, replayed: true, cash, held, bonus, round_id: round, round: None })
        }
        Answer::Accepted { .. } | Answer::Round => Err(Refusal::KeyConflict),
    }
}

impl Draft<'_> {
    fn act(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Deposit { from, amount } => {
                self.transfer(TransferKind::Deposit, *from, self.cash(), *amount)
            }
            Action::Play { game, house, stake, seed_no, waiting, settle } => {
                self.play(*game, *house, *stake, *seed_no, *waiting, settle)
            }
            Action::Step { round, version, settle } => self.step(*round, *version, settle),
            Action::Bet { round, amount } => self.bet(*round, *amount),
            Action::Win { round, amount, closes } => self.win(*round, *amount, *closes),
            Action::Rollback { original } => self.rollback(*original),
            Action::PayoutHold { amount } => {
                self.transfer(TransferKind::PayoutHold, self.cash(), self.held(), *amount)
            }
            Action::PayoutRelease { amount } => {
                self.transfer(TransferKind::PayoutRelease, self.held(), self.cash(), *amount)
            }
            Action::PayoutFinish { to, amount } => {
                self.transfer(TransferKind::PayoutFinish, self.held(), *to, *amount)
            }
            Action::Adjust { house, amount } if *amount < 0 => {
                let taken = amount.checked_neg().ok_or(Refusal::BadAmount)?;
                self.transfer(TransferKind::Adjust, self.cash(), *house, taken)
            }
            Action::Adjust { house, amount } => {
                self.transfer(TransferKind::Adjust, *house, self.cash(), *amount)
            }
            Action::BonusGrant { bonus, from, amount } => self.grant(*bonus, *from, *amount),
            Action::BonusConvert { bonus, most } => self.convert(*bonus, *most),
            Action::BonusForfeit { bonus } => self.convert(*bonus, 0),
            Action::RotateSeed { seed_no } => {
                self.same_seed(*seed_no)?;
                self.wallet.seed_no += 1;
                self.note("seed.rotated", format!(r#"{{"wallet":{},"seed_no":{seed_no}}}"#, self.wallet.id));
                Ok(())
            }
        }
    }
}
