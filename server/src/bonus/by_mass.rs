//! Gifts that are made for many players at once: numbers, rows and facts are written by sets.

use croupier_db::{Db, Error, Result, Statement, Tx, Value};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use croupier_promo::{Effect, Kind};

use super::issue::{Gift, NUMBERS, Wanted, gift_numbers};
use super::offers::{Offer, Offers};
use super::{grant_store, store};
use crate::app::App;
use crate::loyalty::staff as points;
use crate::wallet;

/// Somebody for whom a gift is made among many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// Who.
    pub player: PlayerId,
    /// In which wallet.
    pub currency: Currency,
    /// The language of the player.
    pub locale: String,
}

/// A gift for many players of one lane.
#[derive(Debug)]
pub struct ForMany<'a> {
    /// Of which offer.
    pub offer: &'a Offer,
    /// By what; with the number of the player it is the source of each gift.
    pub source: &'a str,
    /// For whom; the offer is made in their currencies.
    pub receivers: &'a [Receiver],
    /// The first of the numbers that [`numbers_for_many`] has answered for them.
    pub first: i64,
}

/// Takes the numbers of as many gifts, in a commit of its own; answers the first.
pub async fn numbers_for_many(db: &Db, gifts: i64) -> Result<i64> {
    gift_numbers(db, gifts).await
}

/// Makes a gift for each receiver within the caller's transaction, which holds the lock of their lane and has made sure that
/// none of them has it and none is stopped. Answers the facts that tell of them.
pub async fn issue_to_many(
    tx: &mut Tx,
    offers: &Offers,
    many: &ForMany<'_>,
    now: i64,
) -> Result<Vec<(PlayerId, Fact)>> {
    let gifts: Vec<(&Receiver, Gift)> = (many.first..)
        .step_by(usize::try_from(NUMBERS).unwrap_or(1))
        .zip(many.receivers)
        .map(|(number, receiver)| (receiver, many.wanted(receiver).gift(number, now)))
        .collect();
    let awards = gifts.iter().filter_map(|(_, gift)| gift.award.as_ref()).map(store::add_award);
    write_each(tx, awards.collect::<Result<_>>()?).await?;
    let grants = gifts.iter().filter_map(|(_, gift)| gift.grant.as_ref()).map(grant_store::add_grant);
    write_each(tx, grants.collect::<Result<_>>()?).await?;
    let mut facts = Vec::with_capacity(gifts.len());
    for (receiver, gift) in gifts {
        let reported =
            gift.facts(offers, &receiver.locale, now).map_err(|error| Error::Engine(error.to_string()))?;
        facts.extend(reported.into_iter().map(|fact| (receiver.player, fact)));
    }
    Ok(facts)
}

impl ForMany<'_> {
    fn wanted(&self, receiver: &Receiver) -> Wanted<'_> {
        Wanted {
            player: receiver.player,
            currency: receiver.currency,
            offer: self.offer,
            source: format!("{}:{}", self.source, receiver.player),
            deposit: 0,
            amount: None,
            activates: false,
        }
    }
}

/// Writes statements that are the same but for their values.
async fn write_each(tx: &mut Tx, statements: Vec<Statement>) -> Result<()> {
    let Some(sql) = statements.first().map(|statement| statement.sql) else { return Ok(()) };
    let rows: Vec<Vec<Value>> = statements.into_iter().map(|statement| statement.params).collect();
    tx.execute_each(sql, rows).await
}

/// What one gift of `offer` in `currency` can cost, in euro cents, before anything is wagered: the bonus and the stakes of
/// the spins, or the most that the shop pays for the points. `None` when no rate leads there, and of a thing that staff hands
/// over, of which nobody has said what it costs.
pub fn euro_worth(app: &App, offer: &Offer, currency: Currency) -> Option<i64> {
    if offer.kind.is_some_and(|kind| kind.effect() == Effect::ByHand) {
        return None;
    }
    let amount = offer.kind.and(offer.amounts.get(&currency)).map_or(0, |of| of.amount);
    if offer.kind == Some(Kind::Xp) {
        return Some(points::worth(&app.site_config.loyalty.now(), amount));
    }
    let spins = offer.freespins.as_ref();
    let stakes = spins.and_then(|spins| Some(spins.stakes.get(&currency)?.saturating_mul(spins.count)));
    let worth = amount.saturating_add(stakes.unwrap_or(0));
    wallet::converted(&app.site_config.rates.now(), worth, currency, Currency::EUR)
}
