//! One websocket: reads commands, writes what the outbox holds, and pings.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{MissedTickBehavior, interval_at, timeout};

use super::Hub;
use super::disconnect::Disconnect;
use super::outbox::{Next, Outbox};
use super::session::Session;

/// The most bytes that a client may send in one message.
pub(super) const MESSAGE_IN_BYTES_MAX: usize = 16 * 1024;

/// After this many pings without an answer the peer counts as gone.
const PINGS_UNANSWERED_MAX: u32 = 2;

/// How long a closed connection may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// Serves one client until either side ends it.
pub(super) async fn serve(hub: Hub, socket: WebSocket) {
    let outbox = Arc::new(Outbox::new(hub.limits().outbox_bytes_max));
    let (sink, mut stream) = socket.split();
    // The session leaves the registry when it is dropped, before the goodbye.
    let reading = read(Session::new(hub.clone(), outbox.clone()), &hub, &mut stream, &outbox);
    let closed = tokio::select! {
        () = reading => false,
        closed = write(sink, &outbox) => closed,
    };
    if closed {
        // Unread bytes would turn the close into a reset, and its code would be lost.
        let drained = async { while let Some(Ok(_)) = stream.next().await {} };
        // A peer that does not say goodbye in time is left behind.
        let _ = timeout(GOODBYE, drained).await;
    }
}

/// Reads until the peer is gone. A reason to disconnect goes into the outbox, and the writer ends it.
async fn read(mut session: Session, hub: &Hub, stream: &mut SplitStream<WebSocket>, outbox: &Outbox) {
    let every = hub.limits().ping_every;
    let mut pings = interval_at(tokio::time::Instant::now() + every, every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    let reason = loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) if text.len() > MESSAGE_IN_BYTES_MAX => {
                    break Disconnect::MessageTooBig;
                }
                Some(Ok(Message::Text(text))) => match session.message(&text).await {
                    Ok(pong) if pong => unanswered = 0,
                    Ok(_) => {}
                    Err(reason) => break reason,
                },
                Some(Ok(Message::Binary(_))) => break Disconnect::BadRequest,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    if let Err(reason) = session.control_frame() {
                        break reason;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = pings.tick() => {
                if unanswered >= PINGS_UNANSWERED_MAX {
                    break Disconnect::NoPong;
                }
                if let Err(reason) = session.check() {
                    break reason;
                }
                unanswered += 1;
                outbox.push("{}");
            }
        }
    };
    outbox.close(reason);
    std::future::pending::<()>().await;
}

/// Writes until the outbox is closed or the peer is gone. Answers whether a close frame went out.
async fn write(mut sink: SplitSink<WebSocket, Message>, outbox: &Outbox) -> bool {
    loop {
        let reason = match outbox.next().await {
            Next::Close(reason) => reason,
            Next::Send(message) => tokio::select! {
                sent = sink.send(Message::Text(message)) => match sent {
                    Ok(()) => continue,
                    Err(_) => return false,
                },
                () = outbox.closed() => continue,
            },
        };
        tracing::debug!(code = reason.code(), reason = reason.reason(), "a realtime client is disconnected");
        let frame = CloseFrame { code: reason.code(), reason: reason.reason().into() };
        return timeout(GOODBYE, sink.send(Message::Close(Some(frame)))).await.is_ok_and(|sent| sent.is_ok());
    }
}
