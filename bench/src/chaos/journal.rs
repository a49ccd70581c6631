//! What was asked and what was answered: kept in memory, and in a file for whoever looks into a failure.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail, ensure};

use crate::visitor::{Failure, Spun};

/// A command with the key that names it once and for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A bet.
    Spin { key: String },
    /// A further step of a round.
    Step { key: String, round: String, step: usize },
    /// Money in, by the kept card; subunits.
    Deposit { key: String, amount: i64 },
    /// Money out to it; subunits.
    Payout { key: String, amount: i64 },
    /// A document that proves who the player is.
    Upload { key: String },
    /// The player's exclusion of themself, after which nothing of theirs is answered any more.
    Exclude,
}

/// What the server has said yes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A bet or a step.
    Spun(Spun),
    /// A payment: its id and its amount, below zero for money out.
    Payment { id: String, amount: i64 },
    /// A document, by its number.
    Document(String),
    /// The exclusion is in force.
    Excluded,
}

#[derive(Debug, Clone)]
struct Entry {
    player: usize,
    command: Command,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    InDoubt,
    Yes(Answer),
    No,
    /// Refused for a limit on deposits.
    Limited,
}

/// The codes of such a refusal: nothing is left, or less than was asked for.
const LIMIT_REACHED: [&str; 2] = ["deposit_limit_reached", "VALIDATION.AMOUNT.DEPOSIT_LIMIT"];

/// Whether a refusal with the body `why` is for a limit on deposits.
pub fn is_for_limit(why: &str) -> bool {
    LIMIT_REACHED.iter().any(|code| why.contains(code))
}

/// The journal of one scenario.
pub struct Journal {
    book: Mutex<Book>,
}

struct Book {
    entries: Vec<Entry>,
    unanswered: Vec<String>,
    /// Players who have asked for their exclusion.
    leaving: BTreeSet<usize>,
    file: File,
}

/// What the answers add up to.
#[derive(Debug, Default)]
pub struct Sums {
    /// By player: wins less stakes, in subunits.
    pub play: BTreeMap<usize, i64>,
    /// By player: ids and amounts of payments.
    pub payments: BTreeMap<usize, Vec<(String, i64)>>,
    /// Different rounds.
    pub rounds: usize,
    /// The numbers of documents.
    pub documents: BTreeSet<String>,
    /// Commands that were said yes to.
    pub acknowledged: usize,
}

impl Journal {
    /// A journal that writes along into `folder`.
    pub fn open(folder: &Path) -> Result<Self> {
        let file = File::create(folder.join("journal.txt"))?;
        let (entries, unanswered, leaving) = (Vec::new(), Vec::new(), BTreeSet::new());
        Ok(Self { book: Mutex::new(Book { entries, unanswered, leaving, file }) })
    }

    /// Notes a command before it is sent; answers its number.
    pub fn ask(&self, player: usize, command: Command) -> Result<usize> {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let number = book.entries.len();
        writeln!(book.file, "{number} player {player} asks {command:?}")?;
        if command == Command::Exclude {
            book.leaving.insert(player);
        }
        book.entries.push(Entry { player, command, state: State::InDoubt });
        Ok(number)
    }

    /// Notes an answer. One that was given before has to be the same again, and a no never follows a yes.
    pub fn reported(&self, number: usize, answer: Result<Answer, Failure>) -> Result<()> {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(book.file, "{number} is told {answer:?}")?;
        if let Err(Failure::Unknown(why)) = &answer {
            book.unanswered.push(why.clone());
        }
        let Book { entries, leaving, .. } = &mut *book;
        let Some(entry) = entries.get_mut(number) else { bail!("no command {number}") };
        match (&entry.state, answer) {
            (_, Err(Failure::Unknown(_))) => {}
            // Whether it was carried out before the exclusion, the store tells.
            (State::InDoubt, Err(Failure::Refused(401 | 403, _))) if leaving.contains(&entry.player) => {
                entry.state = State::No;
            }
            (_, Err(Failure::Refused(_, why)))
                if matches!(entry.command, Command::Deposit { .. }) && is_for_limit(&why) =>
            {
                ensure!(
                    !matches!(entry.state, State::Yes(_)),
                    "{:?} was taken and is now {why}",
                    entry.command
                );
                entry.state = State::Limited;
            }
            // So many documents, or changes of limits, are taken in a while: the player tries again.
            (State::InDoubt | State::Yes(_), Err(Failure::Refused(429, _)))
                if matches!(entry.command, Command::Upload { .. } | Command::Exclude) => {}
            (State::Yes(before), Ok(after)) => {
                ensure!(same(before, &after), "{:?}: first {before:?}, then {after:?}", entry.command);
            }
            (State::Yes(before), Err(no)) => {
                bail!("{:?} was answered {before:?} and is now {no}", entry.command)
            }
            (State::No | State::Limited, Ok(yes)) => {
                bail!("{:?} was refused and is now {yes:?}", entry.command)
            }
            (_, Ok(yes)) => entry.state = State::Yes(yes),
            (_, Err(Failure::Refused(429, _))) => entry.state = State::No,
            (_, Err(no)) => bail!("{:?} has no reason to be {no}", entry.command),
        }
        Ok(())
    }

