//! Campaigns' SQL.

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_db::{Db, Error, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::{PlayerId, StopReason};
use uuid::Uuid;

use super::campaign::{Campaign, NewCampaign, Withdrawal};
use super::draft::Draft;
use super::model::{Among, Audience};
use super::store::to_json;
use crate::segments::{self, SegmentRef, Selection};
use crate::site_config::Statuses;

const CAMPAIGN: &str =
    "SELECT id, player_id, group_ids, content, is_promotional, reason, member_name, created_at_ms, expires_at_ms,
        passed_player_id, sent_count, skipped_count, read_count, finished_at_ms, withdrawn_by, withdrawal_reason,
        withdrawn_at_ms, segment_id, segment_revision, brand
    FROM notification_campaign";

fn campaign(row: &Row) -> Result<Campaign> {
    let corrupt = |error: serde_json::Error| Error::Corrupt(format!("campaign: {error}"));
    let (player, groups, content): (Option<PlayerId>, String, String) =
        (row.get(1)?, row.get(2)?, row.get(3)?);
    let audience = match player {
        Some(player) => Audience::Player(player),
        None => match serde_json::from_str::<Vec<i64>>(&groups).map_err(corrupt)? {
            groups if groups.is_empty() => Audience::Everybody,
            groups => Audience::Groups(groups),
        },
    };
    let segment = match (row.get::<Option<Uuid>>(17)?, row.get::<Option<i64>>(18)?) {
        (Some(id), Some(revision)) => Some(SegmentRef { id, revision }),
        _ => None,
    };
    let withdrawal = match row.get::<Option<i64>>(16)? {
        Some(at) => Some(Withdrawal { by: row.get(14)?, reason: row.get(15)?, at }),
        None => None,
    };
    Ok(Campaign {
        id: row.get(0)?,
        audience,
        among: Among { segment, brand: row.get(19)? },
        content: serde_json::from_str(&content).map_err(corrupt)?,
        is_promotional: row.get(4)?,
        reason: row.get(5)?,
        by: row.get(6)?,
        created_at: row.get(7)?,
        expires_at: row.get(8)?,
        passed: row.get(9)?,
        sent: row.get(10)?,
        skipped: row.get(11)?,
        read: row.get(12)?,
        finished_at: row.get(13)?,
        withdrawal,
    })
}

/// Keeps what is asked for.
pub(super) async fn add(
    tx: &mut Tx,
    new: &NewCampaign<'_>,
    fingerprint: &str,
    member_name: &str,
    now: i64,
) -> Result<()> {
    let sql =
        "INSERT INTO notification_campaign (id, fingerprint, player_id, group_ids, content, is_promotional,
                   reason, member_id, member_name, created_at_ms, expires_at_ms, passed_player_id, sent_count,
                   skipped_count, read_count, segment_id, segment_revision, brand)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, 0, $12, $13, $14)";
    let Draft { audience, among, content, expires_at } = new.draft;
    let player = if let Audience::Player(player) = audience { Some(*player) } else { None };
    let row = params![
        new.id,
        fingerprint,
        player,
        to_json(&audience.groups())?,
        to_json(content)?,
        new.is_promotional,
        new.reason,
        new.member,
        member_name,
        now,
        *expires_at,
        among.segment.map(|segment| segment.id),
        among.segment.map(|segment| segment.revision),
        among.brand.as_ref(),
    ];
    tx.execute(sql, row).await.map(drop)
}

/// What was asked for under a number before.
pub(super) async fn fingerprint_in(tx: &mut Tx, id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT fingerprint FROM notification_campaign WHERE id = $1";
    tx.query_opt(sql, params![id]).await?.map(|row| row.get(0)).transpose()
}

