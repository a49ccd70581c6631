//! Groups of players, changed by staff.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{number_of, reason, refused};
use crate::app::App;
use crate::loyalty;
use crate::office::player_groups::{self, GroupChange};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::player::{self, StatusView};
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::GroupsChange;

/// Groups that one call names at most, in each list.
const GROUPS_MAX: usize = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(group_choices)).routes(routes!(change_groups))
}

/// A group of players that staff chooses.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GroupChoice {
    /// The number.
    pub(super) id: i64,
    pub(super) name: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct GroupChoices {
    /// In the order of the file of groups.
    groups: Vec<GroupChoice>,
}

/// List the groups that staff changes
///
/// Levels, the statuses of the VIP club and the halves of A/B tests are not among them: the server decides about those.
#[utoipa::path(get, path = "/api/groups", tag = "players", responses(
    (status = 200, body = GroupChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn group_choices(State(app): State<Arc<App>>, _: StaffCaller<GroupsChange>) -> Json<GroupChoices> {
    let choice = |(id, name): (i64, &str)| GroupChoice { id, name: name.to_owned() };
    Json(GroupChoices { groups: loyalty::open_groups(&app.site_config.statuses.now()).map(choice).collect() })
}

#[derive(Deserialize, ToSchema)]
struct GroupChangeBody {
    /// Numbers of groups to put the player into, at most 50.
    #[serde(default)]
    add: Vec<i64>,
    /// Numbers of groups to take the player out of, at most 50; none that is to be added.
    #[serde(default)]
    remove: Vec<i64>,
    /// 1 to 500 characters.
    reason: String,
}

/// The groups of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerGroups {
    /// The player's groups, and the level.
    groups: Vec<StatusView>,
}

/// Change the groups of a player
///
/// What is so already stays. The same call with the same key counts once; another one with that key is refused.
#[utoipa::path(post, path = "/api/players/{id}/groups", tag = "players", params(("id" = i64, Path)),
    request_body = GroupChangeBody, responses(
    (status = 200, description = "What the player is in now", body = PlayerGroups),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn change_groups(
    State(app): State<Arc<App>>,
    caller: StaffCaller<GroupsChange>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<GroupChangeBody>,
) -> ApiResult<Json<PlayerGroups>> {
    let reason = reason("reason", &body.reason)?;
    if body.add.is_empty() && body.remove.is_empty() {
        return Err(refused(Rule::Required, "add"));
    }
    for (field, named) in [("add", &body.add), ("remove", &body.remove)] {
        if named.len() > GROUPS_MAX {
            return Err(refused(Rule::Invalid, field));
        }
        let may = |group: &i64| {
            loyalty::open_groups(&app.site_config.statuses.now()).any(|(known, _)| known == *group)
        };
        if !named.iter().all(may) {
            return Err(refused(Rule::NotAllowed, field));
        }
    }
    if body.add.iter().any(|group| body.remove.contains(group)) {
        return Err(refused(Rule::Invalid, "remove"));
    }
    known(&app, id).await?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"groups"[..], &id.to_be_bytes()]).to_string();
    let wanted = GroupChange {
        player: id,
        add: &body.add,
        remove: &body.remove,
        member,
        reference: &reference,
        reason: &reason,
    };
    player_groups::change(&app, &wanted, &caller.actor()).await?;
    Ok(Json(PlayerGroups { groups: player::statuses(&app, id).await? }))
}
