//! The messages of the Centrifugo client protocol, version 2, in JSON: one command or reply a line.
//!
//! <https://centrifugal.dev/docs/transports/client_protocol> describes the protocol; only what the operator
//! offers is here, and what it does not offer is answered with the protocol's own errors.

use std::collections::{BTreeMap, HashMap};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// A line from a client as it stands: a number and at most one request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Command {
    id: u32,
    connect: Option<ConnectRequest>,
    subscribe: Option<SubscribeRequest>,
    unsubscribe: Option<UnsubscribeRequest>,
    refresh: Option<RefreshRequest>,
    ping: Option<IgnoredAny>,
    publish: Option<IgnoredAny>,
    presence: Option<IgnoredAny>,
    presence_stats: Option<IgnoredAny>,
    history: Option<IgnoredAny>,
    rpc: Option<IgnoredAny>,
    sub_refresh: Option<IgnoredAny>,
    send: Option<IgnoredAny>,
}

/// What a client asks.
#[derive(Debug)]
pub(super) enum Request {
    /// The answer to a ping of ours.
    Pong,
    Connect(ConnectRequest),
    Subscribe(SubscribeRequest),
    Unsubscribe(UnsubscribeRequest),
    Refresh(RefreshRequest),
    Ping,
    /// Publishing is the server's alone.
    Publish,
    /// A part of the protocol that the operator does not offer.
    NotOffered,
}

/// The line is not the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Reads one line of a client: the number to answer under, and what is asked.
pub(super) fn parse(line: &str) -> Result<(u32, Request), Malformed> {
    // Structs are read from arrays too, which the protocol does not know.
    if !line.starts_with('{') {
        return Err(Malformed);
    }
    let command: Command = serde_json::from_str(line).map_err(|_| Malformed)?;
    let id = command.id;
    let not_offered =
        [command.presence, command.presence_stats, command.history, command.rpc, command.sub_refresh];
    let mut requests = [
        command.connect.map(Request::Connect),
        command.subscribe.map(Request::Subscribe),
        command.unsubscribe.map(Request::Unsubscribe),
        command.refresh.map(Request::Refresh),
        command.ping.map(|_| Request::Ping),
        command.publish.map(|_| Request::Publish),
    ]
    .into_iter()
    .flatten()
    .chain(not_offered.into_iter().flatten().map(|_| Request::NotOffered));
    match (id, requests.next(), requests.next(), command.send) {
        (0, None, None, None) => Ok((0, Request::Pong)),
        (1.., Some(request), None, None) => Ok((id, request)),
        // `send` is a message without an answer: nobody here listens to it.
        _ => Err(Malformed),
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ConnectRequest {
    pub(super) token: String,
    /// Where the client was in the channels that the server subscribes it to.
    pub(super) subs: HashMap<String, SubscribeRequest>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SubscribeRequest {
    pub(super) channel: String,
    pub(super) recover: bool,
    pub(super) epoch: String,
    pub(super) offset: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct UnsubscribeRequest {
    pub(super) channel: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RefreshRequest {
    pub(super) token: String,
}

/// An answer to a command.
#[derive(Debug, Serialize)]
pub(super) struct Reply<'a> {
    id: u32,
    #[serde(flatten)]
    body: &'a Answer,
}

/// What a command is answered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Error(ErrorReply),
    Connect(ConnectResult),
    Subscribe(SubscribeResult),
    Unsubscribe(Empty),
    Refresh(RefreshResult),
    Ping(Empty),
}

impl Answer {
    /// The line that answers command `id`.
    pub(super) fn line(&self, id: u32) -> String {
        line(&Reply { id, body: self })
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Empty {}

/// An error with the codes of the protocol; the client goes on with its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct ErrorReply {
    pub(super) code: u32,
    pub(super) message: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) temporary: bool,
}

impl ErrorReply {
    const fn new(code: u32, message: &'static str) -> Self {
        Self { code, message, temporary: false }
    }

    pub(super) const UNKNOWN_CHANNEL: Self = Self::new(102, "unknown channel");
    pub(super) const PERMISSION_DENIED: Self = Self::new(103, "permission denied");
    pub(super) const ALREADY_SUBSCRIBED: Self = Self::new(105, "already subscribed");
    pub(super) const NOT_AVAILABLE: Self = Self::new(108, "not available");
    pub(super) const TOKEN_EXPIRED: Self = Self::new(109, "token expired");
}

#[derive(Debug, Serialize)]
pub(super) struct ConnectResult {
    pub(super) client: String,
    pub(super) version: &'static str,
    #[serde(flatten)]
    pub(super) expiry: Expiry,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) subs: BTreeMap<String, SubscribeResult>,
    /// Seconds between pings of the server.
    pub(super) ping: u64,
    /// The server waits for an answer to its pings.
    pub(super) pong: bool,
}

/// Whether and when a new token is needed.
#[derive(Debug, Serialize)]
pub(super) struct Expiry {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) expires: bool,
    /// In how many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ttl: Option<i64>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct SubscribeResult {
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) stream: Option<StreamPosition>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) publications: Vec<Publication>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) was_recovering: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) recovered: bool,
}

