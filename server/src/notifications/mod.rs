//! Notifications: what staff write for one player, for the members of groups or for everybody, and what the site tells a
//! player of tournaments.
//!
//! A notification is a row that is kept until some time after it has expired, so a player who was offline reads it at the
//! next visit. Sending also appends the fact `notification.sent`, which says who sent it, and from which realtime
//! publishes it to players who are connected. A shared notification is in the log once, whatever the number of its
//! readers: who belongs to its audience is decided when it is published and when a list is read.
//!
//! What staff send from the back office is a [`campaign::Campaign`]: each reader gets a notification of their own.

pub mod campaign;
pub mod campaign_steps;
mod campaign_store;
mod draft;
pub mod http;
mod model;
mod store;
pub mod sweep;

use std::collections::{BTreeSet, HashMap};

use croupier_db::{Db, Error, Result, Tx, log};
use croupier_ledger::{Fact, PlayerId, StopReason};
use serde_json::Value;
use uuid::Uuid;

pub use draft::{ButtonFields, ButtonTarget, Draft, DraftFault, DraftField, DraftFields, ICONS};
pub use model::{AboutTournament, Among, Audience, SentNotification, TournamentEvent};

use crate::content::Localised;
use crate::{identity, player};
use model::{Button, Content, Notification};

/// How many notifications of one player may be in force at once.
pub const LIVE_OF_PLAYER_MAX: i64 = 50;

/// How many shared notifications may be in force at once.
pub const LIVE_SHARED_MAX: i64 = 50;

/// The kind of the fact by which a notification is published.
const SENT: &str = "notification.sent";

/// Facts about several players are written under this number, which no player has.
const NO_PLAYER: PlayerId = 0;

/// How often sending is tried again when the store asks for it.
const TRIES: u32 = 5;

/// What became of a notification that was to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is stored, and published with the commit.
    Sent,
    /// As many as may be in force at once already are.
    TooMany,
}

