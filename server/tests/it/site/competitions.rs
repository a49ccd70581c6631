//! Pages of single tournaments, quests and lotteries, which come and go.

use croupier_server::{lottery, player, tournaments};
use reqwest::Method;

use super::Visited;

/// A tournament of the content, which comes every day.
const TOURNAMENT: &str = "/tournaments/daily-sprint-2026-01-01";

/// A lottery of the content, which comes every week.
const LOTTERY: &str = "/lottery/aurora-weekly-2025-12-29";

/// A quest of the content, which comes every week.
pub const QUEST: &str = "/action/aurora-quest--xs--first-light-2026-01-05";
pub const QUEST_ALIAS: &str = "/quests/aurora-quest--xs--first-light-2026-01-05";

/// Puts what the content says of competitions into the database.
pub async fn schedule(site: &Visited) {
    tournaments::keep(&site.kit.app).await.unwrap();
    lottery::keep(&site.kit.app).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_competitions_that_exist_have_a_page() {
    let site = Visited::start().await;
    schedule(&site).await;
    for (path, status) in [
        (TOURNAMENT, 200),
        ("/tournaments/daily-sprint-2026-01-01/2", 200),
        ("/de/tournaments/daily-sprint-2026-01-01", 200),
        (LOTTERY, 200),
        (QUEST, 200),
        ("/action/first-light-2026-01-05", 200),
        ("/tournaments/spring", 404),
        ("/tournaments/spring/2", 404),
        ("/de/tournaments/spring", 404),
        ("/tournaments/0", 404),
        ("/lottery/spring", 404),
        ("/lottery/daily-sprint-2026-01-01", 404),
        ("/action/nothing", 404),
        ("/action/daily-sprint-2026-01-01", 404),
        ("/quests/first-light-2020-01-06", 404),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.text().contains("<div id=\"root\">"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_of_a_group_has_a_page_for_its_members_only() {
    let site = Visited::start().await;
    let folder = tempfile::tempdir().unwrap();
    let club = CLUB.replace("$group", &player::TESTER.to_string());
    std::fs::write(folder.path().join("tournaments.toml"), club).unwrap();
    tournaments::reload(&site.kit.app.tournaments, folder.path()).unwrap();
    tournaments::keep(&site.kit.app).await.unwrap();
    let (member, id) = site.kit.player("member@b.example").await;
    let (other, _) = site.kit.player("other@b.example").await;
    let mut tx = site.kit.app.db.begin().await.unwrap();
    player::add_groups(&site.kit.app, &mut tx, id, &[player::TESTER]).await.unwrap();
    tx.commit().await.unwrap();
    for (cookie, status) in [(member.cookie(), 200), (other.cookie(), 404), (None, 404)] {
        let cookie = cookie.unwrap_or_default();
        let page = site.call(Method::GET, "/tournaments/club", &[("cookie", &cookie)]).await;
        assert_eq!(page.status, status);
    }
}

const CLUB: &str = r#"
    [[tournament]]
    id = "club"
    first_start = "2026-01-01T00:00:00Z"
    lasts_hours = 1
    currency = "EUR"
    strategy = { kind = "rounds" }
    groups = [$group]
    title = { en = "Club" }
    description = { en = "For members." }
"#;
