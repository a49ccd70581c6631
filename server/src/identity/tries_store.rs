//! Tries to sign in and to give the password again: what limits count, and what the audit keeps.

use croupier_db::{Db, Result, Row, Tx, Value, params};
use croupier_ledger::PlayerId;

/// How many tries count against a new one, and when the oldest of them was made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tries {
    pub(super) count: i64,
    pub(super) oldest: Option<i64>,
}

/// Whose tries are counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum TriesOf<'a> {
    /// To sign in, of a known device on its player's account.
    Device(&'a str, &'a str),
    /// To sign in, of all devices that are not known, on an account.
    Account(&'a str),
    /// Of those, the ones that have solved a hard captcha.
    AccountHard(&'a str),
    /// To sign in, of devices that are not known, on an account and from a network.
    AccountFrom(&'a str, &'a str),
    /// To sign in, of devices that are not known, from a network.
    Network(&'a str),
    /// To give a code of an authenticator app, of all devices that are not known, of a player.
    Codes(PlayerId),
    /// To give a code of an app or a recovery code, of a known device or a session on its player's account.
    CodesOfDevice(&'a str, PlayerId),
    /// To give a code of an app or a recovery code, of devices that are not known, from a network.
    CodesFrom(&'a str),
    /// To give the password again, in a login session by its public id.
    Reauth(&'a str),
}

/// Where tries are counted.
pub(super) enum Tally<'a> {
    /// As they are stored now; others may come in between.
    AsRead(&'a Db),
    /// After [`attempt_number`] in the same transaction: no other try comes in between.
    Locked(&'a mut Tx),
}

impl Tally<'_> {
    async fn query_one(&mut self, sql: &str, values: Vec<Value>) -> Result<Row> {
        match self {
            Self::AsRead(db) => db.query_one(sql, values).await,
            Self::Locked(tx) => tx.query_one(sql, values).await,
        }
    }
}

const SIGN_IN: &str = "'pending', 'wrong'";
const REAUTH: &str = "'reauth_pending', 'reauth_wrong'";
const APP_CODE: &str = "'code_pending', 'code_wrong'";
const ANY_CODE: &str = "'code_pending', 'code_wrong', 'recovery_pending', 'recovery_wrong'";

/// Failed and unfinished tries since `since`. The partial indexes hold these rows alone.
pub(super) async fn tries(from: &mut Tally<'_>, of: TriesOf<'_>, since: i64) -> Result<Tries> {
    let (results, condition, mut values) = match of {
        TriesOf::Device(device, email) => {
            (SIGN_IN, "known_device = $2 AND email = $3", params![device, email])
        }
        TriesOf::Account(email) => (SIGN_IN, "email = $2 AND known_device IS NULL", params![email]),
        TriesOf::AccountHard(email) => {
            (SIGN_IN, "email = $2 AND known_device IS NULL AND hard", params![email])
        }
        TriesOf::AccountFrom(email, network) => {
            (SIGN_IN, "email = $2 AND network = $3 AND known_device IS NULL", params![email, network])
        }
        TriesOf::Network(network) => (SIGN_IN, "network = $2 AND known_device IS NULL", params![network]),
        TriesOf::Codes(player) => (APP_CODE, "player_id = $2 AND known_device IS NULL", params![player]),
        TriesOf::CodesOfDevice(device, player) => {
            (ANY_CODE, "known_device = $2 AND player_id = $3", params![device, player])
        }
        TriesOf::CodesFrom(network) => (ANY_CODE, "network = $2 AND known_device IS NULL", params![network]),
        TriesOf::Reauth(session) => (REAUTH, "session_id = $2", params![session]),
    };
    let sql = format!(
        "SELECT COUNT(*), MIN(at_ms) FROM sign_in_attempt
         WHERE at_ms > $1 AND result IN ({results}) AND {condition}"
    );
    values.insert(0, since.into());
    let row = from.query_one(&sql, values).await?;
    Ok(Tries { count: row.get(0)?, oldest: row.get(1)? })
}

/// A try to sign in, as the audit keeps it.
pub(super) struct Attempt<'a> {
    pub(super) id: i64,
    pub(super) email: &'a str,
    pub(super) address: &'a str,
    /// What limits of an address count it by.
    pub(super) network: &'a str,
    pub(super) device: &'a str,
    pub(super) dfpc: &'a str,
    /// The device, when it is known to be the player's.
    pub(super) known_device: Option<&'a str>,
    /// The login session that gives the password again.
    pub(super) session: Option<&'a str>,
    /// Whether a hard captcha was solved for it.
    pub(super) hard: bool,
    pub(super) result: &'static str,
}

/// The number of the next try.
pub(super) async fn attempt_number(tx: &mut Tx) -> Result<i64> {
    croupier_db::log::take_numbers(tx, "sign_in_attempt", 1).await
}

pub(super) async fn add_attempt(tx: &mut Tx, attempt: &Attempt<'_>, at: i64) -> Result<()> {
    let sql =
        "INSERT INTO sign_in_attempt (id, at_ms, email, address, network, device, dfpc, known_device, session_id,
             result, hard)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let Attempt { id, email, address, network, device, dfpc, known_device, session, hard, result } = *attempt;
    let row = params![id, at, email, address, network, device, dfpc, known_device, session, result, hard];
    tx.execute(sql, row).await.map(drop)
}

pub(super) async fn end_attempt(tx: &mut Tx, id: i64, player: Option<PlayerId>, result: &str) -> Result<()> {
    let sql = "UPDATE sign_in_attempt SET player_id = $2, result = $3 WHERE id = $1";
    tx.execute(sql, params![id, player, result]).await.map(drop)
}

/// Forgets the oldest `limit` tries as far as they were made up to `until`; answers how many those were.
pub(super) async fn forget_tries(tx: &mut Tx, until: i64, limit: i64) -> Result<u64> {
    // Numbers rise with time, and the primary key is the only index that holds every row.
    let sql = "DELETE FROM sign_in_attempt
               WHERE id IN (SELECT id FROM sign_in_attempt ORDER BY id LIMIT $2) AND at_ms <= $1";
    tx.execute(sql, params![until, limit]).await
}
