//! The closed loop: money goes out first by the cards and accounts that it came in by, up to what came in by each and has not
//! gone back; what is left may go elsewhere.
//!
//! A voucher takes no money back, and a coin's wallet has one way only. A way that is closed for now, or whose least payout is
//! above what it would take, binds nothing. A card that was taken off the list binds as before, and is still paid out to.

use croupier_db::Statement;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::kind::Kind;
use super::methods::{Method, Methods};
use super::model::{BANK, Payment, SavedCard};
use super::payer::Payer;
use super::payments::PaymentRequest;
use super::range::Range;
use super::state::Action;
use super::switches::{self, Off};
use super::{cards_store, closed_loop_store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult, FirstTo};
use crate::player::{self, Player};

/// What came in by an instrument and has not gone back, in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source<'a> {
    pub(super) instrument: &'a str,
    /// 0 when nothing has to go back.
    pub(super) room: i64,
}

/// What is about to go out by an instrument; `None` for a way by which nothing came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) instrument: Option<&'a str>,
    /// Subunits.
    pub(super) amount: i64,
}

/// Whether `parts`, which go out together, keep the order: nothing goes elsewhere, or beyond what came in by its own way, while
/// a source is left with something to take back.
pub(super) fn keeps_order(sources: &[Source<'_>], parts: &[Part<'_>]) -> bool {
    let paid = |instrument: &str| -> i64 {
        parts.iter().filter(|part| part.instrument == Some(instrument)).map(|part| part.amount).sum()
    };
    let left = |source: &Source<'_>| source.room - paid(source.instrument);
    let room_for = |part: &Part<'_>| {
        let source = sources.iter().find(|source| part.instrument == Some(source.instrument));
        source.map_or(-1, left)
    };
    let stays_within = parts.iter().all(|part| room_for(part) >= 0);
    stays_within || sources.iter().all(|source| left(source) <= 0)
}

/// Whether `parts` keep the order once a cashout by `instrument`, which went before them, is taken back: they keep it by themselves, or
/// nothing has to go back there.
fn keeps_order_without(sources: &[Source<'_>], parts: &[Part<'_>], instrument: &str) -> bool {
    let room = sources.iter().find(|source| source.instrument == instrument).map_or(0, |source| source.room);
    let here = parts.iter().filter(|part| part.instrument == Some(instrument));
    room <= here.map(|part| part.amount).sum::<i64>() || keeps_order(sources, parts)
}

/// What a way that pays out within `range` takes of `flow`: nothing below its least, and whole steps.
fn room_of(flow: i64, range: Range) -> i64 {
    let whole = flow - flow.rem_euclid(range.step_cents);
    if whole >= range.min_cents { whole } else { 0 }
}

/// By what the money comes or goes, as far as that is known before it is paid.
pub(super) fn instrument_of(method: &Method, card: Option<&SavedCard>) -> Option<String> {
    match (card, method.kind) {
        (Some(card), _) => Some(card.instrument()),
        (None, Kind::Bank) => Some(BANK.to_owned()),
        (None, _) => None,
    }
}

/// A way by which a payer's money can go out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) instrument: String,
    pub(super) method_id: String,
    pub(super) brand: String,
    /// The card or account; `None` of a transfer between banks.
    pub(super) card: Option<SavedCard>,
    /// Subunits that have to go there before others do.
    pub(super) room: i64,
}

impl Way {
    /// As the rule sees it.
    pub(super) fn source(&self) -> Source<'_> {
        Source { instrument: &self.instrument, room: self.room }
    }
}

/// A player in front of the ways out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seeker<'a> {
    pub(super) player: &'a Player,
    pub(super) groups: &'a [i64],
    pub(super) off: &'a Off,
    pub(super) currency: Currency,
}

impl<'a> Seeker<'a> {
    /// The payer, for the wallet in `currency`.
    pub(super) fn of(payer: &'a Payer, currency: Currency) -> Self {
        Self { player: &payer.player, groups: &payer.groups, off: &payer.off, currency }
    }

    /// Whether the player's licence asks for the closed loop.
    pub(super) fn is_bound(&self, app: &App) -> bool {
        app.site_config.licences.named(&self.player.licence).closed_loop
    }

    /// The bounds of cashouts by `method`, when it is offered.
    pub(super) fn range(&self, app: &App, method: &Method) -> Option<Range> {
        let is_offered =
            method.is_for(&self.player.licence, self.groups) && app.cashbox.is_supported(method, self.off);
        method.limits(self.currency).filter(|_| is_offered).map(|limits| limits.of(Action::Cashout))
    }

