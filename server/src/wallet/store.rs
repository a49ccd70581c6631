//! The wallet's SQL outside the hot path, which is in `croupier_db::log`.

use croupier_db::log::{self, LIMIT_COLUMNS, ROUND_COLUMNS, ROUND_COLUMNS_COUNT};
use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::{
    AccountId, BetLimit, LimitKind, LimitPeriod, Lsn, PlayerId, Round, RoundStatus, Stops, WalletId,
};
use croupier_money::Currency;

/// A wallet as the player sees it; amounts in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletRow {
    /// Its currency.
    pub currency: Currency,
    /// Money to play with or to withdraw.
    pub cash: i64,
    /// Money of withdrawals under way.
    pub held: i64,
    /// Money of the active bonus.
    pub bonus: i64,
    /// The seed pair in force.
    pub seed_no: i64,
    /// Rounds of the built-in games opened so far.
    pub nonce: i64,
    /// The place in the player's lane that the amounts are of: all rows up to it are in them.
    pub seq: i64,
}

/// A part of a player's history.
#[derive(Debug, Clone, Copy)]
pub struct HistoryPart {
    /// From when to when the rounds were opened, UTC milliseconds, the end excluded.
    pub span: (i64, i64),
    /// The game that was played; any when absent.
    pub game: Option<i64>,
}

/// What a player did in one currency; amounts in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerStat {
    /// The currency.
    pub currency: Currency,
    /// Succeeded deposits.
    pub deposits: i64,
    /// How many of them.
    pub deposits_count: i64,
    /// Succeeded cashouts.
    pub cashouts: i64,
    /// Bets, less those rolled back.
    pub bets: i64,
    /// Wins, less those rolled back.
    pub wins: i64,
}

pub(super) fn currency(code: &str) -> Result<Currency> {
    code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))
}

pub(super) async fn is_open(tx: &mut Tx, player: PlayerId, currency: Currency) -> Result<bool> {
    let sql = "SELECT id FROM wallet WHERE player_id = $1 AND currency = $2";
    Ok(tx.query_opt(sql, params![player, currency.code()]).await?.is_some())
}

/// Opens a wallet; its number, or `None` when it has been opened meanwhile.
pub(super) async fn open(
    tx: &mut Tx,
    player: PlayerId,
    currency: Currency,
    lane: u8,
) -> Result<Option<WalletId>> {
    let id = log::take_numbers(tx, "wallet", 1).await?;
    let sql = "INSERT INTO wallet (id, lane, player_id, currency) VALUES ($1, $2, $3, $4)
               ON CONFLICT (player_id, currency) DO NOTHING";
    let opened = tx.execute(sql, params![id, lane, player, currency.code()]).await? == 1;
    Ok(opened.then_some(id))
}

fn limits_of_player() -> String {
    format!(
        "SELECT {LIMIT_COLUMNS}, w.currency FROM bet_limit l JOIN wallet w ON w.id = l.wallet_id
         WHERE w.player_id = $1 ORDER BY l.wallet_id, l.kind, l.period"
    )
}

fn limit_of_wallet(row: &Row) -> Result<(Currency, BetLimit)> {
    Ok((currency(&row.get::<String>(8)?)?, log::limit(row)?))
}

/// The limits of all wallets of a player, each with the wallet's currency.
pub(super) async fn limits_in(tx: &mut Tx, player: PlayerId) -> Result<Vec<(Currency, BetLimit)>> {
    tx.query(&limits_of_player(), params![player]).await?.iter().map(limit_of_wallet).collect()
}

/// Like [`limits_in`], outside any transaction.
pub(super) async fn all_limits(db: &Db, player: PlayerId) -> Result<Vec<(Currency, BetLimit)>> {
    db.query(&limits_of_player(), params![player]).await?.iter().map(limit_of_wallet).collect()
}

pub(super) async fn list(db: &Db, player: PlayerId) -> Result<Vec<WalletRow>> {
    let sql = "SELECT w.currency, w.cash, w.held, w.seed_no, w.nonce, w.bonus, l.next_seq - 1
               FROM wallet w JOIN lane l ON l.id = w.lane WHERE w.player_id = $1";
    let rows = db.query(sql, params![player]).await?;
    let mut wallets = rows.iter().map(wallet_row).collect::<Result<Vec<_>>>()?;
    wallets.sort_unstable_by_key(|wallet| wallet.currency);
    Ok(wallets)
}

