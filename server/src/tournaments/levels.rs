//! Levels of quests and achievements: what they ask for, who has reached them, and the gifts that they bring.
//!
//! A level that brings a gift is written down by the reader that scores, together with its place in the log, so it is
//! reached once. Its gift is issued afterwards in the commit that marks the level as issued, so whatever is done twice, by one
//! server or by two, makes one; who is disqualified by then gets none. A rollback that comes later takes back the score and no gift.

use std::collections::BTreeSet;

use croupier_db::Result;
use croupier_money::Currency;

use super::definition::Terms;
use super::kind::{QuestName, TournamentKind};
use super::levels_store::{self, Reached};
use super::scoring::{Contest, Pair};
use crate::app::App;
use crate::bonus::{Prize, Winner, Won};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::readers::Effects;
use crate::site_config::ExchangeRates;
use crate::wallet;

/// Gifts issued in one go.
const AT_ONCE: i64 = 200;

/// What the levels of a tournament ask for, in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ladder {
    /// In whose subunits the thresholds of a quest are; an achievement counts points.
    pub currency: Option<Currency>,
    /// What has to be reached for each level, the first one first.
    pub thresholds: Vec<i64>,
    base: Currency,
    rates: Option<ExchangeRates>,
}

impl Ladder {
    /// The levels of the tournament at `identifier` for a player with `currency`; `None` when it has none. A currency that
    /// no rate leads to has the thresholds of EUR.
    pub(super) fn of(identifier: &str, terms: &Terms, currency: Option<Currency>) -> Option<Self> {
        let Terms { currency: base, rates, goal, .. } = terms;
        match TournamentKind::of(identifier) {
            TournamentKind::Tournament => None,
            TournamentKind::Achievement => {
                Some(Self { currency: None, thresholds: vec![(*goal)?], base: *base, rates: None })
            }
            TournamentKind::Quest => {
                let units = QuestName::of(identifier).ok()?.size.thresholds();
                let base_thresholds: Vec<i64> =
                    units.iter().map(|units| units * base.subunits_to_unit()).collect();
                let own = currency.filter(|own| own != base).zip(rates.as_ref());
                let own =
                    own.and_then(|(own, rates)| Some((own, column(&base_thresholds, rates, *base, own)?)));
                let (currency, thresholds) = own.unwrap_or((*base, base_thresholds));
                Some(Self { currency: Some(currency), thresholds, base: *base, rates: rates.clone() })
            }
        }
    }

    /// What is compared with the thresholds: `bets`, in subunits of the tournament's currency, or `points`.
    pub(super) fn progress(&self, bets: i64, points: i64) -> i64 {
        let Some(currency) = self.currency else { return points };
        let own = self.rates.as_ref().and_then(|rates| wallet::converted(rates, bets, self.base, currency));
        own.unwrap_or(bets)
    }

    /// The highest level whose threshold `progress` has reached; 0 when there is none.
    pub(super) fn level(&self, progress: i64) -> i64 {
        let reached = (1..).zip(&self.thresholds).take_while(|(_, threshold)| progress >= **threshold);
        reached.map(|(level, _)| level).last().unwrap_or_default()
    }
}

/// Thresholds in another currency, rounded to two significant digits; `None` when no rate leads there, or when it is worth
/// so little that its amounts no longer rise.
fn column(base: &[i64], rates: &ExchangeRates, from: Currency, to: Currency) -> Option<Vec<i64>> {
    let convert = |threshold: &i64| wallet::converted(rates, *threshold, from, to).map(two_digits);
    let column: Vec<i64> = base.iter().map(convert).collect::<Option<_>>()?;
    column.is_sorted_by(|one, next| one < next).then_some(column)
}

/// `amount`, not below zero, rounded to two significant digits.
const fn two_digits(amount: i64) -> i64 {
    let mut unit = 1;
    while amount / unit >= 100 {
        unit *= 10;
    }
    (amount + unit / 2) / unit * unit
}

/// What the reader has to know of a tournament whose levels bring gifts.
#[derive(Debug)]
pub(super) struct Steps {
    pub identifier: String,
    pub terms: Terms,
}

/// Writes down which levels with a gift the players of `pairs` have reached. Those that were written before stay as they
/// are, with the wallet that the gift was promised to.
pub(super) async fn note_reached(
    effects: &mut Effects,
    contests: &[Contest],
    pairs: &BTreeSet<Pair>,
) -> Result<()> {
    let mut reached = Vec::new();
    for pair in pairs {
        let steps =
            contests.iter().find(|contest| contest.id == pair.0).and_then(|contest| contest.steps.as_ref());
        let Some(steps) = steps else { continue };
        let Some(score) = levels_store::score(effects, *pair).await? else { continue };
        let Some(ladder) = Ladder::of(&steps.identifier, &steps.terms, score.level_currency) else {
            continue;
        };
        let level = ladder.level(ladder.progress(score.bet, score.points));
        if steps.terms.rewards.iter().all(|reward| reward.level > level) {
            continue;
        }
        let noted = levels_store::noted(effects, *pair).await?;
        let rewards = steps.terms.rewards.iter();
        let rewards = rewards.filter(|reward| reward.level <= level && !noted.contains(&reward.level));
        reached.extend(rewards.map(|reward| Reached {
            tournament: pair.0,
            player: pair.1,
            level: reward.level,
            offer: reward.offer.clone(),
            currency: score.currency.clone(),
            at: score.scored_at,
        }));
    }
    levels_store::note(effects, reached).await
}

