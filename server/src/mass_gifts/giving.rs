//! Members of a mass gift are given their gifts in batches, each under the lock of a lane.

use croupier_db::{Error, Result, Tx, log};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::members_store::{self, Due, MemberFilter, MemberResult};
use super::model::{MassGift, Outcome, Thing};
use super::store::{self, Counts};
use crate::app::App;
use crate::bonus::{self, Receiver};
use crate::lootbox;

/// What became of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Batch {
    /// So many members were taken.
    MemberResult(usize),
    /// It is not running any more.
    Over,
}

/// Takes at most `limit` members of a lane. When their commit fails for good, each is taken by itself, and whoever it fails for
/// is kept with the reason.
pub(super) async fn take_some(app: &App, order: &MassGift, lane: u8, limit: i64) -> Result<Batch> {
    let (lane, lanes) = (i64::from(lane), i64::from(app.db.lanes()));
    let waiting = members_store::waiting(&app.db, order.id, (lane, lanes), limit).await?;
    let Some(first) = waiting.first().copied() else { return Ok(Batch::MemberResult(0)) };
    let member_filter = MemberFilter::Some { lane, lanes, limit };
    match take(app, order, first, member_filter, waiting.len()).await {
        Err(error) if !error.may_pass() => {
            tracing::warn!(mass_gift = order.id, %error, "a batch of a mass gift fails; its members are taken one by one");
        }
        done => return done,
    }
    for player in &waiting {
        match take(app, order, *player, MemberFilter::One(*player), 1).await {
            Ok(Batch::MemberResult(_)) => {}
            Ok(Batch::Over) => return Ok(Batch::Over),
            Err(error) if error.may_pass() => return Err(error),
            Err(error) => {
                if keep_failure(app, order, *player, &error).await? == Batch::Over {
                    return Ok(Batch::Over);
                }
            }
        }
    }
    Ok(Batch::MemberResult(waiting.len()))
}

/// Takes the members whose turn it is, who share the lane of `player`, in one commit.
async fn take(
    app: &App,
    order: &MassGift,
    player: PlayerId,
    member_filter: MemberFilter,
    most: usize,
) -> Result<Batch> {
    let numbers = i64::try_from(most).unwrap_or(1);
    // Numbers are taken in a commit of their own, so that nobody else waits for them as long as for the batch.
    let first = match &order.thing {
        Thing::Offer(_) => bonus::numbers_for_many(&app.db, numbers).await?,
        Thing::Lootbox(_) => lootbox::numbers_for_many(&app.db, numbers).await?,
    };
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // Reasons to stop a player change under this lock, and members are taken under it.
    log::lock_lane(&app.db, &mut tx, player).await?;
    let mut due = members_store::due(&mut tx, order.id, member_filter, now).await?;
    // Those alone for whom there are numbers; the others have their turn with the next batch.
    due.truncate(most);
    let judged: Vec<(PlayerId, Judged)> = due.into_iter().map(|due| judge(&order.thing, due)).collect();
    let mut taken: Vec<MemberResult<'_>> = Vec::with_capacity(judged.len());
    let mut receivers = Vec::new();
    let mut counts = Counts::default();
    for (player, judged) in judged {
        match judged {
            Judged::Gets(receiver) => {
                counts.given += 1;
                taken.push((player, Outcome::Given, None));
                receivers.push(receiver);
            }
            Judged::Skipped(outcome) => {
                counts.skipped += 1;
                taken.push((player, outcome, None));
            }
        }
    }
    let many = taken.len();
    give(app, &mut tx, order, &receivers, first, now).await?;
    members_store::take(&mut tx, order.id, &taken, now).await?;
    let is_running = store::count_and_commit(tx, order.id, counts).await?;
    Ok(if is_running { Batch::MemberResult(many) } else { Batch::Over })
}

/// What a member's turn comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Judged {
    Gets(Receiver),
    Skipped(Outcome),
}

