//! Random histories: whatever is asked in whatever order, the books are exact, and they agree with a
//! reference model that fits a page.

use std::collections::{BTreeMap, HashMap};

use croupier_ledger::{
    AccountId, Action, Batch, Bucket, Command, Key, Outcome, Refusal, RoundRef, RoundStatus, Settle,
    Settlement, Transfer, Wallet, Writes, decide,
};
use proptest::prelude::*;

const WALLETS: i64 = 3;
const HOUSE: AccountId = AccountId::house(1);

/// What a history is made of; numbers are small on purpose, so that keys, rounds and wallets meet.
#[derive(Debug, Clone)]
enum Ask {
    Deposit { amount: i64 },
    Play { stake: i64, win: i64, open: bool },
    Step { opened_by: u8, version: i64, win: i64, open: bool },
    Bet { round: u8, amount: i64 },
    Win { round: u8, amount: i64, closes: bool },
    Rollback { original: u8 },
    Hold { amount: i64 },
    Release { amount: i64 },
    Finish { amount: i64 },
    Adjust { amount: i64 },
    Rotate { seed_no: i64 },
}

fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 1_i64..400, 1 => Just(0), 1 => Just(-5), 1 => Just(i64::MAX)]
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        4 => amount().prop_map(|amount| Ask::Deposit { amount }),
        6 => (amount(), 0_i64..500, any::<bool>())
            .prop_map(|(stake, win, open)| Ask::Play { stake, win, open }),
        3 => (0_u8..24, 0_i64..3, 0_i64..300, any::<bool>())
            .prop_map(|(opened_by, version, win, open)| Ask::Step { opened_by, version, win, open }),
        4 => (0_u8..6, amount()).prop_map(|(round, amount)| Ask::Bet { round, amount }),
        3 => (0_u8..6, 0_i64..500, any::<bool>())
            .prop_map(|(round, amount, closes)| Ask::Win { round, amount, closes }),
        3 => (0_u8..24).prop_map(|original| Ask::Rollback { original }),
        2 => amount().prop_map(|amount| Ask::Hold { amount }),
        1 => amount().prop_map(|amount| Ask::Release { amount }),
        1 => amount().prop_map(|amount| Ask::Finish { amount }),
        1 => (-300_i64..300).prop_map(|amount| Ask::Adjust { amount }),
        1 => (1_i64..3).prop_map(|seed_no| Ask::Rotate { seed_no }),
    ]
}

/// A history: each command with its key and wallet. Few keys, so that some come twice.
fn history() -> impl Strategy<Value = Vec<(u8, i64, Ask)>> {
    prop::collection::vec((0_u8..24, 1..=WALLETS, ask()), 1..60)
}

fn key(number: u8) -> Key {
    Key::new("history", &number.to_string())
}

fn round_ref(number: u8) -> RoundRef {
    RoundRef { key: Key::new("round", &number.to_string()), game: 1, house: HOUSE }
}

fn settle(win: i64, open: bool) -> Settle {
    Settle::new(move |_| Ok(Settlement { win, open, detail: String::new(), facts: Vec::new() }))
}

/// The ledger with its tables in memory, fed in batches.
struct Books {
    batch: Batch,
    transfers: Vec<Transfer>,
    opened_by: HashMap<u8, i64>,
}

impl Books {
    fn new() -> Self {
        let wallet = |id| {
            let wallet = Wallet {
                id,
                player: id,
                cash: 0,
                held: 0,
                stake: 0,
                bonus: 0,
                bonus_id: None,
                bonus_cost: None,
                nonce: 0,
                seed_no: 1,
                blocked: false,
                limited: false,
            };
            (id, wallet)
        };
        let batch = Batch { next_seq: 1, wallets: (1..=WALLETS).map(wallet).collect(), ..Batch::default() };
        Self { batch, transfers: Vec::new(), opened_by: HashMap::new() }
    }

