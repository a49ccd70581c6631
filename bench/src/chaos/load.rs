//! The load: players that bet, pay in with a bonus and pay out until they are told to stop or hear nothing, and the
//! questions that are asked afterwards.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use croupier_db::{Db, params, readers};
use croupier_server::cashbox::{self, ReviewDecision};
use croupier_server::platform::clock::Clock;
use croupier_server::staff::BrandScope;
use futures_util::future::join_all;

use super::bonuses;
use super::commands::{PAID_MAX, paid, perform};
use super::fixture::{FIRST_DEPOSIT, Fixture};
use super::journal::{Answer, Command, Journal, Sums};
use super::prizes;
use super::protection::{self, Paid, Role};
use super::rng::SeededRng;
use crate::visitor::{Failure, Visitor};
use crate::waiting::{until, until_counted, until_ok};

/// Subunits of a deposit and a payout.
pub const DEPOSIT: i64 = 1_000;
const PAYOUT: i64 = 2_000;

/// A command in doubt has to get its answer within this once everything runs again.
const ANSWER_MAX: Duration = Duration::from_secs(30);

/// How many earlier answers are asked for again after each blow.
const SAMPLE: usize = 48;

/// Payments of a player within a life, and those of one who tries to pass a limit.
const PAYMENTS: i32 = 1;
const PAYMENTS_LIMITED: i32 = 4;

/// Documents of a player: all players come from one address, from which only so many are taken in an hour.
const UPLOADS: usize = 2;

/// More cashouts than players make.
const HELD_MAX: i64 = 1_000;

/// The reason of a fraud check that could not weigh its rules.
const UNWEIGHED: &str = "check_failed";

/// Steps of the longest round, its opening bet among them.
const STEPS_MAX: usize = 500;

/// The players of a scenario with what they heard.
pub struct Load {
    /// The players.
    pub visitors: Vec<Visitor>,
    /// What was asked and answered.
    pub journal: Journal,
    seed: u64,
    life: AtomicU64,
}

impl Load {
    /// `count` players of `fixture`, which is open.
    pub async fn of(fixture: &Fixture, count: usize, seed: u64) -> Result<Self> {
        let visitors = fixture.players(count).await?;
        protection::set_limits(&visitors).await?;
        Ok(Self { visitors, journal: Journal::open(fixture.folder())?, seed, life: AtomicU64::new(0) })
    }

    /// Everybody plays and pays, each until `stop` turns true or a command stays without an answer, while
    /// `blow` is dealt; ends when both have.
    pub async fn under<T>(&self, stop: &AtomicBool, blow: impl Future<Output = Result<T>>) -> Result<T> {
        self.life.fetch_add(1, Ordering::SeqCst);
        let players = join_all((0..self.visitors.len()).map(|player| self.live(player, stop)));
        let blow = async {
            let dealt = blow.await;
            stop.store(true, Ordering::SeqCst);
            dealt
        };
        let (lives, dealt) = tokio::join!(players, blow);
        lives.into_iter().collect::<Result<()>>()?;
        dealt
    }

    /// One player's life; a payment now and then, bets otherwise.
    async fn live(&self, player: usize, stop: &AtomicBool) -> Result<()> {
        let life = self.life.load(Ordering::SeqCst);
        let mut rng = SeededRng::new(self.seed, &[life, u64::try_from(player)?]);
        let card = match self.visitors[player].card().await {
            Ok(card) => card,
            // No answer, or the player is excluded and without a session: this life is over before it began.
            Err(error) => match error.downcast_ref::<Failure>() {
                Some(Failure::Unknown(_)) => return Ok(()),
                Some(Failure::Refused(401, _)) if self.journal.is_leaving(player) => return Ok(()),
                _ => return Err(error),
            },
        };
        let role = Role::of(player);
        let mut payments = if role == Role::Limited { PAYMENTS_LIMITED } else { PAYMENTS };
        for count in 0.. {
            if stop.load(Ordering::SeqCst) {
                break;
            }
            let key = format!("{life}-{player}-{count}");
            let command = match rng.below(100) {
                0..3 if payments > 0 => Command::Deposit { key, amount: DEPOSIT },
                3..6 if payments > 0 => Command::Payout { key, amount: PAYOUT },
                6..16 if payments > 0 && role == Role::Limited => Command::Deposit { key, amount: DEPOSIT },
                16..21 if role == Role::Leaver => return self.leave(player, key, &card).await,
                21..24 if role == Role::Plain && self.journal.uploads(player) < UPLOADS => {
                    Command::Upload { key }
                }
                // In two tabs at once.
                24..34 if payments > 1 && role == Role::Limited => {
                    payments -= 2;
                    if !self.pay_twice(player, &key, &card).await? {
                        break;
                    }
                    continue;
                }
                _ => Command::Spin { key },
            };
            payments -= i32::from(matches!(command, Command::Deposit { .. } | Command::Payout { .. }));
            let number = self.journal.ask(player, command.clone())?;
            if !self.carry_out(number, player, &command, &card).await? {
                break;
            }
        }
        Ok(())
    }

