//! Boxes for points: what the shop asks before it takes points, and what is written in the commit that takes them.

use croupier_db::{Statement, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use uuid::Uuid;

use super::definitions::Definition;
use super::model::Lootbox;
use super::{COUNTER, store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// Boxes in one purchase at most.
pub const SOLD_AT_ONCE: i64 = 10;

/// Boxes that a player wants.
#[derive(Debug, Clone, Copy)]
pub struct BoxRequest<'a> {
    /// Who.
    pub player: PlayerId,
    /// The wallet that prizes go to.
    pub currency: Currency,
    /// The code of the box.
    pub code: &'a str,
    /// How many points are offered.
    pub points: i64,
}

/// What is written for boxes that are sold.
#[derive(Debug, Clone, Default)]
pub struct BoxSale {
    /// The boxes; the statements have to hit their rows.
    pub statements: Vec<Statement>,
    /// What tells of them.
    pub facts: Vec<Fact>,
}

/// Boxes that may be sold, before any of them has a number.
#[derive(Debug)]
pub struct BoxOrder {
    definition: Definition,
    player: PlayerId,
    currency: Currency,
    locale: String,
    count: i64,
}

/// Looks at whether the boxes that are wanted may be sold.
pub async fn order(app: &App, wanted: BoxRequest<'_>) -> ApiResult<BoxOrder> {
    let BoxRequest { player, currency, code, points } = wanted;
    let definitions = app.lootboxes.definitions();
    let definition = definitions.find(code).filter(|found| found.is_in(currency));
    let sold = definition.and_then(|definition| Some((definition, definition.points?)));
    let (definition, price) =
        sold.ok_or_else(|| ApiError::field("group", "VALIDATION.GROUP.UNKNOWN", "There is no such card."))?;
    if points <= 0 || points % price != 0 || points / price > SOLD_AT_ONCE {
        let message = format!("The box costs {price} points; at most {SOLD_AT_ONCE} are sold at once.");
        return Err(ApiError::field("points", "VALIDATION.POINTS.INVALID", &message));
    }
    let profile = player::get(app, player).await?;
    if !profile.can_issue_bonuses {
        let message = "Bonuses are switched off in the profile, and a box can hold one.";
        return Err(ApiError::field("group", "bonuses_off", message));
    }
    let locale = profile.locale;
    Ok(BoxOrder { definition: definition.clone(), player, currency, locale, count: points / price })
}

impl BoxOrder {
    /// Numbers the boxes of the purchase `purchase` at the app's clock. The numbers are used up whether it goes through
    /// or not.
    pub async fn number(self, app: &App, purchase: Uuid) -> ApiResult<BoxSale> {
        let Self { definition, player, currency, locale, count } = self;
        let mut tx = app.db.begin().await?;
        let first = log::take_numbers(&mut tx, COUNTER, count).await?;
        tx.commit().await?;
        let (mut sale, now) = (BoxSale::default(), app.clock.now());
        for id in first..first + count {
            let source = format!("points:{purchase}:{}", id - first);
            let (issued, seed) =
                Lootbox::issued(&app.secrets, &definition, id, (player, currency), source, now)?;
            sale.statements.extend([store::insert(&issued)?, seed]);
            sale.facts.push(issued.changed(&locale, now)?);
        }
        Ok(sale)
    }
}
