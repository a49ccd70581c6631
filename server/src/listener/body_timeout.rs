//! A body that has to come in time.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use crate::platform::body::TooSlow;

/// A body of which all has to be there within `limit` of the first wait for it; afterwards it fails with
/// [`TooSlow`]. Bytes that come one by one do not make the time longer.
pub(super) struct BodyTimeout {
    body: Incoming,
    limit: Duration,
    /// Set when it was waited for: most bodies come with the head.
    end: Option<Pin<Box<Sleep>>>,
}

impl BodyTimeout {
    pub(super) const fn new(body: Incoming, limit: Duration) -> Self {
        Self { body, limit, end: None }
    }
}

impl HttpBody for BodyTimeout {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let limit = self.limit;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
