//! Notices made of the log: of money that has arrived, and of money that has been paid out; and who gets no more of them.

use std::sync::Arc;

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::notice::{Kind, Notice};
use super::{NEWS_FOR_MS, store};
use crate::app::App;
use crate::platform::readers::{After, Reader};

/// The reader's name, under which it keeps its place.
const NAME: &str = "push_notices";

/// The reader that writes notices down, and forgets the devices of sessions that have ended.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(NAME, move |tx, rows| {
        let now = app.clock.now();
        Box::pin(async move {
            read(tx, rows, now).await?;
            Ok(After::nothing())
        })
    })
}

/// The fact that a payment has changed, as far as it matters here.
#[derive(Deserialize)]
struct PaymentChanged {
    id: String,
    action: String,
    state: String,
    amount_cents: i64,
    /// Absent from facts of before there were fees.
    #[serde(default)]
    fee_cents: i64,
    currency: String,
}

/// The fact that a session has ended, and which took its place.
#[derive(Deserialize)]
struct SessionEnded {
    session: String,
    next: Option<String>,
}

/// Writes a notice down for every device of the players for whom `rows` hold good news, and forgets the devices of
/// login sessions that have ended.
async fn read(tx: &mut Tx, rows: &[LogRow], now: i64) -> Result<()> {
    for row in rows {
        let LogRow::Event { kind, player, body, at, .. } = row else { continue };
        match kind.as_str() {
            // A server that stood still, or had push switched off, has old news to read.
            "payment.changed" if now - at <= NEWS_FOR_MS => {
                if let Some(notice) = notice_of(body, *at) {
                    store::write_down(tx, *player, &notice).await?;
                }
            }
            "session.ended" => {
                if let Some(ended) = fact::<SessionEnded>(kind, body) {
                    store::end_session(tx, &ended.session, ended.next.as_deref()).await?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The notice of the fact `kind`; `None`, and a word to the operator, when it cannot be read.
fn fact<Reported: DeserializeOwned>(kind: &str, body: &str) -> Option<Reported> {
    serde_json::from_str(body)
        .inspect_err(|error| tracing::error!(%error, kind, "a fact cannot be read"))
        .ok()
}

fn notice_of(body: &str, at: i64) -> Option<Notice> {
    let payment: PaymentChanged = fact("payment.changed", body)?;
    let kind = match (payment.action.as_str(), payment.state.as_str()) {
        ("deposit", "succeeded") => Kind::DepositArrived,
        ("cashout", "succeeded") => Kind::CashoutPaid,
        _ => return None,
    };
    let currency = payment.currency.parse().ok()?;
    Some(Notice {
        kind,
        payment_id: payment.id,
        amount: payment.amount_cents - payment.fee_cents,
        currency,
        at,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_good_ends_of_payments_are_news() {
        let body_of = |action: &str, state: &str| {
            let body = json!({
                "id": "p1", "action": action, "state": state, "amount_cents": 5000, "currency": "EUR", "player": 7,
            });
            notice_of(&body.to_string(), 9).map(|notice| notice.kind)
        };
        assert_eq!(body_of("deposit", "succeeded"), Some(Kind::DepositArrived));
        assert_eq!(body_of("cashout", "succeeded"), Some(Kind::CashoutPaid));
        for (action, state) in [("deposit", "pending"), ("deposit", "declined"), ("cashout", "reserved")] {
            assert_eq!(body_of(action, state), None, "{action} {state}");
        }
        assert_eq!(notice_of("{", 9), None);
    }
}
