//! The two ceremonies of WebAuthn: registering a passkey, and showing it. Pure but for the challenges, which the library
//! draws itself.
//!
//! Every passkey can be found by the browser alone, and its authenticator checks who holds it. Nothing is asked about the
//! make of the authenticator.

use serde_json::Value;
use url::{Host, Url};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle, Username,
};
use webauthn_rp::request::{AsciiDomain, ExtensionInfo, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::auth::DiscoverableAuthentication;
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, Registration, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, RegistrationServerState,
};

use crate::platform::error::{ApiError, ApiResult};

/// How long a handle is by which an authenticator knows a player.
pub(super) const HANDLE_BYTES: usize = 32;

/// How long the kept state of a passkey is.
const STATE_BYTES: usize = 7;

type Handle = UserHandle<HANDLE_BYTES>;
type Shown = DiscoverableAuthentication<HANDLE_BYTES>;
type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// Where passkeys are made and shown: a host of the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeySite {
    /// The host, without a port.
    pub rp_id: String,
    /// The one origin whose pages may do it.
    pub origin: String,
}

impl PasskeySite {
    /// The site at the address `site`; `None` for one that has no name, where browsers know no passkeys.
    pub fn of(site: &str) -> Option<Self> {
        let url = Url::parse(site).ok()?;
        let Some(Host::Domain(name)) = url.host() else { return None };
        Some(Self { rp_id: name.to_owned(), origin: url.origin().ascii_serialization() })
    }

    fn rp_id(&self) -> ApiResult<RpId> {
        let domain = AsciiDomain::try_from(self.rp_id.clone());
        domain.map(RpId::Domain).map_err(|error| ApiError::internal(&error))
    }
}

/// A ceremony that has begun.
pub(super) struct Begun {
    pub(super) challenge: Vec<u8>,
    /// What the end is judged by.
    pub(super) state: Vec<u8>,
    /// What the browser is asked.
    pub(super) options: Value,
}

/// Reads the challenge out of what the browser is asked: it is what the answer is found by.
fn begun<E: ToString>(options: Value, state: Result<Vec<u8>, E>) -> ApiResult<Begun> {
    let drawn = options.get("challenge").and_then(Value::as_str).unwrap_or_default();
    let challenge = data_encoding::BASE64URL_NOPAD.decode(drawn.as_bytes());
    Ok(Begun {
        challenge: challenge.map_err(|error| ApiError::internal(&error))?,
        state: state.map_err(|error| ApiError::internal(&error))?,
        options,
    })
}

/// Begins to register a passkey of the player called `name`, who has the passkeys `known` already.
pub(super) fn begin_registration(
    site: &PasskeySite,
    handle: [u8; HANDLE_BYTES],
    name: &str,
    known: Vec<Vec<u8>>,
) -> ApiResult<Begun> {
    let rp_id = site.rp_id()?;
    let handle = handle_of(handle)?;
    let mut user = PublicKeyCredentialUserEntity::from(&handle);
    // An address that is no user name to the library leaves the passkey without one.
    if let Ok(name) = Username::try_from(name) {
        user.name = name;
    }
    let transports = AuthTransports::decode(0).map_err(|error| ApiError::internal(&error))?;
    let known = known.into_iter().filter_map(|id| {
        let id = CredentialId::<Vec<u8>>::decode(id).ok()?;
        Some(PublicKeyCredentialDescriptor { id, transports })
    });
    let mut options = PublicKeyCredentialCreationOptions::passkey(&rp_id, user, known.collect());
    // Browsers refuse an authenticator that does not know of a protection that is enforced, and platforms have such ones.
    // The server asks for a holder who was checked, at registration and each time that the passkey is shown.
    options.extensions.cred_protect =
        CredProtect::UserVerificationRequired(ExtensionInfo::AllowDontEnforceValue);
    let (server, client) = options.start_ceremony().map_err(|error| ApiError::internal(&error))?;
    let options = serde_json::to_value(&client).map_err(|error| ApiError::internal(&error))?;
    begun(options, server.encode())
}

/// Begins to ask for a passkey, whosever it is.
pub(super) fn begin_showing(site: &PasskeySite) -> ApiResult<Begun> {
    let rp_id = site.rp_id()?;
    let started = DiscoverableCredentialRequestOptions::passkey(&rp_id).start_ceremony();
    let (server, client) = started.map_err(|error| ApiError::internal(&error))?;
    let options = serde_json::to_value(&client).map_err(|error| ApiError::internal(&error))?;
    begun(options, server.encode())
}

fn handle_of(bytes: [u8; HANDLE_BYTES]) -> ApiResult<Handle> {
    Handle::decode(bytes).map_err(|error| ApiError::internal(&error))
}

/// The answer of a browser to a registration.
pub(super) struct Answer {
    registration: Registration,
    /// The challenge that it answers.
    pub(super) challenge: Vec<u8>,
}

impl Answer {
    /// Reads what the browser sent; `None` when it is nothing of the kind.
    pub(super) fn read(sent: &Value) -> Option<Self> {
        let registration = Registration::from_json_relaxed(sent.to_string().as_bytes()).ok()?;
        let challenge = registration.challenge_relaxed().ok()?.0.to_le_bytes().to_vec();
        Some(Self { registration, challenge })
    }

