//! Bonuses of a player: activated, and ended in every way.

use std::time::Duration;

use croupier_db::Statement;
use croupier_ledger::{Action, Fact, Key, PlayerId, Refusal, SubAccount};
use croupier_promo::{BonusStage, Effect, End, Kind, Split, end as split_of};

use super::issue::without_money;
use super::model::{Award, Due};
use super::view::BonusView;
use super::{store, things, waiting_store};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::wallet::{Order, WalletError};

/// How often the end of a bonus is tried whose money moves meanwhile.
const TRIES: u32 = 5;

/// How often it is looked whether all bets of a bonus were counted, and how long the pause between two looks is.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The bonuses of a player, without those that cannot be activated because their group is hidden.
pub(super) async fn list(app: &App, player: PlayerId, locale: &str) -> ApiResult<Vec<BonusView>> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let awards = store::awards_of(&app.db, player).await?;
    // Free bets have a list of their own.
    let shown = awards.iter().filter(|award| {
        award.kind != Kind::Freebet
            && (award.stage != BonusStage::Issued || !offers.is_disabled(&award.group_key))
    });
    Ok(shown.map(|award| award.view(&offers, locale, now)).collect())
}

/// Activates a bonus of the player.
pub(super) async fn activate(app: &App, player: PlayerId, id: i64) -> ApiResult<BonusView> {
    let award = store::own_award(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    refuse_stopped(app, player).await?;
    let may = award.kind.is_activated() && award.stage == BonusStage::Issued && now < award.activatable_until;
    if !may || offers.is_disabled(&award.group_key) {
        return Err(not_activatable());
    }
    let brought = bring_on(app, &award).await?.ok_or_else(not_activatable)?;
    Ok(brought.view(&offers, &player::get(app, player).await?.locale, now))
}

/// Cancels a bonus of the player.
pub(super) async fn cancel(app: &App, player: PlayerId, id: i64) -> ApiResult<BonusView> {
    for _ in 0..TRIES {
        let award = store::own_award(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
        let award = counted(app, award).await?;
        if !award.stage.is_current() {
            break;
        }
        if let Some(ended) = end(app, &award, given_up(&award, End::Declined)).await? {
            let locale = player::get(app, player).await?.locale;
            return Ok(ended.view(&app.bonuses.offers(), &locale, app.clock.now()));
        }
    }
    Err(has_ended())
}

/// An award once every bet in its wallet so far was counted. Its player gives it up, and the bet that makes the wagering
/// complete may be one that the reader is still on its way to.
pub(super) async fn counted(app: &App, award: Award) -> ApiResult<Award> {
    if award.stage != BonusStage::HandleBets {
        return Ok(award);
    }
    for _ in 0..LOOKS {
        if !store::has_uncounted(&app.db, &award).await? {
            let found = store::own_award(&app.db, award.player, award.id).await?;
            return found.ok_or_else(ApiError::not_found);
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Err(ApiError::unavailable(&format!("bets of bonus {} are not counted yet", award.id)))
}

/// How a bonus ends that its player gives up by `why`: what was wagered in full is theirs.
pub(super) fn given_up(award: &Award, why: End) -> End {
    if award.is_wagered() { End::Wagered } else { why }
}

/// Refuses what a stopped player may not do.
pub(super) async fn refuse_stopped(app: &App, player: PlayerId) -> ApiResult<()> {
    let stops = identity::stops_of(&app.db, player).await?;
    stops.in_force(app.clock.now(), |_| true).map_or(Ok(()), |stop| Err(identity::stopped(stop)))
}

pub(super) fn not_activatable() -> ApiError {
    ApiError::field("id", "bonus_not_activatable", "This gift cannot be activated any more.")
}

pub(super) fn has_ended() -> ApiError {
    ApiError::field("id", "bonus_has_ended", "This gift has ended already.")
}

/// What a command of a bonus came to.
enum Tried {
    Done,
    /// The award is not as it was.
    Changed,
    /// Another bonus is active.
    Waits,
    /// The money of the bonus has moved meanwhile.
    Again,
}

async fn submit(
    app: &App,
    award: &Award,
    what: &str,
    action: Action,
    facts: Vec<Fact>,
    attached: Vec<Statement>,
) -> ApiResult<Tried> {
    let id = format!("{}:{what}", award.id);
    let order = Order {
        key: Key::new("bonus", &id),
        fingerprint: Key::new("bonus", &format!("{id}:{}", award.player)),
        player: award.player,
        currency: award.currency,
        at: app.clock.now(),
        action,
        facts,
        attached,
    };
    match app.wallet.submit(order).await {
        Ok(receipt) if receipt.replayed => Ok(Tried::Changed),
        Ok(_) => Ok(Tried::Done),
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => Ok(Tried::Changed),
        Err(WalletError::Refused(Refusal::BonusConflict)) => Ok(Tried::Waits),
        Err(WalletError::Refused(Refusal::BonusChanged)) => Ok(Tried::Again),
        Err(error) => Err(error.into()),
    }
}

/// Makes an award the active one, or lets it wait for the end of the one that is; money is paid at once, and what is no money
/// is given at once. `None` when the award is no longer as it was, or its player is stopped.
pub(super) async fn bring_on(app: &App, award: &Award) -> ApiResult<Option<Award>> {
    match award.kind.effect() {
        Effect::Points => return things::give_points(app, award).await,
        Effect::Membership => return things::join_group(app, award).await,
        // Staff hands it over, whatever is due of it.
        Effect::ByHand => return Ok(None),
        _ => {}
    }
    let now = app.clock.now();
    let from = app.wallet.system_account(&award.account(), award.currency).await?;
    let (next, action) = if award.kind.effect() == Effect::Money {
        let to = app.wallet.account(award.player, award.currency, SubAccount::Cash).await?;
        let paid = Award {
            activated_at: Some(now),
            granted: award.amount,
            converted: award.amount,
            ..award.ended(End::Wagered, now)
        };
        (paid, Action::Move { from, to, amount: award.amount })
    } else {
        let active = Award {
            stage: BonusStage::HandleBets,
            activated_at: Some(now),
            valid_until: Some(now.saturating_add(award.terms.valid_ms)),
            granted: award.amount,
            due: (award.requirement == 0).then_some(Due::Wagered),
            place: None,
            ..award.clone()
        };
        (active, Action::BonusGrant { bonus: award.id, from, amount: award.amount })
    };
    let facts = vec![changed(app, &next).await?];
    let attached = vec![store::change_award(award.stage, &next, now)];
    Ok(match submit(app, award, "activate", action, facts, attached).await? {
        Tried::Done => Some(next),
        Tried::Changed | Tried::Again => None,
        Tried::Waits if award.stage == BonusStage::Wait => None,
        Tried::Waits => {
            let place = waiting_store::free_place(&app.db, award.player, award.currency).await?;
            let waiting = Award { stage: BonusStage::Wait, due: None, place: Some(place), ..award.clone() };
            change_without_money(app, award, waiting).await?
        }
    })
}

async fn change_without_money(app: &App, award: &Award, next: Award) -> ApiResult<Option<Award>> {
    let statement = store::change_award(award.stage, &next, app.clock.now());
    let facts = [changed(app, &next).await?];
    Ok(without_money(app, award.player, &[statement], &facts).await?.then_some(next))
}

pub(super) async fn changed(app: &App, award: &Award) -> ApiResult<Fact> {
    let locale = player::get(app, award.player).await?.locale;
    Ok(award.changed(&app.bonuses.offers(), &locale, app.clock.now())?)
}

/// Refuses the end of a bonus while a partner's round is open that may still win money for it, or that decides whether too
/// little is left. Who gives the bonus up waits for an hour at most, and a server for a day: a partner that never tells the
/// end of a round holds up nobody for good.
pub(super) async fn refuse_undecided(app: &App, award: &Award, why: End) -> ApiResult<()> {
    let hours = if matches!(why, End::Declined | End::CashedOut) { 1 } else { 24 };
    let since = app.clock.now().saturating_sub(hours * HOUR_MS);
    if store::has_undecided(&app.db, award, why == End::Emptied, since).await? {
        return Err(Refusal::RoundOpen.into());
    }
    Ok(())
}

/// Ends an award for the reason `why`. `None` when it is no longer as it was; 409 while a round is open whose share for the
/// bonus would be lost.
pub(super) async fn end(app: &App, award: &Award, why: End) -> ApiResult<Option<Award>> {
    if award.stage != BonusStage::HandleBets {
        return change_without_money(app, award, award.ended(why, app.clock.now())).await;
    }
    for _ in 0..TRIES {
        let wallet = app.wallet.get(award.player, award.currency).await?.ok_or_else(ApiError::not_found)?;
        let holds = wallet.bonus;
        if why == End::Emptied && !award.terms.is_lost(wallet.cash, holds) {
            return Ok(None);
        }
        // After the look at the wallet: a bet in between changes what the bonus holds.
        refuse_undecided(app, award, why).await?;
        let now = app.clock.now();
        let Split { converted, withheld, deducted, forfeited } =
            split_of(why, holds, award.granted, &award.terms);
        let next = Award { converted, withheld, deducted, forfeited, ..award.ended(why, now) };
        let mut facts = Vec::with_capacity(2);
        if why == End::Wagered {
            facts.push(changed(app, &Award { stage: BonusStage::WagerDone, ..next.clone() }).await?);
        }
        facts.push(changed(app, &next).await?);
        let attached = vec![
            store::change_award(BonusStage::HandleBets, &next, now),
            waiting_store::wake_next(award.player, award.currency),
        ];
        // What is left is not too little any more once a deposit has come.
        let cash_max = (why == End::Emptied && holds > 0).then_some(wallet.cash);
        let action = Action::BonusFinish { bonus: award.id, holds, cash_max, most: converted };
        match submit(app, award, "finish", action, facts, attached).await? {
            Tried::Done => {
                app.bonuses.forget_active(award.player, award.currency);
                if let Some(waiting) = waiting_store::next(&app.db, award.player, award.currency).await? {
                    bring_on(app, &waiting).await?;
                }
                return Ok(Some(next));
            }
            Tried::Changed | Tried::Waits => return Ok(None),
            Tried::Again => {}
        }
    }
    Err(ApiError::unavailable(&format!("the money of bonus {} keeps moving", award.id)))
}
