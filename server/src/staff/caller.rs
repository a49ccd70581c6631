//! The member of staff who calls, and what the call asks of them.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::actor::Actor;
use super::cookie::StaffCookie;
use super::model::Member;
use super::permission::Permission;
use super::scope::BrandScope;
use super::session;
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::error::{ApiError, ApiResult};

/// What calls ask: each of these types names permissions, so that a route says what it needs.
pub mod needs {
    use super::Permission;

    /// Permissions as a type.
    pub trait Needed: Send + Sync + 'static {
        /// One of these is enough; where there are none, a session alone is asked for.
        const ANY_OF: &'static [Permission];
    }

    macro_rules! needed {
        ($($name:ident),*) => {$(
            #[doc = concat!("Asks for [`Permission::", stringify!($name), "`].")]
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl Needed for $name {
                const ANY_OF: &'static [Permission] = &[Permission::$name];
            }
        )*};
    }

    needed!(
        ContentEdit,
        PromotionsEdit,
        PayoutsRead,
        PayoutsDecide,
        SettlementsRead,
        SettlementsDecide,
        DocumentsRead,
        DocumentsDecide,
        PlayersRead,
        PlayersPersonal,
        PlayersStop,
        PlayersLimit,
        PlayersHelp,
        PlayersCorrect,
        AdjustmentsRequest,
        AdjustmentsDecide,
        BonusesIssue,
        BonusesCancel,
        SegmentsManage,
        MassGiftsManage,
        CouponsManage,
        GroupsChange,
        PointsCorrect,
        NotificationsSend,
        ContentRead,
        ContentPublish,
        PromotionsRead,
        ChatRead,
        ChatReply,
        StaffManage,
        LogRead,
        OperationsRead,
        MaintenanceSwitch,
        GamesRead,
        GamesSwitch,
        ReportsRead,
        RiskEdit,
        ConcernsManage
    );

    /// Asks for reading some of what staff edits. Which documents somebody reads goes by the group of each.
    #[derive(Debug, Clone, Copy)]
    pub struct EditorialRead;

    impl Needed for EditorialRead {
        const ANY_OF: &'static [Permission] =
            &[Permission::ContentRead, Permission::PromotionsRead, Permission::RiskRead];
    }

    /// Asks for a session and no permission.
    #[derive(Debug, Clone, Copy)]
    pub struct Session;

    impl Needed for Session {
        const ANY_OF: &'static [Permission] = &[];
    }
}

/// A member of staff with a live session, whose role allows what `N` asks for.
#[derive(Debug, Clone)]
pub struct StaffCaller<N> {
    /// Who calls, as the rows say now.
    pub member: Member,
    /// Where the call comes from.
    pub address: String,
    needed: PhantomData<N>,
}

impl<N> StaffCaller<N> {
    /// Who acts, as the log names them.
    pub fn actor(&self) -> Actor {
        Actor::member(&self.member, &self.address)
    }

    /// Whose players the call may be about.
    pub const fn scope(&self) -> &BrandScope {
        &self.member.scope
    }
}

/// The member of a call that stays within the member's brands, as whoever has looked at the call's address says. Nobody else
/// lets a bound member in.
#[derive(Debug, Clone)]
pub struct Admitted(pub Member);

impl<N: needs::Needed> FromRequestParts<Arc<App>> for StaffCaller<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let address = Visitor::from_request_parts(parts, app).await?.address();
        let member = match parts.extensions.get::<Admitted>() {
            Some(Admitted(member)) => member.clone(),
            None => unbound(app, &parts.headers).await?,
        };
        if !N::ANY_OF.is_empty() && !member.role.may_any(N::ANY_OF) {
            return Err(ApiError::role_forbids());
        }
        Ok(Self { member, address, needed: PhantomData })
    }
}

/// The member who calls, where nobody has looked whose players the call is about.
async fn unbound(app: &App, headers: &HeaderMap) -> ApiResult<Member> {
    let member = member_of_call(app, headers).await?.ok_or_else(ApiError::unauthorized)?;
    if member.scope.is_bound() {
        return Err(ApiError::forbidden(
            "bound_to_brands",
            "You are bound to brands. This is about all of them.",
        ));
    }
    Ok(member)
}

/// The member whose session the cookie of a call opens.
pub async fn member_of_call(app: &App, headers: &HeaderMap) -> ApiResult<Option<Member>> {
    match StaffCookie::on(app, headers).read(headers) {
        Some(token) => session::member_of(app, &token).await,
        None => Ok(None),
    }
}
