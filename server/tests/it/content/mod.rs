//! What the site reads of the content folder: how it is asked for, what changes while the server runs, and
//! what a faulty file does.

mod banners;
mod brands;
mod config;
mod contact;
mod context;
mod notices;
mod reload;

use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

/// A copy of the content folder, to be changed by a test.
pub fn copied() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content")), copy.path());
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let into = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &into);
        } else {
            std::fs::copy(&path, &into).unwrap();
        }
    }
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

on_both_engines! {
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
