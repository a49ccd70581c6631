//! TLS to PostgreSQL: `sslmode` and `sslrootcert` of the connection string, with the meaning that libpq gives them.
//!
//! | `sslmode` | encrypted | certificate |
//! |---|---|---|
//! | `disable` | no | |
//! | `prefer` (default) | when the server offers it | not checked |
//! | `require` | yes | not checked; checked like `verify-ca` when `sslrootcert` is given |
//! | `verify-ca` | yes | signed by a trusted authority |
//! | `verify-full` | yes | signed by a trusted authority, for the host of the connection string |
//!
//! Trusted are the authorities in the PEM file `sslrootcert`, or those of this machine.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::with_causes;
use crate::{Error, Result};

/// The value of `sslrootcert` that names the authorities of this machine.
const SYSTEM: &str = "system";

/// Reads a connection string: where the database is, and how its connections are encrypted. What cannot be honoured
/// is an [`Error::Setting`].
pub(crate) fn read(url: &str) -> Result<(Config, MakeRustlsConnect)> {
    let Options { rest, mode, root_file } = Options::split(url)?;
    let mut config: Config = rest
        .parse()
        .map_err(|error| Error::Setting(format!("DATABASE_URL cannot be read: {}", with_causes(&error))))?;
    let mode = match mode {
        // libpq does the same.
        Some(Mode::Require) if root_file.is_some() => Mode::VerifyCa,
        Some(mode) => mode,
        None => Mode::Prefer,
    };
    if mode >= Mode::Require
        && let Some(why) = plain_only(&config)
    {
        return Err(Error::Setting(format!("DATABASE_URL: sslmode asks for TLS, but {why}")));
    }
    if mode < Mode::Require && root_file.is_some() {
        let why = "sslrootcert needs sslmode=require, verify-ca or verify-full";
        return Err(Error::Setting(format!("DATABASE_URL: {why}")));
    }
    config.ssl_mode(match mode {
        Mode::Disable => SslMode::Disable,
        // There is no name to hand to the server.
        Mode::Prefer if config.get_hosts().is_empty() => SslMode::Disable,
        Mode::Prefer => SslMode::Prefer,
        Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
    });
    Ok((config, MakeRustlsConnect::new(client(mode, root_file.as_deref())?)))
}

/// How much a connection asks of the server, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl FromStr for Mode {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match text {
            "disable" => Self::Disable,
            "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => {
                let known = "disable, prefer, require, verify-ca or verify-full";
                return Err(Error::Setting(format!(
                    "DATABASE_URL: sslmode is {text:?}, and has to be {known}"
                )));
            }
        })
    }
}

/// Why no connection to these hosts can be encrypted; `None` when each can.
fn plain_only(config: &Config) -> Option<String> {
    if config.get_hosts().is_empty() {
        return Some("it names no host whose certificate could be asked for".to_owned());
    }
    config.get_hosts().iter().find_map(|host| match host {
        Host::Unix(path) => Some(format!("{} is a folder of socket files, which have none", path.display())),
        Host::Tcp(_) => None,
    })
}

fn client(mode: Mode, root_file: Option<&str>) -> Result<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Engine(error.to_string()))?;
    if mode <= Mode::Require {
        let verifier = Arc::new(AnyCertificate(provider));
        return Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth());
    }
    let roots = roots(root_file)?;
    if mode == Mode::VerifyFull {
        return Ok(builder.with_root_certificates(roots).with_no_client_auth());
    }
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
    let verifier = AnyName(verifier.map_err(|error| Error::Engine(error.to_string()))?);
    Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth())
}

/// The authorities that a server's certificate is checked against.
fn roots(root_file: Option<&str>) -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    let Some(file) = root_file.filter(|file| *file != SYSTEM) else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            let why = "this machine trusts no certificates: install them, or name a PEM file as sslrootcert";
            return Err(Error::Setting(format!("DATABASE_URL: {why}")));
        }
        return Ok(roots);
    };
    let unreadable = |why: &str| Error::Setting(format!("DATABASE_URL: sslrootcert {file:?} {why}"));
    let certificates = CertificateDer::pem_file_iter(Path::new(file))
        .map_err(|error| unreadable(&format!("cannot be read: {error}")))?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| unreadable(&format!("cannot be read: {error}")))?;
        roots.add(certificate).map_err(|error| unreadable(&format!("cannot be used: {error}")))?;
    }
    if roots.is_empty() {
        return Err(unreadable("holds no certificate"));
    }
    Ok(roots)
}

