//! Free spins of the operator in games of partners.
//!
//! Activated ones are issued to the partner, which counts them and tells at their end what they have won together. In the
//! ledger one round stands for all of them: a bet that the grant pays, and one win. Spins that end here are taken back there;
//! what was won by then is told, and paid, all the same.

use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{Action, Funding, Key, PlayerId, Refusal, RoundRef, SubAccount};
use croupier_money::{Currency, WIRE_MAX};
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::aggregator::{Failure, Issue};
use super::fault::Fault;
use super::{Partner, is_name, name_at_partner, spins_store};
use crate::app::App;
use crate::bonus::{self, SpinsElsewhere};
use crate::platform::error::ApiResult;
use crate::wallet::{Order, WalletError};

/// How often free spins are looked for that have to be issued or taken back.
const EVERY: Duration = Duration::from_secs(5);

/// How long a call that got no answer waits for the next one, in milliseconds.
const AGAIN_MS: i64 = 30_000;

/// Rows that are read at once.
const BATCH: i64 = 50;

/// Calls to one partner that wait for answers at once.
const CALLS: usize = 4;

/// Free spins as they stand at a partner.
#[derive(Debug, Clone)]
pub(super) struct PartnerSpins {
    /// Named to the partner.
    pub(super) issue: String,
    pub(super) grant: i64,
    pub(super) player: PlayerId,
    pub(super) currency: Currency,
    /// The number of the first of their games.
    pub(super) game: i64,
}

/// Issues free spins to partners, and takes them back, until the server stops. Each partner is followed by itself: one that
/// gives no answers keeps nobody else's spins waiting.
pub async fn run(app: Arc<App>) {
    let follow = |partner: &Partner| {
        let name = partner.name.clone();
        let app = &app;
        async move {
            app.every("free spins at partners", EVERY, |app| {
                let name = name.clone();
                async move {
                    match app.game_partners.named(&name) {
                        Some(partner) => follow_one(&app, partner).await,
                        None => Ok(()),
                    }
                }
            })
            .await;
        }
    };
    join_all(app.game_partners.iter().map(follow)).await;
}

/// Issues what was activated since, and takes back what has ended, at all partners side by side.
pub async fn follow(app: &App) -> ApiResult<()> {
    let all = app.game_partners.iter().map(|partner| follow_one(app, partner));
    join_all(all).await.into_iter().collect()
}

async fn follow_one(app: &App, partner: &Partner) -> ApiResult<()> {
    for provider in &partner.providers {
        issue_all(app, partner, provider).await?;
    }
    let ended = spins_store::ended(&app.db, &partner.name, app.clock.now(), BATCH).await?;
    let calls = stream::iter(ended).map(Ok);
    calls.try_for_each_concurrent(CALLS, |spins| async move { take_back(app, partner, &spins).await }).await
}

/// Issues what the partner does not know yet. Spins that wait for their game keep none behind them waiting.
async fn issue_all(app: &App, partner: &Partner, provider: &str) -> ApiResult<()> {
    let mut after = 0;
    loop {
        let found = bonus::spins_elsewhere(&app.db, provider, app.clock.now(), (after, BATCH)).await?;
        let Some(last) = found.last() else { return Ok(()) };
        after = last.grant;
        let calls = stream::iter(found).map(Ok);
        calls
            .try_for_each_concurrent(CALLS, |spins| async move { issue(app, partner, &spins).await })
            .await?;
    }
}

/// Asks the partner to take free spins in. Their row comes first: an answer that is lost leaves it as it is, and the same
/// issue is asked for again.
async fn issue(app: &App, partner: &Partner, spins: &SpinsElsewhere) -> ApiResult<()> {
    let now = app.clock.now();
    let game = spins.games.first().and_then(|game| app.catalogue.game_by_identifier(game));
    // A game that is switched off now may be on again later.
    let Some(game) = game else { return Ok(()) };
    let row = PartnerSpins {
        issue: format!("spins-{}", spins.grant),
        grant: spins.grant,
        player: spins.player,
        currency: spins.currency,
        game: game.id,
    };
    let mut tx = app.db.begin().await?;
    spins_store::ask(&mut tx, &partner.name, &row, (now, now.saturating_add(AGAIN_MS))).await?;
    tx.commit().await?;
    let asked = Issue {
        issue: &row.issue,
        player: row.player,
        currency: row.currency.code(),
        games: spins.games.iter().map(|game| name_at_partner(game)).collect(),
        count: spins.count,
        stake: spins.stake,
        valid_until: crate::platform::calendar::rfc3339(spins.valid_until),
    };
    let state = match partner.issue_spins(&asked).await {
        Ok(()) => "issued",
        Err(Failure::Refused(why)) => {
            tracing::error!(partner = partner.name, grant = row.grant, why, "a partner refuses free spins");
            "refused"
        }
        Err(failure) => {
            tracing::warn!(partner = partner.name, grant = row.grant, %failure, "free spins are issued later");
            return Ok(());
        }
    };
    Ok(spins_store::change(&app.db, &row.issue, "asked", state).await?)
}

