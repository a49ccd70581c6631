//! Rows of a batch as columns of arrays, and back.

use std::collections::{BTreeSet, HashMap};

use croupier_ledger::{
    AccountId, BetLimit, Fact, Key, KeyRow, LimitKind, LimitPeriod, Lsn, PlayerId, Round, RoundStatus,
    Transfer, TransferKind, Wallet, WalletId,
};
use deadpool_postgres::Object;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::statements::Statements;
use crate::log::sqlite::AnswerColumns;
use crate::{Error, Result};

/// One array a column.
pub(super) type Columns = Vec<Box<dyn ToSql + Sync + Send>>;

pub(super) fn borrowed(columns: &Columns) -> Vec<&(dyn ToSql + Sync)> {
    columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect()
}

fn column<T, V: ToSql + Sync + Send + 'static>(
    rows: &[T],
    value: impl Fn(&T) -> V,
) -> Box<dyn ToSql + Sync + Send> {
    Box::new(rows.iter().map(value).collect::<Vec<V>>())
}

pub(super) fn transfer_columns(rows: &[Transfer]) -> Columns {
    vec![
        column(rows, |t| t.lsn.0),
        column(rows, |t| t.op.0),
        column(rows, |t| t.kind.code()),
        column(rows, |t| t.debit.0),
        column(rows, |t| t.credit.0),
        column(rows, |t| t.amount),
        column(rows, |t| t.wallet),
        column(rows, |t| t.cash_after),
        column(rows, |t| t.held_after),
        column(rows, |t| t.round),
        column(rows, |t| t.at),
        column(rows, |t| t.bonus_after),
        column(rows, |t| t.reverses.map(|lsn| lsn.0)),
    ]
}

/// Sorted by key, so that the index is walked in one direction.
pub(super) fn key_columns(rows: &[KeyRow]) -> Columns {
    let mut rows = rows.to_vec();
    rows.sort_unstable_by_key(|row| row.key);
    let answers: Vec<AnswerColumns> = rows.iter().map(|row| row.answer.into()).collect();
    vec![
        column(&rows, |row| row.key.0.to_vec()),
        column(&rows, |row| row.fingerprint.0.to_vec()),
        column(&rows, |row| row.lsn.0),
        column(&answers, |answer| answer.kind),
        column(&answers, |answer| answer.cash),
        column(&answers, |answer| answer.held),
        column(&answers, |answer| answer.round),
        column(&answers, |answer| answer.bonus),
    ]
}

pub(super) fn round_columns(rows: &[Round]) -> Columns {
    vec![
        column(rows, |r| r.id),
        column(rows, |r| r.wallet),
        column(rows, |r| r.player),
        column(rows, |r| r.game),
        column(rows, |r| r.house.0),
        column(rows, |r| r.status.code()),
        column(rows, |r| r.version),
        column(rows, |r| r.stake),
        column(rows, |r| r.win),
        column(rows, |r| r.nonce),
        column(rows, |r| r.seed_no),
        column(rows, |r| r.opened_at),
        column(rows, |r| r.closed_at),
        column(rows, |r| r.detail.clone()),
        column(rows, |r| r.stake_bonus),
        column(rows, |r| r.bonus),
    ]
}

pub(super) fn wallet_columns(rows: &[Wallet]) -> Columns {
    vec![
        column(rows, |w| w.id),
        column(rows, |w| w.cash),
        column(rows, |w| w.held),
        column(rows, |w| w.stake),
        column(rows, |w| w.nonce),
        column(rows, |w| w.seed_no),
        column(rows, |w| w.bonus),
        column(rows, |w| w.bonus_id),
        column(rows, |w| w.bonus_cost.map(|account| account.0)),
    ]
}

pub(super) fn limit_columns(rows: &[BetLimit]) -> Columns {
    vec![
        column(rows, |l| l.wallet),
        column(rows, |l| l.kind.code()),
        column(rows, |l| l.period.code()),
        column(rows, |l| l.net),
        column(rows, |l| l.until),
        column(rows, |l| l.since.0),
    ]
}

pub(super) fn event_columns(rows: &[(Lsn, PlayerId, i64, Fact)]) -> Columns {
    vec![
        column(rows, |(lsn, ..)| lsn.0),
        column(rows, |(_, _, _, fact)| fact.kind),
        column(rows, |(_, player, ..)| *player),
        column(rows, |(_, _, _, fact)| fact.body.clone()),
        column(rows, |(_, _, at, _)| *at),
    ]
}

