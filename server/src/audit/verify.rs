//! Reads the sealed log again.

use std::collections::BTreeMap;
use std::path::Path;

use croupier_db::log::{LogRow, rows_after, tail};
use croupier_db::{Db, Result};

use super::archive::{self, Files, StoredFile};
use super::checkpoint::{Checkpoint, Signer};
use super::store;

/// Where a lane is sealed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneSeal {
    /// The lane.
    pub lane: u8,
    /// Segments in it.
    pub segments: i64,
    /// The number of the last sealed row.
    pub sealed_to: i64,
    /// The number of the last row that is in the archive.
    pub archived_to: i64,
    /// Rows that wait for their seal.
    pub unsealed: i64,
    /// The hash of the last segment, hex; whoever notes it elsewhere can later tell a chain that was made
    /// anew from the true one.
    pub head: String,
}

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Tampering {
    /// A row is not what was sealed.
    #[error("lane {lane}, row {seq}: altered since it was sealed")]
    Altered {
        /// The lane.
        lane: u8,
        /// Its number in the lane.
        seq: i64,
    },
    /// A sealed row is gone.
    #[error("lane {lane}, row {seq}: gone")]
    Gone {
        /// The lane.
        lane: u8,
        /// Its number in the lane.
        seq: i64,
    },
    /// A segment's own record was altered, or does not follow the one before.
    #[error("lane {lane}, segment {no} (rows {first} to {last}): the seal itself was altered or forged")]
    Seal {
        /// The lane.
        lane: u8,
        /// Its number in the lane.
        no: i64,
        /// Its first row.
        first: i64,
        /// Its last row.
        last: i64,
    },
    /// A row in a file of the archive is not what was sealed, or is gone from it.
    #[error("lane {lane}, row {seq}: altered in the file {file} of the archive")]
    Archived {
        /// The lane.
        lane: u8,
        /// Its number in the lane.
        seq: i64,
        /// The file, within the archive's folder.
        file: String,
    },
    /// A file of the archive is gone, or is none.
    #[error("lane {lane}, segment {no}: the archive cannot be read: {why}")]
    Unreadable {
        /// The lane.
        lane: u8,
        /// The segment's number in the lane.
        no: i64,
        /// What reading it came to.
        why: String,
    },
    /// What was carried forward is not what the archived transfers come to.
    #[error(
        "wallet {wallet}: the archived transfers of kind {kind} come to {archived}, carried forward were {opening_balance}"
    )]
    BalanceMismatch {
        /// The wallet.
        wallet: i64,
        /// The transfers' kind, as rows store it.
        kind: i64,
        /// What the files say, in subunits.
        archived: i64,
        /// What the books say, in subunits.
        opening_balance: i64,
    },
}

/// Recomputes the chain of every lane. Answers how far each is sealed, and the first thing in each lane
/// that does not fit; what stands behind that is not looked at.
///
/// With the folder of the archive its files are read as well, and what was carried forward is held against them.
/// Without it the seals of what is archived are looked at, and the rows from the archive's end on.
///
/// Segments may be moved into the archive meanwhile: each is then looked at where it has come to.
pub async fn verify(
    db: &Db,
    signer: &Signer,
    archive: Option<&Path>,
) -> Result<(Vec<LaneSeal>, Vec<Tampering>)> {
    let (ends, opening_balance) = match archive {
        Some(_) => {
            let ends = async || archive::store::ends(db).await;
            archive::store::read_beside(ends, async || archive::store::archived_balances(db).await).await?
        }
        None => Default::default(),
    };
    let mut look = Look { db, signer, files: archive.map(Files::of), ends, sums: BTreeMap::new() };
    let (mut lanes, mut broken) = (Vec::new(), Vec::new());
    for lane in 0..db.lanes() {
        let (mut before, mut archived_to) = (None::<Checkpoint>, 0);
        loop {
            let no = before.as_ref().map_or(0, |checkpoint| checkpoint.no) + 1;
            let Some(checkpoint) = store::checkpoint(db, lane, no).await? else { break };
            match look.at(before.as_ref(), &checkpoint).await? {
                Ok(Found::Stored) => {}
                Ok(Found::Archived) => archived_to = checkpoint.last_seq,
                Err(tampering) => {
                    broken.push(tampering);
                    break;
                }
            }
            before = Some(checkpoint);
        }
        let sealed_to = before.as_ref().map_or(0, |checkpoint| checkpoint.last_seq);
        lanes.push(LaneSeal {
            lane,
            segments: before.as_ref().map_or(0, |checkpoint| checkpoint.no),
            sealed_to,
            archived_to,
            unsealed: tail(db, lane).await? - sealed_to,
            head: before.map_or_else(String::new, |checkpoint| hex::encode(checkpoint.hash)),
        });
    }
    if look.files.is_some() && broken.is_empty() {
        broken.extend(opens_wrongly(look.sums, opening_balance));
    }
    Ok((lanes, broken))
}

/// Where a segment was found as it was sealed.
enum Found {
    Stored,
    Archived,
}

