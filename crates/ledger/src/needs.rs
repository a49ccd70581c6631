//! What has to be loaded before a batch can be decided. Two looks: what the commands name, and then
//! what the keys and wallets found in the first look lead to. The second is empty unless partners or
//! players with limits are involved.

use std::collections::BTreeSet;

use crate::{Action, Answer, Batch, Command, Key, WalletId};

/// Names of rows to load, sorted and each once.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Wallets.
    pub wallets: BTreeSet<WalletId>,
    /// Keys.
    pub keys: BTreeSet<Key>,
    /// Rounds.
    pub rounds: BTreeSet<i64>,
    /// First places of commands whose transfers are wanted.
    pub operations: BTreeSet<i64>,
    /// Wallets whose limits are wanted.
    pub limits: BTreeSet<WalletId>,
}

/// What the commands name themselves.
pub fn first_needs<'a>(commands: impl Iterator<Item = &'a Command>) -> Needs {
    let mut needs = Needs::default();
    for command in commands {
        needs.wallets.insert(command.wallet);
        needs.keys.insert(command.key);
        match &command.action {
            Action::Step { round, .. } => {
                needs.rounds.insert(*round);
            }
            Action::Bet { round, .. } | Action::Win { round, .. } => {
                needs.keys.insert(round.key);
            }
            Action::Rollback { original } => {
                needs.keys.extend([*original, original.rollback()]);
            }
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
        if limited && command.action.plays() {
            needs.limits.insert(command.wallet);
        }
        let named = match &command.action {
            Action::Bet { round, .. } | Action::Win { round, .. } => round.key,
            Action::Rollback { original } => *original,
            _ => continue,
        };
        let Some(known) = batch.keys.get(&named) else { continue };
        match known.answer {
            Answer::Round => {
                needs.rounds.insert(known.lsn.0);
            }
            Answer::Accepted { round, .. } => {
                needs.operations.insert(known.lsn.0);
                needs.rounds.extend(round);
            }
            Answer::Tombstone => {}
        }
    }
    needs
}
