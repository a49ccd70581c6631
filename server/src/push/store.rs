//! Devices and notices.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use url::Url;

use super::device::{Device, Keys};
use super::notice::{Kind, Notice};

/// A notice whose time has come.
#[derive(Debug, Clone)]
pub(super) struct Due {
    /// The device it goes to.
    pub(super) device: Device,
    /// The device's name in the store.
    pub(super) endpoint_hash: Vec<u8>,
    /// Whose device it is.
    pub(super) player: PlayerId,
    /// The login session that turned notices on, by its public id.
    pub(super) session: String,
    /// What it says.
    pub(super) notice: Notice,
    /// How often it was tried.
    pub(super) tries: i64,
    next_try_at: i64,
}

/// Who gets notices on a device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'a> {
    /// The player.
    pub(super) player: PlayerId,
    /// The login session, by its public id, with which the device is forgotten.
    pub(super) session: &'a str,
}

/// Makes `device` one of `owner`, whoever had it before; of more than `keep`, the oldest go. `now` is in UTC
/// milliseconds.
pub(super) async fn add(tx: &mut Tx, owner: Owner<'_>, device: &Device, keep: i64, now: i64) -> Result<()> {
    let Owner { player, session } = owner;
    // Whoever had the device before gets nothing on it any more.
    let sql = "DELETE FROM push_notice WHERE endpoint_hash = $1
               AND NOT EXISTS (SELECT 1 FROM push_device WHERE endpoint_hash = $1 AND player_id = $2)";
    tx.execute(sql, params![device.hash(), player]).await?;
    let sql =
        "INSERT INTO push_device (endpoint_hash, endpoint, public_key, auth_secret, player_id, session_id, added_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (endpoint_hash) DO UPDATE SET public_key = excluded.public_key,
                   auth_secret = excluded.auth_secret, player_id = excluded.player_id,
                   session_id = excluded.session_id, added_at_ms = excluded.added_at_ms";
    let public_key = device.keys.public_key().to_sec1_bytes();
    let auth_secret = device.keys.auth_secret().as_slice();
    let row =
        params![device.hash(), device.endpoint.as_str(), &*public_key, auth_secret, player, session, now];
    tx.execute(sql, row).await?;
    let sql = "DELETE FROM push_device WHERE player_id = $1 AND endpoint_hash NOT IN (
                   SELECT endpoint_hash FROM push_device WHERE player_id = $1
                   ORDER BY added_at_ms DESC, endpoint_hash LIMIT $2)";
    tx.execute(sql, params![player, keep]).await?;
    drop_orphans(tx).await
}

/// Takes the device called `endpoint_hash` from `player`, if it is theirs.
pub(super) async fn remove(tx: &mut Tx, player: PlayerId, endpoint_hash: &[u8]) -> Result<()> {
    let sql = "DELETE FROM push_device WHERE endpoint_hash = $1 AND player_id = $2";
    tx.execute(sql, params![endpoint_hash, player]).await?;
    drop_orphans(tx).await
}

/// What was sent to the devices of the session `ended` is sent under `next`, or not at all any more.
pub(super) async fn end_session(tx: &mut Tx, ended: &str, next: Option<&str>) -> Result<()> {
    if let Some(next) = next {
        let sql = "UPDATE push_device SET session_id = $2 WHERE session_id = $1";
        tx.execute(sql, params![ended, next]).await?;
        return Ok(());
    }
    if tx.execute("DELETE FROM push_device WHERE session_id = $1", params![ended]).await? == 0 {
        return Ok(());
    }
    drop_orphans(tx).await
}

/// Drops the notices of devices that are gone.
async fn drop_orphans(tx: &mut Tx) -> Result<()> {
    let sql = "DELETE FROM push_notice WHERE endpoint_hash NOT IN (SELECT endpoint_hash FROM push_device)";
    tx.execute(sql, params![]).await?;
    Ok(())
}

