//! Seeds: each has entropy of its own, is kept encrypted under keys that can be replaced, and is promised in a public list.

use croupier_db::{Db, params};
use croupier_server::ops::books;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::config::Config;
use croupier_server::platform::secrets::{KeyRows, SealKey, Secrets};
use croupier_server::seeds::{self, SeedOf, append_waiting, head_after, rotate};
use serde_json::{Value, json};

use super::fair::replayed;
use super::{Frame, SAILS, rich_player};
use crate::browser::Browser;
use crate::testkit::{Engine, Kit};

const LIST: &str = "/api/fairness/commitments";

/// Writes `keys` into the secrets of a server that is about to start, the current one first.
pub fn configure(config: &Config, keys: &[&SealKey]) {
    Secrets::load(&config.data, None, Entropy).unwrap();
    let file = config.data.join("secrets.toml");
    let mut text = std::fs::read_to_string(&file).unwrap();
    for key in keys {
        text = format!("{text}\n{}\n", key.to_toml());
    }
    std::fs::write(&file, text).unwrap();
}

async fn key_names(db: &Db) -> Vec<String> {
    seeds::keys(db).await.unwrap().into_iter().map(|KeyRows { id, .. }| id).collect()
}

async fn fairness(browser: &Browser) -> Value {
    browser.get("/api/player/fairness?currency=EUR").await.expect(200)
}

/// The rules of the books that seeds break.
async fn broken(db: &Db) -> Vec<&'static str> {
    seeds::check(db).await.unwrap().into_iter().map(|finding| finding.rule).collect()
}

on_each_engine! {
    async fn seeds_move_to_a_new_key_while_players_play(engine: Engine) {
        let (old, new) = (SealKey::fresh("old", Entropy), SealKey::fresh("new", Entropy));
        // The server knows the new key, and encrypts under the old one still.
        let kit = Kit::start_with(engine, |config| configure(config, &[&old, &new])).await;
        let (browser, _) = rich_player(&kit).await;
        let frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let before = fairness(&browser).await;
        assert_eq!(key_names(&kit.app.db).await, ["old"]);

        let secrets = kit.app.secrets.clone().with_seal_keys(vec![new.clone(), old], Entropy).unwrap();
        // Stopped in the middle: one seed has moved.
        let stopped = rotate(&kit.app.db, &secrets, 1).await.unwrap();
        assert_eq!((stopped.moved, stopped.broken), (1, vec![]));
        assert_eq!(key_names(&kit.app.db).await, ["new", "old"]);
        let without_old = kit.app.secrets.clone().with_seal_keys(vec![new.clone()], Entropy).unwrap();
        let refused = seeds::refuse_missing_keys(&kit.app.db, &without_old).await.unwrap_err();
        assert!(refused.to_string().contains("\"old\""), "{refused}");

        let spins = async {
            for count in 0..20 {
                let round = frame.spin(&format!("while-{count}"), 20).await.expect(201);
                frame.finish(round).await;
            }
        };
        let (rest, ()) = tokio::join!(rotate(&kit.app.db, &secrets, u64::MAX), spins);
        assert!(rest.unwrap().moved > 0);
        // What the server has promised meanwhile is under its own current key.
        Kit::until("the last seed under the new key", async || {
            rotate(&kit.app.db, &secrets, u64::MAX).await.unwrap();
            (key_names(&kit.app.db).await == ["new"]).then_some(())
        })
        .await;
        seeds::refuse_missing_keys(&kit.app.db, &without_old).await.unwrap();
        let another = SealKey::fresh("new", Entropy);
        let another = kit.app.secrets.clone().with_seal_keys(vec![another], Entropy).unwrap();
        assert!(seeds::refuse_missing_keys(&kit.app.db, &another).await.is_err(), "another key by the same name");

        let round = frame.spin("last", 20).await.expect(201);
        let finished = frame.finish(round).await;
        let requested = json!({ "currency": "EUR", "client_seed": "next" });
        let after = browser.post_once("r", "/api/player/fairness/rotation", requested).await.expect(200);
        assert_eq!(after["revealed"][0]["server_seed_hash"], before["server_seed_hash"]);
        assert_eq!(after["server_seed_hash"], before["next_server_seed_hash"]);
        let path = format!("/api/player/fairness/rounds/{}", finished["id"].as_str().unwrap());
        assert_eq!(replayed(&browser.get(&path).await.expect(200)), finished["steps"]);
    }
}

