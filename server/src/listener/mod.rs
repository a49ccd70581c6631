//! The HTTP listener: accepts connections, and closes those that only take up room.
//!
//! Who sends a call byte by byte is cut off when its head or its body has not come in time, and who does not take
//! the answer when the line has stood still for as long. A head has a bound, and so have the connections, in all
//! and from one address; what is over is told so and not read. What a connection may hold in memory is bounded by
//! [`BUFFER_MAX`], whatever is sent.

mod body_timeout;
pub mod call_limit;
mod write_timeout;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::EXPECT;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use self::body_timeout::BodyTimeout;
use self::write_timeout::WriteTimeout;
use crate::platform::body::{UPLOAD_WITHIN, is_upload};
use crate::platform::client_ip::ClientIp;
use crate::platform::config::Config;
use crate::platform::connection_limit::{ConnectionLimiter, LimitExceeded};
use crate::platform::geo::Geo;

/// The longest head of a call: its first line and its headers, in bytes.
pub const HEAD_MAX: usize = 32 * 1024;

/// The most that is kept of what a connection sent and nobody has read yet, in bytes.
const BUFFER_MAX: usize = 64 * 1024;

/// How long to wait when no connection can be taken, as when the process has no file descriptors left.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// What connections may use.
#[derive(Debug)]
pub struct Listener {
    client_max: Duration,
    connections: ConnectionLimiter,
    geo: Geo,
}

impl Listener {
    /// A listener with the limits of the settings.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let max = usize::try_from(config.connections_max)?;
        let per_address_max = usize::try_from(config.connections_per_address_max)?;
        Ok(Self {
            client_max: Duration::from_secs(config.client_timeout_seconds.into()),
            connections: ConnectionLimiter::new(max, per_address_max),
            geo: Geo::open(config)?,
        })
    }

    /// Serves `app_router` on `listener` until `stop` is over; then takes nobody in any more, and waits for the calls
    /// that are under way.
    pub async fn serve(self, listener: TcpListener, app_router: Router, stop: impl Future<Output = ()>) {
        let (http_listener, closing) = (Arc::new(self), watch::Sender::new(false));
        tokio::pin!(stop);
        loop {
            let taken = tokio::select! {
                biased;
                () = &mut stop => break,
                taken = listener.accept() => taken,
            };
            match taken {
                Ok((stream, peer)) => http_listener.take(stream, peer, &app_router, closing.subscribe()),
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken");
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
        drop(listener);
        closing.send_replace(true);
        // Each connection holds a receiver until it ends.
        closing.closed().await;
    }

    fn take(
        self: &Arc<Self>,
        stream: TcpStream,
        peer: SocketAddr,
        app_router: &Router,
        mut closing: watch::Receiver<bool>,
    ) {
        let address = ClientIp::from(peer.ip());
        // A proxy of ours brings many callers; it is told of them by its own limits.
        let place = match self.connections.enter((!self.geo.is_trusted(address)).then_some(address)) {
            Ok(place) => place,
            Err(full) => return turn_away(&stream, full),
        };
        // Frames and answers go out at once; without this a second one waits for the first to be acknowledged.
        let _ = stream.set_nodelay(true);
        let (http_listener, app_router) = (self.clone(), app_router.clone());
        let answer = service_fn(move |request| http_listener.answer(app_router.clone(), peer, request));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.client_max);
        http.max_header_size(HEAD_MAX).max_buf_size(BUFFER_MAX);
        let stream = TokioIo::new(WriteTimeout::new(stream, self.client_max));
        let connection = http.serve_connection(stream, answer).with_upgrades();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = async { drop(closing.wait_for(|closing| *closing).await) } => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, %peer, "a connection ended");
            }
            drop(place);
        });
    }

    /// Passes a call on to the server.
    fn answer(
        &self,
        app_router: Router,
        peer: SocketAddr,
        request: Request<Incoming>,
    ) -> impl Future<Output = Result<Response, Infallible>> + use<> {
        let is_upload = is_upload(request.uri().path());
        let client_max = if is_upload { self.client_max.max(UPLOAD_WITHIN) } else { self.client_max };
        let is_awaited = request.headers().contains_key(EXPECT);
        let mut request = request.map(|body| Body::new(BodyTimeout::new(body, client_max, is_awaited)));
        request.extensions_mut().insert(ConnectInfo(peer));
        app_router.oneshot(request)
    }
}

/// Tells a caller why, as far as it goes into the line at once: nobody waits for whoever is one too many.
fn turn_away(stream: &TcpStream, full: LimitExceeded) {
    let answer: &[u8] = match full {
        LimitExceeded::ForAddress => {
            b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        }
        LimitExceeded::Everywhere => {
            b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        }
    };
    let _ = stream.try_write(answer);
}
