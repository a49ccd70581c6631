//! What calls of the back office ask of their callers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a call of the back office asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum Permission {
    /// See cashouts and their risk picture.
    #[serde(rename = "payouts.read")]
    PayoutsRead,
    /// Decide about cashouts that are held.
    #[serde(rename = "payouts.decide")]
    PayoutsDecide,
    /// See days beside partners' settlement files, and what differs.
    #[serde(rename = "settlements.read")]
    SettlementsRead,
    /// Lay a day beside a partner's file again, and explain what differs.
    #[serde(rename = "settlements.decide")]
    SettlementsDecide,
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
    /// Set stricter limits on players' behalf.
    #[serde(rename = "players.limit")]
    PlayersLimit,
    /// End players' sessions, write notes about players, and send mails again.
    #[serde(rename = "players.help")]
    PlayersHelp,
    /// See players of concern, and keep what was done about them.
    #[serde(rename = "concerns.manage")]
    ConcernsManage,
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
    /// See what the site says and which games there are, and every version of it.
    #[serde(rename = "content.read")]
    ContentRead,
    /// Write drafts of pages, banners, menus, notices and mails.
    #[serde(rename = "content.edit")]
    ContentEdit,
    /// Put them in force.
    #[serde(rename = "content.publish")]
    ContentPublish,
    /// See what costs the operator money, every version of it, and what drafts of it would have cost.
    #[serde(rename = "promotions.read")]
    PromotionsRead,
    /// Write drafts of what costs the operator money: offers, rates, boxes, calendars, competitions.
    #[serde(rename = "promotions.edit")]
    PromotionsEdit,
    /// Put what another member has written of that in force.
    #[serde(rename = "promotions.publish")]
    PromotionsPublish,
    /// See the fraud rules, and every version of them.
    #[serde(rename = "risk.read")]
    RiskRead,
    /// Write drafts of the fraud rules, and try them on the payments of the last days.
    #[serde(rename = "risk.edit")]
    RiskEdit,
    /// Put what another member has written of that in force.
    #[serde(rename = "risk.publish")]
    RiskPublish,
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
    /// See how the operator does, and its settings.
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

impl Permission {
    /// Every permission, in the order of the table of roles.
    pub const ALL: [Self; 41] = [
        Self::PayoutsRead,
        Self::PayoutsDecide,
        Self::SettlementsRead,
        Self::SettlementsDecide,
        Self::DocumentsRead,
        Self::DocumentsDecide,
        Self::PlayersRead,
        Self::PlayersPersonal,
        Self::PlayersStop,
        Self::PlayersLimit,
        Self::PlayersHelp,
        Self::ConcernsManage,
        Self::PlayersCorrect,
        Self::AdjustmentsRequest,
        Self::AdjustmentsDecide,
        Self::BonusesIssue,
        Self::BonusesCancel,
        Self::SegmentsManage,
        Self::MassGiftsManage,
        Self::CouponsManage,
        Self::GroupsChange,
        Self::PointsCorrect,
        Self::NotificationsSend,
        Self::ContentRead,
        Self::ContentEdit,
        Self::ContentPublish,
        Self::PromotionsRead,
        Self::PromotionsEdit,
        Self::PromotionsPublish,
        Self::RiskRead,
        Self::RiskEdit,
        Self::RiskPublish,
        Self::ChatRead,
        Self::ChatReply,
        Self::StaffManage,
        Self::LogRead,
        Self::OperationsRead,
        Self::MaintenanceSwitch,
        Self::GamesRead,
        Self::GamesSwitch,
        Self::ReportsRead,
    ];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PayoutsRead => "payouts.read",
            Self::PayoutsDecide => "payouts.decide",
            Self::SettlementsRead => "settlements.read",
            Self::SettlementsDecide => "settlements.decide",
            Self::DocumentsRead => "documents.read",
            Self::DocumentsDecide => "documents.decide",
            Self::PlayersRead => "players.read",
            Self::PlayersPersonal => "players.personal",
            Self::PlayersStop => "players.stop",
            Self::PlayersLimit => "players.limit",
            Self::PlayersHelp => "players.help",
            Self::ConcernsManage => "concerns.manage",
            Self::PlayersCorrect => "players.correct",
            Self::AdjustmentsRequest => "adjustments.request",
            Self::AdjustmentsDecide => "adjustments.decide",
            Self::BonusesIssue => "bonuses.issue",
            Self::BonusesCancel => "bonuses.cancel",
            Self::SegmentsManage => "segments.manage",
            Self::MassGiftsManage => "mass_gifts.manage",
            Self::CouponsManage => "coupons.manage",
            Self::GroupsChange => "groups.change",
            Self::PointsCorrect => "points.correct",
            Self::NotificationsSend => "notifications.send",
            Self::ContentRead => "content.read",
            Self::ContentEdit => "content.edit",
            Self::ContentPublish => "content.publish",
            Self::PromotionsRead => "promotions.read",
            Self::PromotionsEdit => "promotions.edit",
            Self::PromotionsPublish => "promotions.publish",
            Self::RiskRead => "risk.read",
            Self::RiskEdit => "risk.edit",
            Self::RiskPublish => "risk.publish",
            Self::ChatRead => "chat.read",
            Self::ChatReply => "chat.reply",
            Self::StaffManage => "staff.manage",
            Self::LogRead => "log.read",
            Self::OperationsRead => "operations.read",
            Self::MaintenanceSwitch => "maintenance.switch",
            Self::GamesRead => "games.read",
            Self::GamesSwitch => "games.switch",
            Self::ReportsRead => "reports.read",
        }
    }

    /// The permission called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.name() == name)
    }

    /// `permissions` as a row keeps them: names with a comma before, between and after them; nothing when there are none.
    pub(super) fn kept(permissions: &[Self]) -> String {
        let names = permissions.iter().map(|permission| permission.name()).collect::<Vec<_>>();
        if names.is_empty() { String::new() } else { format!(",{},", names.join(",")) }
    }

    /// The permissions that a row keeps. A name that this program does not know grants nothing.
    pub(super) fn read(kept: &str) -> Vec<Self> {
        kept.split(',').filter_map(Self::from_name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_has_one_name_everywhere() {
        for permission in Permission::ALL {
            assert_eq!(serde_json::json!(permission), permission.name());
            assert_eq!(Permission::from_name(permission.name()), Some(permission));
        }
    }

    #[test]
    fn rows_keep_permissions_as_text() {
        let some = [Permission::ChatRead, Permission::ChatReply];
        assert_eq!(Permission::kept(&some), ",chat.read,chat.reply,");
        assert_eq!(Permission::read(",chat.read,of.tomorrow,chat.reply,"), some);
        assert_eq!((Permission::kept(&[]), Permission::read("")), (String::new(), Vec::new()));
    }
}
