//! The cashbox: money in and out through payment partners.
//!
//! A deposit is written down, then asked for at the partner, and credited when the partner says it was paid.
//! A cashout takes its money aside in the same commit that writes it down, may be called back for a moment,
//! and is then sent. What the partner says arrives as a webhook or is asked for; both take the same
//! path, in any order and any number of times. No call to the partner is made within a transaction, and
//! whatever is lost on the way is found again by [`resolver`].
//!
//! The system account of a partner is `payments:{provider}`.

mod address;
mod amounts;
mod asking;
mod cards_store;
mod check;
mod closed_loop;
mod closed_loop_store;
mod coin_addresses;
mod coin_addresses_store;
pub mod coin_arrivals;
mod coin_arrivals_held;
mod coin_arrivals_judge;
mod coin_arrivals_return;
mod coin_arrivals_state;
mod coin_arrivals_store;
mod deposits;
mod destination;
pub mod differences;
mod differences_store;
mod fees;
mod fees_store;
mod figures;
pub mod frames;
mod fraud;
mod fraud_dry_run;
mod fraud_file;
mod fraud_history_store;
mod fraud_store;
pub mod http;
mod iban;
mod kind;
pub mod mails;
mod mails_store;
mod methods;
mod model;
mod moves;
mod on_behalf;
mod on_behalf_store;
mod partner;
mod payer;
mod payments;
mod range;
mod recalls;
mod receipts;
mod receipts_store;
mod reconcile;
pub mod rehearsal;
mod reports;
pub mod resolver;
mod reviews;
mod reviews_store;
mod routes;
mod routing_store;
mod settlement;
mod splits;
mod splits_store;
mod standing;
mod state;
pub mod stopped;
mod store;
mod switches;
mod switches_store;
mod under_way_store;
mod untaken;
mod untaken_store;
mod unverified_store;
mod webhook;

use std::path::Path;

use anyhow::Result;
use croupier_db::Db;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::current::Current;
use crate::platform::http_client::HttpClient;
use crate::platform::secrets::Secrets;
pub use check::{RULES, check, rules};
pub use coin_arrivals_held::{
    approve_return, coin, coins, credit_held, paid_address, refuse_return, send_back_for, unread_coins,
};
pub use coin_arrivals_state::{Arrival, ArrivalState, HeldFor, ReturnRequest};
pub use coin_arrivals_store::UnreadCoin;
pub use differences::{Difference, SettledDay};
pub use fees::{Fee, FeeKey, Terms, fees, set_fee};
pub use fraud::{Decision as FraudDecision, Rules as FraudRules, Type as FraudCheckType};
pub use fraud_dry_run::{ChangedPayment, DryRun, RuleHits, RuleLine, dry_run};
pub use fraud_file::FILE as FRAUD_RULES;
pub use on_behalf::{Destination, PayoutOrder, PayoutWay, pay_out, payout_ways};
pub use reconcile::{Mismatch, Reconciliation, Sums, partner_names, reconcile};
pub use reviews::{
    Approval, Approvals, Decided, Held, Link, PaymentLine, ReviewDecision, RiskPicture, decide, decide_as,
    links_of, newest_payments, review_of, reviews, risk_picture,
};

pub use receipts::{Receipt, receipt};
pub use splits::{Split, SplitPart, SplitWay, split, split_parts, split_ways};
pub use standing::{MethodStanding, PartnerStanding, method_standings, partner_standings};
pub use switches::{Switch, Switched, switch, switches};
pub use untaken::{Untaken, ask_again, untaken};

use fraud::Rules;
use methods::{Method, Methods};
use partner::Partners;
use routes::Routes;
use switches::Off;

/// What the cashbox works with.
#[derive(Debug)]
pub struct Cashbox {
    methods: Current<Methods>,
    rules: Current<Rules>,
    routes: Current<Routes>,
    partners: Partners,
}

impl Cashbox {
    /// Reads the content files of `folder` and prepares the partners' clients; fails with the file and line of a figure
    /// that cannot be right.
    pub(crate) fn load(
        config: &Config,
        folder: &Path,
        secrets: &Secrets,
        http: &HttpClient,
        clock: &Clock,
    ) -> Result<Self> {
        Ok(Self {
            methods: Current::new(Methods::load(folder)?),
            rules: Current::new(Rules::load(folder)?),
            routes: Current::new(Routes::load(folder)?),
            partners: Partners::open(config, secrets, http, clock)?,
        })
    }

    /// Whether nobody has switched the method off, and a partner carries it that payments by it may go to.
    fn is_supported(&self, method: &Method, off: &Off) -> bool {
        let routes = self.routes.now();
        let mut names = routes.partners_of(method).filter(|name| !off.partners.contains(*name));
        !off.methods.contains(&method.id)
            && names.any(|name| self.partners.get(name).is_some_and(|partner| partner.carries(&method.id)))
    }

    /// The partners that give no answers now, by name.
    pub fn partners_away(&self) -> Vec<&'static str> {
        let away = self.partners.iter().filter(|partner| partner.away_since().is_some());
        away.map(|partner| partner.name).collect()
    }

    /// How each partner does, for the operator's figures: its name, whether it answers, and its paid deposits in a hundred.
    pub fn partners_now(&self) -> impl Iterator<Item = (&'static str, bool, Option<i64>)> {
        self.partners
            .iter()
            .map(|partner| (partner.name, partner.away_since().is_none(), partner.paid().percent()))
    }

    /// Reads the files of the ways to pay anew. What is faulty is logged with file and line, and the last good figures stay
    /// in force.
    pub fn reload_methods(&self, folder: &Path) -> Result<()> {
        let (methods, routes) = (Methods::load(folder)?, Routes::load(folder)?);
        self.methods.replace(methods);
        self.routes.replace(routes);
        Ok(())
    }

    /// Reads the fraud rules anew, which staff publishes: the files of whoever runs the servers keep none from its force.
    pub fn reload_rules(&self, folder: &Path) -> Result<()> {
        self.rules.replace(Rules::load(folder)?);
        Ok(())
    }
}

/// What the player's deposits that are under way come to in each currency, in subunits: limits on deposits count them.
pub async fn deposits_under_way(
    db: &Db,
    player: PlayerId,
    now: i64,
) -> croupier_db::Result<Vec<(Currency, i64)>> {
    under_way_store::deposits_under_way(db, player, now).await
}

/// How many payments wait because the books do not take what the partner has done: an alarm.
pub async fn stuck(db: &Db) -> Result<i64> {
    Ok(store::stuck(db, moves::STUCK).await?)
}

/// How many payments have come to another end at the partner than here: an alarm, and for people to settle.
pub async fn contradicted(db: &Db) -> Result<i64> {
    Ok(store::contradicted(db).await?)
}

/// When the oldest payment was asked for that is still running, in UTC milliseconds; `None` when none is.
pub async fn oldest_running(db: &Db) -> Result<Option<i64>> {
    Ok(store::oldest_running(db).await?)
}
