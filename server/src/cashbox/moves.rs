//! How a payment comes from one state into another: row, money and fact in one commit, exactly once.
//!
//! Every change is guarded by the state it starts from. Whoever comes second finds the row changed, looks
//! again, and either has nothing left to do or may no longer do it. Money is guarded once more by the
//! ledger's key, made of the payment and the state it reaches.

use croupier_db::{Error, Statement, Tx, log};
use croupier_ledger::{Action as Order, Fact, Key, Refusal, Stop, StopReason};

use super::fees;
use super::model::{Payment, instrument};
use super::partner::Profile;
use super::reports::LOOK_AFTER_MS;
use super::state::{Action, Effect, State, path};
use super::{cards_store, on_behalf_store, receipts_store, store, under_way_store};
use crate::app::App;
use crate::bonus;
use crate::identity;
use crate::lootbox;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::verification;
use crate::wallet::{self, WalletError};

/// How often a change is tried when others change the row at the same time.
const TRIES: u32 = 5;

/// The error code of a payment whose money does not fit into its wallet.
pub(super) const STUCK: &str = "balance_full";

/// What a change brings along.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    /// Why the payment failed.
    pub(super) error_code: Option<String>,
    /// The card that paid, to be kept.
    pub(super) card: Option<Profile>,
    /// What the partner calls the payment.
    pub(super) partner_id: Option<String>,
    /// When to look at it next, while it is not final.
    pub(super) next_look_at: Option<i64>,
    /// Subunits that have come, when a deposit was paid; what was asked for when not reported.
    pub(super) received: Option<i64>,
    /// How many blocks have confirmed it, and how many it takes.
    pub(super) confirmations: i64,
    pub(super) confirmations_needed: i64,
    /// What has to hold in the commit that writes the change.
    pub(super) guard: Option<Statement>,
}

/// What became of a wish to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Moved {
    /// It was done now.
    Done(Payment),
    /// It had been done before.
    Already(Payment),
    /// The payment stands where no allowed move leads there.
    NotAllowed(Payment),
    /// The books do not take the money that it moves, as they are now. The payment stays as it is, is marked as stuck,
    /// and is tried again at every look.
    Stuck(Payment),
}

/// Brings `payment` into the state `to`, through the states between. Not when it is handed on to another partner meanwhile:
/// what its former one reports says nothing of it any more.
pub(super) async fn advance(app: &App, mut payment: Payment, to: State, step: &Step) -> ApiResult<Moved> {
    let provider = payment.provider.clone();
    for _ in 0..TRIES {
        if payment.provider != provider {
            return Ok(Moved::NotAllowed(payment));
        }
        if payment.state == to {
            return Ok(Moved::Already(payment));
        }
        match change(app, &payment, to, step).await? {
            Changed::Yes(next) => return Ok(Moved::Done(*next)),
            Changed::NotAllowed => return Ok(Moved::NotAllowed(payment)),
            Changed::Stuck => return Ok(Moved::Stuck(payment)),
            Changed::Conflict => {
                payment = store::get(&app.db, payment.id).await?.ok_or_else(ApiError::not_found)?;
            }
        }
    }
    Err(ApiError::unavailable(&format!("payment {} keeps changing", payment.id)))
}

/// What became of one try to change.
pub(super) enum Changed {
    Yes(Box<Payment>),
    NotAllowed,
    Stuck,
    Conflict,
}