    /// Excludes the player while a deposit of theirs is on its way.
    async fn leave(&self, player: usize, key: String, card: &str) -> Result<()> {
        let deposit = Command::Deposit { key, amount: DEPOSIT };
        let number = self.journal.ask(player, deposit.clone())?;
        let exclusion = self.journal.ask(player, Command::Exclude)?;
        let (paid, left) = tokio::join!(
            self.send(number, player, &deposit, card),
            self.send(exclusion, player, &Command::Exclude, card)
        );
        paid.and(left)
    }

    /// Pays in twice at once, under two keys; `false` when one of them has no answer.
    async fn pay_twice(&self, player: usize, key: &str, card: &str) -> Result<bool> {
        let deposit = |tab| Command::Deposit { key: format!("{key}-tab-{tab}"), amount: DEPOSIT };
        let (one, other) = (deposit(1), deposit(2));
        let numbers = (self.journal.ask(player, one.clone())?, self.journal.ask(player, other.clone())?);
        let (first, second) = tokio::join!(
            self.send(numbers.0, player, &one, card),
            self.send(numbers.1, player, &other, card)
        );
        first.and(second)?;
        Ok(!self.journal.is_in_doubt(numbers.0) && !self.journal.is_in_doubt(numbers.1))
    }

    /// Carries out one command, and the rest of the round it may have opened; `false` when the command or a step of the
    /// round has no answer.
    async fn carry_out(&self, number: usize, player: usize, command: &Command, card: &str) -> Result<bool> {
        self.send(number, player, command, card).await?;
        let mut heard = self.journal.answer(number);
        // The opening bet is the first of a round's steps.
        for count in 1..STEPS_MAX {
            let Some(Answer::Spun(spun)) = &heard else { break };
            if !spun.open {
                break;
            }
            let step = Command::Step {
                // No opening bet has a key like it.
                key: format!("step-{number}-{count}-{}", spun.steps),
                round: spun.round.clone(),
                step: spun.steps,
            };
            let step_number = self.journal.ask(player, step.clone())?;
            self.send(step_number, player, &step, card).await?;
            if self.journal.is_in_doubt(step_number) {
                return Ok(false);
            }
            heard = self.journal.answer(step_number);
        }
        let is_open = matches!(&heard, Some(Answer::Spun(spun)) if spun.open);
        ensure!(!is_open, "the round of {command:?} is open after {STEPS_MAX} steps");
        Ok(!self.journal.is_in_doubt(number))
    }

    /// Sends one command and notes what is heard.
    async fn send(&self, number: usize, player: usize, command: &Command, card: &str) -> Result<()> {
        let answer = perform(&self.visitors[player], command, card).await;
        self.journal.reported(number, answer)
    }

    /// Repeats an acknowledged command until it is answered; the journal fails if the answer differs.
    async fn hear_again(&self, number: usize, player: usize, command: &Command) -> Result<()> {
        let card = self.card_for(player, command).await?;
        let what = format!("an answer to {command:?} again");
        let answer = until(&what, ANSWER_MAX, async || {
            let answer = perform(&self.visitors[player], command, &card).await;
            Ok((!matches!(answer, Err(Failure::Unknown(_)))).then_some(answer))
        });
        self.journal.reported(number, answer.await?)
    }

