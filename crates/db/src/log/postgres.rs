//! The batch on PostgreSQL: two pipelined trips. The first opens the transaction, locks the lane and
//! loads by sets; the second writes by sets and commits.
//!
//! What is joined is sent in the order it is written down, because every statement is prepared before
//! the transaction begins: so everything after the lane's lock sees what the lane's last batch
//! committed, and nothing is sent behind its own COMMIT.

mod columns;
mod statements;

use croupier_ledger::{Batch, Needs, Writes, decide, first_needs, second_needs};
use deadpool_postgres::Object;
use futures_util::future::{try_join, try_join3, try_join4, try_join5};
use tokio_postgres::Statement;

use self::columns::{
    Columns, borrowed, event_columns, key_columns, limit_columns, load_keys, load_limits, load_operations,
    load_rounds, load_wallets, round_columns, transfer_columns, wallet_columns,
};
use self::statements::Statements;
use super::{Attempt, Excluded, Submission, attached, merge, taking_part};
use crate::postgres::{self, Patience, Postgres};
use crate::{Error, Result};

pub(super) async fn commit(
    engine: &Postgres,
    lane: u8,
    work: &[Submission],
    excluded: &Excluded,
) -> Result<Attempt> {
    let client = engine.client().await?;
    let work = Box::pin(attempt(&client, lane, work, excluded));
    let attempt = match postgres::in_time(Patience::Serving, work).await {
        // It may have fallen silent after the commit was sent.
        Err(Error::Unavailable(why)) => Err(Error::Unknown(why)),
        told => told,
    };
    match &attempt {
        Ok(Attempt::Done(_)) => {}
        Err(Error::Unknown(_)) => postgres::give_up(client),
        // An open transaction must not go back into the pool.
        _ => drop(Object::take(client)),
    }
    attempt
}

async fn attempt(client: &Object, lane: u8, work: &[Submission], excluded: &Excluded) -> Result<Attempt> {
    let statements = Statements::prepare(client).await?;
    let commands = taking_part(work, excluded);
    let needs = first_needs(commands.iter());
    let lane_id = i64::from(lane);
    let mut batch = Batch { lane, ..Batch::default() };
    let begin = async { Ok(client.batch_execute("BEGIN").await?) };
    let lock = async { Ok(client.query_one(&statements.lock, &[&lane_id]).await?.try_get(0)?) };
    let ((), next_seq, ()) = try_join3(begin, lock, load(client, &statements, &mut batch, &needs)).await?;
    batch.next_seq = next_seq;
    let more = second_needs(&batch, commands.iter());
    if more != Needs::default() {
        load(client, &statements, &mut batch, &more).await?;
    }
    let (decided, writes) = decide(&mut batch, &commands);
    let outcomes = merge(work.len(), decided, excluded);
    if writes.next_seq == next_seq {
        client.batch_execute("ROLLBACK").await?;
        return Ok(Attempt::Done(outcomes));
    }
    if attached(work, &outcomes).next().is_none() {
        try_join(write(client, &statements, lane_id, &writes), postgres::commit(client)).await?;
        return Ok(Attempt::Done(outcomes));
    }
    write(client, &statements, lane_id, &writes).await?;
    for (index, statement) in attached(work, &outcomes) {
        let hit = postgres::execute(client, statement.sql, &statement.params).await?;
        if statement.must_hit && hit != 1 {
            return Ok(Attempt::Stale(index));
        }
    }
    postgres::commit(client).await?;
    Ok(Attempt::Done(outcomes))
}

async fn load(client: &Object, statements: &Statements, batch: &mut Batch, needs: &Needs) -> Result<()> {
    let Batch { wallets, keys, rounds, operations, limits, .. } = batch;
    try_join5(
        load_wallets(client, statements, &needs.wallets, wallets),
        load_keys(client, statements, &needs.keys, keys),
        load_rounds(client, statements, &needs.rounds, rounds),
        load_operations(client, statements, &needs.operations, operations),
        load_limits(client, statements, &needs.limits, limits),
    )
    .await?;
    Ok(())
}

async fn write(client: &Object, s: &Statements, lane: i64, writes: &Writes) -> Result<()> {
    let transfers = transfer_columns(&writes.transfers);
    let keys = key_columns(&writes.keys);
    let opened = round_columns(&writes.rounds_opened);
    let changed = round_columns(&writes.rounds_changed);
    let wallets = wallet_columns(&writes.wallets);
    let limits = limit_columns(&writes.limits);
    let facts = event_columns(&writes.facts);
    let lane_row: Columns = vec![Box::new(lane), Box::new(writes.next_seq)];
    try_join(
        try_join4(
            part(client, &s.insert_transfers, &transfers, writes.transfers.len()),
            part(client, &s.insert_keys, &keys, writes.keys.len()),
            part(client, &s.insert_rounds, &opened, writes.rounds_opened.len()),
            part(client, &s.update_rounds, &changed, writes.rounds_changed.len()),
        ),
        try_join4(
            part(client, &s.update_wallets, &wallets, writes.wallets.len()),
            part(client, &s.update_limits, &limits, writes.limits.len()),
            part(client, &s.insert_events, &facts, writes.facts.len()),
            part(client, &s.advance_lane, &lane_row, 1),
        ),
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
