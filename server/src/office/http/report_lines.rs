//! The lines of a report, as they are shown and as they are written into files.

use croupier_money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::tables::Cell;
use crate::reports::{Figure, Figures, Line};

/// Sums of a line. Amounts in subunits of the report's currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct FiguresView {
    /// Rounds that were opened, those that free spins pay among them.
    rounds: i64,
    /// Bets, less those that were taken back.
    pub(super) bets_cents: i64,
    /// The part of them that was bonus money.
    bonus_bets_cents: i64,
    /// Wins, likewise; what free spins win is a cost of bonuses.
    wins_cents: i64,
    /// The part of them that was bonus money.
    bonus_wins_cents: i64,
    /// Bets less wins.
    ggr_cents: i64,
    /// What bonuses and free spins have cost, less what came back.
    bonus_cost_cents: i64,
    /// What jackpots have paid.
    jackpot_cost_cents: i64,
    /// Money that points were exchanged for.
    loyalty_cost_cents: i64,
    /// Prizes of tournaments and lotteries.
    prize_cost_cents: i64,
    /// What is left of the GGR after these four.
    ngr_cents: i64,
    /// Corrections by staff: given less taken.
    adjustments_cents: i64,
    /// Deposits that succeeded.
    deposits_cents: i64,
    /// How many of them.
    deposits_count: i64,
    /// Cashouts that were paid.
    cashouts_cents: i64,
    /// How many of them.
    cashouts_count: i64,
}

impl From<&Figures> for FiguresView {
    fn from(figures: &Figures) -> Self {
        Self {
            rounds: figures[Figure::Rounds],
            bets_cents: figures[Figure::Bets],
            bonus_bets_cents: figures[Figure::BonusBets],
            wins_cents: figures[Figure::Wins],
            bonus_wins_cents: figures[Figure::BonusWins],
            ggr_cents: figures.ggr(),
            bonus_cost_cents: figures[Figure::BonusCost],
            jackpot_cost_cents: figures[Figure::JackpotCost],
            loyalty_cost_cents: figures[Figure::LoyaltyCost],
            prize_cost_cents: figures[Figure::PrizeCost],
            ngr_cents: figures.ngr(),
            adjustments_cents: figures[Figure::Adjustments],
            deposits_cents: figures[Figure::Deposits],
            deposits_count: figures[Figure::DepositsCount],
            cashouts_cents: figures[Figure::Cashouts],
            cashouts_count: figures[Figure::CashoutsCount],
        }
    }
}

/// A line of a report, or what all of them come to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReportLine {
    /// A day, the first day of a month, a brand, a licence, a country, a currency, a provider, or the identifier of a game.
    /// Empty for what belongs to none of them.
    key: String,
    /// Its name, where it has one of its own.
    name: String,
    #[serde(flatten)]
    pub(super) figures: FiguresView,
    /// Players who have signed up; null where players are not told apart like this.
    registered: Option<i64>,
    /// Players who have paid in for the first time.
    first_deposits: Option<i64>,
    /// How many players have bet, added up over days: a player counts once a day.
    active: Option<i64>,
    /// What players' wallets held at the end; in reports by time and in the total.
    liability_cents: Option<i64>,
}

impl ReportLine {
    pub(super) fn of(line: &Line, name: String) -> Self {
        let people = line.people.as_ref();
        Self {
            key: line.key.clone(),
            name,
            figures: FiguresView::from(&line.figures),
            registered: people.map(|people| people.registered),
            first_deposits: people.map(|people| people.first_deposits),
            active: people.map(|people| people.active),
            liability_cents: line.liability,
        }
    }

    /// The line as cells of a file.
    pub(super) fn cells(&self, currency: Currency) -> Vec<Cell> {
        let figures = &self.figures;
        let amount = |amount: i64| Cell::Amount(amount, currency);
        vec![
            Cell::Text(self.key.clone()),
            Cell::Text(self.name.clone()),
            Cell::Text(currency.code().to_owned()),
            Cell::Number(figures.rounds),
            amount(figures.bets_cents),
            amount(figures.bonus_bets_cents),
            amount(figures.wins_cents),
            amount(figures.bonus_wins_cents),
            amount(figures.ggr_cents),
            amount(figures.bonus_cost_cents),
            amount(figures.jackpot_cost_cents),
            amount(figures.loyalty_cost_cents),
            amount(figures.prize_cost_cents),
            amount(figures.ngr_cents),
            amount(figures.adjustments_cents),
            amount(figures.deposits_cents),
            Cell::Number(figures.deposits_count),
            amount(figures.cashouts_cents),
            Cell::Number(figures.cashouts_count),
            Cell::number(self.registered),
            Cell::number(self.first_deposits),
            Cell::number(self.active),
            self.liability_cents.map_or(Cell::Empty, amount),
        ]
    }
}

/// The titles of those cells.
pub(super) const TITLES: [&str; 23] = [
    "key",
    "name",
    "currency",
    "rounds",
    "bets",
    "bonus_bets",
    "wins",
    "bonus_wins",
    "ggr",
    "bonus_cost",
    "jackpot_cost",
    "loyalty_cost",
    "prize_cost",
    "ngr",
    "adjustments",
    "deposits",
    "deposits_count",
    "cashouts",
    "cashouts_count",
    "registered",
    "first_deposits",
    "active",
    "liability",
];