fn wallet_row(row: &Row) -> Result<WalletRow> {
    Ok(WalletRow {
        currency: currency(&row.get::<String>(0)?)?,
        cash: row.get(1)?,
        held: row.get(2)?,
        seed_no: row.get(3)?,
        nonce: row.get(4)?,
        bonus: row.get(5)?,
        seq: row.get(6)?,
    })
}

const WALLET_ID: &str = "SELECT id FROM wallet WHERE player_id = $1 AND currency = $2";

pub(super) async fn wallet_id(db: &Db, player: PlayerId, currency: Currency) -> Result<Option<WalletId>> {
    db.query_opt(WALLET_ID, params![player, currency.code()]).await?.map(|row| row.get(0)).transpose()
}

/// Like [`wallet_id`], within a transaction.
pub(super) async fn wallet_id_in(
    tx: &mut Tx,
    player: PlayerId,
    currency: Currency,
) -> Result<Option<WalletId>> {
    tx.query_opt(WALLET_ID, params![player, currency.code()]).await?.map(|row| row.get(0)).transpose()
}

/// The currencies of a player's wallets.
pub(super) async fn currencies_in(tx: &mut Tx, player: PlayerId) -> Result<Vec<Currency>> {
    let sql = "SELECT currency FROM wallet WHERE player_id = $1 ORDER BY id";
    tx.query(sql, params![player]).await?.iter().map(|row| currency(&row.get::<String>(0)?)).collect()
}

pub(super) async fn follow_stops(tx: &mut Tx, player: PlayerId, stops: &Stops) -> Result<()> {
    let sql = "UPDATE wallet SET operator_stop_ms = $2, exclusion_stop_ms = $3, cooling_off_stop_ms = $4,
                   fraud_stop_ms = $5, verification_stop_ms = $6, closed_stop_ms = $7, register_stop_ms = $8,
                   register_silent_stop_ms = $9 WHERE player_id = $1";
    let [operator, exclusion, cooling_off, fraud, verification, closed, register, silent] = stops.ends();
    let row =
        params![player, operator, exclusion, cooling_off, fraud, verification, closed, register, silent];
    tx.execute(sql, row).await.map(drop)
}

pub(super) async fn set_limit(tx: &mut Tx, limit: &BetLimit) -> Result<()> {
    let sql = "INSERT INTO bet_limit (wallet_id, kind, period, cap, net, anchor_ms, until_ms, since_lsn)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (wallet_id, kind, period) DO UPDATE SET cap = $4";
    let BetLimit { wallet, kind, period, cap, net, anchor, until, since } = limit;
    let row = params![*wallet, kind.code(), period.code(), *cap, *net, *anchor, *until, since.0];
    tx.execute(sql, row).await?;
    say_whether_limited(tx, *wallet).await
}

pub(super) async fn remove_limit(
    tx: &mut Tx,
    wallet: WalletId,
    kind: LimitKind,
    period: LimitPeriod,
) -> Result<bool> {
    let sql = "DELETE FROM bet_limit WHERE wallet_id = $1 AND kind = $2 AND period = $3";
    let removed = tx.execute(sql, params![wallet, kind.code(), period.code()]).await?;
    say_whether_limited(tx, wallet).await?;
    Ok(removed > 0)
}

async fn say_whether_limited(tx: &mut Tx, wallet: WalletId) -> Result<()> {
    let sql =
        "UPDATE wallet SET limited = EXISTS (SELECT 1 FROM bet_limit WHERE wallet_id = $1) WHERE id = $1";
    tx.execute(sql, params![wallet]).await?;
    Ok(())
}

/// The next free place of a lane that the transaction has locked.
pub(super) async fn next_lsn(tx: &mut Tx, lane: u8) -> Result<Lsn> {
    let row = tx.query_one("SELECT next_seq FROM lane WHERE id = $1", params![lane]).await?;
    Ok(Lsn::new(lane, row.get(0)?))
}

