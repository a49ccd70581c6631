//! Tournaments as calls answer them.

use std::collections::BTreeSet;

use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::definition::{Prize, Terms};
use super::kind::{QuestName, QuestSize, TournamentKind};
use super::levels::Ladder;
use super::model::{Standing, Tournament, TournamentStatus};
use super::strategy::ScoringStrategy;
use super::{levels_store, places, store};
use crate::app::App;
use crate::bonus::{self, PrizeBonus};
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;

/// The longest board that an answer shows.
const BOARD_MAX: i64 = 100;

/// The shortest board that a tournament's own answer shows, however few prizes there are.
const BOARD_MIN: i64 = 10;

/// The places that lists show of each tournament.
pub(super) const PODIUM: i64 = 3;

/// A tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TournamentView {
    id: i64,
    /// Its address.
    #[schema(example = "daily-sprint-2026-01-01")]
    frontend_identifier: String,
    kind: TournamentKind,
    /// How long the path of a quest is; null for everything else.
    #[serde(rename = "questSize")]
    quest_size: Option<QuestSize>,
    /// The last part of the address of a quest, or all of it where it has no such part; null for everything else.
    slug: Option<String>,
    /// What can be reached in a quest or an achievement, the first level first.
    levels: Vec<LevelView>,
    /// In whose subunits the thresholds of a quest are: the caller's currency where a rate leads there. Null for
    /// everything else.
    level_currency: Option<String>,
    title: String,
    description: String,
    /// Worked out from the clock.
    status: TournamentStatus,
    start_at: String,
    /// The first instant that does not count.
    end_at: String,
    /// Whether the places are final; some time after the end.
    is_final: bool,
    /// In which bets are counted and prizes are named.
    currency: String,
    /// Only members of one of these groups take part; empty for everybody.
    group_ids: Vec<i64>,
    strategy: ScoringStrategy,
    /// Rounds that stake less do not count; 0 when every one does.
    min_bet_cents: i64,
    /// All money prizes together.
    money_budget_cents: i64,
    /// The same in `display_currency`.
    display_money_budget_cents: Option<i64>,
    prizes: Vec<PrizeView>,
    /// In which `display_amount_cents` of prizes and `display_money_budget_cents` are: the caller's currency, or the one that it is shown as. Null for
    /// guests, for callers with the tournament's own currency, and where no rate leads there.
    display_currency: Option<String>,
    /// The collections whose games count; empty when the games are chosen in another way.
    game_category_identity: Vec<String>,
    /// The providers whose games count; empty when the games are chosen in another way.
    providers: Vec<String>,
    /// Identifiers of the games that count, the most played first.
    game_ids: Vec<String>,
    players_count: i64,
    top_players: Vec<PlaceView>,
}

/// A level of a quest; an achievement has one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentLevelView)]
struct LevelView {
    /// Counted from 1.
    level: i64,
    /// What has to be bet, in subunits of `level_currency`; for an achievement the points.
    threshold: i64,
    /// What the gift of this level is called; null when it brings none.
    reward: Option<String>,
}

/// The prize of some places.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentPrizeView)]
struct PrizeView {
    /// The first place that gets it.
    from: i64,
    /// The last place that gets it.
    to: i64,
    /// Real money, in subunits of the tournament's currency; null for a gift.
    amount_cents: Option<i64>,
    /// The same in `display_currency`.
    display_amount_cents: Option<i64>,
    /// A bonus or free spins; null for money.
    gift: Option<PrizeBonus>,
}

/// A place on the board.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentPlaceView)]
pub(super) struct PlaceView {
    award_place: i64,
    /// Masked.
    nickname: String,
    points: i64,
    /// Whether it is the caller.
    is_own: bool,
}

