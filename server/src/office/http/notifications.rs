//! Notifications that staff sends to players: what was sent, to whom it would go, sending and taking back.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::notification_readers::{To, readers_of};
use super::player_activity::AfterQuery;
use super::player_groups::GroupChoice;
use super::segments::{BrandChoice, SegmentName, brand_choices};
use super::shared::{PAGE_AND_ONE, ReasonBody, SwitchView, number_of, paged, reason, refused};
use crate::app::App;
use crate::content::{Localised, Moment};
use crate::notifications::campaign::{self, Campaign, CampaignState, NewCampaign};
use crate::notifications::{ButtonFields, ButtonTarget, Draft, DraftFault, DraftField, DraftFields, ICONS};
use crate::platform::body::Json;
use crate::platform::calendar::{instant, rfc3339};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::Rule;
use crate::site_config::{LOCALES, SOURCE_LANGUAGE};
use crate::staff::StaffCaller;
use crate::staff::needs::NotificationsSend;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_campaigns, send_campaign))
        .routes(routes!(campaign_choices))
        .routes(routes!(campaign_reach))
        .routes(routes!(withdraw_campaign))
}

/// How a campaign stands.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CampaignStanding {
    /// On its way to its readers.
    Sending,
    /// Everybody who gets it has it.
    Sent,
    /// Taken back.
    Withdrawn,
    /// Its time is over.
    Expired,
}

impl From<CampaignState> for CampaignStanding {
    fn from(state: CampaignState) -> Self {
        match state {
            CampaignState::Sending => Self::Sending,
            CampaignState::Sent => Self::Sent,
            CampaignState::Withdrawn => Self::Withdrawn,
            CampaignState::Expired => Self::Expired,
        }
    }
}

/// What a member of staff has sent to players.
#[derive(Debug, Serialize, ToSchema)]
struct CampaignView {
    /// The number.
    id: String,
    /// In English.
    title: String,
    /// In English.
    text: String,
    /// The name of a drawing.
    icon: String,
    /// The address of the site that the button leads to; null without a button.
    button_path: Option<String>,
    /// The only reader; null when several are.
    player_id: Option<i64>,
    /// Whose members are its readers; empty for one player, and for a segment.
    groups: Vec<GroupChoice>,
    /// The segment whose players are its readers; null for others.
    segment: Option<SegmentName>,
    /// The id of the brand whose players alone are its readers; null for those of all.
    brand: Option<String>,
    /// Whether it advertises.
    promotional: bool,
    state: CampaignStanding,
    /// How many players have got it.
    sent: i64,
    /// How many were passed over: they protect themselves from what advertises, or have too many notifications.
    left_out: i64,
    /// How many have read it.
    read: i64,
    /// Who has sent it.
    by: String,
    /// Why, in the words of the member.
    reason: String,
    created_at: String,
    expires_at: String,
    /// Who has taken it back; null while it is out.
    withdrawn: Option<SwitchView>,
}

