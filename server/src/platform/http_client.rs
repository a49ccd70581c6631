//! The one client for calls to others over HTTP: payment partners, push services, the provider of a captcha and
//! those of sign-in. It follows no redirect and asks no proxy, so a call reaches the server that its address names, or nobody.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::http::{Request, Response};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::timeout;

use crate::platform::config::Config;

/// How long a server may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// How long an idle connection is kept for the next call.
const IDLE_MAX: Duration = Duration::from_mins(1);

/// The largest answer that is read.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;

/// The authorities that this machine trusts, read once: there are many, and each partner has a client.
static MACHINE_ROOTS: LazyLock<RootCertStore> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
});

/// The client; cheap to clone, and clones share their connections.
#[derive(Debug, Clone)]
pub(crate) struct HttpClient(legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl HttpClient {
    /// Trusts whom this machine trusts, and the authorities in the file that `extra_ca_file` names.
    pub(crate) fn open(config: &Config) -> Result<Self> {
        let mut roots = MACHINE_ROOTS.clone();
        if let Some(file) = &config.extra_ca_file {
            add_file(&mut roots, file).with_context(|| format!("extra_ca_file {}", file.display()))?;
        }
        ensure!(
            !roots.is_empty() || !config.calls_over_tls(),
            "sandbox_url, push_contact, recaptcha_url or a provider of sign-in asks for https, but this machine trusts no certificates: \
             install them, or name a PEM file as extra_ca_file"
        );
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT_MAX));
        connector.set_nodelay(true);
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let mut client = legacy::Client::builder(TokioExecutor::new());
        client.pool_idle_timeout(IDLE_MAX).pool_timer(TokioTimer::new());
        Ok(Self(client.build(connector)))
    }

    /// The whole answer to `request`, or why none came within `limit`.
    pub(crate) async fn send(
        &self,
        request: Request<Full<Bytes>>,
        limit: Duration,
    ) -> Result<Response<Bytes>> {
        let work = async {
            let (head, body) = self.0.request(request).await?.into_parts();
            let body =
                Limited::new(body, ANSWER_BYTES_MAX).collect().await.map_err(anyhow::Error::from_boxed)?;
            Ok::<_, anyhow::Error>(Response::from_parts(head, body.to_bytes()))
        };
        timeout(limit, work).await.with_context(|| format!("no answer in {limit:?}"))?
    }
}

fn add_file(roots: &mut RootCertStore, file: &Path) -> Result<()> {
    let before = roots.len();
    for certificate in CertificateDer::pem_file_iter(file).context("cannot be read")? {
        roots.add(certificate.context("cannot be read")?).context("holds what is no authority")?;
    }
    ensure!(roots.len() > before, "holds no certificate");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_holds_no_authority_stops_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |file: &Path| {
            let config = Config { extra_ca_file: Some(file.to_owned()), ..Config::default() };
            format!("{:#}", HttpClient::open(&config).unwrap_err())
        };
        let missing = folder.path().join("missing.pem");
        assert!(refused(&missing).contains("missing.pem: cannot be read"), "{}", refused(&missing));
        let empty = folder.path().join("empty.pem");
        std::fs::write(&empty, "no certificate").unwrap();
        assert!(refused(&empty).contains("holds no certificate"), "{}", refused(&empty));
    }
}
