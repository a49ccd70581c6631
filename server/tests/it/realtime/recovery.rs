//! A client that was away hears what it missed once, or is told that it has to load anew.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Client, PLAYER, deposit, open_wallet, payment, publish, token};

fn ids(sub: &Value) -> Vec<&str> {
    sub["publications"].as_array().into_iter().flatten().filter_map(|p| p["data"]["id"].as_str()).collect()
}

on_both_engines! {
    async fn after_a_cut_nothing_is_lost_and_nothing_comes_twice(kit: Kit) {
        let (app, address) = (&kit.app, kit.address);
        open_wallet(app, PLAYER).await;
        let (mut client, connected) = Client::connect(address, &token(app, PLAYER)).await;
        publish(app, PLAYER, &[payment(1)]).await;
        let (_, _, offset) = client.publication().await;
        let mut subs = connected["subs"].clone();
        subs["payments_changes#channel-7"]["offset"] = json!(offset);
        drop(client);
        publish(app, PLAYER, &[payment(2), payment(3)]).await;
        publish(app, 8, &[payment(99)]).await;
        deposit(app, "d1", PLAYER, 500).await;
        deposit(app, "d2", PLAYER, 500).await;
        Kit::until("the hub to follow", async || {
            let (_, seen) = Client::connect(address, &token(app, PLAYER)).await;
            let reported = seen["subs"]["balance#channel-7"]["offset"].as_i64()?;
            (reported >= croupier_db::log::tail(&app.db, croupier_db::log::lane_of(&app.db, PLAYER)).await.ok()?).then_some(())
        })
        .await;

        let (mut client, again) = Client::reconnect(address, &token(app, PLAYER), &subs).await;
        let payments = &again["subs"]["payments_changes#channel-7"];
        assert_eq!((&payments["recovered"], &payments["was_recovering"]), (&json!(true), &json!(true)));
        assert_eq!(ids(payments), ["p2", "p3"]);
        let balance = &again["subs"]["balance#channel-7"];
        let reported = balance["publications"].as_array().unwrap();
        assert_eq!(reported.len(), 1, "a balance is a state");
        assert_eq!(reported[0]["data"]["amount_cents"], 1_000);
        let groups = &again["subs"]["groups_updates#channel-7"];
        assert_eq!((&groups["recovered"], &groups["publications"]), (&json!(true), &json!(null)));

        publish(app, PLAYER, &[payment(4)]).await;
        assert_eq!(client.publication().await.1["id"], "p4");
        assert!(client.is_quiet().await);
    }

    async fn a_gap_that_is_too_wide_is_said(kit: Kit) {
        let (app, address) = (&kit.app, kit.address);
        let (client, connected) = Client::connect(address, &token(app, PLAYER)).await;
        drop(client);
        let subs = connected["subs"].clone();
        let recovered = async |subs: &Value| {
            let (_, again) = Client::reconnect(address, &token(app, PLAYER), subs).await;
            again["subs"]["payments_changes#channel-7"]["recovered"] == json!(true)
        };
        assert!(recovered(&subs).await, "nothing has happened");

        let mut other = subs.clone();
        for sub in other.as_object_mut().unwrap().values_mut() {
            sub["epoch"] = json!("another installation");
        }
        assert!(!recovered(&other).await);
        let mut future = subs.clone();
        for sub in future.as_object_mut().unwrap().values_mut() {
            sub["offset"] = json!(1_000_000);
        }
        assert!(!recovered(&future).await, "an offset that was never told");

        publish(app, 8, &[payment(1)]).await;
        let (mut watch, _) = Client::connect(address, &token(app, PLAYER)).await;
        publish(app, PLAYER, &[payment(2)]).await;
        watch.publication().await;
        app.clock.advance(Duration::from_secs(299));
        assert!(recovered(&subs).await);
        app.clock.advance(Duration::from_secs(2));
        assert!(!recovered(&subs).await, "older than five minutes");

        let (mut watch, connected) = Client::connect(address, &token(app, PLAYER)).await;
        let many: Vec<_> = (0..1_001).map(payment).collect();
        publish(app, PLAYER, &many).await;
        for _ in 0..many.len() {
            watch.publication().await;
        }
        assert!(!recovered(&connected["subs"]).await, "more than a thousand rows");
    }

    async fn a_channel_that_was_left_is_recovered_when_it_is_joined_again(kit: Kit) {
        let (app, address) = (&kit.app, kit.address);
        let channel = "payments_changes#channel-7";
        let (mut client, connected) = Client::connect(address, &token(app, PLAYER)).await;
        let (mut watch, _) = Client::connect(address, &token(app, PLAYER)).await;
        let place = &connected["subs"][channel];
        client.ask(json!({"unsubscribe": {"channel": channel}})).await;
        publish(app, PLAYER, &[payment(1), payment(2)]).await;
        watch.publication().await;
        watch.publication().await;
        assert!(client.is_quiet().await);
        let request = json!({"subscribe": {
            "channel": channel, "recover": true, "epoch": place["epoch"], "offset": place["offset"],
        }});
        let reply = client.ask(request).await;
        assert_eq!(reply["subscribe"]["recovered"], true);
        assert_eq!(ids(&reply["subscribe"]), ["p1", "p2"]);
        publish(app, PLAYER, &[payment(3)]).await;
        assert_eq!(client.publication().await.1["id"], "p3");
    }
}
