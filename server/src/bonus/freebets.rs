//! Free bets: gifts that are staked at the sports site, which asks for them in signed calls.
//!
//! A bet uses its gift up when it is placed. Its winnings, without the stake, are paid by the campaign when the sports site
//! tells the result. Each step names the bet, so a call that is made again changes nothing.

use croupier_ledger::{Action, Fact, Key, PlayerId, Refusal, SubAccount};
use croupier_promo::{BonusStage, End, Kind};
use serde::Serialize;
use utoipa::ToSchema;

use super::coupons::{self, Area};
use super::freebet_store::{self as store, Bet};
use super::gifts::{changed, refuse_stopped};
use super::http::id_of;
use super::issue::without_money;
use super::model::Award;
use super::store as awards;
use super::view::{CouponAnswer, CouponStatus};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::wallet::{Order, WalletError};

/// A gift for the sports site, as its player sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SportBonus {
    /// Its id.
    pub(super) id: String,
    /// `Freebet`.
    #[serde(rename = "type")]
    #[schema(value_type = String, example = "Freebet")]
    pub(super) kind: Kind,
    /// In the language of the request.
    pub(super) title: String,
    /// `issued` until it is staked, then `finished`; or `canceled`, `expired`.
    #[schema(value_type = String, example = "issued")]
    pub(super) stage: BonusStage,
    /// The currency of its wallet.
    pub(super) currency: String,
    /// What it stakes, in subunits.
    pub(super) amount_cents: i64,
    /// What its bet has paid, in subunits; 0 before the result.
    pub(super) paid_cents: i64,
    /// Until when it can be staked.
    pub(super) valid_until: String,
}

fn view(award: &Award, locale: &str) -> SportBonus {
    SportBonus {
        id: award.id.to_string(),
        kind: award.kind,
        title: award.title.in_locale(locale).to_owned(),
        stage: award.stage,
        currency: award.currency.code().to_owned(),
        amount_cents: award.amount,
        paid_cents: award.converted,
        valid_until: rfc3339(award.activatable_until),
    }
}

/// The free bets of a player, the newest first.
pub(super) async fn list(app: &App, player: PlayerId, locale: &str) -> ApiResult<Vec<SportBonus>> {
    let offers = app.bonuses.offers();
    let all = awards::awards_of(&app.db, player).await?;
    let shown = all.iter().filter(|award| {
        award.kind == Kind::Freebet
            && (award.stage != BonusStage::Issued || !offers.is_disabled(&award.group_key))
    });
    Ok(shown.map(|award| view(award, locale)).collect())
}

/// The free bets that a player can stake now.
pub(super) async fn stakeable(app: &App, player: PlayerId) -> ApiResult<Vec<SportBonus>> {
    let locale = player::get(app, player).await?.locale;
    let all = list(app, player, &locale).await?;
    Ok(all.into_iter().filter(|bonus| bonus.stage == BonusStage::Issued).collect())
}

