//! Views of lists that members save: an address of the back office under a name, for themselves or for colleagues.

use croupier_db::log;
use uuid::Uuid;

use super::views_store as store;
pub(super) use super::views_store::SavedView;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{self, Rule};
use crate::staff::{Member, NO_PLAYER, Permission};

/// Views that one member keeps.
const VIEWS_MAX: i64 = 100;

/// The longest name, in characters.
const NAME_MAX: usize = 80;

/// The longest part of an address, in bytes.
const SEARCH_MAX: usize = 1_000;

/// Lists whose views are saved, and what their page asks for. The list of players is not among them: what is typed there is
/// personal data.
const PAGES: &[(&str, Permission)] = &[
    ("/payouts", Permission::PayoutsRead),
    ("/settlements", Permission::SettlementsRead),
    ("/coins", Permission::PayoutsRead),
    ("/adjustments", Permission::AdjustmentsRequest),
    ("/documents", Permission::DocumentsRead),
    ("/chats", Permission::ChatRead),
    ("/segments", Permission::SegmentsManage),
    ("/coupons", Permission::CouponsManage),
    ("/offers", Permission::PromotionsRead),
    ("/content", Permission::ContentRead),
    ("/content", Permission::PromotionsRead),
    ("/content", Permission::RiskRead),
    ("/media", Permission::ContentRead),
    ("/titles", Permission::ContentRead),
    // Whoever may read any of what stands in the calendar opens it.
    ("/calendar", Permission::ContentRead),
    ("/calendar", Permission::PromotionsRead),
    ("/calendar", Permission::RiskRead),
    ("/calendar", Permission::MassGiftsManage),
    ("/calendar", Permission::CouponsManage),
    ("/calendar", Permission::NotificationsSend),
    ("/concerns", Permission::ConcernsManage),
    ("/shared-devices", Permission::PlayersStop),
    ("/exclusion-matches", Permission::PlayersStop),
    ("/games", Permission::GamesRead),
    ("/reports", Permission::ReportsRead),
    ("/client-log", Permission::OperationsRead),
    ("/log", Permission::LogRead),
];

/// What a member saves.
#[derive(Debug, Clone)]
pub(super) struct NewView {
    pub(super) page: String,
    pub(super) search: String,
    pub(super) name: String,
    pub(super) is_shared: bool,
}

fn may_open(member: &Member, page: &str) -> bool {
    PAGES.iter().any(|(known, asked)| *known == page && member.role.may(*asked))
}

/// The views that `member` sees: their own and shared ones, of lists that they may open.
pub(super) async fn list(app: &App, member: &Member) -> ApiResult<Vec<SavedView>> {
    let mut views = store::seen_by(&app.db, member.id).await?;
    views.retain(|view| may_open(member, &view.page));
    Ok(views)
}

/// Saves a view under the number `id`, which makes one view however often it is asked for.
pub(super) async fn save(app: &App, member: &Member, id: Uuid, new: NewView) -> ApiResult<SavedView> {
    let refuse = |field: &str, rule: Rule| ApiError::fields(vec![rule.on(field)]);
    let NewView { page, search, name, is_shared } = new;
    let name = rules::short_text(&name, NAME_MAX).map_err(|rule| refuse("name", rule))?;
    if !may_open(member, &page) {
        return Err(refuse("page", Rule::NotAllowed));
    }
    let is_search = search.is_empty() || search.starts_with('?');
    if !is_search || search.len() > SEARCH_MAX || search.chars().any(char::is_control) {
        return Err(refuse("search", Rule::Invalid));
    }
    let (at, by) = (app.clock.now(), member.name.clone());
    let view = SavedView { id, page, search, name, is_shared, member: member.id, by, at };
    let mut tx = app.db.begin().await?;
    // Two calls at once must not both find room for one.
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    if store::count(&mut tx, member.id).await? >= VIEWS_MAX {
        return Err(ApiError::conflict("views_too_many", "You have saved as many views as there may be."));
    }
    store::add(&mut tx, &view).await?;
    tx.commit().await?;
    Ok(view)
}

/// Takes a view away: one's own, and for those who manage staff one that anybody shares.
pub(super) async fn remove(app: &App, member: &Member, id: Uuid) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let of_all = member.role.may(Permission::StaffManage);
    if !store::remove(&mut tx, id, member.id, of_all).await? {
        return Err(ApiError::not_found());
    }
    tx.commit().await?;
    Ok(())
}
