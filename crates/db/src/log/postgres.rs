//! The batch on PostgreSQL: two pipelined trips. The first opens the transaction, locks the lane and
//! loads by sets what is not in memory; the second writes by sets and commits. A third is between them when
//! another server has written to the lane unexpectedly, or when what was loaded leads to more.
//!
//! Where servers write to one lane in turns, the lane is locked before the batch is gathered ([`LaneLock`]), so that
//! it is whatever came until then: batches cut before the wait would be half as big, and twice as many.
//!
//! What is joined is sent in the order it is written down, because every statement is prepared before
//! the transaction begins: so everything after the lane's lock sees what the lane's last batch
//! committed, and nothing is sent behind its own COMMIT.

mod columns;
mod statements;

use std::panic::AssertUnwindSafe;

use croupier_ledger::{Needs, Writes, first_needs, second_needs};
use deadpool_postgres::Object;
use futures_util::FutureExt;
use futures_util::future::{try_join, try_join3, try_join5};
use tokio_postgres::Statement;
use tokio_postgres::types::ToSql;

use self::statements::Statements;
use super::lane::{Attempt, Excluded, LaneRow, Missed, Submission, attached, merge, taking_part};
use super::memory::{Loaded, Memory};
use crate::error::panicked;
use crate::postgres::{self, Postgres, PostgresTx, Timeouts, read_row};
use crate::{Db, Error, Result, Row};

/// The lane, locked in a transaction that has done nothing else yet.
#[derive(Debug)]
pub(super) struct LaneLock {
    tx: PostgresTx,
    row: LaneRow,
}

/// Waits for the lane.
pub(super) async fn lock_lane(engine: &Postgres, lane: u8) -> Result<LaneLock> {
    // Whoever drops this on the way leaves no open transaction in the pool.
    let tx = engine.unopened(Timeouts::Serving).await?;
    let open = async {
        let client = tx.client()?;
        let statements = &Statements::prepare(client).await?;
        try_join(begin(client), lock(client, statements, lane)).await
    };
    let ((), row) = postgres::in_time(Timeouts::Serving, open).await?;
    Ok(LaneLock { tx, row })
}

pub(super) async fn commit(
    db: &Db,
    mut memory: Box<Memory>,
    lane_lock: Option<LaneLock>,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Box<Memory>, Attempt)> {
    let (client, locked) = match lane_lock {
        Some(LaneLock { tx, row }) => (tx.into_client()?, Some(row)),
        None => (db.postgres()?.client().await?, None),
    };
    let try_it = AssertUnwindSafe(Box::pin(attempt(&client, &mut memory, locked, work, excluded)));
    // Caught here, where the connection is: its open transaction must not go back into the pool.
    let try_it = try_it.catch_unwind().map(|done| done.unwrap_or_else(|panic| Err(panicked(&*panic))));
    let tried = match postgres::in_time(Timeouts::Serving, try_it).await {
        // It may have fallen silent after the commit was sent.
        Err(Error::Unavailable(why)) => Err(Error::Unknown(why)),
        reported => reported,
    };
    let attempt = match tried {
        Ok((attempt, Ending::Commit(writes, version))) => {
            memory.left(&writes, version);
            memory.forget_keys(&writes);
            attempt
        }
        Ok((attempt, Ending::Nothing(row))) => {
            memory.unchanged(row);
            attempt
        }
        Ok((attempt, Ending::Undo(writes))) => {
            memory.undo(&writes);
            // An open transaction must not go back into the pool.
            drop(Object::take(client));
            attempt
        }
        Err(error) => {
            match &error {
                Error::Unknown(_) => postgres::give_up(client),
                _ => drop(Object::take(client)),
            }
            return Err(error);
        }
    };
    memory.end();
    Ok((memory, attempt))
}

/// How a try has ended.
enum Ending {
    /// This was committed; the lane has this version now.
    Commit(Writes, i64),
    /// Nothing was written, and the transaction is over.
    Nothing(LaneRow),
    /// The transaction is still open, and this must not stay.
    Undo(Writes),
}

