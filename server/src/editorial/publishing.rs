//! Publishing: at once, at a time, and from a folder.
//!
//! A publication is judged in full before, beside what is in force; it commits if nothing else was published since.

use croupier_db::{Db, Statement, Tx};
use uuid::Uuid;

use super::documents::{Document, Group};
use super::folder::{Overlay, Texts};
use super::version::{Version, VersionState};
use super::{announce, begin, changed, hold_to, store};
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Actor, Signed};

/// A draft that is to be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Which document.
    pub path: String,
    /// The revision of its draft that was seen.
    pub revision: i64,
}

/// What is published together, as it was judged.
#[derive(Debug, Clone, Copy)]
pub struct Publication<'a> {
    /// Which drafts.
    pub chosen: &'a [Chosen],
    /// The edition beside which they were judged.
    pub edition: i64,
    /// What has to touch no row, or they are judged again.
    pub clashes: &'a [Statement],
    /// Why.
    pub reason: &'a str,
}

/// What a try to publish came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// It is in force.
    Done,
    /// Something else was published since it was judged.
    JudgeAgain,
}

/// Versions that are due together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Its number.
    pub id: Uuid,
    /// Which versions.
    pub chosen: Vec<Chosen>,
    /// Who has scheduled them.
    pub by: String,
    /// The member who has.
    pub member: Option<Uuid>,
    /// Why.
    pub reason: String,
}

/// The edition in force, and every text over the seed as it would be with the drafts that were `chosen`.
pub async fn judged_texts(db: &Db, chosen: &[Chosen]) -> ApiResult<(i64, Overlay)> {
    let edition = store::edition(db).await?;
    let mut overlay = store::texts_in_force(db).await?;
    for Chosen { path, revision } in chosen {
        let open = store::open_version(db, path).await?.filter(|open| open.revision == *revision);
        let open = open.ok_or_else(changed)?;
        overlay.insert(open.path, open.body);
    }
    Ok((edition, overlay))
}

/// Publishes drafts, each under the permission of its group.
pub async fn publish(db: &Db, publication: &Publication<'_>, by: &Actor, now: i64) -> ApiResult<Published> {
    let Publication { chosen, edition, clashes, reason } = *publication;
    let Some(mut tx) = begin_publishing(db, chosen, edition, clashes, by).await? else {
        return Ok(Published::JudgeAgain);
    };
    for one in chosen {
        let draft = drafted(&mut tx, one, by, VersionState::Draft).await?;
        put_in_force(db, &mut tx, draft, edition + 1, by, reason, now).await?;
    }
    tx.commit().await?;
    Ok(Published::Done)
}

