//! Figures in content files: decimal amounts, and the line a figure stands in.

use std::ops::Range;

use croupier_money::{Currency, WIRE_MAX};

/// A content file, to tell where in it something is wrong.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    /// Its name.
    pub(super) file: &'a str,
    /// Its text.
    pub(super) text: &'a str,
}

impl Place<'_> {
    /// `file:line` of the bytes at `span`.
    pub(super) fn of(&self, span: &Range<usize>) -> String {
        let before = self.text.get(..span.start).unwrap_or_default();
        format!("{}:{}", self.file, before.matches('\n').count() + 1)
    }
}

/// The decimal `text` in subunits of `currency`; `None` when it is no plain decimal, is cut finer than the
/// currency, or is beyond what crosses the wire.
pub(super) fn subunits(text: &str, currency: Currency) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || text.ends_with('.') {
        return None;
    }
    let scale = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let digits: i64 = format!("{whole}{fraction}").parse().ok()?;
    let amount = digits.checked_mul(currency.subunits_to_unit())?;
    (amount % scale == 0).then_some(amount / scale).filter(|amount| *amount <= WIRE_MAX)
}

/// `amount` subunits as a plain decimal of whole units, with all places of the currency.
pub(super) fn decimal(amount: i64, currency: Currency) -> String {
    let unit = currency.subunits_to_unit().unsigned_abs();
    let (whole, part) = (amount.unsigned_abs() / unit, amount.unsigned_abs() % unit);
    let sign = if amount < 0 { "-" } else { "" };
    match usize::try_from(unit.ilog10()) {
        Ok(places) if places > 0 => format!("{sign}{whole}.{part:0places$}"),
        _ => format!("{sign}{whole}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_subunits_exactly() {
        let amount = |text: &str, code: &str| subunits(text, code.parse().unwrap());
        for (text, code, wanted) in [
            ("10", "EUR", Some(1000)),
            ("10.5", "EUR", Some(1050)),
            ("10.50", "EUR", Some(1050)),
            ("10.505", "EUR", None),
            ("0.0001", "BTC", Some(10_000)),
            ("0.4", "BTC", Some(40_000_000)),
            ("1500", "JPY", Some(1500)),
            ("1500.5", "JPY", None),
            ("25.000001", "USDT", Some(25_000_001)),
            ("", "EUR", None),
            (".5", "EUR", None),
            ("5.", "EUR", None),
            ("-1", "EUR", None),
            ("1e3", "EUR", None),
            ("90071992547410", "EUR", None),
            ("99999999999999999999", "EUR", None),
        ] {
            assert_eq!(amount(text, code), wanted, "{text} {code}");
        }
    }

    #[test]
    fn subunits_are_written_as_they_are_read() {
        for (amount, code, text) in [
            (5, "EUR", "0.05"),
            (123_456, "EUR", "1234.56"),
            (1500, "JPY", "1500"),
            (1, "BTC", "0.00000001"),
            (-5, "EUR", "-0.05"),
        ] {
            let currency = code.parse().unwrap();
            assert_eq!(decimal(amount, currency), text);
            assert!(amount < 0 || subunits(text, currency) == Some(amount));
        }
    }
}
