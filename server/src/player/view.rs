//! A player as calls tell it.

use croupier_db::Tx;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::Player;
use super::{groups, store};
use crate::app::App;
use crate::calendar::rfc3339;
use crate::error::ApiResult;
use crate::identity::{self, Login};

/// A group or level of the player.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusView {
    /// `group_{number}`.
    pub id: String,
    /// What it is called, when the house has a name for it.
    pub name: Option<String>,
}

/// The player. Times are RFC 3339; some fields go by two names.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerView {
    id: i64,
    /// The same as `id`.
    user_id: i64,
    email: String,
    nickname: Option<String>,
    /// The same as `nickname`.
    nick_name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// `m` or `f`.
    gender: Option<String>,
    /// `YYYY-MM-DD`.
    date_of_birth: Option<String>,
    country: String,
    state: Option<String>,
    city: Option<String>,
    address: Option<String>,
    postal_code: Option<String>,
    mobile_phone: Option<String>,
    receive_promos: bool,
    receive_sms_promos: bool,
    /// Of the active wallet.
    currency: String,
    language: String,
    /// The same as `language`.
    locale: String,
    statuses: Vec<StatusView>,
    /// Fields of sign-up that are still missing.
    auth_fields_missed: Vec<String>,
    confirmed_at: Option<String>,
    created_at: String,
    current_sign_in_at: Option<String>,
    deposit_bonus_code: Option<String>,
    can_issue_bonuses: bool,
    verified: bool,
    sumsub_verified: bool,
    two_factor_enabled: bool,
    sow_questionnaire_expires_at: Option<String>,
    license_name: String,
    autoregistered: bool,
    autologin_link: Option<String>,
    profession: Option<String>,
}

/// The player with this number, as calls tell it.
pub async fn view(app: &App, id: i64) -> ApiResult<PlayerView> {
    let player = super::get(app, id).await?;
    let login = identity::login_of(app, id).await?;
    let groups = store::groups(&app.db, id).await?;
    Ok(view_of(app, player, &login, &groups))
}

/// A player just made, as calls tell it, read within the caller's transaction.
pub async fn view_in(app: &App, tx: &mut Tx, player: Player, login: &Login) -> ApiResult<PlayerView> {
    let groups = store::groups_in(tx, player.id).await?;
    Ok(view_of(app, player, login, &groups))
}

impl PlayerView {
    /// The player's number.
    pub const fn id(&self) -> i64 {
        self.id
    }
}

/// The groups of a player, with their names.
pub(super) async fn statuses(app: &App, id: i64) -> ApiResult<Vec<StatusView>> {
    Ok(named(app, &groups::groups_of(app, id).await?))
}

fn named(app: &App, groups: &[i64]) -> Vec<StatusView> {
    let name = |group: i64| app.house.statuses.group_name(group).map(str::to_owned);
    groups.iter().map(|&group| StatusView { id: format!("group_{group}"), name: name(group) }).collect()
}

/// Puts a player together from its parts.
fn view_of(app: &App, player: Player, login: &Login, groups: &[i64]) -> PlayerView {
    let missed = player.missing_at_sign_up(&app.house).into_iter().map(str::to_owned).collect();
    PlayerView {
        id: player.id,
        user_id: player.id,
        email: login.email.clone(),
        nick_name: player.nickname.clone(),
        nickname: player.nickname,
        first_name: player.first_name,
        last_name: player.last_name,
        gender: player.gender,
        date_of_birth: player.date_of_birth,
        country: player.country,
        state: player.state,
        city: player.city,
        address: player.address,
        postal_code: player.postal_code,
        mobile_phone: player.mobile_phone,
        receive_promos: player.receive_promos,
        receive_sms_promos: player.receive_sms_promos,
        currency: player.currency.code().to_owned(),
        language: player.locale.clone(),
        locale: player.locale,
        statuses: named(app, groups),
        auth_fields_missed: missed,
        confirmed_at: login.confirmed_at.map(rfc3339),
        created_at: rfc3339(login.created_at),
        current_sign_in_at: login.current_sign_in_at.map(rfc3339),
        deposit_bonus_code: None,
        can_issue_bonuses: true,
        verified: false,
        sumsub_verified: false,
        two_factor_enabled: false,
        sow_questionnaire_expires_at: None,
        license_name: player.licence,
        autoregistered: false,
        autologin_link: None,
        profession: player.profession,
    }
}
