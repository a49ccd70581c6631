//! From rows of the log to what is told to whom; pure.

use std::collections::BTreeMap;

use croupier_db::log::{LogRow, TransferRow};
use croupier_ledger::{AccountId, Bucket, PlayerId};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::channel::Channel;

/// What a row of the log means to the connected clients.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    /// Something is published.
    Publish(Frame),
    /// The session of this name is over.
    EndSession(String),
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

#[derive(Deserialize)]
struct SessionEnded {
    session: String,
}

/// What `rows` (of one lane, in order) mean, in order.
///
/// A balance is a state: of several changes of one wallet within `rows` only the last is told. A fact
/// whose body cannot be read is logged and left out.
pub(super) fn effects(rows: &[LogRow]) -> Vec<Effect> {
    let mut last = BTreeMap::new();
    for row in rows {
        if let LogRow::Transfer(row) = row
            && changes_what_is_told(row)
        {
            last.insert(row.transfer.wallet, row.transfer.lsn);
        }
    }
    let mut effects = Vec::new();
    for row in rows {
        match row {
            LogRow::Transfer(row) if last.get(&row.transfer.wallet) == Some(&row.transfer.lsn) => {
                effects.push(Effect::Publish(balance(row)));
            }
            LogRow::Transfer(_) => {}
            LogRow::Event { lsn, kind, player, body, .. } => match of_event(kind, body) {
                Ok(told) => effects.extend(told.into_iter().map(|told| match told {
                    Told::Frame(channel, data) => {
                        Effect::Publish(Frame { player: *player, channel, offset: lsn.seq(), data })
                    }
                    Told::SessionEnded(session) => Effect::EndSession(session),
                })),
                Err(error) => {
                    tracing::error!(lsn = lsn.0, kind, %error, "a fact of the log cannot be told");
                }
            },
        }
    }
    effects
}

fn changes_what_is_told(row: &TransferRow) -> bool {
    let transfer = &row.transfer;
    [Bucket::Cash, Bucket::Held, Bucket::Bonus]
        .map(|bucket| AccountId::of(transfer.wallet, bucket))
        .iter()
        .any(|account| [transfer.debit, transfer.credit].contains(account))
}

fn balance(row: &TransferRow) -> Frame {
    let (cash, seq) = (row.transfer.cash_after, row.transfer.lsn.seq());
    let data = json!({
        "currency": row.currency,
        "amount_cents": cash,
        "bonus_amount_cents": row.transfer.bonus_after,
        "available_to_cashout_cents": cash,
        "seq": seq,
    });
    Frame { player: row.player, channel: Channel::Balance, offset: seq, data }
}

enum Told {
    Frame(Channel, Value),
    SessionEnded(String),
}

fn of_event(kind: &str, body: &str) -> serde_json::Result<Vec<Told>> {
    Ok(match kind {
        "payment.changed" => {
            let payment: Payment = serde_json::from_str(body)?;
            let step = json!({ "payment_id": payment.id, "event": payment.state });
            vec![
                Told::Frame(Channel::PaymentsEvents, step),
                Told::Frame(Channel::PaymentsChanges, serde_json::to_value(payment)?),
            ]
        }
        "player.groups" => vec![Told::Frame(Channel::GroupsUpdates, shaped::<Groups>(body)?)],
        "play.win" => vec![Told::Frame(Channel::Wins, shaped::<Win>(body)?)],
        "session.ended" => vec![Told::SessionEnded(serde_json::from_str::<SessionEnded>(body)?.session)],
        _ => Vec::new(),
    })
}

/// The parts of `body` that `T` names.
fn shaped<T: DeserializeOwned + Serialize>(body: &str) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_str::<T>(body)?)
}

#[cfg(test)]
mod tests {
    use croupier_ledger::{Lsn, Transfer, TransferKind};

    use super::*;

    fn transfer(seq: i64, wallet: i64, from: Bucket, cash_after: i64) -> LogRow {
        LogRow::Transfer(TransferRow {
            transfer: Transfer {
                lsn: Lsn::new(1, seq),
                op: Lsn::new(1, seq),
                kind: TransferKind::Bet,
                debit: AccountId::of(wallet, from),
                credit: AccountId::house(1),
                amount: 5,
                wallet,
                cash_after,
                held_after: 0,
                bonus_after: 7,
                round: None,
                reverses: None,
                at: 0,
            },
            player: wallet * 10,
            currency: "EUR".to_owned(),
        })
    }

    fn event(seq: i64, kind: &str, body: &str) -> LogRow {
        let (kind, body) = (kind.to_owned(), body.to_owned());
        LogRow::Event { lsn: Lsn::new(1, seq), kind, player: 70, body, at: 0 }
    }

    fn frame(player: PlayerId, channel: Channel, offset: i64, data: Value) -> Effect {
        Effect::Publish(Frame { player, channel, offset, data })
    }

    #[test]
    fn only_the_last_balance_of_a_wallet_is_told() {
        let rows = [
            transfer(1, 1, Bucket::Cash, 95),
            transfer(2, 2, Bucket::Bonus, 40),
            transfer(3, 1, Bucket::Cash, 90),
            transfer(4, 2, Bucket::Stake, 40),
        ];
        let data = |cash, seq| json!({"currency": "EUR", "amount_cents": cash, "bonus_amount_cents": 7, "available_to_cashout_cents": cash, "seq": seq});
        assert_eq!(
            effects(&rows),
            [frame(20, Channel::Balance, 2, data(40, 2)), frame(10, Channel::Balance, 3, data(90, 3))]
        );
    }

    #[test]
    fn facts_become_frames_of_their_channel() {
        let rows = [
            event(1, "payment.changed", r#"{"id":"p","state":"pending","amount_cents":5,"player":70}"#),
            event(3, "player.groups", r#"{"added":[259]}"#),
            event(4, "session.ended", r#"{"session":"s1"}"#),
            event(5, "player.registered", "{}"),
        ];
        let payment = json!({"id": "p", "state": "pending", "amount_cents": 5});
        assert_eq!(
            effects(&rows),
            [
                frame(70, Channel::PaymentsEvents, 1, json!({"payment_id": "p", "event": "pending"})),
                frame(70, Channel::PaymentsChanges, 1, payment),
                frame(70, Channel::GroupsUpdates, 3, json!({"added": [259], "removed": []})),
                Effect::EndSession("s1".to_owned()),
            ]
        );
    }

    #[test]
    fn a_public_win_carries_nothing_but_its_named_fields() {
        let mut body = json!({
            "user_name": "sol***", "amount_cents": 5000, "currency": "EUR",
            "game": {"identifier": "northlight/solar-sails", "title": "Solar Sails", "preview": "/p.webp"},
            "created_at": "2030-01-01T00:00:00.000Z",
        });
        let public = body.clone();
        body["player_id"] = json!(70);
        body["game"]["round_id"] = json!(5);
        assert_eq!(
            effects(&[event(9, "play.win", &body.to_string())]),
            [frame(70, Channel::Wins, 9, public)]
        );
    }

    #[test]
    fn broken_facts_are_left_out() {
        let rows = [
            event(1, "payment.changed", "{"),
            event(2, "play.win", "{}"),
            event(3, "session.ended", "[]"),
            event(4, "player.groups", r#"{"removed":[1]}"#),
        ];
        let data = json!({"added": [], "removed": [1]});
        assert_eq!(effects(&rows), [frame(70, Channel::GroupsUpdates, 4, data)]);
    }
}
