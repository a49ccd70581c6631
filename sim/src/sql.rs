//! Histories through the wallet's facade and its pipe, on a real store, beside the reference.
//!
//! The histories of several players run at once: their commands are mixed in a random order and handed to
//! the pipe in pieces of random size, each piece at once, so that they are cut into batches as it happens.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Row, params};
use croupier_ledger::{Action, LimitKind, LimitPeriod, Receipt, Refusal, RoundStatus, StopReason};
use croupier_server::account::stops::{StopChange, lift_stop, stop_player};
use croupier_server::wallet::{self, LimitOf, Order, Wallet, WalletError};
use futures_util::future::join_all;

use crate::chance::Chance;
use crate::commands::{Accounts, Names};
use crate::history::{Event, KeyedCommand, WALLETS, currency};
use crate::model::{Model, Response, RoundName, RoundState};

/// A store under test.
#[derive(Debug)]
pub struct Store {
    db: Db,
    wallet: Wallet,
    accounts: [Accounts; WALLETS],
    players: AtomicI64,
}

/// A command in the order of the run: which history, which event of it, and what the reference tells.
struct Due {
    history: usize,
    asked: KeyedCommand,
    expected: Response,
}

impl Store {
    /// A store on `db`, whose tables are there; has to be called within a runtime.
    pub async fn new(db: Db) -> Result<Self> {
        let wallet = Wallet::start(db.clone());
        let accounts = [accounts(&wallet, 0).await?, accounts(&wallet, 1).await?];
        Ok(Self { db, wallet, accounts, players: AtomicI64::new(1) })
    }

    /// Runs `histories` side by side; answers what differs from the reference.
    pub async fn run(&self, seed: u64, histories: &[Vec<Event>]) -> Result<Vec<String>> {
        let mut runs = Vec::new();
        for _ in histories {
            runs.push(self.open().await?);
        }
        let mut chance = Chance::new(seed);
        let mut next = vec![0; histories.len()];
        let mut waiting: Vec<Due> = Vec::new();
        let mut found = Vec::new();
        loop {
            let left: Vec<usize> = (0..histories.len()).filter(|h| next[*h] < histories[*h].len()).collect();
            let piece = 1 + chance.below(48) as usize;
            if left.is_empty() || waiting.len() >= piece {
                self.commit(&mut runs, &mut waiting, &mut found).await;
            }
            if left.is_empty() {
                break;
            }
            let history = chance.pick(&left);
            let event = &histories[history][next[history]];
            next[history] += 1;
            let Event::Command(asked) = event else {
                self.commit(&mut runs, &mut waiting, &mut found).await;
                runs[history].model.take(event);
                change(&self.db, &self.wallet, runs[history].player, event).await?;
                continue;
            };
            let own: Vec<KeyedCommand> =
                waiting.iter().filter(|due| due.history == history).map(|due| due.asked.clone()).collect();
            if Names::waits_for(asked, &own) {
                self.commit(&mut runs, &mut waiting, &mut found).await;
            }
            let expected = runs[history].model.take(event).context("commands are answered")?;
            waiting.push(Due { history, asked: asked.clone(), expected });
        }
        self.ask_again(&mut runs, histories, &mut found).await;
        for run in &runs {
            found.extend(books(&self.db, run).await?);
        }
        Ok(found)
    }

    /// What breaks the rules of the books, all histories together.
    pub async fn check(&self) -> Result<Vec<String>> {
        let findings = wallet::check(&self.db).await?;
        Ok(findings.into_iter().map(|finding| format!("{}: {:?}", finding.rule, finding.rows)).collect())
    }

    async fn open(&self) -> Result<Run> {
        let player = self.players.fetch_add(1, Ordering::Relaxed);
        let mut tx = self.db.begin().await?;
        for sub_wallet in 0..WALLETS {
            self.wallet
                .open(&mut tx, player, currency(sub_wallet))
                .await
                .map_err(|e| anyhow::anyhow!("{e:?}"))?;
        }
        tx.commit().await?;
        let wallets = wallets(&self.db, player).await?;
        let names = Names::new(format!("player {player}"), self.accounts, wallets);
        let run = Run { player, names, model: Model::default() };
        for sub_wallet in 0..WALLETS {
            // Refused, and the wallet's number is remembered: later commands keep their order.
            let ask = crate::history::Ask::Hold { amount: 0 };
            let refused = self.submit(&run, &KeyedCommand { key: u32::MAX, sub_wallet, at: 0, ask }).await;
            ensure!(refused == Ok(Err(Refusal::BadAmount)), "{refused:?}");
        }
        Ok(run)
    }

