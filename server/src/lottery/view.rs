//! Lotteries as calls answer them.

use serde::Serialize;
use utoipa::ToSchema;

use super::definition::Prize;
use super::model::{Award, Lottery, LotteryStatus, TicketRange};
use crate::bonus::PrizeBonus;
use crate::platform::calendar::rfc3339;

/// A lottery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lottery)]
pub(super) struct LotteryView {
    id: i64,
    /// Its address; the draw is seeded by it too.
    #[schema(example = "aurora-weekly-2026-01-05")]
    slug: String,
    title: String,
    description: String,
    status: LotteryStatus,
    /// Whether tickets are sold.
    in_progress: bool,
    start_at: String,
    /// The first instant at which no ticket is sold; the draw follows.
    end_at: String,
    /// When the winners were drawn; null before.
    drawn_at: Option<String>,
    /// The card of the shop that sells its tickets.
    group: String,
    /// What a ticket costs.
    ticket_points: i64,
    /// The most tickets that a player can have.
    tickets_max: i64,
    /// How many are sold. They are numbered from 1.
    tickets_count: i64,
    /// In which prizes of money are named.
    currency: String,
    prizes: Vec<LotteryPrizeView>,
    /// The first place first; none before the draw.
    winners: Vec<LotteryWinnerView>,
    /// What the server has committed itself to: the hash of its seed, hex.
    server_seed_hash: String,
    /// The server's seed, hex; null before the draw.
    server_seed: Option<String>,
}

/// The prize of some places.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LotteryPrize)]
struct LotteryPrizeView {
    /// The first place that gets it.
    from: i64,
    /// The last place that gets it.
    to: i64,
    /// Real money, in subunits of the lottery's currency; null for a gift.
    amount_cents: Option<i64>,
    /// A bonus or free spins; null for money.
    gift: Option<PrizeBonus>,
}

/// A winner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LotteryWinner)]
struct LotteryWinnerView {
    place: i64,
    ticket: i64,
    /// Masked.
    nickname: String,
}

/// What a player has of a lottery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerLottery)]
pub(super) struct LotteryStatusView {
    /// Names the record: the number of the lottery.
    id: i64,
    lottery_id: i64,
    slug: String,
    status: LotteryStatus,
    /// Whether tickets are sold.
    in_progress: bool,
    /// The numbers of the player's tickets.
    tickets: Vec<i64>,
    /// How many more the player can have.
    tickets_left: i64,
    /// What the player has won.
    wins: Vec<LotteryWinView>,
}

/// A prize that the player has won.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LotteryWin)]
struct LotteryWinView {
    place: i64,
    ticket: i64,
    /// Whether the player has it.
    is_paid: bool,
}

/// `lottery` at `now`, in `locale`.
pub(super) fn view(lottery: &Lottery, winners: &[Award], locale: &str, now: i64) -> LotteryView {
    let (terms, drawing, status) = (&lottery.terms, lottery.drawing.as_ref(), lottery.status(now));
    LotteryView {
        id: lottery.id,
        slug: lottery.slug.clone(),
        title: terms.title.in_locale(locale).to_owned(),
        description: terms.description.in_locale(locale).to_owned(),
        status,
        in_progress: status == LotteryStatus::Active,
        start_at: rfc3339(lottery.start_at),
        end_at: rfc3339(lottery.end_at),
        drawn_at: drawing.map(|drawing| rfc3339(drawing.at)),
        group: terms.group.clone(),
        ticket_points: terms.points,
        tickets_max: lottery.tickets_max,
        tickets_count: lottery.tickets_count,
        currency: terms.currency.code().to_owned(),
        prizes: prizes(lottery, locale),
        winners: winners
            .iter()
            .map(|award| LotteryWinnerView {
                place: award.place,
                ticket: award.ticket,
                nickname: award.shown_name.clone(),
            })
            .collect(),
        server_seed_hash: lottery.server_seed_hash.clone(),
        server_seed: drawing.map(|drawing| drawing.server_seed.clone()),
    }
}

fn prizes(lottery: &Lottery, locale: &str) -> Vec<LotteryPrizeView> {
    let prize = |band: &super::definition::PrizeBand| {
        let (amount_cents, gift) = match &band.prize {
            Prize::Money(amount) => (Some(*amount), None),
            Prize::Gift(offer) => (None, Some(offer.view(locale))),
        };
        LotteryPrizeView { from: band.from, to: band.to, amount_cents, gift }
    };
    lottery.terms.prizes.iter().map(prize).collect()
}

/// What a player with `tickets` has of `lottery` at `now`.
pub(super) fn status_view(
    lottery: &Lottery,
    tickets: &[TicketRange],
    wins: &[Award],
    now: i64,
) -> LotteryStatusView {
    let numbers: Vec<i64> = tickets.iter().flat_map(|range| range.first..range.first + range.size).collect();
    let held = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
    let status = lottery.status(now);
    LotteryStatusView {
        id: lottery.id,
        lottery_id: lottery.id,
        slug: lottery.slug.clone(),
        status,
        in_progress: status == LotteryStatus::Active,
        tickets: numbers,
        tickets_left: lottery.tickets_max.saturating_sub(held).max(0),
        wins: wins
            .iter()
            .map(|award| LotteryWinView { place: award.place, ticket: award.ticket, is_paid: award.is_paid })
            .collect(),
    }
}
