//! The currencies a method takes and how an amount is written on a page.

/// Code, digits after the point (ISO 4217; the smallest unit of a coin), sign before the amount: none for a coin.
const CURRENCIES: [(&str, u32, &str); 17] = [
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
    ("BTC", 8, ""),
    ("BCH", 8, ""),
    ("ETH", 8, ""),
    ("LTC", 8, ""),
    ("DOG", 8, ""),
    ("USDT", 6, ""),
];

/// Whether the code is that of a known currency other than a coin.
pub(crate) fn is_fiat(code: &str) -> bool {
    CURRENCIES.iter().any(|(known, _, sign)| *known == code && !sign.is_empty())
}

/// `text`, a plain decimal of whole units such as `0.0015`, in subunits; `None` when it is none or is cut too fine.
pub(crate) fn subunits(text: &str, code: &str) -> Option<i64> {
    let (_, digits, _) = CURRENCIES.iter().find(|(known, ..)| *known == code)?;
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = usize::try_from(*digits).ok()?;
    let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || part.len() > digits || !is_plain(whole) || !is_plain(part) {
        return None;
    }
    format!("{whole}{part:0<digits$}").parse().ok().filter(|amount| *amount > 0)
}

/// `€1,250.00`, `0.0015 BTC`: the amount (subunits) with its sign; a coin without idle zeros. An unknown code is written as subunits and code.
pub(crate) fn display(amount: i64, code: &str) -> String {
    match CURRENCIES.iter().find(|(known, ..)| *known == code) {
        Some((_, _, "")) => {
            let coins = decimal(amount, code, ",");
            format!("{}\u{a0}{code}", coins.trim_end_matches('0').trim_end_matches('.'))
        }
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
    use super::{decimal, display, subunits};

    #[test]
    fn decimals_are_read_exactly() {
        for (text, code, amount) in [
            ("0.0015", "BTC", Some(150_000)),
            ("12.5", "EUR", Some(1_250)),
            ("1500", "JPY", Some(1_500)),
            ("1500.5", "JPY", None),
            ("0", "EUR", None),
            ("-1", "EUR", None),
            (".5", "EUR", None),
            ("1", "XYZ", None),
        ] {
            assert_eq!(subunits(text, code), amount, "{text} {code}");
        }
    }

    #[test]
    fn amounts_read_like_money() {
        for (amount, code, text) in [
            (5_000, "EUR", "€50.00"),
            (5, "USD", "$0.05"),
            (123_456_789, "CAD", "C$1,234,567.89"),
            (1_500, "JPY", "¥1,500"),
            (150_000, "BTC", "0.0015\u{a0}BTC"),
            (300_000_000, "BTC", "3\u{a0}BTC"),
            (1_500_000, "USDT", "1.5\u{a0}USDT"),
            (7, "XYZ", "7 XYZ"),
        ] {
            assert_eq!(display(amount, code), text);
        }
        assert_eq!(decimal(250_000_000_000, "BTC", ""), "2500.00000000");
    }
}
