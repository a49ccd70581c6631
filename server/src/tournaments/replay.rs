//! The log played again: scores are worked out from its rows by the rules that the reader scores by. Nothing is written.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use croupier_db::log::{self, LogRow};
use croupier_db::{Db, Error};
use croupier_ledger::PlayerId;

use super::definition::day_of;
use super::entries_store::{self, Gain};
use super::readers::{gain, joined};
use super::scoring::{Batch, Contest, Pair, Row};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::player;
use crate::site_config::ExchangeRates;
use crate::wallet;

/// Rows that are read in one go.
const PAGE: i64 = 2_000;

/// Rounds that are kept in memory.
const ROUNDS_MAX: usize = 1_000_000;

/// By how much the clocks of servers may differ.
const CLOCKS_MS: i64 = 60_000;

/// Why nothing was worked out.
#[derive(Debug)]
pub enum NotReplayed {
    /// A part of the log that is needed lies in the archive.
    Archived,
    /// There are more rounds than memory is given.
    TooMany,
    /// The store cannot be read.
    Store(Error),
    /// There is no such tournament.
    NotFound,
}

impl From<Error> for NotReplayed {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

/// Whose rounds count.
#[derive(Debug, Clone)]
pub(super) enum Takers {
    /// Those of players who have joined, from the joining on, with every change of every round.
    Joined,
    /// Those of everybody who is in one of the groups of a contest, or of everybody where it names none. A round is taken as it
    /// stands a day after its end.
    Everybody(BTreeMap<i64, Vec<i64>>),
}

impl Takers {
    /// Whether it matters in which groups players are.
    fn names_groups(&self) -> bool {
        match self {
            Self::Joined => false,
            Self::Everybody(of_contests) => of_contests.values().any(|wanted| !wanted.is_empty()),
        }
    }
}

/// Scores by contest and player.
pub(super) type Scores = BTreeMap<Pair, Gain>;

/// Whether the log of `lane` is there from `at` (UTC milliseconds) on, and the number after which it goes on from there.
pub async fn place_at(db: &Db, lane: u8, at: i64) -> Result<(i64, bool), Error> {
    let (mut low, mut high) = (0, log::tail(db, lane).await?);
    while low < high {
        let middle = low + (high - low) / 2;
        match log::rows_after(db, lane, middle, 1).await?.first() {
            Some(row) if row.at() >= at - CLOCKS_MS => high = middle,
            // What is in the archive is older than what is not.
            _ => low = middle + 1,
        }
    }
    let is_whole = low == 0 || !log::rows_after(db, lane, low - 1, 1).await?.is_empty();
    Ok((low, is_whole))
}

/// Plays `lane` again after the number `after`, up to `upto` where that is given.
pub(super) async fn replay(
    app: &App,
    (lane, mut after, upto): (u8, i64, i64),
    contests: Vec<Contest>,
    takers: &Takers,
) -> Result<Scores, NotReplayed> {
    let end = contests.iter().map(Contest::settled_at).max().unwrap_or_default();
    let mut run = Run::new(contests);
    let mut groups = BTreeMap::new();
    let mut days: BTreeMap<i64, ExchangeRates> = BTreeMap::new();
    while after < upto {
        let mut rows = log::rows_after(&app.db, lane, after, PAGE).await?;
        rows.retain(|row| row.lsn().seq() <= upto);
        let Some(last) = rows.last() else { return Err(NotReplayed::Archived) };
        after = last.lsn().seq();
        if rows.iter().all(|row| row.at() >= end + CLOCKS_MS) {
            break;
        }
        for day in rows.iter().map(|row| day_of(row.at())).collect::<BTreeSet<_>>() {
            if let Entry::Vacant(unknown) = days.entry(day) {
                let noted = entries_store::rates_noted(&app.db, day).await?;
                unknown.insert(noted.unwrap_or_else(|| (*app.site_config.rates.now()).clone()));
            }
        }
        if takers.names_groups() {
            learn_groups(app, &rows, &mut groups).await?;
        }
        run.take(&rows, &days, takers, &groups)?;
    }
    Ok(run.finish())
}

/// Looks up the groups of players whom `groups` does not have yet.
async fn learn_groups(
    app: &App,
    rows: &[LogRow],
    groups: &mut BTreeMap<PlayerId, Vec<i64>>,
) -> Result<(), NotReplayed> {
    let opens = |row: &&LogRow| row.played().is_some_and(|played| played.opens);
    let players: BTreeSet<PlayerId> = rows.iter().filter(opens).map(LogRow::player).collect();
    for id in players {
        if let Entry::Vacant(unknown) = groups.entry(id) {
            let own = player::groups_of(app, id).await;
            unknown.insert(own.map_err(|error| Error::Engine(format!("{error:?}")))?);
        }
    }
    Ok(())
}

/// What is known while a lane is played again.
#[derive(Debug, Default)]
struct Run {
    /// Contests that have not begun, the first one last.
    waiting: Vec<Contest>,
    batch: Batch,
    scores: Scores,
}

impl Run {
    fn new(mut contests: Vec<Contest>) -> Self {
        contests.sort_by_key(|contest| std::cmp::Reverse(contest.start_at));
        Self { waiting: contests, ..Self::default() }
    }

