//! A game that does not take the player's coin is played in euros, and the wallet moves in the coin.

use std::fs;
use std::path::Path;

use croupier_ledger::{Action, Key};
use croupier_money::Currency;
use croupier_server::play::{built_in, sweep};
use croupier_server::wallet::Order;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::fair::replayed;
use super::{Frame, KOI, SAILS, WHEEL, assert_books, give, grown_player};
use crate::browser::Browser;
use crate::content::copied;
use crate::testkit::{Engine, Kit};

/// What a bitcoin is worth in euros at first: a cent is 17.17 satoshi, and nothing comes out even.
const RATE: &str = "58231.40";

fn btc() -> Currency {
    "BTC".parse().unwrap()
}

/// A site whose Solar Sails and Koi Lanterns are offered in euros alone.
async fn fixture(engine: Engine, folder: &Path) -> Kit {
    let games = fs::read_to_string(folder.join("catalogue.toml")).unwrap();
    let games = [SAILS, KOI].iter().fold(games, |games, game| {
        let named = format!("identifier = \"{game}\"\n");
        games.replace(&named, &format!("{named}currencies = [\"EUR\"]\n"))
    });
    fs::write(folder.join("catalogue.toml"), games).unwrap();
    set_rate(folder, "80000", RATE);
    let content_dir = folder.to_owned();
    Kit::start_with(engine, |config| config.content_dir = content_dir).await
}

fn set_rate(folder: &Path, before: &str, now: &str) {
    let path = folder.join("exchange-rates.toml");
    let rates = fs::read_to_string(&path).unwrap();
    assert!(rates.contains(before));
    fs::write(path, rates.replacen(&format!("\"{before}\""), &format!("\"{now}\""), 1)).unwrap();
}

/// A player with a bitcoin, who plays with that wallet.
async fn coin_player(kit: &Kit) -> (Browser, i64) {
    let (browser, player) = grown_player(kit, "satoshi@example.com").await;
    browser.post("/api/player/accounts", json!({ "currency": "BTC" })).await.expect(201);
    give(&kit.app, player, btc(), 100_000_000).await;
    (browser, player)
}

/// A site on `engine` as [`fixture`] makes it, with its content, and a player as [`coin_player`] does.
async fn opened(engine: Engine) -> (TempDir, Kit, Browser, i64) {
    let folder = copied();
    let kit = fixture(engine, folder.path()).await;
    let (browser, player) = coin_player(&kit).await;
    (folder, kit, browser, player)
}

async fn launch(browser: &Browser, game: &str, currency: &str) -> crate::browser::Answer {
    let body = json!({ "identifier": game, "mode": "real", "device": "desktop", "currency": currency });
    browser.post("/api/games/launch", body).await
}

async fn open(kit: &Kit, browser: &Browser, game: &str) -> Frame {
    Frame::at(kit, &launch(browser, game, "BTC").await.expect(201))
}

async fn satoshi(kit: &Kit, player: i64) -> i64 {
    kit.app.wallet.get(player, btc()).await.unwrap().unwrap().cash
}

