//! Who calls, and from where.
//!
//! A handler that takes a [`PlayerCaller`] is for players only (401 otherwise); one that takes a [`Caller`]
//! is for everybody. The session is looked up once a call.

mod device;

use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::identity::{self, Activity};
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::geo::Origin;
use crate::platform::limit_key::LimitKey;
use crate::rules::without_card_numbers;

/// The longest device name that is kept, in bytes.
const DEVICE_MAX: usize = 256;

/// Where a call comes from.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Address and country.
    pub origin: Origin,
    /// The host that was asked, as the browser names it; empty when it names none.
    pub host: String,
    /// What the browser says it is.
    pub device: String,
    /// The id of the browser, from its signed cookie; `None` before the first sign-up or sign-in.
    pub device_id: Option<String>,
    /// The name and flags of the session cookie on this connection.
    pub cookie: SessionCookie,
    /// The session token that was sent, if any.
    pub token: Option<String>,
    /// The token of a sign-in that waits for its second step, if any.
    pub pending_token: Option<String>,
    /// The secret of a browser that is on its way to a provider of sign-in and back, if any.
    pub provider_token: Option<String>,
}

impl Visitor {
    /// The address as text, for records. Limits count by [`Visitor::limit_key`].
    pub fn address(&self) -> String {
        self.origin.address.to_string()
    }

    /// What limits of an address count this caller by.
    pub fn limit_key(&self) -> LimitKey {
        self.origin.address.limit_key()
    }

    /// The country, when it is known.
    pub fn country(&self) -> Option<&str> {
        self.origin.country.as_deref()
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() else {
            return Err(ApiError::internal(&"the peer's address is not known"));
        };
        let headers = &parts.headers;
        let cookie = SessionCookie::on(app, headers);
        let device = headers.get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let device: String = device.unwrap_or_default().chars().take(DEVICE_MAX).collect();
        let visitor = Self {
            origin: app.geo.origin(*peer, headers),
            host: host_of(headers).to_owned(),
            device: without_card_numbers(&device),
            device_id: device::read(app, cookie, headers),
            token: cookie.read(headers),
            pending_token: self::cookie(headers, cookie.pending_name()),
            provider_token: self::cookie(headers, cookie.provider_name()),
            cookie,
        };
        parts.extensions.insert(visitor.clone());
        Ok(visitor)
    }
}

/// A player with a live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerCaller {
    /// The player.
    pub id: PlayerId,
    /// The session, by its public id; not the token.
    pub session: String,
    /// Whether the session was never left alone for half an hour since the password was typed.
    pub fresh: bool,
}

impl PlayerCaller {
    /// Asks a player whose session was left alone for half an hour for the password, before money is staked
    /// or paid.
    pub fn require_fresh(&self) -> ApiResult<()> {
        if self.fresh { Ok(()) } else { Err(ApiError::reauth_required()) }
    }
}

impl FromRequestParts<Arc<App>> for PlayerCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        match Caller::from_request_parts(parts, app).await? {
            Caller::Player(player) => Ok(player),
            Caller::Guest | Caller::Ended => Err(ApiError::unauthorized()),
        }
    }
}

/// Whoever calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// Somebody without a session.
    Guest,
    /// Somebody whose session is over; a guest who does not know it yet.
    Ended,
    /// A player.
    Player(PlayerCaller),
}

impl Caller {
    /// The player, if it is one.
    pub const fn player(&self) -> Option<&PlayerCaller> {
        match self {
            Self::Player(player) => Some(player),
            Self::Guest | Self::Ended => None,
        }
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let activity = activity_of(parts);
        let caller = of_token(app, visitor.token.as_deref(), activity).await?;
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}

/// Calls that an open page makes without its player.
const BACKGROUND_PATHS: [&str; 5] =
    ["/api/player/settings", "/log", "/metrics-errors-validation", "/network-performance", "/performance"];

/// The header of a call that a page repeats by itself, such as a look at a payment under way.
const BACKGROUND: &str = "x-background";

/// What a call says about its player's presence. A page that says more than is true keeps only its own session fresh.
fn activity_of(parts: &Parts) -> Activity {
    let by_itself = parts.headers.contains_key(BACKGROUND) || BACKGROUND_PATHS.contains(&parts.uri.path());
    if by_itself { Activity::Background } else { Activity::Acts }
}

async fn of_token(app: &App, token: Option<&str>, activity: Activity) -> ApiResult<Caller> {
    let Some(token) = token else { return Ok(Caller::Guest) };
    let live = identity::live_session(app, token, activity).await?;
    Ok(live.map_or(Caller::Ended, |live| {
        Caller::Player(PlayerCaller { id: live.player, session: live.id, fresh: live.fresh })
    }))
}

/// How the cookies of the server are called and flagged: with the `__Host-` prefix, which browsers accept on secure
/// connections and on this machine, or without it on a plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCookie {
    secure: bool,
}

