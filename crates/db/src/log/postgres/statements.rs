//! The statements of a batch, all prepared before its transaction begins. Their texts are put together once, for
//! every batch asks for them.

use std::ops::RangeFrom;
use std::sync::LazyLock;

use deadpool_postgres::Object;
use tokio_postgres::Statement;

use super::columns::{self, NULL, Shape};
use crate::Result;
use crate::log::rows::{KEY_COLUMNS, LIMIT_COLUMNS, ROUND_COLUMNS, TRANSFER_COLUMNS, WALLET_COLUMNS};

pub(super) struct Statements {
    pub(super) lock: Statement,
    pub(super) wallets: Statement,
    pub(super) limits: Statement,
    pub(super) rounds: Statement,
    pub(super) operations: Statement,
    pub(super) keys: Statement,
    pub(super) write: Statement,
    pub(super) insert_events: Statement,
    pub(super) update_rounds: Statement,
}

impl Statements {
    pub(super) async fn prepare(client: &Object) -> Result<Self> {
        Ok(Self {
            lock: client.prepare_cached(LOCK).await?,
            wallets: client.prepare_cached(&WALLETS).await?,
            limits: client.prepare_cached(&LIMITS).await?,
            rounds: client.prepare_cached(&ROUNDS).await?,
            operations: client.prepare_cached(&OPERATIONS).await?,
            keys: client.prepare_cached(&KEYS).await?,
            write: client.prepare_cached(&WRITE).await?,
            insert_events: client.prepare_cached(&INSERT_EVENTS).await?,
            update_rounds: client.prepare_cached(&UPDATE_ROUNDS).await?,
        })
    }
}

/// Opens the transaction of a batch. Every statement of a batch names its rows by key, and its plan is kept for
/// as long as the connection lives. Left to itself, PostgreSQL would keep the plans of the tables as they were
/// in the first minute of a fresh installation, when reading all of a table was the cheapest way to a row.
pub(super) const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off;
    SET LOCAL enable_mergejoin = off; SET LOCAL jit = off; SET LOCAL plan_cache_mode = force_generic_plan";

const LOCK: &str = "SELECT next_seq, version, archived_seq FROM lane WHERE id = $1 FOR UPDATE";

static WALLETS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {} FROM wallet WHERE id = ANY($1)", *WALLET_COLUMNS));

static LIMITS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {LIMIT_COLUMNS} FROM bet_limit l WHERE l.wallet_id = ANY($1)"));

static ROUNDS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = ANY($1)"));

// The legs of a command stand next to each other in the log, up to the first transfer of another command.
static OPERATIONS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {TRANSFER_COLUMNS} FROM (SELECT DISTINCT unnest($1::bigint[]) AS lsn) named
         JOIN transfer t ON t.lsn >= named.lsn AND t.op = named.lsn AND t.lsn < COALESCE((
             SELECT other.lsn FROM transfer other WHERE other.lsn > named.lsn AND other.op <> named.lsn
             ORDER BY other.lsn LIMIT 1), {END})
         ORDER BY t.lsn",
        END = i64::MAX,
    )
});

static KEYS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {KEY_COLUMNS} FROM idem WHERE key = ANY($1)"));

/// What almost every batch writes, in one statement, because each costs the same however few its rows are.
/// Takes transfers, new rounds, wallets, limits and keys, and then the lane.
static WRITE: LazyLock<String> = LazyLock::new(|| {
    let mut parameters = 1..;
    let transfers = insert("transfer", &columns::TRANSFERS, &mut parameters);
    let rounds = insert("round", &columns::ROUNDS, &mut parameters);
    let wallets = rows(&columns::WALLETS, &mut parameters);
    let changes = changes(&columns::WALLETS);
    let limits = rows(&columns::LIMITS, &mut parameters);
    let keys = insert("idem", &columns::KEYS, &mut parameters);
    let [lane, next_seq, version] = [(); 3].map(|()| next(&mut parameters));
    format!(
        "WITH transfers AS ({transfers}),
        rounds AS ({rounds}),
        wallets AS (
            UPDATE wallet SET {changes}
            FROM {wallets} AS new WHERE wallet.id = new.id),
        limits AS (
            UPDATE bet_limit SET net = new.net, until_ms = new.until_ms, since_lsn = new.since_lsn
            FROM {limits} AS new WHERE bet_limit.wallet_id = new.wallet_id AND bet_limit.kind = new.kind
                AND bet_limit.period = new.period),
        keys AS ({keys})
        UPDATE lane SET next_seq = {next_seq}, version = {version} WHERE id = {lane}"
    )
});

/// Takes rounds; what never changes is not written.
static UPDATE_ROUNDS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "UPDATE round SET status = new.status, version = new.version, stake = new.stake, win = new.win,
            closed_at_ms = new.closed_at_ms, detail = new.detail, stake_bonus = new.stake_bonus,
            bonus_id = new.bonus_id, bonus_cost = new.bonus_cost, bets = new.bets, win_room = new.win_room
         FROM {} AS new WHERE round.id = new.id",
        rows(&columns::ROUNDS, &mut (1..))
    )
});

static INSERT_EVENTS: LazyLock<String> = LazyLock::new(|| insert("event", &columns::EVENTS, &mut (1..)));

fn insert(table: &str, shape: &Shape, parameters: &mut RangeFrom<usize>) -> String {
    let others = shape.others.iter().map(|(name, _)| *name);
    let names: Vec<_> = shape.numbers.iter().map(|name| name.trim_end_matches('?')).chain(others).collect();
    format!("INSERT INTO {table} ({}) SELECT * FROM {} AS new", names.join(", "), rows(shape, parameters))
}

/// Sets every column of `shape` but the id to its value in `new`.
fn changes(shape: &Shape) -> String {
    let names = shape.numbers.iter().map(|name| name.trim_end_matches('?')).filter(|name| *name != "id");
    names.map(|name| format!("{name} = new.{name}")).collect::<Vec<_>>().join(", ")
}

/// Rows made of the next parameters. Reading numbers out of one array by their places takes PostgreSQL a fraction
/// of the time of `unnest` for each column, which keeps what it gives in a store for each.
fn rows(shape: &Shape, parameters: &mut RangeFrom<usize>) -> String {
    let numbers = format!("{}::bigint[]", next(parameters));
    let number = |(place, name): (usize, &&str)| {
        let value = format!("({numbers})[at + {}]", place + 1);
        match name.strip_suffix('?') {
            Some(name) => format!("NULLIF({value}, '{NULL}'::bigint) AS {name}"),
            None => format!("{value} AS {name}"),
        }
    };
    let mut columns: Vec<String> = shape.numbers.iter().enumerate().map(number).collect();
    let mut sets = vec![format!("generate_series(0, cardinality({numbers}) - 1, {})", shape.numbers.len())];
    let mut names = vec!["at"];
    for (name, kind) in shape.others {
        columns.push((*name).to_owned());
        sets.push(format!("unnest({}::{kind}[])", next(parameters)));
        names.push(name);
    }
    let (columns, sets, names) = (columns.join(", "), sets.join(", "), names.join(", "));
    format!("(SELECT {columns} FROM ROWS FROM ({sets}) AS given({names}))")
}

/// The next parameter.
fn next(parameters: &mut RangeFrom<usize>) -> String {
    format!("${}", parameters.next().unwrap_or_default())
}
