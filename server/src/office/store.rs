//! The SQL of the back office: finding players, and what members of staff have done.

use croupier_db::{Db, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::found::{Found, Sought};
use super::log::{Action, ActionFilter};
use super::notes::Note;
use crate::staff::BrandScope;

const FOUND: &str = "SELECT p.id, l.email, p.first_name, p.last_name, p.country, p.mobile_phone, p.currency,
        l.created_at_ms, p.verified_at_ms
    FROM player p JOIN login l ON l.player_id = p.id";

fn found(row: &Row) -> Result<Found> {
    Ok(Found {
        id: row.get(0)?,
        email: row.get(1)?,
        first_name: row.get(2)?,
        last_name: row.get(3)?,
        country: row.get(4)?,
        mobile_phone: row.get(5)?,
        currency: row.get(6)?,
        registered_at: row.get(7)?,
        verified_at: row.get(8)?,
    })
}

/// What players are found by the beginning of: their number, its table, and the text that its index is made of. A first name
/// is the beginning of the whole one.
const BEGINNINGS: [(&str, &str, &str); 4] = [
    ("player_id", "login", "email"),
    ("id", "player", "(LOWER(COALESCE(first_name, '') || ' ' || COALESCE(last_name, '')))"),
    ("id", "player", "(LOWER(last_name))"),
    ("id", "player", "(LOWER(nickname))"),
];

/// Texts that are shorter begin too many names to gather them all: players are looked through instead, newest first.
const INDEXED_MIN: usize = 3;

/// The condition of players whom one of `written` begins a text of; the texts are added to `values`, of which the first is the
/// number below which players are looked for. What begins alike stands together in an index, up to the last character that
/// there may be.
fn beginnings(bytewise: &str, written: &[String], values: &mut Vec<Value>) -> String {
    let is_short = written.iter().any(|text| text.chars().count() < INDEXED_MIN);
    let mut found = Vec::new();
    for text in written {
        values.extend(params![text, format!("{text}{}", char::MAX)]);
        let (from, to) = (values.len() - 1, values.len());
        for (id, table, what) in BEGINNINGS {
            let begins = format!("{what}{bytewise} >= ${from} AND {what}{bytewise} < ${to}");
            found.push(if is_short {
                format!("({begins})")
            } else {
                format!("SELECT {id} FROM {table} WHERE {begins} AND {id} < $1")
            });
        }
    }
    if is_short { found.join(" OR ") } else { format!("p.id IN ({})", found.join(" UNION ")) }
}

/// A phone number without the signs that people write between its digits.
const DIGITS: &str = "REPLACE(REPLACE(REPLACE(REPLACE(p.mobile_phone, ' ', ''), '-', ''), '(', ''), ')', '')";

/// At most `limit` players below the number `before`, newest first.
pub(super) async fn find(
    db: &Db,
    scope: &BrandScope,
    sought: &Sought,
    before: PlayerId,
    limit: i64,
) -> Result<Vec<Found>> {
    let mut values = params![before, limit];
    let condition = match sought {
        Sought::Everybody => "1 = 1".to_owned(),
        Sought::Number(id, None) => {
            values.extend(params![*id]);
            "p.id = $3".to_owned()
        }
        Sought::Number(id, Some(digits)) => {
            values.extend(params![*id, format!("%{digits}%")]);
            format!("p.id = $3 OR {DIGITS} LIKE $4")
        }
        Sought::Phone(digits) => {
            values.extend(params![format!("%{digits}%")]);
            format!("{DIGITS} LIKE $3")
        }
        Sought::Text(written) => beginnings(db.bytewise(), written, &mut values),
    };
    let seen = scope.of_brand("p.brand", &mut values);
    let sql = format!("{FOUND} WHERE p.id < $1 AND ({condition}) AND {seen} ORDER BY p.id DESC LIMIT $2");
    db.query(&sql, values).await?.iter().map(found).collect()
}

pub(super) async fn with_ids(db: &Db, ids: &[PlayerId]) -> Result<Vec<Found>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{FOUND} WHERE p.id IN ({})", placeholders(1, ids.len()));
    let values = ids.iter().map(|id| Value::Int(*id)).collect();
    db.query(&sql, values).await?.iter().map(found).collect()
}

