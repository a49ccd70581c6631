//! Bets and wins: of builtin games and of partners.

use croupier_money::positive;

use super::draft::Draft;
use crate::{
    AccountId, Answer, Funding, KeyRow, PlayContext, Refusal, Round, RoundRef, RoundStatus, Settle,
    Settlement, TransferKind,
};

/// What a bet takes from the wallet.
#[derive(Debug, Clone, Copy)]
enum Stake {
    /// Amounts of cash and of bonus money, in subunits.
    Paid { cash: i64, bonus: i64 },
    /// Nothing: a grant pays.
    Granted,
}

impl Draft<'_> {
    pub(super) fn play(
        &mut self,
        (game, system, funding): (i64, AccountId, Funding),
        stake: i64,
        win_max: i64,
        settle: &Settle,
    ) -> Result<(), Refusal> {
        let stake = self.stake_of(funding, stake)?;
        self.keep_room_for(win_max)?;
        self.wallet.nonce += 1;
        let (round_id, nonce, seed_no) = (self.op.0, self.wallet.nonce, self.wallet.seed_no);
        let settled = settle.ask(&PlayContext {
            nonce,
            seed_no,
            round_id,
            bonus: self.wallet.bonus_id,
            round: None,
        })?;
        let stakes_to = if settled.open { self.stake() } else { system };
        self.round =
            Some(Round { nonce, seed_no, win_room: win_max, ..self.new_round(game, system, funding) });
        self.opens = true;
        self.take_stake(stakes_to, stake)?;
        if settled.open {
            self.wallet.open_rounds += 1;
        }
        self.settle(settled)
    }

    pub(super) fn step(&mut self, round: i64, version: i64, settle: &Settle) -> Result<(), Refusal> {
        let round = self.own_round(round)?;
        if round.status != RoundStatus::Open || round.version != version {
            return Err(Refusal::RoundConflict);
        }
        let context = PlayContext {
            nonce: round.nonce,
            seed_no: round.seed_no,
            round_id: round.id,
            bonus: self.wallet.bonus_id,
            round: Some(&round),
        };
        let settled = settle.ask(&context)?;
        let system = round.system;
        self.round = Some(Round { version: version + 1, ..round });
        if settled.win == 0 {
            self.win_nothing(system);
        }
        self.settle(settled)
    }

    /// Books what a game answered: the win, and the stake when the round ends.
    fn settle(&mut self, settled: Settlement) -> Result<(), Refusal> {
        let round = self.round.as_mut().ok_or(Refusal::UnknownRound)?;
        let (system, staked) = (round.system, round.stake);
        round.detail = settled.detail;
        self.facts.extend(settled.facts);
        self.give_room_back(settled.win);
        self.pay(system, settled.win)?;
        if !settled.open {
            self.close(system, if self.opens { 0 } else { staked })?;
        }
        Ok(())
    }

    /// Ends the round; `staked` is what waited in the stake account.
    fn close(&mut self, system: AccountId, staked: i64) -> Result<(), Refusal> {
        self.transfer_any(TransferKind::Settle, self.stake(), system, staked)?;
        self.end_round(RoundStatus::Closed);
        Ok(())
    }

    /// A step that wins nothing is a row of its round, too.
    fn win_nothing(&mut self, system: AccountId) {
        self.transfer_nothing(TransferKind::Win, system, self.cash());
    }

    pub(super) fn bet(
        &mut self,
        named: RoundRef,
        funding: Funding,
        amount: i64,
        round_max: Option<i64>,
    ) -> Result<(), Refusal> {
        // What a grant pays was played at its partner before this is reported: a stop since then takes no winnings away.
        if funding == Funding::Wallet {
            self.may_bet()?;
        }
        if let Some(round) = self.partner_round(named)? {
            if round.status == RoundStatus::Closed || round.funding != funding {
                return Err(Refusal::RoundConflict);
            }
            // A round whose bets were all taken back so far is not over: its callbacks come in any order.
            let (version, status) = (round.version + 1, RoundStatus::Open);
            self.round = Some(Round { version, status, closed_at: None, ..round });
        } else {
            let key = named.key;
            self.keys.push(KeyRow { key, fingerprint: key, lsn: self.op, answer: Answer::Round });
            self.round = Some(self.new_round(named.game, named.system, funding));
            self.opens = true;
        }
        let stake = self.stake_of(funding, amount)?;
        let staked = self.round.as_ref().map_or(0, |round| round.stake);
        if let Some(most) = round_max.filter(|most| staked.saturating_add(amount) > *most) {
            return Err(Refusal::RoundMax { most });
        }
        self.take_stake(named.system, stake)
    }

    pub(super) fn win(&mut self, named: RoundRef, amount: i64, closes: bool) -> Result<(), Refusal> {
        let round = self.partner_round(named)?.ok_or(Refusal::UnknownRound)?;
        if round.status == RoundStatus::Void {
            return Err(Refusal::RoundConflict);
        }
        self.round = Some(Round { version: round.version + 1, ..round });
        if amount == 0 {
            self.win_nothing(named.system);
        }
        self.pay(named.system, amount)?;
        if closes { self.close(named.system, 0) } else { Ok(()) }
    }

    /// What a bet of `stake` takes from the wallet; a grant pays bets of zero, and names an account that may be moved
    /// for its wins.
    fn stake_of(&self, funding: Funding, stake: i64) -> Result<Stake, Refusal> {
        match funding {
            Funding::Wallet => self.stake_split(stake),
            Funding::Grant { to, .. } if !to.is_free() || !to.is_money() => Err(Refusal::UnknownAccount),
            Funding::Grant { .. } if stake == 0 => Ok(Stake::Granted),
            Funding::Grant { .. } => Err(Refusal::BadAmount),
        }
    }

    /// Cash and bonus money of a stake: cash first, the rest from the bonus, within the player's limits.
    fn stake_split(&self, stake: i64) -> Result<Stake, Refusal> {
        let stake = positive(stake).map_err(|_| Refusal::BadAmount)?;
        let cash = stake.min(self.wallet.cash());
        let (bonus, playable) = (stake - cash, self.playable_bonus());
        if bonus > playable {
            return Err(Refusal::InsufficientFunds {
                available: self.wallet.cash().saturating_add(playable),
            });
        }
        self.within_limits(cash)?;
        Ok(Stake::Paid { cash, bonus })
    }

    fn take_stake(&mut self, to: AccountId, stake: Stake) -> Result<(), Refusal> {
        if let Some(round) = &mut self.round {
            round.bets += 1;
        }
        let Stake::Paid { cash, bonus } = stake else {
            self.transfer_nothing(TransferKind::Bet, self.cash(), to);
            return Ok(());
        };
        self.transfer_any(TransferKind::Bet, self.cash(), to, cash)?;
        if bonus > 0
            && let Some(round) = &mut self.round
        {
            round.bonus = self.wallet.bonus_id;
            round.bonus_funding = self.wallet.bonus_funding;
        }
        self.transfer_any(TransferKind::Bet, self.bonus(), to, bonus)
    }

    /// Pays a win, split as the stake was, or to where the grant says; zero pays nothing.
    fn pay(&mut self, system: AccountId, win: i64) -> Result<(), Refusal> {
        let round = self.round.as_ref().ok_or(Refusal::UnknownRound)?;
        if let Some(to) = round.funding.win_to() {
            return self.transfer_any(TransferKind::Win, system, self.account(to), win);
        }
        let (cash, bonus) = round.split(win);
        self.transfer_any(TransferKind::Win, system, self.cash(), cash)?;
        if bonus != 0 {
            let home = self.bonus_home()?;
            self.transfer(TransferKind::Win, system, home, bonus)?;
        }
        Ok(())
    }

    fn new_round(&self, game: i64, system: AccountId, funding: Funding) -> Round {
        Round {
            id: self.op.0,
            wallet: self.wallet.id,
            player: self.wallet.player,
            game,
            system,
            status: RoundStatus::Open,
            version: 0,
            bets: 0,
            stake: 0,
            stake_bonus: 0,
            bonus: None,
            bonus_funding: None,
            funding,
            win: 0,
            win_room: 0,
            nonce: 0,
            seed_no: 0,
            opened_at: self.at,
            closed_at: None,
            detail: String::new(),
        }
    }

    pub(super) fn own_round(&self, id: i64) -> Result<Round, Refusal> {
        let round = self.view.round(id).filter(|round| round.wallet == self.wallet.id);
        round.cloned().ok_or(Refusal::UnknownRound)
    }

    /// The round a partner names; `None` when the partner has not named it before.
    fn partner_round(&self, named: RoundRef) -> Result<Option<Round>, Refusal> {
        match self.view.key(named.key) {
            Some(KeyRow { answer: Answer::Round, lsn, .. }) => self.own_round(lsn.0).map(Some),
            Some(_) => Err(Refusal::KeyConflict),
            None => Ok(None),
        }
    }

    /// Keeps room in the wallet for the most that a round wins, whatever becomes of the stake, beside the room that its
    /// other open rounds need. Nothing else can fill it, so no win of the round is ever refused.
    fn keep_room_for(&mut self, win_max: i64) -> Result<(), Refusal> {
        let room = self.wallet.win_room.checked_add(win_max).filter(|_| win_max >= 0);
        let room = room.ok_or(Refusal::BadAmount)?;
        if self.wallet.total().saturating_add(room) > croupier_money::WIRE_MAX {
            return Err(Refusal::BalanceFull);
        }
        self.wallet.win_room = room;
        Ok(())
    }

    /// Gives up the room of `win`, which is about to be filled.
    fn give_room_back(&mut self, win: i64) {
        let Some(round) = &mut self.round else { return };
        let filled = win.clamp(0, round.win_room);
        round.win_room -= filled;
        self.wallet.win_room -= filled;
    }

    pub(super) fn may_bet(&self) -> Result<(), Refusal> {
        self.not_stopped(|_| true)
    }

    pub(super) fn same_seed(&self, seed_no: i64) -> Result<(), Refusal> {
        if self.wallet.seed_no == seed_no { Ok(()) } else { Err(Refusal::SeedChanged) }
    }

    pub(super) fn same_rounds(&self, open_rounds: i64) -> Result<(), Refusal> {
        if self.wallet.open_rounds == open_rounds { Ok(()) } else { Err(Refusal::RoundsChanged) }
    }
}
