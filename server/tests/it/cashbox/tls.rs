//! A partner behind TLS, with a certificate made for the test.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use croupier_pgtest::Authority;
use tempfile::NamedTempFile;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::payment_kit::{PaymentKit, Setup, card};

/// A port that takes TLS and passes on what it reads.
pub struct TlsLine {
    /// Its address under the name `localhost`.
    pub url: String,
    /// The authority that signed its certificate.
    pub authority: NamedTempFile,
    pub serving: JoinHandle<()>,
}

impl TlsLine {
    /// Shows a certificate for the host `name`, and passes on to `target`.
    pub async fn start(name: &str, target: SocketAddr) -> Self {
        let authority = Authority::new().unwrap();
        let identity = authority.issue(name).unwrap();
        let file = NamedTempFile::new().unwrap();
        std::fs::write(file.path(), authority.certificate()).unwrap();
        let certificate = CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Who does not like the certificate goes away.
                    let Ok(mut from) = acceptor.accept(stream).await else { return };
                    let mut to = TcpStream::connect(target).await.unwrap();
                    let _ = copy_bidirectional(&mut from, &mut to).await;
                });
            }
        });
        Self { url, authority: file, serving }
    }
}

on_each_engine! {
    async fn a_partner_is_paid_through_over_tls(engine: Engine) {
        let payments = PaymentKit::start_with(engine, Setup { certificate_for: Some("localhost"), ..Setup::USUAL }).await;
        let ada = payments.player("EUR").await;
        payments.fill(&ada, 5_000).await;
        assert_eq!(payments.money(&ada, "EUR").await, (5_000, 0));
        payments.close().await;
    }

    async fn a_partner_with_a_certificate_for_another_host_is_told_nothing(engine: Engine) {
        let setup = Setup { certificate_for: Some("elsewhere.example"), ..Setup::USUAL };
        let payments = PaymentKit::start_with(engine, setup).await;
        let ada = payments.player("EUR").await;
        let answer = payments.pay(&ada, "k", &card("deposit", 5_000)).await;
        // As with a partner that cannot be reached: the payment is kept and looked after.
        payments.partner_is_away.store(true, Ordering::SeqCst);
        let unreachable = payments.pay(&ada, "l", &card("deposit", 5_000)).await;
        assert_eq!((answer.status, &answer.body["state"]), (unreachable.status, &unreachable.body["state"]));
        assert_eq!(payments.at_partner().await, 0);
        payments.close().await;
    }
}
