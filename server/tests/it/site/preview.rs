//! Pages that show drafts.

use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::json;

use super::Visited;
use crate::office::Office;

const SIGN: &str = "Preview of drafts";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_preview_says_so_also_to_a_browser_that_unpacks() {
    let site = Visited::start().await;
    let office = Office::open(&site.kit).await;
    let editor = office.member(Role::Editor).await;
    let text = json!({ "path": "pages/about/en.md", "base": 0, "revision": 0, "body": "title: About\ndescription: News\n\nDrafted." });
    editor.browser.post("/api/content/save", text).await.expect(200);
    let documents = json!({ "documents": [{ "path": "pages/about/en.md", "revision": 1 }] });
    let link = editor.browser.post("/api/content/preview", documents).await.expect(200);
    let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let cookie = format!("croupier-preview={token}");
    for accepted in ["identity", "gzip, deflate, br"] {
        let asked = [("accept-encoding", accepted), ("cookie", cookie.as_str())];
        let page = site.call(Method::GET, "/en-AU/about", &asked).await;
        assert!(
            page.text().contains("Drafted.") && page.text().contains(SIGN),
            "{accepted}: {}",
            page.text()
        );
    }
    let page = site.get("/en-AU/about").await;
    assert!(!page.text().contains(SIGN), "{}", page.text());
}
