//! Asking a register, and what follows from its answer or from its silence.

use std::collections::BTreeSet;

use croupier_db::{Error, Tx, log};
use croupier_ledger::{Fact, NO_END, PlayerId, Stop, StopReason, Stops};
use hmac::Mac as _;
use serde_json::json;

use super::rechecking::pause;
use super::store::{self, RegisterAnswerRow, Standing};
use super::{BY, LicensedRegister, Occasion, Question, RegisterAnswer, Reply};
use crate::account::persons::Person;
use crate::account::stops::{StopChange, lift_in, stop_in};
use crate::app::App;
use crate::identity::{self, SignInChecked};
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;
use crate::player::{self, Player};
use crate::site_config::Unanswered;

/// How often an answer is taken again when the store asks for it.
const TRIES: u32 = 5;

/// What came of a question: the answer, or why there is none.
type Outcome = Result<Reply, String>;

/// A question that was put to a register, with what came of it.
struct RegisterCheck<'a> {
    licensed: LicensedRegister<'a>,
    question: &'a Question,
    occasion: Occasion,
    /// When, in UTC milliseconds.
    asked_at: i64,
    outcome: Outcome,
}

/// A question about somebody who has no account yet.
pub(in crate::account) struct NewcomerCheck<'a> {
    licensed: LicensedRegister<'a>,
    question: Question,
    outcome: Outcome,
}

/// Asks the register of the player's licence before a session is opened. Whom it lists is stopped by then, and so refused by the
/// caller. Where no answer comes, the licence says whether the player is let in, without play and deposits, or refused.
pub fn before_sign_in(app: &App, player: PlayerId) -> SignInChecked<'_> {
    Box::pin(async move {
        let (profile, email) =
            (player::get(app, player).await?, identity::login_of(app, player).await?.email);
        let Some(licensed) = LicensedRegister::of(app, &profile.licence) else { return Ok(()) };
        // Whoever lacks a name or a birth is asked for them, and about, before money.
        let Some(question) = Question::of_player(&profile, &email) else { return Ok(()) };
        let came = ask_about(app, licensed, &question, player, Occasion::SignIn).await?;
        if !came && licensed.rules.unanswered == Unanswered::Refuse { Err(unavailable()) } else { Ok(()) }
    })
}

/// Asks the register of the licence about somebody who signs up, and refuses whom it lists. `None` where nobody is to be asked.
pub(in crate::account) async fn ask_about_newcomer<'a>(
    app: &'a App,
    licence: &str,
    person: &Person<'_>,
    postcode: Option<&str>,
) -> ApiResult<Option<NewcomerCheck<'a>>> {
    let Some(licensed) = LicensedRegister::of(app, licence) else { return Ok(None) };
    let Some(question) = Question::of(person, postcode) else { return Ok(None) };
    let outcome = call(app, licensed, &question).await;
    let refusal = match &outcome {
        Ok(reply) if reply.answer == RegisterAnswer::Excluded => excluded(),
        Err(_) if licensed.rules.unanswered == Unanswered::Refuse => unavailable(),
        _ => return Ok(Some(NewcomerCheck { licensed, question, outcome })),
    };
    let (mut tx, now) = (app.db.begin().await?, app.clock.now());
    let asked =
        RegisterCheck { licensed, question: &question, occasion: Occasion::SignUp, asked_at: now, outcome };
    note(app, &mut tx, None, &asked, now).await?;
    tx.commit().await?;
    Err(refusal)
}

/// Takes the answer about somebody who has signed up meanwhile, within the caller's transaction, which holds the lock of the
/// player's lane.
pub(in crate::account) async fn settle_newcomer(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    asked: NewcomerCheck<'_>,
) -> ApiResult<()> {
    let NewcomerCheck { licensed, question, outcome } = asked;
    // Nobody else can have asked about them meanwhile.
    let asked_at = app.clock.now();
    let asked =
        RegisterCheck { licensed, question: &question, occasion: Occasion::SignUp, asked_at, outcome };
    Ok(settle(app, tx, player, &asked).await?)
}

/// Asks before money when the register's last answer is older than a day, and refuses whom it lists or does not answer about.
pub(in crate::account) async fn ask_before_money(app: &App, profile: &Player, email: &str) -> ApiResult<()> {
    let Some(licensed) = LicensedRegister::of(app, &profile.licence) else { return Ok(()) };
    let now = app.clock.now();
    let standing = store::standing(&app.db, profile.id).await?;
    if let Some(Standing { answered_at, tries, due_at, .. }) = standing {
        if tries == 0 && answered_at.is_some_and(|at| now - at < DAY_MS) {
            return Ok(());
        }
        if tries > 0 && due_at.is_some_and(|due| due > now) {
            return Err(identity::stopped(Stop { reason: StopReason::RegisterSilent, until: NO_END }));
        }
    }
    let Some(question) = Question::of_player(profile, email) else {
        return Err(ApiError::forbidden("account_incomplete", "Please complete your account first."));
    };
    ask_about(app, licensed, &question, profile.id, Occasion::Money).await?;
    let stops = identity::stops_of(&app.db, profile.id).await?;
    let is_ours = |reason| matches!(reason, StopReason::Register | StopReason::RegisterSilent);
    identity::refuse_stopped(&stops, now, is_ours)
}

