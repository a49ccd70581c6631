//! The ledger with its tables in memory: the fourth part of the books, and the one that is fast enough for
//! tens of thousands of histories.

use std::collections::BTreeMap;

use croupier_ledger::{
    AccountId, Batch, BetLimit, Command, Lsn, Part, SubAccount, Transfer, TransferKind, Wallet, WalletId,
    decide,
};

use crate::commands::{Accounts, Names};
use crate::history::{Event, KeyedCommand, WALLETS};
use crate::model::{Model, Response, RoundName, RoundState, WalletBooks};

/// One player's books.
#[derive(Debug)]
pub struct Memory {
    batch: Batch,
    transfers: Vec<Transfer>,
    names: Names,
}

/// System accounts of a wallet.
fn accounts(wallet: WalletId) -> Accounts {
    let account = |number| AccountId::system(10 * wallet + number);
    Accounts { payments: account(1), games: account(2), bonus_funding: account(3), adjustment: account(4) }
}

fn wallet_id(sub_wallet: usize) -> WalletId {
    // A history has a handful of wallets.
    WalletId::try_from(sub_wallet).map_or(WalletId::MAX, |sub_wallet| sub_wallet + 1)
}

impl Default for Memory {
    fn default() -> Self {
        let wallet = |sub_wallet| (wallet_id(sub_wallet), Wallet::new(wallet_id(sub_wallet), 1));
        let wallets = (0..WALLETS).map(wallet).collect();
        let batch = Batch { next_seq: 1, wallets, ..Batch::default() };
        let names =
            Names::new("history".to_owned(), [accounts(1), accounts(2)], [wallet_id(0), wallet_id(1)]);
        Self { batch, transfers: Vec::new(), names }
    }
}

impl Memory {
    /// Takes in events that are committed together; answers what the commands among them are told.
    pub fn take(&mut self, events: &[Event]) -> Vec<Response> {
        let mut reported = Vec::new();
        let mut waiting: Vec<KeyedCommand> = Vec::new();
        for event in events {
            match event {
                Event::Command(asked) => {
                    if Names::waits_for(asked, &waiting) {
                        self.commit(&mut waiting, &mut reported);
                    }
                    waiting.push(asked.clone());
                }
                Event::Stop { reason, until } => {
                    self.commit(&mut waiting, &mut reported);
                    self.batch.wallets.values_mut().for_each(|wallet| {
                        let end = wallet.stops.until(*reason).max(*until);
                        wallet.stops.set(*reason, if *until == 0 { 0 } else { end });
                    });
                }
                Event::Limit { sub_wallet, kind, period, cap, at } => {
                    self.commit(&mut waiting, &mut reported);
                    self.batch.next_seq += 1;
                    let (id, since) = (wallet_id(*sub_wallet), Lsn::new(0, self.batch.next_seq));
                    let limits = self.batch.limits.entry(id).or_default();
                    let known =
                        limits.iter().position(|limit| (limit.kind, limit.period) == (*kind, *period));
                    match (cap, known) {
                        (None, Some(index)) => drop(limits.remove(index)),
                        (None, None) => {}
                        (Some(cap), Some(index)) => limits[index].cap = *cap,
                        (Some(cap), None) => {
                            limits.push(BetLimit::new(id, (*kind, *period), *cap, *at, since));
                            limits.sort_unstable_by_key(|limit| (limit.kind, limit.period));
                        }
                    }
                }
            }
        }
        self.commit(&mut waiting, &mut reported);
        reported
    }

    fn commit(&mut self, waiting: &mut Vec<KeyedCommand>, reported: &mut Vec<Response>) {
        let part = |asked: &KeyedCommand| Part {
            key: self.names.key(asked.key),
            fingerprint: self.names.fingerprint(asked),
            wallet: wallet_id(asked.sub_wallet),
            action: self.names.action(asked),
            facts: Vec::new(),
        };
        let command = |asked: &KeyedCommand| {
            let mut parts = asked.parts().iter().map(part).collect::<Vec<_>>().into_iter();
            let first = parts.next()?;
            Some(Command { at: asked.at, part: first, linked: parts.collect() })
        };
        let commands: Vec<Command> = waiting.iter().filter_map(command).collect();
        let (outcomes, writes) = decide(&mut self.batch, &commands);
        self.transfers.extend(writes.transfers);
        for (asked, outcome) in waiting.drain(..).zip(outcomes) {
            reported.push(self.names.reported(&asked, outcome));
        }
    }

