//! From rows of the log to what is published to whom; pure but for the readers of a notification and the
//! sums of points, which the store knows.
//!
//! What balances, points, notifications and ends of sessions mean stands here, and what facts of contexts beneath this one
//! publish. Every other context says what its facts publish in its own `frames.rs`, which `app/frames.rs` lists.

use std::collections::{BTreeMap, HashMap};

use croupier_db::log::{LogRow, TransferRow};
use croupier_db::{Db, Result};
use croupier_ledger::{AccountId, PlayerId, SubAccount};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::channel::Channel;
use crate::loyalty;
use crate::notifications::{self, SentNotification};

/// What a fact of the log shows to connected clients.
#[derive(Debug, Clone, PartialEq)]
pub enum Published {
    /// One frame: of a private channel for the player whom the fact is about, of a public one for everybody who listens.
    Frame(Channel, Value),
    /// The same frame of a private channel for every player who is connected.
    ToEverybody(Channel, Value),
}

impl Published {
    /// A frame that says that something has changed; what, the page reads anew.
    pub fn changed(channel: Channel) -> Vec<Self> {
        vec![Self::Frame(channel, json!({ "changed": true }))]
    }

    /// The whole `body` of a fact as a frame.
    pub fn whole(channel: Channel, body: &str) -> serde_json::Result<Vec<Self>> {
        Ok(vec![Self::Frame(channel, serde_json::from_str(body)?)])
    }
}

/// Makes frames of the body of a fact. Pure: what a client missed is made again from the log.
pub type FactFrames = fn(&str) -> serde_json::Result<Vec<Published>>;

/// What a context publishes: kinds of facts, and the frames of each.
pub type FrameList = &'static [(&'static str, FactFrames)];

/// What is published of facts, by their kind.
#[derive(Debug, Clone)]
pub struct FrameSources(HashMap<&'static str, FactFrames>);

impl FrameSources {
    /// What the contexts beneath this one and those of `lists` publish. A kind has one source; it is a mistake of the program
    /// to list two, which a test of the list looks for.
    pub fn new(lists: &[FrameList]) -> Self {
        Self(lists.iter().copied().chain([BENEATH]).flatten().copied().collect())
    }

    fn of(&self, kind: &str) -> Option<FactFrames> {
        self.0.get(kind).copied()
    }
}

/// What is published of facts of contexts beneath this one, which cannot name a channel.
pub const BENEATH: FrameList = &[
    ("player.groups", |body| Ok(vec![Published::Frame(Channel::GroupsUpdates, shaped::<Groups>(body)?)])),
    // Texts are in no log: the page reads the conversation anew.
    ("chat.message", |_| Ok(Published::changed(Channel::Chat))),
    ("chat.read", |_| Ok(Published::changed(Channel::Chat))),
    ("chat.handed_over", |_| Ok(Published::changed(Channel::Chat))),
    ("chat.closed", |_| Ok(Published::changed(Channel::Chat))),
    ("chat.joined", |_| Ok(Published::changed(Channel::Chat))),
    ("notification.withdrawn", |body| {
        let WithdrawnCampaign { campaign } = serde_json::from_str(body)?;
        let data = json!({ "type": "withdrawn", "campaign": campaign });
        Ok(vec![Published::ToEverybody(Channel::PersonalNotifications, data)])
    }),
];

/// What a row of the log means to the connected clients.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    /// Something is published.
    Publish(Frame),
    /// The session of this name is over.
    EndSession(String),
    /// A notification was sent; its readers and their languages are still to be found out, see [`with_readers`].
    Notify(Box<Notify>),
    /// Points of a player have changed with the row of this number; what they are is still to be read, see
    /// [`with_readers`].
    Points(PlayerId, i64),
    /// A frame of one channel for everybody who is connected by then, see [`with_readers`].
    ToEverybody(Channel, Value),
    /// Frames of one channel for several players. They are of a log that is not each player's own, so they have no place in
    /// it: a client that was away reads the list instead.
    Announce(Channel, Vec<(PlayerId, Value)>),
}

/// A notification before its readers are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notify {
    sent: SentNotification,
    /// The number of the row within its lane.
    offset: i64,
}

/// A publication before it is addressed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    /// Whom the row is about; frames of private channels go to nobody else.
    pub(super) player: PlayerId,
    pub(super) channel: Channel,
    /// The number of the row within its lane.
    pub(super) offset: i64,
    pub(super) data: Value,
}

/// Groups that the player joined or left, by their ids.
#[derive(Debug, Serialize, Deserialize)]
struct Groups {
    #[serde(default)]
    added: Vec<Value>,
    #[serde(default)]
    removed: Vec<Value>,
}

/// What staff have taken back.
#[derive(Deserialize)]
struct WithdrawnCampaign {
    campaign: String,
}

#[derive(Deserialize)]
struct SessionEnded {
    session: String,
}

