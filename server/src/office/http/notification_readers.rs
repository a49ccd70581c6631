//! To whom notifications of staff go.

use uuid::Uuid;

use super::segments::{in_use, known_brand};
use super::shared::refused;
use crate::app::App;
use crate::notifications::{Among, Audience};
use crate::platform::error::ApiResult;
use crate::player;
use crate::rules::Rule;

/// To whom a member wants something sent.
pub(super) struct To {
    pub(super) player: Option<i64>,
    pub(super) groups: Vec<i64>,
    pub(super) segment: Option<Uuid>,
    pub(super) brand: Option<String>,
}

/// Who reads it: a player who is there, members of groups that the operator has names for, or the players of a segment that is in
/// use; of one brand alone when it is named.
pub(super) async fn readers_of(app: &App, to: To) -> ApiResult<(Audience, Among)> {
    let To { player, groups, segment, brand } = to;
    known_brand(app, brand.as_deref())?;
    let audience = match (player, segment) {
        (Some(_), _) if !groups.is_empty() => return Err(refused(Rule::Invalid, "groups")),
        (_, Some(_)) if player.is_some() || !groups.is_empty() => {
            return Err(refused(Rule::Invalid, "segment"));
        }
        (Some(_), _) if brand.is_some() => return Err(refused(Rule::Invalid, "brand")),
        (Some(player), _) => {
            player::find(app, player).await?.ok_or_else(|| refused(Rule::NotAllowed, "player"))?;
            Audience::Player(player)
        }
        (None, Some(_)) => Audience::Everybody,
        (None, None) if groups.is_empty() => return Err(refused(Rule::Required, "groups")),
        (None, None)
            if groups.iter().any(|group| app.site_config.statuses.now().group_name(*group).is_none()) =>
        {
            return Err(refused(Rule::NotAllowed, "groups"));
        }
        (None, None) => Audience::Groups(groups),
    };
    let segment = match segment {
        Some(id) => Some(in_use(app, id).await?.reference()),
        None => None,
    };
    Ok((audience, Among { segment, brand }))
}
