//! Offers: which there are, writing one, and what one does to players before it is published.
//!
//! An offer is a document of the content, and is published, scheduled, given up and rolled back as every other one is.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::content::seed_text;
use super::offer_form::{OfferForm, OfferKind, OfferTrigger};
use crate::app::App;
use crate::bonus::{KnownAudiences, Offer, OfferFault, Offers, document_of};
use crate::editorial::{self, Draft, Version, VersionState};
use crate::loyalty;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldError, FieldErrorsBody};
use crate::platform::query::Path;
use crate::site_config::SOURCE_LANGUAGE;
use crate::staff::StaffCaller;
use crate::staff::needs::{PromotionsEdit, PromotionsRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(all_offers)).routes(routes!(one_offer)).routes(routes!(save_offer))
}

/// The list of the content folder.
const LIST: &str = "bonuses.toml";

/// How an offer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferStanding {
    /// Players come to it.
    Open,
    /// Its time is still to come.
    Upcoming,
    /// Its time is over.
    Over,
    /// Staff has withdrawn it.
    Withdrawn,
    /// The group that it is shown with is switched off.
    GroupOff,
    /// It was never published.
    New,
}

impl OfferStanding {
    fn of(offer: &Offer, offers: &Offers, now: i64) -> Self {
        if offer.withdrawn {
            Self::Withdrawn
        } else if offers.is_disabled(&offer.group_key) {
            Self::GroupOff
        } else if offer.is_open(now) {
            Self::Open
        } else if offer.from.is_some_and(|from| now < from.0) {
            Self::Upcoming
        } else {
            Self::Over
        }
    }
}

/// What is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferWriting {
    /// Nothing.
    None,
    /// A draft.
    Draft,
    /// A version that waits for its time.
    Scheduled,
}

/// An offer in the list.
#[derive(Debug, Serialize, ToSchema)]
struct OfferRow {
    code: String,
    /// In English; null of one that was never published.
    title: Option<String>,
    /// Null of one that was never published.
    trigger: Option<OfferTrigger>,
    /// Null of free spins alone.
    kind: Option<OfferKind>,
    state: OfferStanding,
    /// The version in force; 0 is the content folder's.
    version: i64,
    writing: OfferWriting,
    /// When staff has last written in it or published it; null while it is as the folder says.
    changed_at: Option<String>,
    changed_by: Option<String>,
    /// When a version is published.
    due_at: Option<String>,
}

