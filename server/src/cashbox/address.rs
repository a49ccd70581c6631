//! Addresses of coins on their main networks: whether one is written without a slip.
//!
//! Four forms: Base58Check (BIP-13 and the original form), Bech32 with its successor Bech32m (BIP-173, BIP-350), the
//! form of Bitcoin Cash (CashAddr), and that of Ethereum with the checksum in its capitals (EIP-55).

use croupier_money::Currency;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// A version byte, a 20-byte hash and a 4-byte checksum.
const BASE58_BYTES: usize = 25;

/// The longest Bech32 address, in characters.
const BECH32_MAX: usize = 90;

/// The prefix of a Bitcoin Cash address, which may be left out.
pub(super) const CASH_PREFIX: &str = "bitcoincash";

/// Characters of a Bitcoin Cash address without its prefix: a version, a 20-byte hash and a checksum.
const CASH_LENGTH: usize = 42;

/// Whether `text` is an address that `coin` can be sent to, with a right checksum. Base58 versions: pay to a key, pay
/// to a script.
pub(super) fn is_valid(coin: Currency, text: &str) -> bool {
    match coin.code() {
        "BTC" => is_base58check(text, &[0x00, 0x05]) || is_segwit(text, "bc"),
        "BCH" => is_base58check(text, &[0x00, 0x05]) || is_cash_address(text),
        "LTC" => is_base58check(text, &[0x30, 0x32]) || is_segwit(text, "ltc"),
        "DOG" => is_base58check(text, &[0x1e, 0x16]),
        "ETH" | "USDT" => is_ethereum(text),
        _ => false,
    }
}

fn is_base58check(text: &str, versions: &[u8]) -> bool {
    let Some(bytes) = base58(text) else { return false };
    let (payload, checksum) = bytes.split_at(BASE58_BYTES - 4);
    let twice = Sha256::digest(Sha256::digest(payload));
    versions.contains(&bytes[0]) && twice[..4] == *checksum
}

/// `0x` and 40 hexadecimal digits. Letters in both cases carry a checksum: a letter is a capital where the digit of the
/// hash of the small letters is 8 or more.
fn is_ethereum(text: &str) -> bool {
    let Some(digits) = text.strip_prefix("0x") else { return false };
    if digits.len() != 40 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return false;
    }
    let small = digits.to_ascii_lowercase();
    if digits == small || digits == digits.to_ascii_uppercase() {
        return true;
    }
    let hash = Keccak256::digest(small.as_bytes());
    digits.bytes().enumerate().all(|(place, letter)| {
        let digit = if place % 2 == 0 { hash[place / 2] >> 4 } else { hash[place / 2] & 15 };
        letter.is_ascii_digit() || letter.is_ascii_uppercase() == (digit >= 8)
    })
}

/// The address of a key or a script on Bitcoin Cash, with or without its prefix.
fn is_cash_address(text: &str) -> bool {
    let mixed = text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase());
    let text = text.to_ascii_lowercase();
    let data = match text.split_once(':') {
        Some((prefix, data)) if prefix == CASH_PREFIX => data,
        Some(_) => return false,
        None => &text,
    };
    let Some(values) = bech32_values(data).filter(|values| !mixed && values.len() == CASH_LENGTH) else {
        return false;
    };
    // The first five bits say that a 20-byte hash of a key (0) or of a script (1) follows.
    matches!(values[0], 0 | 1) && cash_polymod(&values) == 0
}

/// The checksum of CashAddr over the prefix, a zero and all values.
fn cash_polymod(values: &[u8]) -> u64 {
    const GENERATOR: [u64; 5] =
        [0x98_f2bc_8e61, 0x79_b76d_99e2, 0xf3_3e5f_b3c4, 0xae_2eab_e2a8, 0x1e_4f43_e470];
    let prefix = CASH_PREFIX.bytes().map(|byte| byte & 31);
    let sum = prefix.chain([0]).chain(values.iter().copied()).fold(1, |check: u64, value| {
        let next = ((check & 0x07_ffff_ffff) << 5) ^ u64::from(value);
        let top = check >> 35;
        let terms = GENERATOR.iter().enumerate().filter(|(bit, _)| (top >> bit) & 1 == 1);
        terms.fold(next, |sum, (_, term)| sum ^ term)
    });
    sum ^ 1
}

/// The five-bit groups that the letters stand for; `None` when one is none of Bech32.
fn bech32_values(data: &str) -> Option<Vec<u8>> {
    data.bytes()
        .map(|letter| BECH32.iter().position(|known| *known == letter).and_then(|v| u8::try_from(v).ok()))
        .collect()
}

