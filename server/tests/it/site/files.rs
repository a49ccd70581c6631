//! Files of the build: types, encodings, lifetimes, and no way out of the folder.

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Visited;

#[tokio::test(flavor = "multi_thread")]
async fn each_file_has_its_type_and_its_lifetime() {
    let site = Visited::start().await;
    let forever = "public, max-age=31536000, immutable";
    let an_hour = "public, max-age=3600, stale-while-revalidate=86400";
    for (path, content_type, cached) in [
        ("/assets/index-abc.js", "text/javascript; charset=utf-8", forever),
        ("/house-games/assets/slots-1.js", "text/javascript; charset=utf-8", forever),
        ("/brand/icon.svg", "image/svg+xml", an_hour),
        ("/art/tiles/solar-sails-320.avif", "image/avif", an_hour),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "private, no-cache"),
        ("/robots.txt", "text/plain; charset=utf-8", "public, max-age=3600"),
        ("/sitemap.xml", "application/xml", "public, max-age=3600"),
        ("/sitemap-1.xml", "application/xml", "public, max-age=3600"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), content_type, "{path}");
        assert_eq!(answer.header("cache-control"), cached, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installed_site_bears_the_name_of_its_brand() {
    let site = Visited::start().await;
    let manifest: serde_json::Value =
        serde_json::from_str(site.get("/manifest.webmanifest").await.text()).unwrap();
    let expected = serde_json::json!({
        "name": "Borealis", "short_name": "Borealis", "lang": "en-CA", "display": "standalone", "theme_color": "#070b17",
    });
    assert_eq!(manifest, expected);
    let marina = [("host", "marina.localhost")];
    let other: serde_json::Value =
        serde_json::from_str(site.call(Method::GET, "/manifest.webmanifest", &marina).await.text()).unwrap();
    assert_eq!((&other["name"], &other["theme_color"]), (&"Marina".into(), &"#f3f9fb".into()));
}

#[test]
fn the_manifest_of_the_site_can_be_installed() {
    let built = include_str!("../../../../web/public/manifest.webmanifest");
    let manifest: serde_json::Value = serde_json::from_str(built).unwrap();
    assert_eq!((&manifest["display"], &manifest["start_url"]), (&"standalone".into(), &"/".into()));
    let icons = manifest["icons"].as_array().unwrap();
    for size in ["192x192", "512x512"] {
        let icon = icons.iter().find(|icon| icon["sizes"] == size && icon["type"] == "image/png").unwrap();
        let file = format!("{}/../web/public{}", env!("CARGO_MANIFEST_DIR"), icon["src"].as_str().unwrap());
        assert!(std::path::Path::new(&file).exists(), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_encoding_that_the_caller_takes_is_sent() {
    let site = Visited::start().await;
    let script = "/assets/index-abc.js";
    let mut tags = Vec::new();
    for (accepted, encoding, body) in [
        ("gzip, br", "br", "as brotli"),
        ("gzip", "gzip", "as gzip"),
        ("br;q=0, gzip;q=0", "", "plain script"),
        ("identity", "", "plain script"),
    ] {
        let answer = site.call(Method::GET, script, &[("accept-encoding", accepted)]).await;
        assert_eq!((answer.header("content-encoding"), answer.text()), (encoding, body), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        let tag = answer.header("etag").to_owned();
        let again = [("accept-encoding", accepted), ("if-none-match", tag.as_str())];
        let unchanged = site.call(Method::GET, script, &again).await;
        assert_eq!(
            (unchanged.status, unchanged.body.len(), unchanged.header("etag")),
            (304, 0, tag.as_str())
        );
        tags.push(tag);
    }
    assert_ne!(tags[0], tags[1]);
    assert_eq!(tags[2], tags[3]);
    let changed = site.call(Method::GET, script, &[("if-none-match", "\"other\"")]).await;
    assert_eq!(changed.status, 200);
    let head = site.call(Method::HEAD, script, &[]).await;
    assert_eq!((head.status, head.body.len(), head.header("content-length")), (200, 0, "12"));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_out_of_the_folder() {
    let site = Visited::start().await;
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/..\\..\\x",
        "/.vite/manifest.json",
        "/assets/missing.js",
        "/assets",
        "/index.html",
        "/assets/index-abc.js.br",
    ] {
        // A client would tidy the path first.
        let mut socket = TcpStream::connect(site.kit.address).await.unwrap();
        let call = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        socket.write_all(call.as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();
        let refused = answer.starts_with("HTTP/1.1 404 ") || answer.starts_with("HTTP/1.1 400 ");
        assert!(refused, "{path}: {answer}");
        assert!(!answer.contains("[workspace]") && !answer.contains("root:"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_client_may_be_framed_by_the_site_alone() {
    let site = Visited::start().await;
    for path in ["/house-games/", "/house-games/?client=slots", "/house-games/index.html"] {
        let answer = site.get(path).await;
        assert_eq!((answer.status, answer.text()), (200, "<html>game</html>"), "{path}");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'self'"), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_file_is_a_page_to_a_person_alone() {
    let site = Visited::start().await;
    let script = site.call(Method::GET, "/assets/gone-123.js", &[("accept", "*/*")]).await;
    assert_eq!((script.status, script.header("content-type")), (404, "application/json"));
    let person = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in ["/wp-login.php", "/pokies/all.html", "/assets/gone-123.js"] {
        let page = site.call(Method::GET, path, &person).await;
        assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
        assert!(page.text().contains("<div id=\"root\">"), "{path}");
    }
}
