//! The baselines on PostgreSQL: `SELECT … FOR UPDATE` in a transaction for each bet, and one function a bet.

use anyhow::{Result, ensure};
use croupier_ledger::{AccountId, Key, SubAccount};
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use tokio_postgres::NoTls;
use tokio_postgres::types::ToSql;

use super::plain::{
    GAMES, LEGS_MAX, STAKE, WIN, WalletBalances, detail, into_idem, into_round, into_transfer, work,
};

/// How the numbers of accounts are made: what a wallet's number is taken times, and what its bonus account has more.
const PER_WALLET: i64 = AccountId::of(1, SubAccount::Cash).0;
/// See [`PER_WALLET`].
const BONUS: i64 = AccountId::of(0, SubAccount::Bonus).0;

/// Connections of a baseline; more were not faster on two cores.
const CONNECTIONS: usize = 24;

/// Opens the pool of a baseline. Numbers of the log come from a sequence that leaves room for every leg.
pub async fn open(url: &str) -> Result<Pool> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(url.parse()?, NoTls, recycling);
    let pool = Pool::builder(manager).max_size(CONNECTIONS).build()?;
    let client = pool.get().await?;
    let start = 1_i64 << 40;
    client
        .batch_execute(&format!("CREATE SEQUENCE plain_seq START {start} INCREMENT {LEGS_MAX} CACHE 1"))
        .await?;
    client.batch_execute(&function()).await?;
    drop(client);
    Ok(pool)
}

/// One bet in a transaction of several statements, the wallet locked first.
pub async fn for_update(pool: &Pool, key: Key, player: i64, at: i64) -> Result<()> {
    let mut client = pool.get().await?;
    let tx = client.transaction().await?;
    let sql = "SELECT id, cash, bonus, bonus_id, nonce, operator_stop_ms > 0, limited
               FROM wallet WHERE player_id = $1 AND currency = 'EUR' FOR UPDATE";
    let row = tx.query_one(&tx.prepare_cached(sql).await?, &[&player]).await?;
    let wallet = WalletBalances {
        id: row.get(0),
        cash: row.get(1),
        bonus: row.get(2),
        bonus_id: row.get(3),
        nonce: row.get(4),
        blocked: row.get(5),
        limited: row.get(6),
    };
    let sql = "SELECT lsn FROM idem WHERE key = $1";
    let known = tx.query_opt(&tx.prepare_cached(sql).await?, &[&key.0.as_slice()]).await?;
    ensure!(known.is_none(), "the key is taken");
    let worked = work(wallet, player)?;
    if wallet.limited {
        let sql = "SELECT cap - net FROM bet_limit WHERE wallet_id = $1";
        let left = tx.query_opt(&tx.prepare_cached(sql).await?, &[&wallet.id]).await?;
        let left = left.map_or(i64::MAX, |row| row.get(0));
        ensure!(left >= STAKE - worked.stake_bonus, "the limit is reached");
        let sql = "UPDATE bet_limit SET net = net + $2 WHERE wallet_id = $1";
        tx.execute(&tx.prepare_cached(sql).await?, &[&wallet.id, &worked.lost]).await?;
    }
    let sql = "SELECT nextval('plain_seq')";
    let op: i64 = tx.query_one(&tx.prepare_cached(sql).await?, &[]).await?.get(0);
    let sql = concat!(into_transfer!(), " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,0,$2,$9,$10,NULL,1,1)");
    let insert = tx.prepare_cached(sql).await?;
    for (lsn, (kind, debit, credit, amount, cash, bonus)) in (op..).zip(&worked.legs) {
        let row: [&(dyn ToSql + Sync); 10] =
            [&lsn, &op, kind, debit, credit, amount, &wallet.id, cash, &at, bonus];
        tx.execute(&insert, &row).await?;
    }
    let after = worked.after;
    let sql = concat!(into_idem!(), " VALUES ($1,$1,$2,0,$3,0,$2,$4)");
    let row: [&(dyn ToSql + Sync); 4] = [&key.0.as_slice(), &op, &after.cash, &after.bonus];
    tx.execute(&tx.prepare_cached(sql).await?, &row).await?;
    let sql = concat!(into_round!(), " VALUES ($1,$2,$3,1,$4,1,0,$5,$6,$7,1,$8,$8,$9,$10,$11)");
    let detail = detail(after.nonce);
    let bonus_id = wallet.bonus_id.filter(|_| worked.stake_bonus > 0);
    let row: [&(dyn ToSql + Sync); 11] = [
        &op,
        &wallet.id,
        &player,
        &GAMES,
        &STAKE,
        &worked.win,
        &after.nonce,
        &at,
        &detail,
        &worked.stake_bonus,
        &bonus_id,
    ];
    tx.execute(&tx.prepare_cached(sql).await?, &row).await?;
    let sql = "UPDATE wallet SET cash = $2, bonus = $3, nonce = $4 WHERE id = $1";
    let row: [&(dyn ToSql + Sync); 4] = [&wallet.id, &after.cash, &after.bonus, &after.nonce];
    tx.execute(&tx.prepare_cached(sql).await?, &row).await?;
    tx.commit().await?;
    Ok(())
}

