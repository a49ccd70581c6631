//! The fraud check: rules as data in `content/fraud_rules.toml` ([`super::fraud_file`]), weighed before money moves.
//!
//! Who the player is and which status he has is taken from the operator's own records, whatever a caller says.

use std::collections::BTreeMap;

use croupier_db::{Statement, Tx};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::fraud_store::{self, Check};
use super::payer::{Payer, status};
use super::state::Action;
use crate::app::App;
use crate::platform::error::ApiResult;

/// The reason given when no rule applies.
pub(super) const NO_REASON: &str = "none";

/// The reason given when the rules could not be weighed.
pub(super) const UNWEIGHED: &str = "check_failed";

/// Which way the money goes, in the words of the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// A deposit.
    Transaction,
    /// A cashout.
    Payout,
}

impl Type {
    /// What is called `name`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Transaction, Self::Payout].into_iter().find(|kind| kind.name() == name)
    }

    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Transaction => "transaction",
            Self::Payout => "payout",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::Transaction => Action::Deposit,
            Self::Payout => Action::Cashout,
        }
    }
}

impl From<Action> for Type {
    fn from(action: Action) -> Self {
        match action {
            Action::Deposit => Self::Transaction,
            Action::Cashout => Self::Payout,
        }
    }
}

/// What the check says, from mild to strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Go on.
    Approve,
    /// A deposit goes on; a cashout is held for a person.
    Review,
    /// Stop.
    Decline,
}

impl Decision {
    /// The name in rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Review => "review",
            Self::Decline => "decline",
        }
    }
}

/// What is asked.
#[derive(Debug, Clone)]
pub(super) struct Question<'a> {
    /// In or out.
    pub(super) kind: Type,
    /// Subunits.
    pub(super) amount: i64,
    /// The wallet.
    pub(super) currency: Currency,
    /// The method's brand.
    pub(super) payment_system: &'a str,
    /// The fingerprint of the device, when the caller names it: a hint, kept and not weighed.
    pub(super) fingerprint: Option<&'a str>,
    /// First six and last four digits of the card, when there is one.
    pub(super) card: Option<&'a str>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    /// The name of the stored check.
    pub(super) id: Uuid,
    /// What it says.
    pub(super) decision: Decision,
    /// The rule that decided, or `none`.
    pub(super) reason_code: String,
    /// Statements for the commit that writes the payment down. Each touches one row as long as the payments that came
    /// meanwhile leave the verdict as it is.
    pub(super) guards: Vec<Statement>,
}

/// The rules.
#[derive(Debug, Clone, Default)]
pub struct Rules(pub(super) Vec<Rule>);

/// What a rule tests, and what it decides where it applies.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) kind: Type,
    pub(super) when: When,
    pub(super) decision: Decision,
    pub(super) reason: String,
}

/// What a payment tells by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// Subunits.
    pub(super) amount: i64,
    pub(super) currency: Currency,
    /// Whether the caller's country is known and is not the player's.
    pub(super) is_from_abroad: bool,
}

impl Sight {
    fn of(payer: &Payer, question: &Question<'_>) -> Self {
        let reported = payer.caller_country.as_ref();
        Self {
            amount: question.amount,
            currency: question.currency,
            is_from_abroad: reported.is_some_and(|reported| *reported != payer.player.country),
        }
    }
}

/// The test of a rule. Windows are in seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    Velocity { count: i64, window_s: i64 },
    Amount(BTreeMap<Currency, i64>),
    Country,
    Device { count: i64, window_s: i64 },
}

impl Rule {
    /// Whether it applies, as far as the payment alone shows; `None` when what was done before decides.
    pub(super) fn applies_at_sight(&self, sight: Sight) -> Option<bool> {
        match &self.when {
            When::Amount(amounts) => {
                Some(amounts.get(&sight.currency).is_some_and(|least| sight.amount >= *least))
            }
            When::Country => Some(sight.is_from_abroad),
            When::Velocity { .. } | When::Device { .. } => None,
        }
    }
}

impl Rules {
    /// The rules about payments of this kind.
    pub(super) fn about(&self, kind: Type) -> impl Iterator<Item = &Rule> {
        self.0.iter().filter(move |rule| rule.kind == kind)
    }

