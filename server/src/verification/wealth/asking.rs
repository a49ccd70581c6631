//! What staff does: asks, reads what was answered, approves it, or asks again.
//!
//! Every step names who takes it, and is kept in the log: `wealth.asked`, `wealth.shown`, `wealth.approved`,
//! `wealth.returned`.

use croupier_db::{Error, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::answering::PURPOSE;
use super::model::{WealthAnswer, WealthQuestionnaire, WealthRequest, WealthState};
use super::store;
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;
use crate::staff::Actor;

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// How many questionnaires of a player staff is shown at most.
const SHOWN_MAX: i64 = 50;

/// What came of asking a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WealthAsked {
    /// The player is asked.
    Done,
    /// An answer waits for a decision, which comes first.
    Answered,
}

/// What came of a decision about an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WealthReviewed {
    /// It is written down.
    Done,
    /// The questionnaire does not wait for a decision.
    NotAnswered,
}

/// The newest 50 questionnaires of a player, for staff: the open one, then the decided ones, the last decision first.
pub async fn wealth_of(app: &App, player: PlayerId) -> ApiResult<Vec<WealthQuestionnaire>> {
    Ok(store::of_player(&app.db, player, SHOWN_MAX).await?)
}

/// Asks a player. Whoever is asked already is asked until the new date, with the new note.
pub async fn ask_wealth(app: &App, player: PlayerId, request: &WealthRequest) -> ApiResult<WealthAsked> {
    let mut tries = 0;
    loop {
        match try_ask(app, player, request).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            asked => return Ok(asked?),
        }
    }
}

async fn try_ask(app: &App, player: PlayerId, request: &WealthRequest) -> croupier_db::Result<WealthAsked> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let new = asked(app, player, request);
    let new = match store::open_in(&mut tx, player).await? {
        Some(open) if open.state == WealthState::Answered => return Ok(WealthAsked::Answered),
        Some(open) => {
            let changed = WealthQuestionnaire { id: open.id, ..new };
            if !store::ask_anew(&mut tx, &changed).await? {
                return Ok(WealthAsked::Answered);
            }
            changed
        }
        None => {
            store::add(&mut tx, &new).await?;
            new
        }
    };
    note(app, &mut tx, "wealth.asked", &new, &request.by).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(WealthAsked::Done)
}

/// A questionnaire that waits for `player`.
fn asked(app: &App, player: PlayerId, request: &WealthRequest) -> WealthQuestionnaire {
    WealthQuestionnaire {
        id: app.entropy.uuid(&app.clock),
        player,
        state: WealthState::Asked,
        due_at: request.due_at,
        note: request.note.clone(),
        asked_at: app.clock.now(),
        asked_by: request.by.name.trim().to_owned(),
        answer: None,
        answered_at: None,
        reviewed_at: None,
        reviewed_by: None,
    }
}

/// Approves the answer to the questionnaire `id` of a player.
pub async fn approve_wealth(app: &App, player: PlayerId, id: Uuid, by: &Actor) -> ApiResult<WealthReviewed> {
    review(app, player, id, by, None).await
}

/// Asks a player again, who has not answered the questionnaire `id` as is needed.
pub async fn return_wealth(
    app: &App,
    player: PlayerId,
    id: Uuid,
    request: &WealthRequest,
) -> ApiResult<WealthReviewed> {
    review(app, player, id, &request.by, Some(request)).await
}

async fn review(
    app: &App,
    player: PlayerId,
    id: Uuid,
    by: &Actor,
    again: Option<&WealthRequest>,
) -> ApiResult<WealthReviewed> {
    let found = store::get(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let mut tries = 0;
    loop {
        match try_review(app, &found, by, again).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            reviewed => return Ok(reviewed?),
        }
    }
}

async fn try_review(
    app: &App,
    found: &WealthQuestionnaire,
    by: &Actor,
    again: Option<&WealthRequest>,
) -> croupier_db::Result<WealthReviewed> {
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, found.player).await?;
    let state = if again.is_some() { WealthState::Returned } else { WealthState::Approved };
    if !store::decide(&mut tx, found.id, state, by.name.trim(), app.clock.now()).await? {
        return Ok(WealthReviewed::NotAnswered);
    }
    match again {
        None => note(app, &mut tx, "wealth.approved", found, by).await?,
        Some(request) => {
            let new = asked(app, found.player, request);
            store::add(&mut tx, &new).await?;
            note(app, &mut tx, "wealth.returned", &new, by).await?;
        }
    }
    tx.commit().await?;
    app.db.notify_all();
    Ok(WealthReviewed::Done)
}

/// All answers of a player, however many, each with the id of its questionnaire. For the player's own export: the log keeps no
/// entry about who has read them.
pub async fn own_wealth(app: &App, player: PlayerId) -> ApiResult<Vec<(Uuid, WealthAnswer)>> {
    let mut answers = Vec::new();
    for found in store::of_player(&app.db, player, i64::MAX).await? {
        if let Some(kept) = &found.answer {
            answers.push((found.id, opened(app, &found, kept)?));
        }
    }
    Ok(answers)
}

/// What was answered to the questionnaire `id` of a player; `None` while it is not. The log keeps that `by` has read it before
/// anybody does.
pub async fn read_wealth(
    app: &App,
    player: PlayerId,
    id: Uuid,
    by: &Actor,
) -> ApiResult<Option<WealthAnswer>> {
    let found = store::get(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let Some(kept) = &found.answer else { return Ok(None) };
    let answer = opened(app, &found, kept)?;
    let body = by.signing(json!({ "subject": id })).to_string();
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, player, app.clock.now(), &[Fact { kind: "wealth.shown", body }]).await?;
    tx.commit().await?;
    Ok(Some(answer))
}

/// What `kept` says, which is the answer to `found`.
fn opened(app: &App, found: &WealthQuestionnaire, kept: &[u8]) -> ApiResult<WealthAnswer> {
    let plain = sealed::open_bound(&app.secrets, PURPOSE, found.owner().as_bytes(), kept);
    let plain = plain.ok_or_else(|| {
        ApiError::internal(&format!("the answer to {} does not open with our key", found.owner()))
    })?;
    Ok(serde_json::from_slice(&plain)?)
}

/// Keeps a step in the log within the caller's transaction.
async fn note(
    app: &App,
    tx: &mut Tx,
    kind: &'static str,
    about: &WealthQuestionnaire,
    by: &Actor,
) -> croupier_db::Result<()> {
    let mut body: Value = json!({ "subject": about.id });
    if about.state == WealthState::Asked {
        body["due_at"] = json!(rfc3339(about.due_at));
        body["reason"] = json!(about.note);
    }
    let fact = Fact { kind, body: by.signing(body).to_string() };
    log::append(&app.db, tx, about.player, app.clock.now(), &[fact]).await
}
