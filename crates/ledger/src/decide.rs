//! The decision: commands in order, each answered by transfers or by a refusal.
//!
//! `draft` is one part of a command being worked out, with the one way to move money; `play` is bets and wins,
//! `rollback` takes them back, and `bonus` is the money of the active bonus.

mod bonus;
mod draft;
mod play;
mod rollback;
mod view;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::FxHashSet;

use crate::{
    Action, Answer, Batch, Command, KeyRow, Outcome, Part, Receipt, Refusal, Round, StopReason, TransferKind,
    WalletId, Writes,
};
use draft::Draft;
use view::{Done, View};

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

/// Decides all parts of a command. Nothing of it shows in `batch` before all of them are accepted.
fn one(batch: &mut Batch, command: &Command, writes: &mut Writes, touched: &mut Touched) -> Outcome {
    let mut done: Vec<Done> = Vec::with_capacity(1 + command.linked.len());
    let mut receipts: Vec<Receipt> = Vec::with_capacity(command.linked.len());
    let mut first = None;
    for part in command.parts() {
        let receipt = if let Some(known) = (View { batch, earlier: &done }).key(part.key) {
            replay(known, part)?
        } else {
            let accepted = accept(View { batch, earlier: &done }, command.at, part)?;
            let receipt = accepted.receipt();
            done.push(accepted);
            receipt
        };
        match first {
            None => first = Some(receipt),
            Some(_) => receipts.push(receipt),
        }
    }
    for accepted in done {
        accepted.book(batch, writes, touched);
    }
    // A command has a first part.
    first.map(|first| Receipt { linked: receipts, ..first }).ok_or(Refusal::UnknownWallet)
}

/// Decides one part after the `view.earlier` ones.
fn accept(view: View<'_>, at: i64, part: &Part) -> Result<Done, Refusal> {
    let wallet = view.wallet(part.wallet).ok_or(Refusal::UnknownWallet)?.clone();
    let mut draft = Draft::new(view, at, part, wallet);
    // A rule of a game that panics fails its own command. The draft works on copies, so the batch is untouched.
    catch_unwind(AssertUnwindSafe(|| draft.act(&part.action))).unwrap_or(Err(Refusal::Panicked))?;
    Ok(draft.finish())
}

fn replay(known: &KeyRow, part: &Part) -> Outcome {
    match known.answer {
        Answer::Tombstone => Err(Refusal::Tombstoned),
        Answer::Accepted { cash, held, bonus, round } if known.fingerprint == part.fingerprint => {
            let (lsn, linked) = (known.lsn, Vec::new());
            Ok(Receipt { lsn, replayed: true, cash, held, bonus, round_id: round, round: None, linked })
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
            Action::Play { game, system, funding, stake, win_max, seed_no, open_rounds, settle } => {
                self.may_bet()?;
                self.same_seed(*seed_no)?;
                self.same_rounds(*open_rounds)?;
                self.play((*game, *system, *funding), *stake, *win_max, settle)
            }
            Action::Step { round, version, settle } => self.step(*round, *version, settle),
            Action::Bet { round, funding, amount, round_max } => {
                self.bet(*round, *funding, *amount, *round_max)
            }
            Action::Win { round, amount, closes } => self.win(*round, *amount, *closes),
            Action::Rollback { original } => self.rollback(*original),
            Action::PayoutHold { amount } => {
                self.not_stopped(StopReason::forbids_cashouts)?;
                self.transfer(TransferKind::PayoutHold, self.cash(), self.held(), *amount)
            }
            Action::PayoutHoldOnBehalf { amount } => {
                self.not_stopped(StopReason::forbids_cashouts_on_behalf)?;
                self.shut_out()?;
                self.transfer(TransferKind::PayoutHold, self.cash(), self.held(), *amount)
            }
            Action::PayoutRelease { amount } => {
                self.transfer(TransferKind::PayoutRelease, self.held(), self.cash(), *amount)
            }
            Action::PayoutFinish { to, amount } => {
                self.transfer(TransferKind::PayoutFinish, self.held(), *to, *amount)
            }
            Action::Adjust { system, amount } if *amount < 0 => {
                let taken = amount.checked_neg().ok_or(Refusal::BadAmount)?;
                self.transfer(TransferKind::Adjust, self.cash(), *system, taken)
            }
            Action::Adjust { system, amount } => {
                self.transfer(TransferKind::Adjust, *system, self.cash(), *amount)
            }
            Action::Move { from, to, amount } => self.move_between(*from, *to, *amount),
            Action::BonusGrant { bonus, from, amount } => self.grant(*bonus, *from, *amount),
            Action::BonusConvert { bonus, most } => self.convert(*bonus, *most),
            Action::BonusForfeit { bonus } => self.convert(*bonus, 0),
            Action::BonusFinish { bonus, holds, cash_max, most } => {
                self.finish_bonus(*bonus, *holds, *cash_max, *most)
            }
            Action::RotateSeed { seed_no } => {
                self.same_seed(*seed_no)?;
                if self.wallet.open_rounds > 0 {
                    return Err(Refusal::RoundOpen);
                }
                self.wallet.seed_no += 1;
                self.note("seed.rotated", format!(r#"{{"wallet":{},"seed_no":{seed_no}}}"#, self.wallet.id));
                Ok(())
            }
        }
    }
}