/// What `rows` (of one lane, in order) mean, in order; `sources` say what facts publish.
///
/// A balance is a state: of several changes of one wallet by one round, or by none, within `rows` only the last is
/// published. A fact whose body cannot be read is logged and left out.
pub(super) fn effects(sources: &FrameSources, rows: &[LogRow]) -> Vec<Effect> {
    let (mut last, mut last_points) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        if changes_published(row) {
            last.insert(cause(row), row.transfer.lsn);
        }
        if touches(row, SubAccount::Points) {
            last_points.insert(row.player, row.transfer.lsn);
        }
    }
    let mut effects = Vec::new();
    for row in rows {
        match row {
            LogRow::Transfer(row) if last.get(&cause(row)) == Some(&row.transfer.lsn) => {
                effects.push(Effect::Publish(balance(row)));
            }
            LogRow::Transfer(row) if last_points.get(&row.player) == Some(&row.transfer.lsn) => {
                effects.push(Effect::Points(row.player, row.transfer.lsn.seq()));
            }
            LogRow::Transfer(_) => {}
            LogRow::Event { lsn, kind, player, body, .. } => match of_event(sources, kind, body) {
                Ok(published) => effects.extend(published.into_iter().map(|one| match one {
                    Meaning::Published(Published::Frame(channel, data)) => {
                        Effect::Publish(Frame { player: *player, channel, offset: lsn.seq(), data })
                    }
                    Meaning::Published(Published::ToEverybody(channel, data)) => {
                        Effect::ToEverybody(channel, data)
                    }
                    Meaning::SessionEnded(session) => Effect::EndSession(session),
                    Meaning::Notification(sent) => {
                        Effect::Notify(Box::new(Notify { sent: *sent, offset: lsn.seq() }))
                    }
                })),
                Err(error) => {
                    tracing::error!(lsn = lsn.0, kind, %error, "a fact of the log cannot be published");
                }
            },
        }
    }
    effects
}

/// `effects` with the frames that the store is asked for: points as they are now, and notifications: those for one player,
/// and of shared ones those for readers among `connected` at `now` (UTC milliseconds), each in the reader's language.
pub(super) async fn with_readers(
    db: &Db,
    effects: Vec<Effect>,
    connected: impl Fn() -> Vec<PlayerId>,
    now: i64,
) -> Result<Vec<Effect>> {
    let mut ready = Vec::with_capacity(effects.len());
    let earners = effects.iter().filter_map(|effect| match effect {
        Effect::Points(player, _) => Some(*player),
        _ => None,
    });
    let points = loyalty::balances(db, &earners.collect::<Vec<_>>()).await?;
    let own = effects.iter().filter_map(|effect| match effect {
        Effect::Notify(notify) if notify.sent.only_reader().is_some() => Some(&notify.sent),
        _ => None,
    });
    let mut own = notifications::own_frames(db, &own.collect::<Vec<_>>(), now).await?.into_iter();
    for effect in effects {
        let notify = match effect {
            Effect::Notify(notify) => notify,
            Effect::Points(player, offset) => {
                let data = json!(points.get(&player).copied().unwrap_or_default());
                ready.push(Effect::Publish(Frame { player, channel: Channel::CompsAward, offset, data }));
                continue;
            }
            Effect::ToEverybody(channel, data) => {
                let frames = connected().into_iter().map(|player| (player, data.clone())).collect();
                ready.push(Effect::Announce(channel, frames));
                continue;
            }
            effect => {
                ready.push(effect);
                continue;
            }
        };
        let Notify { sent, offset } = *notify;
        let channel = if sent.is_about_tournament() {
            Channel::TournamentNotifications
        } else {
            Channel::PersonalNotifications
        };
        if sent.only_reader().is_some() {
            let publish = |(player, data)| Effect::Publish(Frame { player, channel, offset, data });
            ready.extend(own.next().flatten().map(publish));
        } else {
            let frames = notifications::shared_frames(db, &sent, &connected(), now).await?;
            ready.push(Effect::Announce(channel, frames));
        }
    }
    Ok(ready)
}

/// Whose balance changed and by which round, so that a page can show a payment while it withholds what a round won.
fn cause(row: &TransferRow) -> (i64, Option<i64>) {
    (row.transfer.wallet, row.transfer.round)
}

fn changes_published(row: &TransferRow) -> bool {
    let transfer = &row.transfer;
    if transfer.amount == 0 {
        return false;
    }
    [SubAccount::Cash, SubAccount::Held, SubAccount::Bonus]
        .iter()
        .any(|sub_account| touches(row, *sub_account))
}

fn touches(row: &TransferRow, sub_account: SubAccount) -> bool {
    let account = AccountId::of(row.transfer.wallet, sub_account);
    [row.transfer.debit, row.transfer.credit].contains(&account)
}

fn balance(row: &TransferRow) -> Frame {
    let (cash, seq) = (row.transfer.cash_after, row.transfer.lsn.seq());
    let data = json!({
        "currency": row.currency,
        "amount_cents": cash,
        "bonus_amount_cents": row.transfer.bonus_after,
        "available_to_cashout_cents": cash,
        "seq": seq,
        "round_id": row.transfer.round.map(|round| round.to_string()),
    });
    Frame { player: row.player, channel: Channel::Balance, offset: seq, data }
}

/// What a fact means.
enum Meaning {
    Published(Published),
    SessionEnded(String),
    Notification(Box<SentNotification>),
}

fn of_event(sources: &FrameSources, kind: &str, body: &str) -> serde_json::Result<Vec<Meaning>> {
    Ok(match kind {
        "notification.sent" => vec![Meaning::Notification(serde_json::from_str(body)?)],
        "session.ended" => vec![Meaning::SessionEnded(serde_json::from_str::<SessionEnded>(body)?.session)],
        _ => match sources.of(kind) {
            Some(frames) => frames(body)?.into_iter().map(Meaning::Published).collect(),
            None => Vec::new(),
        },
    })
}

/// The parts of `body` that `T` names.
pub fn shaped<T: DeserializeOwned + Serialize>(body: &str) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_str::<T>(body)?)
}

#[cfg(test)]
mod tests;
