//! The catalogue as staff writes it: titles and lists as drafts, published by a colleague, followed by each server.

use croupier_server::catalogue::Audience;
use croupier_server::staff::Role;
use serde_json::{Value, json};

use super::{Member, Office};
use crate::browser::Answer;
use crate::testkit::Kit;

const GAME: &str = "northlight/solar-sails";

impl Member {
    async fn title(&self) -> Value {
        self.browser.get(&format!("/api/catalogue/title?identifier={GAME}")).await.expect(200)
    }

    async fn saves_title(&self, seen: &Value, field: &str, value: Value) -> Answer {
        let mut title = seen["title"].clone();
        title[field] = value;
        let body =
            json!({ "base": seen["draft"]["base"], "revision": seen["draft"]["revision"], "title": title });
        self.browser.post("/api/catalogue/title", body).await
    }

    async fn publishes_draft(&self, draft: &Value) -> Answer {
        let documents = json!([{ "path": draft["path"], "revision": draft["revision"] }]);
        self.browser.post("/api/content/publish", json!({ "documents": documents, "reason": "autumn" })).await
    }
}

/// Waits until a server offers the game in Canada, or no longer does.
async fn offered(kit: &Kit, wanted: bool) {
    Kit::until("the game", async || {
        let audience = Audience { country: Some("CA"), device: None };
        let index = kit.app.catalogue.index();
        let is_offered = index.by_identifier(GAME).is_some_and(|game| index.is_offered(game, audience));
        (is_offered == wanted).then_some(())
    })
    .await;
}

