//! From rows of the log to what is told to whom; pure but for the readers of a notification and the
//! sums of points, which the store knows.

use std::collections::BTreeMap;

use croupier_db::log::{LogRow, TransferRow};
use croupier_db::{Db, Result};
use croupier_ledger::{AccountId, PlayerId, SubAccount};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::channel::Channel;
use crate::loyalty;
use crate::notifications::{self, SentNotification};

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

/// A win as strangers may see it. Fields of the fact that are not named here stay inside.
#[derive(Debug, Serialize, Deserialize)]
struct Win {
    /// Masked.
    user_name: String,
    game: WinGame,
    amount_cents: i64,
    currency: String,
    created_at: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct WinGame {
    identifier: String,
    title: String,
    preview: String,
}

/// Groups that the player joined or left, by their ids.
#[derive(Debug, Serialize, Deserialize)]
struct Groups {
    #[serde(default)]
    added: Vec<Value>,
    #[serde(default)]
    removed: Vec<Value>,
}

/// A payment as its player sees it in the history; whose it is, the channel says.
#[derive(Debug, Serialize, Deserialize)]
struct Payment {
    #[serde(skip_serializing, default, rename = "player")]
    _player: IgnoredAny,
    id: String,
    state: String,
    #[serde(flatten)]
    shown: Map<String, Value>,
}

/// A limit that a bet or a deposit has used up.
#[derive(Deserialize)]
struct ReachedLimit {
    #[serde(rename = "type")]
    kind: String,
    period: String,
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

/// What `rows` (of one lane, in order) mean, in order.
///
/// A balance is a state: of several changes of one wallet by one round, or by none, within `rows` only the last is
/// told. A fact whose body cannot be read is logged and left out.
pub(super) fn effects(rows: &[LogRow]) -> Vec<Effect> {
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
            LogRow::Event { lsn, kind, player, body, .. } => match of_event(kind, body) {
                Ok(published) => effects.extend(published.into_iter().map(|one| match one {
                    Published::Frame(channel, data) => {
                        Effect::Publish(Frame { player: *player, channel, offset: lsn.seq(), data })
                    }
                    Published::ToEverybody(channel, data) => Effect::ToEverybody(channel, data),
                    Published::SessionEnded(session) => Effect::EndSession(session),
                    Published::Notification(sent) => {
                        Effect::Notify(Box::new(Notify { sent: *sent, offset: lsn.seq() }))
                    }
                })),
                Err(error) => {
                    tracing::error!(lsn = lsn.0, kind, %error, "a fact of the log cannot be told");
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

enum Published {
    Frame(Channel, Value),
    ToEverybody(Channel, Value),
    SessionEnded(String),
    Notification(Box<SentNotification>),
}

fn of_event(kind: &str, body: &str) -> serde_json::Result<Vec<Published>> {
    Ok(match kind {
        "payment.changed" => {
            let payment: Payment = serde_json::from_str(body)?;
            let step = json!({ "payment_id": payment.id, "event": payment.state });
            vec![
                Published::Frame(Channel::PaymentsEvents, step),
                Published::Frame(Channel::PaymentsChanges, serde_json::to_value(payment)?),
            ]
        }
        "coin.changed" => {
            let coin: Payment = serde_json::from_str(body)?;
            let step = json!({ "payment_id": coin.id, "event": format!("coin_{}", coin.state) });
            vec![Published::Frame(Channel::PaymentsEvents, step)]
        }
        // Which ones is read anew by the page.
        "payment_methods.switched" | "payment_fees.set" => {
            vec![Published::ToEverybody(Channel::PaymentMethodsUpdated, json!({}))]
        }
        "player.groups" => vec![Published::Frame(Channel::GroupsUpdates, shaped::<Groups>(body)?)],
        "limit.reached" => {
            let limit: ReachedLimit = serde_json::from_str(body)?;
            let data = json!({ "type": limit.kind, "period": limit.period, "reached": true });
            vec![Published::Frame(Channel::GameLimits, data)]
        }
        // What was changed is read anew by the page.
        "limits.changed" => vec![Published::Frame(Channel::GameLimits, json!({ "changed": true }))],
        "document.uploaded"
        | "document.reviewed"
        | "player.verification"
        | "player.corrected"
        | "identity.checked"
        | "identity.compared"
        | "identity.approved"
        | "identity.rejected"
        | "wealth.asked"
        | "wealth.answered"
        | "wealth.approved"
        | "wealth.returned"
        | "data_export.changed" => {
            vec![Published::Frame(Channel::DocumentsChanges, json!({ "changed": true }))]
        }
        "bonus.changed" => vec![Published::Frame(Channel::BonusesChanges, serde_json::from_str(body)?)],
        "freespins.changed" => vec![Published::Frame(Channel::FreespinsChanges, serde_json::from_str(body)?)],
        "lootbox.changed" => vec![Published::Frame(Channel::LootboxesChanges, serde_json::from_str(body)?)],
        // Texts are in no log: the page reads the conversation anew.
        "chat.message" | "chat.read" | "chat.handed_over" | "chat.closed" | "chat.joined" => {
            vec![Published::Frame(Channel::Chat, json!({ "changed": true }))]
        }
        "adventure.completed" => {
            vec![Published::Frame(Channel::AdventuresChanges, serde_json::from_str(body)?)]
        }
        "jackpot.won" => vec![Published::Frame(Channel::JackpotWinAward, serde_json::from_str(body)?)],
        "play.win" => vec![Published::Frame(Channel::Wins, shaped::<Win>(body)?)],
        "notification.withdrawn" => {
            let WithdrawnCampaign { campaign } = serde_json::from_str(body)?;
            let data = json!({ "type": "withdrawn", "campaign": campaign });
            vec![Published::ToEverybody(Channel::PersonalNotifications, data)]
        }
        "notification.sent" => vec![Published::Notification(serde_json::from_str(body)?)],
        "session.ended" => vec![Published::SessionEnded(serde_json::from_str::<SessionEnded>(body)?.session)],
        _ => Vec::new(),
    })
}

/// The parts of `body` that `T` names.
fn shaped<T: DeserializeOwned + Serialize>(body: &str) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_str::<T>(body)?)
}

#[cfg(test)]
mod tests;
