//! The SQL of games of partners.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::BonusId;

use super::PartnerSession;
use super::failures::CallFailure;

/// Writes a session down; `now` is in UTC milliseconds.
pub(super) async fn add_session(tx: &mut Tx, session: &PartnerSession, now: i64) -> Result<()> {
    let sql = "INSERT INTO partner_session (id, partner, player_id, login_session, game_id, game, currency, country,
                   created_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let row = params![
        &session.id,
        &session.partner,
        session.player,
        &session.login_session,
        session.game_id,
        &session.game,
        session.currency.code(),
        session.country.clone(),
        now,
        session.expires_at,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Forgets sessions that ended before `before`, UTC milliseconds.
pub(super) async fn drop_sessions(tx: &mut Tx, before: i64) -> Result<()> {
    tx.execute("DELETE FROM partner_session WHERE expires_at_ms < $1", params![before]).await.map(drop)
}

/// The session of `partner` with this id.
pub(super) async fn session(db: &Db, partner: &str, id: &str) -> Result<Option<PartnerSession>> {
    let sql = "SELECT id, partner, player_id, login_session, game_id, game, currency, country, expires_at_ms
               FROM partner_session WHERE id = $1 AND partner = $2";
    db.query_opt(sql, params![id, partner]).await?.as_ref().map(read_session).transpose()
}

fn read_session(row: &Row) -> Result<PartnerSession> {
    let code: String = row.get(6)?;
    Ok(PartnerSession {
        id: row.get(0)?,
        partner: row.get(1)?,
        player: row.get(2)?,
        login_session: row.get(3)?,
        game_id: row.get(4)?,
        game: row.get(5)?,
        currency: code.parse().map_err(|_| Error::Corrupt(format!("the currency {code}")))?,
        country: row.get(7)?,
        expires_at: row.get(8)?,
    })
}

/// The statement that goes with a bet: it misses its row once the session is over, and while another bonus is active than
/// the one that the bet was judged by.
pub(super) fn takes_bet(session: &str, judged_by: Option<BonusId>, now: i64) -> Statement {
    let sql = "UPDATE partner_session SET last_bet_ms = $2
               WHERE id = $1 AND expires_at_ms > $2 AND NOT EXISTS (
                   SELECT 1 FROM bonus_award a WHERE a.player_id = partner_session.player_id
                   AND a.currency = partner_session.currency AND a.stage = 'handle_bets' AND a.id <> $3)";
    // Numbers of bonuses are above zero.
    Statement { sql, params: params![session, now, judged_by.unwrap_or(0)], expect_one_row: true }
}

/// The statement that goes with a bet which may only be answered as it was the first time.
pub(super) fn takes_no_bet(session: &str) -> Statement {
    let sql = "UPDATE partner_session SET last_bet_ms = last_bet_ms WHERE id = $1 AND 1 = 0";
    Statement { sql, params: params![session], expect_one_row: true }
}

/// Keeps a call that came to nothing, and forgets those of the partner beyond the newest `keep`.
pub(super) async fn add_failure(tx: &mut Tx, id: &str, failure: &CallFailure, keep: i64) -> Result<()> {
    let sql = "INSERT INTO partner_call_failure (id, partner, at_ms, call, code, message, player_id, round)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let CallFailure { partner, at, call, code, message, player, round } = failure;
    let row = params![id, partner, *at, call, *code, message, *player, round.clone()];
    tx.execute(sql, row).await?;
    let sql = "DELETE FROM partner_call_failure WHERE partner = $1 AND id NOT IN (
                   SELECT id FROM partner_call_failure WHERE partner = $1 ORDER BY at_ms DESC, id DESC LIMIT $2)";
    tx.execute(sql, params![partner, keep]).await.map(drop)
}

/// The newest calls of a partner that came to nothing.
pub(super) async fn failures(db: &Db, partner: &str, limit: i64) -> Result<Vec<CallFailure>> {
    let sql = "SELECT partner, at_ms, call, code, message, player_id, round FROM partner_call_failure
               WHERE partner = $1 ORDER BY at_ms DESC, id DESC LIMIT $2";
    let read = |row: &Row| {
        Ok(CallFailure {
            partner: row.get(0)?,
            at: row.get(1)?,
            call: row.get(2)?,
            code: row.get(3)?,
            message: row.get(4)?,
            player: row.get(5)?,
            round: row.get(6)?,
        })
    };
    db.query(sql, params![partner, limit]).await?.iter().map(read).collect()
}