pub(super) async fn system_account(db: &Db, name: &str, currency: Currency) -> Result<AccountId> {
    let known = "SELECT id FROM system_account WHERE name = $1 AND currency = $2";
    let key = params![name, currency.code()];
    if let Some(row) = db.query_opt(known, key.clone()).await? {
        return Ok(AccountId::system(row.get(0)?));
    }
    let mut tx = db.begin().await?;
    let id = log::take_numbers(&mut tx, "system_account", 1).await?;
    let sql = "INSERT INTO system_account (id, name, currency) VALUES ($1, $2, $3)
               ON CONFLICT (name, currency) DO NOTHING";
    tx.execute(sql, params![id, name, currency.code()]).await?;
    let id = tx.query_one(known, key).await?.get(0)?;
    tx.commit().await?;
    Ok(AccountId::system(id))
}

pub(super) async fn stats(db: &Db, player: PlayerId) -> Result<Vec<PlayerStat>> {
    let sql = "SELECT currency, deposits, deposits_count, cashouts, bets, wins
               FROM player_stat WHERE player_id = $1";
    let rows = db.query(sql, params![player]).await?;
    let stat = |row: &Row| {
        Ok(PlayerStat {
            currency: currency(&row.get::<String>(0)?)?,
            deposits: row.get(1)?,
            deposits_count: row.get(2)?,
            cashouts: row.get(3)?,
            bets: row.get(4)?,
            wins: row.get(5)?,
        })
    };
    let mut stats = rows.iter().map(stat).collect::<Result<Vec<_>>>()?;
    stats.sort_unstable_by_key(|stat| stat.currency);
    Ok(stats)
}

pub(super) async fn round(db: &Db, player: PlayerId, id: i64) -> Result<Option<Round>> {
    let sql = format!("SELECT {ROUND_COLUMNS} FROM round r WHERE r.id = $1 AND player_id = $2");
    db.query_opt(&sql, params![id, player]).await?.as_ref().map(log::round).transpose()
}

/// What rounds staked and won in one currency, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistorySum {
    /// That of the wallets.
    pub currency: Currency,
    /// How many rounds.
    pub rounds: i64,
    /// The sum of their stakes.
    pub stake: i64,
    /// The sum of their wins.
    pub win: i64,
}

/// Rounds of a player within a part of the history.
const HISTORY: &str =
    "FROM player_round p JOIN round r ON r.id = p.round_id JOIN wallet w ON w.id = r.wallet_id
    WHERE p.player_id = $1 AND p.opened_at_ms >= $2 AND p.opened_at_ms < $3 AND (r.game_id = $4 OR $4 = 0)";

pub(super) async fn history_sums(db: &Db, player: PlayerId, part: HistoryPart) -> Result<Vec<HistorySum>> {
    let HistoryPart { span, game } = part;
    let sql = format!(
        "SELECT w.currency, COUNT(*), CAST(SUM(r.stake) AS bigint), CAST(SUM(r.win) AS bigint)
         {HISTORY} AND r.status <> $5 GROUP BY w.currency"
    );
    let void = RoundStatus::Void.code();
    let rows = db.query(&sql, params![player, span.0, span.1, game.unwrap_or_default(), void]).await?;
    let sum = |row: &Row| {
        Ok(HistorySum {
            currency: currency(&row.get::<String>(0)?)?,
            rounds: row.get(1)?,
            stake: row.get(2)?,
            win: row.get(3)?,
        })
    };
    let mut sums = rows.iter().map(sum).collect::<Result<Vec<_>>>()?;
    sums.sort_unstable_by_key(|sum| sum.currency);
    Ok(sums)
}

pub(super) async fn history(
    db: &Db,
    player: PlayerId,
    part: HistoryPart,
    page: u64,
    page_size: u64,
) -> Result<(Vec<(Round, Currency)>, u64)> {
    let HistoryPart { span, game } = part;
    // Numbers of games begin at 1.
    let game = game.unwrap_or_default();
    let sql = format!("SELECT COUNT(*) {HISTORY}");
    let total: i64 = db.query_one(&sql, params![player, span.0, span.1, game]).await?.get(0)?;
    let offset = page.saturating_sub(1).saturating_mul(page_size);
    let (offset, limit) = (i64::try_from(offset).unwrap_or(i64::MAX), i64::try_from(page_size).unwrap_or(1));
    let sql = format!(
        "SELECT {ROUND_COLUMNS}, w.currency {HISTORY}
         ORDER BY p.round_id DESC LIMIT $5 OFFSET $6"
    );
    let rows = db.query(&sql, params![player, span.0, span.1, game, limit, offset]).await?;
    let rounds =
        rows.iter().map(|row| Ok((log::round(row)?, currency(&row.get::<String>(ROUND_COLUMNS_COUNT)?)?)));
    Ok((rounds.collect::<Result<_>>()?, u64::try_from(total).unwrap_or_default()))
}

