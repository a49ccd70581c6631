//! Who is signed in at the sports site, by a cookie of its own host.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, header};

use super::Visitor;

const COOKIE: &str = "sport_session";

/// Sessions kept at most; then the oldest ends.
const SESSIONS_MAX: usize = 1_000;

/// The sessions of one run, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<VecDeque<Session>>);

#[derive(Debug)]
struct Session {
    id: String,
    visitor: Visitor,
    /// Until when the casino's last answer holds, in Unix milliseconds.
    until_ms: u64,
}

impl Sessions {
    pub(super) fn open(&self, id: String, visitor: Visitor, until_ms: u64) {
        let mut sessions = self.lock();
        if sessions.len() == SESSIONS_MAX {
            sessions.pop_front();
        }
        sessions.push_back(Session { id, visitor, until_ms });
    }

    /// Whose session it is, and until when the casino's last answer holds.
    pub(super) fn visitor(&self, id: &str) -> Option<(Visitor, u64)> {
        let sessions = self.lock();
        let found = sessions.iter().find(|session| session.id == id);
        found.map(|session| (session.visitor.clone(), session.until_ms))
    }

    /// Keeps a session until `until_ms` without another question.
    pub(super) fn extend(&self, id: &str, until_ms: u64) {
        if let Some(session) = self.lock().iter_mut().find(|session| session.id == id) {
            session.until_ms = until_ms;
        }
    }

    pub(super) fn end(&self, id: &str) {
        self.lock().retain(|session| session.id != id);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session that the browser names.
pub(super) fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

pub(super) fn set_cookie(id: &str) -> String {
    format!("{COOKIE}={id}; Path=/; HttpOnly; SameSite=Lax")
}

pub(super) fn clear_cookie() -> String {
    format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
}
