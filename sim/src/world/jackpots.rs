//! Jackpots that bets fill and win, and the payments that are owed for wins: by the production reader and the
//! production worker, in every server.
//!
//! Gamblers bet on one game that nobody else plays, and never more than they have paid in: what they have at the
//! end follows from their bets and from what they have won, whenever it was paid.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use croupier_db::params;
use croupier_ledger::{Action, Key, RoundRef};
use croupier_server::app::App;
use croupier_server::jackpot;
use croupier_server::wallet::{Order, due};

use super::{Alive, CLIENTS, World};
use crate::chance::Chance;
use crate::history::{START_MS, currency};

/// Players who bet for jackpots, beside the clients.
pub(super) const GAMBLERS: usize = 2;

/// Bets of each.
const BETS: u32 = 4;

/// The most of one bet; what a gambler pays in is enough for all of them.
const BET_MAX: i64 = 400;

/// The game that they bet on, by its number; histories are played on the first two.
const GAME: i64 = 3;

/// The system account that wins are paid from.
pub(super) const ACCOUNT: &str = "jackpots";

/// How often it is looked for payments that are due.
const PAY_EVERY: Duration = Duration::from_millis(500);

/// Millionths of a bet that the levels add, the largest one first: about every second bet wins it, every fifth,
/// every fifteenth.
const CONTRIBUTION_PPM: [i64; 3] = [3_000, 1_000, 300];

/// Puts the jackpot of runs in force. A point can only be one subunit above its seed: nothing is left to chance.
pub(super) fn define(app: &App, folder: &Path) -> Result<()> {
    let game = app.catalogue.game_by_id(GAME).context("the game of the gamblers is not on offer")?;
    let [gold, silver, bronze] = CONTRIBUTION_PPM.map(|ppm| {
        format!(
            "{{ contribution_ppm = {ppm}, seed_cents = 100, must_hit_by_cents = 101, min_bet_cents = 1 }}"
        )
    });
    let jackpot = format!(
        r#"[[jackpot]]
           identifier = "simulated"
           currency = "EUR"
           title = {{ en = "Simulated" }}
           description = {{ en = "A jackpot." }}
           games = ["{}"]
           gold = {gold}
           silver = {silver}
           bronze = {bronze}"#,
        game.identifier
    );
    std::fs::write(folder.join("jackpots.toml"), jackpot)?;
    jackpot::reload(&app.jackpots, folder)
}

/// What a gambler knows at the end.
#[derive(Debug)]
pub(super) struct Gambled {
    player: i64,
    deposit: i64,
    /// What was bet, bet by bet.
    stakes: Vec<i64>,
}

/// Carries out what is due until the server dies.
pub(super) async fn pay(alive: Arc<Alive>) {
    while !alive.server.is_dead() {
        // What fails is due again.
        let _ = due::carry_out(&alive.app.wallet, alive.app.clock.now()).await;
        // On the simulation's clock.
        tokio::time::sleep(PAY_EVERY).await;
    }
}

impl World {
    /// One gambler: pays in and bets, one command after the other.
    pub(super) async fn gambler(&self, seed: u64, number: usize) -> Result<Gambled> {
        let player = i64::try_from(CLIENTS + number)?;
        let mut chance = Chance::new(seed.wrapping_mul(1_000).wrapping_add(player.unsigned_abs()));
        let deposit = i64::from(BETS) * BET_MAX;
        let from = self.accounts[0].payments;
        self.join_cup(player, &mut chance).await?;
        self.gamble(player, 0, vec![Action::Deposit { from, amount: deposit }], &mut chance).await?;
        let mut stakes = Vec::new();
        for number in 1..=BETS {
            if chance.one_in(6) {
                self.move_clock(&mut chance)?;
            }
            let stake = chance.within(1, BET_MAX);
            let key = Key::new("gambler's round", &format!("{player}:{number}"));
            let round = RoundRef { key, game: GAME, system: self.accounts[0].games };
            let lost = Action::Win { round, amount: 0, closes: true };
            self.gamble(player, number, vec![Action::bet(round, stake), lost], &mut chance).await?;
            stakes.push(stake);
        }
        Ok(Gambled { player, deposit, stakes })
    }

    async fn gamble(&self, player: i64, number: u32, all: Vec<Action>, chance: &mut Chance) -> Result<()> {
        let order = |(part, action)| {
            let key = Key::new("gambler", &format!("{player}:{number}:{part}"));
            Order {
                key,
                fingerprint: key,
                player,
                currency: currency(0),
                at: START_MS,
                action,
                facts: Vec::new(),
                attached: Vec::new(),
            }
        };
        let mut orders = (0..).zip(all).map(order);
        let first = orders.next().context("an action")?;
        let answers = self.ask_all(&(first, orders.collect()), chance).await?;
        ensure!(answers.iter().all(Result::is_ok), "a gambler is told {answers:?}");
        Ok(())
    }

    /// How many payments are still due.
    pub(super) async fn due(&self) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM due_payment WHERE paid_at_ms IS NULL";
        Ok(self.db.query_one(sql, params![]).await?.get(0)?)
    }

    /// Each bet has added its part, and each gambler has what was paid in, less the bets, and each win and prize once.
    pub(super) async fn verify_jackpots(&self) -> Result<()> {
        let gambled = self.gambled.lock().await;
        let bet: i64 = gambled.iter().flat_map(|gambler| &gambler.stakes).sum();
        let rows =
            self.db.query("SELECT contributed_micro FROM jackpot_level ORDER BY level", params![]).await?;
        let added = rows.iter().map(|row| Ok(row.get(0)?)).collect::<Result<Vec<i64>>>()?;
        let expected = CONTRIBUTION_PPM.map(|ppm| bet * ppm);
        ensure!(added == expected, "bets of {bet} have added {added:?}, and not {expected:?}");
        let bets = gambled.iter().map(|gambler| (gambler.player, gambler.stakes.iter().sum()));
        let prizes = self.verify_prizes(&bets.collect()).await?;
        for Gambled { player, deposit, stakes } in &*gambled {
            let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM jackpot_win
                       WHERE player_id = $1";
            let row = self.db.query_one(sql, params![*player]).await?;
            let (wins, won): (i64, i64) = (row.get(0)?, row.get(1)?);
            self.script.count(|tally| tally.prizes += wins.unsigned_abs());
            let sql = "SELECT cash FROM wallet WHERE player_id = $1 AND currency = 'EUR'";
            let cash: i64 = self.db.query_one(sql, params![*player]).await?.get(0)?;
            let bet: i64 = stakes.iter().sum();
            let prize = prizes.get(player).copied().unwrap_or_default();
            ensure!(
                cash == deposit - bet + won + prize,
                "player {player} has {cash}, of {deposit} paid in, {bet} bet, {won} won in {wins} jackpots and a prize \
                 of {prize}"
            );
        }
        Ok(())
    }
}