    /// Asks again until every command in doubt has its answer, then asks again for some that had one; the
    /// answers have to be the same. Answers how many were in doubt, and how long the first took.
    pub async fn resolve(&self, fixture: &Fixture) -> Result<(usize, Duration)> {
        let began = Instant::now();
        let mut first = None;
        let mut resolved = 0;
        // A round that goes on meanwhile may bring another step into doubt.
        while let Some((number, player, command)) = self.journal.in_doubt().into_iter().next() {
            let card = self.card_for(player, &command).await?;
            let what = format!("an answer to {command:?}");
            let ask = async || {
                self.carry_out(number, player, &command, &card).await?;
                // A step in doubt has its own turn: with the bet repeated, it could be asked for under another key.
                Ok((!self.journal.is_in_doubt(number)).then_some(()))
            };
            if matches!(command, Command::Upload { .. } | Command::Exclude) {
                // Of these only so many are taken in a while, so a second passes between two tries.
                until_counted(&what, ANSWER_MAX, ask).await?;
            } else {
                until(&what, ANSWER_MAX, ask).await?;
            }
            resolved += 1;
            first.get_or_insert_with(|| began.elapsed());
        }
        let known = self.repeatable();
        let every = (known.len() / SAMPLE).max(1);
        let offset = usize::try_from(self.life.load(Ordering::SeqCst))? % every;
        for (number, player, command) in known.iter().skip(offset).step_by(every) {
            self.hear_again(*number, *player, command).await?;
            if let Some(Answer::Payment { id, amount }) = self.journal.answer(*number)
                && amount > 0
            {
                let heard = fixture.partner.repeat_webhook(&id, 2).await?;
                ensure!(
                    heard.iter().all(|status| *status == Some(204)),
                    "a webhook of {id} is answered {heard:?}"
                );
            }
        }
        Ok((resolved, first.unwrap_or_default()))
    }

    /// Sends `commands` to the server at `base`, which holds a copy of the server: the answers are the same.
    pub async fn repeat_at(&self, base: &str, commands: &[(usize, usize, Command)]) -> Result<()> {
        for (number, player, command) in
            commands.iter().filter(|(_, player, _)| !self.journal.is_leaving(*player))
        {
            let mut visitor = self.visitors[*player].clone();
            visitor.move_to(base);
            let card = visitor.card().await?;
            let answer = perform(&visitor, command, &card).await;
            ensure!(!matches!(answer, Err(Failure::Unknown(_))), "the copy answers {answer:?}");
            self.journal.reported(*number, answer)?;
        }
        Ok(())
    }

    /// The saved card that a payment uses; empty for other commands, and for an excluded player, whose session is gone.
    async fn card_for(&self, player: usize, command: &Command) -> Result<String> {
        if !matches!(command, Command::Deposit { .. } | Command::Payout { .. }) {
            return Ok(String::new());
        }
        until_ok("any answer", ANSWER_MAX, async || match self.visitors[player].card().await {
            Err(error) if self.journal.is_leaving(player) => match error.downcast_ref::<Failure>() {
                Some(Failure::Refused(401, _)) => Ok(String::new()),
                _ => Err(error),
            },
            card => card,
        })
        .await
    }

    /// What was acknowledged and is answered alike when it is asked for again: not to whoever is excluded.
    fn repeatable(&self) -> Vec<(usize, usize, Command)> {
        let mut known = self.journal.acknowledged();
        known.retain(|(_, player, _)| !self.journal.is_leaving(*player));
        known
    }

    /// Asks for every answer again, waits until all payments have come to their end, and holds wallets, rounds
    /// and payments against the journal, and the payments against the partner. Answers how many commands were
    /// acknowledged.
    pub async fn reckon(&self, fixture: &Fixture) -> Result<usize> {
        for (number, player, command) in self.repeatable() {
            self.hear_again(number, player, &command).await?;
        }
        let sums = self.journal.sums();
        let storage = fixture.storage().await?;
        approve_held(&storage).await?;
        let (won, prizes) = (jackpots_won(&storage).await?, prizes::won(&storage).await?);
        let converted = bonuses::converted(&storage, PAID_MAX).await?;
        let of = |sums: &BTreeMap<i64, i64>, id| sums.get(&id).copied().unwrap_or_default();
        let gained = |player: usize, id: i64| {
            sums.play.get(&player).copied().unwrap_or_default()
                + of(&won, id)
                + of(&prizes, id)
                + of(&converted, id)
        };
        let (mut total, mut deposits) = (Paid::default(), 0);
        for (player, visitor) in self.visitors.iter().enumerate() {
            let paid = self.reckon_player(player, gained(player, visitor.id), &storage, &sums).await?;
            total.into += paid.into;
            total.out += paid.out;
            deposits += (paid.into - FIRST_DEPOSIT) / DEPOSIT;
        }
        let (theirs, ours) = (fixture.partner.settled().await?, (total.into, total.out));
        ensure!(theirs == ours, "the partner has settled {theirs:?}, we {ours:?}");
        bonuses::reckon(&storage, deposits, PAID_MAX).await?;
        self.count_rows(&storage, &sums).await?;
        protection::reckon_limits(&self.visitors, &storage, &self.journal, PAID_MAX).await?;
        protection::reckon_exclusions(&self.visitors, &storage, &self.journal, PAID_MAX).await?;
        Ok(sums.acknowledged)
    }

