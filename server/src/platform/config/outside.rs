//! What of the settings lies outside this site: partners that are called, and scripts of others.

use std::collections::BTreeSet;

use super::{Captcha, Config, origin_of};

impl Config {
    /// Whether calls to others go over TLS.
    pub(crate) fn calls_over_tls(&self) -> bool {
        let partners = [Some(&self.sandbox_url), self.meridian_url.as_ref(), self.identity_url.as_ref()];
        let asks_recaptcha = self.captcha == Captcha::Recaptcha && self.recaptcha_url.starts_with("https://");
        self.push_contact.is_some()
            || self.sign_in_providers.iter().any(|provider| provider.issuer.starts_with("https://"))
            || self.registers.iter().any(|register| register.url.starts_with("https://"))
            || self.game_partners.iter().any(|partner| partner.url.starts_with("https://"))
            || partners.into_iter().flatten().any(|url| url.starts_with("https://"))
            || asks_recaptcha
    }

    /// The scripts of others that the site loads under `host`, as browsers name it.
    pub fn outside_scripts_under(&self, host: &str) -> &[String] {
        let hosts = &self.outside_scripts_on;
        let is_on = hosts.is_empty() || hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
        if is_on { &self.outside_scripts } else { &[] }
    }

    /// The origins from which scripts of others come and which they may call, each once.
    pub fn outside_origins(&self) -> BTreeSet<&str> {
        self.outside_scripts
            .iter()
            .chain(&self.outside_hosts)
            .chain(&self.chat_widget_url)
            .filter_map(|address| origin_of(address))
            .collect()
    }
}
