//! Members who are bound to brands: whose players a call is about is decided here, before its handler runs.
//!
//! A call about one player, or about what belongs to one, is answered as if there were nothing when the player is of another
//! brand. A call that lists takes the member's scope into its store. Every other call is about the whole installation, and
//! bound members are refused: a new one is closed to them until it stands in [`reach`].

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::owners_store::{self as owners, Belonging};
use crate::app::App;
use crate::mass_gifts;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{self, Admitted, BrandScope};

/// What a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Nobody's players.
    Nobody,
    /// Players of the member's brands: its store is given the scope.
    Scoped,
    /// The player in its address.
    Player,
    /// What belongs to a player, by the number in its address.
    Of(Belonging),
    /// The mass gift in its address, which is for players of one brand or of all.
    MassGift,
    /// The whole installation.
    SiteConfig,
}

/// Calls about nobody's players.
const ABOUT_NOBODY: [&str; 9] = [
    "/api/me",
    "/api/sign-in",
    "/api/sign-out",
    "/api/invitations/{token}",
    "/api/currencies",
    "/api/gift-offers",
    "/api/lootbox-kinds",
    "/api/groups",
    "/api/chats/colleagues",
];

/// Lists that are read with the member's scope.
const SCOPED: [&str; 25] = [
    "/api/calendar",
    "/api/concerns",
    "/api/coupons",
    "/api/coupons/export",
    "/api/coupon-choices",
    "/api/mass-gifts",
    "/api/segments",
    "/api/segments/choices",
    "/api/segments/{id}",
    "/api/players",
    "/api/players/export",
    "/api/payouts",
    "/api/payouts/export",
    "/api/documents",
    "/api/documents/export",
    "/api/identity_checks",
    "/api/adjustments",
    "/api/adjustments/export",
    "/api/chats",
    "/api/coins",
    "/api/reports",
    "/api/reports/export",
    "/api/reports/retention",
    "/api/reports/taxes",
    "/api/reports/choices",
];

/// Calls that change something, and look themselves whether it is for none but the member's brands.
const SCOPED_CHANGES: [&str; 4] =
    ["/api/coupons", "/api/coupons/{code}/end", "/api/mass-gifts", "/api/mass-gifts/preview"];

/// Calls whose address has the number of something that belongs to a player, by how the address begins.
const BELONGINGS: [(&str, Belonging); 6] = [
    ("/api/payouts/{id}", Belonging::Payment),
    ("/api/payments/{id}", Belonging::Payment),
    ("/api/documents/{id}", Belonging::Document),
    ("/api/adjustments/{id}", Belonging::Adjustment),
    ("/api/chats/{id}", Belonging::Conversation),
    ("/api/coins/{id}", Belonging::Coin),
];

fn reach(method: &Method, template: &str) -> Reach {
    if ABOUT_NOBODY.contains(&template) {
        return Reach::Nobody;
    }
    if method == Method::POST && SCOPED_CHANGES.contains(&template) {
        return Reach::Scoped;
    }
    if SCOPED.contains(&template) {
        // A list may share its address with a call that makes something.
        return if method == Method::GET { Reach::Scoped } else { Reach::SiteConfig };
    }
    let is_below = |start: &str| {
        template.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if is_below("/api/players/{id}") {
        return Reach::Player;
    }
    if is_below("/api/mass-gifts/{id}") {
        return Reach::MassGift;
    }
    let belonging = BELONGINGS.iter().find(|(start, _)| is_below(start));
    belonging.map_or(Reach::SiteConfig, |(_, belonging)| Reach::Of(*belonging))
}

/// The part of `path` that stands for `{id}` in `template`.
fn id_in<'a>(template: &str, path: &'a str) -> Option<&'a str> {
    template.split('/').zip(path.split('/')).find(|(place, _)| *place == "{id}").map(|(_, id)| id)
}

/// Lets a member's call through when it stays within the member's brands, and names the member to its handler.
pub async fn keep(
    State(app): State<Arc<App>>,
    matched: MatchedPath,
    mut request: Request,
    next: Next,
) -> ApiResult<Response> {
    let template = matched.as_str();
    let member = staff::member_of_call(&app, request.headers()).await?;
    if let Some(member) = member {
        let reach = reach(request.method(), template);
        if member.scope.is_bound() {
            let id = id_in(template, request.uri().path()).unwrap_or_default();
            within(&app, &member.scope, reach, id).await?;
        }
        request.extensions_mut().insert(Admitted(member));
    }
    Ok(next.run(request).await)
}

/// Refuses what is not within `scope`.
async fn within(app: &App, scope: &BrandScope, reach: Reach, id: &str) -> ApiResult<()> {
    let is_within = match reach {
        Reach::Nobody | Reach::Scoped => true,
        Reach::Player => match id.parse::<PlayerId>() {
            Ok(player) => owners::sees(&app.db, scope, player).await?,
            Err(_) => false,
        },
        Reach::Of(belonging) => match id.parse::<Uuid>() {
            Ok(id) => owners::sees_owner(&app.db, scope, belonging, id).await?,
            Err(_) => false,
        },
        Reach::MassGift => match id.parse::<i64>() {
            Ok(id) => scope.covers(&mass_gifts::with_id(&app.db, id).await?.brand),
            Err(_) => false,
        },
        Reach::SiteConfig => {
            let message = "You are bound to brands. This is about all of them.";
            return Err(ApiError::forbidden("bound_to_brands", message));
        }
    };
    if is_within { Ok(()) } else { Err(ApiError::not_found()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whom_a_call_is_about() {
        let get = |template| reach(&Method::GET, template);
        for (template, about) in [
            ("/api/me", Reach::Nobody),
            ("/api/players", Reach::Scoped),
            ("/api/concerns", Reach::Scoped),
            ("/api/players/{id}", Reach::Player),
            ("/api/players/{id}/concern", Reach::Player),
            ("/api/players/{id}/rounds/{round}", Reach::Player),
            ("/api/payouts/{id}/approve", Reach::Of(Belonging::Payment)),
            ("/api/chats/{id}", Reach::Of(Belonging::Conversation)),
            ("/api/chats/colleagues", Reach::Nobody),
            ("/api/mass-gifts", Reach::Scoped),
            ("/api/mass-gifts/{id}/outcome", Reach::MassGift),
            ("/api/segments/{id}", Reach::Scoped),
            ("/api/offers", Reach::SiteConfig),
            ("/api/catalogue/collections", Reach::SiteConfig),
            ("/api/flags", Reach::SiteConfig),
            ("/api/staff/{id}", Reach::SiteConfig),
            ("/api/of-tomorrow/{id}", Reach::SiteConfig),
        ] {
            assert_eq!(get(template), about, "{template}");
        }
        for (template, about) in [
            ("/api/players", Reach::SiteConfig),
            ("/api/segments", Reach::SiteConfig),
            ("/api/segments/{id}", Reach::SiteConfig),
            ("/api/segments/count", Reach::SiteConfig),
            ("/api/coupons", Reach::Scoped),
            ("/api/mass-gifts/preview", Reach::Scoped),
            ("/api/mass-gifts/{id}/cancel", Reach::MassGift),
        ] {
            assert_eq!(reach(&Method::POST, template), about, "{template}");
        }
    }

    #[test]
    fn the_number_stands_where_the_template_says() {
        assert_eq!(
            id_in("/api/players/{id}/gifts/{gift}/cancel", "/api/players/7/gifts/9/cancel"),
            Some("7")
        );
        assert_eq!(id_in("/api/players", "/api/players"), None);
    }
}
