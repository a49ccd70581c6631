//! What the content folder becomes, and what a faulty one does not.

use std::path::Path;

use croupier_server::content;
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
        let start = async || content::start(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap();
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
        content::start(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap();
        write(folder.path(), "catalogue.toml", "[[game]]\nidentifier = 5\n");
        let kept = content::start(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap();
        assert!(kept.game_by_identifier("acme/one").is_some());
    }

    async fn a_first_start_names_the_file_and_the_line(kit: Kit) {
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM catalogue", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let folder = folder_with(&["one"]);
        write(folder.path(), "catalogue.toml", "[[game]]\nidentifier = 5\n");
        let error = content::start(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap_err();
        let sentence = format!("{error:#}");
        assert!(sentence.contains("catalogue.toml:2: "), "{sentence}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_start_at_once_number_alike() {
    use crate::testkit::{Engine, Kit};

    let one = Kit::start(Engine::Postgres).await;
    let folder = folder_with(&["a", "b", "c", "d", "e", "f"]);
    let start = async |kit: &Kit| content::start(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap();
    let (two, three) = tokio::join!(one.second(), one.second());
    let (left, right) = tokio::join!(start(&two), start(&three));
    for name in ["a", "b", "c", "d", "e", "f"] {
        let id = |catalogue: &croupier_server::catalogue::Catalogue| {
            catalogue.game_by_identifier(&format!("acme/{name}")).map(|game| game.id)
        };
        assert_eq!(id(&left), id(&right));
    }
}
