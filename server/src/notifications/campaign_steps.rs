//! Campaigns go on: their readers get a notification each, some at a time.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::log;
use croupier_ledger::{PlayerId, StopReason};

use super::campaign::Campaign;
use super::model::{Audience, Notification};
use super::{LIVE_OF_PLAYER_MAX, append_sent, campaign_store, store};
use crate::app::App;
use crate::identity;
use crate::platform::error::ApiResult;

/// How often it is looked for campaigns that are on their way.
const EVERY: Duration = Duration::from_secs(1);

/// Players of a campaign that are taken in one go.
const AT_ONCE: usize = 500;

/// Goes on with campaigns every second until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("campaigns of notifications", EVERY, |app| async move { go_on(&app, AT_ONCE).await }).await;
}

/// Takes at most `at_once` further players of each campaign that is on its way. One that fails holds up no other, and is
/// tried again with the next call.
pub async fn go_on(app: &App, at_once: usize) -> ApiResult<()> {
    for campaign in campaign_store::under_way(&app.db).await? {
        if let Err(error) = send_some(app, &campaign, at_once).await {
            tracing::error!(campaign = %campaign.id, ?error, "a campaign does not go on");
        }
    }
    Ok(())
}

async fn send_some(app: &App, campaign: &Campaign, at_once: usize) -> ApiResult<()> {
    let now = app.clock.now();
    let limit = i64::try_from(at_once).unwrap_or(i64::MAX);
    let players = if campaign.expires_at > now {
        campaign_store::next_recipients(&app.db, campaign, limit, app.site_config.statuses.now()).await?
    } else {
        Vec::new()
    };
    for player in &players {
        // Staff has taken it back, or another server is at it.
        if !send_to(app, campaign, *player, now).await? {
            return Ok(());
        }
    }
    if players.len() < at_once {
        let passed = players.last().copied().unwrap_or(campaign.passed);
        let mut tx = app.db.begin().await?;
        campaign_store::finish(&mut tx, campaign.id, passed, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Takes one player of a campaign; `false` when the campaign does not go on, or somebody else has taken the player.
async fn send_to(app: &App, campaign: &Campaign, player: PlayerId, now: i64) -> ApiResult<bool> {
    let audience = Audience::Player(player);
    let mut tx = app.db.begin().await?;
    // Reasons to stop a player change under this lock, and so does what the player has behind the bell.
    log::lock_lane(&app.db, &mut tx, player).await?;
    // Who is stopped for whatever reason is in no segment that something is advertised to.
    let protects = |reason: StopReason| campaign.segment().is_some() || reason.is_break();
    let is_protected = campaign.is_promotional
        && identity::stops_in(&mut tx, player).await?.in_force(now, protects).is_some();
    let gets_it = !is_protected && store::count_live(&mut tx, &audience, now).await? < LIVE_OF_PLAYER_MAX;
    if !campaign_store::pass(&mut tx, campaign.id, player, gets_it).await? {
        return Ok(false);
    }
    if gets_it {
        let notification = Notification {
            id: app.entropy.uuid(&app.clock),
            audience,
            content: campaign.content.clone(),
            about: None,
            campaign: Some(campaign.id),
            created_at: now,
            expires_at: campaign.expires_at,
            is_read: false,
        };
        store::add(&mut tx, &notification).await?;
        append_sent(&app.db, &mut tx, player, notification, &campaign.by).await?;
    }
    tx.commit().await?;
    Ok(true)
}
