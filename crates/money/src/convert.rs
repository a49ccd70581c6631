//! Conversion between currencies: one exact rate, one rounding.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

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

    /// The product of two rates, exactly; `None` when it does not fit.
    pub fn times(self, other: Self) -> Option<Self> {
        let digits = self.digits.checked_mul(other.digits)?;
        Some(Self { digits, scale: self.scale.checked_add(other.scale)? })
    }

    /// How many of `resolution` parts of a unit one subunit of `currency` is worth at this rate a unit, rounded towards
    /// zero; `None` when it does not fit.
    pub fn per_subunit(self, currency: Currency, resolution: i64) -> Option<i64> {
        let top = self.digits.checked_mul(i128::from(resolution))?;
        let bottom = 10_i128.checked_pow(self.scale)?.checked_mul(i128::from(currency.subunits_to_unit()))?;
        i64::try_from(top / bottom).ok()
    }
}

/// The decimal that [`Rate::parse`] reads.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.scale as usize;
        let digits = format!("{:0>1$}", self.digits, places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { f.write_str(whole) } else { write!(f, "{whole}.{fraction}") }
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
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

/// The way back: the most subunits of `from` that are worth no more than `subunits` of `to`, where a unit of `from`
/// is worth `rate` units of `to`. What is paid to somebody is converted so. `None` when the result does not fit.
pub fn payable(subunits: i64, from: Currency, to: Currency, rate: Rate) -> Option<i64> {
    let (top, bottom) = back(subunits, from, to, rate)?;
    i64::try_from(top / bottom).ok()
}

/// The fewest subunits of `from` that are worth `subunits` of `to`, as in [`payable`]. What is taken from somebody is
/// converted so: together the two never give back more than was taken. `None` when the result does not fit.
pub fn price(subunits: i64, from: Currency, to: Currency, rate: Rate) -> Option<i64> {
    let (top, bottom) = back(subunits, from, to, rate)?;
    i64::try_from(top / bottom + i128::from(top % bottom > 0)).ok()
}

/// What `subunits` of `to` are in subunits of `from`, as a fraction.
fn back(subunits: i64, from: Currency, to: Currency, rate: Rate) -> Option<(i128, i128)> {
    let unit = i128::from(from.subunits_to_unit()).checked_mul(10_i128.checked_pow(rate.scale)?)?;
    let bottom = rate.digits.checked_mul(i128::from(to.subunits_to_unit()))?;
    Some((i128::from(subunits).checked_mul(unit)?, bottom))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn a_subunit_is_worth_its_part_of_the_rate() {
        let pico = 1_000_000_000_000;
        #[rustfmt::skip]
        let cases = [
            // rate     times   currency  parts of 10^-12
            ("0.1",     "1",    "EUR",    1_000_000_000),
            ("0.1",     "0.5",  "EUR",      500_000_000),
            ("0.0006",  "1",    "JPY",      600_000_000),
            ("0.1",     "80000", "BTC",      80_000_000),
            ("0.1",     "0.1",  "DOG",             100),
        ];
        for (rate, times, code, expected) in cases {
            let rate = Rate::parse(rate).unwrap().times(Rate::parse(times).unwrap()).unwrap();
            assert_eq!(rate.per_subunit(currency(code), pico), Some(expected), "{rate} {code}");
        }
        let huge = Rate::parse("999999999999").unwrap();
        assert_eq!(huge.per_subunit(currency("JPY"), pico), None);
        let product = (0..3).try_fold(huge, |product, _| product.times(huge));
        assert_eq!(product, None, "48 digits do not fit");
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

    #[test]
    fn the_way_back_rounds_for_the_operator() {
        let (btc, rate) = (currency("BTC"), Rate::parse("58231.40").unwrap());
        // EUR 1.00 is 1717.28... satoshi
        assert_eq!(price(100, btc, Currency::EUR, rate), Some(1718));
        assert_eq!(payable(100, btc, Currency::EUR, rate), Some(1717));
        let even = Rate::parse("80000").unwrap();
        assert_eq!(price(100, btc, Currency::EUR, even), Some(1250));
        assert_eq!(payable(100, btc, Currency::EUR, even), Some(1250));
        assert_eq!(price(i64::MAX, btc, Currency::EUR, Rate::parse("0.01").unwrap()), None);
    }

    proptest! {
        #[test]
        fn a_rate_is_read_as_it_is_written(whole in 0_u64..1_000_000_000_000, fraction in "[0-9]{0,12}") {
            let text = if fraction.is_empty() { whole.to_string() } else { format!("{whole}.{fraction}") };
            if let Ok(rate) = Rate::parse(&text) {
                prop_assert_eq!(rate.to_string(), text);
            }
        }

        #[test]
        fn price_and_payable_are_the_nearest_on_either_side(
            amount in 0_i64..1_000_000_000_000,
            digits in 1_u64..10_000_000_000,
            places in 0_usize..7,
            coin in prop::sample::select(vec!["BTC", "ETH", "DOG", "USDT"]),
        ) {
            let width = places + 1;
            let text = format!("{digits:0>width$}");
            let (whole, fraction) = text.split_at(text.len() - places);
            let rate = Rate::parse(&format!("{whole}.{fraction}")).unwrap();
            let (coin, eur) = (currency(coin), Currency::EUR);
            let (Some(taken), Some(paid)) = (price(amount, coin, eur, rate), payable(amount, coin, eur, rate))
            else { return Ok(()) };
            // Compared exactly: amount of EUR against amount of the coin, over the same denominator.
            let worth = |subunits: i64| i128::from(subunits) * rate.digits * i128::from(eur.subunits_to_unit());
            let unit = i128::from(coin.subunits_to_unit()) * 10_i128.pow(rate.scale);
            let exact = i128::from(amount) * unit;
            prop_assert!(worth(taken) >= exact && (taken == 0 || worth(taken - 1) < exact));
            prop_assert!(worth(paid) <= exact && worth(paid + 1) > exact);
        }

        #[test]
        fn a_round_trip_never_makes_money(amount in 0_i64..1_000_000_000_000, whole in 1_u32..100_000) {
            let there = Rate::parse(&whole.to_string()).unwrap();
            let converted = convert(amount, Currency::EUR, currency("USD"), there).unwrap();
            prop_assert_eq!(i128::from(converted), i128::from(amount) * i128::from(whole));
        }
    }
}
