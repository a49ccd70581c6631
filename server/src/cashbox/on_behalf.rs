//! Staff pays a balance out on behalf of a player who may not sign in.
//!
//! Such a cashout is held for a decision whatever the fraud rules say, and takes two members: who makes it gives the first
//! approval with it. No player takes it back. The ledger refuses it for a player who may sign in, and while fraud is suspected.

use croupier_db::Statement;
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde_json::json;
use uuid::Uuid;

use super::closed_loop::{Seeker, Way};
use super::kind::Kind;
use super::methods::Method;
use super::model::Payment;
use super::on_behalf_store as store;
use super::payer::Payer;
use super::payments::{self, PaymentRequest};
use super::reviews_store::Approval;
use super::splits::SplitWay;
use super::state::Action;
use crate::app::App;
use crate::platform::error::ApiResult;
use crate::staff::{self, Actor, Permission};

/// Who makes a cashout on behalf of its player.
#[derive(Debug, Clone)]
pub(super) struct OnBehalf {
    approval: Approval,
    by: Actor,
}

impl OnBehalf {
    /// What the commit that writes `payment` down notes of who has made it. It holds the commit to the member working here and
    /// deciding about cashouts.
    pub(super) fn statements(&self, payment: &Payment) -> Vec<Statement> {
        let mut statements = store::made_by(payment.id, &self.approval).to_vec();
        statements.push(staff::holds(self.approval.member, Permission::PayoutsDecide));
        statements
    }

    /// The fact that staff has made `payment`.
    pub(super) fn fact(&self, payment: &Payment) -> Fact {
        let body = json!({
            "payment_id": payment.id, "amount_cents": payment.amount, "currency": payment.currency.code(),
            "method": payment.method_id, "reason": self.approval.reason,
        });
        Fact { kind: "payment.made_on_behalf", body: self.by.signing(body).to_string() }
    }
}

/// What a member of staff pays out for a player.
#[derive(Debug, Clone)]
pub struct PayoutOrder {
    /// The wallet.
    pub currency: Currency,
    /// Subunits.
    pub amount: i64,
    /// The way to pay, by its id.
    pub method: String,
    /// The kept card or account that it goes to.
    pub profile: Option<Uuid>,
    /// Where a coin goes.
    pub address: Option<String>,
    /// Where a transfer goes.
    pub iban: Option<String>,
    /// The e-mail address of the account that the payout of a voucher goes to.
    pub account: Option<String>,
    /// The member who makes it.
    pub member: Uuid,
    /// The member, as the log names them.
    pub by: Actor,
    /// Why.
    pub reason: String,
    /// What names the call: the same one makes one cashout.
    pub number: Uuid,
}

/// Makes a cashout on behalf of `player`, which ends the bonuses whose terms say so. Answers its number.
pub async fn pay_out(app: &App, player: PlayerId, order: PayoutOrder) -> ApiResult<Uuid> {
    let now = app.clock.now();
    let approval = Approval {
        id: app.entropy.uuid(&app.clock),
        member: order.member,
        name: order.by.name.trim().to_owned(),
        reason: order.reason,
        at: now,
    };
    let key = format!("office:{}", order.number);
    let payment_request = PaymentRequest {
        action: Action::Cashout,
        method_id: order.method,
        currency: order.currency,
        amount: order.amount,
        profile_id: order.profile,
        address: order.address,
        iban: order.iban,
        account: order.account,
        fee: None,
        cancel_bonus: true,
    };
    if let Some(payment) = payments::earlier(app, player, &key, &payment_request).await? {
        return Ok(payment.id);
    }
    let mut payer = payer_of(app, player).await?;
    payer.on_behalf = Some(OnBehalf { approval, by: order.by });
    Ok(Box::pin(payments::start(app, &payer, &key, &payment_request)).await?.id)
}

/// The player, in no browser: staff calls.
async fn payer_of(app: &App, id: PlayerId) -> ApiResult<Payer> {
    Payer::by_records(app, id, None, app.config.public_url.clone()).await
}

/// What has to be named of where the money goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// One of the kept cards and accounts.
    Profile,
    /// An address of a coin.
    Address,
    /// The IBAN of a transfer.
    Iban,
    /// The e-mail address of an account.
    Account,
}

/// A way by which the balance of a wallet can be paid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutWay {
    /// The way to pay, by its id.
    pub method: String,
    /// What players read.
    pub title: String,
    /// What has to be named beside it.
    pub destination: Destination,
    /// The least amount, in subunits.
    pub min: i64,
    /// The most, in subunits; `None` when there is none.
    pub max: Option<i64>,
    /// What has to go back by it before money goes elsewhere, in subunits.
    pub room: i64,
    /// The kept cards and accounts that it pays to.
    pub profiles: Vec<SplitWay>,
}

/// The ways by which the wallet of `id` in `currency` can be paid out.
pub async fn payout_ways(app: &App, id: PlayerId, currency: Currency) -> ApiResult<Vec<PayoutWay>> {
    let payer = payer_of(app, id).await?;
    let seeker = Seeker::of(&payer, currency);
    let ways = seeker.ways(app, &[]).await?;
    let methods = app.cashbox.methods.now();
    let found = methods.iter().filter_map(|method| {
        let range = seeker.range(app, method)?;
        let ways: Vec<_> = ways.iter().filter(|way| way.method_id == method.id).collect();
        let profiles: Vec<_> = ways.iter().filter_map(|way| profile_of(way)).collect();
        let destination = destination_of(method);
        // A card or an account that nobody has paid with takes nothing.
        (destination != Destination::Profile || !profiles.is_empty()).then(|| PayoutWay {
            method: method.id.clone(),
            title: method.title.clone(),
            destination,
            min: range.min_cents,
            max: range.max_cents,
            room: ways.iter().map(|way| way.room).sum(),
            profiles,
        })
    });
    Ok(found.collect())
}

fn profile_of(way: &Way) -> Option<SplitWay> {
    let card = way.card.as_ref()?;
    let (brand, masked) = (card.brand.clone(), card.masked.clone());
    Some(SplitWay { profile: card.id, brand, masked, room: way.room })
}

const fn destination_of(method: &Method) -> Destination {
    match method.kind {
        Kind::Card | Kind::Wallet => Destination::Profile,
        Kind::Crypto => Destination::Address,
        Kind::Bank => Destination::Iban,
        Kind::Voucher => Destination::Account,
    }
}