/// The 25 bytes of a Base58 number; `None` when it is another length.
fn base58(text: &str) -> Option<[u8; BASE58_BYTES]> {
    let mut bytes = [0_u8; BASE58_BYTES];
    for letter in text.bytes() {
        let mut carry = BASE58.iter().position(|known| *known == letter)?;
        for byte in bytes.iter_mut().rev() {
            carry += usize::from(*byte) * 58;
            *byte = u8::try_from(carry % 256).ok()?;
            carry /= 256;
        }
        if carry > 0 {
            return None;
        }
    }
    // Each leading 1 stands for exactly one leading zero byte, so an address has one form only.
    let ones = text.bytes().take_while(|letter| *letter == b'1').count();
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    (ones == zeros).then_some(bytes)
}

fn is_segwit(text: &str, prefix: &str) -> bool {
    let mixed = text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase());
    if mixed || text.len() > BECH32_MAX {
        return false;
    }
    let text = text.to_ascii_lowercase();
    let Some((human, data)) = text.rsplit_once('1') else { return false };
    let values = bech32_values(data).filter(|values| human == prefix && values.len() > 6);
    let Some(values) = values else { return false };
    let (version, program) = (values[0], &values[1..values.len() - 6]);
    let checksum = if version == 0 { 1 } else { 0x2bc8_30a3 };
    polymod(human, &values) == checksum && version <= 16 && is_program(version, program)
}

/// Whether the five-bit groups are whole bytes of an allowed count, padded with zeros.
fn is_program(version: u8, groups: &[u8]) -> bool {
    let (bytes, spare) = (groups.len() * 5 / 8, groups.len() * 5 % 8);
    let padded = spare < 5 && groups.last().is_some_and(|last| last & ((1 << spare) - 1) == 0);
    let sized = if version == 0 { bytes == 20 || bytes == 32 } else { (2..=40).contains(&bytes) };
    padded && sized
}

/// The checksum of BIP-173 over the human part and all values; the right one depends on the version.
fn polymod(human: &str, values: &[u8]) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let high = human.bytes().map(|byte| byte >> 5);
    let low = human.bytes().map(|byte| byte & 31);
    high.chain([0]).chain(low).chain(values.iter().copied()).fold(1, |check: u32, value| {
        let top = check >> 25;
        let next = ((check & 0x01ff_ffff) << 5) ^ u32::from(value);
        GENERATOR.iter().enumerate().fold(
            next,
            |sum, (bit, term)| {
                if (top >> bit) & 1 == 1 { sum ^ term } else { sum }
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_bitcoin(text: &str) -> bool {
        is_valid("BTC".parse().unwrap(), text)
    }

    #[test]
    fn every_coin_has_its_own_addresses() {
        // The examples of CashAddr and EIP-55, and addresses that hold coins.
        let addresses = [
            ("BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
            ("BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"),
            ("BCH", "ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq"),
            ("LTC", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"),
            ("DOG", "DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD"),
            ("ETH", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
            ("ETH", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"),
            ("USDT", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
        ];
        for (code, address) in addresses {
            let coin = code.parse().unwrap();
            assert!(is_valid(coin, address), "{code} {address}");
            let (last, rest) = (address.chars().last().unwrap(), &address[..address.len() - 1]);
            let slip = if last == 'q' { 'p' } else { 'q' };
            assert!(!is_valid(coin, &format!("{rest}{slip}")), "{code} {rest}{slip}");
            for (other, _) in addresses.iter().filter(|(other, _)| *other != code) {
                let shared = matches!((code, *other), ("ETH", "USDT") | ("USDT", "ETH"));
                assert_eq!(is_valid(other.parse().unwrap(), address), shared, "{other} {address}");
            }
        }
        assert!(!is_valid("ETH".parse().unwrap(), "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed"));
        assert!(!is_valid(Currency::EUR, addresses[0].1));
    }

    #[test]
    fn addresses_without_a_slip_pass() {
        // The first output ever, and examples from BIP-13's form, BIP-173 and BIP-350.
        for address in [
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
        ] {
            assert!(is_bitcoin(address), "{address}");
        }
    }

    #[test]
    fn slips_are_noticed() {
        for address in [
            "",
            "1",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN",
            "11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "0A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4",
            "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            // Version 1 with the checksum of version 0, from BIP-350.
            "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
            "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jowx",
            "bc1",
            "bc1gmk9yu",
            "4111111111111111",
            "ж",
        ] {
            assert!(!is_bitcoin(address), "{address}");
        }
    }
}