    fn command(&self, (number, wallet, ask): &(u8, i64, Ask)) -> Command {
        let action = match ask.clone() {
            Ask::Deposit { amount } => Action::Deposit { from: HOUSE, amount },
            Ask::Play { stake, win, open } => {
                let Wallet { seed_no, stake: waiting, .. } = self.batch.wallets[wallet];
                Action::Play { game: 1, house: HOUSE, stake, seed_no, waiting, settle: settle(win, open) }
            }
            Ask::Step { opened_by, version, win, open } => {
                let round = self.opened_by.get(&opened_by).copied().unwrap_or(-1);
                Action::Step { round, version, settle: settle(win, open) }
            }
            Ask::Bet { round, amount } => Action::Bet { round: round_ref(round), amount },
            Ask::Win { round, amount, closes } => Action::Win { round: round_ref(round), amount, closes },
            Ask::Rollback { original } => Action::Rollback { original: key(original) },
            Ask::Hold { amount } => Action::PayoutHold { amount },
            Ask::Release { amount } => Action::PayoutRelease { amount },
            Ask::Finish { amount } => Action::PayoutFinish { to: HOUSE, amount },
            Ask::Adjust { amount } => Action::Adjust { house: HOUSE, amount },
            Ask::Rotate { seed_no } => Action::RotateSeed { seed_no },
        };
        let fingerprint = Key::new("body", &format!("{wallet} {ask:?}"));
        Command { key: key(*number), fingerprint, wallet: *wallet, at: 1, action, facts: Vec::new() }
    }

    fn ask(&mut self, asked: &(u8, i64, Ask)) -> Outcome {
        let command = self.command(asked);
        let (mut outcomes, writes) = decide(&mut self.batch, std::slice::from_ref(&command));
        self.take(&writes);
        let outcome = outcomes.remove(0);
        if let Ok(receipt) = &outcome
            && let Some(round) = receipt.round_id
        {
            self.opened_by.insert(asked.0, round);
        }
        outcome
    }

    fn take(&mut self, writes: &Writes) {
        self.transfers.extend(writes.transfers.iter().cloned());
    }

    /// The balances that the rows say, of every account.
    fn summed(&self) -> BTreeMap<AccountId, i64> {
        let mut sums = BTreeMap::new();
        for transfer in &self.transfers {
            *sums.entry(transfer.debit).or_default() -= transfer.amount;
            *sums.entry(transfer.credit).or_default() += transfer.amount;
        }
        sums
    }
}

/// The reference: balances only, worked out from the accepted commands alone.
#[derive(Default)]
struct Model {
    /// Cash, held and stake by wallet.
    balances: BTreeMap<i64, [i64; 3]>,
    /// What a key moved, to be taken back: cash, held, stake.
    moved: HashMap<u8, (i64, [i64; 3])>,
    rolled_back: Vec<u8>,
    staked: HashMap<i64, i64>,
}

