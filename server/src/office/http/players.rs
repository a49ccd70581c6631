//! Players: finding one, the page of one, and personal data.

use std::sync::Arc;

use axum::extract::State;
use croupier_db::log;
use croupier_ledger::{Fact, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{
    PAGE, PAGE_AND_ONE, PAYMENTS_SHOWN, PaymentRow, PlayerBrief, ReasonBody, StopView, SumsView, reason,
};
use crate::app::App;
use crate::office::found::{self, Found, Sought};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::masking::mask_phone;
use crate::platform::query::{Path, Query};
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::{PlayersPersonal, PlayersRead};
use crate::wallet::WalletRow;
use crate::{cashbox, identity, limits, loyalty, player};

/// The longest text that is looked for, in characters.
const QUERY_MAX: usize = 100;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(players)).routes(routes!(player)).routes(routes!(reveal))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlayersQuery {
    /// A number, the beginning of an e-mail address, a name or a phone number; everybody when absent.
    query: Option<String>,
    /// The `next` of the page before.
    after: Option<i64>,
}

/// A player in the list, personal data masked.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerRow {
    #[serde(flatten)]
    player: PlayerBrief,
    /// Masked, as `+49***12`; null while the player has told none.
    mobile_phone: Option<String>,
    /// Of the active wallet.
    currency: String,
    registered_at: String,
}

