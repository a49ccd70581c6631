//! What staff does beside the running server: issues boxes, looks at them, and takes them back.

use anyhow::{Context, Result, ensure};
use croupier_db::{Db, Error, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde_json::{Value, json};

use super::definitions::{Definition, Definitions};
use super::model::{BoxEnd, Lootbox};
use super::store;
use super::view::LootboxView;
use crate::identity;
use crate::platform::secrets::Secrets;

/// The fact that staff has issued a box or taken it back; it names who and why.
const BY_STAFF: &str = "lootbox.by_staff";

/// The language in which staff reads boxes.
const LOCALE: &str = "en";

/// A box that staff issues.
#[derive(Debug, Clone, Copy)]
pub struct StaffBox<'a> {
    /// To whom.
    pub player: PlayerId,
    /// The wallet that its prize goes to.
    pub currency: Currency,
    /// The code of the box.
    pub code: &'a str,
    /// Names the decision: the same one issues once.
    pub reference: &'a str,
    /// Who issues it.
    pub by: &'a str,
    /// Why.
    pub why: &'a str,
}

/// What became of a box that staff wants to issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issued {
    /// The player has it, under this number.
    Done(i64),
    /// This decision has issued one before.
    Already,
    /// The player is stopped, and gets nothing.
    Stopped,
}

/// Issues a box with the commitment to its seed. The fact names who has done it and why.
pub async fn issue(
    db: &Db,
    definitions: &Definitions,
    secrets: &Secrets,
    wanted: &StaffBox<'_>,
    now: i64,
) -> Result<Issued> {
    let StaffBox { player, currency, code, reference, by, why } = *wanted;
    let definition = definitions.find(code).with_context(|| {
        format!("there is no box {code:?}; there are {}", definitions.codes().collect::<Vec<_>>().join(", "))
    })?;
    ensure!(definition.is_in(currency), "the prizes of {code} are not made in {currency}");
    ensure!(!by.is_empty() && !why.is_empty(), "who issues it and why has to be named");
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, player).await?;
    let log_body = json!({ "code": code, "by": by, "why": why });
    let order = StaffOrder { definition, player, currency, reference, log_body };
    let issued = issue_in(db, &mut tx, secrets, order, now).await?;
    if let Issued::Done(_) = issued {
        tx.commit().await?;
    }
    Ok(issued)
}

/// A box of a definition that staff issues.
#[derive(Debug)]
pub struct StaffOrder<'a> {
    /// Which box.
    pub definition: &'a Definition,
    /// To whom.
    pub player: PlayerId,
    /// The wallet that its prize goes to.
    pub currency: Currency,
    /// Names the decision: the same one issues once.
    pub reference: &'a str,
    /// What the fact says beside the number of the box: an object.
    pub log_body: Value,
}

/// Issues a box with the commitment to its seed within the caller's transaction, which holds the lock of the player's lane and
/// is committed when it is done.
pub async fn issue_in(
    db: &Db,
    tx: &mut Tx,
    secrets: &Secrets,
    order: StaffOrder<'_>,
    now: i64,
) -> croupier_db::Result<Issued> {
    let StaffOrder { definition, player, currency, reference, mut log_body } = order;
    if identity::stops_in(tx, player).await?.in_force(now, |_| true).is_some() {
        return Ok(Issued::Stopped);
    }
    let id = log::take_numbers(tx, super::COUNTER, 1).await?;
    let source = format!("staff:{reference}");
    let (issued, seed) = Lootbox::issued(secrets, definition, id, (player, currency), source, now)?;
    if !store::add(tx, &issued).await? {
        return Ok(Issued::Already);
    }
    tx.execute(seed.sql, seed.params).await?;
    log_body["lootbox"] = json!(id.to_string());
    let changed = issued.changed(LOCALE, now).map_err(|error| Error::Engine(error.to_string()))?;
    let facts = [changed, Fact { kind: BY_STAFF, body: log_body.to_string() }];
    log::append(db, tx, player, now, &facts).await?;
    Ok(Issued::Done(id))
}

/// The boxes of a player as they are at `now`, the newest first.
pub async fn boxes_of(db: &Db, player: PlayerId, now: i64) -> Result<Vec<LootboxView>> {
    Ok(store::boxes_of(db, player).await?.iter().map(|one| one.view(LOCALE, now)).collect())
}

/// Takes the box `id` back; `false` when it can no longer be opened. The fact names who does it and why.
pub async fn cancel(db: &Db, id: i64, by: &str, why: &str, now: i64) -> Result<bool> {
    ensure!(!by.is_empty() && !why.is_empty(), "who takes it back and why has to be named");
    let Some(issued) = store::any_box(db, id).await? else { return Ok(false) };
    let canceled = issued.ended(BoxEnd::Staff, None, now);
    let log_body = json!({ "cancels": id.to_string(), "by": by, "why": why }).to_string();
    let facts = [canceled.changed(LOCALE, now)?, Fact { kind: BY_STAFF, body: log_body }];
    let mut tx = db.begin().await?;
    log::append(db, &mut tx, issued.player, now, &facts).await?;
    if !issued.is_openable(now) || !store::end_in(&mut tx, &canceled, now).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}
