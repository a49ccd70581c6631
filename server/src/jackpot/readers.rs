//! What jackpots do with the log: bets fill them, rollbacks take back, and the bet that meets a point wins.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_db::log::{LogRow, TransferRow};
use croupier_db::{Error, Result};
use croupier_ledger::{Played, PlayedKind, SubAccount};
use croupier_money::Currency;

use super::definition::Definition;
use super::pot::{Cycle, Level, Overflow, Secret, Terms};
use super::store::{self, CountedBet, Locked};
use super::win_store::{self, Win};
use super::{ACCOUNT, Keys, READER};
use crate::app::App;
use crate::platform::readers::{After, Effects, Payment, Reader, SubAccountCode};
use crate::site_config::ExchangeRates;
use crate::wallet;

/// What counts of a single bet at most, in subunits: more could not be multiplied.
const STAKE_MAX: i64 = 1_000_000_000_000;

/// The reader of jackpots.
pub fn reader(app: Arc<App>) -> Reader {
    Reader::new(READER, move |effects, rows| {
        let app = app.clone();
        Box::pin(async move {
            let plays: Vec<Play<'_>> = rows.iter().filter_map(Play::of).collect();
            if plays.is_empty() {
                return Ok(After::nothing());
            }
            let definitions = app.jackpots.now();
            // In one order, so that two lanes never wait for each other.
            for definition in definitions.iter() {
                fill(&app, effects, definition, &plays).await?;
            }
            Ok(After::nothing())
        })
    })
}

/// A row of the log that matters to jackpots.
struct Play<'a> {
    log: &'a LogRow,
    row: &'a TransferRow,
    played: Played,
}

impl<'a> Play<'a> {
    /// Real money that was bet, or bets that were taken back.
    fn of(log: &'a LogRow) -> Option<Self> {
        let (LogRow::Transfer(row), Some(played)) = (log, log.played()) else { return None };
        let matters = matches!(played.kind, PlayedKind::Bet | PlayedKind::BetRollback) && played.real > 0;
        matters.then_some(Self { log, row, played })
    }

    fn is_bet(&self) -> bool {
        self.played.kind == PlayedKind::Bet
    }

    /// The bet that it takes back.
    fn reverses(&self) -> Option<i64> {
        self.row.transfer.reverses.map(|lsn| lsn.0).filter(|_| !self.is_bet())
    }
}

/// What a stop of the reader is told.
enum Failure {
    Overflow,
    Store(Error),
}