pub(super) async fn with_id(db: &Db, id: Uuid) -> Result<Option<Campaign>> {
    let sql = format!("{CAMPAIGN} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(campaign).transpose()
}

/// At most `limit` campaigns, newest first, after the one with the number `after`.
pub(super) async fn page(db: &Db, after: Option<Uuid>, limit: i64) -> Result<Vec<Campaign>> {
    let mut values = params![limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            "WHERE (created_at_ms, id) < (SELECT c.created_at_ms, c.id FROM notification_campaign c WHERE c.id = $2)"
        }
        None => "",
    };
    let sql = format!("{CAMPAIGN} {further} ORDER BY created_at_ms DESC, id DESC LIMIT $1");
    db.query(&sql, values).await?.iter().map(campaign).collect()
}

/// Campaigns to several players that are shown at least in part between two instants, at most `limit`, in the order in which they
/// began.
pub(super) async fn between(db: &Db, (from, to): (i64, i64), limit: i64) -> Result<Vec<Campaign>> {
    let sql = format!(
        "{CAMPAIGN} WHERE player_id IS NULL AND created_at_ms < $2 AND expires_at_ms > $1
             AND (withdrawn_at_ms IS NULL OR withdrawn_at_ms > $1 OR created_at_ms >= $1)
         ORDER BY created_at_ms, id LIMIT $3"
    );
    db.query(&sql, params![from, to, limit]).await?.iter().map(campaign).collect()
}

/// Those that are on their way, oldest first. A row that cannot be read is logged and left out, so that the others go on.
pub(super) async fn under_way(db: &Db) -> Result<Vec<Campaign>> {
    let sql = format!(
        "{CAMPAIGN} WHERE finished_at_ms IS NULL AND withdrawn_at_ms IS NULL ORDER BY created_at_ms, id"
    );
    let read = |row: &Row| {
        campaign(row)
            .inspect_err(|error| tracing::error!(%error, "a campaign cannot be read; it is left out"))
    };
    Ok(db.query(&sql, params![]).await?.iter().filter_map(|row| read(row).ok()).collect())
}

/// A condition on column `column` that holds for members of the groups of `audience`, whose numbers are pushed to `values`.
fn among_groups(column: &str, audience: &Audience, values: &mut Vec<Value>) -> String {
    let place = |group: i64| {
        values.push(group.into());
        format!("${}", values.len())
    };
    let places: Vec<_> = audience.member_groups().into_iter().map(place).collect();
    format!("{column} IN ({})", places.join(", "))
}

/// The players of `among` at `at` (UTC milliseconds), with these levels.
pub(super) async fn selection(db: &Db, among: &Among, at: i64, levels: Arc<Statuses>) -> Result<Selection> {
    let rule = match among.segment {
        Some(segment) => {
            let version = segments::rule_of(db, segment).await?;
            let gone = || Error::Corrupt(format!("segment {} is gone", segment.id));
            Some(version.ok_or_else(gone)?.rule)
        }
        None => None,
    };
    Ok(Selection::of(rule, at, levels).in_brand(among.brand.clone()))
}

/// The condition that members of groups, who are called `g`, belong to a brand, when one is named.
fn of_brand(brand: Option<&str>, values: &mut Vec<Value>) -> String {
    let Some(brand) = brand else { return String::new() };
    values.push(brand.into());
    format!(" AND EXISTS (SELECT 1 FROM player p WHERE p.id = g.player_id AND p.brand = ${})", values.len())
}

/// At most `limit` readers of a campaign that it has not come to, in the order of their numbers.
pub(super) async fn next_recipients(
    db: &Db,
    campaign: &Campaign,
    limit: i64,
    levels: Arc<Statuses>,
) -> Result<Vec<PlayerId>> {
    if let Audience::Player(player) = campaign.audience {
        return Ok(Some(player).filter(|player| *player > campaign.passed).into_iter().collect());
    }
    if campaign.audience == Audience::Everybody {
        let selection = selection(db, &campaign.among, campaign.created_at, levels).await?;
        // Who is stopped gets nothing that advertises, and hears what is about the account.
        let selection = if campaign.is_promotional { selection } else { selection.with_stopped() };
        return selection.next(db, campaign.passed, limit).await;
    }
    let mut values = params![campaign.passed, limit];
    let among = among_groups("g.group_id", &campaign.audience, &mut values);
    let of_brand = of_brand(campaign.brand(), &mut values);
    let sql = format!(
        "SELECT DISTINCT g.player_id FROM player_group g WHERE {among} AND g.player_id > $1{of_brand}
         ORDER BY g.player_id LIMIT $2"
    );
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
}

