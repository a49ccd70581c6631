//! A day's payments here laid beside the partner's file of that day.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;

use anyhow::{Context, Result, ensure};
use croupier_db::Db;
use uuid::Uuid;

use super::coin_arrivals_state::ArrivalState;
use super::model::Payment;
use super::partner::{Kind, Partner, Partners, Status};
use super::settlement::{Part, Settled};
use super::state::State;
use super::{coin_arrivals_store, store};
use crate::platform::calendar::{DAY_MS, Date, instant};
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::secrets::Secrets;

/// How many payments are read at once.
const PAGE: i64 = 1_000;

/// What was paid in one currency, one way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many payments.
    pub count: u64,
    /// What they come to, in subunits.
    pub amount: i128,
}

impl Sums {
    fn add(&mut self, amount: i64) {
        self.count += 1;
        self.amount += i128::from(amount);
    }
}

/// A payment that the partner and this site report differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// The partner has paid what nobody here has asked for.
    Unknown {
        /// Subunits.
        amount: i64,
        /// The currency's code.
        currency: String,
    },
    /// The file names it more than once.
    Repeated,
    /// The partner has paid it; here it came to another end, or to none.
    State {
        /// Where it stands here.
        here: &'static str,
    },
    /// Another amount, currency or direction.
    Money {
        /// What is booked here.
        here: String,
        /// What the partner says.
        there: String,
    },
    /// It was paid here, and the partner does not say so.
    NotPaid {
        /// Where it stands there; `None` when the partner does not know it.
        there: Option<&'static str>,
    },
    /// It was paid here and is not in the file, and the partner has given no answer about it.
    NotAsked {
        /// What came instead of one.
        why: String,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { amount, currency } => {
                write!(f, "unknown here; the partner has paid {amount} {currency}")
            }
            Self::Repeated => f.write_str("named more than once by the partner"),
            Self::State { here } => write!(f, "paid at the partner, {here} here"),
            Self::Money { here, there } => write!(f, "{here} here, {there} at the partner"),
            Self::NotPaid { there: Some(there) } => write!(f, "paid here, {there} at the partner"),
            Self::NotPaid { there: None } => f.write_str("paid here, unknown at the partner"),
            Self::NotAsked { why } => write!(f, "paid here, and the partner could not be asked: {why}"),
        }
    }
}

/// What laying a day beside the partner's file came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reconciliation {
    /// What the partner's file comes to, by way (`deposit`, `payout`) and currency.
    pub partner: BTreeMap<(&'static str, String), Sums>,
    /// What is booked here on that day, likewise.
    pub booked: BTreeMap<(&'static str, String), Sums>,
    /// What does not agree, by the reference of the payment.
    pub mismatches: Vec<(String, Mismatch)>,
    /// References of payments that are booked here on that day and agree with the partner, who counts them on another.
    pub not_in_file: Vec<String>,
    /// References of payments in the partner's file that agree with the books, which have them on another day.
    pub not_of_day: Vec<String>,
    /// What the partner's file has to come to by the books: `booked` without what is not in the file, and with what is booked
    /// on another day.
    expected: BTreeMap<(&'static str, String), Sums>,
}

impl Reconciliation {
    /// Whether everything agrees, and the lines explain every difference of the sums.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.mismatches.is_empty() && self.expected == self.partner
    }
}

/// Lays what was paid on `day` (`YYYY-MM-DD`, in UTC; over at `now`, in UTC milliseconds) beside the file of it of the partner
/// called `partner`. Reads only. A payment that the two count on different days, about midnight, is listed and no mismatch.
///
/// # Errors
/// When the day is not over or is none, when the operator has no such partner, and when the partner gives no whole file.
pub async fn reconcile(
    config: &Config,
    secrets: &Secrets,
    db: &Db,
    (partner, day): (&str, &str),
    clock: &Clock,
) -> Result<Reconciliation> {
    let partners = Partners::open(config, secrets, &HttpClient::open(config)?, clock)?;
    let partner =
        partners.get(partner).with_context(|| format!("there is no payment partner {partner:?}"))?;
    beside(db, partner, day, clock.now()).await
}

/// The names of the partners that the settings name.
///
/// # Errors
/// When a partner's secret is none.
pub fn partner_names(config: &Config, secrets: &Secrets, clock: &Clock) -> Result<Vec<&'static str>> {
    let partners = Partners::open(config, secrets, &HttpClient::open(config)?, clock)?;
    Ok(partners.iter().map(|partner| partner.name).collect())
}

/// Lays `day` beside the file of `partner`; see [`reconcile`].
pub(super) async fn beside(db: &Db, partner: &Partner, day: &str, now: i64) -> Result<Reconciliation> {
    let date: Date = day.parse().with_context(|| format!("{day:?} is no day (YYYY-MM-DD)"))?;
    let begin = instant(&format!("{date}T00:00:00Z")).context("a day begins at midnight")?;
    ensure!(begin + DAY_MS <= now, "{day} is not over yet");
    let mut reported = Reconciliation::default();
    let named = reported.read_file(db, partner, date, begin..begin + DAY_MS).await?;
    reported.read_booked(db, partner, begin, &named).await?;
    Ok(reported)
}

