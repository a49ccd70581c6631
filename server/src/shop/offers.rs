//! The cards of the shop.

use croupier_ledger::Key;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::bonus::{self, BonusTerms, SpinTerms};
use crate::lootbox::{self, LootboxItem};
use crate::lottery;
use crate::loyalty::RewardType;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::site_config::{CardImage, LOCALE_DEFAULT, Loyalty, MoneyCard, MoneyRate, PromoType};

/// So many bytes of a hash tell terms apart.
const TERMS_BYTES: usize = 12;

/// A card of the points shop.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Offer {
    pub(super) r#type: RewardType,
    /// Names the card.
    group: String,
    /// In the language of the request; null of money that staff gave no name.
    title: Option<String>,
    /// Its pictures; null without any.
    image: Option<CardImage>,
    /// What it is praised with; null without anything.
    promo: Option<OfferPromo>,
    /// What money costs and gives, by currency; another currency gets what stands for EUR, converted. Empty of everything
    /// else.
    rates: Vec<MoneyRate>,
    /// What one of anything else costs, and of bonus money; null of real money.
    rate: Option<OfferRate>,
    /// How many times bonus money, or the winnings of free spins, have to be wagered; 0 when they need not be, null of
    /// everything else.
    wager: Option<i64>,
    /// Identifiers of the games that free spins can be played in; empty of everything else.
    games: Vec<String>,
    /// The address of the lottery whose tickets are sold; null of everything else.
    lottery_slug: Option<String>,
    /// Until when it is sold; null without an end.
    end_at: Option<String>,
    /// What a lootbox can hold, with the odds; empty of everything else.
    items: Vec<LootboxItem>,
    /// What free spins are and ask; null of everything else.
    freespins: Option<SpinTerms>,
    /// What is asked of money that is bonus money; null of real money and everything else.
    bonus: Option<BonusTerms>,
    /// Stands for what the card costs, gives and asks: it is another one once any of that is.
    terms: String,
}

/// What a card is praised with.
#[derive(Debug, Serialize, ToSchema)]
struct OfferPromo {
    r#type: PromoType,
    /// In the language of the request.
    text: String,
}

/// What a card costs that is not of real money.
#[derive(Debug, Serialize, ToSchema)]
struct OfferRate {
    /// What one costs, in points.
    points: i64,
    /// The most that a player can have, or buy at once.
    count_max: i64,
    /// The lotteries whose tickets are sold.
    lottery_ids: Vec<i64>,
    /// How many free spins one is; null of everything else.
    freespins_count: Option<i64>,
}

/// Every card, in `locale`, at the app's clock.
pub(super) async fn offers(app: &App, locale: &str) -> ApiResult<Vec<Offer>> {
    let (on_offer, now) = (app.bonuses.offers(), app.clock.now());
    let loyalty = app.site_config.loyalty.now();
    let (lotteries, boxes) = (lottery::on_sale(app).await?, app.lootboxes.definitions());
    let list = |locale: &str| {
        let mut offers: Vec<Offer> = loyalty.money.iter().map(money).collect();
        offers.extend(bonus::bonuses_on_sale(&on_offer, now).into_iter().map(bonus_money));
        offers.extend(bonus::spins_on_sale(&on_offer, locale, now).into_iter().map(spins));
        offers.extend(lotteries.iter().map(|sold| tickets(sold, locale)));
        offers.extend(boxes.sold().map(|(sold, points)| Offer {
            title: Some(sold.title.in_locale(locale).to_owned()),
            rate: Some(rate(points, lootbox::SOLD_AT_ONCE)),
            items: sold.shown_items(locale),
            ..Offer::named(RewardType::Lootboxes, sold.code.clone())
        }));
        offers
    };
    // The terms are the same in every language.
    let mut offers = Vec::new();
    for (offer, plain) in list(locale).into_iter().zip(list(LOCALE_DEFAULT)) {
        let terms = plain.terms()?;
        offers.push(Offer { terms, ..offer.looking(&loyalty, locale) });
    }
    Ok(offers)
}

