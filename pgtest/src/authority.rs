//! Certificates for one test.

use anyhow::Result;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// A certificate authority that only this test trusts.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
}

/// A certificate and its key, as PEM.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The certificate.
    pub certificate: String,
    /// Its private key.
    pub key: String,
}

impl Authority {
    /// Makes an authority with a key of its own.
    pub fn new() -> Result<Self> {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "Test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Ok(Self { issuer: CertifiedIssuer::self_signed(params, KeyPair::generate()?)? })
    }

    /// The authority's own certificate, as PEM.
    pub fn certificate(&self) -> String {
        self.issuer.pem()
    }

    /// A certificate for the host `name`.
    pub fn issue(&self, name: &str) -> Result<Identity> {
        let key = KeyPair::generate()?;
        let certificate = CertificateParams::new(vec![name.to_owned()])?.signed_by(&key, &self.issuer)?;
        Ok(Identity { certificate: certificate.pem(), key: key.serialize_pem() })
    }
}
