//! How a payment comes from one state into another: row, money and fact in one commit, exactly once.
//!
//! Every change is guarded by the state it starts from. Whoever comes second finds the row changed, looks
//! again, and either has nothing left to do or may no longer do it. Money is guarded once more by the
//! ledger's key, made of the payment and the state it reaches.

use croupier_db::{Error, log};
use croupier_ledger::{Action as Order, Fact, Key, Refusal};

use super::model::Payment;
use super::partner::Profile;
use super::state::{Effect, State, path};
use super::store;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::wallet::{self, WalletError};

/// How often a change is tried when others change the row at the same time.
const TRIES: u32 = 5;

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
}

/// Brings `payment` into the state `to`, through the states between.
pub(super) async fn advance(app: &App, mut payment: Payment, to: State, step: &Step) -> ApiResult<Moved> {
    for _ in 0..TRIES {
        if payment.state == to {
            return Ok(Moved::Already(payment));
        }
        match change(app, &payment, to, step).await? {
            Changed::Yes(next) => return Ok(Moved::Done(*next)),
            Changed::NotAllowed => return Ok(Moved::NotAllowed(payment)),
            Changed::Outrun => {
                payment = store::get(&app.db, payment.id).await?.ok_or_else(ApiError::not_found)?;
            }
        }
    }
    Err(ApiError::unavailable(&format!("payment {} keeps changing", payment.id)))
}

enum Changed {
    Yes(Box<Payment>),
    NotAllowed,
    Outrun,
}

async fn change(app: &App, payment: &Payment, to: State, step: &Step) -> ApiResult<Changed> {
    let Some(moves) = path(payment.action, payment.state, to) else { return Ok(Changed::NotAllowed) };
    let now = app.clock.now();
    let mut next = payment.clone();
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
    next.next_look_at = if to.is_final() { None } else { step.next_look_at.or(payment.next_look_at) };
    next.looks = 0;
    next.partner_id = payment.partner_id.clone().or_else(|| step.partner_id.clone());
    let mut statements = vec![store::change(payment.state, &next, now)];
    if let Some(card) = step.card.as_ref().filter(|card| card.is_masked()) {
        statements.push(store::save_card(payment, app.entropy.uuid(&app.clock), card, now));
    }
    let done = match order(app, payment, effect).await? {
        None => without_money(app, &next, now, &facts, statements).await?,
        Some(action) => {
            let id = payment.id.to_string();
            let order = wallet::Order {
                key: Key::new("payment", &format!("{id}:{}", to.name())),
                fingerprint: Key::new(&id, &format!("{} {} {}", to.name(), payment.amount, payment.currency)),
                player: payment.player,
                currency: payment.currency,
                at: now,
                action,
                facts,
                attached: statements,
            };
            match app.wallet.submit(order).await {
                Ok(receipt) => !receipt.replayed,
                Err(WalletError::Refused(Refusal::Stale)) => false,
                Err(error) => return Err(error.into()),
            }
        }
    };
    if done {
        tracing::info!(payment = %next.id, player = next.player, action = next.action.name(),
            from = payment.state.name(), to = to.name(), "payment moved on");
    }
    Ok(if done { Changed::Yes(Box::new(next)) } else { Changed::Outrun })
}

/// What `effect` asks of the wallet.
async fn order(app: &App, payment: &Payment, effect: Effect) -> Result<Option<Order>, WalletError> {
    let amount = payment.amount;
    let house = || async {
        let name = format!("payments:{}", payment.provider);
        app.wallet.house(&name, payment.currency).await
    };
    Ok(match effect {
        Effect::None => None,
        Effect::Credit => Some(Order::Deposit { from: house().await?, amount }),
        Effect::Release => Some(Order::PayoutRelease { amount }),
        Effect::PayOut => Some(Order::PayoutFinish { to: house().await?, amount }),
    })
}

/// A change that moves no money. The log's lane is locked before the row, in the order in which the wallet
/// does it, so that the two cannot wait for each other.
pub(super) async fn without_money(
    app: &App,
    next: &Payment,
    now: i64,
    facts: &[Fact],
    statements: Vec<croupier_db::Statement>,
) -> ApiResult<bool> {
    let mut tries = 0;
    loop {
        match try_without_money(app, next, now, facts, statements.clone()).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            Ok(done) => return Ok(done),
            Err(error) => return Err(error.into()),
        }
    }
}

async fn try_without_money(
    app: &App,
    next: &Payment,
    now: i64,
    facts: &[Fact],
    statements: Vec<croupier_db::Statement>,
) -> croupier_db::Result<bool> {
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, next.player, now, facts).await?;
    for statement in statements {
        let must_hit = statement.must_hit;
        if !store::run(&mut tx, statement).await? && must_hit {
            return Ok(false);
        }
    }
    tx.commit().await?;
    app.db.ring();
    Ok(true)
}
