//! Players who pay in under a limit, in two tabs at once, and exclude themselves in the midst of it: by the production code
//! that begins deposits and takes what a partner reports.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use croupier_db::params;
use croupier_ledger::{LimitKind, LimitPeriod, NO_END, StopReason};
use croupier_server::app::App;
use croupier_server::cashbox::rehearsal::{Rehearsed, begin_deposit, report_deposit};
use futures_util::future::{join, try_join, try_join_all};

use super::jackpots::GAMBLERS;
use super::{CLIENTS, World};
use crate::chance::Chance;
use crate::history::{Event, START_MS, currency};

/// Players who pay in, beside the clients and the gamblers.
pub(super) const PAYERS: usize = 2;

/// Tabs in which each of them pays in.
const TABS: u64 = 2;

/// Deposits in each tab.
const DEPOSITS: u32 = 3;

/// What a payer may pay in, in subunits.
const CAP: i64 = 1_000;

/// An exclusion comes within this, in milliseconds of the simulation.
const LEAVES_WITHIN_MS: u32 = 3_000;

/// How a deposit stands, as its player knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It is asked for, or has begun.
    MayCount,
    /// It has begun, and nobody has said that it failed: it counts.
    Counts,
    /// It was refused, or has failed: it does not count any more.
    Gone,
}

/// What a payer knows of the deposits.
#[derive(Debug, Default)]
struct Ledger {
    wishes: Mutex<Vec<(i64, Standing)>>,
    /// The exclusion is asked for.
    leaves: AtomicBool,
    /// The exclusion is acknowledged.
    is_out: AtomicBool,
}

impl Ledger {
    fn wishes(&self) -> MutexGuard<'_, Vec<(i64, Standing)>> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a wish; answers its place, and those that certainly leave it their room.
    fn wish(&self, amount: i64) -> (usize, Vec<usize>) {
        let mut wishes = self.wishes();
        let gone = (0..wishes.len()).filter(|place| wishes[*place].1 == Standing::Gone).collect();
        wishes.push((amount, Standing::MayCount));
        (wishes.len() - 1, gone)
    }

    fn stands(&self, place: usize, standing: Standing) {
        self.wishes()[place].1 = standing;
    }

    /// What counts at least.
    fn counted(&self) -> i64 {
        self.wishes().iter().filter(|wish| wish.1 == Standing::Counts).map(|wish| wish.0).sum()
    }

    /// What may have counted beside the wish at `place`, when those that are `gone` did not.
    fn may_have_counted(&self, place: usize, gone: &[usize]) -> i64 {
        let wishes = self.wishes();
        let others = (0..wishes.len()).filter(|other| *other != place && !gone.contains(other));
        others.map(|other| wishes[other].0).sum()
    }
}

/// What a payer knows at the end.
#[derive(Debug)]
pub(super) struct Paid {
    player: i64,
    /// What was paid in, in subunits, and in how many deposits.
    sum: i64,
    /// How many deposits have begun.
    begun: i64,
    is_out: bool,
}

impl World {
    /// One payer: sets the limit, and pays in.
    pub(super) async fn payer(&self, seed: u64, number: usize) -> Result<Paid> {
        let player = i64::try_from(CLIENTS + GAMBLERS + number)?;
        let mut chance = Chance::new(seed.wrapping_mul(1_000).wrapping_add(player.unsigned_abs()));
        let limit = Event::Limit {
            sub_wallet: 0,
            kind: LimitKind::Deposit,
            period: LimitPeriod::Month,
            cap: Some(CAP),
            at: START_MS,
        };
        self.change(player, &limit, &mut chance).await?;
        let ledger = Ledger::default();
        let leaves_at = chance.one_in(2).then(|| chance.below(LEAVES_WITHIN_MS));
        let others = chance.next();
        let tabs = try_join_all((1..=TABS).map(|tab| {
            let chance = Chance::new(others.wrapping_add(tab));
            self.tab(player, tab, &ledger, chance)
        }));
        let (begun, ()) = try_join(tabs, self.leave(player, leaves_at, &ledger, &mut chance)).await?;
        let is_out = ledger.is_out.load(Ordering::SeqCst);
        Ok(Paid { player, sum: ledger.counted(), begun: begun.iter().sum(), is_out })
    }

