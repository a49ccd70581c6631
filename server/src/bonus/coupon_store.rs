//! The SQL of coupons.

use croupier_db::{Db, Result, Row, Statement, Tx, Value, params, placeholders};

use super::store::{json, of_json};

/// A coupon. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// What players type.
    pub code: String,
    /// The code of the offer.
    pub offer: String,
    /// From when on it can be used.
    pub valid_from: i64,
    /// Until when.
    pub valid_until: i64,
    /// How many players may use it.
    pub uses_max: Option<i64>,
    /// How many have.
    pub uses: i64,
    /// Members of one of these groups may use it; everybody when there is none.
    pub groups: Vec<i64>,
    /// Who has made it.
    pub made_by: String,
    /// When.
    pub made_at: i64,
    /// Why; unknown of one that a command has made.
    pub made_why: Option<String>,
    /// Who has ended it before its time.
    pub ended: Option<CouponEnd>,
}

/// The end of a coupon before its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponEnd {
    /// When, UTC milliseconds.
    pub at: i64,
    /// Who.
    pub by: String,
    /// Why.
    pub why: String,
}

impl Coupon {
    /// Whether it can be used at `now`.
    pub fn is_open(&self, now: i64) -> bool {
        self.valid_from <= now && self.is_current(now)
    }

    /// Whether it can be used at `now` or later.
    pub fn is_current(&self, now: i64) -> bool {
        self.ended.is_none() && now < self.valid_until && !self.is_used_up()
    }

    /// Whether as many have used it as may.
    pub fn is_used_up(&self) -> bool {
        self.uses_max.is_some_and(|most| self.uses >= most)
    }
}

/// The decision of a member that made a coupon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decided<'a> {
    /// Names it.
    pub(super) reference: &'a str,
    /// Of what was asked for.
    pub(super) fingerprint: &'a str,
}

const COLUMNS: &str =
    "code, offer, valid_from_ms, valid_until_ms, uses_max, uses, group_ids, made_by, made_at_ms, made_why,
    ended_at_ms, ended_by, ended_why";

fn coupon_of(row: &Row) -> Result<Coupon> {
    let ended: (Option<i64>, Option<String>, Option<String>) = (row.get(10)?, row.get(11)?, row.get(12)?);
    let ended =
        ended.0.map(|at| CouponEnd { at, by: ended.1.unwrap_or_default(), why: ended.2.unwrap_or_default() });
    Ok(Coupon {
        code: row.get(0)?,
        offer: row.get(1)?,
        valid_from: row.get(2)?,
        valid_until: row.get(3)?,
        uses_max: row.get(4)?,
        uses: row.get(5)?,
        groups: of_json(&row.get::<String>(6)?)?,
        made_by: row.get(7)?,
        made_at: row.get(8)?,
        made_why: row.get(9)?,
        ended,
    })
}

/// The coupon with this code.
pub(super) async fn coupon(db: &Db, code: &str) -> Result<Option<Coupon>> {
    let sql = format!("SELECT {COLUMNS} FROM coupon WHERE code = $1");
    db.query_opt(&sql, params![code]).await?.as_ref().map(coupon_of).transpose()
}

/// The same within the caller's transaction.
pub(super) async fn coupon_in(tx: &mut Tx, code: &str) -> Result<Option<Coupon>> {
    let sql = format!("SELECT {COLUMNS} FROM coupon WHERE code = $1");
    tx.query_opt(&sql, params![code]).await?.as_ref().map(coupon_of).transpose()
}

/// All coupons, the newest first.
pub(super) async fn coupons(db: &Db) -> Result<Vec<Coupon>> {
    let sql = format!("SELECT {COLUMNS} FROM coupon ORDER BY made_at_ms DESC, code DESC");
    db.query(&sql, params![]).await?.iter().map(coupon_of).collect()
}