    /// What differs from the books of `model`, and what is not exact in itself.
    pub fn differences(&self, model: &Model) -> Vec<String> {
        let mut found = Vec::new();
        let mut differ = |what: String, ours: String, theirs: String| {
            if ours != theirs {
                found.push(format!("{what}: {ours}, and the reference has {theirs}"));
            }
        };
        let sums = self.sums();
        for (sub_wallet, books) in model.books().into_iter().enumerate() {
            let wallet = &self.batch.wallets[&wallet_id(sub_wallet)];
            differ(
                format!("wallet {sub_wallet}"),
                format!("{:?}", wallet_books(wallet)),
                format!("{books:?}"),
            );
            let of = |sub_account| sums.get(&AccountId::of(wallet.id, sub_account)).copied().unwrap_or(0);
            let (rows, stored) = (SubAccount::ALL.map(of), wallet.balances.all());
            differ(format!("transfers of wallet {sub_wallet}"), format!("{rows:?}"), format!("{stored:?}"));
            let limits = self.batch.limits.get(&wallet.id).map(Vec::as_slice).unwrap_or_default();
            let limits = limits.iter().map(|l| (l.kind, l.period, l.cap, l.net, l.until)).collect::<Vec<_>>();
            differ(
                format!("limits {sub_wallet}"),
                format!("{limits:?}"),
                format!("{:?}", model.limits(sub_wallet)),
            );
            let accounts = accounts(wallet.id);
            let system_accounts =
                [accounts.payments, accounts.games, accounts.bonus_funding, accounts.adjustment];
            let system_accounts = system_accounts.map(|account| sums.get(&account).copied().unwrap_or(0));
            let h = model.system_accounts(sub_wallet);
            let theirs = [h.payments, h.games, h.bonus_funding, h.adjustment];
            differ(
                format!("system accounts of {sub_wallet}"),
                format!("{system_accounts:?}"),
                format!("{theirs:?}"),
            );
        }
        differ("sum over all accounts".to_owned(), sums.values().sum::<i64>().to_string(), "0".to_owned());
        differ("rounds".to_owned(), format!("{:?}", self.rounds()), format!("{:?}", model.rounds()));
        let rising = self.transfers.is_sorted_by(|a, b| a.lsn < b.lsn);
        differ("log numbers rise".to_owned(), rising.to_string(), true.to_string());
        found
    }

    fn sums(&self) -> BTreeMap<AccountId, i64> {
        let mut sums = BTreeMap::new();
        for transfer in &self.transfers {
            *sums.entry(transfer.debit).or_default() -= transfer.amount;
            *sums.entry(transfer.credit).or_default() += transfer.amount;
        }
        sums
    }

    fn rounds(&self) -> BTreeMap<RoundName, RoundState> {
        let state = |id: &i64| {
            let round = &self.batch.rounds[id];
            let (status, version) = (round.status, round.version);
            let (stake, stake_bonus, win) = (round.stake, round.stake_bonus, round.win);
            RoundState { status, stake, stake_bonus, win, version }
        };
        self.names.rounds().iter().map(|(name, id)| (*name, state(id))).collect()
    }

    /// Whether a bet, win or rollback of the history moved money of a bonus.
    pub fn played_with_bonus(&self) -> bool {
        let is_of_bonus = |account: AccountId| account.sub_account() == Some(SubAccount::Bonus);
        self.transfers.iter().any(|t| t.kind == TransferKind::Bet && is_of_bonus(t.debit))
    }
}

fn wallet_books(wallet: &Wallet) -> WalletBooks {
    use SubAccount::{Bonus, Cash, FreespinWin, Held, Stake};
    let balances = [Cash, Held, Bonus, Stake, FreespinWin].map(|of| wallet.balance(of));
    (balances, wallet.bonus_id, wallet.seed_no, wallet.nonce, wallet.open_rounds)
}
