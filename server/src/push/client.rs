//! The one kind of call that is made to push services: no redirect is followed and no proxy is asked, so that
//! it reaches the service that was checked, or nobody.

use std::time::Duration;

use anyhow::{Context as _, Result};
use bytes::Bytes;
use http_body_util::Full;
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::crypto::ring;
use tokio::time::timeout;

/// How long a service may take to answer.
const CALL_MAX: Duration = Duration::from_secs(15);

/// The connections to the push services.
#[derive(Debug, Clone)]
pub(super) struct Client(legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Client {
    /// Trusts whom this machine trusts.
    pub(super) fn new() -> Result<Self> {
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(ring::default_provider())
            .context("this machine trusts no certificates")?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Self(legacy::Client::builder(TokioExecutor::new()).build(connector)))
    }

    /// What the service answers, or why no answer came.
    pub(super) async fn send(&self, request: Request<Full<Bytes>>) -> Result<StatusCode> {
        let answer = timeout(CALL_MAX, self.0.request(request)).await.context("no answer in time")?;
        Ok(answer?.status())
    }
}