pub(super) async fn open_round(
    db: &Db,
    player: PlayerId,
    currency: Currency,
    game: i64,
) -> Result<Option<Round>> {
    let Some(wallet) = wallet_id(db, player, currency).await? else { return Ok(None) };
    let sql = format!(
        "SELECT {ROUND_COLUMNS} FROM round r WHERE player_id = $1 AND game_id = $2 AND status = 0 AND wallet_id = $3 ORDER BY id LIMIT 1"
    );
    db.query_opt(&sql, params![player, game, wallet]).await?.as_ref().map(log::round).transpose()
}

pub(super) async fn open_rounds(db: &Db, player: PlayerId, currency: Currency) -> Result<Vec<Round>> {
    let Some(wallet) = wallet_id(db, player, currency).await? else { return Ok(Vec::new()) };
    let sql = format!(
        "SELECT {ROUND_COLUMNS} FROM round r WHERE player_id = $1 AND status = 0 AND wallet_id = $2 ORDER BY id"
    );
    db.query(&sql, params![player, wallet]).await?.iter().map(log::round).collect()
}

pub(super) async fn rounds_left_open(
    db: &Db,
    opened_before: i64,
    after: i64,
    limit: usize,
) -> Result<Vec<Round>> {
    let sql = format!(
        "SELECT {ROUND_COLUMNS} FROM round r
         WHERE status = 0 AND nonce > 0 AND id > $2 AND opened_at_ms < $1 ORDER BY id LIMIT $3"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    db.query(&sql, params![opened_before, after, limit]).await?.iter().map(log::round).collect()
}

/// A payment that a reader owes and nobody has carried out yet.
#[derive(Debug)]
pub(super) struct Owed {
    pub(super) reader: String,
    pub(super) lsn: i64,
    pub(super) no: i64,
    pub(super) player: PlayerId,
    pub(super) currency: String,
    pub(super) payment: String,
}

/// Payments that are due at `now` (UTC milliseconds), the oldest first, `limit` at most.
pub(super) async fn owed(db: &Db, now: i64, limit: i64) -> Result<Vec<Owed>> {
    let sql = "SELECT reader, lsn, no, player_id, currency, payment FROM due_payment
               WHERE paid_at_ms IS NULL AND due_at_ms <= $1 ORDER BY due_at_ms LIMIT $2";
    let owed = |row: &Row| {
        Ok(Owed {
            reader: row.get(0)?,
            lsn: row.get(1)?,
            no: row.get(2)?,
            player: row.get(3)?,
            currency: row.get(4)?,
            payment: row.get(5)?,
        })
    };
    db.query(sql, params![now, limit]).await?.iter().map(owed).collect()
}

/// Goes with the command that pays `owed`.
pub(super) fn paid(owed: &Owed, now: i64) -> Statement {
    let sql = "UPDATE due_payment SET paid_at_ms = $4
               WHERE reader = $1 AND lsn = $2 AND no = $3 AND paid_at_ms IS NULL";
    let params = params![owed.reader.as_str(), owed.lsn, owed.no, now];
    Statement { sql, params, expect_one_row: true }
}

/// Notes that `owed` was refused; it is due again after a second that doubles with each refusal, up to an hour.
pub(super) async fn refused(db: &Db, owed: &Owed, why: &str, now: i64) -> Result<()> {
    let sql = "UPDATE due_payment SET refusals = refusals + 1, refusal = $4, due_at_ms = CAST($5 AS bigint) +
                   CASE WHEN refusals > 11 THEN 3600000 ELSE 1000 * (1 << CAST(refusals AS integer)) END
               WHERE reader = $1 AND lsn = $2 AND no = $3 AND paid_at_ms IS NULL";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![owed.reader.as_str(), owed.lsn, owed.no, why, now]).await?;
    tx.commit().await
}
