//! Deposit addresses and their QR code. Addresses are of the test network, where coins have no value.

use bech32::{hrp, segwit};
use hmac::{Hmac, KeyInit as _, Mac as _};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use sha2::Sha256;

use crate::money;

/// The address that belongs to `owner` for good: a version 0 witness program made from its name.
///
/// No key is behind it, which is why it must stay on the test network.
pub(crate) fn address(owner: &str) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(b"northpay.deposit-address.v1")?;
    mac.update(owner.as_bytes());
    let program = mac.finalize().into_bytes();
    Ok(segwit::encode_v0(hrp::TB, &program[..20])?)
}

/// Whether a payout could be sent there: only the outer shape is looked at, so that made-up addresses work.
pub(crate) fn is_address(text: &str) -> bool {
    (26..=90).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The payment request of BIP 21: `bitcoin:{address}?amount={BTC}`.
pub(crate) fn uri(address: &str, satoshi: i64) -> String {
    format!("bitcoin:{address}?amount={}", money::decimal(satoshi, money::BITCOIN, ""))
}

/// The text as the SVG path data of a QR code and its width in modules, quiet zone included.
pub(crate) fn qr_svg(text: &str) -> anyhow::Result<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
    let svg = code
        .render::<svg::Color<'_>>()
        .min_dimensions(200, 200)
        .dark_color(svg::Color("#0b1020"))
        .light_color(svg::Color("#ffffff"))
        .build();
    // Inline SVG in HTML takes no XML declaration.
    Ok(svg.split_once("?>").map_or(svg.clone(), |(_, element)| element.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_keeps_its_address() {
        let mine = address("player 7").unwrap();
        assert_eq!(mine, address("player 7").unwrap());
        assert_ne!(mine, address("player 8").unwrap());
        assert!(mine.starts_with("tb1q") && is_address(&mine));
        segwit::decode(&mine).unwrap();
    }

    #[test]
    fn the_request_carries_whole_bitcoin() {
        assert_eq!(uri("tb1q", 150_000), "bitcoin:tb1q?amount=0.00150000");
        assert!(qr_svg(&uri("tb1q", 1)).unwrap().trim_start().starts_with("<svg"));
    }
}
