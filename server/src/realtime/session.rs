//! One client's conversation: what each command is answered.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::time::Instant;

use super::Hub;
use super::allowance::Allowance;
use super::channel::{Channel, Unresolved};
use super::disconnect::Disconnect;
use super::outbox::Outbox;
use super::protocol::{
    Answer, ConnectRequest, ConnectResult, Empty, ErrorReply, Expiry, RefreshRequest, RefreshResult, Request,
    StreamPosition, SubscribeRequest, SubscribeResult, UnsubscribeRequest, parse,
};
use super::recovery::{Gap, Recovered, recover};
use super::registry::{ClientNo, Subscribed};
use super::token::{Subject, TokenError, Verified};

/// How long a client may go on with a token that ran out, in seconds: time to fetch a new one.
const EXPIRED_GRACE_S: i64 = 25;

/// So many characters of a channel that does not exist are logged.
const CHANNEL_LOGGED_MAX: usize = 64;

/// The version sent to clients.
const VERSION: &str = concat!("croupier ", env!("CARGO_PKG_VERSION"));

/// The conversation with one client.
pub(super) struct Session {
    hub: Hub,
    outbox: Arc<Outbox>,
    allowance: Allowance,
    connected: Option<Connected>,
}

struct Connected {
    no: ClientNo,
    client: String,
    subject: Subject,
    /// Seconds since 1970; guests without a token stay as long as they like.
    expires_at_s: Option<i64>,
}

/// What handling a command comes to: an answer, or the end.
type Handled<T> = Result<T, Disconnect>;

impl Session {
    pub(super) fn new(hub: Hub, outbox: Arc<Outbox>) -> Self {
        let per_second = f64::from(hub.limits().commands_per_second_max);
        let allowance = Allowance::new(per_second, per_second, Instant::now());
        Self { hub, outbox, allowance, connected: None }
    }

    /// Handles one message of the client, which may hold several lines. Answers whether a pong was in it.
    pub(super) async fn message(&mut self, message: &str) -> Handled<bool> {
        let mut pong = false;
        for line in message.lines() {
            self.count()?;
            match parse(line).map_err(|_| Disconnect::BadRequest)? {
                (_, Request::Pong) => pong = true,
                (id, Request::Connect(request)) => self.connect(id, request).await?,
                (id, request) => self.request(id, request).await?,
            }
        }
        Ok(pong)
    }

    /// Handles a frame of the websocket itself: it says nothing, and counts like a command.
    pub(super) fn control_frame(&mut self) -> Handled<()> {
        self.count()
    }

    fn count(&mut self) -> Handled<()> {
        self.allowance.take(Instant::now()).then_some(()).ok_or(Disconnect::TooManyRequests)
    }

    async fn request(&mut self, id: u32, request: Request) -> Handled<()> {
        let (hub, outbox) = (&self.hub, &self.outbox);
        let connected = self.connected.as_mut().ok_or(Disconnect::BadRequest)?;
        let answer = match request {
            Request::Subscribe(request) => return subscribe(hub, outbox, connected, id, &request).await,
            Request::Unsubscribe(request) => unsubscribe(hub, connected, &request),
            Request::Refresh(request) => refresh(hub, connected, &request)?,
            Request::Publish => Answer::Error(ErrorReply::PERMISSION_DENIED),
            Request::NotOffered => Answer::Error(ErrorReply::NOT_AVAILABLE),
            Request::Ping => Answer::Ping(Empty {}),
            Request::Connect(_) | Request::Pong => return Err(Disconnect::BadRequest),
        };
        outbox.push(answer.line(id));
        Ok(())
    }

    /// Whether the connection may live on, asked with every ping.
    pub(super) fn check(&self) -> Handled<()> {
        let connected = self.connected.as_ref().ok_or(Disconnect::Stale)?;
        match connected.expires_at_s {
            Some(at) if self.hub.now_s() >= at + EXPIRED_GRACE_S => Err(Disconnect::Expired),
            _ => Ok(()),
        }
    }

