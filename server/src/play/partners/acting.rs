//! What a partner's call does to a wallet: its actions, in their order, are one command.

use croupier_db::Statement;
use croupier_ledger::{Action, BonusId, Funding, Key, PlayerId, Receipt, Refusal, RoundRef};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fault::Fault;
use super::{Partner, PartnerSession, is_name, name_at_partner, store, wins};
use crate::app::App;
use crate::bonus;
use crate::catalogue::Audience;
use crate::identity::{self, Activity};
use crate::limits;
use crate::wallet::{Order, WalletError};

/// Actions in a call.
const ACTIONS_MAX: usize = 20;

/// A bet is judged again when another bonus has become active meanwhile, so often at most.
const TRIES: u32 = 3;

/// What a partner asks.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    session_id: String,
    user_id: String,
    currency: String,
    game: String,
    /// The partner's name of the round.
    #[serde(default)]
    game_id: Option<String>,
    /// Whether the round ends with this call.
    #[serde(default)]
    finished: bool,
    #[serde(default)]
    actions: Vec<Asking>,
}

/// One action; amounts are in subunits.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
enum Asking {
    Bet { action_id: String, amount: i64 },
    Win { action_id: String, amount: i64 },
    Rollback { action_id: String, original_action_id: String },
}

impl Asking {
    /// What it is about, in subunits; nothing for a rollback.
    const fn amount(&self) -> i64 {
        match self {
            Self::Bet { amount, .. } | Self::Win { amount, .. } => *amount,
            Self::Rollback { .. } => 0,
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Bet { action_id, .. } | Self::Win { action_id, .. } | Self::Rollback { action_id, .. } => {
                action_id
            }
        }
    }
}

/// Which call it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Play,
    Rollback,
}

impl Call {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Rollback => "rollback",
        }
    }

    const fn takes(self, asking: &Asking) -> bool {
        matches!(self, Self::Rollback) == matches!(asking, Asking::Rollback { .. })
    }
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerPlayed {
    /// What the player can bet, in subunits.
    balance: i64,
    /// The partner's name of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_id: Option<String>,
    /// What became of each action, in their order.
    transactions: Vec<PartnerTransaction>,
}

/// What became of an action.
#[derive(Debug, Serialize, ToSchema)]
struct PartnerTransaction {
    action_id: String,
    /// Our name of it: its place in the log. The same each time that it is asked.
    tx_id: String,
}

/// A call that came to nothing, with what is known of it.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) fault: Fault,
    pub(super) player: Option<PlayerId>,
    pub(super) round: Option<String>,
    /// What the player can bet.
    pub(super) balance: Option<i64>,
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Self { fault, player: None, round: None, balance: None }
    }
}

/// Carries out what `body` asks.
pub(super) async fn act(
    app: &App,
    partner: &Partner,
    call: Call,
    body: &[u8],
) -> Result<PartnerPlayed, Failed> {
    let asked: Asked =
        serde_json::from_slice(body).map_err(|_| Fault::Malformed("The body is no call of this address."))?;
    let names = [&asked.session_id, &asked.user_id, &asked.game].into_iter().chain(&asked.game_id);
    let actions = asked.actions.iter().map(Asking::id);
    let are_named = names.map(String::as_str).chain(actions).all(is_name);
    if !are_named || asked.actions.len() > ACTIONS_MAX || !asked.actions.iter().all(|one| call.takes(one)) {
        return Err(Fault::Malformed("The body is no call of this address.").into());
    }
    if asked.actions.iter().any(|one| !(0..=WIRE_MAX).contains(&one.amount())) {
        return Err(Fault::from(Refusal::BadAmount).into());
    }
    let session = session_of(app, partner, &asked).await?;
    match carry_out(app, partner, &session, &asked).await {
        Ok(played) => Ok(played),
        Err(fault) => Err(Failed {
            fault,
            player: Some(session.player),
            round: asked.game_id,
            balance: balance(app, &session).await.ok(),
        }),
    }
}

