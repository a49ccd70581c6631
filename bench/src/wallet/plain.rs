//! What a bet does to a wallet, worked out by the baselines themselves.

use anyhow::{Result, ensure};
use croupier_ledger::{AccountId, SubAccount};

/// The stake, and what every fourth bet wins, in subunits.
pub const STAKE: i64 = 100;
/// See [`STAKE`].
pub const WIN: i64 = 300;

/// The system accounts as the store numbers them.
pub const GAMES: i64 = -2;

/// Transfers take up to so many numbers a bet: two wallets, stake and win.
pub const LEGS_MAX: i64 = 4;

/// The head of an insert into `transfer`, with its columns.
macro_rules! into_transfer {
    () => {
        "INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, round_id,
             at_ms, bonus_after, reverses, game_id, round_ends)"
    };
}

/// The head of an insert into `idem`, with its columns.
macro_rules! into_idem {
    () => {
        "INSERT INTO idem (key, fingerprint, lsn, kind, cash, held, round_id, bonus)"
    };
}

/// The head of an insert into `round`, with its columns.
macro_rules! into_round {
    () => {
        "INSERT INTO round (id, wallet_id, player_id, game_id, system_account, status, version, stake, win, nonce, seed_no,
             opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id)"
    };
}

pub(super) use {into_idem, into_round, into_transfer};

/// A wallet as a baseline reads it.
#[derive(Debug, Clone, Copy)]
pub struct WalletBalances {
    pub id: i64,
    pub cash: i64,
    pub bonus: i64,
    pub bonus_id: Option<i64>,
    pub nonce: i64,
    pub blocked: bool,
    pub limited: bool,
}

/// One transfer: kind, debit, credit, amount, cash and bonus after it.
pub type Leg = (i64, i64, i64, i64, i64, i64);

/// A bet worked out.
pub struct Worked {
    pub legs: Vec<Leg>,
    pub stake_bonus: i64,
    pub win: i64,
    /// How much more has been lost in cash.
    pub lost: i64,
    pub after: WalletBalances,
}

/// What the game pays: a bet that gets its stake `back`, as every split one does, leaves the wallets as they are.
pub const fn win_of(back: bool, nonce: i64) -> i64 {
    match (back, nonce % 4) {
        (true, _) => STAKE,
        (false, 0) => WIN,
        (false, _) => 0,
    }
}

/// Whether a player plays with bonus money.
pub const fn is_split(player: i64) -> bool {
    player % 5 == 0
}

/// Works a bet out: cash first, the win by the split of the stake, what does not divide to the bonus.
pub fn work(wallet: WalletBalances, player: i64) -> Result<Worked> {
    ensure!(!wallet.blocked, "blocked");
    let mut after = WalletBalances { nonce: wallet.nonce + 1, ..wallet };
    let [cash_account, bonus_account] =
        [SubAccount::Cash, SubAccount::Bonus].map(|of| AccountId::of(wallet.id, of).0);
    let stake_cash = STAKE.min(wallet.cash);
    let stake_bonus = STAKE - stake_cash;
    ensure!(stake_bonus <= wallet.bonus, "not enough money");
    let win = win_of(is_split(player), after.nonce);
    let win_cash = win * stake_cash / STAKE;
    let mut legs = Vec::new();
    for (kind, account, amount) in [
        (2, cash_account, -stake_cash),
        (2, bonus_account, -stake_bonus),
        (3, cash_account, win_cash),
        (3, bonus_account, win - win_cash),
    ] {
        if amount == 0 {
            continue;
        }
        if account == cash_account {
            after.cash += amount;
        } else {
            after.bonus += amount;
        }
        let (debit, credit) = if amount < 0 { (account, GAMES) } else { (GAMES, account) };
        legs.push((kind, debit, credit, amount.abs(), after.cash, after.bonus));
    }
    Ok(Worked { legs, stake_bonus, win, lost: stake_cash - win_cash, after })
}

/// What a game keeps of a spin: about as long as a real one.
pub fn detail(nonce: i64) -> String {
    format!(r#"{{"seed":1,"nonce":{nonce},"steps":[{{"kind":"spin","stops":[3,17,8,22,11],"wins":[]}}]}}"#)
}