/// Keeps what a member of staff has done.
pub(super) async fn add_action(tx: &mut Tx, action: &Action) -> Result<()> {
    let sql = "INSERT INTO staff_action
                   (lsn, at_ms, kind, member_id, email, name, address, player_id, subject, reason)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Action { lsn, at, kind, member, email, name, address, player, subject, reason } = action;
    let row =
        params![*lsn, *at, kind, *member, email, name, address, *player, subject.as_ref(), reason.as_ref()];
    tx.execute(sql, row).await.map(drop)
}

/// At most `limit` actions that `filter` lets through, newest first.
pub(super) async fn actions(db: &Db, filter: &ActionFilter, limit: i64) -> Result<Vec<Action>> {
    let mut values = params![limit];
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut add = |condition: &str, value: Value| {
        values.push(value);
        conditions.push(condition.replace('?', &format!("${}", values.len())));
    };
    if let Some(member) = filter.member {
        add("member_id = ?", member.into());
    }
    if let Some(player) = filter.player {
        add("player_id = ?", player.into());
    }
    if let Some((at, lsn)) = filter.before {
        add("at_ms <= ?", at.into());
        values.extend(params![at, lsn]);
        conditions.push(format!("(at_ms < ${} OR lsn < ${})", values.len() - 1, values.len()));
    }
    let sql = format!(
        "SELECT lsn, at_ms, kind, member_id, email, name, address, player_id, subject, reason
         FROM staff_action WHERE {} ORDER BY at_ms DESC, lsn DESC LIMIT $1",
        conditions.join(" AND ")
    );
    db.query(&sql, values).await?.iter().map(action).collect()
}

fn action(row: &Row) -> Result<Action> {
    Ok(Action {
        lsn: row.get(0)?,
        at: row.get(1)?,
        kind: row.get(2)?,
        member: row.get::<Uuid>(3)?,
        email: row.get(4)?,
        name: row.get(5)?,
        address: row.get(6)?,
        player: row.get(7)?,
        subject: row.get(8)?,
        reason: row.get(9)?,
    })
}

/// The place of an action, by the row of the log.
pub(super) async fn time_of(db: &Db, lsn: i64) -> Result<Option<i64>> {
    let sql = "SELECT at_ms FROM staff_action WHERE lsn = $1";
    db.query_opt(sql, params![lsn]).await?.map(|row| row.get(0)).transpose()
}

/// Adds a note; `false` when there is one with its number.
pub(super) async fn add_note(tx: &mut Tx, player: PlayerId, note: &Note) -> Result<bool> {
    let sql = "INSERT INTO player_note (id, player_id, member_id, name, body, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING";
    let Note { id, member, name, text, at } = note;
    Ok(tx.execute(sql, params![*id, player, *member, name, text, *at]).await? == 1)
}

/// At most `limit` notes about a player, newest first, after the one with the number `after`.
pub(super) async fn notes(db: &Db, player: PlayerId, after: Option<Uuid>, limit: i64) -> Result<Vec<Note>> {
    let mut values = params![player, limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            "AND (at_ms, id) < (SELECT at_ms, id FROM player_note WHERE id = $3)"
        }
        None => "",
    };
    let sql = format!(
        "SELECT id, member_id, name, body, at_ms FROM player_note
         WHERE player_id = $1 {further} ORDER BY at_ms DESC, id DESC LIMIT $2"
    );
    let note = |row: &Row| {
        Ok(Note {
            id: row.get(0)?,
            member: row.get(1)?,
            name: row.get(2)?,
            text: row.get(3)?,
            at: row.get(4)?,
        })
    };
    db.query(&sql, values).await?.iter().map(note).collect()
}
