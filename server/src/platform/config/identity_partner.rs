//! The settings of the partner that checks who players are.

use anyhow::{Result, bail};

use super::Config;

impl Config {
    /// Refuses addresses that are none, and a partner without what calls and webhooks are signed with.
    pub(super) fn check_identity_partner(&self) -> Result<()> {
        let addresses = [
            ("identity_url", &self.identity_url),
            ("identity_page_url", &self.identity_page_url),
            ("identity_cockpit_url", &self.identity_cockpit_url),
        ];
        for (name, url) in addresses.into_iter().filter_map(|(name, url)| Some((name, url.as_ref()?))) {
            let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>;,".contains(&byte));
            let is_web = url.starts_with("http://") || url.starts_with("https://");
            if !is_plain || !is_web || url.ends_with('/') {
                bail!("{name} is {url:?}, and has to be an http or https address without a trailing slash");
            }
        }
        if self.identity_url.is_none() {
            return Ok(());
        }
        for (name, secret) in [
            ("identity_app_token", &self.identity_app_token),
            ("identity_secret", &self.identity_secret),
            ("identity_webhook_secret", &self.identity_webhook_secret),
        ] {
            if secret.as_deref().is_none_or(str::is_empty) {
                bail!("identity_url is set, and needs {name} beside it");
            }
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if self.identity_level.is_empty() || !self.identity_level.bytes().all(is_name) {
            bail!("identity_level is {:?}, and has to be a name", self.identity_level);
        }
        Ok(())
    }

    /// The address of the partner's page, which the site shows in a frame.
    pub fn identity_page(&self) -> Option<&str> {
        self.identity_page_url.as_deref().or(self.identity_url.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partner_needs_all_that_belongs_to_it() {
        let whole = Config {
            identity_url: Some("https://api.partner.example".to_owned()),
            identity_app_token: Some("token".to_owned()),
            identity_secret: Some("one".to_owned()),
            identity_webhook_secret: Some("two".to_owned()),
            ..Config::default()
        };
        assert!(whole.check_identity_partner().is_ok() && Config::default().check_identity_partner().is_ok());
        for broken in [
            Config { identity_app_token: None, ..whole.clone() },
            Config { identity_secret: Some(String::new()), ..whole.clone() },
            Config { identity_webhook_secret: None, ..whole.clone() },
            Config { identity_url: Some("api.partner.example".to_owned()), ..whole.clone() },
            Config { identity_page_url: Some("https://a.example; script-src *".to_owned()), ..whole.clone() },
            Config { identity_cockpit_url: Some("https://a.example/".to_owned()), ..whole.clone() },
            Config { identity_level: "a&b".to_owned(), ..whole.clone() },
        ] {
            assert!(broken.check_identity_partner().is_err(), "{broken:?}");
        }
    }
}
