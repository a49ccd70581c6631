//! A player as calls tell it.

use croupier_db::Tx;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::Player;
use super::{groups, store};
use crate::app::App;
use crate::identity::{self, Autoregistration, Login};
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;

/// A group or level of the player.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusView {
    /// `group_{number}`, or `level_{number}` for the level that the player has reached.
    pub id: String,
    /// What it is called, when the operator has a name for it.
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
    /// Fields of sign-up that are still missing; `password` is among them for who was made without a form and has chosen none,
    /// `country` for whom a provider has made and who has not told it.
    auth_fields_missed: Vec<String>,
    confirmed_at: Option<String>,
    created_at: String,
    current_sign_in_at: Option<String>,
    deposit_bonus_code: Option<String>,
    can_issue_bonuses: bool,
    /// Whether staff has made sure who the player is.
    verified: bool,
    /// Whether an identity provider has.
    sumsub_verified: bool,
    two_factor_enabled: bool,
    /// Until when the questionnaire about the source of wealth is to be answered.
    sow_questionnaire_expires_at: Option<String>,
    license_name: String,
    /// Whether the player was made without a form, from the link of a promotion or by a provider of sign-in.
    autoregistered: bool,
    /// Signs the player in once, on another device or later; only until a password is chosen.
    autologin_link: Option<String>,
    profession: Option<String>,
}

/// What the site reads of whoever looks at it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum PlayerOrGuest {
    /// Somebody is signed in.
    Player(Box<PlayerView>),
    /// Nobody is.
    Guest(GuestView),
}

/// Nobody is signed in: an empty object.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GuestView {}

/// The player with this number, as calls tell it.
pub async fn view(app: &App, id: i64) -> ApiResult<PlayerView> {
    let player = super::get(app, id).await?;
    let login = identity::login_of(app, id).await?;
    let statuses = statuses(app, id).await?;
    let made = Made {
        autoregistration: identity::autoregistration_of(app, id).await?,
        by_provider: identity::awaits_country(app, id).await?,
    };
    Ok(view_of(app, player, &login, statuses, made))
}

/// A player just made, as calls tell it, read within the caller's transaction.
pub async fn view_in(app: &App, tx: &mut Tx, player: Player, login: &Login) -> ApiResult<PlayerView> {
    let groups = store::groups_in(tx, player.id).await?;
    // Nobody has earned anything before being made.
    let statuses = named(app, &groups, 0);
    Ok(view_of(app, player, login, statuses, Made::default()))
}

impl PlayerView {
    /// The player's number.
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// The player without the link that signs in, for answers that are kept.
    pub(super) fn without_link(self) -> Self {
        Self { autologin_link: None, ..self }
    }
}

/// The groups and the level of a player, with their names.
pub async fn statuses(app: &App, id: i64) -> ApiResult<Vec<StatusView>> {
    let points = store::points_for_life(&app.db, id).await?;
    Ok(named(app, &groups::groups_of(app, id).await?, points))
}

/// The groups, and the level of a player who has earned `points` for life.
fn named(app: &App, groups: &[i64], points: i64) -> Vec<StatusView> {
    let statuses = app.site_config.statuses.now();
    let view = |id: String, name: Option<&str>| StatusView { id, name: name.map(str::to_owned) };
    let groups = groups.iter().map(|&group| view(format!("group_{group}"), statuses.group_name(group)));
    let level =
        statuses.level_of(points).map(|level| view(format!("level_{level}"), statuses.level_name(level)));
    groups.chain(level).collect()
}

/// How a player was made who filled in no form.
#[derive(Default)]
struct Made {
    autoregistration: Option<Autoregistration>,
    /// Of whom a provider has made: whether the country in the profile is still that of the visit.
    by_provider: Option<bool>,
}

/// Puts a player together from its parts.
fn view_of(app: &App, player: Player, login: &Login, statuses: Vec<StatusView>, made: Made) -> PlayerView {
    let Made { autoregistration, by_provider } = made;
    let awaits_password = autoregistration.as_ref().is_some_and(|found| found.awaits_password);
    let fields = player.missing_at_sign_up(&app.site_config, app.clock.now());
    let before = [awaits_password.then_some("password"), (by_provider == Some(true)).then_some("country")];
    let missed = before.into_iter().flatten().chain(fields).map(str::to_owned).collect();
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
        statuses,
        auth_fields_missed: missed,
        confirmed_at: login.confirmed_at.map(rfc3339),
        created_at: rfc3339(login.created_at),
        current_sign_in_at: login.current_sign_in_at.map(rfc3339),
        deposit_bonus_code: player.deposit_bonus_code,
        can_issue_bonuses: player.can_issue_bonuses,
        verified: player.verified_at.is_some(),
        sumsub_verified: player.sumsub_verified_at.is_some(),
        two_factor_enabled: login.two_factor,
        sow_questionnaire_expires_at: player.wealth_due_at.map(rfc3339),
        license_name: player.licence,
        autoregistered: autoregistration.is_some() || by_provider.is_some(),
        autologin_link: autoregistration.and_then(|found| found.link),
        profession: player.profession,
    }
}