/// Redeems a code for a free bet.
pub(super) async fn redeem(
    app: &App,
    player: PlayerId,
    visitor: &Visitor,
    code: &str,
) -> ApiResult<SportBonus> {
    refuse_stopped(app, player).await?;
    let CouponAnswer { status, bonus, .. } =
        coupons::redeem(app, player, visitor, "code", code, Area::Sport).await?;
    let refused = |code: &str, message: &str| Err(ApiError::field("code", code, message));
    match (status, bonus) {
        (CouponStatus::Activated, Some(bonus)) => {
            let id = id_of(&bonus.id)?;
            let award = awards::own_award(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
            Ok(view(&award, &player::get(app, player).await?.locale))
        }
        (CouponStatus::AlreadyUsed, _) => {
            refused("VALIDATION.CODE.ALREADY_USED", "You have used this code already.")
        }
        (CouponStatus::Expired, _) => refused("VALIDATION.CODE.EXPIRED", "This code is no longer valid."),
        (CouponStatus::Restricted, _) => {
            refused("VALIDATION.CODE.RESTRICTED", "This code is not for your account.")
        }
        (CouponStatus::NotFound | CouponStatus::Activated, _) => Err(ApiError::not_found()),
    }
}

/// Stakes a free bet of `player` on the bet that the sports site calls `reference`. The same bet again answers the same.
pub(super) async fn place(app: &App, player: PlayerId, id: i64, reference: &str) -> ApiResult<SportBonus> {
    let award = own(app, player, id).await?;
    let now = app.clock.now();
    let locale = player::get(app, player).await?.locale;
    if award.stage != BonusStage::Issued {
        let bet = store::bet(&app.db, id).await?.filter(|bet| bet.reference == reference);
        return bet.map(|_| view(&award, &locale)).ok_or_else(not_stakeable);
    }
    refuse_stopped(app, player).await?;
    if now >= award.activatable_until || app.bonuses.offers().is_disabled(&award.group_key) {
        return Err(not_stakeable());
    }
    let next = Award { activated_at: Some(now), ..award.ended(End::Wagered, now) };
    let statements =
        [awards::change_award(BonusStage::Issued, &next, now), store::place(player, id, reference, now)];
    let facts = [changed(app, &next).await?];
    if without_money(app, player, &statements, &facts).await? {
        return Ok(view(&next, &locale));
    }
    // A stop or another call was quicker; that may have been this call, made twice.
    refuse_stopped(app, player).await?;
    let bet = store::bet(&app.db, id).await?.filter(|bet| bet.reference == reference);
    bet.map(|_| view(&next, &locale)).ok_or_else(not_stakeable)
}

/// Pays what the bet `reference` of a free bet has won, in subunits; 0 when it was lost. The same result again changes
/// nothing, another one is a conflict.
pub(super) async fn settle(app: &App, id: i64, reference: &str, won: i64) -> ApiResult<()> {
    let bet = store::bet(&app.db, id).await?.filter(|bet| bet.reference == reference);
    let Bet { settled_at, won: known, .. } = bet.ok_or_else(ApiError::not_found)?;
    if settled_at.is_some() {
        return if known == won { Ok(()) } else { Err(other_result()) };
    }
    let player = awards::owner(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let award = own(app, player, id).await?;
    let (now, paid) = (app.clock.now(), award.terms.win_max.map_or(won, |most| won.min(most)));
    let settled = store::settle(id, won, paid, now);
    let done = if paid == 0 {
        without_money(app, player, &[settled], &[]).await?
    } else {
        let next = Award { granted: paid, converted: paid, ..award.clone() };
        let facts = vec![changed(app, &next).await?];
        pay(app, &award, paid, facts, vec![settled, store::pay_award(id, paid)]).await?
    };
    if done {
        return Ok(());
    }
    let bet = store::bet(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    if bet.settled_at.is_some() && bet.won == won { Ok(()) } else { Err(other_result()) }
}

async fn pay(
    app: &App,
    award: &Award,
    amount: i64,
    facts: Vec<Fact>,
    attached: Vec<croupier_db::Statement>,
) -> ApiResult<bool> {
    let from = app.wallet.system_account(&award.account(), award.currency).await?;
    let to = app.wallet.account(award.player, award.currency, SubAccount::Cash).await?;
    let id = format!("{}:freebet", award.id);
    let order = Order {
        key: Key::new("bonus", &id),
        fingerprint: Key::new("bonus", &format!("{id}:{}:{amount}", award.player)),
        player: award.player,
        currency: award.currency,
        at: app.clock.now(),
        action: Action::Move { from, to, amount },
        facts,
        attached,
    };
    match app.wallet.submit(order).await {
        Ok(receipt) => Ok(!receipt.replayed),
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn own(app: &App, player: PlayerId, id: i64) -> ApiResult<Award> {
    let award = awards::own_award(&app.db, player, id).await?;
    award.filter(|award| award.kind == Kind::Freebet).ok_or_else(ApiError::not_found)
}

fn not_stakeable() -> ApiError {
    ApiError::code(
        axum::http::StatusCode::CONFLICT,
        "freebet_not_stakeable",
        "This free bet cannot be staked any more.",
    )
}

fn other_result() -> ApiError {
    ApiError::code(
        axum::http::StatusCode::CONFLICT,
        "freebet_other_result",
        "This bet was settled with another result.",
    )
}
