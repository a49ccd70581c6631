//! The reference: what one player's wallets have to answer, written as plainly as possible and without a look
//! at the ledger's code. Everything is kept and summed anew; a refusal puts back a copy from before.

mod rounds;
mod wallet;

use std::collections::{BTreeMap, BTreeSet};

use croupier_ledger::{LimitKind, LimitPeriod, Refusal, RoundStatus, Stop, StopReason};

use crate::calendar::end_of_window;
use crate::history::{Ask, Event, KeyedCommand, WALLETS};

pub use self::wallet::SystemAccounts;
use self::wallet::{WalletBalances, convert_bonus, end_bonus, give_or_take, movable, take};

/// A round, by what opened it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundName {
    /// The server's own, by the key of its first bet.
    Own(u32),
    /// A partner's, by its number there.
    Partner(u32),
}

/// What can be seen of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundState {
    /// Open, closed or void.
    pub status: RoundStatus,
    /// Sum of its bets.
    pub stake: i64,
    /// What of them was bonus money.
    pub stake_bonus: i64,
    /// Sum of its wins.
    pub win: i64,
    /// How often it has changed.
    pub version: i64,
}

/// What a command is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// Accepted: the balances after it, its round, and for a first answer how the round is now.
    Yes {
        replayed: bool,
        cash: i64,
        held: i64,
        bonus: i64,
        round: Option<RoundName>,
        state: Option<RoundState>,
    },
    /// Refused.
    No(Refusal),
}

/// A limit: all that counts in its window, each under the key of its command.
#[derive(Debug, Clone)]
struct Limit {
    cap: i64,
    anchor: i64,
    until: i64,
    counted: Vec<(u32, i64)>,
}

impl Limit {
    fn net(&self) -> i64 {
        self.counted.iter().map(|(_, amount)| amount).sum()
    }
}

#[derive(Debug, Clone)]
struct Round {
    sub_wallet: usize,
    state: RoundState,
    bonus: Option<i64>,
    /// A grant pays its bets.
    free: bool,
    /// How many bets it has.
    bets: i64,
}

/// What a bet or win moved between the player and the game: `1` for a bet, `-1` for a win.
#[derive(Debug, Clone, Copy)]
struct Leg {
    sign: i64,
    cash: i64,
    bonus: i64,
    /// The bonus part did not come from or go to the bonus but its cost, as that had ended.
    at_cost: bool,
    /// What a free round has won.
    free: i64,
}

#[derive(Debug, Clone)]
enum Mark {
    Tombstone,
    Done { asked: KeyedCommand, reported: Response, legs: Vec<Leg> },
}

/// One player's wallets.
#[derive(Debug, Clone, Default)]
pub struct Model {
    sub_wallets: [WalletBalances; WALLETS],
    /// The end of each reason for a stop.
    stops: BTreeMap<StopReason, i64>,
    keys: BTreeMap<u32, Mark>,
    taken_back: BTreeSet<u32>,
    rounds: BTreeMap<RoundName, Round>,
}

/// The books of one wallet: cash, held, bonus, stake and winnings of free spins; the active bonus, the seed number, the
/// nonce and the number of open rounds.
pub type WalletBooks = ([i64; 5], Option<i64>, i64, i64, i64);

impl Model {
    /// Takes in an event; answers what a command is told.
    pub fn take(&mut self, event: &Event) -> Option<Response> {
        match event {
            Event::Command(asked) => Some(self.ask(asked)),
            Event::Stop { reason, until } => {
                let end = self.stops.entry(*reason).or_default();
                // A stop is lifted, and otherwise never shortened.
                *end = if *until == 0 { 0 } else { (*end).max(*until) };
                None
            }
            Event::Limit { sub_wallet, kind, period, cap, at } => {
                let limits = &mut self.sub_wallets[*sub_wallet].limits;
                match cap {
                    None => {
                        limits.remove(&(*kind, *period));
                    }
                    Some(cap) => {
                        let until = end_of_window(*period, *at, *at);
                        let new = Limit { cap: *cap, anchor: *at, until, counted: Vec::new() };
                        limits.entry((*kind, *period)).or_insert(new).cap = *cap;
                    }
                }
                None
            }
        }
    }

    /// Whether the player is stopped at `at`, for whatever reason.
    pub fn is_stopped(&self, at: i64) -> bool {
        self.not_stopped(at, &StopReason::ALL).is_err()
    }

    /// The books at the end.
    pub fn books(&self) -> Vec<WalletBooks> {
        let books = |p: &WalletBalances| {
            ([p.cash, p.held, p.bonus, p.waiting, p.freespin], p.bonus_id, p.seed + 1, p.plays, p.open)
        };
        self.sub_wallets.iter().map(books).collect()
    }

    /// How many rounds of builtin games are open in a wallet.
    pub fn open_rounds(&self, sub_wallet: usize) -> i64 {
        self.sub_wallets[sub_wallet].open
    }

