//! Ways to pay, read from `content/payment_methods.toml` and checked at the start: a figure that cannot be
//! right stops the server with the file, the line and the reason.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use utoipa::ToSchema;

use super::figures::{Place, subunits};
use super::partner;
use super::state::Action;

/// The content file.
pub(super) const FILE: &str = "payment_methods.toml";

/// Which wallets a method serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaymentMethodKind)]
pub(super) enum Kind {
    /// Wallets of fiat currencies.
    Card,
    /// Wallets of coins.
    Crypto,
}

/// Bounds of an amount, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AmountRange)]
#[expect(clippy::struct_field_names, reason = "amounts on the wire are named *_cents")]
pub(super) struct Range {
    /// The least.
    pub(super) min_cents: i64,
    /// The most; null when there is none.
    pub(super) max_cents: Option<i64>,
    /// An amount has to be a multiple of it.
    pub(super) step_cents: i64,
}

/// Why an amount is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutOfRange {
    /// Below the least.
    Min,
    /// Above the most.
    Max,
    /// Not a multiple of the step.
    Step,
}

impl Range {
    /// Checks `amount`, in subunits.
    pub(super) const fn check(&self, amount: i64) -> Result<(), OutOfRange> {
        if amount < self.min_cents {
            return Err(OutOfRange::Min);
        }
        if let Some(max) = self.max_cents
            && amount > max
        {
            return Err(OutOfRange::Max);
        }
        if amount % self.step_cents == 0 { Ok(()) } else { Err(OutOfRange::Step) }
    }
}

/// The bounds of one method in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// Of deposits.
    pub(super) deposit: Range,
    /// Of cashouts.
    pub(super) withdrawal: Range,
}

impl Limits {
    /// The bounds of `action`.
    pub(super) const fn of(&self, action: Action) -> Range {
        match action {
            Action::Deposit => self.deposit,
            Action::Cashout => self.withdrawal,
        }
    }
}

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Method {
    /// Its name in calls.
    pub(super) id: String,
    /// What players read.
    pub(super) title: String,
    /// Whose sign it carries.
    pub(super) brand: String,
    /// The adapter that carries it out.
    pub(super) provider: String,
    /// Card or coin.
    pub(super) kind: Kind,
    /// What players are told about how long it takes.
    pub(super) processing_time: String,
    /// Per cent of the amount.
    pub(super) fee: u32,
    /// Whether a cashout may be called back, as far as the licence allows it.
    pub(super) recallable: bool,
    /// Seconds in which it may.
    pub(super) recall_s: u32,
    /// The network of a coin, where there is a choice.
    pub(super) network: Option<String>,
    licences: Option<Vec<String>>,
    hidden_from: Vec<i64>,
    currencies: BTreeMap<Currency, Limits>,
}

impl Method {
    /// Whether a player of `licence` in `groups` may use it.
    pub(super) fn is_for(&self, licence: &str, groups: &[i64]) -> bool {
        self.licences.as_ref().is_none_or(|licences| licences.iter().any(|code| code == licence))
            && !self.hidden_from.iter().any(|group| groups.contains(group))
    }

    /// Its bounds in `currency`; `None` when it does not take the currency.
    pub(super) fn limits(&self, currency: Currency) -> Option<Limits> {
        self.currencies.get(&currency).copied()
    }

    /// The currencies it takes, in the order of the wallet screen.
    pub(super) fn currencies(&self) -> impl Iterator<Item = Currency> {
        self.currencies.keys().copied()
    }
}

/// All ways to pay, in the order of the site.
#[derive(Debug, Clone)]
pub(super) struct Methods(Vec<Method>);

