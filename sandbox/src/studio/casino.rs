//! Calls to the casino about a player's money.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Open, Player, SIGN};
use crate::App;

/// How the casino calls this studio.
const NAME: &str = "studio";

/// A call, and what the casino has answered.
#[expect(clippy::struct_field_names, reason = "the names that the panel reads")]
#[derive(Debug, Clone, Serialize)]
pub(super) struct Call {
    /// `play`, `rollback` or `freespins`.
    pub(super) call: &'static str,
    /// The actions in words.
    pub(super) asked: String,
    /// 0 without an answer.
    pub(super) status: u16,
    pub(super) answer: Value,
}

impl Call {
    pub(super) const fn is_taken(&self) -> bool {
        self.status == 200
    }

    /// What the player can bet, where the answer tells it.
    pub(super) fn balance(&self) -> Option<i64> {
        self.answer["balance"].as_i64()
    }
}

/// A bet.
pub(super) fn bet(id: &str, amount: i64) -> Value {
    json!({ "action": "bet", "action_id": id, "amount": amount })
}

/// A win.
pub(super) fn win(id: &str, amount: i64) -> Value {
    json!({ "action": "win", "action_id": id, "amount": amount })
}

/// The taking back of an action.
pub(super) fn rollback(id: &str, original: &str) -> Value {
    json!({ "action": "rollback", "action_id": id, "original_action_id": original })
}

/// What one call is about.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) call: &'static str,
    pub(super) round: &'a str,
    pub(super) finished: bool,
    pub(super) actions: Vec<Value>,
    /// Whether the body is signed as it should be.
    pub(super) signed: bool,
}

/// Asks the casino.
pub(super) async fn ask(app: &App, open: &Open, player: &Player, asking: Asking<'_>) -> Call {
    let Asking { call, round, finished, actions, signed } = asking;
    let word = |action: &Value| {
        let amount = action["amount"].as_i64().map(|amount| format!(" {amount}")).unwrap_or_default();
        format!("{}{amount}", action["action"].as_str().unwrap_or_default())
    };
    let mut asked = actions.iter().map(word).collect::<Vec<_>>().join(", ");
    if finished {
        asked.push_str(" (finished)");
    }
    let body = json!({
        "session_id": player.session, "user_id": player.user, "currency": open.currency, "game": open.title.name(),
        "game_id": (!round.is_empty()).then_some(round), "finished": finished, "actions": actions,
    })
    .to_string();
    let (status, answer) = send(app, call, body, signed).await;
    Call { call, asked, status, answer }
}

/// Tells the casino how free spins have ended, and what they have won.
pub(super) async fn tell_spins(app: &App, issue: &str, status: &str, won: i64) -> Call {
    let body = json!({ "issue_id": issue, "status": status, "total_amount": won }).to_string();
    let asked = format!("{status} {won}");
    let (status, answer) = send(app, "freespins", body, true).await;
    Call { call: "freespins", asked, status, answer }
}

/// The status and the answer to a call; 0 without an answer.
async fn send(app: &App, call: &str, body: String, signed: bool) -> (u16, Value) {
    let over = if signed { body.clone() } else { format!("{body} ") };
    let sent = app
        .http
        .post(format!("{}/webhooks/games/{NAME}/{call}", app.config.casino_url))
        .header("content-type", "application/json")
        .header(SIGN, app.config.studio_secret.sign_hex(&over))
        .body(body)
        .send()
        .await;
    let (status, text) = match sent {
        Ok(answer) => (answer.status().as_u16(), answer.text().await.unwrap_or_default()),
        Err(error) => {
            tracing::info!(%error, "the casino gives no answer");
            (0, String::new())
        }
    };
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}
