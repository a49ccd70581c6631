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

/// Writes the next version down; `false` when another one is the next. The lock of the lane is held.
pub(super) async fn put(tx: &mut Tx, fee: &Fee) -> Result<bool> {
    let Fee { key, version, terms, by, reason, at } = fee;
    let (action, currency) = (key.action().name(), key.currency.code());
    let sql = "SELECT COALESCE(MAX(version), 0) FROM payment_fee
               WHERE licence = $1 AND method_id = $2 AND action = $3 AND currency = $4";
    let newest: i64 =
        tx.query_one(sql, params![&key.licence, &key.method, action, currency]).await?.get(0)?;
    if *version != newest + 1 {
        return Ok(false);
    }
    let sql =
        "INSERT INTO payment_fee (licence, method_id, action, currency, version, fixed, basis_points, least,
                   most, hours, by_name, reason, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
               ON CONFLICT (licence, method_id, action, currency, version) DO NOTHING";
    let row = params![
        &key.licence,
        &key.method,
        action,
        currency,
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
