//! Coupons and promo codes: listed, made, and ended before their time.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_promo::Kind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{PAGE_AND_ONE, ReasonBody, SwitchView, number_of, paged, reason, refused};
use crate::app::App;
use crate::bonus::{self, Coupon, CouponByStaff, CouponEnd, NewCoupon, Offer, Trigger};
use crate::platform::body::Json;
use crate::platform::calendar::{instant, rfc3339};
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::Rule;
use crate::site_config::SOURCE_LANGUAGE;
use crate::staff::needs::CouponsManage;
use crate::staff::{BrandScope, StaffCaller};

/// Groups that one coupon names at most.
const GROUPS_MAX: usize = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(coupons, make_coupon))
        .routes(routes!(coupon_choices))
        .routes(routes!(end_coupon))
}

/// Where a code is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CouponKind {
    /// With a deposit.
    Deposit,
    /// On the page of promo codes: it brings a gift at once.
    Gift,
    /// On the sports pages: it brings a free bet.
    FreeBet,
}

impl CouponKind {
    fn of(offer: &Offer) -> Self {
        match (offer.trigger, offer.kind) {
            (Trigger::Deposit, _) => Self::Deposit,
            (_, Some(Kind::Freebet)) => Self::FreeBet,
            _ => Self::Gift,
        }
    }
}

/// How a coupon stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CouponStanding {
    /// It can be used later.
    Upcoming,
    /// It can be used.
    Open,
    /// As many have used it as may.
    UsedUp,
    /// Its time is over.
    Over,
    /// Somebody has ended it before its time.
    Ended,
}

impl CouponStanding {
    /// The name on the wire.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Open => "open",
            Self::UsedUp => "used_up",
            Self::Over => "over",
            Self::Ended => "ended",
        }
    }

    pub(super) fn of(coupon: &Coupon, now: i64) -> Self {
        if coupon.ended.is_some() {
            Self::Ended
        } else if coupon.is_used_up() {
            Self::UsedUp
        } else if now >= coupon.valid_until {
            Self::Over
        } else if coupon.is_open(now) {
            Self::Open
        } else {
            Self::Upcoming
        }
    }
}

/// A group of players.
#[derive(Debug, Serialize, ToSchema)]
struct CouponGroup {
    /// The number.
    id: i64,
    /// Null of a group that has no name any more.
    name: Option<String>,
}

/// A code that brings players an offer.
#[derive(Debug, Serialize, ToSchema)]
struct CouponView {
    /// What players type.
    code: String,
    /// Where they type it; null when its offer is gone.
    kind: Option<CouponKind>,
    /// The code of the offer.
    offer: String,
    /// Null when the offer is gone.
    offer_title: Option<String>,
    state: CouponStanding,
    valid_from: String,
    valid_until: String,
    /// How many players may use it; null when there is no bound.
    uses_max: Option<i64>,
    /// How many have.
    uses: i64,
    /// Members of one of these groups may use it; everybody when there is none.
    groups: Vec<CouponGroup>,
    made_by: String,
    made_at: String,
    /// Null of one that a command has made.
    reason: Option<String>,
    /// Who has ended it before its time; null of all others.
    ended: Option<SwitchView>,
    /// Whether its offer is for none but the brands that the caller works for; else the caller does not end it.
    changeable: bool,
}

impl CouponView {
    fn of(app: &App, coupon: Coupon, scope: &BrandScope) -> Self {
        let offers = app.bonuses.offers();
        let offer = offers.find(&coupon.offer);
        let statuses = app.site_config.statuses.now();
        let group = |id: &i64| CouponGroup { id: *id, name: statuses.group_name(*id).map(str::to_owned) };
        Self {
            changeable: bonus::is_coupon_changeable(&offers, &coupon.offer, scope),
            kind: offer.map(CouponKind::of),
            offer_title: offer.map(|offer| offer.title.in_locale(SOURCE_LANGUAGE).to_owned()),
            state: CouponStanding::of(&coupon, app.clock.now()),
            groups: coupon.groups.iter().map(group).collect(),
            code: coupon.code,
            offer: coupon.offer,
            valid_from: rfc3339(coupon.valid_from),
            valid_until: rfc3339(coupon.valid_until),
            uses_max: coupon.uses_max,
            uses: coupon.uses,
            made_by: coupon.made_by,
            made_at: rfc3339(coupon.made_at),
            reason: coupon.made_why,
            ended: coupon.ended.map(|CouponEnd { at, by, why }| SwitchView {
                by,
                reason: why,
                at: rfc3339(at),
            }),
        }
    }
}

