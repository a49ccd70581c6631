//! Rows of the books: how each is read, whoever asks; and reading the log.

use std::sync::LazyLock;

use croupier_ledger::{
    AccountId, Answer, Balances, BetLimit, Funding, Key, KeyRow, LimitKind, LimitPeriod, Lsn, Played,
    PlayerId, Round, RoundStatus, Stops, SubAccount, Transfer, TransferKind, Wallet,
};

use crate::{Db, Error, Result, Row, params};

/// A transfer with whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferRow {
    /// The transfer.
    pub transfer: Transfer,
    /// The wallet's player.
    pub player: PlayerId,
    /// The wallet's currency.
    pub currency: String,
}

/// A row of the log: money or another fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogRow {
    /// Money moved.
    Transfer(TransferRow),
    /// Something else happened.
    Event {
        /// Its place.
        lsn: Lsn,
        /// What happened, such as `payment.changed`.
        kind: String,
        /// To whom.
        player: PlayerId,
        /// The rest, as JSON.
        body: String,
        /// When, UTC milliseconds.
        at: i64,
    },
}

impl LogRow {
    /// The row's place.
    pub const fn lsn(&self) -> Lsn {
        match self {
            Self::Transfer(row) => row.transfer.lsn,
            Self::Event { lsn, .. } => *lsn,
        }
    }

    /// When it happened, UTC milliseconds.
    pub const fn at(&self) -> i64 {
        match self {
            Self::Transfer(row) => row.transfer.at,
            Self::Event { at, .. } => *at,
        }
    }

    /// What it means for a round: all that readers need to know of play. `None` for a row that belongs to no round.
    pub fn played(&self) -> Option<Played> {
        match self {
            Self::Transfer(row) => row.transfer.played(),
            Self::Event { .. } => None,
        }
    }

    /// The player it is about.
    pub const fn player(&self) -> PlayerId {
        match self {
            Self::Transfer(row) => row.player,
            Self::Event { player, .. } => *player,
        }
    }
}

/// The last place of `lane` that is taken; 0 in an empty lane.
pub async fn tail(db: &Db, lane: u8) -> Result<i64> {
    let row = db.query_one("SELECT next_seq - 1 FROM lane WHERE id = $1", params![lane]).await?;
    row.get(0)
}

/// The rows of `lane` after the number `after`, in order, about `limit` at most.
pub async fn rows_after(db: &Db, lane: u8, after: i64, limit: i64) -> Result<Vec<LogRow>> {
    let (from, to) = (Lsn::new(lane, after).0, Lsn::new(lane + 1, 0).0);
    let transfers = db
        .query(
            &format!(
                "SELECT {TRANSFER_COLUMNS}, w.player_id, w.currency
                 FROM transfer t JOIN wallet w ON w.id = t.wallet_id
                 WHERE t.lsn > $1 AND t.lsn < $2 ORDER BY t.lsn LIMIT $3"
            ),
            params![from, to, limit],
        )
        .await?;
    let events = db
        .query(
            "SELECT lsn, kind, player_id, body, at_ms FROM event
             WHERE lsn > $1 AND lsn < $2 ORDER BY lsn LIMIT $3",
            params![from, to, limit],
        )
        .await?;
    let mut rows = transfers.iter().map(transfer_row).collect::<Result<Vec<_>>>()?;
    let events = events.iter().map(event).collect::<Result<Vec<_>>>()?;
    rows.extend(events);
    rows.sort_unstable_by_key(LogRow::lsn);
    // The two reads see two instants, and each may have been cut short: only what has no gap is answered.
    let gapless = (after + 1..).zip(&rows).take_while(|(seq, row)| row.lsn().seq() == *seq).count();
    rows.truncate(gapless);
    Ok(rows)
}