/// Asks about a player who is due, unless the register is one of `silent`; answers the name of the register when it did not
/// answer. Who is asked about by no register any more, or lacks a name or a birth by now, waits for none.
pub(super) async fn ask_again<'a>(
    app: &'a App,
    player: PlayerId,
    occasion: Occasion,
    silent: &BTreeSet<&'a str>,
) -> ApiResult<Option<&'a str>> {
    let (profile, email) = (player::get(app, player).await?, identity::login_of(app, player).await?.email);
    let question = Question::of_player(&profile, &email);
    let (Some(licensed), Some(question)) = (LicensedRegister::of(app, &profile.licence), question) else {
        release(app, player).await?;
        return Ok(None);
    };
    let name = licensed.register.name.as_str();
    if silent.contains(name) {
        return Ok(None);
    }
    let came = ask_about(app, licensed, &question, player, occasion).await?;
    Ok((!came).then_some(name))
}

fn excluded() -> ApiError {
    identity::stopped(Stop { reason: StopReason::Register, until: NO_END })
}

fn unavailable() -> ApiError {
    let message = "The national register of self-excluded people does not answer. Please try again later.";
    ApiError::code(axum::http::StatusCode::SERVICE_UNAVAILABLE, "register_unavailable", message)
}

/// Asks outside any transaction, and takes the answer; `false` when none came.
async fn ask_about(
    app: &App,
    licensed: LicensedRegister<'_>,
    question: &Question,
    player: PlayerId,
    occasion: Occasion,
) -> ApiResult<bool> {
    let asked_at = app.clock.now();
    let outcome = call(app, licensed, question).await;
    let asked = RegisterCheck { licensed, question, occasion, asked_at, outcome };
    let mut tries = 0;
    loop {
        match take(app, player, &asked).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return done.map(|()| asked.outcome.is_ok()).map_err(ApiError::from),
        }
    }
}

async fn call(app: &App, licensed: LicensedRegister<'_>, question: &Question) -> Outcome {
    let outcome = licensed.register.gamstop.ask(question).await;
    licensed.register.note(outcome.is_ok(), app.clock.now());
    if let Err(why) = &outcome {
        tracing::warn!(
            register = licensed.register.name,
            why,
            "a register of self-excluded people gives no answer"
        );
    }
    outcome
}

async fn take(app: &App, player: PlayerId, asked: &RegisterCheck<'_>) -> croupier_db::Result<()> {
    let mut tx = app.db.begin().await?;
    if matches!(&asked.outcome, Ok(reply) if reply.answer == RegisterAnswer::Excluded) {
        // The player's row is locked before the lane, as everywhere else.
        player::end_offers(&mut tx, player, app.clock.now()).await?;
    }
    settle(app, &mut tx, player, asked).await?;
    tx.commit().await
}

/// Writes an answer down and lets its stops follow, under the lock of the player's lane, which is taken here.
async fn settle(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    asked: &RegisterCheck<'_>,
) -> croupier_db::Result<()> {
    let now = app.clock.now();
    log::lock_lane(&app.db, tx, player).await?;
    note(app, tx, Some(player), asked, now).await?;
    let known = store::standing_in(tx, player).await?;
    if known.as_ref().is_some_and(|known| outdoes(known, asked.asked_at, &asked.outcome)) {
        return Ok(());
    }
    let standing = if let Ok(reply) = &asked.outcome {
        Standing {
            answer: Some(reply.answer),
            answered_at: Some(now),
            tries: 0,
            due_at: Some(now.saturating_add(DAY_MS)),
        }
    } else {
        let tries = known.as_ref().map_or(0, |known| known.tries).saturating_add(1);
        let (answer, answered_at) = known.map_or((None, None), |known| (known.answer, known.answered_at));
        Standing { answer, answered_at, tries, due_at: Some(now.saturating_add(pause(tries))) }
    };
    store::put_standing(tx, player, &standing).await?;
    follow(app, tx, player, asked, now).await?;
    let (answer, response_id) = match &asked.outcome {
        Ok(reply) => (Some(reply.answer.name()), Some(&reply.response_id)),
        Err(_) => (None, None),
    };
    let body = json!({
        "register": asked.licensed.register.name, "occasion": asked.occasion.name(), "answer": answer,
        "response_id": response_id,
    });
    log::append(&app.db, tx, player, now, &[Fact { kind: "register.asked", body: body.to_string() }]).await
}

