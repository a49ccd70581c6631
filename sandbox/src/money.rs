//! The currencies a method takes and how an amount is written on a page.

/// Code, digits after the point (ISO 4217; satoshi for bitcoin), sign before the amount.
const CURRENCIES: [(&str, u32, &str); 12] = [
    ("EUR", 2, "€"),
    ("USD", 2, "$"),
    ("AUD", 2, "A$"),
    ("CAD", 2, "C$"),
    ("NZD", 2, "NZ$"),
    ("GBP", 2, "£"),
    ("JPY", 0, "¥"),
    ("NOK", 2, "kr\u{a0}"),
    ("BRL", 2, "R$"),
    ("PLN", 2, "zł\u{a0}"),
    ("KZT", 2, "₸"),
    (BITCOIN, 8, ""),
];

/// The code of the one coin.
pub(crate) const BITCOIN: &str = "BTC";

/// Whether cards take this currency.
pub(crate) fn is_fiat(code: &str) -> bool {
    code != BITCOIN && CURRENCIES.iter().any(|(known, ..)| *known == code)
}

/// `€1,250.00`, `0.0015 BTC`: the amount (subunits) with its sign; a coin without idle zeros. An unknown code is written as subunits and code.
pub(crate) fn display(amount: i64, code: &str) -> String {
    if code == BITCOIN {
        let coins = decimal(amount, code, ",");
        return format!("{}\u{a0}BTC", coins.trim_end_matches('0').trim_end_matches('.'));
    }
    match CURRENCIES.iter().find(|(known, ..)| *known == code) {
        Some((_, _, sign)) => format!("{sign}{}", decimal(amount, code, ",")),
        None => format!("{amount} {code}"),
    }
}

/// The amount as a plain decimal in whole units; thousands are parted with `group`.
pub(crate) fn decimal(amount: i64, code: &str, group: &str) -> String {
    let digits = CURRENCIES.iter().find(|(known, ..)| *known == code).map_or(0, |(_, digits, _)| *digits);
    let unit = 10_u64.pow(digits);
    let (whole, part) = (amount.unsigned_abs() / unit, amount.unsigned_abs() % unit);
    let whole = whole.to_string();
    let mut text = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    if digits > 0 {
        text = format!("{text}.{part:0width$}", width = digits as usize);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{decimal, display};

    #[test]
    fn amounts_read_like_money() {
        for (amount, code, text) in [
            (5_000, "EUR", "€50.00"),
            (5, "USD", "$0.05"),
            (123_456_789, "CAD", "C$1,234,567.89"),
            (1_500, "JPY", "¥1,500"),
            (150_000, "BTC", "0.0015\u{a0}BTC"),
            (300_000_000, "BTC", "3\u{a0}BTC"),
            (7, "XYZ", "7 XYZ"),
        ] {
            assert_eq!(display(amount, code), text);
        }
        assert_eq!(decimal(250_000_000_000, "BTC", ""), "2500.00000000");
    }
}
