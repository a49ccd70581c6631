//! How transfers add up, as parts of statements: one text for whoever checks, archives or replays the books.

/// What each bucket of a wallet holds, as the columns `cash`, `held`, `stake` and `bonus` of a statement that groups
/// rows of an `account`, which is `wallet * 4` and the number of its bucket, and a `change`.
macro_rules! held_in_buckets {
    () => {
        "CAST(SUM(CASE WHEN account % 4 = 0 THEN change ELSE 0 END) AS bigint) AS cash,
         CAST(SUM(CASE WHEN account % 4 = 1 THEN change ELSE 0 END) AS bigint) AS held,
         CAST(SUM(CASE WHEN account % 4 = 2 THEN change ELSE 0 END) AS bigint) AS stake,
         CAST(SUM(CASE WHEN account % 4 = 3 THEN change ELSE 0 END) AS bigint) AS bonus"
    };
}

/// What the transfers `t` come to for the limit `l` of their wallet: its cash bets, on a limit on losses less its wins,
/// and less what was taken back of those that it has counted.
macro_rules! counted_by_limit {
    () => {
        "CAST(SUM(CASE
             WHEN t.kind = 2 AND t.debit = t.wallet_id * 4 THEN t.amount
             WHEN t.kind = 5 AND t.credit = t.wallet_id * 4 AND t.reverses >= l.since_lsn THEN -t.amount
             WHEN l.kind = 2 AND t.kind = 3 AND t.credit = t.wallet_id * 4 THEN -t.amount
             WHEN l.kind = 2 AND t.kind = 10 AND t.debit = t.wallet_id * 4
                 AND t.reverses >= l.since_lsn THEN t.amount
             ELSE 0 END) AS bigint)"
    };
}

pub(crate) use {counted_by_limit, held_in_buckets};