/// The rows about `player` in `lane` after the number `after` up to `upto`, in order, `limit` at most of
/// each kind. Nothing indexes the log by player: the whole span is looked through, so keep it short.
pub async fn rows_of_player(
    db: &Db,
    player: PlayerId,
    (lane, after, upto): (u8, i64, i64),
    limit: i64,
) -> Result<Vec<LogRow>> {
    let span = params![Lsn::new(lane, after).0, Lsn::new(lane, upto).0, player, limit];
    let transfers = db
        .query(
            &format!(
                "SELECT {TRANSFER_COLUMNS}, w.player_id, w.currency
                 FROM transfer t JOIN wallet w ON w.id = t.wallet_id
                 WHERE t.lsn > $1 AND t.lsn <= $2 AND w.player_id = $3 ORDER BY t.lsn LIMIT $4"
            ),
            span.clone(),
        )
        .await?;
    let events = db
        .query(
            "SELECT lsn, kind, player_id, body, at_ms FROM event
             WHERE lsn > $1 AND lsn <= $2 AND player_id = $3 ORDER BY lsn LIMIT $4",
            span,
        )
        .await?;
    let mut rows = transfers.iter().map(transfer_row).collect::<Result<Vec<_>>>()?;
    rows.extend(events.iter().map(event).collect::<Result<Vec<_>>>()?);
    rows.sort_unstable_by_key(LogRow::lsn);
    Ok(rows)
}

/// The columns that [`round`] reads, of `round AS r`.
pub const ROUND_COLUMNS: &str = "r.id, r.wallet_id, r.player_id, r.game_id, r.system_account, r.status, r.version, \
    r.stake, r.win, r.nonce, r.seed_no, r.opened_at_ms, r.closed_at_ms, r.detail, r.stake_bonus, r.bonus_id, \
    r.bonus_cost, r.bets, r.grant_id, r.win_to, r.win_room";

/// How many columns [`ROUND_COLUMNS`] are.
pub const ROUND_COLUMNS_COUNT: usize = 21;

/// Reads a round from the first columns of `row`.
pub fn round(row: &Row) -> Result<Round> {
    Ok(Round {
        id: row.get(0)?,
        wallet: row.get(1)?,
        player: row.get(2)?,
        game: row.get(3)?,
        system: AccountId(row.get(4)?),
        status: RoundStatus::from_code(row.get(5)?),
        version: row.get(6)?,
        stake: row.get(7)?,
        win: row.get(8)?,
        nonce: row.get(9)?,
        seed_no: row.get(10)?,
        opened_at: row.get(11)?,
        closed_at: row.get(12)?,
        detail: row.get(13)?,
        stake_bonus: row.get(14)?,
        bonus: row.get(15)?,
        bonus_funding: row.get::<Option<i64>>(16)?.map(AccountId),
        bets: row.get(17)?,
        funding: Funding::from_stored(row.get(18)?, row.get(19)?)
            .ok_or_else(|| Error::Corrupt("the funding of a round".to_owned()))?,
        win_room: row.get(20)?,
    })
}

/// The columns that [`limit`] reads, of `bet_limit AS l`.
pub const LIMIT_COLUMNS: &str =
    "l.wallet_id, l.kind, l.period, l.cap, l.net, l.anchor_ms, l.until_ms, l.since_lsn";

/// Reads a limit.
pub fn limit(row: &Row) -> Result<BetLimit> {
    let (kind, period): (i64, i64) = (row.get(1)?, row.get(2)?);
    let unknown = || Error::Corrupt(format!("a limit of kind {kind} and period {period}"));
    Ok(BetLimit {
        wallet: row.get(0)?,
        kind: LimitKind::from_code(kind).ok_or_else(unknown)?,
        period: LimitPeriod::from_code(period).ok_or_else(unknown)?,
        cap: row.get(3)?,
        net: row.get(4)?,
        anchor: row.get(5)?,
        until: row.get(6)?,
        since: Lsn(row.get(7)?),
    })
}

/// The columns that [`wallet`] reads; the balances first, in the order of their codes.
pub(super) static WALLET_COLUMNS: LazyLock<String> = LazyLock::new(|| {
    let balances = SubAccount::ALL.map(SubAccount::column).join(", ");
    format!(
        "{balances}, id, player_id, nonce, open_rounds, win_room, seed_no, bonus_id, bonus_cost, limited,
         operator_stop_ms, exclusion_stop_ms, cooling_off_stop_ms, fraud_stop_ms, verification_stop_ms,
          closed_stop_ms, register_stop_ms, register_silent_stop_ms"
    )
});

pub(super) fn wallet(row: &Row) -> Result<Wallet> {
    let mut balances = Balances::default();
    for (index, sub_account) in SubAccount::ALL.into_iter().enumerate() {
        balances[sub_account] = row.get(index)?;
    }
    let at = |index: usize| SubAccount::ALL.len() + index;
    let stop = |index: usize| row.get(at(9 + index));
    Ok(Wallet {
        balances,
        id: row.get(at(0))?,
        player: row.get(at(1))?,
        nonce: row.get(at(2))?,
        open_rounds: row.get(at(3))?,
        win_room: row.get(at(4))?,
        seed_no: row.get(at(5))?,
        bonus_id: row.get(at(6))?,
        bonus_funding: row.get::<Option<i64>>(at(7))?.map(AccountId),
        limited: row.get(at(8))?,
        stops: Stops::from_ends([
            stop(0)?,
            stop(1)?,
            stop(2)?,
            stop(3)?,
            stop(4)?,
            stop(5)?,
            stop(6)?,
            stop(7)?,
        ]),
    })
}

