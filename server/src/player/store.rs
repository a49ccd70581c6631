//! Profiles, groups, and what was changed.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, Value, log, params, placeholders};
use croupier_ledger::PlayerId;

use super::model::{Held, Player};

const COLUMNS: &str = "id, channel_id, nickname, first_name, last_name, gender, date_of_birth, country, state,
     city, address, postal_code, mobile_phone, profession, receive_promos, receive_sms_promos, currency, locale,
     licence, terms_accepted_at_ms, personal_id";

/// What nobody has at sign-up.
const LATER_COLUMNS: &str = "verified_at_ms, sumsub_verified_at_ms,
     (SELECT c.deposit_bonus_code FROM player_bonus_choice c WHERE c.player_id = player.id),
     (SELECT c.can_issue FROM player_bonus_choice c WHERE c.player_id = player.id),
     (SELECT w.due_at_ms FROM wealth_questionnaire w WHERE w.player_id = player.id AND w.state = 'asked')";

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
        personal_id: row.get(20)?,
        verified_at: row.get(21)?,
        sumsub_verified_at: row.get(22)?,
        deposit_bonus_code: row.get(23)?,
        can_issue_bonuses: row.get::<Option<bool>>(24)?.unwrap_or(true),
        wealth_due_at: row.get(25)?,
    })
}

pub(super) async fn get(db: &Db, id: PlayerId) -> Result<Option<Player>> {
    let sql = format!("SELECT {COLUMNS}, {LATER_COLUMNS} FROM player WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(player).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, id: PlayerId) -> Result<Option<Player>> {
    let sql = format!("SELECT {COLUMNS}, {LATER_COLUMNS} FROM player WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(player).transpose()
}

/// Where a player came from; kept and never shown.
#[derive(Debug, Clone, Default)]
pub struct CameFrom {
    /// The id of the browser.
    pub device: Option<String>,
    /// The device fingerprint at sign-up.
    pub dfpc: String,
    /// The affiliate's tag.
    pub stag: Option<String>,
    /// The affiliate's id.
    pub affiliate_id: Option<String>,
    /// The partner's id.
    pub partner_id: Option<String>,
    /// The brand on whose host.
    pub brand: String,
    /// What A/B tests know the browser by; stands in the log alone.
    pub visitor: Option<String>,
}

pub(super) async fn add(tx: &mut Tx, new: &Player, from: &CameFrom, at: i64) -> Result<()> {
    let sql = format!(
        "INSERT INTO player ({COLUMNS}, created_at_ms, dfpc, stag, affiliate_id, partner_id, device,
             brand)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                 $21, $22, $23, $24, $25, $26, $27, $28)"
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
        new.personal_id.clone(),
        at,
        &from.dfpc,
        from.stag.clone(),
        from.affiliate_id.clone(),
        from.partner_id.clone(),
        from.device.clone(),
        &from.brand,
    ];
    tx.execute(&sql, row).await.map(drop)
}

/// Fields that may change; nothing else is put into a statement.
const CHANGEABLE: [&str; 21] = [
    "nickname",
    "first_name",
    "last_name",
    "gender",
    "date_of_birth",
    "personal_id",
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
    "licence",
    "terms_acceptance",
    "verified",
    "sumsub_verified",
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
            Held::At(at) => Value::from(*at),
            Held::Sealed(text) => Value::from(text.clone()),
        };
        let column = match change.field {
            "terms_acceptance" => "terms_accepted_at_ms",
            "verified" => "verified_at_ms",
            "sumsub_verified" => "sumsub_verified_at_ms",
            field => field,
        };
        let sql = format!("UPDATE player SET {column} = $2 WHERE id = $1");
        tx.execute(&sql, vec![Value::from(id), value]).await?;
        let sql = "INSERT INTO player_change (id, player_id, at_ms, actor, field, old_value, new_value)
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let row =
            params![number, id, at, actor, change.field, change.old.audit_text(), change.new.audit_text()];
        tx.execute(sql, row).await?;
    }
    Ok(())
}

/// Keeps what a personal id is known again by.
pub(super) async fn put_id_mark(tx: &mut Tx, id: PlayerId, mark: Option<String>) -> Result<()> {
    let sql = "UPDATE player SET personal_id_mark = $2 WHERE id = $1";
    tx.execute(sql, params![id, mark]).await.map(drop)
}

