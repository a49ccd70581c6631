//! A conversation and its messages.

use croupier_ledger::PlayerId;
use uuid::Uuid;

/// Characters of a message.
pub const TEXT_MAX: usize = 2_000;

/// The newest messages of a conversation that are kept; a further one takes the place of the oldest.
pub(super) const MESSAGES_MAX: i64 = 5_000;

/// The most messages that a visitor is shown at once.
pub(super) const SHOWN_MAX: i64 = 200;

/// The newest messages that staff and transcripts show.
pub(super) const TRANSCRIPT_MAX: i64 = 1_000;

/// The groups that members of count as VIP: bronze, silver, gold, platinum and diamond.
const VIP_GROUPS: [i64; 6] = [257, 793, 258, 259, 255, 759];

/// Whether a member of `groups` counts as VIP.
pub(super) fn is_vip(groups: &[i64]) -> bool {
    groups.iter().any(|group| VIP_GROUPS.contains(group))
}

/// Who answers a member of `groups`: 2 serves VIP players, 1 everybody else.
pub(super) fn routing_group(groups: &[i64]) -> i64 {
    if is_vip(groups) { 2 } else { 1 }
}

/// Whose conversation it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Visitor {
    /// A player's.
    Player(PlayerId),
    /// That of the guest whose restore id has this SHA-256.
    Guest([u8; 32]),
}

impl Visitor {
    pub(super) const fn player(&self) -> Option<PlayerId> {
        if let Self::Player(player) = self { Some(*player) } else { None }
    }
}

/// A conversation without its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// Its number.
    pub id: Uuid,
    /// Whose it is; `None` for a guest's.
    pub player: Option<PlayerId>,
    /// Who answers: 2 serves VIP players, 1 everybody else.
    pub routing_group: i64,
    /// The language of the last message of the visitor.
    pub locale: String,
    /// The member of staff who answers.
    pub assigned_to: Option<String>,
    /// Messages; the last one has this number.
    pub message_count: i64,
    /// The visitor has read the messages up to this number.
    pub read_seq: i64,
    /// When the visitor wrote the first message that nobody has answered, UTC milliseconds; `None` for one that is answered
    /// or closed.
    pub waiting_since: Option<i64>,
    /// When staff closed it, UTC milliseconds; a further message opens it again.
    pub closed_at: Option<i64>,
    /// When it last changed, UTC milliseconds.
    pub updated_at: i64,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Counts from 1 within the conversation, without gaps.
    pub seq: i64,
    /// Who of staff wrote it; `None` for the visitor.
    pub staff_name: Option<String>,
    /// What it says; empty where a picture stands in its place.
    pub text: String,
    /// The number of the picture that was sent.
    pub picture: Option<Uuid>,
    /// UTC milliseconds.
    pub created_at: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vip_players_are_answered_by_their_own_group() {
        for (groups, expected) in [
            (&[][..], 1),
            (&[21, 543, 545, 1117], 1),
            (&[257], 2),
            (&[793], 2),
            (&[21, 258], 2),
            (&[259], 2),
            (&[255], 2),
            (&[759], 2),
        ] {
            assert_eq!(routing_group(groups), expected, "{groups:?}");
        }
    }
}
