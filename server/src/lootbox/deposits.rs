//! Boxes that deposits bring. One is written down in the commit that credits its deposit, so a deposit brings one box however
//! often the partner tells of it. A succeeded deposit is never reversed, so the box stays.

use croupier_db::log;

use super::model::Lootbox;
use super::{COUNTER, store};
use crate::app::App;
use crate::bonus::{Deposit, WithDeposit};
use crate::error::ApiResult;
use crate::identity;
use crate::player;

/// The box that a deposit brings, to a player who wants bonuses.
pub async fn with_deposit(app: &App, deposit: &Deposit) -> ApiResult<WithDeposit> {
    let (player, currency, now) = (deposit.player, deposit.currency, app.clock.now());
    let definitions = app.lootboxes.definitions();
    let brought = definitions.brought_by(currency, deposit.amount, &app.house.rates.now());
    let Some(definition) = brought else { return Ok(WithDeposit::default()) };
    let profile = player::get(app, player).await?;
    let stops = identity::stops_of(&app.db, player).await?;
    if !profile.can_issue_bonuses || stops.in_force(now, |_| true).is_some() {
        return Ok(WithDeposit::default());
    }
    let mut tx = app.db.begin().await?;
    let id = log::take_numbers(&mut tx, COUNTER, 1).await?;
    tx.commit().await?;
    let source = format!("deposit:{}", deposit.payment);
    let issued = Lootbox::issued(&app.secrets, definition, id, (player, currency), source, now);
    Ok(WithDeposit {
        facts: vec![issued.changed(&profile.locale, now)?],
        statements: vec![store::insert(&issued)?],
    })
}
