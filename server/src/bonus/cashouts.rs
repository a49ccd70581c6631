//! What a withdrawal does to bonuses whose terms end them then.

use croupier_db::Statement;
use croupier_ledger::{Action, Fact, Key, PlayerId};
use croupier_money::Currency;
use croupier_promo::{BonusStage, End, end as split_of};

use super::gifts::{counted, end, given_up, refuse_undecided};
use super::model::Award;
use super::{grant_store, store, waiting_store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::wallet::Order;

/// What goes with the commit of a withdrawal.
#[derive(Debug, Default)]
pub struct WithCashout {
    /// Told with it.
    pub facts: Vec<Fact>,
    /// Run with it. When one of them misses its row, the withdrawal is looked at anew.
    pub statements: Vec<Statement>,
    /// The end of the active bonus, linked to it.
    pub linked: Vec<Order>,
}

/// The ends of the bonuses that a withdrawal at `now` (UTC milliseconds) cancels, with the free spins that came with them;
/// 409 `bonus_active` when there are any and the player has not agreed. What was wagered in full becomes money before.
pub async fn with_cashout(
    app: &App,
    player: PlayerId,
    currency: Currency,
    agreed: bool,
    now: i64,
) -> ApiResult<WithCashout> {
    let mut ended = Vec::new();
    for award in store::ended_by_cashout(&app.db, player, currency).await? {
        let award = counted(app, award).await?;
        if !award.stage.is_current() {
            continue;
        }
        match given_up(&award, End::CashedOut) {
            End::Wagered => drop(end(app, &award, End::Wagered).await?),
            _ => ended.push(award),
        }
    }
    if ended.is_empty() {
        return Ok(WithCashout::default());
    }
    if !agreed {
        return Err(ApiError::conflict("bonus_active", "This withdrawal cancels your bonus."));
    }
    let (offers, locale) = (app.bonuses.offers(), player::get(app, player).await?.locale);
    let mut with = WithCashout::default();
    let sources: Vec<&str> = ended.iter().map(|award| award.source.as_str()).collect();
    for grant in grant_store::current_from(&app.db, player, &sources).await? {
        let next = grant.ended(Some(End::CashedOut), now);
        with.facts.push(next.changed(&offers, &locale, now)?);
        with.statements.push(grant_store::change_grant(grant.stage, &next, now));
    }
    for award in &ended {
        let mut next = award.ended(End::CashedOut, now);
        if award.stage == BonusStage::HandleBets {
            let wallet = app.wallet.get(player, currency).await?.ok_or_else(ApiError::not_found)?;
            refuse_undecided(app, award, End::CashedOut).await?;
            next.forfeited = split_of(End::CashedOut, wallet.bonus, award.granted, &award.terms).forfeited;
            with.linked.push(finish(award, wallet.bonus, now));
        }
        with.facts.push(next.changed(&offers, &locale, now)?);
        with.statements.push(store::change_award(award.stage, &next, now));
    }
    with.statements.push(waiting_store::wake_next(player, currency));
    Ok(with)
}

fn finish(award: &Award, holds: i64, now: i64) -> Order {
    let id = format!("{}:finish", award.id);
    Order {
        key: Key::new("bonus", &id),
        fingerprint: Key::new("bonus", &format!("{id}:{}", award.player)),
        player: award.player,
        currency: award.currency,
        at: now,
        action: Action::BonusFinish { bonus: award.id, holds, cash_max: None, most: 0 },
        facts: Vec::new(),
        attached: Vec::new(),
    }
}
