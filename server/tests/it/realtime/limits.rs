//! What a client cannot do to the server, and when a silent one is let go.

use std::net::SocketAddr;
use std::time::Duration;

use croupier_ledger::Fact;
use croupier_server::app::frame_sources;
use croupier_server::platform::clock::Entropy;
use croupier_server::realtime::{Hub, Limits, router};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::{Client, PLAYER, player, publish, token};
use crate::testkit::Kit;

/// A hub with limits of its own beside the server's; it ends with the sender.
async fn hub_with(kit: &Kit, limits: Limits) -> (Hub, SocketAddr, watch::Sender<bool>) {
    let (db, clock) = (kit.app.db.clone(), kit.app.clock.clone());
    let hub = Hub::open(db, clock, Entropy, &[1; 32], vec![], limits, frame_sources()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = watch::Sender::new(false);
    let (running, stopping) = (hub.clone(), stop.subscribe());
    tokio::spawn(async move { running.run(stopping).await });
    let service = router::<()>(hub.clone()).into_make_service();
    tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
    (hub, address, stop)
}

on_both_engines! {
    async fn what_is_not_the_protocol_ends_the_connection(kit: Kit) {
        let connect = r#"{"id":1,"connect":{}}"#;
        for line in ["nonsense", "[]", r#"{"id":2}"#, r#"{"id":2,"send":{"data":{}}}"#, connect, "\n"] {
            let (mut client, _) = Client::connect(kit.address, "").await;
            client.send(line).await;
            assert_eq!(client.close_code().await, 3501, "{line}");
        }
        let mut eager = Client::open(kit.address).await;
        eager.send(r#"{"id":1,"subscribe":{"channel":"wins"}}"#).await;
        assert_eq!(eager.close_code().await, 3501, "connect comes first");
    }

    async fn a_flood_and_a_huge_message_end_the_connection(kit: Kit) {
        let (mut client, _) = Client::connect(kit.address, "").await;
        for id in 2..40 {
            client.send(&format!("{{\"id\":{id},\"ping\":{{}}}}")).await;
        }
        assert_eq!(client.close_code().await, 3013);
        let (mut client, _) = Client::connect(kit.address, "").await;
        let lines: Vec<String> = (2..40).map(|id| format!("{{\"id\":{id},\"ping\":{{}}}}")).collect();
        client.send(&lines.join("\n")).await;
        assert_eq!(client.close_code().await, 3013, "many lines in one message are no way around it");
        let (mut client, _) = Client::connect(kit.address, "").await;
        for _ in 0..40 {
            client.ping().await;
        }
        assert_eq!(client.close_code().await, 3013, "frames that say nothing count too");
        let (mut client, _) = Client::connect(kit.address, "").await;
        client.send(&format!("{{\"id\":2,\"ping\":\"{}\"}}", "x".repeat(17 * 1024))).await;
        assert_eq!(client.close_code().await, 1009);
        let (mut client, _) = Client::connect(kit.address, "").await;
        client.send(&"x".repeat(1024 * 1024)).await;
        assert_eq!(client.close_code().await, 1006, "not even read to its end");
    }

    async fn a_client_that_does_not_read_is_let_go(kit: Kit) {
        let limits = Limits { outbox_bytes_max: 64 * 1024, ..Limits::default() };
        let (hub, address, _stop) = hub_with(&kit, limits).await;
        let (client, _) = Client::connect(address, &hub.connection_token(&player(PLAYER))).await;
        assert_eq!(hub.connections(), 1);
        let body = json!({"id": "x".repeat(32 * 1024), "state": "pending"}).to_string();
        let big = vec![Fact { kind: "payment.changed", body }; 50];
        for _ in 0..10 {
            publish(&kit.app, PLAYER, &big).await;
        }
        Kit::until("the slow client to go", async || (hub.connections() == 0).then_some(())).await;
        drop(client);
    }

    async fn a_silent_or_expired_client_is_let_go(kit: Kit) {
        let limits = Limits { ping_every: Duration::from_millis(100), ..Limits::default() };
        let (hub, address, _stop) = hub_with(&kit, limits).await;
        let mut stale = Client::open(address).await;
        assert_eq!(stale.close_code().await, 3502);
        let (mut silent, _) = Client::connect(address, "").await;
        silent.pongs = false;
        assert_eq!(silent.close_code().await, 3012);
        let (mut client, _) = Client::connect(address, &hub.connection_token(&player(PLAYER))).await;
        kit.app.clock.advance(Duration::from_secs(620));
        assert!(client.is_quiet().await, "there is time to fetch a new token");
        kit.app.clock.advance(Duration::from_secs(10));
        assert_eq!(client.close_code().await, 3005);
    }

    async fn seats_are_counted(kit: Kit) {
        let limits = Limits { connections_max: 3, connections_per_player_max: 2, ..Limits::default() };
        let (hub, address, stop) = hub_with(&kit, limits).await;
        let token = hub.connection_token(&player(PLAYER));
        let (mut first, _) = Client::connect(address, &token).await;
        let (second, _) = Client::connect(address, &token).await;
        let mut third = Client::open(address).await;
        assert_eq!(Client::open_from(address, None).await.err(), Some(503));
        third.send(&json!({"id": 1, "connect": {"token": token}}).to_string()).await;
        assert_eq!(third.close_code().await, 3504);
        drop((second, third));
        Kit::until("a seat", async || Client::open_from(address, None).await.ok().map(drop)).await;
        stop.send_replace(true);
        assert_eq!(first.close_code().await, 3001);
        Kit::until("all to leave", async || (hub.connections() == 0).then_some(())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_another_server_is_refused() {
    let kit = Kit::start(crate::testkit::Engine::Sqlite).await;
    let (_hub, address, _stop) = hub_with(&kit, Limits::default()).await;
    let mut client = Client::open(address).await;
    client.send(&json!({"id": 1, "connect": {"token": token(&kit.app, PLAYER)}}).to_string()).await;
    assert_eq!(client.close_code().await, 3500);
}