on_both_engines! {
    async fn every_commitment_stands_in_a_list_that_anybody_can_check(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let _frame = Frame::open(&kit, &browser, SAILS, "real").await;
        let promised = fairness(&browser).await;
        let guest = kit.browser();
        let next = promised["next_server_seed_hash"].as_str().unwrap();
        let entry = Kit::until("the commitment in the list", async || {
            let answer = guest.get(&format!("{LIST}/{next}")).await;
            (answer.status == 200).then_some(answer.body)
        })
        .await;
        assert_eq!(entry["server_seed_hash"], next);
        guest.get(&format!("{LIST}/{}", "0".repeat(64))).await.expect(404);

        let list = guest.get(&format!("{LIST}?limit=1000")).await.expect(200);
        let (mut head, mut number) = ("0".repeat(64), 0);
        // What is appended while the list is read is beyond its end.
        let end = usize::try_from(list["number"].as_i64().unwrap()).unwrap();
        for entry in list["commitments"].as_array().unwrap().iter().take(end) {
            number += 1;
            let (at, hash) = (entry["at_ms"].as_i64().unwrap(), entry["server_seed_hash"].as_str().unwrap());
            head = head_after(&head, number, at, hash);
            assert_eq!((&entry["number"], &entry["head"]), (&json!(number), &json!(head)));
        }
        assert_eq!((&list["number"], &list["head"]), (&json!(number), &json!(head)));
        let last = guest.get(&format!("{LIST}?after={}&limit=1", number - 1)).await.expect(200);
        assert_eq!(last["commitments"][0]["head"], json!(head));
        assert_eq!(broken(&kit.app.db).await, Vec::<&str>::new());
        assert_eq!(books::check(&kit.app.db).await.unwrap(), []);

        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE seed_commitment SET at_ms = at_ms - 1 WHERE number = 1";
        tx.execute(sql, params![]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(broken(&kit.app.db).await, ["the list of commitments is one unbroken chain"]);
    }

    async fn the_first_pair_is_promised_before_its_client_seed_is_chosen(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        let wallet = json!({ "currency": "EUR" });
        let promised = browser.post("/api/player/fairness/promise", wallet.clone()).await.expect(200);
        assert_eq!(promised["seed_no"], 1);
        browser.post("/api/player/fairness/promise", json!({ "currency": "BTC" })).await.expect(404);
        let launch = async |seed: &str| {
            let body = json!({ "identifier": SAILS, "mode": "real", "device": "desktop", "client_seed": seed });
            browser.post("/api/games/launch", body).await
        };
        assert_eq!(launch("a b").await.field("client_seed"), ["VALIDATION.CLIENT_SEED.INVALID"]);
        launch("chosen-after").await.expect(201);
        launch("too-late").await.expect(201);
        let seeds = fairness(&browser).await;
        assert_eq!(
            (&seeds["client_seed"], &seeds["server_seed_hash"]),
            (&json!("chosen-after"), &promised["server_seed_hash"])
        );
        assert_eq!(browser.post("/api/player/fairness/promise", wallet).await.expect(200), promised);
        kit.browser().post("/api/player/fairness/promise", json!({ "currency": "EUR" })).await.expect(401);
    }

    async fn many_servers_append_to_one_chain(kit: Kit) {
        let app = &kit.app;
        let mut tx = app.db.begin().await.unwrap();
        for number in 0..1_200 {
            let of = SeedOf::Cycle { jackpot: "none", level: 1, number };
            let row = seeds::kept(&app.secrets, &of, &seeds::fresh(&app.secrets), number).unwrap();
            assert_eq!(tx.execute(row.sql, row.params).await.unwrap(), 1);
        }
        tx.commit().await.unwrap();
        let appending = (0..8).map(|_| append_waiting(&app.db, &app.clock));
        for appended in futures_util::future::join_all(appending).await {
            appended.unwrap();
        }
        let end = kit.browser().get(&format!("{LIST}?limit=1")).await.expect(200);
        assert!(end["number"].as_i64().unwrap() >= 1_200, "{end}");
        assert_eq!(broken(&app.db).await, Vec::<&str>::new());

        let mut tx = app.db.begin().await.unwrap();
        tx.execute("DELETE FROM server_seed WHERE name = 'jackpots:none:1:7'", params![]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(broken(&app.db).await, ["a commitment in the list has its seed"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_server_starts_without_a_key_that_seeds_name() {
    let key = SealKey::fresh("kept", Entropy);
    let kit = Kit::start_with(Engine::Postgres, |config| configure(config, &[&key])).await;
    let (browser, _) = rich_player(&kit).await;
    let _frame = Frame::open(&kit, &browser, SAILS, "real").await;
    let keys = |words: &[&str]| {
        let output = kit.command().env_remove("CROUPIER_SEAL_KEYS").arg("keys").args(words).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (listed, reported) = keys(&["list"]);
    assert!(listed && reported.contains("kept: ") && reported.contains(", current"), "{reported}");
    let (made, reported) = keys(&["new", "next"]);
    assert!(made && reported.contains("id = \"next\""), "{reported}");
    assert!(!keys(&["new", "master"]).0);
    // The same store, with the secrets of a folder that does not have the key.
    let elsewhere = tempfile::tempdir().unwrap();
    let started = kit.command().env("CROUPIER_DATA", elsewhere.path()).arg("seed").output().unwrap();
    let reported = String::from_utf8(started.stderr).unwrap();
    assert!(
        !started.status.success() && reported.contains("\"kept\", which is not configured"),
        "{reported}"
    );
    let (moved, reported) = keys(&["rotate", "--limit", "1"]);
    assert!(moved && reported.contains("0 seeds are encrypted under kept now"), "{reported}");
}
