//! Seed pairs: no round is played on under a pair that is revealed.

use croupier_ledger::{Action, Command, Funding, Refusal, RoundStatus, SubAccount};
use proptest::prelude::*;

use super::books::*;

const fn rotate(seed_no: i64) -> Action {
    Action::RotateSeed { seed_no }
}

#[test]
#[rustfmt::skip]
fn a_pair_is_kept_while_a_round_is_open() {
    let mut books = Books::with(100);
    let round = books.ask(play(10, 0, 0, wins(0, true))).unwrap().round_id.unwrap();
    let ends = Action::Step { round, version: 0, settle: wins(0, false) };
    let books = walk(books, vec![
        (rotate(1),                        Err(Refusal::RoundOpen),   [90, 0, 10, 0]),
        (rotate(2),                        Err(Refusal::SeedChanged), [90, 0, 10, 0]),
        (ends,                             Ok(()),                    [90, 0,  0, 0]),
        // The outcomes of a partner's round do not come from the pair.
        (bet("r", 10),                     Ok(()),                    [80, 0,  0, 0]),
        (rotate(1),                        Ok(()),                    [80, 0,  0, 0]),
        (rotate(1),                        Err(Refusal::SeedChanged), [80, 0,  0, 0]),
        (spin(10, 0),                      Err(Refusal::SeedChanged), [80, 0,  0, 0]),
    ]);
    assert_eq!(books.batch.wallets[&WALLET].seed_no, 2);
}

#[test]
#[rustfmt::skip]
fn a_pair_is_kept_while_a_free_spin_is_open_that_has_staked_nothing() {
    let mut books = Books::default();
    let opened = books.ask(free_spin(0, true, SubAccount::FreespinWin)).unwrap();
    let ends = Action::Step { round: opened.round_id.unwrap(), version: 0, settle: wins(0, false) };
    walk(books, vec![
        (rotate(1), Err(Refusal::RoundOpen), [0; 4]),
        (spin(1, 0), Err(Refusal::RoundsChanged), [0; 4]),
        (ends,      Ok(()),                  [0; 4]),
        (rotate(1), Ok(()),                  [0; 4]),
    ]);
}

/// What one of several calls at once asks.
#[derive(Debug, Clone, Copy)]
enum Call {
    Open { seed_no: i64, open_rounds: i64 },
    Rotate { seed_no: i64 },
    End { which: usize },
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        (1..5_i64, 0..4_i64).prop_map(|(seed_no, open_rounds)| Call::Open { seed_no, open_rounds }),
        (1..5_i64).prop_map(|seed_no| Call::Rotate { seed_no }),
        (0..4_usize).prop_map(|which| Call::End { which }),
    ];
    prop::collection::vec(call, 1..60)
}

proptest! {
    /// In whatever order calls reach the lane, and whatever their callers have read before, an open round is under the
    /// pair in force.
    #[test]
    fn an_open_round_is_under_the_pair_in_force(calls in calls(), together in 1..8_usize) {
        let mut books = Books::with(10_000);
        let mut opened: Vec<i64> = Vec::new();
        for (number, calls) in calls.chunks(together).enumerate() {
            let commands: Vec<Command> = calls.iter().enumerate().map(|(place, call)| {
                let action = match *call {
                    Call::Open { seed_no, open_rounds } => Action::Play {
                        game: 1, system: GAMES, funding: Funding::Wallet, stake: 10, win_max: 0, seed_no, open_rounds,
                        settle: wins(0, true),
                    },
                    Call::Rotate { seed_no } => rotate(seed_no),
                    Call::End { which } => {
                        let round = opened.get(which % opened.len().max(1)).copied().unwrap_or(-1);
                        Action::Step { round, version: 0, settle: wins(0, false) }
                    }
                };
                command(WALLET, &format!("{number}/{place}"), 0, action)
            }).collect();
            for outcome in books.take_all(&commands) {
                opened.extend(outcome.ok().and_then(|receipt| receipt.round).filter(|round| round.version == 0)
                    .map(|round| round.id));
            }
            let in_force = books.batch.wallets[&WALLET].seed_no;
            for round in books.batch.rounds.values().filter(|round| round.status == RoundStatus::Open) {
                prop_assert_eq!(round.seed_no, in_force);
            }
            books.assert_sound();
        }
    }
}
