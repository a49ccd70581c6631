//! Play's SQL.

use croupier_db::{Db, Result, Row, Statement, Tx, params};
use croupier_games::{DefinitionHash, Game};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::demo::State;
use super::sessions::Session;

/// A new row of `game_session`.
pub(super) async fn insert_session(tx: &mut Tx, token_hash: &[u8], s: &Session, now: i64) -> Result<()> {
    let sql =
        "INSERT INTO game_session (token_hash, id, player_id, login_session, public_name, game_id, mode,
                   currency, locale, return_url, created_at_ms, expires_at_ms, demo_balance, demo_nonce,
                   demo_version, demo_key, definition, wallet, demo_seeds)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0, '', $14, $15, $16)";
    let wallet = s.player.as_ref().filter(|player| player.currency != player.played_in);
    let row = params![
        token_hash,
        s.id,
        s.player.as_ref().map(|player| player.id),
        s.player.as_ref().map(|player| player.login_session.clone()),
        &s.public_name,
        s.game_id,
        s.mode.code(),
        &s.currency,
        &s.locale,
        &s.return_url,
        now,
        s.expires_at,
        s.demo.balance,
        s.rules.hash().to_string(),
        wallet.map_or("", |player| player.currency.code()),
        s.demo.seeds.written()
    ];
    tx.execute(sql, row).await?;
    Ok(())
}

/// Forgets sessions that ended before `now`, and rounds of demos that nobody can ask for any more.
pub(super) async fn delete_expired_sessions(tx: &mut Tx, now: i64) -> Result<()> {
    tx.execute("DELETE FROM game_session WHERE expires_at_ms < $1", params![now]).await?;
    tx.execute("DELETE FROM demo_round WHERE kept_until_ms < $1", params![now]).await?;
    Ok(())
}