/// Tries once to bring `payment`, as it was read, into the state `to`.
pub(super) async fn change(app: &App, payment: &Payment, to: State, step: &Step) -> ApiResult<Changed> {
    let Some(moves) = path(payment.action, payment.state, to) else { return Ok(Changed::NotAllowed) };
    let now = app.clock.now();
    let mut next = payment.clone();
    next.amount = step.received.unwrap_or(payment.amount);
    // What has come instead of what was asked for costs by the same terms, and never all of it.
    if let (Some(received), Some(terms)) = (step.received, payment.fee_terms)
        && received != payment.requested
    {
        next.fee = terms.on(received).min(received - 1);
    }
    next.confirmations = payment.confirmations.max(step.confirmations);
    next.confirmations_needed = payment.confirmations_needed.max(step.confirmations_needed);
    let mut facts = Vec::with_capacity(moves.len());
    let mut effect = Effect::None;
    for step_move in &moves {
        next.state = step_move.to;
        if next.state.is_final() {
            next.finished_at = Some(now);
            next.error_code.clone_from(&step.error_code);
        }
        if step_move.effect != Effect::None {
            effect = step_move.effect;
        }
        facts.push(next.changed()?);
    }
    next.next_look_at = match (payment.action, to) {
        // It may still be paid: its page was open, its coins were on their way, or the cancel overtook the create.
        (Action::Deposit, State::Canceled) => Some(now + LOOK_AFTER_MS),
        _ if to.is_final() => None,
        _ => step.next_look_at.or(payment.next_look_at),
    };
    next.looks = 0;
    next.partner_id = payment.partner_id.clone().or_else(|| step.partner_id.clone());
    let card = step.card.as_ref().filter(|card| card.is_masked(payment.kind));
    if next.instrument.is_none() && payment.kind.pays_to_profile() {
        next.instrument = card.map(|card| instrument(&payment.provider, &card.token));
    }
    let mut statements: Vec<_> = step.guard.clone().into_iter().collect();
    statements.push(store::change(payment, &next, now));
    statements.extend(moves.iter().map(|step_move| receipts_store::step(payment, step_move.to, now)));
    if let Some(card) = card {
        statements.push(cards_store::save_card(payment, app.entropy.uuid(&app.clock), card, now));
    }
    let done = match order(app, &next, effect).await? {
        None => match without_money(app, &next, now, &facts, statements).await? {
            Written::Yes => true,
            Written::Conflict => false,
            Written::Stopped(_) | Written::Overdue | Written::Limited(_) => return Ok(Changed::NotAllowed),
        },
        Some(action) => {
            let id = payment.id.to_string();
            if effect == Effect::Credit {
                let deposit = deposit(app, &next).await?;
                for with in
                    [bonus::with_deposit(app, &deposit).await?, lootbox::with_deposit(app, &deposit).await?]
                {
                    facts.extend(with.facts);
                    statements.extend(with.statements);
                }
            }
            let order = wallet::Order {
                key: Key::new("payment", &format!("{id}:{}", to.name())),
                fingerprint: Key::new(&id, &format!("{} {} {}", to.name(), next.amount, payment.currency)),
                player: payment.player,
                currency: payment.currency,
                at: now,
                action,
                facts,
                attached: statements,
            };
            let linked = fee_order(app, &next, effect, now).await?;
            match app.wallet.submit_linked(order, linked.into_iter().collect()).await {
                Ok(receipt) => !receipt.replayed,
                Err(WalletError::Refused(Refusal::PreconditionFailed)) => false,
                Err(WalletError::Refused(refusal @ Refusal::BalanceFull)) => {
                    tracing::error!(payment = %payment.id, player = payment.player, to = to.name(), %refusal,
                        "the books do not take what the partner has done");
                    store::note_stuck(&app.db, payment.id, STUCK, now).await?;
                    return Ok(Changed::Stuck);
                }
                Err(error) => return Err(error.into()),
            }
        }
    };
    if done {
        tracing::info!(payment = %next.id, player = next.player, action = next.action.name(),
            from = payment.state.name(), to = to.name(), "payment moved on");
    }
    Ok(if done { Changed::Yes(Box::new(next)) } else { Changed::Conflict })
}

/// What a bonus has to know of a deposit that is about to be credited.
async fn deposit(app: &App, payment: &Payment) -> ApiResult<bonus::Deposit> {
    Ok(bonus::Deposit {
        payment: payment.id.to_string(),
        player: payment.player,
        currency: payment.currency,
        amount: payment.amount - payment.fee,
        earlier: store::succeeded_deposits(&app.db, payment.player).await?,
    })
}

/// What `effect` asks of the wallet.
async fn order(app: &App, payment: &Payment, effect: Effect) -> Result<Option<Order>, WalletError> {
    let amount = payment.amount;
    let system = || async {
        let name = format!("payments:{}", payment.provider);
        app.wallet.system_account(&name, payment.currency).await
    };
    Ok(match effect {
        Effect::None => None,
        Effect::Credit => Some(Order::Deposit { from: system().await?, amount: amount - payment.fee }),
        Effect::Release => Some(Order::PayoutRelease { amount }),
        Effect::PayOut => Some(Order::PayoutFinish { to: system().await?, amount }),
    })
}

/// The order that brings the fee of a payment from its partner's account to that of fees, linked to the one that moves the
/// payment's own money; `None` when it costs nothing.
async fn fee_order(
    app: &App,
    payment: &Payment,
    effect: Effect,
    now: i64,
) -> Result<Option<wallet::Order>, WalletError> {
    if payment.fee == 0 || !matches!(effect, Effect::Credit | Effect::PayOut) {
        return Ok(None);
    }
    let partner = format!("payments:{}", payment.provider);
    let id = payment.id.to_string();
    Ok(Some(wallet::Order {
        key: Key::new("payment", &format!("{id}:fee")),
        fingerprint: Key::new(&id, &format!("fee {} {}", payment.fee, payment.currency)),
        player: payment.player,
        currency: payment.currency,
        at: now,
        action: Order::Move {
            from: app.wallet.system_account(&partner, payment.currency).await?,
            to: app.wallet.system_account(fees::ACCOUNT, payment.currency).await?,
            amount: payment.fee,
        },
        facts: Vec::new(),
        attached: Vec::new(),
    }))
}

/// What became of a change that moves no money.
#[derive(Debug)]
pub(super) enum Written {
    /// It is committed.
    Yes,
    /// The row is not as it was.
    Conflict,
    /// The player is stopped.
    Stopped(Stop),
    /// The player owes an answer about the source of the wealth.
    Overdue,
    /// The player's limit on deposits does not leave the amount.
    Limited(Limited),
}

