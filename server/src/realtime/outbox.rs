//! What waits to be sent to one client: bounded, so that a client that does not read costs no memory.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use super::disconnect::Disconnect;

/// The most that is joined into one websocket message, in bytes, unless one line alone is longer.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// Lines on their way to one client, and the reason to disconnect it once there is one.
#[derive(Debug)]
pub(super) struct Outbox {
    bytes_max: usize,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    ready: VecDeque<Utf8Bytes>,
    /// While set, lines wait here until the answer they must follow is known.
    held: Option<Vec<Utf8Bytes>>,
    bytes: usize,
    close: Option<Disconnect>,
}

/// What is to be done next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Send a message.
    Send(Utf8Bytes),
    /// Close the connection.
    Close(Disconnect),
}

impl Outbox {
    /// An empty box that holds at most `bytes_max` bytes.
    pub(super) fn new(bytes_max: usize) -> Self {
        Self { bytes_max, state: Mutex::default(), changed: Notify::new() }
    }

    /// Puts a line in; when it does not fit, the client is too slow and will be disconnected.
    pub(super) fn push(&self, line: impl Into<Utf8Bytes>) {
        let line = line.into();
        let mut state = self.lock();
        if state.close.is_some() {
            return;
        }
        state.bytes += line.len();
        if state.bytes > self.bytes_max {
            close(&mut state, Disconnect::Slow);
        } else if let Some(held) = &mut state.held {
            held.push(line);
        } else {
            state.ready.push_back(line);
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Holds back every line from now on until [`Outbox::release`].
    pub(super) fn hold(&self) {
        self.lock().held.get_or_insert_default();
    }

    /// Puts `answer` before the lines that were held back, and lets all of them go. The answer itself is
    /// never refused: recovery has its own bound.
    pub(super) fn release(&self, answer: impl Into<Utf8Bytes>) {
        let mut state = self.lock();
        if state.close.is_some() {
            return;
        }
        let answer = answer.into();
        state.bytes += answer.len();
        state.ready.push_back(answer);
        let held = state.held.take();
        state.ready.extend(held.into_iter().flatten());
        drop(state);
        self.changed.notify_one();
    }

    /// Disconnects the client; the first reason counts, and what waits is dropped.
    pub(super) fn close(&self, reason: Disconnect) {
        close(&mut self.lock(), reason);
        self.changed.notify_one();
    }

    /// Waits for the next thing to do.
    pub(super) async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.changed.notified().await;
        }
    }

    /// Waits until the connection is to be closed.
    pub(super) async fn closed(&self) {
        while self.lock().close.is_none() {
            self.changed.notified().await;
        }
    }

    fn take(&self) -> Option<Next> {
        let mut state = self.lock();
        if let Some(reason) = state.close {
            return Some(Next::Close(reason));
        }
        let first = state.ready.pop_front()?;
        state.bytes -= first.len();
        let fits = |length: usize, line: &Utf8Bytes| length + 1 + line.len() <= MESSAGE_BYTES_MAX;
        if state.ready.front().is_none_or(|line| !fits(first.len(), line)) {
            return Some(Next::Send(first));
        }
        let mut message = first.to_string();
        while let Some(line) = state.ready.pop_front_if(|line| fits(message.len(), line)) {
            state.bytes -= line.len();
            message.push('\n');
            message.push_str(&line);
        }
        Some(Next::Send(message.into()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn close(state: &mut State, reason: Disconnect) {
    if state.close.is_none() {
        *state = State { close: Some(reason), ..State::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn held_lines_follow_the_answer() {
        let outbox = Outbox::new(1000);
        outbox.push("early");
        outbox.hold();
        outbox.push("late");
        outbox.push("later");
        assert_eq!(outbox.next().await, Next::Send("early".into()));
        outbox.release("answer");
        assert_eq!(outbox.next().await, Next::Send("answer\nlate\nlater".into()));
    }

    #[tokio::test]
    async fn messages_are_joined_only_up_to_a_bound() {
        let outbox = Outbox::new(10 * MESSAGE_BYTES_MAX);
        let half = "x".repeat(MESSAGE_BYTES_MAX / 2);
        for _ in 0..3 {
            outbox.push(half.clone());
        }
        for _ in 0..3 {
            assert_eq!(outbox.next().await, Next::Send(half.clone().into()));
        }
    }

    #[tokio::test]
    async fn a_full_box_disconnects_and_keeps_nothing() {
        let outbox = Outbox::new(10);
        outbox.push("12345");
        outbox.push("67890");
        outbox.push("!");
        assert_eq!(outbox.next().await, Next::Close(Disconnect::Slow));
        outbox.close(Disconnect::Shutdown);
        outbox.push("more");
        outbox.release("answer");
        outbox.closed().await;
        assert_eq!(outbox.next().await, Next::Close(Disconnect::Slow), "the first reason counts");
        assert_eq!(outbox.lock().bytes, 0);
    }

    #[tokio::test]
    async fn room_is_given_back_when_lines_leave() {
        let outbox = Outbox::new(10);
        for _ in 0..100 {
            outbox.push("12345");
            outbox.push("6789");
            assert_eq!(outbox.next().await, Next::Send("12345\n6789".into()));
        }
    }
}
