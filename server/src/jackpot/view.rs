//! What calls and frames show of jackpots.

use serde::Serialize;
use utoipa::ToSchema;

use super::definition::Definition;
use super::list_store::{Open, OpenLevel, Revealed};
use super::pot::Level;
use super::win_store::ShownWin;
use crate::app::App;
use crate::platform::calendar::rfc3339;

/// Shown until a win is announced.
const UNNAMED: &str = "***";

/// The amounts of a jackpot: what the channel `jackpots_changes` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AmountsView {
    id: i64,
    identifier: String,
    currency: String,
    levels: Vec<AmountView>,
}

/// The amount of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct AmountView {
    id: i64,
    identifier: String,
    name: Level,
    amount_cents: i64,
    cycle: i64,
    server_seed_hash: String,
}

/// A jackpot with its levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Jackpot)]
pub struct JackpotView {
    /// Its number.
    pub id: i64,
    /// Its name, and its address on the site.
    #[schema(example = "mystic-aurora")]
    pub identifier: String,
    /// How it is called, in the language of the request.
    pub title: String,
    /// What it says about itself.
    pub description: String,
    /// In which its amounts are.
    #[schema(example = "EUR")]
    pub currency: String,
    /// Its levels, the largest one first.
    pub levels: Vec<JackpotLevelView>,
}

/// A level of a jackpot with its running cycle. Amounts are in subunits of the jackpot's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JackpotLevel)]
pub struct JackpotLevelView {
    /// 1 is gold, 2 silver, 3 bronze.
    pub id: i64,
    /// `level_1`, `level_2` or `level_3`.
    #[schema(example = "level_1")]
    pub identifier: String,
    /// `gold`, `silver` or `bronze`.
    pub name: Level,
    /// What a win would pay now.
    pub amount_cents: i64,
    /// What a cycle begins with.
    pub seed_cents: i64,
    /// The hidden point is at most this.
    pub must_hit_by_cents: i64,
    /// Smaller bets neither add nor win.
    pub min_bet_cents: i64,
    /// The text of the smallest bet, with `{amount}` where the amount stands.
    pub min_bet_text: String,
    /// Millionths of each real bet that are added.
    pub contribution_ppm: i64,
    /// The number of the cycle that runs.
    pub cycle: i64,
    /// The commitment to the seed from which its point is drawn, hex.
    pub server_seed_hash: String,
    /// When it began.
    pub started_at: String,
}

/// A jackpot with its games and its last cycles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JackpotDetails)]
pub struct JackpotDetailsView {
    /// The jackpot.
    pub jackpot: JackpotView,
    /// The identifiers of the games whose bets count, the most popular ones first.
    pub game_ids: Vec<String>,
    /// The cycles that were won last, with what they had drawn.
    pub reveals: Vec<JackpotRevealView>,
}

/// A cycle that was won. Amounts are in subunits of the jackpot's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JackpotReveal)]
pub struct JackpotRevealView {
    /// 1 is gold, 2 silver, 3 bronze; part of the draw.
    pub level: i64,
    /// `gold`, `silver` or `bronze`.
    pub name: Level,
    /// The number of the cycle; part of the draw.
    pub cycle: i64,
    /// What it began with.
    pub seed_cents: i64,
    /// The point is at most this.
    pub must_hit_by_cents: i64,
    /// The commitment that was public from its first moment on, hex.
    pub server_seed_hash: String,
    /// The seed, hex.
    pub server_seed: String,
    /// The point that the seed draws.
    pub point_cents: i64,
    /// What was won.
    pub amount_cents: i64,
    /// The winner's name, shortened.
    pub user_name: String,
    /// When the cycle began.
    pub started_at: String,
    /// When it was won.
    pub ended_at: String,
}

/// A win of a jackpot, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JackpotWin)]
pub struct JackpotWinView {
    /// Its number.
    pub id: String,
    /// The winner's name, shortened.
    #[schema(example = "sol***")]
    pub user_name: String,
    /// When it was won.
    pub created_at: String,
    /// What was paid, in subunits of `currency`.
    pub amount_cents: i64,
    /// The currency of the winner's wallet.
    pub currency: String,
    /// The amount of the level, in subunits of its currency.
    pub jackpot_original_amount_cents: i64,
    /// The currency of the jackpot.
    pub jackpot_original_currency: String,
    /// `gold`, `silver` or `bronze`.
    pub jackpot_level_name: Level,
    /// The name of the jackpot.
    pub jackpot_identifier: String,
    /// How the jackpot is called; its name when it is gone.
    pub jackpot_title: String,
    /// The title of the game that was played; null when it is gone.
    pub game_title: Option<String>,
}

/// What the winner is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct WonView {
    id: String,
    jackpot_identifier: String,
    jackpot_title: String,
    jackpot_level_name: Level,
    amount_cents: i64,
    currency: String,
    jackpot_original_amount_cents: i64,
    jackpot_original_currency: String,
    created_at: String,
}

