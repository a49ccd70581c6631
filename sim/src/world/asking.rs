//! Clients: they ask one command after the other, elsewhere as well when nobody answers, and what they are told
//! is compared with the reference.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use croupier_ledger::{LimitKind, LimitPeriod, NO_END, Receipt, Refusal, StopReason};
use croupier_server::app::App;
use croupier_server::wallet::{Order, WalletError};
use futures_util::future::join;
use tokio::task::JoinSet;

use super::{Alive, LENGTH, PATIENCE, World};
use crate::chance::Chance;
use crate::commands::Names;
use crate::history::{Ask, Event, KeyedCommand, START_MS, history};
use crate::model::{Model, Response};
use crate::sql::Run;

/// What a server has answered.
type Outcome = Result<Receipt, Refusal>;

/// One way in which it may have gone: what the reference tells then, and the reference afterwards.
struct Course {
    expected: Response,
    after: Model,
}

impl Course {
    /// `event` after the change `before` and ahead of the change `behind`.
    fn of(model: &Model, before: Option<&Event>, event: &Event, behind: Option<&Event>) -> Result<Self> {
        let mut after = model.clone();
        if let Some(change) = before {
            after.take(change);
        }
        let expected = after.take(event).context("commands are answered")?;
        if let Some(change) = behind {
            after.take(change);
        }
        Ok(Self { expected, after })
    }

    /// Whether `reported` may be told: who asks again after a lost answer is told the first one.
    fn tells(&self, event: &Event, reported: &Response) -> bool {
        let repeats = matches!(
            (reported, &self.expected),
            (Response::Yes { replayed: true, .. }, Response::Yes { replayed: false, .. })
        );
        *reported == self.expected || (repeats && self.after.clone().take(event).as_ref() == Some(reported))
    }
}

impl World {
    /// One client: asks its history, one command after the other.
    pub(super) async fn client(&self, seed: u64, player: usize) -> Result<Run> {
        let mut chance = Chance::new(seed.wrapping_mul(1_000).wrapping_add(player as u64));
        let player = i64::try_from(player)?;
        let wallets = crate::sql::wallets(&self.db, player).await?;
        let names = Names::new(format!("player {player}"), self.accounts, wallets);
        let mut run = Run { player, names, model: Model::default() };
        let mut events = history(chance.next(), LENGTH);
        interrupt(&mut events, &mut chance);
        let mut events = events.into_iter().peekable();
        while let Some(event) = events.next() {
            if chance.one_in(6) {
                self.move_clock(&mut chance)?;
            }
            // The player asks while somebody else stops them.
            let stops = matches!(event, Event::Stop { until, .. } if until > 0);
            if let Some(asked) = events.next_if(|next| stops && matches!(next, Event::Command(_))) {
                self.ask_beside(&mut run, &event, &asked, &mut chance).await?;
            } else if let Event::Command(asked) = &event {
                let answers = self.ask_all(&run.orders(asked)?, &mut chance).await?;
                let course = Course::of(&run.model, None, &event, None)?;
                self.hear(&mut run, &event, answers, vec![course])?;
            } else {
                run.model.take(&event);
                self.change(player, &event, &mut chance).await?;
            }
        }
        Ok(run)
    }

    /// Asks `event` while `stop` is under way: one of them was first.
    async fn ask_beside(
        &self,
        run: &mut Run,
        stop: &Event,
        event: &Event,
        chance: &mut Chance,
    ) -> Result<()> {
        let Event::Command(asked) = event else { return Ok(()) };
        let (orders, mut others) = (run.orders(asked)?, Chance::new(chance.next()));
        let stopping = self.change(run.player, stop, &mut others);
        let (stopped, answers) = join(stopping, self.ask_all(&orders, chance)).await;
        stopped?;
        let courses = vec![
            Course::of(&run.model, None, event, Some(stop))?,
            Course::of(&run.model, Some(stop), event, None)?,
        ];
        self.hear(run, event, answers?, courses)
    }

    /// Compares the answers to a command with the `courses` that the reference allows, and goes on with the one
    /// that it took.
    fn hear(
        &self,
        run: &mut Run,
        event: &Event,
        answers: Vec<Outcome>,
        mut courses: Vec<Course>,
    ) -> Result<()> {
        let Event::Command(asked) = event else { return Ok(()) };
        let mut taken = None;
        for answer in answers {
            let reported = run.names.reported(asked, answer);
            let told = courses.iter().position(|course| course.tells(event, &reported));
            let expected: Vec<_> = courses.iter().map(|course| &course.expected).collect();
            taken = Some(told.with_context(|| {
                format!("{asked:?} is told {reported:?}, and by the reference {expected:?}")
            })?);
        }
        let course = courses.swap_remove(taken.context("no answer")?);
        self.note(&run.model, asked, &course.expected);
        run.model = course.after;
        Ok(())
    }

