//! A player goes to the partner's page.

use axum::http::StatusCode;
use croupier_db::{Error, log};

use super::judging::pause;
use super::model::{CheckReport, CheckState, CheckStatus, PartnerCheck};
use super::taking::{TRIES, take};
use super::{Entrance, Failure, IdentityPartner, external, store};
use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::player::{self, Player};
use crate::rules::{Refusals, Rule};

/// What the document is compared with. The country in the profile may still be that of the visit.
fn require_profile(player: &Player, awaits_country: bool) -> ApiResult<()> {
    let mut refusals = Refusals::default();
    if awaits_country {
        refusals.add("country", Rule::Required);
    }
    let fields = [
        ("first_name", &player.first_name),
        ("last_name", &player.last_name),
        ("date_of_birth", &player.date_of_birth),
    ];
    for (name, value) in fields {
        if value.as_deref().is_none_or(|value| value.trim().is_empty()) {
            refusals.add(name, Rule::Required);
        }
    }
    refusals.into_result()
}

/// The way to the partner's page for the player `id`, who came on `host`. Whoever goes there again is the same applicant.
pub(super) async fn start(app: &App, partner: &IdentityPartner, id: i64, host: &str) -> ApiResult<Entrance> {
    let player = player::get(app, id).await?;
    require_profile(&player, identity::awaits_country(app, id).await? == Some(true))?;
    let known = store::get(&app.db, id).await?;
    if known.as_ref().is_some_and(|check| !check.state.is_open()) {
        let message = "There is nothing to be shown to our partner at the moment.";
        return Err(ApiError::conflict("identity_check_not_open", message));
    }
    if known.is_none() {
        let report = partner.begin(&player).await.map_err(|failure| unanswered(&failure))?;
        if report.external != external(id) {
            return Err(unanswered(&Failure::Unknown("somebody else's applicant".to_owned())));
        }
        add(app, &player, host, &report).await?;
        // The partner may know more of the player than that: the row begins at nothing.
        take(app, id, &report).await?;
    }
    let entrance = partner.entrance(&player).await.map_err(|failure| unanswered(&failure))?;
    look_soon(app, id).await?;
    Ok(entrance)
}

fn unanswered(failure: &Failure) -> ApiError {
    tracing::warn!(%failure, "the identity partner could not be asked");
    let message = "Our identity partner doesn't answer. Please upload your documents instead.";
    ApiError::code(StatusCode::SERVICE_UNAVAILABLE, "identity_partner_unavailable", message)
}

/// Writes down that the player has begun; the same call twice is one.
async fn add(app: &App, player: &Player, host: &str, report: &CheckReport) -> ApiResult<()> {
    let now = app.clock.now();
    let new = PartnerCheck {
        player: player.id,
        applicant: report.applicant.clone(),
        host: host.to_owned(),
        reported: CheckStatus::Started,
        state: CheckState::Started,
        attempt: 0,
        reported_at: 0,
        reasons: Vec::new(),
        differences: Vec::new(),
        is_shared: false,
        is_distrusted: false,
        person: None,
        document: None,
        passed_at: None,
        verified_at: None,
        decided_at: None,
        decided_by: None,
        begun_at: now,
        look_at: now + pause(CheckStatus::Started, 0),
        looks: 0,
    };
    let mut tries = 0;
    loop {
        match try_add(app, &new).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return Ok(done?),
        }
    }
}

async fn try_add(app: &App, new: &PartnerCheck) -> croupier_db::Result<()> {
    let mut tx = app.db.begin().await?;
    player::lock(&mut tx, new.player).await?;
    log::lock_lane(&app.db, &mut tx, new.player).await?;
    let is_distrusted = store::is_distrusted(&mut tx, new.player).await?;
    store::add(&mut tx, &PartnerCheck { is_distrusted, ..new.clone() }).await?;
    tx.commit().await
}

/// Has the partner asked before long: the player is about to show something there.
async fn look_soon(app: &App, player: i64) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    store::look_by(&mut tx, player, app.clock.now() + pause(CheckStatus::Started, 0)).await?;
    Ok(tx.commit().await?)
}
