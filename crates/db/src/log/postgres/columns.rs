//! Rows of a batch as they are sent: the numbers of all rows of a table in one array, and an array for each column
//! of another type. The names say the order of the numbers; the statements are made of them.

use croupier_ledger::{
    BetLimit, Fact, KeyRow, Lsn, PlayerId, Round, RoundStatus, SubAccount, Transfer, Wallet,
};

use crate::log::rows::AnswerParts;

/// Stands for NULL among the numbers; no amount, place or time is this low.
pub(super) const NULL: i64 = i64::MIN;

/// What a table takes from a batch.
pub(super) struct Shape {
    /// The columns of numbers, in the order of the array; a name that ends with `?` may be NULL.
    pub(super) numbers: &'static [&'static str],
    /// The other columns with their types, each an array of its own.
    pub(super) others: &'static [(&'static str, &'static str)],
}

pub(super) const TRANSFERS: Shape = Shape {
    numbers: &[
        "lsn",
        "op",
        "kind",
        "debit",
        "credit",
        "amount",
        "wallet_id",
        "cash_after",
        "held_after",
        "round_id?",
        "at_ms",
        "bonus_after",
        "reverses?",
        "game_id?",
        "grant_id?",
        "round_ends?",
    ],
    others: &[],
};

pub(super) fn transfers(rows: &[Transfer]) -> Vec<i64> {
    numbers(rows, |t| {
        [
            t.lsn.0,
            t.op.0,
            t.kind.code(),
            t.debit.0,
            t.credit.0,
            t.amount,
            t.wallet,
            t.cash_after,
            t.held_after,
            or_null(t.round),
            t.at,
            t.bonus_after,
            or_null(t.reverses.map(|lsn| lsn.0)),
            or_null(t.game),
            or_null(t.grant),
            or_null(t.ends.map(RoundStatus::code)),
        ]
    })
}

pub(super) const ROUNDS: Shape = Shape {
    numbers: &[
        "id",
        "wallet_id",
        "player_id",
        "game_id",
        "system_account",
        "status",
        "version",
        "stake",
        "win",
        "nonce",
        "seed_no",
        "opened_at_ms",
        "closed_at_ms?",
        "stake_bonus",
        "bonus_id?",
        "bonus_cost?",
        "bets",
        "grant_id?",
        "win_to?",
        "win_room",
    ],
    others: &[("detail", "text")],
};

pub(super) fn rounds(rows: &[Round]) -> (Vec<i64>, Vec<&str>) {
    let numbers = numbers(rows, |r| {
        [
            r.id,
            r.wallet,
            r.player,
            r.game,
            r.system.0,
            r.status.code(),
            r.version,
            r.stake,
            r.win,
            r.nonce,
            r.seed_no,
            r.opened_at,
            or_null(r.closed_at),
            r.stake_bonus,
            or_null(r.bonus),
            or_null(r.bonus_funding.map(|account| account.0)),
            r.bets,
            or_null(r.funding.grant()),
            or_null(r.funding.win_to().map(SubAccount::code)),
            r.win_room,
        ]
    });
    (numbers, rows.iter().map(|r| r.detail.as_str()).collect())
}

pub(super) const WALLETS: Shape = Shape {
    numbers: &[
        "id",
        "nonce",
        "open_rounds",
        "win_room",
        "seed_no",
        "bonus_id?",
        "bonus_cost?",
        "cash",
        "held",
        "stake",
        "bonus",
        "locked_deposit",
        "locked_win",
        "freespin_win",
        "jackpot_share",
        "points",
    ],
    others: &[],
};

pub(super) fn wallets(rows: &[Wallet]) -> Vec<i64> {
    let row = |w: &Wallet| {
        let cost = w.bonus_funding.map(|account| account.0);
        let counters =
            [w.id, w.nonce, w.open_rounds, w.win_room, w.seed_no, or_null(w.bonus_id), or_null(cost)];
        counters.into_iter().chain(w.balances.all())
    };
    rows.iter().flat_map(row).collect()
}

pub(super) const LIMITS: Shape =
    Shape { numbers: &["wallet_id", "kind", "period", "net", "until_ms", "since_lsn"], others: &[] };

pub(super) fn limits(rows: &[BetLimit]) -> Vec<i64> {
    numbers(rows, |l| [l.wallet, l.kind.code(), l.period.code(), l.net, l.until, l.since.0])
}

pub(super) const KEYS: Shape = Shape {
    numbers: &["lsn", "kind", "cash", "held", "round_id?", "bonus"],
    others: &[("key", "bytea"), ("fingerprint", "bytea")],
};

/// Sorted by key: the index is walked in one direction, and lanes that take the same keys wait for each other
/// in one order.
pub(super) fn keys(rows: &[KeyRow]) -> (Vec<i64>, Vec<&[u8]>, Vec<&[u8]>) {
    let mut rows: Vec<&KeyRow> = rows.iter().collect();
    rows.sort_unstable_by_key(|row| row.key);
    let numbers = numbers(&rows, |row| {
        let answer = AnswerParts::of(row.answer);
        [row.lsn.0, answer.kind, answer.cash, answer.held, or_null(answer.round), answer.bonus]
    });
    let keys = rows.iter().map(|row| row.key.0.as_slice()).collect();
    (numbers, keys, rows.iter().map(|row| row.fingerprint.0.as_slice()).collect())
}

pub(super) const EVENTS: Shape =
    Shape { numbers: &["lsn", "player_id", "at_ms"], others: &[("kind", "text"), ("body", "text")] };

pub(super) fn events(rows: &[(Lsn, PlayerId, i64, Fact)]) -> (Vec<i64>, Vec<&str>, Vec<&str>) {
    let numbers = numbers(rows, |(lsn, player, at, _)| [lsn.0, *player, *at]);
    let kinds = rows.iter().map(|(.., fact)| fact.kind).collect();
    (numbers, kinds, rows.iter().map(|(.., fact)| fact.body.as_str()).collect())
}

fn numbers<T, const N: usize>(rows: &[T], row: impl Fn(&T) -> [i64; N]) -> Vec<i64> {
    rows.iter().flat_map(row).collect()
}

fn or_null(number: Option<i64>) -> i64 {
    number.unwrap_or(NULL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balances_of_a_wallet_are_sent_in_the_order_of_their_columns() {
        let columns = SubAccount::ALL.map(SubAccount::column);
        assert_eq!(WALLETS.numbers[WALLETS.numbers.len() - columns.len()..], columns);
    }
}