impl CampaignView {
    async fn of(app: &App, campaign: &Campaign, now: i64) -> ApiResult<Self> {
        let segment = SegmentName::of(app, campaign.segment()).await?;
        let statuses = app.site_config.statuses.now();
        let name = |id: i64| statuses.group_name(id).map_or_else(|| id.to_string(), str::to_owned);
        let groups = campaign.groups().iter().map(|id| GroupChoice { id: *id, name: name(*id) });
        let withdrawn = campaign.withdrawal.as_ref().map(|withdrawal| SwitchView {
            by: withdrawal.by.clone(),
            reason: withdrawal.reason.clone(),
            at: rfc3339(withdrawal.at),
        });
        Ok(Self {
            id: campaign.id.to_string(),
            title: campaign.title().to_owned(),
            text: campaign.text().to_owned(),
            icon: campaign.icon().to_owned(),
            button_path: campaign.button_path().map(str::to_owned),
            player_id: campaign.player(),
            groups: groups.collect(),
            segment,
            brand: campaign.brand().map(str::to_owned),
            promotional: campaign.is_promotional,
            state: campaign.state(now).into(),
            sent: campaign.sent,
            left_out: campaign.skipped,
            read: campaign.read,
            by: campaign.by.clone(),
            reason: campaign.reason.clone(),
            created_at: rfc3339(campaign.created_at),
            expires_at: rfc3339(campaign.expires_at),
            withdrawn,
        })
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct Campaigns {
    /// Newest first.
    campaigns: Vec<CampaignView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List what was sent to players
///
/// Notifications that members of staff have sent, with how many players have got and read each.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(AfterQuery), responses(
    (status = 200, body = Campaigns),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_campaigns(
    State(app): State<Arc<App>>,
    _: StaffCaller<NotificationsSend>,
    Query(query): Query<AfterQuery>,
) -> ApiResult<Json<Campaigns>> {
    let now = app.clock.now();
    let found = campaign::page(&app.db, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |campaign| campaign.id);
    let mut campaigns = Vec::with_capacity(found.len());
    for campaign in &found {
        campaigns.push(CampaignView::of(&app, campaign, now).await?);
    }
    Ok(Json(Campaigns { campaigns, next }))
}

/// What there is to choose from for a notification.
#[derive(Debug, Serialize, ToSchema)]
struct CampaignChoices {
    /// In the order of the file of groups.
    groups: Vec<GroupChoice>,
    /// In the order of their ids.
    brands: Vec<BrandChoice>,
    /// Names of drawings.
    icons: Vec<String>,
    /// Languages that it may be written in; English is among them, and needed.
    languages: Vec<String>,
}

/// List the groups, drawings and languages of notifications
#[utoipa::path(get, path = "/api/notifications/choices", tag = "notifications", responses(
    (status = 200, body = CampaignChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn campaign_choices(
    State(app): State<Arc<App>>,
    _: StaffCaller<NotificationsSend>,
) -> Json<CampaignChoices> {
    let choice = |(id, name): (i64, &str)| GroupChoice { id, name: name.to_owned() };
    Json(CampaignChoices {
        groups: app.site_config.statuses.now().groups().map(choice).collect(),
        brands: brand_choices(&app),
        icons: ICONS.map(str::to_owned).to_vec(),
        languages: LOCALES.map(str::to_owned).to_vec(),
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReachQuery {
    /// The only reader.
    player: Option<i64>,
    /// Numbers of groups whose members are its readers, with commas between them; instead of `player`.
    #[serde(default)]
    groups: String,
    /// The segment whose players are its readers; instead of both.
    segment: Option<Uuid>,
    /// The id of the brand whose players alone are its readers; not with `player`.
    brand: Option<String>,
    /// Whether it advertises.
    promotional: bool,
}

/// How many players something would be sent to.
#[derive(Debug, Serialize, ToSchema)]
struct CampaignReach {
    /// Those who would get it.
    players: i64,
    /// Those who would be passed over: they have excluded themselves, or take a break; of a segment whoever is stopped.
    left_out: i64,
    /// Whether all players were looked at; else the time was over before, and they are more.
    complete: bool,
}

/// Count the players that a notification would go to
#[utoipa::path(get, path = "/api/notifications/reach", tag = "notifications", params(ReachQuery), responses(
    (status = 200, body = CampaignReach),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn campaign_reach(
    State(app): State<Arc<App>>,
    _: StaffCaller<NotificationsSend>,
    Query(query): Query<ReachQuery>,
) -> ApiResult<Json<CampaignReach>> {
    let named = query.groups.split(',').map(str::trim).filter(|text| !text.is_empty());
    let groups: Vec<i64> = named
        .map(str::parse::<i64>)
        .collect::<Result<_, _>>()
        .map_err(|_| refused(Rule::Invalid, "groups"))?;
    let to = To { player: query.player, groups, segment: query.segment, brand: query.brand };
    let (audience, among) = readers_of(&app, to).await?;
    let reach = campaign::reach(&app, &audience, &among, query.promotional).await?;
    Ok(Json(CampaignReach { players: reach.players, left_out: reach.left_out, complete: reach.is_complete }))
}

#[derive(Deserialize, ToSchema)]
struct CampaignBody {
    /// The only reader.
    player: Option<i64>,
    /// Groups whose members are its readers, at most 20; instead of `player`.
    #[serde(default)]
    groups: Vec<i64>,
    /// The segment whose players are its readers, as it is in force; instead of both.
    #[serde(default)]
    segment: Option<Uuid>,
    /// The id of the brand whose players alone are its readers; not with `player`.
    #[serde(default)]
    brand: Option<String>,
    /// Whether it advertises; it says something about the account when it does not.
    promotional: bool,
    /// The name of a drawing.
    icon: String,
    /// By language, English among them: one line of 80 characters at most.
    title: BTreeMap<String, String>,
    /// By language, English among them: one line of 400 characters at most.
    text: BTreeMap<String, String>,
    /// The words on the button by language, 30 characters at most; empty without a button.
    #[serde(default)]
    button_title: BTreeMap<String, String>,
    /// The address of the site that the button leads to; null without a button.
    button_path: Option<String>,
    /// When it ends, within 90 days.
    expires_at: String,
    /// 1 to 500 characters.
    reason: String,
}

/// Send players a notification
///
/// To one player, to the members of groups, or to the players of a segment, of one brand alone if wanted. They get it within seconds to minutes by how many they are; a player gets it
/// once. Players who have excluded themselves or take a break get nothing that advertises. The same call with the same key
/// sends once; another one with that key is refused.
#[utoipa::path(post, path = "/api/notifications", tag = "notifications", request_body = CampaignBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn send_campaign(
    State(app): State<Arc<App>>,
    caller: StaffCaller<NotificationsSend>,
    headers: HeaderMap,
    Json(body): Json<CampaignBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    let to = To {
        player: body.player,
        groups: body.groups.clone(),
        segment: body.segment,
        brand: body.brand.clone(),
    };
    let (audience, among) = readers_of(&app, to).await?;
    let is_promotional = body.promotional;
    let path = |target: ButtonTarget<'_>| match target {
        ButtonTarget::Path(path) => Some(path.to_owned()),
        ButtonTarget::Named(_) => None,
    };
    let draft = Draft::checked(fields_of(body)?, audience, app.clock.now(), path)
        .map_err(|fault| refusal_of(&fault))?
        .for_those(among);
    let member = caller.member.id;
    let id = number_of(&app, member, &headers, &[&b"notification"[..]]);
    let new = NewCampaign { id, draft: &draft, is_promotional, reason: &reason, member };
    campaign::create(&app, &new, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take a notification back
///
/// Nobody reads it any more from now on, and it goes to nobody else.
#[utoipa::path(post, path = "/api/notifications/{id}/withdraw", tag = "notifications", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "campaign_over: its time is over, or a colleague has taken it back", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn withdraw_campaign(
    State(app): State<Arc<App>>,
    caller: StaffCaller<NotificationsSend>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    campaign::withdraw(&app, id, caller.member.id, &reason, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn fields_of(body: CampaignBody) -> ApiResult<DraftFields> {
    let expires = instant(&body.expires_at).map_err(|_| refused(Rule::Invalid, "expires_at"))?;
    let button = match body.button_path {
        Some(path) => Some(ButtonFields {
            title: texts("button_title", body.button_title)?,
            to_name: None,
            path: Some(path),
        }),
        None if body.button_title.is_empty() => None,
        None => return Err(refused(Rule::Required, "button_path")),
    };
    Ok(DraftFields {
        service: !body.promotional,
        icon: body.icon,
        expires: Moment(expires),
        title: texts("title", body.title)?,
        text: texts("text", body.text)?,
        button,
    })
}

fn texts(field: &str, by_language: BTreeMap<String, String>) -> ApiResult<Localised> {
    let has_source = by_language.get(SOURCE_LANGUAGE).is_some_and(|text| !text.trim().is_empty());
    let rule = if has_source { Rule::NotAllowed } else { Rule::Required };
    Localised::try_from(by_language).map_err(|_| refused(rule, field))
}

fn refusal_of(fault: &DraftFault) -> ApiError {
    let (rule, field) = match fault.field {
        DraftField::Groups => (Rule::Invalid, "groups"),
        DraftField::Icon => (Rule::NotAllowed, "icon"),
        DraftField::Expires => (Rule::NotAllowed, "expires_at"),
        DraftField::Title => (Rule::Invalid, "title"),
        DraftField::Text => (Rule::Invalid, "text"),
        DraftField::ButtonTitle => (Rule::Invalid, "button_title"),
        DraftField::ButtonPath => (Rule::Invalid, "button_path"),
    };
    refused(rule, field)
}
