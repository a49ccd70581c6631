//! What has to be loaded before a batch can be decided, beyond what is held already. Two looks: what the
//! commands name, and then what the keys and wallets found in the first look lead to. The second is empty
//! unless partners or players with limits are involved.

use crate::{Action, Answer, Batch, Command, Key, KeyRow, Part, WalletId};

/// Names of rows to load, in the order of the commands; one may stand more than once.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Wallets.
    pub wallets: Vec<WalletId>,
    /// Keys.
    pub keys: Vec<Key>,
    /// Rounds.
    pub rounds: Vec<i64>,
    /// First places of commands whose transfers are wanted.
    pub operations: Vec<i64>,
    /// Wallets whose limits are wanted.
    pub limits: Vec<WalletId>,
}

/// What the commands name themselves and `batch` does not hold yet.
pub fn first_needs<'a>(batch: &Batch, commands: impl Iterator<Item = &'a Command>) -> Needs {
    let mut needs = Needs::default();
    for part in commands.flat_map(Command::parts) {
        if !batch.wallets.contains_key(&part.wallet) {
            needs.wallets.push(part.wallet);
        }
        needs.keys.extend(keys_of(part).filter(|key| !batch.keys.contains_key(key)));
        needs.rounds.extend(stepped(part).filter(|round| !batch.rounds.contains_key(round)));
    }
    needs
}

/// What the loaded keys and wallets lead to.
pub fn second_needs<'a>(batch: &Batch, commands: impl Iterator<Item = &'a Command>) -> Needs {
    let mut needs = Needs::default();
    for part in commands.flat_map(Command::parts) {
        if lacks_limits(batch, part) {
            needs.limits.push(part.wallet);
        }
        let (operation, round) = led_to(batch, part);
        needs.operations.extend(operation);
        needs.rounds.extend(round);
    }
    needs
}

/// Whether `batch` holds all that `command` needs. `is_taken` says of a key that is not held whether a command may
/// have taken it.
pub fn is_held(batch: &Batch, command: &Command, is_taken: impl Fn(Key) -> bool) -> bool {
    command.parts().all(|part| {
        batch.wallets.contains_key(&part.wallet)
            && !lacks_limits(batch, part)
            && stepped(part).all(|round| batch.rounds.contains_key(&round))
            && led_to(batch, part) == (None, None)
            && keys_of(part).all(|key| batch.keys.contains_key(&key) || !is_taken(key))
    })
}

/// The keys that a part names.
fn keys_of(part: &Part) -> impl Iterator<Item = Key> {
    let (named, also) = match &part.action {
        Action::Bet { round, .. } | Action::Win { round, .. } => (Some(round.key), None),
        Action::Rollback { original } => (Some(*original), Some(original.rollback())),
        _ => (None, None),
    };
    [Some(part.key), named, also].into_iter().flatten()
}

/// The round that a part goes on with by its number.
fn stepped(part: &Part) -> impl Iterator<Item = i64> {
    let round = match &part.action {
        Action::Step { round, .. } => Some(*round),
        _ => None,
    };
    round.into_iter()
}

/// Whether the limits that the part is held to are still to be loaded.
fn lacks_limits(batch: &Batch, part: &Part) -> bool {
    let limited = batch.wallets.get(&part.wallet).is_some_and(|wallet| wallet.limited);
    limited && part.action.is_limited() && !batch.limits.contains_key(&part.wallet)
}

/// The operation and the round that the key named by a part leads to, where `batch` does not hold them yet. It
/// holds what a command before it in the same batch has done.
fn led_to(batch: &Batch, part: &Part) -> (Option<i64>, Option<i64>) {
    let named = match &part.action {
        Action::Bet { round, .. } | Action::Win { round, .. } => round.key,
        Action::Rollback { original } => *original,
        _ => return (None, None),
    };
    let (operation, round) = match batch.keys.get(&named) {
        Some(KeyRow { answer: Answer::Round, lsn, .. }) => (None, Some(lsn.0)),
        Some(KeyRow { answer: Answer::Accepted { round, .. }, lsn, .. }) => (Some(*lsn), *round),
        _ => (None, None),
    };
    (
        operation.filter(|lsn| !batch.operations.contains_key(lsn)).map(|lsn| lsn.0),
        round.filter(|round| !batch.rounds.contains_key(round)),
    )
}
