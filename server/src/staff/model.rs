//! Members of staff, and the roles that every installation has.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::permission::Permission;
use super::permission::Permission::{
    AdjustmentsDecide, AdjustmentsRequest, BonusesCancel, BonusesIssue, ChatRead, ChatReply, ConcernsManage,
    ContentEdit, ContentPublish, ContentRead, CouponsManage, DocumentsDecide, DocumentsRead, GamesRead,
    GamesSwitch, GroupsChange, LogRead, MassGiftsManage, NotificationsSend, OperationsRead, PayoutsDecide,
    PayoutsRead, PlayersCorrect, PlayersHelp, PlayersLimit, PlayersPersonal, PlayersRead, PlayersStop,
    PointsCorrect, PromotionsEdit, PromotionsPublish, PromotionsRead, ReportsRead, RiskEdit, RiskPublish,
    RiskRead, SegmentsManage, SettlementsDecide, SettlementsRead,
};
use super::scope::BrandScope;

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
    /// Reconciles the books with partners' files, and reports. Sees no player.
    Finance,
    /// Answers for players' protection, and reads what staff has done.
    Compliance,
    /// Everything, staff itself among it.
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 8] = [
        Self::Support,
        Self::Payments,
        Self::Risk,
        Self::Bonus,
        Self::Editor,
        Self::Finance,
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
            Self::Finance => "finance",
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
                PlayersLimit,
                PlayersHelp,
                PlayersCorrect,
                AdjustmentsRequest,
                ChatRead,
                ChatReply,
            ],
            Self::Payments => &[
                PayoutsRead,
                PayoutsDecide,
                SettlementsRead,
                SettlementsDecide,
                PlayersRead,
                PlayersHelp,
                AdjustmentsRequest,
                AdjustmentsDecide,
                ReportsRead,
            ],
            Self::Risk => &[
                PayoutsRead,
                PayoutsDecide,
                SettlementsRead,
                SettlementsDecide,
                DocumentsRead,
                DocumentsDecide,
                PlayersRead,
                PlayersPersonal,
                PlayersStop,
                PlayersLimit,
                PlayersHelp,
                ConcernsManage,
                PlayersCorrect,
                AdjustmentsRequest,
                AdjustmentsDecide,
                BonusesCancel,
                GroupsChange,
                ContentRead,
                PromotionsRead,
                RiskRead,
                RiskEdit,
                RiskPublish,
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
                PromotionsRead,
                PromotionsEdit,
                PromotionsPublish,
            ],
            Self::Editor => &[ContentRead, ContentEdit, ContentPublish],
            Self::Finance => &[SettlementsRead, SettlementsDecide, ReportsRead],
            Self::Compliance => &[
                PayoutsRead,
                SettlementsRead,
                DocumentsRead,
                DocumentsDecide,
                PlayersRead,
                PlayersPersonal,
                PlayersStop,
                PlayersLimit,
                PlayersHelp,
                ConcernsManage,
                ContentRead,
                PromotionsRead,
                RiskRead,
                ChatRead,
                LogRead,
                OperationsRead,
                GamesRead,
                ReportsRead,
            ],
            Self::Administrator => &Permission::ALL,
        }
    }

    /// Whether its members may do what `permission` names.
    pub fn may(self, permission: Permission) -> bool {
        self.permissions().contains(&permission)
    }
}

/// The role of a member: one of [`Role`], or one that the installation has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldRole {
    /// The name of a [`Role`], or the number of a role of the installation.
    pub id: String,
    /// What the installation calls it; `None` of a [`Role`].
    pub title: Option<String>,
    /// What its members may do.
    pub permissions: Vec<Permission>,
}

impl HeldRole {
    /// Whether its members may do what `permission` names.
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Whether its members may do something that `permissions` name.
    pub fn may_any(&self, permissions: &[Permission]) -> bool {
        permissions.iter().any(|permission| self.may(*permission))
    }

    /// Whether its members may do all that `permissions` name.
    pub fn may_all(&self, permissions: &[Permission]) -> bool {
        permissions.iter().all(|permission| self.may(*permission))
    }

    /// Whether it is `role`.
    pub fn is(&self, role: Role) -> bool {
        self.id == role.name()
    }

    /// What people read of it in commands.
    pub fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.id)
    }

    /// What a member's row keeps of the permissions: those of a [`Role`] stand in the program.
    pub(super) fn kept(&self) -> String {
        if self.title.is_some() { Permission::kept(&self.permissions) } else { String::new() }
    }
}

impl From<Role> for HeldRole {
    fn from(role: Role) -> Self {
        Self { id: role.name().to_owned(), title: None, permissions: role.permissions().to_vec() }
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
    pub role: HeldRole,
    /// Whose players the member works with.
    pub scope: BrandScope,
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
