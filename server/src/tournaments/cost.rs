//! What tournaments, quests and achievements would have cost: their scoring over the log of some days, as if everybody who may had
//! joined them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use croupier_db::log;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::definition::{Definition, Prize as PlacePrize, Terms};
use super::entries_store::Gain;
use super::kind::TournamentKind;
use super::levels::Ladder;
use super::replay::{self, NotReplayed, Scores, Takers};
use super::scoring::Contest;
use crate::app::App;
use crate::bonus::{Offers, Prize};
use crate::player;
use crate::wallet;

/// What a definition would have cost.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cost {
    /// How many times it would have been.
    pub times: i64,
    /// How many would have scored, each time by itself.
    pub players: i64,
    /// By licence and by the code of the winners' currency: how many prizes, and what they are worth in euro cents.
    pub prizes: BTreeMap<(String, String), (i64, i64)>,
    /// Prizes whose worth is not known.
    pub unknown: i64,
}

/// What somebody would have won.
#[derive(Debug)]
struct Won {
    definition: usize,
    player: PlayerId,
    currency: String,
    euro_cents: Option<i64>,
}

/// What each of `definitions` would have cost within `span` (UTC milliseconds), and whether the log of it is there as a whole.
/// Gifts are those of `offers`.
pub async fn costs(
    app: &App,
    definitions: &[Definition],
    offers: &Offers,
    span: (i64, i64),
) -> Result<(Vec<Cost>, bool), NotReplayed> {
    let laid = Laid::out(app, definitions, span);
    let takers = Takers::Everybody(laid.groups.clone());
    let (mut scores, mut is_whole) = (Scores::new(), true);
    for lane in 0..app.db.lanes() {
        let (after, is_there) = replay::place_at(&app.db, lane, span.0).await?;
        is_whole &= is_there;
        let upto = log::tail(&app.db, lane).await?;
        scores.extend(replay::replay(app, (lane, after, upto), laid.contests.clone(), &takers).await?);
    }
    let mut costs: Vec<Cost> = definitions.iter().map(|_| Cost::default()).collect();
    let mut won = Vec::new();
    for (contest, players) in laid.ranked(scores) {
        let Some(cost) = costs.get_mut(contest.definition) else { continue };
        cost.times += 1;
        cost.players += i64::try_from(players.len()).unwrap_or(i64::MAX);
        won.extend(prizes(app, offers, &contest, players));
    }
    let winners: BTreeSet<PlayerId> = won.iter().map(|one| one.player).collect();
    let winners: Vec<PlayerId> = winners.into_iter().collect();
    let licences: BTreeMap<PlayerId, String> =
        player::licences_of(&app.db, &winners).await?.into_iter().collect();
    for one in won {
        let Some(cost) = costs.get_mut(one.definition) else { continue };
        let Some(euro_cents) = one.euro_cents else {
            cost.unknown += 1;
            continue;
        };
        let licence = licences.get(&one.player).cloned().unwrap_or_default();
        let sum = cost.prizes.entry((licence, one.currency)).or_default();
        *sum = (sum.0 + 1, sum.1.saturating_add(euro_cents));
    }
    Ok((costs, is_whole))
}

/// One time of a definition, with what it promises.
#[derive(Debug, Clone)]
struct OneTime {
    definition: usize,
    id: String,
    terms: Arc<Terms>,
}

/// The times of all definitions; a contest is numbered by its place among them.
#[derive(Debug, Default)]
struct Laid {
    times: Vec<OneTime>,
    contests: Vec<Contest>,
    groups: BTreeMap<i64, Vec<i64>>,
}

impl Laid {
    fn out(app: &App, definitions: &[Definition], span: (i64, i64)) -> Self {
        let index = app.catalogue.index();
        let mut laid = Self::default();
        let mut number = 0;
        for (place, definition) in definitions.iter().enumerate() {
            let mut terms = definition.terms();
            let is_quest = TournamentKind::of(definition.id()) == TournamentKind::Quest;
            terms.rates = is_quest.then(|| (*app.site_config.rates.now()).clone());
            let terms = Arc::new(terms);
            let games: Arc<BTreeSet<i64>> = Arc::new(terms.games.games(&index).map(|game| game.id).collect());
            for (start_at, end_at) in definition.times_within(span) {
                laid.contests.push(Contest {
                    id: number,
                    strategy: terms.strategy.clone(),
                    min_bet: terms.min_bet_cents,
                    currency: terms.currency,
                    games: games.clone(),
                    start_at,
                    end_at,
                    steps: None,
                });
                laid.groups.insert(number, terms.groups.clone());
                let id = definition.id().to_owned();
                laid.times.push(OneTime { definition: place, id, terms: terms.clone() });
                number += 1;
            }
        }
        laid
    }

    /// Who has scored each time, in the order of the board.
    fn ranked(&self, scores: Scores) -> Vec<(OneTime, Vec<(PlayerId, Gain)>)> {
        let mut boards: Vec<(OneTime, Vec<(PlayerId, Gain)>)> =
            self.times.iter().map(|time| (time.clone(), Vec::new())).collect();
        for ((contest, player), gain) in scores {
            let board = usize::try_from(contest).ok().and_then(|place| boards.get_mut(place));
            if let Some((_, players)) = board.filter(|_| gain.points > 0) {
                players.push((player, gain));
            }
        }
        for (_, players) in &mut boards {
            players.sort_by_key(|(player, gain)| (Reverse(gain.points), gain.scored_at, *player));
        }
        boards
    }
}

/// What the players of a board would have won.
fn prizes(app: &App, offers: &Offers, time: &OneTime, board: Vec<(PlayerId, Gain)>) -> Vec<Won> {
    let OneTime { definition, id, terms } = time;
    let rates = app.site_config.rates.now();
    let mut won = Vec::new();
    for (place, (player, gain)) in (1..).zip(board) {
        let mut win = |euro_cents| {
            won.push(Won { definition: *definition, player, currency: gain.currency.clone(), euro_cents });
        };
        let currency: Option<Currency> = gain.currency.parse().ok();
        let gift_worth = |offer: &str| {
            let gift = Prize::find(offers, offer);
            gift.zip(currency).and_then(|(gift, currency)| gift.euro_worth(app, currency))
        };
        match terms.prize_of(place) {
            Some(PlacePrize::Money { amount_cents }) => {
                win(wallet::converted(&rates, *amount_cents, terms.currency, Currency::EUR));
            }
            Some(PlacePrize::Gift { offer }) => win(gift_worth(offer)),
            None => {}
        }
        for reward in reached(id, terms, currency, &gain) {
            win(gift_worth(reward));
        }
    }
    won
}

/// The offers of the levels that `gain` has reached, of a quest or an achievement.
fn reached<'a>(id: &str, terms: &'a Terms, currency: Option<Currency>, gain: &Gain) -> Vec<&'a str> {
    let Some(ladder) = Ladder::of(id, terms, currency) else { return Vec::new() };
    let level = ladder.level(ladder.progress(gain.bet, gain.points));
    let rewards = terms.rewards.iter().filter(|reward| reward.level <= level);
    rewards.map(|reward| reward.offer.as_str()).collect()
}
