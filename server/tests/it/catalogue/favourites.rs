//! A player's favourites.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

const PATH: &str = "/api/player/favorite_games";
const GAMES: (&str, &str) = ("accept", "application/vnd.s.v2+json");

on_both_engines! {
    async fn games_are_marked_by_number_or_identifier_and_listed_newest_first(kit: Kit) {
        let (browser, _) = kit.player("kim@example.com").await;
        let id = |slug: &str| kit.app.catalogue.game_by_identifier(&format!("northlight/{slug}")).unwrap().id;
        let put = async |path: String| browser.send(Method::PUT, &format!("{PATH}/{path}"), None, &[]).await.status;
        let delete = async |path: String| browser.delete(&format!("{PATH}/{path}")).await.status;
        for path in ["northlight%2Fsolar-sails".to_owned(), id("koi-lanterns").to_string(), id("solar-sails").to_string()] {
            assert_eq!(put(path).await, 204);
            kit.app.clock.advance(Duration::from_secs(1));
        }
        let ids = browser.get(PATH).await;
        assert_eq!(ids.headers["content-type"], "application/vnd.s.v1+json");
        assert_eq!(ids.expect(200), json!([id("koi-lanterns").to_string(), id("solar-sails").to_string()]));
        let games = browser.send(Method::GET, PATH, None, &[GAMES]).await.expect(200);
        assert_eq!(games["data"][0]["identifier"], "northlight/koi-lanterns");
        for _ in 0..2 {
            assert_eq!(delete("northlight%2Fkoi-lanterns".to_owned()).await, 204);
        }
        assert_eq!(browser.get(PATH).await.expect(200), json!([id("solar-sails").to_string()]));
        assert_eq!((put("999".to_owned()).await, delete("no%2Fgame".to_owned()).await), (404.try_into().unwrap(), 404.try_into().unwrap()));
        let wrong = browser.send(Method::GET, PATH, None, &[("accept", "application/vnd.s.v3+json")]).await;
        assert_eq!((wrong.status.as_u16(), wrong.code()), (406, "not_acceptable"));
    }

    async fn favourites_are_a_players_own(kit: Kit) {
        let (kim, _) = kit.player("kim@example.com").await;
        let (lee, _) = kit.player("lee@example.com").await;
        kim.send(Method::PUT, &format!("{PATH}/northlight%2Fsolar-sails"), None, &[]).await.expect(204);
        assert_eq!(lee.get(PATH).await.expect(200), json!([]));
        let guest = kit.browser();
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let path = if method == Method::GET { PATH.to_owned() } else { format!("{PATH}/1") };
            assert_eq!(guest.send(method, &path, None, &[]).await.expect(401)["error"]["code"], "unauthorized");
        }
    }
}
