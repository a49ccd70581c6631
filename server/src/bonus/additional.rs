//! Gifts that are shown beside the deposit bonuses to some players: offers that are hidden otherwise.

use anyhow::{Result, ensure};
use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience::Addressee;
use super::offers::{Offers, Trigger};
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::player;

/// To whom a hidden deposit offer is shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdditionalGift {
    /// The code of the offer.
    offer: String,
    /// Address of the picture.
    image: String,
    /// Members of one of these groups see it; everybody when there is none.
    #[serde(default)]
    group_ids: Vec<i64>,
    /// Who came by one of these tags of affiliates sees it; everybody when there is none.
    #[serde(default)]
    stags: Vec<String>,
}

/// A gift beside the deposit bonuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct AdditionalGiftView {
    /// Its id.
    id: String,
    /// What `PATCH /api/player/set_bonus_code` takes.
    code: String,
    /// In the language of the request.
    title: String,
    /// Address of the picture.
    image: String,
    /// The currencies that it is made in.
    currencies: Vec<String>,
}

impl AdditionalGift {
    /// Whether it is for a player in `groups` who came by `stag`.
    fn is_for(&self, groups: &[i64], stag: Option<&String>) -> bool {
        (self.group_ids.is_empty() || self.group_ids.iter().any(|group| groups.contains(group)))
            && (self.stags.is_empty() || stag.is_some_and(|stag| self.stags.contains(stag)))
    }
}

/// Whether an offer may be given to a player: one that is an additional gift belongs to those who are shown it.
pub(super) async fn may_have(app: &App, player: PlayerId, offer: &str) -> ApiResult<bool> {
    let offers = app.bonuses.offers();
    let Some(gift) = offers.additional_gifts.iter().find(|gift| gift.offer == offer) else { return Ok(true) };
    let groups = player::groups_of(app, player).await?;
    let stag = player::stag_of(&app.db, player).await?;
    Ok(!groups.contains(&player::MULTI_ACCOUNT) && gift.is_for(&groups, stag.as_ref()))
}

/// Fails with the gift that is no hidden offer for a deposit.
pub(super) fn check(gifts: &[AdditionalGift], offers: &Offers) -> Result<()> {
    for gift in gifts {
        let offer =
            offers.find(&gift.offer).filter(|offer| offer.trigger == Trigger::Deposit && offer.hidden);
        ensure!(offer.is_some(), "{:?} is no hidden offer for a deposit", gift.offer);
        ensure!(gift.image.starts_with('/'), "{:?} is no address of a picture of the site", gift.image);
    }
    Ok(())
}

/// The gifts that `player` is shown: none to guests, to members of the group of several accounts, with a code set, and while
/// bonuses are switched off.
pub(super) async fn shown_to(
    app: &App,
    player: Option<PlayerId>,
    locale: Option<String>,
) -> ApiResult<Vec<AdditionalGiftView>> {
    let offers = app.bonuses.offers();
    let Some(player) = player.filter(|_| !offers.additional_gifts.is_empty()) else { return Ok(Vec::new()) };
    let profile = player::get(app, player).await?;
    let groups = player::groups_of(app, player).await?;
    let gets = profile.can_issue_bonuses
        && profile.deposit_bonus_code.is_none()
        && !groups.contains(&player::MULTI_ACCOUNT);
    if !gets {
        return Ok(Vec::new());
    }
    let who = Addressee::player(app, player).await?;
    let (stag, locale) = (player::stag_of(&app.db, player).await?, locale.unwrap_or(profile.locale));
    let now = app.clock.now();
    let shown = offers.additional_gifts.iter().filter_map(|gift| {
        let offer = offers.find(&gift.offer)?;
        let is_for = gift.is_for(&groups, stag.as_ref()) && offer.audience.has(&who);
        (is_for && offer.is_in(profile.currency) && offers.can_begin(offer, now)).then(|| {
            AdditionalGiftView {
                id: offer.code.clone(),
                code: offer.code.clone(),
                title: offer.title.in_locale(&locale).to_owned(),
                image: gift.image.clone(),
                currencies: offer.amounts.keys().map(|currency| currency.code().to_owned()).collect(),
            }
        })
    });
    Ok(shown.collect())
}