/// One bet as one call of a function, which is one round trip and one transaction.
pub async fn by_function(pool: &Pool, key: Key, player: i64, at: i64) -> Result<()> {
    let client = pool.get().await?;
    let statement = client.prepare_cached("SELECT plain_bet($1, $2, $3)").await?;
    let placed: bool = client.query_one(&statement, &[&key.0.as_slice(), &player, &at]).await?.get(0);
    ensure!(placed, "refused");
    Ok(())
}

/// The same bet within the database; answers whether it was taken.
fn function() -> String {
    format!(
        "CREATE FUNCTION plain_bet(the_key bytea, the_player bigint, the_at bigint) RETURNS boolean AS $$
DECLARE
    w wallet;
    op bigint;
    leg bigint;
    stake_cash bigint;
    stake_bonus bigint;
    won bigint;
    won_cash bigint;
BEGIN
    SELECT * INTO w FROM wallet WHERE player_id = the_player AND currency = 'EUR' FOR UPDATE;
    IF w.operator_stop_ms > 0 OR EXISTS (SELECT 1 FROM idem WHERE key = the_key) THEN RETURN false; END IF;
    stake_cash := LEAST({STAKE}, w.cash);
    stake_bonus := {STAKE} - stake_cash;
    IF stake_bonus > w.bonus THEN RETURN false; END IF;
    won := CASE WHEN the_player % 5 = 0 THEN {STAKE} WHEN (w.nonce + 1) % 4 = 0 THEN {WIN} ELSE 0 END;
    won_cash := won * stake_cash / {STAKE};
    IF w.limited THEN
        IF EXISTS (SELECT 1 FROM bet_limit WHERE wallet_id = w.id AND cap - net < stake_cash) THEN
            RETURN false;
        END IF;
        UPDATE bet_limit SET net = net + stake_cash - won_cash WHERE wallet_id = w.id;
    END IF;
    op := nextval('plain_seq');
    leg := op;
    w.cash := w.cash - stake_cash;
    IF stake_cash > 0 THEN
        {into_transfer} VALUES
            (leg, op, 2, w.id * {PER_WALLET}, {GAMES}, stake_cash, w.id, w.cash, 0, op, the_at, w.bonus, NULL, 1, 1);
        leg := leg + 1;
    END IF;
    w.bonus := w.bonus - stake_bonus;
    IF stake_bonus > 0 THEN
        {into_transfer} VALUES
            (leg, op, 2, w.id * {PER_WALLET} + {BONUS}, {GAMES}, stake_bonus, w.id, w.cash, 0, op, the_at, w.bonus, NULL, 1, 1);
        leg := leg + 1;
    END IF;
    w.cash := w.cash + won_cash;
    IF won_cash > 0 THEN
        {into_transfer} VALUES
            (leg, op, 3, {GAMES}, w.id * {PER_WALLET}, won_cash, w.id, w.cash, 0, op, the_at, w.bonus, NULL, 1, 1);
        leg := leg + 1;
    END IF;
    w.bonus := w.bonus + won - won_cash;
    IF won > won_cash THEN
        {into_transfer} VALUES
            (leg, op, 3, {GAMES}, w.id * {PER_WALLET} + {BONUS}, won - won_cash, w.id, w.cash, 0, op, the_at, w.bonus, NULL, 1, 1);
    END IF;
    {into_idem} VALUES (the_key, the_key, op, 0, w.cash, 0, op, w.bonus);
    {into_round} VALUES (op, w.id, the_player, 1, {GAMES}, 1, 0, {STAKE}, won, w.nonce + 1, 1, the_at,
        the_at, '{detail}', stake_bonus, CASE WHEN stake_bonus > 0 THEN w.bonus_id END);
    UPDATE wallet SET cash = w.cash, bonus = w.bonus, nonce = w.nonce + 1 WHERE id = w.id;
    RETURN true;
END $$ LANGUAGE plpgsql",
        into_transfer = into_transfer!(),
        into_idem = into_idem!(),
        into_round = into_round!(),
        detail = detail(0)
    )
}
