//! Random histories of bonuses, each step compared with a reference that knows nothing of the server's code.

use std::time::Duration;

use croupier_db::params;

use super::reference::{Held, Reference, Terms};
use super::*;

const STEPS: usize = 60;
const SEEDS: u64 = 4;

const TERMS: [Terms; 3] = [
    Terms {
        code: "M-PLAIN",
        amount: 1_000,
        wager: 2,
        win_max: None,
        lost_below: 50,
        sticky: false,
        cancels: false,
    },
    Terms {
        code: "M-CAPPED",
        amount: 600,
        wager: 3,
        win_max: Some(700),
        lost_below: 0,
        sticky: false,
        cancels: true,
    },
    Terms {
        code: "M-STICKY",
        amount: 800,
        wager: 1,
        win_max: Some(500),
        lost_below: 0,
        sticky: true,
        cancels: true,
    },
];

/// The same offers as the server reads them.
fn offers() -> String {
    let one = |terms: &Terms| {
        let optional =
            |name: &str, value: Option<i64>| value.map_or(String::new(), |n| format!(", {name} = {n}"));
        let least = optional("lost_below", Some(terms.lost_below).filter(|low| *low > 0));
        let most = optional("win_max", terms.win_max);
        let rule = if terms.cancels && !terms.sticky { "on_cashout = \"cancel\"" } else { "" };
        format!(
            r#"
            [[offer]]
            code = "{}"
            trigger = "staff"
            kind = "NonDeposit"
            group_key = "model"
            title = {{ en = "Model" }}
            wager = {}
            sticky = {}
            {rule}
            activatable_hours = 90
            valid_hours = 48
            amounts.EUR = {{ amount = {}{least}{most} }}
            "#,
            terms.code, terms.wager, terms.sticky, terms.amount
        )
    };
    TERMS.iter().map(one).collect()
}

/// Choices that follow from a seed alone (SplitMix64).
struct Chance(u64);

impl Chance {
    /// A number from 0 up to `end`, which is left out and above zero.
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((mixed ^ (mixed >> 31)) % end.unsigned_abs()).unwrap()
    }

    fn one_in(&mut self, n: i64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::try_from(self.below(i64::try_from(choices.len()).unwrap())).unwrap()]
    }
}

/// A player of a history.
struct Walk<'a> {
    kit: &'a Kit,
    browser: Browser,
    player: i64,
    /// The ids of the bonuses, in the order of the reference.
    ids: Vec<String>,
    reference: Reference,
    chance: Chance,
    names: usize,
}