    /// What `card` takes of `flow`; `None` when nothing can be paid out to it now.
    fn by_card(&self, app: &App, methods: &Methods, card: SavedCard, flow: i64) -> Option<Way> {
        let method = methods.get(&card.method_id).filter(|method| method.kind.pays_to_profile())?;
        let range = self.range(app, method).filter(|_| !self.off.partners.contains(&card.provider))?;
        let room = if self.is_bound(app) { room_of(flow, range) } else { 0 };
        (room > 0 || !card.removed).then(|| Way {
            instrument: card.instrument(),
            method_id: method.id.clone(),
            brand: card.brand.clone(),
            card: Some(card),
            room,
        })
    }

    /// What transfers between banks take of `flow`.
    fn by_bank(&self, app: &App, methods: &Methods, flow: i64) -> Option<Way> {
        let is_bank = |method: &&Method| method.kind == Kind::Bank;
        let (method, range) =
            methods.iter().filter(is_bank).find_map(|method| Some((method, self.range(app, method)?)))?;
        let room = if self.is_bound(app) { room_of(flow, range) } else { 0 };
        (room > 0).then(|| Way {
            instrument: BANK.to_owned(),
            method_id: method.id.clone(),
            brand: method.brand.clone(),
            card: None,
            room,
        })
    }

    /// The ways out to kept cards and accounts, and to banks that money came from; `returned` comes on top of what came in by
    /// each instrument, for cashouts that are judged anew.
    pub(super) async fn ways(&self, app: &App, returned: &[(&str, i64)]) -> ApiResult<Vec<Way>> {
        let methods = app.cashbox.methods.now();
        let flows = closed_loop_store::flows(&app.db, self.player.id, self.currency).await?;
        let flow_of = |instrument: &str| {
            let flow = flows.iter().find(|(name, _)| name == instrument).map_or(0, |(_, flow)| *flow);
            let back = returned.iter().filter(|(name, _)| *name == instrument);
            flow + back.map(|(_, amount)| amount).sum::<i64>()
        };
        let cards = cards_store::all_cards(&app.db, self.player.id).await?;
        let by_card = |card: SavedCard| {
            let flow = flow_of(&card.instrument());
            self.by_card(app, &methods, card, flow)
        };
        let mut ways: Vec<_> = cards.into_iter().filter_map(by_card).collect();
        ways.extend(self.by_bank(app, &methods, flow_of(BANK)));
        Ok(ways)
    }
}

/// What a cashout is judged by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judged {
    player: PlayerId,
    currency: Currency,
    turns: i64,
}

impl Judged {
    /// The statement that holds the cashout to it, named by the stored `check`.
    pub(super) fn guard(&self, check: Uuid) -> Statement {
        closed_loop_store::unchanged(check, self.player, self.currency, self.turns)
    }
}

/// Refuses a cashout to `instrument` that breaks the order, with what is possible instead. Answers what it was judged by; `None`
/// of a deposit, and where the licence asks for no closed loop.
pub(super) async fn check(
    app: &App,
    payer: &Payer,
    payment_request: &PaymentRequest,
    instrument: Option<&str>,
) -> ApiResult<Option<Judged>> {
    let seeker = Seeker::of(payer, payment_request.currency);
    if payment_request.action != Action::Cashout || !seeker.is_bound(app) {
        return Ok(None);
    }
    let (player, currency) = (payer.player.id, payment_request.currency);
    // Read before the flows: what changes in between is noticed by the guard.
    let turns = closed_loop_store::turns(&app.db, player, currency).await?;
    let ways = seeker.ways(app, &[]).await?;
    let sources: Vec<_> = ways.iter().map(Way::source).collect();
    if keeps_order(&sources, &[Part { instrument, amount: payment_request.amount }]) {
        return Ok(Some(Judged { player, currency, turns }));
    }
    let here = ways.iter().find(|way| Some(way.instrument.as_str()) == instrument).map_or(0, |way| way.room);
    let first = ways.into_iter().filter(|way| way.room > 0).map(|way| FirstTo {
        payment_method_id: way.method_id,
        brand: way.brand,
        masked: way.card.map(|card| card.masked),
        cents: way.room,
    });
    let message = "Payouts first go back to where the deposits came from.";
    Err(ApiError::goes_first("amount_cents", "cashout_order", message, here, first.collect()))
}

