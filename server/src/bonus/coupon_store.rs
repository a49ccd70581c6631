//! The SQL of coupons.

use croupier_db::{Db, Result, Row, Statement, params};

use super::store::{execute, json, of_json};

/// A coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coupon {
    pub(super) code: String,
    pub(super) offer: String,
    pub(super) valid_from: i64,
    pub(super) valid_until: i64,
    pub(super) uses_max: Option<i64>,
    pub(super) uses: i64,
    /// Members of one of these groups may use it; everybody when there is none.
    pub(super) groups: Vec<i64>,
}

impl Coupon {
    /// Whether it can be used at `now`.
    pub(super) fn is_open(&self, now: i64) -> bool {
        self.valid_from <= now && now < self.valid_until && self.uses_max.is_none_or(|most| self.uses < most)
    }
}

/// The coupon with this code.
pub(super) async fn coupon(db: &Db, code: &str) -> Result<Option<Coupon>> {
    let sql = "SELECT code, offer, valid_from_ms, valid_until_ms, uses_max, uses, group_ids FROM coupon WHERE code = $1";
    db.query_opt(sql, params![code]).await?.as_ref().map(coupon_of).transpose()
}

/// All coupons, the newest first.
pub(super) async fn coupons(db: &Db) -> Result<Vec<Coupon>> {
    let sql = "SELECT code, offer, valid_from_ms, valid_until_ms, uses_max, uses, group_ids FROM coupon
               ORDER BY made_at_ms DESC, code";
    db.query(sql, params![]).await?.iter().map(coupon_of).collect()
}

fn coupon_of(row: &Row) -> Result<Coupon> {
    Ok(Coupon {
        code: row.get(0)?,
        offer: row.get(1)?,
        valid_from: row.get(2)?,
        valid_until: row.get(3)?,
        uses_max: row.get(4)?,
        uses: row.get(5)?,
        groups: of_json(&row.get::<String>(6)?)?,
    })
}

/// Makes a coupon; `false` when the code is taken.
pub(super) async fn add_coupon(db: &Db, new: &Coupon, by: &str, now: i64) -> Result<bool> {
    let sql = "INSERT INTO coupon (code, offer, valid_from_ms, valid_until_ms, uses_max, group_ids, made_by, made_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO NOTHING";
    let groups = json(&new.groups)?;
    let row = params![&new.code, &new.offer, new.valid_from, new.valid_until, new.uses_max, groups, by, now];
    Ok(execute(db, sql, row).await? == 1)
}

/// The statement that uses a coupon once, while it can be used.
pub(super) fn use_coupon(code: &str, now: i64) -> Statement {
    let sql =
        "UPDATE coupon SET uses = uses + 1 WHERE code = $1 AND valid_from_ms <= $2 AND valid_until_ms > $2
                   AND (uses_max IS NULL OR uses < uses_max)";
    Statement { sql, params: params![code, now], must_hit: true }
}
