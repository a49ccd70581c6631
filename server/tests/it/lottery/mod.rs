//! Lotteries: tickets for points, a draw that can be checked, and prizes that are paid once.

mod draws;
mod tickets;

use std::path::Path;
use std::time::Duration;

use croupier_server::app::App;
use croupier_server::loyalty::staff;
use croupier_server::{bonus, lootbox, lottery};
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::play::grown_player;
use crate::testkit::Kit;

/// The tests' own lottery: an hour from the start of the tests' clock on, with a prize of money and a gift.
const CUP: &str = r#"
[[lottery]]
id = "cup"
first_start = "2026-01-01T00:00:00Z"
lasts_hours = 1
group = "tickets"
points = 50
tickets_max = 10
currency = "EUR"
prizes = [{ from = 1, to = 1, amount_cents = 5000 }, { from = 2, to = 3, offer = "WHEEL-20-SPINS" }]
title = { en = "The Cup", de = "Der Pokal" }
description = { en = "Draw and rise." }
"#;

/// How long [`CUP`] sells tickets.
const CUP_LASTS: Duration = Duration::from_hours(1);

/// [`CUP`] as it ends after ten minutes: whoever is idle for longer is asked for the password before points are spent.
fn ending_soon() -> String {
    CUP.replace("2026-01-01T00:00:00Z", "2025-12-31T23:10:00Z")
}

/// The last millisecond of [`CUP`], and of [`ending_soon`].
const NEARLY: Duration = Duration::from_millis(3_599_999);
const NEARLY_SOON: Duration = Duration::from_millis(599_999);

/// Puts `definitions` in the place of those of the content folder.
async fn define(kit: &Kit, definitions: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lotteries.toml"), definitions).unwrap();
    read(&kit.app, folder.path());
    lottery::keep(&kit.app).await.unwrap();
}

fn read(app: &App, folder: &Path) {
    lottery::reload(&app.lotteries, folder, &app.bonuses.offers()).unwrap();
}

async fn points(browser: &Browser) -> i64 {
    browser.get("/api/player/comp_points").await.expect(200)["chargeable"]["points"].as_i64().unwrap()
}

/// A player with `count` points to spend.
async fn with_points(kit: &Kit, email: &str, count: i64) -> (Browser, i64) {
    let (browser, id) = grown_player(kit, email).await;
    staff::adjust(&kit.app.db, id, count, false, ("Ann", "a test"), kit.app.clock.now()).await.unwrap();
    Kit::until("the points", async || (points(&browser).await == count).then_some(())).await;
    (browser, id)
}

async fn lottery_id(kit: &Kit, slug: &str) -> i64 {
    kit.browser().get(&format!("/api/lotteries/{slug}")).await.expect(200)["id"].as_i64().unwrap()
}

/// Buys tickets of [`CUP`] under `key`.
async fn buy(kit: &Kit, browser: &Browser, key: &str, count: i64) -> Answer {
    let id = lottery_id(kit, "cup").await;
    browser.post_once(key, "/api/loyalty/purchases", request(id, count)).await
}

fn request(lottery: i64, count: i64) -> Value {
    json!({
        "type": "lotteries", "group": "tickets", "points": 50 * count, "lottery_id": lottery, "tickets_count": count,
    })
}

/// The numbers of the player's tickets of [`CUP`].
async fn tickets(browser: &Browser) -> Vec<i64> {
    let status = browser.get("/api/lotteries/cup/status").await.expect(200);
    status["tickets"].as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// [`CUP`] as everybody sees it.
async fn cup(kit: &Kit) -> Value {
    kit.browser().get("/api/lotteries/cup").await.expect(200)
}

/// Lets the sale end, and waits for the draw of the server's own job.
async fn drawn(kit: &Kit) -> Value {
    kit.app.clock.advance(CUP_LASTS);
    Kit::until("the draw", async || Some(cup(kit).await).filter(|cup| cup["status"] == "archive")).await
}

async fn assert_sound(kit: &Kit) {
    crate::loyalty::assert_sound(&kit.app).await;
    assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    assert_eq!(lootbox::check(&kit.app.db).await.unwrap(), []);
    assert_eq!(lottery::check(&kit.app.db).await.unwrap(), []);
}
