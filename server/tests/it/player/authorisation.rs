//! Who may call what.

use reqwest::Method;
use serde_json::{Value, json};

on_both_engines! {
    async fn the_players_calls_are_for_players(kit: Kit) {
        let guest = kit.browser();
        let calls: [(Method, &str, Option<Value>); 7] = [
            (Method::PATCH, "/api/player", Some(json!({ "player": {} }))),
            (Method::PATCH, "/api/player/update_locale", Some(json!({ "locale": "de" }))),
            (Method::POST, "/api/player/groups", Some(json!({ "groups": { "add": [859] } }))),
            (Method::GET, "/api/player/accounts", None),
            (Method::GET, "/api/player/accounts?compatibility=true", None),
            (Method::POST, "/api/player/accounts", Some(json!({ "currency": "BTC" }))),
            (Method::GET, "/api/player/stats", None),
        ];
        for (method, path, body) in calls {
            let answer = guest.send(method.clone(), path, body.clone(), &[]).await;
            assert_eq!((answer.status.as_u16(), answer.code()), (401, "unauthorized"), "{method} {path}");
            guest.set_cookie(Some("__Host-croupier=stale".to_owned()));
            let stale = guest.send(method.clone(), path, body, &[]).await;
            assert_eq!(stale.status, 401, "{method} {path}");
            guest.set_cookie(None);
        }
    }

    async fn the_sites_own_words_are_for_everybody(kit: Kit) {
        let (player, _) = kit.player("jane@example.com").await;
        let stale = kit.browser();
        for path in [
            "/api/info/player_fields",
            "/api/info/statuses",
            "/api/info/countries",
            "/api/info/currencies",
            "/api/info/locales?affb_id=1&stag=2",
            "/api/info/crypto_exchange_rates",
            "/api/info/project",
            "/api/fe/config/currency-config",
            "/api/captcha",
            "/client-context",
            "/messages/en.json?v=1",
        ] {
            kit.browser().get(path).await.expect(200);
            player.get(path).await.expect(200);
            stale.set_cookie(Some("__Host-croupier=stale".to_owned()));
            stale.get(path).await.expect(200);
        }
    }

    async fn a_player_sees_only_the_own_account(kit: Kit) {
        let (jane, jane_id) = kit.player("jane@example.com").await;
        let (june, june_id) = kit.player("june@example.com").await;
        assert_ne!(jane_id, june_id);
        jane.patch("/api/player", json!({ "player": { "id": june_id, "city": "Oslo" } })).await.expect(200);
        assert_eq!(june.get("/api/player").await.expect(200)["city"], json!(null));
        assert_eq!(jane.get("/api/player").await.expect(200)["id"], json!(jane_id));
    }
}
