//! What search engines and those who share a page are told: the map of the site, and what each page is about.

use super::{Answer, Visited};

const BASE: &str = "https://casino.example";

fn addresses(map: &Answer) -> Vec<&str> {
    map.text().split("<loc>").skip(1).map(|rest| rest.split("</loc>").next().unwrap()).collect()
}

fn linked_data(page: &Answer) -> serde_json::Value {
    serde_json::from_str(page.between("<script type=\"application/ld+json\">", "</script>")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_get_every_page() {
    let site = Visited::start().await;
    let robots = site.get("/robots.txt").await;
    assert!(robots.text().contains("Sitemap: https://casino.example/sitemap.xml"));
    let parts = site.get("/sitemap.xml").await;
    let mut pages: Vec<String> = Vec::new();
    for part in addresses(&parts) {
        let part = site.get(part.strip_prefix(BASE).unwrap()).await;
        assert_eq!((part.status, part.header("content-type")), (200, "application/xml"));
        let german = "hreflang=\"de\" href=\"https://casino.example/de/producers\"/>";
        assert!(part.text().contains(german), "{}", part.text());
        let everybody = "hreflang=\"x-default\" href=\"https://casino.example/producers\"/>";
        assert!(part.text().contains(everybody), "{}", part.text());
        pages.extend(addresses(&part).into_iter().map(str::to_owned));
    }
    assert!(pages.len() > 10, "{pages:?}");
    for page in pages {
        let answer = site.get(page.strip_prefix(BASE).unwrap()).await;
        assert_eq!(answer.status, 200, "{page}");
        assert!(answer.text().contains(&format!("rel=\"canonical\" href=\"{page}\"")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_brand_is_known_under_its_own_host() {
    let site = Visited::start().await;
    for (host, base) in [
        ("marina.localhost:8080", "https://marina.localhost:8080"),
        ("www.marina.example", "https://www.marina.example"),
        ("www.borealis.example", BASE),
    ] {
        let get = async |path: &str| site.call(reqwest::Method::GET, path, &[("host", host)]).await;
        let robots = get("/robots.txt").await;
        assert!(robots.text().contains(&format!("Sitemap: {base}/sitemap.xml")), "{}", robots.text());
        assert_eq!(addresses(&get("/sitemap.xml").await)[0], format!("{base}/sitemap-1.xml"));
        let part = get("/sitemap-1.xml").await;
        assert!(part.text().contains(&format!("hreflang=\"de\" href=\"{base}/de/producers\"/>")), "{host}");
        let game = get("/play/northlight/solar-sails").await;
        for reported in [
            "rel=\"canonical\" href=\"",
            "property=\"og:url\" content=\"",
            "property=\"og:image\" content=\"",
        ] {
            assert_eq!(&game.between(reported, "\"")[..base.len()], base, "{host}: {reported}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_the_map_does_not_have_is_none() {
    let site = Visited::start().await;
    for path in ["/sitemap-0.xml", "/sitemap-2.xml", "/sitemap-x.xml", "/sitemap-99999999999999999999.xml"] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_tells_what_it_is_about() {
    let site = Visited::start().await;
    let lobby = linked_data(&site.get("/de").await);
    assert_eq!(lobby["@graph"][0]["@type"], "WebSite");
    assert_eq!(lobby["@graph"][0]["url"], format!("{BASE}/de"));

    let game = site.get("/de/play/northlight/solar-sails").await;
    let reported = linked_data(&game);
    assert_eq!(reported["@graph"][0]["name"], "Solar Sails");
    assert_eq!(reported["@graph"][0]["url"], format!("{BASE}/de/play/northlight/solar-sails"));
    let trail = reported["@graph"][1]["itemListElement"].as_array().unwrap();
    let items: Vec<_> = trail.iter().map(|step| step["item"].as_str().unwrap()).collect();
    let expected = ["/de", "/de/producers/northlight", "/de/play/northlight/solar-sails"];
    assert_eq!(items, expected.map(|path| format!("{BASE}{path}")));
    assert!(game.text().contains("<meta property=\"og:image\" content=\"https://casino.example/"));

    for path in ["/pokies/all", "/producers/northlight"] {
        let list = site.get(path).await;
        assert_eq!(linked_data(&list)["@graph"][0]["itemListElement"][0]["item"], format!("{BASE}/"));
        assert!(list.text().contains("property=\"og:image\""), "{path}");
    }
    for path in ["/sign-in", "/profile", "/nothing-here", "/about"] {
        assert!(!site.get(path).await.text().contains("ld+json"), "{path}");
    }
}
