//! Rows of servers.

use croupier_db::{Db, Result, Row, Tx, params};

use super::Server;

/// Keeps what a server says of itself; when it started is kept from its first word on.
pub(super) async fn keep(tx: &mut Tx, server: &Server) -> Result<()> {
    let sql = "INSERT INTO server (id, version, listen, since_ms, seen_at_ms, sockets, memory, failing)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, sockets = excluded.sockets,
                   memory = excluded.memory, failing = excluded.failing";
    let Server { id, version, listen, since, seen_at, sockets, memory, failing, .. } = server;
    let row = params![id, version, listen, *since, *seen_at, *sockets, *memory, failing.join(",")];
    tx.execute(sql, row).await.map(drop)
}

/// Takes the row of a server away.
pub(super) async fn forget(tx: &mut Tx, id: &str) -> Result<()> {
    tx.execute("DELETE FROM server WHERE id = $1", params![id]).await.map(drop)
}

/// Takes away the rows of servers that have been silent since before `until`.
pub(super) async fn sweep(tx: &mut Tx, until: i64) -> Result<()> {
    tx.execute("DELETE FROM server WHERE seen_at_ms < $1", params![until]).await.map(drop)
}

/// Every server with the leases that it holds at `now`; one that has been silent since before `silent` is gone.
pub(super) async fn all(db: &Db, now: i64, silent: i64) -> Result<Vec<Server>> {
    let sql = "SELECT s.id, s.version, s.listen, s.since_ms, s.seen_at_ms, s.sockets, s.memory, s.failing,
                   COALESCE(r.leases, 0), COALESCE(r.behind, 0)
               FROM server s LEFT JOIN (
                   SELECT r.owner AS owner, COUNT(*) AS leases,
                       CAST(SUM(l.next_seq - 1 - r.position) AS bigint) AS behind
                   FROM reader r JOIN lane l ON l.id = r.lane WHERE r.leased_until_ms > $1 GROUP BY r.owner
               ) r ON r.owner = s.id
               ORDER BY s.since_ms, s.id";
    let read = |row: &Row| {
        let (seen_at, failing): (i64, String) = (row.get(4)?, row.get(7)?);
        Ok(Server {
            id: row.get(0)?,
            version: row.get(1)?,
            listen: row.get(2)?,
            since: row.get(3)?,
            seen_at,
            is_gone: seen_at < silent,
            sockets: row.get(5)?,
            memory: row.get(6)?,
            failing: failing.split(',').filter(|job| !job.is_empty()).map(str::to_owned).collect(),
            leases: row.get(8)?,
            behind: row.get(9)?,
        })
    };
    db.query(sql, params![now]).await?.iter().map(read).collect()
}
