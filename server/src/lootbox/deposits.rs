//! Boxes that deposits bring, each box once a day: money that goes in and out again brings no more. One is written down in the
//! commit that credits its deposit, however often the partner reports it; of two deposits at once, the second one fails on the
//! unique source and is judged again. A succeeded deposit is never reversed, so the box stays.

use croupier_db::log;

use super::model::Lootbox;
use super::{COUNTER, store};
use crate::app::App;
use crate::bonus::{Deposit, WithDeposit};
use crate::identity;
use crate::platform::calendar::Date;
use crate::platform::error::ApiResult;
use crate::player;

/// The box that a deposit brings, to a player who wants bonuses.
pub async fn with_deposit(app: &App, deposit: &Deposit) -> ApiResult<WithDeposit> {
    let (player, currency, now) = (deposit.player, deposit.currency, app.clock.now());
    let definitions = app.lootboxes.definitions();
    let brought = definitions.brought_by(currency, deposit.amount, &app.site_config.rates.now());
    let Some(definition) = brought else { return Ok(WithDeposit::default()) };
    let source = source_of(&definition.code, now);
    if store::has_source(&app.db, player, &source).await? {
        return Ok(WithDeposit::default());
    }
    let profile = player::get(app, player).await?;
    let stops = identity::stops_of(&app.db, player).await?;
    if !profile.can_issue_bonuses || stops.in_force(now, |_| true).is_some() {
        return Ok(WithDeposit::default());
    }
    let mut tx = app.db.begin().await?;
    let id = log::take_numbers(&mut tx, COUNTER, 1).await?;
    tx.commit().await?;
    let (issued, seed) = Lootbox::issued(&app.secrets, definition, id, (player, currency), source, now)?;
    Ok(WithDeposit {
        facts: vec![issued.changed(&profile.locale, now)?],
        statements: vec![store::insert(&issued)?, seed],
    })
}

/// What the box with this code is made by: a deposit on the day of `now`, in UTC.
fn source_of(code: &str, now: i64) -> String {
    format!("deposit:{code}:{}", Date::of(now))
}