/// Notes that the player has accepted a version of the terms; the first time counts.
pub(super) async fn accept_terms(tx: &mut Tx, id: PlayerId, version: &str, at: i64) -> Result<()> {
    let sql = "INSERT INTO terms_acceptance (player_id, version, accepted_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (player_id, version) DO NOTHING";
    tx.execute(sql, params![id, version, at]).await.map(drop)
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

/// Takes the player out of a group; `false` when not in it.
pub(super) async fn remove_group(tx: &mut Tx, id: PlayerId, group: i64) -> Result<bool> {
    let sql = "DELETE FROM player_group WHERE player_id = $1 AND group_id = $2";
    Ok(tx.execute(sql, params![id, group]).await? == 1)
}

/// The points that a player has earned for life.
pub(super) async fn points_for_life(db: &Db, id: PlayerId) -> Result<i64> {
    let sql = "SELECT earned_points FROM point_account WHERE player_id = $1";
    db.query_opt(sql, params![id]).await?.map_or(Ok(0), |row| row.get(0))
}

/// Those of `players` who are members of one of `groups`, or all of them without `groups`, each with the language of their
/// profile.
pub(super) async fn locales(
    db: &Db,
    players: &[PlayerId],
    groups: Option<&[i64]>,
) -> Result<Vec<(PlayerId, String)>> {
    let among = placeholders(1, players.len());
    let of_groups = groups.map_or_else(String::new, |groups| {
        let groups = placeholders(players.len() + 1, groups.len());
        format!(
            " AND EXISTS (SELECT 1 FROM player_group g WHERE g.player_id = player.id AND g.group_id IN ({groups}))"
        )
    });
    let sql = format!("SELECT id, locale FROM player WHERE id IN ({among}){of_groups}");
    let values = players.iter().chain(groups.unwrap_or_default()).map(|number| Value::Int(*number));
    let rows = db.query(&sql, values.collect()).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The licences of those of `players` that there are.
pub(super) async fn licences(db: &Db, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>> {
    let sql = format!("SELECT id, licence FROM player WHERE id IN ({})", placeholders(1, players.len()));
    let rows = db.query(&sql, players.iter().map(|number| Value::Int(*number)).collect()).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The licences of `players`, and the currencies that they use.
pub(super) async fn seats(db: &Db, players: &[PlayerId]) -> Result<Vec<(PlayerId, (String, String))>> {
    let among = placeholders(1, players.len());
    let sql = format!("SELECT id, licence, currency FROM player WHERE id IN ({among})");
    let rows = db.query(&sql, players.iter().map(|number| Value::Int(*number)).collect()).await?;
    rows.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).collect()
}

const GROUPS: &str = "SELECT group_id FROM player_group WHERE player_id = $1 ORDER BY group_id";

/// The affiliate's tag that a player came with.
pub async fn stag_of(db: &Db, id: PlayerId) -> Result<Option<String>> {
    db.query_one("SELECT stag FROM player WHERE id = $1", params![id]).await?.get(0)
}

const BRAND: &str = "SELECT brand FROM player WHERE id = $1";

/// The brand on whose host a player signed up.
pub async fn brand_of(db: &Db, id: PlayerId) -> Result<String> {
    db.query_one(BRAND, params![id]).await?.get(0)
}

/// The same within a transaction.
pub(super) async fn brand(tx: &mut Tx, id: PlayerId) -> Result<String> {
    tx.query_one(BRAND, params![id]).await?.get(0)
}

pub(super) async fn groups(db: &Db, id: PlayerId) -> Result<Vec<i64>> {
    db.query(GROUPS, params![id]).await?.iter().map(|row| row.get(0)).collect()
}

pub(super) async fn groups_in(tx: &mut Tx, id: PlayerId) -> Result<Vec<i64>> {
    tx.query(GROUPS, params![id]).await?.iter().map(|row| row.get(0)).collect()
}

/// How many players of a shared device are named at most.
const SHARING_MAX: i64 = 20;

/// Other players who signed up in this browser, the latest first.
pub(super) async fn players_in_browser(tx: &mut Tx, device: &str, but: PlayerId) -> Result<Vec<PlayerId>> {
    let sql = "SELECT id FROM player WHERE device = $1 AND id <> $2 ORDER BY id DESC LIMIT $3";
    tx.query(sql, params![device, but, SHARING_MAX]).await?.iter().map(|row| row.get(0)).collect()
}

/// Other players who signed up in the browser of a player.
pub(super) async fn others_in_browser(tx: &mut Tx, id: PlayerId) -> Result<Vec<PlayerId>> {
    let row = tx.query_opt("SELECT device FROM player WHERE id = $1", params![id]).await?;
    let device: Option<String> = row.map(|row| row.get(0)).transpose()?.flatten();
    let Some(device) = device else { return Ok(Vec::new()) };
    players_in_browser(tx, &device, id).await
}

/// Other players who signed up with this device fingerprint, the latest first; an empty one says nothing.
pub(super) async fn players_on_device(tx: &mut Tx, dfpc: &str, but: PlayerId) -> Result<Vec<PlayerId>> {
    if dfpc.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "SELECT id FROM player WHERE dfpc = $1 AND id <> $2 ORDER BY id DESC LIMIT $3";
    tx.query(sql, params![dfpc, but, SHARING_MAX]).await?.iter().map(|row| row.get(0)).collect()
}

/// The browser in which the player signed up.
pub(super) async fn device_of(db: &Db, id: PlayerId) -> Result<Option<String>> {
    let row = db.query_opt("SELECT device FROM player WHERE id = $1", params![id]).await?;
    Ok(row.map(|row| row.get(0)).transpose()?.flatten())
}

/// Notes that `subject` has named too young a date of birth, and forgets what was noted up to `until`.
pub(super) async fn add_age_refusal(tx: &mut Tx, subject: &str, at: i64, until: i64) -> Result<()> {
    tx.execute("DELETE FROM age_refusal WHERE at_ms <= $1", params![until]).await?;
    let sql = "INSERT INTO age_refusal (subject, at_ms) VALUES ($1, $2)
               ON CONFLICT (subject) DO UPDATE SET at_ms = excluded.at_ms";
    tx.execute(sql, params![subject, at]).await.map(drop)
}

const AGE_REFUSED: &str = "SELECT COUNT(*) FROM age_refusal WHERE subject IN ($1, $2) AND at_ms > $3";

/// Whether one of `subjects` has named too young a date of birth since `since` (UTC milliseconds).
pub(super) async fn is_age_refused(db: &Db, subjects: &[String; 2], since: i64) -> Result<bool> {
    let row = db.query_one(AGE_REFUSED, params![&subjects[0], &subjects[1], since]).await?;
    Ok(row.get::<i64>(0)? > 0)
}

/// The same within a transaction.
pub(super) async fn is_age_refused_in(tx: &mut Tx, subjects: &[String; 2], since: i64) -> Result<bool> {
    let row = tx.query_one(AGE_REFUSED, params![&subjects[0], &subjects[1], since]).await?;
    Ok(row.get::<i64>(0)? > 0)
}

/// Keeps the bonus that a player has chosen for the next deposit.
pub(super) async fn choose_bonus(tx: &mut Tx, id: PlayerId, code: Option<&str>) -> Result<()> {
    let sql =
        "INSERT INTO player_bonus_choice (player_id, deposit_bonus_code, can_issue) VALUES ($1, $2, TRUE)
               ON CONFLICT (player_id) DO UPDATE SET deposit_bonus_code = $2";
    tx.execute(sql, params![id, code.map(str::to_owned)]).await.map(drop)
}

/// Keeps whether a player wants bonuses.
pub(super) async fn switch_bonuses(tx: &mut Tx, id: PlayerId, can_issue: bool) -> Result<()> {
    let sql = "INSERT INTO player_bonus_choice (player_id, can_issue) VALUES ($1, $2)
               ON CONFLICT (player_id) DO UPDATE SET can_issue = $2";
    tx.execute(sql, params![id, can_issue]).await.map(drop)
}

/// The statement that uses the chosen bonus up, while it is chosen, and its player wants bonuses and is not stopped.
pub(super) fn use_bonus(id: PlayerId, code: &str, now: i64) -> Statement {
    let sql = "UPDATE player_bonus_choice SET deposit_bonus_code = NULL
               WHERE player_id = $1 AND deposit_bonus_code = $2 AND can_issue AND NOT EXISTS (
                   SELECT 1 FROM player_stop s WHERE s.player_id = $1 AND s.until_ms > $3)";
    Statement { sql, params: params![id, code, now], expect_one_row: true }
}
