//! Names of things in the ledger: log sequence numbers, wallets and accounts.

/// A player's number.
pub type PlayerId = i64;

/// A wallet's number: one player, one currency.
pub type WalletId = i64;

/// A bonus's number; its stages and rules are told elsewhere, here it only has money.
pub type BonusId = i64;

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

/// The accounts of a wallet; an account's number is `wallet * 4` and the bucket's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Money to play with or to withdraw.
    Cash = 0,
    /// Money of withdrawals that are under way.
    Held = 1,
    /// Stakes of rounds that are still open.
    Stake = 2,
    /// Money of the wallet's one active bonus: to play with, not to withdraw.
    Bonus = 3,
}

/// An account in a transfer: positive for a wallet's bucket, negative for the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub i64);

impl AccountId {
    const BUCKETS: i64 = 4;

    /// The account of a wallet's bucket.
    pub const fn of(wallet: WalletId, bucket: Bucket) -> Self {
        Self(wallet * Self::BUCKETS + bucket as i64)
    }

    /// The house account numbered `id` (above zero) in the table of house accounts.
    pub const fn house(id: i64) -> Self {
        Self(-id)
    }

    /// The wallet the account belongs to; `None` for the house.
    pub const fn wallet(self) -> Option<WalletId> {
        if self.0 > 0 { Some(self.0 / Self::BUCKETS) } else { None }
    }

    /// Which of the wallet's accounts it is; `None` for the house.
    pub const fn bucket(self) -> Option<Bucket> {
        if self.0 <= 0 {
            return None;
        }
        Some(match self.0 % Self::BUCKETS {
            0 => Bucket::Cash,
            1 => Bucket::Held,
            2 => Bucket::Stake,
            _ => Bucket::Bonus,
        })
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
        let held = AccountId::of(77, Bucket::Held);
        assert_eq!(held.wallet(), Some(77));
        for bucket in [Bucket::Cash, Bucket::Held, Bucket::Stake, Bucket::Bonus] {
            assert_eq!(AccountId::of(77, bucket).bucket(), Some(bucket));
        }
        assert_ne!(held, AccountId::of(77, Bucket::Cash));
        assert_eq!((AccountId::house(3).wallet(), AccountId::house(3).bucket()), (None, None));
    }
}
