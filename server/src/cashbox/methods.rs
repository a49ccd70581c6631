//! Ways to pay, read from `content/payment_methods.toml` and checked at the start: a figure that cannot be
//! right stops the server with the file, the line and the reason.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use croupier_money::Currency;
use serde::Deserialize;
use toml::Spanned;

use super::figures::{Place, subunits};
use super::kind::Kind;
use super::partner;
use super::range::{Limits, Range};

/// The content file.
pub(super) const FILE: &str = "payment_methods.toml";

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Method {
    /// Its name in calls.
    pub(super) id: String,
    /// What players read.
    pub(super) title: String,
    /// Whose sign it carries.
    pub(super) brand: String,
    /// The partner that carries it out unless a route says otherwise.
    pub(super) provider: String,
    /// How it is paid.
    pub(super) kind: Kind,
    /// How long it takes: `instant`, `confirmation` (of a payment on a chain), or the operator's own words.
    pub(super) processing_time: String,
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
pub(super) struct Methods {
    methods: Vec<Method>,
    /// First digits of cards that are not taken; 6 to 8 of them each.
    blocked_bins: Vec<String>,
}

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
        let mut blocked_bins = Vec::with_capacity(rows.blocked_bins.len());
        for bin in rows.blocked_bins {
            let digits = bin.get_ref();
            let is_bin = (6..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            ensure!(is_bin, "{}: {digits:?} is not 6 to 8 digits", place.of(&bin.span()));
            blocked_bins.push(bin.into_inner());
        }
        Ok(Self { methods, blocked_bins })
    }

    /// First digits of cards that are not taken.
    pub(super) fn blocked_bins(&self) -> &[String] {
        &self.blocked_bins
    }

    /// Whether a card, known by its first six digits and what follows, is not taken. A longer prefix cannot be judged
    /// by six digits; the partner, which sees the whole number, has refused it before it was kept.
    pub(super) fn is_blocked(&self, masked: &str) -> bool {
        self.blocked_bins.iter().any(|bin| masked.starts_with(bin))
    }

    /// The method called `id`.
    pub(super) fn get(&self, id: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.id == id)
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Method> {
        self.methods.iter()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    blocked_bins: Vec<Spanned<String>>,
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
        let is_known = partner::NAMES.contains(&provider.as_str());
        ensure!(is_known, "{}: there is no partner {provider:?}", place.of(&self.provider.span()));
        let mut currencies = BTreeMap::new();
        for (code, bounds) in self.currencies {
            let at = place.of(&code.span());
            let currency: Currency = code.get_ref().parse().with_context(|| at.clone())?;
            if currency.is_fiat() == (self.kind == Kind::Crypto) {
                bail!(
                    "{at}: {currency} does not go with this type: crypto is for coins, all others are for fiat"
                );
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
    use crate::cashbox::range::OutOfRange;
    use crate::cashbox::state::Action;

    const SOUND: &str = r#"
[[method]]
id = "visa_mastercard"
title = "Card"
brand = "card"
provider = "northpay"
type = "card"
processing_time = "instant"
recallable = true
hidden_from = [631]
licences = ["EE"]
[method.currencies]
JPY = { deposit = { min = "1500", max = "3000", step = "10" }, withdrawal = { min = "10" } }
"#;

    fn shipped() -> Methods {
        Methods::load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content"))).unwrap()
    }

    fn ids(methods: &Methods, licence: &str, groups: &[i64]) -> Vec<String> {
        methods
            .iter()
            .filter(|method| method.is_for(licence, groups))
            .map(|method| method.id.clone())
            .collect()
    }

    #[test]
    fn every_licence_offers_its_list() {
        let methods = shipped();
        let all = ids(&methods, "CW", &[]);
        assert_eq!((all.len(), &all), (33, &ids(&methods, "GCB", &[])));
        let estonian = [
            "visa_mastercard",
            "skrill",
            "neteller",
            "interac_finteqhub",
            "mifinity",
            "muchbetter",
            "paysafecard",
            "inpay",
        ];
        assert_eq!(ids(&methods, "EE", &[]), estonian);
        assert!(estonian.iter().all(|id| methods.get(id).unwrap().limits(Currency::EUR).is_some()));
        let hidden: Vec<_> = all.iter().filter(|id| !ids(&methods, "CW", &[631]).contains(id)).collect();
        assert_eq!(hidden, ["sofort"]);
    }

    #[test]
    fn the_figures_of_coins_are_those_of_the_catalogue() {
        let methods = shipped();
        let coins = [
            ("bitcoin", "BTC", "0.0001", "0.0001", "0.4", None),
            ("bitcoin_cash", "BCH", "0.0001", "0.0001", "0.4", None),
            ("litecoin", "LTC", "0.01", "0.0001", "60", None),
            ("ethereum", "ETH", "0.01", "0.0001", "12", Some("ERC20")),
            ("dogecoin", "DOG", "0.01", "0.0001", "1600000", None),
            ("tether", "USDT", "20", "25", "4000", Some("ERC20")),
        ];
        for (id, code, deposit_min, withdrawal_min, withdrawal_max, network) in coins {
            let currency: Currency = code.parse().unwrap();
            let method = methods.get(id).unwrap();
            let amount = |text| subunits(text, currency).unwrap();
            let limits = method.limits(currency).unwrap();
            let deposit = Range { min_cents: amount(deposit_min), max_cents: None, step_cents: 1 };
            let (least, most) = (amount(withdrawal_min), amount(withdrawal_max));
            let withdrawal = Range { min_cents: least, max_cents: Some(most), step_cents: 1 };
            assert_eq!((limits.deposit, limits.withdrawal), (deposit, withdrawal), "{id}");
            for (range, amount, checked) in [
                (deposit, deposit.min_cents - 1, Err(OutOfRange::Min)),
                (deposit, deposit.min_cents, Ok(())),
                (withdrawal, least - 1, Err(OutOfRange::Min)),
                (withdrawal, most, Ok(())),
                (withdrawal, most + 1, Err(OutOfRange::Max)),
            ] {
                assert_eq!(range.check(amount), checked, "{id} {amount}");
            }
            assert_eq!(method.network.as_deref(), network, "{id}");
        }
    }

    #[test]
    fn all_methods_are_instant() {
        for method in shipped().iter() {
            assert_eq!(method.processing_time, "instant", "{}", method.id);
            let is_coin = method.kind == Kind::Crypto;
            assert!(is_coin || method.network.is_none(), "{}", method.id);
        }
    }

    #[test]
    fn bins_are_six_to_eight_digits() {
        let with = |bins: &str| Methods::parse("m.toml", &format!("blocked_bins = [{bins}]\n{SOUND}"));
        let methods = with("\"411111\", \"42424242\"").unwrap();
        assert!(methods.is_blocked("411111******1111") && !methods.is_blocked("424242******4242"));
        for bins in ["\"41111\"", "\"411111111\"", "\"4111x1\""] {
            assert!(with(bins).unwrap_err().to_string().contains("m.toml:1"), "{bins}");
        }
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
    fn a_figure_that_cannot_be_right_is_reported_with_its_line() {
        for (sound, broken, line, reason) in [
            ("\"1500\"", "\"1500.5\"", "m.toml:13", "no amount of JPY"),
            ("\"1500\"", "\"-1\"", "m.toml:13", "no amount of JPY"),
            ("\"1500\"", "\"3010\"", "m.toml:13", "the least is above the most"),
            ("\"1500\"", "\"1505\"", "m.toml:13", "multiple of the step"),
            ("JPY", "BTC", "m.toml:13", "crypto is for coins"),
            ("JPY", "XXX", "m.toml:13", "unknown currency"),
            ("northpay", "southpay", "m.toml:6", "no partner"),
            ("visa_mastercard", "Visa", "m.toml:3", "is no name"),
            ("\"EE\"", "\"ee\"", "m.toml:11", "no licence"),
            ("recallable", "recalled", "line 9", "unknown field"),
        ] {
            let text = SOUND.replacen(sound, broken, 1);
            let reported = format!("{:#}", Methods::parse("m.toml", &text).unwrap_err());
            assert!(reported.contains(line) && reported.contains(reason), "{broken}: {reported}");
        }
        let twice = format!("{SOUND}{SOUND}");
        assert!(Methods::parse("m.toml", &twice).unwrap_err().to_string().contains("stands twice"));
        assert!(Methods::parse("m.toml", "").is_err());
    }
}
