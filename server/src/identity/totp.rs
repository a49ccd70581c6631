//! Codes of authenticator apps (RFC 6238): six digits of an HMAC-SHA1 over the time, in steps of 30 seconds.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use sha1::Sha1;
use url::form_urlencoded::byte_serialize;

use crate::platform::error::{ApiError, ApiResult};

/// How many digits a code has.
pub const DIGITS: usize = 6;

/// The length of a secret; apps expect that of a SHA-1 hash.
pub const SECRET_BYTES: usize = 20;

const STEP_MS: i64 = 30_000;

/// How many steps before and after the present one are accepted: clocks of phones are off.
const TOLERANCE: i64 = 1;

/// The secret of an app.
pub type Secret = [u8; SECRET_BYTES];

/// The code of `secret` for a time step.
pub fn code(secret: &Secret, step: i64) -> String {
    // HMAC pads a short key with zeros up to the block of its hash.
    let mut block = [0; 64];
    block[..SECRET_BYTES].copy_from_slice(secret);
    let mut mac = Hmac::<Sha1>::new(&block.into());
    mac.update(&step.to_be_bytes());
    let hash: [u8; 20] = mac.finalize().into_bytes().into();
    let at = usize::from(hash[19] & 0x0f);
    let number = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// The time step that `typed` is the code of, close to `now` (UTC milliseconds) and later than `last`; `None` when it is
/// none.
pub fn step_of(secret: &Secret, typed: &str, now: i64, last: i64) -> Option<i64> {
    let present = now.div_euclid(STEP_MS);
    (present - TOLERANCE..=present + TOLERANCE).find(|&step| step > last && code(secret, step) == typed)
}

/// The secret as apps take it when it is typed.
pub fn typed(secret: &Secret) -> String {
    BASE32_NOPAD.encode(secret)
}

/// The address that an app reads from a QR code: `issuer` is the name of the site, `account` that of whoever signs in.
pub fn address(secret: &Secret, issuer: &str, account: &str) -> String {
    // Apps show a plus of a form as it is.
    let escaped = |text: &str| byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
    let (issuer, account) = (escaped(issuer), escaped(account));
    format!("otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}", typed(secret))
}

/// The QR code of `text`, an SVG image: dark on light whatever the page looks like, with the margin that cameras need.
pub fn qr(text: &str) -> ApiResult<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M);
    let code = code.map_err(|error| ApiError::internal(&error))?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &Secret = b"12345678901234567890";

    /// RFC 6238, appendix B, its last six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        #[rustfmt::skip]
        let cases = [
            // seconds      code
            (          59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, expected) in cases {
            let now = seconds * 1000;
            assert_eq!(code(SECRET, now / STEP_MS), expected, "{seconds}");
            assert_eq!(step_of(SECRET, expected, now, 0), Some(now / STEP_MS), "{seconds}");
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_and_once() {
        let step = 1_111_111_109 / 30;
        let at = |offset: i64| (step + offset) * STEP_MS;
        for (offset, accepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            assert_eq!(step_of(SECRET, "081804", at(offset), 0).is_some(), accepted, "{offset}");
        }
        assert_eq!(step_of(SECRET, "081804", at(0), step), None);
        assert_eq!(step_of(SECRET, "81804", at(0), 0), None);
    }

    #[test]
    fn apps_are_told_whose_account_it_is() {
        assert_eq!(
            address(SECRET, "Borealis & Co", "jane+a@example.com"),
            "otpauth://totp/Borealis%20%26%20Co:jane%2Ba%40example.com\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Borealis%20%26%20Co"
        );
    }
}