impl SessionCookie {
    fn on(app: &App, headers: &HeaderMap) -> Self {
        let secure = app.config.public_url.starts_with("https://") || is_this_machine(host_of(headers));
        Self { secure }
    }

    /// Whether `headers` bring a session, live or over.
    pub fn is_bootstrap(app: &App, headers: &HeaderMap) -> bool {
        Self::on(app, headers).read(headers).is_some()
    }

    const fn name(self) -> &'static str {
        if self.secure { "__Host-croupier" } else { "croupier" }
    }

    fn read(self, headers: &HeaderMap) -> Option<String> {
        cookie(headers, self.name())
    }

    /// The header that gives the browser `token` for `max_age_s` seconds.
    pub fn set(self, token: &str, max_age_s: i64) -> ApiResult<HeaderValue> {
        self.header(self.name(), token, max_age_s)
    }

    const fn pending_name(self) -> &'static str {
        if self.secure { "__Host-croupier-pending" } else { "croupier-pending" }
    }

    /// The header that gives the browser the token of a pending sign-in for `max_age_s` seconds.
    pub fn set_pending(self, token: &str, max_age_s: i64) -> ApiResult<HeaderValue> {
        self.header(self.pending_name(), token, max_age_s)
    }

    const fn provider_name(self) -> &'static str {
        if self.secure { "__Host-croupier-provider" } else { "croupier-provider" }
    }

    /// The header that lets the browser keep the secret of its way to a provider of sign-in for `max_age_s` seconds.
    pub fn set_provider(self, token: &str, max_age_s: i64) -> ApiResult<HeaderValue> {
        self.header(self.provider_name(), token, max_age_s)
    }

    fn header(self, name: &str, token: &str, max_age_s: i64) -> ApiResult<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!("{name}={token}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&text).map_err(|error| ApiError::internal(&error))
    }

    /// The header that takes the cookie away.
    pub fn clear(self) -> ApiResult<HeaderValue> {
        self.set("", 0)
    }
}

/// The host that `headers` ask, as the browser names it; empty when they name none, several, or something that is no
/// host.
pub fn host_of(headers: &HeaderMap) -> &str {
    let mut lines = headers.get_all(HOST).into_iter();
    match (lines.next().and_then(|value| value.to_str().ok()), lines.next()) {
        (Some(host), None) if host_name(host).is_some() => host,
        _ => "",
    }
}

/// The name of a host without its port, and without the brackets of an address. `None` when `host` is not a name, an
/// address, or one of them with a port.
pub fn host_name(host: &str) -> Option<&str> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(bracketed) => {
            let (address, rest) = bracketed.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (address, rest)
        }
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let is_whole = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    let is_sign = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let is_name = !name.is_empty() && (host.starts_with('[') || name.bytes().all(is_sign));
    (is_whole && is_name).then_some(name)
}

/// Whether only programs on this machine can ask under `host`, as browsers name it.
pub fn is_this_machine(host: &str) -> bool {
    let Some(name) = host_name(host) else { return false };
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The bearer token of a call, when it brings one.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Reads the value of the cookie called `name`.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, value)| *found == name && !value.is_empty()).map(|(_, value)| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_and_at_most_a_port() {
        #[rustfmt::skip]
        let cases = [
            // host                                 name
            ("casino.example",                      Some("casino.example")),
            ("casino.example:443",                  Some("casino.example")),
            ("127.0.0.1:8080",                      Some("127.0.0.1")),
            ("[::1]",                               Some("::1")),
            ("[::1]:8080",                          Some("::1")),
            ("",                                    None),
            (":443",                                None),
            ("casino.example:",                     None),
            ("casino.example:443@evil.example",     None),
            ("casino.example:99999",                None),
            ("casino.example:+80",                  None),
            ("casino.example:80,evil.example",      None),
            ("casino.example,evil.example",         None),
            ("casino.example/evil",                 None),
            ("evil.example@casino.example",         None),
            ("casino.example evil",                 None),
            ("[::1",                                None),
            ("[::1]8080",                           None),
            ("[casino.example]",                    None),
            ("::1",                                 None),
        ];
        for (host, name) in cases {
            assert_eq!(host_name(host), name, "{host:?}");
        }
    }

    #[test]
    fn the_prefix_is_for_secure_and_local_connections() {
        for (host, local) in [
            ("localhost:8080", true),
            ("casino.localhost", true),
            ("127.0.0.1:1", true),
            ("[::1]:8080", true),
            ("casino.example", false),
            ("192.168.1.4:8080", false),
            ("localhost.example", false),
            ("", false),
        ] {
            assert_eq!(is_this_machine(host), local, "{host}");
        }
        let secure = SessionCookie { secure: true }.set("t", 60).unwrap();
        assert_eq!(secure, "__Host-croupier=t; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
        let plain = SessionCookie { secure: false }.clear().unwrap();
        assert_eq!(plain, "croupier=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }
}
