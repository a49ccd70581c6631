//! The way to the sports site: a page where there is one, and the promotions elsewhere.

use croupier_server::player;
use reqwest::Method;

use super::Visited;
use crate::content::{copied, write};

#[tokio::test(flavor = "multi_thread")]
async fn the_way_to_sports_is_a_page_where_there_is_a_sports_site_and_leads_to_promotions_elsewhere() {
    let folder = copied();
    write(folder.path(), "config/betting.toml", "hosts = [\"sport.two.example\"]\n");
    let content_dir = folder.path().to_owned();
    for (with_sport, site) in [
        (
            true,
            Visited::start_with(|config| config.sport_host = Some("sport.localhost:8090".to_owned())).await,
        ),
        (true, Visited::start_with(|config| config.content_dir = content_dir).await),
        (false, Visited::start().await),
    ] {
        let (tester, id) = site.kit.player("tester@b.example").await;
        let cookie = tester.cookie().unwrap();
        let mut tx = site.kit.app.db.begin().await.unwrap();
        player::add_groups(&site.kit.app, &mut tx, id, &[player::TESTER]).await.unwrap();
        tx.commit().await.unwrap();
        for headers in [&[][..], &[("cookie", cookie.as_str())]] {
            for path in ["/sport", "/sport/live"] {
                let answer = site.call(Method::GET, path, headers).await;
                let expected = if with_sport { (200, "") } else { (307, "/promotions") };
                assert_eq!((answer.status, answer.header("location")), expected, "{path}");
            }
            assert_eq!(site.call(Method::GET, "/sport/live/now", headers).await.status, 404);
        }
    }
    let folder = copied();
    write(folder.path(), "config/promotion_pages.toml", "sport = false\n");
    let content_dir = folder.path().to_owned();
    let closed = Visited::start_with(|config| {
        config.content_dir = content_dir;
        config.sport_host = Some("sport.localhost".to_owned());
    })
    .await;
    assert_eq!(closed.get("/sport").await.status, 307, "an operator closes sports like any other page");
}
