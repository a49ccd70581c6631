//! What is on offer, as calls show it.

use croupier_ledger::PlayerId;

use super::deposits::earlier_deposits;
use super::model::base_name;
use super::offers::{Offer, Trigger};
use super::store;
use super::view::{
    DepositOffer, DepositOfferAmounts, OfferFreespins, RegistrationOffer, RegistrationOfferAmounts,
};
use crate::app::App;
use crate::error::ApiResult;
use crate::house::LOCALE_DEFAULT;
use crate::player;

/// The deposit bonuses on offer: of a player those that the next deposit can bring.
pub(super) async fn deposit(
    app: &App,
    player: Option<PlayerId>,
    locale: Option<String>,
) -> ApiResult<Vec<DepositOffer>> {
    let offers = app.bonuses.offers();
    let public = offers.public(Trigger::Deposit);
    let Some(player) = player else {
        let locale = locale.unwrap_or_else(|| LOCALE_DEFAULT.to_owned());
        return Ok(public.map(|offer| deposit_view(offer, &locale, false)).collect());
    };
    let profile = player::get(app, player).await?;
    let locale = locale.unwrap_or(profile.locale);
    if !profile.can_issue_bonuses {
        return Ok(Vec::new());
    }
    let number = earlier_deposits(app, player).await? + 1;
    let mut shown = Vec::new();
    for offer in public.filter(|offer| offer.is_in(profile.currency)) {
        let once = offer.deposit_number.map(|_| format!("offer:{}", offer.code));
        let had = match once {
            Some(source) => store::has_source(&app.db, player, &source).await?,
            None => false,
        };
        if !had && offer.deposit_number.is_none_or(|wanted| wanted == number) {
            let chosen = profile.deposit_bonus_code.as_deref() == Some(&offer.code);
            shown.push(deposit_view(offer, &locale, chosen));
        }
    }
    Ok(shown)
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
        canceled_by_cashout: offer.on_cashout == croupier_promo::CashoutRule::Cancel,
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

/// The gifts for new players.
pub(super) fn registration(app: &App, locale: Option<String>) -> Vec<RegistrationOffer> {
    let locale = locale.unwrap_or_else(|| LOCALE_DEFAULT.to_owned());
    let offers = app.bonuses.offers();
    let view = |offer: &Offer| {
        let spins = offer.freespins.as_ref();
        let kind = offer.kind.or_else(|| spins.map(|spins| spins.kind))?;
        let amounts = offer.amounts.iter().map(|(currency, amounts)| RegistrationOfferAmounts {
            currency: currency.code().to_owned(),
            amount_cents: amounts.amount,
            win_max_cents: amounts.win_max,
        });
        Some(RegistrationOffer {
            id: offer.code.clone(),
            title: offer.title.in_locale(&locale).to_owned(),
            group_key: offer.group_key.clone(),
            kind,
            wager_multiple: offer.wager,
            currencies: amounts.collect(),
            freespins: freespins_of(offer),
        })
    };
    offers.public(Trigger::Registration).filter_map(view).collect()
}