/// Sends `draft` as the notification `id` at `now` (UTC milliseconds); `by` names the member of staff.
pub async fn send(db: &Db, id: Uuid, draft: &Draft, by: &str, now: i64) -> Result<Outcome> {
    let mut tries = 0;
    loop {
        match try_send(db, id, draft, by, now).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

async fn try_send(db: &Db, id: Uuid, draft: &Draft, by: &str, now: i64) -> Result<Outcome> {
    let Draft { audience, content, expires_at, among: _ } = draft.clone();
    let notification = Notification {
        id,
        audience,
        content,
        about: None,
        campaign: None,
        created_at: now,
        expires_at,
        is_read: false,
    };
    let (lane_of, live_max) = match notification.audience {
        Audience::Player(player) => (player, LIVE_OF_PLAYER_MAX),
        Audience::Groups(_) | Audience::Everybody => (NO_PLAYER, LIVE_SHARED_MAX),
    };
    let mut tx = db.begin().await?;
    // Who else sends to the same audience waits for this lock, so the count holds until the commit.
    log::lock_lane(db, &mut tx, lane_of).await?;
    if store::count_live(&mut tx, &notification.audience, now).await? >= live_max {
        return Ok(Outcome::TooMany);
    }
    store::add(&mut tx, &notification).await?;
    append_sent(db, &mut tx, lane_of, notification, by).await?;
    tx.commit().await?;
    Ok(Outcome::Sent)
}

/// What a player is told of a tournament.
#[derive(Debug, Clone)]
pub struct TournamentNotice {
    /// Who is told.
    pub player: PlayerId,
    /// Of what.
    pub about: AboutTournament,
    /// The headline.
    pub title: Localised,
    /// What happened.
    pub text: Localised,
    /// The words on the button that leads to the tournament.
    pub button: Localised,
    /// UTC milliseconds; from then on it is not shown.
    pub expires_at: i64,
}

/// Who writes what no member of staff has written.
const BY_SITE: &str = "site";

/// Tells a player of a tournament within the caller's transaction, at `now` (UTC milliseconds), which holds the lock of the
/// player's lane. A player who has as many notifications as may be, or takes a break, is not told.
pub async fn notify_of_tournament(
    db: &Db,
    tx: &mut Tx,
    id: Uuid,
    notice: TournamentNotice,
    now: i64,
) -> Result<()> {
    let TournamentNotice { player, about, title, text, button, expires_at } = notice;
    // Who takes a break is not called back by games.
    if identity::stops_in(tx, player).await?.in_force(now, StopReason::is_break).is_some() {
        return Ok(());
    }
    let audience = Audience::Player(player);
    if store::count_live(tx, &audience, now).await? >= LIVE_OF_PLAYER_MAX {
        return Ok(());
    }
    let path = format!("/tournaments/{}", about.identifier);
    let button = Some(Button { title: button, to_name: None, path });
    let content = Content { icon: "trophy".to_owned(), title, text, button, is_service: false };
    let about = Some(about);
    let notification = Notification {
        id,
        audience,
        content,
        about,
        campaign: None,
        created_at: now,
        expires_at,
        is_read: false,
    };
    store::add(tx, &notification).await?;
    append_sent(db, tx, player, notification, BY_SITE).await
}

async fn append_sent(
    db: &Db,
    tx: &mut Tx,
    player: PlayerId,
    notification: Notification,
    by: &str,
) -> Result<()> {
    let at = notification.created_at;
    let sent = SentNotification { notification, by: by.to_owned() };
    let body = serde_json::to_string(&sent).map_err(|error| Error::Engine(error.to_string()))?;
    log::append(db, tx, player, at, &[Fact { kind: SENT, body }]).await
}

/// The frames that tell each of `sent`, which have one reader each: in their order, and asked for at once, because a campaign
/// sends hundreds in a second. `None` of what staff have taken back meanwhile, and for who takes a break at `now` (UTC
/// milliseconds) and is told of money and account alone.
pub async fn own_frames(
    db: &Db,
    sent: &[&SentNotification],
    now: i64,
) -> Result<Vec<Option<(PlayerId, Value)>>> {
    let campaigns: BTreeSet<Uuid> = sent.iter().filter_map(|sent| sent.notification.campaign).collect();
    let withdrawn = campaign_store::withdrawn(db, &campaigns).await?;
    let readers: Vec<PlayerId> = sent.iter().filter_map(|sent| sent.only_reader()).collect();
    let locales: HashMap<_, _> = player::locales_of(db, &readers, None).await?.into_iter().collect();
    let resting = identity::taking_a_break(db, &readers, now).await?;
    let frame = |sent: &&SentNotification| {
        let Notification { campaign, content, .. } = &sent.notification;
        let is_out = campaign.is_none_or(|campaign| !withdrawn.contains(&campaign));
        let is_notified = |player: &PlayerId| is_out && (content.is_service || !resting.contains(player));
        let reader = sent.only_reader().filter(is_notified);
        let reader = reader.and_then(|player| Some((player, locales.get(&player)?)));
        reader.map(|(player, locale)| frame_of(sent, player, locale)).transpose()
    };
    sent.iter().map(frame).collect()
}

/// The frame that tells `sent`, which is for several, to each of its readers among `players`, in the language of each. Who
/// takes a break at `now` (UTC milliseconds) is told of money and account alone.
pub async fn shared_frames(
    db: &Db,
    sent: &SentNotification,
    players: &[PlayerId],
    now: i64,
) -> Result<Vec<(PlayerId, Value)>> {
    let groups = sent.notification.audience.member_groups();
    let members_of = (!groups.is_empty()).then_some(groups.as_slice());
    let mut readers = player::locales_of(db, players, members_of).await?;
    if !sent.notification.content.is_service {
        let players: Vec<PlayerId> = readers.iter().map(|(player, _)| *player).collect();
        let resting = identity::taking_a_break(db, &players, now).await?;
        readers.retain(|(player, _)| !resting.contains(player));
    }
    readers.into_iter().map(|(player, locale)| frame_of(sent, player, &locale)).collect()
}

fn frame_of(sent: &SentNotification, player: PlayerId, locale: &str) -> Result<(PlayerId, Value)> {
    let view = serde_json::to_value(sent.notification.view(locale));
    view.map(|view| (player, view)).map_err(|error| Error::Engine(error.to_string()))
}

/// The notifications in force at `now` that `player`, a member of `groups`, may read: unread ones first, then the newest. Who
/// takes a break reads of money and account alone.
async fn list(db: &Db, player: PlayerId, groups: &[i64], now: i64) -> Result<Vec<Notification>> {
    let mut live = store::live(db, player, now).await?;
    let rests = !identity::taking_a_break(db, &[player], now).await?.is_empty();
    live.retain(|notification| {
        notification.audience.includes(player, groups) && (notification.content.is_service || !rests)
    });
    live.sort_by_key(|notification| (notification.is_read, std::cmp::Reverse(notification.created_at)));
    Ok(live)
}

/// Marks those of `ids` as read that `player`, a member of `groups`, may read at `now`; the others are left out.
async fn mark_read(db: &Db, player: PlayerId, groups: &[i64], ids: &[Uuid], now: i64) -> Result<()> {
    let readable = list(db, player, groups, now).await?;
    let read = readable.iter().filter(|notification| ids.contains(&notification.id) && !notification.is_read);
    let mut tx = db.begin().await?;
    store::mark_read(&mut tx, player, read.collect()).await?;
    tx.commit().await
}
