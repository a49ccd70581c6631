//! Names of things in the ledger: log sequence numbers, wallets and accounts.

/// A player's number.
pub type PlayerId = i64;

/// A wallet's number: one player, one currency.
pub type WalletId = i64;

/// A bonus's number; its stages and rules are kept elsewhere, here it only has money.
pub type BonusId = i64;

/// A grant's number: free spins, or a partner's free rounds. What is left of it is counted elsewhere.
pub type GrantId = i64;

/// A place in the log: the lane in the upper bits, the lane's own gapless number in the lower 48.
/// Fits a JSON number for every lane below 32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lsn(pub i64);

impl Lsn {
    const SEQ_BITS: u32 = 48;

    /// The place `seq` of `lane`.
    pub const fn new(lane: u8, seq: i64) -> Self {
        Self(((lane as i64) << Self::SEQ_BITS) | seq)
    }

    /// The lane.
    pub const fn lane(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lanes are below 32")]
        let lane = (self.0 >> Self::SEQ_BITS) as u8;
        lane
    }

    /// The number within the lane, rising by one.
    pub const fn seq(self) -> i64 {
        self.0 & ((1 << Self::SEQ_BITS) - 1)
    }
}

/// The sub-accounts of a wallet. Each is a column of the wallet's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SubAccount {
    /// Money to play with or to withdraw.
    Cash = 0,
    /// Money of withdrawals that are under way.
    Held = 1,
    /// Stakes of rounds that are still open.
    Stake = 2,
    /// Money of the wallet's one active bonus: to play with, not to withdraw.
    Bonus = 3,
    /// Deposits that are locked until a bonus is wagered.
    LockedDeposit = 4,
    /// Winnings that are locked until a bonus is wagered.
    LockedWin = 5,
    /// Winnings of free spins that are not all played yet.
    FreespinWin = 6,
    /// The player's share of a jackpot that is not paid yet.
    JackpotShare = 7,
    /// Loyalty points: a count and no money, so no total contains it.
    Points = 8,
}

impl SubAccount {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 9] = [
        Self::Cash,
        Self::Held,
        Self::Stake,
        Self::Bonus,
        Self::LockedDeposit,
        Self::LockedWin,
        Self::FreespinWin,
        Self::JackpotShare,
        Self::Points,
    ];

    /// The number under which rows store it.
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The sub-account stored as `code`.
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|sub_account| sub_account.code() == code)
    }

    /// Its column in the wallet's row.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Held => "held",
            Self::Stake => "stake",
            Self::Bonus => "bonus",
            Self::LockedDeposit => "locked_deposit",
            Self::LockedWin => "locked_win",
            Self::FreespinWin => "freespin_win",
            Self::JackpotShare => "jackpot_share",
            Self::Points => "points",
        }
    }

    /// Whether it holds money. Points are none, and never turn into it within one transfer.
    pub const fn is_money(self) -> bool {
        !matches!(self, Self::Points)
    }

    /// Whether no other rule watches over its balance, so that any command may move it: held money belongs to
    /// cashouts, stakes to open rounds and bonus money to the active bonus.
    pub const fn is_free(self) -> bool {
        !matches!(self, Self::Held | Self::Stake | Self::Bonus)
    }
}

/// An account in a transfer: positive for a sub-account of a wallet, negative for a system account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub i64);

impl AccountId {
    /// Numbers that each wallet has for its sub-accounts. The view `transfer_row` is the only other place that takes
    /// an account's number apart.
    const PER_WALLET: i64 = 16;

    /// The account of a wallet's sub-account.
    pub const fn of(wallet: WalletId, sub_account: SubAccount) -> Self {
        Self(wallet * Self::PER_WALLET + sub_account.code())
    }

    /// The system account numbered `id` (above zero) in the table of system accounts.
    pub const fn system(id: i64) -> Self {
        Self(-id)
    }

    /// Whether it is a system account.
    pub const fn is_system(self) -> bool {
        self.0 < 0
    }

    /// The wallet the account belongs to; `None` for a system account.
    pub const fn wallet(self) -> Option<WalletId> {
        if self.0 > 0 { Some(self.0 / Self::PER_WALLET) } else { None }
    }

    /// Which of the wallet's sub-accounts it is; `None` for a system account, and for a number that no sub-account
    /// has.
    pub fn sub_account(self) -> Option<SubAccount> {
        if self.0 > 0 { SubAccount::from_code(self.0 % Self::PER_WALLET) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_apart_again() {
        let lsn = Lsn::new(31, 12_345);
        assert_eq!((lsn.lane(), lsn.seq()), (31, 12_345));
        assert!(lsn.0 < 1 << 53, "fits a JSON number");
        for (code, sub_account) in (0..).zip(SubAccount::ALL) {
            let account = AccountId::of(77, sub_account);
            assert_eq!((account.wallet(), account.sub_account()), (Some(77), Some(sub_account)));
            assert_eq!(sub_account.code(), code);
        }
        assert_eq!((AccountId::system(3).wallet(), AccountId::system(3).sub_account()), (None, None));
        assert_eq!(AccountId(77 * 16 + 15).sub_account(), None, "nobody has this number");
    }
}
