//! Who is connected to this server, what each listens to, and how far each lane has been published.
//!
//! One lock covers all of it, so that "from here on you hear everything" is one instant: a client that
//! joins receives the place up to which the lane was published, and every row after it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use croupier_ledger::PlayerId;
use serde_json::Value;
use tokio::time::Instant;

use super::allowance::Allowance;
use super::channel::Channel;
use super::disconnect::Disconnect;
use super::frames::{Effect, Frame};
use super::outbox::Outbox;
use super::protocol::{Publication, push_line};
use super::token::{Subject, TOKEN_TTL_S};

/// A connection's number on this server.
pub(super) type ClientNo = u64;

/// Public wins are published at most this often.
const WINS_PER_SECOND_MAX: u32 = 2;

/// How often what one player missed is read from the log, in a second; and at most at once, which is enough for
/// a browser that comes back with all its tabs.
const RECOVERIES_PER_SECOND: f64 = 0.2;

/// See [`RECOVERIES_PER_SECOND`].
const RECOVERIES_AT_ONCE: f64 = 8.0;

/// Of at most this many players the allowance is remembered.
const RECOVERIES_MAX: usize = 100_000;

/// Of at most this many players the last frame is remembered.
const LATEST_PLAYERS_MAX: usize = 100_000;

#[derive(Debug)]
pub(super) struct Registry {
    clients: HashMap<ClientNo, Client>,
    by_player: HashMap<PlayerId, Vec<ClientNo>>,
    by_session: HashMap<String, Vec<ClientNo>>,
    /// Who listens to which public channel.
    public: HashMap<Channel, HashSet<ClientNo>>,
    ended: Ended,
    /// How often each player's missed frames may be read from the log.
    recoveries: HashMap<PlayerId, Allowance>,
    last_no: ClientNo,
    /// The number up to which each lane has been published.
    published_to: Vec<i64>,
    wins_window: (i64, u32),
    latest: Latest,
}

/// Sessions that are over, for as long as tokens of theirs live.
#[derive(Debug, Default)]
struct Ended {
    sessions: HashSet<String>,
    /// The same, in the order in which they ended, with the millisecond from which no token is left.
    forget_at: VecDeque<(i64, String)>,
}

impl Ended {
    /// Notes the end of a session at `now` and forgets those whose tokens have run out: each once, so a call costs
    /// no more than what has been noted before.
    fn note(&mut self, session: String, now: i64) {
        while let Some((_, forgotten)) = self.forget_at.pop_front_if(|(at, _)| *at <= now) {
            self.sessions.remove(&forgotten);
        }
        if self.sessions.insert(session.clone()) {
            self.forget_at.push_back((now + 1000 * (TOKEN_TTL_S + 1), session));
        }
    }
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
    /// From now on; the lane was published up to this number.
    From(i64),
    /// It was subscribed before.
    Already,
}