/// The session that a call names; player, currency and game have to be its own.
async fn session_of(app: &App, partner: &Partner, asked: &Asked) -> Result<PartnerSession, Fault> {
    let session = store::session(&app.db, &partner.name, &asked.session_id).await?;
    let session = session.ok_or(Fault::Missing("The session is not known."))?;
    if asked.user_id != session.player.to_string() {
        return Err(Fault::Malformed("The session is another player's."));
    }
    if asked.currency.parse::<Currency>().ok() != Some(session.currency) {
        return Err(Fault::Currency);
    }
    if asked.game != name_at_partner(&session.game) {
        return Err(Fault::Malformed("The session is another game's."));
    }
    Ok(session)
}

async fn carry_out(
    app: &App,
    partner: &Partner,
    session: &PartnerSession,
    asked: &Asked,
) -> Result<PartnerPlayed, Fault> {
    if asked.actions.is_empty() && !asked.finished {
        return Ok(PartnerPlayed {
            balance: balance(app, session).await?,
            game_id: None,
            transactions: Vec::new(),
        });
    }
    let round = asked.game_id.as_deref().ok_or(Fault::Malformed("The call names no round."))?;
    let bets = asked.actions.iter().filter(|one| matches!(one, Asking::Bet { .. }));
    // They are one stake: whoever divides it among bets stays under no bound by that. What earlier calls have staked, the
    // ledger adds.
    let stake = bets.map(Asking::amount).reduce(i64::saturating_add);
    let system =
        app.wallet.system_account(&format!("games:{}", session.provider()), session.currency).await?;
    let named = RoundRef { key: round_key(&partner.name, round), game: session.game_id, system };
    let mut tries = 0;
    let receipt = loop {
        tries += 1;
        let now = app.clock.now();
        let judged = match stake {
            Some(stake) => may_bet(app, session, stake, now).await,
            None => Ok(Judged::default()),
        };
        // A bet that is refused now may be one that was taken before, whose answer was lost.
        let (guard, round_max) = match &judged {
            Ok(judged) => (store::takes_bet(&session.id, judged.bonus, now), judged.round_max),
            Err(_) => (store::takes_no_bet(&session.id), None),
        };
        let mut orders = orders(partner, session, asked, named, (&guard, round_max), now).into_iter();
        let first = orders.next().ok_or(Fault::Malformed("The call has no action."))?;
        match (app.wallet.submit_linked(first, orders.collect()).await, judged) {
            (Ok(receipt), _) => break receipt,
            (Err(WalletError::Refused(Refusal::PreconditionFailed)), Err(fault)) => return Err(fault),
            (Err(WalletError::Refused(Refusal::PreconditionFailed)), Ok(_)) if tries < TRIES => {}
            (Err(error), _) => return Err(error.into()),
        }
    };
    played_answer(app, session, asked, &receipt).await
}

/// The answer to a call that was carried out.
async fn played_answer(
    app: &App,
    session: &PartnerSession,
    asked: &Asked,
    receipt: &Receipt,
) -> Result<PartnerPlayed, Fault> {
    let receipts: Vec<&Receipt> = std::iter::once(receipt).chain(&receipt.linked).collect();
    wins::announce(app, session, won(asked, &receipts), &receipts).await;
    let transactions = asked.actions.iter().zip(&receipts).map(|(one, receipt)| PartnerTransaction {
        action_id: one.id().to_owned(),
        tx_id: receipt.lsn.0.to_string(),
    });
    let transactions = transactions.collect();
    // What was carried out before tells the wallet of then.
    let balance = match receipts.last() {
        Some(last) if receipts.iter().all(|one| !one.replayed) => last.cash.saturating_add(last.bonus),
        _ => balance(app, session).await?,
    };
    Ok(PartnerPlayed { balance, game_id: asked.game_id.clone(), transactions })
}

/// What a call has won that was carried out now, in subunits.
fn won(asked: &Asked, receipts: &[&Receipt]) -> i64 {
    let done = asked.actions.iter().zip(receipts).filter(|(_, receipt)| !receipt.replayed);
    let wins = done.map(|(one, _)| if let Asking::Win { amount, .. } = one { *amount } else { 0 });
    wins.fold(0, i64::saturating_add)
}

