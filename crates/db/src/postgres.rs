//! PostgreSQL: a pool, prepared statements, and values encoded for the column they go to.

use std::error::Error as StdError;

use bytes::BytesMut;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod};
use futures_util::future::try_join_all;
use tokio_postgres::NoTls;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, accepts, to_sql_checked};

use crate::wake::Bell;
use crate::{Error, Result, Row, Value};

/// Connections a server keeps; wallet lanes, readers and requests share them.
const POOL_SIZE: usize = 24;

pub(crate) struct Postgres {
    pub(crate) pool: Pool,
    pub(crate) url: String,
    pub(crate) bell: Bell,
}

impl Postgres {
    pub(crate) async fn open(url: &str) -> Result<Self> {
        let config: tokio_postgres::Config = url.parse()?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, NoTls, recycling);
        let pool = Pool::builder(manager).max_size(POOL_SIZE).build();
        let pool = pool.map_err(|e| Error::Engine(e.to_string()))?;
        let postgres = Self { pool, url: url.to_owned(), bell: Bell::new() };
        drop(postgres.client().await?);
        Ok(postgres)
    }

    pub(crate) async fn client(&self) -> Result<Object> {
        self.pool.get().await.map_err(|e| Error::Unavailable(e.to_string()))
    }

    pub(crate) async fn begin(&self) -> Result<PostgresTx> {
        let client = self.client().await?;
        client.batch_execute("BEGIN").await?;
        Ok(PostgresTx { client: Some(client) })
    }

    pub(crate) async fn read(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        query(&self.client().await?, sql, &params).await
    }
}

pub(crate) struct PostgresTx {
    client: Option<Object>,
}

impl PostgresTx {
    fn client(&self) -> Result<&Object> {
        self.client.as_ref().ok_or_else(|| Error::Engine("the transaction is over".to_owned()))
    }

    pub(crate) async fn execute(&mut self, sql: &str, params: Vec<Value>) -> Result<u64> {
        execute(self.client()?, sql, &params).await
    }

    pub(crate) async fn execute_each(&mut self, sql: &str, rows: &[Vec<Value>]) -> Result<()> {
        let client = self.client()?;
        let statement = client.prepare_cached(sql).await?;
        let parameters: Vec<_> = rows.iter().map(|row| borrowed(row)).collect();
        // What is joined is sent in order, and nobody waits for an answer before the next is sent.
        try_join_all(parameters.iter().map(|row| client.execute(&statement, row))).await?;
        Ok(())
    }

    pub(crate) async fn query(&mut self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        query(self.client()?, sql, &params).await
    }

    pub(crate) async fn commit(mut self) -> Result<()> {
        let Some(client) = self.client.take() else { return Ok(()) };
        commit(&client).await
    }
}

impl Drop for PostgresTx {
    fn drop(&mut self) {
        // Closing the connection is what rolls back without waiting; the pool opens another.
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

impl std::fmt::Debug for PostgresTx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PostgresTx")
    }
}

/// Commits; a connection lost on the way leaves the outcome unknown.
pub(crate) async fn commit(client: &Object) -> Result<()> {
    client.batch_execute("COMMIT").await.map_err(|error| {
        if error.as_db_error().is_some() { error.into() } else { Error::Unknown(error.to_string()) }
    })
}

pub(crate) async fn execute(client: &Object, sql: &str, params: &[Value]) -> Result<u64> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, &borrowed(params)).await?)
}

pub(crate) async fn query(client: &Object, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &borrowed(params)).await?;
    rows.iter().map(read_row).collect()
}

fn borrowed(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn read_row(row: &tokio_postgres::Row) -> Result<Row> {
    let columns =
        (0..row.len()).map(|i| row.try_get::<_, Option<Value>>(i).map(|v| v.unwrap_or(Value::Null)));
    Ok(Row(columns.collect::<std::result::Result<_, _>>()?))
}

type Boxed = Box<dyn StdError + Sync + Send>;

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> std::result::Result<Self, Boxed> {
        Ok(match *kind {
            Type::INT2 => Self::Int(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Self::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Self::Int(i64::from_sql(kind, raw)?),
            Type::BOOL => Self::Bool(bool::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?),
            Type::UUID => Self::Uuid(uuid::Uuid::from_sql(kind, raw)?),
            // Sums of bigint are numeric; they are cast in the query, and told here when they are not.
            Type::NUMERIC => return Err("cast the sum to bigint or text".into()),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    accepts!(INT2, INT4, INT8, BOOL, BYTEA, UUID, TEXT, VARCHAR, NAME, BPCHAR, NUMERIC);
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> std::result::Result<IsNull, Boxed> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(v) if *kind == Type::INT4 => i32::try_from(*v)?.to_sql(kind, out),
            Self::Int(v) if *kind == Type::INT2 => i16::try_from(*v)?.to_sql(kind, out),
            Self::Int(v) if *kind == Type::INT8 => v.to_sql(kind, out),
            Self::Bool(v) if *kind == Type::BOOL => v.to_sql(kind, out),
            Self::Text(v) if <&str as ToSql>::accepts(kind) => v.as_str().to_sql(kind, out),
            Self::Bytes(v) if *kind == Type::BYTEA => v.to_sql(kind, out),
            Self::Uuid(v) if *kind == Type::UUID => v.to_sql(kind, out),
            other => Err(format!("{other:?} does not go into {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
