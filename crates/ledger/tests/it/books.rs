//! The tables in memory: what a test asks of two players' wallets, and how it reads what became of it.

use croupier_ledger::{
    AccountId, Action, Batch, Command, Fact, Funding, GrantId, Key, Lsn, Outcome, Part, PlayContext, Played,
    PlayedKind, Refusal, Round, RoundRef, RoundStatus, Settle, Settlement, SubAccount, Transfer, Wallet,
    WalletId, Writes, decide,
};

/// The wallet that most tests ask.
pub const WALLET: WalletId = 7;
/// A wallet of somebody else.
pub const OTHER: WalletId = 8;

pub const PAYMENTS: AccountId = AccountId::system(1);
pub const GAMES: AccountId = AccountId::system(2);
pub const COST: AccountId = AccountId::system(3);
pub const LATER_COST: AccountId = AccountId::system(4);
pub const ADJUSTMENT: AccountId = AccountId::system(5);

/// Two players' books.
#[derive(Debug)]
pub struct Books {
    pub batch: Batch,
    /// All transfers so far, in the order of the log.
    pub log: Vec<Transfer>,
    /// How many facts were written.
    pub facts: usize,
    asked: u32,
    pub at: i64,
}

impl Default for Books {
    fn default() -> Self {
        let mut batch = Batch { next_seq: 1, ..Batch::default() };
        for (id, player) in [(WALLET, 70), (OTHER, 80)] {
            batch.wallets.insert(id, Wallet::new(id, player));
        }
        Self { batch, log: Vec::new(), facts: 0, asked: 0, at: 0 }
    }
}

pub fn key(name: &str) -> Key {
    Key::new("test", name)
}

/// The command `action` under the key `name`.
pub fn command(wallet: WalletId, name: &str, at: i64, action: Action) -> Command {
    Command { at, part: part(wallet, name, action), linked: Vec::new() }
}

/// The part `action` of a command under the key `name`.
pub fn part(wallet: WalletId, name: &str, action: Action) -> Part {
    let fingerprint = Key::new("body", &format!("{wallet} {action:?}"));
    Part { key: key(name), fingerprint, wallet, action, facts: Vec::new() }
}

/// Parts of [`WALLET`] that are linked, each under its name.
pub fn linked(parts: &[(&str, Action)]) -> Command {
    let mut parts = parts.iter().map(|(name, action)| part(WALLET, name, action.clone()));
    let first = parts.next().expect("a part");
    Command { at: 0, part: first, linked: parts.collect() }
}

impl Books {
    /// Books whose wallet has `cash`.
    pub fn with(cash: i64) -> Self {
        let mut books = Self::default();
        books.ask(deposit(cash)).unwrap();
        books
    }

    /// Asks [`WALLET`], under a key of its own.
    pub fn ask(&mut self, action: Action) -> Outcome {
        self.asked += 1;
        self.named(&format!("command {}", self.asked), action)
    }

    /// Asks [`WALLET`] under the key `name`.
    pub fn named(&mut self, name: &str, action: Action) -> Outcome {
        self.take(&command(WALLET, name, self.at, action))
    }

    /// Decides one command in a batch of its own.
    pub fn take(&mut self, command: &Command) -> Outcome {
        let (mut outcomes, writes) = decide(&mut self.batch, [command]);
        self.keep(writes);
        outcomes.pop().expect("an answer to a command")
    }

    /// Decides commands in one batch.
    pub fn take_all(&mut self, commands: &[Command]) -> Vec<Outcome> {
        let (outcomes, writes) = decide(&mut self.batch, commands);
        self.keep(writes);
        outcomes
    }

    fn keep(&mut self, writes: Writes) {
        self.log.extend(writes.transfers);
        self.facts += writes.facts.len();
    }

    /// Cash, held, stake and bonus of [`WALLET`].
    pub fn balances(&self) -> [i64; 4] {
        [SubAccount::Cash, SubAccount::Held, SubAccount::Stake, SubAccount::Bonus].map(|of| self.balance(of))
    }

