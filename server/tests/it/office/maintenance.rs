//! Closing a brand's site: what is refused, what goes on, and who may do it.

use croupier_money::Currency;
use croupier_server::staff::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Office, kinds};
use crate::play::{Frame, give, grown_player, launch};
use crate::testkit::Kit;

const SAILS: &str = "northlight/solar-sails";

const CLOSE: &str = "/api/maintenance/borealis/close";
const OPEN: &str = "/api/maintenance/borealis/open";

on_both_engines! {
    async fn a_closed_site_answers_nothing_new_and_finishes_what_has_begun(kit: Kit) {
        let office = Office::open(&kit).await;
        let boss = office.member(Role::Administrator).await;
        let (jane, id) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, id, Currency::EUR, 100_000).await;
        let frame = Frame::open(&kit, &jane, SAILS, "real").await;
        let round = frame.open_round(20).await;
        let guest = kit.browser();
        guest.get("/api/info/locales").await.expect(200);

        assert_eq!(boss.browser.post(CLOSE, json!({ "reason": " " })).await.field("reason").len(), 1);
        boss.browser.post(CLOSE, json!({ "reason": "moving house" })).await.expect(204);
        let again = boss.browser.post(CLOSE, json!({ "reason": "again" })).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, "already_switched"));
        boss.browser.post("/api/maintenance/nobody/close", json!({ "reason": "nothing" })).await.expect(404);

        let refused = guest.get("/api/info/locales").await;
        assert_eq!((refused.status.as_u16(), refused.code()), (503, "maintenance"));
        assert_eq!(refused.headers["retry-after"], "30");
        assert_eq!(guest.get("/client-context").await.code(), "maintenance", "the site's own question is answered in JSON");
        assert_eq!(jane.post("/api/deposits", json!({})).await.code(), "maintenance");
        guest.get("/api/tables/northlight/polar-ascent").await.expect(200);
        jane.get("/api/user_limits").await.expect(200);
        assert_eq!(launch(&jane, SAILS, "real").await.code(), "maintenance");
        let page = guest.get("/de/pokies/all").await;
        assert_eq!(page.status.as_u16(), 503);
        let html = page.body.as_str().unwrap();
        assert!(html.contains("Borealis wird gerade gewartet") && html.contains("lang=\"de\""), "{html}");
        let chosen = kit.browser().with("cookie", "locale=it").with("accept-language", "de").get("/pokies/all").await;
        assert_eq!(chosen.headers["content-language"], "it", "the language that was chosen on the device comes first");
        let head = guest.send(Method::HEAD, "/de/pokies/all", None, &[]).await;
        assert_eq!((head.status.as_u16(), &head.body), (503, &Value::Null));
        for header in ["content-type", "content-language", "retry-after", "cache-control"] {
            assert_eq!(head.headers[header], page.headers[header], "{header}");
        }
        guest.get("/healthz").await.expect(200);

        assert_eq!(frame.finish(round).await["status"], "finished", "what was open is finished");
        let spin = frame.spin("one-more", 20).await;
        assert_eq!((spin.status.as_u16(), spin.code()), (503, "maintenance"));

        let states = boss.browser.get("/api/maintenance").await.expect(200);
        let closed = |brand: &str| states.as_array().unwrap().iter().find(|state| state["id"] == brand).unwrap()["closed"].clone();
        assert_eq!((&closed("borealis")["reason"], closed("marina").is_null()), (&json!("moving house"), true));
        let other = kit.browser().with("host", "marina.localhost");
        other.get("/api/info/locales").await.expect(200);

        boss.browser.post(OPEN, json!({ "reason": "moved" })).await.expect(204);
        guest.get("/api/info/locales").await.expect(200);
        frame.spin("two-more", 20).await.expect(201);
        let entries = office.log(&boss, &format!("?member={}", boss.id), 3).await;
        assert_eq!(kinds(&entries)[..2], ["maintenance.ended", "maintenance.begun"]);
        assert_eq!(entries[1]["subject"], "borealis");
    }

    async fn only_who_may_closes_a_site(kit: Kit) {
        let office = Office::open(&kit).await;
        let cora = office.member(Role::Compliance).await;
        cora.browser.get("/api/maintenance").await.expect(200);
        cora.browser.post(CLOSE, json!({ "reason": "no" })).await.expect(403);
        kit.browser().get("/api/info/locales").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_servers_follow_and_one_that_starts_knows() {
    let kit = Kit::start(crate::testkit::Engine::Postgres).await;
    let office = Office::open(&kit).await;
    let boss = office.member(Role::Administrator).await;
    let running = kit.second().await;
    boss.browser.post(CLOSE, json!({ "reason": "moving house" })).await.expect(204);
    let is_closed = async |kit: &Kit| kit.browser().get("/api/info/locales").await.status.as_u16() == 503;
    Kit::until("the other server", async || is_closed(&running).await.then_some(())).await;
    let started = kit.second_without_background().await;
    assert!(is_closed(&started).await, "a server that starts knows of it");
    boss.browser.post(OPEN, json!({ "reason": "moved" })).await.expect(204);
    Kit::until("the other server", async || (!is_closed(&running).await).then_some(())).await;
}