/// What a limit on deposits leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limited {
    /// Subunits, with the deposits under way taken off.
    pub(super) left: i64,
    /// When its window ends, UTC milliseconds.
    pub(super) until: i64,
}

impl From<Limited> for ApiError {
    fn from(limited: Limited) -> Self {
        let Limited { left, until } = limited;
        let (code, message) = if left > 0 {
            ("VALIDATION.AMOUNT.DEPOSIT_LIMIT", "This is more than your deposit limit leaves.")
        } else {
            ("deposit_limit_reached", "Your deposit limit is used up.")
        };
        Self::limited("amount_cents", code, message, left, rfc3339(until))
    }
}

/// What keeps the deposit `payment` from going on, if anything does: a stop, an answer that the player owes, or a limit on
/// deposits that has become stricter since the deposit began. Decided under the lock of the player's lane.
pub(super) async fn refusal_of(app: &App, payment: &Payment) -> croupier_db::Result<Option<ApiError>> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, payment.player).await?;
    let stops = identity::stops_in(&mut tx, payment.player).await?;
    if let Some(stop) = stops.in_force(now, StopReason::forbids_deposits) {
        return Ok(Some(identity::stopped(stop)));
    }
    if verification::is_wealth_overdue_in(&mut tx, payment.player, now).await? {
        return Ok(Some(verification::wealth_overdue()));
    }
    // The deposit itself is under way already.
    Ok(limited(&mut tx, payment, 0, now).await?.map(ApiError::from))
}

/// Refuses to go on with a deposit, see [`refusal_of`].
pub(super) async fn refuse_deposit(app: &App, payment: &Payment) -> ApiResult<()> {
    refusal_of(app, payment).await?.map_or(Ok(()), Err)
}

/// Whether a limit on deposits refuses `more` on top of what has arrived and what is under way. Two deposits at once
/// are decided one after the other, under the lock of the lane.
async fn limited(
    tx: &mut Tx,
    payment: &Payment,
    more: i64,
    now: i64,
) -> croupier_db::Result<Option<Limited>> {
    let limit = wallet::deposit_limit_in(tx, payment.player, payment.currency, now).await?;
    let Some(limit) = limit else { return Ok(None) };
    let reserved = under_way_store::reserved_in(tx, payment.player, payment.currency, now).await?;
    let left = limit.left().saturating_sub(reserved);
    Ok((more > left).then_some(Limited { left: left.max(0), until: limit.until }))
}

/// Begins a deposit: the row with `statements`, and the fact of it. Refused while the player is stopped or owes an answer, and
/// when a limit on deposits does not leave the amount; all are decided under the lock under which they change.
pub(super) async fn begin_deposit(
    app: &App,
    payment: &Payment,
    facts: &[Fact],
    statements: Vec<Statement>,
) -> ApiResult<Written> {
    written(app, payment, payment.created_at, facts, statements, true).await
}

/// A change that moves no money. The log's lane is locked before the row, in the order in which the wallet
/// does it, so that the two cannot wait for each other. A cashout that is about to be sent is refused while the player is
/// stopped or owes an answer: both change under the same lock.
pub(super) async fn without_money(
    app: &App,
    next: &Payment,
    now: i64,
    facts: &[Fact],
    statements: Vec<Statement>,
) -> ApiResult<Written> {
    written(app, next, now, facts, statements, false).await
}

async fn written(
    app: &App,
    next: &Payment,
    now: i64,
    facts: &[Fact],
    statements: Vec<Statement>,
    begins: bool,
) -> ApiResult<Written> {
    let mut tries = 0;
    loop {
        match try_to_write(app, next, now, facts, statements.clone(), begins).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            Ok(done) => return Ok(done),
            Err(error) => return Err(error.into()),
        }
    }
}

async fn try_to_write(
    app: &App,
    next: &Payment,
    now: i64,
    facts: &[Fact],
    statements: Vec<Statement>,
    begins: bool,
) -> croupier_db::Result<Written> {
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, next.player, now, facts).await?;
    let stops = identity::stops_in(&mut tx, next.player).await?;
    let stop = match (next.action, next.state) {
        (Action::Deposit, _) if begins => stops.in_force(now, StopReason::forbids_deposits),
        (Action::Cashout, State::Processing) => {
            stops.in_force(now, on_behalf_store::held_back_by(&mut tx, next).await?)
        }
        _ => None,
    };
    if let Some(stop) = stop {
        return Ok(Written::Stopped(stop));
    }
    let moves = begins || (next.action == Action::Cashout && next.state == State::Processing);
    if moves && verification::is_wealth_overdue_in(&mut tx, next.player, now).await? {
        return Ok(Written::Overdue);
    }
    if begins && let Some(limited) = limited(&mut tx, next, next.amount, now).await? {
        return Ok(Written::Limited(limited));
    }
    for statement in statements {
        let expect_one_row = statement.expect_one_row;
        if !store::run(&mut tx, statement).await? && expect_one_row {
            return Ok(Written::Conflict);
        }
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(Written::Yes)
}
