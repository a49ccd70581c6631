//! The batch on PostgreSQL: two pipelined trips. The first opens the transaction, locks the lane and
//! loads by sets what is not in memory; the second writes by sets and commits. A third is between them when
//! another server has written to the lane unexpectedly, or when what was loaded leads to more.
//!
//! What is joined is sent in the order it is written down, because every statement is prepared before
//! the transaction begins: so everything after the lane's lock sees what the lane's last batch
//! committed, and nothing is sent behind its own COMMIT.

mod columns;
mod statements;

use croupier_ledger::{Needs, first_needs, second_needs};
use deadpool_postgres::Object;
use futures_util::future::{try_join, try_join3, try_join4, try_join5};
use tokio_postgres::Statement;
use tokio_postgres::types::ToSql;

use self::columns::{
    Columns, borrowed, event_columns, key_columns, limit_columns, round_columns, transfer_columns,
    wallet_columns,
};
use self::statements::Statements;
use super::lane::{Attempt, Excluded, LaneRow, Loaded, Memory, Submission, attached, merge, taking_part};
use crate::postgres::{self, Patience, Postgres, read_row};
use crate::{Error, Result, Row};

pub(super) async fn commit(
    engine: &Postgres,
    mut memory: Box<Memory>,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Box<Memory>, Attempt)> {
    let client = engine.client().await?;
    let try_it = Box::pin(attempt(&client, &mut memory, work, excluded));
    let tried = match postgres::in_time(Patience::Serving, try_it).await {
        // It may have fallen silent after the commit was sent.
        Err(Error::Unavailable(why)) => Err(Error::Unknown(why)),
        told => told,
    };
    let attempt = match tried {
        Ok((attempt, Ending::Commit(version))) => {
            let writes = memory.committed(version);
            memory.forget_keys(&writes);
            attempt
        }
        Ok((attempt, Ending::Nothing(row))) => {
            memory.unchanged(row);
            attempt
        }
        Ok((attempt, Ending::Undo)) => {
            memory.undo();
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
    Ok((memory, attempt))
}

/// How a try has ended.
enum Ending {
    /// Committed; the lane has this version now.
    Commit(i64),
    /// Nothing was written, and the transaction is over.
    Nothing(LaneRow),
    /// The transaction is still open and must not stay.
    Undo,
}

async fn attempt(
    client: &Object,
    memory: &mut Memory,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<(Attempt, Ending)> {
    let statements = &Statements::prepare(client).await?;
    let commands = || taking_part(work, excluded);
    if memory.shared {
        memory.forget_wallets();
    }
    let mut needs = first_needs(&memory.batch, commands());
    // Who has limits is told by the wallets; rather than wait for them, ask for the limits with them.
    needs.limits.clone_from(&needs.wallets);
    let begin = async { Ok(client.batch_execute("BEGIN").await?) };
    let ((), row, loaded) =
        try_join3(begin, lock(client, statements, memory.lane()), rows(client, statements, &needs)).await?;
    let expected = memory.shared;
    let current = memory.begin(row);
    memory.take_in(&needs, &loaded)?;
    if !current && !expected {
        // Wallets that were thought to be known.
        let Needs { wallets, .. } = first_needs(&memory.batch, commands());
        let needs = Needs { limits: wallets.clone(), wallets, ..Needs::default() };
        let loaded = rows(client, statements, &needs).await?;
        memory.take_in(&needs, &loaded)?;
    }
    let needs = second_needs(&memory.batch, commands());
    let loaded = rows(client, statements, &needs).await?;
    memory.take_in(&needs, &loaded)?;

    let outcomes = merge(work.len(), memory.decide(commands()), excluded);
    if memory.writes.next_seq == row.next_seq {
        client.batch_execute("ROLLBACK").await?;
        return Ok((Attempt::Done(outcomes), Ending::Nothing(row)));
    }
    let version = row.version + 1;
    if attached(work, &outcomes).next().is_none() {
        try_join(write(client, statements, memory, version), postgres::commit(client)).await?;
        return Ok((Attempt::Done(outcomes), Ending::Commit(version)));
    }
    write(client, statements, memory, version).await?;
    for (index, statement) in attached(work, &outcomes) {
        let hit = postgres::execute(client, statement.sql, &statement.params).await?;
        if statement.must_hit && hit != 1 {
            return Ok((Attempt::Stale(index), Ending::Undo));
        }
    }
    postgres::commit(client).await?;
    Ok((Attempt::Done(outcomes), Ending::Commit(version)))
}

async fn lock(client: &Object, statements: &Statements, lane: u8) -> Result<LaneRow> {
    let row = client.query_one(&statements.lock, &[&i64::from(lane)]).await?;
    Ok(LaneRow { next_seq: row.try_get(0)?, version: row.try_get(1)? })
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

async fn write(client: &Object, s: &Statements, memory: &Memory, version: i64) -> Result<()> {
    let writes = &memory.writes;
    let transfers = transfer_columns(&writes.transfers);
    let opened = round_columns(&writes.rounds_opened);
    let changed = round_columns(&writes.rounds_changed);
    let wallets = wallet_columns(&writes.wallets);
    let limits = limit_columns(&writes.limits);
    let facts = event_columns(&writes.facts);
    let keys = key_columns(&writes.keys);
    try_join5(
        part(client, &s.insert_transfers, &transfers, writes.transfers.len()),
        part(client, &s.insert_events, &facts, writes.facts.len()),
        try_join4(
            part(client, &s.insert_rounds, &opened, writes.rounds_opened.len()),
            part(client, &s.update_rounds, &changed, writes.rounds_changed.len()),
            part(client, &s.update_wallets, &wallets, writes.wallets.len()),
            part(client, &s.update_limits, &limits, writes.limits.len()),
        ),
        part(client, &s.insert_keys, &keys, writes.keys.len()),
        async {
            let lane = i64::from(memory.lane());
            client.execute(&s.advance_lane, &[&lane, &writes.next_seq, &version]).await?;
            Ok(())
        },
    )
    .await?;
    Ok(())
}

/// Writes the rows of one table; sends nothing when there are none.
async fn part(client: &Object, statement: &Statement, columns: &Columns, rows: usize) -> Result<()> {
    if rows > 0 {
        client.execute(statement, &borrowed(columns)).await?;
    }
    Ok(())
}
