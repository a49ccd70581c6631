//! Deposit addresses of coins and their QR codes. Addresses are of test networks, where coins have no value.

use anyhow::bail;
use bech32::{Hrp, hrp, segwit};
use hmac::{Hmac, KeyInit as _, Mac as _};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use sha2::{Digest as _, Sha256};

use crate::money;

/// How many blocks have to confirm a payment before it counts.
pub(crate) const CONFIRMATIONS: u32 = 3;

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// First byte of a Base58Check address on the test network of Bitcoin Cash (legacy form) and of Dogecoin.
const BITCOIN_CASH_TEST: u8 = 0x6f;
const DOGECOIN_TEST: u8 = 0x71;

/// The address for the coin `code` that belongs to `owner` for good, made from its name.
///
/// No key is behind it, which is why it must stay on the test network.
pub(crate) fn address(code: &str, owner: &str) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(b"northpay.deposit-address.v1")?;
    // Bitcoin was the first coin, and customers keep the addresses that they had.
    if code != "BTC" {
        mac.update(code.as_bytes());
        mac.update(b":");
    }
    mac.update(owner.as_bytes());
    let digest = mac.finalize().into_bytes();
    let program = &digest[..20];
    Ok(match code {
        "BTC" => segwit::encode_v0(hrp::TB, program)?,
        "LTC" => segwit::encode_v0(Hrp::parse("tltc")?, program)?,
        "BCH" => base58check(BITCOIN_CASH_TEST, program),
        "DOG" => base58check(DOGECOIN_TEST, program),
        "ETH" | "USDT" => format!("0x{}", hex::encode(program)),
        _ => bail!("there is no coin {code}"),
    })
}

/// Version byte, hash and checksum as a number of base 58.
fn base58check(version: u8, hash: &[u8]) -> String {
    let mut bytes = vec![version];
    bytes.extend_from_slice(hash);
    let checksum = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend_from_slice(&checksum[..4]);
    let mut digits: Vec<usize> = Vec::new();
    for byte in bytes {
        let mut carry = usize::from(byte);
        for digit in &mut digits {
            carry += *digit << 8;
            *digit = carry % 58;
            carry /= 58;
        }
        while carry > 0 {
            digits.push(carry % 58);
            carry /= 58;
        }
    }
    digits.iter().rev().map(|digit| char::from(BASE58[*digit])).collect()
}

/// Whether a payout could be sent there: only the outer shape is looked at, so that made-up addresses work.
pub(crate) fn is_address(text: &str) -> bool {
    (26..=90).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b':')
}

/// The payment request: `bitcoin:{address}?amount={BTC}` after BIP 21 and its like. Amounts on Ethereum are told apart
/// from the address, which wallets read differently.
pub(crate) fn uri(code: &str, address: &str, amount: i64) -> String {
    let scheme = match code {
        "BCH" => "bitcoincash",
        "LTC" => "litecoin",
        "DOG" => "dogecoin",
        "ETH" | "USDT" => return format!("ethereum:{address}"),
        _ => "bitcoin",
    };
    format!("{scheme}:{address}?amount={}", money::decimal(amount, code, ""))
}

/// The network that a coin has to be sent on, where there is a choice.
pub(crate) fn network(code: &str) -> Option<&'static str> {
    matches!(code, "ETH" | "USDT").then_some("ERC20")
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

    const COINS: [(&str, &str); 6] =
        [("BTC", "tb1q"), ("LTC", "tltc1q"), ("BCH", ""), ("DOG", "n"), ("ETH", "0x"), ("USDT", "0x")];

    #[test]
    fn an_owner_keeps_an_address_for_each_coin() {
        let mut seen = std::collections::BTreeSet::new();
        for (code, prefix) in COINS {
            let mine = address(code, "player 7").unwrap();
            assert_eq!(mine, address(code, "player 7").unwrap());
            assert!(mine.starts_with(prefix) && is_address(&mine), "{code} {mine}");
            assert!(seen.insert(mine) && seen.insert(address(code, "player 8").unwrap()), "{code}");
        }
        segwit::decode(&address("BTC", "player 7").unwrap()).unwrap();
        assert!(address("XRP", "player 7").is_err());
    }

    #[test]
    fn base58check_writes_the_first_address_ever() {
        let hash = hex::decode("62e907b15cbf27d5425399ebf6f0fb50ebb88f18").unwrap();
        let zeros = base58check(0, &hash);
        assert_eq!(format!("1{zeros}"), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa");
    }

    #[test]
    fn the_request_carries_whole_coins() {
        assert_eq!(uri("BTC", "tb1q", 150_000), "bitcoin:tb1q?amount=0.00150000");
        assert_eq!(uri("DOG", "n1", 150_000_000), "dogecoin:n1?amount=1.50000000");
        assert_eq!(uri("USDT", "0xa", 1), "ethereum:0xa");
        assert!(qr_svg(&uri("BTC", "tb1q", 1)).unwrap().trim_start().starts_with("<svg"));
    }
}
