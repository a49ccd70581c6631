//! Random histories: what one player asks of several wallets. Numbers are small on purpose, so that keys,
//! rounds, limits and balances meet.

use croupier_ledger::{BonusId, LimitKind, LimitPeriod, StopReason};
use croupier_money::Currency;

use crate::chance::Chance;
use crate::model::Model;

/// 2026-01-30T12:00:00Z, near the end of a short month.
pub const START_MS: i64 = 1_769_774_400_000;

const HOUR_MS: i64 = 3_600_000;

/// The wallets of every player.
pub const WALLETS: usize = 2;

/// Keys of commands; few, so that some come twice.
const KEYS: u32 = 40;

/// Rounds of partners.
const PARTNER_ROUNDS: u32 = 6;

/// The currency of a wallet.
pub fn currency(sub_wallet: usize) -> Currency {
    let code = if sub_wallet == 0 { "EUR" } else { "BTC" };
    code.parse().unwrap_or(Currency::EUR)
}

/// What is asked; amounts in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Money comes in.
    Deposit { amount: i64 },
    /// A bet on a builtin game, by somebody who knows of `open_rounds` open ones; `refuse` is the game's own no.
    Play { stake: i64, win: i64, open: bool, seed_no: i64, open_rounds: i64, refuse: bool },
    /// A free spin.
    FreeSpin { win: i64, open: bool, seed_no: i64, open_rounds: i64 },
    /// A partner's bet that a grant pays.
    FreeBet { round: u32 },
    /// Winnings of free spins become cash, or cash goes to a system account when the amount is below zero.
    Move { amount: i64 },
    /// A step in the round that the command with the key `opened_by` opened.
    Step { opened_by: u32, version: i64, win: i64, open: bool },
    /// A partner's bet.
    Bet { round: u32, amount: i64 },
    /// A partner's bet and the win that closes its round, in one command; the win's key is [`SECOND`] more.
    BetAndWin { round: u32, amount: i64, win: i64 },
    /// A partner's win.
    Win { round: u32, amount: i64, closes: bool },
    /// Takes back the command with the key `original`.
    Rollback { original: u32 },
    /// Sets money aside.
    Hold { amount: i64 },
    /// Gives it back.
    Release { amount: i64 },
    /// Lets it leave.
    Finish { amount: i64 },
    /// A correction.
    Adjust { amount: i64 },
    /// Gives bonus money.
    Grant { bonus: BonusId, amount: i64 },
    /// Ends a bonus in favour of the player.
    Convert { bonus: BonusId, most: i64 },
    /// Ends a bonus.
    Forfeit { bonus: BonusId },
    /// Ends a bonus as its caller knows it.
    EndBonus { bonus: BonusId, holds: i64, cash_max: Option<i64>, most: i64 },
    /// Rotates the seed pair.
    Rotate { seed_no: i64 },
}

/// A command: its key, its wallet, when it is asked (UTC milliseconds), and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedCommand {
    /// Names it.
    pub key: u32,
    /// The wallet.
    pub sub_wallet: usize,
    /// UTC milliseconds.
    pub at: i64,
    /// What is asked.
    pub ask: Ask,
}

/// What the key of a second part is more than that of the first.
pub const SECOND: u32 = 1_000;

impl KeyedCommand {
    /// What is asked, part by part; all are carried out or none.
    pub fn parts(&self) -> Vec<Self> {
        let Ask::BetAndWin { round, amount, win } = self.ask else { return vec![self.clone()] };
        let second = Ask::Win { round, amount: win, closes: true };
        vec![
            Self { ask: Ask::Bet { round, amount }, ..self.clone() },
            Self { key: self.key + SECOND, ask: second, ..self.clone() },
        ]
    }
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A command through the pipe.
    Command(KeyedCommand),
    /// A limit is set, or removed when `cap` is none.
    Limit { sub_wallet: usize, kind: LimitKind, period: LimitPeriod, cap: Option<i64>, at: i64 },
    /// The player is stopped until then, or the reason is lifted when `until` is zero.
    Stop { reason: StopReason, until: i64 },
}