impl Reconciliation {
    /// Judges each line of the partner's file; answers the references that it names.
    async fn read_file(
        &mut self,
        db: &Db,
        partner: &Partner,
        day: Date,
        within: Range<i64>,
    ) -> Result<HashSet<String>> {
        let mut named = HashSet::new();
        let mut place: Option<String> = None;
        let mut places = HashSet::new();
        loop {
            let Part { lines, next } = partner.settled(day, place.as_deref()).await?;
            // A file that leads back to where it was read already would be read for ever.
            ensure!(next.iter().all(|next| places.insert(next.clone())), "the partner's file does not end");
            for line in lines {
                self.partner.entry((way(line.kind), line.currency.clone())).or_default().add(line.amount);
                let ours = match line.merchant_ref.parse::<Uuid>() {
                    Ok(id) => store::get(db, id).await?,
                    Err(_) => None,
                };
                let is_new = named.insert(line.merchant_ref.clone());
                // Coins that came by themselves and wait, or went back, are no payments: the books have them aside.
                if is_new && ours.is_none() && is_aside(db, partner, &line).await? {
                    self.expected.entry((way(line.kind), line.currency)).or_default().add(line.amount);
                    continue;
                }
                match if is_new { compare(partner, &line, ours.as_ref()) } else { Err(Mismatch::Repeated) } {
                    Err(mismatch) => self.mismatches.push((line.merchant_ref, mismatch)),
                    Ok(ours) => {
                        if ours.finished_at.is_none_or(|at| !within.contains(&at)) {
                            self.expect(ours);
                            self.not_of_day.push(line.merchant_ref);
                        }
                    }
                }
            }
            if next.is_none() {
                return Ok(named);
            }
            place = next;
        }
    }

    /// Judges what was paid here from `begin` on for a day, and was not `named` by the partner's file of it.
    async fn read_booked(
        &mut self,
        db: &Db,
        partner: &Partner,
        begin: i64,
        named: &HashSet<String>,
    ) -> Result<()> {
        let mut after = Uuid::nil();
        loop {
            let page = store::succeeded(db, partner.name, begin..begin + DAY_MS, after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.id;
            for payment in page {
                let currency = payment.currency.code().to_owned();
                self.booked.entry((way(payment.action.into()), currency)).or_default().add(payment.moved());
                let reference = payment.id.to_string();
                if named.contains(&reference) {
                    self.expect(&payment);
                } else {
                    match ask(partner, &payment).await {
                        Ok(()) => self.not_in_file.push(reference),
                        Err(mismatch) => self.mismatches.push((reference, mismatch)),
                    }
                }
            }
        }
    }

    /// Counts a payment that the file names and that is booked, on this day or on another.
    fn expect(&mut self, payment: &Payment) {
        let currency = payment.currency.code().to_owned();
        self.expected.entry((way(payment.action.into()), currency)).or_default().add(payment.moved());
    }
}

/// Asks the partner about a payment that was paid here and is not in the file: nothing when it was paid there likewise.
async fn ask(partner: &Partner, payment: &Payment) -> Result<(), Mismatch> {
    let found = partner.find(payment.id).await;
    let found = found.map_err(|failure| Mismatch::NotAsked { why: failure.to_string() })?;
    let Some(report) = found.filter(|report| report.merchant_ref == payment.id.to_string()) else {
        return Err(Mismatch::NotPaid { there: None });
    };
    if report.status != Status::Succeeded {
        return Err(Mismatch::NotPaid { there: Some(report.status.name()) });
    }
    let line = Settled {
        partner_id: report.id,
        merchant_ref: report.merchant_ref,
        kind: report.kind,
        currency: report.currency,
        amount: report.received.unwrap_or(report.amount),
    };
    compare(partner, &line, Some(payment)).map(drop)
}

/// Whether a line is about coins that are held or went back, or of the payout that sent them back, as the books have it. Coins that
/// are only seen here are in no book.
async fn is_aside(db: &Db, partner: &Partner, line: &Settled) -> Result<bool> {
    let Ok(id) = line.merchant_ref.parse::<Uuid>() else { return Ok(false) };
    let found = match line.kind {
        Kind::Deposit => coin_arrivals_store::get(db, id).await?,
        Kind::Payout => coin_arrivals_store::by_return(db, id).await?,
    };
    Ok(found.is_some_and(|arrival| {
        let has_gone = arrival.state == ArrivalState::Returned;
        (has_gone || (line.kind == Kind::Deposit && arrival.on_hold))
            && arrival.provider == partner.name
            && arrival.amount == line.amount
            && arrival.currency.code() == line.currency
    }))
}

/// Our payment of the reference of a line of the partner's file, if the two agree.
fn compare<'a>(
    partner: &Partner,
    line: &Settled,
    ours: Option<&'a Payment>,
) -> Result<&'a Payment, Mismatch> {
    let Some(ours) = ours.filter(|payment| payment.provider == partner.name) else {
        return Err(Mismatch::Unknown { amount: line.amount, currency: line.currency.clone() });
    };
    if ours.state != State::Succeeded {
        return Err(Mismatch::State { here: ours.state.name() });
    }
    let money = |kind: Kind, amount: i64, currency: &str| format!("{} of {amount} {currency}", way(kind));
    let here = money(ours.action.into(), ours.moved(), ours.currency.code());
    let there = money(line.kind, line.amount, &line.currency);
    if here == there { Ok(ours) } else { Err(Mismatch::Money { here, there }) }
}

/// Which way the money goes, in the partner's word.
const fn way(kind: Kind) -> &'static str {
    match kind {
        Kind::Deposit => "deposit",
        Kind::Payout => "payout",
    }
}
