//! A notification, and how its readers see it.

use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::content::Localised;
use crate::platform::calendar::rfc3339;
use crate::player;
use crate::segments::SegmentRef;

/// Who reads a notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// One player.
    Player(PlayerId),
    /// Members of one of these groups.
    Groups(Vec<i64>),
    /// Every player.
    Everybody,
}

impl Audience {
    /// Whether `player`, a member of `groups`, is a reader.
    pub(super) fn includes(&self, player: PlayerId, groups: &[i64]) -> bool {
        match self {
            Self::Player(reader) => *reader == player,
            Self::Groups(_) => self.member_groups().iter().any(|group| groups.contains(group)),
            Self::Everybody => true,
        }
    }

    /// The groups whose members are readers. What testers see, testers of notifications see as well.
    pub(super) fn member_groups(&self) -> Vec<i64> {
        let Self::Groups(groups) = self else { return Vec::new() };
        player::with_testers(groups)
    }

    /// The groups that the notification is addressed to.
    pub(super) fn groups(&self) -> &[i64] {
        if let Self::Groups(groups) = self { groups } else { &[] }
    }
}

/// Whom of its audience a campaign is for alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Among {
    /// The players of this version of a segment.
    pub segment: Option<SegmentRef>,
    /// Players of this brand.
    pub brand: Option<String>,
}

/// What a notification says, in every language that it was written in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The name of its drawing.
    pub(super) icon: String,
    pub(super) title: Localised,
    pub(super) text: Localised,
    pub(super) button: Option<Button>,
    /// Whether it is about the reader's money or account. Everything else is held back from who takes a break.
    #[serde(default)]
    pub(super) is_service: bool,
}

/// Where a notification leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    pub(super) title: Localised,
    /// The name of the page, when it was named.
    pub(super) to_name: Option<String>,
    /// The page's address on this site.
    pub(super) path: String,
}

/// What happened in a tournament that a notification tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentEvent {
    /// It begins soon.
    TournamentStartsSoon,
    /// It has begun.
    TournamentStarted,
    /// The player has come among the places with a prize.
    PlayerJoinedLeaderboard,
    /// The player has been pushed out of them.
    PlayerKickedFromLeaderboard,
}

impl TournamentEvent {
    /// The name on the wire, and in the keys of its texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TournamentStartsSoon => "tournament_starts_soon",
            Self::TournamentStarted => "tournament_started",
            Self::PlayerJoinedLeaderboard => "player_joined_leaderboard",
            Self::PlayerKickedFromLeaderboard => "player_kicked_from_leaderboard",
        }
    }
}

/// The tournament that a notification is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AboutTournament {
    /// What happened.
    pub event: TournamentEvent,
    /// The tournament's address.
    pub identifier: String,
}

/// A notification, as one player finds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notification {
    pub(super) id: Uuid,
    pub(super) audience: Audience,
    pub(super) content: Content,
    /// What it is about; `None` for what staff have written.
    #[serde(default)]
    pub(super) about: Option<AboutTournament>,
    /// The campaign that it belongs to; `None` for every other one.
    #[serde(default)]
    pub(super) campaign: Option<Uuid>,
    /// UTC milliseconds.
    pub(super) created_at: i64,
    /// UTC milliseconds; from then on it is shown to nobody.
    pub(super) expires_at: i64,
    /// Whether the player has read it.
    #[serde(skip)]
    pub(super) is_read: bool,
}

/// The fact that a notification was sent: published to its readers, and kept in the log with who has sent it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentNotification {
    #[serde(flatten)]
    pub(super) notification: Notification,
    pub(super) by: String,
}

impl SentNotification {
    /// The only reader; `None` when several share the notification.
    pub fn only_reader(&self) -> Option<PlayerId> {
        if let Audience::Player(player) = self.notification.audience { Some(player) } else { None }
    }

    /// Whether it tells of a tournament.
    pub const fn is_about_tournament(&self) -> bool {
        self.notification.about.is_some()
    }
}

/// What a notification is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum NotificationType {
    /// Written by staff.
    Personal,
    /// About a tournament that the player has joined.
    Tournament,
}

/// A notification in the language of its reader.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NotificationView {
    id: String,
    r#type: NotificationType,
    title: String,
    text: String,
    /// What has happened in a tournament; null for notifications of staff.
    event: Option<TournamentEvent>,
    /// The address of the tournament it is about; null for notifications of staff.
    identifier: Option<String>,
    content: NotificationContentView,
    /// Only members of one of these groups are readers; empty for a reader's own, and for everybody's.
    groups: Vec<i64>,
    /// Names what it was sent with, which staff may take back; null when it was sent by itself.
    campaign: Option<String>,
    created_at: String,
    /// From then on it is not shown.
    expiry: String,
    /// Whether the player has read it, on any device.
    read: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct NotificationContentView {
    /// The name of a drawing.
    icon: String,
    title: String,
    button: Option<NotificationButtonView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationButtonView {
    title: String,
    /// The name of the page that it leads to, when it was named.
    to_name: Option<String>,
    /// The address of that page on this site.
    path: String,
}

impl Notification {
    /// The notification for a reader of `locale`.
    pub(super) fn view(&self, locale: &str) -> NotificationView {
        let Content { icon, title, text, button, .. } = &self.content;
        let title = title.in_locale(locale).to_owned();
        let button = button.as_ref().map(|button| NotificationButtonView {
            title: button.title.in_locale(locale).to_owned(),
            to_name: button.to_name.clone(),
            path: button.path.clone(),
        });
        NotificationView {
            id: self.id.to_string(),
            r#type: self.about.as_ref().map_or(NotificationType::Personal, |_| NotificationType::Tournament),
            title: title.clone(),
            text: text.in_locale(locale).to_owned(),
            event: self.about.as_ref().map(|about| about.event),
            identifier: self.about.as_ref().map(|about| about.identifier.clone()),
            content: NotificationContentView { icon: icon.clone(), title, button },
            groups: self.audience.groups().to_vec(),
            campaign: self.campaign.map(|campaign| campaign.to_string()),
            created_at: rfc3339(self.created_at),
            expiry: rfc3339(self.expires_at),
            read: self.is_read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{NOTIFICATION_TESTER, TESTER};

    #[test]
    fn a_notification_is_for_its_readers_only() {
        let testers = Audience::Groups(vec![TESTER, 259]);
        for (audience, groups, [own, other]) in [
            (Audience::Player(7), &[][..], [true, false]),
            (Audience::Everybody, &[], [true, true]),
            (testers.clone(), &[], [false, false]),
            (testers.clone(), &[259], [true, true]),
            (testers.clone(), &[NOTIFICATION_TESTER], [true, true]),
            (Audience::Groups(vec![259]), &[NOTIFICATION_TESTER, TESTER], [false, false]),
        ] {
            assert_eq!([7, 8].map(|player| audience.includes(player, groups)), [own, other], "{audience:?}");
        }
    }
}
