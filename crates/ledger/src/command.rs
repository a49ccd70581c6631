//! What can be asked of a wallet.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::{AccountId, BonusId, Refusal, Round, WalletId};

/// The idempotency key of a command: 128 bits of the hash of its source and its external id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// The key of `external_id` as named by `source`.
    pub fn new(source: &str, external_id: &str) -> Self {
        Self::hash(&[source.as_bytes(), external_id.as_bytes()])
    }

    /// The first 128 bits of SHA-256 over length-prefixed parts.
    pub fn hash(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        let digest = hasher.finalize();
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        Self(key)
    }

    /// The key that says `self` was rolled back.
    #[must_use]
    pub fn rollback(self) -> Self {
        Self::hash(&[b"rollback", &self.0])
    }
}

/// Something that happened, written to the log in the same commit as the money it tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What happened, such as `payment.changed`.
    pub kind: &'static str,
    /// The rest, as JSON.
    pub body: String,
}

/// What a game learns when its bet is decided.
#[derive(Debug)]
pub struct PlayContext<'a> {
    /// The wallet's play number, unique under a seed pair.
    pub nonce: i64,
    /// The seed pair in force.
    pub seed_no: i64,
    /// The number the round has or will have.
    pub round_id: i64,
    /// The round so far; `None` when this bet opens it.
    pub round: Option<&'a Round>,
}

/// What a game answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// What this step wins, in subunits; zero or more.
    pub win: i64,
    /// Whether more steps follow.
    pub open: bool,
    /// The round's new detail, as JSON.
    pub detail: String,
    /// Facts to be told with it.
    pub facts: Vec<Fact>,
}

/// The game's part in a play: pure, and asked again when a batch has to be decided again.
#[derive(Clone)]
pub struct Settle(Arc<SettleFn>);

type SettleFn = dyn Fn(&PlayContext<'_>) -> Result<Settlement, Refusal> + Send + Sync;

impl Settle {
    /// Wraps the game's rule.
    pub fn new(
        rule: impl Fn(&PlayContext<'_>) -> Result<Settlement, Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(rule))
    }

    pub(crate) fn ask(&self, context: &PlayContext<'_>) -> Result<Settlement, Refusal> {
        (self.0)(context)
    }
}

impl fmt::Debug for Settle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Settle")
    }
}

/// How a partner's bet or win names its round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRef {
    /// Key made from the partner and the partner's round id.
    pub key: Key,
    /// The game's number in the catalogue.
    pub game: i64,
    /// The house account of the partner.
    pub house: AccountId,
}

/// What a command does. Amounts are in subunits of the wallet's currency.
#[derive(Debug, Clone)]
pub enum Action {
    /// Money arrived from a payment partner.
    Deposit {
        /// The partner's account.
        from: AccountId,
        /// How much.
        amount: i64,
    },
    /// A bet on one of the house's own games; opens a round and may settle it at once.
    Play {
        /// The game's number in the catalogue.
        game: i64,
        /// The account of the game's provider.
        house: AccountId,
        /// The stake.
        stake: i64,
        /// The seed pair the caller worked with; refused when another is in force by now.
        seed_no: i64,
        /// What the caller knows to wait in open rounds of the wallet; refused when it is another amount, so
        /// that no round is opened beside one that the caller has not looked at.
        waiting: i64,
        /// The game's rule.
        settle: Settle,
    },
    /// A further step of an open round of the house's own games; stakes nothing.
    Step {
        /// The round.
        round: i64,
        /// The version that this step follows.
        version: i64,
        /// The game's rule.
        settle: Settle,
    },
    /// A partner's bet.
    Bet {
        /// The round, opened when unknown.
        round: RoundRef,
        /// The stake.
        amount: i64,
    },
    /// A partner's win; the round has to exist.
    Win {
        /// The round.
        round: RoundRef,
        /// The win; zero is allowed and says that the round was lost.
        amount: i64,
        /// Whether the round ends with it.
        closes: bool,
    },
    /// Takes back the bet or win named by `original`, leg by leg; leaves a tombstone when that is not known
    /// yet. What has been bonus money goes back to the bonus, or to the account that the bonus came from
    /// when the bonus has ended since; it never becomes cash.
    Rollback {
        /// Key of the command to take back.
        original: Key,
    },
    /// Sets money aside for a withdrawal.
    PayoutHold {
        /// How much.
        amount: i64,
    },
    /// Gives held money back to cash.
    PayoutRelease {
        /// How much.
        amount: i64,
    },
    /// Lets held money leave.
    PayoutFinish {
        /// The partner's account.
        to: AccountId,
        /// How much.
        amount: i64,
    },
    /// A correction by the operator: positive gives, negative takes.
    Adjust {
        /// The house's adjustment account.
        house: AccountId,
        /// How much, with its sign; not zero.
        amount: i64,
    },
    /// Gives bonus money; the first grant of a bonus makes it the wallet's active one.
    BonusGrant {
        /// The bonus; refused while another one is active.
        bonus: BonusId,
        /// The house account that bears its cost; the same for every grant of one bonus.
        from: AccountId,
        /// How much.
        amount: i64,
    },
    /// Ends the active bonus in the player's favour: its money becomes cash.
    BonusConvert {
        /// The bonus; refused when it is not the active one.
        bonus: BonusId,
        /// The most that becomes cash; what is above goes back to the account it came from.
        most: i64,
    },
    /// Ends the active bonus: its money goes back to the account it came from.
    BonusForfeit {
        /// The bonus; refused when it is not the active one.
        bonus: BonusId,
    },
    /// Puts the next seed pair into force; the one before may be revealed from then on.
    RotateSeed {
        /// The pair in force as the caller knows it.
        seed_no: i64,
    },
}

impl Action {
    /// Whether it is a bet, a win or a rollback of one, which limits on bets have to do with.
    pub const fn plays(&self) -> bool {
        matches!(
            self,
            Self::Play { .. }
                | Self::Step { .. }
                | Self::Bet { .. }
                | Self::Win { .. }
                | Self::Rollback { .. }
        )
    }
}

/// One command to one wallet.
#[derive(Debug, Clone)]
pub struct Command {
    /// Names the command once and for all.
    pub key: Key,
    /// Hash of what was asked, so that one key cannot stand for two requests.
    pub fingerprint: Key,
    /// The wallet.
    pub wallet: WalletId,
    /// When it was asked, UTC milliseconds.
    pub at: i64,
    /// What is asked.
    pub action: Action,
    /// Facts to be told when it is accepted.
    pub facts: Vec<Fact>,
}
