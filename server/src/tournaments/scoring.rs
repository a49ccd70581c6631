//! From rows of the log to scores; pure. What is known before a batch comes from the store, what is known after it goes
//! back there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use croupier_ledger::{Played, PlayedKind, PlayerId, RoundStatus};

use super::definition::SETTLE_MS;
use super::levels::Steps;
use super::strategy::{Score, ScoringStrategy, Settled};

/// A tournament as its scoring sees it.
#[derive(Debug, Clone)]
pub(super) struct Contest {
    pub id: i64,
    pub strategy: ScoringStrategy,
    /// In subunits of the tournament's currency.
    pub min_bet: i64,
    pub currency: croupier_money::Currency,
    /// The numbers of the games that count.
    pub games: Arc<BTreeSet<i64>>,
    pub start_at: i64,
    pub end_at: i64,
    /// The levels, when some of them bring a gift.
    pub steps: Option<Arc<Steps>>,
}

impl Contest {
    /// Whether a bet of this instant counts: the start does, the end does not.
    fn takes_bets_at(&self, at: i64) -> bool {
        (self.start_at..self.end_at).contains(&at)
    }

    /// The first instant whose rows change nothing any more.
    pub(super) fn settled_at(&self) -> i64 {
        self.end_at + SETTLE_MS
    }
}

/// One round in one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub player: PlayerId,
    /// Of the wallet.
    pub currency: String,
    pub opened_at: i64,
    pub stake: i64,
    pub win: i64,
    /// Whether real money alone was staked.
    pub is_real: bool,
    pub ended_at: Option<i64>,
    /// The row of the first bet after the tournament's end. Nothing from there on adds anything, nor takes anything back:
    /// what a round wins after it cannot be told apart from what the late bet has won.
    pub late_from: Option<i64>,
    pub score: Score,
}

/// A tournament and a round, or a tournament and a player.
pub(super) type Pair = (i64, i64);

/// A row of a round with what stands around it in the log.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub played: Played,
    pub player: PlayerId,
    pub currency: &'a str,
    pub at: i64,
    /// Its place in the log.
    pub lsn: i64,
    /// The place of the row that it takes back.
    pub reverses: Option<i64>,
}

/// What is known while a batch is worked through.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub contests: Vec<Contest>,
    /// Who has joined which tournament.
    pub joined: BTreeSet<Pair>,
    /// Rounds that were opened before, and those that the batch opens.
    pub entries: BTreeMap<Pair, Entry>,
    /// The entries that the batch has changed, with the score that the store holds.
    pub changed: BTreeMap<Pair, Score>,
}

impl Batch {
    /// Notes that a player has joined; rounds that are opened later count.
    pub(super) fn join(&mut self, contest: i64, player: PlayerId) {
        self.joined.insert((contest, player));
    }

    /// Takes in one row. `converted` answers an amount of the row's currency in that of a tournament, at the rates of the
    /// row's day.
    pub(super) fn take(&mut self, row: &Row<'_>, converted: impl Fn(i64, &Contest) -> Option<i64>) {
        for contest in &self.contests {
            let pair = (contest.id, row.played.round);
            if row.played.opens
                && row.played.grant.is_none()
                && contest.takes_bets_at(row.at)
                && contest.games.contains(&row.played.game)
                && self.joined.contains(&(contest.id, row.player))
            {
                self.entries.insert(pair, opened(row));
                self.changed.insert(pair, Score::default());
            }
            // What comes after the settling counts for nobody: places may be frozen by then.
            if row.at >= contest.settled_at() {
                continue;
            }
            let Some(entry) = self.entries.get_mut(&pair) else { continue };
            self.changed.entry(pair).or_insert(entry.score);
            entry.take(row, contest);
            entry.score = entry.scored(contest, &converted);
        }
    }
}

const fn is_part_of_bonus(played: &Played) -> bool {
    played.bonus != 0 || played.grant.is_some()
}

fn opened(row: &Row<'_>) -> Entry {
    Entry {
        player: row.player,
        currency: row.currency.to_owned(),
        opened_at: row.at,
        stake: 0,
        win: 0,
        is_real: true,
        ended_at: None,
        late_from: None,
        score: Score::default(),
    }
}

impl Entry {
    fn take(&mut self, row: &Row<'_>, contest: &Contest) {
        let played = &row.played;
        if played.kind == PlayedKind::Bet && row.at >= contest.end_at {
            self.late_from.get_or_insert(row.lsn);
        }
        if self.late_from.is_none_or(|late| row.reverses.unwrap_or(row.lsn) < late) {
            self.add(played);
        }
        match played.ends {
            Some(RoundStatus::Closed) if self.ended_at.is_none() => self.ended_at = Some(row.at),
            // A round that is opened again has no end until it is closed again.
            Some(RoundStatus::Void) => (self.stake, self.win, self.ended_at) = (0, 0, None),
            _ => {}
        }
    }

    fn add(&mut self, played: &Played) {
        // Sums that do not fit are of no bet that the ledger takes.
        match played.kind {
            PlayedKind::Bet => {
                self.stake = self.stake.saturating_add(played.real);
                self.is_real &= !is_part_of_bonus(played);
            }
            PlayedKind::Win => self.win = self.win.saturating_add(played.real),
            PlayedKind::BetRollback => self.stake = self.stake.saturating_sub(played.real),
            PlayedKind::WinRollback => self.win = self.win.saturating_sub(played.real),
            PlayedKind::Settle => {}
        }
    }

