//! Recovery codes: each opens the second step of a sign-in once, for the day on which the phone is lost.
//!
//! A code holds 50 random bits, so nobody guesses one; the store has a keyed hash of it only.

use croupier_ledger::PlayerId;
use data_encoding::BASE32_NOPAD;
use hmac::Mac as _;

use crate::app::App;
use crate::platform::secrets::hmac_sha256;

/// How many a player is given.
pub(super) const CODES: usize = 10;

/// How many letters and digits a code has.
const LENGTH: usize = 10;

/// Fresh codes, as they are shown: two groups of five.
pub(super) fn fresh(app: &App) -> Vec<String> {
    let code = |_| {
        let drawn = BASE32_NOPAD.encode(&app.entropy.bytes::<7>());
        format!("{}-{}", &drawn[..LENGTH / 2], &drawn[LENGTH / 2..LENGTH])
    };
    (0..CODES).map(code).collect()
}

/// A code as it was typed, in its normal form; `None` when it cannot be one.
pub(super) fn normal(typed: &str) -> Option<String> {
    if typed.len() > 4 * LENGTH {
        return None;
    }
    let is_sign = |c: &char| !c.is_whitespace() && *c != '-';
    let code: String = typed.chars().filter(is_sign).map(|c| c.to_ascii_uppercase()).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|b| matches!(b, b'A'..=b'Z' | b'2'..=b'7'));
    is_code.then_some(code)
}

/// What is kept of a code in its normal form.
pub(super) fn hash(app: &App, player: PlayerId, code: &str) -> Vec<u8> {
    let mut mac = hmac_sha256(&app.secrets.key_for("recovery_code"));
    mac.update(&player.to_be_bytes());
    mac.update(code.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        for typed in ["ABCDE-23456", "abcde23456", " abcde - 23456 ", "abc de-234 56"] {
            assert_eq!(normal(typed).as_deref(), Some("ABCDE23456"), "{typed:?}");
        }
        for typed in ["", "ABCDE-2345", "ABCDE-234567", "ABCDE-01890", "ÄBCDE-23456", &"-".repeat(10_000)] {
            assert_eq!(normal(typed), None, "{typed:?}");
        }
    }
}
