//! Comp points, the shop and the VIP club.

mod levels;
mod points;
mod shop;
mod vip;

use croupier_ledger::{Action, Key, RoundRef};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::loyalty;
use croupier_server::wallet::Order;
use serde_json::Value;

use crate::browser::{Answer, Browser};
use crate::play::{SAILS, WHEEL, assert_books};
use crate::testkit::Kit;

/// A round of a partner, played to the cent.
struct Partner<'a> {
    app: &'a App,
    player: i64,
    currency: Currency,
    game: &'static str,
}

impl<'a> Partner<'a> {
    fn new(app: &'a App, player: i64) -> Self {
        Self { app, player, currency: Currency::EUR, game: SAILS }
    }

    async fn submit(&self, key: Key, action: Action) {
        let order = Order {
            key,
            fingerprint: key,
            player: self.player,
            currency: self.currency,
            at: self.app.clock.now(),
            action,
            facts: Vec::new(),
            attached: Vec::new(),
        };
        self.app.wallet.submit(order).await.unwrap();
    }

    async fn round(&self, name: &str) -> RoundRef {
        let game = self.app.catalogue.game_by_identifier(self.game).unwrap().id;
        let system = self.app.wallet.system_account("provider:test", self.currency).await.unwrap();
        RoundRef { key: Key::new("test round", name), game, system }
    }

    async fn bet(&self, name: &str, amount: i64) {
        let round = self.round(name).await;
        self.submit(Key::new("test bet", name), Action::bet(round, amount)).await;
    }

    async fn close(&self, name: &str) {
        let round = self.round(name).await;
        self.submit(Key::new("test win", name), Action::Win { round, amount: 0, closes: true }).await;
    }

    /// A round that loses `amount`.
    async fn lose(&self, name: &str, amount: i64) {
        self.bet(name, amount).await;
        self.close(name).await;
    }

    async fn roll_back(&self, name: &str) {
        let original = Key::new("test bet", name);
        self.submit(Key::new("test rollback", name), Action::Rollback { original }).await;
    }
}

/// What can be spent, and what was earned for life.
async fn points(browser: &Browser) -> (i64, i64) {
    let answer = browser.get("/api/player/comp_points").await.expect(200);
    let of = |kind: &str| answer[kind]["points"].as_i64().unwrap();
    (of("chargeable"), of("persistent"))
}

async fn until_points(browser: &Browser, expected: (i64, i64)) {
    let what = format!("points {expected:?}");
    Kit::until(&what, async || (points(browser).await == expected).then_some(())).await;
}

/// Waits until the reader has seen the whole log and nothing is due.
async fn until_quiet(app: &App) {
    Kit::until("the reader of loyalty", async || {
        let sql =
            "SELECT (SELECT COUNT(*) FROM lane l LEFT JOIN reader r ON r.lane = l.id AND r.name = 'loyalty'
                       WHERE l.next_seq - 1 > COALESCE(r.position, 0))
                   + (SELECT COUNT(*) FROM due_payment WHERE paid_at_ms IS NULL AND refusals = 0)";
        let left: i64 = app.db.query_one(sql, Vec::new()).await.unwrap().get(0).unwrap();
        (left == 0).then_some(())
    })
    .await;
}

pub async fn assert_sound(app: &App) {
    until_quiet(app).await;
    assert_books(app).await;
    assert_eq!(loyalty::check(&app.db).await.unwrap(), []);
}

/// Exchanges points under `key`.
async fn exchange(browser: &Browser, key: &str, body: Value) -> Answer {
    browser.post_once(key, "/api/loyalty/purchases", body).await
}

/// Ids of the player's groups and level.
async fn statuses(browser: &Browser) -> Vec<String> {
    let player = browser.get("/api/player").await.expect(200);
    let ids = player["statuses"].as_array().unwrap().iter();
    ids.map(|status: &Value| status["id"].as_str().unwrap().to_owned()).collect()
}

const TABLE_GAME: &str = WHEEL;
