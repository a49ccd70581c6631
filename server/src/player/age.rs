//! Who has named a date of birth below the age of the licence: for a day, neither that player nor that browser can
//! name another one.

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};

use super::model::Player;
use super::store;
use crate::app::App;
use crate::platform::calendar::{DAY_MS, Date};
use crate::platform::error::ApiResult;
use crate::rules::{self, Rule};
use crate::site_config::SiteConfig;

/// How long it holds.
const HELD_MS: i64 = DAY_MS;

fn of_player(id: PlayerId) -> String {
    format!("player:{id}")
}

fn of_device(id: &str) -> String {
    format!("device:{id}")
}

/// Whether too young a date of birth was named in the browser within a day.
pub async fn is_refused_for_age(app: &App, device: &str) -> ApiResult<bool> {
    let subject = of_device(device);
    Ok(store::is_age_refused(&app.db, &[subject.clone(), subject], app.clock.now() - HELD_MS).await?)
}

/// Whether the player, or anybody in the browser, has named too young a date of birth within a day.
pub(super) async fn is_refused_in(
    tx: &mut Tx,
    device: Option<&str>,
    player: PlayerId,
    now: i64,
) -> ApiResult<bool> {
    let player = of_player(player);
    let subjects = [device.map_or_else(|| player.clone(), of_device), player];
    Ok(store::is_age_refused_in(tx, &subjects, now - HELD_MS).await?)
}

/// Whether `player` has named a date of birth, before the country of residence, that is below the age of the licence which serves
/// `country`.
pub(super) fn is_below(site_config: &SiteConfig, player: &Player, country: &str, now: i64) -> bool {
    let age_min = site_config.licences.serving(Some(country)).minimum_age;
    let born = player.date_of_birth.as_deref();
    born.is_some_and(|born| matches!(rules::date_of_birth(born, Date::of(now), age_min), Err(Rule::Underage)))
}

/// Holds the browser of a guest to the date of birth that was too young.
pub async fn refuse_for_age(app: &App, device: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    store::add_age_refusal(&mut tx, &of_device(device), now, now - HELD_MS).await?;
    tx.commit().await?;
    tracing::warn!(device, "a sign-up names a date of birth below the age for playing");
    Ok(())
}

/// Holds a player and the browser to the date of birth that was too young, and tells of it in the log.
pub(super) async fn note(
    app: &App,
    tx: &mut Tx,
    device: Option<&str>,
    player: PlayerId,
    now: i64,
) -> ApiResult<()> {
    for subject in [device.map(of_device), Some(of_player(player))].into_iter().flatten() {
        store::add_age_refusal(tx, &subject, now, now - HELD_MS).await?;
    }
    let fact = Fact { kind: "player.age_refused", body: "{}".to_owned() };
    log::append(&app.db, tx, player, now, &[fact]).await?;
    Ok(())
}
