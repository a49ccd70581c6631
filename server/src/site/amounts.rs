//! Amounts in the first paint, as the site writes them. The site's build tells how every language writes each currency
//! (`web/src/app/prerender/moneyForms.ts`), from the function that writes it in the browser.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;
use serde_json::Value;

use super::built;
use super::values::each;

/// The currency of amounts for all who have none of their own in a table.
const FOR_ALL: &str = "EUR";

/// How languages write amounts, by language.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct MoneyForms {
    by_locale: HashMap<String, Form>,
}

#[derive(Debug, Deserialize)]
struct Form {
    /// Between groups of three digits, from numbers of so many digits before the point.
    group: String,
    grouped_from: usize,
    /// The point.
    decimal: String,
    /// What stands before the figures and after them, by currency.
    currencies: HashMap<String, [String; 2]>,
}

impl MoneyForms {
    /// Reads those of the build in `folder`; a build without them has none.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        built::read(folder, ".vite/money-forms.json")
    }
}

impl Form {
    /// `amount` units of the last of `decimals` places.
    fn text(&self, amount: u64, decimals: usize, currency: &str) -> Option<String> {
        let [before, after] = self.currencies.get(currency)?;
        let digits = format!("{amount:0>width$}", width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let mut text = before.clone();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) && whole.len() >= self.grouped_from {
                text.push_str(&self.group);
            }
            text.push(digit);
        }
        if decimals > 0 {
            text.push_str(&self.decimal);
            text.push_str(fraction);
        }
        text.push_str(after);
        Some(text)
    }
}

/// How amounts are written for one visitor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amounts<'a> {
    pub(super) forms: &'a MoneyForms,
    pub(super) locale: &'a str,
    /// The currency of the visitor.
    pub(super) own: &'a str,
    /// In whose currency it is shown, as the site is told.
    pub(super) display_map: &'a Value,
    /// The currencies of the operator, as the site is told.
    pub(super) currencies: &'a Value,
}

impl Amounts<'_> {
    /// The amount of a table by currency that the visitor is shown, chosen as the site does it (`amountFor` in
    /// `web/src/features/banners/model/banner.ts`). `None` when the server cannot write it: coins have units of their own.
    pub(super) fn text(&self, table: &Value) -> Option<String> {
        let shown = self.display_map[self.own].as_str().unwrap_or(self.own);
        let code = if table[shown].is_null() { FOR_ALL } else { shown };
        let currency = each(self.currencies).find(|currency| currency["code"] == code)?;
        let subunits = currency["subunits_to_unit"].as_u64().filter(|_| currency["fiat"] == true)?;
        let decimals =
            subunits.checked_ilog10().filter(|places| 10_u64.checked_pow(*places) == Some(subunits))?;
        let form = self.forms.by_locale.get(self.locale)?;
        form.text(table[code].as_u64()?, usize::try_from(decimals).ok()?, code)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_amount_is_written_in_the_visitors_language_and_currency() {
        let forms = serde_json::from_value(json!({
            "en": { "group": ",", "grouped_from": 4, "decimal": ".", "currencies": { "EUR": ["€", ""], "USD": ["$", ""], "JPY": ["¥", ""] } },
            "et": { "group": " ", "grouped_from": 5, "decimal": ",", "currencies": { "EUR": ["", " €"] } },
        }));
        let forms: MoneyForms = forms.unwrap();
        let currencies = json!([
            { "code": "EUR", "fiat": true, "subunits_to_unit": 100 },
            { "code": "USD", "fiat": true, "subunits_to_unit": 100 },
            { "code": "JPY", "fiat": true, "subunits_to_unit": 1 },
            { "code": "BTC", "fiat": false, "subunits_to_unit": 100_000_000 },
        ]);
        let display_map = json!({ "NOK": "USD" });
        let written = |locale: &str, own: &str, table: Value| {
            let amounts =
                Amounts { forms: &forms, locale, own, display_map: &display_map, currencies: &currencies };
            amounts.text(&table)
        };
        for (locale, own, table, text) in [
            ("en", "EUR", json!({ "EUR": 5 }), Some("€0.05")),
            ("en", "EUR", json!({ "EUR": 123_456 }), Some("€1,234.56")),
            ("en", "EUR", json!({ "EUR": 12_345_678_900_i64 }), Some("€123,456,789.00")),
            ("et", "EUR", json!({ "EUR": 123_456 }), Some("1234,56 €")),
            ("et", "EUR", json!({ "EUR": 1_234_567 }), Some("12 345,67 €")),
            ("en", "JPY", json!({ "EUR": 1, "JPY": 1500 }), Some("¥1,500")),
            ("en", "NOK", json!({ "EUR": 1, "NOK": 2, "USD": 300 }), Some("$3.00")),
            ("en", "CAD", json!({ "EUR": 1000 }), Some("€10.00")),
            ("en", "BTC", json!({ "EUR": 1, "BTC": 2 }), None),
            ("et", "USD", json!({ "EUR": 1, "USD": 2 }), None),
            ("de", "EUR", json!({ "EUR": 1 }), None),
        ] {
            assert_eq!(written(locale, own, table.clone()).as_deref(), text, "{locale} {own} {table}");
        }
    }
}
