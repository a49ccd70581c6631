//! A history's commands as the ledger takes them, and the ledger's answers as the reference tells them.

use std::collections::BTreeMap;

use croupier_ledger::{
    AccountId, Action, Funding, Key, Receipt, Refusal, RoundRef, Settle, Settlement, SubAccount, WalletId,
};

use crate::history::{Ask, KeyedCommand, WALLETS};
use crate::model::{Response, RoundName, RoundState};

/// Who pays the free rounds of a history.
const FREE: Funding = Funding::Grant { grant: 1, to: SubAccount::FreespinWin };

/// The server's accounts in one currency.
#[derive(Debug, Clone, Copy)]
pub struct Accounts {
    /// Payment partners.
    pub payments: AccountId,
    /// Game providers.
    pub games: AccountId,
    /// What bonuses cost.
    pub bonus_funding: AccountId,
    /// Corrections.
    pub adjustment: AccountId,
}

/// How one history's names are told in one store.
#[derive(Debug, Clone)]
pub struct Names {
    /// Tells histories in one store apart.
    space: String,
    accounts: [Accounts; WALLETS],
    /// The numbers of the wallets.
    wallets: [WalletId; WALLETS],
    rounds: BTreeMap<RoundName, i64>,
}

impl Names {
    /// The names of the history `space`.
    pub const fn new(space: String, accounts: [Accounts; WALLETS], wallets: [WalletId; WALLETS]) -> Self {
        Self { space, accounts, wallets, rounds: BTreeMap::new() }
    }

    /// The key of a command.
    pub fn key(&self, key: u32) -> Key {
        Key::new(&self.space, &key.to_string())
    }

    /// What stands for the content of a command.
    pub fn fingerprint(&self, asked: &KeyedCommand) -> Key {
        Key::new(&self.space, &format!("{} {:?}", asked.sub_wallet, asked.ask))
    }

    /// Whether `asked` names a round that `others`, not answered yet, may open.
    pub fn waits_for(asked: &KeyedCommand, others: &[KeyedCommand]) -> bool {
        matches!(asked.ask, Ask::Step { opened_by, .. } if others.iter().any(|other| other.key == opened_by))
    }

    /// What a part asks of the ledger.
    pub fn action(&self, asked: &KeyedCommand) -> Action {
        let (accounts, wallet) = (self.accounts[asked.sub_wallet], self.wallets[asked.sub_wallet]);
        let partner = |number: u32| RoundRef {
            key: Key::new(&format!("{} round", self.space), &number.to_string()),
            game: 2,
            system: accounts.games,
        };
        match asked.ask.clone() {
            Ask::Deposit { amount } => Action::Deposit { from: accounts.payments, amount },
            Ask::Play { stake, win, open, seed_no, open_rounds, refuse } => {
                let settle = settle(win, open, refuse);
                let (system, win_max) = (accounts.games, win.max(0));
                Action::Play {
                    game: 1,
                    system,
                    funding: Funding::Wallet,
                    stake,
                    win_max,
                    seed_no,
                    open_rounds,
                    settle,
                }
            }
            Ask::Step { opened_by, version, win, open } => {
                let round = self.rounds.get(&RoundName::Own(opened_by)).copied().unwrap_or(-1);
                Action::Step { round, version, settle: settle(win, open, false) }
            }
            // A bet with its win is asked part by part.
            Ask::Bet { round, amount } | Ask::BetAndWin { round, amount, .. } => {
                Action::bet(partner(round), amount)
            }
            Ask::Win { round, amount, closes } => Action::Win { round: partner(round), amount, closes },
            Ask::FreeSpin { win, open, seed_no, open_rounds } => Action::Play {
                game: 1,
                system: accounts.games,
                funding: FREE,
                stake: 0,
                win_max: win.max(0),
                seed_no,
                open_rounds,
                settle: settle(win, open, false),
            },
            Ask::FreeBet { round } => {
                Action::Bet { round: partner(round), funding: FREE, amount: 0, round_max: None }
            }
            Ask::Move { amount } if amount < 0 => {
                let from = AccountId::of(wallet, SubAccount::Cash);
                Action::Move { from, to: accounts.adjustment, amount: -amount }
            }
            Ask::Move { amount } => Action::Move {
                from: AccountId::of(wallet, SubAccount::FreespinWin),
                to: AccountId::of(wallet, SubAccount::Cash),
                amount,
            },
            Ask::Rollback { original } => Action::Rollback { original: self.key(original) },
            Ask::Hold { amount } => Action::PayoutHold { amount },
            Ask::Release { amount } => Action::PayoutRelease { amount },
            Ask::Finish { amount } => Action::PayoutFinish { to: accounts.payments, amount },
            Ask::Adjust { amount } => Action::Adjust { system: accounts.adjustment, amount },
            Ask::Grant { bonus, amount } => {
                Action::BonusGrant { bonus, from: accounts.bonus_funding, amount }
            }
            Ask::Convert { bonus, most } => Action::BonusConvert { bonus, most },
            Ask::Forfeit { bonus } => Action::BonusForfeit { bonus },
            Ask::EndBonus { bonus, holds, cash_max, most } => {
                Action::BonusFinish { bonus, holds, cash_max, most }
            }
            Ask::Rotate { seed_no } => Action::RotateSeed { seed_no },
        }
    }

    /// What `asked` was answered, in the reference's words: the answer to its last part.
    pub fn reported(&mut self, asked: &KeyedCommand, outcome: Result<Receipt, Refusal>) -> Response {
        let first = match outcome {
            Ok(receipt) => receipt,
            Err(refusal) => return Response::No(refusal),
        };
        let linked = first.linked.clone();
        let receipts = std::iter::once(first).chain(linked);
        let mut reported: Vec<Response> = asked
            .parts()
            .iter()
            .zip(receipts)
            .map(|(part, receipt)| self.part_reported(part, receipt))
            .collect();
        reported.pop().unwrap_or(Response::No(Refusal::UnknownWallet))
    }

    fn part_reported(&mut self, asked: &KeyedCommand, receipt: Receipt) -> Response {
        let Receipt { replayed, cash, held, bonus, round_id, round, .. } = receipt;
        if let Some(id) = round_id
            && !self.rounds.values().any(|known| *known == id)
        {
            let name = match asked.ask {
                Ask::Bet { round, .. } | Ask::FreeBet { round } => RoundName::Partner(round),
                _ => RoundName::Own(asked.key),
            };
            self.rounds.insert(name, id);
        }
        let round_name = round_id.and_then(|id| self.rounds.iter().find(|(_, known)| **known == id));
        let state = round.map(|round| RoundState {
            status: round.status,
            stake: round.stake,
            stake_bonus: round.stake_bonus,
            win: round.win,
            version: round.version,
        });
        Response::Yes { replayed, cash, held, bonus, round: round_name.map(|(name, _)| *name), state }
    }

    /// The numbers of the rounds in this store.
    pub const fn rounds(&self) -> &BTreeMap<RoundName, i64> {
        &self.rounds
    }
}

fn settle(win: i64, open: bool, refuse: bool) -> Settle {
    Settle::new(move |_| {
        if refuse {
            return Err(Refusal::Game("test_refuses"));
        }
        Ok(Settlement { win, open, detail: String::new(), facts: Vec::new() })
    })
}
