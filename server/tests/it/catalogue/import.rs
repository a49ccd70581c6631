//! What the content folder becomes, and what a faulty one does not.

use std::path::Path;

use croupier_server::catalogue::{Launchers, ListRules};
use croupier_server::content;
use serde_json::json;
use tempfile::TempDir;

const COLLECTIONS: &str = "[[collection]]\nid = \"slots\"\ntitle = \"Slots\"\n";

fn folder_with(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "providers.toml", "[[provider]]\nid = \"acme\"\ntitle = \"Acme\"\n");
    write(folder.path(), "collections.toml", COLLECTIONS);
    write_games(folder.path(), names);
    folder
}

fn write_games(folder: &Path, names: &[&str]) {
    let game = |name: &&str| {
        format!("[[game]]\nidentifier = \"acme/{name}\"\ntitle = \"{name}\"\ncategories = [\"slots\"]\n")
    };
    write(folder, "catalogue.toml", &names.iter().map(game).collect::<String>());
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

on_both_engines! {
    async fn numbers_stay_with_their_games(kit: Kit) {
        let folder = folder_with(&["one", "two", "three"]);
        let start = async || content::start(&kit.app.db, &kit.app.clock, folder.path(), Launchers::default(), ListRules::default()).await.unwrap();
        let id = |catalogue: &croupier_server::catalogue::Catalogue, name: &str| {
            catalogue.game_by_identifier(&format!("acme/{name}")).map(|game| game.id)
        };
        let first = start().await;
        let (one, three) = (id(&first, "one").unwrap(), id(&first, "three").unwrap());
        write_games(folder.path(), &["three", "four"]);
        let second = start().await;
        assert_eq!(id(&second, "three"), Some(three));
        assert_eq!(id(&second, "one"), None);
        let four = id(&second, "four").unwrap();
        write_games(folder.path(), &["four", "one"]);
        let third = start().await;
        assert_eq!((id(&third, "one"), id(&third, "four")), (Some(one), Some(four)));
        assert_eq!(third.game_by_id(four).unwrap().identifier, "acme/four");
    }

    async fn a_running_install_keeps_the_last_good_content(kit: Kit) {
        let folder = folder_with(&["one"]);
        content::start(&kit.app.db, &kit.app.clock, folder.path(), Launchers::default(), ListRules::default()).await.unwrap();
        write(folder.path(), "catalogue.toml", "[[game]]\nidentifier = 5\n");
        let kept = content::start(&kit.app.db, &kit.app.clock, folder.path(), Launchers::default(), ListRules::default()).await.unwrap();
        assert!(kept.game_by_identifier("acme/one").is_some());
    }

    async fn a_first_start_names_the_file_and_the_line(kit: Kit) {
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM catalogue", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let folder = folder_with(&["one"]);
        write(folder.path(), "catalogue.toml", "[[game]]\nidentifier = 5\n");
        let error = content::start(&kit.app.db, &kit.app.clock, folder.path(), Launchers::default(), ListRules::default()).await.unwrap_err();
        let sentence = format!("{error:#}");
        assert!(sentence.contains("catalogue.toml:2: "), "{sentence}");
    }

    async fn delivered_games_come_on_offer_beside_builtin_ones(kit: Kit) {
        let folder = tempfile::tempdir().unwrap();
        let deliver = async |lines: &[String], replace| {
            write(folder.path(), "games.jsonl", &lines.join("\n"));
            let file = folder.path().join("games.jsonl");
            content::deliver(&kit.app.db, &kit.app.config.content_dir, &file, replace).await
        };
        let game = |name: &str| kit.app.catalogue.game_by_identifier(&format!("acme/{name}"));
        let many: Vec<String> = (0..1_200).map(|number| delivered(&format!("g{number}"))).collect();
        assert_eq!(deliver(&many, false).await.unwrap(), 1_200);
        let first = Kit::until("the delivery", async || game("g0")).await;
        let body = json!({ "device": "mobile", "filter": { "providers": ["acme"] }, "page": 30 });
        let page = kit.browser().post("/api/games_filter", body).await.expect(200);
        assert_eq!(page["pagination"]["total_count"], 1_200);
        assert_eq!(page["data"][39], serde_json::to_value(&*game("g999").unwrap()).unwrap());
        assert_eq!(page["pagination"]["total_pages"], 30);

        let broken = [delivered("g0"), delivered("new"), "{}".to_owned()];
        let error = format!("{:#}", deliver(&broken, true).await.unwrap_err());
        assert!(error.contains("games.jsonl:3: "), "{error}");
        deliver(&[delivered("other")], false).await.unwrap();
        Kit::until("the second delivery", async || game("other")).await;
        assert!(game("new").is_none() && game("g7").is_some());

        deliver(&[delivered("g0")], true).await.unwrap();
        Kit::until("the replacement", async || game("other").is_none().then_some(())).await;
        assert_eq!((game("g0").unwrap().id, game("g7")), (first.id, None));
        assert!(kit.app.catalogue.game_by_identifier("northlight/solar-sails").is_some());
    }
}

/// A line of a delivery.
fn delivered(name: &str) -> String {
    json!({
        "identifier": format!("acme/{name}"), "title": format!("Acme {name}"), "categories": ["slots"],
        "devices": ["mobile", "desktop"], "preview": "/art/tiles/acme-{width}.{format}",
    })
    .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_start_at_once_number_alike() {
    use crate::testkit::{Engine, Kit};

    let one = Kit::start(Engine::Postgres).await;
    let folder = folder_with(&["a", "b", "c", "d", "e", "f"]);
    let start = async |kit: &Kit| {
        content::start(&kit.app.db, &kit.app.clock, folder.path(), Launchers::default(), ListRules::default())
            .await
            .unwrap()
    };
    let (two, three) = tokio::join!(one.second(), one.second());
    let (left, right) = tokio::join!(start(&two), start(&three));
    for name in ["a", "b", "c", "d", "e", "f"] {
        let id = |catalogue: &croupier_server::catalogue::Catalogue| {
            catalogue.game_by_identifier(&format!("acme/{name}")).map(|game| game.id)
        };
        assert_eq!(id(&left), id(&right));
    }
}