/// How the caller does in a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentPlayerView)]
pub(super) struct PlayerStatusView {
    tournament_id: i64,
    frontend_identifier: String,
    status: TournamentStatus,
    /// Whether the caller has joined.
    pub(super) joined: bool,
    /// Whether the caller was taken off the board.
    disqualified: bool,
    /// The same as `bet_cents`.
    bets: i64,
    /// What the counted rounds have staked, in the tournament's currency.
    bet_cents: i64,
    /// What the counted rounds have won, in the tournament's currency.
    win_cents: i64,
    rounds: i64,
    points: i64,
    /// The level that was reached, from 1 on, 0 below an achievement's goal; null where there are no levels.
    level: Option<i64>,
    /// What is compared with the thresholds: bets in subunits of `level_currency`, or points.
    level_progress: Option<i64>,
    /// Null where points are compared, and where there are no levels.
    level_currency: Option<String>,
    /// The levels whose gifts were issued.
    rewarded_levels: Vec<i64>,
    /// Null while nothing is scored.
    award_place: Option<i64>,
    /// The places around the caller's.
    neighbours: Vec<PlaceView>,
}

/// Whoever looks at a tournament.
#[derive(Debug, Clone, Copy)]
pub(super) struct Viewer<'a> {
    pub locale: &'a str,
    pub player: Option<PlayerId>,
    pub currency: Option<Currency>,
}

/// How much of a tournament an answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// The podium, for lists.
    Listed,
    /// Every place with a prize, as far as answers go.
    Whole,
}

/// `tournament` for `viewer`.
pub(super) async fn view(
    app: &App,
    tournament: &Tournament,
    viewer: Viewer<'_>,
    detail: Detail,
) -> ApiResult<TournamentView> {
    let terms = &tournament.terms;
    let count = match detail {
        Detail::Listed => PODIUM,
        Detail::Whole => terms.prize_places().clamp(BOARD_MIN, BOARD_MAX),
    };
    let top = places::top(&app.db, tournament.id, count).await?;
    let display = viewer
        .currency
        .map(|own| app.site_config.currencies.now().shown_as(own))
        .filter(|shown| *shown != terms.currency && converts(app, terms.currency, *shown));
    let shown = |cents: i64| display.and_then(|own| app.wallet.converted_cap(cents, terms.currency, own));
    let offers = app.bonuses.offers();
    let prizes = terms.prizes.iter().map(|band| {
        let (from, to, amount_cents) = (band.from, band.to, band.prize.money());
        let gift = match &band.prize {
            Prize::Gift { offer } => bonus::Prize::find(&offers, offer).map(|gift| gift.view(viewer.locale)),
            Prize::Money { .. } => None,
        };
        PrizeView { from, to, amount_cents, display_amount_cents: amount_cents.and_then(shown), gift }
    });
    let ladder = tournament.ladder(level_currency(&app.db, tournament, viewer).await?);
    let quest = match tournament.kind() {
        TournamentKind::Quest => QuestName::of(&tournament.identifier).ok(),
        TournamentKind::Tournament | TournamentKind::Achievement => None,
    };
    let index = app.catalogue.index();
    let counting: BTreeSet<i64> = tournament.game_ids.iter().copied().collect();
    let games = index.games().filter(|game| counting.contains(&game.id));
    Ok(TournamentView {
        id: tournament.id,
        frontend_identifier: tournament.identifier.clone(),
        kind: tournament.kind(),
        quest_size: quest.map(|name| name.size),
        slug: quest.map(|name| name.slug.unwrap_or(&tournament.identifier).to_owned()),
        level_currency: ladder.as_ref().and_then(|ladder| ladder.currency).map(|own| own.code().to_owned()),
        levels: ladder.map_or_else(Vec::new, |ladder| levels(app, &ladder, terms, viewer.locale)),
        title: terms.title.in_locale(viewer.locale).to_owned(),
        description: terms.description.in_locale(viewer.locale).to_owned(),
        status: tournament.status(app.clock.now()),
        start_at: rfc3339(tournament.start_at),
        end_at: rfc3339(tournament.end_at),
        is_final: tournament.closed_at.is_some(),
        currency: terms.currency.code().to_owned(),
        group_ids: terms.groups.clone(),
        strategy: terms.strategy.clone(),
        min_bet_cents: terms.min_bet_cents,
        money_budget_cents: terms.money_budget(),
        display_money_budget_cents: shown(terms.money_budget()),
        prizes: prizes.collect(),
        display_currency: display.map(|own| own.code().to_owned()),
        game_category_identity: terms.games.categories.clone(),
        providers: terms.games.providers.clone(),
        game_ids: games.map(|game| game.identifier.clone()).collect(),
        players_count: store::players_count(&app.db, tournament.id).await?,
        top_players: top.into_iter().map(|place| place_view(place, viewer.player)).collect(),
    })
}

