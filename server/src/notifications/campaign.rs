//! Campaigns: what staff send from the back office to one player, or to the members of groups.
//!
//! A campaign is one row, and the fact that a member has sent it. Its readers get a notification each, in the order of their
//! numbers: the step of a player moves the row's mark past that player in the same commit, so a server that is killed goes on
//! where it was and nobody gets two ([`super::campaign_steps`]). Who has excluded themselves or takes a break is passed over
//! when a campaign advertises. A campaign that is taken back is shown to nobody any more, from its commit on.

use croupier_db::{Db, log};
use croupier_ledger::{Fact, PlayerId, Refusal};
use serde_json::{Value, json};
use uuid::Uuid;

use super::NO_PLAYER;
use super::campaign_store as store;
use super::draft::Draft;
use super::model::{Among, Audience, Content};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::segments::SegmentRef;
use crate::site_config::SOURCE_LANGUAGE;
use crate::staff::{self, Actor, Permission};

/// A campaign, and how far it is. Times are UTC milliseconds.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// The number.
    pub id: Uuid,
    pub(super) audience: Audience,
    pub(super) among: Among,
    pub(super) content: Content,
    /// Whether it advertises.
    pub is_promotional: bool,
    /// Why it was sent, in the words of the member.
    pub reason: String,
    /// Who has sent it.
    pub by: String,
    /// When.
    pub created_at: i64,
    /// From then on it is shown to nobody.
    pub expires_at: i64,
    pub(super) passed: PlayerId,
    /// How many players have got it.
    pub sent: i64,
    /// How many were passed over.
    pub skipped: i64,
    /// How many have read it.
    pub read: i64,
    /// When everybody had been taken.
    pub finished_at: Option<i64>,
    /// Whether it was taken back.
    pub withdrawal: Option<Withdrawal>,
}

/// Who has taken a campaign back, why and when (UTC milliseconds).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    /// The member's name.
    pub by: String,
    /// In the words of the member.
    pub reason: String,
    /// When.
    pub at: i64,
}

/// How a campaign stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CampaignState {
    /// It is on its way to its readers.
    Sending,
    /// Everybody who gets it has it.
    Sent,
    /// It was taken back.
    Withdrawn,
    /// Its time is over.
    Expired,
}

impl Campaign {
    /// How it stands at `now` (UTC milliseconds).
    pub const fn state(&self, now: i64) -> CampaignState {
        if self.withdrawal.is_some() {
            CampaignState::Withdrawn
        } else if self.expires_at <= now {
            CampaignState::Expired
        } else if self.finished_at.is_none() {
            CampaignState::Sending
        } else {
            CampaignState::Sent
        }
    }

    /// The headline in the language of staff.
    pub fn title(&self) -> &str {
        self.content.title.in_locale(SOURCE_LANGUAGE)
    }

    /// What it says in the language of staff.
    pub fn text(&self) -> &str {
        self.content.text.in_locale(SOURCE_LANGUAGE)
    }

    /// The name of its drawing.
    pub fn icon(&self) -> &str {
        &self.content.icon
    }

    /// Where its button leads.
    pub fn button_path(&self) -> Option<&str> {
        self.content.button.as_ref().map(|button| button.path.as_str())
    }

    /// The only reader; `None` when members of groups are.
    pub const fn player(&self) -> Option<PlayerId> {
        if let Audience::Player(player) = self.audience { Some(player) } else { None }
    }

    /// The version of a segment whose players alone are its readers.
    pub const fn segment(&self) -> Option<SegmentRef> {
        self.among.segment
    }

    /// The brand whose players alone are its readers.
    pub fn brand(&self) -> Option<&str> {
        self.among.brand.as_deref()
    }

    /// The groups whose members are its readers.
    pub fn groups(&self) -> &[i64] {
        self.audience.groups()
    }
}

/// What a member wants sent.
#[derive(Debug)]
pub struct NewCampaign<'a> {
    /// The number, which is the same for every try of one decision.
    pub id: Uuid,
    /// What, and to whom.
    pub draft: &'a Draft,
    /// Whether it advertises.
    pub is_promotional: bool,
    /// Why.
    pub reason: &'a str,
    /// Who.
    pub member: Uuid,
}

impl NewCampaign<'_> {
    /// Names what is asked for: another one has another text.
    fn fingerprint(&self) -> String {
        let Draft { audience, among, content, expires_at } = self.draft;
        json!([audience, among, content, expires_at, self.is_promotional, self.reason]).to_string()
    }

    fn log_body(&self) -> Value {
        let Draft { audience, among, content, expires_at } = self.draft;
        json!({
            "campaign": self.id,
            "subject": content.title.in_locale(SOURCE_LANGUAGE),
            "audience": audience,
            "among": among,
            "message": content,
            "expires_at": expires_at,
            "promotional": self.is_promotional,
            "reason": self.reason,
        })
    }
}

