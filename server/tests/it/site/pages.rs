//! Addresses of the site: status, title, canonical address, language, and what the page brings along.

use reqwest::Method;

use super::Visited;
use super::competitions::{QUEST, QUEST_ALIAS, schedule};

const ROUTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/routes/tree.tsx");
const ADDRESSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../content/addresses.json");

#[tokio::test(flavor = "multi_thread")]
async fn every_address_has_its_status_and_canonical_address() {
    let site = Visited::start_with(|config| config.games_page_size = 5).await;
    schedule(&site).await;
    for (path, canonical) in [
        ("/", "/"),
        ("/pokies/all", "/pokies/all"),
        ("/pokies/slots", "/pokies/slots"),
        ("/pokies/special", "/pokies/special"),
        ("/games/slots", "/pokies/slots"),
        ("/pokies/table", "/live/table"),
        ("/live/table", "/live/table"),
        ("/live/all", "/live/all"),
        ("/pokies/megaways", "/pokies/megaways"),
        ("/live/crash", "/pokies/crash"),
        ("/pokies/slots/2", "/pokies/slots/2"),
        ("/pokies/all/3", "/pokies/all/3"),
        ("/producers/northlight/3", "/producers/northlight/3"),
        ("/producers", "/producers"),
        ("/producers/northlight", "/producers/northlight"),
        ("/play/northlight/solar-sails?mode=demo", "/play/northlight/solar-sails"),
        ("/responsible-gaming", "/responsible-gaming"),
        ("/leaderboard", "/leaderboard"),
        ("/bonus/welcome", "/bonus/welcome"),
        ("/par/solar-sails", "/par/solar-sails"),
        ("/rocket-mart/freespins", "/rocket-mart/freespins"),
        (QUEST, QUEST),
        (QUEST_ALIAS, QUEST),
        ("/about", "/about"),
        ("/terms-and-conditions/EE", "/terms-and-conditions/EE"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        let link = format!("<link rel=\"canonical\" href=\"https://casino.example{canonical}\">");
        assert!(answer.text().contains(&link), "{path}: {}", answer.text());
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"));
    }
    for path in [
        "/favorite-games",
        "/sign-in",
        "/popup/login",
        "/profile/gifts",
        "/deposit",
        "/oops",
        "/ffc",
        "/replay/x",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.text().contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert!(!answer.text().contains("rel=\"canonical\""), "{path}");
    }
    for path in [
        "/no-such-page",
        "/pokies/zzz",
        "/pokies/prerelease",
        "/bonus/spring",
        "/bonus/WELCOME",
        "/par/nothing",
        "/pokies/lottery/2",
        "/pokies/slots/0",
        "/pokies/slots/4",
        "/pokies/all/5",
        "/live/all/2",
        "/live/table/2",
        "/producers/northlight/5",
        "/pokies/slots/01",
        "/pokies/slots/x",
        "/categories/zzz",
        "/producers/zzz",
        "/producers/zzz/1",
        "/play/northlight/zzz",
        "/play/zzz",
        "/fr",
        "/a/b/c/d",
        "/about/EE",
        "/1",
        "//casino.example/",
        "//casino.example",
        "/users/nothing",
        "/popup/nothing",
        "/cashbox/withdraw",
        "/tournaments/spring/2/3",
        "/%F0%9F%8E%B0",
        "/pokies/%D7%A9%D7%9C%D7%95%D7%9D",
        "/producers/%E2%80%AEgnp.exe",
        "/%00",
        "/%FF%FE",
        "/pokies/all%2F..%2F..",
        "/javascript:alert(1)",
        "/pokies/<script>alert(1)</script>",
    ] {
        let answer = site.call(Method::GET, path, &[("accept", "text/html")]).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().contains("<div id=\"root\">"), "{path}");
        assert!(answer.text().contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
    }
    let long = format!("/pokies/{}", "x".repeat(10_000));
    let answer = site.get(&long).await;
    assert_eq!((answer.status, answer.text().contains("xxx")), (404, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn old_addresses_lead_to_the_canonical_one() {
    let site = Visited::start().await;
    for (path, to) in [
        ("/pokies/all/?a=1", "/pokies/all?a=1"),
        ("/slots", "/pokies/all"),
        ("/pokies", "/pokies/all"),
        ("/live", "/live/all"),
        ("/live/", "/live/all"),
        ("/categories/new", "/pokies/new"),
        ("/categories/table", "/live/table"),
        ("/categories/jackpot", "/pokies/jackpot"),
        ("/pokies/slots/1", "/pokies/slots"),
        ("/accounts/history", "/"),
        ("/cashbox/deposit", "/deposit"),
        ("/play/solar-sails", "/play/northlight/solar-sails"),
        ("/users/games-history?page=2", "/profile/games-history?page=2"),
        ("/profile/password/edit?reset_password_token=t", "/new-password?reset_password_token=t"),
        ("/profile/confirmation?confirmation_token=t", "/confirmation?confirmation_token=t"),
        ("/de/users", "/de/profile"),
    ] {
        let answer = site.get(path).await;
        assert_eq!((answer.status, answer.header("location")), (308, to), "{path}");
    }
}

/// Every path of the site's router: those written in its tree, and those of the table of addresses.
fn routes_of_the_site() -> Vec<String> {
    let tree = std::fs::read_to_string(ROUTES).unwrap();
    let mut routes: Vec<String> = Vec::new();
    for call in ["forward('", "categoryRoute('", "pagedRoute('", "modalRoute('"] {
        routes.extend(tree.split(call).skip(1).filter_map(|rest| rest.split('\'').next()).map(str::to_owned));
    }
    for route in tree.split("createRoute({").skip(1) {
        let path = route.split_once("path: '").and_then(|(_, rest)| rest.split('\'').next());
        routes.extend(path.map(str::to_owned));
    }
    assert!(routes.len() > 20, "the tree is read: {routes:?}");
    let table: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(ADDRESSES).unwrap()).unwrap();
    for part in ["moved", "entries", "aliases", "modals"] {
        routes.extend(table[part].as_object().unwrap().keys().cloned());
    }
    routes.extend(table["popups"].as_object().unwrap().keys().map(|name| format!("/popup/{name}")));
    let switched = table["switched"].as_array().unwrap().iter().filter(|page| page["built"] != true);
    routes.extend(switched.map(|page| page["path"].as_str().unwrap().to_owned()));
    routes
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_of_the_site_is_an_address_of_the_server() {
    // Lists have a second page.
    let site = Visited::start_with(|config| config.games_page_size = 1).await;
    for route in routes_of_the_site() {
        let slug = if route.starts_with("/producers") {
            "northlight"
        } else if route.starts_with("/play") {
            "solar-sails"
        } else if route.ends_with("$page") {
            "slots"
        } else {
            "table"
        };
        let mut path = route.clone();
        for (part, value) in [
            ("/popup/$name", "/popup/login"),
            ("/promo/$slug", "/promo/game-of-the-season"),
            ("/bonus/$slug", "/bonus/welcome"),
            ("/par/$slug", "/par/solar-sails"),
            ("/replay/$token", "/replay/no-such-token"),
            ("$slug", slug),
            ("$page", "2"),
            ("$producer", "northlight"),
            ("$name", "solar-sails"),
            ("$article", "check-any-round"),
            ("$currency", "EUR"),
            ("$text", "terms-and-conditions"),
            ("$kind", "EE"),
            ("$param", "live"),
        ] {
            path = path.replace(part, value);
        }
        assert!(!path.contains('$'), "{route} has a part that this test does not know");
        let status = site.get(&path).await.status;
        assert!([200, 307, 308].contains(&status), "{route} answers {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_page_is_refused_in_the_standard_shape() {
    let site = Visited::start().await;
    for (method, path) in [
        (Method::GET, "/api/nothing"),
        (Method::GET, "/messages/xx.json"),
        (Method::POST, "/pokies/all"),
        (Method::DELETE, "/"),
    ] {
        let answer = site.call(method, path, &[("x-requested-with", "XMLHttpRequest")]).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().contains("\"not_found\""), "{path}: {}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_build_the_calls_still_work() {
    let site = Visited::start_with(|config| config.site_dir = "/nonexistent".into()).await;
    let root = site.get("/").await;
    assert_eq!(root.status, 503);
    assert!(root.text().contains("site_dir"));
    assert_eq!(site.get("/healthz").await.status, 200);
    assert_eq!(site.get("/pokies/all").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_brings_along_what_it_would_ask_first() {
    let site = Visited::start().await;
    let (browser, id) = site.kit.player("kim@example.com").await;
    let cookie = browser.cookie().unwrap();
    let signed_in = site.call(Method::GET, "/", &[("cookie", cookie.as_str())]).await.boot();
    assert_eq!(signed_in["player"]["id"], id);
    let guest = site.get("/").await.boot();
    assert_eq!(guest["player"], serde_json::json!({}));
    for boot in [&signed_in, &guest] {
        assert_eq!(boot["base"], "");
        assert!(
            boot["context"]["brand"].is_string() && boot["texts"].as_str().unwrap().starts_with("/texts/en")
        );
        assert_eq!(boot["collections"][0]["id"], "top");
        assert_eq!(boot["providers"][0]["id"], "northlight");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_seen_before_its_scripts_run() {
    let site = Visited::start().await;
    let (browser, _) = site.kit.player("kim@example.com").await;
    let cookie = browser.cookie().unwrap();
    let seen = |page: &super::Answer| page.between("<div id=\"root\">", "</div>").to_owned();
    assert_eq!(seen(&site.get("/").await), "<h1>Lobby</h1>");
    let own = site.call(Method::GET, "/", &[("cookie", cookie.as_str())]).await;
    assert_eq!(seen(&own), "<h1>mine</h1>");
    let list = site.get("/pokies/all").await;
    assert_eq!(seen(&list), "<b>Solar Sails</b><b>Aurora Roulette</b>");
    assert_eq!(list.boot()["list"]["answer"]["data"][0]["title"], "Solar Sails");
    let address = list.boot()["texts"].as_str().unwrap().to_owned();
    let named = format!("content=\"{address}/shell.json {address}/catalogue.json /assets/");
    assert!(list.text().contains(&named), "{}", list.text());
    let game = site.get("/play/northlight/solar-sails").await;
    assert_eq!(
        (&game.boot()["game"]["slug"], seen(&game).as_str()),
        (&"solar-sails".into(), "<i>solar-sails</i>")
    );
    assert_eq!(site.get("/").await.boot()["row"]["data"][0]["slug"], "solar-sails");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_read_before_the_scripts_run() {
    let site = Visited::start().await;
    let seen = async |path: &str| {
        let page = site.get(path).await;
        (page.between("<div id=\"root\">", "</div>").to_owned(), page.boot()["page"].clone())
    };
    let (about, page) = seen("/de/about").await;
    let content = page["content"].as_str().unwrap();
    assert!(content.contains("Borealis") && content.contains("<h2>"), "{content}");
    assert_eq!(about, format!("<h1>Über Borealis</h1><article>{content}</article>"));
    let (terms, everybodys) = seen("/terms-and-conditions").await;
    let (estonian, page) = seen("/terms-and-conditions/EE").await;
    assert!(estonian.contains(page["content"].as_str().unwrap()), "{estonian}");
    assert_eq!(page["path"], "/terms-and-conditions/EE");
    assert!(terms != estonian && terms.contains(everybodys["content"].as_str().unwrap()), "{terms}");
    let (article, page) = seen("/news/check-any-round").await;
    let text = page["content"].as_str().unwrap();
    assert_eq!(article, format!("<img src=\"/art/hero/glasshouse-768.avif\"><article>{text}</article>"));
    let picture =
        "<meta property=\"og:image\" content=\"https://casino.example/art/hero/glasshouse-1280.webp\">";
    assert!(site.get("/news/check-any-round").await.text().contains(picture));
    let (promo, page) = seen("/promo/game-of-the-season").await;
    assert_eq!(promo, format!("<i>{}</i>", page["title"].as_str().unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_in_the_language_that_its_address_names() {
    let site = Visited::start().await;
    let german = site.get("/de/play/northlight/solar-sails").await;
    assert_eq!(german.status, 200);
    assert!(german.text().contains("<html lang=\"de\""));
    assert!(german.between("<title>", "</title>").starts_with("Solar Sails"));
    // Should its scripts not come, the page says so in its language: hidden, beneath what is painted.
    let beneath = german.between("<div id=\"not-loaded\" role=\"alert\" hidden>", "</div>");
    assert!(beneath.ends_with("<a href=\"\">Seite neu laden</a>"), "{beneath}");
    let canonical = "rel=\"canonical\" href=\"https://casino.example/de/play/northlight/solar-sails\"";
    assert!(german.text().contains(canonical));
    let other = "hreflang=\"it\" href=\"https://casino.example/it/play/northlight/solar-sails\"";
    assert!(german.text().contains(other), "{}", german.text());
    assert_eq!(
        (german.boot()["base"].clone(), german.boot()["context"]["locale"].clone()),
        ("/de".into(), "de".into())
    );
    let about = site.get("/de/about").await;
    assert_eq!(about.between("<title>", "</title>"), "Über Borealis · Borealis");
    assert_eq!(about.boot()["page"]["path"], "/about");
    assert!(about.boot()["page"]["content"].as_str().unwrap().starts_with("<p>"));
    let moved = site.get("/de/slots?a=1").await;
    assert_eq!((moved.status, moved.header("location")), (308, "/de/pokies/all?a=1"));
    assert_eq!(site.get("/de").await.status, 200);
    assert_eq!(german.header("content-language"), "de");
    let chosen = site.call(Method::GET, "/", &[("cookie", "a=1; locale=it")]).await;
    assert!(chosen.text().contains("<html lang=\"it\"") && chosen.boot()["base"] == "");
    let test = site.get("/en-KW/producers").await;
    assert!(test.between("<title>", "</title>").starts_with('['), "{}", test.text());
    assert!(!test.text().contains("hreflang=\"en-KW\""));
    assert_eq!(site.get("/zz/pokies/all").await.status, 404);
}

/// What `compress.rs` rests on: nothing in a compressed page can be guessed by what an address is made to say.
#[tokio::test(flavor = "multi_thread")]
async fn a_compressed_page_holds_no_key_and_repeats_nothing_of_its_query() {
    let site = Visited::start().await;
    let (browser, _) = site.kit.player("kim@example.com").await;
    let cookie = browser.cookie().unwrap();
    let settings = site.call(Method::GET, "/api/player/settings", &[("cookie", cookie.as_str())]).await;
    let settings: serde_json::Value = serde_json::from_str(settings.text()).unwrap();
    let token = settings["realtime"]["token"].as_str().unwrap();
    assert!(token.len() > 16, "{settings}");
    for path in ["/", "/pokies/all", "/play/northlight/solar-sails", "/about", "/nothing-here", "/sign-in"] {
        let address = format!("{path}?guess=hunter2&modal=hunter2#hunter2");
        let page = site.call(Method::GET, &address, &[("cookie", cookie.as_str())]).await;
        assert!(page.text().contains("kim@example.com"), "{path} is the player's own");
        for absent in ["hunter2", token, "token", cookie.split('=').nth(1).unwrap()] {
            assert!(!page.text().contains(absent), "{path} repeats {absent}");
        }
    }
    let unknown = site.get("/hunter2").await;
    assert!(!unknown.text().contains("hunter2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_texts_come_in_the_best_encoding_that_the_caller_takes() {
    let site = Visited::start().await;
    let address = site.get("/").await.boot()["texts"].as_str().unwrap().to_owned();
    let texts = format!("{address}/shell.json");
    for path in ["/", texts.as_str()] {
        let plain = site.get(path).await;
        assert_eq!(plain.header("content-encoding"), "");
        for (accepted, encoding) in [("gzip, br", "br"), ("gzip", "gzip")] {
            let answer = site.call(Method::GET, path, &[("accept-encoding", accepted)]).await;
            assert_eq!(
                (answer.header("content-encoding"), answer.header("vary")),
                (encoding, "accept-encoding")
            );
            assert!(answer.body.len() * 2 < plain.body.len(), "{path} as {encoding}: {}", answer.body.len());
        }
    }
    let kept = site.get(&texts).await;
    assert_eq!(kept.header("cache-control"), "public, max-age=31536000, immutable");
    assert!(kept.text().contains("\"nav.lobby\"") && !kept.text().contains("\"search.title\""));
    assert!(site.get(&format!("{address}/catalogue.json")).await.text().contains("\"search.title\""));
    let gone = site.get("/texts/en-0000000000000000/shell.json").await;
    assert_eq!((gone.status, gone.header("cache-control")), (200, "no-cache"));
    for unknown in ["/texts/xx-0/shell.json", "/texts/en-0/unknown.json", "/texts/en-0.json"] {
        assert_eq!(site.get(unknown).await.status, 404, "{unknown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_with_a_player_in_it_is_kept_nowhere() {
    let site = Visited::start().await;
    let (jane, _) = site.kit.player("jane@example.com").await;
    let page = jane.get("/").await;
    assert_eq!((page.status.as_u16(), &page.headers["cache-control"]), (200, &"no-store".parse().unwrap()));
    let guest = site.kit.browser().get("/").await;
    assert_eq!(guest.headers["cache-control"], "private, no-cache");
}