impl OfferRow {
    fn of(code: &str, offers: &Offers, heads: &[Version], now: i64) -> ApiResult<Self> {
        let path = document_of(code);
        let mine = || heads.iter().filter(|head| head.path == path);
        let in_force = mine().find(|head| head.state == VersionState::Published);
        let open = mine().find(|head| head.state.is_open());
        let offer = offers.find(code);
        let form = offer.map(OfferForm::of).transpose()?;
        let saved = open.map(|head| (head.saved_at, head.saved_by.clone()));
        let published = in_force.and_then(|head| Some((head.published_at?, head.publisher.clone()?)));
        let changed = saved.or(published);
        Ok(Self {
            code: code.to_owned(),
            title: offer.map(|offer| offer.title.in_locale(SOURCE_LANGUAGE).to_owned()),
            trigger: form.as_ref().map(|form| form.trigger),
            kind: form.and_then(|form| form.kind),
            state: offer.map_or(OfferStanding::New, |offer| OfferStanding::of(offer, offers, now)),
            version: in_force.map_or(0, |head| head.number),
            writing: match open.map(|head| head.state) {
                None => OfferWriting::None,
                Some(VersionState::Scheduled) => OfferWriting::Scheduled,
                Some(_) => OfferWriting::Draft,
            },
            changed_at: changed.as_ref().map(|(at, _)| rfc3339(*at)),
            changed_by: changed.map(|(_, by)| by),
            due_at: open.and_then(|head| head.due_at).map(rfc3339),
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct OfferList {
    /// In the order of the file, then those that staff has written, by code.
    offers: Vec<OfferRow>,
}

/// List the offers
#[utoipa::path(get, path = "/api/offers", tag = "offers", responses(
    (status = 200, body = OfferList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn all_offers(
    State(app): State<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
) -> ApiResult<Json<OfferList>> {
    let heads = editorial::heads(&app.db).await?;
    let known = app.bonuses.offers();
    let mut codes: Vec<&str> = known.all().map(|offer| offer.code.as_str()).collect();
    for head in &heads {
        let code = head.path.strip_prefix("offers/").and_then(|name| name.strip_suffix(".toml"));
        if let Some(code) = code.filter(|code| !codes.contains(code)) {
            codes.push(code);
        }
    }
    let now = app.clock.now();
    let rows = codes.into_iter().map(|code| OfferRow::of(code, &known, &heads, now));
    Ok(Json(OfferList { offers: rows.collect::<ApiResult<_>>()? }))
}

/// An offer as it is in force.
#[derive(Debug, Serialize, ToSchema)]
struct OfferInForce {
    /// 0 is the content folder's.
    version: i64,
    /// Null where there is none yet.
    offer: Option<OfferForm>,
    /// Null of the folder's.
    published_at: Option<String>,
    published_by: Option<String>,
    reason: Option<String>,
}

/// A version of an offer that is not in force yet.
#[derive(Debug, Serialize, ToSchema)]
struct OfferDraft {
    version: i64,
    /// Saving and publishing name it: it tells whether somebody has saved meanwhile.
    revision: i64,
    /// Null where it brings back what the list of the folder says, and where its text cannot be read.
    offer: Option<OfferForm>,
    /// Why its text cannot be read.
    unreadable: Option<String>,
    saved_at: String,
    saved_by: String,
    /// When it is published; null of a draft.
    due_at: Option<String>,
    scheduled_by: Option<String>,
    reason: Option<String>,
    /// Why it could not be published when it was due.
    fault: Option<String>,
    /// Whether the caller has written in it, and may not publish it.
    is_own: bool,
}

/// An offer.
#[derive(Debug, Serialize, ToSchema)]
struct OfferView {
    code: String,
    /// Its document among those of the content.
    path: String,
    in_force: OfferInForce,
    /// Null without one.
    draft: Option<OfferDraft>,
}

/// Read an offer
#[utoipa::path(get, path = "/api/offers/{code}", tag = "offers", params(("code" = String, Path)), responses(
    (status = 200, body = OfferView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn one_offer(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PromotionsRead>,
    Path(code): Path<String>,
) -> ApiResult<Json<OfferView>> {
    let found = view(&app, &code, caller.member.id).await?;
    if found.in_force.offer.is_none() && found.draft.is_none() {
        return Err(ApiError::not_found());
    }
    Ok(Json(found))
}

/// An offer as `member` sees it.
async fn view(app: &App, code: &str, member: Uuid) -> ApiResult<OfferView> {
    let path = document_of(code);
    if !editorial::is_document(&path) {
        return Err(ApiError::not_found());
    }
    let published = editorial::in_force(&app.db, &path).await?;
    let own = published.as_ref().and_then(|version| version.body.as_deref());
    let offer = match own {
        // What is in force was read before it came into force.
        Some(text) => Some(Offer::parse(text).map_err(|error| ApiError::internal(&error))?),
        None => listed(app, code).await?,
    };
    let (published_at, published_by, reason) = match &published {
        Some(version) => (version.published_at, version.publisher.clone(), version.reason.clone()),
        None => (None, None, None),
    };
    let in_force = OfferInForce {
        version: published.as_ref().map_or(0, |version| version.number),
        offer: offer.as_ref().map(OfferForm::of).transpose()?,
        published_at: published_at.map(rfc3339),
        published_by,
        reason,
    };
    let draft = match editorial::open_version(&app.db, &path).await? {
        Some(open) => Some(draft_of(app, open, member).await?),
        None => None,
    };
    Ok(OfferView { code: code.to_owned(), path, in_force, draft })
}

/// What the list says of an offer, as it is in force.
async fn listed(app: &App, code: &str) -> ApiResult<Option<Offer>> {
    let published = editorial::in_force(&app.db, LIST).await?;
    let text = match published {
        Some(version) => version.body,
        None => seed_text(app, LIST).await?,
    };
    let Some(text) = text else { return Ok(None) };
    let offers = Offers::listed(&text).map_err(|error| ApiError::internal(&error))?;
    Ok(offers.find(code).cloned())
}

async fn draft_of(app: &App, open: Version, member: Uuid) -> ApiResult<OfferDraft> {
    let is_own = editorial::editors(&app.db, &open.path, open.number).await?.contains(&member);
    let (offer, unreadable) = match open.body.as_deref().map(Offer::parse) {
        Some(Ok(offer)) => (Some(OfferForm::of(&offer)?), None),
        Some(Err(error)) => (None, Some(error.to_string())),
        None => (None, None),
    };
    Ok(OfferDraft {
        version: open.number,
        revision: open.revision,
        offer,
        unreadable,
        saved_at: rfc3339(open.saved_at),
        saved_by: open.saved_by,
        due_at: open.due_at.map(rfc3339),
        scheduled_by: open.publisher,
        reason: open.reason,
        fault: open.fault,
        is_own,
    })
}

#[derive(Deserialize, ToSchema)]
struct SaveOfferBody {
    /// Whether there is no offer of this code yet.
    is_new: bool,
    /// The version in force that its writer has seen; 0 is the folder's.
    base: i64,
    /// The revision of the draft that its writer has seen; 0 begins one.
    revision: i64,
    offer: OfferForm,
}

/// Save an offer as a draft
///
/// What the file could not say is refused, by field.
#[utoipa::path(post, path = "/api/offers/save", tag = "offers", request_body = SaveOfferBody, responses(
    (status = 200, body = OfferView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved or published meanwhile, and the sentence says who; \
        content_scheduled: it waits for its time", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_offer(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PromotionsEdit>,
    Json(body): Json<SaveOfferBody>,
) -> ApiResult<Json<OfferView>> {
    let SaveOfferBody { is_new, base, revision, offer: form } = body;
    let offer = form.offer()?;
    let mut faults = faults_of(&app, &offer);
    if is_new && app.bonuses.offers().all().any(|known| known.code.eq_ignore_ascii_case(&offer.code)) {
        let message = "There is an offer of this code already.".to_owned();
        faults.push(OfferFault { field: "code", message });
    }
    if !faults.is_empty() {
        let refused = |fault: OfferFault| FieldError::new(fault.field, "VALIDATION.OFFER", fault.message);
        return Err(ApiError::fields(faults.into_iter().map(refused).collect()));
    }
    let text = offer.text().map_err(|error| ApiError::internal(&error))?;
    let path = document_of(&offer.code);
    editorial::readable(&path, &caller.member.role)?;
    let draft = Draft { path: &path, base, revision, body: Some(&text) };
    match editorial::save(&app.db, &draft, &caller.actor(), app.clock.now()).await {
        Ok(_) => Ok(Json(view(&app, &offer.code, caller.member.id).await?)),
        Err(error) if error.status() == StatusCode::CONFLICT => Err(by_whom(&app, &path, error).await?),
        Err(error) => Err(error),
    }
}

/// What cannot be right about an offer, as far as it can be told without all others.
pub(super) fn faults_of(app: &App, offer: &Offer) -> Vec<OfferFault> {
    let mut faults = offer.faults();
    let is_open =
        |group: i64| loyalty::open_groups(&app.site_config.statuses.now()).any(|(open, _)| open == group);
    if let Some(group) = offer.group.filter(|group| !is_open(*group)) {
        let message = format!("{group} is no group that players are put into");
        faults.push(OfferFault { field: "group", message });
    }
    let unknown = offer.audience.unknown(&KnownAudiences::now(app));
    faults.extend(unknown.map(|message| OfferFault { field: "audience", message }));
    faults
}

/// The refusal of a text that somebody has changed meanwhile, with who that was and when.
async fn by_whom(app: &App, path: &str, refused: ApiError) -> ApiResult<ApiError> {
    let open = editorial::open_version(&app.db, path).await?;
    if open.as_ref().is_some_and(|open| open.state == VersionState::Scheduled) {
        return Ok(refused);
    }
    let published = editorial::in_force(&app.db, path).await?;
    let saved = open.map(|version| (version.saved_by, version.saved_at));
    let last =
        saved.or_else(|| published.and_then(|version| Some((version.publisher?, version.published_at?))));
    let Some((who, at)) = last else { return Ok(refused) };
    let sentence = format!("{who} has changed this offer at {}.", rfc3339(at));
    Ok(ApiError::conflict("content_changed", &sentence))
}
