//! The statements of a batch, all prepared before its transaction begins.

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
    pub(super) insert_transfers: Statement,
    pub(super) insert_rounds: Statement,
    pub(super) update_rounds: Statement,
    pub(super) update_wallets: Statement,
    pub(super) update_limits: Statement,
    pub(super) insert_events: Statement,
    pub(super) insert_keys: Statement,
    pub(super) advance_lane: Statement,
}

impl Statements {
    pub(super) async fn prepare(client: &Object) -> Result<Self> {
        Ok(Self {
            lock: client.prepare_cached(LOCK).await?,
            wallets: client.prepare_cached(&wallets()).await?,
            limits: client.prepare_cached(&limits()).await?,
            rounds: client.prepare_cached(&rounds()).await?,
            operations: client.prepare_cached(&operations()).await?,
            keys: client.prepare_cached(&keys()).await?,
            insert_transfers: client.prepare_cached(INSERT_TRANSFERS).await?,
            insert_rounds: client.prepare_cached(INSERT_ROUNDS).await?,
            update_rounds: client.prepare_cached(UPDATE_ROUNDS).await?,
            update_wallets: client.prepare_cached(UPDATE_WALLETS).await?,
            update_limits: client.prepare_cached(UPDATE_LIMITS).await?,
            insert_events: client.prepare_cached(INSERT_EVENTS).await?,
            insert_keys: client.prepare_cached(INSERT_KEYS).await?,
            advance_lane: client.prepare_cached(ADVANCE_LANE).await?,
        })
    }
}

const LOCK: &str = "SELECT next_seq, version FROM lane WHERE id = $1 FOR UPDATE";

fn wallets() -> String {
    format!("SELECT {WALLET_COLUMNS} FROM wallet WHERE id = ANY($1)")
}

fn limits() -> String {
    format!("SELECT {LIMIT_COLUMNS} FROM bet_limit l WHERE l.wallet_id = ANY($1)")
}

fn rounds() -> String {
    format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = ANY($1)")
}

// The legs of a command stand next to each other in the log.
fn operations() -> String {
    format!(
        "SELECT {TRANSFER_COLUMNS} FROM (SELECT DISTINCT unnest($1::bigint[]) AS lsn) named
         JOIN transfer t ON t.lsn >= named.lsn AND t.lsn < named.lsn + 16 AND t.op = named.lsn ORDER BY t.lsn"
    )
}

fn keys() -> String {
    format!("SELECT {KEY_COLUMNS} FROM idem WHERE key = ANY($1)")
}

const INSERT_TRANSFERS: &str = "INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id,
    cash_after, held_after, round_id, at_ms, bonus_after, reverses)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
    $13::bigint[])";

const INSERT_ROUNDS: &str = "INSERT INTO round (id, wallet_id, player_id, game_id, house, status, version,
    stake, win, nonce, seed_no, opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::text[], $15::bigint[], $16::bigint[])";

// Takes the same columns as the insert; those that never change are only named.
const UPDATE_ROUNDS: &str = "UPDATE round SET status = new.status, version = new.version, stake = new.stake,
    win = new.win, closed_at_ms = new.closed_at_ms, detail = new.detail,
    stake_bonus = new.stake_bonus, bonus_id = new.bonus_id
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::text[], $15::bigint[], $16::bigint[]) AS new(id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce, seed_no,
    opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id) WHERE round.id = new.id";

const UPDATE_WALLETS: &str = "UPDATE wallet SET cash = new.cash, held = new.held, stake = new.stake,
    nonce = new.nonce, seed_no = new.seed_no, bonus = new.bonus, bonus_id = new.bonus_id,
    bonus_cost = new.bonus_cost
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[])
    AS new(id, cash, held, stake, nonce, seed_no, bonus, bonus_id, bonus_cost) WHERE wallet.id = new.id";

const UPDATE_LIMITS: &str = "UPDATE bet_limit SET net = new.net, until_ms = new.until_ms,
    since_lsn = new.since_lsn
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS new(wallet_id, kind, period, net, until_ms, since_lsn)
    WHERE bet_limit.wallet_id = new.wallet_id AND bet_limit.kind = new.kind AND bet_limit.period = new.period";

const INSERT_EVENTS: &str = "INSERT INTO event (lsn, kind, player_id, body, at_ms)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])";

const INSERT_KEYS: &str = "INSERT INTO idem (key, fingerprint, lsn, kind, cash, held, round_id, bonus)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[])";

const ADVANCE_LANE: &str = "UPDATE lane SET next_seq = $2, version = $3 WHERE id = $1";
