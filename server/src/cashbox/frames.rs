//! What browsers are shown of payments and of ways to pay.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::realtime::{Channel, FactFrames, FrameList, Published};

/// A payment as its player sees it in the history; whose it is, the channel says.
#[derive(Debug, Serialize, Deserialize)]
struct PaymentFact {
    #[serde(skip_serializing, default, rename = "player")]
    _player: IgnoredAny,
    id: String,
    state: String,
    #[serde(flatten)]
    shown: Map<String, Value>,
}

/// Which ones have come or gone, or cost something else, is read anew by the page.
const WAYS_TO_PAY_CHANGED: FactFrames =
    |_| Ok(vec![Published::ToEverybody(Channel::PaymentMethodsUpdated, json!({}))]);

/// What is published of the facts of this context.
pub const FRAMES: FrameList = &[
    ("payment.changed", payment_changed),
    ("coin.changed", coin_changed),
    ("payment_methods.switched", WAYS_TO_PAY_CHANGED),
    ("payment_fees.set", WAYS_TO_PAY_CHANGED),
];

fn payment_changed(body: &str) -> serde_json::Result<Vec<Published>> {
    let payment: PaymentFact = serde_json::from_str(body)?;
    let step = json!({ "payment_id": payment.id, "event": payment.state });
    Ok(vec![
        Published::Frame(Channel::PaymentsEvents, step),
        Published::Frame(Channel::PaymentsChanges, serde_json::to_value(payment)?),
    ])
}

fn coin_changed(body: &str) -> serde_json::Result<Vec<Published>> {
    let coin: PaymentFact = serde_json::from_str(body)?;
    let step = json!({ "payment_id": coin.id, "event": format!("coin_{}", coin.state) });
    Ok(vec![Published::Frame(Channel::PaymentsEvents, step)])
}
