//! Members of staff, their roles, and what each role may do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What a call of the back office asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub enum Permission {
    /// See cashouts and their risk picture.
    #[serde(rename = "payouts.read")]
    PayoutsRead,
    /// Decide about cashouts that are held.
    #[serde(rename = "payouts.decide")]
    PayoutsDecide,
    /// See documents and their files.
    #[serde(rename = "documents.read")]
    DocumentsRead,
    /// Decide about documents.
    #[serde(rename = "documents.decide")]
    DocumentsDecide,
    /// Find players and see their pages, personal data masked.
    #[serde(rename = "players.read")]
    PlayersRead,
    /// See personal data unmasked.
    #[serde(rename = "players.personal")]
    PlayersPersonal,
    /// Stop players and lift stops.
    #[serde(rename = "players.stop")]
    PlayersStop,
    /// End players' sessions and write notes about players.
    #[serde(rename = "players.help")]
    PlayersHelp,
    /// Correct who players are, and their addresses.
    #[serde(rename = "players.correct")]
    PlayersCorrect,
    /// See corrections of players' cash, and ask for one.
    #[serde(rename = "adjustments.request")]
    AdjustmentsRequest,
    /// Approve and refuse what another member has asked for.
    #[serde(rename = "adjustments.decide")]
    AdjustmentsDecide,
    /// Give players what the offers for staff hold.
    #[serde(rename = "bonuses.issue")]
    BonusesIssue,
    /// End players' bonuses and free spins.
    #[serde(rename = "bonuses.cancel")]
    BonusesCancel,
    /// See segments of players, count them, and save them.
    #[serde(rename = "segments.manage")]
    SegmentsManage,
    /// Give many players gifts at once, and approve what another member has asked for.
    #[serde(rename = "mass_gifts.manage")]
    MassGiftsManage,
    /// See coupons, make them and end them.
    #[serde(rename = "coupons.manage")]
    CouponsManage,
    /// Put players into groups and take them out.
    #[serde(rename = "groups.change")]
    GroupsChange,
    /// Correct what players have of points.
    #[serde(rename = "points.correct")]
    PointsCorrect,
    /// Send players notifications, see what was sent, and take it back.
    #[serde(rename = "notifications.send")]
    NotificationsSend,
    /// See what the site says, and every version of it.
    #[serde(rename = "content.read")]
    ContentRead,
    /// Write drafts of pages, banners, menus, notices and mails.
    #[serde(rename = "content.edit")]
    ContentEdit,
    /// Put them in force.
    #[serde(rename = "content.publish")]
    ContentPublish,
    /// Write drafts of what costs the house money: offers, rates, boxes, calendars, competitions.
    #[serde(rename = "promotions.edit")]
    PromotionsEdit,
    /// Put what another member has written of that in force.
    #[serde(rename = "promotions.publish")]
    PromotionsPublish,
    /// Read conversations with support.
    #[serde(rename = "chat.read")]
    ChatRead,
    /// Answer, hand over and close them.
    #[serde(rename = "chat.reply")]
    ChatReply,
    /// Invite and dismiss members of staff, and change their roles.
    #[serde(rename = "staff.manage")]
    StaffManage,
    /// Read what staff has done.
    #[serde(rename = "log.read")]
    LogRead,
    /// See how the house does, and its settings.
    #[serde(rename = "operations.read")]
    OperationsRead,
    /// Close a brand's site for maintenance, and open it again.
    #[serde(rename = "maintenance.switch")]
    MaintenanceSwitch,
    /// See the games and what they return.
    #[serde(rename = "games.read")]
    GamesRead,
    /// Switch games off and on.
    #[serde(rename = "games.switch")]
    GamesSwitch,
    /// Read reports, and take them along as files.
    #[serde(rename = "reports.read")]
    ReportsRead,
}

use Permission::{
    AdjustmentsDecide, AdjustmentsRequest, BonusesCancel, BonusesIssue, ChatRead, ChatReply, ContentEdit,
    ContentPublish, ContentRead, CouponsManage, DocumentsDecide, DocumentsRead, GamesRead, GamesSwitch,
    GroupsChange, LogRead, MaintenanceSwitch, MassGiftsManage, NotificationsSend, OperationsRead,
    PayoutsDecide, PayoutsRead, PlayersCorrect, PlayersHelp, PlayersPersonal, PlayersRead, PlayersStop,
    PointsCorrect, PromotionsEdit, PromotionsPublish, ReportsRead, SegmentsManage, StaffManage,
};

