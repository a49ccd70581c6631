//! Who may connect and listen to what.

use std::time::Duration;

use croupier_ledger::Fact;
use croupier_server::realtime::{Subject, TOKEN_TTL_S};
use serde_json::json;

use super::{Client, PLAYER, publish, token};

on_both_engines! {
    async fn a_guest_hears_public_channels_only(kit: Kit) {
        for token in [String::new(), kit.app.realtime.connection_token(&Subject::Guest)] {
            let (mut guest, connected) = Client::connect(kit.address, &token).await;
            assert_eq!(connected["ping"], 25);
            assert_eq!(connected["pong"], true);
            assert_eq!(connected["expires"], if token.is_empty() { json!(null) } else { json!(true) });
            assert_eq!(connected["subs"], json!({"features_changes": {}, "jackpots_changes": {}, "wins": {}}));
            for (channel, code) in [
                ("balance#channel-7", 103),
                ("payments_changes#", 103),
                ("jackpots_changes", 105),
                ("jackpot_win_award#channel-7", 103),
                ("wins", 105),
            ] {
                let refused = guest.ask(json!({"subscribe": {"channel": channel}})).await;
                assert_eq!(refused["error"]["code"], code, "{channel}");
            }
        }
    }

    async fn a_player_is_subscribed_to_his_own_channels_and_to_no_others(kit: Kit) {
        let (mut client, connected) = Client::connect(kit.address, &token(&kit.app, PLAYER)).await;
        assert_eq!(connected["ttl"], TOKEN_TTL_S);
        let subs = connected["subs"].as_object().unwrap();
        let (own, public): (Vec<&str>, Vec<&str>) =
            subs.keys().map(String::as_str).partition(|channel| channel.contains('#'));
        let private = [
            "adventures_changes",
            "balance",
            "bonuses_changes",
            "chat",
            "comps_award",
            "documents_changes",
            "freespins_changes",
            "game_limits",
            "groups_updates",
            "jackpot_win_award",
            "lootboxes_changes",
            "payment_methods_updated",
            "payments_changes",
            "payments_events",
            "personal_notifications",
            "tournament_notifications",
            "tournaments_statuses",
        ];
        assert_eq!(own, private.map(|name| format!("{name}#channel-7")));
        assert_eq!(public, ["features_changes", "jackpots_changes", "wins"]);
        for sub in own.iter().map(|channel| &subs[*channel]) {
            assert_eq!((&sub["recoverable"], &sub["positioned"]), (&json!(true), &json!(true)));
            assert!(!sub["epoch"].as_str().unwrap().is_empty());
        }
        for (channel, code) in [
            ("balance#channel-7", 105),
            ("balance#channel-8", 103),
            ("balance", 102),
            ("admin#channel-7", 102),
        ] {
            let refused = client.ask(json!({"subscribe": {"channel": channel}})).await;
            assert_eq!(refused["error"]["code"], code, "{channel}");
        }
        let left = client.ask(json!({"unsubscribe": {"channel": "balance#channel-7"}})).await;
        assert_eq!(left["unsubscribe"], json!({}));
        let back = client.ask(json!({"subscribe": {"channel": "balance#channel-7"}})).await;
        assert_eq!(back["subscribe"]["recoverable"], true);
    }

    async fn nobody_publishes_or_asks_for_what_is_not_offered(kit: Kit) {
        let (mut client, _) = Client::connect(kit.address, &token(&kit.app, PLAYER)).await;
        for (command, code) in [
            (json!({"publish": {"channel": "wins", "data": {}}}), 103),
            (json!({"presence": {"channel": "wins"}}), 108),
            (json!({"history": {"channel": "wins"}}), 108),
            (json!({"rpc": {"method": "x", "data": {}}}), 108),
        ] {
            assert_eq!(client.ask(command.clone()).await["error"]["code"], code, "{command}");
        }
        assert_eq!(client.ask(json!({"ping": {}})).await["ping"], json!({}));
    }

    async fn a_session_that_ends_takes_its_sockets_with_it(kit: Kit) {
        let old = token(&kit.app, PLAYER);
        let (mut tab, _) = Client::connect(kit.address, &old).await;
        let (mut other_tab, _) = Client::connect(kit.address, &old).await;
        let (mut other_player, _) = Client::connect(kit.address, &token(&kit.app, 8)).await;
        kit.app.realtime.end_session("session-7");
        assert_eq!(tab.close_code().await, 4401);
        assert_eq!(other_tab.close_code().await, 4401);
        assert!(other_player.is_quiet().await);
        let mut again = Client::open(kit.address).await;
        let reply = again.ask(json!({"connect": {"token": old}})).await;
        assert_eq!(reply["error"]["code"], 109, "the client has to learn who it is now");
        let ended = Fact { kind: "session.ended", body: r#"{"session":"session-8"}"#.to_owned() };
        publish(&kit.app, 8, &[ended]).await;
        assert_eq!(other_player.close_code().await, 4401);
    }

    async fn a_token_is_renewed_or_refused(kit: Kit) {
        let old = token(&kit.app, PLAYER);
        let (mut client, _) = Client::connect(kit.address, &old).await;
        kit.app.clock.advance(Duration::from_secs(590));
        let reply = client.ask(json!({"refresh": {"token": token(&kit.app, PLAYER)}})).await;
        assert_eq!((&reply["refresh"]["expires"], &reply["refresh"]["ttl"]), (&json!(true), &json!(TOKEN_TTL_S)));
        kit.app.clock.advance(Duration::from_secs(11));
        let mut late = Client::open(kit.address).await;
        assert_eq!(late.ask(json!({"connect": {"token": old}})).await["error"]["code"], 109);
        let reply = late.ask(json!({"connect": {"token": token(&kit.app, PLAYER)}})).await;
        assert_eq!(reply["connect"]["ttl"], TOKEN_TTL_S, "the same socket may try again");
        let guest = kit.app.realtime.connection_token(&Subject::Guest);
        client.send(&json!({"id": 9, "refresh": {"token": guest}}).to_string()).await;
        assert_eq!(client.close_code().await, 4401, "the browser is somebody else by now");
        late.send(&json!({"id": 9, "refresh": {"token": old}}).to_string()).await;
        assert_eq!(late.close_code().await, 3005);
        let mut forger = Client::open(kit.address).await;
        forger.send(r#"{"id":1,"connect":{"token":"a.b.c"}}"#).await;
        assert_eq!(forger.close_code().await, 3500);
    }

    async fn pages_of_other_sites_are_turned_away(kit: Kit) {
        let own = format!("http://{}", kit.address);
        assert!(Client::open_from(kit.address, Some(&own)).await.is_ok());
        assert!(Client::open_from(kit.address, Some("http://localhost:8080")).await.is_ok(), "the public address");
        let foreign = Client::open_from(kit.address, Some("https://evil.example")).await;
        assert_eq!(foreign.err(), Some(403));
    }
}
