//! The cards of the shop.

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::bonus::{self, SpinTerms};
use crate::calendar::rfc3339;
use crate::error::ApiResult;
use crate::house::{MoneyCard, MoneyRate};
use crate::lootbox::{self, LootboxItem};
use crate::lottery;
use crate::loyalty::RewardType;

/// A card of the points shop.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Offer {
    pub(super) r#type: RewardType,
    /// Names the card.
    group: String,
    /// In the language of the request; null of money.
    title: Option<String>,
    /// What money costs and gives, by currency; another currency gets what stands for EUR, converted. Empty of everything
    /// else.
    rates: Vec<MoneyRate>,
    /// What one of anything else costs; null of money.
    rate: Option<OfferRate>,
    /// The address of the lottery whose tickets are sold; null of everything else.
    lottery_slug: Option<String>,
    /// Until when it is sold; null without an end.
    end_at: Option<String>,
    /// What a lootbox can hold, with the odds; empty of everything else.
    items: Vec<LootboxItem>,
    /// What free spins are and ask; null of everything else.
    freespins: Option<SpinTerms>,
}

/// What a card costs that is not of money.
#[derive(Debug, Serialize, ToSchema)]
struct OfferRate {
    /// What one costs, in points.
    points: i64,
    /// The most that a player can have, or buy at once.
    count_max: i64,
    /// The lotteries whose tickets are sold.
    lottery_ids: Vec<i64>,
}

/// Every card, in `locale`, at the app's clock.
pub(super) async fn offers(app: &App, locale: &str) -> ApiResult<Vec<Offer>> {
    let mut offers: Vec<Offer> = app.house.loyalty.now().money.iter().map(money).collect();
    offers.extend(bonus::spins_on_sale(&app.bonuses.offers(), locale).into_iter().map(spins));
    offers.extend(lottery::on_sale(app).await?.iter().map(|sold| tickets(sold, locale)));
    let boxes = app.lootboxes.definitions();
    offers.extend(boxes.sold().map(|(sold, points)| Offer {
        r#type: RewardType::Lootboxes,
        group: sold.code.clone(),
        title: Some(sold.title.in_locale(locale).to_owned()),
        rates: Vec::new(),
        rate: Some(OfferRate { points, count_max: lootbox::SOLD_AT_ONCE, lottery_ids: Vec::new() }),
        lottery_slug: None,
        end_at: None,
        items: sold.shown_items(locale),
        freespins: None,
    }));
    Ok(offers)
}

fn money(card: &MoneyCard) -> Offer {
    Offer {
        r#type: RewardType::Money,
        group: card.group.clone(),
        title: None,
        rates: card.rates.clone(),
        rate: None,
        lottery_slug: None,
        end_at: None,
        items: Vec::new(),
        freespins: None,
    }
}

fn spins(sold: bonus::SoldSpins) -> Offer {
    Offer {
        r#type: RewardType::Freespins,
        group: sold.group,
        title: Some(sold.title),
        rates: Vec::new(),
        rate: Some(OfferRate {
            points: sold.points,
            count_max: bonus::SPINS_SOLD_AT_ONCE,
            lottery_ids: Vec::new(),
        }),
        lottery_slug: None,
        end_at: None,
        items: Vec::new(),
        freespins: Some(sold.terms),
    }
}

fn tickets(sold: &lottery::Lottery, locale: &str) -> Offer {
    Offer {
        r#type: RewardType::Lotteries,
        group: sold.group().to_owned(),
        title: Some(sold.title(locale).to_owned()),
        rates: Vec::new(),
        rate: Some(OfferRate {
            points: sold.points(),
            count_max: sold.tickets_max(),
            lottery_ids: vec![sold.id()],
        }),
        lottery_slug: Some(sold.slug().to_owned()),
        end_at: Some(rfc3339(sold.span().1)),
        items: Vec::new(),
        freespins: None,
    }
}
