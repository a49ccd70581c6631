//! The worker that carries out what readers of the log owe.
//!
//! Each payment is a command whose key is made of the reader, the row and its number, and whose commit marks it as
//! paid: it moves money once, however many servers work at it and however often they die. A payment that is refused
//! (the wallet is full, another bonus is active) is tried again after a pause, and holds up no other.

use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::{AccountId, Action, Key};
use croupier_money::Currency;
use futures_util::future::join_all;

use super::store::{self, Owed};
use super::{Order, Wallet, WalletError};
use crate::app::App;
use crate::platform::readers::{Payment, SubAccountCode};

/// How often it is looked for what is due.
const EVERY: Duration = Duration::from_millis(250);

/// Payments carried out in one go.
const AT_ONCE: u16 = 500;

/// Carries out what is due until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("due payments", EVERY, |app| async move {
        // As many as fit mean that more may be due.
        while carry_out(&app.wallet, app.clock.now()).await? == usize::from(AT_ONCE) {}
        Ok::<_, WalletError>(())
    })
    .await;
}

/// Carries out what is due at `now` (UTC milliseconds), some hundred payments at most. Answers how many were paid.
pub async fn carry_out(wallet: &Wallet, now: i64) -> Result<usize, WalletError> {
    let due = store::owed(&wallet.db, now, i64::from(AT_ONCE)).await?;
    let tried = join_all(due.iter().map(|owed| one(wallet, owed, now))).await;
    let (mut paid, mut failed) = (0, None);
    for outcome in tried {
        match outcome {
            Ok(is_paid) => paid += usize::from(is_paid),
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(paid), Err)
}

/// Carries out one payment; `false` when it was refused, and put off.
async fn one(wallet: &Wallet, owed: &Owed, now: i64) -> Result<bool, WalletError> {
    let refusal = match order(wallet, owed, now).await {
        Ok(order) => match wallet.submit(order).await {
            Ok(_) => return Ok(true),
            Err(WalletError::Store(error)) => {
                // Whether it was paid is open. It is tried again, with the same key, after the others.
                store::refused(&wallet.db, owed, &error.to_string(), now).await?;
                return Err(error.into());
            }
            Err(error) => error.to_string(),
        },
        Err(Unreadable::Store(error)) => return Err(error),
        Err(Unreadable::Payment(why)) => why,
    };
    tracing::warn!(reader = owed.reader, lsn = owed.lsn, refusal, "a due payment was refused");
    store::refused(&wallet.db, owed, &refusal, now).await?;
    Ok(false)
}

/// Why a payment could not be made into an order.
enum Unreadable {
    Store(WalletError),
    Payment(String),
}

async fn order(wallet: &Wallet, owed: &Owed, now: i64) -> Result<Order, Unreadable> {
    let payment: Payment =
        serde_json::from_str(&owed.payment).map_err(|error| Unreadable::Payment(error.to_string()))?;
    let currency: Currency =
        owed.currency.parse().map_err(|_| Unreadable::Payment(format!("currency {}", owed.currency)))?;
    let id = wallet.wallet_id(owed.player, currency).await.map_err(|error| match error {
        WalletError::NoWallet(_) => Unreadable::Payment(error.to_string()),
        error => Unreadable::Store(error),
    })?;
    let own = |SubAccountCode(sub_account)| AccountId::of(id, sub_account);
    let system = async |name: &str| wallet.system_account(name, currency).await.map_err(Unreadable::Store);
    let action = match payment {
        Payment::Give { from, to, amount } => {
            Action::Move { from: system(&from).await?, to: own(to), amount }
        }
        Payment::Take { from, to, amount } => {
            Action::Move { from: own(from), to: system(&to).await?, amount }
        }
        Payment::Shift { from, to, amount } => Action::Move { from: own(from), to: own(to), amount },
        Payment::GrantBonus { bonus, from, amount } => {
            Action::BonusGrant { bonus, from: system(&from).await?, amount }
        }
        Payment::ConvertBonus { bonus, most } => Action::BonusConvert { bonus, most },
        Payment::ForfeitBonus { bonus } => Action::BonusForfeit { bonus },
    };
    let key = Key::new(&format!("due:{}", owed.reader), &format!("{}:{}", owed.lsn, owed.no));
    Ok(Order {
        key,
        fingerprint: Key::hash(&[owed.payment.as_bytes()]),
        player: owed.player,
        currency,
        at: now,
        action,
        facts: Vec::new(),
        attached: vec![store::paid(owed, now)],
    })
}