fn level_identifier(level: Level) -> String {
    format!("level_{}", level.number())
}

impl AmountsView {
    /// The amounts of `open`.
    pub(super) fn of(identifier: &str, open: &Open) -> Self {
        let amount = |level: &OpenLevel| AmountView {
            id: level.level.number(),
            identifier: level_identifier(level.level),
            name: level.level,
            amount_cents: level.amount,
            cycle: level.cycle,
            server_seed_hash: level.server_seed_hash.clone(),
        };
        Self {
            id: open.id,
            identifier: identifier.to_owned(),
            currency: open.currency.code().to_owned(),
            levels: open.levels.iter().map(amount).collect(),
        }
    }
}

impl JackpotView {
    /// `open` in `locale`.
    pub(super) fn of(app: &App, definition: &Definition, open: &Open, locale: &str) -> Self {
        let level = |level: &OpenLevel| JackpotLevelView {
            id: level.level.number(),
            identifier: level_identifier(level.level),
            name: level.level,
            amount_cents: level.amount,
            seed_cents: level.terms.seed_cents,
            must_hit_by_cents: level.terms.must_hit_by_cents,
            min_bet_cents: level.terms.min_bet_cents,
            min_bet_text: min_bet_text(app, &definition.identifier, level.level, locale),
            contribution_ppm: level.terms.contribution_ppm,
            cycle: level.cycle,
            server_seed_hash: level.server_seed_hash.clone(),
            started_at: rfc3339(level.started_at),
        };
        Self {
            id: open.id,
            identifier: definition.identifier.clone(),
            title: definition.title.in_locale(locale).to_owned(),
            description: definition.description.in_locale(locale).to_owned(),
            currency: open.currency.code().to_owned(),
            levels: open.levels.iter().map(level).collect(),
        }
    }
}

/// The sentence about the smallest bet of a level: that of the jackpot, else that of any.
fn min_bet_text(app: &App, identifier: &str, level: Level, locale: &str) -> String {
    let key = |of: &str| format!("JACKPOT.{of}.{}.MIN_BET", level.name().to_uppercase());
    let own = key(&identifier.to_uppercase());
    let text = app.site_config.messages.text(locale, &own);
    if text == own { app.site_config.messages.text(locale, &key("ANY")).to_owned() } else { text.to_owned() }
}

impl From<Revealed> for JackpotRevealView {
    fn from(revealed: Revealed) -> Self {
        Self {
            level: revealed.level.number(),
            name: revealed.level,
            cycle: revealed.cycle,
            seed_cents: revealed.terms.seed_cents,
            must_hit_by_cents: revealed.terms.must_hit_by_cents,
            server_seed_hash: revealed.server_seed_hash,
            server_seed: revealed.server_seed,
            point_cents: revealed.point,
            amount_cents: revealed.amount,
            user_name: revealed.shown_name.unwrap_or_else(|| UNNAMED.to_owned()),
            started_at: rfc3339(revealed.started_at),
            ended_at: rfc3339(revealed.ended_at),
        }
    }
}

fn title(app: &App, identifier: &str, locale: &str) -> String {
    let definitions = app.jackpots.now();
    let found = definitions.iter().find(|known| known.identifier == identifier);
    found.map_or(identifier, |known| known.title.in_locale(locale)).to_owned()
}

impl JackpotWinView {
    /// `won` in `locale`.
    pub(super) fn of(won: ShownWin, app: &App, locale: &str) -> Self {
        let ShownWin { id, identifier, shown_name, win } = won;
        Self {
            id: id.to_string(),
            user_name: shown_name.unwrap_or_else(|| UNNAMED.to_owned()),
            created_at: rfc3339(win.at),
            amount_cents: win.amount,
            currency: win.currency.code().to_owned(),
            jackpot_original_amount_cents: win.original_amount,
            jackpot_original_currency: win.original_currency.code().to_owned(),
            jackpot_level_name: win.level,
            jackpot_title: title(app, &identifier, locale),
            jackpot_identifier: identifier,
            game_title: app.catalogue.game_by_id(win.game).map(|game| game.title.clone()),
        }
    }
}

impl WonView {
    /// `won` as its winner is told of it in `locale`.
    pub(super) fn of(won: &ShownWin, app: &App, locale: &str) -> Self {
        let ShownWin { id, identifier, win, .. } = won;
        Self {
            id: id.to_string(),
            jackpot_identifier: identifier.clone(),
            jackpot_title: title(app, identifier, locale),
            jackpot_level_name: win.level,
            amount_cents: win.amount,
            currency: win.currency.code().to_owned(),
            jackpot_original_amount_cents: win.original_amount,
            jackpot_original_currency: win.original_currency.code().to_owned(),
            created_at: rfc3339(win.at),
        }
    }
}