/// The columns that [`transfer`] reads, of `transfer AS t`.
pub(super) const TRANSFER_COLUMNS: &str = "t.lsn, t.op, t.kind, t.debit, t.credit, t.amount, t.wallet_id, \
    t.cash_after, t.held_after, t.round_id, t.at_ms, t.bonus_after, t.reverses, t.game_id, t.grant_id, t.round_ends";

/// How many columns [`TRANSFER_COLUMNS`] are.
const TRANSFER_COLUMNS_COUNT: usize = 16;

pub(super) fn transfer(row: &Row) -> Result<Transfer> {
    let kind: i64 = row.get(2)?;
    Ok(Transfer {
        lsn: Lsn(row.get(0)?),
        op: Lsn(row.get(1)?),
        kind: TransferKind::from_code(kind).ok_or_else(|| Error::Corrupt(format!("transfer kind {kind}")))?,
        debit: AccountId(row.get(3)?),
        credit: AccountId(row.get(4)?),
        amount: row.get(5)?,
        wallet: row.get(6)?,
        cash_after: row.get(7)?,
        held_after: row.get(8)?,
        round: row.get(9)?,
        at: row.get(10)?,
        bonus_after: row.get(11)?,
        reverses: row.get::<Option<i64>>(12)?.map(Lsn),
        game: row.get(13)?,
        grant: row.get(14)?,
        ends: row.get::<Option<i64>>(15)?.map(RoundStatus::from_code),
    })
}

/// The columns that [`key`] reads, of the table `idem`.
pub(super) const KEY_COLUMNS: &str = "key, fingerprint, lsn, kind, cash, held, round_id, bonus";

pub(super) fn key(row: &Row) -> Result<KeyRow> {
    let key = |index| {
        let bytes: Vec<u8> = row.get(index)?;
        bytes.try_into().map(Key).map_err(|_| Error::Corrupt("a key is not 16 bytes long".to_owned()))
    };
    let parts = AnswerParts {
        kind: row.get(3)?,
        cash: row.get(4)?,
        held: row.get(5)?,
        round: row.get(6)?,
        bonus: row.get(7)?,
    };
    Ok(KeyRow { key: key(0)?, fingerprint: key(1)?, lsn: Lsn(row.get(2)?), answer: parts.answer()? })
}

/// What a key leads to, as it is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AnswerParts {
    /// 0 an answer, 1 a tombstone, 2 a partner's round.
    pub(super) kind: i64,
    pub(super) cash: i64,
    pub(super) held: i64,
    pub(super) bonus: i64,
    pub(super) round: Option<i64>,
}

impl AnswerParts {
    pub(super) fn of(answer: Answer) -> Self {
        match answer {
            Answer::Accepted { cash, held, bonus, round } => Self { kind: 0, cash, held, bonus, round },
            Answer::Tombstone => Self { kind: 1, ..Self::default() },
            Answer::Round => Self { kind: 2, ..Self::default() },
        }
    }

    pub(super) fn answer(self) -> Result<Answer> {
        let Self { kind, cash, held, bonus, round } = self;
        match kind {
            0 => Ok(Answer::Accepted { cash, held, bonus, round }),
            1 => Ok(Answer::Tombstone),
            2 => Ok(Answer::Round),
            _ => Err(Error::Corrupt(format!("a key of kind {kind}"))),
        }
    }
}

fn transfer_row(row: &Row) -> Result<LogRow> {
    let (player, currency) = (row.get(TRANSFER_COLUMNS_COUNT)?, row.get(TRANSFER_COLUMNS_COUNT + 1)?);
    Ok(LogRow::Transfer(TransferRow { transfer: transfer(row)?, player, currency }))
}

fn event(row: &Row) -> Result<LogRow> {
    Ok(LogRow::Event {
        lsn: Lsn(row.get(0)?),
        kind: row.get(1)?,
        player: row.get(2)?,
        body: row.get(3)?,
        at: row.get(4)?,
    })
}
