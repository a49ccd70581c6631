//! OpenID Connect providers by which players may sign in.

use anyhow::{Result, bail};
use serde::Deserialize;

use super::is_safe_address;

/// A provider by which players may sign in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInProvider {
    /// What it is called in addresses and rows: small letters, digits and hyphens. It never changes.
    pub name: String,
    /// What players read.
    pub title: String,
    /// The issuer, exactly as the provider says it of itself.
    pub issuer: String,
    /// What this site is called there.
    pub client_id: String,
    /// What this site shows there; a public client when absent.
    pub client_secret: Option<String>,
    /// What it is asked for; `openid` is asked for in any case.
    #[serde(default = "default_scopes")]
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for SignInProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.name, self.issuer)
    }
}

fn default_scopes() -> Vec<String> {
    ["openid", "email", "profile"].map(str::to_owned).into()
}

/// Stops the start over providers that cannot be right.
pub(super) fn check(providers: &[SignInProvider]) -> Result<()> {
    for (index, provider) in providers.iter().enumerate() {
        let SignInProvider { name, title, issuer, client_id, .. } = provider;
        let is_sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || name.len() > 32 || !name.bytes().all(is_sign) {
            bail!("{name:?} of sign_in_providers is no name: small letters, digits and hyphens");
        }
        if title.trim().is_empty() || client_id.is_empty() {
            bail!("{name} of sign_in_providers needs a title and a client_id");
        }
        if !is_safe_address(issuer) || issuer.contains('?') {
            bail!("the issuer of {name} is {issuer:?}, and has to be an https address");
        }
        let before = &providers[..index];
        if before.iter().any(|other| other.name == *name || other.issuer == *issuer) {
            bail!("{name} of sign_in_providers is there twice");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_told_apart_and_secrets_are_not_told() {
        let provider = |name: &str, issuer: &str| SignInProvider {
            name: name.to_owned(),
            title: "Northgate".to_owned(),
            issuer: issuer.to_owned(),
            client_id: "croupier".to_owned(),
            client_secret: Some("hunter2".to_owned()),
            scopes: default_scopes(),
        };
        let good = provider("northgate", "https://north.example");
        assert!(!format!("{good:?}").contains("hunter2"));
        check(std::slice::from_ref(&good)).unwrap();
        for other in [
            provider("northgate", "https://south.example"),
            provider("south", "https://north.example"),
            provider("South Gate", "https://south.example"),
            provider("south", "http://south.example"),
        ] {
            check(&[good.clone(), other]).unwrap_err();
        }
    }
}
