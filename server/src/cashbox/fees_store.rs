//! SQL of what ways to pay cost.

use croupier_db::{Db, Error, Result, Row, Tx, params};

use super::fees::{Fee, FeeKey, Terms};
use super::state::Action;

/// What holds now, by licence and way to pay.
pub(super) async fn current(db: &Db) -> Result<Vec<Fee>> {
    let sql =
        "SELECT f.licence, f.method_id, f.action, f.currency, f.version, f.fixed, f.basis_points, f.least,
                   f.most, f.hours, f.by_name, f.reason, f.at_ms
               FROM payment_fee f
               WHERE f.version = (SELECT MAX(v.version) FROM payment_fee v WHERE v.licence = f.licence
                   AND v.method_id = f.method_id AND v.action = f.action AND v.currency = f.currency)
               ORDER BY f.licence, f.method_id, f.currency, f.action";
    db.query(sql, params![]).await?.iter().map(fee).collect()
}

fn fee(row: &Row) -> Result<Fee> {
    let (action, currency): (String, String) = (row.get(2)?, row.get(3)?);
    let corrupt = |what: &str| Error::Corrupt(format!("{what} of a fee"));
    Ok(Fee {
        key: FeeKey {
            licence: row.get(0)?,
            method: row.get(1)?,
            deposit: match Action::from_name(&action) {
                Some(action) => action == Action::Deposit,
                None => return Err(corrupt("action")),
            },
            currency: currency.parse().map_err(|_| corrupt("currency"))?,
        },
        version: row.get(4)?,
        terms: Terms {
            fixed_cents: row.get(5)?,
            basis_points: row.get(6)?,
            min_cents: row.get(7)?,
            max_cents: row.get(8)?,
            hours: row.get(9)?,
        },
        by: row.get(10)?,
        reason: row.get(11)?,
        at: row.get(12)?,
    })
}

/// Writes the next version down; `false` when somebody has written one with this number.
pub(super) async fn put(tx: &mut Tx, fee: &Fee) -> Result<bool> {
    let sql =
        "INSERT INTO payment_fee (licence, method_id, action, currency, version, fixed, basis_points, least,
                   most, hours, by_name, reason, at_ms)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
               WHERE $5 = 1 + COALESCE((SELECT MAX(v.version) FROM payment_fee v WHERE v.licence = $1
                   AND v.method_id = $2 AND v.action = $3 AND v.currency = $4), 0)
               ON CONFLICT (licence, method_id, action, currency, version) DO NOTHING";
    let Fee { key, version, terms, by, reason, at } = fee;
    let row = params![
        &key.licence,
        &key.method,
        key.action().name(),
        key.currency.code(),
        *version,
        terms.fixed_cents,
        terms.basis_points,
        terms.min_cents,
        terms.max_cents,
        terms.hours,
        by,
        reason,
        *at,
    ];
    Ok(tx.execute(sql, row).await? == 1)
}
