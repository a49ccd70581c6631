//! Lists, search and look-ups, as guests.

use croupier_games::builtin::GAMES;
use croupier_server::catalogue::{JackpotGames, ListRules};
use serde_json::{Value, json};

use crate::bonus::offer_only;
use crate::browser::Browser;
use crate::testkit::{Engine, Kit};

#[tokio::test(flavor = "multi_thread")]
async fn games_are_filtered_paged_and_found() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    let filter = async |filter: serde_json::Value, rest: serde_json::Value| {
        let mut body = json!({ "device": "mobile", "filter": filter });
        for (name, value) in rest.as_object().unwrap() {
            body[name] = value.clone();
        }
        guest.post("/api/games_filter", body).await
    };
    let titles = |page: &serde_json::Value| -> Vec<String> {
        page["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["title"].as_str().unwrap().to_owned())
            .collect()
    };
    let none = json!({});
    let all = filter(json!({}), none.clone()).await.expect(200);
    assert_eq!(
        all["pagination"],
        json!({"current_page": 1, "next_page": null, "total_pages": 1, "total_count": GAMES.len()})
    );
    let found = filter(json!({ "title": "KÓI lanterms" }), none.clone()).await.expect(200);
    assert_eq!(titles(&found), ["Koi Lanterns"]);
    let table =
        json!({ "categories": { "identifiers": ["table"], "strategy": "OR" }, "providers": ["northlight"] });
    let table = filter(table, none.clone()).await.expect(200);
    assert_eq!(titles(&table), ["Aurora Roulette", "Icefall Baccarat"]);
    let game = &table["data"][0];
    assert_eq!(
        (game["has_demo_mode"].clone(), game["currencies"]["FUN"]["id"].clone()),
        (true.into(), "FUN".into())
    );
    let mut joined = Vec::new();
    for page in [1, 2] {
        let slice = filter(json!({}), json!({ "page": page, "page_size": GAMES.len().div_ceil(2) }))
            .await
            .expect(200);
        joined.extend(titles(&slice));
        assert_eq!(slice["pagination"]["next_page"], if page == 1 { json!(2) } else { json!(null) });
    }
    assert_eq!(joined, titles(&all));
    let xor = filter(json!({ "categories": { "identifiers": ["top"], "strategy": "XOR" } }), none).await;
    assert_eq!(xor.status, 422);
    assert_eq!(filter(json!({}), json!({ "device": "fridge" })).await.status, 422);
    let clamped = filter(json!({}), json!({ "page_size": 101 })).await.expect(200);
    assert_eq!(titles(&clamped), titles(&all));
    assert_eq!(filter(json!({}), json!({ "page": 0 })).await.field("page"), ["VALIDATION.MIN"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_may_be_anything() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    let search = |title: &str| json!({ "device": "desktop", "filter": { "title": title } });
    for title in [
        "x".repeat(10_000).as_str(),
        "🎰🍒",
        "👩‍👩‍👧‍👦",
        "כוכב הזהב",
        "\u{202e}slias ralos",
        "Z̷̢͎a̶l̸g̵o̸",
        "%' OR 'q'='q",
        "<script>alert(1)</script>",
        "../../etc/passwd",
    ] {
        let found = guest.post("/api/games_filter", search(title)).await;
        assert_eq!(found.expect(200)["pagination"]["total_count"], 0, "{title}");
    }
    assert_eq!(guest.post("/api/games_filter", search("\0")).await.field("body"), ["VALIDATION.INVALID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_providers_and_collections_are_looked_up() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    let asked = json!({ "device": "desktop", "game_ids": ["northlight/solar-sails", "no/game"] });
    let selected = guest.post("/api/games_filter/select", asked).await.expect(200);
    assert_eq!(selected.as_object().unwrap().len(), 1);
    assert_eq!(selected["northlight/solar-sails"]["slug"], "solar-sails");
    let providers = guest.get("/api/games/providers").await.expect(200);
    assert_eq!(
        providers,
        json!([{"id": "northlight", "title": "Northlight Studio", "games_count": GAMES.len()}])
    );
    let collections = guest.get("/api/games/collections").await.expect(200);
    let named = |of: &[&Value]| of.iter().map(|of| of["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let (filled, empty): (Vec<_>, Vec<_>) =
        collections.as_array().unwrap().iter().partition(|of| of["games_count"].as_u64().unwrap() > 0);
    assert_eq!(named(&empty), Vec::<String>::new());
    assert_eq!(
        named(&filled),
        [
            "top",
            "new",
            "recommended",
            "slots",
            "megaways",
            "bonus-buy",
            "jackpot",
            "live",
            "table",
            "crash",
            "lottery",
            "bonus-wagering",
            "special"
        ]
    );
    let game = guest.get("/api/games/northlight/solar-sails").await.expect(200);
    assert_eq!(game["identifier"], "northlight/solar-sails");
    assert!(game["rtp"].is_string());
    assert_eq!(guest.get("/api/games/northlight/none").await.expect(404)["error"]["code"], "not_found");
}

/// An offer on which two games count for nothing: one by its weight, one because it is excluded.
const WAGERED: &str = r#"
    [[offer]]
    code = "WEIGHED"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "weighed"
    title = { en = "Weighed" }
    wager = 3
    activatable_hours = 24
    contributions = { games = { "northlight/aurora-roulette" = 0 }, other = 50 }
    excluded = { games = ["northlight/koi-lanterns"] }
    amounts.EUR = { amount = 1000 }
"#;

/// The identifiers of the games of `collection`, in its order.
async fn listed(browser: &Browser, collection: &str) -> Vec<String> {
    let filter = json!({ "categories": { "identifiers": [collection], "strategy": "OR" } });
    let body = json!({ "device": "desktop", "page_size": 100, "filter": filter });
    let page = browser.post("/api/games_filter", body).await.expect(200);
    let games = page["data"].as_array().unwrap();
    games.iter().map(|game| game["identifier"].as_str().unwrap().to_owned()).collect()
}

/// Lists games by the offers in force, and by `jackpots`.
async fn list_by(kit: &Kit, jackpots: JackpotGames) {
    let wagering = kit.app.bonuses.offers().wagered_terms();
    kit.app.catalogue.list_by(ListRules { wagering, jackpots });
    kit.app.catalogue.refresh(&kit.app.db).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_with_a_jackpot_are_listed_by_themselves() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    assert_eq!(
        listed(&guest, "jackpot").await.len(),
        GAMES.len(),
        "the jackpot of a fresh install is on every game"
    );
    let named = ["northlight/solar-sails", "northlight/no-such-game"].map(str::to_owned);
    list_by(&kit, JackpotGames { every_own: false, named: named.into() }).await;
    assert_eq!(listed(&guest, "jackpot").await, ["northlight/solar-sails"]);
    let game = guest.get("/api/games/northlight/solar-sails").await.expect(200);
    assert!(!game["categories"].as_array().unwrap().contains(&json!("jackpot")), "{game}");
    list_by(&kit, JackpotGames::default()).await;
    assert!(listed(&guest, "jackpot").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_for_wagering_are_those_whose_stakes_count() {
    let kit = Kit::start(Engine::Sqlite).await;
    let guest = kit.browser();
    let listed = async || listed(&guest, "bonus-wagering").await;
    assert_eq!(listed().await.len(), GAMES.len(), "every game counts on the terms of a fresh install");
    offer_only(&kit, WAGERED).unwrap();
    list_by(&kit, JackpotGames::default()).await;
    let now = listed().await;
    assert_eq!(now.len(), GAMES.len() - 2);
    for absent in ["northlight/aurora-roulette", "northlight/koi-lanterns"] {
        assert!(!now.iter().any(|game| game == absent), "{absent}");
    }
    // It is no category of a game: what counts of a stake does not depend on the list.
    let game = guest.get("/api/games/northlight/solar-sails").await.expect(200);
    assert!(!game["categories"].as_array().unwrap().contains(&json!("bonus-wagering")), "{game}");
    let collections = guest.get("/api/games/collections").await.expect(200);
    let wagering = collections.as_array().unwrap().iter().find(|of| of["id"] == "bonus-wagering").unwrap();
    assert_eq!(wagering["games_count"], GAMES.len() - 2);
}
