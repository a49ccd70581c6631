//! The methods that the partner carries, and how each of them is paid.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::money;

/// How a payment by a method comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Card details, and a code of the cardholder's bank where it asks for one.
    Card,
    /// An account elsewhere that the customer signs in to.
    Wallet,
    /// A code that was bought in a shop and works once.
    Voucher,
    /// A transfer that names the payer's reference; it may take days and bring another amount.
    Bank,
    /// A payment on a chain, to an address of the customer's own.
    Coin,
}

struct Entry {
    id: &'static str,
    title: &'static str,
    flow: Flow,
    /// The coin it moves; empty for a method that takes fiat currencies.
    coin: &'static str,
}

const fn fiat(id: &'static str, title: &'static str, flow: Flow) -> Entry {
    Entry { id, title, flow, coin: "" }
}

const fn coin(id: &'static str, title: &'static str, code: &'static str) -> Entry {
    Entry { id, title, flow: Flow::Coin, coin: code }
}

const METHODS: [Entry; 33] = [
    fiat("visa_mastercard", "Card", Flow::Card),
    fiat("visa", "Visa", Flow::Card),
    fiat("maestro", "Maestro", Flow::Card),
    fiat("mastercard", "Mastercard", Flow::Card),
    fiat("skrill", "Skrill", Flow::Wallet),
    fiat("neteller", "Neteller", Flow::Wallet),
    fiat("interac_finteqhub", "Interac e-Transfer", Flow::Wallet),
    fiat("mifinity", "MiFinity", Flow::Wallet),
    fiat("muchbetter", "MuchBetter", Flow::Wallet),
    fiat("ecopayz", "ecoPayz", Flow::Wallet),
    fiat("interac", "Interac", Flow::Wallet),
    fiat("idebit", "iDebit", Flow::Wallet),
    fiat("instadebit", "InstaDebit", Flow::Wallet),
    fiat("payid", "PayID", Flow::Wallet),
    fiat("poli", "POLi", Flow::Wallet),
    fiat("jeton", "Jeton", Flow::Wallet),
    fiat("pix", "Pix", Flow::Wallet),
    fiat("apple_pay", "Apple Pay", Flow::Wallet),
    fiat("google_pay", "Google Pay", Flow::Wallet),
    fiat("paysafecard", "paysafecard", Flow::Voucher),
    fiat("neosurf", "Neosurf", Flow::Voucher),
    fiat("flexepin", "Flexepin", Flow::Voucher),
    fiat("cashtocode", "CashtoCode", Flow::Voucher),
    fiat("inpay", "Inpay", Flow::Bank),
    fiat("sofort", "Sofort", Flow::Bank),
    fiat("bank_transfer", "Bank transfer", Flow::Bank),
    fiat("trustly", "Trustly", Flow::Bank),
    coin("bitcoin", "Bitcoin", "BTC"),
    coin("bitcoin_cash", "Bitcoin Cash", "BCH"),
    coin("litecoin", "Litecoin", "LTC"),
    coin("ethereum", "Ethereum", "ETH"),
    coin("dogecoin", "Dogecoin", "DOG"),
    coin("tether", "Tether", "USDT"),
];

/// A way to pay, by its id on the wire.
#[derive(Clone, Copy)]
pub(crate) struct Method(&'static Entry);

impl Method {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        METHODS.iter().map(Self)
    }

    /// The method called `id`.
    pub(crate) fn named(id: &str) -> Option<Self> {
        Self::all().find(|method| method.id() == id)
    }

    /// The name on the wire.
    pub(crate) fn id(self) -> &'static str {
        self.0.id
    }

    /// What customers read.
    pub(crate) fn title(self) -> &'static str {
        self.0.title
    }

    /// How it is paid.
    pub(crate) fn flow(self) -> Flow {
        self.0.flow
    }

    /// Whether it moves money of this currency.
    pub(crate) fn takes(self, currency: &str) -> bool {
        if self.0.coin.is_empty() { money::is_fiat(currency) } else { self.0.coin == currency }
    }

    /// Whether an account of the customer's is kept for the next payment.
    pub(crate) fn keeps_profiles(self) -> bool {
        matches!(self.flow(), Flow::Card | Flow::Wallet)
    }

    /// The code of a payment that was turned down.
    pub(crate) fn declined(self) -> &'static str {
        match self.flow() {
            Flow::Card => "card_declined",
            Flow::Wallet => "wallet_declined",
            Flow::Voucher => "voucher_rejected",
            Flow::Bank | Flow::Coin => "payment_expired",
        }
    }

    /// The code of a payout whose destination does not take it.
    pub(crate) fn rejected(self) -> &'static str {
        match self.flow() {
            Flow::Card => "card_declined",
            Flow::Wallet | Flow::Voucher => "wallet_declined",
            Flow::Bank => "account_rejected",
            Flow::Coin => "address_rejected",
        }
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Method {}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::named(&id).ok_or_else(|| de::Error::custom(format_args!("there is no method {id:?}")))
    }
}