    /// Statements that miss once the payments that came meanwhile make a rule stricter than `verdict` apply.
    fn guards(&self, verdict: &Verdict, payer: &Payer, kind: Type, now: i64) -> Vec<Statement> {
        let stricter = self.about(kind).filter(|rule| rule.decision > verdict.decision);
        let guard = |rule: &Rule| match rule.when {
            When::Velocity { count, window_s } => {
                let (action, since) = (rule.kind.action(), now - window_s * 1000);
                Some(fraud_store::guard(verdict.id, payer.player.id, action, since, count))
            }
            _ => None,
        };
        stricter.filter_map(guard).collect()
    }
}

/// Weighs `question` about `payer` and stores what was said. When the rules cannot be weighed, a person has to look: a deposit goes
/// on, a cashout is held.
pub(super) async fn check(app: &App, payer: &Payer, question: &Question<'_>) -> ApiResult<Verdict> {
    let now = app.clock.now();
    let rules = app.cashbox.rules.now();
    let verdict = match weigh(app, &rules, payer, question, now).await {
        Ok(verdict) => verdict,
        Err(error) => {
            tracing::error!(player = payer.player.id, ?error, "the fraud check has failed");
            store_unweighed(app, &rules, payer, question, now).await?
        }
    };
    if verdict.decision != Decision::Approve {
        tracing::warn!(check = %verdict.id, player = payer.player.id, decision = verdict.decision.name(),
            reason = verdict.reason_code, "the fraud check objects");
    }
    Ok(verdict)
}

/// What is said when the rules could not be weighed: the strictest rule that needs no look into the database decides, and a person
/// otherwise. It has a transaction of its own, as what has failed may have ended the other one.
async fn store_unweighed(
    app: &App,
    rules: &Rules,
    payer: &Payer,
    question: &Question<'_>,
    now: i64,
) -> ApiResult<Verdict> {
    let mut verdict = Verdict {
        id: app.entropy.uuid(&app.clock),
        decision: Decision::Review,
        reason_code: UNWEIGHED.to_owned(),
        guards: Vec::new(),
    };
    let sight = Sight::of(payer, question);
    for rule in rules.about(question.kind) {
        if rule.decision > verdict.decision && rule.applies_at_sight(sight) == Some(true) {
            verdict.decision = rule.decision;
            verdict.reason_code.clone_from(&rule.reason);
        }
    }
    verdict.guards = rules.guards(&verdict, payer, question.kind, now);
    let mut tx = app.db.begin().await?;
    let check = Check { verdict: &verdict, payer, question, player_status: status(&payer.groups), at: now };
    fraud_store::insert(&mut tx, &check).await?;
    tx.commit().await?;
    Ok(verdict)
}

async fn weigh(
    app: &App,
    rules: &Rules,
    payer: &Payer,
    question: &Question<'_>,
    now: i64,
) -> ApiResult<Verdict> {
    let mut verdict = Verdict {
        id: app.entropy.uuid(&app.clock),
        decision: Decision::Approve,
        reason_code: NO_REASON.to_owned(),
        guards: Vec::new(),
    };
    let mut tx = app.db.begin().await?;
    if let Some(device) = payer.device.as_deref() {
        fraud_store::lock_device(&mut tx, device, now).await?;
    }
    for rule in rules.about(question.kind) {
        if rule.decision > verdict.decision && applies(&mut tx, payer, question, rule, now).await? {
            verdict.decision = rule.decision;
            verdict.reason_code.clone_from(&rule.reason);
        }
    }
    verdict.guards = rules.guards(&verdict, payer, question.kind, now);
    let check = Check { verdict: &verdict, payer, question, player_status: status(&payer.groups), at: now };
    fraud_store::insert(&mut tx, &check).await?;
    tx.commit().await?;
    Ok(verdict)
}

async fn applies(
    tx: &mut Tx,
    payer: &Payer,
    question: &Question<'_>,
    rule: &Rule,
    now: i64,
) -> ApiResult<bool> {
    let player: PlayerId = payer.player.id;
    if let Some(applies) = rule.applies_at_sight(Sight::of(payer, question)) {
        return Ok(applies);
    }
    Ok(match &rule.when {
        When::Velocity { count, window_s } => {
            let since = now - window_s * 1000;
            // The one that is asked about is not among those made yet.
            fraud_store::payments_since(tx, player, rule.kind.action(), since).await? >= *count
        }
        When::Device { count, window_s } => match payer.device.as_deref() {
            Some(device) => {
                let since = now - window_s * 1000;
                fraud_store::others_on_device(tx, player, device, since).await? > *count
            }
            None => false,
        },
        When::Amount(_) | When::Country => false,
    })
}
