//! The wallet's SQL outside the hot path, which is in `croupier_db::log`.

use croupier_db::log::{self, LIMIT_COLUMNS, ROUND_COLUMNS};
use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::{AccountId, BetLimit, LimitKind, LimitPeriod, Lsn, PlayerId, Round, WalletId};
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
    /// Rounds of the house's own games opened so far.
    pub nonce: i64,
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

fn currency(code: &str) -> Result<Currency> {
    code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))
}

pub(super) async fn open(db: &Db, tx: &mut Tx, player: PlayerId, currency: Currency) -> Result<()> {
    let known = "SELECT id FROM wallet WHERE player_id = $1 AND currency = $2";
    if tx.query_opt(known, params![player, currency.code()]).await?.is_some() {
        return Ok(());
    }
    let id = log::take_numbers(tx, "wallet", 1).await?;
    let sql = "INSERT INTO wallet (id, lane, player_id, currency) VALUES ($1, $2, $3, $4)
               ON CONFLICT (player_id, currency) DO NOTHING";
    tx.execute(sql, params![id, log::lane_of(db, player), player, currency.code()]).await?;
    Ok(())
}

pub(super) async fn list(db: &Db, player: PlayerId) -> Result<Vec<WalletRow>> {
    let sql = "SELECT currency, cash, held, seed_no, nonce, bonus FROM wallet WHERE player_id = $1";
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
    })
}

pub(super) async fn wallet_id(db: &Db, player: PlayerId, currency: Currency) -> Result<Option<WalletId>> {
    let sql = "SELECT id FROM wallet WHERE player_id = $1 AND currency = $2";
    db.query_opt(sql, params![player, currency.code()]).await?.map(|row| row.get(0)).transpose()
}

pub(super) async fn block(db: &Db, tx: &mut Tx, player: PlayerId, blocked: bool) -> Result<()> {
    log::touch(db, tx, player).await?;
    tx.execute("UPDATE wallet SET blocked = $2 WHERE player_id = $1", params![player, blocked]).await?;
    Ok(())
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

pub(super) async fn limits(db: &Db, player: PlayerId, currency: Currency) -> Result<Vec<BetLimit>> {
    let sql = format!(
        "SELECT {LIMIT_COLUMNS} FROM bet_limit l JOIN wallet w ON w.id = l.wallet_id
         WHERE w.player_id = $1 AND w.currency = $2 ORDER BY l.kind, l.period"
    );
    let rows = db.query(&sql, params![player, currency.code()]).await?;
    rows.iter().map(log::limit).collect()
}

pub(super) async fn house(db: &Db, name: &str, currency: Currency) -> Result<AccountId> {
    let known = "SELECT id FROM house_account WHERE name = $1 AND currency = $2";
    let key = params![name, currency.code()];
    if let Some(row) = db.query_opt(known, key.clone()).await? {
        return Ok(AccountId::house(row.get(0)?));
    }
    let mut tx = db.begin().await?;
    let id = log::take_numbers(&mut tx, "house_account", 1).await?;
    let sql = "INSERT INTO house_account (id, name, currency) VALUES ($1, $2, $3)
               ON CONFLICT (name, currency) DO NOTHING";
    tx.execute(sql, params![id, name, currency.code()]).await?;
    let id = tx.query_one(known, key).await?.get(0)?;
    tx.commit().await?;
    Ok(AccountId::house(id))
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

pub(super) async fn history(
    db: &Db,
    player: PlayerId,
    span: (i64, i64),
    page: u64,
    page_size: u64,
) -> Result<(Vec<(Round, Currency)>, u64)> {
    let within = "FROM player_round p JOIN round r ON r.id = p.round_id JOIN wallet w ON w.id = r.wallet_id
                  WHERE p.player_id = $1 AND p.opened_at_ms >= $2 AND p.opened_at_ms < $3";
    let sql = format!("SELECT COUNT(*) {within}");
    let total: i64 = db.query_one(&sql, params![player, span.0, span.1]).await?.get(0)?;
    let offset = page.saturating_sub(1).saturating_mul(page_size);
    let (offset, limit) = (i64::try_from(offset).unwrap_or(i64::MAX), i64::try_from(page_size).unwrap_or(1));
    let sql = format!(
        "SELECT {ROUND_COLUMNS}, w.currency {within}
         ORDER BY p.round_id DESC LIMIT $4 OFFSET $5"
    );
    let rows = db.query(&sql, params![player, span.0, span.1, limit, offset]).await?;
    let rounds = rows.iter().map(|row| Ok((log::round(row)?, currency(&row.get::<String>(16)?)?)));
    Ok((rounds.collect::<Result<_>>()?, u64::try_from(total).unwrap_or_default()))
}

pub(super) async fn has_open_round(db: &Db, player: PlayerId, currency: Currency) -> Result<bool> {
    let sql = "SELECT r.id FROM round r JOIN wallet w ON w.id = r.wallet_id
               WHERE r.player_id = $1 AND w.currency = $2 AND r.status = 0 LIMIT 1";
    Ok(db.query_opt(sql, params![player, currency.code()]).await?.is_some())
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

pub(super) async fn rounds_left_open(db: &Db, opened_before: i64, limit: i64) -> Result<Vec<Round>> {
    let sql = format!(
        "SELECT {ROUND_COLUMNS} FROM round r WHERE status = 0 AND opened_at_ms < $1 ORDER BY id LIMIT $2"
    );
    db.query(&sql, params![opened_before, limit]).await?.iter().map(log::round).collect()
}
