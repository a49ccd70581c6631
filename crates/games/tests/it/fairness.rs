//! The fair stream: known answers, evenness, independence of its parts.

use croupier_games::fair::{SeedError, ServerSeed, Stream, check_client_seed};

const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn stream(nonce: u64, step: u32) -> Stream {
    Stream::new(&ServerSeed::from_hex(SEED).unwrap(), "player", "EUR", nonce, step)
}

/// Made with the command line: `printf '%s' 'croupier.commit.v1:<seed>' | sha256sum`, and
/// `openssl dgst -sha256 -mac HMAC -macopt hexkey:<key>` for the key and the block.
#[test]
fn commitment_and_first_block_match_openssl() {
    let seed = ServerSeed::from_hex(SEED).unwrap();
    assert_eq!(seed.commitment(), "7e62d66005ba0a0401c5ef902dfe9d010356bd4a061ef46bf41b1f0ba0ce9305");
    let words: Vec<String> = {
        let mut stream = stream(3, 0);
        (0..8).map(|_| format!("{:08x}", stream.next_u32())).collect()
    };
    assert_eq!(words.concat(), "19cbdd1bbe85e08e8d9cc81142702f1fba46b81881cec29f5b43aa8baf79aae6");
}

#[test]
fn each_part_of_the_message_changes_the_numbers() {
    let seed = ServerSeed::from_hex(SEED).unwrap();
    let first = |mut stream: Stream| (0..4).map(|_| stream.next_u32()).collect::<Vec<_>>();
    let base = first(Stream::new(&seed, "player", "EUR", 1, 0));
    assert_eq!(base, first(Stream::new(&seed, "player", "EUR", 1, 0)));
    assert_ne!(base, first(Stream::new(&ServerSeed::new([9; 32]), "player", "EUR", 1, 0)));
    assert_ne!(base, first(Stream::new(&seed, "other", "EUR", 1, 0)));
    assert_ne!(base, first(Stream::new(&seed, "player", "USD", 1, 0)));
    assert_ne!(base, first(Stream::new(&seed, "player", "EUR", 2, 0)));
    assert_ne!(base, first(Stream::new(&seed, "player", "EUR", 1, 1)));
}

/// Pearson's chi-square for several sizes; the bound is the 0.9999 quantile by Wilson and Hilferty.
/// The seeds are fixed, so the test cannot fail by chance later.
#[test]
fn numbers_are_even() {
    for n in [2_u32, 3, 10, 31, 37, 46, 100] {
        let draws_per_cell = 2_000;
        let mut counts = vec![0_u32; n as usize];
        let mut stream = stream(u64::from(n), 0);
        for _ in 0..n * draws_per_cell {
            counts[stream.uniform(n) as usize] += 1;
        }
        let expected = f64::from(draws_per_cell);
        let chi_square: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
        let freedom = f64::from(n - 1);
        let spread = 2.0 / (9.0 * freedom);
        let bound = freedom * (1.0 - spread + 3.719 * spread.sqrt()).powi(3);
        assert!(chi_square < bound, "n = {n}: {chi_square} is not below {bound}");
    }
}

/// Neighbouring draws and neighbouring rounds do not follow each other.
#[test]
fn pairs_are_even() {
    let mut within = vec![0_u32; 36];
    let mut across = vec![0_u32; 36];
    let mut last = 0;
    for nonce in 0..20_000 {
        let mut stream = stream(nonce, 0);
        let (a, b) = (stream.uniform(6), stream.uniform(6));
        within[(a * 6 + b) as usize] += 1;
        across[(last * 6 + a) as usize] += 1;
        last = a;
    }
    for counts in [within, across] {
        let expected = 20_000.0 / 36.0;
        let chi_square: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
        assert!(chi_square < 76.9, "{chi_square} is not below the 0.9999 quantile for 35 degrees of freedom");
    }
}

#[test]
fn seeds_are_checked_and_kept_secret() {
    let seed = ServerSeed::from_hex(SEED).unwrap();
    assert_eq!(seed.to_hex(), SEED);
    assert!(!format!("{seed:?}{:?}", stream(0, 0)).contains(&SEED[..16]));
    for bad in ["", "00", &SEED.to_uppercase(), &SEED.replace('0', "g")] {
        assert_eq!(ServerSeed::from_hex(bad), Err(SeedError::ServerSeed), "{bad}");
    }
    for good in ["lucky_7", "0", "a-B-9", &"x".repeat(64)] {
        assert_eq!(check_client_seed(good), Ok(()), "{good}");
    }
    for bad in ["", "tab\t", "ü", "a b", " a", "a:b", "<b>", "lucky 7 :)", &"x".repeat(65)] {
        assert_eq!(check_client_seed(bad), Err(SeedError::ClientSeed), "{bad}");
    }
}
