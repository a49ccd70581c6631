//! International bank account numbers (ISO 13616): shape and check digits.

/// The shortest and the longest IBAN of any country.
const LENGTH: std::ops::RangeInclusive<usize> = 15..=34;

/// A number without blanks, in capitals, whose check digits are right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Iban(pub(super) String);

/// The country that `text` begins with, in capitals, right or not in the rest; `None` when it does not begin with two
/// letters.
pub(super) fn country(text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    let is_country = letters.len() == 2 && letters.bytes().all(|b| b.is_ascii_alphabetic());
    is_country.then(|| letters.to_ascii_uppercase())
}

/// Reads an IBAN as people write it, with blanks and in any case; `None` when a character is wrong.
pub(super) fn parse(text: &str) -> Option<Iban> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.to_ascii_uppercase();
    country(&text)?;
    let plain = text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let digits = text.as_bytes().get(2..4)?;
    if !plain || !LENGTH.contains(&text.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    (remainder(&text) == 1).then_some(Iban(text))
}

/// The number that the IBAN stands for, modulo 97: the first four characters moved to the end, letters as 10 to 35.
fn remainder(text: &str) -> u32 {
    let (head, tail) = text.split_at(4);
    tail.bytes().chain(head.bytes()).fold(0, |sum, byte| match byte {
        b'0'..=b'9' => (sum * 10 + u32::from(byte - b'0')) % 97,
        letter => (sum * 100 + u32::from(letter.saturating_sub(b'A')) + 10) % 97,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_registry_pass() {
        for text in [
            "GB33BUKB20201555555555",
            "de89 3704 0044 0532 0130 00",
            "EE382200221020145685",
            "NO9386011117947",
            "MT84MALT011000012345MTLCAST001S",
            "LT121000011101001000",
        ] {
            let Iban(read) = parse(text).unwrap();
            assert_eq!(read, text.replace(' ', "").to_uppercase());
        }
    }

    #[test]
    fn one_wrong_character_is_noticed() {
        let sound = "DE89370400440532013000";
        for place in 2..sound.len() {
            let mut wrong = sound.to_owned();
            let digit = sound.as_bytes()[place] - b'0';
            wrong.replace_range(place..=place, &((digit + 1) % 10).to_string());
            assert_eq!(parse(&wrong), None, "{wrong}");
        }
        for text in ["", "DE", "89370400440532013000", "DE8937040044053201300é", "4242424242424242"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_country_is_read_in_either_case() {
        assert_eq!(country(" lt12").as_deref(), Some("LT"));
        assert_eq!(country("L"), None);
        assert_eq!(country("1T"), None);
    }
}
