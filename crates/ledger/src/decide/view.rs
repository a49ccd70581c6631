//! What a part of a command sees, and what it leaves when it is accepted.

use super::Touched;
use crate::{
    Batch, BetLimit, Fact, Key, KeyRow, Lsn, PlayerId, Receipt, Round, Transfer, Wallet, WalletId, Writes,
};

/// What a part sees: the batch, and above it the parts of its command that were accepted before it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) batch: &'a Batch,
    pub(super) earlier: &'a [Done],
}

impl<'a> View<'a> {
    pub(super) fn key(self, key: Key) -> Option<&'a KeyRow> {
        let own = self.earlier.iter().flat_map(|done| &done.keys).find(|row| row.key == key);
        own.or_else(|| self.batch.keys.get(&key))
    }

    pub(super) fn wallet(self, id: WalletId) -> Option<&'a Wallet> {
        let own = self.earlier.iter().rev().map(|done| &done.wallet).find(|wallet| wallet.id == id);
        own.or_else(|| self.batch.wallets.get(&id))
    }

    pub(super) fn round(self, id: i64) -> Option<&'a Round> {
        let own =
            self.earlier.iter().rev().filter_map(|done| done.round.as_ref()).find(|round| round.id == id);
        own.or_else(|| self.batch.rounds.get(&id))
    }

    /// The transfers of the part whose first place is `op`.
    pub(super) fn transfers(self, op: Lsn) -> &'a [Transfer] {
        let own = self.earlier.iter().find(|done| done.op == op).map(|done| &done.transfers);
        own.or_else(|| self.batch.operations.get(&op)).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn limits(self, wallet: WalletId) -> &'a [BetLimit] {
        let own = self.earlier.iter().rev().find(|done| done.wallet.id == wallet && !done.limits.is_empty());
        let limits = own.map(|done| &done.limits).or_else(|| self.batch.limits.get(&wallet));
        limits.map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn next_lsn(self) -> Lsn {
        self.earlier.last().map_or(Lsn::new(self.batch.lane, self.batch.next_seq), |done| done.next_lsn)
    }
}

/// A part that was accepted, with all that it writes.
pub(super) struct Done {
    pub(super) op: Lsn,
    pub(super) next_lsn: Lsn,
    pub(super) wallet: Wallet,
    pub(super) transfers: Vec<Transfer>,
    pub(super) facts: Vec<(Lsn, PlayerId, i64, Fact)>,
    pub(super) keys: Vec<KeyRow>,
    pub(super) round: Option<Round>,
    pub(super) opens: bool,
    pub(super) limits: Vec<BetLimit>,
}

impl Done {
    pub(super) fn receipt(&self) -> Receipt {
        Receipt {
            lsn: self.op,
            replayed: false,
            cash: self.wallet.cash(),
            held: self.wallet.held(),
            bonus: self.wallet.bonus(),
            round_id: self.round.as_ref().map(|round| round.id),
            round: self.round.clone(),
            linked: Vec::new(),
        }
    }

    /// Brings the batch up to date, and adds what the part writes.
    pub(super) fn book(mut self, batch: &mut Batch, writes: &mut Writes, touched: &mut Touched) {
        batch.next_seq = self.next_lsn.seq();
        for row in self.keys {
            batch.keys.insert(row.key, row);
            writes.keys.push(row);
        }
        if let Some(round) = self.round {
            if self.opens {
                touched.opened.insert(round.id);
            } else if !touched.opened.contains(&round.id) {
                touched.changed.insert(round.id);
            }
            batch.rounds.insert(round.id, round);
        }
        if !self.limits.is_empty() && batch.limits.get(&self.wallet.id) != Some(&self.limits) {
            batch.limits.insert(self.wallet.id, self.limits);
            touched.limits.insert(self.wallet.id);
        }
        touched.wallets.insert(self.wallet.id);
        batch.wallets.insert(self.wallet.id, self.wallet);
        if !self.transfers.is_empty() {
            batch.operations.insert(self.op, self.transfers.clone());
            writes.transfers.append(&mut self.transfers);
        }
        writes.facts.append(&mut self.facts);
    }
}
