//! What arrives where, and when.

use croupier_db::log;
use croupier_ledger::Fact;
use serde_json::{Value, json};

use super::{Client, PLAYER, deposit, open_wallet, payment, publish, token};

on_both_engines! {
    async fn a_balance_arrives_in_every_tab(kit: Kit) {
        open_wallet(&kit.app, PLAYER).await;
        let (mut tab, _) = Client::connect(kit.address, &token(&kit.app, PLAYER)).await;
        let (mut other_tab, _) = Client::connect(kit.address, &token(&kit.app, PLAYER)).await;
        deposit(&kit.app, "d1", PLAYER, 1_000).await;
        for tab in [&mut tab, &mut other_tab] {
            let (channel, data, offset) = tab.publication().await;
            assert_eq!(channel, "balance#channel-7");
            let seq = offset.unwrap();
            assert_eq!(
                data,
                json!({
                    "currency": "EUR",
                    "amount_cents": 1_000,
                    "bonus_amount_cents": 0,
                    "available_to_cashout_cents": 1_000,
                    "seq": seq,
                    "round_id": null,
                })
            );
            // An answer that was read afterwards is not older than the frame.
            assert!(kit.app.wallet.list(PLAYER).await.unwrap()[0].seq >= seq);
        }
    }

    async fn nothing_is_told_before_its_commit_nor_without_one(kit: Kit) {
        let (mut client, _) = Client::connect(kit.address, &token(&kit.app, PLAYER)).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        log::append(&kit.app.db, &mut tx, PLAYER, 1, &[payment(1)]).await.unwrap();
        kit.app.db.notify_all();
        for _ in 0..10 {
            assert!(client.is_quiet().await);
        }
        drop(tx);
        publish(&kit.app, PLAYER, &[payment(2)]).await;
        let (channel, data, _) = client.publication().await;
        assert_eq!((channel.as_str(), &data["id"]), ("payments_changes#channel-7", &json!("p2")));
    }

    async fn two_players_hear_only_their_own_of_ten_thousand_events(kit: Kit) {
        const EVENTS: usize = 10_000;
        const BATCH: usize = 250;
        let mut rng = 0x2545_F491_4F6C_DD1D_u64;
        let mut batches: Vec<(i64, Vec<Fact>)> = Vec::new();
        let mut expected = [Vec::new(), Vec::new()];
        for number in 0..EVENTS {
            // xorshift: the same order in every run.
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            let who = usize::from(rng % 2 == 1);
            expected[who].push(json!(format!("p{number}")));
            let player = PLAYER + i64::from(who == 1);
            match batches.iter_mut().rev().take(2).find(|(of, facts)| *of == player && facts.len() < BATCH) {
                Some((_, facts)) => facts.push(payment(number)),
                None => batches.push((player, vec![payment(number)])),
            }
        }
        let mut readers = Vec::new();
        for (who, expected) in expected.iter().enumerate() {
            let player = PLAYER + i64::from(who == 1);
            let (mut client, _) = Client::connect(kit.address, &token(&kit.app, player)).await;
            let count = expected.len();
            readers.push(tokio::spawn(async move {
                let mut heard: Vec<(String, Value, i64)> = Vec::new();
                while heard.len() < count {
                    let (channel, data, offset) = client.publication().await;
                    heard.push((channel, data["id"].clone(), offset.unwrap()));
                }
                assert!(client.is_quiet().await);
                (heard, client.steps)
            }));
        }
        for (player, facts) in &batches {
            publish(&kit.app, *player, facts).await;
        }
        for (who, reader) in readers.into_iter().enumerate() {
            let (heard, steps) = reader.await.unwrap();
            let ids: Vec<Value> = heard.iter().map(|(_, id, _)| id.clone()).collect();
            assert_eq!(ids, expected[who]);
            assert!(heard.iter().all(|(channel, _, _)| *channel == format!("payments_changes#channel-{}", 7 + who)));
            let own = format!("payments_events#channel-{}", 7 + who);
            assert!(steps.iter().map(|(channel, id)| (channel, id)).eq(expected[who].iter().map(|id| (&own, id))));
            assert!(heard.is_sorted_by(|a, b| a.2 < b.2), "offsets rise");
        }
    }

    async fn wins_are_public_and_at_most_two_a_second(kit: Kit) {
        let (mut guest, _) = Client::connect(kit.address, "").await;
        let win = |amount: i64| Fact {
            kind: "play.win",
            body: json!({
                "user_name": "sol***", "amount_cents": amount, "currency": "EUR", "player_id": PLAYER,
                "game": {"identifier": "northlight/solar-sails", "title": "Solar Sails", "preview": "/p.webp"},
                "created_at": "2026-01-01T00:00:00.000Z",
            })
            .to_string(),
        };
        publish(&kit.app, PLAYER, &[win(1), win(2), win(3)]).await;
        let (channel, data, offset) = guest.publication().await;
        assert_eq!((channel.as_str(), &data["amount_cents"], offset), ("wins", &json!(1), None));
        assert!(data.get("player_id").is_none());
        assert_eq!(guest.publication().await.1["amount_cents"], 2);
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        publish(&kit.app, PLAYER, &[win(4)]).await;
        assert_eq!(guest.publication().await.1["amount_cents"], 4, "the third was one too many");
        guest.ask(json!({"unsubscribe": {"channel": "wins"}})).await;
        let (mut other, _) = Client::connect(kit.address, "").await;
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        publish(&kit.app, PLAYER, &[win(5)]).await;
        assert_eq!(other.publication().await.1["amount_cents"], 5);
        assert!(guest.is_quiet().await);
        let back = guest.ask(json!({"subscribe": {"channel": "wins"}})).await;
        assert_eq!(back["subscribe"], json!({}));
        kit.app.clock.advance(std::time::Duration::from_secs(1));
        publish(&kit.app, PLAYER, &[win(6)]).await;
        assert_eq!(guest.publication().await.1["amount_cents"], 6);
    }
}
