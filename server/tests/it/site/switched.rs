//! Pages that the operator opens and closes, and those that the list of offers makes.

use croupier_server::player;
use reqwest::Method;

use super::Visited;
use crate::content::{copied, write};

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_page_leads_elsewhere_for_now() {
    let folder = copied();
    write(folder.path(), "config/promotion_pages.toml", "leaderboard = false\nbonus = false\n");
    let content_dir = folder.path().to_owned();
    let site = Visited::start_with(|config| config.content_dir = content_dir).await;
    for (path, to) in [
        ("/leaderboard?a=1", "/promotions"),
        ("/bonus/spring", "/promotions"),
        ("/de/bonus/spring", "/de/promotions"),
        // A page that is closed hands no token on.
        ("/bonus/spring?token=t", "/promotions"),
    ] {
        let answer = site.get(path).await;
        assert_eq!((answer.status, answer.header("location")), (307, to), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_switch_is_off_leads_to_the_promotions() {
    let folder = copied();
    let project = std::fs::read_to_string(folder.path().join("config/project.toml")).unwrap();
    let (on, off) = ("rocketChance = true", "rocketChance = false");
    assert!(project.contains(on));
    write(folder.path(), "config/project.toml", &project.replace(on, off));
    let content_dir = folder.path().to_owned();
    let site = Visited::start_with(|config| config.content_dir = content_dir).await;
    let answer = site.get("/de/rocket-chance?a=1").await;
    assert_eq!((answer.status, answer.header("location")), (307, "/de/promotions"));
    // A tester may have set the switch for the own browser, which decides.
    let (tester, id) = site.kit.player("tester@b.example").await;
    let mut tx = site.kit.app.db.begin().await.unwrap();
    player::add_groups(&site.kit.app, &mut tx, id, &[player::TESTER]).await.unwrap();
    tx.commit().await.unwrap();
    let cookie = tester.cookie().unwrap();
    assert_eq!(site.call(Method::GET, "/rocket-chance", &[("cookie", &cookie)]).await.status, 200);
    assert_eq!(Visited::start().await.get("/rocket-chance").await.status, 200, "it is on as it is delivered");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_bonus_is_called_as_the_bonus_is() {
    let site = Visited::start().await;
    let title = async |path: &str| site.get(path).await.between("<title>", "</title>").to_owned();
    assert!(title("/bonus/welcome").await.starts_with("Welcome bonus"));
    assert!(title("/de/bonus/reload50").await.starts_with("Reload-Bonus"));
    let maps = site.get("/sitemap-1.xml").await;
    assert!(maps.text().contains("<loc>https://casino.example/bonus/hello</loc>"), "{}", maps.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_the_operator_closed_is_open_to_testers_only() {
    let folder = copied();
    write(
        folder.path(),
        "config/promotion_pages.toml",
        "promo = false\npromotions = false\nleaderboard = false\n",
    );
    let content_dir = folder.path().to_owned();
    let site = Visited::start_with(|config| config.content_dir = content_dir).await;
    let (tester, id) = site.kit.player("tester@b.example").await;
    let cookie = tester.cookie().unwrap();
    let visit = async |path: &str| {
        let answer = site.call(Method::GET, path, &[("cookie", &cookie)]).await;
        (answer.status, answer.header("location").to_owned())
    };
    let promo = "/promo/game-of-the-season";
    let board = "/leaderboard";
    for (path, to) in [("/de/promotions?a=1", "/de?a=1"), (promo, "/promotions"), (board, "/promotions")] {
        assert_eq!(visit(path).await, (307, to.to_owned()), "{path}");
    }
    let mut tx = site.kit.app.db.begin().await.unwrap();
    player::add_groups(&site.kit.app, &mut tx, id, &[player::TESTER]).await.unwrap();
    tx.commit().await.unwrap();
    for path in ["/promotions", promo, board] {
        assert_eq!(visit(path).await.0, 200, "{path}");
    }
    let open = Visited::start().await;
    assert_eq!(open.get(promo).await.status, 200, "a page that the list does not name is open");
}
