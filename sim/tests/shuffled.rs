//! A partner's callbacks in any order and any number end as they do in order and once.

use croupier_sim::chance::Chance;
use croupier_sim::history::{Ask, Event, KeyedCommand, START_MS};
use croupier_sim::memory::Memory;
use croupier_sim::model::{Model, Response, RoundName, RoundState, WalletBooks};

/// Callbacks of a few rounds, in the order in which a partner's game makes them.
///
/// A partner takes back a further bet of a round, or all of a round. What it does not do is to take back the
/// only bet and leave the win: that ends one way or the other, depending on which comes first.
fn callbacks(chance: &mut Chance) -> Vec<KeyedCommand> {
    let mut asked = Vec::new();
    let mut key = 1;
    for round in 0..=chance.below(5) {
        let sub_wallet = 0;
        let first = key;
        let mut push = |ask| {
            asked.push(KeyedCommand { key, sub_wallet, at: START_MS, ask });
            key += 1;
        };
        push(Ask::Bet { round, amount: chance.within(1, 300) });
        let further = chance.one_in(2);
        if further {
            push(Ask::Bet { round, amount: chance.within(1, 300) });
        }
        let won = chance.one_in(2);
        if won {
            push(Ask::Win { round, amount: chance.within(0, 500), closes: !further && chance.one_in(2) });
        }
        let made = 1 + u32::from(further) + u32::from(won);
        match chance.below(3) {
            0 if further => push(Ask::Rollback { original: first + 1 }),
            1 => (first..first + made).for_each(|original| push(Ask::Rollback { original })),
            _ => {}
        }
    }
    asked
}

/// What is left at the end: the wallets, and rounds with money in them.
fn left(model: &Model) -> (Vec<WalletBooks>, Vec<(RoundName, i64, i64)>) {
    let money = |(name, state): (RoundName, RoundState)| (name, state.stake, state.win);
    let rounds = model.rounds().into_iter().map(money).filter(|(_, stake, win)| stake + win > 0);
    (model.books(), rounds.collect())
}

/// Delivers `callbacks` until nothing that is refused could still be accepted, as partners do.
fn deliver(callbacks: &[KeyedCommand]) -> (Vec<WalletBooks>, Vec<(RoundName, i64, i64)>) {
    let (mut memory, mut model) = (Memory::default(), Model::default());
    let ask = Ask::Deposit { amount: 100_000 };
    let mut events = vec![Event::Command(KeyedCommand { key: 0, sub_wallet: 0, at: START_MS, ask })];
    events.extend(callbacks.iter().cloned().map(Event::Command));
    loop {
        let reported = memory.take(&events);
        let expected: Vec<Response> = events.iter().filter_map(|event| model.take(event)).collect();
        assert_eq!(reported, expected);
        if !reported.iter().any(|reported| matches!(reported, Response::Yes { replayed: false, .. })) {
            break;
        }
    }
    assert_eq!(memory.differences(&model), Vec::<String>::new());
    left(&model)
}

#[test]
fn callbacks_in_any_order_and_number_end_as_in_order() {
    for seed in 0..3_000 {
        let mut chance = Chance::new(seed);
        let in_order = callbacks(&mut chance);
        let mut shuffled: Vec<KeyedCommand> = Vec::new();
        for asked in &in_order {
            shuffled.extend(std::iter::repeat_n(asked.clone(), 1 + chance.below(5) as usize));
        }
        chance.shuffle(&mut shuffled);
        assert_eq!(deliver(&shuffled), deliver(&in_order), "seed {seed}: {shuffled:#?}");
    }
}