/// Encryption without knowing to whom: every certificate is accepted, and so is every signature, for neither proves
/// anything of a server that nobody has vouched for.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> std::result::Result<ServerCertVerified, TlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, TlsError> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// The full check of a certificate, except for the name that it was issued to.
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, TlsError> {
        use CertificateError::{NotValidForName, NotValidForNameContext};
        // The name is the last thing that the full check looks at.
        match self.0.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            Err(TlsError::InvalidCertificate(NotValidForName | NotValidForNameContext { .. })) => {
                Ok(ServerCertVerified::assertion())
            }
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, TlsError> {
        self.0.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, TlsError> {
        self.0.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

/// A connection string taken apart: what `tokio_postgres` reads, and what it does not know.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    rest: String,
    mode: Option<Mode>,
    root_file: Option<String>,
}

impl Options {
    fn split(url: &str) -> Result<Self> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::of_url(url)
        } else {
            Self::of_words(url)
        }
    }

    /// `postgres://user:password@host/database?name=value&…`
    fn of_url(url: &str) -> Result<Self> {
        // A password may hold a question mark.
        let after_user = url.find('@').map_or(0, |at| at + 1);
        let Some(question) = url[after_user..].find('?').map(|found| found + after_user) else {
            return Ok(Self { rest: url.to_owned(), ..Self::default() });
        };
        let mut options = Self::default();
        let mut kept = Vec::new();
        for pair in url[question + 1..].split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            if !options.take(name, &percent_decode_str(value).decode_utf8_lossy())? {
                kept.push(pair);
            }
        }
        let base = &url[..question];
        options.rest = if kept.is_empty() { base.to_owned() } else { format!("{base}?{}", kept.join("&")) };
        Ok(options)
    }

    /// `name=value name='quoted value' …`
    fn of_words(text: &str) -> Result<Self> {
        let mut options = Self::default();
        let mut left = text.trim_start();
        while !left.is_empty() {
            let start = left;
            let Some((name, value)) = left.split_once('=') else {
                // Nothing that has a value; `tokio_postgres` says what is wrong with it.
                options.rest.push_str(start);
                break;
            };
            let (value, after) = word(value.trim_start());
            left = after.trim_start();
            if !options.take(name.trim(), &value)? {
                options.rest.push_str(&start[..start.len() - left.len()]);
            }
        }
        Ok(options)
    }

    /// Keeps what an option says when it is one of ours; the last of several counts.
    fn take(&mut self, name: &str, value: &str) -> Result<bool> {
        match name {
            "sslmode" => self.mode = Some(value.parse()?),
            "sslrootcert" => self.root_file = Some(value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The value at the beginning of `text`, bare or in single quotes, and what follows it. A backslash takes the next
/// character as it is.
fn word(text: &str) -> (String, &str) {
    let (quoted, body) = text.strip_prefix('\'').map_or((false, text), |body| (true, body));
    let mut value = String::new();
    let mut characters = body.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, next)| next)),
            '\'' if quoted => return (value, &body[at + 1..]),
            _ if !quoted && character.is_whitespace() => return (value, &body[at..]),
            _ => value.push(character),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_tls_are_taken_out_of_every_form() {
        let split = |url: &str| {
            let Options { rest, mode, root_file } = Options::split(url).unwrap();
            (rest, mode, root_file)
        };
        let file = |name: &str| Some(name.to_owned());
        for (url, rest, mode, root_file) in [
            ("postgres://a/b", "postgres://a/b", None, None),
            ("postgres://a/b?sslmode=prefer", "postgres://a/b", Some(Mode::Prefer), None),
            (
                "postgres://a/b?host=%2Frun&sslrootcert=%2Fmy%20ca.pem&sslmode=verify-full&port=1",
                "postgres://a/b?host=%2Frun&port=1",
                Some(Mode::VerifyFull),
                file("/my ca.pem"),
            ),
            ("postgresql://u:p?@a/b?sslmode=disable", "postgresql://u:p?@a/b", Some(Mode::Disable), None),
            ("host=a dbname=b", "host=a dbname=b", None, None),
            (
                "host=a sslmode = verify-ca  sslrootcert='/my ca\\'s.pem' dbname=b",
                "host=a dbname=b",
                Some(Mode::VerifyCa),
                file("/my ca's.pem"),
            ),
            ("password='sslmode=x' host=a", "password='sslmode=x' host=a", None, None),
            ("sslmode=require host=a sslmode=disable", "host=a ", Some(Mode::Disable), None),
        ] {
            assert_eq!(split(url), (rest.to_owned(), mode, root_file), "{url}");
        }
    }

    #[test]
    fn what_cannot_be_honoured_is_refused_with_a_sentence() {
        let refused = |url: &str| match read(url).map(drop) {
            Err(Error::Setting(why)) => why,
            other => panic!("{url}: {other:?}"),
        };
        for (url, words) in [
            ("host=a sslmode=allow", "sslmode is \"allow\""),
            ("postgres://a/b?sslmode=", "sslmode is \"\""),
            ("host=/run/postgresql sslmode=require", "socket files"),
            ("hostaddr=127.0.0.1 sslmode=verify-full", "names no host"),
            ("host=a sslrootcert=/ca.pem", "needs sslmode=require"),
            ("host=a sslmode=disable sslrootcert=/ca.pem", "needs sslmode=require"),
            ("host=a sslmode=verify-full sslrootcert=/no/such.pem", "/no/such.pem"),
            ("host=a sslcert=/client.pem", "sslcert"),
            ("host=a sslmode", "DATABASE_URL cannot be read"),
        ] {
            let why = refused(url);
            assert!(why.starts_with("DATABASE_URL") && why.contains(words), "{url}: {why}");
        }
        let empty = tempfile::NamedTempFile::new().unwrap();
        let why = refused(&format!("host=a sslmode=verify-ca sslrootcert={}", empty.path().display()));
        assert!(why.contains("holds no certificate"), "{why}");
    }

    #[test]
    fn tls_is_asked_for_as_the_mode_says() {
        let mode = |url: &str| read(url).unwrap().0.get_ssl_mode();
        assert_eq!(mode("host=a"), SslMode::Prefer);
        assert_eq!(mode("host=/run/postgresql"), SslMode::Prefer);
        assert_eq!(mode("hostaddr=127.0.0.1"), SslMode::Disable);
        assert_eq!(mode("host=a sslmode=disable"), SslMode::Disable);
        assert_eq!(mode("host=a sslmode=require"), SslMode::Require);
    }
}