async fn attempt(
    client: &Object,
    memory: &mut Memory,
    locked: Option<LaneRow>,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Attempt, Ending)> {
    let statements = &Statements::prepare(client).await?;
    let commands = || taking_part(work, excluded);
    let expected = memory.is_shared();
    match locked {
        Some(row) => {
            memory.begin(row);
        }
        None if expected => memory.forget_wallets(),
        None => {}
    }
    let mut needs = first_needs(&memory.batch, commands());
    // The wallets say who has limits; rather than wait for them, ask for the limits with them.
    needs.limits.clone_from(&needs.wallets);
    let load = rows(client, statements, &needs);
    let (row, loaded, foreseen) = if let Some(row) = locked {
        (row, load.await?, true)
    } else {
        let lock = lock(client, statements, memory.lane());
        let ((), row, loaded) = try_join3(begin(client), lock, load).await?;
        (row, loaded, memory.begin(row) || expected)
    };
    memory.take_in(&needs, &loaded)?;
    if !foreseen {
        // Wallets that were thought to be known.
        let Needs { wallets, .. } = first_needs(&memory.batch, commands());
        let needs = Needs { limits: wallets.clone(), wallets, ..Needs::default() };
        let loaded = rows(client, statements, &needs).await?;
        memory.take_in(&needs, &loaded)?;
    }
    let needs = second_needs(&memory.batch, commands());
    let loaded = rows(client, statements, &needs).await?;
    memory.take_in(&needs, &loaded)?;

    let (outcomes, writes) = memory.decide(commands());
    let outcomes = merge(work.len(), outcomes, excluded);
    if writes.next_seq == row.next_seq {
        client.batch_execute("ROLLBACK").await?;
        return Ok((Attempt::Done(outcomes), Ending::Nothing(row)));
    }
    let version = row.version + 1;
    if attached(work, &outcomes).next().is_none() {
        let write = write(client, statements, memory.lane(), &writes, version);
        try_join(write, postgres::commit(client)).await?;
        return Ok((Attempt::Done(outcomes), Ending::Commit(writes, version)));
    }
    write(client, statements, memory.lane(), &writes, version).await?;
    let mut missed = Missed::default();
    for (index, statements) in attached(work, &outcomes) {
        for (place, statement) in statements.into_iter().enumerate() {
            let hit = postgres::execute(client, statement.sql, &statement.params).await?;
            if !missed.goes_on(index, place == 0, statement, hit) {
                break;
            }
        }
        if missed.is_over() {
            break;
        }
    }
    if let Some(missed) = missed.into_commands() {
        return Ok((Attempt::PreconditionFailed(missed), Ending::Undo(writes)));
    }
    postgres::commit(client).await?;
    Ok((Attempt::Done(outcomes), Ending::Commit(writes, version)))
}

async fn begin(client: &Object) -> Result<()> {
    Ok(client.batch_execute(statements::BEGIN).await?)
}

async fn lock(client: &Object, statements: &Statements, lane: u8) -> Result<LaneRow> {
    let row = client.query_one(&statements.lock, &[&i64::from(lane)]).await?;
    Ok(LaneRow { next_seq: row.try_get(0)?, version: row.try_get(1)?, archived_seq: row.try_get(2)? })
}

/// Loads by sets; asks nothing where nothing is needed.
async fn rows(client: &Object, s: &Statements, needs: &Needs) -> Result<Loaded> {
    let keys: Vec<&[u8]> = needs.keys.iter().map(|key| key.0.as_slice()).collect();
    let keys =
        async { if keys.is_empty() { Ok(Vec::new()) } else { select(client, &s.keys, &[&keys]).await } };
    let named = async |statement, ids: &[i64]| {
        if ids.is_empty() { Ok(Vec::new()) } else { select(client, statement, &[&ids]).await }
    };
    let (wallets, limits, rounds, operations, keys) = try_join5(
        named(&s.wallets, &needs.wallets),
        named(&s.limits, &needs.limits),
        named(&s.rounds, &needs.rounds),
        named(&s.operations, &needs.operations),
        keys,
    )
    .await?;
    Ok(Loaded { wallets, limits, rounds, operations, keys })
}

async fn select(client: &Object, statement: &Statement, row: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
    client.query(statement, row).await?.iter().map(read_row).collect()
}

async fn write(client: &Object, s: &Statements, lane: u8, writes: &Writes, version: i64) -> Result<()> {
    let transfers = columns::transfers(&writes.transfers);
    let (rounds, details) = columns::rounds(&writes.rounds_opened);
    let wallets = columns::wallets(&writes.wallets);
    let limits = columns::limits(&writes.limits);
    let (numbers, keys, fingerprints) = columns::keys(&writes.keys);
    let lane = i64::from(lane);
    let most: [&(dyn ToSql + Sync); 11] = [
        &transfers,
        &rounds,
        &details,
        &wallets,
        &limits,
        &numbers,
        &keys,
        &fingerprints,
        &lane,
        &writes.next_seq,
        &version,
    ];
    let (changed, details) = columns::rounds(&writes.rounds_changed);
    let (places, kinds, bodies) = columns::events(&writes.facts);
    try_join3(
        part(client, &s.write, &most, 1),
        part(client, &s.update_rounds, &[&changed, &details], changed.len()),
        part(client, &s.insert_events, &[&places, &kinds, &bodies], places.len()),
    )
    .await?;
    Ok(())
}

/// Writes the rows of one table; sends nothing when there are none.
async fn part(
    client: &Object,
    statement: &Statement,
    columns: &[&(dyn ToSql + Sync)],
    rows: usize,
) -> Result<()> {
    if rows > 0 {
        client.execute(statement, columns).await?;
    }
    Ok(())
}
