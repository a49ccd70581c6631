//! What is on offer, as calls show it.

use croupier_ledger::PlayerId;

use super::audience::Addressee;
use super::deposits::earlier_deposits;
use super::model::base_name;
use super::offers::{Offer, Trigger};
use super::store;
use super::view::{
    DepositOffer, DepositOfferAmounts, OfferFreespins, PublicOffer, RegistrationOffer,
    RegistrationOfferAmounts,
};
use crate::app::App;
use crate::auth::Visitor;
use crate::identity;
use crate::platform::error::ApiResult;
use crate::player::{self, Player};
use crate::site_config::LOCALE_DEFAULT;

/// The deposit bonuses on offer: of a player those that the next deposit can bring.
pub(super) async fn deposit(
    app: &App,
    (player, visitor): (Option<PlayerId>, &Visitor),
    locale: Option<String>,
) -> ApiResult<Vec<DepositOffer>> {
    let offers = app.bonuses.offers();
    let asking = Asking::of(app, player, visitor, locale).await?;
    let mut shown = Vec::new();
    for offer in offers.public(Trigger::Deposit, app.clock.now()) {
        if asking.can_get(app, offer).await? {
            shown.push(asking.deposit_view(offer));
        }
    }
    Ok(shown)
}

/// Every bonus that has a page and is for who asks, in the order of the file.
pub(super) async fn public(
    app: &App,
    (player, visitor): (Option<PlayerId>, &Visitor),
    locale: Option<String>,
) -> ApiResult<Vec<PublicOffer>> {
    let offers = app.bonuses.offers();
    let asking = Asking::of(app, player, visitor, locale).await?;
    let mut shown = Vec::new();
    for (slug, offer) in
        offers.with_pages(app.clock.now()).filter(|(_, offer)| offer.audience.has(&asking.who))
    {
        let (deposit, registration) = match offer.trigger {
            Trigger::Deposit => (Some(asking.deposit_view(offer)), None),
            _ => (None, registration_view(offer, &asking.locale)),
        };
        let available = asking.can_get(app, offer).await?;
        shown.push(PublicOffer { slug, available, deposit, registration });
    }
    Ok(shown)
}

/// Who asks for offers.
struct Asking {
    locale: String,
    /// Unknown while every offer is for everybody.
    who: Addressee,
    /// A player, and how many deposits they have made.
    player: Option<(Player, i64)>,
}

impl Asking {
    async fn of(
        app: &App,
        player: Option<PlayerId>,
        visitor: &Visitor,
        locale: Option<String>,
    ) -> ApiResult<Self> {
        let who = match player {
            _ if !app.bonuses.offers().are_limited() => Addressee::default(),
            Some(player) => Addressee::player(app, player).await?,
            None => Addressee::guest(app, visitor),
        };
        let Some(player) = player else {
            let locale = locale.unwrap_or_else(|| LOCALE_DEFAULT.to_owned());
            return Ok(Self { locale, who, player: None });
        };
        let profile = player::get(app, player).await?;
        let deposits = earlier_deposits(app, player).await?;
        let locale = locale.unwrap_or_else(|| profile.locale.clone());
        Ok(Self { locale, who, player: Some((profile, deposits)) })
    }

    /// Whether an offer of a deposit or of a confirmed account is still ahead of who asks.
    async fn can_get(&self, app: &App, offer: &Offer) -> ApiResult<bool> {
        if !offer.audience.has(&self.who) {
            return Ok(false);
        }
        let Some((profile, deposits)) = &self.player else { return Ok(true) };
        if !profile.can_issue_bonuses || !offer.is_in(profile.currency) {
            return Ok(false);
        }
        if !offer.is_for_deposit(deposits + 1) {
            return Ok(false);
        }
        match offer.trigger {
            // Issued when the address is confirmed, which happens once.
            Trigger::Registration => Ok(identity::login_of(app, profile.id).await?.confirmed_at.is_none()),
            _ if offer.deposit_number.is_some() => {
                Ok(!store::has_source(&app.db, profile.id, &format!("offer:{}", offer.code)).await?)
            }
            _ => Ok(true),
        }
    }