/// What a member of staff is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Answers players.
    Support,
    /// Releases payouts.
    Payments,
    /// Looks into payouts, documents and players.
    Risk,
    /// Gives gifts and ends them, and makes offers.
    Bonus,
    /// Writes what the site says.
    Editor,
    /// Answers for players' protection, and reads what staff has done.
    Compliance,
    /// Everything, staff itself among it.
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        Self::Support,
        Self::Payments,
        Self::Risk,
        Self::Bonus,
        Self::Editor,
        Self::Compliance,
        Self::Administrator,
    ];

    /// The name on the wire, in rows and in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Payments => "payments",
            Self::Risk => "risk",
            Self::Bonus => "bonus",
            Self::Editor => "editor",
            Self::Compliance => "compliance",
            Self::Administrator => "administrator",
        }
    }

    /// The role called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// What its members may do.
    pub const fn permissions(self) -> &'static [Permission] {
        match self {
            Self::Support => &[
                PlayersRead,
                PlayersPersonal,
                PlayersHelp,
                PlayersCorrect,
                AdjustmentsRequest,
                ChatRead,
                ChatReply,
            ],
            Self::Payments => &[
                PayoutsRead,
                PayoutsDecide,
                PlayersRead,
                PlayersHelp,
                AdjustmentsRequest,
                AdjustmentsDecide,
                ReportsRead,
            ],
            Self::Risk => &[
                PayoutsRead,
                PayoutsDecide,
                DocumentsRead,
                DocumentsDecide,
                PlayersRead,
                PlayersPersonal,
                PlayersStop,
                PlayersHelp,
                PlayersCorrect,
                AdjustmentsRequest,
                AdjustmentsDecide,
                BonusesCancel,
                GroupsChange,
                GamesRead,
                GamesSwitch,
            ],
            Self::Bonus => &[
                PlayersRead,
                PlayersHelp,
                BonusesIssue,
                BonusesCancel,
                SegmentsManage,
                MassGiftsManage,
                CouponsManage,
                GroupsChange,
                PointsCorrect,
                NotificationsSend,
                ContentRead,
                PromotionsEdit,
                PromotionsPublish,
            ],
            Self::Editor => &[ContentRead, ContentEdit, ContentPublish],
            Self::Compliance => &[
                PayoutsRead,
                DocumentsRead,
                DocumentsDecide,
                PlayersRead,
                PlayersPersonal,
                PlayersStop,
                PlayersHelp,
                ContentRead,
                ChatRead,
                LogRead,
                OperationsRead,
                GamesRead,
                ReportsRead,
            ],
            Self::Administrator => &[
                PayoutsRead,
                PayoutsDecide,
                DocumentsRead,
                DocumentsDecide,
                PlayersRead,
                PlayersPersonal,
                PlayersStop,
                PlayersHelp,
                PlayersCorrect,
                AdjustmentsRequest,
                AdjustmentsDecide,
                BonusesIssue,
                BonusesCancel,
                SegmentsManage,
                MassGiftsManage,
                CouponsManage,
                GroupsChange,
                PointsCorrect,
                NotificationsSend,
                ContentRead,
                ContentEdit,
                ContentPublish,
                PromotionsEdit,
                PromotionsPublish,
                ChatRead,
                ChatReply,
                StaffManage,
                LogRead,
                OperationsRead,
                MaintenanceSwitch,
                GamesRead,
                GamesSwitch,
                ReportsRead,
            ],
        }
    }

    /// Whether its members may do what `permission` names.
    pub fn may(self, permission: Permission) -> bool {
        self.permissions().contains(&permission)
    }
}

/// How a member of staff stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberState {
    /// Has an invitation and no password yet.
    Invited,
    /// Signs in.
    Active,
    /// Is gone.
    Dismissed,
}

impl MemberState {
    const ALL: [Self; 3] = [Self::Invited, Self::Active, Self::Dismissed];

    /// The name in rows and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Dismissed => "dismissed",
        }
    }

    /// The state called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A member of staff. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The number.
    pub id: Uuid,
    /// In lower case.
    pub email: String,
    /// What players and colleagues read.
    pub name: String,
    /// What for.
    pub role: Role,
    /// How the member stands.
    pub state: MemberState,
    /// Who has invited the member.
    pub invited_by: String,
    /// When the present invitation was made.
    pub invited_at: i64,
    /// Until when the invitation can be taken.
    pub invitation_until: Option<i64>,
    /// When the member last signed in.
    pub signed_in_at: Option<i64>,
    /// When the member was dismissed.
    pub dismissed_at: Option<i64>,
}
