//! Documents of the catalogue as the screens made for them write them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::content::seed_text;
use crate::app::App;
use crate::catalogue::EntryFault;
use crate::editorial::{self, Draft, Version};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, FieldError};
use crate::staff::Actor;

/// The games.
pub(super) const GAMES: &str = "catalogue.toml";

/// The lists that they stand in.
pub(super) const LISTS: &str = "collections.toml";

/// How a document of the catalogue stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CatalogueDraft {
    /// Which document.
    path: String,
    /// The version in force; 0 is the folder's.
    base: i64,
    /// Saving and publishing name it; 0 where no draft is open.
    revision: i64,
    /// Who has saved the draft last; null without one.
    saved_by: Option<String>,
    /// When it was.
    saved_at: Option<String>,
    /// When it is published; null of a draft.
    due_at: Option<String>,
    /// Why it could not be published when it was due.
    fault: Option<String>,
    /// Why its text cannot be read: what is in force is shown instead.
    unreadable: Option<String>,
    /// Whether the caller has written in it, and may not publish it.
    is_own: bool,
}

/// A document with the draft that is open.
pub(super) struct Desk {
    path: &'static str,
    /// The text in force.
    pub(super) in_force: String,
    base: i64,
    open: Option<Version>,
    is_own: bool,
}

impl Desk {
    /// The document at `path` as `member` sees it.
    pub(super) async fn open(app: &App, path: &'static str, member: Uuid) -> ApiResult<Self> {
        let published = editorial::in_force(&app.db, path).await?;
        let base = published.as_ref().map_or(0, |version| version.number);
        let text = match published {
            Some(version) => version.body,
            None => seed_text(app, path).await?,
        };
        let in_force = text.ok_or_else(|| ApiError::internal(&format!("{path} is not there")))?;
        let open = editorial::open_version(&app.db, path).await?;
        let is_own = match &open {
            Some(open) => editorial::editors(&app.db, path, open.number).await?.contains(&member),
            None => false,
        };
        Ok(Self { path, in_force, base, open, is_own })
    }

    /// What is written on: the draft, or else what is in force.
    pub(super) fn text(&self) -> &str {
        match &self.open {
            Some(open) => open.body.as_deref().unwrap_or_default(),
            None => &self.in_force,
        }
    }

    /// What the draft says. Where that cannot be read, what is in force says, and why it cannot.
    pub(super) fn drafted<T>(
        &self,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> ApiResult<(T, Option<String>)> {
        match parse(self.text()) {
            Ok(read) => Ok((read, None)),
            Err(error) => {
                let read = parse(&self.in_force).map_err(|error| ApiError::internal(&error))?;
                Ok((read, Some(error)))
            }
        }
    }

    /// What the draft says; 409 where that cannot be read.
    pub(super) fn readable<T>(&self, parse: impl Fn(&str) -> Result<T, String>) -> ApiResult<T> {
        parse(self.text()).map_err(|error| {
            let sentence = format!("The text of the draft has to be mended first: {error}");
            ApiError::conflict("content_unreadable", &sentence)
        })
    }

    /// The version in force and the revision of the draft: what a save names whose text is made of this one.
    pub(super) fn seen(&self) -> (i64, i64) {
        (self.base, self.open.as_ref().map_or(0, |open| open.revision))
    }

    /// Saves `text` as the draft of a writer who has seen a version in force and a revision.
    pub(super) async fn save(
        &self,
        app: &App,
        (base, revision): (i64, i64),
        text: &str,
        by: &Actor,
    ) -> ApiResult<()> {
        // Whoever has seen another revision than that whose text was changed is told by the save.
        let draft = Draft { path: self.path, base, revision, body: Some(text) };
        editorial::save(&app.db, &draft, by, app.clock.now()).await?;
        Ok(())
    }

    /// How it stands.
    pub(super) fn draft(&self, unreadable: Option<String>) -> CatalogueDraft {
        let open = self.open.as_ref();
        CatalogueDraft {
            path: self.path.to_owned(),
            base: self.base,
            revision: open.map_or(0, |open| open.revision),
            saved_by: open.map(|open| open.saved_by.clone()),
            saved_at: open.map(|open| rfc3339(open.saved_at)),
            due_at: open.and_then(|open| open.due_at).map(rfc3339),
            fault: open.and_then(|open| open.fault.clone()),
            unreadable,
            is_own: self.is_own,
        }
    }
}

/// 422 with `faults`, by field.
pub(super) fn refused(faults: Vec<EntryFault>) -> ApiResult<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let refused = |fault: EntryFault| FieldError::new(fault.field, "VALIDATION.CATALOGUE", fault.message);
    Err(ApiError::fields(faults.into_iter().map(refused).collect()))
}
