//! What browsers are shown of limits.

use serde::Deserialize;
use serde_json::json;

use crate::realtime::{Channel, FrameList, Published};

/// A limit that a bet or a deposit has used up.
#[derive(Deserialize)]
struct ReachedLimit {
    #[serde(rename = "type")]
    kind: String,
    period: String,
}

/// What is published of the facts of this context, and of those of the wallet about limits.
pub const FRAMES: FrameList = &[
    ("limit.reached", |body| {
        let limit: ReachedLimit = serde_json::from_str(body)?;
        let data = json!({ "type": limit.kind, "period": limit.period, "reached": true });
        Ok(vec![Published::Frame(Channel::GameLimits, data)])
    }),
    ("limits.changed", |_| Ok(Published::changed(Channel::GameLimits))),
];
