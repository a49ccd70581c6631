//! Lists of the operator that are no games: what is seen of them before the scripts run, and what they bring along.

use reqwest::Method;

use super::{Answer, Visited};
use crate::content::{copied, write};

fn seen(page: &Answer) -> &str {
    page.between("<div id=\"root\">", "</div>")
}

#[tokio::test(flavor = "multi_thread")]
async fn news_are_seen_and_brought_along_in_the_language_of_the_page() {
    let site = Visited::start().await;
    for (base, title) in [("", "Check any round yourself"), ("/de", "Prüfe jede Runde selbst")] {
        let page = site.get(&format!("{base}/news")).await;
        let articles: Vec<&str> = seen(&page).split("</b>").collect();
        let newest = format!("<b>news/check-any-round 2026-11-18 /art/hero/glasshouse-768 {title}: ");
        assert!(articles[0].starts_with(&newest), "{articles:?}");
        assert!(articles[1].starts_with("<b>news/the-odds-on-the-table 2026-11-04 "), "{articles:?}");
        assert_eq!(articles.len(), 3, "{articles:?}");
        let boot = page.boot();
        let brought = boot["textPages"].as_array().unwrap();
        assert!(brought.iter().any(|page| page["title"] == title), "{boot}");
    }
    let other = site.get("/about").await.boot();
    assert!(["textPages", "methods", "banners"].iter().all(|name| other[*name].is_null()), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_fold_alike_on_the_painted_page_and_on_that_of_the_scripts() {
    let site = Visited::start().await;
    for (base, locale, question) in
        [("", "en", "How long does a withdrawal take?"), ("/de", "de", "Wie lange dauert eine Auszahlung?")]
    {
        let painted = site.get(&format!("{base}/faq")).await;
        let painted = painted.between("<article>", "</article>");
        // Under the same address in every language, to which a link beside the question leads.
        let folded = format!(
            "<details id=\"withdrawal-time\"><summary>\n<h3>{question}</h3>\n</summary>\n<a href=\"#withdrawal-time\""
        );
        assert!(painted.contains(&folded), "{painted}");
        assert_eq!(painted.matches("<details id=").count(), painted.matches("<h3>").count());
        let called = site.get(&format!("/api/cms/pages/faq?l={locale}")).await;
        let called: serde_json::Value = serde_json::from_str(called.text()).unwrap();
        assert_eq!(called["content"], painted, "{locale}");
    }
    let about = site.get("/about").await;
    assert!(!about.between("<article>", "</article>").contains("<details"));
}

#[tokio::test(flavor = "multi_thread")]
async fn ways_to_pay_stand_together_by_name() {
    let page = Visited::start().await.get("/payments").await;
    let boot = page.boot();
    let methods = boot["methods"].as_array().unwrap();
    let card = seen(&page).split("</table>").next().unwrap();
    assert!(card.starts_with("<table><i>Visa &amp; Mastercard<u><s><b>EUR</b><b>USD</b>"), "{card}");
    assert_eq!(seen(&page).matches("<b>").count(), methods.len());
    let names: std::collections::BTreeSet<_> = methods.iter().map(|method| method["id"].as_str()).collect();
    for tag in ["<table>", "</table>"] {
        assert_eq!(seen(&page).matches(tag).count(), names.len(), "{tag}");
    }
    assert_eq!(boot["currencies"][0]["code"], "EUR", "amounts need no second trip");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_is_seen_as_far_as_the_server_can_tell() {
    let site = Visited::start().await;
    let page = site.get("/de/promotions").await;
    let banners: Vec<&str> = seen(&page).split("<hr>").collect();
    let check = "<a href=\"/de/provably-fair\">So geht’s</a>Prüf jede Runde selbst nach: Dein eigener Seed ";
    assert!(banners[0].starts_with(check), "{banners:?}");
    let coins = banners[1];
    assert!(
        coins.starts_with("small <a") && coins.ends_with("per Karte ab 15,00 $."),
        "of a guest in Canada: {coins}"
    );
    let english = site.get("/promotions").await;
    assert!(
        seen(&english).contains("Card deposits from …."),
        "the build does not tell how: {}",
        seen(&english)
    );
    let season = "Tidal Kings: die ganze Saison ganz vorn: Was ";
    assert!(banners[2].starts_with("large <a") && banners[2].contains(season), "{banners:?}");
    assert!(banners[2].contains("<b>Spiel der Saison</b>"), "{banners:?}");
    let boot = page.boot();
    assert!(boot["banners"].as_array().unwrap().len() >= 3 && boot["currencyConfig"].is_object(), "{boot}");
    let (browser, _) = site.kit.player("kim@example.com").await;
    let own = site.call(Method::GET, "/promotions", &[("cookie", &browser.cookie().unwrap())]).await;
    assert_eq!(seen(&own), "<p>mine</p>");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_live_games_says_that_there_are_none() {
    let folder = copied();
    let catalogue = std::fs::read_to_string(folder.path().join("catalogue.toml")).unwrap();
    write(folder.path(), "catalogue.toml", &catalogue.replace("\"live\", ", ""));
    let content_dir = folder.path().to_owned();
    let site = Visited::start_with(|config| config.content_dir = content_dir).await;
    assert_eq!(seen(&site.get("/live/all").await), "<p>No live games yet</p>");
    assert_eq!(seen(&site.get("/de/live/all").await), "<p>Noch keine Live-Spiele</p>");
}

/// The site says it itself: the page is first seen as its frame, of which this build has none.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_with_nothing_or_with_what_only_the_site_knows_is_left_to_it() {
    for banners in ["", "type = \"tournament\"\nfrontendIdentifier = \"spring\"", "type = \"link\""] {
        let folder = copied();
        let banner = "[[banner]]\nid = 1\ncategories = [\"promo\"]\n\
                      gradient = [\"#000000\", \"#000000\", \"#000000\", \"#000000\"]\n\
                      title = { en = \"A\", de = \"A\", fr-CA = \"A\", no = \"A\", it = \"A\", et = \"A\" }\n\
                      [banner.button]\nurl = \"https://elsewhere.example/\"\n\
                      name = { en = \"B\", de = \"B\", fr-CA = \"B\", no = \"B\", it = \"B\", et = \"B\" }\n";
        let is_empty = banners.is_empty();
        let list = if is_empty { "banner = []\n".to_owned() } else { format!("{banner}{banners}\n") };
        write(folder.path(), "banners.toml", &list);
        let content_dir = folder.path().to_owned();
        let site = Visited::start_with(|config| config.content_dir = content_dir).await;
        let page = site.get("/promotions").await;
        assert_eq!((page.status, seen(&page)), (200, ""), "{list}");
        let count = page.boot()["banners"].as_array().map(Vec::len);
        assert_eq!(count, Some(usize::from(!is_empty)), "{list}");
    }
}
