//! One law, one reference, and every store: random histories that have to end alike everywhere.

use anyhow::{Result, bail};

use crate::chance::Chance;
use crate::history::{Event, history};
use crate::memory::Memory;
use crate::model::Model;
use crate::shrink::shrink;
use crate::sql::Store;

/// Events of one history.
const LENGTH: usize = 60;

/// Players of one seed.
const PLAYERS: u64 = 6;

/// The histories of `seed`, one for each of its players.
pub fn of_seed(seed: u64) -> Vec<Vec<Event>> {
    let mut chance = Chance::new(seed);
    (0..PLAYERS).map(|_| history(chance.next(), LENGTH)).collect()
}

/// Runs the histories of `seed` through the ledger in memory; fails with a small history that shows how.
pub fn in_memory(seed: u64) -> Result<()> {
    for events in of_seed(seed) {
        let fails = |events: &[Event]| !differences(seed, events).is_empty();
        if fails(&events) {
            let small = shrink(events, fails);
            let events: Vec<_> = small.iter().map(|event| format!("{event:?}")).collect();
            let events = events.join("\n  ");
            let found = differences(seed, &small).join("\n  ");
            bail!(
                "seed {seed}: memory and the reference differ:\n  {found}\nafter\n  {events}\n{}",
                replay(seed)
            );
        }
    }
    Ok(())
}

/// Where the ledger in memory differs from the reference when `events` are cut into batches by `seed`.
fn differences(seed: u64, events: &[Event]) -> Vec<String> {
    let (mut memory, mut model, mut chance) = (Memory::default(), Model::default(), Chance::new(seed));
    let mut found = Vec::new();
    let mut from = 0;
    while from < events.len() {
        let to = (from + 1 + chance.below(12) as usize).min(events.len());
        let reported = memory.take(&events[from..to]);
        let expected: Vec<_> = events[from..to].iter().filter_map(|event| model.take(event)).collect();
        let pairs = reported.iter().zip(&expected).filter(|(reported, expected)| reported != expected);
        found.extend(
            pairs.map(|(reported, expected)| format!("told {reported:?}, and by the reference {expected:?}")),
        );
        from = to;
    }
    found.extend(memory.differences(&model));
    found
}

/// Runs the histories of `seed` on `store`; fails with what differs.
pub async fn on_store(store: &Store, name: &str, seed: u64) -> Result<()> {
    let found = store.run(seed, &of_seed(seed)).await?;
    if found.is_empty() {
        return Ok(());
    }
    bail!("seed {seed}: {name} and the reference differ:\n  {}\n{}", found.join("\n  "), replay(seed));
}

fn replay(seed: u64) -> String {
    format!("replay: cargo xtask simulate histories --seeds 1 --from {seed}")
}

/// How much of the law `seeds` histories reach, so that a generator that goes quiet is noticed: the share of
/// them, of a hundred, that played with bonus money.
pub fn bonus_share(seeds: u64) -> u64 {
    let played = |seed: &u64| {
        let mut memory = Memory::default();
        memory.take(&history(*seed, LENGTH));
        memory.played_with_bonus()
    };
    let count = (0..seeds).filter(played).count();
    u64::try_from(count).unwrap_or(0) * 100 / seeds.max(1)
}