    /// Cash and bonus money of a wallet.
    pub fn cash_and_bonus(&self, sub_wallet: usize) -> (i64, i64) {
        (self.sub_wallets[sub_wallet].cash, self.sub_wallets[sub_wallet].bonus)
    }

    /// What the system accounts have got from a wallet.
    pub fn system_accounts(&self, sub_wallet: usize) -> SystemAccounts {
        self.sub_wallets[sub_wallet].system_accounts
    }

    /// The rounds at the end.
    pub fn rounds(&self) -> BTreeMap<RoundName, RoundState> {
        self.rounds.iter().map(|(name, round)| (*name, round.state)).collect()
    }

    /// The limits of a wallet at the end: cap, what they have counted, end of the window.
    pub fn limits(&self, sub_wallet: usize) -> Vec<(LimitKind, LimitPeriod, i64, i64, i64)> {
        let limits = self.sub_wallets[sub_wallet].limits.iter();
        limits.map(|((kind, period), limit)| (*kind, *period, limit.cap, limit.net(), limit.until)).collect()
    }

    /// Takes all parts of a command or none; answers the last.
    fn ask(&mut self, asked: &KeyedCommand) -> Response {
        let before = self.clone();
        let mut last = Response::No(Refusal::UnknownWallet);
        for part in asked.parts() {
            last = self.ask_part(&part);
            if matches!(last, Response::No(_)) {
                *self = before;
                break;
            }
        }
        last
    }

    fn ask_part(&mut self, asked: &KeyedCommand) -> Response {
        match self.keys.get(&asked.key) {
            Some(Mark::Tombstone) => return Response::No(Refusal::Tombstoned),
            Some(Mark::Done { asked: first, reported, .. }) => {
                let same = first.sub_wallet == asked.sub_wallet && first.ask == asked.ask;
                return if same { replayed(reported) } else { Response::No(Refusal::KeyConflict) };
            }
            None => {}
        }
        let before = self.clone();
        let mut legs = Vec::new();
        match self.act(asked, &mut legs) {
            Ok(round) => {
                let WalletBalances { cash, held, bonus, .. } = self.sub_wallets[asked.sub_wallet];
                let state = round.map(|name| self.rounds[&name].state);
                let reported = Response::Yes { replayed: false, cash, held, bonus, round, state };
                let mark = Mark::Done { asked: asked.clone(), reported: reported.clone(), legs };
                self.keys.insert(asked.key, mark);
                reported
            }
            Err(refusal) => {
                *self = before;
                Response::No(refusal)
            }
        }
    }

    /// Refuses with the one of `reasons` that lasts longest, while one of them is in force.
    fn not_stopped(&self, at: i64, reasons: &[StopReason]) -> Result<(), Refusal> {
        let ends = reasons.iter().filter_map(|reason| Some((*reason, *self.stops.get(reason)?)));
        let mut longest = None;
        for (reason, until) in ends.filter(|(_, until)| at < *until) {
            // A closed account hides no other reason.
            let outlasts = |(longest, known)| {
                reason != StopReason::Closed && (longest == StopReason::Closed || until > known)
            };
            if longest.is_none_or(outlasts) {
                longest = Some((reason, until));
            }
        }
        longest.map_or(Ok(()), |(reason, until)| Err(Refusal::Stopped(Stop { reason, until })))
    }

