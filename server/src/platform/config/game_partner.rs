//! Partners whose games are played here.

use anyhow::{Result, bail};
use serde::Deserialize;

/// A partner that runs games at its own address, and asks this site for every bet and win.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePartner {
    /// What it is called in addresses and rows: small letters, digits and hyphens. It never changes.
    pub name: String,
    /// Its base address, without a trailing slash.
    pub url: String,
    /// What this site is called there.
    pub casino_id: String,
    /// What calls are signed with, both ways.
    pub secret: String,
    /// The providers of the catalogue whose games it runs.
    pub providers: Vec<String>,
}

impl std::fmt::Debug for GamePartner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {} for {}", self.name, self.url, self.providers.join(" "))
    }
}

fn is_name(text: &str) -> bool {
    let is_sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !text.is_empty() && text.len() <= 32 && text.bytes().all(is_sign)
}

/// Stops the start over partners that cannot be right.
pub(super) fn check(partners: &[GamePartner]) -> Result<()> {
    for (index, partner) in partners.iter().enumerate() {
        let GamePartner { name, url, casino_id, secret, providers } = partner;
        if !is_name(name) {
            bail!("{name:?} of game_partners is no name: small letters, digits and hyphens");
        }
        let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>;,?#".contains(&byte));
        let is_web = url.starts_with("http://") || url.starts_with("https://");
        if !is_plain || !is_web || url.ends_with('/') {
            bail!(
                "the url of {name} is {url:?}, and has to be an http or https address without a trailing slash"
            );
        }
        if casino_id.is_empty() || secret.is_empty() {
            bail!("{name} of game_partners needs a casino_id and a secret");
        }
        if providers.is_empty() || !providers.iter().all(|provider| is_name(provider)) {
            bail!("{name} of game_partners needs the ids of its providers");
        }
        let before = &partners[..index];
        if before.iter().any(|other| other.name == *name) {
            bail!("{name} of game_partners is there twice");
        }
        let is_taken = |provider: &&String| before.iter().any(|other| other.providers.contains(provider));
        if let Some(provider) = providers.iter().find(is_taken) {
            bail!("{provider} of {name} belongs to another partner of game_partners");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_told_apart_and_secrets_are_not_told() {
        let good = GamePartner {
            name: "studio".to_owned(),
            url: "https://studio.example/api".to_owned(),
            casino_id: "croupier".to_owned(),
            secret: "hunter2".to_owned(),
            providers: vec!["brassworks".to_owned()],
        };
        assert!(!format!("{good:?}").contains("hunter2"));
        let other =
            GamePartner { name: "other".to_owned(), providers: vec!["tinworks".to_owned()], ..good.clone() };
        check(&[good.clone(), other.clone()]).unwrap();
        for broken in [
            GamePartner { name: "studio".to_owned(), ..other.clone() },
            GamePartner { name: "The Studio".to_owned(), ..other.clone() },
            GamePartner { url: "studio.example".to_owned(), ..other.clone() },
            GamePartner { url: "https://studio.example/".to_owned(), ..other.clone() },
            GamePartner { url: "https://a.example;script-src".to_owned(), ..other.clone() },
            GamePartner { secret: String::new(), ..other.clone() },
            GamePartner { casino_id: String::new(), ..other.clone() },
            GamePartner { providers: Vec::new(), ..other.clone() },
            GamePartner { providers: vec!["brassworks".to_owned()], ..other.clone() },
        ] {
            check(&[good.clone(), broken]).unwrap_err();
        }
    }
}
