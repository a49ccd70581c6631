//! Card input: what is wrong with it, and which test card it is.

use serde::{Deserialize, Serialize};

/// The brand of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Brand {
    Visa,
    Mastercard,
}

impl Brand {
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Visa => "Visa",
            Self::Mastercard => "Mastercard",
        }
    }
}

/// What a test card does when it is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    Approve,
    /// Refused with this error code.
    Decline(&'static str),
    /// The cardholder's bank asks for a code first.
    Challenge,
}

/// A number that the sandbox takes, and its name in the `card` query that fills the form.
pub(crate) struct TestCard {
    pub(crate) name: &'static str,
    pub(crate) number: &'static str,
    pub(crate) brand: Brand,
    pub(crate) behaviour: Behaviour,
    pub(crate) title: &'static str,
}

pub(crate) const TEST_CARDS: [TestCard; 6] = [
    TestCard {
        name: "approve",
        number: "4242 4242 4242 4242",
        brand: Brand::Visa,
        behaviour: Behaviour::Approve,
        title: "Approved",
    },
    TestCard {
        name: "approve-mastercard",
        number: "5555 5555 5555 4444",
        brand: Brand::Mastercard,
        behaviour: Behaviour::Approve,
        title: "Approved",
    },
    TestCard {
        name: "approve-classic",
        number: "4111 1111 1111 1111",
        brand: Brand::Visa,
        behaviour: Behaviour::Approve,
        title: "Approved",
    },
    TestCard {
        name: "challenge",
        number: "4000 0000 0000 3220",
        brand: Brand::Visa,
        behaviour: Behaviour::Challenge,
        title: "3-D Secure code",
    },
    TestCard {
        name: "decline",
        number: "4000 0000 0000 0002",
        brand: Brand::Visa,
        behaviour: Behaviour::Decline("card_declined"),
        title: "Declined",
    },
    TestCard {
        name: "insufficient-funds",
        number: "4000 0000 0000 9995",
        brand: Brand::Visa,
        behaviour: Behaviour::Decline("insufficient_funds"),
        title: "Insufficient funds",
    },
];

/// The card part of the checkout form as it was typed. Not `Debug`, so that no log can hold it.
#[derive(Default, Deserialize)]
pub(crate) struct CardInput {
    #[serde(default)]
    pub(crate) number: String,
    #[serde(default)]
    pub(crate) expiry: String,
    #[serde(default)]
    pub(crate) cvv: String,
    #[serde(default)]
    pub(crate) holder: String,
}

/// An accepted card: all that is kept of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Card {
    /// First six and last four digits with stars between.
    pub(crate) masked: String,
    pub(crate) brand: Brand,
}

/// What is wrong with one field, in words for the cardholder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldError {
    pub(crate) field: &'static str,
    pub(crate) message: &'static str,
}

/// Checks every field against the `(year, month)` of today and gives the card with what it will do, or all that is
/// wrong in the order of the form. A card that begins with one of `blocked_bins` is not taken.
pub(crate) fn check(
    input: &CardInput,
    blocked_bins: &[String],
    today: (u64, u64),
) -> Result<(Card, Behaviour), Vec<FieldError>> {
    let number = check_number(&input.number, blocked_bins);
    let others = [
        ("expiry", check_expiry(&input.expiry, today)),
        ("cvv", check_cvv(&input.cvv)),
        ("holder", check_holder(&input.holder)),
    ];
    let mut errors = Vec::new();
    if let Err(message) = number {
        errors.push(FieldError { field: "number", message });
    }
    errors.extend(
        others
            .into_iter()
            .filter_map(|(field, result)| result.err().map(|message| FieldError { field, message })),
    );
    match number {
        Ok((test_card, masked)) if errors.is_empty() => {
            Ok((Card { masked, brand: test_card.brand }, test_card.behaviour))
        }
        _ => Err(errors),
    }
}

fn check_number(typed: &str, blocked_bins: &[String]) -> Result<(&'static TestCard, String), &'static str> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if digits.is_empty() {
        return Err("Enter the card number.");
    }
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("A card number has digits only.");
    }
    if !(12..=19).contains(&digits.len()) {
        return Err("The card number is too short or too long.");
    }
    if !passes_luhn(&digits) {
        return Err("This card number is not valid. Check for a typing mistake.");
    }
    if blocked_bins.iter().any(|bin| digits.starts_with(bin)) {
        return Err("Cards of this bank are not accepted here. Please use another card.");
    }
    let test_card = TEST_CARDS
        .iter()
        .find(|card| card.number.replace(' ', "") == digits)
        .ok_or("Only the test cards below work here. Never type a real card into a sandbox.")?;
    let masked = format!("{}{}{}", &digits[..6], "*".repeat(digits.len() - 10), &digits[digits.len() - 4..]);
    Ok((test_card, masked))
}

