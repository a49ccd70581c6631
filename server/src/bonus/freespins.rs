//! Free spins of a player: activated, played, ended, and what they have won.

use croupier_db::Statement;
use croupier_ledger::{AccountId, Action, Fact, Key, PlayerId, Refusal, SubAccount};
use croupier_money::Currency;
use croupier_promo::{BonusStage, End, FreespinStage, Kind, Progress, requirement};

use super::gifts::{has_ended, not_activatable, refuse_stopped};
use super::issue::{gift_number, without_money};
use super::model::{Award, Due, Grant};
use super::view::FreespinsView;
use super::{grant_store, store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::wallet::{Order, WalletError};

/// The free spins of a player, without those that cannot be activated because their group is hidden.
pub(super) async fn list(app: &App, player: PlayerId, locale: &str) -> ApiResult<Vec<FreespinsView>> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let grants = grant_store::grants_of(&app.db, player).await?;
    let shown = grants
        .iter()
        .filter(|grant| grant.stage != FreespinStage::Issued || !offers.is_disabled(&grant.group_key));
    Ok(shown.map(|grant| grant.view(&offers, locale, now)).collect())
}

/// Activates free spins of the player.
pub(super) async fn activate(app: &App, player: PlayerId, id: i64) -> ApiResult<FreespinsView> {
    let grant = grant_store::own_grant(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    refuse_stopped(app, player).await?;
    let may = grant.stage == FreespinStage::Issued && now < grant.activatable_until;
    if !may || offers.is_disabled(&grant.group_key) {
        return Err(not_activatable());
    }
    let next = Grant {
        stage: FreespinStage::Activated,
        activated_at: Some(now),
        valid_until: Some(now.saturating_add(grant.valid_ms)),
        due: None,
        ..grant.clone()
    };
    let next = change(app, &grant, next).await?.ok_or_else(not_activatable)?;
    Ok(next.view(&offers, &player::get(app, player).await?.locale, now))
}

/// Cancels free spins of the player.
pub(super) async fn cancel(app: &App, player: PlayerId, id: i64) -> ApiResult<FreespinsView> {
    let grant = grant_store::own_grant(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    if !grant.stage.is_current() {
        return Err(has_ended());
    }
    let ended = end(app, &grant, End::Declined).await?.ok_or_else(has_ended)?;
    let locale = player::get(app, player).await?.locale;
    Ok(ended.view(&app.bonuses.offers(), &locale, app.clock.now()))
}

/// Ends free spins for the reason `why`; what they have won is paid once their last round is over. `None` when they are no
/// longer as they were.
pub(super) async fn end(app: &App, grant: &Grant, why: End) -> ApiResult<Option<Grant>> {
    change(app, grant, grant.ended(Some(why), app.clock.now())).await
}

async fn change(app: &App, grant: &Grant, next: Grant) -> ApiResult<Option<Grant>> {
    let statement = grant_store::change_grant(grant.stage, &next, app.clock.now());
    let facts = [changed(app, &next).await?];
    Ok(without_money(app, grant.player, &[statement], &facts).await?.then_some(next))
}

async fn changed(app: &App, grant: &Grant) -> ApiResult<Fact> {
    let locale = player::get(app, grant.player).await?.locale;
    Ok(grant.changed(&app.bonuses.offers(), &locale, app.clock.now())?)
}

/// Free spins that a round is played with.
#[derive(Debug, Clone)]
pub struct FreeRound {
    /// Their number.
    pub grant: i64,
    /// What the spin is played at, in subunits.
    pub stake: i64,
    /// The account that pays what it wins.
    pub system: AccountId,
    /// The statement that takes the spin, to go with its bet.
    pub takes: Statement,
}

/// The free spins `id` of the player for a round of `game` in a wallet; 404 when they are not the player's, 422 when they
/// are for another game or wallet.
pub async fn free_round(
    app: &App,
    player: PlayerId,
    currency: Currency,
    id: &str,
    game: &str,
) -> ApiResult<FreeRound> {
    let id = id.parse().map_err(|_| ApiError::not_found())?;
    let grant = grant_store::own_grant(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    if grant.currency != currency || !grant.games.iter().any(|known| known == game) {
        let message = "These free spins cannot be played here.";
        return Err(ApiError::field("freespins_id", "freespins_elsewhere", message));
    }
    let system = app.wallet.system_account(&grant.account(), currency).await?;
    Ok(FreeRound {
        grant: id,
        stake: grant.stake,
        system,
        takes: grant_store::perform(&grant, app.clock.now()),
    })
}

/// Pays what a grant has won, once all of its rounds are over: as a bonus that is to be wagered, or as money. `None` when
/// that is not so, or was done before.
pub(super) async fn settle(app: &App, grant: &Grant) -> ApiResult<Option<Grant>> {
    let now = app.clock.now();
    let mut next = if grant.stage.is_current() { grant.ended(None, now) } else { grant.clone() };
    next.settled_at = Some(now);
    let mut facts = Vec::with_capacity(2);
    let mut award = None;
    if grant.won > 0 && grant.terms.wager == 0 {
        next.paid = grant.terms.win_max.map_or(grant.won, |most| grant.won.min(most));
        next.withheld = grant.won - next.paid;
    } else if grant.won > 0 {
        award = Some(of_winnings(grant, gift_number(&app.db).await?, now));
    }
    if grant.stage.is_current() {
        facts.push(changed(app, &next).await?);
    }
    let mut attached = vec![grant_store::settle(&next, grant.stage)];
    if let Some(award) = &award {
        let locale = player::get(app, grant.player).await?.locale;
        facts.push(award.changed(&app.bonuses.offers(), &locale, now)?);
        attached.push(store::add_award(award)?);
    }
    if grant.won == 0 {
        let settled = attached.remove(0);
        return Ok(without_money(app, grant.player, &[settled], &facts).await?.then_some(next));
    }
    Ok(pay(app, grant, &next, facts, attached).await?.then_some(next))
}

/// Takes the winnings out of the wallet, and pays what of them is money.
async fn pay(
    app: &App,
    grant: &Grant,
    next: &Grant,
    facts: Vec<Fact>,
    attached: Vec<Statement>,
) -> ApiResult<bool> {
    let account = async |sub| app.wallet.account(grant.player, grant.currency, sub).await;
    let campaign = app.wallet.system_account(&grant.account(), grant.currency).await?;
    let order = |what: &str, action: Action| {
        let id = format!("{}:{what}", grant.id);
        Order {
            key: Key::new("freespins", &id),
            fingerprint: Key::new("freespins", &format!("{id}:{}", grant.player)),
            player: grant.player,
            currency: grant.currency,
            at: app.clock.now(),
            action,
            facts: Vec::new(),
            attached: Vec::new(),
        }
    };
    let from = account(SubAccount::FreespinWin).await?;
    let taken = order("settle", Action::Move { from, to: campaign, amount: grant.won });
    let mut linked = Vec::new();
    if next.paid > 0 {
        let to = account(SubAccount::Cash).await?;
        linked.push(order("pay", Action::Move { from: campaign, to, amount: next.paid }));
    }
    match app.wallet.submit_linked(Order { facts, attached, ..taken }, linked).await {
        Ok(receipt) => Ok(!receipt.replayed),
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The bonus that the winnings become.
fn of_winnings(grant: &Grant, id: i64, now: i64) -> Award {
    Award {
        id,
        player: grant.player,
        currency: grant.currency,
        offer: grant.offer.clone(),
        offer_version: grant.offer_version,
        kind: Kind::NonDeposit,
        group_key: grant.group_key.clone(),
        title: grant.title.clone(),
        terms: grant.terms.clone(),
        source: format!("freespins:{}", grant.id),
        stage: BonusStage::Issued,
        amount: grant.won,
        group: None,
        requirement: requirement(&grant.terms, grant.won, 0),
        wagered: Progress::default(),
        issued_at: now,
        activatable_until: now.saturating_add(grant.terms.valid_ms),
        activated_at: None,
        valid_until: None,
        ended_at: None,
        ended_by: None,
        granted: 0,
        converted: 0,
        withheld: 0,
        deducted: 0,
        forfeited: 0,
        place: None,
        due: Some(Due::Activate),
        next_try: 0,
    }
}
