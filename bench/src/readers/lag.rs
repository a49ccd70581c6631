//! How far readers are behind the log, in time.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use anyhow::Result;
use croupier_db::{Db, params};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// Between two looks; a lag is known to within this.
const EVERY: Duration = Duration::from_millis(20);

/// How far one reader was behind.
#[derive(Debug, Clone)]
pub struct Lag {
    /// The name under which the reader keeps its place.
    pub reader: String,
    /// 95 of 100 looks found it behind by no more.
    pub p95: Duration,
    /// The most that a look has found.
    pub max: Duration,
}

/// What the looks have found so far.
#[derive(Debug, Default)]
struct Looks {
    /// When the end of a lane was first seen at a number.
    ends: BTreeMap<i64, VecDeque<(Instant, i64)>>,
    /// What each look found of a reader, in its worst lane.
    found: BTreeMap<String, Vec<Duration>>,
}

/// Looks at all readers until `work` has ended; answers what came of it, and the lags, the worst first.
pub async fn beside<T>(db: &Db, mut work: JoinHandle<Result<T>>) -> Result<(T, Vec<Lag>)> {
    let mut looks = Looks::default();
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            done = &mut work => return Ok((done??, looks.lags())),
            _ = ticks.tick() => looks.look(db).await?,
        }
    }
}

impl Looks {
    async fn look(&mut self, db: &Db) -> Result<()> {
        let sql =
            "SELECT r.name, r.lane, r.position, l.next_seq - 1 FROM reader r JOIN lane l ON l.id = r.lane";
        let rows = db.query(sql, params![]).await?;
        let now = Instant::now();
        let mut worst: BTreeMap<String, Duration> = BTreeMap::new();
        for row in &rows {
            let (position, end): (i64, i64) = (row.get(2)?, row.get(3)?);
            let ends = self.ends.entry(row.get(1)?).or_default();
            if ends.back().is_none_or(|(_, last)| *last < end) {
                ends.push_back((now, end));
            }
            // The first look at which the log had more than the reader has read.
            let unread = ends.get(ends.partition_point(|(_, end)| *end <= position));
            let lag = unread.map_or(Duration::ZERO, |(since, _)| now - *since);
            let worst = worst.entry(row.get(0)?).or_default();
            *worst = lag.max(*worst);
        }
        for (reader, lag) in worst {
            self.found.entry(reader).or_default().push(lag);
        }
        Ok(())
    }

    fn lags(self) -> Vec<Lag> {
        let lag = |(reader, mut found): (String, Vec<Duration>)| {
            found.sort_unstable();
            let p95 = found.get(found.len() * 95 / 100).copied().unwrap_or_default();
            Lag { reader, p95, max: found.last().copied().unwrap_or_default() }
        };
        let mut lags: Vec<Lag> = self.found.into_iter().map(lag).collect();
        lags.sort_by_key(|lag| std::cmp::Reverse(lag.max));
        lags
    }
}