/// In which currency the viewer's bets are compared with the thresholds of a quest: who has joined keeps that of the joining.
async fn level_currency(db: &Db, tournament: &Tournament, viewer: Viewer<'_>) -> ApiResult<Option<Currency>> {
    if tournament.kind() != TournamentKind::Quest {
        return Ok(None);
    }
    let Some(player) = viewer.player else { return Ok(None) };
    let standing = store::standing_of(db, tournament.id, player).await?;
    Ok(standing.map_or(viewer.currency, |standing| standing.level_currency))
}

fn levels(app: &App, ladder: &Ladder, terms: &Terms, locale: &str) -> Vec<LevelView> {
    let offers = app.bonuses.offers();
    let reward = |level: i64| {
        let reward = terms.rewards.iter().find(|reward| reward.level == level)?;
        Some(bonus::Prize::find(&offers, &reward.offer)?.title(locale).to_owned())
    };
    let level =
        |(level, threshold): (i64, &i64)| LevelView { level, threshold: *threshold, reward: reward(level) };
    (1..).zip(&ladder.thresholds).map(level).collect()
}

fn converts(app: &App, from: Currency, to: Currency) -> bool {
    app.wallet.converted_cap(0, from, to).is_some()
}

fn place_view((award_place, standing): (i64, Standing), caller: Option<PlayerId>) -> PlaceView {
    let is_own = caller == Some(standing.player);
    PlaceView { award_place, nickname: standing.shown_name, points: standing.points, is_own }
}

/// How `player` does in `tournament`; `standing` is `None` for one who has not joined.
pub(super) async fn player_status(
    db: &Db,
    tournament: &Tournament,
    standing: Option<Standing>,
    player: PlayerId,
    now: i64,
) -> ApiResult<PlayerStatusView> {
    let place = match &standing {
        Some(standing) => places::place_of(db, tournament.id, standing).await?,
        None => None,
    };
    let around = match (&standing, place) {
        (Some(standing), Some(place)) => places::around(db, tournament.id, place, standing).await?,
        _ => Vec::new(),
    };
    let ladder = tournament.ladder(standing.as_ref().and_then(|standing| standing.level_currency));
    let ladder = ladder.filter(|_| standing.is_some());
    let of = |value: fn(&Standing) -> i64| standing.as_ref().map_or(0, value);
    let progress = ladder
        .as_ref()
        .map(|ladder| ladder.progress(of(|standing| standing.bet), of(|standing| standing.points)));
    let rewarded_levels = match &ladder {
        Some(_) => levels_store::issued(db, tournament.id, player).await?,
        None => Vec::new(),
    };
    Ok(PlayerStatusView {
        tournament_id: tournament.id,
        frontend_identifier: tournament.identifier.clone(),
        status: tournament.status(now),
        joined: standing.is_some(),
        disqualified: standing.as_ref().is_some_and(|standing| standing.is_disqualified),
        bets: of(|standing| standing.bet),
        bet_cents: of(|standing| standing.bet),
        win_cents: of(|standing| standing.win),
        rounds: of(|standing| standing.rounds),
        points: of(|standing| standing.points),
        level: ladder.as_ref().zip(progress).map(|(ladder, progress)| ladder.level(progress)),
        level_progress: progress,
        level_currency: ladder.and_then(|ladder| ladder.currency).map(|own| own.code().to_owned()),
        rewarded_levels,
        award_place: place,
        neighbours: around.into_iter().map(|place| place_view(place, Some(player))).collect(),
    })
}