    /// What a sub-account of [`WALLET`] holds.
    pub fn balance(&self, of: SubAccount) -> i64 {
        self.batch.wallets[&WALLET].balance(of)
    }

    /// What an account has got, less what it gave.
    pub fn got(&self, account: AccountId) -> i64 {
        let change = |t: &Transfer| {
            i64::from(t.credit == account) * t.amount - i64::from(t.debit == account) * t.amount
        };
        self.log.iter().map(change).sum()
    }

    /// The round that the command `name` played in.
    pub fn round(&self, id: i64) -> &Round {
        &self.batch.rounds[&id]
    }

    /// The places that the log has taken.
    pub fn places(&self) -> i64 {
        self.batch.next_seq - 1
    }

    /// What has to hold after every command.
    pub fn assert_sound(&self) {
        for wallet in self.batch.wallets.values() {
            for of in SubAccount::ALL {
                let balance = wallet.balance(of);
                assert!(balance >= 0, "{of:?} of wallet {} is {balance}", wallet.id);
                assert_eq!(balance, self.got(AccountId::of(wallet.id, of)), "{of:?} of {}", wallet.id);
            }
            let most = wallet.total() + wallet.win_room;
            assert!(most <= croupier_money::WIRE_MAX, "wallet {} holds too much", wallet.id);
            let room: i64 =
                self.batch.rounds.values().filter(|r| r.wallet == wallet.id).map(|r| r.win_room).sum();
            assert_eq!(wallet.win_room, room, "the room of wallet {}", wallet.id);
            let open: i64 =
                self.batch.rounds.values().filter(|r| is_waiting(r, wallet.id)).map(|r| r.stake).sum();
            assert_eq!(wallet.balance(SubAccount::Stake), open, "the stake account of wallet {}", wallet.id);
            let rounds = self.batch.rounds.values().filter(|r| is_waiting(r, wallet.id)).count();
            assert_eq!(
                usize::try_from(wallet.open_rounds),
                Ok(rounds),
                "open rounds of wallet {}",
                wallet.id
            );
        }
        for round in self.batch.rounds.values() {
            self.assert_reported(round);
        }
        let rows = self.log.len() + self.facts;
        assert_eq!(self.places(), i64::try_from(rows).unwrap(), "the log is gapless");
    }
}

impl Books {
    /// What has to stand in the log about `round`: readers have nothing else.
    fn assert_reported(&self, round: &Round) {
        let rows: Vec<_> = self.log.iter().filter(|t| t.round == Some(round.id)).collect();
        let played: Vec<_> = rows.iter().map(|t| t.played().expect("a row of a round")).collect();
        assert!(
            played.iter().all(|p| (p.game, p.grant) == (round.game, round.funding.grant())),
            "{played:?}"
        );
        assert!(played.first().is_some_and(|p| p.opens), "round {} is opened by its first row", round.id);
        assert_eq!(played.iter().filter(|p| p.opens).count(), 1);
        let sum = |add: PlayedKind, take: PlayedKind, of: fn(&Played) -> i64| -> i64 {
            let sign = |p: &Played| i64::from(p.kind == add) - i64::from(p.kind == take);
            played.iter().map(|p| sign(p) * of(p)).sum()
        };
        if round.funding == Funding::Wallet {
            let bonus = sum(PlayedKind::Bet, PlayedKind::BetRollback, |p| p.bonus);
            let real = sum(PlayedKind::Bet, PlayedKind::BetRollback, |p| p.real);
            assert_eq!((real + bonus, bonus), (round.stake, round.stake_bonus), "the stake of {}", round.id);
            let won = sum(PlayedKind::Win, PlayedKind::WinRollback, |p| p.real + p.bonus);
            assert_eq!(won, round.win, "the win of {}", round.id);
        }
        let ended = played.iter().rev().find_map(|p| p.ends);
        if round.status != RoundStatus::Open {
            assert_eq!(ended, Some(round.status), "the end of {}", round.id);
        }
    }
}

