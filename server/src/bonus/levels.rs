//! Gifts of loyalty levels: issued once a level, in the commit that notes it, and shown beside the levels.

use anyhow::{Result, ensure};
use croupier_ledger::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::Offers;
use super::prizes::{Prize, PrizeBonus, Winner, Won};
use crate::app::App;
use crate::loyalty::{self, LevelGift};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::site_config::Statuses;

/// Gifts issued in one go.
const AT_ONCE: i64 = 200;

/// A level and what it brings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LevelGiftView {
    /// Counted from 1.
    level: i64,
    /// The gift.
    gift: PrizeBonus,
    /// When the player reached the level and was promised its gift; null for a level that is ahead, and for one that was
    /// reached when it had no gift.
    reached_at: Option<String>,
    /// When the gift was issued.
    issued_at: Option<String>,
}

/// Fails with the level whose gift is no reward among `offers`.
pub(super) fn check(statuses: &Statuses, offers: &Offers) -> Result<()> {
    for level in statuses.levels() {
        let Some(code) = statuses.gift_of(level) else { continue };
        ensure!(
            Prize::find(offers, code).is_some(),
            "level {level} brings {code}, which is no reward on offer"
        );
    }
    Ok(())
}

/// What the levels bring a player, in `locale`. A level that was reached brings what it was promised.
pub(super) async fn list(app: &App, player: PlayerId, locale: &str) -> ApiResult<Vec<LevelGiftView>> {
    let (offers, statuses) = (app.bonuses.offers(), app.site_config.statuses.now());
    let reached = loyalty::level_gifts_of(&app.db, player).await?;
    let view = |level: i64| {
        let own = reached.iter().find(|gift| gift.level == level);
        let code = own.map_or_else(|| statuses.gift_of(level), |own| Some(&own.offer))?;
        Some(LevelGiftView {
            level,
            gift: Prize::find(&offers, code)?.view(locale),
            reached_at: own.map(|own| rfc3339(own.reached_at)),
            issued_at: own.and_then(|own| own.issued_at).map(rfc3339),
        })
    };
    Ok(statuses.levels().filter_map(view).collect())
}

/// Issues the gifts of levels that were reached. One that cannot be issued yet waits, and holds up no other.
pub(super) async fn issue_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for gift in loyalty::due_level_gifts(&app.db, now, AT_ONCE).await? {
        let issued = issue(app, &gift, now).await.unwrap_or_else(|error| {
            tracing::warn!(gift.player, gift.level, ?error, "the gift of a level cannot be issued");
            false
        });
        if !issued {
            loyalty::put_off_level_gift(&app.db, &gift, now).await?;
        }
    }
    Ok(())
}

/// Issues the gift of a level to the wallet that the player uses; `false` when it has to wait.
async fn issue(app: &App, gift: &LevelGift, now: i64) -> ApiResult<bool> {
    let prize = Prize::find(&app.bonuses.offers(), &gift.offer)
        .ok_or_else(|| ApiError::internal(&format!("there is no reward {}", gift.offer)))?;
    let currency = player::get(app, gift.player).await?.currency;
    let winner = Winner {
        player: gift.player,
        currency,
        group_key: None,
        source: format!("loyalty:{}", gift.level),
        uses: vec![loyalty::level_gift_issued(gift, currency, now)],
        facts: Vec::new(),
    };
    Ok(match prize.give(app, winner).await? {
        // Another server was quicker.
        Won::Done | Won::UsedUp => true,
        Won::Already | Won::Stopped(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_level_whose_gift_nobody_offers_is_named() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let statuses = std::fs::read_to_string(folder.join("statuses.toml")).unwrap();
        let offers = Offers::load(&folder).unwrap();
        let checked = |text: &str| check(&Statuses::parse(text).unwrap(), &offers);
        checked(&statuses).unwrap();
        let gift = Statuses::parse(&statuses).unwrap().gift_of(1).unwrap().to_owned();
        let error = checked(&statuses.replace(&gift, "NO-SUCH-GIFT")).unwrap_err().to_string();
        assert!(error.contains("level 1") && error.contains("NO-SUCH-GIFT"), "{error}");
    }
}