/// Whether `known` has come while a question of `asked_at` was under way, and counts more than its `outcome`: an exclusion more
/// than an answer without one, which may be the older of the two, and any answer more than silence.
fn outdoes(known: &Standing, asked_at: i64, outcome: &Outcome) -> bool {
    let counts_more = match outcome {
        Ok(reply) => {
            known.answer == Some(RegisterAnswer::Excluded) && reply.answer != RegisterAnswer::Excluded
        }
        Err(_) => true,
    };
    counts_more && known.answered_at.is_some_and(|at| at > asked_at)
}

/// Brings the two stops of registers to what `asked` has come to.
async fn follow(
    app: &App,
    tx: &mut Tx,
    player: PlayerId,
    asked: &RegisterCheck<'_>,
    now: i64,
) -> croupier_db::Result<()> {
    let stops: Stops = identity::stops_in(tx, player).await?;
    let holds = |reason| stops.until(reason) > now;
    let why = match &asked.outcome {
        Ok(reply) => {
            format!("{}: {} {}", asked.licensed.register.name, reply.answer.name(), reply.response_id)
        }
        Err(_) => format!("{}: no answer", asked.licensed.register.name),
    };
    let change = |reason| StopChange { player, reason, by: BY, why: &why, signed: None };
    let (listed, silent) = (change(StopReason::Register), change(StopReason::RegisterSilent));
    match &asked.outcome {
        Ok(reply) if reply.answer == RegisterAnswer::Excluded => {
            if !holds(StopReason::Register) {
                stop_in(&app.db, tx, listed, NO_END, now).await?;
            }
        }
        Ok(_) if asked.licensed.rules.lifted_by_answer && holds(StopReason::Register) => {
            lift_in(&app.db, tx, listed, now).await?;
        }
        Ok(_) => {}
        Err(_) => {
            if !holds(StopReason::Register) && !holds(StopReason::RegisterSilent) {
                stop_in(&app.db, tx, silent, NO_END, now).await?;
            }
            return Ok(());
        }
    }
    if holds(StopReason::RegisterSilent) {
        lift_in(&app.db, tx, silent, now).await?;
    }
    Ok(())
}

/// Ends the wait of a player about whom no register is asked.
async fn release(app: &App, player: PlayerId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    if let Some(standing) = store::standing_in(&mut tx, player).await? {
        store::put_standing(&mut tx, player, &Standing { tries: 0, due_at: None, ..standing }).await?;
    }
    let why = "no register is asked";
    let change = StopChange { player, reason: StopReason::RegisterSilent, by: BY, why, signed: None };
    lift_in(&app.db, &mut tx, change, now).await?;
    Ok(tx.commit().await?)
}

/// Keeps a question as evidence. Of the person, the row has a hash keyed by the installation.
async fn note(
    app: &App,
    tx: &mut Tx,
    player: Option<PlayerId>,
    asked: &RegisterCheck<'_>,
    now: i64,
) -> croupier_db::Result<()> {
    let (reply, failure) = match &asked.outcome {
        Ok(reply) => (Some(reply), None),
        Err(why) => (None, Some(why.clone())),
    };
    let row = RegisterAnswerRow {
        id: app.entropy.uuid(&app.clock),
        at: now,
        register: asked.licensed.register.name.clone(),
        licence: asked.licensed.licence.to_owned(),
        occasion: asked.occasion.name().to_owned(),
        answer: reply.map(|reply| reply.answer),
        response_id: reply.map(|reply| reply.response_id.clone()),
        failure,
    };
    store::add_answer(tx, &row, player, &hash(app, asked.question)).await
}

fn hash(app: &App, question: &Question) -> Vec<u8> {
    let Question { first_name, last_name, date_of_birth, email, postcode, mobile } = question;
    let mut mac = hmac_sha256(&app.secrets.key_for("register"));
    for field in [first_name, last_name, date_of_birth, email, postcode, mobile] {
        mac.update(field.as_bytes());
        mac.update(b"\n");
    }
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exclusion_that_came_meanwhile_stays() {
        use RegisterAnswer::{Excluded, NotExcluded};
        let known = |answer| Standing { answer: Some(answer), answered_at: Some(10), tries: 0, due_at: None };
        let reply = |answer| Ok(Reply { answer, response_id: "r-1".to_owned() });
        for (answer, asked_at, outcome, expected) in [
            (Excluded, 9, reply(NotExcluded), true),
            (Excluded, 10, reply(NotExcluded), false),
            (Excluded, 9, reply(Excluded), false),
            (NotExcluded, 9, reply(Excluded), false),
            (NotExcluded, 9, Err("no answer".to_owned()), true),
            (NotExcluded, 10, Err("no answer".to_owned()), false),
        ] {
            assert_eq!(
                outdoes(&known(answer), asked_at, &outcome),
                expected,
                "{answer:?} {asked_at} {outcome:?}"
            );
        }
    }
}