    async fn submit(&self, run: &Run, asked: &KeyedCommand) -> Result<Result<Receipt, Refusal>, String> {
        let (first, linked) = run.orders(asked).map_err(|error| error.to_string())?;
        match self.wallet.submit_linked(first, linked).await {
            Ok(receipt) => Ok(Ok(receipt)),
            Err(WalletError::Refused(refusal)) => Ok(Err(refusal)),
            Err(error) => Err(format!("{error:?}")),
        }
    }

    async fn commit(&self, runs: &mut [Run], waiting: &mut Vec<Due>, found: &mut Vec<String>) {
        let answers = {
            let runs = &*runs;
            join_all(waiting.iter().map(|due| self.submit(&runs[due.history], &due.asked))).await
        };
        for (due, answer) in waiting.drain(..).zip(answers) {
            let run = &mut runs[due.history];
            match answer {
                Ok(outcome) => {
                    let reported = run.names.reported(&due.asked, outcome);
                    if reported != due.expected {
                        let Due { asked, expected, .. } = due;
                        found.push(format!(
                            "{asked:?} is told {reported:?}, and by the reference {expected:?}"
                        ));
                    }
                }
                Err(error) => found.push(format!("{:?} failed: {error}", due.asked)),
            }
        }
    }

    /// Asks every accepted command once more, after everything: each key answers what it answered.
    async fn ask_again(&self, runs: &mut [Run], histories: &[Vec<Event>], found: &mut Vec<String>) {
        let mut waiting = Vec::new();
        for (history, events) in histories.iter().enumerate() {
            for event in events {
                let Event::Command(asked) = event else { continue };
                let mut model = runs[history].model.clone();
                if let Some(expected @ Response::Yes { replayed: true, .. }) = model.take(event) {
                    waiting.push(Due { history, asked: asked.clone(), expected });
                }
            }
        }
        self.commit(runs, &mut waiting, found).await;
    }
}

/// Sets a limit of `player`, stops the player, or takes either back, as the contexts do that own them.
pub async fn change(db: &Db, wallet: &Wallet, player: i64, event: &Event) -> Result<()> {
    match event {
        Event::Stop { reason, until } => stop(db, player, *reason, *until).await,
        Event::Limit { sub_wallet, kind, period, cap, at } => {
            let of = LimitOf { player, currency: currency(*sub_wallet), kind: *kind, period: *period };
            let mut tx = db.begin().await?;
            match cap {
                Some(cap) => wallet.set_limit(&mut tx, of, *cap, *at).await?,
                None => drop(wallet.remove_limit(&mut tx, of, *at).await?),
            }
            Ok(tx.commit().await?)
        }
        Event::Command(_) => Ok(()),
    }
}

/// Stops a player, or lifts the reason when `until` is zero.
async fn stop(db: &Db, player: i64, reason: StopReason, until: i64) -> Result<()> {
    let change = StopChange { player, reason, by: "history", signed: None, why: "" };
    let done = if until == 0 {
        lift_stop(db, change, 0).await.map(drop)
    } else {
        stop_player(db, change, until, 0).await.map(drop)
    };
    done.map_err(|error| anyhow::anyhow!("{error:?}"))
}

/// The numbers of a player's wallets.
pub async fn wallets(db: &Db, player: i64) -> Result<[i64; WALLETS]> {
    let mut numbers = [0; WALLETS];
    for (sub_wallet, number) in numbers.iter_mut().enumerate() {
        let sql = "SELECT id FROM wallet WHERE player_id = $1 AND currency = $2";
        *number = db.query_one(sql, params![player, currency(sub_wallet).code()]).await?.get(0)?;
    }
    Ok(numbers)
}

