//! What members of staff have done: a list that a reader keeps of the facts that a member has signed.

use croupier_db::log::LogRow;
use croupier_db::{Db, Result, Tx};
use croupier_ledger::PlayerId;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::store;
use crate::platform::readers::{After, Reader};
use crate::staff::{NO_PLAYER, Signed};

/// The reader's name, under which it keeps its place.
const NAME: &str = "staff_actions";

/// What a member of staff has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Action {
    /// The row of the log.
    pub(super) lsn: i64,
    /// UTC milliseconds.
    pub(super) at: i64,
    /// The kind of the fact.
    pub(super) kind: String,
    pub(super) member: Uuid,
    pub(super) email: String,
    pub(super) name: String,
    /// Where the member was.
    pub(super) address: String,
    pub(super) player: Option<PlayerId>,
    /// About which payment, document, conversation, note, adjustment, gift, box, groups, points, way to pay, other member
    /// or document of the content.
    pub(super) subject: Option<String>,
    pub(super) reason: Option<String>,
}

/// Which actions are listed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ActionFilter {
    pub(super) member: Option<Uuid>,
    pub(super) player: Option<PlayerId>,
    /// Those before this time and row.
    pub(super) before: Option<(i64, i64)>,
}

/// At most `limit` actions of `member` about `player`, newest first, after the one of the row `after`.
pub(super) async fn actions(
    db: &Db,
    member: Option<Uuid>,
    player: Option<PlayerId>,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<Action>> {
    let before = match after {
        Some(lsn) => Some((store::time_of(db, lsn).await?.unwrap_or(i64::MIN), lsn)),
        None => None,
    };
    store::actions(db, &ActionFilter { member, player, before }, limit).await
}

/// The reader that keeps the list.
pub fn reader() -> Reader {
    Reader::new(NAME, |tx, rows| {
        Box::pin(async move {
            for row in rows {
                keep(tx, row).await?;
            }
            Ok(After::nothing())
        })
    })
}

/// What the facts have in common that a member has signed.
#[derive(Deserialize)]
struct FactBody {
    by: String,
    staff: Signed,
    reason: Option<String>,
    why: Option<String>,
    payment_id: Option<Uuid>,
    document: Option<Uuid>,
    conversation: Option<Uuid>,
    note: Option<Uuid>,
    adjustment: Option<Uuid>,
    /// The number of a gift that was ended.
    ends: Option<String>,
    /// The code of the offer of a gift that was given.
    offer: Option<String>,
    /// A difference between the books and a partner's file that was explained.
    difference: Option<Uuid>,
    /// A way to pay or a partner that was switched off or on.
    switch: Option<String>,
    member: Option<Uuid>,
    /// What else it is about: a report, a game, a brand, a box, a coupon, groups, points.
    subject: Option<String>,
    /// The path of a document of the content.
    content: Option<String>,
}

async fn keep(tx: &mut Tx, row: &LogRow) -> Result<()> {
    let LogRow::Event { lsn, kind, player, body, at } = row else { return Ok(()) };
    // Most facts are about play and payments; none of those is read twice.
    if !body.contains("\"staff\":{") {
        return Ok(());
    }
    let Some(fact) = fact_body(body) else { return Ok(()) };
    let subject = fact
        .payment_id
        .or(fact.document)
        .or(fact.conversation)
        .or(fact.note)
        .or(fact.adjustment)
        .or(fact.difference)
        .or(fact.member)
        .map(|id| id.to_string())
        .or(fact.ends)
        .or(fact.offer)
        .or(fact.subject)
        .or(fact.content)
        .or(fact.switch);
    let action = Action {
        lsn: lsn.0,
        at: *at,
        kind: kind.clone(),
        member: fact.staff.id,
        email: fact.staff.email,
        name: fact.by,
        address: fact.staff.address,
        player: Some(*player).filter(|player| *player != NO_PLAYER),
        subject,
        reason: reason(fact.reason, fact.why),
    };
    store::add_action(tx, &action).await
}

/// What a fact says; `None` where no member has signed it.
fn fact_body(body: &str) -> Option<FactBody> {
    let body: Value = serde_json::from_str(body).ok()?;
    serde_json::from_value(body).ok()
}

/// The words of the member: a stop has a reason by name and words of its own.
fn reason(reason: Option<String>, why: Option<String>) -> Option<String> {
    match (reason, why.filter(|why| !why.is_empty())) {
        (Some(reason), Some(why)) => Some(format!("{reason}: {why}")),
        (reason, why) => reason.or(why),
    }
}
