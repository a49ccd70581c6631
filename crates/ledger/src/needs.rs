//! What has to be loaded before a batch can be decided, beyond what is held already. Two looks: what the
//! commands name, and then what the keys and wallets found in the first look lead to. The second is empty
//! unless partners or players with limits are involved.

use crate::{Action, Answer, Batch, Command, Key, WalletId};

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
    for command in commands {
        if !batch.wallets.contains_key(&command.wallet) {
            needs.wallets.push(command.wallet);
        }
        let mut name = |key: Key| {
            if !batch.keys.contains_key(&key) {
                needs.keys.push(key);
            }
        };
        name(command.key);
        match &command.action {
            Action::Bet { round, .. } | Action::Win { round, .. } => name(round.key),
            Action::Rollback { original } => {
                name(*original);
                name(original.rollback());
            }
            Action::Step { round, .. } if !batch.rounds.contains_key(round) => needs.rounds.push(*round),
            _ => {}
        }
    }
    needs
}

/// What the loaded keys and wallets lead to.
pub fn second_needs<'a>(batch: &Batch, commands: impl Iterator<Item = &'a Command>) -> Needs {
    let mut needs = Needs::default();
    for command in commands {
        let limited = batch.wallets.get(&command.wallet).is_some_and(|wallet| wallet.limited);
        if limited && command.action.plays() && !batch.limits.contains_key(&command.wallet) {
            needs.limits.push(command.wallet);
        }
        let named = match &command.action {
            Action::Bet { round, .. } | Action::Win { round, .. } => round.key,
            Action::Rollback { original } => *original,
            _ => continue,
        };
        let Some(known) = batch.keys.get(&named) else { continue };
        match known.answer {
            Answer::Round => {
                needs.rounds.push(known.lsn.0);
            }
            Answer::Accepted { round, .. } => {
                needs.operations.push(known.lsn.0);
                needs.rounds.extend(round);
            }
            Answer::Tombstone => {}
        }
    }
    needs
}
