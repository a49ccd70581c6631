//! What an offer does to players and to the operator, before it is published: terms that are hard on players, and what players
//! get who take it.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_money::{Currency, WIRE_MAX};
use croupier_promo::{
    BETS_MAX, Effect, Kind, Plan, PlannedSpins, Promise, SheetFigures, Simulated, Spread, Terms, Warning,
    requirement, simulate, warnings,
};
use tokio::sync::Semaphore;

use super::games::deviation_of;
use crate::app::App;
use crate::bonus::Offer;
use crate::catalogue::{Game, Index, Volatility};
use crate::platform::error::{ApiError, ApiResult};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Simulations that run at the same time: each keeps a core busy for up to a second.
static RUNS: Semaphore = Semaphore::const_new(1);

/// Without a wish, a player stakes so many times less than there is to play with.
const STAKES_OF_ALL: i64 = 100;

/// The draws of every simulation begin here: the same terms answer the same.
const SEED: u64 = 20_260_101;

/// What is hard on players, each with the currencies in which it is.
pub(super) fn hard_terms(app: &App, offer: &Offer) -> BTreeMap<Warning, Vec<Currency>> {
    let index = app.catalogue.index();
    let mut found: BTreeMap<Warning, Vec<Currency>> = BTreeMap::new();
    let mut judge = |terms: &Terms, currency: Currency, amount: i64, deposit: i64| {
        let activatable_ms = offer.activatable_hours.saturating_mul(HOUR_MS);
        let counting = counting(&index, terms);
        for warning in warnings(&Promise { terms, amount, deposit, activatable_ms, counting }) {
            let currencies = found.entry(warning).or_default();
            if !currencies.contains(&currency) {
                currencies.push(currency);
            }
        }
    };
    if offer.kind.is_some_and(is_money) {
        for (currency, amounts) in &offer.amounts {
            let deposit = usual_deposit(offer, *currency);
            if let Some(terms) = offer.terms(*currency) {
                judge(&terms, *currency, amounts.amount, deposit);
            }
        }
    }
    if let Some(spins) = &offer.freespins {
        for (currency, stake) in &spins.stakes {
            let terms = offer.terms_of_winnings(spins, *currency);
            judge(&terms, *currency, stake.saturating_mul(spins.count), 0);
        }
    }
    found
}

/// Whether a kind gives money that is played or paid out.
const fn is_money(kind: Kind) -> bool {
    matches!(kind.effect(), Effect::Money | Effect::BonusMoney)
}

/// How many of a hundred games count anything.
fn counting(index: &Index, terms: &Terms) -> i64 {
    let (mut all, mut counting) = (0, 0);
    for game in index.games() {
        all += 1;
        counting += i64::from(terms.contribution(&game.identifier, &game.categories) > 0);
    }
    if all == 0 { 100 } else { counting * 100 / all }
}

/// The smallest deposit that brings the whole bonus; 0 of what comes without one.
fn usual_deposit(offer: &Offer, currency: Currency) -> i64 {
    let Some(matched) = offer.matched(currency).filter(|_| offer.kind == Some(Kind::DepositBonus)) else {
        return 0;
    };
    let whole = i128::from(matched.bonus_max) * 100 / i128::from(matched.percent.max(1));
    i64::try_from(whole).unwrap_or(i64::MAX).max(matched.deposit_min)
}

/// How the offer is taken in the simulation. Amounts are in subunits.
#[derive(Debug, Clone, Copy)]
pub(super) struct SimulationRequest {
    /// In which wallet.
    pub(super) currency: Currency,
    /// What is paid in; what brings the whole bonus when absent.
    pub(super) deposit: Option<i64>,
    /// What is staked; a hundredth of what there is, within the largest bet, when absent.
    pub(super) stake: Option<i64>,
}

/// What was simulated, in one game.
#[derive(Debug)]
pub(super) struct InGame {
    pub(super) game: Arc<Game>,
    pub(super) volatility: Volatility,
    /// How many percent of a stake count.
    pub(super) contribution: i64,
    /// Nothing of a game that cannot be played with it.
    pub(super) found: Option<Simulated>,
}

/// What players get who take an offer.
#[derive(Debug)]
pub(super) struct Outlook {
    pub(super) deposit: i64,
    pub(super) bonus: i64,
    pub(super) stake: i64,
    /// The most that can become money of the bonus and of the spins together; `None` where nothing bounds it.
    pub(super) bound: Option<i64>,
    /// A game with small wins, one in between and one with big wins.
    pub(super) games: Vec<InGame>,
}

/// What is simulated: the parts of an offer in one currency.
#[derive(Debug, Clone)]
struct Parts {
    deposit: i64,
    stake: i64,
    bonus: Option<(i64, Terms)>,
    spins: Option<(i64, i64, Terms)>,
}