    async fn connect(&mut self, id: u32, request: ConnectRequest) -> Handled<()> {
        if self.connected.is_some() {
            return Err(Disconnect::BadRequest);
        }
        let (subject, expires_at_s) = if request.token.is_empty() {
            (Subject::Guest, None)
        } else {
            match self.hub.verify(&request.token) {
                Ok(Verified { subject, expires_at_s, .. }) => (subject, Some(expires_at_s)),
                Err(TokenError::Invalid) => return Err(Disconnect::InvalidToken),
                Err(TokenError::Expired) => {
                    self.outbox.push(Answer::Error(ErrorReply::TOKEN_EXPIRED).line(id));
                    return Ok(());
                }
            }
        };
        let no = self.hub.join(&subject, &self.outbox)?;
        let client = self.hub.fresh_id();
        let connected =
            self.connected.insert(Connected { no, client: client.clone(), subject, expires_at_s });
        self.outbox.hold();
        let mut subs = join_private(&self.hub, connected, &request).await?;
        for channel in Channel::PUBLIC {
            if let Subscribed::From(_) = self.hub.registry().subscribe(no, channel, 0) {
                subs.insert(channel.name().to_owned(), SubscribeResult::default());
            }
        }
        let result = ConnectResult {
            client,
            version: VERSION,
            expiry: expiry(&self.hub, connected),
            subs,
            ping: self.hub.limits().ping_every.as_secs().max(1),
            pong: true,
        };
        self.outbox.release(Answer::Connect(result).line(id));
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(connected) = &self.connected {
            self.hub.registry().leave(connected.no);
        }
    }
}

fn expiry(hub: &Hub, connected: &Connected) -> Expiry {
    let ttl = connected.expires_at_s.map(|at| (at - hub.now_s()).max(1));
    Expiry { expires: ttl.is_some(), ttl }
}

/// Subscribes a player to all private channels, with what was missed in them. Nothing for a guest.
async fn join_private(
    hub: &Hub,
    connected: &Connected,
    request: &ConnectRequest,
) -> Handled<BTreeMap<String, SubscribeResult>> {
    let Subject::Player { id, user_channel_id, .. } = &connected.subject else { return Ok(BTreeMap::new()) };
    let lane = hub.lane_of(*id);
    let mut published_to = 0;
    {
        let mut registry = hub.registry();
        for channel in Channel::PRIVATE {
            if let Subscribed::From(from) = registry.subscribe(connected.no, channel, lane) {
                published_to = from;
            }
        }
    }
    let wanted: BTreeMap<Channel, &SubscribeRequest> = Channel::PRIVATE
        .into_iter()
        .filter_map(|channel| {
            let wanted = request.subs.get(&channel.address(user_channel_id));
            wanted.filter(|wanted| wanted.recover).map(|wanted| (channel, wanted))
        })
        .collect();
    let seen = wanted.values().filter_map(|wanted| seen(hub, wanted)).max();
    let gap = seen.map(|seen| Gap { player: *id, lane, seen, published_to });
    let mut recovered = close_gap(hub, gap).await?;
    let offset = recovered.as_ref().map_or(published_to, |recovered| recovered.offset);
    let mut subs = BTreeMap::new();
    for channel in Channel::PRIVATE {
        hub.registry().has_seen(connected.no, channel, offset);
        let wanted = wanted.get(&channel);
        let publications = recovered.as_mut().and_then(|recovered| recovered.publications.remove(&channel));
        let result = SubscribeResult {
            stream: Some(position(hub, offset)),
            recovered: recovered.is_some() && wanted.is_some_and(|wanted| seen_here(hub, wanted)),
            was_recovering: wanted.is_some(),
            publications: publications.filter(|_| wanted.is_some()).unwrap_or_default(),
        };
        subs.insert(channel.address(user_channel_id), result);
    }
    Ok(subs)
}

