//! Limits on bets: held in the decision, counted in real money, by windows that only move forward.

use croupier_ledger::{Action, Key, LimitKind, LimitPeriod, Refusal, RoundRef};
use croupier_money::Currency;
use croupier_server::app::App;
use croupier_server::wallet::{LimitOf, Order};

use super::{PLAYER, assert_books, deposit, limits_of, open, order, refused};

const DAY_MS: i64 = 86_400_000;
const START: i64 = 1_767_225_600_000;

const fn of(kind: LimitKind) -> LimitOf {
    LimitOf { player: PLAYER, currency: Currency::EUR, kind, period: LimitPeriod::Day }
}

async fn limit(app: &App, kind: LimitKind, cap: i64) {
    let mut tx = app.db.begin().await.unwrap();
    app.wallet.set_limit(&mut tx, of(kind), cap, START).await.unwrap();
    tx.commit().await.unwrap();
}

/// A wallet with 10,000 in cash.
async fn rich(app: &App) {
    open(app, PLAYER).await;
    deposit(app, "d", PLAYER, 10_000).await.unwrap();
}

async fn round(app: &App) -> RoundRef {
    let system = app.wallet.system_account("games:partner", Currency::EUR).await.unwrap();
    RoundRef { key: Key::new("round", "r"), game: 9, system }
}

/// Asks at `at` milliseconds after the limits were set; answers the cash afterwards.
async fn ask(app: &App, key: &str, at: i64, action: Action) -> Result<i64, Refusal> {
    let order = Order { at: START + at, ..order(key, PLAYER, action) };
    match app.wallet.submit(order).await {
        Ok(receipt) => Ok(receipt.cash),
        Err(error) => Err(refused(Err(error))),
    }
}

async fn used(app: &App) -> Vec<i64> {
    let limits = limits_of(app, PLAYER, Currency::EUR).await;
    limits.iter().map(croupier_ledger::BetLimit::used).collect()
}

on_both_engines! {
    async fn a_bet_that_would_pass_the_cap_is_refused_with_what_is_left(kit: Kit) {
        let app = &kit.app;
        rich(app).await;
        limit(app, LimitKind::Wager, 1_000).await;
        let round = round(app).await;
        let bet = |amount| Action::bet(round, amount);
        assert_eq!(ask(app, "b1", 0, bet(990)).await, Ok(9_010));
        let (kind, period) = (LimitKind::Wager, LimitPeriod::Day);
        let reached = Refusal::LimitReached { kind, period, left: 10, until: START + DAY_MS };
        assert_eq!(ask(app, "b2", 1, bet(20)).await, Err(reached));
        assert_eq!(ask(app, "b3", 2, bet(10)).await, Ok(9_000));
        assert_eq!(used(app).await, [1_000]);
        assert_books(app).await;
    }

    async fn a_winner_has_lost_nothing_and_is_not_blocked(kit: Kit) {
        let app = &kit.app;
        rich(app).await;
        limit(app, LimitKind::Loss, 100).await;
        let round = round(app).await;
        let bet = |amount| Action::bet(round, amount);
        let win = |amount| Action::Win { round, amount, closes: false };
        ask(app, "b1", 0, bet(100)).await.unwrap();
        assert!(ask(app, "b2", 0, bet(1)).await.is_err());
        ask(app, "w1", 0, win(60)).await.unwrap();
        assert_eq!(used(app).await, [40]);
        ask(app, "w2", 0, win(500)).await.unwrap();
        assert_eq!(used(app).await, [0]);
        assert!(ask(app, "b3", 0, bet(560)).await.is_ok(), "what was won and the cap");
        assert_eq!(used(app).await, [100]);
        assert_books(app).await;
    }

    async fn rollbacks_give_back_what_their_window_counted(kit: Kit) {
        let app = &kit.app;
        rich(app).await;
        limit(app, LimitKind::Wager, 100).await;
        limit(app, LimitKind::Loss, 500).await;
        let round = round(app).await;
        let bet = |amount| Action::bet(round, amount);
        let back = |key: &str| Action::Rollback { original: Key::new("test", key) };
        ask(app, "b1", 0, bet(80)).await.unwrap();
        ask(app, "w1", 0, Action::Win { round, amount: 30, closes: false }).await.unwrap();
        assert_eq!(used(app).await, [80, 50]);
        ask(app, "xw", 0, back("w1")).await.unwrap();
        assert_eq!(used(app).await, [80, 80]);
        ask(app, "b2", 0, bet(20)).await.unwrap();
        ask(app, "xb", 0, back("b2")).await.unwrap();
        assert_eq!(used(app).await, [80, 80]);
        // A bet of yesterday is taken back without making room for more than the cap today.
        ask(app, "b3", DAY_MS, bet(10)).await.unwrap();
        ask(app, "xy", DAY_MS, back("b1")).await.unwrap();
        assert_eq!(used(app).await, [10, 10]);
        assert_books(app).await;
    }

    async fn a_clock_that_jumps_back_gains_no_new_window(kit: Kit) {
        let app = &kit.app;
        rich(app).await;
        limit(app, LimitKind::Wager, 100).await;
        let round = round(app).await;
        let bet = |amount| Action::bet(round, amount);
        ask(app, "b1", DAY_MS - 1, bet(100)).await.unwrap();
        assert!(ask(app, "b2", DAY_MS - 1, bet(1)).await.is_err());
        ask(app, "b3", DAY_MS, bet(100)).await.unwrap();
        let left = ask(app, "b4", 0, bet(1)).await.unwrap_err();
        assert!(matches!(left, Refusal::LimitReached { left: 0, until, .. } if until == START + 2 * DAY_MS));
        assert_books(app).await;
    }

    async fn only_real_money_counts(kit: Kit) {
        let app = &kit.app;
        open(app, PLAYER).await;
        limit(app, LimitKind::Wager, 50).await;
        let from = app.wallet.system_account("bonus-cost", Currency::EUR).await.unwrap();
        ask(app, "g", 0, Action::BonusGrant { bonus: 1, from, amount: 1_000 }).await.unwrap();
        deposit(app, "d", PLAYER, 30).await.unwrap();
        let round = round(app).await;
        assert_eq!(ask(app, "b", 0, Action::bet(round, 500)).await, Ok(0));
        assert_eq!(used(app).await, [30]);
        assert_books(app).await;
    }

    async fn a_limit_changed_keeps_its_count_and_one_removed_holds_no_more(kit: Kit) {
        let app = &kit.app;
        rich(app).await;
        limit(app, LimitKind::Wager, 100).await;
        let round = round(app).await;
        let bet = |amount| Action::bet(round, amount);
        ask(app, "b1", 0, bet(80)).await.unwrap();
        limit(app, LimitKind::Wager, 50).await;
        assert_eq!(used(app).await, [80]);
        assert!(ask(app, "b2", 0, bet(1)).await.is_err());
        let mut tx = app.db.begin().await.unwrap();
        assert!(app.wallet.remove_limit(&mut tx, of(LimitKind::Wager), START).await.unwrap());
        tx.commit().await.unwrap();
        assert!(ask(app, "b3", 0, bet(5_000)).await.is_ok());
        let mut tx = app.db.begin().await.unwrap();
        assert!(!app.wallet.remove_limit(&mut tx, of(LimitKind::Wager), START).await.unwrap());
        assert!(app.wallet.set_limit(&mut tx, of(LimitKind::Wager), -1, START).await.is_err());
        tx.commit().await.unwrap();
        assert_books(app).await;
    }
}