/// The server's accounts in the currency of `sub_wallet`.
pub async fn accounts(wallet: &Wallet, sub_wallet: usize) -> Result<Accounts> {
    let currency = currency(sub_wallet);
    Ok(Accounts {
        payments: wallet.system_account("payments:sim", currency).await?,
        games: wallet.system_account("games:sim", currency).await?,
        bonus_funding: wallet.system_account("bonus-cost", currency).await?,
        adjustment: wallet.system_account("adjustment", currency).await?,
    })
}

/// One player's history on the store.
#[derive(Debug)]
pub struct Run {
    /// The player's number in the store.
    pub player: i64,
    /// How the store knows its keys and rounds.
    pub names: Names,
    /// The reference.
    pub model: Model,
}

impl Run {
    /// The order for `asked`, and the orders that are linked to it.
    pub fn orders(&self, asked: &KeyedCommand) -> Result<(Order, Vec<Order>)> {
        let mut orders = asked.parts().iter().map(|part| self.order(part)).collect::<Vec<_>>().into_iter();
        Ok((orders.next().context("a part")?, orders.collect()))
    }

    fn order(&self, asked: &KeyedCommand) -> Order {
        let action: Action = self.names.action(asked);
        Order {
            key: self.names.key(asked.key),
            fingerprint: self.names.fingerprint(asked),
            player: self.player,
            currency: currency(asked.sub_wallet),
            at: asked.at,
            action,
            facts: Vec::new(),
            attached: Vec::new(),
        }
    }
}

/// Where one player's books differ from the reference.
pub async fn books(db: &Db, run: &Run) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (sub_wallet, books) in run.model.books().into_iter().enumerate() {
        let code = currency(sub_wallet).code();
        let sql = "SELECT cash, held, bonus, stake, freespin_win, bonus_id, seed_no, nonce, open_rounds
                   FROM wallet WHERE player_id = $1 AND currency = $2";
        let row = db.query_one(sql, params![run.player, code]).await?;
        let balances = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        let ours = (balances, row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?);
        if ours != books {
            found.push(format!("wallet {sub_wallet}: {ours:?}, and the reference has {books:?}"));
        }
        let limits = limits(db, run.player, code).await?;
        if limits != run.model.limits(sub_wallet) {
            let theirs = run.model.limits(sub_wallet);
            found.push(format!("limits {sub_wallet}: {limits:?}, and the reference has {theirs:?}"));
        }
    }
    let ours = rounds(db, run).await?;
    if ours != run.model.rounds() {
        let theirs = run.model.rounds();
        found.push(format!("rounds: {ours:?}, and the reference has {theirs:?}"));
    }
    Ok(found)
}

async fn rounds(db: &Db, run: &Run) -> Result<BTreeMap<RoundName, RoundState>> {
    let sql = "SELECT id, status, stake, stake_bonus, win, version FROM round WHERE player_id = $1";
    let rows = db.query(sql, params![run.player]).await?;
    let mut states = BTreeMap::new();
    for row in &rows {
        let id: i64 = row.get(0)?;
        let name = run.names.rounds().iter().find(|(_, known)| **known == id);
        let (name, _) = name.with_context(|| format!("nobody was told of round {id}"))?;
        let state = RoundState {
            status: RoundStatus::from_code(row.get(1)?),
            stake: row.get(2)?,
            stake_bonus: row.get(3)?,
            win: row.get(4)?,
            version: row.get(5)?,
        };
        states.insert(*name, state);
    }
    Ok(states)
}

async fn limits(db: &Db, player: i64, code: &str) -> Result<Vec<(LimitKind, LimitPeriod, i64, i64, i64)>> {
    let sql = "SELECT l.kind, l.period, l.cap, l.net, l.until_ms FROM bet_limit l
               JOIN wallet w ON w.id = l.wallet_id WHERE w.player_id = $1 AND w.currency = $2
               ORDER BY l.kind, l.period";
    let rows = db.query(sql, params![player, code]).await?;
    let limit = |row: &Row| {
        let kind = LimitKind::from_code(row.get(0)?).context("a kind of limit")?;
        let period = LimitPeriod::from_code(row.get(1)?).context("a period")?;
        Ok((kind, period, row.get(2)?, row.get(3)?, row.get(4)?))
    };
    rows.iter().map(limit).collect()
}
