//! Bitcoin addresses of the main network: whether one is written without a slip.
//!
//! Two forms: Base58Check (BIP-13 and the original form) and Bech32 with its successor Bech32m (BIP-173,
//! BIP-350).

use sha2::{Digest, Sha256};

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// First bytes of a Base58Check address: pay to a key, pay to a script.
const VERSIONS: [u8; 2] = [0x00, 0x05];

/// A version byte, a 20-byte hash and a 4-byte checksum.
const BASE58_BYTES: usize = 25;

/// The prefix of Bech32 addresses.
const HUMAN_PART: &str = "bc";

/// The longest Bech32 address, in characters.
const BECH32_MAX: usize = 90;

/// Whether `text` is an address with a right checksum.
pub(super) fn is_bitcoin(text: &str) -> bool {
    is_base58check(text) || is_segwit(text)
}

fn is_base58check(text: &str) -> bool {
    let Some(bytes) = base58(text) else { return false };
    let (payload, checksum) = bytes.split_at(BASE58_BYTES - 4);
    let twice = Sha256::digest(Sha256::digest(payload));
    VERSIONS.contains(&bytes[0]) && twice[..4] == *checksum
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

fn is_segwit(text: &str) -> bool {
    let mixed = text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase());
    if mixed || text.len() > BECH32_MAX {
        return false;
    }
    let text = text.to_ascii_lowercase();
    let Some((human, data)) = text.rsplit_once('1') else { return false };
    let values: Option<Vec<u8>> = data
        .bytes()
        .map(|letter| BECH32.iter().position(|known| *known == letter).and_then(|v| u8::try_from(v).ok()))
        .collect();
    let Some(values) = values.filter(|values| human == HUMAN_PART && values.len() > 6) else { return false };
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
