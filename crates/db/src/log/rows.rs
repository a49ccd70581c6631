//! Reading the log.

use croupier_ledger::{AccountId, Lsn, PlayerId, Transfer, TransferKind};

use crate::{Db, Error, Result, Row, params};

/// A transfer with whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferRow {
    /// The transfer.
    pub transfer: Transfer,
    /// The wallet's player.
    pub player: PlayerId,
    /// The wallet's currency.
    pub currency: String,
}

/// A row of the log: money or another fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogRow {
    /// Money moved.
    Transfer(TransferRow),
    /// Something else happened.
    Event {
        /// Its place.
        lsn: Lsn,
        /// What happened, such as `payment.changed`.
        kind: String,
        /// To whom.
        player: PlayerId,
        /// The rest, as JSON.
        body: String,
        /// When, UTC milliseconds.
        at: i64,
    },
}

impl LogRow {
    /// The row's place.
    pub const fn lsn(&self) -> Lsn {
        match self {
            Self::Transfer(row) => row.transfer.lsn,
            Self::Event { lsn, .. } => *lsn,
        }
    }

    /// When it happened, UTC milliseconds.
    pub const fn at(&self) -> i64 {
        match self {
            Self::Transfer(row) => row.transfer.at,
            Self::Event { at, .. } => *at,
        }
    }

    /// The player it is about.
    pub const fn player(&self) -> PlayerId {
        match self {
            Self::Transfer(row) => row.player,
            Self::Event { player, .. } => *player,
        }
    }
}

/// The last place of `lane` that is taken; 0 in an empty lane.
pub async fn tail(db: &Db, lane: u8) -> Result<i64> {
    let row = db.query_one("SELECT next_seq - 1 FROM lane WHERE id = $1", params![lane]).await?;
    row.get(0)
}

/// The rows of `lane` after the number `after`, in order, about `limit` at most.
pub async fn rows_after(db: &Db, lane: u8, after: i64, limit: i64) -> Result<Vec<LogRow>> {
    let (from, to) = (Lsn::new(lane, after).0, Lsn::new(lane + 1, 0).0);
    let transfers = db
        .query(
            "SELECT t.lsn, t.op, t.kind, t.debit, t.credit, t.amount, t.wallet_id, t.cash_after, t.held_after,
                    t.round_id, t.at_ms, w.player_id, w.currency, t.bonus_after,
                    t.reverses
             FROM transfer t JOIN wallet w ON w.id = t.wallet_id
             WHERE t.lsn > $1 AND t.lsn < $2 ORDER BY t.lsn LIMIT $3",
            params![from, to, limit],
        )
        .await?;
    let events = db
        .query(
            "SELECT lsn, kind, player_id, body, at_ms FROM event
             WHERE lsn > $1 AND lsn < $2 ORDER BY lsn LIMIT $3",
            params![from, to, limit],
        )
        .await?;
    let mut rows = transfers.iter().map(transfer).collect::<Result<Vec<_>>>()?;
    let events = events.iter().map(event).collect::<Result<Vec<_>>>()?;
    rows.extend(events);
    rows.sort_unstable_by_key(LogRow::lsn);
    // The two reads see two instants, and each may have been cut short: only what has no gap is told.
    let gapless = (after + 1..).zip(&rows).take_while(|(seq, row)| row.lsn().seq() == *seq).count();
    rows.truncate(gapless);
    Ok(rows)
}

/// The rows about `player` in `lane` after the number `after` up to `upto`, in order, `limit` at most of
/// each kind. Nothing indexes the log by player: the whole span is looked through, so keep it short.
pub async fn rows_of_player(
    db: &Db,
    player: PlayerId,
    (lane, after, upto): (u8, i64, i64),
    limit: i64,
) -> Result<Vec<LogRow>> {
    let span = params![Lsn::new(lane, after).0, Lsn::new(lane, upto).0, player, limit];
    let transfers = db
        .query(
            "SELECT t.lsn, t.op, t.kind, t.debit, t.credit, t.amount, t.wallet_id, t.cash_after, t.held_after,
                    t.round_id, t.at_ms, w.player_id, w.currency, t.bonus_after,
                    t.reverses
             FROM transfer t JOIN wallet w ON w.id = t.wallet_id
             WHERE t.lsn > $1 AND t.lsn <= $2 AND w.player_id = $3 ORDER BY t.lsn LIMIT $4",
            span.clone(),
        )
        .await?;
    let events = db
        .query(
            "SELECT lsn, kind, player_id, body, at_ms FROM event
             WHERE lsn > $1 AND lsn <= $2 AND player_id = $3 ORDER BY lsn LIMIT $4",
            span,
        )
        .await?;
    let mut rows = transfers.iter().map(transfer).collect::<Result<Vec<_>>>()?;
    rows.extend(events.iter().map(event).collect::<Result<Vec<_>>>()?);
    rows.sort_unstable_by_key(LogRow::lsn);
    Ok(rows)
}

fn transfer(row: &Row) -> Result<LogRow> {
    let kind: i64 = row.get(2)?;
    Ok(LogRow::Transfer(TransferRow {
        transfer: Transfer {
            lsn: Lsn(row.get(0)?),
            op: Lsn(row.get(1)?),
            kind: TransferKind::from_code(kind)
                .ok_or_else(|| Error::Corrupt(format!("transfer kind {kind}")))?,
            debit: AccountId(row.get(3)?),
            credit: AccountId(row.get(4)?),
            amount: row.get(5)?,
            wallet: row.get(6)?,
            cash_after: row.get(7)?,
            held_after: row.get(8)?,
            round: row.get(9)?,
            at: row.get(10)?,
            bonus_after: row.get(13)?,
            reverses: row.get::<Option<i64>>(14)?.map(Lsn),
        },
        player: row.get(11)?,
        currency: row.get(12)?,
    }))
}

fn event(row: &Row) -> Result<LogRow> {
    Ok(LogRow::Event {
        lsn: Lsn(row.get(0)?),
        kind: row.get(1)?,
        player: row.get(2)?,
        body: row.get(3)?,
        at: row.get(4)?,
    })
}