fn judge(thing: &Thing, due: Due) -> (PlayerId, Judged) {
    let Due { player, currency, locale, is_stopped, wants_bonuses, has_wallet } = due;
    let currency = currency.parse::<Currency>().ok().filter(|currency| thing.is_in(*currency));
    let judged = match (locale, currency) {
        (None, _) => Judged::Skipped(Outcome::Gone),
        _ if is_stopped => Judged::Skipped(Outcome::Stopped),
        _ if !wants_bonuses && thing.is_bonus() => Judged::Skipped(Outcome::BonusesOff),
        (_, None) => Judged::Skipped(Outcome::NotMade),
        _ if !has_wallet => Judged::Skipped(Outcome::NoWallet),
        (Some(locale), Some(currency)) => Judged::Gets(Receiver { player, currency, locale }),
    };
    (player, judged)
}

async fn give(
    app: &App,
    tx: &mut Tx,
    order: &MassGift,
    receivers: &[Receiver],
    first: i64,
    now: i64,
) -> Result<()> {
    let source = order.source();
    let facts = match &order.thing {
        Thing::Offer(offer) => {
            let many = bonus::ForMany { offer, source: &source, receivers, first };
            bonus::issue_to_many(tx, &app.bonuses.offers(), &many, now).await?
        }
        Thing::Lootbox(definition) => {
            let many = lootbox::ForMany { definition, source: &source, receivers, first };
            lootbox::issue_to_many(tx, &app.secrets, &many, now).await?
        }
    };
    log::append_each(&app.db, tx, now, facts).await
}

/// Keeps that a member could not be given the gift, and why.
async fn keep_failure(app: &App, order: &MassGift, player: PlayerId, error: &Error) -> Result<Batch> {
    tracing::error!(mass_gift = order.id, player, %error, "a member of a mass gift gets nothing");
    let (said, now) = (error.to_string(), app.clock.now());
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let due = members_store::due(&mut tx, order.id, MemberFilter::One(player), now).await?;
    if due.is_empty() {
        return Ok(Batch::MemberResult(0));
    }
    members_store::take(&mut tx, order.id, &[(player, Outcome::Failed, Some(said.as_str()))], now).await?;
    let is_running = store::count_and_commit(tx, order.id, Counts { failed: 1, ..Counts::default() }).await?;
    Ok(if is_running { Batch::MemberResult(1) } else { Batch::Over })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFER: &str = r#"
        code = "PLAIN"
        trigger = "staff"
        kind = "Cash"
        group_key = "plain"
        title = { en = "Plain" }
        activatable_hours = 24
        amounts.EUR = { amount = 1000 }
    "#;

    #[test]
    fn a_member_gets_it_or_is_passed_over_with_the_reason() {
        let thing = Thing::Offer(Box::new(toml::from_str(OFFER).unwrap()));
        let due = |currency: &str, locale: Option<&str>, is_stopped, has_wallet| Due {
            player: 7,
            currency: currency.to_owned(),
            locale: locale.map(str::to_owned),
            is_stopped,
            wants_bonuses: true,
            has_wallet,
        };
        let wants_none = |due: Due| Due { wants_bonuses: false, ..due };
        let gets = Receiver { player: 7, currency: Currency::EUR, locale: "de".to_owned() };
        for (due, expected) in [
            (due("EUR", Some("de"), false, true), Judged::Gets(gets)),
            (due("EUR", None, false, false), Judged::Skipped(Outcome::Gone)),
            (due("EUR", Some("de"), true, true), Judged::Skipped(Outcome::Stopped)),
            (wants_none(due("EUR", Some("de"), false, true)), Judged::Skipped(Outcome::BonusesOff)),
            (wants_none(due("EUR", Some("de"), true, true)), Judged::Skipped(Outcome::Stopped)),
            (due("CAD", Some("de"), false, true), Judged::Skipped(Outcome::NotMade)),
            (due("CAD", Some("de"), true, true), Judged::Skipped(Outcome::Stopped)),
            (due("EUR", Some("de"), false, false), Judged::Skipped(Outcome::NoWallet)),
        ] {
            assert_eq!(judge(&thing, due.clone()), (7, expected), "{due:?}");
        }
        // What is no bonus is given to who wants none.
        let group = OFFER.replace("Cash", "Group").replace("amounts.EUR = { amount = 1000 }", "group = 259");
        let thing = Thing::Offer(Box::new(toml::from_str(&group).unwrap()));
        let judged = judge(&thing, wants_none(due("EUR", Some("de"), false, true)));
        assert!(matches!(judged, (7, Judged::Gets(_))), "{judged:?}");
    }
}
