//! Profiles, groups, and what was changed.

use croupier_db::{Db, Error, Result, Row, Tx, Value, log, params};
use croupier_ledger::PlayerId;

use super::model::{Held, Player};

const COLUMNS: &str = "id, channel_id, nickname, first_name, last_name, gender, date_of_birth, country, state,
     city, address, postal_code, mobile_phone, profession, receive_promos, receive_sms_promos, currency, locale,
     licence, terms_accepted_at_ms";

fn player(row: &Row) -> Result<Player> {
    let code: String = row.get(16)?;
    let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
    Ok(Player {
        id: row.get(0)?,
        channel_id: row.get(1)?,
        nickname: row.get(2)?,
        first_name: row.get(3)?,
        last_name: row.get(4)?,
        gender: row.get(5)?,
        date_of_birth: row.get(6)?,
        country: row.get(7)?,
        state: row.get(8)?,
        city: row.get(9)?,
        address: row.get(10)?,
        postal_code: row.get(11)?,
        mobile_phone: row.get(12)?,
        profession: row.get(13)?,
        receive_promos: row.get(14)?,
        receive_sms_promos: row.get(15)?,
        currency,
        locale: row.get(17)?,
        licence: row.get(18)?,
        terms_accepted_at: row.get(19)?,
    })
}

pub(super) async fn get(db: &Db, id: PlayerId) -> Result<Option<Player>> {
    let sql = format!("SELECT {COLUMNS} FROM player WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(player).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, id: PlayerId) -> Result<Option<Player>> {
    let sql = format!("SELECT {COLUMNS} FROM player WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(player).transpose()
}

/// Where a player came from; kept and never shown.
#[derive(Debug, Clone, Default)]
pub struct CameFrom {
    /// The device fingerprint at sign-up.
    pub dfpc: String,
    /// The affiliate's tag.
    pub stag: Option<String>,
    /// The affiliate's id.
    pub affiliate_id: Option<String>,
    /// The partner's id.
    pub partner_id: Option<String>,
}

pub(super) async fn add(tx: &mut Tx, new: &Player, from: &CameFrom, at: i64) -> Result<()> {
    let sql = format!(
        "INSERT INTO player ({COLUMNS}, created_at_ms, dfpc, stag, affiliate_id, partner_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                 $21, $22, $23, $24, $25)"
    );
    let row = params![
        new.id,
        &new.channel_id,
        new.nickname.clone(),
        new.first_name.clone(),
        new.last_name.clone(),
        new.gender.clone(),
        new.date_of_birth.clone(),
        &new.country,
        new.state.clone(),
        new.city.clone(),
        new.address.clone(),
        new.postal_code.clone(),
        new.mobile_phone.clone(),
        new.profession.clone(),
        new.receive_promos,
        new.receive_sms_promos,
        new.currency.code(),
        &new.locale,
        &new.licence,
        new.terms_accepted_at,
        at,
        &from.dfpc,
        from.stag.clone(),
        from.affiliate_id.clone(),
        from.partner_id.clone(),
    ];
    tx.execute(&sql, row).await.map(drop)
}

/// Columns that a change may name; nothing else is put into a statement.
const CHANGEABLE: [&str; 16] = [
    "nickname",
    "first_name",
    "last_name",
    "gender",
    "date_of_birth",
    "state",
    "city",
    "address",
    "postal_code",
    "mobile_phone",
    "profession",
    "receive_promos",
    "receive_sms_promos",
    "locale",
    "currency",
    "country",
];

/// One changed field.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) field: &'static str,
    pub(super) old: Held,
    pub(super) new: Held,
}

/// Writes changes and notes each in the audit, as done by `actor`.
pub(super) async fn change(
    tx: &mut Tx,
    id: PlayerId,
    changes: &[Change],
    actor: &str,
    at: i64,
) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let count = i64::try_from(changes.len()).map_err(|e| Error::Engine(e.to_string()))?;
    let first = log::take_numbers(tx, "player_change", count).await?;
    for (number, change) in (first..).zip(changes) {
        if !CHANGEABLE.contains(&change.field) {
            return Err(Error::Engine(format!("{} cannot be changed", change.field)));
        }
        let value = match &change.new {
            Held::Text(text) => Value::from(text.clone()),
            Held::Flag(flag) => Value::from(*flag),
        };
        let sql = format!("UPDATE player SET {} = $2 WHERE id = $1", change.field);
        tx.execute(&sql, vec![Value::from(id), value]).await?;
        let sql = "INSERT INTO player_change (id, player_id, at_ms, actor, field, old_value, new_value)
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let row = params![number, id, at, actor, change.field, change.old.told(), change.new.told()];
        tx.execute(sql, row).await?;
    }
    Ok(())
}

/// Makes sure that nobody else changes the player until the caller's transaction ends.
pub(super) async fn lock(tx: &mut Tx, id: PlayerId) -> Result<bool> {
    Ok(tx.execute("UPDATE player SET currency = currency WHERE id = $1", params![id]).await? == 1)
}

/// Puts the player into a group; `false` when already in.
pub(super) async fn add_group(tx: &mut Tx, id: PlayerId, group: i64, at: i64) -> Result<bool> {
    let sql = "INSERT INTO player_group (player_id, group_id, added_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (player_id, group_id) DO NOTHING";
    Ok(tx.execute(sql, params![id, group, at]).await? == 1)
}

const GROUPS: &str = "SELECT group_id FROM player_group WHERE player_id = $1 ORDER BY group_id";

pub(super) async fn groups(db: &Db, id: PlayerId) -> Result<Vec<i64>> {
    db.query(GROUPS, params![id]).await?.iter().map(|row| row.get(0)).collect()
}

pub(super) async fn groups_in(tx: &mut Tx, id: PlayerId) -> Result<Vec<i64>> {
    tx.query(GROUPS, params![id]).await?.iter().map(|row| row.get(0)).collect()
}

/// How many players of a shared device are named at most.
const SHARING_MAX: i64 = 20;

/// Other players who signed up with this device fingerprint, the latest first; an empty one says nothing.
pub(super) async fn players_on_device(tx: &mut Tx, dfpc: &str, but: PlayerId) -> Result<Vec<PlayerId>> {
    if dfpc.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "SELECT id FROM player WHERE dfpc = $1 AND id <> $2 ORDER BY id DESC LIMIT $3";
    tx.query(sql, params![dfpc, but, SHARING_MAX]).await?.iter().map(|row| row.get(0)).collect()
}
