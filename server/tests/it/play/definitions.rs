//! A round stays under the rules that it was opened under, whatever its game becomes.

use croupier_db::params;
use croupier_games::Game;
use croupier_server::app::App;
use croupier_server::play;
use serde_json::{Value, json};

use super::fair::replayed;
use super::{Frame, SAILS, assert_books, rich_player};
use crate::browser::Browser;

/// The operator's games after a change: free spins of one of them pay ten times as much.
fn changed_games() -> Vec<Game> {
    let change = |game: Game| {
        if game.identifier() != SAILS {
            return game;
        }
        let mut definition = game.definition().clone();
        definition["version"] = json!(2);
        definition["freespins"]["multiplier"] = json!(10);
        Game::from_value(definition).unwrap()
    };
    play::built_in().unwrap().into_iter().map(change).collect()
}

fn hash_of(games: &[Game]) -> String {
    games.iter().find(|game| game.identifier() == SAILS).unwrap().hash().to_string()
}

/// What a player is told of a round once its seed is revealed.
async fn proof(browser: &Browser, round: &Value) -> Value {
    let id = round["id"].as_str().unwrap();
    browser.get(&format!("/api/player/fairness/rounds/{id}")).await.expect(200)
}

async fn reveal(browser: &Browser) {
    let requested = json!({ "currency": "EUR", "client_seed": "next" });
    browser.post_once("reveal", "/api/player/fairness/rotation", requested).await.expect(200);
}

async fn assert_definitions(app: &App) {
    assert_eq!(play::check(&app.db).await.unwrap(), []);
}

on_both_engines! {
    async fn rounds_before_amid_and_after_a_change_are_proved_by_their_own_rules(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let before = frame.open_round(20).await;
        let before = frame.finish(before).await;
        let waiting = frame.spin_until_open("amid", 20).await;
        let games = changed_games();
        let (old, new) = (hash_of(&play::built_in().unwrap()), hash_of(&games));

        let kit = kit.restarted_offering(&games).await;
        let (browser, frame) = (browser.moved_to(&kit), frame.moved_to(&kit));
        assert_eq!(frame.session().await.expect(200)["game"]["definition_hash"], old.as_str());
        let amid = frame.finish(waiting).await;
        assert_eq!(frame.spin("too-soon", 20).await.expect(409)["error"]["code"], "game_changed");
        assert_eq!(frame.session().await.expect(200)["game"]["definition_hash"], new.as_str());
        let after = frame.spin_until_open("after", 20).await;
        let after = frame.finish(after).await;

        reveal(&browser).await;
        for (round, hash) in [(&before, &old), (&amid, &old), (&after, &new)] {
            let mut proof = proof(&browser, round).await;
            assert_eq!(proof["game"]["definition_hash"], hash.as_str());
            assert_eq!(replayed(&proof), round["steps"]);
            let other = if *hash == old { games.clone() } else { play::built_in().unwrap() };
            let other = other.into_iter().find(|game| game.identifier() == SAILS).unwrap();
            proof["game"]["definition"] = other.definition().clone();
            assert_ne!(replayed(&proof), round["steps"], "the other rules pay something else");
        }
        assert_definitions(&kit.app).await;
        assert_books(&kit.app).await;
    }

    async fn a_game_that_is_opened_again_tells_the_rules_of_its_open_round(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let waiting = frame.open_round(20).await;
        let games = changed_games();
        let kit = kit.restarted_offering(&games).await;
        let browser = browser.moved_to(&kit);
        let again = Frame::open(&kit, &browser, SAILS, "real").await;
        let session = again.session().await.expect(200);
        assert_eq!(session["game"]["definition"]["version"], 1);
        assert_eq!(session["open_round"]["id"], waiting["id"]);
        again.finish(waiting).await;
        assert_eq!(again.spin("too-soon", 20).await.expect(409)["error"]["code"], "game_changed");
        let fresh = Frame::open(&kit, &browser, SAILS, "real").await;
        assert_eq!(fresh.session().await.expect(200)["game"]["definition_hash"], hash_of(&games));
        fresh.spin("now", 20).await.expect(201);
    }

    async fn a_demo_ends_its_round_under_the_rules_it_began_with(kit: Kit) {
        let browser = kit.browser();
        let demo = Frame::open(&kit, &browser, SAILS, "demo").await;
        let waiting = demo.open_round(20).await;
        let multiplier = demo.session().await.expect(200)["game"]["definition"]["freespins"]["multiplier"].clone();
        let kit = kit.restarted_offering(&changed_games()).await;
        let demo = demo.moved_to(&kit);
        let finished = demo.finish(waiting).await;
        assert_eq!(finished["steps"][1]["multiplier"], multiplier);
        assert_eq!(demo.spin("too-soon", 20).await.expect(409)["error"]["code"], "game_changed");
        let session = demo.session().await.expect(200);
        assert_eq!(session["game"]["definition"]["version"], 2);
        assert_eq!(session["balance_cents"], finished["balance_cents"]);
        demo.spin("now", 20).await.expect(201);
    }

    async fn a_round_from_before_hashes_is_under_the_first_rules_of_its_game(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = frame.open_round(20).await;
        let round = frame.finish(round).await;
        forget_hashes(&kit.app).await;
        let kit = kit.restarted_offering(&changed_games()).await;
        let browser = browser.moved_to(&kit);
        reveal(&browser).await;
        let proof = proof(&browser, &round).await;
        assert_eq!(proof["game"]["definition"]["version"], 1);
        assert_eq!(replayed(&proof), round["steps"]);
        assert_eq!(frame.moved_to(&kit).session().await.expect(200)["game"]["definition"]["version"], 2);
        assert_definitions(&kit.app).await;
    }

    async fn a_round_without_its_definition_is_found(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let round = frame.spin("one", 20).await.expect(201);
        assert_definitions(&kit.app).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("DELETE FROM game_definition WHERE identifier = $1", params![SAILS]).await.unwrap();
        tx.commit().await.unwrap();
        let findings = play::check(&kit.app.db).await.unwrap();
        let rows = &findings[0].rows;
        let reported = format!("round {}: ", round["id"].as_str().unwrap());
        assert!(rows.len() == 1 && rows[0].starts_with(&reported), "{rows:?}");
        forget_hashes(&kit.app).await;
        assert_eq!(play::check(&kit.app.db).await.unwrap().len(), 1);
    }
}

/// Makes rounds and game sessions what they were before they kept hashes.
async fn forget_hashes(app: &App) {
    let mut tx = app.db.begin().await.unwrap();
    let rounds = "UPDATE round SET detail = '{' || substr(detail, 82) WHERE detail LIKE '{\"definition\":%'";
    assert!(tx.execute(rounds, vec![]).await.unwrap() > 0);
    tx.execute("UPDATE game_session SET definition = ''", vec![]).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_learns_the_rules_that_another_has_brought() {
    let kit = crate::testkit::Kit::start(crate::testkit::Engine::Postgres).await;
    let (browser, _) = rich_player(&kit).await;
    let old = Frame::open(&kit, &browser, SAILS, "real").await;
    let second = kit.second_offering(&changed_games()).await;
    let elsewhere = Frame::open(&second, &browser.moved_to(&second), SAILS, "real").await;
    let round = elsewhere.open_round(20).await;
    // The first server has never read these rules, and its own session is under the old ones.
    let finished = old.finish(round).await;
    assert_eq!(finished["steps"][1]["multiplier"], 10);
    assert_books(&kit.app).await;
}
