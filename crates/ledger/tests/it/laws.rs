//! What holds whatever is asked, in whatever order.

use croupier_ledger::{AccountId, Action, Command, Outcome, Part, Receipt, Refusal, SubAccount, Wallet};
use proptest::prelude::*;

use super::books::*;

/// An amount that mostly can move.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 1..200_i64, 1 => -3..=0_i64, 1 => Just(croupier_money::WIRE_MAX), 1 => any::<i64>()]
}

fn small() -> impl Strategy<Value = i64> {
    0..200_i64
}

fn sub_account() -> impl Strategy<Value = SubAccount> {
    prop_oneof![4 => Just(SubAccount::FreespinWin), 1 => prop::sample::select(SubAccount::ALL.to_vec())]
}

/// An account that a move may name, and some that it may not.
fn account() -> impl Strategy<Value = AccountId> {
    let own = prop::sample::select(SubAccount::ALL.to_vec()).prop_map(|of| AccountId::of(WALLET, of));
    prop_oneof![2 => Just(ADJUSTMENT), 1 => Just(COST), 4 => own]
}

/// An action on rounds and keys that are few, so that commands meet.
fn action() -> impl Strategy<Value = Action> {
    let round = prop::sample::select(vec!["r", "q"]);
    prop_oneof![
        1 => amount().prop_map(deposit),
        1 => amount().prop_map(|amount| Action::PayoutHold { amount }),
        1 => amount().prop_map(|amount| Action::PayoutRelease { amount }),
        1 => amount().prop_map(|amount| Action::PayoutFinish { to: PAYMENTS, amount }),
        1 => amount().prop_map(|amount| Action::Adjust { system: ADJUSTMENT, amount }),
        1 => (1..3_i64, amount()).prop_map(|(bonus, amount)| grant(bonus, amount)),
        1 => (1..3_i64, amount()).prop_map(|(bonus, most)| Action::BonusConvert { bonus, most }),
        1 => (1..3_i64).prop_map(|bonus| Action::BonusForfeit { bonus }),
        1 => (1..3_i64, amount(), prop::option::of(amount()), amount()).prop_map(|(bonus, holds, cash_max, most)| {
            Action::BonusFinish { bonus, holds, cash_max, most }
        }),
        1 => (1..3_i64).prop_map(|seed_no| Action::RotateSeed { seed_no }),
        3 => (amount(), small(), any::<bool>(), 0..3_i64).prop_map(|(stake, win, open, rounds)| {
            play(stake, rounds, win, wins(win, open))
        }),
        2 => (any::<bool>(), small()).prop_map(|(open, win)| play(50, 0, win, wins(win, open))),
        1 => Just(play(50, 0, 0, panics())),
        1 => (1..40_i64, 0..2_i64, small(), any::<bool>()).prop_map(|(round, version, win, open)| {
            Action::Step { round, version, settle: wins(win, open) }
        }),
        3 => (round.clone(), amount()).prop_map(|(round, amount)| bet(round, amount)),
        1 => (small(), any::<bool>(), sub_account()).prop_map(|(win, open, to)| free_spin(win, open, to)),
        1 => (round.clone(), sub_account()).prop_map(|(round, to)| Action::Bet {
            round: partner(round), funding: granted(to), amount: 0, round_max: None,
        }),
        2 => (account(), account(), amount()).prop_map(|(from, to, amount)| move_between(from, to, amount)),
        2 => (round, small(), any::<bool>()).prop_map(|(round, amount, closes)| {
            Action::Win { round: partner(round), amount, closes }
        }),
        2 => (0..30_u32).prop_map(|number| rollback(&number.to_string())),
    ]
}

