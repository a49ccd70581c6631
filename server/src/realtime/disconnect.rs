//! Why a connection ends, with the close codes of the Centrifugo protocol.
//!
//! A client connects again after 3000 to 3499 and 4000 to 4499, and stays away after 3500 to 3999.

/// A reason to end a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Disconnect {
    /// A message was longer than allowed. The code is the one of the websocket protocol itself; the client
    /// stays away.
    MessageTooBig,
    /// The server stops.
    Shutdown,
    /// The server failed on its own side.
    ServerError,
    /// The token ran out and no new one came.
    Expired,
    /// The client reads more slowly than frames come.
    Slow,
    /// Pings were not answered.
    NoPong,
    /// Commands came faster than allowed.
    TooManyRequests,
    /// The token was not signed by this site.
    InvalidToken,
    /// What came is not the protocol.
    BadRequest,
    /// No connect command came.
    Stale,
    /// Too many connections.
    ConnectionLimit,
    /// The session of the connection is over; the client comes back with a new token.
    SessionEnded,
}

impl Disconnect {
    /// The close code.
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::MessageTooBig => 1009,
            Self::Shutdown => 3001,
            Self::ServerError => 3004,
            Self::Expired => 3005,
            Self::Slow => 3008,
            Self::NoPong => 3012,
            Self::TooManyRequests => 3013,
            Self::InvalidToken => 3500,
            Self::BadRequest => 3501,
            Self::Stale => 3502,
            Self::ConnectionLimit => 3504,
            Self::SessionEnded => 4401,
        }
    }

    /// The reason in words, as the close frame carries it.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::MessageTooBig => "message too big",
            Self::Shutdown => "shutdown",
            Self::ServerError => "internal server error",
            Self::Expired => "connection expired",
            Self::Slow => "slow",
            Self::NoPong => "no pong",
            Self::TooManyRequests => "too many requests",
            Self::InvalidToken => "invalid token",
            Self::BadRequest => "bad request",
            Self::Stale => "stale",
            Self::ConnectionLimit => "connection limit",
            Self::SessionEnded => "session ended",
        }
    }
}