/// The most satoshi that are worth no more than `cents` at [`RATE`].
fn payable(cents: i64) -> i64 {
    let (top, bottom) = (cents * 100_000_000, 5_823_140);
    top / bottom
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

on_each_engine! {
    async fn bets_and_wins_are_converted_at_the_rate_of_the_round(engine: Engine) {
        let (_folder, kit, browser, player) = opened(engine).await;
        let frame = open(&kit, &browser, SAILS).await;
        let session = frame.session().await.expect(200);
        assert_eq!((&session["currency"]["code"], &session["min_cents"]), (&json!("EUR"), &json!(20)));
        assert_eq!(session["wallet"], json!({ "currency": "BTC", "rate": RATE }));
        assert_eq!(session["balance_cents"], 5_823_140, "a bitcoin in euro cents");
        let mut expected = 100_000_000;
        for count in 0..30 {
            let round = frame.spin(&format!("s{count}"), 100).await.expect(201);
            let round = frame.finish(round).await;
            let won = number(&round["win_cents"]);
            let wallet = json!({
                "currency": "BTC", "rate": RATE, "stake_cents": 1_718, "win_cents": payable(won),
            });
            assert_eq!((&round["wallet"], &round["stake_cents"]), (&wallet, &json!(100)));
            assert_eq!(round["currency"], "EUR");
            expected += payable(won) - 1_718;
            assert_eq!(satoshi(&kit, player).await, expected);
        }
        assert_books(&kit.app).await;
    }

    async fn a_rate_that_moves_meanwhile_is_not_the_rounds(engine: Engine) {
        let (folder, kit, browser, player) = opened(engine).await;
        let frame = open(&kit, &browser, KOI).await;
        let round = frame.open_round(20).await;
        set_rate(folder.path(), RATE, "1");
        let before = satoshi(&kit, player).await;
        let kit = kit.restarted_offering(&built_in().unwrap()).await;
        let back = open(&kit, &browser.moved_to(&kit), KOI).await;
        let session = back.session().await.expect(200);
        assert_eq!(session["wallet"]["rate"], "1");
        assert_eq!(session["open_round"]["wallet"]["rate"], RATE);
        let paid = number(&round["wallet"]["win_cents"]);
        let done = back.finish(session["open_round"].clone()).await;
        let (won, wallet) = (number(&done["win_cents"]), &done["wallet"]);
        assert_eq!((&wallet["rate"], number(&wallet["win_cents"])), (&json!(RATE), payable(won)));
        assert_eq!(satoshi(&kit, player).await, before + payable(won) - paid);
        let next = back.spin("next", 20).await.expect(201);
        assert_eq!((&next["wallet"]["rate"], &next["wallet"]["stake_cents"]), (&json!("1"), &json!(20_000_000)));
        assert_books(&kit.app).await;
    }

    async fn history_and_proof_tell_both_amounts(engine: Engine) {
        let (_folder, kit, browser, _) = opened(engine).await;
        let frame = open(&kit, &browser, SAILS).await;
        let round = frame.spin("one", 100).await.expect(201);
        let round = frame.finish(round).await;
        let listed = Kit::until("the history", async || {
            let page = browser.get("/api/player/played_games").await.expect(200);
            page["data"].as_array().unwrap().first().cloned()
        })
        .await;
        assert_eq!((&listed["currency"], &listed["bet_cents"]), (&json!("BTC"), &json!(1_718)));
        let exchanged = json!({
            "currency": "EUR", "rate": RATE, "stake_cents": 100, "win_cents": round["win_cents"],
        });
        assert_eq!(listed["exchanged"], exchanged);

        let requested = json!({ "currency": "BTC", "client_seed": "my-own-seed" });
        browser.post_once("r", "/api/player/fairness/rotation", requested).await.expect(200);
        let path = format!("/api/player/fairness/rounds/{}", round["id"].as_str().unwrap());
        let proof = browser.get(&path).await.expect(200);
        assert_eq!((&proof["stake_cents"], &proof["seed"]["currency"]), (&json!(100), &json!("BTC")));
        assert_eq!((&proof["round"]["wallet"], &proof["round"]["currency"]), (&round["wallet"], &json!("EUR")));
        assert_eq!(replayed(&proof), round["steps"]);
    }

    async fn a_bet_that_is_taken_back_gives_back_what_it_took(engine: Engine) {
        let (_folder, kit, browser, player) = opened(engine).await;
        let frame = open(&kit, &browser, KOI).await;
        let session = frame.session().await.expect(200)["session_id"].clone();
        let mut bet = 0;
        let round = loop {
            let round = frame.spin(&format!("b{bet}"), 20).await.expect(201);
            if round["status"] == "open" {
                break round;
            }
            bet += 1;
        };
        let moved = number(&round["wallet"]["win_cents"]) - number(&round["wallet"]["stake_cents"]);
        let before = satoshi(&kit, player).await - moved;
        let original = Key::new("play", &format!("{}:b{bet}", session.as_str().unwrap()));
        let order = |name: &str| Order {
            key: Key::new("rollback", name),
            fingerprint: original,
            player,
            currency: btc(),
            at: kit.app.clock.now(),
            action: Action::Rollback { original },
            facts: Vec::new(),
            attached: Vec::new(),
        };
        kit.app.wallet.submit(order("once")).await.unwrap();
        assert_eq!(satoshi(&kit, player).await, before);
        kit.app.wallet.submit(order("twice")).await.unwrap();
        assert_eq!(satoshi(&kit, player).await, before);
        assert_books(&kit.app).await;
    }

    async fn a_round_left_open_is_finished_in_the_coin(engine: Engine) {
        let (_folder, kit, browser, player) = opened(engine).await;
        let frame = open(&kit, &browser, KOI).await;
        let round = frame.open_round(20).await;
        let before = satoshi(&kit, player).await - number(&round["wallet"]["win_cents"]);
        kit.app.clock.advance(std::time::Duration::from_hours(25));
        assert_eq!(sweep::finish_left_rounds(&kit.app).await.unwrap(), 1);
        let id = round["id"].as_str().unwrap().parse().unwrap();
        let kept = kit.app.wallet.round(player, id).await.unwrap().unwrap();
        let detail: Value = serde_json::from_str(&kept.detail).unwrap();
        let exchanged = &detail["exchanged"];
        assert_eq!((&exchanged["rate"], &exchanged["stake_cents"]), (&json!(RATE), &json!(20)));
        assert_eq!(kept.win, payable(number(&exchanged["win_cents"])));
        assert_eq!(satoshi(&kit, player).await, before + kept.win);
        assert_books(&kit.app).await;
    }

    async fn only_a_coin_with_a_rate_is_stood_in_for(engine: Engine) {
        let folder = copied();
        let rates = fs::read_to_string(folder.path().join("exchange-rates.toml")).unwrap();
        let rates = rates.replacen("[rates.ETH]\nEUR = \"2700\"\n", "[rates.ETH]\n", 1);
        fs::write(folder.path().join("exchange-rates.toml"), rates).unwrap();
        let kit = fixture(engine, folder.path()).await;
        let (browser, player) = coin_player(&kit).await;
        // No payment method fills it; it is a wallet of before.
        let mut tx = kit.app.db.begin().await.unwrap();
        kit.app.wallet.open(&mut tx, player, "ETH".parse().unwrap()).await.unwrap();
        tx.commit().await.unwrap();
        for currency in ["NOK", "ETH"] {
            browser.post("/api/player/accounts", json!({ "currency": currency })).await.expect(201);
            let refused = launch(&browser, SAILS, currency).await;
            assert_eq!(refused.field("currency"), ["currency_not_supported"], "{currency}");
        }
        // A game that takes the coin is played in it.
        let wheel = launch(&browser, WHEEL, "BTC").await.expect(201);
        assert_eq!(wheel["currency"], "BTC");
        assert_eq!(Frame::at(&kit, &wheel).session().await.expect(200)["wallet"], json!(null));
    }
}