/// The checksum of ISO/IEC 7812: from the right, every second digit doubled, nines cast out, sum divisible by ten.
fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(i, b)| {
            let digit = u32::from(b - b'0');
            match (i % 2, digit * 2) {
                (0, _) => digit,
                (_, doubled @ 10..) => doubled - 9,
                (_, doubled) => doubled,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn check_expiry(typed: &str, today: (u64, u64)) -> Result<(), &'static str> {
    const SHAPE: &str = "Enter the expiry as MM/YY.";
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    if !matches!(digits.len(), 4 | 6) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(SHAPE);
    }
    let month: u64 = digits[..2].parse().map_err(|_| SHAPE)?;
    let year: u64 = digits[2..].parse().map_err(|_| SHAPE)?;
    let year = if digits.len() == 4 { 2000 + year } else { year };
    if !(1..=12).contains(&month) {
        return Err("The month is from 01 to 12.");
    }
    if (year, month) < today {
        return Err("This card has expired.");
    }
    if year > today.0 + 20 {
        return Err("This expiry is too far away.");
    }
    Ok(())
}

fn check_cvv(typed: &str) -> Result<(), &'static str> {
    let typed = typed.trim();
    if matches!(typed.len(), 3 | 4) && typed.bytes().all(|b| b.is_ascii_digit()) {
        Ok(())
    } else {
        Err("Enter the three or four digits of the security code.")
    }
}

fn check_holder(typed: &str) -> Result<(), &'static str> {
    let typed = typed.trim();
    if typed.chars().count() > 80 {
        return Err("The name is too long.");
    }
    if typed.bytes().filter(u8::is_ascii_alphabetic).count() < 2 {
        return Err("Enter the name on the card.");
    }
    if !typed.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ') {
        return Err("Enter the name in English letters and spaces only.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(number: &str, expiry: &str, cvv: &str, holder: &str) -> CardInput {
        CardInput { number: number.into(), expiry: expiry.into(), cvv: cvv.into(), holder: holder.into() }
    }

    #[test]
    fn every_test_card_is_accepted_and_masked() {
        for test_card in &TEST_CARDS {
            let (card, behaviour) =
                check(&typed(test_card.number, "12/30", "123", "Ada Nord"), &[], (2026, 1)).unwrap();
            assert_eq!((card.brand, behaviour), (test_card.brand, test_card.behaviour));
            assert_eq!(card.masked.len(), 16);
            assert_eq!(card.masked.bytes().filter(u8::is_ascii_digit).count(), 10);
        }
    }

    #[test]
    fn wrong_input_is_named_field_by_field() {
        let ok = ("4242424242424242", "01/26", "123", "Ada Nord");
        assert!(check(&typed(ok.0, ok.1, ok.2, ok.3), &[], (2026, 1)).is_ok());
        assert!(check(&typed(ok.0, ok.1, "1234", "JOHN ODOE NORD"), &["411111".into()], (2026, 1)).is_ok());
        let blocked = check(&typed(ok.0, ok.1, ok.2, ok.3), &["424242".into()], (2026, 1)).unwrap_err();
        assert_eq!(blocked[0].field, "number");
        for (number, expiry, cvv, holder, fields) in [
            ("", ok.1, ok.2, ok.3, &["number"][..]),
            ("4242 4242 4242 4241", ok.1, ok.2, ok.3, &["number"]),
            ("4111 1111 1111 1112", ok.1, ok.2, ok.3, &["number"]),
            ("4242x", ok.1, ok.2, ok.3, &["number"]),
            ("٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", ok.1, ok.2, ok.3, &["number"]),
            (ok.0, "12/25", ok.2, ok.3, &["expiry"]),
            (ok.0, "13/26", ok.2, ok.3, &["expiry"]),
            (ok.0, "1/26", ok.2, ok.3, &["expiry"]),
            (ok.0, "12/99", ok.2, ok.3, &["expiry"]),
            (ok.0, "é/26", ok.2, ok.3, &["expiry"]),
            (ok.0, ok.1, "12", ok.3, &["cvv"]),
            (ok.0, ok.1, "12a", ok.3, &["cvv"]),
            (ok.0, ok.1, ok.2, " 7 ", &["holder"]),
            (ok.0, ok.1, "12345", ok.3, &["cvv"]),
            (ok.0, "00/30", ok.2, ok.3, &["expiry"]),
            (ok.0, ok.1, ok.2, "Ада Норд", &["holder"]),
            (ok.0, ok.1, ok.2, "Jäne", &["holder"]),
            (ok.0, ok.1, ok.2, "Jane1", &["holder"]),
            ("", "", "", "", &["number", "expiry", "cvv", "holder"]),
        ] {
            let errors = check(&typed(number, expiry, cvv, holder), &[], (2026, 1)).unwrap_err();
            let named: Vec<_> = errors.iter().map(|error| error.field).collect();
            assert_eq!(named, fields, "{number} {expiry} {cvv} {holder}");
        }
    }
}
