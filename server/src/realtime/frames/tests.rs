use croupier_ledger::{Lsn, Transfer, TransferKind};

use super::*;
use crate::app::frame_sources;

fn transfer(seq: i64, wallet: i64, from: SubAccount, cash_after: i64) -> LogRow {
    LogRow::Transfer(TransferRow {
        transfer: Transfer {
            lsn: Lsn::new(1, seq),
            op: Lsn::new(1, seq),
            kind: TransferKind::Bet,
            debit: AccountId::of(wallet, from),
            credit: AccountId::system(1),
            amount: 5,
            wallet,
            cash_after,
            held_after: 0,
            bonus_after: 7,
            round: None,
            game: None,
            grant: None,
            ends: None,
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

/// What the rows mean, with the sources of all contexts.
fn published(rows: &[LogRow]) -> Vec<Effect> {
    effects(&frame_sources(), rows)
}

#[test]
fn only_the_last_balance_of_a_wallet_is_published() {
    let rows = [
        transfer(1, 1, SubAccount::Cash, 95),
        transfer(2, 2, SubAccount::Bonus, 40),
        transfer(3, 1, SubAccount::Cash, 90),
        transfer(4, 2, SubAccount::Stake, 40),
    ];
    let data = |cash, seq| json!({"currency": "EUR", "amount_cents": cash, "bonus_amount_cents": 7, "available_to_cashout_cents": cash, "seq": seq, "round_id": null});
    assert_eq!(
        published(&rows),
        [frame(20, Channel::Balance, 2, data(40, 2)), frame(10, Channel::Balance, 3, data(90, 3))]
    );
}

#[test]
fn points_are_published_once_for_a_player() {
    let rows = [
        transfer(1, 1, SubAccount::Points, 5),
        transfer(2, 2, SubAccount::Points, 5),
        transfer(3, 1, SubAccount::Points, 5),
    ];
    assert_eq!(published(&rows), [Effect::Points(20, 2), Effect::Points(10, 3)]);
}

#[test]
fn a_payment_is_published_beside_the_round() {
    let played = |seq, cash| {
        let LogRow::Transfer(mut row) = transfer(seq, 1, SubAccount::Cash, cash) else { unreachable!() };
        row.transfer.round = Some(12);
        LogRow::Transfer(row)
    };
    let balances: Vec<_> = published(&[played(1, 95), transfer(2, 1, SubAccount::Cash, 195), played(3, 205)])
        .into_iter()
        .map(|effect| match effect {
            Effect::Publish(frame) => (frame.data["amount_cents"].clone(), frame.data["round_id"].clone()),
            _ => unreachable!(),
        })
        .collect();
    assert_eq!(balances, [(json!(195), Value::Null), (json!(205), json!("12"))]);
}

#[test]
fn facts_become_frames_of_their_channel() {
    let rows = [
        event(1, "payment.changed", r#"{"id":"p","state":"pending","amount_cents":5,"player":70}"#),
        event(3, "player.groups", r#"{"added":[259]}"#),
        event(4, "session.ended", r#"{"session":"s1"}"#),
        event(5, "player.registered", "{}"),
        event(6, "limit.reached", r#"{"type":"loss","period":"day","wallet":7}"#),
        event(7, "limits.changed", r#"{"limit":"x"}"#),
        event(8, "document.reviewed", r#"{"document":"x","state":"rejected","by":"Ann"}"#),
        event(9, "bonus.changed", r#"{"id":"1","stage":"issued"}"#),
        event(10, "freespins.changed", r#"{"id":"2","stage":"expired"}"#),
        event(11, "bonus.by_staff", r#"{"by":"Ann"}"#),
        event(12, "chat.message", r#"{"conversation":"x","seq":4,"by":"Ann"}"#),
        event(13, "wealth.asked", r#"{"subject":"x","by":"Ann"}"#),
        event(14, "wealth.shown", r#"{"subject":"x","by":"Ann"}"#),
    ];
    let payment = json!({"id": "p", "state": "pending", "amount_cents": 5});
    assert_eq!(
        published(&rows),
        [
            frame(70, Channel::PaymentsEvents, 1, json!({"payment_id": "p", "event": "pending"})),
            frame(70, Channel::PaymentsChanges, 1, payment),
            frame(70, Channel::GroupsUpdates, 3, json!({"added": [259], "removed": []})),
            Effect::EndSession("s1".to_owned()),
            frame(70, Channel::GameLimits, 6, json!({"type": "loss", "period": "day", "reached": true})),
            frame(70, Channel::GameLimits, 7, json!({"changed": true})),
            frame(70, Channel::DocumentsChanges, 8, json!({"changed": true})),
            frame(70, Channel::BonusesChanges, 9, json!({"id": "1", "stage": "issued"})),
            frame(70, Channel::FreespinsChanges, 10, json!({"id": "2", "stage": "expired"})),
            frame(70, Channel::Chat, 12, json!({"changed": true})),
            frame(70, Channel::DocumentsChanges, 13, json!({"changed": true})),
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
    assert_eq!(published(&[event(9, "play.win", &body.to_string())]), [frame(70, Channel::Wins, 9, public)]);
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
    assert_eq!(published(&rows), [frame(70, Channel::GroupsUpdates, 4, data)]);
}

#[test]
fn ways_to_pay_that_come_and_go_are_published_to_everybody() {
    let switched = event(3, "payment_methods.switched", r#"{"switch":"visa","off":true,"reason":"secret"}"#);
    assert_eq!(published(&[switched]), [Effect::ToEverybody(Channel::PaymentMethodsUpdated, json!({}))]);
}
