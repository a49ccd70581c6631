//! The SQL of bonuses that wait in a wallet, and of their order. Those of equal places stand by their age.

use croupier_db::{Db, Result, Statement, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::model::Award;
use super::store::{AWARD, award, awards};

/// The bonuses of a player that wait, of every wallet, each in its order.
pub(super) async fn waiting(db: &Db, player: PlayerId) -> Result<Vec<Award>> {
    let sql = format!("{AWARD} WHERE player_id = $1 AND stage = 'wait' ORDER BY place, id");
    awards(&db.query(&sql, params![player]).await?)
}

/// The bonus of a wallet whose turn is next.
pub(super) async fn next(db: &Db, player: PlayerId, currency: Currency) -> Result<Option<Award>> {
    let sql = format!(
        "{AWARD} WHERE player_id = $1 AND currency = $2 AND stage = 'wait' ORDER BY place, id LIMIT 1"
    );
    db.query_opt(&sql, params![player, currency.code()]).await?.as_ref().map(award).transpose()
}

/// The place behind all that wait in a wallet.
pub(super) async fn free_place(db: &Db, player: PlayerId, currency: Currency) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(place), 0) + 1 FROM bonus_award
               WHERE player_id = $1 AND currency = $2 AND stage = 'wait'";
    db.query_one(sql, params![player, currency.code()]).await?.get(0)
}

/// The statement that lets the bonus of a wallet be activated whose turn is next.
pub(super) fn wake_next(player: PlayerId, currency: Currency) -> Statement {
    let sql = "UPDATE bonus_award SET due = 'activate', next_try_ms = 0 WHERE stage = 'wait' AND id = (
                   SELECT w.id FROM bonus_award w
                   WHERE w.player_id = $1 AND w.currency = $2 AND w.stage = 'wait'
                       AND (w.due IS NULL OR w.due NOT IN ('staff', 'excluded', 'closed'))
                   ORDER BY w.place, w.id LIMIT 1)";
    Statement { sql, params: params![player, currency.code()], expect_one_row: false }
}

/// The statement that gives a bonus its place while it waits where it stood and `count` do in its wallet, it among them. Whose
/// turn was to be next waits for its new turn, and none is held back that could not be activated before: places alone decide.
pub(super) fn put_at(waiting: &Award, place: i64, count: i64) -> Statement {
    let sql = "UPDATE bonus_award SET place = $2, next_try_ms = 0,
                   due = CASE WHEN due = 'activate' THEN NULL ELSE due END
               WHERE id = $1 AND stage = 'wait' AND COALESCE(place, 0) = $4 AND $3 = (
                   SELECT COUNT(*) FROM bonus_award w WHERE w.player_id = bonus_award.player_id
                       AND w.currency = bonus_award.currency AND w.stage = 'wait')";
    Statement {
        sql,
        params: params![waiting.id, place, count, waiting.place.unwrap_or(0)],
        expect_one_row: true,
    }
}