impl Registry {
    /// An empty registry for lanes published up to `published_to`.
    pub(super) fn new(published_to: Vec<i64>) -> Self {
        Self {
            clients: HashMap::new(),
            by_player: HashMap::new(),
            by_session: HashMap::new(),
            public: HashMap::new(),
            ended: Ended::default(),
            recoveries: HashMap::new(),
            last_no: 0,
            latest: Latest { since: published_to.clone(), offsets: HashMap::new() },
            published_to,
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

    /// The players who are connected.
    pub(super) fn connected_players(&self) -> Vec<PlayerId> {
        self.by_player.keys().copied().collect()
    }

    /// The number up to which `lane` has been published.
    pub(super) fn published_to(&self, lane: u8) -> i64 {
        self.published_to.get(usize::from(lane)).copied().unwrap_or_default()
    }

    /// Whether this server knows that no private frame of `player` came after `offset` of `lane`.
    pub(super) fn nothing_since(&self, player: PlayerId, lane: u8, offset: i64) -> bool {
        let watched = self.latest.since.get(usize::from(lane)).is_some_and(|since| *since <= offset);
        watched && self.latest.offsets.get(&player).is_none_or(|last| *last <= offset)
    }

    /// Whether the session is known to be over.
    pub(super) fn has_ended(&self, session: &str) -> bool {
        self.ended.sessions.contains(session)
    }

    /// Adds a client without subscriptions.
    pub(super) fn join(&mut self, subject: Subject, outbox: Arc<Outbox>) -> ClientNo {
        self.last_no += 1;
        let no = self.last_no;
        if let Subject::Player { id, session, .. } = &subject {
            self.by_player.entry(*id).or_default().push(no);
            self.by_session.entry(session.clone()).or_default().push(no);
        }
        self.clients.insert(no, Client { subject, outbox, private: HashMap::new() });
        no
    }

    /// Removes a client.
    pub(super) fn leave(&mut self, no: ClientNo) {
        let Some(client) = self.clients.remove(&no) else { return };
        for listeners in self.public.values_mut() {
            listeners.remove(&no);
        }
        if let Subject::Player { id, session, .. } = client.subject {
            take_out(&mut self.by_player, id, no);
            take_out(&mut self.by_session, session, no);
        }
    }

    /// Subscribes a client; its player's log is in `lane`.
    pub(super) fn subscribe(&mut self, no: ClientNo, channel: Channel, lane: u8) -> Subscribed {
        let published_to = self.published_to(lane);
        let fresh = match self.clients.get_mut(&no) {
            Some(client) if channel.is_private() => client.private.insert(channel, published_to).is_none(),
            Some(_) => self.public.entry(channel).or_default().insert(no),
            None => false,
        };
        if fresh { Subscribed::From(published_to) } else { Subscribed::Already }
    }

    /// Notes that a client has seen a private channel up to `offset`, sent by another server or recovered.
    pub(super) fn has_seen(&mut self, no: ClientNo, channel: Channel, offset: i64) {
        let seen = self.clients.get_mut(&no).and_then(|client| client.private.get_mut(&channel));
        if let Some(seen) = seen {
            *seen = (*seen).max(offset);
        }
    }

    /// Ends a subscription.
    pub(super) fn unsubscribe(&mut self, no: ClientNo, channel: Channel) {
        if channel.is_private() {
            if let Some(client) = self.clients.get_mut(&no) {
                client.private.remove(&channel);
            }
        } else if let Some(listeners) = self.public.get_mut(&channel) {
            listeners.remove(&no);
        }
    }

    /// Whether what `player` missed may be read from the log now. All connections of a player share the allowance.
    pub(super) fn may_recover(&mut self, player: PlayerId, now: Instant) -> bool {
        if self.recoveries.len() >= RECOVERIES_MAX && !self.recoveries.contains_key(&player) {
            // To begin anew once in so many players is cheaper than to look for those who are not needed.
            self.recoveries.clear();
        }
        let fresh = || Allowance::new(RECOVERIES_PER_SECOND, RECOVERIES_AT_ONCE, now);
        self.recoveries.entry(player).or_insert_with(fresh).take(now)
    }

    /// Publishes what the rows of `lane` up to `upto` mean, at `now` (UTC milliseconds).
    pub(super) fn publish(&mut self, lane: u8, upto: i64, effects: &[Effect], now: i64) {
        for row in effects.chunk_by(are_of_one_row) {
            match row {
                [Effect::EndSession(session), ..] => self.end_session(session.clone(), now),
                [Effect::Publish(frame), ..] if frame.channel.is_private() => {
                    self.latest.offsets.insert(frame.player, frame.offset);
                    self.publish_to_player(frame.player, row);
                }
                [Effect::Publish(frame), ..] => self.publish_to_all(frame, now),
                [Effect::Announce(channel, frames), ..] => self.announce(*channel, frames),
                // Both have been made into frames before.
                [Effect::Notify(_) | Effect::Points(..) | Effect::ToEverybody(..), ..] | [] => {}
            }
        }
        if let Some(published_to) = self.published_to.get_mut(usize::from(lane)) {
            *published_to = upto;
        }
        if self.latest.offsets.len() > LATEST_PLAYERS_MAX {
            self.latest = Latest { since: self.published_to.clone(), offsets: HashMap::new() };
        }
    }

    /// Publishes what one row means in one piece: a client that saw the offset of a row saw all of the row.
    fn publish_to_player(&mut self, player: PlayerId, row: &[Effect]) {
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

    /// Publishes to players what is no row of their own log, and so has no place in it.
    pub(super) fn announce(&self, channel: Channel, frames: &[(PlayerId, Value)]) {
        for (player, data) in frames {
            let clients = self.by_player.get(player).into_iter().flatten();
            for client in clients.filter_map(|no| self.clients.get(no)) {
                let Subject::Player { user_channel_id, .. } = &client.subject else { continue };
                if client.private.contains_key(&channel) {
                    let publication = Publication { data: data.clone(), offset: None };
                    client.outbox.push(push_line(&channel.address(user_channel_id), &publication));
                }
            }
        }
    }

    fn publish_to_all(&mut self, frame: &Frame, now: i64) {
        let second = now.div_euclid(1000);
        if self.wins_window.0 != second {
            self.wins_window = (second, 0);
        }
        self.wins_window.1 += 1;
        if self.wins_window.1 <= WINS_PER_SECOND_MAX {
            self.broadcast(frame.channel, &frame.data);
        }
    }

    /// Publishes to everybody who listens to a public channel. Rows of several lanes meet in one, so it has no position to recover
    /// from.
    pub(super) fn broadcast(&self, channel: Channel, data: &Value) {
        let Some(listeners) = self.public.get(&channel).filter(|listeners| !listeners.is_empty()) else {
            return;
        };
        let publication = Publication { data: data.clone(), offset: None };
        let line = Utf8Bytes::from(push_line(channel.name(), &publication));
        for client in listeners.iter().filter_map(|no| self.clients.get(no)) {
            client.outbox.push(line.clone());
        }
    }

    /// How many clients listen to a public channel.
    pub(super) fn listeners(&self, channel: Channel) -> usize {
        self.public.get(&channel).map_or(0, HashSet::len)
    }

    /// Disconnects every client of a session and refuses its tokens for as long as they live.
    pub(super) fn end_session(&mut self, ended: String, now: i64) {
        let connections = self.by_session.get(&ended).into_iter().flatten();
        for client in connections.filter_map(|no| self.clients.get(no)) {
            client.outbox.close(Disconnect::SessionEnded);
        }
        self.ended.note(ended, now);
    }

    /// Disconnects everybody.
    pub(super) fn disconnect_all(&self, reason: Disconnect) {
        for client in self.clients.values() {
            client.outbox.close(reason);
        }
    }
}

/// Takes a connection out of an index of connections.
fn take_out<K: Eq + Hash>(index: &mut HashMap<K, Vec<ClientNo>>, key: K, no: ClientNo) {
    if let Entry::Occupied(mut connections) = index.entry(key) {
        connections.get_mut().retain(|other| *other != no);
        if connections.get().is_empty() {
            connections.remove();
        }
    }
}

fn are_of_one_row(one: &Effect, other: &Effect) -> bool {
    matches!((one, other), (Effect::Publish(one), Effect::Publish(other)) if one.offset == other.offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(id: PlayerId, session: &str) -> Subject {
        Subject::Player { id, user_channel_id: format!("c{id}"), session: session.to_owned() }
    }

    fn outbox() -> Arc<Outbox> {
        Arc::new(Outbox::new(1024))
    }

    #[test]
    fn an_index_names_the_connections_of_a_session_and_forgets_those_that_left() {
        let mut registry = Registry::new(vec![0]);
        let (first, second) =
            (registry.join(player(1, "a"), outbox()), registry.join(player(1, "a"), outbox()));
        let other = registry.join(player(2, "b"), outbox());
        assert_eq!(registry.by_session["a"], [first, second]);
        registry.leave(first);
        assert_eq!((&registry.by_session["a"], registry.connections_of(1)), (&vec![second], 1));
        registry.leave(second);
        registry.leave(other);
        assert!(registry.by_session.is_empty() && registry.by_player.is_empty());
    }

    #[test]
    fn a_session_that_ended_is_remembered_as_long_as_its_tokens_live() {
        let mut registry = Registry::new(vec![0]);
        let lifetime = 1000 * (TOKEN_TTL_S + 1);
        registry.end_session("a".to_owned(), 0);
        registry.end_session("a".to_owned(), 1);
        registry.end_session("b".to_owned(), lifetime - 1);
        assert!(registry.has_ended("a") && registry.has_ended("b"));
        registry.end_session("c".to_owned(), lifetime);
        assert!(!registry.has_ended("a") && registry.has_ended("b"));
        assert_eq!(registry.ended.forget_at.len(), 2);
    }

    #[test]
    fn leaving_wins_leaves_private_channels_and_the_other_way_round() {
        let mut registry = Registry::new(vec![0]);
        let no = registry.join(player(1, "a"), outbox());
        registry.subscribe(no, Channel::Wins, 0);
        registry.subscribe(no, Channel::Balance, 0);
        registry.unsubscribe(no, Channel::Balance);
        assert!(registry.public[&Channel::Wins].contains(&no) && registry.clients[&no].private.is_empty());
        registry.subscribe(no, Channel::Balance, 0);
        registry.unsubscribe(no, Channel::Wins);
        assert!(registry.public[&Channel::Wins].is_empty() && registry.clients[&no].private.len() == 1);
    }

    #[test]
    fn all_connections_of_a_player_share_what_may_be_read_again() {
        let (mut registry, now) = (Registry::new(vec![0]), Instant::now());
        let read = (0..100).filter(|_| registry.may_recover(1, now)).count();
        assert_eq!(read, 8);
        let no = registry.join(player(1, "a"), outbox());
        registry.leave(no);
        assert!(!registry.may_recover(1, now), "coming back gives nothing back");
        assert!(registry.may_recover(2, now));
    }
}
