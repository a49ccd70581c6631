//! What a client missed while it was away, read again from the log.
//!
//! The frames of one player all come from one lane, in its order, over one socket, and those of one row in
//! one message. So whoever has seen an offset in one private channel has seen everything up to it in all of
//! them, and the highest offset that a client names is its place in each.

use std::collections::BTreeMap;

use croupier_db::{Db, Result, log};
use croupier_ledger::PlayerId;

use super::channel::Channel;
use super::frames::{Effect, FrameSources, effects, with_readers};
use super::protocol::Publication;

/// The most rows of one player that are read again.
const PLAYER_ROWS_MAX: i64 = 1000;

/// The most rows of a lane that are looked through for one client: a span of the log's own key.
const LANE_ROWS_MAX: i64 = 5_000;

/// Rows older than this are not read again, in milliseconds.
const AGE_MS_MAX: i64 = 5 * 60 * 1000;

/// Where a client was, and where this server is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    pub(super) player: PlayerId,
    pub(super) lane: u8,
    /// The last offset that the client has seen.
    pub(super) seen: i64,
    /// The offset up to which this server has published the lane.
    pub(super) published_to: i64,
}

/// What closes a gap.
#[derive(Debug, Default)]
pub(super) struct Recovered {
    /// The publications that were missed, by channel, in order.
    pub(super) publications: BTreeMap<Channel, Vec<Publication>>,
    /// The place that the client has then.
    pub(super) offset: i64,
}

/// Reads what was missed at `now` (UTC milliseconds); `None` when the gap is too wide, so that the client
/// has to load its data anew.
pub(super) async fn recover(
    db: &Db,
    sources: &FrameSources,
    gap: Gap,
    now: i64,
) -> Result<Option<Recovered>> {
    let Gap { player, lane, seen, published_to } = gap;
    if seen >= published_to {
        // Another server was quicker than this one; what it published is not published again.
        let known = seen == published_to || seen <= log::tail(db, lane).await?;
        return Ok(known.then(|| Recovered { offset: seen, ..Recovered::default() }));
    }
    if published_to - seen > LANE_ROWS_MAX {
        return Ok(None);
    }
    let first = log::rows_after(db, lane, seen, 1).await?;
    if first.first().is_none_or(|row| row.at() < now - AGE_MS_MAX) {
        return Ok(None);
    }
    let rows = log::rows_of_player(db, player, (lane, seen, published_to), PLAYER_ROWS_MAX + 1).await?;
    if i64::try_from(rows.len()).is_ok_and(|count| count > PLAYER_ROWS_MAX) {
        return Ok(None);
    }
    let mut publications = BTreeMap::<Channel, Vec<Publication>>::new();
    for effect in with_readers(db, effects(sources, &rows), Vec::new, now).await? {
        if let Effect::Publish(frame) = effect
            && frame.channel.is_private()
        {
            let publication = Publication { data: frame.data, offset: Some(frame.offset) };
            publications.entry(frame.channel).or_default().push(publication);
        }
    }
    Ok(Some(Recovered { publications, offset: published_to }))
}
