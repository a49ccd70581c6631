//! What changes in the content folder while the server runs.

use croupier_server::content::ContentStore;
use serde_json::json;

use super::{copied, write};
use crate::testkit::Engine;

const MENU: &str =
    "[[item]]\nid = \"new\"\ntitle = \"nav.new\"\nicon = \"sparkle\"\npath = \"/pokies/new\"\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_live_without_a_restart() {
    let folder = copied();
    let content_dir = folder.path().to_owned();
    let kit =
        crate::testkit::Kit::start_with(Engine::Sqlite, |config| config.content_dir = content_dir).await;
    let browser = kit.browser();
    let path = "/api/fe/config/menu-categories-games";
    let before = browser.get(path).await.expect(200);
    assert!(before.as_array().unwrap().len() > 1);
    write(folder.path(), "menus.toml", MENU);
    let menu = crate::testkit::Kit::until("the new menu", async || {
        let menu = browser.get(path).await.expect(200);
        (menu != before).then_some(menu)
    });
    assert_eq!(menu.await[0]["path"], json!("/pokies/new"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rates_and_ways_to_pay_are_read_again_unless_they_are_faulty() {
    let folder = copied();
    let content_dir = folder.path().to_owned();
    let kit =
        crate::testkit::Kit::start_with(Engine::Sqlite, |config| config.content_dir = content_dir).await;
    let browser = kit.browser();
    let change = |name: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.contains(from), "{name} holds {from}");
        write(folder.path(), name, &text.replacen(from, to, 1));
    };
    let shown = async |path: &str, wanted: &str| {
        crate::testkit::Kit::until(wanted, async || {
            browser.get(path).await.expect(200).to_string().contains(wanted).then_some(())
        })
        .await;
    };
    change("exchange-rates.toml", "updated_at = \"", "updated_at = \"3026");
    change("payment_methods.toml", "title = \"", "title = \"Quick ");
    let (player, _) = kit.player("ada@example.com").await;
    let openable = async || player.get("/api/player/wallet_currencies").await.expect(200).to_string();
    assert!(openable().await.contains("NZD"));
    change("currencies.toml", "\"CAD\", \"NZD\", \"BRL\", \"NOK\", \"JPY\", \"BTC\"", "\"CAD\", \"BTC\"");
    shown("/api/fe/config/currency-config", "\"CAD\",\"BTC\"").await;
    assert!(!openable().await.contains("NZD"));
    let refused = player.post("/api/player/accounts", json!({ "currency": "NZD" })).await;
    assert_eq!(refused.status.as_u16(), 422);
    shown("/api/info/crypto_exchange_rates", "\"updated_at\":\"3026").await;
    shown("/api/payment_methods", "\"Quick ").await;
    change("payment_methods.toml", "title = \"Quick ", "colour = \"Slow ");
    change("exchange-rates.toml", "updated_at = \"3026", "updated_at = \"4026");
    shown("/api/info/crypto_exchange_rates", "\"updated_at\":\"4026").await;
    shown("/api/payment_methods", "\"Quick ").await;
}

on_both_engines! {
    async fn a_faulty_file_leaves_what_was_last_good_of_its_kind(kit: Kit) {
        let folder = copied();
        let open = async || ContentStore::open(&kit.app.db, &kit.app.clock, folder.path()).await;
        let content_store = open().await.unwrap();
        let good = content_store.now();
        write(folder.path(), "pages/about/de.md", "title: Wir\ndescription: Wer.\n\nWir sind {fixture}.\n");
        write(folder.path(), "menus.toml", MENU);
        content_store.refresh(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap();
        assert_eq!(content_store.now().pages, good.pages);
        assert_eq!(content_store.now().menu.len(), 1);
        // The next start finds the same: what was last good lies in the storage.
        assert_eq!(open().await.unwrap().now().pages, good.pages);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM content_part", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let error = format!("{:#}", open().await.unwrap_err());
        assert!(error.contains("about/de.md:4: {fixture} is no known value"), "{error}");
        write(folder.path(), "pages/about/de.md", "title: Wir\ndescription: Wer.\n\nWir sind {brand}.\n");
        assert!(open().await.unwrap().now().pages.by_slug("about").unwrap().texts[""].contains_key("de"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_told_with_file_and_line() {
    let kit = crate::testkit::Kit::start(Engine::Sqlite).await;
    for (file, text, said) in [
        (
            "menus.toml",
            "[[item]]\nid = \"a\"\ntitle = \"t\"\nicon = \"i\"\npath = \"javascript:x\"\n",
            "menus.toml:1: ",
        ),
        (
            "snippets.toml",
            "[[snippet]]\nid = \"A b\"\ncategories = []\n",
            "snippets.toml:1: \"A b\" is no slug",
        ),
        ("config/survey.toml", "survey_id = \"\"\nis_enable_widget = 1\n", "survey.toml:2: invalid type"),
        ("config/affiliates.toml", "colour = 1\n", "affiliates.toml:1: unknown field `colour`"),
        ("brands/borealis.toml", "name = \"B\"\n", "borealis.toml:1: missing field"),
        ("banners.toml", "[[banner]]\nid = 1\n", "banners.toml:1: missing field"),
        (
            "files.toml",
            "[[file]]\nid = \"a\"\nversion = \"1\"\ntitle = { en = \"A\" }\npath = { en = \"no.pdf\" }\ncategories = []\n",
            "files.toml:1: media/no.pdf is not there",
        ),
        (
            "pages.toml",
            "[[page]]\nid = 1\nslug = \"news/a\"\ncategories = []\nnews = { date = \"2026-01-01\", image = \"/media/a-{width}.png\" }\n",
            "pages.toml:1: media/a-1280.png is not there",
        ),
    ] {
        let folder = copied();
        write(folder.path(), file, text);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM content_part", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let error = format!(
            "{:#}",
            ContentStore::open(&kit.app.db, &kit.app.clock, folder.path()).await.unwrap_err()
        );
        assert!(error.contains(said), "{error}");
    }
}
