//! Several servers on one store.

use serde_json::json;

use super::{Client, PLAYER, deposit, open_wallet, payment, publish, token};
use crate::testkit::{Engine, Kit};

#[tokio::test(flavor = "multi_thread")]
async fn what_one_server_commits_the_clients_of_another_hear() {
    let first = Kit::start(Engine::Postgres).await;
    let second = first.second().await;
    open_wallet(&first.app, PLAYER).await;
    let token = token(&first.app, PLAYER);
    let (mut here, _) = Client::connect(first.address, &token).await;
    let (mut there, connected) = Client::connect(second.address, &token).await;
    deposit(&first.app, "d1", PLAYER, 700).await;
    for client in [&mut here, &mut there] {
        let (channel, data, _) = client.publication().await;
        assert_eq!((channel.as_str(), &data["amount_cents"]), ("balance#channel-7", &json!(700)));
    }
    publish(&second.app, PLAYER, &[payment(1)]).await;
    assert_eq!(here.publication().await.1["id"], "p1");
    assert_eq!(there.publication().await.1["id"], "p1");

    // A client may move from one server to the other and go on where it was.
    drop(there);
    publish(&second.app, PLAYER, &[payment(2)]).await;
    assert_eq!(here.publication().await.1["id"], "p2");
    let (_, moved) = Client::reconnect(first.address, &token, &connected["subs"]).await;
    let payments = moved["subs"]["payments_changes#channel-7"]["publications"].as_array().unwrap();
    assert_eq!(payments.iter().map(|p| &p["data"]["id"]).collect::<Vec<_>>(), ["p1", "p2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_saw_more_than_this_server_hears_nothing_twice() {
    let first = Kit::start(Engine::Postgres).await;
    let (mut client, connected) = Client::connect(first.address, &token(&first.app, PLAYER)).await;
    // A server that has not followed the log yet: its background work is not running.
    let late = first.second_without_background().await;
    publish(&first.app, PLAYER, &[payment(1)]).await;
    let (_, _, offset) = client.publication().await;
    let mut subs = connected["subs"].clone();
    subs["payments_changes#channel-7"]["offset"] = json!(offset);
    let (mut moved, again) = Client::reconnect(late.address, &token(&first.app, PLAYER), &subs).await;
    let sub = &again["subs"]["payments_changes#channel-7"];
    assert_eq!(
        (&sub["recovered"], &sub["offset"], &sub["publications"]),
        (&json!(true), &json!(offset), &json!(null))
    );
    late.app.start_background();
    publish(&first.app, PLAYER, &[payment(2)]).await;
    assert_eq!(moved.publication().await.1["id"], "p2", "the first is not told again");
    assert!(moved.is_quiet().await);
}
