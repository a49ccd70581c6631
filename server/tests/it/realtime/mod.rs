//! Realtime over real sockets.

mod client;
mod connect;
mod delivery;
mod limits;
mod recovery;
mod servers;

use croupier_db::log;
use croupier_ledger::{Action, Fact, Key};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::realtime::Subject;
use croupier_server::wallet::Order;

pub use self::client::Client;

const PLAYER: i64 = 7;

/// A player whose channel id and session are made from the number.
fn player(id: i64) -> Subject {
    Subject::Player { id, user_channel_id: format!("channel-{id}"), session: format!("session-{id}") }
}

fn token(app: &App, id: i64) -> String {
    app.realtime.connection_token(&player(id))
}

/// Commits facts about a player, as a context does.
async fn publish(app: &App, player: i64, facts: &[Fact]) {
    let mut tx = app.db.begin().await.unwrap();
    log::append(&app.db, &mut tx, player, app.clock.now(), facts).await.unwrap();
    tx.commit().await.unwrap();
}

fn payment(number: usize) -> Fact {
    Fact { kind: "payment.changed", body: format!("{{\"id\":\"p{number}\",\"state\":\"succeeded\"}}") }
}

async fn open_wallet(app: &App, player: i64) {
    let mut tx = app.db.begin().await.unwrap();
    app.wallet.open(&mut tx, player, Currency::EUR).await.unwrap();
    tx.commit().await.unwrap();
}

async fn deposit(app: &App, key: &str, player: i64, amount: i64) {
    let from = app.wallet.system_account("payments:test", Currency::EUR).await.unwrap();
    let order = Order {
        key: Key::new("test", key),
        fingerprint: Key::new("body", key),
        player,
        currency: Currency::EUR,
        at: app.clock.now(),
        action: Action::Deposit { from, amount },
        facts: Vec::new(),
        attached: Vec::new(),
    };
    app.wallet.submit(order).await.unwrap();
}