    /// Waits until all payments of a player have come to their end, and holds the wallet against them and what the
    /// player has `gained` otherwise. Answers what was paid.
    async fn reckon_player(&self, player: usize, gained: i64, storage: &Db, sums: &Sums) -> Result<Paid> {
        let visitor = &self.visitors[player];
        if self.journal.is_leaving(player) {
            let sum = protection::paid(storage, visitor.id, PAID_MAX).await?;
            protection::reckon_cash(storage, visitor.id, gained + sum.into - sum.out).await?;
            return Ok(sum);
        }
        let mut sum = Paid { into: FIRST_DEPOSIT, out: 0 };
        for (id, amount) in sums.payments.get(&player).into_iter().flatten() {
            if paid(visitor, id).await? {
                sum.into += amount.max(&0);
                sum.out -= amount.min(&0);
            }
        }
        let (balance, wanted) = (visitor.balance().await?, gained + sum.into - sum.out);
        ensure!(balance == wanted, "player {player} has {balance}, the journal says {wanted}");
        Ok(sum)
    }

    /// Fails unless the store has a row for each command that was said yes to, and no other but a deposit that was on
    /// its way when its player left.
    async fn count_rows(&self, storage: &Db, sums: &Sums) -> Result<()> {
        let count = async |sql| -> Result<usize> {
            let count: i64 = storage.query_one(sql, params![]).await?.get(0)?;
            Ok(usize::try_from(count)?)
        };
        let rounds = count("SELECT COUNT(*) FROM round").await?;
        ensure!(rounds == sums.rounds, "{rounds} rounds, the journal says {}", sums.rounds);
        let documents = count("SELECT COUNT(*) FROM document WHERE state = 'pending'").await?;
        let noted = sums.documents.len();
        ensure!(documents == noted, "{documents} documents, the journal says {noted}");
        let half = count("SELECT COUNT(*) FROM document WHERE state <> 'pending'").await?;
        ensure!(half == 0, "{half} documents are half there");
        for (player, visitor) in self.visitors.iter().enumerate() {
            let sql = "SELECT COUNT(*) FROM payment WHERE player_id = $1";
            let payments: i64 = storage.query_one(sql, params![visitor.id]).await?.get(0)?;
            let noted = 1 + sums.payments.get(&player).map_or(0, Vec::len);
            // The player may have heard nothing of that deposit.
            let unheard = usize::from(self.journal.is_leaving(player));
            let is_right = (noted..=noted + unheard).contains(&usize::try_from(payments)?);
            ensure!(is_right, "player {player} has {payments} payments, the journal says {noted}");
        }
        println!("RESULT name=uploads documents={documents}");
        Ok(())
    }
}

/// Approves the cashouts that wait for a person. The installation has no rule that holds one: a fraud check whose own commit was
/// lost does.
async fn approve_held(storage: &Db) -> Result<()> {
    let now = Clock::System.now();
    for held in cashbox::reviews(storage, &BrandScope::ALL, false, None, HELD_MAX, now).await? {
        ensure!(held.rule.as_deref() == Some(UNWEIGHED), "cashout {} is held by {:?}", held.id, held.rule);
        let reason = "nothing speaks against it".to_owned();
        let decision = ReviewDecision { approve: true, by: "chaos".into(), reason, seen: None };
        ensure!(
            cashbox::decide(storage, held.id, &decision, now).await?,
            "cashout {} waits no more",
            held.id
        );
    }
    Ok(())
}

/// What each player has won of jackpots, once every bet was read and every win paid. That the wins are those of the bets is
/// for the server's own check to hold.
async fn jackpots_won(storage: &Db) -> Result<BTreeMap<i64, i64>> {
    until("the wins of jackpots", PAID_MAX, async || {
        let owed = "SELECT COUNT(*) FROM due_payment WHERE reader = 'jackpots' AND paid_at_ms IS NULL";
        let is_read = !readers::is_behind(storage, "jackpots", i64::MAX).await?;
        let owed: i64 = storage.query_one(owed, params![]).await?.get(0)?;
        Ok((is_read && owed == 0).then_some(()))
    })
    .await?;
    let sql = "SELECT player_id, CAST(SUM(amount_cents) AS bigint) FROM jackpot_win GROUP BY player_id";
    let rows = storage.query(sql, params![]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