/// Commands of two players; keys repeat now and then.
pub fn commands() -> impl Strategy<Value = Vec<Command>> {
    let one = (action(), 0..30_u32, prop::sample::select(vec![WALLET, WALLET, WALLET, OTHER]), any::<bool>());
    prop::collection::vec(one, 1..40).prop_map(|all| {
        let one = |(action, number, wallet, has_fact): (Action, u32, i64, bool)| Part {
            facts: if has_fact { vec![fact()] } else { Vec::new() },
            ..part(wallet, &number.to_string(), action)
        };
        // Every fourth command has a further part or two.
        let mut parts = all.into_iter().map(one);
        let mut commands = Vec::new();
        while let Some(part) = parts.next() {
            let more = if commands.len() % 4 == 3 { 1 + commands.len() % 2 } else { 0 };
            commands.push(Command { at: 0, part, linked: parts.by_ref().take(more).collect() });
        }
        commands
    })
}

fn wallets(books: &Books) -> [Wallet; 2] {
    [WALLET, OTHER].map(|id| books.batch.wallets[&id].clone())
}

/// Place, cash, held, bonus and round of one part.
type PartAnswer = (i64, i64, i64, i64, Option<i64>);

/// All that an outcome answers a caller who may ask again.
fn answer(outcome: &Outcome) -> Result<Vec<PartAnswer>, Refusal> {
    let of_part = |r: &Receipt| (r.lsn.0, r.cash, r.held, r.bonus, r.round_id);
    let of_parts = |first: &Receipt| std::iter::once(first).chain(&first.linked).map(of_part).collect();
    outcome.as_ref().map(of_parts).map_err(Clone::clone)
}

/// Every part was carried out before.
fn is_replayed(first: &Receipt) -> bool {
    std::iter::once(first).chain(&first.linked).all(|receipt| receipt.replayed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Balances are the sums of transfers, no account of a player is below zero, and the log is gapless. A refusal
    /// changes nothing. A repeated command changes nothing and is answered as the first time.
    #[test]
    fn the_books_hold_after_every_command(commands in commands()) {
        let mut books = Books::default();
        for command in &commands {
            let (before, places) = (wallets(&books), books.places());
            let outcome = books.take(command);
            books.assert_sound();
            match &outcome {
                Err(_) => prop_assert_eq!((wallets(&books), books.places()), (before, places)),
                Ok(receipt) if is_replayed(receipt) => {
                    prop_assert_eq!((wallets(&books), books.places()), (before, places));
                }
                Ok(_) => {
                    prop_assert!(books.places() > places, "an accepted command takes a place");
                    let after = (wallets(&books), books.places());
                    let again = books.take(command);
                    prop_assert_eq!(answer(&again), answer(&outcome));
                    prop_assert!(is_replayed(&again.unwrap()));
                    prop_assert_eq!((wallets(&books), books.places()), after);
                }
            }
        }
    }

    /// How commands are cut into batches makes no difference.
    #[test]
    fn a_batch_decides_as_its_commands_one_by_one(commands in commands(), together in 2..12_usize) {
        let (mut batches, mut single) = (Books::default(), Books::default());
        let many: Vec<Outcome> = commands.chunks(together).flat_map(|part| batches.take_all(part)).collect();
        let each: Vec<Outcome> = commands.iter().map(|command| single.take(command)).collect();
        prop_assert_eq!(many, each);
        prop_assert_eq!(&batches.log, &single.log);
        prop_assert_eq!(wallets(&batches), wallets(&single));
    }

    /// Taking back all bets and wins of a partner, the last one first, restores the wallet.
    #[test]
    fn rollbacks_restore_what_was(
        cash in 0..500_i64, bonus in 0..500_i64,
        moves in prop::collection::vec((any::<bool>(), 1..300_i64), 1..10),
    ) {
        let mut books = Books::default();
        if cash > 0 { books.ask(deposit(cash)).unwrap(); }
        if bonus > 0 { books.ask(grant(1, bonus)).unwrap(); }
        let before = (books.balances(), books.got(GAMES));
        let mut done = Vec::new();
        for (number, (is_bet, amount)) in moves.into_iter().enumerate() {
            let name = format!("move {number}");
            let action = if is_bet { bet("r", amount) } else { win("r", amount) };
            if books.named(&name, action).is_ok() { done.push(name); }
        }
        for name in done.iter().rev() {
            books.ask(rollback(name)).unwrap();
            books.assert_sound();
        }
        prop_assert_eq!((books.balances(), books.got(GAMES)), before);
    }
}
