//! Writing a decided batch.

use croupier_ledger::{Lsn, Outcome, Round, RoundStatus, SubAccount, Transfer, Writes};
use rusqlite::{Connection, params};

use super::super::keys::SWEPT;
use super::super::lane::{LaneRow, Missed, Submission, attached};
use crate::Result;
use crate::sqlite::execute;

/// All that a decided batch writes, apart from the memory in which it was decided.
#[derive(Debug)]
pub(in crate::log) struct PreparedBatch {
    pub(super) lane: u8,
    /// The lane's row that it was decided on.
    pub(super) row: LaneRow,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) writes: Writes,
    pub(super) keys: KeyWrites,
}

/// What is written about keys.
#[derive(Debug, Default)]
pub(super) struct KeyWrites {
    /// The keys of the batch as one row.
    pub(super) row: Option<(Lsn, Vec<u8>)>,
    /// Pages of the run that is being written, with their numbers.
    pub(super) pages: Vec<(i64, Vec<u8>)>,
    /// A run that is sealed: its number, its end, and its column of the filter.
    pub(super) run: Option<(i64, Lsn, Vec<u8>)>,
    /// The end of the rows of batches that are swept.
    pub(super) sweep: Option<Lsn>,
}

/// What became of a shipment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::log) enum Written {
    /// All of it is in the tables, and so many rows of batches were swept.
    All(u64),
    /// There was nothing to write.
    Nothing,
    /// Statements attached to these commands missed their rows.
    PreconditionFailed(Vec<usize>),
    /// The lane is not the one that it was decided on.
    Overtaken,
}

impl PreparedBatch {
    /// The lane's version with it.
    pub(super) const fn version(&self) -> i64 {
        self.row.version + 1
    }

    /// Writes it within an open transaction, with the statements attached to `work`.
    pub(super) fn write(&self, connection: &Connection, work: &[Submission]) -> Result<Written> {
        let Self { lane, row, outcomes, writes, keys } = self;
        if writes.next_seq == row.next_seq {
            return Ok(Written::Nothing);
        }
        write(connection, writes)?;
        connection
            .prepare_cached("UPDATE lane SET next_seq = ?2, version = ?3 WHERE id = ?1")?
            .execute(params![lane, writes.next_seq, self.version()])?;
        let swept = keys.write(connection, *lane)?;
        let mut missed = Missed::default();
        for (index, statements) in attached(work, outcomes) {
            for (place, statement) in statements.into_iter().enumerate() {
                let hit = execute(connection, statement.sql, &statement.params)?;
                if !missed.goes_on(index, place == 0, statement, hit) {
                    break;
                }
            }
            if missed.is_over() {
                break;
            }
        }
        Ok(missed.into_commands().map_or(Written::All(swept), Written::PreconditionFailed))
    }
}

impl KeyWrites {
    /// Answers how many rows of batches were swept.
    fn write(&self, connection: &Connection, lane: u8) -> Result<u64> {
        if let Some((lsn, keys)) = &self.row {
            connection
                .prepare_cached("INSERT INTO key_batch (lsn, keys) VALUES (?1, ?2)")?
                .execute(params![lsn.0, keys])?;
        }
        let mut statement = connection
            .prepare_cached("INSERT INTO key_page (id, keys) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING")?;
        for (id, keys) in &self.pages {
            statement.execute(params![id, keys])?;
        }
        if let Some((id, upto, filter)) = &self.run {
            connection
                .prepare_cached("INSERT INTO key_run (id, upto, filter) VALUES (?1, ?2, ?3)")?
                .execute(params![id, upto.0, filter])?;
        }
        let Some(upto) = self.sweep else { return Ok(0) };
        let sql = "DELETE FROM key_batch WHERE lsn IN (
                       SELECT lsn FROM key_batch WHERE lsn >= ?1 AND lsn <= ?2 ORDER BY lsn LIMIT ?3)";
        Ok(connection.prepare_cached(sql)?.execute(params![Lsn::new(lane, 0).0, upto.0, SWEPT])? as u64)
    }
}

