//! A wallet and what its sub-accounts hold.

use std::ops::{Index, IndexMut};

use crate::{AccountId, BonusId, PlayerId, Stops, SubAccount, WalletId};

/// What each sub-account of a wallet holds, in subunits; points are a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Balances([i64; SubAccount::ALL.len()]);

impl Balances {
    /// Balances in the order of [`SubAccount::ALL`].
    pub const fn new(balances: [i64; SubAccount::ALL.len()]) -> Self {
        Self(balances)
    }

    /// The balances in the order of [`SubAccount::ALL`].
    pub const fn all(&self) -> [i64; SubAccount::ALL.len()] {
        self.0
    }
}

impl Index<SubAccount> for Balances {
    type Output = i64;

    fn index(&self, sub_account: SubAccount) -> &i64 {
        &self.0[sub_account as usize]
    }
}

impl IndexMut<SubAccount> for Balances {
    fn index_mut(&mut self, sub_account: SubAccount) -> &mut i64 {
        &mut self.0[sub_account as usize]
    }
}

/// A wallet as stored: balances, and the counters that feed fair play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    /// Its number.
    pub id: WalletId,
    /// Whose it is.
    pub player: PlayerId,
    /// What its sub-accounts hold.
    pub balances: Balances,
    /// The active bonus; its money is all the bonus money there is.
    pub bonus_id: Option<BonusId>,
    /// Where the money of the newest bonus came from and goes back to; kept when the bonus ends.
    pub bonus_funding: Option<AccountId>,
    /// Rounds of builtin games opened so far.
    pub nonce: i64,
    /// How many rounds of builtin games are open.
    pub open_rounds: i64,
    /// The most that those rounds can still win, in subunits: what is kept free below the largest balance.
    pub win_room: i64,
    /// The seed pair in force.
    pub seed_no: i64,
    /// Why no new bets are taken. Open rounds may be finished whatever the reason.
    pub stops: Stops,
    /// Bets are held to limits, which have to be loaded with the wallet.
    pub limited: bool,
}

impl Wallet {
    /// A wallet that nothing has happened to.
    pub fn new(id: WalletId, player: PlayerId) -> Self {
        Self {
            id,
            player,
            balances: Balances::default(),
            bonus_id: None,
            bonus_funding: None,
            nonce: 0,
            open_rounds: 0,
            win_room: 0,
            seed_no: 1,
            stops: Stops::NONE,
            limited: false,
        }
    }

    /// What a sub-account holds.
    pub fn balance(&self, sub_account: SubAccount) -> i64 {
        self.balances[sub_account]
    }

    /// Money to play with or to withdraw.
    pub fn cash(&self) -> i64 {
        self.balances[SubAccount::Cash]
    }

    /// Money of withdrawals under way.
    pub fn held(&self) -> i64 {
        self.balances[SubAccount::Held]
    }

    /// Money of the active bonus.
    pub fn bonus(&self) -> i64 {
        self.balances[SubAccount::Bonus]
    }

    /// All money of the wallet. With [`Wallet::win_room`] no command takes it above [`croupier_money::WIRE_MAX`], so
    /// money that comes back from one of its accounts into another always fits, and so does the win of an open round.
    pub fn total(&self) -> i64 {
        let money = SubAccount::ALL.into_iter().filter(|sub_account| sub_account.is_money());
        money.fold(0, |total: i64, sub_account| total.saturating_add(self.balances[sub_account]))
    }
}