/// A look at the whole log.
struct Look<'a> {
    db: &'a Db,
    signer: &'a Signer,
    files: Option<Files<'a>>,
    /// The last segment of each lane whose transfers were carried forward when the look began.
    ends: BTreeMap<i64, i64>,
    /// What the archived transfers come to up to there, by wallet, kind, debit and credit.
    sums: BTreeMap<[i64; 4], i64>,
}

impl Look<'_> {
    /// Looks at a segment; answers what does not fit.
    async fn at(
        &mut self,
        before: Option<&Checkpoint>,
        checkpoint: &Checkpoint,
    ) -> Result<std::result::Result<Found, Tampering>> {
        if let Some(kept) = archive::store::kept(self.db, checkpoint.lane, checkpoint.no).await? {
            return Ok(self.archived(before, checkpoint, &kept).map(|()| Found::Archived));
        }
        let Err(tampering) = sealed_rows(self.db, self.signer, before, checkpoint).await? else {
            return Ok(Ok(Found::Stored));
        };
        // Its rows may have been moved between the two questions.
        Ok(match archive::store::kept(self.db, checkpoint.lane, checkpoint.no).await? {
            Some(kept) => self.archived(before, checkpoint, &kept).map(|()| Found::Archived),
            None => Err(tampering),
        })
    }

    /// Looks at a segment that is in the archive.
    fn archived(
        &mut self,
        before: Option<&Checkpoint>,
        checkpoint: &Checkpoint,
        kept: &StoredFile,
    ) -> std::result::Result<(), Tampering> {
        if !follows(self.signer, before, checkpoint) {
            return Err(forged(checkpoint));
        }
        let Some(files) = &mut self.files else { return Ok(()) };
        let Checkpoint { lane, no, .. } = *checkpoint;
        let rows = files.rows(kept).map_err(|error| Tampering::Unreadable {
            lane,
            no,
            why: format!("{error:#}"),
        })?;
        if !checkpoint.holds(rows) {
            let seq = checkpoint.first_altered(rows).unwrap_or(checkpoint.first_seq + count(rows));
            return Err(Tampering::Archived { lane, seq, file: kept.file.clone() });
        }
        if self.ends.get(&i64::from(lane)).is_some_and(|end| no <= *end) {
            add(&mut self.sums, rows);
        }
        Ok(())
    }
}

/// The first of the `sums` that was not `opening_balance` forward as the files have it.
fn opens_wrongly(mut sums: BTreeMap<[i64; 4], i64>, opening_balance: Vec<[i64; 5]>) -> Option<Tampering> {
    let wrong = |[wallet, kind, ..]: [i64; 4], archived, opening_balance| {
        Some(Tampering::BalanceMismatch { wallet, kind, archived, opening_balance })
    };
    for [wallet, kind, debit, credit, opening_balance] in opening_balance {
        let of = [wallet, kind, debit, credit];
        let archived = sums.remove(&of).unwrap_or_default();
        if archived != opening_balance {
            return wrong(of, archived, opening_balance);
        }
    }
    sums.pop_first().and_then(|(of, archived)| wrong(of, archived, 0))
}

fn add(sums: &mut BTreeMap<[i64; 4], i64>, rows: &[LogRow]) {
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        let t = &row.transfer;
        *sums.entry([t.wallet, t.kind.code(), t.debit.0, t.credit.0]).or_default() += t.amount;
    }
}

/// Whether the seal of `checkpoint` is genuine and goes on from the one before.
fn follows(signer: &Signer, before: Option<&Checkpoint>, checkpoint: &Checkpoint) -> bool {
    checkpoint.previous == before.map_or([0; 32], |before| before.hash)
        && checkpoint.first_seq == before.map_or(0, |before| before.last_seq) + 1
        && checkpoint.is_signed_by(signer)
}

const fn forged(checkpoint: &Checkpoint) -> Tampering {
    let Checkpoint { lane, no, first_seq: first, last_seq: last, .. } = *checkpoint;
    Tampering::Seal { lane, no, first, last }
}

/// The rows of a segment that is in the store, if they are what was sealed.
pub(super) async fn sealed_rows(
    db: &Db,
    signer: &Signer,
    before: Option<&Checkpoint>,
    checkpoint: &Checkpoint,
) -> Result<std::result::Result<Vec<LogRow>, Tampering>> {
    if !follows(signer, before, checkpoint) {
        return Ok(Err(forged(checkpoint)));
    }
    let Checkpoint { lane, first_seq: first, last_seq: last, .. } = *checkpoint;
    // Up to the first that is gone.
    let mut rows = rows_after(db, lane, first - 1, last - first + 1).await?;
    rows.retain(|row| row.lsn().seq() <= last);
    if checkpoint.holds(&rows) {
        return Ok(Ok(rows));
    }
    if let Some(seq) = checkpoint.first_altered(&rows) {
        return Ok(Err(Tampering::Altered { lane, seq }));
    }
    let next = first + count(&rows);
    Ok(Err(if next <= last { Tampering::Gone { lane, seq: next } } else { forged(checkpoint) }))
}

fn count(rows: &[LogRow]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}