/// Issues the gifts of levels that were reached. One that cannot be issued yet waits, and holds up no other.
pub async fn issue_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for reached in levels_store::due(&app.db, now, AT_ONCE).await? {
        let issued = issue(app, &reached, now).await.unwrap_or_else(|error| {
            let Reached { tournament, player, level, .. } = reached;
            tracing::warn!(tournament, player, level, ?error, "the gift of a level cannot be issued");
            false
        });
        if !issued {
            levels_store::put_off(&app.db, &reached, now).await?;
        }
    }
    Ok(())
}

/// Issues the gift of a level; `false` when it has to wait.
async fn issue(app: &App, reached: &Reached, now: i64) -> ApiResult<bool> {
    let Reached { tournament, player, level, offer, currency, .. } = reached;
    let Some(prize) = Prize::find(&app.bonuses.offers(), offer) else {
        tracing::warn!(offer, "there is no such reward");
        return Ok(false);
    };
    let winner = Winner {
        player: *player,
        currency: currency.parse().map_err(|error| ApiError::internal(&error))?,
        group_key: None,
        source: format!("level:{tournament}:{level}"),
        uses: vec![levels_store::issue(reached, now)],
        facts: Vec::new(),
    };
    match prize.give(app, winner).await? {
        // Another server was quicker, or the player was disqualified meanwhile.
        Won::Done | Won::UsedUp => Ok(true),
        Won::Already => {
            levels_store::note_issued(&app.db, reached, now).await?;
            Ok(true)
        }
        Won::Stopped(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tournaments::kind::QuestSize;

    fn rates(worth: &str) -> ExchangeRates {
        toml::from_str(&format!("updated_at = ''\n[rates.BTC]\n{worth}")).unwrap()
    }

    fn ladder(identifier: &str, rates: &ExchangeRates, currency: &str) -> Ladder {
        let terms = serde_json::json!({
            "currency": "EUR", "strategy": { "kind": "sum_of_bets" }, "min_bet_cents": 0, "games": {}, "groups": [],
            "prizes": [], "goal": 12, "title": { "en": "A" }, "description": { "en": "A" }, "rates": rates,
        });
        Ladder::of(identifier, &serde_json::from_value(terms).unwrap(), Some(currency.parse().unwrap()))
            .unwrap()
    }

    #[test]
    fn a_level_is_reached_with_its_threshold() {
        let ladder = ladder("quest--xs--gold", &rates("EUR = '50000'"), "EUR");
        let levels = [0, 14_999, 15_000, 49_999, 50_000, 1_500_000, i64::MAX].map(|bets| ladder.level(bets));
        assert_eq!(levels, [1, 1, 2, 2, 3, 6, 6]);
    }

    #[test]
    fn other_currencies_have_two_digits_and_the_euros_thresholds_without_a_rate() {
        let worth = || rates("EUR = '50000'\nCAD = '73370'");
        let cad = ladder("quest--xs--gold", &worth(), "CAD");
        assert_eq!(cad.thresholds, [0, 22_000, 73_000, 150_000, 730_000, 2_200_000]);
        assert_eq!(cad.currency, "CAD".parse().ok());
        assert_eq!(cad.progress(15_000, 0), 22_011);
        let nok = ladder("quest--xs--gold", &worth(), "NOK");
        assert_eq!(
            (nok.currency, nok.thresholds[1], nok.progress(15_000, 0)),
            (Some(Currency::EUR), 15_000, 15_000)
        );
        let btc = ladder("quest--xs--gold", &worth(), "BTC");
        assert_eq!(btc.thresholds[..2], [0, 300_000]);
    }

    #[test]
    fn an_achievement_counts_points_towards_its_goal() {
        let ladder = ladder("achievement--starter", &rates("EUR = '50000'"), "EUR");
        let level = |points| ladder.level(ladder.progress(900_000, points));
        assert_eq!((ladder.currency, level(11), level(12)), (None, 0, 1));
    }

    proptest! {
        #[test]
        fn levels_are_those_whose_thresholds_are_reached(bets in 0_i64..700_000_000, cad in 30_000_i64..300_000) {
            for size in ["xs", "s", "m", "robot-s", "robot-m"] {
                let worth = rates(&format!("EUR = '50000'\nCAD = '{cad}'"));
                let ladder = ladder(&format!("quest--{size}--a"), &worth, "CAD");
                prop_assert!(ladder.thresholds.is_sorted_by(|one, next| one < next));
                let level = usize::try_from(ladder.level(bets)).unwrap();
                prop_assert!(ladder.thresholds[..level].iter().all(|threshold| *threshold <= bets));
                prop_assert!(ladder.thresholds[level..].iter().all(|threshold| *threshold > bets));
            }
        }
    }

    #[test]
    fn every_size_has_a_column_for_dear_and_cheap_money() {
        for worth in ["CAD = '100'", "CAD = '73370'", "CAD = '700000000'"] {
            let rates = rates(&format!("EUR = '50000'\n{worth}"));
            for size in [QuestSize::Xs, QuestSize::S, QuestSize::M] {
                let base: Vec<i64> = size.thresholds().iter().map(|units| units * 100).collect();
                let column = column(&base, &rates, Currency::EUR, "CAD".parse().unwrap()).unwrap();
                assert_eq!(column.len(), base.len());
            }
        }
    }
}