on_both_engines! {
    async fn a_title_is_closed_to_a_country_by_two_members(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member_at("ann@house.example", Role::Administrator).await;
        let bob = office.member_at("bob@house.example", Role::Editor).await;
        offered(&kit, true).await;
        let number = kit.app.catalogue.game_by_identifier(GAME).unwrap().id;
        let seen = bob.title().await;
        assert_eq!(seen["title"]["title"], "Solar Sails");
        let wrong = bob.saves_title(&seen, "blocked_countries", json!(["canada"])).await.expect(422);
        assert!(wrong["errors"]["blocked_countries"][0]["message"].as_str().unwrap().contains("canada"), "{wrong}");
        let saved = bob.saves_title(&seen, "blocked_countries", json!(["CA"])).await.expect(200);
        assert_eq!((&saved["draft"]["is_own"], &saved["draft"]["revision"]), (&json!(true), &json!(1)));
        assert_eq!(saved["in_force"]["blocked_countries"], json!([]));
        // Whoever has seen another text loses nothing of a colleague's.
        assert_eq!(ann.saves_title(&seen, "title", json!("Sails")).await.code(), "content_changed");
        let changed = ann.browser.get("/api/catalogue/titles?state=changed").await.expect(200);
        assert_eq!((&changed["total"], &changed["titles"][0]["identifier"]), (&json!(1), &json!(GAME)));
        let blocked = ann.browser.get("/api/catalogue/titles?country=CA&query=sails").await.expect(200);
        assert_eq!(blocked["total"], 1);
        assert_eq!(bob.publishes_draft(&saved["draft"]).await.code(), "second_person_needed");
        offered(&kit, true).await;
        ann.publishes_draft(&saved["draft"]).await.expect(204);
        offered(&kit, false).await;
        if kit.engine == Engine::Postgres {
            offered(&kit.second().await, false).await;
        }
        assert_eq!(kit.app.catalogue.game_by_identifier(GAME).unwrap().id, number, "it keeps its number");
        // The folder's text comes back by the same two.
        let back = json!({ "path": "catalogue.toml", "version": 0 });
        let back = bob.browser.post("/api/content/restore", back).await.expect(200);
        let draft = json!({ "path": "catalogue.toml", "revision": back["draft"]["revision"] });
        ann.publishes_draft(&draft).await.expect(204);
        offered(&kit, true).await;
    }

    async fn a_title_that_is_off_can_still_be_finished(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member_at("ann@house.example", Role::Administrator).await;
        let bob = office.member_at("bob@house.example", Role::Editor).await;
        let number = kit.app.catalogue.game_by_identifier(GAME).unwrap().id;
        let saved = bob.saves_title(&bob.title().await, "enabled", json!(false)).await.expect(200);
        ann.publishes_draft(&saved["draft"]).await.expect(204);
        offered(&kit, false).await;
        assert!(kit.app.catalogue.game_by_id(number).is_none(), "it is in no list");
        assert!(kit.app.catalogue.known_by_id(number).is_some(), "rounds of it are finished");
    }

    async fn lists_are_seen_before_they_are_published(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member_at("ann@house.example", Role::Administrator).await;
        let bob = office.member_at("bob@house.example", Role::Editor).await;
        let seen = bob.browser.get("/api/catalogue/collections").await.expect(200);
        let mut lists = seen["collections"].as_array().unwrap().clone();
        let slots = lists.iter().position(|list| list["id"] == "slots").unwrap();
        let mut fixed = lists.remove(slots);
        fixed["follow"] = json!("nothing");
        fixed["games"] = json!(["northlight/koi-lanterns", GAME]);
        lists.insert(0, fixed);
        let arranged = bob.browser.post("/api/catalogue/arrange", json!({ "collections": lists })).await.expect(200);
        let first = &arranged["lists"][0];
        assert_eq!((&first["id"], &first["total"], &first["games"][0]["title"]), (&json!("slots"), &json!(2), &json!("Koi Lanterns")));
        let mut unknown = lists.clone();
        unknown[0]["games"] = json!(["northlight/nothing"]);
        let fault = bob.browser.post("/api/catalogue/arrange", json!({ "collections": unknown })).await.expect(200);
        assert!(fault["fault"].as_str().unwrap().contains("northlight/nothing"), "{fault}");
        let body = json!({ "base": 0, "revision": 0, "collections": lists });
        let saved = bob.browser.post("/api/catalogue/collections", body).await.expect(200);
        ann.publishes_draft(&saved["draft"]).await.expect(204);
        Kit::until("the lists", async || {
            let index = kit.app.catalogue.index();
            let first = index.menu_collections(Audience::default()).next().map(|(list, count)| (list.id.clone(), count));
            (first == Some(("slots".to_owned(), 2))).then_some(())
        })
        .await;
    }

    async fn a_currency_is_taken_off_without_a_restart(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member_at("ann@house.example", Role::Administrator).await;
        let bob = office.member_at("bob@house.example", Role::Bonus).await;
        let path = "currencies.toml";
        let seen = bob.browser.get(&format!("/api/content/document?path={path}")).await.expect(200);
        let body = seen["in_force"]["body"].as_str().unwrap().replace("\"NZD\", \"BRL\"", "\"BRL\"");
        let draft = json!({ "path": path, "base": 0, "revision": 0, "body": body });
        bob.browser.post("/api/content/save", draft).await.expect(200);
        ann.publishes_draft(&json!({ "path": path, "revision": 1 })).await.expect(204);
        let dollar = "NZD".parse().unwrap();
        Kit::until("the currencies", async || (!kit.app.site_config.currencies.now().has(dollar)).then_some(())).await;
    }

    async fn a_provider_gets_no_origin_from_the_office(kit: Kit) {
        let office = Office::open(&kit).await;
        let bob = office.member(Role::Editor).await;
        let body = "[[provider]]\nid = \"northlight\"\ntitle = \"Northlight\"\nframe_origins = [\"https://evil.example\"]\n\
            [[provider]]\nid = \"brassworks\"\ntitle = \"Brassworks\"\nat_partner = true\n";
        let draft = json!({ "path": "providers.toml", "base": 0, "revision": 0, "body": body });
        bob.browser.post("/api/content/save", draft).await.expect(200);
        let documents = json!({ "documents": [{ "path": "providers.toml", "revision": 1 }] });
        let faults = bob.browser.post("/api/content/check", documents).await.expect(200);
        assert!(faults["faults"][0]["message"].as_str().unwrap().contains("https://evil.example"), "{faults}");
    }

    async fn a_list_of_games_is_taken_over_as_a_whole(kit: Kit) {
        let office = Office::open(&kit).await;
        let ann = office.member_at("ann@house.example", Role::Administrator).await;
        let bob = office.member_at("bob@house.example", Role::Editor).await;
        let row = |identifier: &str, title: &str| {
            json!({ "identifier": identifier, "title": title, "categories": ["top"], "devices": ["mobile"] }).to_string()
        };
        let partner = bob.browser.get("/api/catalogue/titles?state=on&query=northlight").await.expect(200);
        let known = partner["titles"][0]["identifier"].as_str().unwrap().to_owned();
        let good = format!("{}\n{}\n", row("northlight/new-one", "New one"), row(&known, "Known"));
        let seen = bob.browser.upload("/api/catalogue/import?format=json", good.clone().into()).await.expect(200);
        assert_eq!((&seen["new"]["total"], &seen["changed"]["total"], &seen["gone"]["total"]), (&json!(1), &json!(1), &json!(0)), "{seen}");
        let fields = seen["changed"]["games"][0]["fields"].as_array().unwrap();
        assert!(fields.contains(&json!("title")), "{fields:?}");
        let whole = bob.browser.upload("/api/catalogue/import?format=json&whole=true", good.clone().into()).await.expect(200);
        let others = partner["total"].as_u64().unwrap() - 1;
        assert_eq!(whole["gone"]["total"], json!(others), "{whole}");
        let take = |digest: &Value| format!("/api/catalogue/import/take?format=json&digest={}", digest.as_str().unwrap());
        // A row that cannot be taken keeps all of them out.
        let bad = format!("{good}{}", row("nobody/game", "Nobody's"));
        let refused = bob.browser.upload("/api/catalogue/import?format=json", bad.clone().into()).await.expect(200);
        assert_eq!((&refused["refused"][0]["line"], &refused["refused"][0]["identifier"]), (&json!(3), &json!("nobody/game")));
        assert_eq!(bob.browser.upload(&take(&refused["digest"]), bad.into()).await.code(), "import_refused");
        // Another list than was seen, or another catalogue, is seen first.
        assert_eq!(bob.browser.upload(&take(&whole["digest"]), good.clone().into()).await.code(), "import_changed");
        bob.browser.upload(&take(&seen["digest"]), good.clone().into()).await.expect(204);
        assert_eq!(bob.browser.upload(&take(&seen["digest"]), good.into()).await.code(), "import_changed");
        let draft = bob.browser.get("/api/catalogue/titles?query=new-one").await.expect(200);
        assert_eq!((&draft["total"], &draft["titles"][0]["is_changed"]), (&json!(1), &json!(true)));
        assert_eq!(bob.publishes_draft(&draft["draft"]).await.code(), "second_person_needed");
        ann.publishes_draft(&draft["draft"]).await.expect(204);
        Kit::until("the new game", async || kit.app.catalogue.game_by_identifier("northlight/new-one").map(drop)).await;
        let csv = "title\nNo name\n";
        let unread = bob.browser.upload("/api/catalogue/import?format=csv", csv.into()).await;
        assert_eq!(unread.field("file"), ["VALIDATION.LIST"]);
        bob.browser.upload("/api/catalogue/import?format=json&partner=nobody", b"[]".to_vec()).await.expect(404);
    }
}