async fn subscribe(
    hub: &Hub,
    outbox: &Outbox,
    connected: &Connected,
    id: u32,
    request: &SubscribeRequest,
) -> Handled<()> {
    let refuse = |error| {
        outbox.push(Answer::Error(error).line(id));
        Ok(())
    };
    let own = match &connected.subject {
        Subject::Guest => None,
        Subject::Player { id, user_channel_id, .. } => Some((*id, user_channel_id.as_str())),
    };
    let channel = match Channel::resolve(&request.channel, own.map(|(_, user_channel_id)| user_channel_id)) {
        Ok(channel) => channel,
        Err(Unresolved::Unknown) => {
            let channel: String = request.channel.chars().take(CHANNEL_LOGGED_MAX).collect();
            tracing::info!(channel, "a client asks for a channel that does not exist");
            return refuse(ErrorReply::UNKNOWN_CHANNEL);
        }
        Err(Unresolved::Foreign) => return refuse(ErrorReply::PERMISSION_DENIED),
    };
    let private_of = own.map(|(player, _)| player).filter(|_| channel.is_private());
    let lane = private_of.map_or(0, |player| hub.lane_of(player));
    outbox.hold();
    let subscribed = hub.registry().subscribe(connected.no, channel, lane);
    let answer = match (subscribed, private_of) {
        (Subscribed::Already, _) => Answer::Error(ErrorReply::ALREADY_SUBSCRIBED),
        (Subscribed::From(_), None) => Answer::Subscribe(SubscribeResult::default()),
        (Subscribed::From(published_to), Some(player)) => {
            let seen = seen(hub, request).filter(|_| request.recover);
            let recovered = close_gap(hub, seen.map(|seen| Gap { player, lane, seen, published_to })).await?;
            let offset = recovered.as_ref().map_or(published_to, |recovered| recovered.offset);
            hub.registry().has_seen(connected.no, channel, offset);
            Answer::Subscribe(SubscribeResult {
                stream: Some(position(hub, offset)),
                was_recovering: request.recover,
                recovered: recovered.is_some(),
                publications: recovered
                    .and_then(|mut found| found.publications.remove(&channel))
                    .unwrap_or_default(),
            })
        }
    };
    outbox.release(answer.line(id));
    Ok(())
}

fn unsubscribe(hub: &Hub, connected: &Connected, request: &UnsubscribeRequest) -> Answer {
    let own = match &connected.subject {
        Subject::Guest => None,
        Subject::Player { user_channel_id, .. } => Some(user_channel_id.as_str()),
    };
    // Leaving a channel that one was never in is done already.
    if let Ok(channel) = Channel::resolve(&request.channel, own) {
        hub.registry().unsubscribe(connected.no, channel);
    }
    Answer::Unsubscribe(Empty {})
}

fn refresh(hub: &Hub, connected: &mut Connected, request: &RefreshRequest) -> Handled<Answer> {
    let verified = hub.verify(&request.token).map_err(|error| match error {
        TokenError::Invalid => Disconnect::InvalidToken,
        TokenError::Expired => Disconnect::Expired,
    })?;
    // The browser is somebody else by now: it comes back with this token on another connection.
    if verified.subject != connected.subject {
        return Err(Disconnect::SessionEnded);
    }
    connected.expires_at_s = Some(verified.expires_at_s);
    let (client, expiry) = (connected.client.clone(), expiry(hub, connected));
    Ok(Answer::Refresh(RefreshResult { client, version: VERSION, expiry }))
}

/// The offset that a client has seen, when it names one of this installation.
fn seen(hub: &Hub, request: &SubscribeRequest) -> Option<i64> {
    seen_here(hub, request).then(|| i64::try_from(request.offset).ok()).flatten()
}

fn seen_here(hub: &Hub, request: &SubscribeRequest) -> bool {
    request.epoch == hub.epoch()
}

fn position(hub: &Hub, offset: i64) -> StreamPosition {
    StreamPosition { recoverable: true, positioned: true, epoch: hub.epoch().to_owned(), offset }
}

async fn close_gap(hub: &Hub, gap: Option<Gap>) -> Handled<Option<Recovered>> {
    let Some(gap) = gap else { return Ok(None) };
    if gap.seen <= gap.published_to && hub.registry().nothing_since(gap.player, gap.lane, gap.seen) {
        return Ok(Some(Recovered { offset: gap.published_to, ..Recovered::default() }));
    }
    // Over its allowance, a client is answered that the gap is too wide, and loads its data anew.
    let Some(_place) = hub.recovery_place(gap.player).await else { return Ok(None) };
    recover(hub.db(), hub.sources(), gap, hub.now_ms()).await.map_err(|error| {
        tracing::warn!(%error, "what a client missed could not be read");
        Disconnect::ServerError
    })
}
