//! Tournaments: scored from the log, closed once, paid once.

mod calls;
mod closing;
mod log;
pub mod notices;
mod quests;
mod scores;

use std::path::Path;
use std::time::Duration;

use croupier_ledger::{Action, Key, RoundRef};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::tournaments::{self, keep};
use croupier_server::wallet::Order;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::play::{SAILS, give};
use crate::testkit::Kit;

/// The tests' own tournament: an hour from the start of the tests' clock on, with two prizes.
pub const CUP: &str = r#"
[[tournament]]
id = "cup"
first_start = "2026-01-01T00:00:00Z"
lasts_hours = 1
currency = "EUR"
strategy = { kind = "sum_of_bets" }
games = { identifiers = ["northlight/solar-sails"] }
prizes = [
    { from = 1, to = 1, prize = { kind = "money", amount_cents = 5000 } },
    { from = 2, to = 2, prize = { kind = "money", amount_cents = 2000 } },
]
title = { en = "The Cup", de = "Der Pokal" }
description = { en = "Bet and rise." }
"#;

/// The end of [`CUP`], in milliseconds after the start of the tests' clock.
pub const CUP_MS: u64 = 3_600_000;

/// Puts `definitions` in the place of those of the content folder.
pub async fn define(kit: &Kit, definitions: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tournaments.toml"), definitions).unwrap();
    read(&kit.app, folder.path()).await;
}

async fn read(app: &App, folder: &Path) {
    tournaments::reload(&app.tournaments, folder).unwrap();
    keep(app).await.unwrap();
}

/// A player with money who has joined `tournament`.
pub async fn racer(kit: &Kit, email: &str, tournament: &str) -> (Browser, i64) {
    let (browser, id) = kit.player(email).await;
    give(&kit.app, id, Currency::EUR, 1_000_000).await;
    join(&browser, tournament).await;
    (browser, id)
}

pub async fn join(browser: &Browser, tournament: &str) -> Value {
    let path = format!("/api/tournaments/{tournament}/confirm");
    browser.post(&path, json!({ "confirmed": true })).await.expect(200)
}

fn order(app: &App, key: &str, (player, currency): (i64, Currency), action: Action) -> Order {
    let key = Key::new("race", key);
    let fingerprint = key;
    let at = app.clock.now();
    Order { key, fingerprint, player, currency, at, action, facts: Vec::new(), attached: Vec::new() }
}

/// A round of Solar Sails that stakes `stake` and has won `win`, in the wallet of `currency`.
pub async fn round_in(app: &App, key: &str, player: i64, currency: Currency, stake: i64, win: i64) {
    bet_in(app, key, player, currency, stake).await;
    win_in(app, key, player, currency, win).await;
}

/// The bet of a round, which stays open.
pub async fn bet_in(app: &App, key: &str, player: i64, currency: Currency, stake: i64) {
    let bet = Action::bet(round_ref(app, key, currency).await, stake);
    app.wallet.submit(order(app, &format!("{key}-bet"), (player, currency), bet)).await.unwrap();
}

/// The end of a round, with what it has won.
pub async fn win_in(app: &App, key: &str, player: i64, currency: Currency, win: i64) {
    let round = round_ref(app, key, currency).await;
    let win = Action::Win { round, amount: win, closes: true };
    app.wallet.submit(order(app, &format!("{key}-win"), (player, currency), win)).await.unwrap();
}

pub async fn round(app: &App, key: &str, player: i64, stake: i64, win: i64) {
    round_in(app, key, player, Currency::EUR, stake, win).await;
}

/// Takes back a round's win and its bet.
pub async fn take_back(app: &App, key: &str, player: i64) {
    for part in ["win", "bet"] {
        let original = Key::new("race", &format!("{key}-{part}"));
        let back =
            order(app, &format!("{key}-un{part}"), (player, Currency::EUR), Action::Rollback { original });
        app.wallet.submit(back).await.unwrap();
    }
}

async fn round_ref(app: &App, key: &str, currency: Currency) -> RoundRef {
    let system = app.wallet.system_account("games:partner", currency).await.unwrap();
    let game = app.catalogue.game_by_identifier(SAILS).unwrap().id;
    RoundRef { key: Key::new("round", key), game, system }
}

/// Waits until the log is scored to its end.
pub async fn scored(app: &App) {
    Kit::until("the scores", async || {
        let lags = croupier_db::readers::lags(&app.db).await.unwrap();
        let ours: Vec<_> = lags.iter().filter(|lag| lag.reader == "tournaments").collect();
        let all = ours.len() == usize::from(app.db.lanes()) && ours.iter().all(|lag| lag.rows == 0);
        all.then_some(())
    })
    .await;
}

/// The board of a tournament as everybody sees it: names and points.
pub async fn board(kit: &Kit, tournament: &str) -> Vec<(String, i64)> {
    scored(&kit.app).await;
    let seen = kit.browser().get(&format!("/api/tournaments/{tournament}")).await.expect(200);
    let place = |(index, place): (i64, &Value)| {
        assert_eq!(place["award_place"], index);
        (place["nickname"].as_str().unwrap().to_owned(), place["points"].as_i64().unwrap())
    };
    (1..).zip(seen["top_players"].as_array().unwrap()).map(place).collect()
}

/// Points of a board.
pub async fn points(kit: &Kit, tournament: &str) -> Vec<i64> {
    board(kit, tournament).await.into_iter().map(|(_, points)| points).collect()
}

pub async fn status(kit: &Kit, browser: &Browser, tournament: &str) -> Value {
    scored(&kit.app).await;
    browser.get(&format!("/api/tournaments/{tournament}/status")).await.expect(200)
}

pub fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