    /// Notes what the answer to `asked` shows of limits and stops.
    fn note(&self, before: &Model, asked: &KeyedCommand, told: &Response) {
        let pays = matches!(asked.ask, Ask::Win { .. } | Ask::Step { .. });
        let was_stopped = before.is_stopped(asked.at);
        self.script.count(|tally| match told {
            Response::No(Refusal::LimitReached { .. }) => tally.limited += 1,
            Response::No(Refusal::Stopped(_)) => tally.stopped += 1,
            Response::Yes { .. } if pays && was_stopped => tally.paid_stopped += 1,
            _ => {}
        });
    }

    /// Asks until there is an answer, see [`World::try_all`]. Who is told yes once is told the same always.
    pub(super) async fn ask_all(
        &self,
        orders: &(Order, Vec<Order>),
        chance: &mut Chance,
    ) -> Result<Vec<Outcome>> {
        let answers = self.try_all(chance, |app| submit(app, orders.clone())).await?;
        for pair in answers.windows(2) {
            let alike = match (&pair[0], &pair[1]) {
                (Ok(a), Ok(b)) => (a.lsn, a.cash, a.held, a.bonus) == (b.lsn, b.cash, b.held, b.bonus),
                (Err(_), Err(_)) => true,
                _ => false,
            };
            ensure!(alike, "{:?} was answered {answers:?}", orders.0.action);
        }
        Ok(answers)
    }

    /// Tries at one server after the other until there is an answer; then waits for what became of earlier tries, so that none
    /// comes later. A try that answers nothing, or whose server dies, is as good as none.
    pub(super) async fn try_all<T: Send + 'static, F: Future<Output = Option<T>> + Send + 'static>(
        &self,
        chance: &mut Chance,
        attempt: impl Fn(Arc<App>) -> F,
    ) -> Result<Vec<T>> {
        let mut tries = JoinSet::new();
        let mut answers: Vec<T> = Vec::new();
        while answers.is_empty() || !tries.is_empty() {
            if answers.is_empty() {
                let alive = self.server(chance)?;
                tries.spawn(while_alive(alive.clone(), attempt(alive.app.clone())));
            }
            while !tries.is_empty() {
                match tokio::time::timeout(PATIENCE, tries.join_next()).await {
                    Ok(Some(answer)) => answers.extend(answer?),
                    // Nobody answers in time: another server is asked as well.
                    Ok(None) | Err(_) if answers.is_empty() => break,
                    Ok(None) | Err(_) => {}
                }
            }
        }
        Ok(answers)
    }
}

/// The round of a client that is stopped in the midst of it: none of those of histories.
const CUT_SHORT: u32 = 100;

/// Gives every third client a tight limit, and stops every third for good in the midst of what it asks: between
/// the bets of a round, whose win comes afterwards.
fn interrupt(events: &mut Vec<Event>, chance: &mut Chance) {
    if chance.one_in(3) {
        let (kind, period) = (chance.pick(&LimitKind::ALL), chance.pick(&LimitPeriod::ALL));
        let cap = Some(chance.within(20, 200));
        events.insert(2, Event::Limit { sub_wallet: 0, kind, period, cap, at: START_MS });
    }
    if chance.one_in(3) {
        let ask = |key, ask| Event::Command(KeyedCommand { key, sub_wallet: 0, at: START_MS, ask });
        let bet = Ask::Bet { round: CUT_SHORT, amount: 5 };
        let reason = chance.pick(&StopReason::ALL);
        let cut = [
            ask(CUT_SHORT, bet.clone()),
            Event::Stop { reason, until: NO_END },
            ask(CUT_SHORT + 1, bet),
            ask(CUT_SHORT + 2, Ask::Win { round: CUT_SHORT, amount: chance.within(0, 20), closes: true }),
        ];
        let at = 2 + chance.below(6) as usize;
        events.splice(at..at, cut);
    }
}

/// What a server answers, unless it dies before.
pub(super) async fn while_alive<T>(alive: Arc<Alive>, attempt: impl Future<Output = Option<T>>) -> Option<T> {
    let died = alive.server.died.notified();
    if alive.server.is_dead() {
        return None;
    }
    tokio::select! {
        biased;
        () = died => None,
        answer = attempt => answer.filter(|_| !alive.server.is_dead()),
    }
}

/// What the wallet of a server answers; nothing when it cannot tell.
async fn submit(app: Arc<App>, (first, linked): (Order, Vec<Order>)) -> Option<Outcome> {
    match app.wallet.submit_linked(first, linked).await {
        Ok(receipt) => Some(Ok(receipt)),
        Err(WalletError::Refused(refusal)) => Some(Err(refusal)),
        Err(
            WalletError::Store(_)
            | WalletError::NoWallet(_)
            | WalletError::NoWallets
            | WalletError::InsideReader,
        ) => None,
    }
}