/// What the card of a purchase costs, gives and asks now, as [`Offer::terms`] stands for it; `None` when it is not on offer.
pub(super) async fn terms_of(
    app: &App,
    (r#type, group): (RewardType, &str),
    lottery: Option<i64>,
) -> ApiResult<Option<String>> {
    let is_meant = |offer: &Offer| {
        let sells = |rate: &OfferRate| lottery.is_none_or(|id| rate.lottery_ids.contains(&id));
        let is_of_lottery = r#type != RewardType::Lotteries || offer.rate.as_ref().is_some_and(sells);
        offer.r#type == r#type && offer.group == group && is_of_lottery
    };
    Ok(offers(app, LOCALE_DEFAULT).await?.into_iter().find(is_meant).map(|offer| offer.terms))
}

impl Offer {
    /// A card of which nothing else is known yet.
    const fn named(r#type: RewardType, group: String) -> Self {
        Self {
            r#type,
            group,
            title: None,
            image: None,
            promo: None,
            rates: Vec::new(),
            rate: None,
            wager: None,
            games: Vec::new(),
            lottery_slug: None,
            end_at: None,
            items: Vec::new(),
            freespins: None,
            bonus: None,
            terms: String::new(),
        }
    }

    /// Stands for everything of it that a player decides by, but for how it looks and until when it is there.
    fn terms(&self) -> ApiResult<String> {
        let Self { r#type, group, rates, rate, wager, games, items, freespins, bonus, .. } = self;
        let all = serde_json::to_vec(&(r#type, group, rates, rate, wager, games, items, freespins, bonus))?;
        Ok(hex::encode(&Key::hash(&[&all]).0[..TERMS_BYTES]))
    }

    /// The card as staff lets it look, in `locale`.
    fn looking(self, loyalty: &Loyalty, locale: &str) -> Self {
        let Some(look) = loyalty.look(&self.group) else { return self };
        let title = look.title.as_ref().map(|title| title.in_locale(locale).to_owned());
        let promo = look
            .promo
            .as_ref()
            .map(|promo| OfferPromo { r#type: promo.r#type, text: promo.text.in_locale(locale).to_owned() });
        Self { title: title.or(self.title), image: look.image.clone(), promo, ..self }
    }
}

fn money(card: &MoneyCard) -> Offer {
    Offer { rates: card.rates.clone(), ..Offer::named(RewardType::Money, card.group.clone()) }
}

fn bonus_money(sold: bonus::SoldBonus) -> Offer {
    Offer {
        rates: sold.rates,
        rate: Some(rate(sold.points, bonus::GIFTS_SOLD_AT_ONCE)),
        wager: Some(sold.terms.wager_multiple),
        bonus: Some(sold.terms),
        ..Offer::named(RewardType::Money, sold.group)
    }
}

/// What one costs that is neither tickets nor free spins.
const fn rate(points: i64, count_max: i64) -> OfferRate {
    OfferRate { points, count_max, lottery_ids: Vec::new(), freespins_count: None }
}

fn spins(sold: bonus::SoldSpins) -> Offer {
    let freespins_count = Some(sold.terms.freespins_count);
    Offer {
        title: Some(sold.title),
        rate: Some(OfferRate { freespins_count, ..rate(sold.points, bonus::GIFTS_SOLD_AT_ONCE) }),
        wager: Some(sold.terms.wager_multiple),
        games: sold.terms.games.clone(),
        freespins: Some(sold.terms),
        ..Offer::named(RewardType::Freespins, sold.group)
    }
}

fn tickets(sold: &lottery::Lottery, locale: &str) -> Offer {
    let lottery_ids = vec![sold.id()];
    Offer {
        title: Some(sold.title(locale).to_owned()),
        rate: Some(OfferRate { lottery_ids, ..rate(sold.points(), sold.tickets_max()) }),
        lottery_slug: Some(sold.slug().to_owned()),
        end_at: Some(rfc3339(sold.span().1)),
        ..Offer::named(RewardType::Lotteries, sold.group().to_owned())
    }
}
