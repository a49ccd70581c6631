//! How many players sign up, pay in for the first time, and bet.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::log::LogRow;
use croupier_db::{Result, Tx};
use croupier_ledger::{PlayedKind, PlayerId, TransferKind};

use super::query::Place;
use super::readers::day_of;
use super::store;
use crate::platform::calendar::Date;

/// What is known of a player. Days are counted from 1 January 1970.
#[derive(Debug, Clone)]
pub(super) struct StoredPlayer {
    pub(super) place: Place,
    pub(super) registered: i64,
    /// Whether reports have counted the sign-up.
    pub(super) is_counted: bool,
    pub(super) first_deposit: Option<i64>,
    pub(super) active_day: Option<i64>,
    pub(super) active_month: Option<i64>,
}

/// Players of a day and a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct People {
    pub(super) registered: i64,
    pub(super) first_deposits: i64,
    pub(super) active: i64,
}

/// The first day of the month of `day`.
pub(super) const fn month_of(day: i64) -> i64 {
    Date::of_days(day).first_of_month().days()
}

/// Counts the players of `rows`, and keeps what was learnt of those that are `known`.
pub(super) async fn add(
    tx: &mut Tx,
    rows: &[LogRow],
    known: &mut BTreeMap<PlayerId, StoredPlayer>,
) -> Result<()> {
    let mut people: BTreeMap<(i64, Place), People> = BTreeMap::new();
    let mut cohorts: BTreeMap<(i64, i64, Place), i64> = BTreeMap::new();
    let mut changed: BTreeSet<PlayerId> = BTreeSet::new();
    for row in rows {
        let Some(player) = known.get_mut(&row.player()) else { continue };
        let day = day_of(row.at());
        let of_day = || (day, player.place.clone());
        match row {
            LogRow::Event { kind, .. } if kind == "player.registered" && !player.is_counted => {}
            LogRow::Transfer(row)
                if row.transfer.kind == TransferKind::Deposit && player.first_deposit.is_none() =>
            {
                people.entry(of_day()).or_default().first_deposits += 1;
                player.first_deposit = Some(day);
            }
            LogRow::Transfer(_) if has_bet(row) && player.active_day.is_none_or(|last| last < day) => {
                people.entry(of_day()).or_default().active += 1;
                player.active_day = Some(day);
                let month = month_of(day);
                if player.active_month.is_none_or(|last| last < month) {
                    player.active_month = Some(month);
                    let cohort = (month_of(player.registered), month, player.place.clone());
                    *cohorts.entry(cohort).or_default() += 1;
                }
            }
            _ => continue,
        }
        if !player.is_counted {
            // Of a player who is met later first, the sign-up is in the archive.
            people.entry((player.registered, player.place.clone())).or_default().registered += 1;
            player.is_counted = true;
        }
        changed.insert(row.player());
    }
    store::keep_players(tx, known.iter().filter(|(player, _)| changed.contains(*player))).await?;
    store::add_people(tx, people).await?;
    store::add_cohorts(tx, cohorts).await
}

/// Whether the player has bet money of a wallet.
fn has_bet(row: &LogRow) -> bool {
    row.played().is_some_and(|played| played.kind == PlayedKind::Bet && played.real + played.bonus > 0)
}
