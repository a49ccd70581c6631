//! Which keys of a lane are taken, on an engine whose only lane this is.
//!
//! A key is never forgotten, and almost every key that comes is new: an index that is written at a random
//! place for each command would cost more than everything else about it. So keys are kept like this:
//!
//! 1. The keys of a batch are **one row** (`key_batch`), written in the batch's own transaction. They are
//!    also in memory; at start the memory is filled from these rows.
//! 2. When [`RUN_KEYS`] of them have gathered, they are sorted into the pages of a **run** (`key_page`) by
//!    the first bits of the key. A few pages are written with each following batch, so that no batch pays
//!    for all of it.
//! 3. With the last page the run is **sealed** (`key_run`): from that commit on its pages count, its keys
//!    leave the memory and its batch rows are swept, again a few at a time.
//!
//! A key that memory does not know is looked for in the pages of the runs that a filter in memory names
//! (`filter`), which for a new key is almost always none.
//!
//! It is exact at every instant: a key is in a batch row from its own commit until its run is sealed, and in
//! the run from then on. What a run holds follows from the log alone (the batches after the run before, until
//! there are enough), so that a server that starts again, or another on the same file, writes the very
//! same pages, and writing one twice changes nothing.

mod audit;
mod filter;
mod record;

use std::collections::VecDeque;
use std::ops::Range;

use croupier_ledger::{Batch, Key, KeyRow, Lsn, Writes};

use self::filter::Filter;
use crate::Result;

pub use audit::broken_keys;

/// Keys of a run. Memory holds the keys of at most about two runs, 170 bytes each.
pub(super) const RUN_KEYS: usize = 65_536;

/// Bits of a key that choose its page.
const PAGE_BITS: u32 = 10;

/// Pages of a run.
const PAGES: usize = 1 << PAGE_BITS;

/// Pages that may be written with a batch of `keys` keys: twice as many as it will fill itself, so that a run
/// is done before the next is full.
const fn pages_due(run_keys: usize, keys: usize) -> usize {
    4 + 2 * keys * PAGES / run_keys
}

/// Batch rows that are swept with a batch.
pub(super) const SWEPT: i64 = 4;

/// The keys of a lane as far as they are known.
#[derive(Debug)]
pub(super) struct KeyIndex {
    lane: u8,
    run_keys: usize,
    /// The place of the last batch row that is known.
    pub(super) tail: Lsn,
    /// The end of the last sealed run.
    pub(super) upto: Lsn,
    /// Batch rows after `upto` that are in no run yet, in order of the log.
    waiting: VecDeque<(Lsn, Vec<u8>)>,
    waiting_keys: usize,
    /// The run that is being written.
    writing: Option<Run>,
    /// A sealed run whose keys are still to leave the memory.
    leaving: Option<Run>,
    /// There may be batch rows up to `upto` that are to be swept.
    sweeps: bool,
    filter: Filter,
}

/// Keys sorted into pages.
#[derive(Debug)]
struct Run {
    upto: Lsn,
    records: Vec<u8>,
    /// Where each page ends in `records`.
    ends: Vec<usize>,
    /// Pages that have been dealt with.
    done: usize,
    column: Vec<u8>,
}

impl Run {
    fn page(&self, page: usize) -> &[u8] {
        let from = page.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.records[from..self.ends[page]]
    }
}

/// What is to be written about keys beside a batch.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Due {
    /// Pages of the run being written.
    pages: Range<usize>,
    /// Whether the run is sealed.
    pub(super) seals: bool,
    /// Whether batch rows are swept.
    pub(super) sweeps: bool,
}

impl KeyIndex {
    pub(super) fn new(lane: u8, run_keys: usize) -> Self {
        let start = Lsn::new(lane, 0);
        Self {
            lane,
            run_keys,
            tail: start,
            upto: start,
            waiting: VecDeque::new(),
            waiting_keys: 0,
            writing: None,
            leaving: None,
            sweeps: true,
            filter: Filter::new(run_keys),
        }
    }

    /// The number of the next run: the lane's runs that are not known yet begin here.
    pub(super) fn next_run(&self) -> i64 {
        Lsn::new(self.lane, place(self.filter.runs())).0
    }

    /// Takes in the next sealed run, written here or by another server.
    pub(super) fn learn_run(&mut self, batch: &mut Batch, upto: Lsn, column: &[u8]) -> Result<()> {
        self.filter.add(column);
        self.upto = upto;
        self.tail = self.tail.max(upto);
        self.sweeps = true;
        if self.writing.as_ref().is_some_and(|run| run.upto <= upto) {
            self.leave(batch, PAGES);
            self.leaving = self.writing.take().map(|run| Run { done: 0, ..run });
        }
        while let Some((_, records)) = self.waiting.pop_front_if(|(lsn, _)| *lsn <= upto) {
            for record in record::records(&records)? {
                batch.keys.remove(&record::key(record));
                self.waiting_keys -= 1;
            }
        }
        Ok(())
    }

    /// Takes in the next batch row of another server, or of before the start; one that is known changes nothing.
    pub(super) fn learn_batch(&mut self, batch: &mut Batch, lsn: Lsn, records: Vec<u8>) -> Result<()> {
        if lsn <= self.tail {
            return Ok(());
        }
        for record in record::records(&records)? {
            let row = record::read(record)?;
            batch.keys.insert(row.key, row);
        }
        self.append(lsn, records);
        Ok(())
    }