/// The columns of a session, by the hash of its token.
pub(super) async fn session(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<Row>> {
    let sql = "SELECT id, player_id, login_session, public_name, game_id, mode, currency, locale, return_url,
                   expires_at_ms, demo_balance, demo_nonce, demo_version, demo_key, demo_round, definition, wallet,
                   demo_seeds
               FROM game_session WHERE token_hash = $1 AND expires_at_ms >= $2";
    db.query_opt(sql, params![token_hash, now]).await
}

/// Writes down which rules the client of a session was told.
pub(super) async fn publish_rules(tx: &mut Tx, session: Uuid, rules: DefinitionHash) -> Result<()> {
    let sql = "UPDATE game_session SET definition = $2 WHERE id = $1";
    tx.execute(sql, params![session, rules.to_string()]).await?;
    Ok(())
}

/// Keeps the definition of a game for good; does nothing when it is kept already.
pub(super) async fn keep_definition(tx: &mut Tx, game: &Game, now: i64) -> Result<()> {
    let sql = "INSERT INTO game_definition (hash, identifier, number, definition, first_seen_ms)
               SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4 FROM game_definition WHERE identifier = $2
               ON CONFLICT (hash) DO NOTHING";
    tx.execute(sql, params![game.hash().to_string(), game.identifier(), game.canonical(), now]).await?;
    Ok(())
}

/// Every definition that was ever offered, with its number within its game.
pub(super) async fn definitions(db: &Db) -> Result<Vec<(i64, String)>> {
    let sql = "SELECT number, definition FROM game_definition ORDER BY identifier, number";
    db.query(sql, vec![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Writes a demo's next state and its new end; `false` when another call was faster.
pub(super) async fn update_demo(tx: &mut Tx, session: Uuid, demo: &State, expires_at: i64) -> Result<bool> {
    let sql = "UPDATE game_session
               SET demo_balance = $3, demo_nonce = $4, demo_version = demo_version + 1, demo_key = $5,
                   demo_round = $6, expires_at_ms = $7, demo_seeds = $8
               WHERE id = $1 AND demo_version = $2";
    let State { version, balance, nonce, key, round, seeds } = demo;
    let row = params![session, *version, *balance, *nonce, key, round.clone(), expires_at, seeds.written()];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Keeps a finished round of a demo until `until`, and forgets those before the newest `keep`.
pub(super) async fn keep_demo_round(
    tx: &mut Tx,
    session: Uuid,
    (nonce, body): (i64, &str),
    keep: i64,
    until: i64,
) -> Result<()> {
    let sql = "INSERT INTO demo_round (session_id, nonce, body, kept_until_ms) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, params![session, nonce, body, until]).await?;
    let sql = "DELETE FROM demo_round WHERE session_id = $1 AND nonce <= $2";
    tx.execute(sql, params![session, nonce - keep]).await?;
    Ok(())
}

/// The kept rounds of a demo, newest first.
pub(super) async fn demo_rounds(db: &Db, session: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT body FROM demo_round WHERE session_id = $1 ORDER BY nonce DESC";
    db.query(sql, params![session]).await?.iter().map(|row| row.get(0)).collect()
}

/// A kept round of a demo.
pub(super) async fn demo_round(db: &Db, session: Uuid, nonce: i64) -> Result<Option<String>> {
    let sql = "SELECT body FROM demo_round WHERE session_id = $1 AND nonce = $2";
    db.query_opt(sql, params![session, nonce]).await?.map(|row| row.get(0)).transpose()
}

/// The client's half of one seed pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeedRow {
    pub seed_no: i64,
    pub client_seed: String,
    pub first_nonce: i64,
    pub begun_at: i64,
}

/// Begins the first pair of a wallet, and answers its number; does nothing when there is one.
pub(super) async fn begin_first_seed(
    tx: &mut Tx,
    player: PlayerId,
    currency: Currency,
    client_seed: &str,
    now: i64,
) -> Result<Option<i64>> {
    let sql = "INSERT INTO fair_seed (player_id, currency, seed_no, client_seed, first_nonce, begun_at_ms)
               SELECT player_id, currency, seed_no, $3, nonce + 1, $4 FROM wallet
               WHERE player_id = $1 AND currency = $2
               ON CONFLICT (player_id, currency, seed_no) DO NOTHING RETURNING seed_no";
    let row = tx.query_opt(sql, params![player, currency.code(), client_seed, now]).await?;
    row.map(|row| row.get(0)).transpose()
}

/// Begins the pair that the wallet has just put into force; runs in the commit of the rotation.
pub(super) fn begin_next_seed(
    player: PlayerId,
    currency: Currency,
    client_seed: &str,
    now: i64,
) -> Statement {
    Statement {
        sql: "INSERT INTO fair_seed (player_id, currency, seed_no, client_seed, first_nonce, begun_at_ms)
              SELECT player_id, currency, seed_no, $3, nonce + 1, $4 FROM wallet
              WHERE player_id = $1 AND currency = $2",
        params: params![player, currency.code(), client_seed, now],
        expect_one_row: true,
    }
}

/// The pairs of a wallet from the newest on, at most `limit`.
pub(super) async fn seeds(db: &Db, player: PlayerId, currency: Currency, limit: i64) -> Result<Vec<SeedRow>> {
    let sql = "SELECT seed_no, client_seed, first_nonce, begun_at_ms FROM fair_seed
               WHERE player_id = $1 AND currency = $2 ORDER BY seed_no DESC LIMIT $3";
    let rows = db.query(sql, params![player, currency.code(), limit]).await?;
    rows.iter()
        .map(|row| {
            Ok(SeedRow {
                seed_no: row.get(0)?,
                client_seed: row.get(1)?,
                first_nonce: row.get(2)?,
                begun_at: row.get(3)?,
            })
        })
        .collect()
}

/// The statement that says that a player begins a round `at`; it misses its row where the last one began after `latest`.
pub(super) fn begin_round(player: PlayerId, at: i64, latest: i64) -> Statement {
    let sql = "INSERT INTO round_time (player_id, begun_at_ms) VALUES ($1, $2)
               ON CONFLICT (player_id) DO UPDATE SET begun_at_ms = $2 WHERE round_time.begun_at_ms <= $3";
    Statement { sql, params: params![player, at, latest], expect_one_row: true }
}

/// When a player last began a round under a licence that names a least game cycle.
pub(super) async fn round_begun_at(db: &Db, player: PlayerId) -> Result<Option<i64>> {
    let sql = "SELECT begun_at_ms FROM round_time WHERE player_id = $1";
    db.query_opt(sql, params![player]).await?.map(|row| row.get(0)).transpose()
}

/// The last wins shown to everybody, newest first.
pub(super) async fn recent_wins(db: &Db, limit: i64) -> Result<Vec<String>> {
    let sql = "SELECT body FROM recent_win ORDER BY lsn DESC LIMIT $1";
    db.query(sql, params![limit]).await?.iter().map(|row| row.get(0)).collect()
}

/// Keeps public wins, each with its place in the log, and forgets those beyond the newest `keep`.
pub(super) async fn keep_wins(tx: &mut Tx, wins: &[(i64, &str)], keep: usize) -> Result<()> {
    if wins.is_empty() {
        return Ok(());
    }
    let rows = wins.iter().map(|(lsn, body)| params![*lsn, *body]).collect();
    tx.execute_each("INSERT INTO recent_win (lsn, body) VALUES ($1, $2)", rows).await?;
    let sql =
        "DELETE FROM recent_win WHERE lsn NOT IN (SELECT lsn FROM recent_win ORDER BY lsn DESC LIMIT $1)";
    tx.execute_each(sql, vec![params![i64::try_from(keep).unwrap_or(i64::MAX)]]).await
}
