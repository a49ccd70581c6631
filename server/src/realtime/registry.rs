//! Who is connected to this server, what each listens to, and how far each lane has been told.
//!
//! One lock covers all of it, so that "from here on you hear everything" is one instant: a client that
//! joins is told the place up to which the lane was told, and receives every row after it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use croupier_ledger::PlayerId;

use super::channel::Channel;
use super::disconnect::Disconnect;
use super::frames::{Effect, Frame};
use super::outbox::Outbox;
use super::protocol::{Publication, push_line};
use super::token::{Subject, TOKEN_TTL_S};

/// A connection's number on this server.
pub(super) type ClientNo = u64;

/// Public wins are told at most this often.
const WINS_PER_SECOND_MAX: u32 = 2;

/// Of at most this many players the last frame is remembered.
const LATEST_PLAYERS_MAX: usize = 100_000;

#[derive(Debug)]
pub(super) struct Registry {
    clients: HashMap<ClientNo, Client>,
    by_player: HashMap<PlayerId, Vec<ClientNo>>,
    wins: HashSet<ClientNo>,
    /// Sessions that are over, with the millisecond from which no token of theirs is left.
    ended: HashMap<String, i64>,
    last_no: ClientNo,
    /// The number up to which each lane has been told.
    told: Vec<i64>,
    wins_window: (i64, u32),
    latest: Latest,
}

/// The offset of the last private frame of each player, for rows that came after `since`.
#[derive(Debug)]
struct Latest {
    since: Vec<i64>,
    offsets: HashMap<PlayerId, i64>,
}

#[derive(Debug)]
struct Client {
    subject: Subject,
    outbox: Arc<Outbox>,
    /// The private channels it listens to, each with the last offset it has seen.
    private: HashMap<Channel, i64>,
}

/// What a subscribe came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subscribed {
    /// From now on; the lane was told up to this number.
    From(i64),
    /// It was subscribed before.
    Already,
}

impl Registry {
    /// An empty registry for lanes told up to `told`.
    pub(super) fn new(told: Vec<i64>) -> Self {
        Self {
            clients: HashMap::new(),
            by_player: HashMap::new(),
            wins: HashSet::new(),
            ended: HashMap::new(),
            last_no: 0,
            latest: Latest { since: told.clone(), offsets: HashMap::new() },
            told,
            wins_window: (0, 0),
        }
    }

    /// How many clients are connected.
    pub(super) fn len(&self) -> usize {
        self.clients.len()
    }

    /// How many connections `player` has.
    pub(super) fn connections_of(&self, player: PlayerId) -> usize {
        self.by_player.get(&player).map_or(0, Vec::len)
    }

    /// The number up to which `lane` has been told.
    pub(super) fn told(&self, lane: u8) -> i64 {
        self.told.get(usize::from(lane)).copied().unwrap_or_default()
    }

    /// Whether this server knows that no private frame of `player` came after `offset` of `lane`.
    pub(super) fn nothing_since(&self, player: PlayerId, lane: u8, offset: i64) -> bool {
        let watched = self.latest.since.get(usize::from(lane)).is_some_and(|since| *since <= offset);
        watched && self.latest.offsets.get(&player).is_none_or(|last| *last <= offset)
    }

    /// Whether the session is known to be over.
    pub(super) fn has_ended(&self, session: &str) -> bool {
        self.ended.contains_key(session)
    }

    /// Adds a client without subscriptions.
    pub(super) fn join(&mut self, subject: Subject, outbox: Arc<Outbox>) -> ClientNo {
        self.last_no += 1;
        let no = self.last_no;
        if let Subject::Player { id, .. } = &subject {
            self.by_player.entry(*id).or_default().push(no);
        }
        self.clients.insert(no, Client { subject, outbox, private: HashMap::new() });
        no
    }

    /// Removes a client.
    pub(super) fn leave(&mut self, no: ClientNo) {
        let Some(client) = self.clients.remove(&no) else { return };
        self.wins.remove(&no);
        if let Subject::Player { id, .. } = client.subject
            && let Some(connections) = self.by_player.get_mut(&id)
        {
            connections.retain(|other| *other != no);
            if connections.is_empty() {
                self.by_player.remove(&id);
            }
        }
    }

