//! Where addresses lead that are loaded from the server, and what lists are called there.

use super::Visited;

/// Cases that the site walks too (`web/src/routes/addressVectors.test.ts`): where the server answers a path, and
/// where a guest and a player end up.
const ADDRESS_VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../content/address-vectors.json");

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_load_arrives_where_the_site_itself_goes() {
    let site = Visited::start().await;
    let cases = std::fs::read_to_string(ADDRESS_VECTORS).unwrap();
    let cases: Vec<serde_json::Value> = serde_json::from_str(&cases).unwrap();
    assert!(cases.len() > 20, "the cases are read");
    for case in cases {
        let path = case["path"].as_str().unwrap();
        let mut shown = path.to_owned();
        let mut answer = site.get(&shown).await;
        while [307, 308].contains(&answer.status) {
            answer.header("location").clone_into(&mut shown);
            answer = site.get(&shown).await;
        }
        assert_eq!((answer.status, shown.as_str()), (200, case["served"].as_str().unwrap()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_titled_by_what_it_holds() {
    let site = Visited::start().await;
    for (path, title) in [
        ("/pokies/all", "All games · Borealis"),
        ("/live/all", "All live games · Borealis"),
        ("/pokies/lottery", "Lottery · Borealis"),
    ] {
        assert_eq!(site.get(path).await.between("<title>", "</title>"), title, "{path}");
    }
    let sitemap = site.get("/sitemap-1.xml").await;
    assert!(sitemap.text().contains("/pokies/slots") && sitemap.text().contains("/pokies/lottery"));
    assert!(!sitemap.text().contains("/pokies/prerelease"), "a list without games");
}
