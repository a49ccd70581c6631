//! Which captcha is asked.

use anyhow::{Result, bail};
use serde::Deserialize;

use super::Config;

/// Which captcha is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Captcha {
    /// The built-in proof of work; reCAPTCHA where its key and secret are set.
    Altcha,
    /// reCAPTCHA, and the built-in one where more work is asked for.
    Recaptcha,
    /// None; for tests and load generators.
    None,
}

impl Config {
    /// The public key of reCAPTCHA; `None` when another captcha is asked.
    pub fn recaptcha_key_in_force(&self) -> Option<&str> {
        self.recaptcha_key.as_deref().filter(|_| self.captcha == Captcha::Recaptcha)
    }

    /// Which captcha is asked, by what is set of reCAPTCHA.
    pub(super) fn checked_captcha(&self) -> Result<Captcha> {
        let is_key = |key: &String| {
            !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        if self.recaptcha_key.as_ref().is_some_and(|key| !is_key(key)) {
            bail!("recaptcha_key is no key: letters, digits, hyphens and underscores");
        }
        let url = &self.recaptcha_url;
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            bail!("recaptcha_url is {url:?}, and has to be an http or https address");
        }
        match (self.captcha, &self.recaptcha_key, &self.recaptcha_secret) {
            (Captcha::Altcha | Captcha::Recaptcha, Some(_), Some(_)) => Ok(Captcha::Recaptcha),
            (Captcha::Recaptcha, ..) | (_, Some(_), None) | (_, None, Some(_)) => {
                bail!("reCAPTCHA needs recaptcha_key and recaptcha_secret")
            }
            (captcha, ..) => Ok(captcha),
        }
    }
}
