//! What players ask for, as calls.

use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::fixture::BONUS;
use super::journal::{Answer, Command};
use crate::visitor::{Failure, Visitor};
use crate::waiting::until;

/// Subunits of a bet.
const STAKE: i64 = 20;

/// Payments have to come to their end within this. A look in vain doubles the pause until the next: after the webhook and
/// three looks were lost, the fourth comes 15 + 30 + 60 + 120 seconds after the payment.
pub const PAID_MAX: Duration = Duration::from_mins(4);

/// A grey picture of one pixel.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
\0\0\0\x0aIDAT\x78\xda\x63\xa8\x07\0\0\x81\0\x80\x7e\x1c\x29\xc7\0\0\0\0IEND\xae\x42\x60\x82";

/// Asks the server for `command`; a payment goes by `card`.
pub async fn perform(visitor: &Visitor, command: &Command, card: &str) -> Result<Answer, Failure> {
    match command {
        Command::Spin { key } => visitor.spin(key, STAKE).await.map(Answer::Spun),
        Command::Step { key, round, step } => visitor.step(round, *step, key).await.map(Answer::Spun),
        Command::Deposit { key, amount } => {
            visitor.choose_bonus(BONUS).await?;
            pay(visitor, "deposit", *amount, card, key).await
        }
        Command::Payout { key, amount } => pay(visitor, "cashout", *amount, card, key).await,
        Command::Upload { key } => visitor.upload(key, PICTURE).await.map(Answer::Document),
        Command::Exclude => match visitor.cool_off().await {
            // The session has ended with the exclusion, whose answer was lost; the store tells whether it is there.
            Ok(()) | Err(Failure::Refused(401, _)) => Ok(Answer::Excluded),
            Err(failure) => Err(failure),
        },
    }
}

async fn pay(visitor: &Visitor, action: &str, amount: i64, card: &str, key: &str) -> Result<Answer, Failure> {
    let payment = visitor.pay(action, amount, Some(card), key).await?;
    let id = payment["id"].as_str().unwrap_or_default().to_owned();
    Ok(Answer::Payment { id, amount: if action == "deposit" { amount } else { -amount } })
}

/// Waits until a payment has come to its end; `true` when that is that money has moved.
pub async fn paid(visitor: &Visitor, id: &str) -> Result<bool> {
    until(&format!("the end of payment {id}"), PAID_MAX, async || {
        let payment = visitor.payment(id).await?;
        match payment["state"].as_str().context("no state")? {
            "succeeded" => Ok(Some(true)),
            "pending" | "reserved" | "processing" => Ok(None),
            state => bail!("payment {id} is {state}"),
        }
    })
    .await
}