fn is_waiting(round: &Round, wallet: WalletId) -> bool {
    round.wallet == wallet && round.nonce > 0 && round.status == RoundStatus::Open
}

pub fn deposit(amount: i64) -> Action {
    Action::Deposit { from: PAYMENTS, amount }
}

pub fn grant(bonus: i64, amount: i64) -> Action {
    Action::BonusGrant { bonus, from: if bonus == 1 { COST } else { LATER_COST }, amount }
}

/// A rule that wins `win` and says whether the round goes on.
pub fn wins(win: i64, open: bool) -> Settle {
    Settle::new(move |_: &PlayContext<'_>| {
        Ok(Settlement { win, open, detail: String::new(), facts: Vec::new() })
    })
}

/// A rule that panics.
pub fn panics() -> Settle {
    Settle::new(|_: &PlayContext<'_>| panic!("as the test wants it"))
}

/// A bet on a builtin game while `open_rounds` are open.
pub fn play(stake: i64, open_rounds: i64, win_max: i64, settle: Settle) -> Action {
    let funding = Funding::Wallet;
    Action::Play { game: 1, system: GAMES, funding, stake, win_max, seed_no: 1, open_rounds, settle }
}

/// The grant that most tests play with.
pub const GRANT: GrantId = 77;

/// Free spins whose wins go to `to`.
pub const fn granted(to: SubAccount) -> Funding {
    Funding::Grant { grant: GRANT, to }
}

/// A free spin that wins `win`.
pub fn free_spin(win: i64, open: bool, to: SubAccount) -> Action {
    let (funding, settle) = (granted(to), wins(win, open));
    Action::Play {
        game: 1,
        system: GAMES,
        funding,
        stake: 0,
        win_max: win,
        seed_no: 1,
        open_rounds: 0,
        settle,
    }
}

pub const fn move_between(from: AccountId, to: AccountId, amount: i64) -> Action {
    Action::Move { from, to, amount }
}

/// A round of one step.
pub fn spin(stake: i64, win: i64) -> Action {
    play(stake, 0, win.max(0), wins(win, false))
}

pub fn partner(name: &str) -> RoundRef {
    RoundRef { key: Key::new("round", name), game: 2, system: GAMES }
}

pub fn bet(round: &str, amount: i64) -> Action {
    Action::bet(partner(round), amount)
}

pub fn win(round: &str, amount: i64) -> Action {
    Action::Win { round: partner(round), amount, closes: false }
}

pub fn rollback(original: &str) -> Action {
    Action::Rollback { original: key(original) }
}

/// A fact that a command brings along.
pub fn fact() -> Fact {
    Fact { kind: "test.fact", body: "{}".to_owned() }
}

/// An outcome without its receipt.
pub fn reported(outcome: Outcome) -> Result<(), Refusal> {
    outcome.map(|_| ())
}

/// A row of a table: what is asked, what is answered, and cash, held, stake and bonus afterwards.
pub type Case = (Action, Result<(), Refusal>, [i64; 4]);

/// Asks one case after the other of the same books.
pub fn walk(mut books: Books, cases: Vec<Case>) -> Books {
    for (number, (action, answer, balances)) in cases.into_iter().enumerate() {
        let shown = format!("case {number}: {action:?}");
        let before = books.places();
        let outcome = reported(books.ask(action));
        assert_eq!(outcome, answer, "{shown}");
        assert_eq!(books.balances(), balances, "{shown}");
        assert_eq!(books.places() > before, outcome.is_ok(), "{shown}: an accepted command takes a place");
        books.assert_sound();
    }
    books
}

/// What is missing when more is asked than `available`.
pub const fn poor(available: i64) -> Result<(), Refusal> {
    Err(Refusal::InsufficientFunds { available })
}

/// The first place of a receipt.
pub fn lsn(outcome: &Outcome) -> Lsn {
    outcome.as_ref().expect("an accepted command").lsn
}
