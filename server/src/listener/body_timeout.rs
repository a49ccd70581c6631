//! A body that has to come in time, and whose rest is read when nobody wants it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use http_body_util::BodyExt;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::runtime::Handle;
use tokio::time::{Sleep, sleep, timeout};

use crate::platform::body::{TooSlow, UPLOAD_MAX};

/// How long the rest of a body is waited for.
const REST_WITHIN: Duration = Duration::from_secs(5);

/// The longest rest of a body that is read when nobody wants it, in bytes: no page of ours sends more.
const REST_MAX: u64 = UPLOAD_MAX as u64;

/// A body of which all has to be there within `limit` of the first wait for it; afterwards it fails with
/// [`TooSlow`]. Bytes that come one by one do not make the time longer.
///
/// A call that is refused before its body was read leaves a rest on its way. It is read and forgotten: a connection that is
/// closed over it is reset, and takes the refusal along before the browser has read it.
pub(super) struct BodyTimeout {
    /// There until this is dropped.
    body: Option<Incoming>,
    limit: Duration,
    /// Set when it was waited for: most bodies come with the head.
    end: Option<Pin<Box<Sleep>>>,
    /// Whether the rest is on its way: it is not from a sender that waits until it is asked for, or that was too slow.
    has_rest: bool,
}

impl BodyTimeout {
    /// `is_awaited` says that the sender waits until the body is asked for (`Expect: 100-continue`).
    pub(super) const fn new(body: Incoming, limit: Duration, is_awaited: bool) -> Self {
        Self { body: Some(body), limit, end: None, has_rest: !is_awaited }
    }
}

impl HttpBody for BodyTimeout {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let limit = self.limit;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(end.as_mut().poll(context));
        self.has_rest = false;
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for BodyTimeout {
    fn drop(&mut self) {
        let (Some(mut body), Ok(runtime)) = (self.body.take(), Handle::try_current()) else { return };
        // A body of unknown length has no end that could be waited for.
        if !self.has_rest
            || body.is_end_stream()
            || body.size_hint().exact().is_none_or(|rest| rest > REST_MAX)
        {
            return;
        }
        let limit = self.limit.min(REST_WITHIN);
        runtime.spawn(async move {
            let rest = async { while let Some(Ok(_)) = body.frame().await {} };
            // Who sends too slowly is cut off, as anywhere.
            let _ = timeout(limit, rest).await;
        });
    }
}