fn write(connection: &Connection, writes: &Writes) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO transfer (lsn, op, kind, debit, credit, amount, wallet_id, cash_after, held_after, round_id,
             at_ms, bonus_after, reverses, game_id, grant_id, round_ends)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    )?;
    for t in &writes.transfers {
        let Transfer { lsn, op, wallet, amount, cash_after, held_after, bonus_after, round, at, .. } = t;
        let (debit, credit) = (t.debit.0, t.credit.0);
        let reverses = t.reverses.map(|lsn| lsn.0);
        statement.execute(params![
            lsn.0,
            op.0,
            t.kind.code(),
            debit,
            credit,
            amount,
            wallet,
            cash_after,
            held_after,
            round,
            at,
            bonus_after,
            reverses,
            t.game,
            t.grant,
            t.ends.map(RoundStatus::code)
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO event (lsn, kind, player_id, body, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (lsn, player, at, fact) in &writes.facts {
        statement.execute(params![lsn.0, fact.kind, player, fact.body, at])?;
    }
    write_rounds(connection, &writes.rounds_opened, &writes.rounds_changed)?;
    let mut statement = connection.prepare_cached(
        "UPDATE wallet SET nonce = ?2, open_rounds = ?3, seed_no = ?4, bonus_id = ?5, bonus_cost = ?6, cash = ?7,
             held = ?8, stake = ?9, bonus = ?10, locked_deposit = ?11, locked_win = ?12, freespin_win = ?13,
             jackpot_share = ?14, points = ?15, win_room = ?16 WHERE id = ?1",
    )?;
    for w in &writes.wallets {
        let cost = w.bonus_funding.map(|account| account.0);
        let [cash, held, stake, bonus, locked_deposit, locked_win, freespin_win, jackpot_share, points] =
            w.balances.all();
        statement.execute(params![
            w.id,
            w.nonce,
            w.open_rounds,
            w.seed_no,
            w.bonus_id,
            cost,
            cash,
            held,
            stake,
            bonus,
            locked_deposit,
            locked_win,
            freespin_win,
            jackpot_share,
            points,
            w.win_room
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE bet_limit SET net = ?4, until_ms = ?5, since_lsn = ?6
         WHERE wallet_id = ?1 AND kind = ?2 AND period = ?3",
    )?;
    for l in &writes.limits {
        let changed = params![l.wallet, l.kind.code(), l.period.code(), l.net, l.until, l.since.0];
        statement.execute(changed)?;
    }
    Ok(())
}

fn write_rounds(connection: &Connection, opened: &[Round], changed: &[Round]) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO round (id, wallet_id, player_id, game_id, system_account, status, version, stake, win, nonce, seed_no,
             opened_at_ms, closed_at_ms, detail, stake_bonus, bonus_id, bonus_cost, bets, grant_id, win_to,
             win_room)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
    )?;
    for r in opened {
        statement.execute(params![
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
            r.closed_at,
            r.detail,
            r.stake_bonus,
            r.bonus,
            r.bonus_funding.map(|account| account.0),
            r.bets,
            r.funding.grant(),
            r.funding.win_to().map(SubAccount::code),
            r.win_room
        ])?;
    }
    let mut statement = connection.prepare_cached(
        "UPDATE round SET status = ?2, version = ?3, stake = ?4, win = ?5, closed_at_ms = ?6, detail = ?7,
             stake_bonus = ?8, bonus_id = ?9, bonus_cost = ?10, bets = ?11, win_room = ?12 WHERE id = ?1",
    )?;
    for r in changed {
        let Round { id, version, bets, stake, win, closed_at, detail, stake_bonus, bonus, .. } = r;
        let (status, cost) = (r.status.code(), r.bonus_funding.map(|account| account.0));
        #[rustfmt::skip]
        let row = params![
            id, status, version, stake, win, closed_at, detail, stake_bonus, bonus, cost, bets, r.win_room
        ];
        statement.execute(row)?;
    }
    Ok(())
}