    /// The row of a decided batch: its place and its keys.
    pub(super) fn batch_row(writes: &Writes) -> Option<(Lsn, Vec<u8>)> {
        // The first row is of the first accepted command, with the batch's first place.
        let lsn = writes.keys.first()?.lsn;
        let mut records = Vec::with_capacity(writes.keys.len() * record::SIZE);
        for row in &writes.keys {
            record::put(&mut records, row);
        }
        Some((lsn, records))
    }

    /// Takes in the batch row that was committed; `batch` has its keys already.
    pub(super) fn append(&mut self, lsn: Lsn, records: Vec<u8>) {
        self.tail = lsn;
        self.waiting_keys += records.len() / record::SIZE;
        self.waiting.push_back((lsn, records));
    }

    /// Pages in which `key`, which memory does not know, may stand.
    pub(super) fn pages_of(&self, key: Key) -> impl Iterator<Item = i64> {
        self.filter.candidates(key).map(move |run| self.page_id(run, page_of(key)))
    }

    /// What is due with a batch of `keys` keys. Nothing changes before [`KeyIndex::done`].
    pub(super) fn due(&mut self, keys: usize) -> Result<Due> {
        if self.writing.is_none() && self.leaving.is_none() && self.waiting_keys >= self.run_keys {
            self.writing = Some(self.gather()?);
        }
        let pages = self
            .writing
            .as_ref()
            .map_or(0..0, |run| run.done..PAGES.min(run.done + pages_due(self.run_keys, keys)));
        let seals = self.writing.is_some() && pages.is_empty();
        Ok(Due { pages, seals, sweeps: self.sweeps })
    }

    /// The pages that are due, with their numbers.
    pub(super) fn due_pages(&self, due: &Due) -> impl Iterator<Item = (i64, &[u8])> {
        let pages = self.writing.as_ref().map(|run| due.pages.clone().map(|page| (page, run.page(page))));
        let pages = pages.into_iter().flatten().filter(|(_, records)| !records.is_empty());
        pages.map(|(page, records)| (self.page_id(self.filter.runs(), page), records))
    }

    /// The run to be sealed when that is due: number, end, and column of the filter.
    pub(super) fn due_run(&self, due: &Due) -> Option<(i64, Lsn, &[u8])> {
        let run = self.writing.as_ref().filter(|_| due.seals)?;
        Some((self.next_run(), run.upto, &run.column))
    }

    /// What was due has been committed; `swept` rows of batches were deleted.
    pub(super) fn done(&mut self, batch: &mut Batch, due: &Due, keys: usize, swept: u64) {
        self.leave(batch, pages_due(self.run_keys, keys));
        if due.sweeps {
            self.sweeps = swept > 0;
        }
        let Some(mut run) = self.writing.take() else { return };
        if due.seals {
            self.filter.add(&run.column);
            self.upto = run.upto;
            self.sweeps = true;
            self.leaving = Some(Run { done: 0, ..run });
            return;
        }
        for page in due.pages.clone() {
            let (records, _) = run.records[page_range(&run, page)].as_chunks();
            for record in records {
                self.filter.mark(&mut run.column, record::key(record));
            }
        }
        run.done = due.pages.end;
        self.writing = Some(run);
    }

    /// Lets the keys of `pages` pages of the sealed run leave the memory.
    fn leave(&mut self, batch: &mut Batch, pages: usize) {
        let Some(run) = &mut self.leaving else { return };
        let end = PAGES.min(run.done + pages);
        for page in run.done..end {
            let (records, _) = run.page(page).as_chunks();
            for record in records {
                batch.keys.remove(&record::key(record));
            }
        }
        run.done = end;
        if end == PAGES {
            self.leaving = None;
        }
    }

    /// Sorts the first waiting batches into pages, as many as make a run.
    fn gather(&mut self) -> Result<Run> {
        let (mut batches, mut keys) = (Vec::new(), 0);
        while keys < self.run_keys
            && let Some((lsn, records)) = self.waiting.pop_front()
        {
            keys += records.len() / record::SIZE;
            batches.push((lsn, records));
        }
        self.waiting_keys -= keys;
        let mut ends = vec![0; PAGES];
        for (_, records) in &batches {
            record::records(records)?.for_each(|record| ends[page_of(record::key(record))] += record::SIZE);
        }
        let mut end = 0;
        for size in &mut ends {
            end += *size;
            *size = end;
        }
        // Filled from the back, each page ends up in the order of the log and `ends` at its beginnings.
        let mut sorted = vec![0; end];
        let mut starts = ends.clone();
        for (_, records) in batches.iter().rev() {
            for record in record::records(records)?.rev() {
                let start = &mut starts[page_of(record::key(record))];
                *start -= record::SIZE;
                sorted[*start..*start + record::SIZE].copy_from_slice(record);
            }
        }
        let upto = batches.last().map_or(self.upto, |(lsn, _)| *lsn);
        Ok(Run { upto, records: sorted, ends, done: 0, column: self.filter.column() })
    }

    fn page_id(&self, run: usize, page: usize) -> i64 {
        Lsn::new(self.lane, place(run << PAGE_BITS | page)).0
    }
}

fn page_range(run: &Run, page: usize) -> Range<usize> {
    page.checked_sub(1).map_or(0, |before| run.ends[before])..run.ends[page]
}

/// The page of a key: its first ten bits.
fn page_of(Key(key): Key) -> usize {
    usize::from(u16::from_be_bytes([key[0], key[1]]) >> (16 - PAGE_BITS))
}

/// A count as a number of the log; both are far below 2^48.
fn place(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// `key` in the records of a page.
pub(super) fn find(page: &[u8], key: Key) -> Result<Option<KeyRow>> {
    let found = record::records(page)?.find(|record| record[..16] == key.0);
    found.map(record::read).transpose()
}