    /// Judges the answer to the challenge with `state`; `None` when it does not fit.
    pub(super) fn finish(&self, site: &PasskeySite, state: &[u8]) -> ApiResult<Option<Registered>> {
        let state = RegistrationServerState::<HANDLE_BYTES>::decode(state);
        let state = state.map_err(|error| ApiError::internal(&error))?;
        let origins = [site.origin.as_str()];
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = match state.verify(&site.rp_id()?, &self.registration, &options) {
            Ok(made) => made,
            Err(error) => {
                tracing::info!(%error, "a passkey is not taken");
                return Ok(None);
            }
        };
        let Ok(public_key) = made.static_state().encode();
        let Ok(state) = made.dynamic_state().encode();
        Ok(Some(Registered {
            credential_id: made.id().into_inner().to_vec(),
            user_handle: made.user_id().as_ref().to_vec(),
            public_key,
            state: state.to_vec(),
        }))
    }
}

/// A passkey that was registered.
pub(super) struct Registered {
    pub(super) credential_id: Vec<u8>,
    pub(super) user_handle: Vec<u8>,
    pub(super) public_key: Vec<u8>,
    pub(super) state: Vec<u8>,
}

impl Registered {
    /// What the library knows a passkey by; `handle` is that of its owner.
    fn known<'a>(
        &'a self,
        handle: &'a Handle,
    ) -> ApiResult<AuthenticatedCredential<'a, 'a, HANDLE_BYTES, PublicKey>> {
        let id = CredentialId::<&[u8]>::decode(&self.credential_id);
        let id = id.map_err(|error| ApiError::internal(&error))?;
        let key = StaticState::<PublicKey>::decode(&self.public_key);
        let key = key.map_err(|error| ApiError::internal(&error))?;
        let state = DynamicState::decode(fitting::<STATE_BYTES>(&self.state)?);
        let state = state.map_err(|error| ApiError::internal(&error))?;
        AuthenticatedCredential::new(id, handle, key, state).map_err(|error| ApiError::internal(&error))
    }
}

/// Kept bytes in the length that they were written in.
fn fitting<const LENGTH: usize>(kept: &[u8]) -> ApiResult<[u8; LENGTH]> {
    kept.try_into().map_err(|error: std::array::TryFromSliceError| ApiError::internal(&error))
}

/// A passkey as a browser shows it.
pub(super) struct Showing {
    shown: Shown,
    /// The challenge that it answers.
    pub(super) challenge: Vec<u8>,
    /// Which passkey it says it is.
    pub(super) credential_id: Vec<u8>,
}

/// What a look at a shown passkey has found.
pub(super) enum Verdict {
    /// It is the one; its state from now on.
    Fits(Vec<u8>),
    /// Its counter has not gone on: there may be a copy of it.
    Copied,
    /// It is not, or not for this challenge, site or holder.
    Wrong,
}

impl Showing {
    /// Reads what the browser sent; `None` when it is nothing of the kind.
    pub(super) fn read(sent: &Value) -> Option<Self> {
        let shown = Shown::from_json_relaxed(sent.to_string().as_bytes()).ok()?;
        let challenge = shown.challenge_relaxed().ok()?.0.to_le_bytes().to_vec();
        let credential_id = shown.raw_id().into_inner().to_vec();
        Some(Self { shown, challenge, credential_id })
    }

    /// Judges the answer to the challenge with `state` by what is kept of the passkey.
    pub(super) fn judge(&self, site: &PasskeySite, state: &[u8], kept: &Registered) -> ApiResult<Verdict> {
        let state = DiscoverableAuthenticationServerState::decode(state);
        let state = state.map_err(|error| ApiError::internal(&error))?;
        let handle = handle_of(fitting(&kept.user_handle)?)?;
        let mut known = kept.known(&handle)?;
        let origins = [site.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        match state.verify(&site.rp_id()?, &self.shown, &mut known, &options) {
            Ok(_) => {
                let Ok(state) = known.dynamic_state().encode();
                Ok(Verdict::Fits(state.to_vec()))
            }
            Err(AuthCeremonyErr::SignatureCounter) => Ok(Verdict::Copied),
            Err(error) => {
                tracing::info!(%error, "a passkey is refused");
                Ok(Verdict::Wrong)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_a_name() {
        #[rustfmt::skip]
        let cases = [
            // address                          rp id                    origin
            ("https://casino.example",          Some(("casino.example",  "https://casino.example"))),
            ("https://casino.example:8443",     Some(("casino.example",  "https://casino.example:8443"))),
            ("http://localhost:8080",           Some(("localhost",       "http://localhost:8080"))),
            ("http://127.0.0.1:8080",           None),
            ("http://[::1]:8080",               None),
            ("casino.example",                  None),
        ];
        for (address, wanted) in cases {
            let site = PasskeySite::of(address);
            let found = site.as_ref().map(|site| (site.rp_id.as_str(), site.origin.as_str()));
            assert_eq!(found, wanted, "{address}");
        }
    }
}