    fn deposit_view(&self, offer: &Offer) -> DepositOffer {
        let chosen =
            |(profile, _): &(Player, i64)| profile.deposit_bonus_code.as_deref() == Some(&offer.code);
        deposit_view(offer, &self.locale, self.player.as_ref().is_some_and(chosen))
    }
}

fn deposit_view(offer: &Offer, locale: &str, chosen: bool) -> DepositOffer {
    let currencies = offer.amounts.iter().map(|(currency, amounts)| DepositOfferAmounts {
        currency: currency.code().to_owned(),
        deposit_min_cents: amounts.deposit_min,
        bonus_max_cents: amounts.amount,
        bet_max_cents: amounts.bet_max,
        win_max_cents: amounts.win_max,
        lost_below_cents: amounts.lost_below,
    });
    DepositOffer {
        id: offer.code.clone(),
        code: offer.code.clone(),
        title: offer.title.in_locale(locale).to_owned(),
        group_key: offer.group_key.clone(),
        deposit_number: offer.deposit_number,
        chosen,
        percent: offer.percent,
        wager_multiple: offer.wager,
        wager_on: base_name(offer.wager_on).to_owned(),
        valid_hours: offer.valid_hours,
        canceled_by_cashout: offer.ends_at_cashout(),
        sticky: offer.sticky,
        currencies: currencies.collect(),
        freespins: freespins_of(offer),
        excluded_games: offer.excluded.games.iter().cloned().collect(),
        excluded_categories: offer.excluded.categories.iter().cloned().collect(),
    }
}

fn freespins_of(offer: &Offer) -> Option<OfferFreespins> {
    offer.freespins.as_ref().map(|spins| OfferFreespins {
        freespins_count: spins.count,
        games: spins.games.clone(),
        wager_multiple: spins.wager,
    })
}

/// The gifts for new players of whom who asks may be one.
pub(super) async fn registration(
    app: &App,
    (player, visitor): (Option<PlayerId>, &Visitor),
    locale: Option<String>,
) -> ApiResult<Vec<RegistrationOffer>> {
    let locale = locale.unwrap_or_else(|| LOCALE_DEFAULT.to_owned());
    let offers = app.bonuses.offers();
    let asking = Asking::of(app, player, visitor, Some(locale)).await?;
    let shown = offers.public(Trigger::Registration, app.clock.now());
    let shown = shown.filter(|offer| offer.audience.has(&asking.who));
    Ok(shown.filter_map(|offer| registration_view(offer, &asking.locale)).collect())
}

fn registration_view(offer: &Offer, locale: &str) -> Option<RegistrationOffer> {
    let spins = offer.freespins.as_ref();
    let amounts = offer.amounts.iter().map(|(currency, amounts)| RegistrationOfferAmounts {
        currency: currency.code().to_owned(),
        amount_cents: amounts.amount,
        bet_max_cents: amounts.bet_max,
        win_max_cents: amounts.win_max,
        lost_below_cents: amounts.lost_below,
    });
    Some(RegistrationOffer {
        id: offer.code.clone(),
        title: offer.title.in_locale(locale).to_owned(),
        group_key: offer.group_key.clone(),
        kind: offer.kind.or_else(|| spins.map(|spins| spins.kind))?,
        wager_multiple: offer.wager,
        valid_hours: offer.valid_hours,
        canceled_by_cashout: offer.ends_at_cashout(),
        sticky: offer.sticky,
        currencies: amounts.collect(),
        freespins: freespins_of(offer),
        excluded_games: offer.excluded.games.iter().cloned().collect(),
        excluded_categories: offer.excluded.categories.iter().cloned().collect(),
    })
}
