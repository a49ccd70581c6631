//! The sports site, as guests see it; how a player comes there is a test of the server.

use crate::testkit::{Sandbox, location};

#[tokio::test]
async fn every_section_is_shown_in_the_language_that_is_asked_for() {
    let sandbox = Sandbox::start().await;
    for section in ["matches", "live", "football", "ice-hockey", "tennis", "basketball"] {
        for (locale, language) in [
            ("en-CA", "en"),
            ("de", "de"),
            ("fr-CA", "fr"),
            ("no", "no"),
            ("it", "it"),
            ("et", "et"),
            ("xx", "en"),
        ] {
            let url = format!("{}/{section}?locale={locale}", sandbox.url);
            let answer = sandbox.client.get(url).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{section} {locale}");
            assert!(
                answer.headers()["content-security-policy"]
                    .to_str()
                    .unwrap()
                    .contains("frame-ancestors 'none'")
            );
            let text = answer.text().await.unwrap();
            assert!(text.contains(&format!("<html lang=\"{language}\">")), "{section} {locale}");
            assert!(text.contains("aria-current=\"page\""), "{section} {locale}");
        }
    }
    let missing = sandbox.client.get(format!("{}/curling", sandbox.url)).send().await.unwrap();
    assert_eq!(missing.status(), 404);
}

#[tokio::test]
async fn the_root_is_the_panel_except_on_a_host_of_sports() {
    let sandbox = Sandbox::start().await;
    let panel = sandbox.client.get(&sandbox.url).send().await.unwrap();
    assert_eq!(location(&panel), "/panel");
    let sports =
        sandbox.client.get(&sandbox.url).header("host", "sport.localhost:8090").send().await.unwrap();
    assert_eq!(sports.status(), 200);
}

#[tokio::test]
async fn a_sign_in_that_nobody_confirms_leaves_a_guest() {
    let mut config = crate::testkit::config();
    // Nothing listens there.
    config.casino_url = "http://127.0.0.1:9".into();
    let sandbox = Sandbox::start_with(config).await;
    let url = format!("{}/live?token=made-up&locale=et", sandbox.url);
    let answer = sandbox.client.get(url).send().await.unwrap();
    assert_eq!(location(&answer), "/live?locale=et&sign_in=failed");
    assert!(!answer.headers().contains_key("set-cookie"));
}

#[tokio::test]
async fn signing_out_takes_the_cookie_away() {
    let sandbox = Sandbox::start().await;
    let answer = sandbox.submit(&format!("{}/sign-out", sandbox.url), &[("locale", "de")]).await;
    assert_eq!(location(&answer), "/matches?locale=de");
    assert!(answer.headers()["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
}