impl Methods {
    /// Reads and checks the file in `folder`.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&path.display().to_string(), &text)
    }

    fn parse(file: &str, text: &str) -> Result<Self> {
        let place = Place { file, text };
        let rows: Rows = toml::from_str(text).with_context(|| format!("in {file}"))?;
        let mut methods: Vec<Method> = Vec::with_capacity(rows.method.len());
        for row in rows.method {
            let at = row.id.span();
            let known = methods.iter().any(|method| method.id == *row.id.get_ref());
            let method = row.checked(&place);
            let method = method.with_context(|| format!("{}: the method", place.of(&at)))?;
            ensure!(!known, "{}: the method {} stands twice", place.of(&at), method.id);
            methods.push(method);
        }
        ensure!(!methods.is_empty(), "{file} holds no method");
        Ok(Self(methods))
    }

    /// The method called `id`.
    pub(super) fn get(&self, id: &str) -> Option<&Method> {
        self.0.iter().find(|method| method.id == id)
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Method> {
        self.0.iter()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    method: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: Spanned<String>,
    title: String,
    brand: String,
    provider: Spanned<String>,
    #[serde(rename = "type")]
    kind: Kind,
    processing_time: String,
    fee: Spanned<u32>,
    recallable: bool,
    #[serde(default)]
    recall_s: u32,
    network: Option<String>,
    licences: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    hidden_from: Vec<i64>,
    currencies: BTreeMap<Spanned<String>, Bounds>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    deposit: Bound,
    withdrawal: Bound,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bound {
    min: Spanned<String>,
    max: Option<Spanned<String>>,
    step: Option<Spanned<String>>,
}

impl Row {
    fn checked(self, place: &Place<'_>) -> Result<Method> {
        let at = place.of(&self.id.span());
        let id = self.id.into_inner();
        let plain =
            !id.is_empty() && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        ensure!(plain, "{at}: {id:?} is no name: small letters, digits and _ are");
        let provider = self.provider.get_ref();
        let served = partner::serves(provider, &id);
        ensure!(served, "{}: {provider:?} has no method {id}", place.of(&self.provider.span()));
        ensure!(
            *self.fee.get_ref() <= 100,
            "{}: a fee is from 0 to 100 per cent",
            place.of(&self.fee.span())
        );
        let mut currencies = BTreeMap::new();
        for (code, bounds) in self.currencies {
            let at = place.of(&code.span());
            let currency: Currency = code.get_ref().parse().with_context(|| at.clone())?;
            if currency.is_fiat() != (self.kind == Kind::Card) {
                bail!("{at}: {currency} does not go with this type: cards are for fiat, crypto is for coins");
            }
            let (deposit, withdrawal) =
                (bounds.deposit.checked(currency, place)?, bounds.withdrawal.checked(currency, place)?);
            currencies.insert(currency, Limits { deposit, withdrawal });
        }
        ensure!(!currencies.is_empty(), "{at}: {id} takes no currency");
        let mut licences = None;
        for code in self.licences.into_iter().flatten() {
            let plain = (2..=3).contains(&code.get_ref().len())
                && code.get_ref().bytes().all(|b| b.is_ascii_uppercase());
            ensure!(plain, "{}: {:?} is no licence", place.of(&code.span()), code.get_ref());
            licences.get_or_insert_with(Vec::new).push(code.into_inner());
        }
        Ok(Method {
            id,
            title: self.title,
            brand: self.brand,
            provider: self.provider.into_inner(),
            kind: self.kind,
            processing_time: self.processing_time,
            fee: self.fee.into_inner(),
            recallable: self.recallable,
            recall_s: self.recall_s,
            network: self.network,
            licences,
            hidden_from: self.hidden_from,
            currencies,
        })
    }
}

impl Bound {
    fn checked(self, currency: Currency, place: &Place<'_>) -> Result<Range> {
        let figure = |text: &Spanned<String>| {
            let amount = subunits(text.get_ref(), currency).filter(|amount| *amount > 0);
            amount.with_context(|| {
                format!("{}: {:?} is no amount of {currency}", place.of(&text.span()), text.get_ref())
            })
        };
        let range = Range {
            min_cents: figure(&self.min)?,
            max_cents: self.max.as_ref().map(figure).transpose()?,
            step_cents: self.step.as_ref().map(figure).transpose()?.unwrap_or(1),
        };
        let at = place.of(&self.min.span());
        ensure!(
            range.max_cents.is_none_or(|max| max >= range.min_cents),
            "{at}: the least is above the most"
        );
        let fits = [Some(range.min_cents), range.max_cents].into_iter().flatten();
        ensure!(
            fits.into_iter().all(|bound| bound % range.step_cents == 0),
            "{at}: a bound is no multiple of the step"
        );
        Ok(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
[[method]]
id = "visa_mastercard"
title = "Card"
brand = "card"
provider = "northpay"
type = "card"
processing_time = "instant"
fee = 0
recallable = true
hidden_from = [631]
licences = ["EE"]
[method.currencies]
JPY = { deposit = { min = "1500", max = "3000", step = "10" }, withdrawal = { min = "10" } }
"#;

    #[test]
    fn the_shipped_file_holds_the_houses_figures() {
        let content = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content"));
        let methods = Methods::load(content).unwrap();
        let bitcoin = methods.get("bitcoin").unwrap();
        let limits = bitcoin.limits("BTC".parse().unwrap()).unwrap();
        // CASH-67: 0.0001 in, 0.0001 to 0.4 out; CASH-72: no maximum of deposits.
        assert_eq!(limits.deposit, Range { min_cents: 10_000, max_cents: None, step_cents: 1 });
        assert_eq!(
            limits.withdrawal,
            Range { min_cents: 10_000, max_cents: Some(40_000_000), step_cents: 1 }
        );
        assert_eq!(limits.withdrawal.check(41_000_000), Err(OutOfRange::Max));
        assert_eq!(limits.deposit.check(9_000), Err(OutOfRange::Min));
        assert!(bitcoin.limits(Currency::EUR).is_none());
        // CASH-64: coins are not for the Estonian list.
        assert!(bitcoin.is_for("CW", &[]) && !bitcoin.is_for("EE", &[]));
        // CASH-65: all free and instant.
        assert!(methods.iter().all(|method| method.fee == 0 && method.processing_time == "instant"));
    }

    #[test]
    fn groups_and_licences_hide_a_method_and_steps_bind_amounts() {
        let methods = Methods::parse("m.toml", SOUND).unwrap();
        let card = methods.get("visa_mastercard").unwrap();
        assert!(card.is_for("EE", &[1]));
        assert!(!card.is_for("EE", &[631]), "CASH-76");
        assert!(!card.is_for("CW", &[]));
        let deposit = card.limits("JPY".parse().unwrap()).unwrap().of(Action::Deposit);
        assert_eq!(deposit.check(1505), Err(OutOfRange::Step));
        assert_eq!(deposit.check(1510), Ok(()));
    }

    #[test]
    fn a_figure_that_cannot_be_right_is_told_with_its_line() {
        for (sound, broken, line, reason) in [
            ("\"1500\"", "\"1500.5\"", "m.toml:14", "no amount of JPY"),
            ("\"1500\"", "\"-1\"", "m.toml:14", "no amount of JPY"),
            ("\"1500\"", "\"3010\"", "m.toml:14", "the least is above the most"),
            ("\"1500\"", "\"1505\"", "m.toml:14", "multiple of the step"),
            ("JPY", "BTC", "m.toml:14", "cards are for fiat"),
            ("JPY", "XXX", "m.toml:14", "unknown currency"),
            ("northpay", "southpay", "m.toml:6", "has no method"),
            ("visa_mastercard", "sofort", "m.toml:6", "has no method"),
            ("visa_mastercard", "Visa", "m.toml:3", "is no name"),
            ("fee = 0", "fee = 101", "m.toml:9", "per cent"),
            ("\"EE\"", "\"ee\"", "m.toml:12", "no licence"),
            ("fee = 0", "free = 0", "line 9", "unknown field"),
        ] {
            let text = SOUND.replacen(sound, broken, 1);
            let told = format!("{:#}", Methods::parse("m.toml", &text).unwrap_err());
            assert!(told.contains(line) && told.contains(reason), "{broken}: {told}");
        }
        let twice = format!("{SOUND}{SOUND}");
        assert!(Methods::parse("m.toml", &twice).unwrap_err().to_string().contains("stands twice"));
        assert!(Methods::parse("m.toml", "").is_err());
    }
}
