//! The statements of a batch, all prepared before its transaction begins.

use deadpool_postgres::Object;
use tokio_postgres::Statement;

use crate::Result;

pub(super) struct Statements {
    pub(super) lock: Statement,
    pub(super) wallets: Statement,
    pub(super) keys: Statement,
    pub(super) rounds: Statement,
    pub(super) operations: Statement,
    pub(super) limits: Statement,
    pub(super) insert_transfers: Statement,
    pub(super) insert_keys: Statement,
    pub(super) insert_rounds: Statement,
    pub(super) update_rounds: Statement,
    pub(super) update_wallets: Statement,
    pub(super) update_limits: Statement,
    pub(super) insert_events: Statement,
    pub(super) advance_lane: Statement,
}

impl Statements {
    pub(super) async fn prepare(client: &Object) -> Result<Self> {
        Ok(Self {
            lock: client.prepare_cached("SELECT next_seq FROM lane WHERE id = $1 FOR UPDATE").await?,
            wallets: client.prepare_cached(WALLETS).await?,
            keys: client.prepare_cached(KEYS).await?,
            rounds: client.prepare_cached(ROUNDS).await?,
            operations: client.prepare_cached(OPERATIONS).await?,
            limits: client.prepare_cached(LIMITS).await?,
            insert_transfers: client.prepare_cached(INSERT_TRANSFERS).await?,
            insert_keys: client.prepare_cached(INSERT_KEYS).await?,
            insert_rounds: client.prepare_cached(INSERT_ROUNDS).await?,
            update_rounds: client.prepare_cached(UPDATE_ROUNDS).await?,
            update_wallets: client.prepare_cached(UPDATE_WALLETS).await?,
            update_limits: client.prepare_cached(UPDATE_LIMITS).await?,
            insert_events: client.prepare_cached(INSERT_EVENTS).await?,
            advance_lane: client.prepare_cached("UPDATE lane SET next_seq = $2 WHERE id = $1").await?,
        })
    }
}

const WALLETS: &str = "SELECT id, player_id, cash, held, stake, nonce, seed_no, blocked, bonus, bonus_id,
    bonus_cost, limited FROM wallet WHERE id = ANY($1)";

const KEYS: &str = "SELECT key, fingerprint, lsn, kind, cash, held, round_id, bonus
    FROM idem WHERE key = ANY($1)";

const ROUNDS: &str = "SELECT id, wallet_id, player_id, game_id, house, status, version, stake, win, nonce,
    seed_no, opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id FROM round WHERE id = ANY($1)";

// The legs of a command stand next to each other in the log.
const OPERATIONS: &str = "SELECT t.lsn, t.op, t.kind, t.debit, t.credit, t.amount, t.wallet_id, t.cash_after,
    t.held_after, t.round_id, t.at_ms, t.bonus_after, t.reverses
    FROM unnest($1::bigint[]) AS named(lsn)
    JOIN transfer t ON t.lsn >= named.lsn AND t.lsn < named.lsn + 16 AND t.op = named.lsn ORDER BY t.lsn";

const INSERT_TRANSFERS: &str = "INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id,
    cash_after, held_after, round_id, at_ms, bonus_after, reverses)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
    $13::bigint[])";

const INSERT_KEYS: &str = "INSERT INTO idem (key, fingerprint, lsn, kind, cash, held, round_id,
    bonus)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::bigint[])";

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

const LIMITS: &str = "SELECT wallet_id, kind, period, cap, net, anchor_ms, until_ms, since_lsn
    FROM bet_limit WHERE wallet_id = ANY($1) ORDER BY wallet_id, kind, period";

const UPDATE_LIMITS: &str = "UPDATE bet_limit SET net = new.net, until_ms = new.until_ms,
    since_lsn = new.since_lsn
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS new(wallet_id, kind, period, net, until_ms, since_lsn)
    WHERE bet_limit.wallet_id = new.wallet_id AND bet_limit.kind = new.kind AND bet_limit.period = new.period";

const INSERT_EVENTS: &str = "INSERT INTO event (lsn, kind, player_id, body, at_ms)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])";
