//! Rows of a batch as columns of arrays.

use croupier_ledger::{BetLimit, Fact, KeyRow, Lsn, PlayerId, Round, Transfer, Wallet};
use tokio_postgres::types::ToSql;

use crate::log::rows::AnswerParts;

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

/// Sorted by key: the index is walked in one direction, and lanes that take the same keys wait for each other
/// in one order.
pub(super) fn key_columns(rows: &[KeyRow]) -> Columns {
    let mut rows: Vec<_> = rows.iter().map(|row| (row, AnswerParts::of(row.answer))).collect();
    rows.sort_unstable_by_key(|(row, _)| row.key);
    vec![
        column(&rows, |(row, _)| row.key.0.to_vec()),
        column(&rows, |(row, _)| row.fingerprint.0.to_vec()),
        column(&rows, |(row, _)| row.lsn.0),
        column(&rows, |(_, answer)| answer.kind),
        column(&rows, |(_, answer)| answer.cash),
        column(&rows, |(_, answer)| answer.held),
        column(&rows, |(_, answer)| answer.round),
        column(&rows, |(_, answer)| answer.bonus),
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
