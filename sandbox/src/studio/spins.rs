//! Free spins of the casino: taken in, played one by one, and told of at their end.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::casino::{Call, tell_spins};
use super::round::Outcome;
use super::{Open, Player, asked, refused};
use crate::App;

/// Free spins that were issued, by the casino's name of them.
#[derive(Default)]
pub(super) struct Issues(Mutex<HashMap<String, Spins>>);

/// Free spins as they stand.
#[derive(Debug, Clone)]
struct Spins {
    user: String,
    currency: String,
    games: Vec<String>,
    /// What each is played at, in subunits.
    stake: i64,
    left: i64,
    won: i64,
}

impl Issues {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Spins>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The free spins of a player in a game: their name, and how many are left.
    pub(super) fn of(&self, player: &Player, open: &Open) -> Option<(String, i64)> {
        let all = self.lock();
        let mut fitting = all.iter().filter(|(_, spins)| {
            spins.user == player.user
                && spins.currency == open.currency
                && spins.left > 0
                && spins.games.iter().any(|game| game == open.title.name())
        });
        fitting.next().map(|(issue, spins)| (issue.clone(), spins.left))
    }
}

/// What the casino issues.
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
#[derive(Deserialize)]
struct Issue {
    issue_id: String,
    currency: String,
    games: Vec<String>,
    freespins_quantity: i64,
    bet_amount: i64,
    user: User,
}

#[derive(Deserialize)]
struct User {
    id: String,
}

pub(super) async fn issue(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    let issue: Issue = match asked(&app, &headers, &body) {
        Ok(issue) => issue,
        Err((status, message)) => return refused(status, message),
    };
    if issue.freespins_quantity < 1 || issue.bet_amount < 1 {
        return refused(StatusCode::BAD_REQUEST, "There is nothing to play.");
    }
    let spins = Spins {
        user: issue.user.id,
        currency: issue.currency,
        games: issue.games,
        stake: issue.bet_amount,
        left: issue.freespins_quantity,
        won: 0,
    };
    // The same issue is taken in once.
    app.studio.spins.lock().entry(issue.issue_id).or_insert(spins);
    Json(json!({})).into_response()
}

/// What the casino takes back.
#[derive(Deserialize)]
struct Canceled {
    issue_id: String,
}

/// Ends free spins; what was won by then the casino is told.
pub(super) async fn cancel(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    let canceled: Canceled = match asked(&app, &headers, &body) {
        Ok(canceled) => canceled,
        Err((status, message)) => return refused(status, message),
    };
    let Some(spins) = app.studio.spins.lock().remove(&canceled.issue_id) else {
        return refused(StatusCode::NOT_FOUND, "There is no such issue.");
    };
    if spins.won > 0 && spins.left > 0 {
        tokio::spawn(async move { tell_spins(&app, &canceled.issue_id, "canceled", spins.won).await });
    }
    Json(json!({})).into_response()
}

/// Plays one free spin of `player`; after the last one the casino is told.
pub(super) async fn play(app: &App, open: &Open, player: &Player) -> Outcome {
    let Some((issue, _)) = app.studio.spins.of(player, open) else {
        return Outcome { says: "There are no free spins.".to_owned(), ..Outcome::default() };
    };
    let faces = open.title.draw(&app.config.entropy);
    let Some((win, left, won)) = app.studio.spins.lock().get_mut(&issue).map(|spins| {
        let win = open.title.pay(&faces, spins.stake);
        spins.left -= 1;
        spins.won = spins.won.saturating_add(win);
        (win, spins.left, spins.won)
    }) else {
        return Outcome { says: "There are no free spins.".to_owned(), ..Outcome::default() };
    };
    let calls: Vec<Call> =
        if left > 0 { Vec::new() } else { vec![tell_spins(app, &issue, "played", won).await] };
    Outcome { faces, win, calls, ..Outcome::default() }
}
