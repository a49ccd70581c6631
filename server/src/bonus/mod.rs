//! Bonuses and free spins: what is on offer, what players got, and how each award ends.
//!
//! The rules are pure and stand in `croupier_promo`; money is the wallet's. An award carries the terms of its offer as they
//! were, so nothing that is edited later changes it. Every change of an award is a statement guarded by the stage that it
//! starts from, within the commit that moves the money or under the lock of the player's lane, and is told by a fact.
//!
//! Each offer is a campaign with a system account of its own, `bonus:{code}`.

mod abuse;
mod abuse_store;
mod active;
mod additional;
mod audience;
mod by_mass;
mod by_staff;
mod cashback;
mod cashback_cost;
mod cashback_store;
mod cashouts;
mod check;
mod coupon_store;
mod coupons;
mod coupons_by_staff;
mod deposits;
pub mod due;
mod elsewhere;
pub mod frames;
mod freebet_http;
mod freebet_store;
mod freebets;
mod freespins;
mod gifts;
mod grant_store;
pub mod http;
mod issue;
mod levels;
mod model;
mod offers;
mod on_offer;
mod order;
mod order_http;
mod prizes;
mod progress_store;
pub mod readers;
mod sale;
mod settings;
mod sources;
mod staff;
mod staff_gift_store;
mod store;
mod things;
mod view;
mod waiting_store;
mod welcome;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use crate::app::App;
use crate::platform::current::Current;
use crate::platform::error::ApiResult;
use crate::site_config::Statuses;
pub use abuse::{AbuseSign, BonusPlay, suspicious_play};
pub use active::{ActiveTerms, active_terms};
pub use audience::{Addressee, Audience, KnownAudiences};
pub use by_mass::{ForMany, Receiver, euro_worth, issue_to_many, numbers_for_many};
pub use by_staff::{
    GiftByStaff, cancel as cancel_by_staff, issue as issue_by_staff, offers as staff_offers, too_large,
};
pub use cashback_cost::{GroupCashback, cashback_for_groups};
pub use cashouts::{WithCashout, with_cashout};
pub use check::{RULES, check, rules};
pub use coupon_store::{Coupon, CouponEnd};
pub use coupons_by_staff::{
    CouponByStaff, between as coupons_between, clashing as clashing_coupons, coupon_clashes,
    end as end_coupon_by_staff, is_changeable as is_coupon_changeable, make as make_coupon_by_staff,
    offers as coupon_offers, page as coupon_page,
};
pub use deposits::{Deposit, WithDeposit, with_deposit};
pub use elsewhere::{SpinsElsewhere, played_elsewhere, spins_elsewhere};
pub use freespins::{FreeRound, free_round};
pub use offers::{Offer, OfferFault, Offers, Trigger, document_of};
pub use prizes::{Prize, PrizeAmount, PrizeBonus, Winner, Won};
pub use sale::{
    BonusTerms, GIFTS_SOLD_AT_ONCE, GiftOrder, GiftRequest, GiftSale, GiftType, SoldBonus, SoldSpins,
    SpinTerms, bonuses_on_sale, order_gifts, spins_on_sale,
};
pub use sources::{SourcedGift, gifts_from};
pub use staff::{Given, NewCoupon, StaffGift, coupons, end as end_by_staff, gifts_of, give, make_coupon};
pub use things::{Handover, hand_over};
pub use view::{BonusView, FreespinsView, PlayGifts};

/// What bonuses work with.
#[derive(Debug)]
pub struct Bonuses {
    offers: Current<Offers>,
    active: active::ActiveCache,
}

impl Bonuses {
    /// Reads the content file; fails with the offer that cannot be right or whose group is none of `statuses`, and with the
    /// level of `statuses` whose gift it does not have.
    pub fn load(folder: &Path, statuses: &Statuses) -> Result<Self> {
        let offers = Self::read(folder, statuses)?;
        Ok(Self { offers: Current::new(offers), active: active::ActiveCache::default() })
    }

    /// The same offers, each with the version of its document: `versions` has those in force by path.
    #[must_use]
    pub fn numbered(self, versions: &BTreeMap<String, i64>) -> Self {
        let offers = Offers::clone(&self.offers.now()).numbered(versions);
        Self { offers: Current::new(offers), ..self }
    }

    /// Reads offers, groups and levels anew; `versions` has those of documents in force, by path. They name each other, so when
    /// one of the files is faulty the last good ones of both stay.
    pub fn reload(
        &self,
        folder: &Path,
        statuses: &Current<Statuses>,
        versions: &BTreeMap<String, i64>,
    ) -> Result<()> {
        let read = Statuses::load(folder)?;
        let offers = Self::read(folder, &read)?;
        statuses.replace(read);
        self.offers.replace(offers.numbered(versions));
        Ok(())
    }

    fn read(folder: &Path, statuses: &Statuses) -> Result<Offers> {
        let offers = Offers::load(folder)?;
        levels::check(statuses, &offers)?;
        offers.check_groups(statuses)?;
        Ok(offers)
    }

    /// Forgets which bonus is active in a wallet.
    fn forget_active(&self, player: PlayerId, currency: Currency) {
        self.active.forget(player, currency);
    }

    /// What is on offer now.
    pub fn offers(&self) -> Arc<Offers> {
        self.offers.now()
    }
}

/// The active bonus of a wallet, and the activated free spins that can be played with it in a game.
pub async fn gifts_in(
    app: &App,
    player: PlayerId,
    currency: Currency,
    game: &str,
    locale: &str,
) -> ApiResult<PlayGifts> {
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let bonus = store::active(&app.db, player, currency).await?;
    let grants = grant_store::grants_of(&app.db, player).await?;
    let here = grants.iter().filter(|grant| {
        grant.is_playable(now) && grant.currency == currency && grant.games.iter().any(|known| known == game)
    });
    Ok(PlayGifts {
        bonus: bonus.map(|award| award.view(&offers, locale, now)),
        freespins: here.map(|grant| grant.view(&offers, locale, now)).collect(),
    })
}
