//! What a player has played.

use croupier_ledger::{PlayerId, RoundStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::exchange::Exchanged;
use super::model::Detail;
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::ApiResult;
use crate::platform::pagination::Pagination;
use crate::platform::query::instant_of;
use crate::wallet::HistoryPart;

/// Rounds in a page when the caller does not say.
const PAGE_SIZE: u64 = 40;

/// The most rounds in a page.
const PAGE_SIZE_MAX: u64 = 100;

/// Which part of the history is asked for.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Counted from 1.
    pub page: Option<u64>,
    /// From 1 to 100; what is beyond counts as the nearest of them.
    pub page_size: Option<u64>,
    /// Rounds opened at this instant or later, RFC 3339 in UTC.
    pub from: Option<String>,
    /// Rounds opened before this instant, RFC 3339 in UTC.
    pub to: Option<String>,
    /// Rounds of this game only, by its identifier (`{provider}/{slug}`); there are none of one that nobody knows.
    pub game: Option<String>,
}

/// A page of rounds, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayedGames {
    /// The rounds.
    pub data: Vec<PlayedRound>,
    /// What the rounds of all pages staked and won, by currency.
    pub sums: Vec<PlayedSum>,
    /// The page's place.
    pub pagination: Pagination,
}

/// What rounds staked and won in the wallet of one currency, in subunits; rounds that were taken back aside.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayedSum {
    /// Currency of the amounts.
    pub currency: String,
    /// How many rounds.
    pub rounds: i64,
    /// Sum of what was paid for them.
    pub bets_cents: i64,
    /// Sum of their wins.
    pub wins_cents: i64,
}

/// A round in the history.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayedRound {
    /// Its number, as text.
    pub id: String,
    /// The game.
    pub game: PlayedGame,
    /// Currency of the amounts: the wallet's.
    pub currency: String,
    /// What was paid for the round, in subunits: the sum of its bets, or the price of a bought round.
    pub bet_cents: i64,
    /// Sum of the wins, in subunits.
    pub win_cents: i64,
    /// What was staked and won in the currency that it was played in, when that was another one.
    pub exchanged: Option<Exchanged>,
    /// What a bought round was played for; absent in rounds that were not bought.
    pub bought: Option<BoughtRound>,
    /// RFC 3339.
    pub started_at: String,
    /// RFC 3339; absent while the round is open.
    pub finished_at: Option<String>,
    /// Always `real`: demo rounds are not kept.
    pub mode: String,
    /// `open`, `finished` or `void`.
    pub status: String,
}

/// How a round was played that was bought.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoughtRound {
    /// Its bet, of which the price is a multiple, in subunits.
    pub bet_cents: i64,
    /// The currency of the bet: the one that the round was played in.
    pub currency: String,
}

/// A game in the history.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayedGame {
    /// `{provider}/{slug}`.
    pub identifier: String,
    /// Shown name.
    pub title: String,
    /// Id of the provider.
    pub provider: String,
}

impl BoughtRound {
    fn of(detail: &Detail) -> Option<Self> {
        let currency = detail.played_in().code().to_owned();
        detail.bought_for.map(|bet_cents| Self { bet_cents, currency })
    }
}

/// A page of the player's rounds.
pub async fn page(app: &App, player: PlayerId, query: &HistoryQuery) -> ApiResult<PlayedGames> {
    let page = query.page.unwrap_or(1).max(1);
    let page_size = query.page_size.unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE_MAX);
    let span =
        (instant_of("from", query.from.as_deref(), 0)?, instant_of("to", query.to.as_deref(), i64::MAX)?);
    let named = query.game.as_deref();
    let game = named.and_then(|identifier| app.catalogue.game_by_identifier(identifier)).map(|game| game.id);
    if named.is_some() && game.is_none() {
        let pagination = Pagination::new(page, page_size, 0);
        return Ok(PlayedGames { data: Vec::new(), sums: Vec::new(), pagination });
    }
    let part = HistoryPart { span, game };
    let (rounds, total) = app.wallet.history(player, part, page, page_size).await?;
    let sums = app.wallet.history_sums(player, part).await?.into_iter().map(|sum| PlayedSum {
        currency: sum.currency.code().to_owned(),
        rounds: sum.rounds,
        bets_cents: sum.stake,
        wins_cents: sum.win,
    });
    let sums = sums.collect();
    let data = rounds.into_iter().map(|(round, currency)| {
        let game = app.catalogue.known_by_id(round.game);
        let status = match round.status {
            RoundStatus::Open => "open",
            RoundStatus::Closed => "finished",
            RoundStatus::Void => "void",
        };
        // A partner's round keeps nothing of the operator's own.
        let detail = Detail::of(&round).ok();
        PlayedRound {
            id: round.id.to_string(),
            game: PlayedGame {
                identifier: game.as_ref().map(|game| game.identifier.clone()).unwrap_or_default(),
                title: game.as_ref().map(|game| game.title.clone()).unwrap_or_default(),
                provider: game.as_ref().map(|game| game.provider.clone()).unwrap_or_default(),
            },
            currency: currency.code().to_owned(),
            bet_cents: round.stake,
            win_cents: round.win,
            bought: detail.as_ref().and_then(BoughtRound::of),
            exchanged: detail.and_then(|detail| detail.exchanged),
            started_at: rfc3339(round.opened_at),
            finished_at: round.closed_at.map(rfc3339),
            mode: "real".to_owned(),
            status: status.to_owned(),
        }
    });
    Ok(PlayedGames { data: data.collect(), sums, pagination: Pagination::new(page, page_size, total) })
}
