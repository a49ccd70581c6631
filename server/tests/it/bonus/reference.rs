//! What bonuses are said to do (docs/BONUSES.md), written apart from the server: one wallet, rounds of partners, and the
//! bonuses of its player.

const HOUR: i64 = 60 * 60 * 1000;

/// How long after its end an active bonus is ended.
const IN_FLIGHT: i64 = 2_000;

/// An offer as the reference knows it.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub code: &'static str,
    pub amount: i64,
    pub wager: i64,
    pub win_max: Option<i64>,
    pub lost_below: i64,
    pub sticky: bool,
    /// Whether a withdrawal cancels it.
    pub cancels: bool,
}

/// How long an issued bonus can be activated, and an active one be wagered.
pub const ACTIVATABLE: i64 = 90 * HOUR;
pub const VALID: i64 = 48 * HOUR;

/// A bonus, in the words of its row.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    pub terms: Terms,
    pub stage: &'static str,
    pub wagered: i64,
    pub granted: i64,
    pub converted: i64,
    pub withheld: i64,
    pub deducted: i64,
    pub forfeited: i64,
    since: i64,
    /// Its place among those that wait.
    turn: usize,
    /// Whether the last row of a round left too little.
    emptied: bool,
}

impl Held {
    fn is_current(&self) -> bool {
        ["issued", "wait", "handle_bets"].contains(&self.stage)
    }

    fn is_wagered(&self) -> bool {
        self.wagered >= self.terms.amount * self.terms.wager
    }

    /// Stage, wagered, granted, converted, withheld, deducted, forfeited.
    pub fn row(&self) -> (String, [i64; 6]) {
        let sums = [self.wagered, self.granted, self.converted, self.withheld, self.deducted, self.forfeited];
        (self.stage.to_owned(), sums)
    }
}

/// A bet that can be taken back.
#[derive(Debug, Clone, Copy)]
struct Bet {
    cash: i64,
    bonus: i64,
    /// The bonus that it counted for.
    counted_for: Option<usize>,
}

/// An open round of a partner.
#[derive(Debug, Clone)]
pub struct Round {
    pub name: String,
    opened: i64,
    bets: Vec<Option<Bet>>,
    win: i64,
    bonus: Option<usize>,
}

impl Round {
    fn staked(&self) -> (i64, i64) {
        self.bets.iter().flatten().fold((0, 0), |(cash, bonus), bet| (cash + bet.cash, bonus + bet.bonus))
    }

    /// The bet that can be taken back, by its number: the last one, before anything was won.
    pub fn takes_back(&self) -> Option<usize> {
        if self.win > 0 { None } else { self.bets.iter().rposition(Option::is_some) }
    }

    /// How many bets it has had.
    pub fn bets(&self) -> usize {
        self.bets.len()
    }
}

/// The wallet.
#[derive(Debug, Clone, Default)]
pub struct Reference {
    pub cash: i64,
    pub bonus: i64,
    pub held: Vec<Held>,
    pub rounds: Vec<Round>,
    turns: usize,
}

impl Reference {
    /// A wallet with so much cash.
    pub fn with(cash: i64) -> Self {
        Self { cash, ..Self::default() }
    }

    pub fn issue(&mut self, terms: Terms, now: i64) {
        self.held.push(Held {
            terms,
            stage: "issued",
            wagered: 0,
            granted: 0,
            converted: 0,
            withheld: 0,
            deducted: 0,
            forfeited: 0,
            since: now,
            turn: 0,
            emptied: false,
        });
    }

    fn active(&self) -> Option<usize> {
        self.held.iter().position(|held| held.stage == "handle_bets")
    }

    pub fn current(&self) -> Vec<usize> {
        (0..self.held.len()).filter(|at| self.held[*at].is_current()).collect()
    }

    pub fn issued(&self) -> Vec<usize> {
        (0..self.held.len()).filter(|at| self.held[*at].stage == "issued").collect()
    }