pub(super) async fn load_wallets(
    client: &Object,
    statements: &Statements,
    ids: &BTreeSet<WalletId>,
    into: &mut HashMap<WalletId, Wallet>,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = ids.iter().copied().collect();
    for row in client.query(&statements.wallets, &[&ids]).await? {
        let wallet = Wallet {
            id: row.try_get(0)?,
            player: row.try_get(1)?,
            cash: row.try_get(2)?,
            held: row.try_get(3)?,
            stake: row.try_get(4)?,
            nonce: row.try_get(5)?,
            seed_no: row.try_get(6)?,
            blocked: row.try_get(7)?,
            bonus: row.try_get(8)?,
            bonus_id: row.try_get(9)?,
            bonus_cost: row.try_get::<_, Option<i64>>(10)?.map(AccountId),
            limited: row.try_get(11)?,
        };
        into.insert(wallet.id, wallet);
    }
    Ok(())
}

pub(super) async fn load_keys(
    client: &Object,
    statements: &Statements,
    keys: &BTreeSet<Key>,
    into: &mut HashMap<Key, KeyRow>,
) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let keys: Vec<&[u8]> = keys.iter().map(|key| key.0.as_slice()).collect();
    for row in client.query(&statements.keys, &[&keys]).await? {
        let kind: i64 = row.try_get(3)?;
        let columns = AnswerColumns {
            kind,
            cash: row.try_get(4)?,
            held: row.try_get(5)?,
            round: row.try_get(6)?,
            bonus: row.try_get(7)?,
        };
        let answer = columns.answer().ok_or_else(|| Error::Corrupt(format!("key of kind {kind}")))?;
        let (key, fingerprint) = (key_at(&row, 0)?, key_at(&row, 1)?);
        into.insert(key, KeyRow { key, fingerprint, lsn: Lsn(row.try_get(2)?), answer });
    }
    Ok(())
}

fn key_at(row: &Row, index: usize) -> Result<Key> {
    let bytes: &[u8] = row.try_get(index)?;
    bytes.try_into().map(Key).map_err(|_| Error::Corrupt("a key is not 16 bytes long".to_owned()))
}

pub(super) async fn load_rounds(
    client: &Object,
    statements: &Statements,
    ids: &BTreeSet<i64>,
    into: &mut HashMap<i64, Round>,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = ids.iter().copied().collect();
    for row in client.query(&statements.rounds, &[&ids]).await? {
        let round = Round {
            id: row.try_get(0)?,
            wallet: row.try_get(1)?,
            player: row.try_get(2)?,
            game: row.try_get(3)?,
            house: AccountId(row.try_get(4)?),
            status: RoundStatus::from_code(row.try_get(5)?),
            version: row.try_get(6)?,
            stake: row.try_get(7)?,
            win: row.try_get(8)?,
            nonce: row.try_get(9)?,
            seed_no: row.try_get(10)?,
            opened_at: row.try_get(11)?,
            closed_at: row.try_get(12)?,
            detail: row.try_get(13)?,
            stake_bonus: row.try_get(14)?,
            bonus: row.try_get(15)?,
        };
        into.insert(round.id, round);
    }
    Ok(())
}

pub(super) async fn load_operations(
    client: &Object,
    statements: &Statements,
    ids: &BTreeSet<i64>,
    into: &mut HashMap<Lsn, Vec<Transfer>>,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = ids.iter().copied().collect();
    for row in client.query(&statements.operations, &[&ids]).await? {
        let kind: i64 = row.try_get(2)?;
        let transfer = Transfer {
            lsn: Lsn(row.try_get(0)?),
            op: Lsn(row.try_get(1)?),
            kind: TransferKind::from_code(kind)
                .ok_or_else(|| Error::Corrupt(format!("transfer kind {kind}")))?,
            debit: AccountId(row.try_get(3)?),
            credit: AccountId(row.try_get(4)?),
            amount: row.try_get(5)?,
            wallet: row.try_get(6)?,
            cash_after: row.try_get(7)?,
            held_after: row.try_get(8)?,
            round: row.try_get(9)?,
            at: row.try_get(10)?,
            bonus_after: row.try_get(11)?,
            reverses: row.try_get::<_, Option<i64>>(12)?.map(Lsn),
        };
        into.entry(transfer.op).or_default().push(transfer);
    }
    Ok(())
}

pub(super) async fn load_limits(
    client: &Object,
    statements: &Statements,
    wallets: &BTreeSet<WalletId>,
    into: &mut HashMap<WalletId, Vec<BetLimit>>,
) -> Result<()> {
    if wallets.is_empty() {
        return Ok(());
    }
    let wallets: Vec<i64> = wallets.iter().copied().collect();
    for row in client.query(&statements.limits, &[&wallets]).await? {
        let (kind, period): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
        let unknown = || Error::Corrupt(format!("a limit of kind {kind} and period {period}"));
        let limit = BetLimit {
            wallet: row.try_get(0)?,
            kind: LimitKind::from_code(kind).ok_or_else(unknown)?,
            period: LimitPeriod::from_code(period).ok_or_else(unknown)?,
            cap: row.try_get(3)?,
            net: row.try_get(4)?,
            anchor: row.try_get(5)?,
            until: row.try_get(6)?,
            since: Lsn(row.try_get(7)?),
        };
        into.entry(limit.wallet).or_default().push(limit);
    }
    Ok(())
}