impl Model {
    fn accept(&mut self, (number, wallet, ask): &(u8, i64, Ask), round: Option<i64>) {
        let change = match ask {
            Ask::Deposit { amount } | Ask::Adjust { amount } | Ask::Win { amount, .. } => [*amount, 0, 0],
            Ask::Play { stake, win, open } => {
                let waits = if *open { *stake } else { 0 };
                self.staked.insert(round.unwrap_or_default(), waits);
                [win - stake, 0, waits]
            }
            Ask::Step { win, open, .. } => {
                let staked = self.staked.entry(round.unwrap_or_default()).or_default();
                let settled = if *open { 0 } else { std::mem::take(staked) };
                [*win, 0, -settled]
            }
            Ask::Bet { amount, .. } => [-amount, 0, 0],
            Ask::Hold { amount } => [-amount, *amount, 0],
            Ask::Release { amount } => [*amount, -amount, 0],
            Ask::Finish { amount } => [0, -amount, 0],
            Ask::Rotate { .. } => [0; 3],
            Ask::Rollback { original } => {
                let known = self.moved.get(original).filter(|_| !self.rolled_back.contains(original));
                let back = known.map_or([0; 3], |(_, moved)| moved.map(|amount| -amount));
                if known.is_some() {
                    self.rolled_back.push(*original);
                }
                back
            }
        };
        let balances = self.balances.entry(*wallet).or_default();
        for (balance, change) in balances.iter_mut().zip(change) {
            *balance += change;
        }
        self.moved.insert(*number, (*wallet, change));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_books_are_exact_and_agree_with_the_model(history in history()) {
        let mut books = Books::new();
        let mut model = Model::default();
        for asked in &history {
            let before = books.batch.wallets.clone();
            match books.ask(asked) {
                Ok(receipt) if receipt.replayed => prop_assert_eq!(&before, &books.batch.wallets),
                Ok(receipt) => model.accept(asked, receipt.round_id),
                Err(_) => prop_assert_eq!(&before, &books.batch.wallets, "a refusal moves nothing"),
            }
        }
        let sums = books.summed();
        prop_assert_eq!(sums.values().sum::<i64>(), 0, "over all accounts the sum is zero");
        for wallet in books.batch.wallets.values() {
            let stored = [wallet.cash, wallet.held, wallet.stake];
            let of = |bucket| sums.get(&AccountId::of(wallet.id, bucket)).copied().unwrap_or(0);
            prop_assert_eq!(stored, [of(Bucket::Cash), of(Bucket::Held), of(Bucket::Stake)]);
            prop_assert_eq!(stored, model.balances.get(&wallet.id).copied().unwrap_or_default());
            let open = books.batch.rounds.values().filter(|round| {
                round.wallet == wallet.id && round.status == RoundStatus::Open && round.nonce > 0
            });
            prop_assert_eq!(wallet.stake, open.map(|round| round.stake).sum::<i64>());
            prop_assert!(stored.iter().all(|balance| *balance >= 0), "no player account is below zero");
        }
        let numbers: Vec<i64> = books.transfers.iter().map(|transfer| transfer.lsn.0).collect();
        prop_assert!(numbers.is_sorted_by(|a, b| a < b), "log numbers rise");
    }

    #[test]
    fn asking_everything_twice_changes_nothing(history in history()) {
        let (mut once, mut twice) = (Books::new(), Books::new());
        for asked in &history {
            let first = once.ask(asked);
            let again = (twice.ask(asked), twice.ask(asked));
            prop_assert_eq!(&first, &again.0);
            match (first, again.1) {
                (Ok(first), Ok(again)) => {
                    prop_assert!(again.replayed);
                    prop_assert_eq!((first.lsn, first.cash, first.held), (again.lsn, again.cash, again.held));
                }
                (Ok(_), Err(refusal)) => prop_assert_eq!(refusal, Refusal::KeyConflict),
                (Err(_), again) => prop_assert!(again.is_err()),
            }
        }
        prop_assert_eq!(once.batch.wallets, twice.batch.wallets);
        prop_assert_eq!(once.transfers, twice.transfers);
    }

    #[test]
    fn a_batch_decides_as_its_commands_one_by_one(history in history()) {
        // Steps name rounds by what earlier answers said, so they are left out of whole batches.
        let history: Vec<_> =
            history.into_iter().filter(|(_, _, ask)| !matches!(ask, Ask::Step { .. } | Ask::Rotate { .. })).collect();
        let (mut single, mut whole) = (Books::new(), Books::new());
        // A bet names the stakes it knows of, so the same commands are decided both times.
        let (commands, one_by_one): (Vec<Command>, Vec<Outcome>) =
            history.iter().map(|asked| (single.command(asked), single.ask(asked))).unzip();
        let (together, writes) = decide(&mut whole.batch, &commands);
        whole.take(&writes);
        prop_assert_eq!(one_by_one, together);
        prop_assert_eq!(single.transfers, whole.transfers);
        prop_assert_eq!(single.batch.wallets, whole.batch.wallets);
    }
}
