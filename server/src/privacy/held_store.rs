//! Reading what is held about a player, a page of a section at a time.

use croupier_db::{Db, Result, Row, Value, params};
use croupier_ledger::{NO_END, PlayerId};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::sections_store::Order::{self, Counted, Id, Number};
use super::sections_store::Section;
use crate::platform::calendar::rfc3339;

/// A row as it is told, and the key after which the next one is read.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) key: String,
    pub(super) fields: Json,
}

/// At most `limit` rows of a section: those after the key `after`, of which `before` rows were read.
pub(super) async fn page(
    db: &Db,
    section: &Section,
    player: PlayerId,
    (after, before): (&str, i64),
    limit: i64,
) -> Result<Vec<Held>> {
    let Section { from, of, order, columns, .. } = *section;
    let columns: Vec<Column> = columns.split_ascii_whitespace().map(Column::read).collect();
    let names = columns.iter().map(|column| column.sql).collect::<Vec<_>>().join(", ");
    let (sql, values) = match order {
        Number(key) => {
            let after = after.parse::<i64>().unwrap_or(i64::MIN);
            (keyed(key, &names, from, of), params![player, after, limit])
        }
        Id(key) => {
            let after = after.parse::<Uuid>().unwrap_or_default();
            (keyed(key, &names, from, of), params![player, after, limit])
        }
        Counted(by) => (
            format!("SELECT {names} FROM {from} WHERE {of} ORDER BY {by} LIMIT $2 OFFSET $3"),
            params![player, limit, before],
        ),
    };
    let first = usize::from(!matches!(order, Counted(_)));
    let rows = db.query(&sql, values).await?;
    rows.iter().map(|row| held(row, order, first, &columns)).collect()
}

fn keyed(key: &str, names: &str, from: &str, of: &str) -> String {
    format!("SELECT {key}, {names} FROM {from} WHERE {of} AND {key} > $2 ORDER BY {key} LIMIT $3")
}

fn held(row: &Row, order: Order, first: usize, columns: &[Column]) -> Result<Held> {
    let key = match order {
        Number(_) => row.get::<i64>(0)?.to_string(),
        Id(_) => row.get::<Uuid>(0)?.to_string(),
        Counted(_) => String::new(),
    };
    let mut fields = Map::new();
    for (index, column) in columns.iter().enumerate() {
        fields.insert(column.name.to_owned(), column.cell(row, first + index)?);
    }
    Ok(Held { key, fields: Json::Object(fields) })
}

/// A column of a section.
struct Column {
    name: &'static str,
    sql: &'static str,
    kind: Option<&'static str>,
}

impl Column {
    fn read(text: &'static str) -> Self {
        let (column, kind) = text.split_once(':').map_or((text, None), |(column, kind)| (column, Some(kind)));
        let (name, sql) = column.split_once('=').unwrap_or((column, column));
        let is_time = name.ends_with("_ms");
        Self { name: name.trim_end_matches("_ms"), sql, kind: if is_time { Some("time") } else { kind } }
    }

    fn cell(&self, row: &Row, index: usize) -> Result<Json> {
        Ok(match self.kind {
            Some("uuid") => json!(row.get::<Option<Uuid>>(index)?),
            Some("flag") => json!(row.get::<Option<bool>>(index)?),
            Some("time") => {
                let at = row.get::<Option<i64>>(index)?.filter(|at| *at != NO_END);
                json!(at.map(rfc3339))
            }
            Some("json") => {
                let text = row.get::<Option<String>>(index)?;
                text.map_or(Json::Null, |text| serde_json::from_str(&text).unwrap_or(Json::String(text)))
            }
            _ => match row.get::<Value>(index)? {
                Value::Int(number) => json!(number),
                Value::Bool(flag) => json!(flag),
                Value::Text(text) => Json::String(text),
                Value::Uuid(id) => json!(id),
                Value::Bytes(_) | Value::Null => Json::Null,
            },
        })
    }
}
