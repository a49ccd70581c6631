//! What the player does: answers.

use croupier_db::{Error, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::json;

use super::model::{WealthAnswer, WealthQuestionnaire, WealthState};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::sealed;

/// What answers are encrypted for.
pub(super) const PURPOSE: &str = "wealth";

/// How often a change is tried again when the store asks for it.
const TRIES: u32 = 5;

/// What came of an answer.
enum Answered {
    Done,
    NotAsked,
    NoFile,
}

/// Keeps what the player answers to the questionnaire that waits, encrypted. It needs a file beside it.
pub(super) async fn answer(app: &App, player: PlayerId, answer: &WealthAnswer) -> ApiResult<()> {
    let waiting = store::newest(&app.db, player).await?;
    let waiting = waiting.filter(|waiting| waiting.state == WealthState::Asked).ok_or_else(not_asked)?;
    let plain = serde_json::to_vec(answer)?;
    let owner = waiting.owner();
    let kept = sealed::seal_bound(&app.secrets, app.entropy, PURPOSE, owner.as_bytes(), &plain)?;
    let mut tries = 0;
    let answered = loop {
        match try_answer(app, &waiting, &kept).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            answered => break answered?,
        }
    };
    match answered {
        Answered::Done => Ok(()),
        Answered::NotAsked => Err(not_asked()),
        Answered::NoFile => {
            let message = "Please send a file that shows where your wealth comes from first.";
            Err(ApiError::field("file", "VALIDATION.WEALTH_FILE.REQUIRED", message))
        }
    }
}

fn not_asked() -> ApiError {
    ApiError::conflict("wealth_not_asked", "We are not asking you anything at the moment.")
}

async fn try_answer(app: &App, to: &WealthQuestionnaire, kept: &[u8]) -> croupier_db::Result<Answered> {
    let (mut tx, now) = (app.db.begin().await?, app.clock.now());
    log::lock_lane(&app.db, &mut tx, to.player).await?;
    if !store::has_file(&mut tx, to.player).await? {
        return Ok(Answered::NoFile);
    }
    if !store::answer(&mut tx, to.id, kept, now).await? {
        return Ok(Answered::NotAsked);
    }
    let fact = Fact { kind: "wealth.answered", body: json!({ "questionnaire": to.id }).to_string() };
    log::append(&app.db, &mut tx, to.player, now, &[fact]).await?;
    tx.commit().await?;
    app.db.notify_all();
    Ok(Answered::Done)
}