/// Which coupons are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CouponFilter {
    /// Those that can be used now or later.
    Current,
    /// All others.
    Past,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CouponsQuery {
    /// Which ones.
    #[param(inline)]
    state: CouponFilter,
    /// The `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct CouponList {
    /// The newest first.
    coupons: Vec<CouponView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List coupons
#[utoipa::path(get, path = "/api/coupons", tag = "gifts", params(CouponsQuery), responses(
    (status = 200, body = CouponList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn coupons(
    State(app): State<Arc<App>>,
    caller: StaffCaller<CouponsManage>,
    Query(query): Query<CouponsQuery>,
) -> ApiResult<Json<CouponList>> {
    let is_current = query.state == CouponFilter::Current;
    let (scope, after) = (caller.scope(), query.after.as_deref());
    let found = bonus::coupon_page(&app, scope, is_current, after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |coupon| coupon.code.clone());
    let coupons = found.into_iter().map(|coupon| CouponView::of(&app, coupon, scope)).collect();
    Ok(Json(CouponList { coupons, next }))
}

/// An offer that coupons bring.
#[derive(Debug, Serialize, ToSchema)]
struct CouponOffer {
    code: String,
    title: String,
    /// Where its codes are typed.
    kind: CouponKind,
}

/// What coupons are made of.
#[derive(Debug, Serialize, ToSchema)]
struct CouponChoices {
    /// In the order of the file of offers.
    offers: Vec<CouponOffer>,
    /// In the order of the file of groups.
    groups: Vec<CouponGroup>,
}

/// List what coupons are made of
///
/// Offers that come with a deposit, and offers for coupons; those of hidden groups could not be activated. Who is bound to brands
/// makes coupons of offers that are for none but these.
#[utoipa::path(get, path = "/api/coupon-choices", tag = "gifts", responses(
    (status = 200, body = CouponChoices),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn coupon_choices(
    State(app): State<Arc<App>>,
    caller: StaffCaller<CouponsManage>,
) -> Json<CouponChoices> {
    let known = app.bonuses.offers();
    let own = bonus::coupon_offers(&known, app.clock.now())
        .filter(|offer| caller.scope().covers(&offer.audience.brands));
    let offers = own.map(|offer| CouponOffer {
        code: offer.code.clone(),
        title: offer.title.in_locale(SOURCE_LANGUAGE).to_owned(),
        kind: CouponKind::of(offer),
    });
    let statuses = app.site_config.statuses.now();
    let groups = statuses.groups().map(|(id, name)| CouponGroup { id, name: Some(name.to_owned()) });
    Json(CouponChoices { offers: offers.collect(), groups: groups.collect() })
}

#[derive(Deserialize, ToSchema)]
struct NewCouponBody {
    /// What players type: 1 to 64 characters, without blanks around them. Case counts.
    code: String,
    /// The code of one of the offers that coupons bring, which says where the code is typed.
    offer: String,
    /// From when on it can be used (RFC 3339, UTC); at once when null.
    valid_from: Option<String>,
    /// Until when, in the future.
    valid_until: String,
    /// How many players may use it, above zero; no bound when null.
    uses_max: Option<i64>,
    /// Members of one of these groups may use it, at most 50; everybody when there is none.
    #[serde(default)]
    groups: Vec<i64>,
    /// 1 to 500 characters.
    reason: String,
}

impl NewCouponBody {
    /// All that was asked for, in the words of the call: the server's time is no part of it.
    fn fingerprint(&self) -> String {
        let Self { code, offer, valid_from, valid_until, uses_max, groups, reason } = self;
        json!([code, offer, valid_from, valid_until, uses_max, groups, reason]).to_string()
    }

    /// What is to be made, as far as it can be told without the rows.
    fn read(self, app: &App) -> ApiResult<NewCoupon> {
        let time = |text: &str, field: &str| instant(text).map_err(|_| refused(Rule::Invalid, field));
        let known = app.bonuses.offers();
        if !bonus::coupon_offers(&known, app.clock.now()).any(|offer| offer.code == self.offer) {
            return Err(refused(Rule::NotAllowed, "offer"));
        }
        if self.groups.len() > GROUPS_MAX {
            return Err(refused(Rule::Invalid, "groups"));
        }
        let statuses = app.site_config.statuses.now();
        if !self.groups.iter().all(|group| statuses.group_name(*group).is_some()) {
            return Err(refused(Rule::NotAllowed, "groups"));
        }
        let now = app.clock.now();
        Ok(NewCoupon {
            code: self.code.trim().to_owned(),
            offer: self.offer,
            valid_from: self.valid_from.map_or(Ok(now), |text| time(&text, "valid_from"))?,
            valid_until: time(&self.valid_until, "valid_until")?,
            uses_max: self.uses_max,
            groups: self.groups,
        })
    }
}

/// Make a coupon
///
/// The same call with the same key makes one; another one with that key is refused. A code of an offer, and one that a coupon
/// has had, is taken for good.
#[utoipa::path(post, path = "/api/coupons", tag = "gifts", request_body = NewCouponBody, responses(
    (status = 201, body = CouponView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "bound_to_brands: the offer is for other brands too", body = ErrorBody),
    (status = 409, description = "content_changed: offers are being published, and the call can be made again; \
        idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn make_coupon(
    State(app): State<Arc<App>>,
    caller: StaffCaller<CouponsManage>,
    headers: HeaderMap,
    Json(body): Json<NewCouponBody>,
) -> ApiResult<(StatusCode, Json<CouponView>)> {
    let reason = reason("reason", &body.reason)?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"coupon"[..]]).to_string();
    let fingerprint = body.fingerprint();
    let wanted = CouponByStaff {
        new: body.read(&app)?,
        reference: &reference,
        fingerprint: &fingerprint,
        member,
        reason: &reason,
    };
    let made = bonus::make_coupon_by_staff(&app, &wanted, &caller.actor()).await?;
    Ok((StatusCode::CREATED, Json(CouponView::of(&app, made, caller.scope()))))
}

/// End a coupon before its time
///
/// Nobody uses it any more. What it has brought stays, and its code stays taken.
#[utoipa::path(post, path = "/api/coupons/{code}/end", tag = "gifts", params(("code" = String, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = CouponView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "bound_to_brands: the offer is for other brands too", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "coupon_ended: it is over, or somebody has ended it meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn end_coupon(
    State(app): State<Arc<App>>,
    caller: StaffCaller<CouponsManage>,
    Path(code): Path<String>,
    headers: HeaderMap,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<CouponView>> {
    let reason = reason("reason", &body.reason)?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"coupon end"[..], code.as_bytes()]).to_string();
    let decision = (member, reference.as_str());
    let ended = bonus::end_coupon_by_staff(&app, &code, decision, &reason, &caller.actor()).await?;
    Ok(Json(CouponView::of(&app, ended, caller.scope())))
}