impl PlayerRow {
    fn of(found: Found, stops: &[identity::StopRow], now: i64) -> Self {
        Self {
            player: PlayerBrief::of(&found, stops, now),
            mobile_phone: found.mobile_phone.as_deref().map(mask_phone),
            currency: found.currency,
            registered_at: rfc3339(found.registered_at),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct PlayerList {
    /// The newest players first.
    players: Vec<PlayerRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<i64>,
}

/// Who is looked for with what was typed.
pub(super) fn sought(typed: Option<String>) -> ApiResult<Sought> {
    let typed = typed.unwrap_or_default();
    if typed.chars().count() > QUERY_MAX || typed.contains('\0') {
        return Err(ApiError::fields(vec![Rule::TooLong.on("query")]));
    }
    Ok(Sought::read(&typed))
}

/// Find players
#[utoipa::path(get, path = "/api/players", tag = "players", params(PlayersQuery), responses(
    (status = 200, body = PlayerList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn players(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersRead>,
    Query(query): Query<PlayersQuery>,
) -> ApiResult<Json<PlayerList>> {
    let sought = sought(query.query)?;
    let mut found = found::find(&app.db, caller.scope(), &sought, query.after, PAGE_AND_ONE).await?;
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    let next = found.last().filter(|_| more).map(|last| last.id);
    let mut players = Vec::with_capacity(found.len());
    for found in found {
        let stops = identity::stop_rows(&app.db, found.id).await?;
        players.push(PlayerRow::of(found, &stops, app.clock.now()));
    }
    Ok(Json(PlayerList { players, next }))
}

/// A wallet. Amounts in subunits.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfficeWallet)]
struct WalletView {
    currency: String,
    /// Money to play with or to withdraw.
    cash_cents: i64,
    /// Money of withdrawals under way.
    held_cents: i64,
    /// Money of the active bonus.
    bonus_cents: i64,
}

impl From<WalletRow> for WalletView {
    fn from(row: WalletRow) -> Self {
        Self {
            currency: row.currency.code().to_owned(),
            cash_cents: row.cash,
            held_cents: row.held,
            bonus_cents: row.bonus,
        }
    }
}

/// A player with everything that staff looks at first, personal data masked.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlayerPage {
    #[serde(flatten)]
    player: PlayerRow,
    nickname: Option<String>,
    /// Whether the e-mail address is confirmed.
    confirmed: bool,
    locale: String,
    /// The code of the licence.
    licence: String,
    last_sign_in_at: Option<String>,
    /// How many sessions are open.
    sessions_count: i64,
    two_factor_enabled: bool,
    /// Whether the player was made without a form and has chosen no password yet.
    awaits_password: bool,
    /// Providers of sign-in that are linked, the oldest first.
    sign_in_providers: Vec<LinkedProvider>,
    /// When staff made sure who the player is.
    verified_at: Option<String>,
    /// Whether the postal code lies in another state than the player says.
    state_disagrees: bool,
    groups: Vec<player::StatusView>,
    /// Points to spend, and points earned for life; a player has them once, whatever the wallet.
    points: loyalty::PointBalance,
    wallets: Vec<WalletView>,
    sums: Vec<SumsView>,
    stop_rows: Vec<StopView>,
    limits: Vec<limits::UserLimit>,
    /// The newest payments, newest first.
    payments: Vec<PaymentRow>,
}

/// A provider of sign-in that a player is linked with.
#[derive(Debug, Serialize, ToSchema)]
struct LinkedProvider {
    id: String,
    /// What players read of it.
    title: String,
    linked_at: String,
    /// When it last signed the player in.
    used_at: Option<String>,
}

fn linked(app: &App, link: identity::ProviderLink) -> LinkedProvider {
    LinkedProvider {
        title: app.providers.title(&link.provider).to_owned(),
        id: link.id,
        linked_at: rfc3339(link.linked_at),
        used_at: link.used_at.map(rfc3339),
    }
}

/// Read the page of a player
#[utoipa::path(get, path = "/api/players/{id}", tag = "players", params(("id" = i64, Path)), responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn player(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<i64>,
) -> ApiResult<Json<PlayerPage>> {
    page(&app, id).await.map(Json)
}

pub(super) async fn page(app: &App, id: PlayerId) -> ApiResult<PlayerPage> {
    let now = app.clock.now();
    let profile = player::find(app, id).await?.ok_or_else(ApiError::not_found)?;
    let found = found::with_ids(&app.db, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    let login = identity::login_of(app, id).await?;
    let autoregistration = identity::autoregistration_of(app, id).await?;
    let stops = identity::stop_rows(&app.db, id).await?;
    let sessions = identity::sessions_of(app, id).await?.len();
    let wallets = app.wallet.list(id).await?.into_iter().map(WalletView::from);
    let sums = app.wallet.stats(id).await?.into_iter().map(SumsView::from);
    let payments = cashbox::newest_payments(&app.db, id, None, PAYMENTS_SHOWN).await?;
    Ok(PlayerPage {
        player: PlayerRow::of(found, &stops, now),
        state_disagrees: profile.state_of_postal_code().is_some(),
        nickname: profile.nickname,
        confirmed: login.confirmed_at.is_some(),
        locale: profile.locale,
        licence: profile.licence,
        last_sign_in_at: login.current_sign_in_at.map(rfc3339),
        sessions_count: i64::try_from(sessions).unwrap_or(i64::MAX),
        two_factor_enabled: login.two_factor,
        awaits_password: autoregistration.is_some_and(|found| found.awaits_password),
        sign_in_providers: identity::provider_links(app, id)
            .await?
            .into_iter()
            .map(|link| linked(app, link))
            .collect(),
        verified_at: profile.verified_at.map(rfc3339),
        groups: player::statuses(app, id).await?,
        points: loyalty::balances(&app.db, &[id]).await?.remove(&id).unwrap_or_default(),
        wallets: wallets.collect(),
        sums: sums.collect(),
        stop_rows: stops.into_iter().map(|stop| StopView::of(stop, now)).collect(),
        limits: limits::list(app, id).await?,
        payments: payments.into_iter().map(PaymentRow::from).collect(),
    })
}

/// The personal data of a player.
#[derive(Debug, Serialize, ToSchema)]
struct PersonalData {
    email: String,
    first_name: Option<String>,
    last_name: Option<String>,
    /// `m` or `f`.
    gender: Option<String>,
    /// `YYYY-MM-DD`.
    date_of_birth: Option<String>,
    mobile_phone: Option<String>,
    address: Option<String>,
    postal_code: Option<String>,
    city: Option<String>,
    state: Option<String>,
    /// ISO 3166-1.
    country: String,
    personal_id: Option<String>,
    profession: Option<String>,
}

/// Read the personal data of a player
///
/// The log keeps who has looked, and why.
#[utoipa::path(post, path = "/api/players/{id}/reveal", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PersonalData),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn reveal(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersPersonal>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PersonalData>> {
    let reason = reason("reason", &body.reason)?;
    let profile = player::find(&app, id).await?.ok_or_else(ApiError::not_found)?;
    let email = identity::login_of(&app, id).await?.email;
    let personal_id = player::opened_id(&app, &profile)?;
    // The log knows of it before the member sees anything.
    let mut tx = app.db.begin().await?;
    let body = caller.actor().signing(json!({ "reason": reason })).to_string();
    let fact = Fact { kind: "player.revealed", body };
    log::append(&app.db, &mut tx, id, app.clock.now(), &[fact]).await?;
    tx.commit().await?;
    Ok(Json(PersonalData {
        email,
        first_name: profile.first_name,
        last_name: profile.last_name,
        gender: profile.gender,
        date_of_birth: profile.date_of_birth,
        mobile_phone: profile.mobile_phone,
        address: profile.address,
        postal_code: profile.postal_code,
        city: profile.city,
        state: profile.state,
        country: profile.country,
        personal_id,
        profession: profile.profession,
    }))
}