/// At most `limit` of the coupons that can be used at `now` or later, or else of all others, the newest first, after the one
/// with the code `after`; those that bring one of `offers` alone, when they are named.
pub(super) async fn page(
    db: &Db,
    (is_current, now): (bool, i64),
    offers: Option<&[String]>,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<Coupon>> {
    let after = match after {
        Some(code) => coupon(db, code).await?.map(|coupon| (coupon.made_at, coupon.code)),
        None => None,
    };
    let (made_before, code_before) = after.unwrap_or((i64::MAX, String::new()));
    let current = "ended_at_ms IS NULL AND valid_until_ms > $1 AND (uses_max IS NULL OR uses < uses_max)";
    let which = if is_current { current.to_owned() } else { format!("NOT ({current})") };
    let mut values = params![now, made_before, code_before, limit];
    let brings = match offers {
        None => "1 = 1".to_owned(),
        Some([]) => "1 = 0".to_owned(),
        Some(offers) => {
            let first = values.len() + 1;
            values.extend(offers.iter().map(Value::from));
            format!("offer IN ({})", placeholders(first, offers.len()))
        }
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM coupon
         WHERE {which} AND {brings} AND (made_at_ms < $2 OR (made_at_ms = $2 AND code < $3))
         ORDER BY made_at_ms DESC, code DESC LIMIT $4"
    );
    db.query(&sql, values).await?.iter().map(coupon_of).collect()
}

/// Coupons that can be used at least in part between two instants, as far as their time goes, at most `limit`, in the order in which
/// they begin.
pub(super) async fn between(db: &Db, (from, to): (i64, i64), limit: i64) -> Result<Vec<Coupon>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM coupon
         WHERE valid_from_ms < $2 AND valid_until_ms > $1 AND (ended_at_ms IS NULL OR (ended_at_ms > $1 AND ended_at_ms > valid_from_ms))
         ORDER BY valid_from_ms, code LIMIT $3"
    );
    db.query(&sql, params![from, to, limit]).await?.iter().map(coupon_of).collect()
}

/// Makes a coupon, by the decision of a member or by a command; `false` when the code is taken.
pub(super) async fn add_coupon(tx: &mut Tx, new: &Coupon, decided: Option<Decided<'_>>) -> Result<bool> {
    let sql = "INSERT INTO coupon (code, offer, valid_from_ms, valid_until_ms, uses_max, group_ids, made_by, made_at_ms,
                   made_why, reference, fingerprint)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (code) DO NOTHING";
    let row = params![
        &new.code,
        &new.offer,
        new.valid_from,
        new.valid_until,
        new.uses_max,
        json(&new.groups)?,
        &new.made_by,
        new.made_at,
        new.made_why.clone(),
        decided.map(|decided| decided.reference.to_owned()),
        decided.map(|decided| decided.fingerprint.to_owned()),
    ];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Which coupon was made by a decision, and the fingerprint of what was asked for.
pub(super) async fn made_by_decision(tx: &mut Tx, reference: &str) -> Result<Option<(String, String)>> {
    let sql = "SELECT code, fingerprint FROM coupon WHERE reference = $1";
    tx.query_opt(sql, params![reference]).await?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Ends a coupon before its time by the decision `reference`; `false` when it is over.
pub(super) async fn end_coupon(tx: &mut Tx, code: &str, end: &CouponEnd, reference: &str) -> Result<bool> {
    let sql = "UPDATE coupon SET ended_at_ms = $2, ended_by = $3, ended_why = $4, end_reference = $5
               WHERE code = $1 AND ended_at_ms IS NULL AND valid_until_ms > $2";
    let CouponEnd { at, by, why } = end;
    Ok(tx.execute(sql, params![code, *at, by, why, reference]).await? == 1)
}

/// Whether a coupon was ended by this decision.
pub(super) async fn was_ended_by(tx: &mut Tx, code: &str, reference: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM coupon WHERE code = $1 AND end_reference = $2";
    Ok(tx.query_one(sql, params![code, reference]).await?.get::<i64>(0)? == 1)
}

/// The statement that touches a coupon called `code` and changes nothing: it tells that there is one.
pub(super) fn touch_coupon(code: &str) -> Statement {
    let sql = "UPDATE coupon SET uses = uses WHERE code = $1";
    Statement { sql, params: params![code], expect_one_row: false }
}

/// The statement that uses a coupon once, while it can be used.
pub(super) fn use_coupon(code: &str, now: i64) -> Statement {
    let sql =
        "UPDATE coupon SET uses = uses + 1 WHERE code = $1 AND valid_from_ms <= $2 AND valid_until_ms > $2
                   AND ended_at_ms IS NULL AND (uses_max IS NULL OR uses < uses_max)";
    Statement { sql, params: params![code, now], expect_one_row: true }
}