    fn take(
        &mut self,
        rows: &[LogRow],
        days: &BTreeMap<i64, ExchangeRates>,
        takers: &Takers,
        groups: &BTreeMap<PlayerId, Vec<i64>>,
    ) -> Result<(), NotReplayed> {
        let times = || rows.iter().map(LogRow::at);
        let Some((first, last)) = times().min().zip(times().max()) else { return Ok(()) };
        while self.waiting.last().is_some_and(|contest| contest.start_at <= last) {
            self.batch.contests.extend(self.waiting.pop());
        }
        for row in rows {
            if let (Some(contest), Takers::Joined) = (joined(row)?, takers) {
                self.batch.join(contest, row.player());
            }
            let (Some(played), LogRow::Transfer(transfer)) = (row.played(), row) else { continue };
            if let (true, Takers::Everybody(wanted)) = (played.opens, takers) {
                let own = groups.get(&transfer.player).map_or(&[][..], Vec::as_slice);
                self.join_all(transfer.player, own, wanted);
            }
            let currency = transfer.currency.as_str();
            let (lsn, reverses) = (row.lsn().0, transfer.transfer.reverses.map(|lsn| lsn.0));
            let day = days.get(&day_of(row.at()));
            let row = Row { played, player: transfer.player, currency, at: row.at(), lsn, reverses };
            self.batch.take(&row, |amount, contest| {
                wallet::converted(day?, amount, currency.parse().ok()?, contest.currency)
            });
        }
        self.batch.changed.clear();
        let over = self.batch.contests.iter().filter(|contest| contest.settled_at() + CLOCKS_MS < first);
        for contest in over.map(|contest| contest.id).collect::<Vec<_>>() {
            self.end(contest);
        }
        if self.batch.entries.len() > ROUNDS_MAX {
            match takers {
                Takers::Joined => return Err(NotReplayed::TooMany),
                Takers::Everybody(_) => self.fold_ended(last - DAY_MS),
            }
        }
        if self.batch.entries.len() > ROUNDS_MAX { Err(NotReplayed::TooMany) } else { Ok(()) }
    }

    fn join_all(&mut self, player: PlayerId, own: &[i64], wanted: &BTreeMap<i64, Vec<i64>>) {
        let Batch { contests, joined, .. } = &mut self.batch;
        for contest in contests.iter() {
            let groups = wanted.get(&contest.id).map_or(&[][..], Vec::as_slice);
            if groups.is_empty() || groups.iter().any(|group| own.contains(group)) {
                joined.insert((contest.id, player));
            }
        }
    }

    /// Counts the rounds of a contest that nothing changes any more, and forgets them.
    fn end(&mut self, id: i64) {
        let of_contest = (id, i64::MIN)..=(id, i64::MAX);
        let pairs: Vec<Pair> = self.batch.entries.range(of_contest).map(|(pair, _)| *pair).collect();
        self.fold(&pairs);
        self.batch.joined.retain(|(contest, _)| *contest != id);
        self.batch.contests.retain(|contest| contest.id != id);
    }

    fn fold_ended(&mut self, before: i64) {
        let ended =
            self.batch.entries.iter().filter(|(_, entry)| entry.ended_at.is_some_and(|at| at < before));
        let pairs: Vec<Pair> = ended.map(|(pair, _)| *pair).collect();
        self.fold(&pairs);
    }

    fn fold(&mut self, pairs: &[Pair]) {
        for pair in pairs {
            let Some(entry) = self.batch.entries.remove(pair) else { continue };
            let takes_best = self
                .batch
                .contests
                .iter()
                .any(|contest| contest.id == pair.0 && contest.strategy.takes_best());
            if entry.score.counted {
                gain(self.scores.entry((pair.0, entry.player)).or_default(), &entry, takes_best);
            }
        }
    }

    fn finish(mut self) -> Scores {
        for contest in self.batch.contests.iter().map(|contest| contest.id).collect::<Vec<_>>() {
            self.end(contest);
        }
        self.scores
    }
}
