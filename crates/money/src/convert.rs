//! Conversion between currencies: one exact rate, one rounding.

use crate::Currency;

/// An exact exchange rate: how many units of one currency a unit of another is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The rate times `10^scale`.
    digits: i128,
    /// Decimal places of the rate.
    scale: u32,
}

/// A text that is no rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a rate is a positive decimal number with at most 12 places")]
pub struct RateError;

impl Rate {
    /// Reads a positive decimal such as `58231.40`; at most 12 digits before and 12 after the point.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all_digits = |part: &str| part.len() <= 12 && part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(RateError);
        }
        let digits: i128 = format!("{whole}{fraction}").parse().map_err(|_| RateError)?;
        let scale = u32::try_from(fraction.len()).map_err(|_| RateError)?;
        if digits == 0 { Err(RateError) } else { Ok(Self { digits, scale }) }
    }
}

/// Converts `subunits` of `from` into subunits of `to`, where a unit of `from` is worth `rate` units of `to`.
/// Rounds once, towards zero; `None` when the result does not fit.
pub fn convert(subunits: i64, from: Currency, to: Currency, rate: Rate) -> Option<i64> {
    let top =
        i128::from(subunits).checked_mul(rate.digits)?.checked_mul(i128::from(to.subunits_to_unit()))?;
    let bottom = i128::from(from.subunits_to_unit()).checked_mul(10_i128.checked_pow(rate.scale)?)?;
    i64::try_from(top / bottom).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn rounds_towards_zero_once() {
        let rate = Rate::parse("58231.40").unwrap();
        // 0.0001 BTC is 5.82314 EUR
        assert_eq!(convert(10_000, currency("BTC"), Currency::EUR, rate), Some(582));
        assert_eq!(convert(-10_000, currency("BTC"), Currency::EUR, rate), Some(-582));
        assert_eq!(convert(199, Currency::EUR, currency("JPY"), Rate::parse("160").unwrap()), Some(318));
    }

    #[test]
    fn refuses_what_is_no_rate() {
        for text in ["", "0", "0.000", "-1", "1e3", "1,5", ".5", "NaN", "1.0000000000001"] {
            assert_eq!(Rate::parse(text), Err(RateError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_round_trip_never_makes_money(amount in 0_i64..1_000_000_000_000, whole in 1_u32..100_000) {
            let there = Rate::parse(&whole.to_string()).unwrap();
            let converted = convert(amount, Currency::EUR, currency("USD"), there).unwrap();
            prop_assert_eq!(i128::from(converted), i128::from(amount) * i128::from(whole));
        }
    }
}
