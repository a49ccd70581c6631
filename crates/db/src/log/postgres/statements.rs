//! The statements of a batch, all prepared before its transaction begins. Their texts are put together once, for
//! every batch asks for them.

use std::sync::LazyLock;

use deadpool_postgres::Object;
use tokio_postgres::Statement;

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
            insert_events: client.prepare_cached(INSERT_EVENTS).await?,
            update_rounds: client.prepare_cached(UPDATE_ROUNDS).await?,
        })
    }
}

/// Opens the transaction of a batch. Every statement of a batch names its rows by key, and its plan is kept for
/// as long as the connection lives. Left to itself, PostgreSQL would keep the plans of the tables as they were
/// in the first minute of a fresh installation, when reading all of a table was the cheapest way to a row.
pub(super) const BEGIN: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
    SET LOCAL plan_cache_mode = force_generic_plan";

const LOCK: &str = "SELECT next_seq, version FROM lane WHERE id = $1 FOR UPDATE";

static WALLETS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {WALLET_COLUMNS} FROM wallet WHERE id = ANY($1)"));

static LIMITS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {LIMIT_COLUMNS} FROM bet_limit l WHERE l.wallet_id = ANY($1)"));

static ROUNDS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = ANY($1)"));

// The legs of a command stand next to each other in the log.
static OPERATIONS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {TRANSFER_COLUMNS} FROM (SELECT DISTINCT unnest($1::bigint[]) AS lsn) named
         JOIN transfer t ON t.lsn >= named.lsn AND t.lsn < named.lsn + 16 AND t.op = named.lsn ORDER BY t.lsn"
    )
});

static KEYS: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {KEY_COLUMNS} FROM idem WHERE key = ANY($1)"));

/// What almost every batch writes, in one statement, because each costs the same however few its rows are.
/// Takes the columns of transfers, new rounds, wallets, limits and keys, and then the lane.
static WRITE: LazyLock<String> = LazyLock::new(|| {
    let mut arrays = Arrays(0);
    let transfers = arrays.of(&[BIGINT; 13]);
    let rounds = arrays.of(&with_text(&[BIGINT; 16], 13));
    let wallets = arrays.of(&[BIGINT; 9]);
    let limits = arrays.of(&[BIGINT; 6]);
    let keys = arrays.of(&[BYTEA, BYTEA, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT]);
    let Arrays(last) = arrays;
    let (lane, next_seq, version) = (last + 1, last + 2, last + 3);
    format!(
        "WITH transfers AS (
            INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after,
                round_id, at_ms, bonus_after, reverses)
            SELECT * FROM {transfers}),
        rounds AS (
            INSERT INTO round (id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce,
                seed_no, opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id)
            SELECT * FROM {rounds}),
        wallets AS (
            UPDATE wallet SET cash = new.cash, held = new.held, stake = new.stake, nonce = new.nonce,
                seed_no = new.seed_no, bonus = new.bonus, bonus_id = new.bonus_id, bonus_cost = new.bonus_cost
            FROM {wallets} AS new(id, cash, held, stake, nonce, seed_no, bonus, bonus_id, bonus_cost)
            WHERE wallet.id = new.id),
        limits AS (
            UPDATE bet_limit SET net = new.net, until_ms = new.until_ms, since_lsn = new.since_lsn
            FROM {limits} AS new(wallet_id, kind, period, net, until_ms, since_lsn)
            WHERE bet_limit.wallet_id = new.wallet_id AND bet_limit.kind = new.kind
                AND bet_limit.period = new.period),
        keys AS (
            INSERT INTO idem (key, fingerprint, lsn, kind, cash, held, round_id, bonus)
            SELECT * FROM {keys})
        UPDATE lane SET next_seq = ${next_seq}, version = ${version} WHERE id = ${lane}"
    )
});

const BIGINT: &str = "bigint";
const TEXT: &str = "text";
const BYTEA: &str = "bytea";

/// `types` with text in one place.
fn with_text<const N: usize>(types: &[&'static str; N], place: usize) -> [&'static str; N] {
    let mut types = *types;
    types[place] = TEXT;
    types
}

/// Numbers the parameters of a statement that takes several sets of columns; holds the last number given.
struct Arrays(usize);

impl Arrays {
    /// Rows made of the next parameters, one array a column.
    fn of(&mut self, types: &[&str]) -> String {
        let array = |kind: &&str| {
            self.0 += 1;
            format!("${}::{kind}[]", self.0)
        };
        format!("unnest({})", types.iter().map(array).collect::<Vec<_>>().join(", "))
    }
}

// Takes the columns of a new round; those that never change are only named.
const UPDATE_ROUNDS: &str = "UPDATE round SET status = new.status, version = new.version, stake = new.stake,
    win = new.win, closed_at_ms = new.closed_at_ms, detail = new.detail,
    stake_bonus = new.stake_bonus, bonus_id = new.bonus_id
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::text[], $15::bigint[], $16::bigint[]) AS new(id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce, seed_no,
    opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id) WHERE round.id = new.id";

const INSERT_EVENTS: &str = "INSERT INTO event (lsn, kind, player_id, body, at_ms)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])";