impl Parts {
    fn of(offer: &Offer, requested: SimulationRequest) -> ApiResult<Self> {
        let SimulationRequest { currency, .. } = requested;
        for (field, wanted) in [("deposit_cents", requested.deposit), ("stake_cents", requested.stake)] {
            if wanted.is_some_and(|cents| !(1..=WIRE_MAX).contains(&cents)) {
                return Err(refused(field, "This is no amount."));
            }
        }
        let is_deposit = offer.kind == Some(Kind::DepositBonus);
        let deposit =
            if is_deposit { requested.deposit.unwrap_or(usual_deposit(offer, currency)) } else { 0 };
        let amount = match offer.matched(currency) {
            Some(matched) if is_deposit => Some(matched.bonus(deposit).ok_or_else(too_small)?),
            Some(matched) if offer.kind.is_some_and(is_money) => Some(matched.bonus_max),
            _ => None,
        };
        let is_paid = offer.kind.is_some_and(|kind| kind.effect() == Effect::Money);
        let terms = offer.terms(currency);
        // Money is paid as it is.
        let terms = if is_paid { terms.map(|terms| Terms { win_max: None, ..terms }) } else { terms };
        let bonus = amount.zip(terms);
        let spins = offer.freespins.as_ref().and_then(|spins| {
            let stake = *spins.stakes.get(&currency)?;
            Some((spins.count, stake, offer.terms_of_winnings(spins, currency)))
        });
        if bonus.is_none() && spins.is_none() {
            return Err(refused("currency", "In this currency the offer gives no money that is played."));
        }
        let mut parts = Self { deposit, stake: 0, bonus, spins };
        parts.stake = requested.stake.unwrap_or_else(|| parts.usual_stake());
        if parts.bets(parts.stake) > BETS_MAX {
            return Err(refused("stake_cents", "At this stake it takes more bets than anybody plays."));
        }
        Ok(parts)
    }

    /// How many bets at `stake` it takes to get through, as far as stakes count in full.
    fn bets(&self, stake: i64) -> i64 {
        let bonus = self.bonus.as_ref().map_or(0, |(amount, terms)| {
            requirement(terms, *amount, self.deposit) / stake.min(terms.bet_max.unwrap_or(stake)).max(1)
        });
        let spins = self.spins.as_ref().map_or(0, |(count, of, terms)| {
            let won = of.saturating_mul(*count);
            requirement(terms, won, 0) / stake.min(terms.bet_max.unwrap_or(stake)).max(1)
        });
        bonus.max(spins)
    }

    /// A hundredth of what there is to play with, or as much more as a journey of bounded length takes, within the largest bet.
    fn usual_stake(&self) -> i64 {
        let (start, bet_max) = match (&self.bonus, &self.spins) {
            (Some((amount, terms)), _) => (amount + self.deposit, terms.bet_max),
            (None, Some((count, stake, terms))) => (stake.saturating_mul(*count), terms.bet_max),
            (None, None) => (0, None),
        };
        let fewest = self.bets(1) / BETS_MAX + 1;
        (start / STAKES_OF_ALL).max(fewest).clamp(1, bet_max.unwrap_or(i64::MAX).max(1))
    }

    /// The most that can become money.
    fn bound(&self) -> Option<i64> {
        let of_bonus = match &self.bonus {
            // What asks for no wager is paid as it is.
            Some((amount, terms)) if terms.wager == 0 => {
                Some(terms.win_max.map_or(*amount, |most| most.min(*amount)))
            }
            Some((_, terms)) => terms.win_max,
            None => Some(0),
        };
        let of_spins = self.spins.as_ref().map_or(Some(0), |(.., terms)| terms.win_max);
        Some(of_bonus?.saturating_add(of_spins?))
    }

    fn simulated(&self, spread: &Spread, contribution: i64) -> Simulated {
        let spins = self.spins.as_ref();
        let plan = Plan {
            deposit: self.deposit,
            bonus: self.bonus.as_ref().map(|(amount, terms)| (*amount, terms)),
            spins: spins.map(|(count, stake, terms)| PlannedSpins { count: *count, stake: *stake, terms }),
            stake: self.stake,
            contribution,
        };
        simulate(&plan, spread, SEED)
    }

    /// The terms that tell what counts: those of the bonus, else those of what the spins win.
    fn terms(&self) -> Option<&Terms> {
        let of_spins = self.spins.as_ref().map(|(.., terms)| terms);
        self.bonus.as_ref().map(|(_, terms)| terms).or(of_spins)
    }
}

fn refused(field: &str, sentence: &str) -> ApiError {
    ApiError::field(field, "VALIDATION.INVALID", sentence)
}

fn too_small() -> ApiError {
    refused("deposit_cents", "This deposit brings no bonus.")
}