/// How many readers `audience` has, and how many of them have excluded themselves or take a break at `now`.
pub(super) async fn count_recipients(
    db: &Db,
    audience: &Audience,
    brand: Option<&str>,
    now: i64,
) -> Result<(i64, i64)> {
    let codes = StopReason::BREAKS.map(StopReason::code);
    let mut values = params![now, codes[0], codes[1], codes[2], codes[3]];
    let readers = if let Audience::Player(player) = audience {
        values.push((*player).into());
        "SELECT id AS player_id FROM player WHERE id = $6".to_owned()
    } else {
        let among = among_groups("g.group_id", audience, &mut values);
        let of_brand = of_brand(brand, &mut values);
        format!("SELECT DISTINCT g.player_id FROM player_group g WHERE {among}{of_brand}")
    };
    let sql = format!(
        "SELECT COUNT(*), COUNT(CASE WHEN EXISTS (
             SELECT 1 FROM player_stop s
             WHERE s.player_id = r.player_id AND s.until_ms > $1 AND s.reason IN ($2, $3, $4, $5)) THEN 1 END)
         FROM ({readers}) r"
    );
    let row = db.query_one(&sql, values).await?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Moves a campaign that goes on past `player`, who got it or not. `false` when it does not go on, or is past the player
/// already.
pub(super) async fn pass(tx: &mut Tx, id: Uuid, player: PlayerId, got_it: bool) -> Result<bool> {
    let sql = "UPDATE notification_campaign
               SET passed_player_id = $2, sent_count = sent_count + $3, skipped_count = skipped_count + $4
               WHERE id = $1 AND passed_player_id < $2 AND finished_at_ms IS NULL AND withdrawn_at_ms IS NULL";
    let row = params![id, player, i64::from(got_it), i64::from(!got_it)];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Notes that a campaign which is past the player `passed` has no more readers to come to.
pub(super) async fn finish(tx: &mut Tx, id: Uuid, passed: PlayerId, now: i64) -> Result<()> {
    let sql = "UPDATE notification_campaign SET finished_at_ms = $3
               WHERE id = $1 AND passed_player_id = $2 AND finished_at_ms IS NULL AND withdrawn_at_ms IS NULL";
    tx.execute(sql, params![id, passed, now]).await.map(drop)
}

/// Takes back a campaign that is out; `false` when it is not.
pub(super) async fn withdraw(tx: &mut Tx, id: Uuid, withdrawal: &Withdrawal) -> Result<bool> {
    let sql = "UPDATE notification_campaign
               SET withdrawn_by = $2, withdrawal_reason = $3, withdrawn_at_ms = $4
               WHERE id = $1 AND withdrawn_at_ms IS NULL AND expires_at_ms > $4";
    let Withdrawal { by, reason, at } = withdrawal;
    Ok(tx.execute(sql, params![id, by, reason, *at]).await? == 1)
}

/// Those of `ids` that were taken back.
pub(super) async fn withdrawn(db: &Db, ids: &BTreeSet<Uuid>) -> Result<BTreeSet<Uuid>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let sql = format!(
        "SELECT id FROM notification_campaign WHERE withdrawn_at_ms IS NOT NULL AND id IN ({})",
        placeholders(1, ids.len())
    );
    let ids = ids.iter().map(|id| Value::from(*id)).collect();
    db.query(&sql, ids).await?.iter().map(|row| row.get(0)).collect()
}