/// The history of `seed`, of `length` events.
pub fn history(seed: u64, length: usize) -> Vec<Event> {
    let mut chance = Chance::new(seed);
    let mut now = START_MS;
    // Most seed numbers asked for are the one in force.
    let mut seeds = [1_i64; WALLETS];
    // What is asked follows what was answered, most of the time.
    let mut model = Model::default();
    let mut events = Vec::with_capacity(length);
    let push = |events: &mut Vec<Event>, model: &mut Model, event: Event| {
        model.take(&event);
        events.push(event);
    };
    for sub_wallet in 0..WALLETS {
        let ask = Ask::Deposit { amount: chance.within(50, 600) };
        let asked = KeyedCommand { key: chance.below(KEYS), sub_wallet, at: now, ask };
        push(&mut events, &mut model, Event::Command(asked));
    }
    while events.len() < length {
        now += match chance.below(40) {
            0 => 40 * 24 * HOUR_MS,
            1 => -30 * HOUR_MS,
            2..=5 => 13 * HOUR_MS,
            _ => 1_000,
        };
        let sub_wallet = usize::from(chance.one_in(4));
        if chance.one_in(25) {
            let cap = (!chance.one_in(3)).then(|| chance.within(50, 900));
            let (kind, period) = (chance.pick(&LimitKind::ALL), chance.pick(&LimitPeriod::ALL));
            push(&mut events, &mut model, Event::Limit { sub_wallet, kind, period, cap, at: now });
            continue;
        }
        if chance.one_in(60) {
            let reason = chance.pick(&StopReason::ALL);
            let until = if chance.one_in(3) { now + 20 * HOUR_MS } else { 0 };
            push(&mut events, &mut model, Event::Stop { reason, until });
            continue;
        }
        let known = (model.open_rounds(sub_wallet), model.cash_and_bonus(sub_wallet));
        let ask = ask(&mut chance, &mut seeds[sub_wallet], known);
        let asked = KeyedCommand { key: chance.below(KEYS), sub_wallet, at: now, ask };
        let again = asked.clone();
        push(&mut events, &mut model, Event::Command(asked));
        if chance.one_in(8) {
            push(&mut events, &mut model, Event::Command(again));
        }
    }
    events
}

fn ask(chance: &mut Chance, seed_no: &mut i64, (open_rounds, (cash, holds)): (i64, (i64, i64))) -> Ask {
    match chance.below(52) {
        50 | 51 => Ask::EndBonus {
            bonus: chance.within(1, 2),
            holds: if chance.one_in(6) { holds + 1 } else { holds },
            cash_max: chance.one_in(2).then(|| cash - i64::from(chance.below(2))),
            most: chance.within(-1, 300),
        },
        40 | 41 => Ask::FreeSpin { win: win(chance), open: chance.one_in(3), seed_no: *seed_no, open_rounds },
        42 | 43 => Ask::FreeBet { round: chance.below(PARTNER_ROUNDS) },
        44 | 45 => Ask::Move { amount: chance.within(-200, 300) },
        46..=49 => {
            Ask::BetAndWin { round: chance.below(PARTNER_ROUNDS), amount: amount(chance), win: win(chance) }
        }
        0 | 1 => Ask::Deposit { amount: amount(chance) },
        2..=4 => Ask::Grant { bonus: chance.within(1, 2), amount: amount(chance) },
        5..=11 => Ask::Play {
            stake: amount(chance),
            win: win(chance),
            open: chance.one_in(2),
            seed_no: if chance.one_in(12) { 2 } else { *seed_no },
            open_rounds: if chance.one_in(15) { 0 } else { open_rounds },
            refuse: chance.one_in(20),
        },
        12..=15 => Ask::Step {
            opened_by: chance.below(KEYS),
            version: chance.within(0, 2),
            win: win(chance),
            open: chance.one_in(2),
        },
        16..=21 => Ask::Bet { round: chance.below(PARTNER_ROUNDS), amount: amount(chance) },
        22..=25 => {
            Ask::Win { round: chance.below(PARTNER_ROUNDS), amount: win(chance), closes: chance.one_in(6) }
        }
        26..=29 => {
            let second = if chance.one_in(6) { SECOND } else { 0 };
            Ask::Rollback { original: chance.below(KEYS) + second }
        }
        30 | 31 => Ask::Hold { amount: amount(chance) },
        32 | 33 => Ask::Release { amount: amount(chance) },
        34 | 35 => Ask::Finish { amount: amount(chance) },
        36 => Ask::Adjust { amount: chance.within(-300, 300) },
        37 => Ask::Convert { bonus: chance.within(1, 2), most: chance.within(-1, 300) },
        38 => Ask::Forfeit { bonus: chance.within(1, 2) },
        _ => {
            let asked = *seed_no;
            *seed_no += 1;
            Ask::Rotate { seed_no: asked }
        }
    }
}

fn amount(chance: &mut Chance) -> i64 {
    match chance.below(20) {
        0 => chance.pick(&[0, -5, i64::MAX]),
        _ => chance.within(1, 400),
    }
}

fn win(chance: &mut Chance) -> i64 {
    match chance.below(6) {
        0 | 1 => 0,
        2 if chance.one_in(10) => -5,
        _ => chance.within(1, 500),
    }
}