    /// Activates an issued one, or lets it wait; its stage then.
    pub fn activate(&mut self, at: usize, now: i64) -> &'static str {
        if self.active().is_some() {
            self.turns += 1;
            self.held[at].turn = self.turns;
            self.held[at].stage = "wait";
        } else {
            self.begin(at, now);
        }
        self.held[at].stage
    }

    fn begin(&mut self, at: usize, now: i64) {
        let held = &mut self.held[at];
        held.stage = "handle_bets";
        held.since = now;
        held.granted = held.terms.amount;
        self.bonus = held.terms.amount;
    }

    /// What of the bonus can be staked in a round: a round takes money of one bonus only.
    pub fn playable(&self, round: Option<usize>) -> i64 {
        let staked = round.and_then(|at| self.rounds[at].bonus);
        if staked.is_none() || staked == self.active() { self.bonus } else { 0 }
    }

    /// Opens a round, which has no bet yet.
    pub fn open(&mut self, name: String, now: i64) -> usize {
        self.rounds.push(Round { name, opened: now, bets: Vec::new(), win: 0, bonus: None });
        self.rounds.len() - 1
    }

    /// A bet that the wallet can pay: cash first.
    pub fn bet(&mut self, at: usize, stake: i64) {
        let cash = stake.min(self.cash);
        let bonus = stake - cash;
        let active = self.active();
        self.cash -= cash;
        self.bonus -= bonus;
        if bonus > 0 {
            self.rounds[at].bonus = active;
        }
        self.rounds[at].bets.push(Some(Bet { cash, bonus, counted_for: active }));
        if let Some(active) = active {
            self.held[active].wagered += stake;
        }
        self.look();
    }

    /// A win: cash by its share of the stake, rounded down; the rest is the bonus's that was staked, or its campaign's.
    pub fn win(&mut self, at: usize, amount: i64, closes: bool) {
        let (cash, bonus) = self.rounds[at].staked();
        let of_cash = if self.rounds[at].bonus.is_none() { amount } else { amount * cash / (cash + bonus) };
        self.cash += of_cash;
        if self.rounds[at].bonus.is_some() && self.rounds[at].bonus == self.active() {
            self.bonus += amount - of_cash;
        }
        self.rounds[at].win += amount;
        if closes {
            self.rounds.remove(at);
        }
        self.look();
    }

    /// Takes a bet back.
    pub fn take_back(&mut self, at: usize, number: usize) {
        let Some(bet) = self.rounds[at].bets[number].take() else { return };
        let active = self.active();
        self.cash += bet.cash;
        if bet.bonus > 0 && self.rounds[at].bonus == active {
            self.bonus += bet.bonus;
        }
        if let Some(active) = active.filter(|active| bet.counted_for == Some(*active)) {
            self.held[active].wagered -= bet.cash + bet.bonus;
        }
        if self.rounds[at].bets.iter().all(Option::is_none) {
            self.rounds.remove(at);
        }
        self.look();
    }

    /// Notes after a row of a round whether too little is left.
    fn look(&mut self) {
        let Some(active) = self.active() else { return };
        self.held[active].emptied = self.is_too_little(active);
    }

    fn is_too_little(&self, at: usize) -> bool {
        self.bonus == 0 || self.cash + self.bonus < self.held[at].terms.lost_below
    }

    /// Whether a round is open that keeps an end from happening: one with money of the bonus, or any.
    fn is_undecided(&self, at: usize, any: bool, hours: i64, now: i64) -> bool {
        self.rounds.iter().any(|round| round.opened > now - hours * HOUR && (any || round.bonus == Some(at)))
    }

    /// The player declines a bonus; whether that is done.
    pub fn decline(&mut self, at: usize, now: i64) -> bool {
        if self.held[at].stage == "handle_bets" {
            let hours = if self.held[at].is_wagered() { 24 } else { 1 };
            if self.is_undecided(at, false, hours, now) {
                return false;
            }
            if self.held[at].is_wagered() {
                self.finish(at);
                return true;
            }
        }
        self.give_back(at, "canceled");
        true
    }

    /// The player withdraws cash; whether that is done.
    pub fn withdraw(&mut self, amount: i64, now: i64) -> bool {
        let ends: Vec<usize> = self.current().into_iter().filter(|at| self.held[*at].terms.cancels).collect();
        if let Some(active) = self.active().filter(|active| ends.contains(active)) {
            let hours = if self.held[active].is_wagered() { 24 } else { 1 };
            if self.is_undecided(active, false, hours, now) {
                return false;
            }
        }
        for at in ends {
            self.give_back(at, "canceled");
        }
        self.cash -= amount;
        true
    }

    fn give_back(&mut self, at: usize, stage: &'static str) {
        if self.held[at].stage == "handle_bets" {
            self.held[at].forfeited = self.bonus;
            self.bonus = 0;
        }
        self.held[at].stage = stage;
    }

    /// Everything was wagered.
    fn finish(&mut self, at: usize) {
        let held = &mut self.held[at];
        held.deducted = if held.terms.sticky { self.bonus.min(held.granted) } else { 0 };
        let rest = self.bonus - held.deducted;
        held.converted = held.terms.win_max.map_or(rest, |most| rest.min(most));
        held.withheld = rest - held.converted;
        held.stage = "finished";
        self.cash += held.converted;
        self.bonus = 0;
    }

    /// Everything that a server does by itself until `now`.
    pub fn settle(&mut self, now: i64) {
        for at in self.issued() {
            if self.held[at].since + ACTIVATABLE <= now {
                self.held[at].stage = "expired";
            }
        }
        loop {
            if let Some(at) = self.active() {
                let is_over = self.held[at].since + VALID + IN_FLIGHT <= now;
                let is_open = self.is_undecided(at, false, 24, now);
                if self.held[at].is_wagered() {
                    if is_open {
                        return;
                    }
                    self.finish(at);
                } else if is_over {
                    if is_open {
                        return;
                    }
                    self.give_back(at, "expired");
                } else if self.held[at].emptied && self.is_too_little(at) {
                    if self.is_undecided(at, true, 24, now) {
                        return;
                    }
                    self.give_back(at, "lost");
                } else {
                    return;
                }
            }
            let waiting = (0..self.held.len()).filter(|at| self.held[*at].stage == "wait");
            let Some(next) = waiting.min_by_key(|at| self.held[*at].turn) else { return };
            self.begin(next, now);
        }
    }
}
