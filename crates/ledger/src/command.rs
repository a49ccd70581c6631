//! What can be asked of a wallet.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::{AccountId, BonusId, Funding, Refusal, Round, WalletId};

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

/// Something that happened, written to the log in the same commit as the money it is about.
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
    /// The wallet's active bonus: a rule that was made under the terms of another one refuses with
    /// [`Refusal::BonusChanged`].
    pub bonus: Option<BonusId>,
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
    /// Facts to be written with it.
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
    /// The system account of the partner.
    pub system: AccountId,
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
    /// A bet on one of the built-in games; opens a round and may settle it at once.
    Play {
        /// The game's number in the catalogue.
        game: i64,
        /// The account of the game's provider.
        system: AccountId,
        /// Who pays the stake.
        funding: Funding,
        /// The stake; zero when a grant pays.
        stake: i64,
        /// The most that the round can win. A wallet that could not hold it takes no bet: were the bet refused for
        /// what it has won, the player could choose among outcomes.
        win_max: i64,
        /// The seed pair the caller worked with; refused when another is in force by now.
        seed_no: i64,
        /// How many rounds of builtin games the caller knows to be open in the wallet; refused when there are others,
        /// so that no round is opened beside one that the caller has not looked at.
        open_rounds: i64,
        /// The game's rule.
        settle: Settle,
    },
    /// A further step of an open round of the built-in games; stakes nothing.
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
        /// Who pays; the same for every bet of one round.
        funding: Funding,
        /// The stake; zero when a grant pays.
        amount: i64,
        /// The most that the bets of the round may come to together, in subunits.
        round_max: Option<i64>,
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
    /// Takes back the bet, win or move named by `original`, leg by leg; leaves a tombstone when that is not known
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
    /// Sets money aside for a withdrawal that staff makes on behalf of a player who may not sign in.
    PayoutHoldOnBehalf {
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
        /// The operator's adjustment account.
        system: AccountId,
        /// How much, with its sign; not zero.
        amount: i64,
    },
    /// Moves an amount between two accounts: system accounts, and sub-accounts of the wallet that no other rule
    /// watches over. A jackpot's contribution and its payout are such moves, and so are points and gifts. Points move
    /// only between a wallet and a system account.
    Move {
        /// The account that gives.
        from: AccountId,
        /// The account that receives.
        to: AccountId,
        /// How much.
        amount: i64,
    },
    /// Gives bonus money; the first grant of a bonus makes it the wallet's active one.
    BonusGrant {
        /// The bonus; refused while another one is active.
        bonus: BonusId,
        /// The system account that bears its cost; the same for every grant of one bonus.
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
    /// Ends the active bonus once its caller knows what it holds: at most `most` becomes cash, the rest goes back to the
    /// account it came from. Refused when it holds anything else by now or more cash has come, and while a round of a
    /// builtin game is open, whose share for the bonus would be lost.
    BonusFinish {
        /// The bonus; refused when it is not the active one.
        bonus: BonusId,
        /// What it holds.
        holds: i64,
        /// The most cash that its wallet may hold beside it, for an end that is for too little being left.
        cash_max: Option<i64>,
        /// The most that becomes cash.
        most: i64,
    },
    /// Puts the next seed pair into force; the one before may be revealed from then on. Refused while a round of a
    /// built-in game is open, whose further steps are drawn under the pair in force.
    RotateSeed {
        /// The pair in force as the caller knows it.
        seed_no: i64,
    },
}

impl Action {
    /// Whether limits count it.
    pub const fn is_limited(&self) -> bool {
        self.plays() || matches!(self, Self::Deposit { .. })
    }

    /// A partner's bet that the wallet pays.
    pub const fn bet(round: RoundRef, amount: i64) -> Self {
        Self::Bet { round, funding: Funding::Wallet, amount, round_max: None }
    }

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

/// One command: a part, and the parts that are linked to it. Either all of them are accepted or none.
#[derive(Debug, Clone)]
pub struct Command {
    /// When it was asked, UTC milliseconds.
    pub at: i64,
    /// Its first part, and the only one of most commands.
    pub part: Part,
    /// Further parts, decided after the first in this order. Their wallets are of the same lane.
    pub linked: Vec<Part>,
}

impl Command {
    /// All parts, in the order in which they are decided.
    pub fn parts(&self) -> impl Iterator<Item = &Part> + Clone {
        std::iter::once(&self.part).chain(&self.linked)
    }
}

/// One action on one wallet, under a key of its own.
#[derive(Debug, Clone)]
pub struct Part {
    /// Names the part once and for all: where it was accepted before, its answer is repeated.
    pub key: Key,
    /// Hash of what was asked, so that one key cannot stand for two requests.
    pub fingerprint: Key,
    /// The wallet.
    pub wallet: WalletId,
    /// What is asked.
    pub action: Action,
    /// Facts to be written when it is accepted.
    pub facts: Vec<Fact>,
}