    fn scored(&self, contest: &Contest, converted: impl Fn(i64, &Contest) -> Option<i64>) -> Score {
        if self.ended_at.is_none() || !self.is_real {
            return Score::default();
        }
        let amounts = converted(self.stake, contest).zip(converted(self.win, contest));
        let settled = Settled { stake: self.stake, win: self.win, converted: amounts };
        contest.strategy.score(settled, contest.min_bet)
    }
}

#[cfg(test)]
mod tests {
    use croupier_money::Currency;

    use super::*;

    const END: i64 = 2_000;

    fn contest() -> Contest {
        Contest {
            id: 1,
            strategy: ScoringStrategy::SumOfBets,
            min_bet: 0,
            currency: Currency::EUR,
            games: Arc::new(BTreeSet::from([5])),
            start_at: 1_000,
            end_at: END,
            steps: None,
        }
    }

    fn played(kind: PlayedKind, real: i64, opens: bool, ends: Option<RoundStatus>) -> Played {
        Played { kind, round: 9, game: 5, grant: None, real, bonus: 0, opens, ends }
    }

    fn score_of(rows: &[(Played, i64)]) -> Option<Score> {
        let mut batch = Batch { contests: vec![contest()], ..Batch::default() };
        batch.join(1, 7);
        for (lsn, (played, at)) in (9..).zip(rows) {
            // A row takes back the one that was just before it.
            let is_back = matches!(played.kind, PlayedKind::BetRollback | PlayedKind::WinRollback);
            let reverses = is_back.then_some(lsn - 1);
            let row = Row { played: *played, player: 7, currency: "EUR", at: *at, lsn, reverses };
            batch.take(&row, |amount, _| Some(amount));
        }
        batch.entries.get(&(1, 9)).map(|entry| entry.score)
    }

    fn bet(real: i64) -> Played {
        played(PlayedKind::Bet, real, true, Some(RoundStatus::Closed))
    }

    #[test]
    fn the_start_counts_and_the_end_does_not() {
        for (at, counts) in [(999, false), (1_000, true), (END - 1, true), (END, false)] {
            assert_eq!(score_of(&[(bet(50), at)]).is_some(), counts, "{at}");
        }
    }

    #[test]
    fn a_round_has_a_minute_to_end() {
        let open = played(PlayedKind::Bet, 50, true, None);
        let end = played(PlayedKind::Settle, 0, false, Some(RoundStatus::Closed));
        for (ended_at, points) in [(END + SETTLE_MS - 1, 50), (END + SETTLE_MS, 0)] {
            let score = score_of(&[(open, END - 1), (end, ended_at)]).unwrap();
            assert_eq!(score.points, points, "{ended_at}");
        }
    }

    #[test]
    fn a_rollback_takes_its_score_back_until_the_settling() {
        let back = played(PlayedKind::BetRollback, 50, false, Some(RoundStatus::Void));
        for (at, points) in [(1_500, 0), (END, 0), (END + SETTLE_MS - 1, 0), (END + SETTLE_MS, 50)] {
            assert_eq!(score_of(&[(bet(50), 1_200), (back, at)]).unwrap().points, points, "{at}");
        }
    }

    #[test]
    fn a_bet_after_the_end_adds_nothing_to_a_round_that_was_opened_in_time() {
        let open = played(PlayedKind::Bet, 50, true, None);
        let more = played(PlayedKind::Bet, 900, false, None);
        let back = played(PlayedKind::BetRollback, 900, false, None);
        let end = played(PlayedKind::Settle, 0, false, Some(RoundStatus::Closed));
        for (at, points) in [(END - 1, 950), (END, 50)] {
            let score = score_of(&[(open, END - 2), (more, at), (end, END + 1)]).unwrap();
            assert_eq!(score.points, points, "{at}");
        }
        let taken_back = score_of(&[(open, END - 2), (more, END), (back, END + 1), (end, END + 2)]).unwrap();
        assert_eq!(taken_back.points, 50);
    }

    #[test]
    fn a_round_that_is_opened_again_scores_once_it_is_closed_again() {
        let back = played(PlayedKind::BetRollback, 50, false, Some(RoundStatus::Void));
        let again = played(PlayedKind::Bet, 70, false, None);
        let end = played(PlayedKind::Settle, 0, false, Some(RoundStatus::Closed));
        let rows = [(bet(50), 1_200), (back, 1_300), (again, 1_400), (end, 1_500)];
        assert_eq!(score_of(&rows[..3]).unwrap(), Score::default());
        assert_eq!(score_of(&rows).unwrap().points, 70);
    }

    #[test]
    fn only_rounds_of_real_money_count() {
        let mixed = Played { bonus: 10, ..bet(50) };
        assert_eq!(score_of(&[(mixed, 1_200)]).unwrap(), Score::default());
        let other_game = Played { game: 6, ..bet(50) };
        assert_eq!(score_of(&[(other_game, 1_200)]), None);
    }
}