    /// Subscribes a client; its player's log is in `lane`.
    pub(super) fn subscribe(&mut self, no: ClientNo, channel: Channel, lane: u8) -> Subscribed {
        let told = self.told(lane);
        let fresh = match self.clients.get_mut(&no) {
            Some(client) if channel.is_private() => client.private.insert(channel, told).is_none(),
            Some(_) => self.wins.insert(no),
            None => false,
        };
        if fresh { Subscribed::From(told) } else { Subscribed::Already }
    }

    /// Notes that a client has seen a private channel up to `offset`, told by another server or recovered.
    pub(super) fn has_seen(&mut self, no: ClientNo, channel: Channel, offset: i64) {
        let seen = self.clients.get_mut(&no).and_then(|client| client.private.get_mut(&channel));
        if let Some(seen) = seen {
            *seen = (*seen).max(offset);
        }
    }

    /// Ends a subscription.
    pub(super) fn unsubscribe(&mut self, no: ClientNo, channel: Channel) {
        self.wins.retain(|other| *other != no || channel.is_private());
        if let Some(client) = self.clients.get_mut(&no) {
            client.private.remove(&channel);
        }
    }

    /// Tells what the rows of `lane` up to `upto` mean, at `now` (UTC milliseconds).
    pub(super) fn tell(&mut self, lane: u8, upto: i64, effects: &[Effect], now: i64) {
        for row in effects.chunk_by(are_of_one_row) {
            match row {
                [Effect::EndSession(session), ..] => self.end_session(session.clone(), now),
                [Effect::Publish(frame), ..] if frame.channel.is_private() => {
                    self.latest.offsets.insert(frame.player, frame.offset);
                    self.tell_player(frame.player, row);
                }
                [Effect::Publish(frame), ..] => self.tell_everybody(frame, now),
                [] => {}
            }
        }
        if let Some(told) = self.told.get_mut(usize::from(lane)) {
            *told = upto;
        }
        if self.latest.offsets.len() > LATEST_PLAYERS_MAX {
            self.latest = Latest { since: self.told.clone(), offsets: HashMap::new() };
        }
    }

    /// Tells what one row means in one piece: a client that saw the offset of a row saw all of the row.
    fn tell_player(&mut self, player: PlayerId, row: &[Effect]) {
        for no in self.by_player.get(&player).into_iter().flatten() {
            let Some(client) = self.clients.get_mut(no) else { continue };
            let Subject::Player { user_channel_id, .. } = &client.subject else { continue };
            let mut lines = Vec::new();
            for effect in row {
                let Effect::Publish(frame) = effect else { continue };
                let Some(seen) = client.private.get_mut(&frame.channel) else { continue };
                if *seen < frame.offset {
                    *seen = frame.offset;
                    let publication = Publication { data: frame.data.clone(), offset: Some(frame.offset) };
                    lines.push(push_line(&frame.channel.address(user_channel_id), &publication));
                }
            }
            if !lines.is_empty() {
                client.outbox.push(lines.join("\n"));
            }
        }
    }

    fn tell_everybody(&mut self, frame: &Frame, now: i64) {
        let second = now.div_euclid(1000);
        if self.wins_window.0 != second {
            self.wins_window = (second, 0);
        }
        self.wins_window.1 += 1;
        if self.wins_window.1 > WINS_PER_SECOND_MAX || self.wins.is_empty() {
            return;
        }
        // Rows of several lanes meet in a public channel, so it has no position to recover from.
        let publication = Publication { data: frame.data.clone(), offset: None };
        let line = Utf8Bytes::from(push_line(frame.channel.name(), &publication));
        for client in self.wins.iter().filter_map(|no| self.clients.get(no)) {
            client.outbox.push(line.clone());
        }
    }

    /// Disconnects every client of a session and refuses its tokens for as long as they live.
    pub(super) fn end_session(&mut self, ended: String, now: i64) {
        for client in self.clients.values() {
            if matches!(&client.subject, Subject::Player { session, .. } if *session == ended) {
                client.outbox.close(Disconnect::SessionEnded);
            }
        }
        self.ended.retain(|_, forget_at| *forget_at > now);
        self.ended.insert(ended, now + 1000 * (TOKEN_TTL_S + 1));
    }

    /// Disconnects everybody.
    pub(super) fn disconnect_all(&self, reason: Disconnect) {
        for client in self.clients.values() {
            client.outbox.close(reason);
        }
    }
}

fn are_of_one_row(one: &Effect, other: &Effect) -> bool {
    matches!((one, other), (Effect::Publish(one), Effect::Publish(other)) if one.offset == other.offset)
}