/// Says that drafts are published together at `due_at`.
pub async fn schedule(
    db: &Db,
    publication: &Publication<'_>,
    due_at: i64,
    batch: Uuid,
    by: &Actor,
    now: i64,
) -> ApiResult<()> {
    let Publication { chosen, reason, .. } = *publication;
    let mut tx = begin_for(db, chosen, by).await?;
    for one in chosen {
        let draft = drafted(&mut tx, one, by, VersionState::Draft).await?;
        let version = Version {
            state: VersionState::Scheduled,
            due_at: Some(due_at),
            batch: Some(batch),
            publisher_id: by.signed.as_ref().map(|signed| signed.id),
            publisher: Some(by.name.clone()),
            reason: Some(reason.to_owned()),
            fault: None,
            ..draft
        };
        store::keep(&mut tx, &version, None).await?;
        announce(db, &mut tx, "content.scheduled", &version, by, now, Some(reason)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes back what was scheduled, with everything that is due together with it: they are drafts again.
pub async fn unschedule(db: &Db, path: &str, by: &Actor, now: i64) -> ApiResult<()> {
    let group = Document::at(path).ok_or_else(ApiError::not_found)?.group;
    let mut tx = begin(db, by, group.publish()).await?;
    let open =
        store::open_version_in(&mut tx, path).await?.filter(|open| open.state == VersionState::Scheduled);
    let batch = open.and_then(|open| open.batch).ok_or_else(changed)?;
    for version in store::batch_in(&mut tx, batch).await? {
        // What costs money may be due together with what does not.
        let group = Document::at(&version.path).ok_or_else(ApiError::not_found)?.group;
        hold_to(&mut tx, by, group.publish()).await?;
        let draft = back_to_draft(version, None);
        store::keep(&mut tx, &draft, None).await?;
        announce(db, &mut tx, "content.unscheduled", &draft, by, now, None).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// What is due at `now`, in the order in which it is.
pub async fn due(db: &Db, now: i64) -> ApiResult<Vec<Batch>> {
    let mut batches: Vec<Batch> = Vec::new();
    for version in store::due(db, now).await? {
        let Some(id) = version.batch else { continue };
        let chosen = Chosen { path: version.path, revision: version.revision };
        match batches.iter_mut().find(|batch| batch.id == id) {
            Some(batch) => batch.chosen.push(chosen),
            None => batches.push(Batch {
                id,
                chosen: vec![chosen],
                by: version.publisher.unwrap_or_default(),
                member: version.publisher_id,
                reason: version.reason.unwrap_or_default(),
            }),
        }
    }
    Ok(batches)
}

impl Batch {
    /// Puts it in force, as it was judged beside `edition` and where none of `clashes` touches a row. Nothing happens when it
    /// was taken back meanwhile.
    pub async fn publish(
        &self,
        db: &Db,
        edition: i64,
        clashes: &[Statement],
        now: i64,
    ) -> ApiResult<Published> {
        let by = self.actor(db).await?;
        let Some(mut tx) = begin_publishing(db, &self.chosen, edition, clashes, &by).await? else {
            return Ok(Published::JudgeAgain);
        };
        for one in &self.chosen {
            let version = drafted(&mut tx, one, &by, VersionState::Scheduled).await?;
            put_in_force(db, &mut tx, version, edition + 1, &by, &self.reason, now).await?;
        }
        tx.commit().await?;
        Ok(Published::Done)
    }

    /// The member who has scheduled it, who may have been dismissed since.
    async fn actor(&self, db: &Db) -> ApiResult<Actor> {
        let Some(id) = self.member else { return Ok(Actor::from(self.by.as_str())) };
        let member = staff::member_with_id(db, id).await?;
        let email = member.map(|member| member.email).unwrap_or_default();
        let address = "scheduled".to_owned();
        Ok(Actor { name: self.by.clone(), signed: Some(Signed { id, email, address }) })
    }
}

/// Says why a batch could not be published: its versions are drafts again, which show it.
pub async fn fail(
    db: &Db,
    batch: &Batch,
    fault: impl Fn(&str) -> String + Send + Sync,
    now: i64,
) -> ApiResult<()> {
    let by = Actor::from("schedule");
    let mut tx = db.begin().await?;
    croupier_db::log::lock_lane(db, &mut tx, staff::NO_PLAYER).await?;
    for version in store::batch_in(&mut tx, batch.id).await? {
        let fault = fault(&version.path);
        let draft = back_to_draft(version, Some(fault.clone()));
        store::keep(&mut tx, &draft, None).await?;
        announce(db, &mut tx, "content.not_published", &draft, &by, now, Some(&fault)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Publishes `texts`, which were judged as a set beside `edition` and where none of `clashes` touches a row, as new versions;
/// open drafts stay as they are, and whoever writes in them is told that another version is in force. Answers what has changed.
pub async fn import(
    db: &Db,
    texts: &Texts,
    (edition, clashes): (i64, &[Statement]),
    by: &Actor,
    now: i64,
) -> ApiResult<Published> {
    let mut tx = db.begin().await?;
    croupier_db::log::lock_lane(db, &mut tx, staff::NO_PLAYER).await?;
    if has_clash(&mut tx, clashes).await? || !store::advance(&mut tx, edition).await? {
        return Ok(Published::JudgeAgain);
    }
    for (path, text) in texts {
        let number = store::last_number(&mut tx, path).await? + 1;
        let base = store::number_in_force(&mut tx, path).await?;
        let begun = Version::begun(path, number, base, Some(text.clone()), &by.name, now);
        let version = Version { state: VersionState::Superseded, ..begun };
        put_in_force(db, &mut tx, version, edition + 1, by, "import", now).await?;
    }
    tx.commit().await?;
    Ok(Published::Done)
}

/// A transaction in which `chosen` are published; `None` when `edition` is no longer the one in force, or something clashes.
async fn begin_publishing(
    db: &Db,
    chosen: &[Chosen],
    edition: i64,
    clashes: &[Statement],
    by: &Actor,
) -> ApiResult<Option<Tx>> {
    let mut tx = begin_for(db, chosen, by).await?;
    let goes_on = !has_clash(&mut tx, clashes).await? && store::advance(&mut tx, edition).await?;
    Ok(goes_on.then_some(tx))
}

/// Whether one of `clashes` touches a row.
async fn has_clash(tx: &mut Tx, clashes: &[Statement]) -> croupier_db::Result<bool> {
    for Statement { sql, params, .. } in clashes {
        if tx.execute(sql, params.clone()).await? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A transaction for an actor who may publish every one of `chosen`.
async fn begin_for(db: &Db, chosen: &[Chosen], by: &Actor) -> ApiResult<Tx> {
    let mut groups = Vec::new();
    for one in chosen {
        let group = Document::at(&one.path).ok_or_else(ApiError::not_found)?.group;
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let first: Group = groups.first().copied().ok_or_else(ApiError::not_found)?;
    let mut tx = begin(db, by, first.publish()).await?;
    for group in &groups[1..] {
        hold_to(&mut tx, by, group.publish()).await?;
    }
    Ok(tx)
}

/// The open version that was chosen, which `by` may publish.
async fn drafted(tx: &mut Tx, chosen: &Chosen, by: &Actor, state: VersionState) -> ApiResult<Version> {
    let open = store::open_version_in(tx, &chosen.path).await?;
    let open =
        open.filter(|open| open.revision == chosen.revision && open.state == state).ok_or_else(changed)?;
    if store::number_in_force(tx, &chosen.path).await? != open.base {
        return Err(ApiError::conflict(
            "content_outdated",
            "Another version was published since this draft was begun.",
        ));
    }
    let takes_two = Document::at(&open.path).is_none_or(|document| document.group.takes_two());
    if let Some(Signed { id, .. }) = by.signed.as_ref().filter(|_| takes_two) {
        // Whoever was invited after it was begun may have been invited by its writer.
        let is_second = !store::has_written(tx, &open, *id).await?
            && staff::was_invited_in(tx, *id, open.started_at).await?;
        if !is_second {
            return Err(ApiError::conflict(
                "second_person_needed",
                "A member who has not written in it has to publish it.",
            ));
        }
    }
    Ok(open)
}

async fn put_in_force(
    db: &Db,
    tx: &mut Tx,
    version: Version,
    edition: i64,
    by: &Actor,
    reason: &str,
    now: i64,
) -> ApiResult<()> {
    store::supersede(tx, &version.path).await?;
    let version = Version {
        state: VersionState::Published,
        due_at: None,
        batch: None,
        publisher_id: by.signed.as_ref().map(|signed| signed.id),
        publisher: Some(by.name.clone()),
        reason: Some(reason.to_owned()),
        published_at: Some(now),
        fault: None,
        ..version
    };
    store::keep(tx, &version, Some(edition)).await?;
    announce(db, tx, "content.published", &version, by, now, Some(reason)).await?;
    Ok(())
}

fn back_to_draft(version: Version, fault: Option<String>) -> Version {
    let (due_at, batch, publisher_id, publisher, reason) = (None, None, None, None, None);
    Version { state: VersionState::Draft, due_at, batch, publisher_id, publisher, reason, fault, ..version }
}