impl Walk<'_> {
    fn now(&self) -> i64 {
        self.kit.app.clock.now()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("{}-{}", self.player, self.names)
    }

    fn one_of(&mut self, choices: &[usize]) -> Option<usize> {
        (!choices.is_empty()).then(|| self.chance.pick(choices))
    }

    async fn step(&mut self) {
        match self.chance.below(20) {
            0 | 1 => self.issue().await,
            2..=4 => self.activate().await,
            5..=10 => self.bet().await,
            11..=14 => self.win().await,
            15 => self.take_back().await,
            16 => self.decline().await,
            17 => self.withdraw().await,
            18 => {
                let cash = 1 + self.chance.below(399);
                give(&self.kit.app, self.player, EUR, cash).await;
                self.reference.cash += cash;
            }
            _ => {
                let far = self.chance.one_in(4);
                let by = if far { Duration::from_mins(1_867) } else { Duration::from_secs(2_473) };
                self.kit.app.clock.advance(by);
            }
        }
    }

    async fn issue(&mut self) {
        let terms = self.chance.pick(&TERMS);
        self.ids.push(gift(self.kit, &self.browser, self.player, terms.code).await);
        self.reference.issue(terms, self.now());
    }

    async fn activate(&mut self) {
        let issued = self.reference.issued();
        let Some(at) = self.one_of(&issued) else { return };
        let stage = self.reference.activate(at, self.now());
        assert_eq!(activate(&self.browser, "bonuses", &self.ids[at]).await["stage"], stage);
    }

    async fn bet(&mut self) {
        let open: Vec<usize> = (0..self.reference.rounds.len()).collect();
        let goes_on = if self.chance.one_in(3) { self.one_of(&open) } else { None };
        let most = self.reference.cash + self.reference.playable(goes_on);
        if most == 0 {
            return;
        }
        // Now and then all there is.
        let stake = if self.chance.one_in(6) { most } else { 1 + self.chance.below(most.min(700)) };
        let at = if let Some(at) = goes_on {
            at
        } else {
            let (name, now) = (self.name(), self.now());
            self.reference.open(name, now)
        };
        let round = &self.reference.rounds[at];
        let (named, key) =
            (partner_round(self.kit, &round.name).await, format!("{} {}", round.name, round.bets()));
        partner_acts(self.kit, self.player, &key, Action::bet(named, stake)).await;
        self.reference.bet(at, stake);
    }

    async fn win(&mut self) {
        let open: Vec<usize> = (0..self.reference.rounds.len()).collect();
        let Some(at) = self.one_of(&open) else { return };
        let amount = self.chance.pick(&[0, 0, 130, 333, 1_501]);
        let closes = amount == 0 || !self.chance.one_in(4);
        let (round, key) = (partner_round(self.kit, &self.reference.rounds[at].name).await, self.name());
        partner_acts(self.kit, self.player, &key, Action::Win { round, amount, closes }).await;
        self.reference.win(at, amount, closes);
    }

    async fn take_back(&mut self) {
        let rounds = &self.reference.rounds;
        let can: Vec<usize> = (0..rounds.len()).filter(|at| rounds[*at].takes_back().is_some()).collect();
        let Some(at) = self.one_of(&can) else { return };
        let Some(number) = self.reference.rounds[at].takes_back() else { return };
        let original = Key::new("partner", &format!("{} {number}", self.reference.rounds[at].name));
        let key = self.name();
        partner_acts(self.kit, self.player, &key, Action::Rollback { original }).await;
        self.reference.take_back(at, number);
    }

    async fn decline(&mut self) {
        let current = self.reference.current();
        let Some(at) = self.one_of(&current) else { return };
        let answer = self.browser.delete(&format!("/api/player/bonuses/{}", self.ids[at])).await;
        let status = if self.reference.decline(at, self.now()) { 200 } else { 409 };
        assert_eq!(answer.status.as_u16(), status, "{:#}", answer.body);
    }

    /// A withdrawal as the cashbox makes it.
    async fn withdraw(&mut self) {
        if self.reference.cash == 0 {
            return;
        }
        let (amount, now) = (1 + self.chance.below(self.reference.cash), self.now());
        let with = bonus::with_cashout(&self.kit.app, self.player, EUR, true, now).await;
        assert_eq!(with.is_ok(), self.reference.withdraw(amount, now), "{with:?}");
        let Ok(with) = with else { return };
        let key = Key::new("cashout", &self.name());
        let order = Order {
            key,
            fingerprint: key,
            player: self.player,
            currency: EUR,
            at: now,
            action: Action::PayoutHold { amount },
            facts: with.facts,
            attached: with.statements,
        };
        self.kit.app.wallet.submit_linked(order, with.linked).await.unwrap();
    }

    /// Waits until the server has come to what the reference says.
    async fn compare(&mut self, what: &str) {
        let mut found = None;
        // What a server could not bring on is put off for ten seconds of this clock.
        for look in 0..1_000 {
            self.reference.settle(self.now());
            let wanted: Vec<_> = self.reference.held.iter().map(Held::row).collect();
            let is = (money(self.kit, self.player).await, self.rows().await);
            if is == ((self.reference.cash, self.reference.bonus), wanted.clone()) {
                return;
            }
            found = Some((is, wanted));
            if look % 10 == 9 {
                self.kit.app.clock.advance(Duration::from_secs(1));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{what}: {found:#?}\nthe reference: {:#?}", self.reference);
    }

    async fn rows(&self) -> Vec<(String, [i64; 6])> {
        let sql = "SELECT stage, wagered, granted, converted, withheld, deducted, forfeited FROM bonus_award
                   WHERE player_id = $1 ORDER BY id";
        let rows = self.kit.app.db.query(sql, params![self.player]).await.unwrap();
        let row = |row: &croupier_db::Row| {
            let sum = |at: usize| row.get::<i64>(at).unwrap();
            (row.get(0).unwrap(), [sum(1) / 100, sum(2), sum(3), sum(4), sum(5), sum(6)])
        };
        rows.iter().map(row).collect()
    }
}

on_both_engines! {
    async fn random_histories_come_to_what_the_reference_says(kit: Kit) {
        offer(&kit, &offers());
        for seed in 0..SEEDS {
            let (browser, player) = crate::play::grown_player(&kit, &format!("model{seed}@example.com")).await;
            give(&kit.app, player, EUR, 300).await;
            let reference = Reference::with(300);
            let chance = Chance(seed);
            let mut walk = Walk { kit: &kit, browser, player, ids: Vec::new(), reference, chance, names: 0 };
            for step in 0..STEPS {
                walk.step().await;
                walk.compare(&format!("seed {seed}, step {step}")).await;
            }
        }
        assert_sound(&kit).await;
    }
}