    /// Excludes the player at a moment, when there is one.
    async fn leave(
        &self,
        player: i64,
        at_ms: Option<u32>,
        ledger: &Ledger,
        chance: &mut Chance,
    ) -> Result<()> {
        let Some(at_ms) = at_ms else { return Ok(()) };
        // On the simulation's clock.
        tokio::time::sleep(Duration::from_millis(at_ms.into())).await;
        ledger.leaves.store(true, Ordering::SeqCst);
        self.change(player, &Event::Stop { reason: StopReason::Exclusion, until: NO_END }, chance).await?;
        ledger.is_out.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// One tab: one deposit after the other, of which the partner reports some as paid. Answers how many have begun.
    async fn tab(&self, player: i64, tab: u64, ledger: &Ledger, mut chance: Chance) -> Result<i64> {
        let mut begun = 0;
        for number in 0..DEPOSITS {
            let amount = chance.within(1, CAP * 2 / 3);
            begun += i64::from(
                self.pay_in(player, &format!("{tab}:{number}"), amount, ledger, &mut chance).await?,
            );
        }
        Ok(begun)
    }

    /// Asks for a deposit, and has its end reported; answers whether it has begun.
    async fn pay_in(
        &self,
        player: i64,
        key: &str,
        amount: i64,
        ledger: &Ledger,
        chance: &mut Chance,
    ) -> Result<bool> {
        let was_out = ledger.is_out.load(Ordering::SeqCst);
        let (place, gone) = ledger.wish(amount);
        let answers = self
            .try_all(chance, |app: Arc<App>| {
                let key = key.to_owned();
                async move { begin_deposit(&app, player, &key, amount, currency(0)).await.ok() }
            })
            .await?;
        let ids = answers.iter().filter_map(|answer| match answer {
            Rehearsed::Begun(id) => Some(*id),
            _ => None,
        });
        let ids: Vec<_> = ids.collect();
        let Some(id) = ids.first().copied() else {
            if answers.contains(&Rehearsed::Limited) {
                let others = ledger.may_have_counted(place, &gone);
                ensure!(others + amount > CAP, "{amount} are refused beside at most {others} of {CAP}");
                self.script.count(|tally| tally.deposits_limited += 1);
            } else {
                ensure!(ledger.leaves.load(Ordering::SeqCst), "player {player} is told of a stop");
            }
            ledger.stands(place, Standing::Gone);
            return Ok(false);
        };
        ensure!(ids.iter().all(|other| *other == id), "the key {key} has begun several deposits: {ids:?}");
        ensure!(!was_out, "player {player} is out, and pays in");
        ledger.stands(place, Standing::Counts);
        let counted = ledger.counted();
        ensure!(counted <= CAP, "player {player} has paid in {counted} under a limit of {CAP}");
        let is_paid = chance.below(3) > 0;
        if !is_paid {
            ledger.stands(place, Standing::MayCount);
        }
        // The partner reports at two servers at once.
        let mut other = Chance::new(chance.next());
        let report = |app: Arc<App>| async move { report_deposit(&app, id, is_paid).await.ok() };
        let reported = join(self.try_all(chance, report), self.try_all(&mut other, report)).await;
        let is_taken = [reported.0?, reported.1?].concat().into_iter().all(|is_taken| is_taken);
        ensure!(is_taken, "the report of {id} is refused");
        if !is_paid {
            ledger.stands(place, Standing::Gone);
        }
        Ok(true)
    }

    /// No payer pays in more at the end than the limit leaves, and who is out nothing at all.
    pub(super) async fn refuse_more(&self, chance: &mut Chance) -> Result<()> {
        for Paid { player, sum, is_out, .. } in &*self.paid.lock().await {
            let app = self.server(chance)?.app.clone();
            let after = begin_deposit(&app, *player, "after", CAP - sum + 1, currency(0)).await;
            let after = after.map_err(|error| anyhow!("a deposit at the end: {error:?}"))?;
            let expected = if *is_out { Rehearsed::Stopped } else { Rehearsed::Limited };
            ensure!(after == expected, "player {player}, out: {is_out}, is told {after:?}");
        }
        Ok(())
    }

    /// Each payer has what was paid, once, within the limit; and each key has at most one deposit.
    pub(super) async fn verify_payers(&self) -> Result<()> {
        for Paid { player, sum, begun, is_out } in &*self.paid.lock().await {
            let sql = "SELECT COUNT(*), COUNT(finished_at_ms),
                           CAST(COALESCE(SUM(CASE state WHEN 'succeeded' THEN amount ELSE 0 END), 0) AS bigint)
                       FROM payment WHERE player_id = $1";
            let row = self.db.query_one(sql, params![*player]).await?;
            let (rows, ended, paid): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            ensure!(
                (rows, ended) == (*begun, *begun),
                "{begun} deposits have begun, {rows} are there, {ended} over"
            );
            let sql =
                "SELECT w.cash, l.net FROM wallet w JOIN bet_limit l ON l.wallet_id = w.id AND l.kind = 3
                       WHERE w.player_id = $1 AND w.currency = 'EUR'";
            let row = self.db.query_one(sql, params![*player]).await?;
            let (cash, net): (i64, i64) = (row.get(0)?, row.get(1)?);
            ensure!(
                paid == *sum && cash == *sum && net == *sum && *sum <= CAP,
                "player {player} was paid in {sum}: deposits {paid}, cash {cash}, counted {net} of {CAP}"
            );
            self.script.count(|tally| {
                tally.deposits += begun.unsigned_abs();
                tally.excluded += u64::from(*is_out);
            });
        }
        Ok(())
    }
}
