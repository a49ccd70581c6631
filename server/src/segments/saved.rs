//! Segments that staff keeps: made, edited and put away, each step with its fact.
//!
//! An edit names the version that its member has seen. Of two who edit at once the second touches no row and is told so.

use croupier_db::{Db, log};
use croupier_ledger::{Fact, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::rule::SegmentRule;
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, NO_PLAYER, Permission};

/// A version of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentRef {
    /// The segment.
    pub id: Uuid,
    /// The version, counted from 1.
    pub revision: i64,
}

/// What a version of a segment says, and who has written it when (UTC milliseconds).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Counted from 1.
    pub revision: i64,
    /// What the segment is called.
    pub name: String,
    /// What has to hold of its players.
    pub rule: SegmentRule,
    /// Who has saved it.
    pub member: Uuid,
    /// The member's name by then.
    pub by: String,
    /// When.
    pub at: i64,
}

/// A segment with its version in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The number.
    pub id: Uuid,
    /// What is in force.
    pub version: Version,
    /// When it was put away, UTC milliseconds.
    pub archived_at: Option<i64>,
}

impl Segment {
    /// The version in force.
    pub const fn reference(&self) -> SegmentRef {
        SegmentRef { id: self.id, revision: self.version.revision }
    }
}

/// A segment that a member makes.
#[derive(Debug)]
pub struct NewSegment<'a> {
    /// The number, which is the same for every try of one decision.
    pub id: Uuid,
    /// What it is called.
    pub name: &'a str,
    /// What has to hold of its players.
    pub rule: &'a SegmentRule,
    /// Who makes it.
    pub member: Uuid,
}

/// An edit of a segment.
#[derive(Debug)]
pub struct Edit<'a> {
    /// What the segment is to be.
    pub new: NewSegment<'a>,
    /// The version that the member has seen.
    pub seen: i64,
}

impl NewSegment<'_> {
    fn fingerprint(&self) -> String {
        json!([self.name, self.rule]).to_string()
    }

    fn log_body(&self, revision: i64) -> Value {
        let Self { id, name, rule, .. } = self;
        json!({ "segment": id, "subject": name, "revision": revision, "rule": rule })
    }

    fn version(&self, revision: i64, by: &Actor, at: i64) -> Version {
        Version {
            revision,
            name: self.name.to_owned(),
            rule: self.rule.clone(),
            member: self.member,
            by: by.name.clone(),
            at,
        }
    }
}

/// At most `limit` segments that are in use, or that were put away, newest first, after the one with the number `after`.
pub async fn page(db: &Db, archived: bool, after: Option<Uuid>, limit: i64) -> ApiResult<Vec<Segment>> {
    Ok(store::page(db, archived, after, limit).await?)
}

/// The segment with this number, when there is one.
pub async fn find(db: &Db, id: Uuid) -> ApiResult<Option<Segment>> {
    Ok(store::segment(db, id).await?)
}

/// The segment with this number; 404 when there is none.
pub async fn segment(db: &Db, id: Uuid) -> ApiResult<Segment> {
    find(db, id).await?.ok_or_else(ApiError::not_found)
}

/// The versions of a segment, newest first, at most 100.
pub async fn versions(db: &Db, id: Uuid) -> ApiResult<Vec<Version>> {
    Ok(store::versions(db, id).await?)
}

/// Name and rule of a version.
pub async fn rule_of(db: &Db, of: SegmentRef) -> croupier_db::Result<Option<Version>> {
    store::version_of(db, of).await
}

/// Makes a segment as `by`, together with its fact. One with its number is there once.
pub async fn create(app: &App, new: &NewSegment<'_>, by: &Actor) -> ApiResult<()> {
    let (now, fingerprint) = (app.clock.now(), new.fingerprint());
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, new.member, Permission::SegmentsManage).await?;
    if let Some(asked) = store::fingerprint_in(&mut tx, new.id).await? {
        return if asked == fingerprint { Ok(()) } else { Err(Refusal::KeyConflict.into()) };
    }
    store::add(&mut tx, new.id, &fingerprint, now).await?;
    store::add_version(&mut tx, new.id, &new.version(1, by, now)).await?;
    let body = by.signing(new.log_body(1)).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "segment.saved", body }]).await?;
    Ok(tx.commit().await?)
}

/// Saves the next version of a segment as `by`, together with its fact.
pub async fn save(app: &App, edit: &Edit<'_>, by: &Actor) -> ApiResult<()> {
    let Edit { new, seen } = edit;
    let (now, next) = (app.clock.now(), seen.saturating_add(1));
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, new.member, Permission::SegmentsManage).await?;
    if !store::move_on(&mut tx, new.id, *seen).await? {
        drop(tx);
        return why_not(app, edit).await;
    }
    store::add_version(&mut tx, new.id, &new.version(next, by, now)).await?;
    let body = by.signing(new.log_body(next)).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "segment.saved", body }]).await?;
    Ok(tx.commit().await?)
}

/// Why an edit has touched no row: the answer to its first try was lost, or somebody was first.
async fn why_not(app: &App, Edit { new, seen }: &Edit<'_>) -> ApiResult<()> {
    let now = segment(&app.db, new.id).await?;
    let Version { revision, name, rule, member, .. } = &now.version;
    if *revision == seen.saturating_add(1) && name == new.name && rule == new.rule && *member == new.member {
        return Ok(());
    }
    Err(if now.archived_at.is_some() {
        ApiError::conflict("segment_archived", "A colleague has put this segment away.")
    } else {
        ApiError::conflict("segment_changed", "A colleague has saved this segment meanwhile.")
    })
}

/// Puts a segment away as `by`, for `reason`: nothing new is sent by it.
pub async fn archive(app: &App, id: Uuid, member: Uuid, reason: &str, by: &Actor) -> ApiResult<()> {
    let now = app.clock.now();
    let found = segment(&app.db, id).await?;
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    staff::require_in(&mut tx, member, Permission::SegmentsManage).await?;
    if !store::archive(&mut tx, id, (&by.name, reason), now).await? {
        return Err(ApiError::conflict("segment_archived", "A colleague has put this segment away."));
    }
    let log_body = json!({ "segment": id, "subject": found.version.name, "reason": reason });
    let body = by.signing(log_body).to_string();
    log::append(&app.db, &mut tx, NO_PLAYER, now, &[Fact { kind: "segment.archived", body }]).await?;
    Ok(tx.commit().await?)
}
