//! The table of currencies the operator knows, with how finely each is cut.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One row of the table: code, fiat or crypto, subunits in a unit, offered to new wallets or only known.
struct Entry {
    code: &'static str,
    fiat: bool,
    subunits_to_unit: i64,
    enabled: bool,
}

const fn fiat(code: &'static str, subunits_to_unit: i64, enabled: bool) -> Entry {
    Entry { code, fiat: true, subunits_to_unit, enabled }
}

const fn crypto(code: &'static str, subunits_to_unit: i64) -> Entry {
    Entry { code, fiat: false, subunits_to_unit, enabled: true }
}

/// The order is the order of the wallet screen: fiat first, then crypto, then those only known.
const TABLE: [Entry; 21] = [
    fiat("EUR", 100, true),
    fiat("USD", 100, true),
    fiat("AUD", 100, true),
    fiat("CAD", 100, true),
    fiat("NZD", 100, true),
    fiat("BRL", 100, true),
    fiat("NOK", 100, true),
    fiat("JPY", 1, true),
    crypto("BTC", 100_000_000),
    crypto("BCH", 100_000_000),
    crypto("ETH", 100_000_000),
    crypto("LTC", 100_000_000),
    crypto("DOG", 100_000_000),
    crypto("USDT", 1_000_000),
    fiat("KZT", 100, false),
    fiat("GBP", 100, false),
    fiat("PLN", 100, false),
    fiat("INR", 100, false),
    fiat("CHF", 100, false),
    fiat("SEK", 100, false),
    fiat("ZAR", 100, false),
];

/// A known currency. Small and `Copy`; on the wire and in tables it is its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency(u8);

/// Every known currency, in the order of the wallet screen.
pub const CURRENCIES: [Currency; TABLE.len()] = {
    let mut all = [Currency(0); TABLE.len()];
    let mut i = 0;
    while i < TABLE.len() {
        #[expect(clippy::cast_possible_truncation, reason = "the table has 21 rows")]
        let index = i as u8;
        all[i] = Currency(index);
        i += 1;
    }
    all
};

impl Currency {
    /// The fallback of the operator wherever a currency is missing or unknown.
    pub const EUR: Self = Self(0);

    const fn entry(self) -> &'static Entry {
        &TABLE[self.0 as usize]
    }

    /// The code, such as `EUR`.
    pub const fn code(self) -> &'static str {
        self.entry().code
    }

    /// Whether the currency is fiat; otherwise it is a coin.
    pub const fn is_fiat(self) -> bool {
        self.entry().fiat
    }

    /// How many subunits make one unit: 100 for EUR, 1 for JPY, 100,000,000 for BTC.
    pub const fn subunits_to_unit(self) -> i64 {
        self.entry().subunits_to_unit
    }

    /// Whether a new wallet may be opened in it.
    pub const fn is_enabled(self) -> bool {
        self.entry().enabled
    }

    /// The place in the wallet screen, and the number under which rows store it.
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// A code that is not in the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown currency {0:?}")]
pub struct UnknownCurrency(pub String);

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        CURRENCIES.into_iter().find(|c| c.code() == code).ok_or_else(|| UnknownCurrency(code.to_owned()))
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_what_the_site_promises() {
        let enabled: Vec<_> = CURRENCIES.into_iter().filter(|c| c.is_enabled()).map(Currency::code).collect();
        assert_eq!(
            enabled,
            [
                "EUR", "USD", "AUD", "CAD", "NZD", "BRL", "NOK", "JPY", "BTC", "BCH", "ETH", "LTC", "DOG",
                "USDT"
            ]
        );
        for (code, subunits, fiat) in
            [("EUR", 100, true), ("JPY", 1, true), ("BTC", 100_000_000, false), ("USDT", 1_000_000, false)]
        {
            let currency: Currency = code.parse().unwrap();
            assert_eq!((currency.subunits_to_unit(), currency.is_fiat()), (subunits, fiat), "{code}");
        }
        for known in ["KZT", "GBP", "PLN", "INR", "CHF", "SEK", "ZAR"] {
            assert!(known.parse::<Currency>().is_ok_and(|currency| !currency.is_enabled()), "{known}");
        }
        assert!("eur".parse::<Currency>().is_err());
    }
}
