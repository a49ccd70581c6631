//! Random histories: what one player asks of several wallets. Numbers are small on purpose, so that keys,
//! rounds, limits and balances meet.

use croupier_ledger::{BonusId, LimitKind, LimitPeriod};
use croupier_money::Currency;

use crate::chance::Chance;
use crate::model::Model;

/// 2026-01-30T12:00:00Z, near the end of a short month.
pub const START_MS: i64 = 1_769_774_400_000;

const HOUR_MS: i64 = 3_600_000;

/// The wallets of every player.
pub const PURSES: usize = 2;

/// Keys of commands; few, so that some come twice.
const KEYS: u32 = 40;

/// Rounds of partners.
const PARTNER_ROUNDS: u32 = 6;

/// The currency of a wallet.
pub fn currency(purse: usize) -> Currency {
    let code = if purse == 0 { "EUR" } else { "BTC" };
    code.parse().unwrap_or(Currency::EUR)
}

/// What is asked; amounts in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Money comes in.
    Deposit { amount: i64 },
    /// A bet on a game of the house, by somebody who knows of `waiting` in open rounds; `refuse` is the game's
    /// own no.
    Play { stake: i64, win: i64, open: bool, seed_no: i64, waiting: i64, refuse: bool },
    /// A step in the round that the command with the key `opened_by` opened.
    Step { opened_by: u32, version: i64, win: i64, open: bool },
    /// A partner's bet.
    Bet { round: u32, amount: i64 },
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
    /// Rotates the seed pair.
    Rotate { seed_no: i64 },
}

/// A command: its key, its wallet, when it is asked (UTC milliseconds), and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Names it.
    pub key: u32,
    /// The wallet.
    pub purse: usize,
    /// UTC milliseconds.
    pub at: i64,
    /// What is asked.
    pub ask: Ask,
}

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A command through the pipe.
    Command(Asked),
    /// A limit is set, or removed when `cap` is none.
    Limit { purse: usize, kind: LimitKind, period: LimitPeriod, cap: Option<i64>, at: i64 },
    /// Bets are stopped or allowed in all wallets.
    Block { blocked: bool },
}

/// The history of `seed`, of `length` events.
pub fn history(seed: u64, length: usize) -> Vec<Event> {
    let mut chance = Chance::new(seed);
    let mut now = START_MS;
    // Most seed numbers asked for are the one in force.
    let mut seeds = [1_i64; PURSES];
    // What is asked follows what was answered, most of the time.
    let mut model = Model::default();
    let mut events = Vec::with_capacity(length);
    let push = |events: &mut Vec<Event>, model: &mut Model, event: Event| {
        model.take(&event);
        events.push(event);
    };
    for purse in 0..PURSES {
        let ask = Ask::Deposit { amount: chance.within(50, 600) };
        let asked = Asked { key: chance.below(KEYS), purse, at: now, ask };
        push(&mut events, &mut model, Event::Command(asked));
    }
    while events.len() < length {
        now += match chance.below(40) {
            0 => 40 * 24 * HOUR_MS,
            1 => -30 * HOUR_MS,
            2..=5 => 13 * HOUR_MS,
            _ => 1_000,
        };
        let purse = usize::from(chance.one_in(4));
        if chance.one_in(25) {
            let cap = (!chance.one_in(3)).then(|| chance.within(50, 900));
            let (kind, period) = (chance.pick(&LimitKind::ALL), chance.pick(&LimitPeriod::ALL));
            push(&mut events, &mut model, Event::Limit { purse, kind, period, cap, at: now });
            continue;
        }
        if chance.one_in(60) {
            push(&mut events, &mut model, Event::Block { blocked: chance.one_in(3) });
            continue;
        }
        let ask = ask(&mut chance, &mut seeds[purse], model.waiting(purse));
        let asked = Asked { key: chance.below(KEYS), purse, at: now, ask };
        let again = asked.clone();
        push(&mut events, &mut model, Event::Command(asked));
        if chance.one_in(8) {
            push(&mut events, &mut model, Event::Command(again));
        }
    }
    events
}

fn ask(chance: &mut Chance, seed_no: &mut i64, waiting: i64) -> Ask {
    match chance.below(40) {
        0 | 1 => Ask::Deposit { amount: amount(chance) },
        2..=4 => Ask::Grant { bonus: chance.within(1, 2), amount: amount(chance) },
        5..=11 => Ask::Play {
            stake: amount(chance),
            win: win(chance),
            open: chance.one_in(2),
            seed_no: if chance.one_in(12) { 2 } else { *seed_no },
            waiting: if chance.one_in(15) { 0 } else { waiting },
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
        26..=29 => Ask::Rollback { original: chance.below(KEYS) },
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
