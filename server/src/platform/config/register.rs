//! National registers of people who have excluded themselves, which licences name.

use anyhow::{Result, bail};
use serde::Deserialize;

use super::is_safe_address;

/// The longest that a question to a register may take, in milliseconds: a browser waits for it.
const TIMEOUT_MS_MAX: u64 = 8_000;

/// A register, and how it is called.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// What licences call it: small letters, digits and hyphens.
    pub name: String,
    /// Where it takes questions.
    pub url: String,
    /// The key of this site there.
    pub api_key: String,
    /// How long a question may take, in milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

impl std::fmt::Debug for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.name, self.url)
    }
}

const fn default_timeout_ms() -> u64 {
    4_000
}

/// Stops the start over registers that cannot be right.
pub(super) fn check(registers: &[Register]) -> Result<()> {
    for (index, register) in registers.iter().enumerate() {
        let Register { name, url, api_key, timeout_ms } = register;
        let is_sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || name.len() > 32 || !name.bytes().all(is_sign) {
            bail!("{name:?} of registers is no name: small letters, digits and hyphens");
        }
        if !is_safe_address(url) {
            bail!("the address of {name} is {url:?}, and has to be an https address");
        }
        if api_key.is_empty() || !api_key.bytes().all(|byte| byte.is_ascii_graphic()) {
            bail!("{name} of registers needs an api_key that a header can hold");
        }
        if !(1..=TIMEOUT_MS_MAX).contains(timeout_ms) {
            bail!("the timeout_ms of {name} is {timeout_ms}, and has to be from 1 to {TIMEOUT_MS_MAX}");
        }
        if registers[..index].iter().any(|other| other.name == *name) {
            bail!("{name} of registers is there twice");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_told_apart_and_keys_are_not_told() {
        let good = Register {
            name: "standaside".to_owned(),
            url: "https://register.example/v2".to_owned(),
            api_key: "hunter2".to_owned(),
            timeout_ms: default_timeout_ms(),
        };
        assert!(!format!("{good:?}").contains("hunter2"));
        check(std::slice::from_ref(&good)).unwrap();
        for other in [
            good.clone(),
            Register { name: "Stand aside".to_owned(), ..good.clone() },
            Register { name: "other".to_owned(), url: "http://register.example".to_owned(), ..good.clone() },
            Register { name: "other".to_owned(), api_key: String::new(), ..good.clone() },
            Register { name: "other".to_owned(), timeout_ms: 0, ..good.clone() },
        ] {
            check(&[good.clone(), other]).unwrap_err();
        }
    }
}
