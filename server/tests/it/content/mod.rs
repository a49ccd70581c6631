//! Pages of text: how they are asked for, and what a faulty one does.

use std::path::Path;

use croupier_server::content;
use serde_json::json;
use tempfile::TempDir;

const ABOUT: &str = "title: About us\ndescription: Who we are.\n\n## We\n\nWe are {brand}.\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let list = "[[page]]\nid = 4\nslug = \"about\"\ncategories = [\"bottom-menu\"]\n";
    write(folder.path(), "pages.toml", list);
    write(folder.path(), "pages/about/en.md", ABOUT);
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

on_both_engines! {
    async fn a_faulty_page_leaves_the_last_good_ones(kit: Kit) {
        let folder = folder();
        let start = async || content::start_pages(&kit.app.db, &kit.app.clock, folder.path()).await;
        let good = start().await.unwrap();
        assert!(good.by_slug("about").is_some());
        write(folder.path(), "pages/about/de.md", "title: Wir\ndescription: Wer.\n\nWir sind {house}.\n");
        assert_eq!(start().await.unwrap(), good);
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM content_pages", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        let error = format!("{:#}", start().await.unwrap_err());
        assert!(error.contains("about/de.md:4: {house} is no value"), "{error}");
        write(folder.path(), "pages/about/de.md", "title: Wir\ndescription: Wer.\n\nWir sind {brand}.\n");
        assert!(start().await.unwrap().by_slug("about").unwrap().texts[""].contains_key("de"));
    }

    async fn a_page_is_found_by_path_and_by_number_in_the_language_asked_for(kit: Kit) {
        let browser = kit.browser();
        let list = browser.get("/api/cms/pages?l=de").await.expect(200);
        let about = list.as_array().unwrap().iter().find(|page| page["path"] == "/about").unwrap().clone();
        assert_eq!((&about["title"], &about["content"]), (&json!("Über Borealis"), &json!(null)));
        assert_eq!((&about["categories"], &about["hidden"]), (&json!(["bottom-menu"]), &json!(false)));
        let by_number = browser.get(&format!("/api/cms/pages/{}?l=de", about["id"])).await.expect(200);
        let by_slug = browser.get("/api/cms/pages/about?l=de").await.expect(200);
        assert_eq!(by_number, by_slug);
        assert_eq!(by_slug["content"], by_slug["blocks"]["content-main"]);
        let html = by_slug["content"].as_str().unwrap();
        assert!(html.contains("Borealis") && !html.contains('{'), "{html}");
        let unknown = browser.get("/api/cms/pages/about?l=xx").await.expect(200);
        assert_eq!(unknown, browser.get("/api/cms/pages/about").await.expect(200));
        assert_eq!(unknown["title"], "About Borealis");
        let terms = browser.get("/api/cms/pages/terms-and-conditions/EE?l=et").await.expect(200);
        assert_eq!(terms["path"], "/terms-and-conditions/EE");
        for path in ["nothing", "about/EE", "about/", "about/en.md", "999"] {
            browser.get(&format!("/api/cms/pages/{path}")).await.expect(404);
        }
    }
}