/// Where a channel with history stands.
#[derive(Debug, Serialize)]
pub(super) struct StreamPosition {
    pub(super) recoverable: bool,
    pub(super) positioned: bool,
    pub(super) epoch: String,
    pub(super) offset: i64,
}

#[derive(Debug, Serialize)]
pub(super) struct RefreshResult {
    pub(super) client: String,
    pub(super) version: &'static str,
    #[serde(flatten)]
    pub(super) expiry: Expiry,
}

/// One publication; channels without history carry no offset.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Publication {
    pub(super) data: serde_json::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<i64>,
}

#[derive(Serialize)]
struct PushLine<'a> {
    push: Push<'a>,
}

#[derive(Serialize)]
struct Push<'a> {
    channel: &'a str,
    r#pub: &'a Publication,
}

/// The line that brings `publication` to a subscriber of `channel`.
pub(super) fn push_line(channel: &str, publication: &Publication) -> String {
    line(&PushLine { push: Push { channel, r#pub: publication } })
}

fn line(message: &impl Serialize) -> String {
    // Plain structs with text keys always serialise.
    serde_json::to_string(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_client_are_split() {
        let kind = |line| match parse(line) {
            Ok((id, request)) => {
                let text = format!("{request:?}");
                format!("{id} {}", text.split(['(', ' ']).next().unwrap_or_default())
            }
            Err(Malformed) => "malformed".to_owned(),
        };
        for (line, expected) in [
            ("{}", "0 Pong"),
            (r#"{"id":1,"connect":{"name":"js","token":"t"}}"#, "1 Connect"),
            (r#"{"id":2,"subscribe":{"channel":"wins"}}"#, "2 Subscribe"),
            (r#"{"id":3,"unsubscribe":{"channel":"wins"}}"#, "3 Unsubscribe"),
            (r#"{"id":4,"refresh":{"token":"t"}}"#, "4 Refresh"),
            (r#"{"id":5,"ping":{}}"#, "5 Ping"),
            (r#"{"id":6,"publish":{"channel":"wins","data":{}}}"#, "6 Publish"),
            (r#"{"id":7,"presence":{"channel":"wins"}}"#, "7 NotOffered"),
            (r#"{"id":8,"rpc":{"method":"x"}}"#, "8 NotOffered"),
            (r#"{"send":{"data":{}}}"#, "malformed"),
            (r#"{"id":9}"#, "malformed"),
            (r#"{"connect":{}}"#, "malformed"),
            (r#"{"id":1,"ping":{},"connect":{}}"#, "malformed"),
            (r#"{"id":-1,"ping":{}}"#, "malformed"),
            (r#"{"id":1,"subscribe":{"offset":-1}}"#, "malformed"),
            (r#"{"id":1,"subscribe":"wins"}"#, "malformed"),
            ("[]", "malformed"),
            ("hello", "malformed"),
            ("", "malformed"),
        ] {
            assert_eq!(kind(line), expected, "{line}");
        }
    }

    #[test]
    fn answers_have_the_shapes_of_the_protocol() {
        let subscribed = Answer::Subscribe(SubscribeResult {
            stream: Some(StreamPosition {
                recoverable: true,
                positioned: true,
                epoch: "e".to_owned(),
                offset: 7,
            }),
            publications: vec![Publication { data: serde_json::json!({"a": 1}), offset: Some(7) }],
            was_recovering: true,
            recovered: true,
        });
        assert_eq!(
            subscribed.line(3),
            r#"{"id":3,"subscribe":{"recoverable":true,"positioned":true,"epoch":"e","offset":7,"publications":[{"data":{"a":1},"offset":7}],"was_recovering":true,"recovered":true}}"#
        );
        assert_eq!(Answer::Subscribe(SubscribeResult::default()).line(4), r#"{"id":4,"subscribe":{}}"#);
        assert_eq!(
            Answer::Error(ErrorReply::PERMISSION_DENIED).line(5),
            r#"{"id":5,"error":{"code":103,"message":"permission denied"}}"#
        );
        let publication = Publication { data: serde_json::json!({}), offset: None };
        assert_eq!(push_line("wins", &publication), r#"{"push":{"channel":"wins","pub":{"data":{}}}}"#);
    }
}