async fn take_back(app: &App, partner: &Partner, spins: &PartnerSpins) -> ApiResult<()> {
    if let Err(failure @ Failure::Unknown(_)) = partner.cancel_spins(&spins.issue).await {
        tracing::warn!(partner = partner.name, grant = spins.grant, %failure, "free spins are taken back later");
        let next_try = app.clock.now().saturating_add(AGAIN_MS);
        return Ok(spins_store::put_off(&app.db, &spins.issue, next_try).await?);
    }
    // A partner that refuses has them no more.
    Ok(spins_store::cancel(&app.db, &spins.issue).await?)
}

/// What a partner tells of free spins.
#[derive(Debug, Deserialize)]
struct Reported {
    issue_id: String,
    /// How they stand there.
    status: Status,
    /// What they have won together, in subunits.
    #[serde(default)]
    total_amount: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Issued,
    Active,
    Played,
    Finished,
    Expired,
    Canceled,
}

/// What the player can bet after free spins were settled.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PartnerSpinsAnswer {
    /// In subunits; winnings of free spins are not among it before they are paid.
    balance: i64,
}

/// Takes a partner's report about free spins. An end is taken once; when it is reported again, the answer is the same.
pub(super) async fn take_report(
    app: &App,
    partner: &Partner,
    body: &[u8],
) -> Result<PartnerSpinsAnswer, Fault> {
    let report: Reported = serde_json::from_slice(body)
        .map_err(|_| Fault::Malformed("The body tells nothing of free spins."))?;
    if !is_name(&report.issue_id) || !(0..=WIRE_MAX).contains(&report.total_amount) {
        return Err(Fault::Malformed("The body tells nothing of free spins."));
    }
    let spins = spins_store::find(&app.db, &partner.name, &report.issue_id).await?.ok_or(Fault::Issue)?;
    if !matches!(report.status, Status::Issued | Status::Active) {
        settle(app, partner, &spins, report.total_amount).await?;
    }
    let wallet = app.wallet.get(spins.player, spins.currency).await?.ok_or(Fault::Currency)?;
    Ok(PartnerSpinsAnswer { balance: wallet.cash.saturating_add(wallet.bonus) })
}

/// Books free spins that have ended at the partner; they are paid as others are, once the reader has met their round.
async fn settle(app: &App, partner: &Partner, spins: &PartnerSpins, won: i64) -> Result<(), Fault> {
    let free = bonus::played_elsewhere(app, spins.player, spins.grant).await?.ok_or(Fault::Issue)?;
    let key = Key::new(&format!("game-spins:{}", partner.name), &spins.issue);
    let round = RoundRef { key, game: spins.game, system: free.system };
    let part = |what: &[u8], action: Action| Order {
        key: Key::hash(&[what, &key.0]),
        fingerprint: Key::hash(&[what, &key.0, &won.to_be_bytes()]),
        player: spins.player,
        currency: spins.currency,
        at: app.clock.now(),
        action,
        facts: Vec::new(),
        attached: Vec::new(),
    };
    let funding = Funding::Grant { grant: free.grant, to: SubAccount::FreespinWin };
    let bet = part(b"spins-bet", Action::Bet { round, funding, amount: 0, round_max: None });
    let bet = Order { attached: vec![free.takes, spins_store::settle(&spins.issue, won)], ..bet };
    let win = part(b"spins-win", Action::Win { round, amount: won, closes: true });
    match app.wallet.submit_linked(bet, vec![win]).await {
        Ok(_) => Ok(()),
        // The grant was paid, or never activated.
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => Err(Fault::Issue),
        Err(error) => Err(error.into()),
    }
}