/// By what a bet was judged.
#[derive(Debug, Clone, Copy, Default)]
struct Judged {
    /// The active bonus.
    bonus: Option<BonusId>,
    /// The most that all bets of the round may come to while it is active, in subunits.
    round_max: Option<i64>,
}

/// Whether the player of `session` may bet `stake` now, and what the round may come to.
async fn may_bet(app: &App, session: &PartnerSession, stake: i64, now: i64) -> Result<Judged, Fault> {
    if session.expires_at <= now
        || identity::play_session(app, &session.login_session, Activity::Acts).await? != Some(true)
    {
        return Err(Fault::Player);
    }
    limits::refuse_over(app, session.player).await?;
    let country = session.country.as_deref();
    let game = app.catalogue.game_by_id(session.game_id).ok_or(Fault::NotOffered)?;
    let audience = Audience { device: None, country };
    if app.site_config.licences.is_restricted(country) || !app.catalogue.is_offered(session.game_id, audience)
    {
        return Err(Fault::Country);
    }
    let Some(terms) = bonus::active_terms(app, session.player, session.currency).await? else {
        return Ok(Judged::default());
    };
    terms.may_bet(stake, &game.identifier, &game.categories, now)?;
    Ok(Judged { bonus: Some(terms.bonus), round_max: terms.bet_max() })
}

/// The orders of a call: one an action, and the end of the round where no win ends it.
fn orders(
    partner: &Partner,
    session: &PartnerSession,
    asked: &Asked,
    named: RoundRef,
    (guard, round_max): (&Statement, Option<i64>),
    now: i64,
) -> Vec<Order> {
    let source = format!("game:{}", partner.name);
    let (player, currency) = (session.player.to_be_bytes(), session.currency.code().as_bytes());
    let order = |key: Key, (what, of): (&[u8], &[u8]), action: Action, attached: Vec<Statement>| Order {
        key,
        // What one wallet was told is no answer to another one.
        fingerprint: Key::hash(&[&named.key.0, &player, currency, what, of]),
        player: session.player,
        currency: session.currency,
        at: now,
        action,
        facts: Vec::new(),
        attached,
    };
    let last = asked.actions.len().saturating_sub(1);
    let mut orders: Vec<Order> = Vec::with_capacity(asked.actions.len() + 1);
    let mut closes = false;
    for (at, one) in asked.actions.iter().enumerate() {
        let key = Key::new(&source, one.id());
        orders.push(match one {
            Asking::Bet { amount, .. } => {
                let what: (&[u8], &[u8]) = (b"bet", &amount.to_be_bytes());
                let bet = Action::Bet { round: named, funding: Funding::Wallet, amount: *amount, round_max };
                order(key, what, bet, vec![guard.clone()])
            }
            Asking::Win { amount, .. } => {
                closes = asked.finished && at == last;
                let what: (&[u8], &[u8]) = (b"win", &amount.to_be_bytes());
                order(key, what, Action::Win { round: named, amount: *amount, closes }, Vec::new())
            }
            Asking::Rollback { original_action_id, .. } => {
                let original = Key::new(&source, original_action_id);
                let what: (&[u8], &[u8]) = (b"rollback", &original.0);
                order(key, what, Action::Rollback { original }, Vec::new())
            }
        });
    }
    let takes_back = asked.actions.iter().any(|one| matches!(one, Asking::Rollback { .. }));
    if asked.finished && !closes && !takes_back {
        let end = Action::Win { round: named, amount: 0, closes: true };
        orders.push(order(Key::hash(&[b"game-end", &named.key.0]), (b"end", b""), end, Vec::new()));
    }
    orders
}

/// The key of a round as the partner `partner` names it.
fn round_key(partner: &str, round: &str) -> Key {
    Key::new(&format!("game-round:{partner}"), round)
}

/// What the player can bet, in subunits: cash, and the money of the active bonus.
async fn balance(app: &App, session: &PartnerSession) -> Result<i64, Fault> {
    let wallet = app.wallet.get(session.player, session.currency).await?.ok_or(Fault::Currency)?;
    Ok(wallet.cash.saturating_add(wallet.bonus))
}