/// How many players a campaign would go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Those who would get it.
    pub players: i64,
    /// Those who would be passed over, because they have excluded themselves or take a break.
    pub left_out: i64,
    /// Whether all players were looked at; else the time was over before, and they are more.
    pub is_complete: bool,
}

/// How many players would get a campaign for those of `among` in `audience`.
pub async fn reach(app: &App, audience: &Audience, among: &Among, is_promotional: bool) -> ApiResult<Reach> {
    let now = app.clock.now();
    if *audience != Audience::Everybody {
        let brand = among.brand.as_deref();
        let (all, protected) = store::count_recipients(&app.db, audience, brand, now).await?;
        let left_out = if is_promotional { protected } else { 0 };
        return Ok(Reach { players: all - left_out, left_out, is_complete: true });
    }
    let selection = store::selection(&app.db, among, now, app.site_config.statuses.now()).await?;
    let everybody = selection.clone().with_stopped().count(&app.db, &app.clock).await?;
    let all = everybody.players();
    if !is_promotional {
        return Ok(Reach { players: all, left_out: 0, is_complete: everybody.is_complete });
    }
    let counted = selection.count(&app.db, &app.clock).await?;
    let (players, is_complete) = (counted.players(), counted.is_complete && everybody.is_complete);
    // Two counts that were broken off have looked at different players.
    let left_out = if is_complete { (all - players).max(0) } else { 0 };
    Ok(Reach { players, left_out, is_complete })
}

/// At most `limit` campaigns, newest first, after the one with the number `after`.
pub async fn page(db: &Db, after: Option<Uuid>, limit: i64) -> ApiResult<Vec<Campaign>> {
    Ok(store::page(db, after, limit).await?)
}

/// At most `limit` of the campaigns to several players that are shown at least in part within `span` (UTC milliseconds), in the
/// order in which they began.
pub async fn between(db: &Db, span: (i64, i64), limit: i64) -> ApiResult<Vec<Campaign>> {
    Ok(store::between(db, span, limit).await?)
}

/// Begins a campaign as `by`, together with its fact. One with its number is there once.
pub async fn create(app: &App, new: &NewCampaign<'_>, by: &Actor) -> ApiResult<()> {
    let now = app.clock.now();
    let lane_of = if let Audience::Player(player) = new.draft.audience { player } else { NO_PLAYER };
    let fingerprint = new.fingerprint();
    let mut tx = app.db.begin().await?;
    // The lane is locked before the rows, as by everybody else.
    log::lock_lane(&app.db, &mut tx, lane_of).await?;
    staff::require_in(&mut tx, new.member, Permission::NotificationsSend).await?;
    if let Some(asked) = store::fingerprint_in(&mut tx, new.id).await? {
        return if asked == fingerprint { Ok(()) } else { Err(Refusal::KeyConflict.into()) };
    }
    store::add(&mut tx, new, &fingerprint, &by.name, now).await?;
    let body = by.signing(new.log_body()).to_string();
    log::append(&app.db, &mut tx, lane_of, now, &[Fact { kind: "notification.campaign_begun", body }])
        .await?;
    Ok(tx.commit().await?)
}

/// Takes the campaign `id` back as `member`, for `reason`: nobody reads it from now on, and it goes to nobody else.
pub async fn withdraw(app: &App, id: Uuid, member: Uuid, reason: &str, by: &Actor) -> ApiResult<()> {
    let now = app.clock.now();
    let campaign = store::with_id(&app.db, id).await?.ok_or_else(ApiError::not_found)?;
    let lane_of = campaign.player().unwrap_or(NO_PLAYER);
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, lane_of).await?;
    staff::require_in(&mut tx, member, Permission::NotificationsSend).await?;
    let withdrawal = Withdrawal { by: by.name.clone(), reason: reason.to_owned(), at: now };
    if !store::withdraw(&mut tx, id, &withdrawal).await? {
        let message = "It is over, or a colleague has taken it back meanwhile.";
        return Err(ApiError::conflict("campaign_over", message));
    }
    let log_body = json!({ "campaign": id, "subject": campaign.title(), "reason": reason });
    let body = by.signing(log_body).to_string();
    log::append(&app.db, &mut tx, lane_of, now, &[Fact { kind: "notification.withdrawn", body }]).await?;
    Ok(tx.commit().await?)
}