/// The endpoints of the player's devices, the newest first.
pub(super) async fn endpoints(db: &Db, player: PlayerId) -> Result<Vec<String>> {
    let sql =
        "SELECT endpoint FROM push_device WHERE player_id = $1 ORDER BY added_at_ms DESC, endpoint_hash";
    db.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Writes `notice` down for every device of `player`.
pub(super) async fn write_down(tx: &mut Tx, player: PlayerId, notice: &Notice) -> Result<()> {
    let sql = "SELECT endpoint_hash FROM push_device WHERE player_id = $1";
    let devices = tx.query(sql, params![player]).await?;
    let Notice { kind, payment_id, amount, currency, at } = notice;
    let row = |device: &Row| {
        let hash: Vec<u8> = device.get(0)?;
        Ok(params![hash, payment_id, kind.name(), *amount, currency.code(), *at])
    };
    let rows = devices.iter().map(row).collect::<Result<Vec<_>>>()?;
    let sql = "INSERT INTO push_notice
               (endpoint_hash, payment_id, kind, amount, currency, at_ms, tries, next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6, 0, $6) ON CONFLICT (endpoint_hash, payment_id) DO NOTHING";
    tx.execute_each(sql, rows).await
}

/// Notices whose time has come, the oldest first. One that cannot be read is logged and struck off, so that the others do
/// not wait behind it.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Due>> {
    let sql =
        "SELECT d.endpoint, d.public_key, d.auth_secret, d.player_id, n.endpoint_hash, n.payment_id, n.kind,
                      n.amount, n.currency, n.at_ms, n.tries, n.next_try_ms, d.session_id
               FROM push_notice n JOIN push_device d ON d.endpoint_hash = n.endpoint_hash
               WHERE n.next_try_ms <= $1 ORDER BY n.next_try_ms, n.payment_id LIMIT $2";
    let mut due = Vec::new();
    for row in db.query(sql, params![now, limit]).await? {
        match read(&row) {
            Ok(notice) => due.push(notice),
            Err(error) => {
                let (endpoint_hash, payment_id): (Vec<u8>, String) = (row.get(4)?, row.get(5)?);
                tracing::error!(payment = payment_id, %error, "a notice cannot be read; it is struck off");
                delete(db, &endpoint_hash, &payment_id).await?;
            }
        }
    }
    Ok(due)
}

fn read(row: &Row) -> Result<Due> {
    let (endpoint, public_key, auth_secret): (String, Vec<u8>, Vec<u8>) =
        (row.get(0)?, row.get(1)?, row.get(2)?);
    let (kind, currency): (String, String) = (row.get(6)?, row.get(8)?);
    let corrupt = |what: &str| Error::Corrupt(format!("push: {what}"));
    let device = Device {
        endpoint: Url::parse(&endpoint).map_err(|_| corrupt("endpoint"))?,
        keys: Keys::of_bytes(&public_key, &auth_secret).ok_or_else(|| corrupt("keys"))?,
    };
    let notice = Notice {
        kind: Kind::named(&kind).ok_or_else(|| corrupt("kind"))?,
        payment_id: row.get(5)?,
        amount: row.get(7)?,
        currency: currency.parse().map_err(|_| corrupt("currency"))?,
        at: row.get(9)?,
    };
    let (player, endpoint_hash) = (row.get(3)?, row.get(4)?);
    let (tries, next_try_at, session) = (row.get(10)?, row.get(11)?, row.get(12)?);
    Ok(Due { device, endpoint_hash, player, session, notice, tries, next_try_at })
}

/// Takes a notice until `next_try_at`; answers whether nobody else has.
pub(super) async fn claim(db: &Db, due: &Due, next_try_at: i64) -> Result<bool> {
    let sql = "UPDATE push_notice SET tries = tries + 1, next_try_ms = $4
               WHERE endpoint_hash = $1 AND payment_id = $2 AND next_try_ms = $3";
    let mut tx = db.begin().await?;
    let row = params![due.endpoint_hash.as_slice(), &due.notice.payment_id, due.next_try_at, next_try_at];
    let claimed = tx.execute(sql, row).await?;
    tx.commit().await?;
    Ok(claimed == 1)
}

/// Strikes a notice off: it was taken, or is given up.
pub(super) async fn strike_off(db: &Db, due: &Due) -> Result<()> {
    delete(db, &due.endpoint_hash, &due.notice.payment_id).await
}

async fn delete(db: &Db, endpoint_hash: &[u8], payment_id: &str) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "DELETE FROM push_notice WHERE endpoint_hash = $1 AND payment_id = $2";
    tx.execute(sql, params![endpoint_hash, payment_id]).await?;
    tx.commit().await
}

/// Forgets a device and all that was to be sent to it.
pub(super) async fn forget(db: &Db, endpoint_hash: &[u8]) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute("DELETE FROM push_device WHERE endpoint_hash = $1", params![endpoint_hash]).await?;
    drop_orphans(&mut tx).await?;
    tx.commit().await
}
