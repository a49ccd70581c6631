//! Reads the sealed log again.

use croupier_db::log::{LogRow, rows_after, tail};
use croupier_db::{Db, Result};

use super::segment::{Segment, Signer};
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
}

/// Recomputes the chain of every lane. Answers how far each is sealed, and the first thing in each lane
/// that does not fit; what stands behind that is not looked at.
pub async fn verify(db: &Db, signer: &Signer) -> Result<(Vec<LaneSeal>, Vec<Tampering>)> {
    let (mut lanes, mut broken) = (Vec::new(), Vec::new());
    for lane in 0..db.lanes() {
        let mut before: Option<Segment> = None;
        loop {
            let no = before.as_ref().map_or(0, |segment| segment.no) + 1;
            let Some(segment) = store::segment(db, lane, no).await? else { break };
            if let Some(tampering) = verify_one(db, signer, before.as_ref(), &segment).await? {
                broken.push(tampering);
                break;
            }
            before = Some(segment);
        }
        let sealed_to = before.as_ref().map_or(0, |segment| segment.last_seq);
        lanes.push(LaneSeal {
            lane,
            segments: before.as_ref().map_or(0, |segment| segment.no),
            sealed_to,
            unsealed: tail(db, lane).await? - sealed_to,
            head: before.map_or_else(String::new, |segment| hex::encode(segment.hash)),
        });
    }
    Ok((lanes, broken))
}

async fn verify_one(
    db: &Db,
    signer: &Signer,
    before: Option<&Segment>,
    segment: &Segment,
) -> Result<Option<Tampering>> {
    let Segment { lane, no, first_seq: first, last_seq: last, .. } = *segment;
    let forged = Tampering::Seal { lane, no, first, last };
    let follows = segment.previous == before.map_or([0; 32], |before| before.hash)
        && first == before.map_or(0, |before| before.last_seq) + 1;
    if !follows || !segment.is_signed_by(signer) {
        return Ok(Some(forged));
    }
    let rows = sealed_rows(db, segment).await?;
    if segment.holds(&rows) {
        return Ok(None);
    }
    if let Some(seq) = segment.first_altered(&rows) {
        return Ok(Some(Tampering::Altered { lane, seq }));
    }
    let present = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok(Some(if first + present <= last { Tampering::Gone { lane, seq: first + present } } else { forged }))
}

/// The rows of the segment as they are now, up to the first that is gone.
async fn sealed_rows(db: &Db, segment: &Segment) -> Result<Vec<LogRow>> {
    let limit = segment.last_seq - segment.first_seq + 1;
    let mut rows = rows_after(db, segment.lane, segment.first_seq - 1, limit).await?;
    rows.retain(|row| row.lsn().seq() <= segment.last_seq);
    Ok(rows)
}
