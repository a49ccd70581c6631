//! Sign-in by OpenID Connect providers: the authorization code flow with PKCE, for one browser and one answer.
//!
//! Who somebody is at a provider is the subject at the issuer; the address that the provider tells is never enough to come in as
//! the player who has it. A link takes the place of the password and of nothing else: where sign-in asks for a second factor, it
//! still does. See `docs/adr/0028-sign-in-providers.md`.

mod claims;
mod client;
mod flow;
mod jws;
mod links;
mod sign_in;
mod sign_ups;
mod store;

use croupier_ledger::PlayerId;

use crate::platform::config::SignInProvider;

pub use client::Providers;
pub use flow::{
    BROWSER_TOKEN_S, BegunFlow, FlowAnswer, FlowStart, Returned, begin_provider_flow, finish_provider_flow,
    return_of,
};
pub use links::{
    accept_offer, add_first_link, end_unproven_app, end_unproven_ways, link_of_person, link_provider,
    offer_link, provider_links, unlink_provider,
};
pub use sign_in::{ProviderEntry, reauthenticate_by_provider, sign_in_by_provider};
pub use sign_ups::{add_provider_sign_up, awaits_country, awaits_country_in, note_declared_country};

pub(super) use sign_ups::note_password;

/// What a way to a provider is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowPurpose {
    /// Signing in, or up.
    SignIn,
    /// Linking the provider with the player who is signed in.
    Link,
    /// Showing again who is at the browser, in the place of the password.
    Reauth,
}

impl FlowPurpose {
    const ALL: [Self; 3] = [Self::SignIn, Self::Link, Self::Reauth];

    /// As rows and calls name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Link => "link",
            Self::Reauth => "reauth",
        }
    }

    /// The purpose with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// Somebody who has signed in at a provider, as it tells of them.
#[derive(Debug, Clone, Default)]
pub struct ProviderPerson {
    /// The provider's name in the settings.
    pub provider: String,
    /// The issuer.
    pub issuer: String,
    /// Who it is there, for good.
    pub subject: String,
    /// The address, in lower case; `None` when none was told that can be one.
    pub email: Option<String>,
    /// Whether the provider has made sure of it.
    pub email_verified: bool,
    /// As it was told.
    pub first_name: Option<String>,
    /// As it was told.
    pub last_name: Option<String>,
    /// As it was told, `YYYY-MM-DD`.
    pub date_of_birth: Option<String>,
    /// `m` or `f`.
    pub gender: Option<&'static str>,
}

/// A player's link with a provider.
#[derive(Debug, Clone)]
pub struct ProviderLink {
    /// Its public id.
    pub id: String,
    /// Whose.
    pub player: PlayerId,
    /// The provider's name in the settings.
    pub provider: String,
    /// The issuer.
    pub issuer: String,
    /// The address that was told when it was linked.
    pub email: Option<String>,
    /// UTC milliseconds.
    pub linked_at: i64,
    /// When it last signed in, UTC milliseconds.
    pub used_at: Option<i64>,
}

/// The providers on offer, in the order of the settings.
pub fn sign_in_providers(app: &crate::app::App) -> impl Iterator<Item = &SignInProvider> {
    app.providers.all()
}
