//! Old sealed segments of the log, moved out of the store into files.
//!
//! A segment is moved in two steps. First its file is written, brought to the disk and read back ([`file`]). Then one
//! transaction carries forward what its transfers come to, notes the file, deletes the rows and moves the end of the
//! lane's archive on ([`store::move_out`]). So a row is in the store or in a file that was read back, and a command
//! that dies at any moment leaves at most a file that nothing points to, from which the next one goes on.
//!
//! What is never moved: rows that a reader of the log has not read, rows behind the oldest open round, and what is
//! younger than the caller says.

pub(super) mod file;
pub(super) mod store;

use std::path::Path;

use anyhow::{Result, ensure};
use croupier_db::Db;
use croupier_db::log::LogRow;
use tokio::time::Instant;

use self::file::Part;
use self::store::Bound;
use super::checkpoint::{Checkpoint, Signer};
use super::verify::sealed_rows;

/// Rows of a file at least: a server with little to do would have a file a minute otherwise.
pub const FILE_ROWS: usize = 4096;

/// After a segment the command rests so many times as long as it took to move, so that bets have the store to
/// themselves for most of the time.
const REST: u32 = 4;

/// What is to be archived.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// Where to.
    pub folder: &'a Path,
    /// What is from this instant (UTC milliseconds) or younger stays.
    pub before: i64,
    /// Rows of a file at least; what does not fill one stays.
    pub file_rows: usize,
}

/// What became of a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneArchive {
    /// The lane.
    pub lane: u8,
    /// Rows that were moved.
    pub rows: usize,
    /// The number of the last row that is in the archive by now.
    pub archived_to: i64,
    /// Why what follows stays, in words.
    pub stays: String,
}

/// Where an archived segment is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredFile {
    pub(super) lane: u8,
    pub(super) no: i64,
    /// Within the archive's folder.
    pub(super) file: String,
    /// When the newest of its rows was asked for, UTC milliseconds.
    pub(super) newest_at: i64,
}

/// A segment with the rows that were sealed.
#[derive(Debug)]
struct Sealed {
    checkpoint: Checkpoint,
    rows: Vec<LogRow>,
}

impl Sealed {
    fn newest_at(&self) -> i64 {
        self.rows.iter().map(LogRow::at).max().unwrap_or_default()
    }
}

/// Moves what `plan` says out of every lane. `now` is in UTC milliseconds.
///
/// Fails when a segment is not what was sealed, when a file cannot be written or read back, and when another archives
/// at the same time; what was moved until then stays moved.
pub async fn run(db: &Db, signer: &Signer, plan: Plan<'_>, now: i64) -> Result<Vec<LaneArchive>> {
    let mut lanes = Vec::new();
    for lane in 0..db.lanes() {
        lanes.push(archive_lane(db, signer, plan, now, lane).await?);
    }
    Ok(lanes)
}

async fn archive_lane(db: &Db, signer: &Signer, plan: Plan<'_>, now: i64, lane: u8) -> Result<LaneArchive> {
    let bound = store::bound(db, lane).await?;
    let last = store::last_archived(db, lane).await?;
    let mut before = super::store::checkpoint(db, lane, last).await?;
    let mut rows = 0;
    let stays = loop {
        match gather(db, signer, plan, (lane, before.as_ref()), &bound).await? {
            Gathered::Stays(why) => break why,
            Gathered::File(mut sealed) => {
                move_file(db, signer, plan, &sealed, now).await?;
                rows += sealed.iter().map(|sealed| sealed.rows.len()).sum::<usize>();
                before = sealed.pop().map(|sealed| sealed.checkpoint);
            }
        }
    };
    let archived_to = before.map_or(0, |checkpoint| checkpoint.last_seq);
    Ok(LaneArchive { lane, rows, archived_to, stays })
}

/// The next file.
enum Gathered {
    /// What it holds.
    File(Vec<Sealed>),
    /// Why there is none.
    Stays(String),
}

/// Gathers the segments after the segment `before` until they fill a file; each is checked against its seal.
async fn gather(
    db: &Db,
    signer: &Signer,
    plan: Plan<'_>,
    (lane, before): (u8, Option<&Checkpoint>),
    bound: &Bound,
) -> Result<Gathered> {
    let (mut sealed, mut rows): (Vec<Sealed>, usize) = (Vec::new(), 0);
    while rows < plan.file_rows {
        let last = sealed.last().map(|sealed| &sealed.checkpoint).or(before);
        let no = last.map_or(0, |checkpoint| checkpoint.no) + 1;
        let Some(checkpoint) = super::store::checkpoint(db, lane, no).await? else {
            return Ok(Gathered::Stays("what follows is not sealed yet".to_owned()));
        };
        if checkpoint.last_seq > bound.seq {
            return Ok(Gathered::Stays(bound.why.clone()));
        }
        let next = Sealed { rows: sealed_rows(db, signer, last, &checkpoint).await??, checkpoint };
        if next.newest_at() >= plan.before {
            return Ok(Gathered::Stays("what follows is too young, or too little for a file".to_owned()));
        }
        rows += next.rows.len();
        sealed.push(next);
    }
    Ok(Gathered::File(sealed))
}

async fn move_file(db: &Db, signer: &Signer, plan: Plan<'_>, sealed: &[Sealed], now: i64) -> Result<()> {
    let (Some(first), Some(last)) = (sealed.first(), sealed.last()) else { return Ok(()) };
    let file = file::name(&first.checkpoint, &last.checkpoint);
    file::keep(plan.folder, &file, &signer.public_key(), sealed)?;
    for one in sealed {
        let began = Instant::now();
        let Checkpoint { lane, no, .. } = one.checkpoint;
        let kept = StoredFile { lane, no, file: file.clone(), newest_at: one.newest_at() };
        let moved = store::move_out(db, &one.checkpoint, &kept, now).await?;
        ensure!(moved, "another command archives this log");
        tokio::time::sleep(began.elapsed() * REST).await;
    }
    Ok(())
}

/// The files of an archive, read again, one at a time.
#[derive(Debug)]
pub(super) struct Files<'a> {
    folder: &'a Path,
    open: Option<(String, Vec<Part>)>,
}

impl<'a> Files<'a> {
    /// Those in `folder`.
    pub(super) const fn of(folder: &'a Path) -> Self {
        Self { folder, open: None }
    }

    /// What the archive has of a segment; fails when the file is not there or cannot be read.
    pub(super) fn rows(&mut self, kept: &StoredFile) -> Result<&[LogRow]> {
        if self.open.as_ref().is_none_or(|(file, _)| *file != kept.file) {
            self.open = Some((kept.file.clone(), file::read(&self.folder.join(&kept.file))?));
        }
        let parts = self.open.iter().flat_map(|(_, parts)| parts);
        Ok(parts.filter(|part| part.no == kept.no).map(|part| &part.rows[..]).next().unwrap_or_default())
    }
}
