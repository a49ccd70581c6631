//! How transfers add up, as parts of statements: one text for whoever checks, archives or replays the books.

/// What the rows `t` of `transfer_row` come to for the limit `l` of their wallet: its deposits on a limit on deposits, or
/// else its cash bets, on a limit on losses less its wins, and less what was taken back of those that it has counted.
macro_rules! counted_by_limit {
    () => {
        "CAST(SUM(CASE
             WHEN l.kind = 3 THEN CASE t.kind WHEN 1 THEN t.amount ELSE 0 END
             WHEN t.kind = 2 AND t.debit_sub_account = 0 THEN t.amount
             WHEN t.kind = 5 AND t.credit_sub_account = 0 AND t.reverses >= l.since_lsn THEN -t.amount
             WHEN l.kind = 2 AND t.kind = 3 AND t.credit_sub_account = 0 THEN -t.amount
             WHEN l.kind = 2 AND t.kind = 10 AND t.debit_sub_account = 0
                 AND t.reverses >= l.since_lsn THEN t.amount
             ELSE 0 END) AS bigint)"
    };
}

pub(crate) use counted_by_limit;
