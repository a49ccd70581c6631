//! Notifications' SQL.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::model::{Audience, Notification};
use super::{LIVE_OF_PLAYER_MAX, LIVE_SHARED_MAX};

pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Engine(error.to_string()))
}

/// How many notifications for the same player, or shared ones, are in force at `now`.
pub(super) async fn count_live(tx: &mut Tx, audience: &Audience, now: i64) -> Result<i64> {
    let row = match audience {
        Audience::Player(player) => {
            // What was taken back leaves room.
            let sql = "SELECT COUNT(*) FROM notification n
                       LEFT JOIN notification_campaign c ON c.id = n.campaign_id
                       WHERE n.player_id = $1 AND n.expires_at_ms > $2 AND c.withdrawn_at_ms IS NULL";
            tx.query_one(sql, params![*player, now]).await?
        }
        Audience::Groups(_) | Audience::Everybody => {
            let sql = "SELECT COUNT(*) FROM notification WHERE player_id IS NULL AND expires_at_ms > $1";
            tx.query_one(sql, params![now]).await?
        }
    };
    row.get(0)
}

pub(super) async fn add(tx: &mut Tx, notification: &Notification) -> Result<()> {
    let Notification { id, audience, content, about, campaign, created_at, expires_at, is_read: _ } =
        notification;
    let player = if let Audience::Player(player) = audience { Some(*player) } else { None };
    let sql =
        "INSERT INTO notification (id, player_id, group_ids, content, created_at_ms, expires_at_ms, about,
                   campaign_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let about = about.as_ref().map(to_json).transpose()?;
    let groups = to_json(&audience.groups())?;
    let row = params![*id, player, groups, to_json(content)?, *created_at, *expires_at, about, *campaign];
    tx.execute(sql, row).await?;
    Ok(())
}

/// Notifications in force at `now`: those of `player`, and all shared ones, whoever reads them. A row that cannot be read
/// is logged and left out.
pub(super) async fn live(db: &Db, player: PlayerId, now: i64) -> Result<Vec<Notification>> {
    let sql =
        "SELECT n.id, n.player_id, n.group_ids, n.content, n.created_at_ms, n.expires_at_ms, r.player_id,
                      n.about, n.campaign_id
               FROM notification n
               LEFT JOIN notification_read r ON r.notification_id = n.id AND r.player_id = $1
               LEFT JOIN notification_campaign c ON c.id = n.campaign_id
               WHERE (n.player_id = $1 OR n.player_id IS NULL) AND n.expires_at_ms > $2
                   AND c.withdrawn_at_ms IS NULL
               ORDER BY n.created_at_ms DESC, n.id LIMIT $3";
    let rows = db.query(sql, params![player, now, LIVE_OF_PLAYER_MAX + LIVE_SHARED_MAX]).await?;
    let read = |row: &Row| {
        notification(row)
            .inspect_err(|error| tracing::error!(%error, "a notification cannot be read; it is left out"))
    };
    Ok(rows.iter().filter_map(|row| read(row).ok()).collect())
}

fn notification(row: &Row) -> Result<Notification> {
    let corrupt = |error: serde_json::Error| Error::Corrupt(format!("notification: {error}"));
    let (player, groups, content): (Option<PlayerId>, String, String) =
        (row.get(1)?, row.get(2)?, row.get(3)?);
    let groups: Vec<i64> = serde_json::from_str(&groups).map_err(corrupt)?;
    let audience = match player {
        Some(player) => Audience::Player(player),
        None if groups.is_empty() => Audience::Everybody,
        None => Audience::Groups(groups),
    };
    let about: Option<String> = row.get(7)?;
    Ok(Notification {
        id: row.get(0)?,
        audience,
        content: serde_json::from_str(&content).map_err(corrupt)?,
        about: about.map(|text| serde_json::from_str(&text)).transpose().map_err(corrupt)?,
        campaign: row.get(8)?,
        created_at: row.get(4)?,
        expires_at: row.get(5)?,
        is_read: row.get::<Option<PlayerId>>(6)?.is_some(),
    })
}

/// Marks notifications as read by `player`, and counts each for its campaign; once is enough.
pub(super) async fn mark_read(tx: &mut Tx, player: PlayerId, mut read: Vec<&Notification>) -> Result<()> {
    let sql = "INSERT INTO notification_read (player_id, notification_id, expires_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (player_id, notification_id) DO NOTHING";
    // In one order for everybody: two players who read the same campaigns never wait for each other.
    read.sort_unstable_by_key(|notification| notification.campaign);
    for notification in read {
        let row = params![player, notification.id, notification.expires_at];
        let is_first = tx.execute(sql, row).await? == 1;
        if let Some(campaign) = notification.campaign.filter(|_| is_first) {
            let sql = "UPDATE notification_campaign SET read_count = read_count + 1 WHERE id = $1";
            tx.execute(sql, params![campaign]).await?;
        }
    }
    Ok(())
}

/// Deletes at most `limit` notifications that expired at `until` or before, and as many marks of such; answers how many
/// rows those were.
pub(super) async fn forget(tx: &mut Tx, until: i64, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM notification WHERE id IN (
                   SELECT id FROM notification WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2)";
    let notifications = tx.execute(sql, params![until, limit]).await?;
    let sql = "DELETE FROM notification_read WHERE expires_at_ms <= $1 AND (player_id, notification_id) IN (
                   SELECT player_id, notification_id FROM notification_read WHERE expires_at_ms <= $1
                   ORDER BY expires_at_ms LIMIT $2)";
    Ok(notifications.max(tx.execute(sql, params![until, limit]).await?))
}