/// Refuses to take `payment` back while cashouts that came after it go out that could not without it: the first goes back to a card,
/// the second elsewhere, and then the card would have nothing. Answers the statement that holds the recall to what it was judged
/// by; `None` where the licence asks for no closed loop.
pub(super) async fn refuse_recall(app: &App, payment: &Payment) -> ApiResult<Option<Statement>> {
    let known = payment.instrument.as_deref().zip(payment.fraud_check_id);
    let Some((instrument, check)) = known else { return Ok(None) };
    let (id, currency) = (payment.player, payment.currency);
    let (player, groups, off) =
        (player::get(app, id).await?, player::groups_of(app, id).await?, switches::off(app).await?);
    let seeker = Seeker { player: &player, groups: &groups, off: &off, currency };
    if !seeker.is_bound(app) {
        return Ok(None);
    }
    // Read before the flows: what changes in between is noticed by the guard.
    let turns = closed_loop_store::turns(&app.db, id, currency).await?;
    let later = closed_loop_store::later(&app.db, payment).await?;
    let mut returned = vec![(instrument, payment.amount)];
    returned.extend(later.iter().filter_map(|(name, amount)| Some((name.as_deref()?, *amount))));
    let ways = seeker.ways(app, &returned).await?;
    let sources: Vec<_> = ways.iter().map(Way::source).collect();
    let parts: Vec<_> = later
        .iter()
        .map(|(instrument, amount)| Part { instrument: instrument.as_deref(), amount: *amount })
        .collect();
    if keeps_order_without(&sources, &parts, instrument) {
        return Ok(Some(closed_loop_store::unchanged(check, id, currency, turns)));
    }
    let message =
        "Take back the later withdrawals first: money first goes back to where the deposits came from.";
    Err(ApiError::field("state", "recall_order", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = "northpay:card";
    const E_WALLET: &str = "northpay:purse";

    #[test]
    fn money_goes_back_before_it_goes_elsewhere() {
        // Room by card and by account, what goes by card, by account and elsewhere, whether that is in order.
        for (card, purse, parts, in_order) in [
            (0, 0, &[(None, 500)][..], true),
            (100, 0, &[(Some(CARD), 100)], true),
            (100, 0, &[(Some(CARD), 60)], true),
            (100, 0, &[(Some(CARD), 500)], true),
            (100, 0, &[(None, 1)], false),
            (100, 0, &[(Some(E_WALLET), 1)], false),
            (100, 50, &[(Some(CARD), 100)], true),
            (100, 50, &[(Some(CARD), 101)], false),
            (100, 50, &[(Some(E_WALLET), 50)], true),
            (100, 50, &[(Some(E_WALLET), 51)], false),
            (100, 50, &[(Some(CARD), 100), (Some(E_WALLET), 50)], true),
            (100, 50, &[(Some(CARD), 100), (Some(E_WALLET), 50), (None, 9)], true),
            (100, 50, &[(Some(CARD), 100), (Some(E_WALLET), 51)], true),
            (100, 50, &[(Some(CARD), 100), (Some(E_WALLET), 49), (None, 1)], false),
            (100, 50, &[(Some(CARD), 101), (Some(E_WALLET), 49)], false),
            (100, 50, &[(Some(CARD), 60), (Some(CARD), 40)], true),
            (100, 50, &[(Some(CARD), 60), (Some(CARD), 41)], false),
        ] {
            let sources =
                [Source { instrument: CARD, room: card }, Source { instrument: E_WALLET, room: purse }];
            let parts: Vec<_> = parts
                .iter()
                .map(|(instrument, amount)| Part { instrument: *instrument, amount: *amount })
                .collect();
            assert_eq!(keeps_order(&sources, &parts), in_order, "{card} {purse} {parts:?}");
        }
    }

    #[test]
    fn what_went_first_is_not_taken_back_from_under_what_went_elsewhere() {
        // Room by card and by account with all of it back, what came after it, whether a cashout by card may be taken back.
        for (card, purse, later, may) in [
            (100, 0, &[][..], true),
            (100, 0, &[(None, 9)], false),
            (0, 0, &[(None, 9)], true),
            (100, 50, &[(Some(E_WALLET), 50)], true),
            (100, 50, &[(Some(E_WALLET), 51)], false),
            (100, 0, &[(Some(CARD), 40)], true),
            (100, 0, &[(Some(CARD), 100), (None, 9)], true),
            (100, 0, &[(Some(CARD), 99), (None, 9)], false),
            (0, 50, &[(None, 9)], true),
        ] {
            let sources =
                [Source { instrument: CARD, room: card }, Source { instrument: E_WALLET, room: purse }];
            let later: Vec<_> = later
                .iter()
                .map(|(instrument, amount)| Part { instrument: *instrument, amount: *amount })
                .collect();
            assert_eq!(keeps_order_without(&sources, &later, CARD), may, "{card} {purse} {later:?}");
        }
    }

    #[test]
    fn what_cannot_be_paid_out_by_a_way_binds_nothing() {
        let range = Range { min_cents: 2_000, max_cents: Some(9_000), step_cents: 100 };
        for (flow, room) in [(-500, 0), (0, 0), (1_999, 0), (2_000, 2_000), (2_099, 2_000), (20_000, 20_000)]
        {
            assert_eq!(room_of(flow, range), room, "{flow}");
        }
    }
}
