//! Prizes of lotteries: each is paid once, in the commit that marks it as paid.

use croupier_ledger::{Action, Fact, Key, Refusal, StopReason, SubAccount};
use croupier_money::Currency;
use serde_json::json;

use super::definition::Prize;
use super::model::{Award, Lottery};
use super::{PRIZES_ACCOUNT, store};
use crate::app::App;
use crate::bonus::{self, Winner, Won};
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::wallet::{self, Order, WalletError};

/// The fact that a player has won a prize.
const WON: &str = "lottery.won";

/// Prizes paid in one go.
const AT_ONCE: i64 = 200;

/// What gifts of lotteries are shown and hidden with.
const GROUP_KEY: &str = "lottery";

/// The reasons for a stop that hold a prize of money: staff has to look first. A gift waits for the end of any stop.
pub(super) const HOLDING: [StopReason; 2] = [StopReason::Operator, StopReason::Fraud];

/// What became of a prize that was to be paid.
enum Payment {
    /// It is paid, or another server was quicker.
    Done,
    /// It cannot be paid now, because of this.
    Waits(&'static str),
}

/// Pays prizes at the app's clock. One that cannot be paid is told to the operator, waits, and holds up no other.
pub async fn pay_due(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    for (lottery, place, read) in store::unpaid(&app.db, now, AT_ONCE).await? {
        let paid = match read {
            Ok((lottery, award)) => pay(app, &lottery, &award, now).await,
            Err(error) => Err(error.into()),
        };
        let why = match paid {
            Ok(Payment::Done) => continue,
            Ok(Payment::Waits(why)) => why.to_owned(),
            Err(error) => format!("{error:?}"),
        };
        tracing::warn!(lottery, place, why, "a prize waits");
        store::put_off(&app.db, (lottery, place), now).await?;
    }
    Ok(())
}

async fn pay(app: &App, lottery: &Lottery, award: &Award, now: i64) -> ApiResult<Payment> {
    let currency = award.currency.parse();
    let currency: Currency = currency.map_err(|_| ApiError::internal(&"a prize in no currency"))?;
    match &award.prize {
        Prize::Money(amount) => {
            let rates = app.site_config.rates.now();
            let Some(amount) = wallet::converted(&rates, *amount, lottery.terms.currency, currency) else {
                return Ok(Payment::Waits("no rate leads to the winner's currency"));
            };
            if amount > 0 {
                pay_money(app, lottery, award, (currency, amount), now).await
            } else {
                store::settle_with_nothing(&app.db, award, now).await?;
                Ok(Payment::Done)
            }
        }
        Prize::Gift(offer) => give(app, lottery, award, offer, currency, now).await,
    }
}

fn won(lottery: &Lottery, award: &Award, amount: i64) -> Fact {
    let Award { place, ticket, currency, .. } = award;
    let body = json!({ "lottery": lottery.slug, "place": place, "ticket": ticket, "currency": currency,
        "amount_cents": amount });
    Fact { kind: WON, body: body.to_string() }
}

async fn pay_money(
    app: &App,
    lottery: &Lottery,
    award: &Award,
    (currency, amount): (Currency, i64),
    now: i64,
) -> ApiResult<Payment> {
    // A command that its guard refuses undoes the batch it is in, so who is known to be held does not get there.
    let stops = identity::stops_of(&app.db, award.player).await?;
    if stops.in_force(now, |reason| HOLDING.contains(&reason)).is_some() {
        return Ok(Payment::Waits("the winner is stopped"));
    }
    let id = format!("{}:{}", lottery.id, award.place);
    let action = Action::Move {
        from: app.wallet.system_account(PRIZES_ACCOUNT, currency).await?,
        to: app.wallet.account(award.player, currency, SubAccount::Cash).await?,
        amount,
    };
    let order = Order {
        key: Key::new("lottery prize", &id),
        fingerprint: Key::new("lottery prize", &format!("{id}:{}", award.player)),
        player: award.player,
        currency,
        at: now,
        action,
        facts: vec![won(lottery, award, amount)],
        attached: vec![store::settle(award, amount, now)],
    };
    match app.wallet.submit(order).await {
        Ok(_) => Ok(Payment::Done),
        Err(WalletError::Refused(Refusal::PreconditionFailed)) => {
            Ok(Payment::Waits("the winner has just been stopped"))
        }
        Err(error) => Err(error.into()),
    }
}

async fn give(
    app: &App,
    lottery: &Lottery,
    award: &Award,
    offer: &bonus::Prize,
    currency: Currency,
    now: i64,
) -> ApiResult<Payment> {
    let winner = Winner {
        player: award.player,
        currency,
        group_key: Some(GROUP_KEY),
        source: format!("lottery:{}:{}", lottery.id, award.place),
        uses: vec![store::given(award, now)],
        facts: vec![won(lottery, award, 0)],
    };
    Ok(match offer.give(app, winner).await? {
        Won::Done | Won::UsedUp => Payment::Done,
        Won::Already => Payment::Waits("its gift was written down before"),
        Won::Stopped(_) => Payment::Waits("the winner is stopped"),
    })
}