/// What players get who take `offer`, beside the async threads; one such question is answered at a time.
pub(super) async fn outlook(app: &App, offer: &Offer, requested: SimulationRequest) -> ApiResult<Outlook> {
    let parts = Parts::of(offer, requested)?;
    let models = models(&app.catalogue.index());
    let permit = RUNS.acquire().await.map_err(|closed| ApiError::internal(&closed))?;
    let work = parts.clone();
    let games = tokio::task::spawn_blocking(move || {
        let played = |(volatility, game, spread): (Volatility, Arc<Game>, Spread)| {
            let categories = &game.categories;
            let terms = work.terms();
            let excluded = terms.is_some_and(|terms| terms.excluded.contains(&game.identifier, categories));
            let contribution = terms.map_or(0, |terms| terms.contribution(&game.identifier, categories));
            let found = (!excluded).then(|| work.simulated(&spread, contribution));
            InGame { game, volatility, contribution, found }
        };
        let games: Vec<InGame> = models.into_iter().map(played).collect();
        // The turn ends with the work: whoever hangs up does not end it.
        drop(permit);
        games
    });
    let games = games.await.map_err(|error| ApiError::internal(&error))?;
    let bonus = parts.bonus.as_ref().map_or(0, |(amount, _)| *amount);
    Ok(Outlook { deposit: parts.deposit, bonus, stake: parts.stake, bound: parts.bound(), games })
}

/// A game of each class of volatility with what it pays: of those whose sheets are known the middle one.
fn models(index: &Index) -> Vec<(Volatility, Arc<Game>, Spread)> {
    let model = |class: Volatility| {
        let mut known: Vec<(f64, &Arc<Game>, Spread)> = index
            .games()
            .filter(|game| game.volatility == Some(class))
            .filter_map(|game| {
                let figures = figures(game)?;
                Some((figures.deviation, game, Spread::fitted(&figures)?))
            })
            .collect();
        known.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let middle = known.len() / 2;
        let (_, game, spread) = known.into_iter().nth(middle)?;
        Some((class, game.clone(), spread))
    };
    [Volatility::Low, Volatility::Medium, Volatility::High].into_iter().filter_map(model).collect()
}

/// The figures of the sheet of a game.
fn figures(game: &Game) -> Option<SheetFigures> {
    let number = |text: Option<&String>| text?.parse::<f64>().ok();
    Some(SheetFigures {
        rtp: number(game.rtp.as_ref())? / 100.0,
        hit_rate: number(game.hit_rate.as_ref())? / 100.0,
        deviation: deviation_of(&game.identifier)?,
        most: number(game.max_win_x.as_ref())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(text: &str) -> Offer {
        let head = "code = \"A\"\ngroup_key = \"a\"\nactivatable_hours = 24\ntitle = { en = \"A\" }\n";
        Offer::parse(&format!("{head}{text}")).unwrap()
    }

    fn requested(deposit: Option<i64>, stake: Option<i64>) -> SimulationRequest {
        SimulationRequest { currency: Currency::EUR, deposit, stake }
    }

    #[test]
    fn an_offer_is_taken_as_players_take_it() {
        let welcome = offer(
            "trigger = \"deposit\"\nkind = \"Deposit bonus\"\npercent = 50\nwager = 30\n\
             amounts.EUR = { amount = 10000, deposit_min = 2000, bet_max = 100, win_max = 50000 }",
        );
        let parts = Parts::of(&welcome, requested(None, None)).unwrap();
        let bonus = parts.bonus.as_ref().map(|(amount, _)| *amount);
        assert_eq!(
            (parts.deposit, bonus, parts.stake, parts.bound()),
            (20_000, Some(10_000), 100, Some(50_000))
        );
        let parts = Parts::of(&welcome, requested(Some(2_000), Some(50))).unwrap();
        assert_eq!((parts.bonus.map(|(amount, _)| amount), parts.stake), (Some(1_000), 50));
        assert!(Parts::of(&welcome, requested(Some(1_999), None)).is_err(), "it brings no bonus");
        assert!(Parts::of(&welcome, requested(None, Some(1))).is_err(), "300 000 bets");
        let elsewhere = SimulationRequest { currency: "NOK".parse().unwrap(), ..requested(None, None) };
        assert!(Parts::of(&welcome, elsewhere).is_err(), "it is not made in this currency");
        let free = offer("trigger = \"staff\"\nkind = \"Cash\"\namounts.EUR = { amount = 500 }");
        assert_eq!(Parts::of(&free, requested(None, None)).unwrap().bound(), Some(500));
        let thing = offer("trigger = \"staff\"\nkind = \"Custom\"");
        assert!(Parts::of(&thing, requested(None, None)).is_err());
    }
}