impl From<Overflow> for Failure {
    fn from(Overflow: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl Failure {
    fn of(self, identifier: &str) -> Error {
        match self {
            Self::Overflow => Error::Corrupt(format!("the jackpot {identifier} does not fit")),
            Self::Store(error) => error,
        }
    }
}

async fn fill(app: &App, effects: &mut Effects, of: &Definition, plays: &[Play<'_>]) -> Result<()> {
    let counts = |play: &&Play<'_>| {
        let game = app.catalogue.game_by_id(play.played.game);
        !play.is_bet() || game.is_some_and(|game| of.counts(&game))
    };
    let plays: Vec<&Play<'_>> = plays.iter().filter(counts).collect();
    if plays.is_empty() {
        return Ok(());
    }
    let keys = Keys(&app.secrets);
    let Some(mut jackpot) = store::lock(effects, keys, &of.identifier).await? else { return Ok(()) };
    let reversed: Vec<i64> = plays.iter().filter_map(|play| play.reverses()).collect();
    let mut known = store::counted(effects, jackpot.id, &reversed).await?;
    let rates = app.site_config.rates.now();
    let (mut noted, mut forgotten) = (BTreeMap::new(), Vec::new());
    for play in plays {
        if let Some(lsn) = play.reverses() {
            let fresh = noted.remove(&lsn).map(|(bet, _)| bet);
            let before = known.remove(&lsn).inspect(|_| forgotten.push(lsn));
            if let Some(bet) = fresh.or(before) {
                take_back(&mut jackpot, bet).map_err(|error| Failure::from(error).of(&of.identifier))?;
            }
            continue;
        }
        let Some(stake) = stake_of(play, &jackpot, &rates) else { continue };
        let (bet, won) = bet(keys, of, &mut jackpot, stake).map_err(|failure| failure.of(&of.identifier))?;
        if bet.cycles != [0; 3] {
            noted.insert(play.log.lsn().0, (bet, play.log.at()));
        }
        for (level, cycle) in won {
            win(effects, (of.identifier.as_str(), &jackpot), play, (level, &cycle), &rates, keys).await?;
        }
    }
    store::keep(effects, &jackpot).await?;
    store::forget(effects, jackpot.id, &forgotten).await?;
    let noted = noted.into_iter().map(|(lsn, (bet, at))| (lsn, bet, at)).collect();
    store::note(effects, jackpot.id, noted).await
}

/// The stake in the jackpot's currency; `None` when it does not count: it was made before the jackpot was opened, or no rate
/// leads from its currency to the jackpot's and back.
fn stake_of(play: &Play<'_>, jackpot: &Locked, rates: &ExchangeRates) -> Option<i64> {
    let from: Currency = play.row.currency.parse().ok()?;
    let to = jackpot.currency;
    wallet::converted(rates, to.subunits_to_unit(), to, from).filter(|back| *back > 0)?;
    let is_in_time = play.log.at() >= jackpot.opened_at;
    is_in_time
        .then(|| wallet::converted(rates, play.played.real, from, to))?
        .map(|stake| stake.min(STAKE_MAX))
}

fn bet(
    keys: Keys<'_>,
    of: &Definition,
    jackpot: &mut Locked,
    stake: i64,
) -> std::result::Result<(CountedBet, Vec<(Level, Cycle)>), Failure> {
    let (mut counted, mut won) = (CountedBet { stake, cycles: [0; 3] }, Vec::new());
    // Figures in another currency than the jackpot's are no terms of its cycles.
    let is_of_its_currency = of.currency == jackpot.currency;
    for (pot, counted) in jackpot.pots.iter_mut().zip(&mut counted.cycles) {
        let (level, present) = (pot.level, pot.cycle.terms);
        let next = |number| -> std::result::Result<(Terms, Secret), Failure> {
            let terms = if is_of_its_currency { of.terms(level) } else { present };
            Ok((terms, keys.secret(&of.identifier, level, number, &terms)?))
        };
        let taken = pot.bet(stake, next)?;
        *counted = taken.cycle;
        won.extend(taken.won.map(|cycle| (level, cycle)));
    }
    Ok((counted, won))
}

fn take_back(jackpot: &mut Locked, bet: CountedBet) -> std::result::Result<(), Overflow> {
    for (pot, cycle) in jackpot.pots.iter_mut().zip(bet.cycles) {
        pot.take_back(bet.stake, cycle)?;
    }
    Ok(())
}

/// Ends a cycle that the bet of `play` has won, begins the next one, writes the win down and owes it.
async fn win(
    effects: &mut Effects,
    (identifier, jackpot): (&str, &Locked),
    play: &Play<'_>,
    (level, won): (Level, &Cycle),
    rates: &ExchangeRates,
    keys: Keys<'_>,
) -> Result<()> {
    let at = play.log.at();
    store::end(effects, jackpot.id, level, won, at).await?;
    let next = jackpot.pots.iter().find(|pot| pot.level == level).ok_or(Error::NoRow)?;
    store::begin(effects, keys, (jackpot.id, identifier), level, &next.cycle, at).await?;
    let (original, _) = won.pays();
    let to = store::currency(&play.row.currency)?;
    let no_rate = || Error::Corrupt(format!("no rate from {} to {}", jackpot.currency.code(), to.code()));
    let amount = wallet::converted(rates, original, jackpot.currency, to).ok_or_else(no_rate)?;
    let worth = wallet::converted(rates, original, jackpot.currency, Currency::EUR).unwrap_or(original);
    let payment_no = jackpot.id * 4 + level.number();
    let win = Win {
        jackpot: jackpot.id,
        level,
        cycle: won.number,
        player: play.row.player,
        game: play.played.game,
        lsn: play.log.lsn().0,
        payment_no,
        currency: to,
        amount,
        original_currency: jackpot.currency,
        original_amount: original,
        worth,
        at,
    };
    win_store::add(effects, &win).await?;
    let own = SubAccountCode(SubAccount::Cash);
    let payment = Payment::Give { from: ACCOUNT.to_owned(), to: own, amount };
    effects.pay(play.log, payment_no, to, &payment).await
}