    /// Commands whose outcome is not known.
    pub fn in_doubt(&self) -> Vec<(usize, usize, Command)> {
        self.pick(|entry| matches!(entry.state, State::InDoubt))
    }

    /// Commands that were said yes to.
    pub fn acknowledged(&self) -> Vec<(usize, usize, Command)> {
        self.pick(|entry| matches!(entry.state, State::Yes(_)))
    }

    /// The last answer to a command, when it was a yes.
    pub fn answer(&self, number: usize) -> Option<Answer> {
        let book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        match &book.entries.get(number)?.state {
            State::Yes(answer) => Some(answer.clone()),
            State::InDoubt | State::No | State::Limited => None,
        }
    }

    /// How often there was no answer since the last call of [`Journal::take_unanswered`].
    pub fn in_trouble(&self) -> usize {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).unanswered.len()
    }

    /// What was told instead of answers since the last call of this.
    pub fn take_unanswered(&self) -> Vec<String> {
        std::mem::take(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner).unanswered)
    }

    /// Whether the outcome of a command is not known.
    pub fn is_in_doubt(&self, number: usize) -> bool {
        let book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        book.entries.get(number).is_some_and(|entry| matches!(entry.state, State::InDoubt))
    }

    /// Whether a deposit of a player was refused for a limit.
    pub fn has_met_limit(&self, player: usize) -> bool {
        !self.pick(|entry| entry.player == player && matches!(entry.state, State::Limited)).is_empty()
    }

    /// Whether a player has asked for their exclusion.
    pub fn is_leaving(&self, player: usize) -> bool {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).leaving.contains(&player)
    }

    /// How many documents a player has sent.
    pub fn uploads(&self, player: usize) -> usize {
        self.pick(|entry| entry.player == player && matches!(entry.command, Command::Upload { .. })).len()
    }

    /// How many deposits were refused for a limit.
    pub fn limited(&self) -> usize {
        self.pick(|entry| matches!(entry.state, State::Limited)).len()
    }

    fn pick(&self, wanted: impl Fn(&Entry) -> bool) -> Vec<(usize, usize, Command)> {
        let book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = book.entries.iter().enumerate().filter(|(_, entry)| wanted(entry));
        entries.map(|(number, entry)| (number, entry.player, entry.command.clone())).collect()
    }

    /// Adds up every yes.
    pub fn sums(&self) -> Sums {
        let book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sums = Sums::default();
        let mut rounds: BTreeMap<&str, (usize, &Spun)> = BTreeMap::new();
        for entry in &book.entries {
            let State::Yes(answer) = &entry.state else { continue };
            sums.acknowledged += 1;
            match answer {
                Answer::Payment { id, amount } => {
                    sums.payments.entry(entry.player).or_default().push((id.clone(), *amount));
                }
                Answer::Document(id) => {
                    sums.documents.insert(id.clone());
                }
                Answer::Excluded => {}
                Answer::Spun(spun) => {
                    let known = rounds.entry(&spun.round).or_insert((entry.player, spun));
                    if spun.steps >= known.1.steps {
                        *known = (entry.player, spun);
                    }
                }
            }
        }
        sums.rounds = rounds.len();
        for (player, spun) in rounds.values() {
            *sums.play.entry(*player).or_default() += spun.win_cents - spun.stake_cents;
        }
        sums
    }
}

/// A repeated bet is answered with its round as it is by now, which may have more steps; everything that was
/// said about the bet itself stays.
fn same(before: &Answer, after: &Answer) -> bool {
    match (before, after) {
        (Answer::Spun(a), Answer::Spun(b)) => {
            let fixed = |spun: &Spun| (spun.round.clone(), spun.nonce, spun.stake_cents, spun.balance_cents);
            fixed(a) == fixed(b) && b.steps >= a.steps && (b.steps > a.steps || b.win_cents == a.win_cents)
        }
        _ => before == after,
    }
}