    fn act(&mut self, asked: &KeyedCommand, legs: &mut Vec<Leg>) -> Result<Option<RoundName>, Refusal> {
        let plays = matches!(
            asked.ask,
            Ask::Play { .. }
                | Ask::FreeSpin { .. }
                | Ask::Step { .. }
                | Ask::Bet { .. }
                | Ask::FreeBet { .. }
                | Ask::BetAndWin { .. }
                | Ask::Win { .. }
                | Ask::Rollback { .. }
        );
        let may_bet = self.not_stopped(asked.at, &StopReason::ALL);
        let may_pay_out = self.not_stopped(asked.at, &[StopReason::Operator, StopReason::Fraud]);
        let sub_wallet = &mut self.sub_wallets[asked.sub_wallet];
        let pays_in = matches!(asked.ask, Ask::Deposit { .. });
        for ((kind, period), limit) in &mut sub_wallet.limits {
            let moves = if *kind == LimitKind::Deposit { pays_in } else { plays };
            if moves && asked.at >= limit.until {
                limit.until = end_of_window(*period, limit.anchor, asked.at);
                limit.counted.clear();
            }
        }
        match &asked.ask {
            Ask::Deposit { amount } => {
                sub_wallet.cash += movable(*amount)?;
                sub_wallet.system_accounts.payments -= amount;
                for (_, limit) in
                    sub_wallet.limits.iter_mut().filter(|((kind, _), _)| *kind == LimitKind::Deposit)
                {
                    limit.counted.push((asked.key, *amount));
                }
            }
            Ask::Adjust { amount } => {
                if *amount > 0 {
                    sub_wallet.cash += amount;
                } else {
                    take(&mut sub_wallet.cash, -amount)?;
                }
                sub_wallet.system_accounts.adjustment -= amount;
            }
            Ask::Hold { amount } => {
                may_pay_out?;
                take(&mut sub_wallet.cash, *amount)?;
                sub_wallet.held += amount;
            }
            Ask::Release { amount } => {
                take(&mut sub_wallet.held, *amount)?;
                sub_wallet.cash += amount;
            }
            Ask::Finish { amount } => {
                take(&mut sub_wallet.held, *amount)?;
                sub_wallet.system_accounts.payments += amount;
            }
            Ask::Grant { bonus, amount } => {
                if sub_wallet.bonus_id.is_some_and(|active| active != *bonus) {
                    return Err(Refusal::BonusConflict);
                }
                sub_wallet.bonus_id = Some(*bonus);
                sub_wallet.bonus += movable(*amount)?;
                sub_wallet.system_accounts.bonus_funding -= amount;
            }
            Ask::Convert { bonus, most } => convert_bonus(sub_wallet, *bonus, *most)?,
            Ask::Forfeit { bonus } => end_bonus(sub_wallet, *bonus, 0)?,
            Ask::EndBonus { bonus, holds, cash_max, most } => {
                sub_wallet.is_known(*bonus, *holds, *cash_max)?;
                convert_bonus(sub_wallet, *bonus, *most)?;
            }
            Ask::Rotate { seed_no } => {
                if *seed_no != sub_wallet.seed + 1 {
                    return Err(Refusal::SeedChanged);
                }
                if sub_wallet.open > 0 {
                    return Err(Refusal::RoundOpen);
                }
                sub_wallet.seed += 1;
            }
            Ask::Move { amount } if *amount < 0 => {
                take(&mut sub_wallet.cash, -amount)?;
                sub_wallet.system_accounts.adjustment -= amount;
            }
            Ask::Move { amount } => {
                take(&mut sub_wallet.freespin, *amount)?;
                sub_wallet.cash += amount;
            }
            Ask::FreeSpin { win, open, seed_no, open_rounds } => {
                may_bet?;
                self.may_open(asked.sub_wallet, *seed_no, *open_rounds)?;
                let name = RoundName::Own(asked.key);
                self.open(name, asked.sub_wallet, true);
                self.free_bet(name, legs);
                self.settle(name, asked, *win, *open, legs)?;
                self.sub_wallets[asked.sub_wallet].open += i64::from(*open);
                return Ok(Some(name));
            }
            Ask::Play { stake, win, open, seed_no, open_rounds, refuse } => {
                may_bet?;
                self.may_open(asked.sub_wallet, *seed_no, *open_rounds)?;
                let name = RoundName::Own(asked.key);
                self.open(name, asked.sub_wallet, false);
                self.stake(name, asked, *stake, legs)?;
                if *refuse {
                    return Err(Refusal::Game("test_refuses"));
                }
                self.sub_wallets[asked.sub_wallet].waiting += stake;
                self.settle(name, asked, *win, *open, legs)?;
                self.sub_wallets[asked.sub_wallet].open += i64::from(*open);
                return Ok(Some(name));
            }
            Ask::Step { opened_by, version, win, open } => {
                let name = RoundName::Own(*opened_by);
                let state = self.round(name, asked.sub_wallet)?.state;
                if state.status != RoundStatus::Open || state.version != *version {
                    return Err(Refusal::RoundConflict);
                }
                self.settle(name, asked, *win, *open, legs)?;
                self.sub_wallets[asked.sub_wallet].open -= i64::from(!*open);
                self.bump(name);
                return Ok(Some(name));
            }
            Ask::FreeBet { round } => {
                let name = RoundName::Partner(*round);
                self.join(name, asked.sub_wallet, true)?;
                self.free_bet(name, legs);
                return Ok(Some(name));
            }
            Ask::Bet { round, amount } | Ask::BetAndWin { round, amount, .. } => {
                may_bet?;
                let name = RoundName::Partner(*round);
                self.join(name, asked.sub_wallet, false)?;
                self.stake(name, asked, *amount, legs)?;
                self.sub_wallets[asked.sub_wallet].system_accounts.games += amount;
                return Ok(Some(name));
            }
            Ask::Win { round, amount, closes } => {
                let name = RoundName::Partner(*round);
                if self.round(name, asked.sub_wallet)?.state.status == RoundStatus::Void {
                    return Err(Refusal::RoundConflict);
                }
                self.pay(name, asked, *amount, legs)?;
                self.bump(name);
                if *closes {
                    self.set_status(name, RoundStatus::Closed);
                }
                return Ok(Some(name));
            }
            Ask::Rollback { original } if *original == asked.key => return Err(Refusal::KeyConflict),
            Ask::Rollback { original } => return self.rollback(asked.sub_wallet, *original),
        }
        Ok(None)
    }
}

fn replayed(reported: &Response) -> Response {
    match reported.clone() {
        Response::Yes { cash, held, bonus, round, .. } => {
            Response::Yes { replayed: true, cash, held, bonus, round, state: None }
        }
        no @ Response::No(_) => no,
    }
}
